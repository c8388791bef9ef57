"""The log: every entry of the record in words, for each who may read it. A fold of the record, like the state."""

from __future__ import annotations

from typing import Any

from vedette.engine.entries import Entry, live, repeat, state_after
from vedette.engine.events import Event
from vedette.engine.game import Game

PUBLIC = ""
"""Reads what all may know (one screen for two people)."""
ALL = "*"
"""Reads everything (open hands)."""
_STRANGER = "stranger"
_EVERYTHING = ""

Line = dict[str, Any]


class Log:
    """Lines by reader and entry, each worded at the state in which it happened, so that a restart changes none."""

    def __init__(self, game: Game, readers: tuple[str, ...]) -> None:
        self.game = game
        self.readers = readers
        self.state = game.first.clone()
        self._lines: list[dict[str, tuple[Line, ...]]] = [self._worded(game.start_events, 0)]
        self.catch_up()

    def catch_up(self) -> None:
        """Take in what was answered since."""
        for entry in self.game.entries[len(self._lines) - 1 :]:
            if entry.undo is not None:
                self._lines.append(self._taken_back(entry))
                continue
            self.state.events = []
            repeat(self.state, entry)
            events, self.state.events = self.state.events, None
            self._lines.append(self._worded(events, entry.n))

    def after(self, n: int, reader: str) -> list[Line]:
        """The lines of every entry after n; all from -1 on."""
        return [line for lines in self._lines[max(0, n + 1) :] for line in lines[reader]]

    def _worded(self, events: list[Event], n: int) -> dict[str, tuple[Line, ...]]:
        return {reader: tuple(self._line(e, n, reader) for e in events) for reader in self.readers}

    def _line(self, event: Event, n: int, reader: str) -> Line:
        """One event; what its reader may not know of it is left out."""
        hidden = bool(event.only) and reader not in (ALL, event.only)
        say: Any = self.game.rulebook.say
        hexed = event.hex >= 0 and not hidden
        return {
            "n": n,
            "kind": event.kind,
            "text": say(self.state, event, {ALL: _EVERYTHING, PUBLIC: _STRANGER}.get(reader, reader)),
            "cite": event.cite,
            "seat": event.seat or None,
            "units": [] if hidden else list(event.units),
            "hex": self.state.hex_name(event.hex) if hexed else None,
            "roll": None if hidden else event.roll or None,
        }

    def _taken_back(self, entry: Entry) -> dict[str, tuple[Line, ...]]:
        """An undo: which lines no longer count, and what was taken back as far as its reader may know that."""
        assert entry.undo is not None
        before = live(self.game.entries[: entry.n - 1])
        gone = [e for e in before if e.n > entry.undo]
        self.state = state_after(self.game.first, before, entry.undo)
        who = entry.seat.capitalize()
        found: dict[str, tuple[Line, ...]] = {}
        for reader in self.readers:
            known = [e.do for e in gone if reader == ALL or e.private == "" or (reader and e.private == reader)]
            what = ", ".join(known) if len(known) == len(gone) else _number(len(gone))
            found[reader] = ({
                "n": entry.n, "kind": "undo", "text": f"{who} takes back: {what}", "cite": "", "seat": entry.seat,
                "units": [], "hex": None, "roll": None, "back": entry.undo + 1,
            },)  # fmt: skip
        return found


def _number(n: int) -> str:
    return "an answer" if n == 1 else f"{n} answers"
