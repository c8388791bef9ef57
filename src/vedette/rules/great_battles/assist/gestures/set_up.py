"""Gestures of the set-up: `ID: HEX` for a unit that is to be placed, with its facing and formation (SW 3.2, 21)."""

from __future__ import annotations

import re

from vedette.engine.events import Reason
from vedette.rules.common.assist.gestures import Bad, listed, unit_named
from vedette.rules.great_battles.assist.gestures.fighting import kind_of
from vedette.rules.great_battles.chapters.setup import place_bar
from vedette.rules.great_battles.state import UNPLACED, State

PLACE = re.compile(r"^(?P<who>[^:]+): (?P<pieces>.+)$")


def expand(g: State, seat: str, text: str) -> list[str] | None:
    """ "A: column-2020-face NE" as "place A", "A: column", "A: 2020", "A: face NE"; in whatever order it is written.

    A unit is formed before it is placed, and turned after it.
    """
    found = PLACE.match(text)
    if g.phase != "set-up" or found is None:
        return None
    try:
        id = unit_named(g, found["who"])
    except Bad:
        return None
    pieces = sorted((p.strip() for p in found["pieces"].split("-")), key=_turn)
    parts = [f"{id}: {p}" for p in pieces]
    offered = listed(g, seat)
    if parts[0].lower() not in offered and f"place {id}".lower() in offered:
        parts = [f"place {id}", *parts]
    return parts if parts[0].lower() in offered else None


def _turn(piece: str) -> int:
    """The order in which pieces of the gesture are due: the formation, the hex, the facing."""
    return 1 if piece.isdigit() else 2 if piece.lower().startswith("face ") else 0


def refusal(g: State, seat: str, text: str) -> Reason | None:
    """Why a unit cannot be placed like this."""
    found = PLACE.match(text)
    if g.phase != "set-up" or found is None or kind_of(g) != "set-up":
        return None
    id = unit_named(g, found["who"])
    if g.seat(id) != seat:
        return Reason(f"{id} is not yours", "SW-3.2-1")
    if g.at(id) != UNPLACED and g.at(id) < 0:
        return Reason("it is not among those that are set up", "SW-21.0-1")
    if g.at(id) == UNPLACED and g.setting.grid.has(found["pieces"]):
        return place_bar(g, id, g.setting.grid.index(found["pieces"]))
    return None
