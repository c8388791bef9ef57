"""Those who look on at a game of people: by a key of no seat, and once it is over by its number alone.

Such a key is shown what is built up for a reader of no seat (`log.PUBLIC`), and answers nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .messages import Refused
from .room import Room
from .store import Grant, Store

DELAYS = {600: "10 minutes", 3_600: "an hour", 86_400: "a day"}
"""Seconds by which somebody may look on later: few, since each is a game of its own in memory."""


def grant_of(store: Store, game: str, key: str, clock: Callable[[], float]) -> Grant | None:
    """What a key stands for; without one a game that is over can be looked at. Raises StoreError.

    Where somebody looks on late, nobody sees the end without a key before he does.
    """
    found = store.grant(game, key)
    if found is None and not key and store.is_over(game) and not store.withholds(game, clock):
        return Grant("", game, (), of_the_end=True)
    return found


def withheld_for(store: Store, game: str, clock: Callable[[], float]) -> int:
    """By how many seconds at the most nobody without a key sees the end of a game that is over, since somebody looks on
    late; 0 where anybody may see it. Raises StoreError."""
    return store.latest(game) if store.is_over(game) and store.withholds(game, clock) else 0


def delay_of(text: str) -> int:
    """By how many seconds somebody is to look on later; 0 where he looks on at once. Raises Refused."""
    found = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1 if text else 0
    if found and found not in DELAYS:
        raise Refused(f"late is one of {', '.join(map(str, DELAYS))} seconds, not {text[:20]!r}")
    return found


def invited(store: Store, room: Room, by: Grant, late: int, clock: Callable[[], float]) -> tuple[str, int]:
    """A new key for somebody who looks on; only who plays gives one. Raises Refused, StoreError."""
    if not by.seats:
        raise Refused("who looks on gives no keys; send the address by which you look on yourself")
    return key_to_look_on(store, room.id, late, clock)


def key_to_look_on(store: Store, game: str, late: int, clock: Callable[[], float]) -> tuple[str, int]:
    """A new key of no seat, and by how many seconds it is shown the game later: so many, but where it is over. Raises
    StoreError."""
    return store.late_key(game, late, clock()) if late else (store.another_key(Grant("", game, ())), 0)


def told(game: str, key: str, late: int) -> dict[str, Any]:
    """What is answered to who gets a key for looking on."""
    found: dict[str, Any] = {"game": game, "key": key, "url": f"/?game={game}&key={key}"}
    return {**found, "late": late} if late else found
