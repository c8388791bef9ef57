"""A practice game from any moment of another one: what the asking key may know of that moment, with new dice."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from vedette import staff
from vedette.engine import making
from vedette.engine.battle import Battle
from vedette.engine.game import Game
from vedette.engine.run import asks
from vedette.engine.state import State

from . import hands, ratings
from .limits import Purse
from .log import PUBLIC
from .making import HUMAN, Making
from .messages import Refused
from .readers import knower
from .room import Room
from .rooms import Made, Rooms
from .store import Grant

OPEN = "open"
"""The hands of who takes both sides from a moment of a game in which he had one."""


class Branching(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a practice game is to be that goes on from a moment of another one."""

    n: int
    """The entry after which it begins."""
    seats: dict[str, str] = {}
    """Who plays each seat; those of the key are people's without a word, all others the computer's."""


async def branch(rooms: Rooms, room: Room, grant: Grant, wish: Branching, purse: Purse) -> Made:
    """Begin and store it; the other game stays as it is. Raises Refused."""
    if room.setup.rated and room.game.decisions:
        raise Refused(ratings.GOES_ON)

    def found(game: Game) -> tuple[Making, dict[str, Any], Battle]:
        if not 0 <= wish.n <= len(game.entries):
            raise Refused(f"the game has the entries 0 to {len(game.entries)}; there is no entry {wish.n}")
        state = known(game, room, grant, wish.n)
        if not asks(state):
            raise Refused("the battle is over there; choose an earlier moment")
        options = game.header["options"]
        begun = {"n": wish.n, "imagined": not is_open(game, room, grant)}
        position = making.branch(state, options, game.header.get("position"))
        return _making(game, room, grant, wish), {**position, "from": begun}, game.battle_at(wish.n)

    return await purse.ask(room.ask, lambda game: rooms.make(*found(game)))


def is_open(game: Game, room: Room, grant: Grant) -> bool:
    """Whether a key may know all: the game is over, hides nothing, or is played with open hands at one screen."""
    at_one_screen = room.setup.open_hands and len(grant.seats) == len(game.rulebook.seats)
    return not game.decisions or at_one_screen or not game.rulebook.hides


def known(game: Game, room: Room, grant: Grant, n: int) -> State:
    """The state after an entry, as far as a key may know it: what it may not is dealt anew."""
    state = room.log.at(n)
    if is_open(game, room, grant):
        return state
    seat = knower(room.setup, grant, None, grant.seats[0]) if grant.seats else PUBLIC
    found: State = game.rulebook.imagine(state, seat, Random(n))
    return found


def _making(game: Game, room: Room, grant: Grant, wish: Branching) -> Making:
    setup = room.setup
    others = {seat: who if who != HUMAN else staff.ADVISER for seat, who in setup.seats.items()}
    seats = {**others, **dict.fromkeys(grant.seats, HUMAN), **wish.seats}
    alone = sum(who == HUMAN for who in seats.values()) == 1
    both = setup.hands or ("" if len(grant.seats) > 1 else OPEN)
    return Making(
        battle=game.battle.id,
        options=game.header["options"],
        seats=seats,
        dice=setup.dice,
        practice=True,
        hands="" if alone else both,
        open_hands=not alone and setup.open_hands and both != hands.DRAWN,
        orders=setup.orders,
    )
