"""What standing orders may answer: results of combat, about which the other side is asked during a player turn."""

from __future__ import annotations

from typing import Any

from vedette.engine.occasion import PROPOSED, Deeds, Occasion
from vedette.engine.procedure import Ask
from vedette.rules.common.text.asked import ALIKE, ASKS, GOES, equal, giving, window
from vedette.rules.valley_campaign.ai import best_of
from vedette.rules.valley_campaign.chapters.advance import NOBODY
from vedette.rules.valley_campaign.state import State

WINDOWS = [
    window("losses", "Which unit loses a step", "equal", ALIKE, ASKS, giving("go", "always as proposed", PROPOSED)),
    window("retreat", "Where a unit falls back", "ask", ASKS, GOES),
    window("leader", "Which leader lends his columns", "ask", ASKS, giving("go", "the best of them", PROPOSED)),
    window("advance", "An attacker may advance", "ask", ASKS, giving("pass", "nobody advances", "pass")),
]
"""Cases: losses 6.2 and 6.11, retreats 6.12 and 7.7, leaders 8.1 and 8.4, advances 6.15."""
WHERE = {"lose-step": "losses", "retreat": "retreat", "leader": "leader", "advance": "advance"}
"""Kind of question -> window."""


def occasion(g: State, ask: Ask) -> Occasion | None:
    """What a question means to a standing order."""
    window = WHERE.get(ask.kind)
    if window is None:
        return None
    if window == "advance":
        return Occasion(window, frozenset(), {"pass": NOBODY})
    facts = equal(values, g, [c.unit for c in ask.options]) if window == "losses" else frozenset()
    return Occasion(window, facts, Deeds(lambda: best_of(g, ask)))


def values(g: State, id: str) -> tuple[Any, ...]:
    """Everything in which one unit may differ from another, except the name."""
    c = g.counter(id)
    printed = (c.side, c.division, c.brigade, c.command, c.arm, c.steps, c.strength, c.movement)
    works = any(repair.unit == id for repair in g.repairs)
    return (*printed, g.units[id], id in g.fought, id in g.advanced, works)
