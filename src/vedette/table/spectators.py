"""Those who look on at a game of people: by a key of no seat, and once it is over by its number alone.

Such a key is shown what is built up for a reader of no seat (`log.PUBLIC`), and answers nothing.
"""

from __future__ import annotations

from .messages import Refused
from .room import Room
from .store import Grant, Store


def grant_of(store: Store, game: str, key: str) -> Grant | None:
    """What a key stands for; without one a game that is over can be looked at. Raises StoreError."""
    found = store.grant(game, key)
    if found is None and not key and store.is_over(game):
        return Grant("", game, ())
    return found


def invited(store: Store, room: Room, by: Grant) -> str:
    """A new key for somebody who looks on; only who plays gives one. Raises Refused, StoreError."""
    if not by.seats:
        raise Refused("who looks on gives no keys; send the address by which you look on yourself")
    return store.another_key(Grant("", room.id, ()))
