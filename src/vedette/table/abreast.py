"""A room that other servers have open as well: it takes in what they have stored, and tells what lies in memory only.

One of the servers *runs* a game: it carries out orders, ends beats and lets the computers think. All others show what
it stores. That only one does so saves work; that nothing is ever done twice is the fence of the store.
"""

from __future__ import annotations

import time

import msgspec

from vedette.engine.procedure import CHANCE
from vedette.engine.record import RecordError

from . import lobby, requests, shared
from .beat import Beat
from .keeping import DELETED, Kept, stop_of
from .messages import Refused


def catch_up(room: Kept) -> bool:
    """Take in what was stored elsewhere; whether there is anything that all may see. Called by who holds the lock.

    That there is, is noted in `room.stirred` until it is shown, whoever has taken it in. What is for some seats alone
    (orders, notes, what was said) is noted in `room.asides`: who else is there must not see that there was any.

    Raises:
        Refused: the game is there no longer.
        StoreError: it cannot be read now.
    """
    if not room.store.is_shared:
        room.mend()
        return room.stirred
    with room.store.at_once():
        room.mend()
        _caught_up(room)
    return room.stirred


def _caught_up(room: Kept) -> None:
    found = room.store.news(room.id, len(room.game.entries))
    if found is None:
        raise Refused(DELETED)
    before, said = _memory(room), room.talk.heard
    if found.lines:
        room.stirred = True  # also where what follows fails
        try:
            room.follow(found.lines)
        except RecordError:
            room.reload()
        if not room.runs:
            room.standing.taken(room.game)
    n = len(room.game.entries)
    if found.request != room.request_stored:
        room.request_stored = found.request
        room.request = requests.loaded(found.request, room.game)
    room.talk.took(found.said, found.hushed, found.unheard)
    turned, noted = room.timing.took(found.clocks), room.manners.took(found.manners)
    room.offered, room.rematch = lobby.free(found.offered, time.time()), found.rematch
    room.vacant = lobby.without_key(room.setup, found.had, room.offered)
    room.stop = stop_of(found.pauses.get(shared.STOP), n)
    ordered = room.standing.reread(found.orders)
    told = _hear_hurry(room, found.pauses.get(shared.HURRY), n)
    room.looked = time.monotonic()
    _hear_beat(room, found.pauses.get(shared.BEAT), n)
    room.asides |= ordered or told or noted or room.talk.heard != said
    room.stirred |= turned or _memory(room) != before


def _memory(room: Kept) -> tuple[object, ...]:
    beat = room.standing.beat
    return (
        room.stop,
        room.request_stored,
        room.offered,
        room.vacant,
        room.rematch,
        beat and (beat.window, beat.held),
    )


def take_over(room: Kept) -> None:
    """This server runs the game from now on: what chance was asked, and nobody has answered, it answers."""
    catch_up(room)
    if room.stop is None and room.game.decision_of(CHANCE) is not None:
        room.commit(room.game.settle, None, None)


# -- the beat ----------------------------------------------------------------------------------------------


def tell_beat(room: Kept) -> None:
    """Put down the beat that is running, where it is another one than was put down last. Raises StoreError."""
    if not (room.store.is_shared and room.runs):
        return
    beat = room.standing.beat
    body = None
    if beat is not None:
        at_database = msgspec.structs.replace(beat, until=round(beat.until + room.ahead, 3))
        body = msgspec.json.encode(at_database, order="deterministic").decode()
    if body != room.beat_told:
        room.store.keep_pause(room.id, shared.BEAT, len(room.game.entries), body)
        room.beat_told = body


def _hear_beat(room: Kept, kept: tuple[int, str] | None, n: int) -> None:
    """The beat as the server that runs the game has put it down; from the others it learns whose hands are raised."""
    found = msgspec.json.decode(kept[1], type=Beat) if kept is not None and kept[0] == n else None
    if found is not None:
        found.until -= room.ahead
    if not room.runs:
        room.standing.beat = None if found is None or found.done else found
        room.standing.raised = found.held if found is not None else frozenset()
    elif found is not None and room.standing.beat is not None and found.window == room.standing.beat.window:
        room.standing.beat.held |= found.held


def tell_hurry(room: Kept) -> None:
    """A computer was told here to move now: whoever runs the game has to know, also after this server. Raises
    StoreError."""
    if room.store.is_shared:
        room.store.keep_pause(room.id, shared.HURRY, len(room.game.entries), "")


def _hear_hurry(room: Kept, kept: tuple[int, str] | None, n: int) -> bool:
    """Whether a computer was told at another server to move now, which has not been heard yet."""
    told = kept is not None and kept[0] == n and room.runs and room.hasty != n
    room.hasty = n if told else room.hasty
    return told


def tell_hand(room: Kept, seat: str) -> None:
    """A hand was raised here: the server that runs the game has to know. Raises StoreError."""

    def raised(body: str) -> str:
        beat = msgspec.json.decode(body, type=Beat)
        beat.held |= {seat}
        return msgspec.json.encode(beat, order="deterministic").decode()

    if room.store.is_shared:
        room.beat_told = room.store.change_pause(room.id, shared.BEAT, raised)
