"""Which brigades are worth a closer look, where many could act: those that can do most at once."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.movement import start_bar
from vedette.rules.blind_swords.chapters.reinforcements import due
from vedette.rules.blind_swords.chapters.values import modified_sp
from vedette.rules.blind_swords.charts import SP

FEW = 2
"""Brigades that are all weighed to the end."""
BESIDE, STRIKING, COMING = 1, 4, 8
"""Hexes to the enemy: in contact, within an attack, within a march."""
SHARE = {BESIDE: 1.0, STRIKING: 0.8, COMING: 0.4}
IDLE = 0.15
HURT = 0.4
"""What a Morale Hit adds for a brigade that could rally."""
FRESH = 0.3
"""What a strength point is worth that would enter the map."""


def promise(scene: Scene, brigade: str) -> float:
    """What a brigade could do at once, at a glance: its strength by how near the enemy is, and what could enter."""
    g = scene.g
    value = entering(scene, brigade)
    for id in g.brigade(scene.side, brigade):
        if g.at(id) >= 0:
            value += modified_sp(g, id) / SP * nearness(scene, id) + HURT * g.units[id].hits
    return value


def nearness(scene: Scene, id: str) -> float:
    """What a unit's strength counts by the distance to the enemy."""
    if start_bar(scene.g, id) is not None:
        return 0.0
    hex = scene.g.at(id)
    return next((s for off, s in SHARE.items() if scene.g.enemy_within(hex, scene.side, off)), IDLE)


def entering(scene: Scene, brigade: str) -> float:
    """What it is worth that reinforcements of a brigade come on."""
    rows = due(scene.g, scene.side, brigade)
    return FRESH * sum(scene.g.counter(unit).sp[0] for _, unit, _, _ in rows) / SP


def shortlist(scene: Scene, brigades: Sequence[str]) -> list[str]:
    """The brigades that promise most; on a small map all of them."""
    most = FEW if scene.aims else len(brigades)
    rated = {b: promise(scene, b) for b in brigades}
    return sorted(brigades, key=lambda b: (-rated[b], b))[:most]


def within_reach(scene: Scene) -> bool:
    """Whether a unit of the side could attack or be attacked now."""
    g = scene.g
    return any(g.enemy_within(g.at(i), scene.side, STRIKING) for i in g.on_map(scene.side))
