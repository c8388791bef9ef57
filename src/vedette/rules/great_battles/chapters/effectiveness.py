"""Chapter 20: brigade combat effectiveness.

rating(g, brigade), lost(g, brigade)    its rating as things stand, and what it has lost
judge(g, brigade)                       whether it is effective is decided anew
carried_away(g, id, melee)              whom the rout of a unit routs with it
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.rules.great_battles.chapters.command import in_officers_radius
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State


@cites("SW-20.13-1", "SW-20.13-2", "SW-20.14", "GB-21.63-1", "GB-21.63-2", "GB-26.1")
def depletion(g: State, brigade: str) -> int:
    """Points by which units out of ammunition lower their brigade's rating, lost ones too; never batteries."""
    each = g.setting.numbers[f"depletion-{SIDES[g.setting.brigades[brigade].side]}"]
    return each * sum(
        1 for id, u in g.units.items() if u.depleted and g.counter(id).brigade == brigade and g.counter(id).small_arms
    )


@cites("SW-20.12-1", "SW-20.15", "GB-26.2")
def rating(g: State, brigade: str) -> int:
    """The rating of a brigade as things stand: less demoralization, less its depleted units (SW-20.13)."""
    row = g.setting.brigades[brigade]
    return row.rating - dict(g.demoralized).get(brigade, 0) - depletion(g, brigade)


@cites("SW-20.12-2", "SW-20.11-2", "SW-BCE-2", "GB-26.3-1")
def lost(g: State, brigade: str) -> int:
    """Points that a brigade has lost, eliminated or captured; guns and guards do not count."""
    return dict(g.losses).get(brigade, 0)


@cites("SW-20.12-1", "SW-20.13-3", "GB-21.63-3", "SW-20.22-1", "SW-20.22-2", "GB-26.4", "SW-3.1-20.0-1")
def judge(g: State, brigade: str) -> None:
    """A brigade is ineffective as soon as it has lost more than its rating.

    Only a unit that is resupplied can mend that.
    """
    if brigade not in g.setting.brigades:
        return
    seat = SIDES[g.setting.brigades[brigade].side]
    broken = lost(g, brigade) > rating(g, brigade)
    if broken and brigade not in g.ineffective:
        g.ineffective = tuple(sorted({*g.ineffective, brigade}))
        g.log(Event("ineffective", "SW-20.22-1", seat, data=(brigade,)))
    elif not broken and brigade in g.ineffective:
        g.ineffective = tuple(b for b in g.ineffective if b != brigade)
        g.log(Event("effective", "SW-20.13-3", seat, data=(brigade,)))
    others = {b for b in g.scored if b != brigade}
    g.scored = tuple(sorted(others | {brigade} if broken and scores(g, brigade) else others))


@cites("SW-19.45-1", "SW-19.45-2", "GB-25.95-1", "GB-25.95-2")
def scores(g: State, brigade: str) -> bool:
    """Whether the enemy scores an ineffective brigade: in 1978 whatever made it so.

    In 2007 only if it would be so without demoralization.
    """
    if g.setting.profile.demoralized_scores:
        return True
    return lost(g, brigade) > g.setting.brigades[brigade].rating - depletion(g, brigade)


@cites("SW-20.21-A", "GB-26.4-1")
def effective(g: State, id: str) -> bool:
    """Whether a unit's brigade may begin melees."""
    return g.counter(id).brigade not in g.ineffective


@cites("SW-20.21-B-1", "SW-20.21-B-2", "SW-20.21-C", "SW-20.11-2", "GB-26.4-2", "GB-26.4-3", "GB-26.3-2")
def carried_away(g: State, id: str, melee: int = -1) -> tuple[str, ...]:
    """Whom a unit that routs takes with it: those of its ineffective brigade in their officer's radius, if it is too.

    Out of command nobody follows. Who is engaged elsewhere is spared, in 2007 whoever is in a melee. Batteries have
    neither officer nor effectiveness: they carry nobody away, and nobody carries them.
    """
    brigade = g.counter(id).brigade
    if not g.counter(id).small_arms or effective(g, id) or not in_officers_radius(g, id):
        return ()
    spares_all = g.setting.profile.contagion_spares_all

    def spared(other: str) -> bool:
        at = g.at(other)
        if spares_all:
            return g.units[other].engaged or at == melee
        return g.units[other].engaged and at != melee

    return tuple(
        i for i in g.on_map(g.side(id))
        if i != id and g.counter(i).brigade == brigade and g.counter(i).small_arms and not g.units[i].routed
        and not spared(i) and in_officers_radius(g, i)
    )  # fmt: skip
