"""The editions of a store: each game is played and shown by the values with which it was begun."""

from __future__ import annotations

from collections.abc import Callable

from vedette.engine.battle import Battle
from vedette.engine.carried import line_of
from vedette.engine.game import Game
from vedette.engine.shelf import Editions, Shelf
from vedette.packs import PackError
from vedette.packs.editions import battle_from, edition_of
from vedette.packs.house import house_of, housed
from vedette.packs.others import without_errata

from . import brought
from .messages import Refused
from .store import Store


def shelf_of(load: Callable[[str], Battle], store: Store) -> Shelf:
    """Battles as they are now, and by the editions that the store keeps, or this machine for records."""

    def kept(id: str, hash: str) -> Battle | None:
        body = store.edition(id, hash)
        return battle_from(body) if body is not None else Editions.kept(id, hash)

    return Shelf(load, kept)


def chosen(of: Battle | Callable[[str], Battle], id: str, errata: bool = True, house: str = "") -> Battle:
    """The edition of a new game: one that is given, or what is loaded, without errata where so wanted; by house rules.

    Raises:
        Refused: there is none of that name, or of those rules.
    """
    try:
        battle = of if isinstance(of, Battle) else of(id) if errata else without_errata(id)
        return housed(battle, house_of(house)) if house else battle
    except (PackError, LookupError) as error:
        raise Refused(str(error)) from None


def keep(store: Store, battle: Battle) -> None:
    """Keep the edition of a battle that a game is played by, where it is not kept yet. Raises StoreError."""
    brought.taken(store, battle)
    if not store.has_edition(battle.id, battle.hash):
        store.keep_edition(battle.id, battle.hash, edition_of(battle))


def lines(game: Game) -> str:
    """The lines behind a record by which its editions travel."""
    found = {battle.hash: battle for battle in game.battles}
    return "".join(line_of(b.id, b.hash, edition_of(b)) + "\n" for b in found.values())
