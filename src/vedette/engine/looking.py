"""What a game shows of itself: decisions, words, views, plans, ranges, the log of a seat, the ground of its board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from vedette.engine.battle import Battle
from vedette.engine.decision import Decision, decisions
from vedette.engine.entries import Entry, live, repeat
from vedette.engine.events import EngineError, Event
from vedette.engine.outcome import Outcome
from vedette.engine.places import Hexes
from vedette.engine.rulebook import Rulebook
from vedette.engine.run import asks
from vedette.engine.shapes import BoardKind, BoardView, Plan, Reached
from vedette.engine.state import State

T = TypeVar("T")

STRANGER = "stranger"
"""A reader who knows what everybody may."""


class Refusal(NamedTuple):
    """Why a text is not offered."""

    reason: str
    cite: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.cite})" if self.cite else self.reason


class Line(NamedTuple):
    """One answer as a seat knows it."""

    n: int
    """The number of its entry; 0 before anybody was asked."""
    seat: str
    answer: str
    """Its text; empty where the reader may not know it."""
    words: tuple[str, ...]
    """What happened, event by event."""


class Given(NamedTuple):
    """An answer that the rules gave by themselves, as the only one."""

    seat: str
    text: str
    """As texts are compared."""
    kind: str
    """Of the question."""


ENDINGS = ("done", "pass")
"""Answers that end something."""


def ending(book: Rulebook[Any], g: State, seat: str) -> str:
    """ "end movement: 5 units could still move: 5 OH, 13 IN": what the answer that ends something ends, and leaves."""
    ask = next((ask for ask in asks(g) if ask.seat == seat), None)
    if ask is None:
        return ""
    text = next((text for value in ask.options if (text := g.text_of(value)) in ENDINGS), "")
    if not text:
        return ""
    label, left = book.labels(g, seat).get(text, ""), book.undone(g, seat) if ask.optional else ""
    return f"{label or text}: {left}" if left else label


class Looking:
    """The part of a game that shows it and changes nothing."""

    battle: Battle
    rulebook: Rulebook[Any]
    state: State
    first: State
    entries: list[Entry]
    start_events: list[Event]
    unrecorded: str
    """Why the game has no record; empty where it has one."""
    ahead: list[Given]
    """Answers that the rules gave by themselves, as the only ones possible, beyond what was played last."""
    _open: tuple[Any, int, tuple[Decision, ...]] | None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision that is open."""
        g = self.state
        if self._open is None or self._open[0] is not g.ask or self._open[1] != g.number:
            self._open = (g.ask, g.number, decisions(g, self.rulebook.proposed))
        return self._open[2]

    @property
    def decision(self) -> Decision | None:
        """The decision waited for; None when the game is over."""
        found = self.decisions
        return found[0] if found else None

    @property
    def outcome(self) -> Outcome | None:
        """Who won and how, once the game is over."""
        return self.rulebook.outcome(self.state)

    def decision_of(self, seat: str) -> Decision | None:
        """The open decision of a seat."""
        return next((d for d in self.decisions if d.seat == seat), None)

    def undone(self, seat: str) -> str:
        """What the seat would leave undone by passing now, in words."""
        return self._told("undone", self.rulebook.undone, seat, "", passing=True)

    def passing(self, seat: str) -> str:
        """The answer that passes where no other of the seat can do anything."""
        return self._told("passing", self.rulebook.passing, seat, "", passing=True)

    def notes(self, seat: str) -> dict[str, str]:
        """What answers of the seat come to, by their text."""
        return self._told("notes", self.rulebook.notes, seat, {})

    def labels(self, seat: str) -> dict[str, str]:
        """Words to show in place of answers of the seat that could be misread, by their text."""
        return self._told("labels", self.rulebook.labels, seat, {})

    def ending(self, seat: str) -> str:
        """What `done` or `pass` would end now, and what could still be done there, in words; empty where neither is."""
        return ending(self.rulebook, self.state, seat)

    def _told(self, what: str, tell: Callable[[State, str], T], seat: str, nothing: T, *, passing: bool = False) -> T:
        """What the rulebook tells of a seat's decision, worked out once for each.

        Args:
            passing: it is told only of a decision that may be passed.
        """
        decision = self.decision_of(seat)
        if decision is None or (passing and not decision.optional):
            return nothing
        return decision.told(what, tell, self.state)

    def view(self, seat: str) -> dict[str, Any]:
        """What a seat may know, and nothing else; JSON-ready. The seat "" is that of a spectator."""
        return self.rulebook.view(self.state, seat)

    def say(self, event: Event, seat: str = "") -> str:
        """An event in words, for a seat."""
        return self.rulebook.say(self.state, event, seat)

    # -- whole gestures, ranges, the board ---------------------------------------------------------------

    def plans(self, at: str = "", units: Sequence[str] = (), *, seat: str | None = None, by: str = "") -> list[Plan]:
        """Gestures worth giving, each with its chances: for a hex, or the best for each (docs/protocol.md, Plans).

        Args:
            units: only these take part.
            seat: by default the one that is asked first.
            by: where units that are off the map come on.

        Raises:
            EngineError: there is no such hex, unit or seat.
        """
        if by and by not in self.hexes:
            raise EngineError(f"there is no hex {by!r} on this map")
        return self.rulebook.plans(self.state, self._asked(seat), at, tuple(units), by)

    def reach(self, unit: str, by: str = "") -> dict[str, Reached]:
        """Where a unit, or a stack "A + B", can come to now: hex -> cost, path, what it draws, all in words.

        Args:
            by: the hex by which one comes that is off the map.

        Raises:
            EngineError: there is no such unit or hex.
        """
        for name in unit.split(" + "):
            if name.strip() not in getattr(self.state, "units", {}):
                raise EngineError(f"there is no unit {name.strip()!r} in this game")
        if by and by not in self.hexes:
            raise EngineError(f"there is no hex {by!r} on this map")
        return self.rulebook.reach(self.state, unit, by)

    def boards(self) -> list[BoardKind]:
        """The whole-board views that there are: name, title, key, and what each needs ("hex", "to", "unit")."""
        return self.rulebook.boards()

    def board(self, name: str, at: str = "", to: str = "", unit: str = "", *, seat: str | None = None) -> BoardView:
        """One of them for a seat (the one that is asked first): hexes, lines, words. Raises EngineError."""
        return self.rulebook.board(self.state, self._asked(seat), name, at, to, unit)

    @property
    def hexes(self) -> Hexes:
        """The map by its printed numbers, as it lies in this game."""
        board = getattr(getattr(self.state, "setting", None), "board", self.battle.board)
        return Hexes(board)

    def log(self, seat: str = "") -> list[Line]:
        """All that counts, answer by answer, as a seat knows it; without one as everybody may.

        What the other side keeps to itself (a Key Chit, a chit in the hand) is in no line; `entries` has it.

        Raises:
            EngineError: where the game has no record; there is no such seat.
        """
        self._seat(seat)
        if self.unrecorded:
            raise EngineError(f"there is no log: {self.unrecorded}")
        reader, g = seat or STRANGER, self.first.clone()
        lines = [Line(0, "", "", tuple(self._said(g, self.start_events, reader)))]
        for entry in live(self.entries):
            g.events = []
            repeat(g, entry)
            events, g.events = g.events, None
            known = entry.private == "" or entry.private == reader
            lines.append(Line(entry.n, entry.seat, entry.do if known else "", tuple(self._said(g, events, reader))))
        return lines

    def _said(self, g: State, events: Sequence[Event], reader: str) -> list[str]:
        return [self.rulebook.say(g, event, reader) for event in events]

    def _asked(self, seat: str | None) -> str:
        """A seat, by default the one that is asked first. Raises EngineError."""
        if seat is None:
            decision = self.decision
            return decision.seat if decision is not None else ""
        return self._seat(seat)

    def _seat(self, seat: str) -> str:
        """A seat of this battle, or "" for a spectator. Raises EngineError."""
        if seat and seat not in self.rulebook.seats:
            raise EngineError(f"there is no seat {seat!r}; there are {', '.join(self.rulebook.seats)}")
        return seat
