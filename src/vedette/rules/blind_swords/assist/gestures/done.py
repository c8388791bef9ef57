"""Why what is open cannot be ended yet: a unit that has to go on, arrivals in excess, a charge that owes its attack."""

from __future__ import annotations

from vedette.engine.events import Reason
from vedette.rules.blind_swords.assist.gestures.riding import UNENGAGED, charge_owed, must_go_on
from vedette.rules.blind_swords.chapters.movement_step import MovementStep, overstacked, ready_units
from vedette.rules.blind_swords.chapters.stacking import end_bar
from vedette.rules.blind_swords.chapters.unit_moves import MoveStack, MoveUnit
from vedette.rules.blind_swords.state import State
from vedette.rules.common.assist.gestures import of


def done_bar(g: State, top: object) -> Reason | None:
    """Why a bare `done` is not offered to whoever is asked by the top of the stack."""
    if isinstance(top, MoveUnit):
        if not isinstance(top, MoveStack) and must_go_on(g, top):
            return of(top.unit, UNENGAGED)
        return next((of(id, bar) for id in top.going if (bar := end_bar(g, id, g.at(top.unit)))), None)
    if isinstance(top, MovementStep):
        return _crowded_bar(g, top)
    return charge_owed(g, top, (), -1)


def _crowded_bar(g: State, top: MovementStep) -> Reason | None:
    full = overstacked(g, top.side, top.brigade)
    crowded = next((id for id in ready_units(g, top) if g.units[id].at in full), None)
    if crowded is None:
        return None
    return Reason(f"{g.hex_name(g.at(crowded))} holds more than it may, and {crowded} can still leave it", "KT-13.11-5")
