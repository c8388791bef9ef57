"""The record of one seat in mid-game, told as far as that seat knew it: what is sealed is guessed so that it fits.

A sealed answer is the other side's secret. Each line holds the digest of what the seat was shown, so an answer is
taken that shows the same; where a later line does not fit the guess, what the seat could not know is dealt anew. What
the seat is told is the same for every guess that fits, and nothing else is told here.
"""

from __future__ import annotations

import random
from typing import Any

from vedette.engine import record as rec
from vedette.engine.archive import carried_with, view_digest
from vedette.engine.chance import Listed
from vedette.engine.decision import Decision
from vedette.engine.entries import Entry
from vedette.engine.events import Event
from vedette.engine.fitting import battle_of
from vedette.engine.game import Game
from vedette.engine.run import answer, asks
from vedette.engine.shelf import Shelf
from vedette.engine.state import State

from .log import Log

DEALS = 300
"""Deals of what a seat cannot know that are tried for one line."""


def seat_of(data: bytes) -> str:
    """Whose record it is, where it is that of one seat and its battle goes on; else ""."""
    rows, _ = rec.read(data)
    if not rows or "over" in rows[-1]:
        return ""
    return str(rows[0].get("for") or "")


def told(data: bytes, shelf: Shelf | None = None) -> tuple[Game, Log, int]:
    """The game as the seat knows it, its log, and how many lines of the record could not be told any more.

    Raises:
        RecordError: naming the first bad line.
    """
    rows, bad = rec.read(data)
    if bad is not None:
        raise bad
    header = rec.header_of(rows[0])
    if "sealed" in rows[0]:
        raise rec.RecordError(1, "begins with a position that is sealed until the battle is over: it cannot be told")
    found = carried_with(data, shelf).shelf
    battle = battle_of(header, found)
    game = Game.new(
        battle, options=header.options, chance=Listed(), seats=header.seats, practice=header.practice
    )  # fmt: skip
    if battle.hash != header.pack_hash:
        raise rec.RecordError(1, f"was played with another edition of the pack {battle.pack}")
    game.chance = None
    log = SeatLog(game, header.for_ or "", found)
    for line, row in enumerate(rows[1:], 2):
        if not log.take(rec.row_of(line, row)):
            return game, log, len(rows) + 1 - line
    return game, log, 0


class SeatLog(Log):
    """The log of one seat, made while its record is read: no line is ever played anew."""

    def __init__(self, game: Game, seat: str, shelf: Shelf) -> None:
        self.shelf = shelf
        self.seat = seat
        self.rng = random.Random(0)
        super().__init__(game, (seat,), consents=not game.header["practice"])

    def catch_up(self) -> None:
        """Nothing is taken from the game: `take` brings the lines."""

    def at(self, n: int) -> State:
        """The state as it stood after an entry, as guessed then; a copy."""
        return self._kept[n].clone()

    def take(self, row: Any) -> bool:
        """One line of the record; whether it could be told."""
        n = len(self.game.entries) + 1
        if isinstance(row, rec.Undo):
            if row.undo not in self._kept:
                return False
            entry = Entry(n, row.seat, self.game.state.number, "")
            entry.undo, entry.consent = row.undo, row.consent
            self.game.entries.append(entry)
            self._lines.append(self._taken_back(entry))
            self.state = self.at(row.undo)
            self._chapters.append(self._chapters[row.undo])
            self._events.append([])
        elif isinstance(row, rec.Values | rec.Overrule):
            if not self._changed(row, n):
                return False
        else:
            found = self._played(row)
            if found is None:
                return False
            entry = Entry(n, row.seat, row.decision, row.do or "")
            entry.before = self.state
            entry.private = None if row.do is None else ""
            self.game.entries.append(entry)
            self.state, events = found
            self._take(events, n)
        self._kept[n] = self.state.clone()
        self.game.state = self.state
        self.game._open = None
        return True

    def _changed(self, row: rec.Values | rec.Overrule, n: int) -> bool:
        """Other values hold from here on, or a unit is set so; whether it could be done."""
        game = self.game
        game.state = self.state.clone()
        try:
            if isinstance(row, rec.Overrule):
                events = game.overrule(row.overrule, row.seat, consent=row.consent)
            else:
                battle = self.shelf.battle(game.battle.id, row.edition)
                if battle.hash != row.edition:
                    return False
                events = game.change_values(battle, row.seat, consent=row.consent)
        except (ValueError, LookupError):
            return False
        self.state = game.state.clone()
        self._take(events, n)
        return True

    def _played(self, row: Any) -> tuple[State, list[Event]] | None:
        """The state after a line that shows the seat what it was shown, and what happened; None where none is found."""
        if (found := self._answered(self.state, row)) is not None:
            return found
        for _ in range(DEALS):
            dealt = self.game.rulebook.imagine(self.state, self.seat, self.rng)
            if (found := self._answered(dealt, row)) is not None:
                return found
        return None

    def _answered(self, g: State, row: Any) -> tuple[State, list[Event]] | None:
        ask = next((a for a in asks(g) if a.seat == row.seat), None)
        if ask is None or g.number != row.decision:
            return None
        actions = Decision(g, ask).actions
        for action in actions if row.do is None else [a for a in actions if a.text == row.do]:
            new = g.clone()
            new.events = []
            answer(new, row.seat, action.value)
            events, new.events = new.events, None
            if not row.digest or view_digest(self.game, new, self.seat) == row.digest:
                return new, events
        return None
