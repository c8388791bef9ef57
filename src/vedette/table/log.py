"""The log: every entry of the record in words, for each who may read it. A fold of the record, like the state."""

from __future__ import annotations

import re
from typing import Any

from vedette.engine.entries import Entry, live, repeat, state_after
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.engine.state import State
from vedette.engine.swings import Swing

PUBLIC = ""
"""Reads what all may know (one screen for two people)."""
ALL = "*"
"""Reads everything (open hands)."""
_STRANGER = "stranger"
_EVERYTHING = ""
_STEP = re.compile(r"(.+): (\d+)")
"""A unit goes to a hex."""

Line = dict[str, Any]


class Log:
    """Lines by reader and entry, each worded at the state in which it happened, so that a restart changes none."""

    EVERY = 20
    """So often a state is kept, for those who look back."""

    def __init__(self, game: Game, readers: tuple[str, ...], consents: bool = True) -> None:
        self.game = game
        self.readers = readers
        self.consents = consents
        """Whether an undo that crosses what stood in its way was agreed to; in a practice game nobody is asked."""
        self.state = game.first.clone()
        self.events: list[list[tuple[int, Event]]] = []
        """What happened by entry, each with the number of its chapter."""
        self._kept = {0: self.state.clone()}
        self._chapters: list[int] = []
        """The chapter that goes on after each entry."""
        self._opened = 0
        self.swings: tuple[int, list[Swing]] | None = None
        """How far each throw turned a battle that is over, with the number of entries then (`ending.py`)."""
        self._lines: list[dict[str, tuple[Line, ...]]] = []
        self._take(game.start_events, 0)
        self.catch_up()

    def catch_up(self) -> None:
        """Take in what was answered since."""
        for entry in self.game.entries[len(self._lines) - 1 :]:
            if entry.undo is not None:
                self._lines.append(self._taken_back(entry))
                self._chapters.append(self._chapters[entry.undo])
                self.events.append([])
                self._kept[entry.n] = self.state.clone()
                continue
            self.state.events = []
            repeat(self.state, entry)
            events, self.state.events = self.state.events, None
            self._take(events, entry.n)
            if entry.n % self.EVERY == 0:
                self._kept[entry.n] = self.state.clone()

    def after(self, n: int, reader: str) -> list[Line]:
        """The lines of every entry after n; all from -1 on."""
        return [line for lines in self._lines[max(0, n + 1) :] for line in lines[reader]]

    def of(self, n: int, reader: str) -> list[Line]:
        """The lines of one entry."""
        return list(self._lines[n][reader])

    def at(self, n: int) -> State:
        """The state as it stood after an entry, also after one that was taken back since; a copy."""
        start = max(kept for kept in self._kept if kept <= n)
        state = self._kept[start].clone()
        for entry in self.game.entries[start:n]:
            repeat(state, entry)
        return state

    def title(self, chapter: int, reader: str) -> str:
        """What a chapter is called for a reader: "Tyler, Attack (4, rolled 3)"."""
        heading = note = ""
        for lines in self._lines:
            for line in lines[reader]:
                if line["chapter"] == chapter:
                    heading, note = line.get("heading") or heading, line.get("note") or note
        return f"{heading} ({note})" if note else heading

    def _take(self, events: list[Event], n: int) -> None:
        """Word the events of an entry, and find the chapter of each."""
        lines = {reader: tuple(self._line(e, n, reader) for e in events) for reader in self.readers}
        for reader in self.readers if PUBLIC in self.readers else ():
            for line, others in zip(lines[reader], lines[PUBLIC], strict=True):
                if line["text"] != others["text"]:
                    line["covered"] = others["text"]
        chapter = self._chapters[-1] if self._chapters else 0
        numbered = []
        for i, event in enumerate(events):
            if lines[self.readers[0]][i].get("opens"):
                self._opened = chapter = self._opened + 1
            numbered.append((chapter, event))
            for reader in self.readers:
                lines[reader][i]["chapter"] = chapter
        self._chapters.append(chapter)
        self.events.append(numbered)
        self._lines.append(lines)

    def _line(self, event: Event, n: int, reader: str) -> Line:
        """One event; what its reader may not know of it is left out."""
        seat = {ALL: _EVERYTHING, PUBLIC: _STRANGER}.get(reader, reader)
        line: Line = self.game.rulebook.event(self.state, event, n, seat)
        if event.only and reader not in (ALL, event.only):
            line |= {"units": [], "hex": None, "roll": None, "from": [], "detail": [], "cells": []}
        return line

    def _taken_back(self, entry: Entry) -> dict[str, tuple[Line, ...]]:
        """An undo: which lines no longer count, and what was taken back as far as its reader may know that."""
        assert entry.undo is not None
        before = live(self.game.entries[: entry.n - 1])
        gone = [e for e in before if e.n > entry.undo]
        self.state = state_after(self.game.first, before, entry.undo)
        who = entry.seat.capitalize()
        by = " by consent" if entry.consent and self.consents else ""
        found: dict[str, tuple[Line, ...]] = {}
        for reader in self.readers:
            known = [e.do for e in gone if reader == ALL or e.private == "" or (reader and e.private == reader)]
            what = ", ".join(ends_of(known)) if len(known) == len(gone) else _number(len(gone))
            found[reader] = ({
                "n": entry.n, "kind": "undo", "text": f"{who} takes back{by}: {what}", "cite": "", "seat": entry.seat,
                "units": [], "hex": None, "roll": None, "back": entry.undo + 1,
                "depth": 2, "opens": False, "heading": None, "note": None, "from": [], "trace": None, "tone": "none",
                "detail": [], "cells": [], "chapter": self._chapters[entry.undo],
            },)  # fmt: skip
        return found


def ends_of(answers: list[str]) -> list[str]:
    """Of the hexes of one move only the last: "move 4 VA", "4 VA: 3025", "4 VA: 3124" become "4 VA: 3124"."""
    found: list[str] = []
    for text in answers:
        step = _STEP.fullmatch(text)
        before = _STEP.fullmatch(found[-1]) if found else None
        if step and found and (found[-1] == f"move {step[1]}" or (before and before[1] == step[1])):
            found.pop()
        found.append(text)
    return found


def _number(n: int) -> str:
    return "an answer" if n == 1 else f"{n} answers"
