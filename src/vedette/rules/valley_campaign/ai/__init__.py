"""What a commander must know of these rules: pure functions of what a seat may know, nothing about how to choose.

Nothing is hidden in these rules, so all of it reads the state itself. `cautious` says how much it likes each answer at
a glance; `adjutant` weighs each by what the scenario asks for, the exact odds, and where everybody could get to.

cautious   the careful commander
chances    the odds table as averages
distances  how far hexes are, by the ground
aims       what a scenario asks for, and who marches for the edge
coming     where the enemy could be in his next turn
scene      a position as the judges see it
places     what a hex is worth to a unit
moving     who moves where; bridges
attacks    bombardments and attacks
losses     steps, retreats, advances
lead       by how much a side is ahead, by a plain count
planning   plans of a whole player turn, for commanders that search

Here: the judge of each kind of decision, what is proposed under Enter, and what is in mind with some units.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from vedette.engine.counsel import Advice, Desk
from vedette.engine.procedure import Ask, Procedure
from vedette.engine.temper import PLAIN, Temper
from vedette.rules.common.ai import NEAR, best_answer, question, usual
from vedette.rules.valley_campaign.ai import attacks, losses, moving, planning
from vedette.rules.valley_campaign.ai.aims import aims_of, points_missing, runners, turns_left, worth_of
from vedette.rules.valley_campaign.ai.cautious import cautious
from vedette.rules.valley_campaign.ai.scene import Scene
from vedette.rules.valley_campaign.chapters.movement import MoveUnit
from vedette.rules.valley_campaign.chapters.setup import REST
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import State

__all__ = [
    "JUDGES", "OPEN", "adjutant", "advice", "best_of", "cautious", "ending", "planning", "proposed", "reasons",
]  # fmt: skip

Judge = Callable[[Scene, Ask, Procedure], list[float]]
"""Given a scene, a question and the procedure that asks it."""

JUDGES: dict[str, Judge] = {
    "set-up": moving.set_up,
    "move-unit": moving.move_unit,
    "move": moving.move,
    "attack": attacks.attack,
    "attackers": attacks.attackers,
    "leader": attacks.leader,
    "leader-place": attacks.leader_place,
    "lose-step": losses.lose_step,
    "retreat": losses.retreat,
    "advance": losses.advance,
    "repair": moving.repair,
}
"""Every kind of decision that these rules know."""

OPEN = frozenset({"repair", "move-unit", "attack"})
"""Kinds in which nothing is proposed while there is a choice: a key pressed too often would spend or end something."""


def adjutant(desk: Desk[State], temper: Temper = PLAIN) -> Advice:
    """What each answer of the decision on a desk is worth."""
    return advice(desk.state, desk.ask, temper)


def advice(g: State, ask: Ask, temper: Temper = PLAIN) -> Advice:
    """What each answer to a question is worth, as the position stands."""
    judge = JUDGES.get(ask.kind, usual)
    return Advice(judge(Scene.of(g, SIDE_INDEX[ask.seat], temper=temper), ask, g.stack[-1][0]), NEAR)


def proposed(g: State, seat: str) -> Any:
    """The answer to put under Enter for a seat, worked out without lots; None where nothing is proposed."""
    ask = question(g, seat)
    if ask is None or (ask.kind in OPEN and len(ask.options) > 1):
        return None
    if ask.kind == "move" and len(ask.options) > 1:
        return ask.usual if _under_way(g) and best_of(g, ask) == ask.usual else None
    best = best_of(g, ask)
    return None if best == REST else best


def ending(g: State, seat: str) -> Any:
    """The answer that ends what a seat has begun; None where it has begun nothing."""
    ask = question(g, seat)
    return ask.usual if ask is not None and ask.optional and _under_way(g) else None


def best_of(g: State, ask: Ask) -> Any:
    """The answer worth most to the adjutant; among equals the usual one, else the first listed."""
    return best_answer(ask, g.clone, advice)


def _under_way(g: State) -> bool:
    """Whether a unit is in the middle of its move."""
    top = g.stack[-1][0] if g.stack else None
    return isinstance(top, MoveUnit) and not top.start


# -- what is in mind with some units, in sentences -------------------------------------------------------------------


def reasons(g: State, seat: str, units: Sequence[str]) -> list[str]:
    """What the scenario asks of these units, as the adjutant counts on them for it."""
    aims, side = aims_of(g.setting), SIDE_INDEX[seat]
    mine = [id for id in units if id in g.units and g.side(id) == side]
    hexes = ", ".join(g.hex_name(hex) for hex in aims.hexes)
    if side != aims.side:
        return [f"What counts is to keep the enemy from {hexes or 'the edge of the map'}."] if mine else []
    found = []
    marching = runners(g)
    for id in mine:
        if id in marching:
            left = turns_left(g)
            still = f", with {left} {'turn' if left == 1 else 'turns'} to go"
            missing = f" of the {points_missing(g)} that are still missing" if points_missing(g) else ""
            found.append(f"{g.counter(id).name} marches for the edge: {worth_of(g, id)} points{missing}{still}.")
    if hexes and mine and not found:
        found.append(f"What counts at the end is to have {hexes}.")
    return found[:3]
