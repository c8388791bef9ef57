"""Who could leave the map from where it is now, and what that would earn."""

from __future__ import annotations

from vedette.rules.blind_swords.chapters.costs import terms_for
from vedette.rules.blind_swords.chapters.movement import exit_bar
from vedette.rules.blind_swords.chapters.movement_step import MovementStep, ready_units
from vedette.rules.blind_swords.chapters.unit_moves import MoveUnit
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.text.score import exit_words


def leavers(g: State, step: MovementStep) -> dict[str, str]:
    """The units of a step that could leave the map as their next step -> what they would earn by it, in words."""
    top = g.stack[-1][0]
    moving = top if isinstance(top, MoveUnit) else None
    left = {id: terms_for(g, id, step.terms).allowance for id in ready_units(g, step)}
    fresh = dict.fromkeys(left, True)
    if moving is not None:
        left[moving.unit], fresh[moving.unit] = moving.left, moving.fresh
    ids = [id for id in left if exit_bar(g, id, left[id], fresh[id]) is None]
    return {id: exit_words(g, id, forced=False) for id in ids}
