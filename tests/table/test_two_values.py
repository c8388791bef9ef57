"""Two people who have typed different values are told before the first move, and take the one or the other."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.table.tables import FAST, Table, serving
from tests.table.test_changed_values import of_request, respond, wished
from tests.table.test_editions import FAMILIES, STONE_WALL, type_a_value
from vedette import packs
from vedette.engine.archive import verify
from vedette.packs.carried import named_layer, packed
from vedette.packs.typed import Sheet, Typed, write
from vedette.table import Store, brought
from vedette.table.editions import shelf_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, empty."""
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def file_of(home: Path, battle: str, more: int = 0) -> bytes:
    """The file of a layer with another value, as somebody else has it on his own machine."""
    unit, column, new = type_a_value(home, battle)
    shutil.rmtree(home / "packs")
    pack = battle.partition("/")[0]
    cell = Typed(table="counters", row=unit, column=column, value=str(int(new) - 1 + 3 * more))
    assert write(pack, "his", Sheet(source="his copy", cells=[cell])).cells[0].state in ("ok", "odd")
    found = packed(named_layer("his"))
    shutil.rmtree(home / "layers")
    return found


def values(table: Table, made: dict[str, Any], seat: str) -> dict[str, Any]:
    """What a seat is told."""
    found = table.get(f"/api/games/{made['game']}/values?key={made['keys'][seat]}")
    assert found.status_code == 200, found.text
    body: dict[str, Any] = found.json()
    return body


def bring(table: Table, made: dict[str, Any], seat: str, data: bytes) -> httpx.Response:
    """A seat brings the file of his layer."""
    at = f"{table.base}/api/games/{made['game']}/values?key={made['keys'][seat]}"
    return httpx.post(at, content=data, timeout=60)


@pytest.mark.parametrize("battle", [STONE_WALL, *(pytest.param(b, marks=pytest.mark.slow) for b in FAMILIES[1:])])
def test_both_are_told_and_each_values_can_be_taken(battle: str, store: Store, home: Path) -> None:
    his = file_of(home, battle)
    type_a_value(home, battle)
    with serving(store, limits=FAST) as table:
        made = table.make(battle=battle, seed=4)
        told = [values(table, made, seat) for seat in ("union", "confederate")]
        assert told[0] == told[1]
        assert told[0]["played"]["words"] == "owner's values: 1 counter"
        assert [(row["name"], row["differs"]) for row in told[0]["others"]] == [("the program's own values", 1)]
        brought = bring(table, made, "confederate", his).json()
        assert brought["name"] == "the values of your file" and brought["differs"] == 1
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            for row, words in ((brought, "other values, owner's"), (told[0]["others"][0], "the program's own values")):
                assert wished(confederate, edition=row["edition"])["asked"]
                request = of_request(union, "open")
                assert request["text"].startswith(f"Confederate asks to go on by {words}"), request["text"]
                assert respond(union, True)["is"] == "done"
                while confederate.state["edition"] != row["edition"]:
                    confederate.until("state")
                assert values(table, made, "union")["played"]["edition"] == row["edition"]
        assert verify(table.record(made), shelf_of(packs.load, store)).ok


def test_who_looks_on_is_not_sent_what_an_owner_has_typed(store: Store, home: Path) -> None:
    """Whoever plays has the record with its values; the program's own are nobody's secret."""
    with serving(store, limits=FAST) as table:
        plain = table.make(seed=4)
        type_a_value(home, STONE_WALL)
        made = table.make(seed=4)
        answers: dict[str, list[tuple[int, bool]]] = {}
        for name, game in (("plain", plain), ("own", made)):
            at = f"{table.base}/api/games/{game['game']}"
            key = httpx.post(f"{at}/watch?key={game['keys']['union']}").json()["key"]
            found = [httpx.get(f"{at}/record?key={who}&edition={how}") for who in (game["keys"]["union"], key)
                     for how in ("1", "own")]  # fmt: skip
            answers[name] = [(one.status_code, '{"edition":{' in one.text) for one in found]
        assert answers["own"] == [(200, True), (200, True), (403, False), (200, False)]
        assert answers["plain"] == [(200, True), (200, True), (200, True), (200, True)]


def test_what_is_brought_and_never_played_by_makes_room_for_others(
    store: Store, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest goes first, and never one by which a game is played."""
    kept = brought.keep
    monkeypatch.setattr(brought, "keep", lambda store, battle: kept(store, battle, most=2))
    files = [file_of(home, STONE_WALL, more) for more in range(4)]
    with serving(store, limits=FAST) as table:
        made = table.make(seed=4)
        hashes = [bring(table, made, "union", files[0]).json()["edition"]]
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            assert wished(union, edition=hashes[0])["asked"]
            of_request(confederate, "open")
            assert respond(confederate, True)["is"] == "done"
        hashes += [bring(table, made, "union", data).json()["edition"] for data in files[1:]]
        assert len(set(hashes)) == 4
        assert [store.has_edition(STONE_WALL, hash) for hash in hashes] == [True, False, True, True]
        monkeypatch.setattr(brought, "keep", lambda store, battle: kept(store, battle, size=1))
        assert bring(table, made, "union", files[1]).status_code == 200
        assert [store.has_edition(STONE_WALL, hash) for hash in hashes] == [True, True, False, False]


def test_what_cannot_be_taken_is_refused_with_the_reason(store: Store, home: Path) -> None:
    other = file_of(home, FAMILIES[1])
    with serving(store, limits=FAST) as table:
        made = table.make(seed=4)
        assert "are for valley-campaign" in bring(table, made, "union", other).json()["error"]
        refused = bring(table, made, "union", b"no archive").json()["error"]
        assert refused.startswith("values.zip: cannot be unpacked") and str(home) not in refused
        assert bring(table, made, "union", b"x" * 2_000_000).status_code == 413
        (home / "house").mkdir(parents=True)
        (home / "house" / "club.toml").write_text('title = "Club"\n[options]\nno-events = true\n', encoding="utf-8")
        club = table.make(seed=4, house="club")
        assert values(table, club, "union")["others"] == []
        assert "house rules" in bring(table, club, "union", other).json()["error"]
        with table.sit(club, "union") as union:
            assert "house rules" in wished(union)["reason"]
