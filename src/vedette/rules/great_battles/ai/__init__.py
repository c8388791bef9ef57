"""What a commander must know of these rules: pure functions of what a seat may know, nothing about how to choose.

Nothing is hidden in these rules, so all of it reads the state itself. `cautious` says how much it likes each answer at
a glance; `adjutant` weighs each in victory points by the charts, the ground, and where everybody could get to.

cautious       the careful commander
chances        the charts as averages
distances      how far hexes are, by the ground
aims           what the battle pays for, and who marches for the edge
scene          a position as the judges see it
places         what a hex is worth to a unit
going, moving  the best end of a move; who moves next, who is paid for
fires, melees  who fires at what; who attacks, charges, falls back before a melee
choices        retreats, losses, leaders, rally, facing
lead           by how much a side is ahead, by a plain count
planning       plans of a whole player turn, for commanders that search

Here: the judge of each kind of decision, what is proposed under Enter, and what is in mind with some units.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from vedette.engine.choice import DONE
from vedette.engine.counsel import Advice, Desk
from vedette.engine.procedure import Ask, Procedure
from vedette.engine.temper import PLAIN, Temper
from vedette.rules.common.ai import NEAR, best_answer, question, usual
from vedette.rules.great_battles.ai import choices, fires, melees, moving, planning
from vedette.rules.great_battles.ai.aims import aims_of, exit_worth, must_leave, runners, waits
from vedette.rules.great_battles.ai.cautious import cautious
from vedette.rules.great_battles.ai.scene import Scene
from vedette.rules.great_battles.chapters.movement import MoveUnit
from vedette.rules.great_battles.setting import SIDE_INDEX
from vedette.rules.great_battles.state import State

__all__ = [
    "JUDGES", "OPEN", "adjutant", "advice", "best_of", "cautious", "ending", "planning", "proposed", "reasons",
]  # fmt: skip

Judge = Callable[[Scene, Ask, Procedure], list[float]]
"""Given a scene, a question and the procedure that asks it."""

JUDGES: dict[str, Judge] = {
    "set-up": choices.set_up,
    "pay": moving.pay,
    "move-unit": moving.move_unit,
    "move": moving.move,
    "leave-too": moving.leave_too,
    "enter": moving.enter,
    "wagon": moving.wagon,
    "guard": moving.guard,
    "fire": fires.fire,
    "firers": fires.who_fires,
    "withdrawal-fire": fires.free_shot,
    "retreat-fire": fires.free_shot,
    "reorder": usual,
    "overshot": usual,
    "transfer": fires.transfer,
    "charge": melees.charge,
    "evade": melees.evade,
    "advance": melees.advance,
    "melee": melees.melee,
    "attackers": melees.attackers,
    "engaged": melees.engaged,
    "retreat": choices.retreat,
    "lose": choices.lose,
    "lead": choices.lead,
    "rally": choices.rally,
    "new-leader": choices.new_leader,
    "face": choices.face,
}
"""Every kind of decision that these rules know."""

OPEN = frozenset({"pay", "move-unit", "move", "fire", "evade", "melee"})
"""Kinds in which nothing is proposed while there is a choice: a key pressed too often would spend or end something.

While a unit is under way the adjutant follows the plan with which it set out, and whoever looks at it halfway has not
seen that plan made.
"""


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
    return best_of(g, ask)


def ending(g: State, seat: str) -> Any:
    """The answer that ends what a seat has begun; None where it has begun nothing."""
    ask = question(g, seat)
    top = g.stack[-1][0] if g.stack else None
    if ask is None or not ask.optional or ask.kind != "move" or not isinstance(top, MoveUnit) or ask.usual != DONE:
        return None
    return ask.usual if top.over or top.unit in dict(g.spent) else None


def best_of(g: State, ask: Ask) -> Any:
    """The answer worth most to the adjutant; among equals the usual one, else the first listed."""
    return best_answer(ask, g.clone, advice)


# -- what is in mind with some units, in sentences -------------------------------------------------------------------

MOST = 3
"""So many units are spoken of."""


def reasons(g: State, seat: str, units: Sequence[str]) -> list[str]:
    """What these units are counted on for."""
    mine = [id for id in units if id in g.units and g.side(id) == SIDE_INDEX[seat]]
    marching = runners(g)
    found = []
    for id in mine:
        name = g.counter(id).name
        if must_leave(g, id):
            found.append(f"Others score for leaving the map only where {name} has left it too.")
        elif id in marching and g.at(id) in aims_of(g.setting).exits and waits(g, id):
            found.append(f"{name} waits at the edge for the leader through whom it scores.")
        elif id in marching:
            found.append(f"{name} can still leave the map in time, for {exit_worth(g, id):g} victory points.")
    hills = aims_of(g.setting).hills
    if not found and mine and hills:
        names = ", ".join(g.hex_name(hex) for hex in hills[:4])
        more = f" and {len(hills) - 4} more" if len(hills) > 4 else ""
        found.append(f"The hexes that score at the end are {names}{more}.")
    return found[:MOST]
