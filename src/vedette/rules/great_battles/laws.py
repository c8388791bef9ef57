"""Laws that every state keeps: nothing is lost or doubled, stacks hold, lists and indexes fit (design 11)."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.zones import zone


def broken_laws(g: State) -> list[str]:
    """Every law that the state breaks, in words."""
    return [*_indexes(g), *_units(g)]


def _indexes(g: State) -> Iterator[str]:
    """The kept indexes are what they would be if made anew."""
    new = g.clone()
    new.reindex()
    if (new.stacks, new.masks, new.armies) != (g.stacks, g.masks, g.armies):
        yield "the kept indexes are not those made anew"
    if any(zone(new, side) != kept for side, kept in g.zones.items()):
        yield "the kept zones of control are not those made anew"


def _units(g: State) -> Iterator[str]:
    """Strengths and markers are within their bounds."""
    for id, u in g.units.items():
        c = g.counter(id)
        if not 0 <= u.strength <= c.strength:
            yield f"{id} has strength {u.strength} of {c.strength}"
        if not 0 <= u.crew <= c.crew:
            yield f"{id} has a crew of {u.crew}"
        if u.at >= 0 and not u.strength and not (c.leader or c.wagon):
            yield f"{id} stands there without strength"
