"""The answers that were given, and the way back: which entries still count, what stands in the way of an undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy

from vedette.engine.change import Change
from vedette.engine.decision import Decision
from vedette.engine.events import IllegalAction
from vedette.engine.procedure import CHANCE
from vedette.engine.run import answer, asks
from vedette.engine.state import State

Past = Callable[[int], State]
"""Tells the state of a game as it stood after an entry, a copy."""


class Entry:
    """One answer that was given, or one undo: what the record holds, and the state before it."""

    __slots__ = (
        "before",
        "change",
        "consent",
        "decision",
        "digest",
        "do",
        "first",
        "itself",
        "kind",
        "n",
        "note",
        "planned",
        "private",
        "resigns",
        "reveals",
        "seat",
        "titles",
        "undo",
    )

    def __init__(self, n: int, seat: str, decision: int, do: str) -> None:
        self.n = n
        """Its number in the record, from 1; an undo has one as well."""
        self.seat = seat
        self.decision = decision
        self.do = do
        self.note = ""
        """What befell the commander that should have answered, where it was answered for."""
        self.planned = ""
        """By which planner a computer has found the plan that begins with it; "" where nobody searched for one."""
        self.kind = ""
        """Of the question that it answered; "" where that is not known."""
        self.before: State | None = None
        """A copy of the state before it, kept for the players' last answers."""
        self.titles: tuple[str, ...] | None = None
        """Of the stack before it, where somebody has noted them: they outlast the copy."""
        self.itself: bool | None = None
        """Whether a hidden hand answers such a question by itself, where somebody has noted it."""
        self.private: str | None = ""
        """Seat that alone may read it, "" for all, None for nobody yet."""
        self.reveals = False
        self.first = n
        """The first entry of what was given in one with it; itself where it was given alone or comes from a record."""
        self.undo: int | None = None
        """Of an undo: the entry after which the game stands again, 0 for its start."""
        self.resigns = False
        """The seat has given the game up; the entry answers no question."""
        self.change: Change | None = None
        """What was changed by agreement; the entry answers no question then."""
        self.consent = False
        """Of an undo: it crosses what stood in its way. Of a change: the other seat has agreed to it. Of a resignation:
        it is a draw that both have agreed to."""
        self.digest = ""

    def bare(self) -> Entry:
        """The same without its state; this one stays as it is, since copies of the game share it."""
        if self.before is None:
            return self
        new = copy(self)
        new.before = None
        return new


def live(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that no undo has taken back."""
    found: list[Entry] = []
    to: int | None = None
    for entry in reversed(entries):
        if to is not None and entry.n > to:
            continue
        to = entry.undo
        if to is None:
            found.append(entry)
    found.reverse()
    return found


def previous(entries: Sequence[Entry], seat: str) -> int | None:
    """The entry that an undo of this seat goes back to: the one before its last answer that counts."""
    for at in range(len(entries) - 1, -1, -1):
        if entries[at].seat == seat:
            return entries[at - 1].n if at else 0
    return None


def bar(entries: Sequence[Entry], seat: str, to: int) -> str | None:
    """What keeps a seat from going back by itself to the state after an entry, in words; None where the way is free.

    Args:
        entries: those that count.
    """
    entry = barrier(entries, seat, to)
    if entry is None:
        return None
    if entry.seat == CHANCE:
        return f"it would cross the roll or draw of entry {entry.n}"
    if entry.seat != seat:
        return f"it would cross the other side's answer in entry {entry.n}"
    return f"entry {entry.n} showed something to the other side"


def barrier(entries: Sequence[Entry], seat: str, to: int) -> Entry | None:
    """The newest entry that a seat may not cross by itself on its way back to the state after an entry."""
    for entry in reversed(entries):
        if entry.n <= to:
            break
        if entry.seat != seat or entry.reveals:
            return entry
    return None


def repeat(g: State, entry: Entry) -> None:
    """Give the answer of an entry to a state, or give the game up. Raises IllegalAction where it does not fit."""
    if entry.resigns:
        g.give_up(entry.seat, agreed=entry.consent)
        return
    if entry.change is not None:
        entry.change.carry_out(g, entry.seat)
        return
    ask = next((a for a in asks(g) if a.seat == entry.seat), None)
    if ask is None or g.number != entry.decision:
        raise IllegalAction(entry.do, f"decision {entry.decision} of {entry.seat} is not what is waited for", "")
    action = Decision(g, ask).find(entry.do)
    if action is None:
        raise IllegalAction(entry.do, "is not offered", g.cite(ask.cite))
    answer(g, entry.seat, action.value)


def state_after(first: State, entries: Sequence[Entry], to: int, past: Past | None = None) -> State:
    """The state after an entry that counts: from the nearest copy that was kept, else as `past` tells it, and where
    nobody does folded from the start."""
    wanted = [e for e in entries if e.n <= to]
    later = next((e for e in entries if e.n > to), None)
    if later is not None and later.before is not None:
        return later.before.clone()
    if past is not None:
        return past(to)
    at = next((i for i in range(len(wanted) - 1, -1, -1) if wanted[i].before is not None), 0)
    start = wanted[at].before if wanted else None
    g = (start or first).clone()
    for entry in wanted[at:]:
        repeat(g, entry)
    return g


def undone(entries: Sequence[Entry], seat: str) -> list[Entry]:
    """What this seat took back last and may play again: while nothing else has been played, and up to the first roll.

    Playing it again answer by answer, in its order, leaves the rest of it open.
    """
    last = reversed(range(len(entries)))
    rolled = next((i for i in last if entries[i].undo is None and entries[i].seat == CHANCE), -1)
    if all(entry.undo is None for entry in entries[rolled + 1 :]):
        return []
    kept = live(entries[: rolled + 1])
    groups: list[list[Entry]] = []
    for entry in entries[rolled + 1 :]:
        if entry.undo is not None:
            at = len(kept)
            while at and kept[at - 1].n > entry.undo:
                at -= 1
            gone = kept[at:]
            del kept[at:]
            own = next((i for i, e in enumerate(gone) if e.seat != entry.seat), len(gone))
            if own:
                groups.append(gone[:own])
            continue
        kept.append(entry)
        if groups:
            _played_again(groups, entry)
    return list(groups[-1]) if groups and groups[-1][0].seat == seat else []


def _played_again(groups: list[list[Entry]], entry: Entry) -> None:
    """An answer that was taken back and stands again is no longer to be played again; any other ends them all."""
    last = groups[-1]
    at = next((i for i, e in enumerate(last) if (e.seat, e.do) == (entry.seat, entry.do)), None)
    if at is None:
        groups.clear()
        return
    del last[at]
    if not last:
        groups.pop()
