"""What the adjutant answers in a movement step: who moves, and where to."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.choice import DONE, Choice
from vedette.engine.procedure import Ask
from vedette.hexes import hexes_of
from vedette.rules.blind_swords.ai import cavalry
from vedette.rules.blind_swords.ai.aims import HOME, IN_TOUCH, holds, way_out
from vedette.rules.blind_swords.ai.assaults import daring
from vedette.rules.blind_swords.ai.fires import Values, frame_of
from vedette.rules.blind_swords.ai.guns import gun_goal
from vedette.rules.blind_swords.ai.marches import NO_ONSET, March, Onset, onset_of
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.ai.worth import exit_of
from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.chapters.artillery import CavalryTurn
from vedette.rules.blind_swords.chapters.charge import charge_bar
from vedette.rules.blind_swords.chapters.costs import Terms, terms_for
from vedette.rules.blind_swords.chapters.movement_step import MovementStep
from vedette.rules.blind_swords.chapters.orders import may_assault
from vedette.rules.blind_swords.chapters.unit_moves import MoveUnit, turning
from vedette.rules.blind_swords.chapters.values import is_cavalry

FOLLOWED = 3
"""Cavalry of no brigade attacks only with infantry within this many hexes."""
LEAVES = 30.0
"""What puts units that leave the map before all others."""


def _onset(scene: Scene, march: March, side: int, brigade: str) -> Onset:
    """The assault to march into, where the Order allows one and it is worth it."""
    activation = frame_of(scene.g, Activation)
    if activation is None or not may_assault(activation.order) or activation.brigade != brigade:
        return NO_ONSET
    return _worth_daring(scene, onset_of(march, scene.g.brigade(side, brigade)))


def _worth_daring(scene: Scene, found: Onset) -> Onset:
    """An assault, if it is worth more than the least required."""
    return found if found.value > daring(scene, found.target) else NO_ONSET


def _followed(scene: Scene, found: Onset) -> Onset:
    """An assault of cavalry by itself, where infantry of its side is near enough to make use of it."""
    g = scene.g
    near = hexes_of(scene.grid.within(found.target, FOLLOWED) & g.masks[scene.side]) if found.target >= 0 else ()
    return found if any(g.counter(i).arm == "infantry" for h in near for i in g.in_hex(h)) else NO_ONSET


def move_unit(scene: Scene, ask: Ask) -> Values:
    """Those who attack together first, then whoever gains most; nobody where nothing is gained."""
    g = scene.g
    frame: MovementStep = frame_of(g, MovementStep)
    ready = [choice.unit for choice in ask.options if choice != DONE]
    march = March(scene, ready, frame.terms, {})
    onset = _onset(scene, march, frame.side, frame.brigade)
    values = []
    for choice in ask.options:
        id = choice.unit
        if choice == DONE:
            values.append(0.0)
        elif at_the_edge(scene, id):
            values.append(LEAVES)
        elif (charge := charge_of(scene, id, frame.terms)) > _edge(scene, onset):
            values.append(20.0 + charge)
        elif id in onset.goes:
            values.append(20.0 + g.counter(id).sp[0] / 64 if onset.goes[id] != g.at(id) else -1.0)
        else:
            gain, goal = march.best(id)
            values.append(gain if goal != g.at(id) else turn_of(scene, id, frame.terms) or -1.0)
    return values


def move(scene: Scene, ask: Ask) -> Values:
    """The next hex on the way to where it should go, or stop."""
    g = scene.g
    frame: MoveUnit = frame_of(g, MoveUnit)
    leaving = [float(choice.kind == "exit") for choice in ask.options]
    if any(leaving) and at_the_edge(scene, frame.unit):
        return leaving
    if g.counter(frame.unit).arm == "artillery":
        way = gun_goal(scene, frame.unit, frame.left, frame.terms, frame.fresh)
        return _towards(ask.options, way)
    step: MovementStep | None = frame_of(g, MovementStep)
    rides = frame_of(g, CavalryTurn) is not None
    ready = [frame.unit]
    if step is not None:
        ready += [i for i in g.brigade(step.side, step.brigade) if i not in step.moved and g.at(i) >= 0]
    march = March(scene, ready, frame.terms, {frame.unit: (frame.left, frame.fresh)})
    onset = _onset(scene, march, step.side, step.brigade) if step is not None else NO_ONSET
    if rides:
        onset = _followed(scene, _worth_daring(scene, onset_of(march, ready)))
    charging = [3.0 * (choice.kind == "charge") for choice in ask.options]
    if frame.charging or any(charging):
        charge = cavalry.best_charge(scene, frame.unit, frame.left, frame.terms, frame.fresh)
        if frame.charging and charge.way:
            return _towards(ask.options, charge.way)
        if charge.value > _edge(scene, onset):
            return charging
    if rides and frame.unit not in onset.goes:  # it follows the army as a battery does, and is no garrison
        return _towards(ask.options, gun_goal(scene, frame.unit, frame.left, frame.terms, frame.fresh))
    goal = onset.goes[frame.unit] if frame.unit in onset.goes else march.best(frame.unit)[1]
    values = _towards(ask.options, march.ways(frame.unit)[goal].path if goal in march.ways(frame.unit) else ())
    turn = turning(g, frame.unit)
    if turn in ask.options and goal == g.at(frame.unit):
        turns = cavalry.turn_worth(scene, frame.unit, frame.left, frame.terms) > 0
        return [2.0 if o == turn and turns else v for o, v in zip(ask.options, values, strict=True)]
    return values


def _edge(scene: Scene, onset: Onset) -> float:
    """What an assault is worth beyond the least required; 0 where there is none."""
    return onset.value - daring(scene, onset.target) if onset.target >= 0 else 0.0


def charge_of(scene: Scene, id: str, terms: Terms) -> float:
    """What the best charge of a unit that has not moved is worth; nothing for one that does not ride."""
    if not is_cavalry(scene.g, id):
        return cavalry.NO_CHARGE.value
    mine = terms_for(scene.g, id, terms)
    if charge_bar(scene.g, id, mine.allowance, mine, True) is not None:
        return cavalry.NO_CHARGE.value
    return cavalry.best_charge(scene, id, mine.allowance, mine, True).value


def turn_of(scene: Scene, id: str, terms: Terms) -> float:
    """What mounting or dismounting is worth to a unit that stays where it is."""
    mine = terms_for(scene.g, id, terms)
    return cavalry.turn_worth(scene, id, mine.allowance, mine)


def _towards(options: Sequence[Choice], way: Sequence[int]) -> Values:
    """The next hex of a way; at its end stop; never off the map."""
    liked = {"done": 1.0 if len(way) > 1 else 3.0, "exit": -5.0}
    onward = way[1] if len(way) > 1 else None
    return [3.0 if o.hex == onward else liked.get(o.kind, 0.0) for o in options]


def at_the_edge(scene: Scene, id: str) -> bool:
    """Whether a unit stands where it leaves the map, and should now."""
    g = scene.g
    if exit_of(g, id) <= 0 or g.at(id) not in way_out(g, g.side(id)):
        return False
    aim = scene.aims.get(g.counter(id).brigade)
    return (aim is not None and aim.kind == HOME) or _last_chance(scene, id)


def _last_chance(scene: Scene, id: str) -> bool:
    """In the last turn whoever neither holds nor fights anything may as well leave."""
    g = scene.g
    return g.turn == g.setting.last_turn and not holds(scene, g.at(id)) and scene.to_enemy(g.at(id)) > IN_TOUCH
