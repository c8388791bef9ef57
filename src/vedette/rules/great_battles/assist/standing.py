"""What standing orders may answer: fire at enemies on the move, losses and retreats, which ask out of turn."""

from __future__ import annotations

from typing import Any

from vedette.engine.choice import DONE
from vedette.engine.occasion import PROPOSED, Deeds, Occasion
from vedette.engine.procedure import Ask
from vedette.rules.common.text.asked import ALIKE, ASKS, GOES, equal, giving, window
from vedette.rules.great_battles.ai import best_of
from vedette.rules.great_battles.chapters.zone_fire import HOLD
from vedette.rules.great_battles.state import State

FIRES = (ASKS, giving("fire", "fire", PROPOSED), giving("hold", "hold fire", "pass"))
WINDOWS = [
    window("withdrawal", "An enemy leaves a zone", "ask", *FIRES),
    window("retreat-fire", "An enemy falls back into a zone", "ask", *FIRES),
    window("losses", "Which unit loses a point", "equal", ALIKE, ASKS, giving("go", "always as proposed", PROPOSED)),
    window("retreat", "Where a unit falls back", "ask", ASKS, GOES),
    window("lead", "Where a leader goes", "ask", ASKS, GOES),
    window("evade", "Retreat before melee", "ask", ASKS, giving("stand", "everybody stands", "pass")),
]
"""Cases: withdrawal fire 11.1, retreat fire 11.2, losses 13.6, retreats 15.4, leaders 14.5 and 17.3, evading 13.7."""
WHERE = {
    "withdrawal-fire": "withdrawal", "retreat-fire": "retreat-fire", "lose": "losses", "retreat": "retreat",
    "lead": "lead", "evade": "evade",
}  # fmt: skip
"""Kind of question -> window."""


def occasion(g: State, ask: Ask) -> Occasion | None:
    """What a question is to a standing order."""
    window = WHERE.get(ask.kind)
    if window is None:
        return None
    deeds: dict[str, Any] = {}
    for value in ask.options:
        if value in (DONE, HOLD):
            deeds["pass"] = value
    if window in ("withdrawal", "retreat-fire"):
        shots = [value for value in ask.options if value != deeds.get("pass")]
        deeds["proposed"] = shots[0] if shots else ask.usual  # whoever can fires
    facts = equal(values, g, [value.unit for value in ask.options]) if window == "losses" else frozenset()
    return Occasion(window, facts, Deeds(lambda: best_of(g, ask), deeds))


def values(g: State, id: str) -> tuple[Any, ...]:
    """Everything in which one unit differs from another, except its name and its place in the stack."""
    c, unit = g.counter(id), g.units[id]
    printed = (c.side, c.brigade, c.arm, c.strength, c.weapon, c.morale, c.crew, c.horse)
    now = (unit.at, unit.strength, unit.facing, unit.column, unit.reserve, unit.routed, unit.pinned, unit.engaged)
    return (*printed, *now, unit.depleted, unit.crew, unit.rounds, id in g.struck, id in g.commanded)
