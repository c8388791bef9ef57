"""A game goes on by other values: the present ones of its pack, the program's own, or those of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.events import IllegalAction
from vedette.packs import PackError
from vedette.packs.others import brought as battle_of
from vedette.packs.others import differing, programs
from vedette.packs.owned import owners

from . import brought, editions, ratings
from .keeping import Kept
from .messages import Refused
from .store import Grant, StoreError


def alone(room: Kept, grant: Grant) -> bool:
    """Whether a key answers for every person of a game: then nobody else is to be asked."""
    return set(room.setup.people) <= set(grant.seats)


PROGRAMS, PRESENT, FILE = "the program's own values", "the present values of the pack", "the values of your file"
HOUSE = "a game by house rules keeps the values that it was begun with"


class Values(msgspec.Struct, frozen=True):
    """Values by which a game is played, or could go on."""

    edition: str
    name: str
    words: str = ""
    """How much of them an owner has typed in."""
    differs: int = 0
    """In how many cells of counters, charts and chits they differ from those of the game."""


def told(room: Kept) -> dict[str, Any]:
    """By what a game is played, and by what else it could go on."""
    game = room.game
    found = {battle.hash: name for name, battle in _others(room)}
    others = [_of(room, battle, found[battle.hash]) for _, battle in _others(room) if battle.hash != game.battle.hash]
    once = list({row.edition: row for row in others}.values())
    return {
        "played": _of(room, game.battle, found.get(game.battle.hash, "")),
        "others": [] if room.setup.rated else once,
    }


def _of(room: Kept, battle: Battle, name: str) -> Values:
    return Values(battle.hash, name, owners(battle).words(), differing(room.game.battle, battle))


def _others(room: Kept) -> Iterator[tuple[str, Battle]]:
    """What there is on this machine: the pack as it is now, and as it came; where both are one the later counts."""
    id = room.game.battle.id
    if room.game.battle.house:
        return
    with suppress(PackError, LookupError):
        yield PRESENT, room.shelf.now(id)
    with suppress(PackError, LookupError):
        yield PROGRAMS, programs(id)


def from_file(room: Kept, data: bytes) -> Values:
    """The values of a layer in a file that somebody has sent: kept, so that they can be taken. Raises Refused."""
    ratings.check_values(room.setup)
    if room.game.battle.house:
        raise Refused(HOUSE)
    try:
        battle = battle_of(room.game.battle.id, data)
        if battle.hash != room.game.battle.hash:
            _fits(room, battle)
            brought.keep(room.store, battle)
    except (PackError, LookupError) as error:
        raise Refused(str(error)) from None
    except StoreError as error:
        raise Refused(error.said) from None
    return _of(room, battle, FILE)


def present(room: Kept, edition: str = "") -> Battle:
    """The battle by other values than those of the game. Raises Refused where they do not fit it.

    Args:
        edition: the fingerprint that they have; those of the pack as it is now without one.
    """
    if room.game.battle.house:
        raise Refused(HOUSE)
    try:
        battle = _named(room, edition)
        _fits(room, battle)
    except (PackError, LookupError) as error:
        raise Refused(f"the present values cannot be read: {error}") from None
    if edition not in ("", battle.hash):
        raise Refused("the values have changed once more since; look again")
    return battle


def _named(room: Kept, edition: str) -> Battle:
    """The battle of a fingerprint, the present one where there is none of it."""
    id = room.game.battle.id
    found = room.shelf.battle(id, edition) if edition else room.shelf.now(id)
    if edition not in ("", found.hash):
        own = next((battle for _, battle in _others(room) if battle.hash == edition), found)
        return own
    return found


def words_of(room: Kept, battle: Battle) -> str:
    """What values are that are not those of the pack as it is now; "" of those."""
    found = {other.hash: name for name, other in _others(room)}
    name = found.get(battle.hash, "other values")
    words = owners(battle).words()
    return "" if name == PRESENT else f"{name}, {words}" if words else name


def _fits(room: Kept, battle: Battle) -> None:
    """Raises Refused where the game could not go on by these values."""
    try:
        room.game.clone().change_values(battle, room.game.rulebook.seats[0])
    except IllegalAction as illegal:
        raise Refused(illegal.reason) from None


def moved(room: Kept, seat: str, edition: str, *, consent: bool) -> Callable[[], Any]:
    """What makes a game go on by the present values. Raises Refused; nothing is done yet."""
    battle = present(room, edition)
    try:
        editions.keep(room.store, battle)
    except StoreError as error:
        raise Refused(error.said) from None
    return lambda: room.game.change_values(battle, seat, consent=consent)
