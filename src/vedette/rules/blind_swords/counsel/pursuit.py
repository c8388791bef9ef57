"""Going for an aim: what a hex is worth to a unit by how near it is to what its brigade goes for."""

from __future__ import annotations

from vedette.rules.blind_swords.costs import POINT
from vedette.rules.blind_swords.counsel.aims import FOE, GROUND, Aim
from vedette.rules.blind_swords.counsel.holding import wants
from vedette.rules.blind_swords.counsel.scene import Scene
from vedette.rules.blind_swords.counsel.travel import travel

TREK = 0.12
"""What a movement point of the way is worth, however far it still is."""
FARTHEST = 300
"""Half points beyond which a hex is out of reach."""
FADES = tuple(0.86 ** (half / POINT) for half in range(400))
"""What nearness is worth, by the half points that are left."""
PULL = 12.0
"""The most that anything draws a unit on."""
CHASE = 5.0
"""How much an enemy brigade draws on who goes for it."""


def nearness(scene: Scene, id: str, hex: int) -> float:
    """What nearness to its aim is worth to a unit; nothing to a unit without one."""
    aim = scene.aims.get(scene.g.counter(id).brigade)
    if aim is None:
        return 0.0
    way = way_to_aim(scene, id, hex)
    return way + drawn(scene, id, hex, aim) if aim.kind == GROUND else way


def way_to_aim(scene: Scene, id: str, hex: int) -> float:
    """What a hex is worth by the way that is still to go."""
    c = scene.g.counter(id)
    aim = scene.aims.get(c.brigade)
    if aim is None or not aim.hexes:
        return 0.0
    far = travel(scene.g.setting, c.arm, aim.hexes)[hex]
    trek = -TREK * min(far, FARTHEST) / POINT
    return trek + CHASE * faded(far) if aim.kind == FOE else trek


def drawn(scene: Scene, id: str, hex: int, aim: Aim) -> float:
    """The pull of the hex of a ground that wants the unit most."""
    wanted = scene.wanted.get(id)
    if wanted is None:
        wanted = scene.wanted[id] = wants(scene, id)
    setting, arm = scene.g.setting, scene.g.counter(id).arm
    return max(min(PULL, wanted[h]) * faded(travel(setting, arm, (h,))[hex]) for h in aim.hexes)


def faded(half: int) -> float:
    """What nearness counts so many half points away."""
    return FADES[half] if half < len(FADES) else 0.0
