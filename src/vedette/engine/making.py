"""How a game begins: its state, who answers for chance, and the header of its record."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, TypedDict

from vedette.engine import record as rec
from vedette.engine.battle import Battle
from vedette.engine.chance import Chance, Seeded, commitment, key_of, practice_key
from vedette.engine.rulebook import OptionError, PositionError, Rulebook, rulebook_of
from vedette.engine.run import renew
from vedette.engine.state import State

DICE = ("seeded", "real", "pressed")
KEY = 32
"""Bytes of a key of the dice."""


class Choices(TypedDict, total=False):
    """Further choices where a game begins; see `Game.new`."""

    key: bytes | None
    chance: Chance | None
    dice: str
    position: Mapping[str, Any] | None
    seats: Mapping[str, str] | None
    practice: bool
    keep: bool
    digests: bool


def seed_key(seed: int | None, key: bytes | None) -> bytes | None:
    """The key of a practice seed, where there is one. Raises OptionError."""
    if seed is None:
        return key
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise OptionError(f"the seed is a whole number, not {seed!r}")
    return key_of(seed)


def dice_of(
    dice: str, chance: Chance | None, key: bytes | None, practice: bool = False
) -> tuple[Chance, dict[str, Any]]:
    """Who answers for chance, and what the header says of it. Raises OptionError."""
    if dice not in DICE:
        raise OptionError(f"dice {dice!r} are none of {', '.join(DICE)}")
    if key is not None and (not isinstance(key, bytes) or len(key) != KEY):
        raise OptionError(f"the key of the dice is {KEY} bytes, secrets.token_bytes({KEY}) for one")
    if chance is None:
        chance = Seeded(key or secret(practice), typed=dice != "seeded")
    if isinstance(chance, Seeded):
        return chance, {"kind": dice, "commitment": commitment(chance.key)}
    return chance, {"kind": "listed"}


def secret(practice: bool) -> bytes:
    """A random key; one made for a practice game shows that it is one when it is opened."""
    key = os.urandom(32)
    return practice_key(key) if practice else key


def state_of(
    battle: Battle, options: Mapping[str, Any], position: Mapping[str, Any] | None
) -> tuple[Rulebook[Any], State, dict[str, Any]]:
    """The rulebook, the state before the first question, and every option that holds; of a position its own as well.

    Raises:
        OptionError, PositionError: with what is wrong and the mend.
    """
    book = rulebook_of(battle)
    if position is None:
        chosen = book.options(battle, dict(options))
        return book, book.begin(battle, chosen), chosen
    if "state" in position:
        return book, *_branched(book, battle, options, position)
    chosen = book.options(battle, {**options, **position.get("set", {})})
    return book, book.position(battle, {**position, "set": chosen}), chosen


def branch(state: State, options: Mapping[str, Any], position: Mapping[str, Any] | None) -> dict[str, Any]:
    """The position of a game that begins where another one stood.

    Args:
        state: where it begins.
        options: of that other game.
        position: at which that other game itself began, if any.
    """
    first = position.get("of") if position and "state" in position else position
    return {"state": state.saved(), "set": dict(options)} | ({"of": dict(first)} if first else {})


def _branched(
    book: Rulebook[Any], battle: Battle, options: Mapping[str, Any], position: Mapping[str, Any]
) -> tuple[State, dict[str, Any]]:
    """A state that was kept whole, and the options that hold in it. Raises PositionError."""
    chosen = book.options(battle, {**options, **position.get("set", {})})
    first = position.get("of")
    try:
        if not first:
            return book.load(battle, chosen, position["state"]), chosen
        state = book.position(battle, {**first, "set": chosen})
        state.restore(position["state"])
        renew(state)
    except (OptionError, PositionError):
        raise
    except Exception as error:  # what nobody has played: its keys, units or procedures are none of these rules
        raise PositionError(f"state: it is none of this battle ({type(error).__name__}: {error})") from None
    return state, chosen


def header_of(
    battle: Battle, book: Rulebook[Any], options: Mapping[str, Any], seats: Mapping[str, str], practice: bool
) -> dict[str, Any]:
    """The header of the record, but for its dice. Raises OptionError."""
    strange = next((seat for seat in seats if seat not in book.seats), None)
    if strange is not None:
        raise OptionError(f"there is no seat {strange!r}; there are {', '.join(book.seats)}")
    return {
        "vedette": rec.FORMAT,
        "rules": {"rulebook": book.name, "profile": battle.profile, "version": battle.rules or book.version},
        "battle": battle.id,
        "pack": battle.pack,
        "pack_hash": battle.hash,
        "options": dict(options),
        "seats": dict(seats),
        "dice": {},
        "practice": practice,
        **({"owned": dict(battle.owned)} if battle.owned else {}),
        **({"house": list(battle.house)} if battle.house else {}),
        **({"printing": battle.printing} if battle.printing else {}),
    }
