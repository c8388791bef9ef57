"""Going for an aim: what a hex is worth to a unit by how near it is to what its brigade goes for."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from vedette.rules.blind_swords.ai.aims import FOE, GROUND, REST, Course
from vedette.rules.blind_swords.ai.holding import wants
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.ai.travel import travel
from vedette.rules.blind_swords.chapters.costs import POINT
from vedette.rules.blind_swords.setting import Setting

TREK = 0.3
"""What a movement point of the way is worth, however far it still is."""
THERE = 3 * POINT
"""Half points from its aim within which a unit has come up."""
FARTHEST = 300
"""Half points beyond which a hex is out of reach."""
FADES = tuple(0.86 ** (half / POINT) for half in range(400))
"""What nearness is worth, by the half points that are left."""
PULL = 12.0
"""The most that anything draws a unit on."""
AWAY, SAFE = 0.3, 7
"""What each hex to the nearest enemy is worth to who keeps out of his way, and how many of them."""
CHASE = 5.0
"""How much an enemy brigade draws on who goes for it."""


def nearness(scene: Scene, id: str, hex: int) -> float:
    """What nearness to its aim is worth to a unit; nothing to a unit without one."""
    chase, far, draws = course(scene, id)
    way = _way(scene, id, hex, chase, far)
    return way + max([pull * row[hex] for pull, row in draws]) if draws else way


def way_to_aim(scene: Scene, id: str, hex: int) -> float:
    """What a hex is worth by the way that is still to go."""
    chase, far, _ = course(scene, id)
    return _way(scene, id, hex, chase, far)


def _way(scene: Scene, id: str, hex: int, chase: float, far: Sequence[int]) -> float:
    if not far:
        aim = scene.aims.get(scene.g.counter(id).brigade)
        return AWAY * min(SAFE, scene.to_enemy(hex)) if aim is not None and aim.kind == REST else 0.0
    half = far[hex]
    trek = -TREK * min(max(0, half - THERE), FARTHEST) / POINT
    return trek + chase * fades(half) if chase else trek


def course(scene: Scene, id: str) -> Course:
    """The way of a unit to what its brigade goes for, worked out once."""
    found = scene.courses.get(id)
    if found is None:
        found = scene.courses[id] = _course(scene, id)
    return found


def _course(scene: Scene, id: str) -> Course:
    setting, c = scene.g.setting, scene.g.counter(id)
    aim = scene.aims.get(c.brigade)
    if aim is None or not aim.hexes:
        return 0.0, (), ()
    draws: tuple[tuple[float, Sequence[float]], ...] = ()
    if aim.kind == GROUND:
        wanted = wants(scene, id)
        draws = tuple((min(PULL, wanted[h]), faded(setting, c.arm, h)) for h in aim.hexes if h in wanted)
    return CHASE if aim.kind == FOE else 0.0, travel(setting, c.arm, aim.hexes), draws


@lru_cache(maxsize=256)
def faded(setting: Setting, arm: str, goal: int) -> Sequence[float]:
    """What nearness to a hex counts from each hex."""
    return array("d", map(fades, travel(setting, arm, (goal,))))


def fades(half: int) -> float:
    """What nearness counts so many half points away."""
    return FADES[half] if half < len(FADES) else 0.0
