"""A running game goes on by the present values of its pack, where they fit it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.events import IllegalAction
from vedette.packs import PackError

from . import editions
from .keeping import Kept
from .messages import Refused
from .store import Grant, StoreError


def alone(room: Kept, grant: Grant) -> bool:
    """Whether a key answers for every person of a game: then nobody else is to be asked."""
    return set(room.setup.people) <= set(grant.seats)


def present(room: Kept, edition: str = "") -> Battle:
    """The battle as it is now, by other values than those of the game. Raises Refused where they do not fit it.

    Args:
        edition: the fingerprint that it must have; any without one.
    """
    game = room.game
    try:
        battle = room.shelf.now(game.battle.id)
        game.clone().change_values(battle, game.rulebook.seats[0])
    except (PackError, LookupError) as error:
        raise Refused(f"the present values cannot be read: {error}") from None
    except IllegalAction as illegal:
        raise Refused(illegal.reason) from None
    if edition not in ("", battle.hash):
        raise Refused("the values have changed once more since; look again")
    return battle


def moved(room: Kept, seat: str, edition: str, *, consent: bool) -> Callable[[], Any]:
    """What makes a game go on by the present values. Raises Refused; nothing is done yet."""
    battle = present(room, edition)
    try:
        editions.keep(room.store, battle)
    except StoreError as error:
        raise Refused(error.said) from None
    return lambda: room.game.change_values(battle, seat, consent=consent)
