"""Chapter 20: brigade combat effectiveness."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State


def rating(g: State, brigade: str) -> int:
    """The rating of a brigade as things stand: less demoralization, less its depleted units (SW 20.13, 20.15)."""
    row = g.setting.brigades[brigade]
    each = g.setting.numbers[f"depletion-{SIDES[row.side]}"]
    dry = sum(1 for id, u in g.units.items() if u.depleted and g.counter(id).brigade == brigade and u.at >= 0)
    return row.rating - dict(g.demoralized).get(brigade, 0) - each * dry


def lost(g: State, brigade: str) -> int:
    """Points that a brigade has lost."""
    return dict(g.losses).get(brigade, 0)


def judge(g: State, brigade: str) -> None:
    """A brigade is ineffective as soon as it has lost more than its rating (SW-20.12), or not any more (SW-20.13)."""
    if brigade not in g.setting.brigades:
        return
    broken = lost(g, brigade) > rating(g, brigade)
    if broken and brigade not in g.ineffective:
        g.ineffective = (*g.ineffective, brigade)
        g.log(Event("ineffective", "SW-20.22-1", SIDES[g.setting.brigades[brigade].side], data=(brigade,)))
    elif not broken and brigade in g.ineffective:
        g.ineffective = tuple(b for b in g.ineffective if b != brigade)
        g.log(Event("effective", "SW-20.13-3", SIDES[g.setting.brigades[brigade].side], data=(brigade,)))


@cites("SW-20.21-A")
def effective(g: State, id: str) -> bool:
    """Whether a unit's brigade may begin melees (SW-20.21-A)."""
    return g.counter(id).brigade not in g.ineffective
