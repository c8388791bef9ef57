"""Chapter 7: facing, and the formations of chapter 6 that have one."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.hexes import mask_of
from vedette.rules.great_battles.state import State


@cites("SW-7.0-3")
def faces(g: State, id: str) -> bool:
    """Whether a unit has a front: line infantry, dismounted cavalry, unlimbered artillery; nobody else (SW-7.0-3)."""
    unit, c = g.units[id], g.counter(id)
    return not (unit.column or unit.reserve or c.leader or c.wagon or unit.engaged)


@cites("SW-7.0-1", "SW-7.21")
def front(g: State, id: str) -> int:
    """The hexes before the three frontal hexsides of a unit, as bits (SW-7.0-1); none without a front."""
    unit = g.units[id]
    return front_of(g, unit.at, unit.facing) if unit.facing >= 0 and faces(g, id) else 0


def front_of(g: State, hex: int, facing: int) -> int:
    """The hexes before the front of whoever stands in a hex and faces a direction, as bits."""
    around = g.setting.grid.around[hex]
    return mask_of(n for n in (around[(facing + d) % 6] for d in (-1, 0, 1)) if n >= 0)
