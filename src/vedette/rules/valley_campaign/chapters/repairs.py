"""Chapter 9.4: what keeps a unit from the repair of a bridge, or breaks it off."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.chapters.sight import sees
from vedette.rules.valley_campaign.state import State

GUN_RANGE = 4
"""Hexes within which guns in sight of a hex keep anybody there from a bridge (JV-9.2-3, JV-9.4-4)."""
ENEMY_NEAR = Reason("an enemy is adjacent", "JV-9.4-3")
GUNS_BEAR = Reason("enemy artillery has it in range and sight", "JV-9.4-4")


@cites("JV-9.2-4", "JV-9.4-5")
def guns_bear(g: State, hex: int, side: int) -> bool:
    """Whether enemy artillery has a hex in range and sight; demoralized artillery counts for nothing."""
    near = g.setting.grid.within(hex, GUN_RANGE) & g.masks[1 - side]
    for at in hexes_of(near):
        if any(g.counter(i).gun and not g.units[i].demoralized for i in g.in_hex(at)) and sees(g, at, hex):
            return True
    return False


@cites("JV-9.4-3", "JV-9.4-4")
def enemy_bar(g: State, hex: int, side: int) -> Reason | None:
    """Whether the enemy keeps a unit in a hex from a repair: beside it, or by his guns."""
    if g.setting.grid.near[hex] & g.masks[1 - side]:
        return ENEMY_NEAR
    return GUNS_BEAR if guns_bear(g, hex, side) else None


@cites("JV-9.4-9", "JV-9.4-10", "JV-9.4-13")
def watch_repairs(g: State, moved: str = "", fought: bool = False) -> None:
    """Break off the repairs that something has disturbed; asked wherever somebody has moved, fought or recovered.

    Args:
        moved: who has moved just now.
        fought: whether a combat phase is over.
    """
    for repair in g.repairs:
        id = repair.unit
        if id == moved or g.at(id) not in repair.bridge:
            cite = "JV-9.4-13" if id != moved else "JV-9.4-9"
        elif fought and (id in g.fought or id in g.attacked):
            cite = "JV-9.4-9"
        elif enemy_bar(g, g.at(id), g.side(id)) is not None:
            cite = "JV-9.4-10"
        else:
            continue
        g.repairs = tuple(r for r in g.repairs if r != repair)
        g.log(Event("repair-broken-off", cite, g.seat(id), (id,), repair.bridge[0], repair.bridge))
