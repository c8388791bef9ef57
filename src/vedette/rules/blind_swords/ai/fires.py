"""Fire: who fires at what, alone or together, so that the tests to be expected cost the enemy most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from vedette.engine.choice import DONE, PASS
from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.artillery import ArtilleryHex
from vedette.rules.blind_swords.chapters.close_combat import DefensiveFire
from vedette.rules.blind_swords.chapters.event_actions import FIREFIGHT, Firefight
from vedette.rules.blind_swords.chapters.fire import GO, NEXT, Convergence, FireStep, PlanFire
from vedette.rules.blind_swords.chapters.fire_shifts import FirePlan, aim, marks, sensible
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire
from vedette.rules.blind_swords.chapters.range import (
    DEFENSIVE,
    OPPORTUNITY,
    carried,
    combine_bar,
    enough,
    fire_bar,
    targets_for,
)
from vedette.rules.blind_swords.chapters.values import lead_candidates
from vedette.rules.blind_swords.state import State

Group = tuple[str, ...]
Groups = tuple[Group, ...]
MOST = 400
"""Up to this many ways to share out targets all are tried; beyond that each unit in turn takes its best."""
FADES = 0.9
"""What a later fire at the same hex is worth compared with the first: its target may be gone by then."""


class Volleys:
    """The fires that some units could give now, and what they are worth."""

    def __init__(
        self, scene: Scene, kind: str, support: Iterable[str] = (), mover: str = "", struck: Group = ()
    ) -> None:
        self.scene = scene
        self.g: State = scene.g
        self.kind = kind
        self.support = frozenset(support)
        self.mover = mover
        self.struck = struck
        self._fires: dict[tuple[int, Group, bool], float] = {}
        self._hexes: dict[tuple[int, tuple[Group, ...]], tuple[float, Groups]] = {}

    def fire(self, target: int, group: Group, flank: bool) -> float:
        """What one fire is worth."""
        key = (target, group, flank)
        found = self._fires.get(key)
        if found is None:
            lead = self.mover or lead_candidates(self.g, target, self.struck)[0]
            plan = FirePlan(self.kind, target, group, tuple(i for i in group if i in self.support), flank)
            rating = self.scene.rating(lead)
            tests = self.scene.chances.tests(aim(self.g, plan, lead)[1], rating)
            found = self._fires[key] = self.scene.harm(target, lead, tests, alone=bool(self.mover))
        return found

    def together(self, target: int, groups: Groups) -> float:
        """What fires announced together at a hex are worth, where they converge by the hexside that spares it most."""
        primary = sensible(self.g, target, groups, lambda n, on: self.fire(target, groups[n], on))
        on = marks(self.g, target, groups, primary)
        values = sorted((self.fire(target, g, m) for g, m in zip(groups, on, strict=True)), reverse=True)
        return sum(v * FADES**n for n, v in enumerate(values))

    def best(self, target: int, atoms: tuple[Group, ...]) -> tuple[float, Groups]:
        """The best way for these groups of one hex each to fire at a target: joined two by two, or not."""
        key = (target, atoms)
        found = self._hexes.get(key)
        if found is None:
            found = (0.0, ())
            for parts in self._joined(atoms):
                groups = tuple(x for x in parts if enough(self.g, x, target, self.kind, self.support))
                value = self.together(target, groups)
                if value > found[0] + 1e-9:
                    found = (value, groups)
            self._hexes[key] = found
        return found

    def _joined(self, atoms: tuple[Group, ...]) -> Iterable[Groups]:
        """Every way to join some of the groups in pairs, and each of several units apart."""
        if not atoms:
            yield ()
            return
        first, rest = atoms[0], atoms[1:]
        for groups in self._joined(rest):
            yield (first, *groups)
            if len(first) == 2 and len(atoms) <= 3:
                yield ((first[0],), (first[1],), *groups)
        for n, other in enumerate(rest):
            if self.may_join(first, other):
                for groups in self._joined((*rest[:n], *rest[n + 1 :])):
                    yield ((*first, *other), *groups)

    def may_join(self, group: Group, other: Group) -> bool:
        """Whether two groups may fire as one."""
        return all(combine_bar(self.g, (*group, *other[:n]), id, self.kind) is None for n, id in enumerate(other))

    def able(self, ids: Sequence[str], target: int) -> tuple[str, ...]:
        """The units among these that may fire at a hex."""
        g, kind = self.g, self.kind
        found = [i for i in ids if fire_bar(g, i, target, kind, i in self.support) is None]
        return carried(g, found, target, kind, self.support)

    def atoms(self, ids: Sequence[str]) -> tuple[Group, ...]:
        """Units grouped by hex and arm, as they fire together."""
        found: dict[tuple[int, bool], list[str]] = {}
        for i in ids:
            found.setdefault((self.g.at(i), self.g.counter(i).arm == "artillery"), []).append(i)
        out: list[Group] = []
        for row in found.values():
            cavalry = [i for i in row if self.g.counter(i).arm == "cavalry"]
            out += [(i,) for i in cavalry]
            foot = tuple(i for i in row if i not in cavalry)
            out += [foot] if foot else []
        return tuple(out)


def share_out(volleys: Volleys, ids: Sequence[str], targets: Sequence[int]) -> dict[int, tuple[float, Groups]]:
    """Which units fire at which target, for the most harm in all: target -> (worth, fires announced together)."""
    atoms = volleys.atoms(ids)
    able = [[(t, a) for t in targets if (a := volleys.able(atom, t))] for atom in atoms]
    count = 1
    for row in able:
        count *= max(1, len(row))
    chosen = _try_all(volleys, able) if count <= MOST else _one_by_one(volleys, able)
    return {t: volleys.best(t, groups) for t, groups in chosen.items() if volleys.best(t, groups)[0] > 0}


Able = list[list[tuple[int, Group]]]


def _try_all(volleys: Volleys, able: Able) -> dict[int, tuple[Group, ...]]:
    best, found = -1.0, dict[int, tuple[Group, ...]]()
    for choice in product(*(row for row in able if row)):
        sorted_out = _by_target(choice)
        value = sum(volleys.best(t, groups)[0] for t, groups in sorted_out.items())
        if value > best + 1e-9:
            best, found = value, sorted_out
    return found


def _one_by_one(volleys: Volleys, able: Able) -> dict[int, tuple[Group, ...]]:
    """Each group in turn takes the target to which it adds most, twice round."""
    choice: list[tuple[int, Group] | None] = [None] * len(able)
    for _ in range(2):
        for n, row in enumerate(able):
            best = -1.0
            for option in row:
                trial = [c for m, c in enumerate(choice) if c is not None and m != n]
                value = _worth(volleys, [*trial, option])
                if value > best + 1e-9:
                    best, choice[n] = value, option
    return _by_target([c for c in choice if c is not None])


def _worth(volleys: Volleys, choice: Sequence[tuple[int, Group]]) -> float:
    return sum(volleys.best(t, groups)[0] for t, groups in _by_target(choice).items())


def _by_target(choice: Iterable[tuple[int, Group]]) -> dict[int, tuple[Group, ...]]:
    found: dict[int, tuple[Group, ...]] = {}
    for target, group in choice:
        found[target] = (*found.get(target, ()), group)
    return found


# -- what the adjutant answers when he may fire ----------------------------------------------------------------------


Values = list[float]

HARDLY = 0.001
"""The least that a fire must be worth to be given at all."""


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
    return [0.0 if c == DONE else plan[c.hex][0] if c.hex in plan else -1.0 for c in ask.options]


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
    for choice in ask.options:
        if choice.kind == "add":
            values.append(3.0 if choice.unit in wanted else -1.0 if frame.group else 0.0)
        elif choice == NEXT:
            values.append(2.0 if len(left) > 1 else 0.0)
        else:
            values.append(1.0 if choice == GO else -1.0)
    return values


def primary_hexside(scene: Scene, ask: Ask) -> Values:
    """The hexside that leaves the fires worth least: what they are worth to him who gives them, less what it saves."""
    frame: Convergence = frame_of(scene.g, Convergence)
    target, groups = frame.plans[0].target, tuple(p.firers for p in frame.plans)
    support = [i for p in frame.plans for i in p.support]
    volleys = Volleys(scene, frame.plans[0].kind, support, frame.mover, frame.struck)
    whole = [
        sum(volleys.fire(target, x, on) for x, on in zip(groups, marks(scene.g, target, groups, c.arg), strict=True))
        for c in ask.options
    ]
    return [max(whole) - n for n in whole]


def _worth_of(scene: Scene, kind: str, pool: Sequence[str], hex: int, **more: Any) -> float:
    volleys = Volleys(scene, kind, **more)
    return volleys.best(hex, volleys.atoms(volleys.able(pool, hex)))[0]


def opportunity(scene: Scene, ask: Ask) -> Values:
    """Fire at whoever leaves, unless no fire there can do anything: it costs nothing."""
    frame = frame_of(scene.g, OpportunityFire)
    worth = _worth_of(scene, OPPORTUNITY, frame._pool(scene.g), scene.g.at(frame.unit), mover=frame.unit)
    return [HARDLY if choice == PASS else worth for choice in ask.options]


def defensive(scene: Scene, ask: Ask) -> Values:
    """The attacking hex at which fire is worth most."""
    frame: DefensiveFire = frame_of(scene.g, DefensiveFire)
    return [HARDLY if choice == DONE else _defensive_at(scene, frame, choice.hex) for choice in ask.options]


def _defensive_at(scene: Scene, frame: DefensiveFire, hex: int) -> float:
    pool = frame._pool(scene.g, hex)
    support = [i for i in pool if scene.g.at(i) != frame.target]
    return _worth_of(scene, DEFENSIVE, pool, hex, support=support)


def firefight_worth(scene: Scene, hex: int, target: int) -> float:
    """What a Firefight is worth: its fire less the answer of those who are likely to stay."""
    g = scene.g
    mine = [i for i in g.in_hex(hex) if g.counter(i).arm == "infantry"]
    given = _worth_of(scene, FIREFIGHT, mine, target)
    return given - 0.8 * _worth_of(scene, FIREFIGHT, g.in_hex(target), hex)


def firefight(scene: Scene, ask: Ask) -> Values:
    """The pair of hexes that gains most by a Firefight."""
    return [firefight_worth(scene, choice.arg, choice.hex) for choice in ask.options]


def firefight_answer(scene: Scene, ask: Ask) -> Values:
    """Fire back where that can do anything."""
    frame: Firefight = frame_of(scene.g, Firefight)
    worth = _worth_of(scene, FIREFIGHT, frame._pool(scene.g), frame.hex)
    return [HARDLY if choice == PASS else worth for choice in ask.options]


def gun_fires(scene: Scene, ready: Sequence[str]) -> dict[int, float]:
    """What the fire of these guns is worth, by target."""
    return {t: _worth_of(scene, "artillery", ready, t) for t in targets_for(scene.g, ready, "artillery")}


def ready_guns(scene: Scene) -> list[str]:
    """The guns of the acting hex that have not acted yet."""
    frame: ArtilleryHex = frame_of(scene.g, ArtilleryHex)
    return frame._ready(scene.g)
