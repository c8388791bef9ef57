"""What each brigade goes for: grounds that pay, enemy brigades, the way home. Worked out anew from where all stand."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import pow
from typing import NamedTuple

from vedette.hexes import Grid, hexes_of
from vedette.rules.blind_swords.ai.stakes import Situation
from vedette.rules.blind_swords.ai.threat import army
from vedette.rules.blind_swords.ai.worth import exit_edges, exit_of, exit_worth
from vedette.rules.blind_swords.chapters.costs import NONE, POINT, step_costs
from vedette.rules.blind_swords.chapters.values import modified_sp, printed_sp
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.blind_swords.state import WAITING, State
from vedette.rules.common.ai import StateKey

WHOLE = 12
"""What a step counts for that takes a whole move, in half points."""
UNREACHED = 9999

Steps = Sequence[Sequence[tuple[int, int]]]
"""For each hex those from which it can be entered, each with the half points that this takes."""


@lru_cache(maxsize=1024)
def travel(setting: Setting, arm: str, goals: tuple[int, ...]) -> array[int]:
    """Half points from each hex to the nearest of some hexes, at the March Column rate on roads.

    Units do not count: it is the way that a column would look up on the map.
    """
    found = array("H", [UNREACHED]) * setting.grid.size
    steps = _steps(setting, arm)
    waiting: list[list[int]] = [[] for _ in range(WHOLE + 2)]
    waiting[0] = list(goals)
    for hex in goals:
        found[hex] = 0
    cost, left = 0, len(goals)
    while left:
        now = waiting[cost % len(waiting)]
        left -= len(now)
        for to in now:
            if found[to] == cost:
                for frm, more in steps[to]:
                    total = cost + more
                    if total < found[frm]:
                        found[frm] = total
                        waiting[total % len(waiting)].append(frm)
                        left += 1
        now.clear()
        cost += 1
    return found


@lru_cache(maxsize=16)
def _steps(setting: Setting, arm: str) -> Steps:
    near, area = setting.grid.neighbours, setting.in_play
    return tuple(
        tuple((frm, cost) for frm in near[to] if frm in area and (cost := _step(setting, arm, frm, to)))
        for to in range(setting.grid.size)
    )


def _step(setting: Setting, arm: str, frm: int, to: int) -> int:
    """Half points of a step by road or over the ground; 0 where there is no way."""
    costs = step_costs(setting, arm, frm, to)
    if costs.crossing:
        return 0
    roads = [c for c in (costs.road, costs.march) if c != NONE]
    ground = [] if costs.barred or costs.stuck else [WHOLE if costs.whole else costs.plain]
    return min(WHOLE, max(1, min((*roads, *ground)))) if roads or ground else 0


def points(half: int) -> float:
    """Half points given as movement points."""
    return half / POINT


# -- leaving the map over an own edge --------------------------------------------------------------------------------


MARCHES = {"infantry": 6, "cavalry": 9}
"""Movement points of a march."""
ACTS = 0.6
"""How many marches a brigade makes in a turn."""
SPARE = 1.0
"""Turns to spare."""
WRECKED = 0.45
"""The share of its strength below which a brigade is wrecked."""
TIME_TO_RALLY = 2
"""Turns that a wrecked brigade needs before it is of use again."""
WELL_ON = 0.4
"""The share of the battle still to come below which the wrecked may go."""
OUT_OF_IT = 5
"""Hexes from the nearest enemy beyond which a unit has no part in the fight."""
IN_TOUCH = 2
AT_HAND = 1
"""Hexes from a victory hex of its own within which a unit holds it."""


def way_out(g: State, side: int) -> tuple[int, ...]:
    """The hexes from which a side leaves the map for points."""
    return _edge(g.setting, exit_edges(g, side))


@lru_cache(maxsize=64)
def _edge(setting: Setting, words: tuple[str, ...]) -> tuple[int, ...]:
    mask = 0
    for word in words:
        mask |= setting.grid.border(word)
    return tuple(hexes_of(mask & setting.area))


def marches_home(g: State, id: str) -> float:
    """How many marches a unit is from the edge over which it would leave."""
    arm = g.counter(id).arm
    out = way_out(g, g.side(id))
    far = points(travel(g.setting, arm, out)[g.at(id)]) + 1 if out else 9999
    return far / MARCHES.get(arm, MARCH)


def is_time(scene: Situation, id: str, wrecked: bool) -> bool:
    """Whether a unit must go now to be off the map in time; the wrecked go before, when the battle is well on."""
    g = scene.g
    turns = g.setting.last_turn - g.turn
    needs = marches_home(g, id) / ACTS
    if exit_worth(g, g.side(id), g.setting.last_turn) <= 0 or needs > turns + SPARE + 1:
        return False
    return needs >= turns or (wrecked and exit_of(g, id) > 0 and scene.left < WELL_ON)


def is_wrecked(g: State, ids: tuple[str, ...]) -> bool:
    """Whether a brigade has lost most of its strength on the map."""
    whole = sum(g.counter(i).sp[0] for i in ids)
    return sum(modified_sp(g, i) for i in ids if g.at(i) >= 0) < WRECKED * whole


def is_spent(scene: Situation, brigade: str) -> bool:
    """Whether a wrecked brigade should first rally: it guards no victory hex, and there is time for it."""
    g = scene.g
    ids = tuple(i for i in g.brigade(scene.side, brigade) if g.at(i) != WAITING)
    if g.setting.last_turn - g.turn < TIME_TO_RALLY or not is_wrecked(g, ids):
        return False
    return not any(g.at(i) >= 0 and holds(scene, g.at(i)) for i in ids)


def gain_by_leaving(scene: Situation, brigade: str) -> float:
    """What a brigade earns if it makes for the edge now, in strength points; 0 where it has time, or cannot."""
    g = scene.g
    if not exit_edges(g, scene.side):
        return 0.0
    ids = g.brigade(scene.side, brigade)
    here = [i for i in ids if g.at(i) >= 0]
    if not here:
        return 0.0
    wrecked = is_wrecked(g, ids)
    if not wrecked and any(scene.to_enemy(g.at(i)) <= OUT_OF_IT for i in here):
        return 0.0
    if not is_time(scene, max(here, key=lambda i: marches_home(g, i)), wrecked):
        return 0.0
    size = sum(printed_sp(g, i) for i in here) / SP
    return size * exit_worth(g, scene.side, g.setting.last_turn) * scene.point


def holds(scene: Situation, hex: int) -> bool:
    """Whether a unit in a hex guards a victory hex of its own side."""
    around = scene.grid.within(hex, AT_HAND)
    return any(around >> h & 1 and holder == scene.side for h, holder in scene.goals.items())


# -- what each brigade goes for --------------------------------------------------------------------------------------


GROUND, FOE, HOME, REST = "ground", "foe", "home", "rest"
LINKED = 3
"""Victory hexes no farther apart than this are one ground."""
ATTACKER = 1.3
"""How many points of an attacker match one of the defender's."""
DEFENDER = 0.7
COMING, HELD, CLOSE = 18, 13, 8
"""Hexes from which a force no longer counts for a ground, for one that is all ours, and for who is attacked."""
LATER = 0.88
"""The share that counts of strength arriving a march later."""
MARCH = 6
"""Movement points of a march."""
PREY = 0.5
"""What it is worth to go for a strength point of the enemy's."""
WORTHWHILE = 0.1
"""What a brigade must add to an aim to be sent for it."""
SAFE = 0.5
"""How likely a ground must be won or held before those not needed there are posted near it."""
LOSES = 0.4
"""Where victory over an enemy brigade is less likely than this, nothing is to be had."""
FOOT_ALONE = 0.4
"""What mounted cavalry counts for against infantry, and to hold ground."""


class Force(NamedTuple):
    """Units that act together, or a battery."""

    name: str
    points: float
    centre: int
    arm: str


class Aim(NamedTuple):
    """Something to go for."""

    kind: str
    hexes: tuple[int, ...]
    worth: float
    """In strength points, if it is reached for sure."""
    against: float
    """The enemy's points around it, as they count when he defends there or attacks."""


KEEP_OFF = Aim(REST, (), 0.0, 0.0)
"""The aim of units that could only come to harm: out of the enemy's way."""
Aims = Mapping[str, Aim]
"""Brigade -> what it goes for."""
Course = tuple[float, Sequence[int], tuple[tuple[float, Sequence[float]], ...]]
"""For one unit: what the enemy it goes for draws it; half points to its aim from each hex; what the hexes of a ground
draw it, each with what of it is left from each hex."""


# -- who there is -------------------------------------------------------------------------------------------------


def forces(g: State, side: int) -> Sequence[Force]:
    """The brigades of a side that are on the map, and its batteries."""
    return _forces(StateKey(g, army(g, side)), side)


@lru_cache(maxsize=16)
def _forces(key: StateKey[State], side: int) -> Sequence[Force]:
    g = key.g
    groups: dict[str, list[str]] = {}
    for i in g.on_map(side):
        c = g.setting.counters[i]
        groups.setdefault(c.brigade if c.arm != "artillery" else i, []).append(i)
    return tuple([force_of(g, name, ids) for name, ids in groups.items()])


def force_of(g: State, name: str, ids: Sequence[str]) -> Force:
    """Units taken as one force, placed where most of its strength is."""
    return _force(g.setting.grid, name, tuple([(g.at(i), modified_sp(g, i), g.counter(i).arm) for i in ids]))


@lru_cache(maxsize=512)
def _force(grid: Grid, name: str, units: Sequence[tuple[int, int, str]]) -> Force:
    """A force of units that stand in hexes, with so many sixty-fourths, of an arm."""
    size = [(at, max(points / SP, 0.5)) for at, points, _ in units]
    centre = min({at for at, _ in size}, key=lambda h: (sum([s * grid.distance(h, at) for at, s in size]), h))
    arms = {arm for _, _, arm in units}
    arm = arms.pop() if len(arms) == 1 else "infantry"
    total = sum([s for _, s in size])
    return Force(name, total * FOOT_ALONE if arm == "cavalry" else total, centre, arm)


def about(grid: Grid, hex: int, others: Iterable[Force], far: int) -> float:
    """What forces count for at a place: the nearer, the more."""
    distance = grid.distance
    return sum(f.points * max(0.0, 1.0 - distance(hex, f.centre) / far) for f in others)


# -- what there is to go for ----------------------------------------------------------------------------------------


class Field(NamedTuple):
    """All that the aims of a side depend on: what is to be won, who there is, who cannot or should not fight on."""

    setting: Setting
    side: int
    prizes: tuple[tuple[int, int, float], ...]
    """Victory hexes that are worth anything, who controls each, what it is worth."""
    foes: Sequence[Force]
    mine: tuple[Force, ...]
    home: tuple[float, ...]
    """What each of them would earn by leaving the map."""
    spent: tuple[bool, ...]
    out: tuple[int, ...]
    """The hexes over which the side leaves it."""


def grounds(field: Field) -> list[Aim]:
    """Victory hexes that lie together, what they are worth, and who is about them."""
    grid = field.setting.grid
    holder = {hex: side for hex, side, _ in field.prizes}
    stakes = {hex: worth for hex, _, worth in field.prizes}
    left = sorted(holder)
    found = []
    while left:
        group = [left.pop(0)]
        for hex in group:
            near = [h for h in left if grid.distance(h, hex) <= LINKED]
            group += near
            left = [h for h in left if h not in near]
        won = sum(stakes[h] for h in group if holder[h] != field.side)
        kept = sum(stakes[h] for h in group) - won
        far = COMING if won else HELD
        against = max(about(grid, h, field.foes, far) for h in group)
        factor = (ATTACKER * won + DEFENDER * kept) / (won + kept)
        found.append(Aim(GROUND, tuple(sorted(group)), won + kept, 1.0 + factor * against))
    return found


def prey(field: Field) -> list[Aim]:
    """The enemy's brigades and batteries, each with those around it; horsemen cannot be caught."""
    grid = field.setting.grid
    return [
        Aim(FOE, (f.centre,), PREY * f.points, 1.0 + ATTACKER * about(grid, f.centre, field.foes, CLOSE))
        for f in field.foes
        if f.arm != "cavalry"
    ]


# -- who goes for what --------------------------------------------------------------------------------------------


def chance_of(aim: Aim, points: float) -> float:
    """How likely so many points are to reach an aim: the outnumbered hardly do."""
    return points**2 / (points**2 + aim.against**2)


def value(aim: Aim, points: float) -> float:
    """What an aim is worth with so many points sent for it."""
    chance = chance_of(aim, points)
    return aim.worth * (max(0.1 * chance, chance - LOSES) if aim.kind == FOE else chance)


def aims_of(scene: Situation) -> Aims:
    """What each brigade goes for. A spent one keeps away until it has rallied."""
    g, side = scene.g, scene.side
    mine = tuple([f for f in forces(g, side) if f.arm != "artillery"])
    return shared_on(
        Field(
            setting=g.setting,
            side=side,
            prizes=tuple([(hex, holder, scene.stakes[hex]) for hex, holder in scene.goals.items()]),
            foes=forces(g, 1 - side),
            mine=mine,
            home=tuple([gain_by_leaving(scene, f.name) for f in mine]),
            spent=tuple([is_spent(scene, f.name) for f in mine]),
            out=way_out(g, side),
        )
    )


@lru_cache(maxsize=64)
def shared_on(field: Field) -> Aims:
    """Aim by aim, the brigade that adds most to it takes it; each counts less the farther off it is."""
    mine = field.mine
    aims = grounds(field) + prey(field)
    home = {f.name: gain for f, gain in zip(mine, field.home, strict=True)}
    spent = [f.name for f, is_spent in zip(mine, field.spent, strict=True) if is_spent]
    reach = {f.name: [strength_at(field.setting, f, a) for a in aims] for f in mine if f.name not in spent}
    found = {**shared_out(aims, reach, home), **{name: KEEP_OFF for name in spent if home[name] <= 0}}
    out = Aim(HOME, field.out, 0.0, 0.0)
    return {f.name: found.get(f.name, out) for f in mine}


def shared_out(aims: Sequence[Aim], reach: Mapping[str, Sequence[float]], home: Mapping[str, float]) -> dict[str, Aim]:
    """Brigade after brigade to the aim to which it adds most; not those to whom leaving the map is worth more.

    Args:
        reach: what each brigade counts for each aim.
        home: what each earns by
    """
    found: dict[str, Aim] = {}
    sent = [0.0] * len(aims)
    gains = {name: [value(a, row[n]) for n, a in enumerate(aims)] for name, row in reach.items()}
    while gains and aims:
        most, name, n = max((max(row), name, row.index(max(row))) for name, row in gains.items())
        del gains[name]
        if most < home[name]:
            continue
        if most < WORTHWHILE:
            found[name] = _stand_by(aims, [s + r for s, r in zip(sent, reach[name], strict=True)])
            continue
        found[name] = aims[n]
        sent[n] += reach[name][n]
        now = value(aims[n], sent[n])
        for other, row in gains.items():
            row[n] = value(aims[n], sent[n] + reach[other][n]) - now
    return found


def _stand_by(aims: Sequence[Aim], with_it: Sequence[float]) -> Aim:
    """Who is not needed stands by what is worth most, where it is safe; else he keeps off."""
    safe = [(a.worth, n) for n, a in enumerate(aims) if a.kind == GROUND and chance_of(a, with_it[n]) >= SAFE]
    return aims[max(safe)[1]] if safe else KEEP_OFF


def strength_at(setting: Setting, force: Force, aim: Aim) -> float:
    """What a force counts for at an aim: less for every march that it is away."""
    if aim.kind == FOE:
        return force.points * pow(LATER, setting.grid.distance(force.centre, aim.hexes[0]) / MARCH)
    far = travel(setting, force.arm, aim.hexes)[force.centre]
    return force.points * pow(LATER, points(far) / MARCH)
