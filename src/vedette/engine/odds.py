"""Exact odds: the rules themselves, played through every answer of chance, equal states merged (design 5)."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, TypeVar

import msgspec

from vedette.engine.decision import Decision
from vedette.engine.events import EngineError, Event
from vedette.engine.procedure import CHANCE, Ask, Procedure
from vedette.engine.rulebook import Aim, Written
from vedette.engine.run import answer, asks, start
from vedette.engine.state import State
from vedette.engine.totals import Total, party, totals

BUDGET = 5000
LEAD = 4
"""Questions between an answer and the combat that it leads to."""
SAMPLES = 4000
KEPT = 2000
"""States that sampled odds keep, with what comes of each answer there; of those beyond, every play is made anew.
Exact odds keep all that they come to, not many more than BUDGET."""
UNIT = 6**20
"""The weight of a certainty: dice divide it without a rest, which is much quicker than fractions are."""

Weight = int | Fraction
"""Parts of UNIT."""
G = TypeVar("G", bound=State)
W = TypeVar("W", float, Weight)
Results = Callable[[Any, Any], Written]
"""What a rulebook says that a combat wrote on units, from the states before and after it."""


class Result(msgspec.Struct, frozen=True):
    """One thing that can come of it."""

    units: dict[str, list[str]]
    weight: int
    probability: float


class Odds(msgspec.Struct, frozen=True):
    """The chances of a fire or of one close combat."""

    aim: Aim | None
    """The likeliest column where several are possible."""
    aims: tuple[tuple[Aim, float], ...]
    assumed: tuple[tuple[str, str, str], ...]
    """(kind of decision, answer, case) of every choice that was taken for granted."""
    results: tuple[Result, ...]
    total_weight: int
    plays: int
    exact: bool
    totals: tuple[Total, ...] = ()
    """The few questions that people ask, above the rows."""
    error: float = 0.0
    """Of sampled odds: one standard error of a chance of one half."""

    def plain(self) -> dict[str, Any]:
        """JSON-ready, as `vedette odds` and the table give them."""
        aim = self.aim
        shifts = aim.shifts if aim else ()
        return {
            "column": {"base": aim.base, "final": aim.final} if aim else None,
            "strength": aim.strength if aim else None,
            "shifts": [{"name": n, "columns": c, "cite": cite, "applied": on} for n, c, cite, on in shifts],
            "assumed": [{"kind": kind, "answer": answer, "cite": cite} for kind, answer, cite in self.assumed],
            "results": [{"units": r.units, "weight": r.weight, "probability": r.probability} for r in self.results],
            "total_weight": self.total_weight,
            "totals": [{"name": t.name, "weight": t.weight, "probability": t.probability} for t in self.totals],
            "columns": [
                {"base": a.base, "final": a.final, "strength": a.strength, "probability": p} for a, p in self.aims
            ],
            "exact": self.exact,
            "error": self.error,
            "plays": self.plays,
        }


def scope_of(before: State, after: State) -> int | None:
    """The depth of the stack at which the combat lies that was just opened, or else the one under way."""
    old = [frame for frame, _ in before.stack]
    depths = [depth for depth, (frame, _) in enumerate(after.stack) if in_scope(frame)]
    new = [d for d in depths if d >= len(old) or old[d] != after.stack[d][0]]
    return new[0] if new else depths[-1] if depths else None


class _Node:
    """A state that has been come to, and where the answers lead that have been tried there."""

    __slots__ = ("after", "g")

    def __init__(self, g: State) -> None:
        self.g = g
        self.after: dict[Any, tuple[_Node, Sequence[Event]]] = {}


class _Explorer:
    """Walks every path of one combat."""

    def __init__(self, results: Results, before: State, assume: Mapping[str, str], seat: str | None) -> None:
        self.results = results
        self.before = before
        self.assume = dict(assume)
        self.seat = seat
        self.assumed: dict[tuple[str, str, str], None] = {}
        self.aims: dict[tuple[str, Aim], Weight] = {}
        self.parties: dict[tuple[str, str, tuple[str, ...], int], None] = {}
        """(kind of aim, seat, units, hex) of each column met."""
        self.plays = 0
        self.nodes: dict[Any, _Node] = {}
        self.most = sys.maxsize
        """How many states are kept."""

    def chosen(self, g: State, ask: Ask) -> Any:
        """The answer assumed for a player's choice on the way.

        Where another seat answers from what it holds in secret, only the usual answer: an offer taken or refused
        would tell what it holds.
        """
        decision = Decision(g, ask)
        secret = self.seat not in (None, ask.seat) and (ask.private or ask.window)
        text = None if secret else self.assume.get(ask.kind)
        action = decision.find(text) if text is not None else None
        if action is None:
            action = decision.usual
            if action is None:
                raise EngineError(f"{ask.kind}: nothing is said of what is usual there")
        self.assumed[(ask.kind, action.text, g.cite(ask.cite))] = None
        return action.value

    def led_to_combat(self, opened: State) -> State:
        """Give the usual answers to what is asked before a combat is open (of a chit: who fires at whom).

        A question that may be passed ends this, and so does one to chance.
        """
        g = opened
        for _ in range(LEAD):
            ask = g.ask
            if not isinstance(ask, Ask) or ask.seat == CHANCE or ask.optional or len(g.stack) <= len(self.before.stack):
                break
            g = self.play(g, ask.seat, self.chosen(g, ask), UNIT)
            if scope_of(self.before, g) is not None or self.aims:
                return g
        self.assumed.clear()
        return opened

    def play(self, g: State, seat: str, value: Any, weight: Weight) -> State:
        new, events = self.played(g, seat, value)
        self.note_aims(events, weight)
        self.plays += 1
        return new

    def played(self, g: State, seat: str, value: Any) -> tuple[State, list[Event]]:
        events: list[Event] = []
        new = g.clone()
        new.events = events
        answer(new, seat, value)
        return new, events

    def node(self, g: State) -> tuple[_Node, bool]:
        """The state by which an equal one is known already, since equal ones go on alike; and whether it is kept."""
        key = g.key()
        known = self.nodes.get(key)
        if known is None:
            known = _Node(g)
            if len(self.nodes) >= self.most:
                return known, False
            self.nodes[key] = known
        return known, True

    def step(self, node: _Node, seat: str, value: Any, weight: Weight) -> _Node:
        """One play, which the rules carry out only where the same answer has not been given in the same state."""
        found = node.after.get(value)
        if found is None:
            new, events = self.played(node.g, seat, value)
            new.events = None
            to, kept = self.node(new)
            found = to, [event for event in events if event.data and isinstance(event.data[0], Aim)]
            if kept:
                node.after[value] = found
        self.note_aims(found[1], weight)
        self.plays += 1
        return found[0]

    def note_aims(self, events: Sequence[Event], weight: Weight) -> None:
        for event in events:
            if event.data and isinstance(event.data[0], Aim):
                at = (event.kind, event.data[0])
                self.aims[at] = self.aims.get(at, 0) + weight
                self.parties[event.kind, event.seat or "", event.units, event.hex] = None

    def exact(self, start: _Node) -> dict[Written, Weight] | None:
        """Results with their weights of UNIT; None when there are too many plays."""
        ends: dict[Written, Weight] = {}
        front: dict[_Node, Weight] = {start: UNIT}
        while front:
            node = next(iter(front))
            weight = front.pop(node)
            if node.g.ask is None:
                words = self.results(self.before, node.g)
                ends[words] = ends.get(words, 0) + weight
                continue
            for seat, value, part in self.branches(node.g, weight):
                to = self.step(node, seat, value, part)
                front[to] = front.get(to, 0) + part
            if self.plays > BUDGET:
                return None
        return ends

    def keep(self, most: int) -> None:
        """Keep no more states than so many from now on: those come to first, through which most plays go."""
        self.most = most
        self.nodes = dict(islice(self.nodes.items(), most))
        kept = set(self.nodes.values())
        for node in kept:
            node.after = {value: found for value, found in node.after.items() if found[0] in kept}

    def branches(self, g: State, weight: Weight) -> list[tuple[str, Any, Weight]]:
        """Every answer that is followed from here, with its part of the weight."""
        ask = asks(g)[0]
        if ask.seat != CHANCE:
            return [(ask.seat, self.chosen(g, ask), weight)]
        weights = ask.weights or (1,) * len(ask.options)
        total = sum(weights)
        return [(CHANCE, v, _part(weight, w, total)) for v, w in zip(ask.options, weights, strict=True)]

    def sampled(self, start: _Node, rng: random.Random) -> dict[Written, Weight]:
        """Results with their frequencies over many plays."""
        ends: dict[_Node, int] = {}
        self.aims.clear()
        self.keep(KEPT)
        for _ in range(SAMPLES):
            node = start
            while node.g.ask is not None:
                ask = asks(node.g)[0]
                if ask.seat != CHANCE:
                    value = self.chosen(node.g, ask)
                else:
                    value = rng.choices(ask.options, ask.weights)[0]
                node = self.step(node, ask.seat, value, 1)
            ends[node] = ends.get(node, 0) + 1
        share = Fraction(UNIT, SAMPLES)
        self.aims = {at: times * share for at, times in self.aims.items()}
        found: dict[Written, Weight] = {}
        for node, times in ends.items():
            words = self.results(self.before, node.g)
            found[words] = found.get(words, 0) + times * share
        return found


def merge(ends: dict[Any, tuple[G, W]], g: G, weight: W) -> None:
    """One more way to come to a state, its weight added where it has been come to before."""
    key = g.key()
    known = ends.get(key)
    ends[key] = (g, weight) if known is None else (known[0], known[1] + weight)


def _part(weight: Weight, share: int, total: int) -> Weight:
    """A share of a weight, whole as long as it can be."""
    whole, rest = divmod(weight * share, total)
    return Fraction(weight * share, total) if rest else int(whole)


def explore(
    written: Results,
    before: State,
    opened: State,
    assume: Mapping[str, str],
    events: list[Event],
    seat: str | None = None,
) -> Odds:
    """The odds of the combat that stands opened, from the events that opening it already caused.

    The stack is cut below the combat, so that play ends where the combat does. Where it was over at once (fire that is
    lost), what it did is the one result.
    """
    walker = _Explorer(written, before, assume, seat)
    walker.note_aims(events, UNIT)
    depth = scope_of(before, opened)
    if depth is None and not walker.aims:
        opened = walker.led_to_combat(opened)
        depth = scope_of(before, opened)
    if depth is None and not walker.aims:
        raise EngineError("the last action opens no fire and no close combat, so there are no odds to give")
    first = opened.clone()
    first.notes = ()
    if depth is None:
        first.stack, first.ask = [], None
    else:
        first.stack = first.stack[depth:]
    begun, _ = walker.node(first)
    found = walker.exact(begun)
    exact = found is not None
    if found is None:
        found = walker.sampled(begun, random.Random(0))
    ends = {words: Fraction(weight, UNIT) for words, weight in found.items()}
    total = _whole(list(ends.values())) if exact else SAMPLES
    rows = sorted(ends.items(), key=lambda pair: (-pair[1], pair[0]))
    results = tuple(Result({unit: list(words) for unit, words in units}, int(p * total), float(p)) for units, p in rows)
    close = getattr(opened.stack[depth][0], "close", False) if depth is not None else False
    kind = _main(walker.aims)
    who = party(before, [row[1:] for row in walker.parties if row[0] == kind], close)
    aims = tuple((_cited(before, aim), p) for aim, p in _main_aims(walker.aims))
    return Odds(
        aim=aims[0][0] if aims else None,
        aims=aims,
        assumed=tuple(walker.assumed),
        results=results,
        total_weight=total,
        plays=walker.plays,
        exact=exact,
        totals=totals(who, [(r.units, r.weight) for r in results], total) if who else (),
        error=0.0 if exact else 0.5 / SAMPLES**0.5,
    )


def explored(written: Results, g: State, combat: Procedure, assume: Mapping[str, str]) -> dict[str, Any]:
    """The odds of a combat that nobody has opened yet, JSON-ready, as the command line and the table give them."""
    opened = g.clone()
    events: list[Event] = []
    opened.events = events
    start(opened, combat)
    return explore(written, g, opened, assume, events).plain()


def _cited(g: State, aim: Aim) -> Aim:
    """A column whose shifts show the cases of the game's book."""
    rows = tuple((name, columns, g.cite(cite), on) for name, columns, cite, on in aim.shifts)
    return aim if rows == aim.shifts else msgspec.structs.replace(aim, shifts=rows)


def _main(seen: dict[tuple[str, Aim], Weight]) -> str:
    """The kind of column that was asked for."""
    return "assault-aim" if any(kind == "assault-aim" for kind, _ in seen) else "aim"


def _main_aims(seen: dict[tuple[str, Aim], Weight]) -> tuple[tuple[Aim, float], ...]:
    """The columns of the combat asked about: of an assault its own, not those of Defensive Fire on the way."""
    kind = _main(seen)
    rows = [(aim, float(Fraction(p, UNIT))) for (k, aim), p in seen.items() if k == kind]
    return tuple(sorted(rows, key=lambda pair: (-pair[1], pair[0].final)))


def _whole(parts: list[Fraction]) -> int:
    """The number of equal chances: a power of six where dice alone decide, else the least that makes all whole."""
    least = math.lcm(*(p.denominator for p in parts))
    power = 1
    while power < least:
        power *= 6
    rest = least
    for prime in (2, 3):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return least
    while power % least:
        power *= 6
    return power


def in_scope(frame: Procedure) -> bool:
    """Whether odds can be asked of this procedure."""
    return bool(getattr(type(frame), "scope", False))
