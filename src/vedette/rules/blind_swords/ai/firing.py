"""What the adjutant answers when he may fire: at which hex, with whom, in how many fires."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.fires import Groups, Volleys, share_out
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.artillery import ArtilleryHex
from vedette.rules.blind_swords.chapters.crossfire import marks
from vedette.rules.blind_swords.chapters.defensive import DefensiveFire
from vedette.rules.blind_swords.chapters.event_combat import FIREFIGHT, Firefight
from vedette.rules.blind_swords.chapters.fire import ADD, FIRE, NEXT, Convergence, PlanFire
from vedette.rules.blind_swords.chapters.fire_step import FireStep
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire
from vedette.rules.blind_swords.chapters.range import DEFENSIVE, OPPORTUNITY, targets_for
from vedette.rules.blind_swords.state import State

Values = list[float]

HARDLY = 0.001
"""What a fire must be worth to be given at all."""


def frame_of(g: State, kind: type[Any]) -> Any:
    """The innermost procedure of a kind that is under way."""
    return next((frame for frame, _ in reversed(g.stack) if isinstance(frame, kind)), None)


def step_plan(scene: Scene, frame: FireStep) -> dict[int, tuple[float, Groups]]:
    """The fires of the rest of a brigade's fire step."""
    return brigade_fire(scene, frame._ready(scene.g))


def brigade_fire(scene: Scene, ready: Sequence[str]) -> dict[int, tuple[float, Groups]]:
    """The fires that these units would give in a fire step."""
    return share_out(Volleys(scene, "step"), ready, targets_for(scene.g, ready, "step"))


def fire(scene: Scene, ask: Ask) -> Values:
    """The hex at which fire is worth most; none where no fire can do anything."""
    plan = step_plan(scene, frame_of(scene.g, FireStep))
    return [plan[h][0] if h in plan else (0.0 if h == -1 else -1.0) for h in ask.options]


def _plan_of(scene: Scene, frame: PlanFire) -> Groups:
    """The fires that the adjutant wants at the hex that is being planned."""
    g = scene.g
    below = g.stack[-2][0] if len(g.stack) > 1 else None
    if isinstance(below, FireStep):
        plan = step_plan(scene, below)
        if frame.target in plan:
            return plan[frame.target][1]
    volleys = Volleys(scene, frame.kind, frame.support, frame.mover, frame.struck)
    groups = volleys.best(frame.target, volleys.atoms(frame.pool))[1]
    return groups or (frame.pool[:1],)


def fire_plan(scene: Scene, ask: Ask) -> Values:
    """The next unit of the plan, the next fire, or fire."""
    frame = frame_of(scene.g, PlanFire)
    plan = _plan_of(scene, frame)
    taken = {i for group in frame.groups for i in group}
    left = [group for group in plan if not taken.issuperset(group)]
    wanted = next((g for g in left if set(frame.group) <= set(g)), left[0] if left else ())
    values = []
    for word, unit in ask.options:
        if word == ADD:
            values.append(3.0 if unit in wanted else -1.0 if frame.group else 0.0)
        elif word == NEXT:
            values.append(2.0 if len(left) > 1 else 0.0)
        else:
            values.append(1.0 if word == FIRE else -1.0)
    return values


def primary_hexside(scene: Scene, ask: Ask) -> Values:
    """The hexside that leaves the fires worth least: what they are worth to him who gives them, less what it saves."""
    frame: Convergence = frame_of(scene.g, Convergence)
    target, groups = frame.plans[0].target, tuple(p.firers for p in frame.plans)
    support = [i for p in frame.plans for i in p.support]
    volleys = Volleys(scene, frame.plans[0].kind, support, frame.mover, frame.struck)
    whole = [
        sum(volleys.fire(target, x, on) for x, on in zip(groups, marks(scene.g, target, groups, side), strict=True))
        for side in ask.options
    ]
    return [max(whole) - n for n in whole]


def _worth_of(scene: Scene, kind: str, pool: Sequence[str], hex: int, **more: Any) -> float:
    volleys = Volleys(scene, kind, **more)
    return volleys.best(hex, volleys.atoms(volleys.able(pool, hex)))[0]


def opportunity(scene: Scene, ask: Ask) -> Values:
    """Fire at whoever leaves, unless no fire there can do anything: it costs nothing."""
    frame = frame_of(scene.g, OpportunityFire)
    worth = _worth_of(scene, OPPORTUNITY, frame._pool(scene.g), scene.g.at(frame.unit), mover=frame.unit)
    return [worth if option else HARDLY for option in ask.options]


def defensive(scene: Scene, ask: Ask) -> Values:
    """The attacking hex at which fire is worth most."""
    g = scene.g
    frame: DefensiveFire = frame_of(g, DefensiveFire)
    values = []
    for hex in ask.options:
        if hex < 0:
            values.append(HARDLY)
            continue
        pool = frame._pool(g, hex)
        support = [i for i in pool if g.at(i) != frame.target]
        values.append(_worth_of(scene, DEFENSIVE, pool, hex, support=support))
    return values


def firefight_worth(scene: Scene, hex: int, target: int) -> float:
    """What a Firefight is worth: its fire less the answer of those who are likely to stay."""
    g = scene.g
    mine = [i for i in g.in_hex(hex) if g.counter(i).arm == "infantry"]
    given = _worth_of(scene, FIREFIGHT, mine, target)
    return given - 0.8 * _worth_of(scene, FIREFIGHT, g.in_hex(target), hex)


def firefight(scene: Scene, ask: Ask) -> Values:
    """The pair of hexes that gains most by it."""
    return [firefight_worth(scene, hex, target) for hex, target in ask.options]


def firefight_answer(scene: Scene, ask: Ask) -> Values:
    """Fire back where that can do anything."""
    frame: Firefight = frame_of(scene.g, Firefight)
    worth = _worth_of(scene, FIREFIGHT, frame._pool(scene.g), frame.hex)
    return [worth if back else HARDLY for back in ask.options]


def gun_fires(scene: Scene, ready: Sequence[str]) -> dict[int, float]:
    """What the fire of these guns is worth, by target."""
    return {t: _worth_of(scene, "artillery", ready, t) for t in targets_for(scene.g, ready, "artillery")}


def ready_guns(scene: Scene) -> list[str]:
    """The guns of the hex that is acting which have not acted."""
    frame: ArtilleryHex = frame_of(scene.g, ArtilleryHex)
    return frame._ready(scene.g)
