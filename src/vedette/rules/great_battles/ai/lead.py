"""By how much a side is ahead, by a plain count: points scored, what is left, brigades near their end, who gets off.

Made by hand: of these scenarios no value was learned. In victory points, all of it in whole numbers (`planning.PARTS`);
what the adjutant reckons in fractions is rounded unit by unit.
"""

from __future__ import annotations

from vedette.engine.planning import PARTS, parted, parts
from vedette.rules.common.ai import FAR
from vedette.rules.great_battles.ai import aims
from vedette.rules.great_battles.ai.distances import gait, pace
from vedette.rules.great_battles.ai.places import DANGER
from vedette.rules.great_battles.ai.scene import ROUTED, Scene
from vedette.rules.great_battles.chapters import effectiveness
from vedette.rules.great_battles.chapters.victory import hill_points, points
from vedette.rules.great_battles.setting import CONFEDERATE, UNION
from vedette.rules.great_battles.state import State

USE, DRY, TENTHS = 5, 3, 10
"""What a point of strength on the map is worth besides what its loss scores, and the share of that which is ammunition,
in tenths."""
ENDS = 8
"""The share of a brigade's points, in tenths, that is charged to losses before the decisive one."""
SPARE = 3
"""Turns to spare, or missing, that make all the difference to a march."""
SURELY, CENT = 90, 100
"""How surely a marcher gets off at most, in hundredths."""
CLIMBS = 3
"""The share of a hill's points that counts for a unit beside it, in tenths: less, the more of its time it needs."""
WON = parts(40)
"""What a battle that is over is worth to who has won it."""


def lead(g: State) -> int:
    """By how much the Union is ahead."""
    union, confederate = points(g)
    found = PARTS * (union - confederate) + _army(g, UNION) - _army(g, CONFEDERATE)
    if g.over:
        return found + (WON if union > confederate else -WON if union < confederate else 0)
    return found - _hopes(g)


def _army(g: State, side: int) -> int:
    """What the strength of a side is still good for, less what the enemy who moves next may do to it."""
    found = 0
    for id in g.on_map(side):
        c, u = g.counter(id), g.units[id]
        if c.leader or c.wagon:
            continue
        found += parted(PARTS * USE * g.strength(id) * (TENTHS - DRY * u.depleted), TENTHS * TENTHS)
        if u.routed:
            found -= parts(ROUTED * aims.worth(g, id))
    for brigade, row in g.setting.brigades.items():
        if row.side == side and brigade not in g.ineffective:
            whole = max(1, effectiveness.rating(g, brigade) + 1)
            gone = min(whole, max(0, effectiveness.lost(g, brigade)))
            found -= parted(PARTS * ENDS * row.points * gone, TENTHS * whole)
    if not g.over and g.player == 1 - side:
        scene = Scene.of(g, side)
        foot = [i for i in g.on_map(side) if not g.counter(i).leader and not g.counter(i).wagon]
        found -= sum(parts(DANGER * scene.exposed(i, g.at(i), g.units[i].column)) for i in foot)
    return found


def _hopes(g: State) -> int:
    """The points that the Confederates may still get for the edge and the hills."""
    if not (exits := aims.aims_of(g.setting).exits) and not aims.aims_of(g.setting).hills:
        return 0
    scene, left = Scene.of(g, CONFEDERATE), aims.turns_left(g)
    found = 0
    for id in g.on_map(CONFEDERATE):
        c = g.counter(id)
        if c.leader or c.wagon:
            continue
        turn, kind = pace(c, g.setting), gait(c)
        worth = parts(aims.HOPE * aims.exit_worth(g, id)) if exits else 0
        if worth > 0:
            far = min(FAR, scene.off(kind)[g.at(id)])
            spare = SPARE * turn
            found += parted(worth * min(SURELY, max(0, parted(CENT * (spare + left * turn - far), 2 * spare))), CENT)
        elif not hill_points(g, id) or g.at(id) not in scene.aims.hills:
            far, march = min(FAR, scene.hills(kind)[g.at(id)]), max(1, left * turn)
            full = PARTS * CLIMBS * g.setting.numbers["points-hill"] * g.strength(id)
            found += parted(full * max(0, march - far), TENTHS * march)
    return found
