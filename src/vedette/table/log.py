"""The log: every entry of the record in words, for each who may read it. A fold of the record, like the state."""

from __future__ import annotations

import logging
import re
import weakref
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from vedette.engine.entries import Entry, live, repeat, state_after
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE
from vedette.engine.run import asks, stack_titles
from vedette.engine.state import State
from vedette.engine.swings import Swing

from . import hands
from .snapshots import EVERY, Snapshot, Told, Unpackable, pack

LOGGER = logging.getLogger("vedette.table")
PUBLIC = ""
"""Reads what all may know (one screen for two people)."""
ALL = "*"
"""Reads everything (open hands)."""
_EVENTS = "events of all"
"""Beside the readers, a part of a snapshot."""
_STRANGER = "stranger"
_EVERYTHING = ""
_STEP = re.compile(r"(.+): (\d+)")
"""A unit goes to a hex."""

Line = dict[str, Any]


class Log:
    """Lines by reader and entry, each worded at the state in which it happened, so that a restart changes none.

    What is older lies packed, stretch by stretch (`snapshots`), and is unpacked where somebody asks for it.
    """

    UNPACKED = 4
    """Parts of snapshots that are kept as somebody read them last."""

    def __init__(
        self, game: Game, readers: tuple[str, ...], consents: bool = True, snapshots: Sequence[Snapshot] = ()
    ) -> None:
        self.game = game
        self.readers = readers
        self.consents = consents
        """Whether an undo that crosses what stood in its way was agreed to; in a practice game nobody is asked."""
        self.snapshots = list(snapshots)
        self.size = sum(one.size for one in self.snapshots)
        """Bytes of what is packed."""
        self.unstored: list[Snapshot] = []
        """Those that were packed since somebody stored them."""
        self._packs = True
        self._unpacked: OrderedDict[tuple[int, str], Any] = OrderedDict()
        self._walked: tuple[int, dict[int, State]] = (-1, {})
        """States after one entry and those that follow, for who looks back step by step."""
        self._events: list[Told] = []
        """What happened by entry since the last snapshot."""
        self._kept: dict[int, State] = {}
        self._chapters = array("I")
        """The chapter that goes on after each entry."""
        self._opened = 0
        self.swings: tuple[int, list[Swing]] | None = None
        """How far each throw turned a battle that is over, with the number of entries then (`ending.py`)."""
        self._lines: list[dict[str, tuple[Line, ...]]] = []
        """Of the entries since the last snapshot."""
        game.past = self.at
        if self.snapshots:
            for one in self.snapshots:
                self._chapters.frombytes(one.chapters)
            self._opened = self.snapshots[-1].opened
            self.state = self.snapshots[-1].state_after(game.first)
        else:
            self.state = game.first.clone()
            self._take(game.start_events, 0)
        self._kept[len(self._chapters) - 1] = self.state.clone()
        self.catch_up()

    def let_go(self) -> None:
        """The game is put away: from now on it does not hold its log, so that both go when nobody holds them."""
        itself = weakref.WeakMethod(self.at)
        first, entries = self.game.first, self.game.entries

        def past(n: int) -> State:
            at = itself()
            return at(n) if at is not None else state_after(first, live(entries[:n]), n)

        self.game.past = past

    def catch_up(self) -> None:
        """Take in what was answered since."""
        for entry in self.game.entries[len(self._chapters) - 1 :]:
            if entry.undo is not None:
                self._lines.append(self._taken_back(entry))
                self._chapters.append(self._chapters[entry.undo])
                self._events.append([])
                self._kept[entry.n] = self.state.clone()
            else:
                self._note(entry)
                self.state.events = []
                repeat(self.state, entry)
                events, self.state.events = self.state.events, None
                self._take(events, entry.n)
            if len(self._chapters) % EVERY == 0:
                self._kept[entry.n] = self.state.clone()
                self._pack(entry.n)

    def _note(self, entry: Entry) -> None:
        """Note of an entry what ways back need of the state before it, which is not kept for long."""
        if entry.seat != CHANCE and entry.titles is None:
            entry.titles = tuple(stack_titles(self.state))
            asked = next((ask for ask in asks(self.state) if ask.seat == entry.seat), None)
            entry.itself = asked is not None and hands.automatic(asked)

    def after(self, n: int, reader: str) -> list[Line]:
        """The lines of every entry after n; all from -1 on."""
        first, base = max(0, n + 1), self._base
        found: list[Line] = []
        for at in range(first // EVERY, len(self.snapshots)):
            last = at == len(self.snapshots) - 1  # whoever is behind is mostly behind by a little
            packed = self._part(at, reader) if last else self.snapshots[at].lines_of(reader)
            found += [line for lines in packed[max(0, first - at * EVERY) :] for line in lines]
        return found + [line for lines in self._lines[max(0, first - base) :] for line in lines[reader]]

    def of(self, n: int, reader: str) -> list[Line]:
        """The lines of one entry."""
        if n >= self._base:
            return list(self._lines[n - self._base][reader])
        return list(self._part(n // EVERY, reader)[n % EVERY])

    def events_of(self, n: int) -> Told:
        """What happened by an entry, each with the number of its chapter."""
        if n >= self._base:
            return self._events[n - self._base]
        found: Told = self._part(n // EVERY, _EVENTS)[n % EVERY]
        return found

    def at(self, n: int) -> State:
        """The state as it stood after an entry, also after one that was taken back since; a copy.

        Commanders ask for it in threads of their own, while entries are added and packed: what is read here is added to
        and never changed.
        """
        entries, kept = self.game.entries, self._kept
        later: list[tuple[int, int]] = []
        while True:
            start = _start(kept, n)
            undone = next((e for e in reversed(entries[start:n]) if e.undo is not None), None)
            if undone is None or undone.undo is None:
                break
            later.append((undone.n, n))
            n = undone.undo
        state = self._walk(kept, start, n)
        for begin, end in reversed(later):
            for entry in entries[begin:end]:
                repeat(state, entry)
        return state

    def title(self, chapter: int, reader: str) -> str:
        """What a chapter is called for a reader: "Tyler, Attack (4, rolled 3)"."""
        heading = note = ""
        packed = (self._part(at, reader) for at, one in enumerate(self.snapshots) if chapter in one.told)
        for told in (*(lines for part in packed for lines in part), *(lines[reader] for lines in self._lines)):
            for line in told:
                if line["chapter"] == chapter:
                    heading, note = line.get("heading") or heading, line.get("note") or note
        return f"{heading} ({note})" if note else heading

    # -- what is packed ------------------------------------------------------------------------------------

    @property
    def _base(self) -> int:
        """The first entry that is not packed."""
        return len(self.snapshots) * EVERY

    def _pack(self, n: int) -> None:
        """Pack what came up to an entry. Where something would not come back as it was, nothing more is packed."""
        if not self._packs:
            return
        entries = self.game.entries
        try:
            one = pack(
                self._base,
                entries[max(0, self._base - 1) : n],
                {reader: [lines[reader] for lines in self._lines] for reader in self.readers},
                self._events,
                self._chapters[self._base :],
                self._opened,
                (self.game.first, self.state),
            )
        except Unpackable as error:
            LOGGER.warning("a game of %s is not packed from entry %d on: %s", self.game.battle.id, self._base, error)
            self._packs = False
            return
        self.snapshots.append(one.in_memory())
        self.unstored.append(one)
        self.size += self.snapshots[-1].size
        self._lines, self._events = [], []
        self._kept = {n: self._kept[n]}
        for at in range(max(0, n - 2 * EVERY), n - EVERY):
            entries[at] = entries[at].bare()

    def _part(self, at: int, part: str) -> Any:
        """The lines of a reader, or the events, of a snapshot."""
        found = self._unpacked.pop((at, part), None)
        if found is None:
            one = self.snapshots[at]
            found = one.all_events() if part == _EVENTS else one.lines_of(part)
        self._unpacked[at, part] = found
        if len(self._unpacked) > self.UNPACKED:
            self._unpacked.popitem(last=False)
        return found

    def _walk(self, kept: dict[int, State], start: int, n: int) -> State:
        """The state after an entry, of which one before it is kept and none was taken back in between."""
        walked = self._walked
        if walked[0] != start:
            self._walked = walked = start, {start: self._state(kept, start)}
        states = walked[1]
        at = max(at for at in list(states) if at <= n)
        state = states[at].clone()
        for entry in self.game.entries[at:n]:
            repeat(state, entry)
            states[entry.n] = state.clone()
        return state

    def _state(self, kept: dict[int, State], n: int) -> State:
        """A state that is kept, in memory or packed."""
        if n in kept:
            return kept[n].clone()
        return self.snapshots[n // EVERY].state_after(self.game.first) if n else self.game.first.clone()

    def _take(self, events: list[Event], n: int) -> None:
        """Word the events of an entry, and find the chapter of each."""
        lines = {reader: tuple(self._line(e, n, reader) for e in events) for reader in self.readers}
        for reader in self.readers if PUBLIC in self.readers else ():
            for line, others in zip(lines[reader], lines[PUBLIC], strict=True):
                if line["text"] != others["text"]:
                    line["covered"] = others["text"]
        chapter = self._chapters[-1] if self._chapters else 0
        numbered: Told = []
        for i, event in enumerate(events):
            if lines[self.readers[0]][i].get("opens"):
                self._opened = chapter = self._opened + 1
            numbered.append((chapter, event))
            for reader in self.readers:
                lines[reader][i]["chapter"] = chapter
        self._chapters.append(chapter)
        self._events.append(numbered)
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
        self.state = self.at(entry.undo)
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


def _start(kept: dict[int, State], n: int) -> int:
    """The last entry up to n after which a state is kept."""
    near = [at for at in list(kept) if at <= n]
    return max(near) if near else max(0, (n + 1) // EVERY * EVERY - 1)


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
