"""A game that is opened: by its snapshots, with the lines after them folded, or from all of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from vedette.engine import record as rec
from vedette.engine.archive import entry_line
from vedette.engine.game import Game
from vedette.engine.resuming import resume
from vedette.engine.shelf import Shelf

from .log import Log
from .snapshots import Snapshot, opened
from .store import Stored


class Misfit(Exception):
    """The snapshots of a game do not fit its lines, or are damaged."""


def folded(stored: Stored, shelf: Shelf, readers: Sequence[str], *, consents: bool, settle: bool) -> tuple[Game, Log]:
    """The game and its log, from every line. Raises RecordError."""
    game = Game.from_record(stored.record, shelf, key=stored.secret, settle=settle)
    return game, Log(game, tuple(readers), consents)


def resumed(stored: Stored, shelf: Shelf, readers: Sequence[str], *, consents: bool, settle: bool) -> tuple[Game, Log]:
    """The game and its log, as a fold of all lines would make them. Raises Misfit."""
    try:
        found = opened(stored.packed, stored.id, readers)
        if len(found) != len(stored.packed):
            raise Misfit(f"{len(stored.packed) - len(found)} of {len(stored.packed)} cannot be read")
        rows, last = _rows(stored, found[-1].last)
        logs: list[Log] = []

        def unpack(game: Game) -> None:
            logs.append(_unpacked(game, found, last, readers, consents))

        game = resume(Game, rows, unpack, shelf, key=stored.secret, settle=settle)
        logs[0].catch_up()
    except Misfit:
        raise
    except Exception as error:  # whatever the rules make of something that is damaged
        raise Misfit(f"{type(error).__name__}: {error}") from error
    return game, logs[0]


def _rows(stored: Stored, last: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The header with the lines after the packed ones, and the last line that is packed."""
    header, _ = rec.linked(stored.header, 1, "")
    row: dict[str, Any] = msgspec.json.decode(stored.entries[0])
    chain = row.pop("chain")
    rows = [header]
    for line, text in enumerate(stored.entries[1:], last + 2):
        told, chain = rec.linked(text, line, chain)
        rows.append(told)
    return rows, row


def _unpacked(
    game: Game, found: Sequence[Snapshot], last: dict[str, Any], readers: Sequence[str], consents: bool
) -> Log:
    """Put what is packed into a game as it began."""
    game.entries = [entry for one in found for entry in one.packed_entries()]
    log = Log(game, tuple(readers), consents, [one.in_memory() for one in found])
    game.state = log.state.clone()
    end = game.entries[-1]
    if last != entry_line(end, end.digest) or game.state.digest() != end.digest:
        raise Misfit(f"entry {end.n} is another one")
    return log
