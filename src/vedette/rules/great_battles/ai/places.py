"""What a hex is worth to a unit that would end its move there, in a formation."""

from __future__ import annotations

from vedette.hexes import hexes_of
from vedette.rules.common.ai import FAR
from vedette.rules.great_battles.ai import aims
from vedette.rules.great_battles.ai.distances import gait, pace
from vedette.rules.great_battles.ai.scene import MOST, PINNED, ROUTED, Scene, multipliers
from vedette.rules.great_battles.chapters.effectiveness import effective
from vedette.rules.great_battles.chapters.leaders import commands, ratings
from vedette.rules.great_battles.chapters.sight import sees

MARCH, HURRY = 0.05, 0.3
"""What a turn's march is worth to a unit that leaves the map, as a share of its points: always, and at the end."""
READY = 4
"""Quarters of a point that it is worth to stand in column on the march."""
CHASE = 0.45
"""What it is worth to meet the enemy's march, up to a brigade's strength."""
BRIGADE = 20.0
CLIMB = 0.04
"""What a turn nearer to the hills is worth to a unit that cannot leave the map, as a share of its points there."""
HOLD = 0.5
"""What it is worth to keep the enemy off a hill."""
NEAR_HILLS = 8
DANGER = 0.8
HASTE = 0.7
"""How much those who march for the edge mind the enemy, compared with others."""
FIRE = 1.2
"""How much fire from a hex counts: it is given in both player turns, but the enemy may move away."""
RUNNING_FIRE = 0.5
"""The same for a unit that marches on."""
MELEE = 0.4
COMPANY = 0.15
IN_COMMAND = 0.9
"""What it is worth to each point of strength to be within its leader's radius."""
AHEAD = 0.2
"""The share of that for a leader who rides ahead."""
RALLY = 1.5
FALLEN = 0.1
"""The chance that a leader falls when his hex is under fire."""
LOST = 60.0
"""What it costs a leader to be too far from the edge when all others have left."""
VAN = 12.0
"""What it is worth to a leader through whom others score to be a turn's ride nearer to the edge."""
OUT_OF_IT = 1.0
"""How much a unit minds being beyond its officer's reach."""


def place(scene: Scene, id: str, hex: int, column: bool) -> float:
    """What a hex is worth to a unit, all told."""
    c = scene.g.counter(id)
    if c.leader:
        return _leader_place(scene, id, hex)
    if c.wagon:
        return _wagon_place(scene, id, hex)
    running = id in scene.runners
    worth = _purpose(scene, id, hex, column)
    temper = scene.temper
    worth -= temper.danger * (DANGER * HASTE if running else DANGER) * scene.exposed(id, hex, column)
    if not column:
        worth += temper.hope * (RUNNING_FIRE if running else FIRE) * shoot(scene, id, hex)
        if c.small_arms:
            worth += temper.hope * MELEE * _melee(scene, id, hex)
    elif c.gun and not running:
        worth -= 0.5
    if scene.threat.fire[hex] > 0:
        worth += temper.together * COMPANY * min(3, (scene.grid.near[hex] & scene.friends).bit_count())
    return worth - temper.together * _loose(scene, id, hex)


# -- what for --------------------------------------------------------------------------------------------


def _purpose(scene: Scene, id: str, hex: int, column: bool) -> float:
    """What a hex does for what the battle pays for."""
    c, g = scene.g.counter(id), scene.g
    if scene.bars:
        worth = scene.temper.prizes * CHASE * scene.catch[hex] * g.strength(id) / BRIGADE
        return worth + (scene.temper.hold * _hold(scene, id, hex) if hex in scene.aims.hills else 0.0)
    left = max(1, aims.turns_left(g))
    kind, turn = gait(c), pace(c, scene.s)
    if id in scene.runners:
        far = scene.off(kind)[hex] + (0 if column else READY if c.arm == "infantry" else turn // 2)
        return -scene.temper.prizes * aims.exit_worth(g, id) * (MARCH + HURRY / left) * min(far, FAR) / turn
    return scene.temper.prizes * _climb(scene, id, hex, left)


def _climb(scene: Scene, id: str, hex: int, left: int) -> float:
    """For units that cannot leave the map: the hills, the more the nearer the end; else the enemy."""
    g, c = scene.g, scene.g.counter(id)
    points = scene.s.numbers["points-hill"] * g.strength(id)
    far = scene.hills(gait(c))[hex]
    worth = -points * (CLIMB + HURRY / 2 / left) * min(far, FAR) / pace(c, scene.s)
    return worth + (points * 0.6 / left if hex in scene.aims.hills else 0.0)


def _hold(scene: Scene, id: str, hex: int) -> float:
    """A hill with the enemy at hand."""
    near = scene.grid.within(hex, NEAR_HILLS) & scene.enemies
    there = sum(scene.g.strength(i) for i in scene.g.troops(hex, scene.side) if i != id)
    return HOLD * min(4.0, near.bit_count()) / (1 + there) * min(1.0, scene.g.strength(id) / 3) if near else 0.0


def _loose(scene: Scene, id: str, hex: int) -> float:
    """What it costs a unit to be where none of its officers will reach it."""
    g, c = scene.g, scene.g.counter(id)
    if not c.small_arms:
        return 0.0
    far = 99
    for leader in g.on_map(scene.side):
        if g.counter(leader).leader and commands(g, leader, id):
            span = ratings(g, leader)[0] + pace(g.counter(leader), scene.s) // 8
            far = min(far, scene.grid.distance(hex, g.at(leader)) - span)
    return OUT_OF_IT * min(4, far) if 0 < far < 99 else 0.0


# -- what from there -------------------------------------------------------------------------------------


def shoot(scene: Scene, id: str, hex: int) -> float:
    """The best fire of a unit from a hex."""
    g, c, u = scene.g, scene.g.counter(id), scene.g.units[id]
    if u.depleted or u.routed or (c.gun and (not u.rounds or not u.crew)):
        return 0.0
    table = multipliers(scene.s, c.weapon)
    if len(table) < 2:
        return 0.0
    power = u.strength * (0.5 if c.gun and u.crew == 1 else 1.0)
    best = 0.0
    for at in hexes_of(scene.grid.within(hex, min(len(table) - 1, 12)) & scene.enemies):
        value = _aimed(scene, c.gun, power * table[scene.grid.distance(hex, at)], at)
        if value > best and sees(g, hex, at):
            best = value
    return best


def _aimed(scene: Scene, gun: bool, power: float, at: int) -> float:
    """What a fire with a strength at an enemy hex is worth, provided it is seen."""
    g = scene.g
    top = next(iter(g.troops(at, scene.foe)), "")
    if not top or g.units[top].engaged:
        return 0.0
    c, u = g.counter(top), g.units[top]
    if gun and c.small_arms:
        power = power / 2
    shift = scene.cover[at] + (2 if c.arm == "cavalry" and u.column else 1 if c.arm == "infantry" and u.column else 0)
    return scene.hurt(top, scene.column(power) + shift, gun)


def _melee(scene: Scene, id: str, hex: int) -> float:
    """The best melee that a unit could join from a hex."""
    near = scene.grid.near[hex] & scene.enemies
    g = scene.g
    if not near or not effective(g, id) or g.units[id].routed:
        return 0.0
    best = 0.0
    for at in hexes_of(near):
        theirs = g.troops(at, scene.foe)
        if not theirs:
            continue
        others = [
            g.strength(i) for h in hexes_of(scene.grid.near[at] & scene.friends) for i in g.troops(h, scene.side)
            if i != id and g.counter(i).small_arms and not g.units[i].routed
        ]  # fmt: skip
        own = min(MOST, g.strength(id) + max((n for n in others if n + g.strength(id) <= MOST), default=0))
        best = max(best, struck(scene, own - defence(scene, theirs), (id,), theirs))
    return best


def defence(scene: Scene, ids: tuple[str, ...]) -> int:
    """The points with which units defend a hex, ground and leaders not counted."""
    g, found = scene.g, 0
    for id in ids:
        u, c = g.units[id], g.counter(id)
        n = 1 if c.gun else u.strength * (2 if c.arm == "cavalry" and u.column else 1)
        found += max(1, n // 2) if u.routed or u.reserve else n
    return found


def struck(scene: Scene, difference: int, ours: tuple[str, ...], theirs: tuple[str, ...]) -> float:
    """What a melee with a difference is worth to the attacker on average."""
    g = scene.g
    mine, other = scene.fights[scene.s.melee.column(difference)]
    gain = 0.0
    guns = [i for i in theirs if g.counter(i).gun and not g.units[i].column]
    if guns and len(guns) == len(theirs):
        gain += other.fallen * sum(2.0 * g.strength(i) + scene.worth(i) for i in guns)
    else:
        dear = max((scene.sp(i) for i in theirs), default=0.0)
        gain += (other.killed + 2 * other.captured) * dear + other.back * sum(scene.routs(i) for i in theirs)
        gain += other.back * sum(PINNED * scene.worth(i) for i in theirs)
        gain += other.back * sum(2.0 * g.strength(i) for i in guns)
    cheap = min((scene.sp(i) for i in ours), default=0.0)
    cost = (mine.killed + 2 * mine.captured) * cheap + mine.back * sum(scene.routs(i) for i in ours)
    return gain - scene.temper.losses * cost


# -- facing ----------------------------------------------------------------------------------------------


def front(scene: Scene, hex: int, now: int) -> int:
    """The direction in which a unit in a hex has most of the enemy before its front, the nearest above all."""
    weights = [0.0] * 12
    for at in hexes_of(scene.grid.within(hex, 10) & scene.enemies):
        power = sum(scene.g.strength(i) for i in scene.g.troops(at, scene.foe) if not scene.g.units[i].routed)
        weights[scene.grid.entry(at, hex)] += (0.5 + power) / scene.grid.distance(hex, at) ** 2
    if not any(weights):
        return now
    best, most = now, -1.0
    for d in dict.fromkeys((now if now >= 0 else 0, *range(6))):
        sides = {(d + k) % 6 for k in (-1, 0, 1)}
        value = sum(w for n, w in enumerate(weights) if n // 2 in sides and (n % 2 == 0 or (n // 2 + 1) % 6 in sides))
        value += 0.3 * weights[2 * d]
        if value > most + 1e-9:
            best, most = d, value
    return best


# -- leaders and the wagon -------------------------------------------------------------------------------


def _leader_place(scene: Scene, id: str, hex: int) -> float:
    """With the troops he leads, as many as possible within his radius; not where the fire is worst."""
    g = scene.g
    radius, rally = ratings(g, id)
    worth, near = 0.0, 0
    in_command = IN_COMMAND * (AHEAD if not scene.bars and id == aims.first_leader(g) else 1.0)
    with_him = [i for i in g.troops(hex, scene.side) if commands(g, id, i) and not g.counter(i).wagon]
    for other in g.on_map(scene.side):
        if not g.counter(other).small_arms or not commands(g, id, other):
            continue
        far, n = scene.grid.distance(hex, g.at(other)), g.strength(other)
        if far <= radius:
            worth += in_command * n + 0.02 * n * (radius - far)
        else:
            worth -= 0.05 * n * (far - radius)
        if g.units[other].routed and far <= scene.s.numbers["rally-range"] and near < rally:
            near += 1
            worth += RALLY + ROUTED * 0.5 * n
    if not with_him:
        worth -= 6.0
    danger = scene.threat.fire[hex]
    if danger:
        top = with_him[:1]
        cover = 1.0 if not top or not g.counter(top[0]).gun else 0.8
        worth -= FALLEN * min(1.0, danger / 6) * cover * (scene.worth(id) * 2 + 4.0)
        if scene.held >> hex & 1:
            worth -= 0.5
        if with_him and len(with_him) == 1 and g.units[with_him[0]].routed:
            worth -= 1.0
    elif with_him:
        worth += 0.1
    return worth - _behind(scene, id, hex)


def _behind(scene: Scene, id: str, hex: int) -> float:
    """What the way to the edge costs a leader who must leave the map: the first goes with the van, others in time."""
    g = scene.g
    if scene.bars or not aims.must_leave(g, id):
        return 0.0
    turn, far = pace(g.counter(id), scene.s), scene.off("mounted")[hex]
    late = LOST if far > max(0, aims.turns_left(g) - 1) * turn else 0.0
    if id == aims.first_leader(g):
        return late + VAN * far / turn
    return late + (
        0.0 if any(g.counter(i).brigade == g.counter(id).brigade for i in scene.runners) else VAN * far / turn
    )


def _wagon_place(scene: Scene, id: str, hex: int) -> float:
    """Away from the enemy, near whoever has no ammunition left."""
    g = scene.g
    worth = -3.0 * (scene.threat.melee[hex] > 0) - 0.2 * scene.threat.fire[hex]
    dry = [g.at(i) for i in g.on_map(scene.side) if g.units[i].depleted]
    if dry:
        worth -= 0.3 * min(scene.grid.distance(hex, at) for at in dry)
    return worth
