"""What standing orders may answer: results of combats, which ask the other side in the midst of a player turn."""

from __future__ import annotations

from typing import Any

from vedette.engine.events import EngineError
from vedette.engine.occasion import Clock, Deeds, Occasion
from vedette.engine.procedure import Ask
from vedette.rules.valley_campaign.ai.proposing import best_of
from vedette.rules.valley_campaign.chapters.advance import NOBODY
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

ASK = {"name": "ask", "title": "ask"}
WINDOWS: list[dict[str, Any]] = [
    {
        "name": "losses", "title": "Which unit loses a step", "default": "equal",
        "settings": [
            {
                "name": "equal", "title": "as proposed where the units are alike in every value, else ask",
                "deed": "proposed", "only_if": ["equal"],
            },
            {**ASK, "title": "always ask"},
            {"name": "go", "title": "always as proposed", "deed": "proposed"},
        ],
    },
    {
        "name": "retreat", "title": "Where a unit falls back", "default": "ask",
        "settings": [{**ASK, "title": "always ask"}, {"name": "go", "title": "as proposed", "deed": "proposed"}],
    },
    {
        "name": "leader", "title": "Which leader lends his columns", "default": "ask",
        "settings": [{**ASK, "title": "always ask"}, {"name": "go", "title": "the best of them", "deed": "proposed"}],
    },
    {
        "name": "advance", "title": "An attacker may advance", "default": "ask",
        "settings": [{**ASK, "title": "always ask"}, {"name": "pass", "title": "nobody advances", "deed": "pass"}],
    },
]  # fmt: skip
"""Cases: losses 6.2 and 6.11, retreats 6.12 and 7.7, leaders 8.1 and 8.4, advances 6.15."""
WHERE = {"lose-step": "losses", "retreat": "retreat", "leader": "leader", "advance": "advance"}
"""Kind of question -> window."""


def windows() -> list[dict[str, Any]]:
    """The moments that standing orders may answer."""
    return WINDOWS


def occasion(g: State, ask: Ask) -> Occasion | None:
    """What a question is to a standing order."""
    window = WHERE.get(ask.kind)
    if window is None:
        return None
    if window == "advance":
        return Occasion(window, frozenset(), {"pass": NOBODY})
    alike = window == "losses" and len({values(g, id) for id in ask.options}) == 1
    return Occasion(window, frozenset({"equal"} if alike else ()), Deeds(lambda: best_of(g, ask)))


def values(g: State, id: str) -> tuple[Any, ...]:
    """Everything by which a unit differs from another, but its name."""
    c = g.counter(id)
    printed = (c.side, c.division, c.brigade, c.command, c.arm, c.steps, c.strength, c.movement)
    works = any(repair.unit == id for repair in g.repairs)
    return (*printed, g.units[id], id in g.fought, id in g.advanced, works)


def clock(g: State) -> Clock:
    """Turn and player turn."""
    return Clock(str(g.turn), f"{SIDES[g.player]} {g.turn}" if g.player >= 0 else "")


def named(g: State, seat: str, fact: str) -> tuple[str, str]:
    """What a fact of an order names, and why it is gone."""
    raise EngineError(f"there is no {fact!r} in this game")
