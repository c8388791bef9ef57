"""By how much a side is ahead, by a plain count: what is left of both armies, who has got how far with what is asked.

Made by hand: of these scenarios no value was learned. In points of strength, all of it in whole numbers
(`planning.PARTS`); what the adjutant reckons in fractions is rounded unit by unit, or hex by hex.
"""

from __future__ import annotations

from vedette.engine.planning import PARTS, parted, parts
from vedette.hexes import hexes_of
from vedette.rules.common.ai import FAR
from vedette.rules.valley_campaign.ai.aims import PACE, Aims, aims_of, turns_left, worth_of
from vedette.rules.valley_campaign.ai.scene import DANGER, LEADER, NAMED, SHAKEN, Scene
from vedette.rules.valley_campaign.chapters.victory import exit_points, outcome_now
from vedette.rules.valley_campaign.setting import SIDES, UNION
from vedette.rules.valley_campaign.state import State

GOAL = parts(40)
"""What it is worth to have led as much off the map as the scenario asks."""
AMPLE = 6 * GOAL // 5
"""What it is worth at most, however much more that is."""
HELD = parts(14)
"""What a hex that must be held is worth."""
WON = parts(30)
"""What a battle that is over is worth to who has won it."""
CENT = 100
SPARE = 4 * PACE
"""Points of movement to spare, or missing, that make all the difference to a march."""
SURELY = 95
"""How surely a marcher gets off at most, in hundredths."""
ROAD = 50
"""A marcher who has time enough gives a point of strength for so many points of movement."""
TAKEN, MOST = 15, 90
"""By how much, in hundredths, the strength around a hex tells who will hold it, a turn; and at most."""
REACH = 8
NEARNESS = tuple(10**6 * 7**far // 10**far for far in range(REACH + 1))
"""How much strength tells by the hexes that it is away, in millionths: by each three tenths less."""
TINY = 10**6
"""Strength that is taken to be about on either side, in half points."""
WELL = CENT - round(CENT * SHAKEN)
"""What a demoralized unit still counts, in hundredths."""


def lead(g: State) -> int:
    """By how much the Union is ahead."""
    aims = aims_of(g.setting)
    total = _army(g, UNION, aims) - _army(g, 1 - UNION, aims)
    mine = _marched(g, aims) + _goals(g, aims)
    if g.over:
        winner = outcome_now(g).winner
        mine += 0 if winner is None else WON if winner == SIDES[aims.side] else -WON
    return total + (mine if aims.side == UNION else -mine)


def _army(g: State, side: int, aims: Aims) -> int:
    """What a side has on the map or has led off it, less what the enemy who moves next may do to it."""
    found = 0
    for id in (*g.on_map(side), *(i for i in g.exits if g.side(i) == side)):
        c = g.counter(id)
        if c.leader:
            found += parts(NAMED) if id == aims.leader else parts(LEADER) * c.shift
        else:
            found += parted(PARTS * g.strength(id) * (WELL if g.units[id].demoralized else CENT), CENT)
    if not g.over and g.player == 1 - side:
        scene = Scene.of(g, side)
        found -= sum(parts(DANGER * scene.exposed(hex, scene.troops(hex))) for hex in g.hexes_of_side(side))
    return found


def _marched(g: State, aims: Aims) -> int:
    """What the march off the map is worth: what has left, and what can still leave in time."""
    if not aims.exits:
        return 0
    need = CENT * int(g.setting.victory.get("points") or 1)
    scene, points, road = Scene.of(g, aims.side), CENT * exit_points(g), 0
    have = PACE * turns_left(g)
    for id in g.on_map(aims.side):
        if worth := worth_of(g, id):
            far = min(FAR, scene.off(g.counter(id).arm)[g.at(id)])
            points += worth * min(SURELY, max(0, parted(CENT * (SPARE + have - far), 2 * SPARE)))
            road += min(far, have)
    return min(AMPLE, parted(GOAL * points, need)) - parted(PARTS * road, ROAD)


def _goals(g: State, aims: Aims) -> int:
    """What the hexes to be held are worth: by who was in them last, and by who is how near to them."""
    doubt = min(MOST, TAKEN * turns_left(g))
    found = 0
    for hex, holder in zip(aims.hexes, g.holders, strict=False):
        about = [TINY, TINY]
        for at in hexes_of(g.setting.grid.within(hex, REACH)):
            near = NEARNESS[g.setting.grid.distance(at, hex)]
            for id in g.in_hex(at):
                c = g.counter(id)
                if not c.leader and not g.units[id].demoralized:
                    about[c.side] += (2 if c.combat_unit else 1) * g.strength(id) * near
        whole = about[0] + about[1]
        holds = (CENT - doubt) * (holder == aims.side) * whole + doubt * about[aims.side]
        found += parted(HELD * holds, CENT * whole)
    return found
