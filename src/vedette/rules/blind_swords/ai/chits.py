"""Event chits: which go into the cup, when a held one is played, and on whom."""

from __future__ import annotations

from collections.abc import Callable

from vedette.engine.choice import PASS, Choice
from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.assaults import daring, worth_of, yell_worth
from vedette.rules.blind_swords.ai.brigades import giving_up, shortlist, within_reach
from vedette.rules.blind_swords.ai.fires import Values, firefight_worth, frame_of
from vedette.rules.blind_swords.ai.losses import strength
from vedette.rules.blind_swords.ai.marches import March
from vedette.rules.blind_swords.ai.orders import moves_worth, rally_worth
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.chapters.close_combat import CloseCombat
from vedette.rules.blind_swords.chapters.event_actions import (
    commander_up,
    firefight_pairs,
    rally_brigades,
    reserve_brigades,
    reserve_terms,
    yell_pairs,
)
from vedette.rules.blind_swords.chapters.events import rally_units
from vedette.rules.blind_swords.chapters.fire import Fire
from vedette.rules.blind_swords.chapters.fire_shifts import aim
from vedette.rules.blind_swords.chapters.movement import can_move
from vedette.rules.blind_swords.chapters.orders import ATTACK, MANEUVER, REGROUP
from vedette.rules.blind_swords.chapters.values import lead_candidates
from vedette.rules.blind_swords.chapters.windows import USES, Moment, Window, event_of, is_commander, offered
from vedette.rules.blind_swords.charts import SP

WAIT = 0.8
"""What a chit must be worth now to be played rather than kept for later."""
LAST = 0.1
"""The same at the end of the turn, when it would otherwise be lost."""


# -- what a chit is worth at a moment -----------------------------------------------------------------------------


def _confusion(scene: Scene, w: Window) -> float:
    """Half of the dice change an Order: worth it against an attack by a strong brigade nearby."""
    return (0.25 if w.order == ATTACK else 0.08) * _brigade(scene, w)


def _fatigue(scene: Scene, w: Window) -> float:
    """Against a brigade that means to come up."""
    return (0.15 if w.order in (ATTACK, MANEUVER) else 0.02) * _brigade(scene, w)


def _quick_march(scene: Scene, w: Window) -> float:
    """What double movement brings beyond single."""
    g = scene.g
    frame = frame_of(g, Activation)
    units = [i for i in g.brigade(w.acting, w.brigade) if g.at(i) >= 0]
    if frame is None or not units:
        return 0.0
    off = min(scene.grid.distance(g.at(i), h) for i in units for h in scene.goals) if scene.goals else 0
    return 1.5 if w.order in (ATTACK, MANEUVER) and 2 <= off <= 9 else 0.0


def _brigade(scene: Scene, w: Window) -> float:
    return sum(strength(scene, i) for i in scene.g.brigade(w.acting, w.brigade) if scene.g.at(i) >= 0)


def _reserve(scene: Scene, w: Window) -> float:
    """What the best brigade would gain."""
    brigades = shortlist(scene, reserve_brigades(scene.g, scene.side))
    return max((reserve_worth(scene, b) for b in brigades), default=0.0) - 0.5


def reserve_worth(scene: Scene, brigade: str) -> float:
    """What a brigade gains by a Reserve Move."""
    g, terms = scene.g, reserve_terms()
    ready = [i for i in g.brigade(scene.side, brigade) if can_move(g, i, terms)]
    return moves_worth(scene, March(scene, ready, terms, {}), ready) if ready else 0.0


def _ground(scene: Scene, w: Window) -> float:
    """The harm that two columns avert, in a fire or an assault at hand; before that, only where fire is certain."""
    if w.name == "fired-at":
        return _fire_spared(scene, 2)
    if w.name == "assault-declared":
        return 1.5 + (3.0 if w.hex in scene.goals else 0.0)
    return 0.0


def _confident(scene: Scene, w: Window) -> float:
    """The harm that one more point of Cohesion averts."""
    if w.name == "fired-at":
        return _fire_spared(scene, 1)
    if w.name == "assault-declared":
        return 0.8 + (1.5 if w.hex in scene.goals else 0.0)
    return max((scene.g.counter(i).sp[1] / SP / 6 + 0.5 for i in w.units), default=0.0)


def _fire_spared(scene: Scene, columns: int) -> float:
    """How much less a fire does so many columns further left."""
    g = scene.g
    frame: Fire | None = frame_of(g, Fire)
    if frame is None:
        return 0.0
    lead = frame.mover or lead_candidates(g, frame.plan.target, frame.struck)[0]
    column = aim(g, frame.plan, lead)[1]
    rating = scene.rating(lead)
    before, after = scene.chances.tests(column, rating), scene.chances.tests(column - columns, rating)
    alone = bool(frame.mover)
    where = frame.plan.target
    return scene.harm(where, lead, before, alone) - scene.harm(where, lead, after, alone)


def _yell(scene: Scene, w: Window) -> float:
    """In an assault at hand what two columns add; else the best sudden assault."""
    g = scene.g
    if w.name != "assault-declared":
        return max((yell_worth(scene, a, b) - daring(scene, b) for a, b in yell_pairs(g, scene.side)), default=-99.0)
    frame: CloseCombat | None = frame_of(g, CloseCombat)
    if frame is None:
        return 0.0
    with_it = worth_of(scene, frame.target, frame.group, (*frame.effects, "rebel-yell")).value
    return with_it - worth_of(scene, frame.target, frame.group, frame.effects).value


def _firefight(scene: Scene, w: Window) -> float:
    """The best one, with its answer taken into account."""
    pairs = firefight_pairs(scene.g, scene.side)
    return 2.0 * max((firefight_worth(scene, a, b) for a, b in pairs), default=-1.0)


def _rally(scene: Scene, w: Window) -> float:
    """The unit that is hurt most."""
    units = rally_units(scene.g, scene.side)
    return max((0.6 * scene.g.units[i].hits + 0.15 * strength(scene, i) for i in units), default=-1.0)


def _brigade_rally(scene: Scene, w: Window) -> float:
    """The brigade that has most to get over."""
    g, side = scene.g, scene.side
    return max((rally_worth(scene, side, b, REGROUP) for b in rally_brigades(g, side)), default=-1.0)


def _commander(scene: Scene) -> float:
    """A Commander's chit waits until the enemy is within reach; before it is lost it is played anyway."""
    return 3.0 if within_reach(scene) else 0.5


def _always(scene: Scene, w: Window) -> float:
    """Nothing speaks for waiting."""
    return 2.0


WORTH: dict[str, Callable[[Scene, Window], float]] = {
    "Command Confusion": _confusion,
    "Quick March": _quick_march,
    "Fatigue": _fatigue,
    "Brigade Reserve Move": _reserve,
    "Good Ground": _ground,
    "Confident": _confident,
    "Rebel Yell": _yell,
    "Firefight": _firefight,
    "Rally": _rally,
    "Brigade Rally": _brigade_rally,
    "CSA Low Ammo": _always,
    "Union Low Ammo": _always,
    "Find Ammo": _always,
}


# -- answers ----------------------------------------------------------------------------------------------------------


def window(scene: Scene, ask: Ask) -> Values:
    """A held chit is played where it is worth more now than it may be later."""
    frame: Window = frame_of(scene.g, Window)
    enough = LAST if frame.name == "turn-end" else WAIT
    return [0.0 if choice == PASS else _used(scene, frame, choice) - enough for choice in ask.options]


def announce(scene: Scene, ask: Ask) -> Values:
    """Whoever has a chit that is worth more now than later will play."""
    frame = Window(ask.window, scene.side)
    enough = LAST if frame.name == "turn-end" else WAIT
    chits = offered(scene.g, scene.side, Moment(frame.name, scene.side)) or ()
    best = max((_now(scene, frame, chit) - enough for chit in chits), default=-1.0)
    return [0.0 if answer == PASS else best for answer in ask.options]


def _used(scene: Scene, frame: Window, choice: Choice) -> float:
    return _bonus(scene, frame, choice) if choice.kind in USES else _now(scene, frame, choice.arg)


def _now(scene: Scene, frame: Window, chit: str) -> float:
    if is_commander(scene.g, chit):
        return _commander(scene)
    return WORTH[event_of(scene.g, scene.side, chit)](scene, frame)


def _bonus(scene: Scene, frame: Window, choice: Choice) -> float:
    """Two columns to the right in our own combat, to the left in the enemy's."""
    mine = frame.acting == scene.side
    if mine != (choice.kind == "use right"):
        return -5.0
    return 2.0 if frame.name == "assault-declared" else 1.0


def drawn(scene: Scene, ask: Ask) -> Values:
    """Plays what is worth it at once, keeps the rest."""
    values = []
    for choice in ask.options:
        chit = choice.arg
        if choice.kind in ("hold", "discard"):
            values.append(0.0)
        elif choice.kind == "give up":
            values.append(giving_up(scene) - WAIT * _key(scene, chit))
        elif is_commander(scene.g, chit):
            values.append(_commander(scene) - WAIT)
        else:
            worth = WORTH[event_of(scene.g, scene.side, chit)]
            values.append(worth(scene, Window("drawn", scene.side)) - WAIT)
    return values


def key(scene: Scene, ask: Ask) -> Values:
    """The Key Chit that the situation asks for."""
    return [_key(scene, choice.arg) for choice in ask.options]


def _key(scene: Scene, chit: str) -> float:
    g = scene.g
    touching = sum(g.enemies_near(g.at(i), scene.side) for i in g.on_map(scene.side))
    hurt = sum(g.units[i].hits for i in g.on_map(scene.side))
    holds = sum(side == scene.side for side in scene.goals.values()) * 2 > len(scene.goals)
    marked = sum(g.units[i].low_ammo for i in g.on_map(scene.side))
    known = {
        "Command Confusion": 1.6 if holds else 1.2,
        "Fatigue": 1.2 if holds and not touching else 0.8,
        "Quick March": 1.5 if not touching else 0.4,
        "Brigade Reserve Move": 1.0 if not touching else 0.3,
        "Good Ground": 1.5 if touching else 0.8,
        "Confident": 1.4 if touching else 0.7,
        "Rebel Yell": 1.7 if touching else 0.5,
        "Firefight": 1.2 if touching else 0.3,
        "Rally": min(1.8, 0.4 + 0.4 * hurt),
        "CSA Low Ammo": 0.8,
        "Union Low Ammo": 0.2,
        "Find Ammo": 0.3 + 0.8 * marked,
        "Brigade Rally": min(1.6, 0.3 * hurt) if commander_up(g, scene.side) else 0.1,
    }
    return known.get(event_of(g, scene.side, chit), 0.5)


def reserve_move(scene: Scene, ask: Ask) -> Values:
    """The brigade that gains most by moving."""
    brigades = [choice.arg for choice in ask.options]
    few = set(shortlist(scene, brigades))
    return [reserve_worth(scene, b) if b in few else -1.0 for b in brigades]


def good_ground(scene: Scene, ask: Ask) -> Values:
    """Our own hex on which most fire can be brought."""
    foe = 1 - scene.side
    return [scene.column_on(c.hex, foe) + (2.0 if c.hex in scene.goals else 0.0) for c in ask.options]


def brigade_rally(scene: Scene, ask: Ask) -> Values:
    """The brigade that has most to get over."""
    return [rally_worth(scene, scene.side, choice.arg, REGROUP) for choice in ask.options]


def conflicting(scene: Scene, ask: Ask) -> Values:
    """The enemy brigade with the most strength near what is fought for."""
    g, foe = scene.g, 1 - scene.side
    there = (choice.arg if choice != PASS else None for choice in ask.options)
    return [0.0 if b is None else sum(strength(scene, i) for i in g.brigade(foe, b) if g.at(i) >= 0) for b in there]
