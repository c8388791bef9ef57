"""Asking the other seat: for a take-back that something bars (flow 10), for other values, for a unit to be set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from vedette.engine.events import IllegalAction

from . import posting, ratings, values
from .keeping import Kept
from .messages import Consent, Draw, Overrule, Refused, Values, answer
from .requests import CLOSED, DRAW, OPEN, OVERRULE, REFUSED, VALUES, WISHES, Request, answered_by
from .store import Grant, Setup

COMPUTER = "the computer never consents; a practice game takes back past dice"


def asking_bar(setup: Setup, seat: str) -> str | None:
    """Why there is nobody to be asked; None where there is."""
    return COMPUTER if any(who != "human" for who in setup.seats.values()) else None


def ask(room: Kept, seat: str, to: int, grant: Grant, id: Any) -> str:
    """Ask the other seat for a take-back. Raises Refused."""
    return _put_to(room, Request(0, seat, to, len(room.game.entries)), grant, id)


def ask_for_values(room: Kept, grant: Grant, message: Values) -> str:
    """Go on by the present values of the pack: at will for who plays alone, else the other seat is asked."""
    ratings.check_values(room.setup)
    seat, n = _asker(room, grant, message), len(room.game.entries)
    if values.alone(room, grant):
        return room.commit(values.moved(room, seat, message.edition, consent=False), grant, message.id)
    battle = values.present(room, message.edition)
    wish = Request(0, seat, n, n, kind=VALUES, edition=battle.hash, values=values.words_of(room, battle))
    return _put_to(room, wish, grant, message.id)


def ask_for_overrule(room: Kept, grant: Grant, message: Overrule) -> str:
    """Set a unit so: at will for who plays alone, else the other seat is asked. Raises Refused."""
    ratings.check_values(room.setup)
    seat, n = _asker(room, grant, message), len(room.game.entries)
    if values.alone(room, grant):
        return room.commit(_set(room, seat, message.unit, consent=False), grant, message.id)
    _set(room, seat, message.unit, consent=True)
    return _put_to(room, Request(0, seat, n, n, kind=OVERRULE, unit=message.unit), grant, message.id)


def offer_draw(room: Kept, grant: Grant, message: Draw) -> str:
    """Offer the other seat a draw. Raises Refused."""
    seat, n = _asker(room, grant, message), len(room.game.entries)
    if not room.game.decisions:
        raise Refused("the battle is over")
    if asking_bar(room.setup, seat) is not None:
        raise Refused("the computer agrees to no draw; resign, or play on")
    return _put_to(room, Request(0, seat, n, n, kind=DRAW), grant, message.id)


def _set(room: Kept, seat: str, unit: dict[str, Any], *, consent: bool) -> Callable[[], Any]:
    """What sets a unit so. Raises Refused where it could not be; nothing is done yet."""
    try:
        room.game.clone().overrule(unit, seat, consent=consent)
    except IllegalAction as illegal:
        raise Refused(illegal.reason) from None
    return lambda: room.game.overrule(unit, seat, consent=consent)


def _asker(room: Kept, grant: Grant, message: Values | Overrule | Draw) -> str:
    """The seat that wishes for a change of the game as it stands now. Raises Refused."""
    room.check_game(message.game)
    n = len(room.game.entries)
    if message.n not in (None, n):
        raise Refused(f"the game has gone on: it has {n} entries and not {message.n}")
    seat = message.seat or grant.seats[0]
    if seat not in grant.seats:
        raise Refused(f"this key is not that of {seat}")
    return seat


def _put_to(room: Kept, wish: Request, grant: Grant, id: Any) -> str:
    """Put a request to the other seat. Raises Refused."""
    seat = wish.seat
    bar = asking_bar(room.setup, seat)
    n = len(room.game.entries)
    known = room.request
    if bar is not None:
        raise Refused(bar)
    if known is not None and known.n == n:
        if known.status == OPEN and known.seat != seat:
            raise Refused(f"{known.seat.capitalize()} has asked for {WISHES[known.kind]}; answer that first")
        if known.status == REFUSED and (known.seat, known.kind) == (seat, wish.kind):
            raise Refused("it was refused; play on")
    reply = answer("done", id=id, n=n, events=[], left=[], asked=True)
    number, kinds = (known.number if known else 0) + 1, known.kinds if known and known.n == n else ()
    kinds = (*kinds, *(() if wish.kind in kinds else (wish.kind,)))
    put(room, msgspec.structs.replace(wish, number=number, kinds=kinds), (grant, id, reply))
    return reply


def respond(room: Kept, grant: Grant, message: Consent) -> str:
    """The other seat agrees or refuses, or the one that asked thinks better of it. Raises Refused."""
    room.check_game(message.game)
    request = room.request
    n = len(room.game.entries)
    if request is None or request.status != OPEN or request.number != message.request or request.n != n:
        raise Refused("that request is no longer open: the game has gone on, or it was answered")
    if message.accept:
        if not answered_by(request, grant):
            raise Refused("nobody agrees to a request of his own")
        deed = _agreed(room, request)
        put(room, msgspec.structs.replace(request, status=CLOSED))
        try:
            return room.commit(deed, grant, message.id)
        except BaseException:
            put(room, request)
            raise
    own = request.seat in grant.seats and not answered_by(request, grant)
    reply = answer("done", id=message.id, n=n, events=[], left=[])
    status = CLOSED if own else REFUSED
    put(room, msgspec.structs.replace(request, status=status), (grant, message.id, reply))
    return reply


def _agreed(room: Kept, request: Request) -> Callable[[], Any]:
    """What is done once the other seat has agreed. Raises Refused."""
    if request.kind in (VALUES, OVERRULE):
        ratings.check_values(room.setup)  # asked by a program that did not know better
    if request.kind == VALUES:
        return values.moved(room, request.seat, request.edition, consent=True)
    if request.kind == DRAW:
        return lambda: room.game.agree(request.seat)
    if request.kind == OVERRULE:
        return _set(room, request.seat, request.unit, consent=True)
    return lambda: room.game.undo(request.seat, to=request.to, consent=True)


def put(room: Kept, request: Request, told: tuple[Grant, Any, str] | None = None) -> None:
    """The request as it stands now; stored, so that a restart does not forget it. Raises Refused.

    Args:
        told: what the sender of a message is told who changes no entry: key, id, answer.
    """
    room.keep_request(msgspec.json.encode(request).decode(), told, posting.wished(room, request))
    room.request = request
    room.stirred = True
