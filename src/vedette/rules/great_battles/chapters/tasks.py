"""What is left for a unit to do in the movement phase: one question for lists, counts and what passing leaves undone.

task(g, id)     what it could still do that matters: GO, REFORM or RISE; nothing where it may turn at most
"""

from __future__ import annotations

from vedette.rules.great_battles.chapters.edges import exit_bar
from vedette.rules.great_battles.chapters.moves import change_bar, left, onward, start_bar, unreserved
from vedette.rules.great_battles.chapters.stacking import leave_bar
from vedette.rules.great_battles.state import State

GO, REFORM, RISE = "move", "change formation", "leave reserve"


def can_go(g: State, id: str) -> bool:
    """Whether a unit that has not ended its move has a hex to go to, or can leave the map."""
    if id in g.moved or left(g, id) <= 0 or start_bar(g, id) is not None:
        return False
    has = left(g, id)
    return any(True for _ in onward(g, id, has)) or exit_bar(g, id, has) is None


def can_reform(g: State, id: str) -> bool:
    """Whether a unit that has not ended its move can change its formation."""
    return id not in g.moved and change_bar(g, id, left(g, id)) is None


def task(g: State, id: str) -> str:
    """What a unit could still do that matters; empty where it may turn, lie on top, or go into reserve at most."""
    if can_go(g, id):
        return GO
    if can_reform(g, id):
        return REFORM
    return RISE if leave_bar(g, id) is None and unreserved(g, id) else ""
