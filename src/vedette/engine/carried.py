"""Editions that travel behind a record, a line each, so that whoever gets it can read it without the sender's values.

The lines belong to no chain: without them the record is the same record. What came with a record is used only where the
machine itself knows no edition of that fingerprint, and `Verdict.unproved` says so.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.shelf import Editions, Shelf

BEGIN = b'{"edition":{'
UNPROVED = "the charts and counters are those that came with the record, under the fingerprint {hash} of {battle}"


class Unplayable(ValueError):
    """An edition that came with a record cannot be played by the rules."""


class Body(msgspec.Struct, frozen=True):
    """What such a line holds."""

    battle: str
    hash: str
    body: bytes


class Line(msgspec.Struct, frozen=True):
    """Such a line."""

    edition: Body


def line_of(battle: str, hash: str, edition: bytes) -> str:
    """The line by which an edition travels."""
    body = {"battle": battle, "hash": hash, "body": base64.b64encode(edition).decode()}
    return json.dumps({"edition": body}, separators=(",", ":"), ensure_ascii=False)


def parted(lines: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
    """The lines of a record, and those behind them by which editions travel."""
    end = len(lines)
    while end and lines[end - 1].startswith(BEGIN):
        end -= 1
    return list(lines[:end]), list(lines[end:])


class Carried:
    """The editions behind a record; `used` are those that had to stand in."""

    def __init__(self, shelf: Shelf, lines: Sequence[bytes]) -> None:
        self.used: list[tuple[str, str]] = []
        self.shelf = Shelf(shelf.now, self._kept) if lines else shelf
        self._own = shelf
        self._lines = lines

    def _kept(self, id: str, hash: str) -> Battle | None:
        found = self._own.keep(id, hash)
        if found is not None:
            return found
        for line in self._lines:
            try:
                body = msgspec.json.decode(line, type=Line).edition
                battle = Editions.opened(body.body) if (body.battle, body.hash) == (id, hash) else None
            except (ValueError, LookupError):  # cut off, changed on the way, or by another program
                continue
            if battle is not None and (battle.id, battle.hash) == (id, hash):
                self.used.append((id, hash))
                return battle
        return None

    @contextmanager
    def played(self) -> Iterator[None]:
        """What the rules raise at an edition that somebody sent is a fault of what was sent. Raises Unplayable."""
        try:
            yield
        except ValueError:
            raise
        except Exception as error:
            if not self.used:
                raise
            words = f"the edition that came with the record cannot be played ({type(error).__name__}: {error})"
            raise Unplayable(f"{words}; have it sent again") from None

    def doubt(self) -> dict[str, str]:
        """What is not proved where one stood in, and why."""
        words = "; ".join(dict.fromkeys(UNPROVED.format(battle=id, hash=hash) for id, hash in self.used))
        return {"edition": words} if words else {}
