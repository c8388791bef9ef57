"""The odds of one fire or close combat played through by the rules, for the plan that is proposed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.events import Event
from vedette.engine.odds import explore
from vedette.engine.procedure import Procedure
from vedette.engine.run import start
from vedette.rules.blind_swords.assist.plans.results import results
from vedette.rules.blind_swords.chapters.close_combat import CloseCombat, Placed
from vedette.rules.blind_swords.chapters.fire import Volley
from vedette.rules.blind_swords.chapters.fire_shifts import FirePlan
from vedette.rules.blind_swords.state import State


def fire_odds(
    g: State, side: int, plan: FirePlan, mover: str, held: bool, struck: tuple[str, ...] = ()
) -> dict[str, Any]:
    """JSON-ready, as the command line and the table give them. The state must be one without hands."""
    return _odds(g, Volley(side, (plan,), mover, held, struck=struck), {})


def assault_odds(g: State, side: int, target: int, stood: Placed, others: tuple[int, ...]) -> dict[str, Any]:
    """Of a close combat before which the defence does not fire."""
    group = tuple(i for i, _ in stood)
    return _odds(g, CloseCombat(side, target, group, others), {"defensive-fire": "done"})


def _odds(g: State, combat: Procedure, assume: Mapping[str, str]) -> dict[str, Any]:
    opened = g.clone()
    events: list[Event] = []
    opened.events = events
    start(opened, combat)
    return explore(results, g, opened, assume, events).plain()
