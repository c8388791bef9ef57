"""Chapter 2 and the scenarios' victory conditions: named procedures with the scenario's parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vedette.engine.cites import cites, note
from vedette.engine.events import Event
from vedette.engine.rulebook import Outcome
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State


@cites("KT-18.2", "KT-7.0-P5b")
def award_turn(g: State) -> None:
    """The points that a scenario gives turn by turn go on the track of net points (KT-18.2, KT-7.0-P5b).

    A scenario that counts only at its end has no such rows, and earns none.
    """
    for row in g.setting.victory.get("each_turn", ()):
        if g.turn >= row["from"]:
            won = row["points"] * hexes_held(g, SIDE_INDEX[row["side"]], row["hexes"])
            g.vp += won if row["side"] == "confederate" else -won
            g.log(Event("points", "KT-18.2", row["side"], data=(won, g.vp)))


@cites("KT-20.1f-1")
def hexes_held(g: State, side: int, names: Sequence[str] = ()) -> int:
    """How many victory hexes, all or those named, a side controls (KT-20.1f-1)."""
    pairs = zip(g.setting.victory_hexes, g.control, strict=True)
    return sum(holder == side for hex, holder in pairs if not names or g.hex_name(hex) in names)


@cites("KT-20.1i-0", "KT-20.1i-1", "KT-20.1i-2", "KT-20.1i-3", "KT-20.1i-4")
def level_by_hexes(g: State, rule: Mapping[str, Any]) -> Outcome:
    """The level for the hexes that one side controls (KT-20.1i-0 to KT-20.1i-4)."""
    held = hexes_held(g, SIDE_INDEX[rule["side"]])
    band = next(b for b in rule["levels"] if b["hexes"] == held)
    note(band["cite"])
    return Outcome(band["winner"], band["level"], held, band["cite"])


LEVELS: dict[str, Callable[[State, Mapping[str, Any]], Outcome]] = {"hexes_held": level_by_hexes}


@cites("KT-7.0-end")
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


def score_words(g: State) -> str:
    """What the level depends on, as it stands, in words: "Union holds 1 of 4" (victory hexes)."""
    rule = g.setting.victory
    if rule.get("do") != "hexes_held":
        return f"{points(g)} points"
    return f"{str(rule['side']).capitalize()} holds {points(g)} of {len(g.setting.victory_hexes)}"
