"""Somebody looks on late while the game goes on: whatever is stored while it is looked up how much he may see."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from sqlalchemy import event

from tests.table.postgres import BOTH
from tests.table.tables import DUEL, played, seated
from tests.table.test_late import LATE, START
from vedette.table import Store


@BOTH
@pytest.mark.parametrize("place", [1, 2, 3])
def test_an_entry_that_is_stored_while_it_is_looked_up_is_not_shown(store: Store, place: int) -> None:
    """After one of the statements of the question another server stores an entry."""
    game = played(2, lambda g: not g.decisions, DUEL)
    made, whole = seated(store, game, 3), seated(store, game)
    id, now = made["game"], START + 10 * LATE
    lines = store.lines(whole["game"], 4, len(game.entries))
    store.late_key(id, LATE, START)
    length, asked, here = 3, 0, threading.get_ident()

    def between(_: Any, __: Any, statement: str, *___: Any) -> None:
        nonlocal length, asked
        if threading.get_ident() != here or not statement.startswith("SELECT") or "ages" not in statement:
            return
        asked += 1
        if asked == place:
            store.append(id, length + 1, lines[length - 3 : length - 2], answer=None, over=False, at=now)
            length += 1

    event.listen(store._engine, "after_cursor_execute", between)
    try:
        first = store.ripe(id, LATE, now)
        assert first is not None and first.n == 3 and length == 3 + (asked >= place)
        asked = 0
        again = store.ripe(id, LATE, now)
        assert again is not None and again.n == 3
    finally:
        event.remove(store._engine, "after_cursor_execute", between)
