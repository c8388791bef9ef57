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
from vedette.engine.choice import DONE
from vedette.engine.field import FieldState
from vedette.engine.planning import Planning
from vedette.engine.procedure import Ask
from vedette.engine.rulebook import Rulebook
from vedette.engine.run import asks
from vedette.engine.temper import PLAIN, Temper, leaned
from vedette.staff.general.imagined import Bench, Course, Hashed, Judged
from vedette.staff.general.value import SURE, Worth

PLANNER = "3"
"""This search, by what it finds: another word with each change by which that may be another plan. The record says by
which one a plan was begun; what another one has begun is not carried on, nor told as taken."""
USUAL = "adjutant"
"""The posture of the usual plan, and of other answers carried out as usual."""
ALIKE = 2
"""After so many worlds a plan that has come to the same as the usual one in all of them is dropped."""
OPEN = -1
FEWEST = 1
"""So many plans beside the usual one are looked at in a world at least, however small the budget."""
SHARES = (1 / 3, 2 / 3)
"""After so much of the budget the poorer half of the plans is dropped."""
FIRST = 3
"""Worlds by which all plans are told."""
HOPELESS = 1.5
"""A plan that is worse than the usual one by so many standard errors is dropped."""
DOUBTED = 2
"""Few worlds that agree by chance do not pass for certainty: the spread of so many more is added to what was seen."""
SAME = 0.0, 0.0
"""The gain and the error of a plan that has come to the same as the usual one in every world."""
REPLAYED = 16
"""So many answers that are found again, in families where other worlds come to the same, cost as much as a new one."""
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
    goes: tuple[tuple[str, str, str], ...] = ()
    """Units that are elsewhere when the plan has been carried out in the first world: from which hex to which, "" off
    the map. Whom the enemy has driven back is among them, who is lost is not."""


class Plan(NamedTuple):
    """What is to be done, and how."""

    at: int
    """The place of its first answer in the list; OPEN until that is worked out."""
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
    """The usual plan, the next best answers carried out as usual, and each posture with the answer it likes best.

    Where plans are given up for the budget that answer is open: to work it out for all may take longer than the search.
    """
    look = root.planning.look(root.state)
    found = [Plan(root.usual, USUAL)]
    if look.others:
        values = judged(root, root.tempers.get(root.ask.seat, PLAIN))
        ranked = sorted(range(len(values)), key=lambda i: (-values[i], i))
        found += [Plan(i, USUAL) for i in ranked if i != root.usual][: look.others]
    if look.stands and DONE in root.ask.options:
        found.append(Plan(root.ask.options.index(DONE), USUAL))
    found += [Plan(liked(root, name) if look.least else OPEN, name) for name in root.planning.postures]
    return list(dict.fromkeys(found))  # to do nothing may be what is usual


def judged(root: Root, temper: Temper) -> Sequence[float]:
    """What the adjutant thinks of each answer under a temper."""
    bench = Bench(root.battle, root.rulebook, root.state.clone(), root.ask)
    return root.rulebook.counsel.adjutant(bench, temper)[0]


def liked(root: Root, posture: str) -> int:
    """The place of the answer that a posture likes best."""
    values = judged(root, leaned(root.planning.postures[posture], root.tempers.get(root.ask.seat, PLAIN)))
    return max(range(len(values)), key=lambda i: (values[i], -i))


def leaning(plan: Plan, postures: Mapping[str, Temper]) -> frozenset[tuple[str, bool]]:
    """The terms that a plan weighs otherwise than plainly, and whether more."""
    temper = postures.get(plan.posture, PLAIN)
    rows = [(name, getattr(temper, name), getattr(PLAIN, name)) for name in Temper.__struct_fields__]
    return frozenset((name, value > usual) for name, value, usual in rows if value != usual)


def varied(others: Sequence[Plan], postures: Mapping[str, Temper], key: bytes) -> list[Plan]:
    """Plans by lot, none after one that leans as it does in anything, if there is another: where a budget is so small
    that few are looked at, these are unlike each other, and not the same few in every search."""
    left = sorted(others, key=lambda p: blake2b(b"plan %d %s" % (p.at, p.posture.encode()), key=key).digest())
    leans = {plan: leaning(plan, postures) for plan in left}
    found: list[Plan] = []
    while left:
        last = leans[found[-1]] if found else frozenset()
        found.append(next((plan for plan in left if not leans[plan] & last), left[0]))
        left.remove(found[-1])
    return found


class Search:
    """One search. Everything follows from the root, the key and the budget."""

    def __init__(self, root: Root, value: Worth, key: bytes, budget: int) -> None:
        self.root = root
        self.value = value
        self.key = key
        self.budget = budget
        self.look = root.planning.look(root.state)
        self.given = self.steps = 0
        self.halved = 0
        """How often the poorer half was dropped."""
        self.judged: Judged = {}
        """What was thought in the world that is looked at."""
        usual, *others = plans(root)
        self.plans = [usual, *(others if self.look.least else varied(others, root.planning.postures, key))]
        self.seen: dict[Plan, list[int]] = {plan: [] for plan in self.plans}
        """By plan what it came to in each world."""
        self.goes: dict[Plan, tuple[tuple[str, str, str], ...]] = {}
        """Where it led whom in the first of them."""

    def found(self) -> Found:
        """The plan that is best on average, by more than its error; else the usual one."""
        usual, *left = self.plans
        for world in range(self.look.most):
            if not left or (world >= self.look.least and self.spent >= self.budget):
                break
            state, key = self._world(world)
            if self.root.rulebook.hides:
                self.judged.clear()
            for n, plan in enumerate((usual, *left)):
                if self._is_due(n, world):
                    if plan.at == OPEN:
                        plan = left[n - 1] = self._begun(plan)
                    self.seen[plan].append(self._played(plan, state, key))
            left = self._after(world + 1, left)
        best = max(left, key=lambda p: self._gain(p)[0], default=usual)
        gain, error = self._gain(best)
        taken = best if best is not usual and gain > self.value.surely * error and gain > 0 else usual
        rows = tuple(self._weighed(plan) for plan in dict.fromkeys(self.plans) if self.seen[plan])
        return Found(taken.at, taken.posture, rows, self.given)

    def _is_due(self, n: int, world: int) -> bool:
        """Whether the plan that stands n-th, after the usual one, is looked at in a world, whatever has been spent."""
        if n == 0 or self.look.least > 1 or world < self.look.least or self.spent < self.budget:
            return True
        return world == 0 and n <= FEWEST

    def _begun(self, plan: Plan) -> Plan:
        """A plan with its first answer, which is thought about as any."""
        self.given += 1
        known = Plan(liked(self.root, plan.posture), plan.posture)
        self.plans[self.plans.index(plan)] = known
        self.seen[known] = self.seen.pop(plan)
        return known

    @property
    def spent(self) -> int:
        """What has been thought about, in answers of the usual price."""
        again = 0 if self.root.rulebook.hides else (self.steps - self.given) // REPLAYED
        return self.given * self.look.dear + again

    def _after(self, worlds: int, left: list[Plan]) -> list[Plan]:
        """The plans that are still looked at after so many worlds."""
        left = [p for p in left if self.seen[p]]
        if worlds >= ALIKE:
            left = [p for p in left if self.seen[p] != self.seen[self.plans[0]][: len(self.seen[p])]]
        if worlds >= self.look.least:
            gains = {p: self._gain(p) for p in left}
            left = [p for p in left if gains[p] == SAME or gains[p][0] + HOPELESS * gains[p][1] > 0]
            left.sort(key=lambda p: -gains[p][0])
            if self.halved < len(SHARES) and self.spent >= SHARES[self.halved] * self.budget:
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
        planned = {**usual, seat: leaned(planning.postures.get(plan.posture), usual.get(seat, PLAIN))}
        quiet = 0
        while True:
            if (now := planning.period(course.state)) != begun:
                begun, quiet = now, quiet + 1
            if not asks(course.state) or quiet >= self.look.periods or course.steps >= ENDLESS:
                break
            holds = doing is not None and planning.under_way(course.state, seat) == doing
            if not holds and plan not in self.goes:
                self.goes[plan] = gone(state, course.state, seat)
            course.step(planned if holds else usual)
        self.given += course.given
        self.steps += course.steps
        self.goes.setdefault(plan, gone(state, course.state, seat))
        over = not asks(course.state)
        worth = self.value.settled(course.state) if over else self.value.of(course.state)
        whole = SURE * self.value.things(course.state)
        return worth if seat == root.rulebook.seats[0] else whole - worth

    def _gain(self, plan: Plan) -> tuple[float, float]:
        """How much better than the usual plan, and its standard error."""
        rows = self.seen[plan]
        pairs = zip(rows, self.seen[self.plans[0]], strict=False)
        return mean_and_error([a - b for a, b in pairs], self.value.doubt)

    def _weighed(self, plan: Plan) -> Weighed:
        gain, error = self._gain(plan)
        usual = self.seen[self.plans[0]]
        value = (sum(usual[:FIRST]) / len(usual[:FIRST]) + gain) / SURE
        text = self.root.state.text_of(self.root.ask.options[plan.at])
        rows = len(self.seen[plan])
        value, gain, error = (round(n, self.value.digits) for n in (value, gain / SURE, error / SURE))
        return Weighed(text, plan.posture, value, gain, error, rows, self.goes.get(plan, ()))


def gone(before: Any, after: Any, seat: str) -> tuple[tuple[str, str, str], ...]:
    """The units of a seat that are elsewhere, and the hexes where they were and are, "" for who has left the map.

    Who is lost was led nowhere.
    """
    if not isinstance(before, FieldState):
        return ()
    rows = [(i, before.at(i), after.at(i)) for i in before.units if before.seat(i) == seat]
    led = [(i, a, b) for i, a, b in rows if 0 <= a != b and (b >= 0 or b == before.exited)]
    return tuple((i, before.hex_name(a), before.hex_name(b) if b >= 0 else "") for i, a, b in led)


def mean_and_error(rows: Sequence[int], doubt: float) -> tuple[float, float]:
    """The mean of some numbers and its standard error; none where all of them are nothing."""
    n = len(rows)
    middle = sum(rows) / n
    if not any(rows):
        return SAME
    spread = sum((x - middle) ** 2 for x in rows) + DOUBTED * doubt**2
    return middle, sqrt(spread / (n * (n - 1 + DOUBTED)))
