"""What a commander must know of these rules: pure functions of a view and a decision.

The simple seats need little: which actions of a decision are sound for someone who holds what he has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def cautious(view: Mapping[str, Any], decision: Mapping[str, Any], odds_of: Any = None) -> Sequence[float]:
    """How much a careful commander likes each action of a decision; higher is better, equal ones are drawn by lot.

    Args:
        view: what the seat may know.
        decision: kind, and for each action its text and hex.
    """
    return [_liking(view, decision["kind"], a["text"], a.get("hex")) for a in decision["actions"]]


def _liking(view: Mapping[str, Any], kind: str, text: str, hex: str | None) -> float:
    rule = LIKINGS.get(kind)
    return rule(view, text, hex) if rule else 0.0


def _order(view: Mapping[str, Any], text: str, hex: str | None) -> float:
    """Defend while any unit is hurt, else attack: fire counts, and the line is kept."""
    hurt = sum(1 for u in view["units"] if u["side"] == view["seat"] and {"shaken", "disrupted"} & set(u["states"]))
    scores = {"order defend": 2.0 + hurt, "order attack": 2.5, "order maneuver": 1.0, "order regroup": 0.5 + hurt}
    return scores[text]


def _fire(view: Mapping[str, Any], text: str, hex: str | None) -> float:
    return 0.0 if text in ("done", "pass") else 1.0


def _hold_position(view: Mapping[str, Any], text: str, hex: str | None) -> float:
    """Stay where one is, unless a victory hex is free to be taken."""
    if hex is not None and hex in view["control"] and ": " in text:
        return 2.0
    return 1.0 if text in ("done", "pass") else 0.0


def _no(view: Mapping[str, Any], text: str, hex: str | None) -> float:
    return 1.0 if text in ("done", "pass") else 0.0


def _hold_chit(view: Mapping[str, Any], text: str, hex: str | None) -> float:
    return 1.0 if text.startswith("hold") else 0.5


LIKINGS: dict[str, Any] = {
    "order": _order,
    "fire": _fire,
    "fire-plan": lambda v, t, h: 2.0 if t.startswith("add") else 1.0 if t == "fire" else 0.0,
    "opportunity-fire": _fire,
    "defensive-fire": _fire,
    "artillery": _fire,
    "artillery-act": lambda v, t, h: 2.0 if t.startswith("fire") else 1.0 if t == "done" else 0.0,
    "move-unit": lambda v, t, h: 1.0,
    "move": _hold_position,
    "close-combat": _no,
    "attackers": lambda v, t, h: 1.0 if t.startswith("add") else 0.0,
    "rally": lambda v, t, h: 0.0 if t == "done" else 1.0,
    "artillery-rally": lambda v, t, h: 0.0 if t == "done" else 1.0,
    "advance": _hold_position,
    "window": lambda v, t, h: 1.0 if t == "pass" else 0.8,
    "drawn": _hold_chit,
}
