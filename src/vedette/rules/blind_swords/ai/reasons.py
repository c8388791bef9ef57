"""What the adjutant has in mind with some units, in sentences: what their brigades go for."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.rules.blind_swords.ai.aims import FOE, GROUND, HOME, REST, Aim
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.state import State

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
