"""Close combat by the tables: what an assault is worth after the defender's fire, and who should make it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from vedette.engine.choice import DONE
from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.chances import Effect
from vedette.rules.blind_swords.ai.fires import Values, frame_of
from vedette.rules.blind_swords.ai.scene import DRIVEN, Scene
from vedette.rules.blind_swords.chapters.close_combat import CloseCombat, CloseCombatStep, attackers_of, reach_bar
from vedette.rules.blind_swords.chapters.close_shifts import Assault, close_aim
from vedette.rules.blind_swords.chapters.values import lead_candidates, modified_sp
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import State

GROUND = 0.3
"""What it is worth to take a hex that scores nothing."""
DARING = 0.4
"""What an assault must be worth before it is made."""


SALLY = 0.8
"""How much more it must be worth where the ground wins nothing and most victory hexes are already ours."""


class Worth(NamedTuple):
    """What an assault is worth, and the chance that it empties the hex."""

    value: float
    taken: float


NOTHING = Worth(-99.0, 0.0)


def worth_of(scene: Scene, target: int, group: Sequence[str], effects: tuple[str, ...] = ()) -> Worth:
    """An assault by these units on a hex, from the best of their hexes."""
    g = scene.g
    best = NOTHING
    for hex in dict.fromkeys(g.at(i) for i in group):
        found = _from_hex(scene, target, hex, tuple(group), effects)
        if found.value > best.value:
            best = found
    return best


def _from_hex(scene: Scene, target: int, hex: int, group: tuple[str, ...], effects: tuple[str, ...]) -> Worth:
    g = scene.g
    lead = lead_candidates(g, target)[0]
    column = close_aim(g, Assault(target, hex, group, effects), lead, 0)[1]
    if column < 0:
        return NOTHING
    tests = scene.chances.tests(column, scene.rating(lead))
    front = max((i for i in group if g.at(i) == hex), key=lambda i: modified_sp(g, i))
    prize = prize_of(scene, target, g.counter(front).side)
    value = taken = 0.0
    rows = [*zip(tests, scene.chances.close, strict=True), (1.0 - tests.any, scene.chances.close_fight)]
    for chance, effect in rows:
        if chance > 0:
            value += chance * (
                _harm(scene, target, lead, effect) - _loss(scene, front, effect) + effect.retreats * prize
            )
            taken += chance * effect.retreats
    stopped, cost = _defended(scene, target, hex, front)
    return Worth((1 - stopped) * value - cost, (1 - stopped) * taken)


def _harm(scene: Scene, target: int, lead: str, effect: Effect) -> float:
    """What a test does to the defenders; where one falls back, all do."""
    return scene.cost(target, lead, effect) + effect.retreats * DRIVEN * 0.5 * (len(scene.g.in_hex(target)) - 1)


def _loss(scene: Scene, front: str, effect: Effect) -> float:
    """What it does to the attackers."""
    deplete, hit, _ = scene.frail(front)
    lost = effect.attacker * deplete + effect.attacker_hits * hit + effect.attacker_retreats * DRIVEN
    return scene.care * lost


def prize_of(scene: Scene, target: int, side: int) -> float:
    """What it is worth to stand in a hex instead of the enemy."""
    if target in scene.goals and scene.goals[target] != side:
        return scene.stakes[target] * (1.0 - 0.35 * scene.left)
    if target in scene.goals:
        return 0.5 * scene.stakes[target]
    return GROUND


def _defended(scene: Scene, target: int, hex: int, front: str) -> tuple[float, float]:
    """The chance that the defender's fire throws the attackers back, and what it costs."""
    g, crt = scene.g, scene.g.setting.crt
    points = sum(modified_sp(g, i) for i in g.in_hex(target) if i not in g.chaos)
    if not points:
        return 0.0, 0.0
    side = g.counter(front).side
    beside = [
        n for n in scene.near[hex] if n != target and g.holder(n) == 1 - side and scene.grid.near[n] >> target & 1
    ]
    points += max((sum(modified_sp(g, i) for i in g.in_hex(n)) // 2 for n in beside), default=0)
    column = max(0, crt.column(points) + scene.cover(hex, target))
    tests = scene.chances.tests(column, scene.rating(front))
    stopped = sum(c * e.retreats for c, e in zip(tests, scene.chances.fire, strict=True))
    share = modified_sp(g, front) / max(SP, sum(modified_sp(g, i) for i in g.in_hex(hex)))
    return min(0.9, stopped * min(1.0, share + 0.2)), scene.care * scene.harm(hex, front, tests, alone=True)


def best_group(
    scene: Scene, target: int, able: Sequence[str], fixed: tuple[str, ...] = (), effects: tuple[str, ...] = ()
) -> tuple[Worth, tuple[str, ...]]:
    """Who of those able should attack: everybody in some of their hexes, including those already named."""
    best, chosen = NOTHING, fixed
    for group in _groups(scene.g, able, fixed):
        found = worth_of(scene, target, group, effects)
        if found.value > best.value + 1e-9:
            best, chosen = found, group
    return best, chosen


def _groups(g: State, able: Sequence[str], fixed: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The units of every combination of hexes, with and without those who are hurt."""
    hexes = list(dict.fromkeys(g.at(i) for i in able))
    for count in range(len(hexes), 0, -1):
        for chosen in combinations(hexes, count):
            all_of = [i for i in able if g.at(i) in chosen]
            for group in (all_of, [i for i in all_of if not g.units[i].hits]):
                if group and set(fixed) <= set(group):
                    yield (*fixed, *(i for i in group if i not in fixed))
                if len(group) == len(all_of) and not any(g.units[i].hits for i in all_of):
                    break


def close_combat(scene: Scene, ask: Ask) -> Values:
    """The hex against which an assault is worth most, or none."""
    g = scene.g
    frame: CloseCombatStep = frame_of(g, CloseCombatStep)

    def worth(hex: int) -> float:
        return best_group(scene, hex, frame.able(g, hex))[0].value - daring(scene, hex)

    return [worth(choice.hex) if choice.kind == "assault" else 0.0 for choice in ask.options]


def daring(scene: Scene, target: int) -> float:
    """What an assault must be worth: less towards the end, since losses then count for little.

    But more where who holds most victory hexes would go out to fight for nothing else than the enemy's losses.
    """
    held = sum(side == scene.side for side in scene.goals.values())
    sallies = target not in scene.goals and 2 * held > len(scene.goals)
    return DARING * scene.care * scene.temper.daring + (SALLY / scene.care if sallies else 0.0)


def attackers(scene: Scene, ask: Ask) -> Values:
    """The next unit of the best group, or done."""
    g = scene.g
    frame: CloseCombatStep = frame_of(g, CloseCombatStep)
    able = [*frame.group, *frame.able(g, frame.target)]
    group = best_group(scene, frame.target, able, frame.group)[1]
    return [1.0 if choice == DONE else 2.0 if choice.unit in group else 0.0 for choice in ask.options]


def combat_order(scene: Scene, ask: Ask) -> Values:
    """The hex first where most is to be won."""
    frame: CloseCombatStep = frame_of(scene.g, CloseCombatStep)
    groups = dict(frame.declared)
    return [_standing(scene, choice.hex, groups[choice.hex]) for choice in ask.options]


def _standing(scene: Scene, hex: int, group: Sequence[str]) -> float:
    g = scene.g
    there = [i for i in group if reach_bar(g, g.at(i), hex) is None]
    if not there or g.holder(hex) < 0:
        return 0.0
    return worth_of(scene, hex, there).value


def assaulting_hex(scene: Scene, ask: Ask) -> Values:
    """The hex with the best column."""
    g = scene.g
    frame: CloseCombat = frame_of(g, CloseCombat)
    lead = lead_candidates(g, frame.target)[0]
    found = []
    for hex in (choice.hex for choice in ask.options):
        a = Assault(frame.target, hex, frame.group, frame.effects)
        front = max(modified_sp(g, i) for i in frame.group if g.at(i) == hex)
        found.append(close_aim(g, a, lead, 0)[1] + 0.001 * front / SP)
    return found


def rebel_yell(scene: Scene, ask: Ask) -> Values:
    """The pair of hexes for which a sudden assault is worth most."""
    return [yell_worth(scene, choice.arg, choice.hex) for choice in ask.options]


def yell_worth(scene: Scene, hex: int, target: int) -> float:
    """What the sudden assault of the infantry of one hex is worth."""
    g = scene.g
    able = [i for i in attackers_of(g, g.in_hex(hex), target, set()) if g.counter(i).arm == "infantry"]
    return worth_of(scene, target, able, ("rebel-yell",)).value if able else NOTHING.value
