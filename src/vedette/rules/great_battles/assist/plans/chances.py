"""What comes of fire and melee: the rules played through every die, equal states merged.

played(g, frames)           every end of a deed, with its chance
toll_of(g, end, ids)        what an end has cost units

Choices on the way are answered as they usually are (who loses a point, where one falls back), but for those that a way
names. What is too manifold to follow whole is followed as far as the budget goes, and then by one die each, spread
evenly over all that can be rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any

import msgspec

from vedette.engine.procedure import CHANCE, STEPS, Ask, Procedure
from vedette.engine.run import advance, answer, asks
from vedette.engine.shapes import Chance
from vedette.rules.great_battles.state import State

Ends = dict[Any, tuple[State, float]]
"""By their keys: how the field may look, and how likely that is."""
Frame = tuple[Procedure, str]
"""A procedure, and the step at which it goes on."""
Chooser = Callable[[State, Ask], Any]
"""The answer assumed for a choice on the way; None for the usual one."""
BUDGET = 1500
"""Answers that are played at most for one deed."""
GOLDEN = 0.6180339887498949
"""Its multiples are spread evenly between the whole numbers."""
SMALL = 500
"""The same for one of many in an overview."""


class Played(msgspec.Struct, frozen=True):
    """The ends of a deed."""

    ends: tuple[tuple[State, float], ...]
    exact: bool


class Toll(msgspec.Struct, frozen=True):
    """What an end has cost some units."""

    points: int
    """Strength, guns and steps of crews."""
    pinned: bool
    routed: bool
    moved: bool
    """Somebody of them stands elsewhere, or nowhere."""
    leader: bool
    """A leader is lost."""


def bare(g: State) -> State:
    """The field without its stack, on which no events are written."""
    new = g.clone()
    new.events = None
    new.stack, new.ask = [], None
    new.shaken, new.dried = (), ()
    return new


def played(g: State, frames: Sequence[Frame], choose: Chooser | None = None, budget: int = BUDGET) -> Played:
    """Every end of procedures, the last of them first, on a bare field."""
    new = bare(g)
    new.stack = list(frames)
    advance(new)
    return follow(new, choose, budget)


def opened(procedure: Procedure) -> Frame:
    """A procedure at its beginning."""
    return procedure, STEPS[type(procedure)].first


def follow(g: State, choose: Chooser | None = None, budget: int = BUDGET) -> Played:
    """Through all dice to the end, equal states merged."""
    ends: Ends = {}
    front: Ends = {g.key(): (g, 1.0)}
    plays, exact = 0, True
    while front:
        state, weight = front.pop(next(iter(front)))
        if state.ask is None:
            _add(ends, state, weight)
            continue
        tight = plays > budget
        exact = exact and not tight
        for seat, value, part in _branches(state, choose, plays * GOLDEN % 1 if tight else -1.0):
            new = state.clone()
            answer(new, seat, value)
            plays += 1
            _add(front, new, weight * part)
    return Played(tuple(ends.values()), exact)


def _add(ends: Ends, g: State, weight: float) -> None:
    key = g.key()
    known = ends.get(key)
    ends[key] = (g, weight) if known is None else (known[0], known[1] + weight)


def _branches(g: State, choose: Chooser | None, share: float) -> Iterable[tuple[str, Any, float]]:
    """Every answer that is followed from here, with its part of the chance; with a share from 0 on one alone."""
    ask = asks(g)[0]
    if ask.seat != CHANCE:
        value = choose(g, ask) if choose else None
        if value is None:
            usual = ask.usual
            value = usual if usual is not None and usual in ask.options else ask.options[0]
        return [(ask.seat, value, 1.0)]
    weights = ask.weights or (1,) * len(ask.options)
    total = sum(weights)
    if share >= 0:
        sums = accumulate(weights)
        return [(CHANCE, next(v for v, n in zip(ask.options, sums, strict=True) if n > share * total), 1.0)]
    return [(CHANCE, value, n / total) for value, n in zip(ask.options, weights, strict=True)]


# -- what an end has cost ----------------------------------------------------------------------------------------


def toll_of(g: State, end: State, ids: Iterable[str]) -> Toll:
    """What an end has cost these units."""
    points = 0
    pinned = routed = moved = leader = False
    for id in ids:
        old, new = g.units[id], end.units[id]
        if old is new:
            continue
        if g.counter(id).leader:
            leader = leader or new.at < 0 or new.taken != old.taken
            continue
        gone = new.at < 0
        points += old.strength - (0 if gone else new.strength) + (0 if gone else old.crew - new.crew)
        pinned = pinned or (new.pinned and not old.pinned)
        routed = routed or (new.routed and not old.routed)
        moved = moved or new.at != old.at
    return Toll(points, pinned, routed, moved, leader)


def percent(chance: float) -> str:
    """ "56 %"; what is neither sure nor impossible is never called so."""
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return "under 1 %"
    return "over 99 %" if whole == 100 and chance < 1 - 1e-9 else f"{whole} %"


def rows(named: Iterable[tuple[str, float]]) -> list[Chance]:
    """Chances by name, those that are nought left out but for the first."""
    return [{"name": name, "probability": p} for n, (name, p) in enumerate(named) if p > 1e-12 or not n]
