"""Orders and rally: what each Order would bring the brigade, and who rallies first."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.choice import DONE
from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.assaults import daring
from vedette.rules.blind_swords.ai.brigades import entering, promise, shortlist
from vedette.rules.blind_swords.ai.fires import Values, brigade_fire, frame_of
from vedette.rules.blind_swords.ai.marches import CITE, March, onset_of
from vedette.rules.blind_swords.ai.places import worth
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.ai.worth import loss_of
from vedette.rules.blind_swords.chapters.activation import Activation, ChooseBrigade
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.fire import limited_step
from vedette.rules.blind_swords.chapters.movement import can_move
from vedette.rules.blind_swords.chapters.orders import (
    ALL_HITS,
    DEFEND,
    MANEUVER,
    ORDERS,
    REGROUP,
    hits_recovered,
    may_assault,
    may_fire,
    may_rebuild,
    terms_of,
)
from vedette.rules.blind_swords.chapters.rally import rebuild_bar, recover_bar
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import AVAILABLE

STEADY = 1.4
"""What a Morale Hit taken off is worth."""
OUT_OF_QUESTION = -99.0
FORGONE = 0.3
"""What the loss of a full activation counts for, by what a brigade promises."""
FAR_OFF = 8
"""Hexes to the nearest enemy beyond which a brigade only marches."""
CAUTION = 0.05
"""Between equal Orders the one that binds least."""


def order(scene: Scene, ask: Ask) -> Values:
    """What fire, movement, assault and rally under each Order would bring."""
    frame: Activation = frame_of(scene.g, Activation)
    if scene.aims and not at_hand(scene, frame.side, frame.brigade):
        return [_far_off(scene, frame, choice.arg) for choice in ask.options]
    return [order_worth(scene, frame, choice.arg) for choice in ask.options]


def at_hand(scene: Scene, side: int, brigade: str) -> bool:
    """Whether an enemy is near enough to a unit of a brigade that fire or assault could come into it."""
    g = scene.g
    return any(g.at(i) >= 0 and g.enemy_within(g.at(i), side, FAR_OFF) for i in g.brigade(side, brigade))


def _far_off(scene: Scene, frame: Activation, name: str) -> float:
    """Far from the enemy an Order is for marching or for rest, and no other march goes as far as a Maneuver."""
    if name == MANEUVER:
        return _march_worth(scene, frame, name)
    rest = rally_worth(scene, frame.side, frame.brigade, name) if hits_recovered(name) else 0.0
    return rest + (CAUTION if name == DEFEND else 0.0)


def order_worth(scene: Scene, frame: Activation, name: str) -> float:
    """What an Order is worth to a brigade."""
    g = scene.g
    units = g.brigade(frame.side, frame.brigade)
    value = 0.0
    if may_fire(name):
        foot = [i for i in units if g.at(i) >= 0 and g.counter(i).arm != "artillery"]
        value += sum(row[0] for row in brigade_fire(scene, foot).values())
    if name != REGROUP:
        value += _march_worth(scene, frame, name)
    if hits_recovered(name):
        value += rally_worth(scene, frame.side, frame.brigade, name)
    return value + (CAUTION if name == DEFEND else 0.0)


def _march_worth(scene: Scene, frame: Activation, name: str) -> float:
    """What the units gain by moving one after the other, or by the assault that they can march into."""
    g = scene.g
    arms = {g.counter(i).arm for i in g.brigade(frame.side, frame.brigade)}
    terms = terms_of("cavalry" if arms == {"cavalry"} else "infantry", name, frame.effects, g.setting.profile)
    ready = [i for i in g.brigade(frame.side, frame.brigade) if can_move(g, i, terms)]
    march = March(scene, ready, terms, {})
    gains = moves_worth(scene, march, ready)
    if not may_assault(name):
        return gains
    onset = onset_of(march, g.brigade(frame.side, frame.brigade))
    return max(gains, onset.value + 0.5 * gains if onset.value > daring(scene, onset.target) else gains)


def moves_worth(scene: Scene, march: March, ready: Sequence[str]) -> float:
    """The gains of a brigade's moves; each place is taken once, so that two do not count the same prize."""
    g = scene.g
    trial = g.clone()
    then = scene.moved(trial)
    firsts = sorted(((march.best(i), i) for i in ready), key=lambda row: (-row[0][0], row[1]))
    total = 0.0
    for (gain, goal), id in firsts:
        if gain <= 0 or goal == g.at(id):
            continue
        again = worth(then, id, goal) - worth(then, id, g.at(id)) if total else gain
        if again > 0:
            total += again
            place(trial, id, goal, CITE)
            then = scene.moved(trial)
    return total


def rally_worth(scene: Scene, side: int, brigade: str, name: str) -> float:
    """The hits that would come off, and the units that might come back."""
    g = scene.g
    value = 0.0
    for id, unit in g.units.items():
        if g.side(id) != side or (unit.at < 0 and unit.at != AVAILABLE):
            continue
        if unit.hits and recover_bar(g, id, side, brigade, name) is None:
            value += STEADY * min(unit.hits, hits_recovered(name), ALL_HITS) * _weight(scene, id)
        elif may_rebuild(name) and rebuild_bar(g, id, side, brigade, name) is None:
            value += _rebuilt(scene, id)
    return value


def _weight(scene: Scene, id: str) -> float:
    """How much a unit counts in a rally: large ones more."""
    c = scene.g.counter(id)
    return 0.5 + c.sp[scene.g.units[id].worn] / SP / 8


def _rebuilt(scene: Scene, id: str) -> float:
    """What a try to rebuild a unit is worth; the nearer the end, the more the points that its loss would give."""
    g = scene.g
    c = g.counter(id)
    if g.units[id].at != AVAILABLE:
        return scene.rating(id) / 6 * ((c.sp[0] - c.sp[1]) / SP + 0.8)
    spared = loss_of(g, id) * scene.point * (1.0 - scene.left) if scene.point else 0.0
    return scene.rating(id) / 6 * (c.sp[1] / SP + 1.0 + spared)


def rally(scene: Scene, ask: Ask) -> Values:
    """Everybody who can, once: recovered if hurt, else rebuilt."""
    g = scene.g
    values = []
    for choice in ask.options:
        id = choice.unit
        if choice == DONE:
            values.append(0.0)
        elif choice.kind == "recover":
            values.append(1.0 + STEADY * g.units[id].hits * _weight(scene, id))
        else:
            values.append(0.1 + _rebuilt(scene, id))
    return values


def activate(scene: Scene, ask: Ask) -> Values:
    """The brigade that can do most: where the choice is a Commander's, or small, by what its best Order is worth."""
    frame = scene.g.stack[-1][0] if scene.g.stack else None
    brigades = [choice.arg for choice in ask.options]
    if isinstance(frame, ChooseBrigade) and not frame.full:
        return [_fires_only(scene, b, frame.lost) for b in brigades]
    few = set(shortlist(scene, brigades))
    return [_best_order(scene, b) if b in few else OUT_OF_QUESTION for b in brigades]


def _fires_only(scene: Scene, brigade: str, lost: bool) -> float:
    """What a Limited Activation brings by fire, less what the brigade could have done with a full one."""
    able = limited_step(scene.g, scene.side, brigade)._ready(scene.g)
    fire = 0.0 if lost else sum(row[0] for row in brigade_fire(scene, able).values())
    return fire - FORGONE * promise(scene, brigade)


def _best_order(scene: Scene, brigade: str) -> float:
    frame = Activation(scene.side, brigade, True)
    near = not scene.aims or at_hand(scene, scene.side, brigade)
    judge = order_worth if near else _far_off
    return max(judge(scene, frame, o) for o in ORDERS) + entering(scene, brigade)
