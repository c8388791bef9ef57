"""What a commander must know of these rules: pure functions of what a seat may know, nothing about how to choose.

`cautious` reads a view and says how much a careful commander likes each answer. `adjutant` reads a state that the seat
could be in, made from its view (`Game.imagine`), so that it can ask the rules' own questions of it: who may fire at
whom, on which column, what it costs a unit to get where.

cautious                  the careful commander, all of him
chances                   the charts as averages
threat                    the fire that a side can bring on each hex
stakes                    what is to be won
worth                     what losses, and leaving the map, score
aims                      what each brigade goes for, and who leaves the map
planning, lead            plans of a whole activation, for commanders that search; who is ahead
scene                     a position as the judges see it
places                    what a hex is worth to a unit
chits, brigades, orders   which chits are played; which brigades act; under which Order
marches, moving, cavalry  where units can get to; who moves where; charges and riders
fires, guns               who fires at what; batteries
assaults, losses          close combat; losses, advances and placing
falling_back              whole ways of a retreat

Here: the judge of each kind of decision (all of them weigh in strength points), what is proposed under Enter, and what
is in mind with some units, in sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from vedette.engine.counsel import Advice, Desk
from vedette.engine.procedure import Ask, Procedure
from vedette.engine.temper import PLAIN, Temper
from vedette.rules.blind_swords.ai import (
    assaults,
    brigades,
    cavalry,
    chits,
    fires,
    guns,
    losses,
    moving,
    orders,
    planning,
)
from vedette.rules.blind_swords.ai.aims import FOE, GROUND, HOME, REST, Aim
from vedette.rules.blind_swords.ai.cautious import cautious
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.windows import is_idle
from vedette.rules.blind_swords.imagining import imagine
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State
from vedette.rules.common.ai import NEAR, best_answer, question, usual

__all__ = [
    "JUDGES",
    "OPEN",
    "VARIED",
    "adjutant",
    "advice",
    "best_of",
    "cautious",
    "ending",
    "planning",
    "proposed",
    "reasons",
]

Judge = Callable[[Scene, Ask], list[float]]

JUDGES: dict[str, Judge] = {
    # chits and brigades
    "key": chits.key,
    "drawn": chits.drawn,
    "window": chits.window,
    "activate": orders.activate,
    "order": orders.order,
    "surprise": brigades.surprise_attack,
    "announce": chits.announce,
    "first-to-play": brigades.first_to_play,
    "first-chit": brigades.first_chit,
    "brigade-rally": chits.brigade_rally,
    "reserve-move": chits.reserve_move,
    "bombard": brigades.bombard,
    "call": brigades.call,
    "entry": brigades.entry,
    "conflicting-orders": chits.conflicting,
    # fire
    "fire": fires.fire,
    "fire-plan": fires.fire_plan,
    "primary-hexside": fires.primary_hexside,
    "opportunity-fire": fires.opportunity,
    "defensive-fire": fires.defensive,
    "firefight": fires.firefight,
    "firefight-answer": fires.firefight_answer,
    # artillery
    "artillery": guns.artillery,
    "artillery-act": guns.artillery_act,
    "artillery-rally": guns.artillery_rally,
    # movement
    "move-unit": moving.move_unit,
    "move": moving.move,
    "unstack": losses.unstack,
    "arrival": losses.put,
    "withdraw": losses.put,
    "cavalry-withdrawal": cavalry.withdrawal,
    "wayward": losses.wayward,
    "re-entry": losses.put,
    "displace": losses.put,
    # close combat
    "close-combat": assaults.close_combat,
    "attackers": assaults.attackers,
    "combat-order": assaults.combat_order,
    "assaulting-hex": assaults.assaulting_hex,
    "rebel-yell": assaults.rebel_yell,
    "advance": losses.advance,
    # losses and rally
    "lead": losses.lead,
    "deplete": losses.spare,
    "panic": losses.panic,
    "retreat": losses.retreat,
    "retreat-order": losses.dear,
    "rally": orders.rally,
    "rally-event": losses.hurt,
    # marks
    "chaos": losses.chaos,
    "good-ground": chits.good_ground,
    "low-ammo": losses.strongest,
    "find-ammo": losses.strongest,
    "deception": losses.strongest,
    "friendly-fire": losses.pair,
}
"""Every kind of decision that these rules know."""

VARIED = {"key": 0.5, "order": 0.05, "chaos": 0.1}
"""Kinds in which answers worth nearly as much are drawn by lot too, and by how much they may fall short."""


def adjutant(desk: Desk[State], temper: Temper = PLAIN) -> Advice:
    """What each answer of the decision on a desk is worth, from a state that its seat could be in."""
    return advice(desk.state, desk.ask, temper)


def advice(g: State, ask: Ask, temper: Temper = PLAIN) -> Advice:
    """What each answer to a question is worth, in a state that its seat could be in."""
    values = JUDGES.get(ask.kind, usual)(Scene.of(g, ask.seat, temper), ask)
    return Advice(values, VARIED.get(ask.kind, NEAR))


def _never(top: Procedure) -> bool:
    return False


def _moving(top: Procedure) -> bool:
    return not getattr(top, "fresh", True)


def _declared(top: Procedure) -> bool:
    return bool(getattr(top, "declared", ()))


OPEN: dict[str, Callable[[Procedure], bool]] = {
    "key": _never,
    "fire": _never,
    "artillery-act": _never,
    "move-unit": _never,
    "move": _moving,
    "close-combat": _declared,
}
"""Kinds in which a key pressed too often would spend something: only their end is proposed, once they have begun.

Their frame says whether they have begun. In some the end is never proposed; which Key Chit one likes is taste, but in
the first turn, when a player has none to like yet (`_first_key`).
"""


def _first_key(g: State, ask: Ask) -> Any:
    """The Key Chit proposed to who picks for the first time: the best of those that can do something this turn.

    Later ones are taste, and the page offers those of the turn before.
    """
    if g.turn != g.setting.first_turn:
        return None
    values = advice(imagine(g, ask.seat, Random(0)), ask).values
    side = SIDE_INDEX[ask.seat]
    rated = [(value, -i) for i, value in enumerate(values) if not is_idle(g, side, ask.options[i].arg)]
    return ask.options[-max(rated)[1]] if rated else None


def proposed(g: State, seat: str) -> Any:
    """The answer to put under Enter for a seat, worked out without lots; None where nothing is proposed.

    It is worked out in a state that the seat could be in, always the same one, so that it gives away nothing hidden.
    """
    ask = question(g, seat)
    if ask is None:
        return None
    if ask.kind == "key":
        return _first_key(g, ask)
    begun = OPEN.get(ask.kind)
    if begun is not None and not begun(g.stack[-1][0]):
        return None
    best = best_of(g, ask)
    return None if begun is not None and best != ask.usual else best


def ending(g: State, seat: str) -> Any:
    """The answer that ends what a seat has begun; None where it has begun nothing."""
    ask = question(g, seat)
    if ask is None or not ask.optional:
        return None
    begun = OPEN.get(ask.kind)
    return ask.usual if begun is not None and begun(g.stack[-1][0]) else None


def best_of(g: State, ask: Ask) -> Any:
    """The answer worth most to the adjutant; among equals the usual one, else the first listed."""
    return best_answer(ask, lambda: imagine(g, ask.seat, Random(0)), advice)


# -- what is in mind with some units, in sentences -------------------------------------------------------------------

MOST = 3
"""So many brigades are spoken of."""
SEVERAL = 4
"""So many hexes of a ground are named."""


def reasons(g: State, seat: str, units: Sequence[str]) -> list[str]:
    """What the brigades of these units go for, where points are counted all along; else the hexes that count."""
    scene = Scene.of(g, seat)
    mine = [id for id in units if id in g.units and g.seat(id) == seat]
    forces = {g.counter(id).brigade: g.counter(id).brigade or g.counter(id).name for id in mine}
    found = [_words(g, name, scene.aims[force]) for force, name in forces.items() if force in scene.aims]
    if not found and mine and (held := sorted(scene.stakes, key=lambda hex: (-scene.stakes[hex], hex))[:SEVERAL]):
        found = [f"What counts is who holds {', '.join(map(g.hex_name, held))}."]
    return found[:MOST]


def _words(g: State, name: str, aim: Aim) -> str:
    if aim.kind == GROUND:
        hexes = [g.hex_name(hex) for hex in aim.hexes[:SEVERAL]]
        return f"{name} goes for the ground that counts at {', '.join(hexes)}."
    if aim.kind == FOE:
        return f"{name} goes for the enemy about {g.hex_name(aim.hexes[0])}."
    if aim.kind == HOME:
        return f"{name} makes for the edge of the map, where leaving it pays."
    assert aim.kind == REST, aim.kind
    return f"{name} keeps out of the enemy's way: it could only come to harm."
