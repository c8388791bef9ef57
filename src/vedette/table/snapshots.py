"""Snapshots: a game is packed stretch by stretch, so that a long one opens at once and takes little room.

Each holds what a fold of its entries comes to: the entries, what the log tells of them to each of its readers, and the
state after the last of them. It says nothing that the record does not say, and is made anew wherever it does not fit:
by another version of the program, or damaged.
"""

from __future__ import annotations

import hashlib
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from vedette.engine.entries import Entry
from vedette.engine.events import Event
from vedette.engine.resuming import loaded
from vedette.engine.run import asks
from vedette.engine.state import State

EVERY = 40
"""So many entries are packed together: half of them are folded when a game is opened, or somebody looks back."""
CHECK = 16
RULES = "vedette."
Line = dict[str, Any]
Told = list[tuple[int, Event]]
"""What happened by an entry, each with the number of its chapter."""


class Unpackable(Exception):
    """Something does not come back as it was: then it stays as it is, and the game is folded when it is opened."""


class Row(msgspec.Struct, array_like=True, frozen=True):
    """An entry as it is packed; its number follows from its place."""

    seat: str
    decision: int
    do: str
    digest: str
    kind: str
    private: str | None
    reveals: bool
    undo: int | None
    resigns: bool
    consent: bool
    itself: bool | None
    titles: tuple[str, ...] | None
    note: str
    planned: str


class Snapshot(msgspec.Struct, array_like=True, frozen=True):
    """A stretch of a game."""

    first: int
    """The number of its first entry; 0 stands for the beginning of the game."""
    entries: bytes
    lines: dict[str, bytes]
    """By reader, the lines of each entry."""
    events: bytes
    chapters: bytes
    """The chapter that goes on after each entry."""
    told: frozenset[int]
    """Every chapter of which something happened in it."""
    opened: int
    """Chapters that were opened up to its end."""
    state: bytes
    over: bool
    """Whether nothing is asked after it."""

    @property
    def last(self) -> int:
        """The number of its last entry."""
        return self.first + EVERY - 1

    def packed_entries(self) -> list[Entry]:
        """Its entries, without their states."""
        rows = msgspec.msgpack.decode(zlib.decompress(self.entries), type=list[Row])
        return [_entry(n, row) for n, row in enumerate(rows, max(1, self.first))]

    def lines_of(self, reader: str) -> list[tuple[Line, ...]]:
        """The lines of each entry for a reader."""
        found: list[tuple[Line, ...]] = msgspec.msgpack.decode(zlib.decompress(self.lines[reader]))
        return found

    def all_events(self) -> list[Told]:
        """What happened by each entry."""
        rows = msgspec.msgpack.decode(zlib.decompress(self.events))
        return [[(chapter, _event(row)) for chapter, row in told] for told in rows]

    def state_after(self, first: State) -> State:
        """The state after its last entry.

        Args:
            first: of the game, at its beginning.
        """
        return loaded(first, msgspec.msgpack.decode(zlib.decompress(self.state)), over=self.over)

    def in_memory(self) -> Snapshot:
        """As it lies there: the game has its entries already, and lines that several read the same are there once."""
        once: dict[bytes, bytes] = {}
        lines = {reader: once.setdefault(told, told) for reader, told in self.lines.items()}
        return msgspec.structs.replace(self, entries=b"", lines=lines)

    @property
    def size(self) -> int:
        """Bytes that it takes in memory."""
        return sum(map(len, (self.entries, self.events, self.state, *set(self.lines.values()))))


def pack(
    first: int,
    entries: Sequence[Entry],
    lines: Mapping[str, Sequence[Sequence[Line]]],
    events: Sequence[Told],
    chapters: Sequence[int],
    opened: int,
    states: tuple[State, State],
) -> Snapshot:
    """Pack a stretch, and see that it comes back as it was.

    Args:
        states: at the beginning of the game, and after the last entry.

    Raises:
        Unpackable: it does not.
    """
    begun, after = states
    try:
        found = Snapshot(
            first,
            _small([_row(entry) for entry in entries]),
            {reader: _small(told) for reader, told in lines.items()},
            _small([[(chapter, _plain(msgspec.structs.astuple(e))) for chapter, e in told] for told in events]),
            array("I", chapters).tobytes(),
            frozenset(chapter for told in events for chapter, _ in told),
            opened,
            _small(after.saved()),
            after.ask is None,
        )
        again = found.state_after(begun)
        same = again == after and _asked(again) == _asked(after) and _alike(found.all_events(), list(events))
    except Exception as error:  # whatever a family's state or events hold that cannot be written down
        raise Unpackable(f"{type(error).__name__}: {error}") from error
    if not same or any(entry.change is not None or not entry.digest for entry in entries):
        raise Unpackable("it would come back otherwise")
    return found


def body(snapshot: Snapshot, game: str) -> bytes:
    """A snapshot as it is stored, of this game and no other."""
    data = msgspec.msgpack.encode(snapshot)
    return _sum(data, game) + data


def opened(bodies: Sequence[bytes], game: str, readers: Sequence[str]) -> list[Snapshot]:
    """Snapshots of a game as they were stored, up to the first that is missing, damaged or not for these readers."""
    found: list[Snapshot] = []
    for data in bodies:
        if _sum(data[CHECK:], game) != data[:CHECK]:
            break
        try:
            snapshot = msgspec.msgpack.decode(data[CHECK:], type=Snapshot)
        except msgspec.MsgspecError:
            break
        if snapshot.first != len(found) * EVERY or set(snapshot.lines) != set(readers):
            break
        found.append(snapshot)
    return found


def _sum(data: bytes, game: str) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECK, key=hashlib.sha256(game.encode()).digest()).digest()


@cache
def fit() -> str:
    """What tells the snapshots of this version of the program from those of others: all that it is written in."""
    sums = hashlib.blake2b(digest_size=CHECK)
    home = Path(__file__).parents[1]
    for file in sorted(home.rglob("*.py")):
        data = file.read_bytes()
        sums.update(f"{file.relative_to(home).as_posix()} {len(data)}\n".encode() + data)
    return sums.hexdigest()


def _small(data: Any) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(data), 6)


def _row(entry: Entry) -> Row:
    return Row(
        entry.seat, entry.decision, entry.do, entry.digest, entry.kind, entry.private, entry.reveals,
        entry.undo, entry.resigns, entry.consent, entry.itself, entry.titles, entry.note,
        entry.planned,
    )  # fmt: skip


def _entry(n: int, row: Row) -> Entry:
    word = sys.intern
    entry = Entry(_number(n), word(row.seat), _number(row.decision), word(row.do))
    entry.digest, entry.kind = row.digest, word(row.kind)
    entry.private = word(row.private) if row.private is not None else None
    entry.reveals, entry.undo, entry.resigns, entry.consent = row.reveals, row.undo, row.resigns, row.consent
    entry.itself, entry.titles = row.itself, row.titles and _words(row.titles)
    entry.note, entry.planned = word(row.note), word(row.planned)
    return entry


@lru_cache(maxsize=4096)
def _words(titles: tuple[str, ...]) -> tuple[str, ...]:
    """Titles that many entries share."""
    return titles


@lru_cache(maxsize=1 << 14)
def _number(n: int) -> int:
    """A number that the entries of many games share."""
    return n


def _event(row: Sequence[Any]) -> Event:
    return Event(*(_frozen(value) for value in row))


def _plain(value: Any) -> Any:
    """What an event holds, so that it can be written down: what has a class of its own stands under its name."""
    kind = type(value)
    if isinstance(value, msgspec.Struct):
        return {f"{kind.__module__}:{kind.__qualname__}": _plain(msgspec.structs.astuple(value))}
    if isinstance(value, tuple):
        parts = [_plain(part) for part in value]
        return parts if kind is tuple else {f"{kind.__module__}:{kind.__qualname__}": parts}
    return value


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        ((name, parts),) = value.items()
        return _class(name)(*map(_frozen, parts))
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


@cache
def _class(name: str) -> type[Any]:
    """A class of which something lies in events; one that the rules have brought along, and no other."""
    module, _, name = name.partition(":")
    found = getattr(import_module(module) if module.startswith(RULES) else sys.modules[module], name)
    if not issubclass(found, msgspec.Struct | tuple):
        raise TypeError(f"{name} of {module} is nothing that lies in events")
    kind: type[Any] = found
    return kind


def _alike(one: Any, other: Any) -> bool:
    """Whether two are the same, their classes included."""
    return type(one) is type(other) and one == other and repr(one) == repr(other)


def _asked(g: State) -> list[tuple[str, str, int]]:
    return [(ask.seat, ask.kind, len(ask.options)) for ask in asks(g)]
