"""Chapter 2 and the scenarios' victory conditions: named procedures with the scenario's parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.cites import cites, note
from vedette.engine.rulebook import Outcome
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State


@cites("KT-18.2")
def award_turn(g: State) -> None:
    """Points that are earned turn by turn; a scenario that counts only at its end earns none (KT-18.2)."""
    rule = AWARDS.get(g.setting.victory.get("do", ""))
    if rule is not None:
        g.vp += rule(g, g.setting.victory)


AWARDS: dict[str, Callable[[State, Mapping[str, Any]], int]] = {}


@cites("KT-20.1f-1", "KT-20.1f-2")
def hexes_held(g: State, side: int) -> int:
    """How many victory hexes a side controls (KT-20.1f-1, KT-20.1f-2)."""
    return sum(holder == side for holder in g.control)


@cites("KT-20.1i-0", "KT-20.1i-1", "KT-20.1i-2", "KT-20.1i-3", "KT-20.1i-4")
def level_by_hexes(g: State, rule: Mapping[str, Any]) -> Outcome:
    """The level for the hexes that one side controls (KT-20.1i-0 to KT-20.1i-4)."""
    held = hexes_held(g, SIDE_INDEX[rule["side"]])
    band = next(b for b in rule["levels"] if b["hexes"] == held)
    note(band["cite"])
    return Outcome(band["winner"], band["level"], held, band["cite"])


LEVELS: dict[str, Callable[[State, Mapping[str, Any]], Outcome]] = {"hexes_held": level_by_hexes}


@cites("KT-7.0-end", "KT-18.5-2")
def outcome(g: State) -> Outcome | None:
    """Who won and by how much, once the last turn is over (KT-7.0-end)."""
    if not g.over:
        return None
    rule = g.setting.victory
    return LEVELS[rule["do"]](g, rule) if rule else None


def standing(g: State) -> Outcome | None:
    """The level if the game ended now."""
    rule = g.setting.victory
    return LEVELS[rule["do"]](g, rule) if rule else None


def points(g: State) -> int:
    """The number that the level depends on, as it stands."""
    found = standing(g)
    return found.points if found else g.vp
