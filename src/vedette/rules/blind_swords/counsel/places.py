"""What a place is worth to a unit: what scores there, whom it can fire at, what it must fear, who stands by it."""

from __future__ import annotations

from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.counsel.scene import Scene, reaching
from vedette.rules.blind_swords.counsel.stakes import PRIZE
from vedette.rules.blind_swords.range import ranges_of
from vedette.rules.blind_swords.sight import BLOCKED, ground_sight, is_blocked
from vedette.rules.blind_swords.values import modified_sp

FALLS_OFF = 0.86
"""What nearness to a goal is worth, a hex further off."""
NEARNESS = {1: 0.9, 2: 0.8, 3: 0.7, 4: 0.6, 5: 0.45, 6: 0.3}
"""How likely an empty victory hex is lost, by the hexes to the nearest enemy."""
WALK = 5
"""Hexes from which he may walk in within an activation."""
LATE = 0.8
"""How much of the rest is as good as lost at the very end."""
SOON = 0.6
"""How likely it is that the enemy acts, or the unit itself again, before things change."""
RALLIES = 1.0
"""What it is worth to a hurt unit to stand where it may rally."""
FULL_SHOT = 2.0
"""More than a shot from a place is ever worth, as `worth` counts it."""
COMPANY = 0.35
"""What a steady unit of the brigade beside it is worth."""


def worth(scene: Scene, id: str, hex: int) -> float:
    """What a hex is worth to a unit that would stand there, the others where they are."""
    key = (id, hex)
    found = scene.memo.get(key)
    if found is None:
        g = scene.g
        company = _company(scene, id, hex)
        found = goal(scene, id, hex) + scene.care * SOON * 0.5 * shot(scene, id, hex)
        found -= scene.care * SOON * scene.risk(id, hex, supported=company > 0)
        found -= scene.care * onset(scene, id, hex)
        found += COMPANY * min(company, 2)
        if g.units[id].hits and scene.to_enemy(hex) >= g.setting.profile.rally_distance:
            found += RALLIES * g.units[id].hits
        scene.memo[key] = found
    return found


def at_most(scene: Scene, id: str, hex: int) -> float:
    """What `worth` cannot exceed: so the dear part need not be worked out for places that cannot be best."""
    return goal(scene, id, hex) + 2 * COMPANY + RALLIES * scene.g.units[id].hits + FULL_SHOT


def _company(scene: Scene, id: str, hex: int) -> int:
    """Steady units of the brigade in the hex or beside it."""
    g = scene.g
    me = g.setting.counters[id]
    count = 0
    for h in (hex, *scene.near[hex]):
        for other in g.stacks.get(h, ()):
            if other != id and not g.units[other].hits:
                c = g.setting.counters[other]
                count += c.side == me.side and (c.brigade == me.brigade or me.arm == "artillery")
    return count


# -- what scores ------------------------------------------------------------------------------------------------


def goal(scene: Scene, id: str, hex: int) -> float:
    """Victory hexes held or taken, else nearness to those that want a unit."""
    g = scene.g
    side = g.counter(id).side
    points = max(modified_sp(g, id) / SP, 0.5)
    if hex in scene.goals:
        if scene.goals[hex] != side:
            return scene.stakes[hex] * (1.0 - 0.35 * scene.left)
        return held(scene, id, hex, points)
    wanted = scene.wanted.get(id)
    if wanted is None:
        wanted = scene.wanted[id] = wants(scene, id)
    return max((w * FALLS_OFF ** scene.grid.distance(hex, h) for h, w in wanted.items()), default=0.0)


def held(scene: Scene, id: str, hex: int, points: float) -> float:
    """What a unit adds to the hold on a victory hex of ours: much where little is there and the enemy is near."""
    need = needed(scene, hex)
    there = _strength(scene, hex, id)
    return scene.stakes[hex] * danger(scene, hex) * (_ratio(there + points, need) - _ratio(there, need))


def _ratio(points: float, need: float) -> float:
    """How well so many points hold a hex: anybody at all keeps the enemy from walking in, the first points do most."""
    return 0.35 + 0.65 * min(1.0, points / need) ** 0.6 if points > 0 else 0.0


def _strength(scene: Scene, hex: int, but: str) -> float:
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
            lack = 1.0 - _ratio(_strength(scene, h, id), needed(scene, h))
            found[h] = scene.stakes[h] * (0.15 + 0.45 * lack * danger(scene, h))
    if not found:
        for i in scene.enemies():
            found[g.at(i)] = PRIZE * 0.3
    return found


# -- fire --------------------------------------------------------------------------------------------------------


def shot(scene: Scene, id: str, hex: int) -> float:
    """What the unit's best fire from a hex is worth, with those beside it who would join."""
    g = scene.g
    key = ("shot", id, hex)
    found = scene.memo.get(key)
    if found is None:
        farthest = ranges_of(g, id).farthest
        found = 0.0
        enemy = g.masks[1 - g.counter(id).side] & scene.grid.within(hex, farthest)
        while enemy:
            low = enemy & -enemy
            enemy ^= low
            found = max(found, _shot_at(scene, id, hex, low.bit_length() - 1))
        scene.memo[key] = found
    return found


def _shot_at(scene: Scene, id: str, hex: int, target: int) -> float:

    g = scene.g
    distance = scene.grid.distance(hex, target)
    if distance > 1 and not _sees(scene, id, hex, target):
        return 0.0
    points = reaching(g, id, distance)
    if points < SP // 2:
        return 0.0
    lead = max(g.in_hex(target), key=lambda i: modified_sp(g, i))
    column = g.setting.crt.column(points) + scene.cover(target, hex)
    if any(h != g.at(id) for h, _ in scene.fire_on(target, g.counter(id).side)):
        column += 1
    tests = scene.chances.tests(column, scene.rating(lead))
    return scene.harm(target, lead, tests)


def _sees(scene: Scene, id: str, hex: int, target: int) -> bool:
    """Whether a unit would see a hex; infantry as if nobody stood between, since its friends will have moved."""
    g = scene.g
    if g.counter(id).arm == "artillery":
        return not is_blocked(g, hex, target)
    return ground_sight(g.setting, hex, target).effect != BLOCKED


# -- assault ------------------------------------------------------------------------------------------------------


def onset(scene: Scene, id: str, hex: int) -> float:
    """What a unit must fear of enemies who could come up and attack it by hand."""
    g = scene.g
    side = g.counter(id).side
    key = ("foes", hex, side)
    near = scene.memo.get(key)
    if near is None:
        around = scene.grid.within(hex, 3)
        foes = [i for i in g.on_map(1 - side) if around >> g.at(i) & 1 and g.counter(i).arm == "infantry"]
        near = scene.memo[key] = scene.points([i for i in foes if not g.units[i].hits])
    if not near:
        return 0.0
    if hex in g.setting.walls:
        near *= 0.6
    mine = modified_sp(g, id) / SP + _strength(scene, hex, id)
    odds = near / max(0.5, mine)
    weight = 0.15 if g.counter(id).arm == "infantry" else 0.5
    return weight * min(4.0, max(0.0, odds - 1.0)) * scene.frail(id)[0]
