"""How a game ended: by the rules, because a seat gave it up, or because both agreed to a draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from vedette.engine.state import DRAW_AGREED


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    winner: str | None
    """"union", "confederate", or None for a draw."""
    level: str
    points: int
    cite: str = ""
    resigned: str = ""
    """The seat that gave the game up; no book grades that, so there is no case."""
    agreed: bool = False
    """A draw to which both have agreed, of which no book knows either."""


def conceded(seat: str, levels: Sequence[str]) -> Outcome:
    """How a game ends that a seat gives up: the other side has won by the highest level that the scenario has for it;
    nobody where both have agreed to a draw.

    Args:
        levels: of the scenario, best for the Union first.
    """
    if seat == DRAW_AGREED:
        return Outcome(None, "Agreed draw", 0, agreed=True)
    winner, level = ("confederate", levels[-1]) if seat == "union" else ("union", levels[0])
    return Outcome(winner, level, 0, resigned=seat)


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """How a game ended, JSON-ready; who gave it up only where somebody did, and that it was agreed where it was."""
    found: dict[str, Any] = msgspec.to_builtins(outcome)
    return {key: value for key, value in found.items() if value or key not in ("resigned", "agreed")}
