"""What a hex is worth to a unit that would end its move there."""

from __future__ import annotations

from vedette.hexes import hexes_of
from vedette.rules.common.ai import FAR, remembered
from vedette.rules.valley_campaign.ai.aims import PACE, points_missing, turns_left, worth_of
from vedette.rules.valley_campaign.ai.scene import DANGER, GUN_REACH, NAMED, SHAKEN, Scene
from vedette.rules.valley_campaign.chapters.bombardment import hits, modifiers
from vedette.rules.valley_campaign.chapters.sight import sees

MARCH = 2.4
"""What a turn's march towards the edge is worth, for a unit worth one point."""
GOAL_MARCH = 1.6
"""The same towards hexes that are to be held."""
CHASE = 1.0
"""The same towards the enemy."""
BLOCK = 5.0
"""What standing in the way of all the marchers is worth."""
HOLD = 7.0
"""What standing in a hex that is to be held is worth."""
ENOUGH = 3.0
"""The strength up to which a held hex wants more."""
CLOG = 1.5
"""What standing in the way of one's own march costs."""
HASTE = 0.5
"""How much a marching unit minds the enemy, compared with others."""
UNDER_FIRE, GUN_MARCH = 0.15, 3
"""The chance that a gun in range costs the scenario its leader; hexes that a gun may come nearer first."""
LOST = 40.0
"""What the battle is worth that is lost with its leader."""
DOORS = 3
"""Exit hexes that one unit can hope to close."""
AHEAD = 8
"""Points ahead of the first marcher within which a block meets the march at once."""
COMPANY, ALONE, CROWD = 0.15, 2.5, 0.8
FIRE = 0.6
"""How much a gun's chance to hurt a unit counts, relative to the unit's worth."""
CLOSE = 6
"""Points from a goal within which nearer is no better."""


@remembered
def place(scene: Scene, id: str, hex: int) -> float:
    """What a hex is worth to a unit, all told."""
    if scene.g.counter(id).leader:
        return _leader_place(scene, id, hex)
    worth = scene.temper.prizes * purpose(scene, id, hex)
    beside = scene.troops(hex)
    others = scene.exposed(hex, beside) if beside else 0.0
    worth -= scene.temper.danger * DANGER * caution(scene, id) * (scene.exposed(hex, [*beside, id]) - others)
    worth += scene.temper.hope * _attack(scene, id, hex)
    if scene.g.counter(id).gun:
        worth += _fire(scene, id, hex)
        if scene.threat.strength[hex] > 0 and not any(scene.g.counter(i).combat_unit for i in beside):
            worth -= 1.0
    return worth + scene.temper.together * _company(scene, hex)


def caution(scene: Scene, id: str) -> float:
    """How much a unit minds what may happen to it: less in the last turns, and on the march for the edge."""
    left = turns_left(scene.g)
    late = 0.5 if left <= 1 else 0.8 if left == 2 else 1.0
    return late * HASTE if scene.mine and id in scene.runners else late


# -- what for --------------------------------------------------------------------------------------------


def purpose(scene: Scene, id: str, hex: int) -> float:
    """What a hex contributes to what the scenario asks of the side."""
    worth = 0.0
    if scene.aims.exits:
        worth += _marching(scene, id, hex) if scene.mine else _stopping(scene, id, hex)
    if scene.aims.hexes and not (scene.mine and id in scene.runners):
        worth += _holding(scene, id, hex)
    return worth


def _marching(scene: Scene, id: str, hex: int) -> float:
    """Towards the edge: units that count as fast as they can, the others while the way must be cleared."""
    arm = scene.g.counter(id).arm
    if id in scene.runners:
        return -MARCH * (0.6 + 0.4 * worth_of(scene.g, id)) * scene.off(arm)[hex] / PACE
    if worth_of(scene.g, id):
        return -0.3 * CHASE * min(12, scene.prey(arm)[hex]) / PACE
    if scene.g.counter(id).leader:
        return -MARCH * scene.off(arm)[hex] / PACE
    if not points_missing(scene.g):
        return 0.0
    corridor = scene.corridor
    clogs = CLOG * corridor.weight.get(hex, 0.0) if corridor is not None else 0.0
    if hex in scene.aims.exits:
        clogs = CLOG
    if scene.obstacles:
        return -CHASE * min(60, scene.to_obstacles(arm)[hex]) / PACE - clogs
    return -0.8 * scene.off(arm)[hex] / PACE - clogs


def _stopping(scene: Scene, id: str, hex: int) -> float:
    """In the way of the marchers; from behind, after them."""
    corridor, counter = scene.corridor, scene.g.counter(id)
    near = scene.prey(counter.arm)
    chase = -CHASE * min(near[hex], 60) / PACE
    if corridor is None:
        return chase
    own = scene.s.spread[hex] | 1 << hex
    through = max((corridor.weight.get(h, 0.0) for h in hexes_of(own)), default=0.0)
    if through <= 0.05:
        return chase - 0.4 * BLOCK * _astray(scene, id, hex)
    first = corridor.lead - scene.off_free(hex)
    meets = 1.0 if first <= AHEAD else max(0.4, 1 - (first - AHEAD) / 40)
    if counter.gun:
        through *= 0.6
    fresh = 1.0 if not scene.screened >> hex & 1 else 0.6
    return BLOCK * meets * max(through * fresh, _doors(scene, own)) + 0.3 * chase


def _doors(scene: Scene, own: int) -> float:
    """The share of the exit hexes that no other unit covers which this one would."""
    left = [h for h in scene.aims.exits if not scene.screened >> h & 1]
    return min(1.0, sum(own >> h & 1 for h in left) / min(DOORS, len(left))) if left else 0.0


def _astray(scene: Scene, id: str, hex: int) -> float:
    """How far a hex is from the marchers' way, in turns."""
    corridor = scene.corridor
    if corridor is None:
        return 0.0
    ahead = scene.off_free(scene.g.at(id)) <= corridor.lead
    far = scene.to_corridor(scene.g.counter(id).arm, ahead)[hex]
    return min(far, 60) / PACE


def _holding(scene: Scene, id: str, hex: int) -> float:
    """Near the hexes that are to be held, or in them, all the more towards the end."""
    goals, counter = scene.aims.hexes, scene.g.counter(id)
    far = scene.goals(counter.arm)[hex]
    slack = 0 if scene.mine else CLOSE
    worth = -GOAL_MARCH * max(0, min(far, FAR // 4) - slack) / PACE
    if hex not in goals:
        return worth
    there = sum(scene.g.strength(i) for i in scene.troops(hex) if scene.g.counter(i).combat_unit)
    late = 1.0 + 1.0 / turns_left(scene.g)
    wants = max(0.0, ENOUGH - there) / ENOUGH
    share = 0.35 if counter.gun else 1.0
    mine = scene.g.holders[goals.index(hex)] == scene.side
    taking = 0.0 if mine or there else HOLD * 0.5 * late
    stands = scene.temper.hold * HOLD * late * wants * share * min(1.0, 0.5 + 0.25 * scene.g.strength(id))
    return worth + stands + taking


# -- what from there -------------------------------------------------------------------------------------


def _attack(scene: Scene, id: str, hex: int) -> float:
    """A unit's share in the attacks that it could make from a hex; none beside a stronger enemy."""
    near = scene.s.grid.near[hex] & scene.enemies
    if not near or scene.g.units[id].demoralized:
        return 0.0
    power, best = scene.g.strength(id), 0.0
    for to in hexes_of(near):
        target = scene.targets.get(to)
        if target is None or (hex, to) in scene.s.rivers:
            continue
        before = scene.hoped(to, target.here) if target.here else 0.0
        after = scene.hoped(to, target.here + power)
        surely = max(0.0, after) - max(0.0, before)
        hoped = 0.0
        if target.worth > 0 and target.here < target.needed:
            hoped = target.worth * min(1.0, power / target.needed)
        best = max(best, surely, 0.8 * hoped)
    if scene.g.counter(id).gun:
        best *= 0.5
    return best


def _fire(scene: Scene, id: str, hex: int) -> float:
    """What a gun could bombard from a hex."""
    near = scene.s.grid.within(hex, GUN_REACH) & scene.enemies
    best = 0.0
    for to in hexes_of(near):
        hope = fire_hope(scene, hex, to)
        if hope > best and sees(scene.g, hex, to):
            best = hope
    return best


def fire_hope(scene: Scene, hex: int, to: int) -> float:
    """What a bombardment from a hex is worth against the most valuable unit in another, sight granted."""
    distance = scene.s.grid.distance(hex, to)
    off = sum(m.amount for m in modifiers(scene.g, to))
    chance = sum(hits(die + off, distance) for die in range(1, 7)) / 6
    dearest = max((scene.value(i) for i in scene.g.in_hex(to)), default=0.0)
    return FIRE * chance * min(NAMED, dearest)


def _company(scene: Scene, hex: int) -> float:
    """Friends beside a unit, where an enemy could come up."""
    if scene.threat.strength[hex] <= 0:
        return 0.0
    return COMPANY * min(3, (scene.s.grid.near[hex] & scene.friends).bit_count())


# -- leaders ---------------------------------------------------------------------------------------------


def _leader_place(scene: Scene, id: str, hex: int) -> float:
    """With the troops and beside those that will attack, never in the front line."""
    g, shift = scene.g, scene.g.counter(id).shift
    beside = scene.troops(hex)
    named = id == scene.aims.leader
    worth = (0.6 if named and scene.aims.exits else 0.25) * purpose(scene, id, hex)
    danger = scene.threat.strength[hex]
    if scene.s.grid.near[hex] & scene.enemies:
        worth -= 0.35 * scene.value(id)
    if named:
        worth -= _peril(scene, hex, alone=not beside)
    if danger > 0 and not beside:
        worth -= ALONE + (0.5 * scene.value(id) if named else 0.0)
    if beside:
        worth += 0.5 + 0.2 * min(3, scene.defence(beside)) - scene.exposed(hex, beside) * (0.2 if named else 0.05)
    worth -= CROWD * sum(1 for i in g.in_hex(hex) if i != id and g.counter(i).leader)
    friends, fighting = 0, 0.0
    for at in hexes_of((scene.s.grid.near[hex] | 1 << hex) & scene.friends):
        ids = scene.troops(at)
        friends += len(ids)
        if at != hex and scene.s.grid.near[at] & scene.enemies:
            fighting += sum(g.strength(i) for i in ids if not g.units[i].demoralized)
    worth += COMPANY * min(6, friends) + SHAKEN * shift * min(4.0, fighting) * 0.5
    return worth


def _peril(scene: Scene, hex: int, alone: bool) -> float:
    """What is at stake where the leader stands whose loss loses the battle."""
    if scene.temper.guarded:
        return LOST * scene.coming.peril(hex, alone)
    return UNDER_FIRE * NAMED * min(4.0, _guns_about(scene, hex))


def _guns_about(scene: Scene, hex: int) -> float:
    """Enemy guns that have a hex in range, and half of those that could come up."""
    g, found = scene.g, 0.0
    for at in hexes_of(scene.s.grid.within(hex, GUN_REACH + GUN_MARCH) & scene.enemies):
        guns = sum(g.counter(id).gun and not g.units[id].demoralized for id in g.in_hex(at))
        found += guns * (1.0 if scene.s.grid.distance(hex, at) <= GUN_REACH else 0.5)
    return found
