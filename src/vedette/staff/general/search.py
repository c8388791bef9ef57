"""The choice among plans: the same imagined worlds and the same dice for all of them, and the usual plan as the null.

A plan is an answer at its beginning and a temper under which the adjutant carries it out. Each is played on in the same
worlds to where the field is quiet, and valued there. What comes to the same as the usual plan, or to clearly less, is
dropped, later the poorer half; the rest is looked at in more worlds, as far as the budget goes. A plan takes the place
of the usual one only where it is better by more than the error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.planning import Planning
from vedette.engine.procedure import Ask
from vedette.engine.rulebook import Rulebook
from vedette.engine.run import asks
from vedette.engine.temper import PLAIN, Temper
from vedette.staff.general.imagined import Bench, Course, Hashed, Judged
from vedette.staff.general.value import SURE, Value

USUAL = "adjutant"
"""The posture of the usual plan, and of other answers carried out as usual."""
OTHERS = 2
"""So many answers beside the usual one are tried as usual."""
ALIKE = 2
"""After so many worlds a plan that has come to the same as the usual one in all of them is dropped."""
SHARES = (1 / 3, 2 / 3)
"""After so much of the budget the poorer half of the plans is dropped."""
LEAST, MOST = 3, 200
"""Worlds that are always looked at, and after which nothing is looked at any more."""
HOPELESS = 1.5
"""A plan that is worse than the usual one by so many standard errors is dropped."""
SURELY = 0.5
"""Standard errors by which a plan must be better than the usual one."""
DOUBT, DOUBTED = 0.4 * SURE, 2
"""Few worlds that agree by chance do not pass for certainty: the spread of so many more is added to what was seen."""
ENDLESS = 2000
"""Answers after which an imagined game is given up as one that does not come to rest."""


class Weighed(msgspec.Struct, frozen=True):
    """A plan as it was weighed."""

    answer: str
    """The text of its first answer."""
    posture: str
    value: float
    """What the seat would hold at the end, on average over the worlds that all plans have seen."""
    gain: float
    """By how much it is better than the usual plan, in the worlds that both have seen."""
    error: float
    """The standard error of that."""
    worlds: int


class Plan(NamedTuple):
    """What is to be done, and how."""

    at: int
    """The place of its first answer in the list."""
    posture: str


class Found(msgspec.Struct, frozen=True):
    """What a search has come to: the plan, and all that were weighed, the usual one first."""

    at: int
    posture: str
    weighed: tuple[Weighed, ...] = ()
    given: int = 0
    """Answers that were thought about in imagined games."""
    note: str = ""
    """Why nothing was searched, for the record."""


class Root(NamedTuple):
    """A question at which a plan begins, in a state that its seat could be in."""

    battle: Battle
    rulebook: Rulebook[Any]
    planning: Planning
    options: Mapping[str, Any]
    state: Any
    ask: Ask
    tempers: Mapping[str, Temper]
    """How each seat weighs when nothing is planned."""
    usual: int
    """The place of the adjutant's answer."""


def plans(root: Root) -> list[Plan]:
    """The usual plan, the next best answers carried out as usual, and each posture with the answer it likes best."""
    bench = Bench(root.battle, root.rulebook, root.state.clone(), root.ask)
    found = [Plan(root.usual, USUAL)]
    values = root.rulebook.counsel.adjutant(bench, root.tempers.get(root.ask.seat, PLAIN))[0]
    ranked = sorted(range(len(values)), key=lambda i: (-values[i], i))
    found += [Plan(i, USUAL) for i in ranked if i != root.usual][:OTHERS]
    for posture, temper in root.planning.postures.items():
        values = root.rulebook.counsel.adjutant(bench, temper)[0]
        found.append(Plan(max(range(len(values)), key=lambda i: (values[i], -i)), posture))
    return found


class Search:
    """One search. Everything follows from the root, the key and the budget."""

    def __init__(self, root: Root, value: Value, key: bytes, budget: int) -> None:
        self.root = root
        self.value = value
        self.key = key
        self.budget = budget
        self.given = 0
        self.halved = 0
        """How often the poorer half was dropped."""
        self.judged: Judged = {}
        """What was thought in the world that is looked at."""
        self.plans = plans(root)
        self.seen: dict[Plan, list[int]] = {plan: [] for plan in self.plans}
        """By plan what it came to in each world."""

    def found(self) -> Found:
        """The plan that is best on average, by more than its error; else the usual one."""
        usual, *others = self.plans
        left = list(dict.fromkeys(others))
        for world in range(MOST):
            if not left or (world >= LEAST and self.given >= self.budget):
                break
            state, key = self._world(world)
            self.judged.clear()
            for plan in (usual, *left):
                self.seen[plan].append(self._played(plan, state, key))
            left = self._after(world + 1, left)
        best = max(left, key=lambda p: self._gain(p)[0], default=usual)
        gain, error = self._gain(best)
        taken = best if best is not usual and gain > SURELY * error and gain > 0 else usual
        rows = tuple(self._weighed(plan) for plan in dict.fromkeys(self.plans))
        return Found(taken.at, taken.posture, rows, self.given)

    def _after(self, worlds: int, left: list[Plan]) -> list[Plan]:
        """The plans that are still looked at after so many worlds."""
        if worlds >= ALIKE:
            left = [p for p in left if self.seen[p] != self.seen[self.plans[0]]]
        if worlds >= LEAST:
            gains = {p: self._gain(p) for p in left}
            left = [p for p in left if gains[p][0] + HOPELESS * gains[p][1] > 0]
            left.sort(key=lambda p: -gains[p][0])
            if self.halved < len(SHARES) and self.given >= SHARES[self.halved] * self.budget:
                self.halved += 1
                left = left[: max(1, len(left) // 2)]
        return left

    def _world(self, n: int) -> tuple[Any, bytes]:
        """A state that the seat could be in, and the key of its dice."""
        key = blake2b(b"world %d" % n, key=self.key, digest_size=32).digest()
        state = self.root.rulebook.imagine(self.root.state, self.root.ask.seat, Random(int.from_bytes(key[:8], "big")))
        return state, key

    def _played(self, plan: Plan, state: Any, key: bytes) -> int:
        """What a plan comes to in a world, for the seat that asks."""
        root, planning = self.root, self.root.planning
        seat = root.ask.seat
        course = Course(root.battle, root.rulebook, state.clone(), Hashed(key), self.judged)
        begun = planning.period(state)
        open_ask = next(a for a in asks(course.state) if a.seat == seat)
        course.give(seat, open_ask.options[plan.at])
        doing = planning.under_way(course.state, seat)
        usual = root.tempers
        planned = {**usual, seat: planning.postures.get(plan.posture) or usual.get(seat, PLAIN)}
        while asks(course.state) and planning.period(course.state) == begun and course.steps < ENDLESS:
            holds = doing is not None and planning.under_way(course.state, seat) == doing
            course.step(planned if holds else usual)
        self.given += course.given
        over = not asks(course.state)
        worth = self.value.settled(course.state) if over else self.value.of(course.state)
        whole = SURE * len(planning.held(course.state))
        return worth if seat == root.rulebook.seats[0] else whole - worth

    def _gain(self, plan: Plan) -> tuple[float, float]:
        """How much better than the usual plan, and its standard error."""
        rows = self.seen[plan]
        return mean_and_error([a - b for a, b in zip(rows, self.seen[self.plans[0]], strict=False)])

    def _weighed(self, plan: Plan) -> Weighed:
        gain, error = self._gain(plan)
        usual = self.seen[self.plans[0]]
        value = (sum(usual[:LEAST]) / len(usual[:LEAST]) + gain) / SURE
        text = self.root.state.text_of(self.root.ask.options[plan.at])
        rows = len(self.seen[plan])
        return Weighed(text, plan.posture, round(value, 3), round(gain / SURE, 3), round(error / SURE, 3), rows)


def mean_and_error(rows: Sequence[int]) -> tuple[float, float]:
    """The mean of some numbers and its standard error; none where all of them are nothing."""
    n = len(rows)
    middle = sum(rows) / n
    if not any(rows):
        return 0.0, 0.0
    spread = sum((x - middle) ** 2 for x in rows) + DOUBTED * DOUBT**2
    return middle, sqrt(spread / (n * (n - 1 + DOUBTED)))
