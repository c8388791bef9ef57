"""What comes of fire and melee: the rules played through every die, equal states merged.

played(g, frames)           every end of a deed, with its chance
harm_to(g, end, ids)        what an end has done to units

Choices on the way are answered as they usually are (who loses a point, where one falls back), but for those that a way
names. What is too manifold to follow whole is followed as far as the budget goes, and then by one die each, spread
evenly over all that can be rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any

import msgspec

from vedette.engine.odds import merge
from vedette.engine.procedure import CHANCE, STEPS, Ask, Procedure
from vedette.engine.run import advance, answer, asks
from vedette.engine.shapes import Chance
from vedette.rules.great_battles.chapters.formations import WORDS
from vedette.rules.great_battles.state import CAPTURED, DESTROYED, ELIMINATED, EXITED, VACANT, State, Unit

Ends = dict[Any, tuple[State, float]]
"""By key: how the field may look, and how likely that is."""
Frame = tuple[Procedure, str]
"""A procedure, and the step at which it goes on."""
Chooser = Callable[[State, Ask], Any]
"""The answer assumed for a choice on the way; None for the usual one."""
BUDGET = 1500
"""The most answers that are played for one deed."""
GOLDEN = 0.6180339887498949
"""Its multiples are spread evenly between the whole numbers."""
SMALL = 500
"""The same for one of many in an overview."""


class Played(msgspec.Struct, frozen=True):
    """The ways in which a deed can end."""

    ends: tuple[tuple[State, float], ...]
    exact: bool


class Harm(msgspec.Struct, frozen=True):
    """What an end has done to some units."""

    points: int
    """Strength, guns and steps of crews."""
    pinned: bool
    routed: bool
    moved: bool
    """One of them stands elsewhere, or is gone."""
    leader: bool
    """A leader is lost."""


def bare(g: State) -> State:
    """The field without its stack, on which no events are written."""
    new = g.fork()
    new.stack, new.ask = [], None
    new.shaken, new.dried = (), ()
    return new


def played(g: State, frames: Sequence[Frame], choose: Chooser | None = None, budget: int = BUDGET) -> Played:
    """Every end of these procedures, the last of them first, on a bare field."""
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
            merge(ends, state, weight)
            continue
        tight = plays > budget
        exact = exact and not tight
        for seat, value, part in _branches(state, choose, plays * GOLDEN % 1 if tight else -1.0):
            new = state.clone()
            answer(new, seat, value)
            plays += 1
            merge(front, new, weight * part)
    return Played(tuple(ends.values()), exact)


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


def harm_to(g: State, end: State, ids: Iterable[str]) -> Harm:
    """What an end has done to these units."""
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
    return Harm(points, pinned, routed, moved, leader)


def rows(named: Iterable[tuple[str, float]]) -> list[Chance]:
    """Chances by name, those that are nought left out but for the first."""
    return [{"name": name, "probability": p} for n, (name, p) in enumerate(named) if p > 1e-12 or not n]


# -- what a combat wrote on units, for odds --------------------------------------------------------------------------


GONE = {ELIMINATED: "eliminated", CAPTURED: "captured", EXITED: "left the map", DESTROYED: "destroyed"}
MARKED = {"pinned": ("pinned", "no longer pinned"), "engaged": ("engaged", "no longer engaged"),
          "depleted": ("out of ammunition", "resupplied"), "reserve": ("in reserve", "leaves reserve"),
          "routed": ("routed", "rallied"), "abandoned": ("crew flees", "crew back")}  # fmt: skip
"""A mark, and what is said where it comes and where it goes."""
SAID_BY_PLACE = {"pinned", "engaged", "reserve"}
"""Marks that who falls back or routs loses: nothing is said of those that are lost so, but of those that are not."""


def results(before: State, after: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(unit, words) for each unit that is not as it was, in counter order.

    Words: eliminated, captured, left the map, destroyed, loses N, loses N crew, loses N rounds, routed, pinned,
    engaged, out of ammunition, crew flees, retreated, advances (into the hex of a melee), the formation come to; of
    leaders killed or captured that they are to be replaced; of marks that are gone that they are, but for those that
    go with who falls back or routs: of these it is said where they stay (still pinned, still engaged, still in
    reserve); of the last unit hurt of a brigade that it is ineffective. The order of a stack, fronts, and the round
    that a battery fires in a fire phase are no results; that it fires at who falls back in a melee depends on the die.
    """
    found: dict[str, list[str]] = {}
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old is not None and old != unit:
            words = _words(before, after, id, old, unit)
            if words:
                found[id] = words
    for brigade in after.ineffective:
        hurt = [id for id in found if after.counter(id).brigade == brigade]
        if brigade not in before.ineffective and hurt:
            found[hurt[-1]].append("brigade ineffective")
    return tuple((id, tuple(words)) for id, words in found.items())


def _words(before: State, after: State, id: str, old: Unit, unit: Unit) -> list[str]:
    """How a unit differs from before."""
    leader = after.counter(id).leader
    if unit.at < 0:
        return [*_gone(before, after, id, unit), *_lost(before, after, id, old, unit)]
    words = _lost(before, after, id, old, unit)
    moved = old.at >= 0 and unit.at != old.at
    back = moved and _fell_back(before, after, id, unit)
    words += _marks(old, unit, back)
    if unit.taken != old.taken:
        words.append("replaced" if leader else "captured")
    if unit.column != old.column and (pair := WORDS.get(after.counter(id).arm)):
        words.append(f"made to {pair[old.column]}" if pair[old.column] else "other formation")
    if moved:
        words.append("retreated" if back else "advances")
    return words


def _gone(before: State, after: State, id: str, unit: Unit) -> list[str]:
    """Off the map: how. Of a leader lost it is said that a successor comes, since others are gone for good (17.5)."""
    if unit.at != VACANT:
        return [GONE[unit.at]] if unit.at in GONE else ["off the map"]
    key = f"{after.seat(id)} leaders captured"
    captured = dict(after.toll).get(key, 0) > dict(before.toll).get(key, 0)
    return [f"{'captured' if captured else 'killed'}, to be replaced"]


def _lost(before: State, after: State, id: str, old: Unit, unit: Unit) -> list[str]:
    """Points, steps of a crew, and rounds beyond the one that is fired."""
    fired = (id in after.shots and id not in before.shots) or _shots(after, id) > _shots(before, id)
    gone = unit.at < 0
    lost = (
        ("loses {}", old.strength - unit.strength),
        ("loses {} crew", 0 if gone else old.crew - unit.crew),
        ("loses {} rounds", 0 if gone else old.rounds - unit.rounds - fired),
    )
    words = [text.format(n) for text, n in lost if n > 0]
    words = [word.removesuffix("s") if word.endswith(" 1 rounds") else word for word in words]
    return [*words, "fires a round"] if fired and "fire" not in before.phase and not gone else words


def _shots(g: State, id: str) -> int:
    return sum(who == id for who, *_ in g.fired)


def _marks(old: Unit, unit: Unit, back: bool) -> list[str]:
    """Marks that have come, and those that have gone and are not said by what else is."""
    words = []
    for name, (come, gone) in MARKED.items():
        was, now = getattr(old, name), getattr(unit, name)
        implied = name in SAID_BY_PLACE and (back or unit.routed > old.routed)
        if was != now and (now or not implied):
            words.append(come if now else gone)
        elif was and now and implied:
            words.append(f"still {come}")
    return words


def _fell_back(before: State, after: State, id: str, unit: Unit) -> bool:
    """Whether a unit that stands elsewhere has fallen back; else it has gone into the hex of its melee."""
    if after.retired[: len(before.retired)] == before.retired and id in dict(after.retired[len(before.retired) :]):
        return True
    melee = set(after.fought) - set(before.fought)
    return unit.at not in melee or after.side(id) != after.player
