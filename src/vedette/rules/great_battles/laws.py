"""Laws that every state keeps: nothing is lost or doubled, stacks hold, lists and indexes fit (design 11)."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.cites import cites
from vedette.engine.procedure import Ask
from vedette.rules.common.laws import kept_indexes, once, same, turn_there_is
from vedette.rules.great_battles.chapters.effectiveness import lost, rating
from vedette.rules.great_battles.chapters.formations import faces
from vedette.rules.great_battles.chapters.moves import homes
from vedette.rules.great_battles.chapters.stacking import over
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import SIDES, UNION
from vedette.rules.great_battles.state import DESTROYED, EXITED, UNPLACED, VACANT, State

BETWEEN = ("pay", "fire", "charge", "evade", "melee", "rally", "transfer")
"""Kinds of question at which no deed is under way."""
FATES = {"infantry": ("killed", "captured"), "cavalry": ("killed", "captured"), "guns": ("destroyed", "captured")}
"""What is counted, and how it can be lost (SW 22.1)."""


def broken_laws(g: State) -> list[str]:
    """Every law that the state breaks, in words."""
    found = [*_indexes(g), *_units(g), *_places(g), *_strength(g), *_brigades(g), *_lists(g), *turn_there_is(g)]
    return found + ([*_stacks(g)] if _between(g) else [])


def begun_flaws(g: State) -> list[tuple[str, str]]:
    """Hexes where more stand together than may at the end of a phase, each with the words (SW 8.0)."""
    found = []
    for hex in sorted(g.stacks):
        for side in range(len(SIDES)):
            if fault := over(g, hex, side):
                found.append((g.hex_name(hex), f"{', '.join(g.troops(hex, side))}: {fault.text}"))
    return found


def _indexes(g: State) -> Iterator[str]:
    """The kept indexes are what they would be if made anew, and stacks are numbered from the top."""
    new = g.clone()
    new.reindex()
    yield from kept_indexes(g, new)
    for side, seat in enumerate(SIDES):
        if g.sets.get(("zone", seat)) not in (None, zone(new, side)):
            yield "the kept zones of control are not those made anew"
    for leader in (i for i in g.units if g.counter(i).leader):
        if homes(g, leader) != homes(new, leader):
            yield f"the kept hexes where {leader} may stay are not those made anew"
    for hex in g.stacks:
        for side in range(len(SIDES)):
            layers = [g.units[i].layer for i in g.troops(hex, side)]
            if layers != list(range(len(layers))):
                yield f"the layers in {g.hex_name(hex)} are not numbered from the top"


@cites("SW-2.31-3", "SW-2.4-combat-unit-4", "SW-7.0-3")
def _units(g: State) -> Iterator[str]:
    """Strength, crew and rounds are within their bounds; who has no front faces nowhere."""
    for id, u in g.units.items():
        c = g.counter(id)
        if not 0 <= u.strength <= c.strength:
            yield f"{id} has strength {u.strength} of {c.strength}"
        if not 0 <= u.crew <= c.crew:
            yield f"{id} has a crew of {u.crew}"
        if u.rounds < 0 or (u.rounds and not c.gun):
            yield f"{id} has {u.rounds} rounds"
        if u.at >= 0 and not u.strength and not (c.leader or c.wagon):
            yield f"{id} stands there without strength"
        if u.facing >= 0 and (u.column or u.reserve or c.leader or c.wagon):
            yield f"{id} faces somewhere and has no front"


@cites("SW-8.74")
def _places(g: State) -> Iterator[str]:
    """Everybody has a place that he can have, with markers that fit it."""
    for id, u in g.units.items():
        c = g.counter(id)
        if not DESTROYED <= u.at < g.setting.grid.size:
            yield f"{id} is nowhere"
        if u.at == UNPLACED and g.phase not in ("", "set-up"):
            yield f"{id} has not been set up"
        if u.at == VACANT and not c.leader:
            yield f"{id} is no leader and waits for a successor"
        if u.at == DESTROYED and not c.wagon:
            yield f"{id} is no wagon and is destroyed"
        if u.at < 0 and (u.pinned or u.engaged or u.reserve or u.abandoned):
            yield f"{id} is off the map and has a marker"
        if u.reserve and (c.leader or c.wagon or (c.arm == "infantry" and u.column)):
            yield f"{id} cannot be in reserve"
        if u.taken and not (c.leader or c.wagon):
            yield f"{id} cannot be turned over"
        if (u.depleted and not (c.small_arms or c.wagon)) or (u.abandoned and not c.gun):
            yield f"{id} has a marker that its arm does not know"


@cites("SW-2.4-combat-strength-3", "SW-22.0-3", "SW-20.12-2")
def _strength(g: State) -> Iterator[str]:
    """What is gone of the printed strength is what has been noted, for each side and for each brigade.

    Or it guards a wagon (SW-12.14).
    """
    guards = dict(g.guards)
    gone: dict[tuple[str, str], int] = {}
    brigades: dict[str, int] = {}
    for id, u in g.units.items():
        c = g.counter(id)
        if c.leader or c.wagon:
            continue
        key = SIDES[c.side], "guns" if c.gun else c.arm
        gone[key] = gone.get(key, 0) + c.strength - u.strength
        if c.small_arms:
            brigades[c.brigade] = brigades.get(c.brigade, 0) + c.strength - u.strength
    toll = dict(g.toll)
    for (side, what), n in gone.items():
        noted = sum(toll.get(f"{side} {what} {fate}", 0) for fate in FATES[what])
        if what == "infantry":
            noted += sum(k for b, k in guards.items() if SIDES[g.setting.brigades[b].side] == side)
        if noted != n:
            yield f"{side} {what}: {n} gone and {noted} noted"
    for brigade, n in brigades.items():
        if brigade in g.setting.brigades and lost(g, brigade) + guards.get(brigade, 0) != n:
            yield f"{brigade} has lost {n} and {lost(g, brigade)} are noted"


@cites("SW-20.12-1", "SW-20.22-1", "SW-19.1-3", "SW-19.31-1")
def _brigades(g: State) -> Iterator[str]:
    """A brigade is ineffective if it has lost more than its rating, and never else; only those score.

    Army morale is not below nought, and only Union brigades are paid for.
    """
    broken = tuple(sorted(b for b in g.setting.brigades if lost(g, b) > rating(g, b)))
    if broken != g.ineffective:
        yield f"ineffective are {', '.join(broken) or 'none'}, noted {', '.join(g.ineffective) or 'none'}"
    if not set(g.scored) <= set(g.ineffective):
        yield "a brigade scores that is effective"
    if g.morale < 0:
        yield f"army morale is {g.morale}"
    named = {*g.paid, *g.opened, *dict(g.demoralized)}
    yield from (f"{b} is no brigade of the Union" for b in sorted(named) if g.setting.brigades[b].side != UNION)


def _lists(g: State) -> Iterator[str]:
    """Who has left, whose successor is due, whose crew has run is noted once, and nobody else."""
    at = {place: [i for i, u in g.units.items() if u.at == place] for place in (EXITED, VACANT)}
    yield from same("those who have left", g.exits, at[EXITED])
    vacant = [i for i in at[VACANT] if i in g.vacant]
    yield from same("the leaders whose successor is due", g.vacant, vacant)
    yield from same("the crews that have run", [i for i, _ in g.fled], [i for i, u in g.units.items() if u.abandoned])
    names = ("moved", "evaded", "advanced", "struck", "shots", "chargers", "commanded")
    yield from once({name: getattr(g, name) for name in names})
    if g.phase == "movement" and any(i in g.units and g.side(i) != g.player for i in g.moved):
        yield "somebody has moved who is not of the phasing side"
    guns = [i for i in g.shots if not g.counter(i).gun]
    yield from (f"{i} is noted among the batteries that have fired" for i in guns)


def _between(g: State) -> bool:
    """Whether a phase asks what is done next, so that no move, fire or retreat is under way."""
    return isinstance(g.ask, Ask) and g.ask.kind in BETWEEN


@cites("SW-8.0-1", "SW-8.0-2", "SW-8.3-1", "SW-13.84-1", "SW-7.0-3")
def _stacks(g: State) -> Iterator[str]:
    """Stacks are within their limits (SW 8.0); both sides are in a hex only while engaged (SW-13.84-1),
    or about a wagon without guard (SW-12.16-1).

    Who has a front faces somewhere (SW-7.0-3).
    """
    lost = [i for here in g.stacks.values() for i in here if g.units[i].facing < 0 and faces(g, i)]
    yield from (f"{id} has a front and faces nowhere" for id in lost)
    for hex in g.stacks:
        name, both = g.hex_name(hex), g.masks[0] & g.masks[1] & (1 << hex)
        engaged = [i for i in g.in_hex(hex) if g.units[i].engaged]
        open_wagon = any(g.counter(i).wagon and not g.units[i].strength for i in g.in_hex(hex))
        if both and not engaged and not open_wagon:
            yield f"both sides in {name}"
        if engaged and not both:
            yield f"{', '.join(engaged)} in {name} engaged with nobody"
        for side in range(len(SIDES)):
            if not both and (fault := over(g, hex, side)):
                yield f"{', '.join(g.troops(hex, side))} in {name}: {fault.text}"
