"""Who lost what, by what: events read one after the other with what was going on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.engine.events import Event
from vedette.rules.great_battles.state import State

BY_SMALL_ARMS, BY_GUNS, BY_MELEE, ELSE = "by small arms", "by artillery", "in melee", "otherwise"
FIRES = ("fired", "withdrawal-fired", "retreat-fired")
"""Kinds of event in which somebody fires."""
CAUSES = (BY_SMALL_ARMS, BY_GUNS, BY_MELEE, ELSE)
FATES = {
    "retreated": "fell back",
    "pinned": "pinned",
    "depleted": "out of ammunition",
    "crew-lost": "lost crew",
    "lost": "lost points",
    "routed": "routed",
    "leader-lost": "lost",
    "eliminated": "gone",
}
"""Kind of event -> what happened to the unit, the lightest first."""


def with_cause(g: State, events: Sequence[Event]) -> Iterator[tuple[str, Event]]:
    """Every event with what it came of: fire of small arms or guns, melee, or something else."""
    cause = ELSE
    for event in events:
        if event.kind in FIRES:
            guns = any(g.counter(id).gun for id in event.units if id in g.setting.counters)
            cause = BY_GUNS if guns else BY_SMALL_ARMS
        elif event.kind == "melee":
            cause = BY_MELEE
        elif event.kind in ("phase", "turn"):
            cause = ELSE
        yield cause, event


def group_of(g: State, id: str) -> str:
    """Whom a unit is counted with: its brigade, else its name."""
    return g.counter(id).brigade or id
