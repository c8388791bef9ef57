"""Who lost what, by what: events read one after the other with what was going on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.engine.events import Event
from vedette.rules.valley_campaign.state import State

BY_ATTACK, BY_BOMBARDMENT, ELSE = "by attack", "by bombardment", "otherwise"
STEPS = ("step-lost", "eliminated", "leader-lost")
LOSSES = {"step-lost": "reduced", "eliminated": "eliminated", "leader-lost": "lost", "demoralized": "demoralized",
          "retreated": "fell back"}  # fmt: skip
"""Kind of event -> what happened to the unit, in a word."""


def with_cause(events: Sequence[Event]) -> Iterator[tuple[str, Event]]:
    """Every event with what it came of: an attack, a bombardment, or something else."""
    cause = ELSE
    for event in events:
        if event.kind == "attacked":
            cause = BY_ATTACK
        elif event.kind == "bombarded":
            cause = BY_BOMBARDMENT
        elif event.kind in ("phase", "turn"):
            cause = ELSE
        yield cause, event


def group_of(g: State, id: str) -> str:
    """Whom a unit is counted with: its brigade, else its arm."""
    c = g.counter(id)
    name = c.brigade or c.arm
    return name[:1].upper() + name[1:]
