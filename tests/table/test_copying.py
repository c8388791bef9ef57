"""A database is carried into another one whole, or not at all; what an administrator is told."""

from __future__ import annotations

import json
import os
import stat
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from tests.table.postgres import BOTH, Cluster
from tests.table.tables import FAST, STONE_WALL, Table, serving
from vedette.cli.program import program
from vedette.table import Store, StoreError, copying
from vedette.table.copying import copy, unmoved


def told(*words: object) -> tuple[int, str]:
    """The status of a command, and what it prints."""
    found = CliRunner().invoke(program, [str(word) for word in words], standalone_mode=False)
    if found.exception is not None:
        return 2, str(found.exception)
    return int(found.return_value or 0), found.output


def answered(table: Table) -> dict[str, object]:
    """A game in which somebody has answered."""
    made = table.make(battle=STONE_WALL, seed=2, options={"no-events": True})
    with table.sit(made, "both") as both:
        asked = both.asked()[0]
        both.act(asked["actions"][0]["text"], seat=asked["seat"])
    return made


@BOTH
def test_a_copy_has_every_row_and_its_games_go_on_with_the_same_keys(
    store: Store, table: Table, tmp_path: Path
) -> None:
    """The server plays on meanwhile: the copy is of one moment."""
    made = answered(table)
    before = table.record(made)
    with closing(Store(f"sqlite:///{tmp_path / 'copy.sqlite'}")) as other:
        found = copy(store, other)
        assert found.games == 1 and found.rows > len(before.splitlines()) and unmoved(store, found)
        with table.sit(made, "both") as both:
            asked = both.asked()[0]
            both.act(asked["actions"][0]["text"], seat=asked["seat"])
        assert not unmoved(store, found)
        with serving(other, limits=FAST) as second:
            assert second.record(made) == before
            with second.sit(made, "both") as both:
                asked = both.asked()[0]
                assert both.act(asked["actions"][0]["text"], seat=asked["seat"])["is"] == "done"


def test_into_a_database_with_games_nothing_is_copied(store: Store, table: Table, tmp_path: Path) -> None:
    answered(table)
    with closing(Store(f"sqlite:///{tmp_path / 'copy.sqlite'}")) as other:
        copy(store, other)
        with pytest.raises(StoreError, match="it has games already; name a new one"):
            copy(store, other)
    with pytest.raises(StoreError, match="both source and target"):
        copy(store, store)


@pytest.mark.parametrize("fault", ["fails", "is lost"])
def test_a_copy_that_fails_leaves_the_target_empty(
    store: Store, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """Something breaks on the way, or rows do not come over."""
    answered(table)
    whole, seen = copying._chunks, list[str]()

    def chunks(db, of):  # type: ignore[no-untyped-def]
        seen.append(of.name)
        first = seen.count("entries") == 1 and of.name == "entries"
        if first and fault == "fails":
            raise OperationalError("", {}, Exception("the line broke"))
        yield from ([] if first else whole(db, of))

    monkeypatch.setattr(copying, "_chunks", chunks)
    with closing(Store(f"sqlite:///{tmp_path / 'copy.sqlite'}")) as other:
        with pytest.raises(StoreError, match="the line broke" if fault == "fails" else "came over otherwise"):
            copy(store, other)
        assert other.ids() == []
        with other.reading() as db:
            assert db.execute(text("select count(*) from entries")).scalar() == 0


def test_backup_writes_one_file_that_only_its_owner_reads(store: Store, table: Table, tmp_path: Path) -> None:
    answered(table)
    file = tmp_path / "kept" / "backup.sqlite"
    file.parent.mkdir()
    status, words = told("backup", file, "--database", store.url)
    assert status == 0 and words.startswith(f"{file}: 1 game, ")
    assert [one.name for one in file.parent.iterdir()] == ["backup.sqlite"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    there = f"{file}: is there already; name another file, or say --force"
    assert told("backup", file, "--database", store.url) == (2, there)
    answered(table)
    assert told("backup", file, "--database", store.url, "--force")[1].startswith(f"{file}: 2 games")
    with closing(Store(f"sqlite:///{file}")) as kept:
        assert kept.ids() == store.ids()


def test_backup_never_takes_the_place_of_games_that_are_played(store: Store, table: Table, tmp_path: Path) -> None:
    """Not of those that it copies, by whatever name, and not of those of another server; --force or not."""
    made = answered(table)
    file = Path(store.url.removeprefix("sqlite:///"))
    link, hard = tmp_path / "link.sqlite", tmp_path / "hard.sqlite"
    link.symlink_to(file)
    hard.hardlink_to(file)
    for at in (file, link, hard):
        status, words = told("backup", at, "--database", store.url, "--force")
        assert (status, words) == (2, f"{at}: holds the games themselves; name another file for the copy")
    other = tmp_path / "other.sqlite"
    with closing(Store(f"sqlite:///{other}")) as second:
        with second.reading():
            words = told("backup", other, "--database", store.url, "--force")[1]
        assert words.startswith(f"{other}: is a database that a program has open") and second.ids() == []
    assert table.record(made) and sorted(tmp_path.glob("*.sqlite.*")) == []


@pytest.mark.parametrize("deep", [False, True])
def test_backup_where_this_user_may_not_write_says_so_of_the_copy(
    store: Store, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deep: bool
) -> None:
    """Without FILE it is the folder in which one happens to stand; it is not the address of the games that is wrong."""
    answered(table)
    shut = tmp_path / "shut"
    shut.mkdir()
    may = os.access
    monkeypatch.setattr(os, "access", lambda at, how: Path(at) != shut and may(at, how))
    file = shut / "deep" / "copy.sqlite" if deep else shut / "copy.sqlite"
    words = f"{file}: this user may not write into {shut}; name a file for the copy where he may"
    assert told("backup", file, "--database", store.url) == (2, words)
    assert list(shut.iterdir()) == []


MISTYPED = [
    ("backup", "TO", "--database", "FROM"),
    ("move-database", "FROM", "TO"),
    ("check-games", "--database", "FROM"),
]


@pytest.mark.parametrize("words", MISTYPED)
def test_a_mistyped_source_is_named_and_not_made(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Else an empty database is copied, night after night, or found to be in order, and nobody hears of it."""
    missing, to = tmp_path / "gmaes.sqlite", tmp_path / "to.sqlite"
    target = str(to) if words[0] == "backup" else f"sqlite:///{to}"
    said = told(*(f"sqlite:///{missing}" if w == "FROM" else target if w == "TO" else w for w in words))
    assert said[0] == 2 and "there is no such file; name the database that has the games" in said[1]
    assert not missing.exists() and not to.exists()


def test_a_site_moves_to_postgresql_and_back(store: Store, table: Table, tmp_path: Path, postgres: Cluster) -> None:
    """And a backup of what is there is a file of SQLite; dice go on as they would have."""
    made = answered(table)
    record = table.record(made)
    there, back, kept = postgres.database(), f"sqlite:///{tmp_path / 'back.sqlite'}", tmp_path / "kept.sqlite"
    assert told("move-database", store.url, there)[0] == 0
    assert told("check-games", "--database", there) == (0, "1 game, 1 of them can be played on\n")
    assert told("move-database", there, back)[0] == 0
    words = told("backup", kept, "--database", there)[1]
    assert words.startswith(f"{kept}: 1 game, ") and "pg_dump" in words
    acts = []
    for at in (there, back, f"sqlite:///{kept}"):
        with closing(Store(at)) as moved, serving(moved, limits=FAST) as second:
            assert second.record(made) == record
            with second.sit(made, "both") as both:
                asked = both.asked()[0]
                assert both.act(asked["actions"][0]["text"], seat=asked["seat"])["is"] == "done"
            acts.append(second.record(made))
    assert len(set(acts)) == 1 and acts[0] != record
    assert "it has games already" in told("move-database", back, there)[1]


def test_a_site_moves_there_and_back(store: Store, table: Table, tmp_path: Path) -> None:
    made = answered(table)
    record = table.record(made)
    there, back = (f"sqlite:///{tmp_path / name}" for name in ("there.sqlite", "back.sqlite"))
    assert told("move-database", store.url, there)[0] == 0
    assert told("move-database", there, back)[0] == 0
    with closing(Store(back)) as moved, serving(moved, limits=FAST) as second:
        assert second.record(made) == record
    assert "it has games already" in told("move-database", there, back)[1]


@BOTH
def test_games_that_no_longer_open_are_named(store: Store, table: Table, tmp_path: Path) -> None:
    first, second = answered(table), answered(table)
    assert told("check-games", "--database", store.url) == (0, "2 games, 2 of them can be played on\n")
    with store.writing() as db:
        change = """update entries set line = replace(line, '"do":"', '"do":"never ') where game = :game"""
        db.execute(text(change), {"game": second["game"]})
    status, words = told("check-games", "--database", store.url)
    assert status == 1 and words.splitlines()[-1] == "2 games, 1 of them can be played on"
    assert words.startswith(f"{second['game']}: the game cannot be opened: line ")
    status, words = told("check-games", "--database", store.url, "--json")
    assert (status, list(json.loads(words)["barred"])) == (1, [second["game"]]) and first["game"] not in words
