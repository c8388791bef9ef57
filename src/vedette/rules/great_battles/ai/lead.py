"""By how much a side is ahead, by a plain count: points scored, what is left, brigades near their end, who gets off.

Made by hand: of these scenarios no value was learned. In victory points.
"""

from __future__ import annotations

from vedette.rules.common.ai import FAR
from vedette.rules.great_battles.ai import aims
from vedette.rules.great_battles.ai.distances import gait, pace
from vedette.rules.great_battles.ai.places import DANGER
from vedette.rules.great_battles.ai.scene import ROUTED, Scene
from vedette.rules.great_battles.chapters import effectiveness
from vedette.rules.great_battles.chapters.victory import hill_points, points
from vedette.rules.great_battles.setting import CONFEDERATE, UNION
from vedette.rules.great_battles.state import State

USE, DRY = 0.5, 0.3
"""What a point of strength on the map is worth besides what its loss scores; the share of it that ammunition is."""
ENDS = 0.8
"""The share of a brigade's points that is charged to losses before the decisive one."""
SPARE = 3.0
"""Turns to spare, or missing, that make all the difference to a march."""
SURELY = 0.9
CLIMBS = 0.6
"""How much of a hill's points counts for a unit that is a turn away from it, at the end."""
WON = 40.0
"""What a battle that is over is worth to who has won it."""


def lead(g: State) -> float:
    """By how much the Union is ahead."""
    union, confederate = points(g)
    found = float(union - confederate) + _army(g, UNION) - _army(g, CONFEDERATE)
    if g.over:
        return found + (WON if union > confederate else -WON if union < confederate else 0.0)
    return found - _hopes(g)


def _army(g: State, side: int) -> float:
    """What the strength of a side is still good for, less what the enemy who moves next may do to it."""
    found = 0.0
    for id in g.on_map(side):
        c, u = g.counter(id), g.units[id]
        if c.leader or c.wagon:
            continue
        use = USE * g.strength(id)
        found += use * (1.0 - DRY * u.depleted) - ROUTED * u.routed * aims.worth(g, id)
    for brigade, row in g.setting.brigades.items():
        if row.side == side and brigade not in g.ineffective:
            rating, lost = effectiveness.rating(g, brigade), effectiveness.lost(g, brigade)
            found -= ENDS * row.points * min(1.0, max(0, lost) / max(1, rating + 1))
    if not g.over and g.player == 1 - side:
        scene = Scene.of(g, side)
        foot = [i for i in g.on_map(side) if not g.counter(i).leader and not g.counter(i).wagon]
        found -= DANGER * sum(scene.exposed(i, g.at(i), g.units[i].column) for i in foot)
    return found


def _hopes(g: State) -> float:
    """The points that the Confederates may still get for the edge and the hills."""
    if not (exits := aims.aims_of(g.setting).exits) and not aims.aims_of(g.setting).hills:
        return 0.0
    scene, left = Scene.of(g, CONFEDERATE), aims.turns_left(g)
    found = 0.0
    for id in g.on_map(CONFEDERATE):
        c = g.counter(id)
        if c.leader or c.wagon:
            continue
        turn, kind = pace(c, g.setting), gait(c)
        worth = aims.exit_worth(g, id) if exits else 0.0
        if worth > 0:
            far = min(FAR, scene.off(kind)[g.at(id)])
            found += worth * aims.HOPE * min(SURELY, max(0.0, 0.5 + (left * turn - far) / (2 * SPARE * turn)))
        elif not hill_points(g, id) or g.at(id) not in scene.aims.hills:
            far = min(FAR, scene.hills(kind)[g.at(id)])
            near = max(0.0, 1.0 - far / max(1, left * turn))
            found += CLIMBS * near * g.setting.numbers["points-hill"] * g.strength(id) / 2
    return found
