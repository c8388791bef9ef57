"""What the commanders of all families share: what is kept about a position, ways over the map, what Enter proposes.

StateKey(g, *matters)   a position as a cache key: equal where everything that matters is equal
Memo(work_out)          values that are worked out when first asked for
remembered              a question about a scene, worked out once and kept in its memo
each                    a judge who weighs each answer by itself
usual, only             the values of a judge without an opinion, or with just one
Party, party            the units that do something best together
spread, backward        how far every hex is from given ones, by the steps that lead there
question, best_answer   what a seat is asked, and the answer to propose
in_reach                whether anybody of a seat is so near to an enemy that a turn is worth a plan
Lead                    how much more strength one side has left than the other
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import update_wrapper
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, TypeVarTuple

from vedette.engine.choice import DONE
from vedette.engine.content import SIDES
from vedette.engine.counsel import Advice
from vedette.engine.field import FieldState
from vedette.engine.procedure import Ask
from vedette.engine.run import asks
from vedette.engine.state import State
from vedette.hexes import hexes_of

S = TypeVar("S", bound=State)
K = TypeVar("K")
V = TypeVar("V")
Scene = TypeVar("Scene")
F = TypeVar("F", bound=FieldState)
Ts = TypeVarTuple("Ts")

NEAR = 1e-6
"""Values this close to each other count as the same."""
SIXTH = 1 / 6
"""The chance of each face of a die."""


# -- what is kept from one decision to the next -----------------------------------------------------------------------


class StateKey(Generic[S]):
    """A state reduced to the part that matters for something; equal where that part is equal.

    As the argument of a cached function it stands for every state that is alike in this. What matters is always
    public, so that nothing a seat has imagined about the other's secrets is ever found again.
    """

    __slots__ = ("_hash", "_key", "g")

    def __init__(self, g: S, *matters: object) -> None:
        self.g = g
        self._key = (g.setting, *matters)  # type: ignore[attr-defined]  # every family has one
        self._hash = hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StateKey) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash


def army(g: FieldState, side: int, without: str = "") -> tuple[object, ...]:
    """The units of a side as they are, except one."""
    units = g.units
    return side, tuple([units[i] for i in g.armies[side] if i != without])


class Memo(dict[K, V]):
    """Values that are worked out when first asked for."""

    def __init__(self, work_out: Callable[[K], V]) -> None:
        self.work_out = work_out

    def __missing__(self, key: K) -> V:
        value = self[key] = self.work_out(key)
        return value


class Remembering(Protocol):
    """A scene that keeps what has been worked out about it."""

    memo: dict[object, Any]


R = TypeVar("R", bound=Remembering)


def remembered(work_out: Callable[[R, *Ts], V]) -> Callable[[R, *Ts], V]:
    """A question about a scene, worked out once for each set of arguments; the answer is never None."""

    def ask(scene: R, *args: *Ts) -> V:
        try:
            kept: dict[object, V] = scene.memo[work_out]
        except KeyError:
            kept = scene.memo[work_out] = {}
        found = kept.get(args)
        if found is None:
            found = kept[args] = work_out(scene, *args)
        return found

    update_wrapper(ask, work_out)
    return ask


# -- judging ----------------------------------------------------------------------------------------------------------


def only(ask: Ask, wanted: object) -> list[float]:
    """One answer is worth something, all others nothing."""
    return [float(option == wanted) for option in ask.options]


def usual(_: object, ask: Ask, *__: object) -> list[float]:
    """The usual answer, else the first."""
    return only(ask, ask.usual if ask.usual in ask.options else ask.options[0])


def each(done: float = 0.0) -> Callable[[Callable[[Scene, Any], float]], Callable[..., list[float]]]:
    """Makes a judge of a function that tells what one answer is worth by itself; to be done is worth `done`."""

    def judging(worth: Callable[[Scene, Any], float]) -> Callable[..., list[float]]:
        def judge(scene: Scene, ask: Ask, *_: object) -> list[float]:
            return [done if option == DONE else worth(scene, option) for option in ask.options]

        update_wrapper(judge, worth)
        return judge

    return judging


class Party(NamedTuple):
    """The units that together do something best, and what it is worth."""

    worth: float
    units: tuple[str, ...]


NOBODY = Party(0.0, ())


def party(able: Sequence[str], worth: Callable[[tuple[str, ...]], float], look: int) -> Party:
    """The unit that adds most, then the next, until two in a row have made it no better.

    Args:
        look: how many of the remaining units are considered for each place, from the first on.
    """
    found, left = NOBODY, list(able)
    chosen: tuple[str, ...] = ()
    while left:
        value, _, id = max((worth((*chosen, id)), -n, id) for n, id in enumerate(left[:look]))
        chosen = (*chosen, id)
        left.remove(id)
        if value > found.worth + 1e-9:
            found = Party(value, chosen)
        elif found.units and len(chosen) > len(found.units) + 1:
            break
    return found


# -- ways over the map ------------------------------------------------------------------------------------------------

FAR = 999
"""For a hex from which nothing leads there."""
Field = tuple[int, ...]
"""By hex: how far it is from there."""
Steps = tuple[tuple[tuple[int, int], ...], ...]
"""By hex: the hexes that a step leads to, or comes from, each with its cost."""


def backward(steps: Sequence[Iterable[tuple[int, int]]]) -> Steps:
    """The steps into every hex: where from, and at what cost."""
    found: list[list[tuple[int, int]]] = [[] for _ in steps]
    for a, row in enumerate(steps):
        for b, cost in row:
            found[b].append((a, cost))
    return tuple(map(tuple, found))


def spread(back: Steps, targets: Iterable[int], first: int = 0, extra: Field = (), pace: int = 0) -> Field:
    """How far every hex is from the nearest target.

    Args:
        back: the steps into every hex.
        first: what the targets themselves count.
        extra: what entering or leaving a hex adds.
        pace: the points of a turn, if points left over at its end are lost.
    """
    found = [FAR] * len(back)
    waiting: list[list[int]] = [[] for _ in range(FAR)]
    for hex in targets:
        found[hex] = first
        waiting[first].append(hex)
    for cost, bucket in enumerate(waiting):
        for at in bucket:
            if found[at] < cost:
                continue
            so_far = cost + (extra[at] if extra else 0)
            for frm, step in back[at]:
                total = so_far + step
                if pace and (spent := (cost - 1) % pace + 1) + step > pace:
                    total += pace - spent
                if total < found[frm]:
                    found[frm] = total
                    waiting[total].append(frm)
    return tuple(found)


# -- what is proposed -------------------------------------------------------------------------------------------------


def question(g: State, seat: str) -> Ask | None:
    """The question put to a seat; None where there is none."""
    return next((ask for ask in asks(g) if ask.seat == seat), None)


def best_answer(ask: Ask, imagine: Callable[[], S], advise: Callable[[S, Ask], Advice]) -> Any:
    """The answer worth most to the adjutant, without lots; among equals the usual one, else the first listed.

    Args:
        imagine: makes a state that the seat could be in; nobody may change it later, since caches keep it.
        advise: what the answers are worth there.
    """
    if len(ask.options) == 1:
        return ask.options[0]
    there = imagine()
    asked = question(there, ask.seat)
    if asked is None or asked.kind != ask.kind:  # a question that is not open
        return ask.usual
    values = advise(there, asked).values
    most = max(values)
    good = [option for option, value in zip(asked.options, values, strict=True) if value >= most - NEAR]
    return ask.usual if ask.usual in good else good[0]


# -- plans of a whole turn --------------------------------------------------------------------------------------------


def in_reach(g: FieldState, ask: Ask, within: int) -> bool:
    """Whether a seat has a choice, and anybody of its side stands within so many hexes of an enemy."""
    if len(ask.options) < 2:
        return False
    side = SIDES.index(ask.seat)
    around, enemies = g.setting.grid.within, g.masks[1 - side]
    return any(around(hex, within) & enemies for hex in hexes_of(g.masks[side]))


# -- who is ahead -----------------------------------------------------------------------------------------------------


class Lead(Generic[F]):
    """The strength that the Union has left less that of the Confederates, on the map and still to come.

    By this measure the lab takes luck out of a match.
    """

    def __init__(self, strength: Callable[[F, str], float], to_come: Container[int]) -> None:
        """What a unit counts for, and the places off the map from which units come."""
        self.strength = strength
        self.to_come = to_come

    def ahead(self, g: F) -> float:
        """How much it is now."""
        return sum((self._adds(g, id) for id in g.units), 0.0)

    def ahead_since(self, g: F, before: F, ahead: float) -> float:
        """The same, from what it was in an earlier state of the same units: only those that changed are counted."""
        units, earlier = g.units, before.units
        for id, unit in units.items():
            if unit is not earlier[id]:
                ahead += self._adds(g, id) - self._adds(before, id)
        return ahead

    def _adds(self, g: F, id: str) -> float:
        """What a unit adds to it, negative if it is a Confederate."""
        at = g.units[id].at
        if at < 0 and at not in self.to_come:
            return 0.0
        return self.strength(g, id) if g.side(id) == 0 else -self.strength(g, id)
