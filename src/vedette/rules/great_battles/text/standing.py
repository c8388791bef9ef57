"""What standing orders may answer: fire at enemies on the move, losses and retreats, which ask out of turn."""

from __future__ import annotations

from typing import Any

from vedette.engine.events import EngineError
from vedette.engine.occasion import Clock, Deeds, Occasion
from vedette.engine.procedure import Ask
from vedette.rules.great_battles.ai.proposing import best_of
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

ASK = {"name": "ask", "title": "always ask"}
GO = {"name": "go", "title": "as proposed", "deed": "proposed"}
FIRES = [
    ASK,
    {"name": "fire", "title": "fire", "deed": "proposed"},
    {"name": "hold", "title": "hold fire", "deed": "pass"},
]
WINDOWS: list[dict[str, Any]] = [
    {"name": "withdrawal", "title": "An enemy leaves a zone", "default": "ask", "settings": FIRES},
    {"name": "retreat-fire", "title": "An enemy falls back into a zone", "default": "ask", "settings": FIRES},
    {
        "name": "losses", "title": "Which unit loses a point", "default": "equal",
        "settings": [
            {
                "name": "equal", "title": "as proposed where the units are alike in every value, else ask",
                "deed": "proposed", "only_if": ["equal"],
            },
            ASK,
            {**GO, "title": "always as proposed"},
        ],
    },
    {"name": "retreat", "title": "Where a unit falls back", "default": "ask", "settings": [ASK, GO]},
    {"name": "lead", "title": "Where a leader goes", "default": "ask", "settings": [ASK, GO]},
    {
        "name": "evade", "title": "Retreat before melee", "default": "ask",
        "settings": [ASK, {"name": "stand", "title": "everybody stands", "deed": "pass"}],
    },
]  # fmt: skip
"""Cases: withdrawal fire 11.1, retreat fire 11.2, losses 13.6, retreats 15.4, leaders 14.5 and 17.3, evading 13.7."""
WHERE = {
    "withdrawal-fire": "withdrawal", "retreat-fire": "retreat-fire", "lose": "losses", "retreat": "retreat",
    "lead": "lead", "evade": "evade",
}  # fmt: skip
"""Kind of question -> window."""


def windows() -> list[dict[str, Any]]:
    """The moments that standing orders may answer."""
    return WINDOWS


def occasion(g: State, ask: Ask) -> Occasion | None:
    """What a question is to a standing order."""
    window = WHERE.get(ask.kind)
    if window is None:
        return None
    deeds: dict[str, Any] = {}
    for value in ask.options:
        if ask.text(g, value) in ("done", "hold fire"):
            deeds["pass"] = value
    if window in ("withdrawal", "retreat-fire"):
        shots = [value for value in ask.options if value != deeds.get("pass")]
        deeds["proposed"] = shots[0] if shots else ask.usual  # whoever can fires
    alike = window == "losses" and len({values(g, id) for id in ask.options}) == 1
    return Occasion(window, frozenset({"equal"} if alike else ()), Deeds(lambda: best_of(g, ask), deeds))


def values(g: State, id: str) -> tuple[Any, ...]:
    """Everything by which a unit differs from another, but its name and its place in the stack."""
    c, unit = g.counter(id), g.units[id]
    printed = (c.side, c.brigade, c.arm, c.strength, c.weapon, c.morale, c.crew, c.horse)
    now = (unit.at, unit.strength, unit.facing, unit.column, unit.reserve, unit.routed, unit.pinned, unit.engaged)
    return (*printed, *now, unit.depleted, unit.crew, unit.rounds, id in g.struck, id in g.commanded)


def clock(g: State) -> Clock:
    """Turn and player turn."""
    return Clock(str(g.turn), f"{SIDES[g.player]} {g.turn}" if g.player >= 0 else "")


def named(g: State, seat: str, fact: str) -> tuple[str, str]:
    """What a fact of an order names, and why it is gone."""
    raise EngineError(f"there is no {fact!r} in this game")
