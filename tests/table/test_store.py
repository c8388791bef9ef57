"""Storage: both or neither, one database for several servers, clear words where it cannot be used."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.engine import toy
from tests.table.postgres import BOTH, Cluster
from tests.table.tables import DUEL, FAST, Table, played, seated, serving
from vedette.table import Store, StoreError
from vedette.table.store import Overtaken, Setup


def test_commits_outlive_a_loss_of_power(store: Store) -> None:
    with store._engine.connect() as db:
        found = [
            db.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert found == ["wal", 2, 1]


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "Could not parse"),
        ("sqlite://", "in memory nothing is kept"),
        ("sqlite:///:memory:", "in memory nothing is kept"),
        ("nosuch://x/y", "nosuch"),
        ("sqlite:////no/such/folder/games.sqlite", "unable to open"),
        ("postgresql+nodriver://u:secret@h/d", "nodriver"),
        ("postgresql://u:secret@/d?host=/no/such/folder", "start it, or wait until it is there again"),
    ],
)
def test_a_database_that_cannot_be_opened(url: str, words: str) -> None:
    with pytest.raises(StoreError, match=words) as caught:
        Store(url)
    assert "\n" not in str(caught.value) and "secret" not in str(caught.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_text("not a database, but a text that is long enough to look like one" * 20)
    with pytest.raises(StoreError, match="not a database"):
        Store(f"sqlite:///{tmp_path / 'games.sqlite'}")


def test_a_database_of_a_later_version_is_refused(tmp_path: Path) -> None:
    at = tmp_path / "games.sqlite"
    Store(f"sqlite:///{at}").close()
    with sqlite3.connect(at) as db:
        db.execute("update about set value = '99' where name = 'schema'")
    db.close()
    with pytest.raises(StoreError, match="of schema 99, this program knows 2"):
        Store(f"sqlite:///{at}")


@BOTH
def test_entry_and_answer_are_stored_together_or_not_at_all(store: Store) -> None:
    made = seated(store, played(2, lambda g: len(g.entries) > 3, DUEL))
    before = store.game(made["game"])
    assert before is not None
    n = len(before.entries)
    store.append(made["game"], n + 1, ["one"], answer=("key", '"a"', "told"), over=False)
    with pytest.raises(Overtaken):
        store.append(made["game"], n + 2, ["two"], answer=("key", '"a"', "told again"), over=False)
    with pytest.raises(Overtaken):
        store.append(made["game"], n + 1, ["other"], answer=("key", '"b"', "told"), over=False)
    after = store.game(made["game"])
    assert after is not None and after.entries == (*before.entries, "one")
    assert store.answer("key", '"a"') == "told" and store.answer("key", '"b"') is None


def test_two_servers_over_one_database_keep_one_game(store: Store, tmp_path: Path) -> None:
    """The slower one is told, shows what the faster one stored, and goes on from there."""
    other = Store(store.url)
    with serving(store, limits=FAST) as one, serving(other, limits=FAST) as two:
        made = one.make(battle=DUEL)
        with one.sit(made, "union") as first, two.sit(made, "union") as second:
            assert first.act("Blue: 0101")["is"] == "done"
            answer = second.act("Blue: 0000")
            assert "another server" in answer["reason"]
            second.until("state")
            assert second.state["view"]["units"][0]["hex"] == "0101"
            assert second.act("Blue: 0102")["is"] == "done"
        assert one.record(made).count("Blue: 010") == 2 or two.record(made).count("Blue: 010") == 2
    other.close()


def test_what_cannot_be_stored_is_not_done(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A full disk: the act is refused, the game is as it was, and goes on when there is room again."""
    with serving(store, limits=FAST) as table, table.sit(table.make(battle=DUEL), "union") as client:
        before = client.state["view"]

        def full(*_: object, **__: object) -> None:
            raise StoreError("database or disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(store, "append", full)
            assert "nothing was done: database or disk is full" in client.act("Blue: 0101")["reason"]
        client.send(see={"after": 0})
        assert client.until("state")["view"] == before
        assert client.act("Blue: 0101")["is"] == "done"


def test_a_fault_of_the_program_is_told_and_ends_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from vedette.engine.game import Game

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a fault")

    with table.sit(table.make(battle=DUEL), "union") as client:
        with monkeypatch.context() as patch:
            patch.setattr(Game, "play", broken)
            assert "the program failed" in client.act("Blue: 0101")["reason"]
        assert client.act("Blue: 0101")["is"] == "done"
    assert "a fault" in caplog.text


@BOTH
def test_the_newest_game_that_is_not_over(store: Store) -> None:
    assert store.newest() is None
    made = seated(store, played(2, lambda g: len(g.entries) > 3, DUEL))
    found = store.newest()
    assert found is not None and (found.game, found.seats) == (made["game"], ("union", "confederate"))
    assert store.grant(made["game"], store.another_key(found)) is not None
    store.append(made["game"], 90, [], answer=None, over=True)
    assert store.newest() is None


@BOTH
def test_the_newest_game_is_one_that_somebody_has_played(store: Store) -> None:
    """One that was made later and only looked at does not stand before it."""
    fresh = toy.TOY.new_game(seed=1, digests=True)
    seated(store, fresh)
    assert store.newest(played=True) is None and store.newest() is not None
    made = seated(store, played(2, lambda g: len(g.entries) > 3, DUEL))
    seated(store, fresh)
    for found in (store.newest(), store.newest(played=True)):
        assert found is not None and found.game == made["game"]


def test_people_are_those_who_are_no_commanders() -> None:
    assert Setup({"union": "random", "confederate": "human"}).people == ("confederate",)


def test_a_postgresql_that_lets_nobody_in_says_why(postgres: Cluster) -> None:
    """A database that was not made, a user that is not known; nothing of the address goes to other machines."""
    with pytest.raises(StoreError, match="make the database first") as caught:
        Store(postgres.address("nowhere"))
    assert str(postgres.folder) not in caught.value.said
    with pytest.raises(StoreError, match="name a user and a password"):
        Store(postgres.address("nowhere").replace("postgres@", "nobody@"))


@BOTH
def test_words_that_no_database_holds_are_of_no_game(store: Store) -> None:
    """Not an error of the database, which would be told as one."""
    for word in ("\0", "a\0b", "\ud800"):
        assert store.game(word) is None and store.grant(word, word) is None and store.edition(word, word) is None


@BOTH
def test_servers_that_start_at_once_make_one_database(store: Store, request: pytest.FixtureRequest) -> None:
    url = store.url
    if "postgres" in url:
        url = request.getfixturevalue("postgres").database()
    else:
        url = url.replace("games.sqlite", "new.sqlite")
    with ThreadPoolExecutor(4) as several:
        found = list(several.map(Store, [url] * 4))
    made = [seated(one, toy.TOY.new_game(seed=1, digests=True))["game"] for one in found]
    assert [sorted(one.ids()) for one in found] == [sorted(made)] * 4
    for one in found:
        one.close()
