"""A pack has an edition and dated errata; a game is made with or without them, and its record says which."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.table.tables import FAST, serving
from vedette import packs
from vedette.cli import play as command
from vedette.engine.archive import verify
from vedette.packs import PackError, editions, find
from vedette.packs.check import check
from vedette.packs.others import without_errata
from vedette.table import Store
from vedette.table.editions import shelf_of

HEAD = "table,row,column,value,source,date\n"
ROW = 'counters,7 OH-a,fresh_sp,9,"player aid, note 3",2026-03-01\n'
WALL = "made-up/the-stone-wall"
WITH, WITHOUT = "edition 2, errata of 2026-03-01 (1 cell)", "edition 2, without its errata"


@pytest.fixture
def errata(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A made-up pack of its own with an edition and errata; the file of these."""
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path))
    folder = tmp_path / "packs" / "made-up"
    shutil.copytree(str(find.folder("kernstown").base), folder)
    pack = folder / "pack.toml"
    pack.write_text('edition = "2"\n' + pack.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "errata.csv").write_text(HEAD + ROW, encoding="utf-8")
    return folder / "errata.csv"


def test_they_are_in_force_unless_a_game_is_made_without_them(errata: Path) -> None:
    """A value of theirs is published, and no owner's."""
    found, bare = packs.load(WALL), without_errata(WALL)
    row = found.counters["7 OH-a"]
    assert (row["fresh_sp"], row["source"]) == ("9", "published: errata of 2026-03-01, player aid, note 3")
    assert bare.counters["7 OH-a"] == packs.load("kernstown/the-stone-wall").counters["7 OH-a"] != row
    assert found.hash != bare.hash and not found.owned
    assert found.title == f"The Stone Wall ({WITH})" and bare.title == f"The Stone Wall ({WITHOUT})"
    for battle, words in ((found, WITH), (bare, WITHOUT)):
        game = battle.new_game(seed=1)
        assert game.header["printing"] == words
        assert editions.battle_from(editions.edition_of(battle)).printing == words
        editions.keep(battle)
        record = game.record()
        assert verify(record).ok
        forged = record.replace(words, words.replace("edition 2", "edition 3"))
        assert not verify(forged).ok


def test_the_switch_is_one_of_the_game_and_outlasts_a_restart(errata: Path, store: Store) -> None:
    with serving(store, limits=FAST) as table:
        listed = {row["id"]: row for row in table.get("/api/battles").json()["battles"]}
        assert (listed[WALL]["errata"], listed[WALL]["printing"]) == (True, WITH)
        assert listed["kernstown/the-stone-wall"]["errata"] is False
        made = table.make(battle=WALL, seed=4, errata=False)
    with serving(store, limits=FAST) as table:
        at = f"/api/games/{made['game']}"
        assert table.get(f"{at}?key={made['keys']['union']}").json()["printing"] == WITHOUT
        assert f"Played by {WITHOUT}." in table.get(f"{at}/report?key={made['keys']['union']}").text
        assert verify(table.record(made), shelf_of(packs.load, store)).ok
        with pytest.raises(AssertionError, match="has no errata: leave the switch out"):
            table.make(seed=4, errata=False)


@pytest.mark.parametrize(("more", "words"), [([], WITH), (["--without-errata"], WITHOUT)])
def test_the_command_line_has_the_switch_too_and_the_record_says_so(
    errata: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, more: list[str], words: str
) -> None:
    """A pack without errata has nothing to leave out, and that is told."""
    monkeypatch.setattr(command, "run", lambda app, listener, ready: None)
    begun: Any = CliRunner().invoke(command.play, [WALL, "--port", "0", "--no-browser", *more])
    assert begun.exit_code == 0, begun.output
    with closing(Store(f"sqlite:///{tmp_path / 'games.sqlite'}")) as store:
        newest = store.newest()
        assert newest is not None
        game = store.game(newest.game)
        assert game is not None and f'"printing":"{words}"' in game.header
    bare = CliRunner().invoke(command.play, ["kernstown/the-stone-wall", "--port", "0", "--without-errata"])
    assert "the pack kernstown has no errata: leave the switch out" in bare.output


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("counters,7 OH-a,fresh_sp,9,player aid,last March\n", "line 2, column date: 'last March' is no day; write it"),
        (
            "counters,7 OH-a,fresh_sp,9,,2026-03-01\n",
            "it says not where it was published; write where",
        ),
        ("counters,7 OH-z,fresh_sp,9,player aid,2026-03-01\n", "counters.csv has no row '7 OH-z'; write such as"),
        ("counters,7 OH-a,fresh_sp,many,player aid,2026-03-01\n", "write a strength: C or a number from 1 to 99"),
        ("units,7 OH-a,fresh_sp,9,player aid,2026-03-01\n", "there is no table 'units'"),
        (ROW[: ROW.rindex(",")] + "\n", "5 cells where the first line names 6 columns"),
    ],
)
def test_errata_that_cannot_be_are_told_with_place_and_mend(errata: Path, row: str, words: str) -> None:
    errata.write_text(HEAD + row, encoding="utf-8")
    with pytest.raises(PackError) as error:
        packs.load(WALL)
    assert "errata.csv" in str(error.value) and words in str(error.value), str(error.value)


def test_pack_check_says_what_is_in_force(errata: Path) -> None:
    assert WITH in check(errata.parent).notes
