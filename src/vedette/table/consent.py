"""Asking the other seat for a take-back that its own rolls, reveals or answers stand in the way of (flow 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from vedette.engine.entries import Entry, live
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE

from .log import ALL
from .messages import Consent, Refused, answer

if TYPE_CHECKING:
    from .room import Room
    from .store import Grant, Setup

OPEN, REFUSED, LAPSED = "open", "refused", "lapsed"
CLOSED = "closed"
"""Withdrawn, granted or forgotten: nobody is shown it, but its number is not used again."""
COMPUTER = "the computer never consents; a practice game takes back past dice"


class Request(msgspec.Struct, frozen=True):
    """A seat would like to stand again after an earlier entry."""

    number: int
    seat: str
    to: int
    n: int
    """How many entries the game had; once it goes on, the request has lapsed."""
    status: str = OPEN


def asking_bar(setup: Setup, seat: str) -> str | None:
    """Why there is nobody to be asked; None where there is."""
    return COMPUTER if any(who != "human" for who in setup.seats.values()) else None


def ask(room: Room, seat: str, to: int, grant: Grant, id: Any) -> str:
    """Put a request to the other seat. Raises Refused."""
    bar = asking_bar(room.setup, seat)
    n = len(room.game.entries)
    known = room.request
    if bar is not None:
        raise Refused(bar)
    if known is not None and known.n == n:
        if known.status == OPEN and known.seat != seat:
            raise Refused(f"{known.seat.capitalize()} has asked for a take-back; answer that first")
        if known.status == REFUSED and known.seat == seat:
            raise Refused("it was refused; play on")
    reply = answer("done", id=id, n=n, events=[], left=[], asked=True)
    put(room, Request((known.number if known else 0) + 1, seat, to, n), (grant, id, reply))
    return reply


def respond(room: Room, grant: Grant, message: Consent) -> str:
    """The other seat agrees or refuses, or the one that asked thinks better of it. Raises Refused."""
    room.check_game(message.game)
    request = room.request
    n = len(room.game.entries)
    if request is None or request.status != OPEN or request.number != message.request or request.n != n:
        raise Refused("that request is no longer open: the game has gone on, or it was answered")
    if message.accept:
        if not answered_by(request, grant):
            raise Refused("nobody agrees to a request of his own")
        put(room, msgspec.structs.replace(request, status=CLOSED))
        try:
            return room.commit(lambda: room.game.undo(request.seat, to=request.to, consent=True), grant, message.id)
        except BaseException:
            put(room, request)
            raise
    own = request.seat in grant.seats and not answered_by(request, grant)
    reply = answer("done", id=message.id, n=n, events=[], left=[])
    status = CLOSED if own else REFUSED
    put(room, msgspec.structs.replace(request, status=status), (grant, message.id, reply))
    return reply


def answered_by(request: Request, grant: Grant) -> bool:
    """Whether a key may answer: it stands for a seat that is not the one which asks."""
    return any(seat != request.seat for seat in grant.seats)


def put(room: Room, request: Request, told: tuple[Grant, Any, str] | None = None) -> None:
    """The request as it stands now; stored, so that a restart does not forget it. Raises Refused.

    Args:
        told: what the sender of a message is told who changes no entry: key, id, answer.
    """
    room.keep_request(msgspec.json.encode(request).decode(), told)
    room.request = request
    room.stirred = True


def loaded(text: str | None, n: int) -> Request | None:
    """What was stored; closed, if the game has gone on since."""
    found = msgspec.json.decode(text, type=Request) if text else None
    return found if found is None or found.n == n else msgspec.structs.replace(found, status=CLOSED)


def moved_on(request: Request | None, n: int) -> Request | None:
    """A request after the game may have gone on: an open one lapses, an answered one is forgotten."""
    if request is None or request.n == n:
        return request
    return msgspec.structs.replace(request, n=n, status=LAPSED if request.status == OPEN else CLOSED)


def shown(request: Request | None, game: Game, grant: Grant, reader: str) -> dict[str, Any] | None:
    """A request as a key sees it."""
    if request is None or request.status == CLOSED:
        return None
    who = request.seat.capitalize()
    what = ""
    if request.status != LAPSED:
        what = told([e for e in live(game.entries) if e.n > request.to], reader)
    words = {
        OPEN: f"{who} asks to take back {what}",
        REFUSED: f"{who} asked to take back {what}: refused",
        LAPSED: f"{who} asked for a take-back; the game has gone on since",
    }
    return {
        "number": request.number,
        "seat": request.seat,
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
