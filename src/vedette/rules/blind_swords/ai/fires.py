"""Fire plans: who fires at what, alone or together, so that the tests to be expected cost the enemy most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.crossfire import marks, sensible
from vedette.rules.blind_swords.chapters.fire_shifts import FirePlan, aim
from vedette.rules.blind_swords.chapters.range import carried, combine_bar, enough, fire_bar
from vedette.rules.blind_swords.chapters.values import lead_candidates
from vedette.rules.blind_swords.state import State

Group = tuple[str, ...]
Groups = tuple[Group, ...]
MOST = 400
"""Ways to share targets out that are all tried; beyond, each in turn takes its best."""
FADES = 0.9
"""What a later fire at the same hex is worth against the first: its target may be gone by then."""


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
        """Those of the units that may fire at a hex."""
        g, kind = self.g, self.kind
        found = [i for i in ids if fire_bar(g, i, target, kind, i in self.support) is None]
        return carried(g, found, target, kind, self.support)

    def atoms(self, ids: Sequence[str]) -> tuple[Group, ...]:
        """Units by hex and arm, which fire together."""
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
