"""Whether a record fits the installed rules and pack: the game that it begins, and what has changed since."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from vedette.engine import record as rec
from vedette.engine.answering import Answering
from vedette.engine.battle import Battle
from vedette.engine.carried import Carried, Unplayable
from vedette.engine.chance import Listed
from vedette.engine.rulebook import Rulebook, rulebook_of
from vedette.engine.shelf import Shelf

G = TypeVar("G", bound=Answering)
NOWHERE = "is not kept here: have the record sent with it (`vedette record export --with-edition`)"


class Misfit(NamedTuple):
    """What differs between a record and the program that reads it."""

    why: str
    """Why this program may read the record differently from how it was played; empty where nothing differs."""
    alike: bool
    """Whether it is read anyway, as long as every entry leads to the state that its digest names."""


def battle_of(header: rec.Header, shelf: Shelf) -> Battle:
    """The battle of a record, by its edition and its version of the rules. Raises LookupError, ValueError."""
    battle, rules = shelf.battle(header.battle, header.pack_hash), header.rules
    book = rulebook_of(battle)
    known = rules.rulebook == book.name and rules.version in book.earlier
    return battle.by_rules(rules.version if known else 0)


def begun(make: type[G], header: rec.Header, position: Any, carried: Carried) -> G:
    """The game with which a record begins. Raises RecordError."""
    try:
        battle = battle_of(header, carried.shelf)
        with carried.played():
            return make.new(
                battle, options=header.options, position=position, chance=Listed(), practice=header.practice
            )
    except Unplayable as error:
        raise rec.RecordError(1, str(error)) from None
    except (ValueError, LookupError) as error:
        raise rec.RecordError(1, f"cannot be set up: {error}") from None


def misfit(header: rec.Header, battle: Battle, book: Rulebook[Any]) -> Misfit:
    """How the rules and the pack of a record differ from the installed ones."""
    rules, same = header.rules, battle.hash == header.pack_hash
    if (rules.rulebook, rules.profile) != (book.name, battle.profile):
        named = f"{rules.rulebook}, {rules.profile}"
        return Misfit(
            f"the record names the rules {named}; those of {battle.id} are {book.name}, {battle.profile}", False
        )
    by_version = (
        f"the record was played by rules version {rules.version}, these are version {book.version}: "
        f"the Vedette that has version {rules.version} reads it"
    )
    if rules.version not in (book.version, *book.earlier):
        return Misfit(by_version, False)
    if not same:
        return Misfit(
            f"the record was played with another edition of the pack {battle.pack} (or of what its owner laid over "
            f"it): {header.pack_hash}, this one is {battle.hash}; that edition {NOWHERE}",
            False,
        )
    return Misfit("", False) if rules.version in (book.version, *book.kept) else Misfit(by_version, True)
