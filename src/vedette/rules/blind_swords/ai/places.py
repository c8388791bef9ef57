"""What a place is worth to a unit: what scores there, whom it can fire at, what it must fear, who stands by it."""

from __future__ import annotations

from collections.abc import Callable

from vedette.hexes import hexes_of
from vedette.rules.blind_swords.ai.holding import held, strength_in, wants
from vedette.rules.blind_swords.ai.pursuit import nearness, way_to_aim
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.range import ranges_of
from vedette.rules.blind_swords.chapters.sight import is_blocked
from vedette.rules.blind_swords.chapters.values import is_cavalry, modified_sp, unseen_in
from vedette.rules.blind_swords.charts import SP

FALLS_OFF = 0.86
"""What nearness to a goal is worth, a hex further off."""
SOON = 0.6
"""How likely it is that the enemy acts, or the unit itself again, before things change."""
RALLIES = 1.0
"""What it is worth to a hurt unit to stand where it may rally."""
FULL_SHOT = 2.0
"""More than a shot from a place is ever worth, as `worth` counts it."""
COMPANY = 0.35
"""What a steady unit of the brigade beside it is worth."""

TELLS = 9
"""Hexes beyond which a shot is not reckoned with where the map is large."""
SHY = 4
"""Hexes that mounted cavalry keeps from infantry."""
IN_THE_WAY = 0.5
"""What each hex less costs it."""


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
        if scene.aims and is_cavalry(g, id):
            found -= in_their_way(scene, id, hex)
        if g.units[id].hits and scene.to_enemy(hex) >= g.setting.profile.rally_distance:
            found += RALLIES * g.units[id].hits
        scene.memo[key] = found
    return found


def in_their_way(scene: Scene, id: str, hex: int) -> float:
    """What mounted cavalry risks that stands before infantry."""
    g = scene.g
    near = 0.0
    for h in hexes_of(scene.grid.within(hex, SHY - 1) & g.masks[1 - g.counter(id).side]):
        if any(g.counter(i).arm == "infantry" for i in g.stacks[h]):
            near = max(near, float(SHY - scene.grid.distance(hex, h)))
    return scene.care * IN_THE_WAY * near


def most_at(scene: Scene, id: str) -> Callable[[int], float]:
    """What `worth` cannot exceed: so the dear part need not be worked out for places that cannot be best."""
    g = scene.g
    hurt = RALLIES * g.units[id].hits
    if not scene.aims:
        return lambda hex: goal(scene, id, hex) + 2 * COMPANY + hurt + FULL_SHOT
    fires = scene.enemy_zone(g.side(id), ranges_of(g, id).farthest)

    def most(hex: int) -> float:
        value = goal(scene, id, hex) + 2 * COMPANY + hurt
        return value + FULL_SHOT if fires >> hex & 1 else value

    return most


def _company(scene: Scene, id: str, hex: int) -> int:
    """Steady units of the brigade in the hex or beside it, as far as they support."""
    g = scene.g
    me, profile = g.setting.counters[id], g.setting.profile
    apart = profile.woods_without_support
    if (apart and unseen_in(g.setting, hex)) or (profile.cavalry_always_supported and me.arm == "cavalry"):
        return 0
    count = 0
    for h in (hex, *scene.near[hex]):
        if apart and unseen_in(g.setting, h):
            continue
        for other in g.stacks.get(h, ()):
            if other != id and not g.units[other].hits:
                c = g.setting.counters[other]
                if profile.support_by == "infantry" and c.arm != "infantry":
                    continue
                count += c.side == me.side and (c.brigade == me.brigade or me.arm == "artillery")
    return count


# -- what scores ------------------------------------------------------------------------------------------------


def goal(scene: Scene, id: str, hex: int) -> float:
    """Victory hexes held or taken, else nearness to those that want a unit."""
    if hex in scene.goals:
        g = scene.g
        side = g.counter(id).side
        points = max(modified_sp(g, id) / SP, 0.5)
        kept = scene.goals[hex] == side
        won = held(scene, id, hex, points) if kept else scene.stakes[hex] * (1.0 - 0.35 * scene.left)
        return won + way_to_aim(scene, id, hex) if scene.aims else won
    if scene.aims:
        return nearness(scene, id, hex)
    wanted = scene.wanted.get(id)
    if wanted is None:
        wanted = scene.wanted[id] = wants(scene, id)
    return max((w * FALLS_OFF ** scene.grid.distance(hex, h) for h, w in wanted.items()), default=0.0)


# -- fire --------------------------------------------------------------------------------------------------------


def shot(scene: Scene, id: str, hex: int) -> float:
    """What the unit's best fire from a hex is worth, with those beside it who would join."""
    key = ("shot", id, hex)
    found = scene.memo.get(key)
    if found is None:
        found = scene.memo[key] = _best_shot(scene, id, hex)
    return found


def _best_shot(scene: Scene, id: str, hex: int) -> float:
    """Infantry sees as if nobody stood between, since its friends will have moved."""
    g, at, c = scene.g, scene.g.at(id), scene.g.counter(id)
    salvo, friends, column_of = scene.salvo(id), scene.threat(c.side), g.setting.crt.column
    guns = c.arm == "artillery"
    best = 0.0
    for target, distance, cover in scene.marks(hex, 1 - c.side, len(salvo) - 1):
        points = salvo[distance]
        if points < SP // 2:
            continue
        value = scene.fire_at(target, column_of(points) + cover + friends.joined(target, at))
        if value > best and not (guns and distance > 1 and is_blocked(g, hex, target)):
            best = value
    return best


# -- assault ------------------------------------------------------------------------------------------------------


def onset(scene: Scene, id: str, hex: int) -> float:
    """What a unit must fear of enemies who could come up and attack it by hand."""
    g = scene.g
    side = g.counter(id).side
    kept = scene.threat(1 - side).near
    near = kept.get(hex)
    if near is None:
        around = hexes_of(scene.grid.within(hex, 3) & g.masks[1 - side])
        foes = [i for h in around for i in g.stacks[h] if g.counter(i).arm == "infantry" and not g.units[i].hits]
        near = kept[hex] = scene.points(foes)
    if not near:
        return 0.0
    if hex in g.setting.walls:
        near *= 0.6
    mine = modified_sp(g, id) / SP + strength_in(scene, hex, id)
    odds = near / max(0.5, mine)
    weight = 0.15 if g.counter(id).arm == "infantry" else 0.5
    return weight * min(4.0, max(0.0, odds - 1.0)) * scene.frail(id)[0]
