"""What each answer of a decision is worth to the adjutant, kind by kind of decision."""

from __future__ import annotations

from collections.abc import Callable

from vedette.engine.counsel import Advice, Desk
from vedette.engine.procedure import Ask
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
)
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.state import State
from vedette.rules.common.ai import NEAR, usual

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
    "re-entry": losses.shifted,
    "displace": losses.shifted,
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
"""Kinds in which answers that are worth nearly as much are drawn by lot too, and how much less they may be worth."""


def adjutant(desk: Desk[State]) -> Advice:
    """What each answer of the decision on a desk is worth, from a state that its seat could be in."""
    return advice(desk.state, desk.ask)


def advice(g: State, ask: Ask) -> Advice:
    """What each answer of a question is worth, in a state that its seat could be in."""
    values = JUDGES.get(ask.kind, usual)(Scene.of(g, ask.seat), ask)
    return Advice(values, VARIED.get(ask.kind, NEAR))
