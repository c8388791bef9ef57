"""Cavalry: when it charges, when it mounts, and how it keeps out of the infantry's way."""

from __future__ import annotations

from typing import NamedTuple

from vedette.board.paths import path
from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.assaults import daring, worth_of
from vedette.rules.blind_swords.ai.fires import Values, brigade_fire, frame_of
from vedette.rules.blind_swords.ai.places import worth
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.artillery import ready_in, rides_alone
from vedette.rules.blind_swords.chapters.charge import charge_ends, charge_ways
from vedette.rules.blind_swords.chapters.charge_targets import charge_targets
from vedette.rules.blind_swords.chapters.costs import Terms
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.movement import after_mounting, turn_bar
from vedette.rules.blind_swords.chapters.values import is_cavalry, modified_sp
from vedette.rules.blind_swords.chapters.withdrawal import CavalryWithdrawal
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import State

CITE = "KT-13.10-0"
AT_HAND = 3
"""Hexes to the nearest enemy at which cavalry thinks of fighting on foot."""
AFAR = 5
"""Hexes to the nearest enemy beyond which it mounts."""
TROUBLE = 0.4
"""What it must gain by getting off."""
UP = 0.5
"""What it is worth to be mounted far from the enemy."""


class Charge(NamedTuple):
    """A charge: what it is worth above what it must be, its way with the start, whom it strikes."""

    value: float
    way: tuple[int, ...]
    target: int


NO_CHARGE = Charge(-99.0, (), -1)


def best_charge(scene: Scene, id: str, left: int, terms: Terms, fresh: bool) -> Charge:
    """The charge of a unit that is worth most; one that has begun may end where it is.

    Whether it may charge at all has been asked (`charge_bar`).
    """
    g = scene.g
    best = NO_CHARGE
    ways = charge_ways(g, id, left, terms, fresh)
    for hex in ways:
        if (fresh and hex == g.at(id)) or not charge_ends(g, id, hex):
            continue
        trial = _there(g, id, hex)
        then = scene.moved(trial)
        for target in charge_targets(g, id, hex):
            value = worth_of(then, target, [id]).value - daring(scene, target) - _exposed(g, id, path(ways, hex))
            if value > best.value:
                best = Charge(value, path(ways, hex), target)
    return best


def _there(g: State, id: str, hex: int) -> State:
    trial = g.clone()
    if hex != g.at(id):
        place(trial, id, hex, CITE)
    trial.charging = tuple(sorted({*g.charging, id}))
    return trial


def _exposed(g: State, id: str, way: tuple[int, ...]) -> float:
    """What the fire on a way may cost, by the points next to the hexes that are left."""
    side = g.side(id)
    points = sum(modified_sp(g, i) // 2 for hex in way[:-1] for i in g.enemies_beside(hex, side))
    return 0.25 * points / SP


def turn_worth(scene: Scene, id: str, left: int, terms: Terms) -> float:
    """What a unit gains by mounting or dismounting where it stands; 0 where it may not or need not."""
    g = scene.g
    if g.setting.counters[id].foot is None or turn_bar(g, id, left, terms) is not None:
        return 0.0
    near = scene.to_enemy(g.at(id))
    if not is_cavalry(g, id):
        return UP if near > AFAR else 0.0
    if near > AT_HAND:
        return 0.0
    at = g.at(id)
    return max(0.0, worth(scene.moved(after_mounting(g, id)), id, at) - worth(scene, id, at) - TROUBLE)


# -- mounted cavalry -------------------------------------------------------------------------------------------------


STRUCK = 1.5
"""What it costs mounted cavalry to receive an attack by infantry, which it can hardly answer."""
LAST = 0.01
"""What it is worth to let cavalry act at all in the Artillery Phase: after the guns that have something to do."""


def rides_worth(scene: Scene, hex: int) -> float:
    """The best that cavalry of a hex can do in the Artillery Phase; nothing where there is none."""
    here = (i for i in ready_in(scene.g, scene.side, hex) if rides_alone(scene.g, i))
    return max((ride_worth(scene, i) for i in here), default=0.0)


def ride_worth(scene: Scene, id: str) -> float:
    """Its best fire; where it goes and whom it attacks is weighed when it comes to that, and it may stay."""
    return LAST + max((worth for worth, _ in brigade_fire(scene, [id]).values()), default=0.0)


def withdrawal(scene: Scene, ask: Ask) -> Values:
    """Withdraws to where it stands better; stays where that is worth more than what comes at it."""
    frame: CavalryWithdrawal = frame_of(scene.g, CavalryWithdrawal)
    unit = ask.options[0].unit
    here = worth(scene, unit, scene.g.at(unit)) - (STRUCK if frame.target >= 0 else 0.0)
    return [here if choice.kind == "stand" else _off(scene, unit, choice.hex) for choice in ask.options]


def _off(scene: Scene, unit: str, hex: int) -> float:
    trial = scene.g.clone()
    place(trial, unit, hex, CITE)
    return worth(scene.moved(trial), unit, hex)
