"""What a place is worth to a unit: what scores there, whom it can fire at, what it must fear, who supports it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache

from vedette.hexes import hexes_of
from vedette.rules.blind_swords.ai.aims import FOE, GROUND, REST, Course, travel
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.ai.stakes import PRIZE
from vedette.rules.blind_swords.chapters.costs import POINT
from vedette.rules.blind_swords.chapters.range import ranges_of
from vedette.rules.blind_swords.chapters.sight import is_blocked
from vedette.rules.blind_swords.chapters.values import is_cavalry, modified_sp, unseen_in
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.common.ai import remembered

NEARNESS = {1: 0.9, 2: 0.8, 3: 0.7, 4: 0.6, 5: 0.45, 6: 0.3}
"""How likely an empty victory hex is lost, by the hexes to the nearest enemy."""
WALK = 5
"""Hexes from which he may walk in within an activation."""
LATE = 0.8
"""How much of the rest is as good as lost at the very end."""


def held(scene: Scene, id: str, hex: int, points: float) -> float:
    """What a unit adds to the hold on a victory hex of ours: much where little is there and the enemy is near."""
    need = needed(scene, hex)
    there = strength_in(scene, hex, id)
    return scene.stakes[hex] * danger(scene, hex) * (_ratio(there + points, need) - _ratio(there, need))


def _ratio(points: float, need: float) -> float:
    """How well so many points hold a hex: anybody at all keeps the enemy from walking in; the first points do most."""
    return 0.35 + 0.65 * min(1.0, points / need) ** 0.6 if points > 0 else 0.0


def strength_in(scene: Scene, hex: int, but: str) -> float:
    return scene.points([i for i in scene.g.in_hex(hex) if i != but])


@remembered
def needed(scene: Scene, hex: int) -> float:
    """Strength points that hold a hex against the enemies near it."""
    g = scene.g
    around = scene.grid.within(hex, 4)
    near = [i for i in scene.enemies() if around >> g.at(i) & 1]
    share = 0.35 if hex in g.setting.walls else 0.6
    return max(3.0, share * scene.points(near))


def danger(scene: Scene, hex: int) -> float:
    """How likely a victory hex of ours is lost if nobody stands there: the later, the less can it be won back."""
    off = scene.to_enemy(hex)
    now = NEARNESS.get(off, 0.15)
    return now + (1.0 - now) * LATE * (1.0 - scene.left) ** 2 if off <= WALK else now


@remembered
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
            lack = 1.0 - _ratio(strength_in(scene, h, id), needed(scene, h))
            found[h] = scene.stakes[h] * (0.15 + 0.45 * lack * danger(scene, h))
    if not found:
        for i in scene.enemies():
            found[g.at(i)] = PRIZE * 0.3
    return found


# -- going for an aim ------------------------------------------------------------------------------------------------


TREK = 0.3
"""What a movement point of the way is worth, however far it still is."""
THERE = 3 * POINT
"""Within so many half points of its aim a unit has arrived."""
FARTHEST = 300
"""Half points beyond which a hex is out of reach."""
FADES = tuple(0.86 ** (half / POINT) for half in range(400))
"""What nearness is worth, by the half points that are left."""
PULL = 12.0
"""The most that anything draws a unit on."""
AWAY, SAFE = 0.3, 7
"""What each hex of distance from the enemy is worth to units that keep out of his way, and how many count."""
CHASE = 5.0
"""How much an enemy brigade draws those who go for it."""


def nearness(scene: Scene, id: str, hex: int) -> float:
    """What nearness to its aim is worth to a unit; nothing to a unit without one."""
    chase, far, draws = course(scene, id)
    way = _way(scene, id, hex, chase, far)
    return way + max([pull * row[hex] for pull, row in draws]) if draws else way


def way_to_aim(scene: Scene, id: str, hex: int) -> float:
    """What a hex is worth by the way that is still to go."""
    chase, far, _ = course(scene, id)
    return _way(scene, id, hex, chase, far)


def _way(scene: Scene, id: str, hex: int, chase: float, far: Sequence[int]) -> float:
    if not far:
        aim = scene.aims.get(scene.g.counter(id).brigade)
        return AWAY * min(SAFE, scene.to_enemy(hex)) if aim is not None and aim.kind == REST else 0.0
    half = far[hex]
    trek = -TREK * min(max(0, half - THERE), FARTHEST) / POINT
    return trek + chase * fades(half) if chase else trek


def course(scene: Scene, id: str) -> Course:
    """The way of a unit to what its brigade goes for; asked hex by hex, so that it is kept by unit alone."""
    found = scene.courses.get(id)
    if found is None:
        found = scene.courses[id] = _course(scene, id)
    return found


def _course(scene: Scene, id: str) -> Course:
    setting, c = scene.g.setting, scene.g.counter(id)
    aim = scene.aims.get(c.brigade)
    if aim is None or not aim.hexes:
        return 0.0, (), ()
    draws: tuple[tuple[float, Sequence[float]], ...] = ()
    if aim.kind == GROUND:
        wanted = wants(scene, id)
        draws = tuple((min(PULL, wanted[h]), faded(setting, c.arm, h)) for h in aim.hexes if h in wanted)
    return CHASE if aim.kind == FOE else 0.0, travel(setting, c.arm, aim.hexes), draws


@lru_cache(maxsize=256)
def faded(setting: Setting, arm: str, goal: int) -> Sequence[float]:
    """What nearness to a hex counts for, from each hex."""
    return array("d", map(fades, travel(setting, arm, (goal,))))


def fades(half: int) -> float:
    """What nearness counts for, so many half points away."""
    return FADES[half] if half < len(FADES) else 0.0


# -- what a place is worth to a unit ---------------------------------------------------------------------------------


FALLS_OFF = 0.86
"""The share of a goal's pull that is left a hex farther off."""
SOON = 0.6
"""How likely it is that the enemy acts, or the unit itself again, before things change."""
RALLIES = 1.0
"""What it is worth to a hurt unit to stand where it may rally."""
FULL_SHOT = 2.0
"""More than any shot from a place is ever worth, as `worth` counts it."""
COMPANY = 0.35
"""What it is worth to have a steady unit of the brigade adjacent."""

SHY = 4
"""Hexes that mounted cavalry keeps from infantry."""
IN_THE_WAY = 0.5
"""What each hex less costs it."""


@remembered
def worth(scene: Scene, id: str, hex: int) -> float:
    """What a hex is worth to a unit that would stand there, the others where they are."""
    g = scene.g
    company = _company(scene, id, hex)
    temper = scene.temper
    found = goal(scene, id, hex) + scene.care * SOON * 0.5 * shot(scene, id, hex) * temper.hope
    found -= scene.care * SOON * scene.risk(id, hex, supported=company > 0) * temper.danger
    found -= scene.care * onset(scene, id, hex) * temper.danger
    found += COMPANY * min(company, 2) * temper.together
    if scene.aims and is_cavalry(g, id):
        found -= in_their_way(scene, id, hex)
    if g.units[id].hits and scene.to_enemy(hex) >= g.setting.profile.rally_distance:
        found += RALLIES * g.units[id].hits
    return found


def in_their_way(scene: Scene, id: str, hex: int) -> float:
    """What mounted cavalry risks by standing in front of infantry."""
    g = scene.g
    near = 0.0
    for h in hexes_of(scene.grid.within(hex, SHY - 1) & g.masks[1 - g.counter(id).side]):
        if any(g.counter(i).arm == "infantry" for i in g.stacks[h]):
            near = max(near, float(SHY - scene.grid.distance(hex, h)))
    return scene.care * IN_THE_WAY * near


def most_at(scene: Scene, id: str) -> Callable[[int], float]:
    """What `worth` cannot exceed: so the dear part need not be worked out for places that cannot be best."""
    g = scene.g
    temper = scene.temper
    company, hurt = 2 * COMPANY * temper.together, RALLIES * g.units[id].hits
    full_shot = FULL_SHOT * temper.hope * max(1.0, temper.losses)
    if not scene.aims:
        return lambda hex: goal(scene, id, hex) + company + hurt + full_shot
    fires = scene.enemy_zone(g.side(id), ranges_of(g, id).farthest)

    def most(hex: int) -> float:
        value = goal(scene, id, hex) + company + hurt
        return value + full_shot if fires >> hex & 1 else value

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
        won = (
            held(scene, id, hex, points) * scene.temper.hold if kept else scene.stakes[hex] * (1.0 - 0.35 * scene.left)
        )
        return won + way_to_aim(scene, id, hex) if scene.aims else won
    if scene.aims:
        return nearness(scene, id, hex)
    wanted = wants(scene, id).items()
    return max((w * FALLS_OFF ** scene.grid.distance(hex, h) for h, w in wanted), default=0.0)


# -- fire --------------------------------------------------------------------------------------------------------


@remembered
def shot(scene: Scene, id: str, hex: int) -> float:
    """What the unit's best fire from a hex is worth, with those beside it who would join.

    Infantry sees as if nobody stood between, since its friends will have moved.
    """
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
