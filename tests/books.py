"""The book by which a test plays: a test marked with cases of several Blind Swords books runs once by each.

`by_book(battle, keys)` lays a position of the referee by the book of the running test (conftest.py sets BOOK from the
marks). Kernstown's ground serves all three: so a rule that the books share is proven by one test.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import lru_cache
from typing import Any

import msgspec

from vedette.engine.battle import Battle

BOOK: ContextVar[str] = ContextVar("book", default="")
RULES = {"KT": "kernstown", "SS": "stonewalls-sword", "BS": "series-2026"}


def by_book(battle: Battle, keys: dict[str, Any]) -> tuple[Battle, dict[str, Any]]:
    """The battle and the keys of a position, set to the rules of the running test's book."""
    rules = RULES.get(BOOK.get(), battle.profile)  # a test that names no case plays by the battle's own book
    if battle.rulebook != "blind_swords" or battle.profile == rules or "rules" in keys.get("set", {}):
        return battle, keys
    return open_to_all(battle), {**keys, "set": {**keys.get("set", {}), "rules": rules}}


@lru_cache(maxsize=32)
def open_to_all(battle: Battle) -> Battle:
    """A battle that can be played by any of the books, whether its pack offers that or not."""
    options = battle.scenario.get("options", {})
    row = {
        **options.get("rules", {"type": "choice", "title": "", "default": battle.profile}),
        "values": [*RULES.values()],
    }
    return msgspec.structs.replace(battle, scenario={**battle.scenario, "options": {**options, "rules": row}})


def shown(id: str) -> str:
    """The id that a game by the running test's book shows for one of Kernstown's."""
    from vedette.rules.blind_swords.concordance import ids_of

    return id if BOOK.get() in ("", "KT") else ids_of(BOOK.get(), "KT").get(id, id)
