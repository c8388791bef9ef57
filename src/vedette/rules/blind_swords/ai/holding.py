"""Victory hexes: how well they are held, how much they are in danger, and which of them want a unit."""

from __future__ import annotations

from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.ai.stakes import PRIZE

NEARNESS = {1: 0.9, 2: 0.8, 3: 0.7, 4: 0.6, 5: 0.45, 6: 0.3}
"""How likely an empty victory hex is lost, by the hexes to the nearest enemy."""
WALK = 5
"""Hexes from which he may walk in within an activation."""
LATE = 0.8
"""How much of the rest is as good as lost at the very end."""


def held(scene: Scene, id: str, hex: int, points: float) -> float:
    """What a unit adds to the hold on a victory hex of ours: much where little is there and the enemy is near."""
    need = needed(scene, hex)
    there = strength_in(scene, hex, id)
    return scene.stakes[hex] * danger(scene, hex) * (_ratio(there + points, need) - _ratio(there, need))


def _ratio(points: float, need: float) -> float:
    """How well so many points hold a hex: anybody at all keeps the enemy from walking in, the first points do most."""
    return 0.35 + 0.65 * min(1.0, points / need) ** 0.6 if points > 0 else 0.0


def strength_in(scene: Scene, hex: int, but: str) -> float:
    return scene.points([i for i in scene.g.in_hex(hex) if i != but])


def needed(scene: Scene, hex: int) -> float:
    """Strength points that hold a hex against the enemies near it."""
    g = scene.g
    key = ("need", hex)
    found = scene.memo.get(key)
    if found is None:
        around = scene.grid.within(hex, 4)
        near = [i for i in scene.enemies() if around >> g.at(i) & 1]
        share = 0.35 if hex in g.setting.walls else 0.6
        found = scene.memo[key] = max(3.0, share * scene.points(near))
    return found


def danger(scene: Scene, hex: int) -> float:
    """How likely a victory hex of ours is lost if nobody stands there: the later, the less can it be won back."""
    off = scene.to_enemy(hex)
    now = NEARNESS.get(off, 0.15)
    return now + (1.0 - now) * LATE * (1.0 - scene.left) ** 2 if off <= WALK else now


def wants(scene: Scene, id: str) -> dict[int, float]:
    """The victory hexes that want this unit, with how much: those of the enemy, and our own that are ill held."""
    g = scene.g
    side = g.counter(id).side
    found: dict[int, float] = {}
    ahead = 2 * sum(holder == side for holder in scene.goals.values()) > len(scene.goals)
    for h, holder in scene.goals.items():
        if holder != side:
            found[h] = scene.stakes[h] * (0.45 if ahead else 0.6)
        else:
            lack = 1.0 - _ratio(strength_in(scene, h, id), needed(scene, h))
            found[h] = scene.stakes[h] * (0.15 + 0.45 * lack * danger(scene, h))
    if not found:
        for i in scene.enemies():
            found[g.at(i)] = PRIZE * 0.3
    return found
