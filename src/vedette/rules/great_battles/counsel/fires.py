"""Whom to fire at and with whom: by the fire table, what the shot costs in ammunition, and what it spoils."""

from __future__ import annotations

from typing import NamedTuple

from vedette.rules.great_battles.counsel import aims
from vedette.rules.great_battles.counsel.scene import Scene
from vedette.rules.great_battles.shifts import Shot, column
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.strengths import unfired

DRY = 1 / 18
"""The chance that small arms run out of ammunition by a fire."""
ROUND, LAST_ROUNDS = 0.12, 0.5
"""What a round is worth: always, and as the last one besides, while many fires are still to come."""
PHASES = 2
"""Fires that a battery could give in a turn."""


class Plan(NamedTuple):
    """The best fire at a hex."""

    worth: float
    units: tuple[str, ...]


NONE = Plan(0.0, ())


def targets(g: State, hex: int, side: int, gun: bool, far: bool) -> tuple[str, ...]:
    """Whom a fire at a hex hits: the top unit; from guns afar both (SW 8.52, 8.53)."""
    here = g.troops(hex, side)
    return here if gun and far else here[:1]


def worth(scene: Scene, units: tuple[str, ...], hex: int) -> float:
    """What a fire of units of one arm at a hex is worth, ammunition not counted."""
    g = scene.g
    shots = [Shot(id, unfired(g, id)) for id in units]
    gun = g.counter(units[0]).gun
    far = gun and min(scene.grid.distance(g.at(id), hex) for id in units) > g.setting.numbers["close-artillery"]
    found = 0.0
    for target in targets(g, hex, scene.foe, gun, far):
        found += scene.hurt(target, column(g, shots, hex, target).final, gun)
    leaders = g.leaders(hex, scene.foe)
    if leaders and found:
        found += 0.05 * sum(scene.worth(i) for i in leaders)
    return found


def ammunition(scene: Scene, id: str) -> float:
    """What a fire costs a unit: a round, or the chance to have none left."""
    g, c, u = scene.g, scene.g.counter(id), scene.g.units[id]
    left = max(0, g.setting.last_turn - g.turn)
    if c.gun:
        scarce = max(0.0, 1 - u.rounds / max(1, PHASES * left)) if left else 0.0
        return ROUND * min(1, left) + LAST_ROUNDS * scarce / max(1, u.rounds)
    lost = aims.share(g, c.brigade) * g.setting.numbers[
        "depletion-union" if c.side == 0 else "depletion-confederate"
    ] * (0.4 if c.side == 0 else 1.0)  # fmt: skip
    return DRY * (lost + 0.3 * u.strength * min(1, left))


def best(scene: Scene, hex: int, able: tuple[str, ...]) -> Plan:
    """The best fire at a hex of units of one arm: one after the other, as long as another is worth its shot."""
    chosen: tuple[str, ...] = ()
    value, cost = 0.0, 0.0
    left = list(able)
    found = NONE
    while left:
        tried = [(worth(scene, (*chosen, id), hex) - ammunition(scene, id), -n, id) for n, id in enumerate(left)]
        value, _, id = max(tried)
        value -= cost
        cost += ammunition(scene, id)
        chosen = (*chosen, id)
        left.remove(id)
        if value > found.worth + 1e-9:
            found = Plan(value, chosen)
        elif found.units and len(chosen) > len(found.units) + 1:
            break
    return found
