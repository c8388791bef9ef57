"""Wrong keys and passwords count by address, however many servers are at one database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.table.postgres import Cluster
from tests.table.tables import DUEL, Table
from tests.table.test_accounts import ANOTHER, Browser, club
from vedette.table import Store, shared
from vedette.table.limits import Limits
from vedette.table.store import StoreError

FEW = 6


@pytest.fixture
def two(postgres: Cluster) -> Iterator[tuple[Table, Table]]:
    """Two servers at one database, each with few guesses."""
    at = postgres.database()
    with ExitStack() as open:
        stores = [Store(at) for _ in range(2)]
        for store in stores:
            open.callback(store.close)
        limits = Limits(misses=FEW, passwords=FEW)
        one, other = (open.enter_context(club(store, limits=limits)) for store in stores)
        yield one, other


def guessed(table: Table, game: str, times: int) -> list[int]:
    return [table.get(f"/api/games/{game}?key=guess{n}").status_code for n in range(times)]


def test_wrong_keys_at_two_servers_are_counted_together(two: tuple[Table, Table]) -> None:
    """Half of them at each: the next one is refused by both, while the right key opens."""
    made = two[0].make(battle=DUEL)
    for table in two:
        assert guessed(table, made["game"], FEW // 2) == [404] * (FEW // 2)
    for table in two:
        assert guessed(table, made["game"], 2) == [429] * 2
        assert table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").status_code == 200
        with table.sit(made, "union") as union:
            assert union.asked()


def test_wrong_passwords_at_two_servers_are_counted_together_before_one_is_looked_at(two: tuple[Table, Table]) -> None:
    """Or each server more would be a guess more."""
    assert Browser(two[0]).make().status_code == 201
    for _ in range(FEW):
        assert Browser(two[0]).enter(password=ANOTHER).status_code == 403
    assert Browser(two[1]).enter().status_code == 429
    assert Browser(two[1]).post("/recover", token="guess", password=ANOTHER).status_code == 429


def test_what_was_wrong_is_forgotten_after_a_minute_and_no_address_is_kept(
    two: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = two[0].make(battle=DUEL)["game"]
    assert guessed(two[0], game, FEW) == [404] * FEW
    store = two[1].store
    with store.reading() as db:
        (who,) = {row["who"] for row in db.execute(shared.misses.select()).mappings()}
        at = shared.now(db)
    assert "127.0.0.1" not in who and store.misses("keys", who) == FEW
    monkeypatch.setattr(shared, "now", lambda db: at + shared.PART * shared.PARTS)
    assert store.misses("keys", who) == 0 and guessed(two[1], game, 1) == [404]


def test_where_the_database_is_away_each_server_counts_alone(
    two: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = two[0].make(battle=DUEL)["game"]

    def away(*what: object) -> bool:
        raise StoreError("the database cannot be reached")

    monkeypatch.setattr(two[0].store, "missed", away)
    assert guessed(two[0], game, FEW + 1) == [404] * FEW + [429]
