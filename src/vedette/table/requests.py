"""What one seat asks the other, such as a take-back or a draw: what it is, what comes of it, how it is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from vedette.engine.change import in_words
from vedette.engine.entries import Entry, live
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE

from .log import ALL
from .store import Grant

OPEN, REFUSED, LAPSED = "open", "refused", "lapsed"
CLOSED = "closed"
"""Withdrawn, granted or forgotten: nobody is shown it, but its number is not used again."""


BACK, VALUES, OVERRULE, DRAW = "back", "values", "overrule", "draw"
WISHES = {BACK: "a take-back", VALUES: "other values", OVERRULE: "a unit to be set", DRAW: "a draw"}


class Request(msgspec.Struct, frozen=True):
    """A seat would like to stand again after an earlier entry, to go on by other values, a unit set, or a draw."""

    number: int
    seat: str
    to: int
    n: int
    """How many entries the game had; once it goes on, the request has lapsed, but for a draw that still `stands`."""
    status: str = OPEN
    kind: str = BACK
    edition: str = ""
    """Of other values: their fingerprint."""
    values: str = ""
    """Of other values than those of the pack as it is now: what they are."""
    unit: dict[str, Any] = {}
    """Of a unit to be set: said as a position file says it."""
    kinds: tuple[str, ...] = ()
    """What was asked for where the game stands, this and before it: each is told once to who is elsewhere."""

    @property
    def first(self) -> bool:
        """Whether nothing else was asked for where the game stands."""
        return self.kinds[:1] in ((), (self.kind,))


def answered_by(request: Request, grant: Grant) -> bool:
    """Whether a key may answer: it stands for a seat that is not the one which asks."""
    return any(seat != request.seat for seat in grant.seats)


def loaded(text: str | None, game: Game) -> Request | None:
    """What was stored; closed, if the game has gone on since."""
    found, n = msgspec.json.decode(text, type=Request) if text else None, len(game.entries)
    if found is None or found.n == n:
        return found
    return msgspec.structs.replace(found, **({"n": n} if stands(found, game) else {"status": CLOSED}))


def stands(request: Request, game: Game) -> bool:
    """Whether a draw is still offered, though the game has gone on: the other side has only passed since, as its orders
    and the pause before a draw do without it, and may not have read it yet."""
    since = game.entries[request.n :]
    offered = request.kind == DRAW and request.status == OPEN
    return offered and all(entry.seat in (request.seat, CHANCE) or entry.do == "pass" for entry in since)


def moved_on(request: Request | None, game: Game) -> Request | None:
    """A request after the game may have gone on: an open one lapses, an answered one is forgotten."""
    n = len(game.entries)
    if request is None or request.n == n:
        return request
    if stands(request, game):
        return msgspec.structs.replace(request, n=n)
    return msgspec.structs.replace(request, n=n, status=LAPSED if request.status == OPEN else CLOSED, kinds=())


def shown(request: Request | None, game: Game, grant: Grant, reader: str) -> dict[str, Any] | None:
    """A request as a key sees it."""
    if request is None or request.status == CLOSED:
        return None
    who = request.seat.capitalize()
    what = ""
    if request.kind == VALUES:
        what = f"go on by {request.values or 'the present values of the pack'} (edition {request.edition[:8]})"
    elif request.kind == OVERRULE:
        what = f"set {request.unit.get('id')} so: {in_words(request.unit) or 'no marks'}"
    elif request.kind == DRAW:
        what = "call the battle a draw"
    elif request.status != LAPSED:
        what = f"take back {told([e for e in live(game.entries) if e.n > request.to], reader)}"
    words = {
        OPEN: f"{who} asks to {what}",
        REFUSED: f"{who} asked to {what}: refused",
        LAPSED: f"{who} asked for {WISHES[request.kind]}; the game has gone on since",
    }
    return {
        "number": request.number,
        "seat": request.seat,
        "kind": request.kind,
        "to": request.to,
        "status": request.status,
        "text": words[request.status],
        "mine": request.seat in grant.seats,
        "answer": request.status == OPEN and answered_by(request, grant),
    }


MOST = 4
"""Answers that are named; more are counted."""


def told(entries: Sequence[Entry], reader: str) -> str:
    """Entries in words, as far as a reader may know them: the first answers by their text, the rest by number."""
    given = [e for e in entries if e.seat != CHANCE]
    rolls = len(entries) - len(given)
    named = [f"“{e.do}”" if open_to(e, reader) else "an answer" for e in given[:MOST]]
    more = len(given) - len(named)
    parts = named + ([f"{more} more answers" if more > 1 else "one more answer"] if more else [])
    words = ", ".join(parts)
    return words + (f" ({rolls} rolls or draws with it)" if rolls > 1 else " (a roll or draw with it)" if rolls else "")


def open_to(entry: Entry, reader: str) -> bool:
    """Whether a reader of the log may know an answer."""
    return reader == ALL or entry.private == "" or (bool(reader) and entry.private == reader)
