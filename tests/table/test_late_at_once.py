"""Somebody looks on late while the game goes on: whatever is stored while it is looked up how much he may see."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event

from tests.table.postgres import BOTH
from tests.table.tables import DUEL, played, seated
from tests.table.test_late import LATE, START
from vedette.table import Store


@BOTH
@pytest.mark.parametrize("old", [0, 4])
def test_an_entry_that_is_stored_while_it_is_looked_up_is_not_shown(store: Store, old: int) -> None:
    """After each statement of the question another server stores an entry."""
    game = played(2, lambda g: len(g.entries) >= 40, DUEL)
    made, whole = seated(store, game, 3), seated(store, game)
    id, now = made["game"], START + 10 * LATE
    lines = store.lines(whole["game"], 4, 40)
    store.late_key(id, LATE, START)
    for n in range(old):
        store.append(id, 4 + n, lines[n : n + 1], answer=None, over=False, at=START + n)
    length, busy = 3 + old, False

    def between(*_: Any) -> None:
        nonlocal length, busy
        if not busy and length < 30:
            busy = True
            store.append(id, length + 1, lines[length - 3 : length - 2], answer=None, over=False, at=now)
            length, busy = length + 1, False

    event.listen(store._engine, "after_cursor_execute", between)
    try:
        found = [store.ripe(id, LATE, now) for _ in range(3)]
    finally:
        event.remove(store._engine, "after_cursor_execute", between)
    assert length > 3 + old
    assert [one.n for one in found if one is not None] == [3 + old] * 3
