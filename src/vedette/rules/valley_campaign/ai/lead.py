"""By how much a side is ahead, by a plain count: what is left of both armies, who has got how far with what is asked.

Made by hand: of these scenarios no value was learned. In points of strength.
"""

from __future__ import annotations

from vedette.hexes import hexes_of
from vedette.rules.common.ai import FAR
from vedette.rules.valley_campaign.ai.aims import PACE, Aims, aims_of, turns_left, worth_of
from vedette.rules.valley_campaign.ai.scene import DANGER, LEADER, NAMED, SHAKEN, Scene
from vedette.rules.valley_campaign.chapters.victory import exit_points, outcome_now
from vedette.rules.valley_campaign.setting import SIDES, UNION
from vedette.rules.valley_campaign.state import State

GOAL = 40.0
"""What it is worth to have led as much off the map as the scenario asks."""
HELD = 14.0
"""What a hex that must be held is worth."""
WON = 30.0
"""What a battle that is over is worth to who has won it."""
SPARE = 4.0
"""Turns to spare, or missing, that make all the difference to a march."""
SURELY = 0.95
ROAD = 0.02
"""What a point of movement is worth to a marcher who has time enough."""
TAKEN, MOST = 0.15, 0.9
"""By how much the strength around a hex tells who will hold it, a turn; and at most."""
FADES, REACH, TINY = 0.7, 8, 0.5
"""How strength tells less with each hex that it is away, and how far; strength taken to be about on either side."""


def lead(g: State) -> float:
    """By how much the Union is ahead."""
    aims = aims_of(g.setting)
    total = _army(g, UNION, aims) - _army(g, 1 - UNION, aims)
    mine = _marched(g, aims) + _goals(g, aims)
    if g.over:
        winner = outcome_now(g).winner
        mine += 0.0 if winner is None else WON if winner == SIDES[aims.side] else -WON
    return total + (mine if aims.side == UNION else -mine)


def _army(g: State, side: int, aims: Aims) -> float:
    """What a side has on the map or has led off it, less what the enemy who moves next may do to it."""
    found = 0.0
    for id in (*g.on_map(side), *(i for i in g.exits if g.side(i) == side)):
        c = g.counter(id)
        if c.leader:
            found += NAMED if id == aims.leader else LEADER * c.shift
        else:
            found += g.strength(id) * (1.0 - SHAKEN * (g.units[id].demoralized > 0))
    if not g.over and g.player == 1 - side:
        scene = Scene.of(g, side)
        found -= DANGER * sum(scene.exposed(hex, scene.troops(hex)) for hex in g.hexes_of_side(side))
    return found


def _marched(g: State, aims: Aims) -> float:
    """What the march off the map is worth: what has left, and what can still leave in time."""
    if not aims.exits:
        return 0.0
    need = g.setting.victory.get("points") or 1
    scene, points, road = Scene.of(g, aims.side), float(exit_points(g)), 0.0
    have = PACE * turns_left(g)
    for id in g.on_map(aims.side):
        if worth := worth_of(g, id):
            far = min(FAR, scene.off(g.counter(id).arm)[g.at(id)])
            points += worth * min(SURELY, max(0.0, 0.5 + (have - far) / (2 * SPARE * PACE)))
            road += ROAD * min(far, have)
    return GOAL * min(1.2, points / need) - road


def _goals(g: State, aims: Aims) -> float:
    """What the hexes to be held are worth: by who was in them last, and by who is how near to them."""
    doubt = min(MOST, TAKEN * turns_left(g))
    found = 0.0
    for hex, holder in zip(aims.hexes, g.holders, strict=False):
        about = [TINY, TINY]
        for at in hexes_of(g.setting.grid.within(hex, REACH)):
            for id in g.in_hex(at):
                c = g.counter(id)
                if not c.leader and not g.units[id].demoralized:
                    share = 1.0 if c.combat_unit else 0.5
                    about[c.side] += share * g.strength(id) * FADES ** g.setting.grid.distance(at, hex)
        near = about[aims.side] / (about[0] + about[1])
        found += HELD * ((1.0 - doubt) * (holder == aims.side) + doubt * near)
    return found
