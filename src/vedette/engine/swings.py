"""How far each throw of a game turned it: what came of it less what was to be expected of it, by exact chances.

Weighed is how much more strength the first seat has left (`Rulebook.ahead`) when the combat of the throw is over: every
answer of chance is followed by its weight, a seat that is asked on the way gives the usual answer, equal states are
looked at once. A throw on which another hangs is weighed by all that can come of that one, so none is counted twice.

It looks at the whole state, so that it is for games that are over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from vedette.engine.decision import Decision
from vedette.engine.entries import live, repeat
from vedette.engine.events import EngineError
from vedette.engine.game import Game
from vedette.engine.odds import in_scope
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.run import answer, asks
from vedette.engine.state import State

BUDGET = 500
"""So many answers of one throw are tried; where more hangs on it, no seat is followed any further, and last no die."""


class Swing(NamedTuple):
    """A throw and how far it turned the battle."""

    n: int
    """The entry of the record."""
    by: float
    """Strength that the first seat got ahead by it, beyond what was to be expected."""
    since: int = 0
    until: int = 0
    """The first and the last entry of its combat."""


def swings(game: Game) -> list[Swing]:
    """Every throw of a combat that turned anything, in the order of the record."""
    state = game.first.clone()
    state.events = None
    weigher = _Weigher(game.rulebook.ahead, game.rulebook.ahead_since)
    found: list[Swing] = []
    combats = _Combats()
    for entry in live(game.entries):
        combats.at(state, entry.n)
        ask = next((one for one in asks(state) if one.seat == CHANCE), None) if entry.seat == CHANCE else None
        start = _combat(state) if ask is not None and len(ask.options) > 1 and not ask.private else None
        if start is not None:
            by = weigher.swing(start, entry.do)
            if abs(by) > LEAST:
                found.append(Swing(entry.n, by, combats.since))
        repeat(state, entry)
        if combats.over(state):
            found = [one if one.until else one._replace(until=entry.n) for one in found]
    return [one if one.until else one._replace(until=one.n) for one in found]


LEAST = 1e-9


class _Combats:
    """The combat under way while a game is played again: its place in the stack, and the entry at which it began."""

    def __init__(self) -> None:
        self.place: tuple[int, type] | None = None
        self.since = 0

    def at(self, state: State, n: int) -> None:
        """What is under way before an entry."""
        place = _place(state)
        if place != self.place:
            self.place, self.since = place, n

    def over(self, state: State) -> bool:
        """Whether the combat that was under way is over."""
        return self.place is not None and _place(state) != self.place


def _place(state: State) -> tuple[int, type] | None:
    """Where in the stack a combat stands, and of what kind it is; None where there is none."""
    return next(((i, type(frame)) for i, (frame, _) in enumerate(state.stack) if in_scope(frame)), None)


def _combat(state: State) -> State | None:
    """The state cut at the combat under way, so that play ends where that does; None where there is none."""
    depth, _ = _place(state) or (None, None)
    if depth is None:
        return None
    start = state.clone()
    start.events = None
    start.stack = start.stack[depth:]
    return start


class _TooMany(Exception):
    """More hangs on a throw than is tried."""


class _Weigher:
    """What states are worth, each looked at once in a game."""

    def __init__(self, ahead: Callable[[Any], float], since: Callable[[Any, Any, float], float]) -> None:
        self.whole = ahead
        self.since = since
        self.before: tuple[Any, float] | None = None
        """The state from which a combat is looked at, and what it is worth: later ones differ from it in little."""
        self.left = 0
        self.far: dict[Any, float] = {}
        """By state: its worth where seats are followed."""
        self.near: dict[Any, float] = {}
        """The same where the next question to a seat ends it."""

    def ahead(self, g: State) -> float:
        """How far the first seat is ahead."""
        return self.whole(g) if self.before is None else self.since(g, *self.before)

    def swing(self, start: State, text: str) -> float:
        """What this answer of chance brought, less what was to be expected."""
        self.before = start, self.whole(start)
        for known, budget in ((self.far, BUDGET), (self.near, 4 * BUDGET)):
            self.left = budget
            try:
                expected = self.worth(start, known)
                return self.worth(self._played(start, CHANCE, _value(start, text)), known) - expected
            except _TooMany:
                continue
        return self._at_once(start, _value(start, text))

    def _at_once(self, start: State, value: Any) -> float:
        """The same, where all that follows is too much to try: as things stand when the next question is asked."""
        ask = next(one for one in asks(start) if one.seat == CHANCE)
        self.left = len(ask.options)
        values = [self.ahead(self._played(start, CHANCE, option)) for option in ask.options]
        weights = ask.weights or (1,) * len(values)
        expected = sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
        return values[ask.options.index(value)] - expected

    def worth(self, g: State, known: dict[Any, float]) -> float:
        """How far the first seat is to be expected ahead at the end of the combat."""
        if g.ask is None:
            return self.ahead(g)
        key = g.key()
        if key not in known:
            known[key] = self._followed(g, asks(g)[0], known)
        return known[key]

    def _followed(self, g: State, ask: Ask, known: dict[Any, float]) -> float:
        if ask.seat == CHANCE:
            weights = ask.weights or (1,) * len(ask.options)
            values = [self.worth(self._played(g, CHANCE, option), known) for option in ask.options]
            return sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
        usual = Decision(g, ask).usual if known is self.far else None
        return self.ahead(g) if usual is None else self.worth(self._played(g, ask.seat, usual.value), known)

    def _played(self, g: State, seat: str, value: Any) -> State:
        if self.left == 0:
            raise _TooMany
        self.left -= 1
        new = g.clone()
        answer(new, seat, value)
        return new


def _value(g: State, text: str) -> Any:
    """The answer of chance that an entry gives."""
    ask = next(one for one in asks(g) if one.seat == CHANCE)
    action = Decision(g, ask).find(text)
    if action is None:
        raise EngineError(f"chance cannot answer {text!r} here")
    return action.value
