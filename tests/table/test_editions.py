"""A game is played, shown, told and proved by the values with which it was begun, whatever becomes of its pack."""

from __future__ import annotations

import csv
import io
import json
import random
import shutil
from pathlib import Path

import httpx
import pytest

from tests.table.tables import FAST, Table, played, seated, serving
from vedette import packs
from vedette.packs import find, reader
from vedette.table import Store

FAMILIES = ("kernstown/the-stone-wall", "valley-campaign/cross-keys", "stonewall-1978/kernstown")
STONE_WALL = FAMILIES[0]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, empty."""
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def type_a_value(home: Path, battle: str) -> tuple[str, str, str]:
    """An owner writes one number of a counter that fights into his folder; the unit, the column, the new number."""
    found = packs.load(battle)
    unit = next(row["unit"] for row in found.scenario["setup"] if found.counters[row["unit"]]["arm"] == "infantry")
    row = found.counters[unit]
    column = next(c for c, cell in row.items() if cell.isdigit() and int(cell) > 2 and c not in ("id", "sheet"))
    file = home / "packs" / found.pack / "counters.csv"
    file.parent.mkdir(parents=True, exist_ok=True)
    new = str(int(row[column]) - 1)
    key = reader.pack_of(found).meta.overlay.key("counters.csv", reader.pack_of(found).tables["counters.csv"])
    text = io.StringIO()
    csv.writer(text).writerows([[*key, column, "source"], [*(row[k] for k in key), new, "owner: my sheet"]])
    file.write_text(text.getvalue(), encoding="utf-8")
    return unit, column, new


def goes_on(table: Table, made: dict[str, object], seed: int, steps: int = 6) -> list[str]:
    """A game is played on by lot; the digests of its record from then on."""
    rng = random.Random(seed)
    with table.sit(made, "both") as both:
        for _ in range(steps):
            asked = both.asked()
            if not asked:
                break
            decision = asked[0]
            told = both.act(rng.choice(decision["actions"])["text"], seat=decision["seat"])
            assert told["is"] == "done", told
    return [json.loads(line)["digest"] for line in table.record(made).splitlines()[1:]]


@pytest.mark.parametrize("battle", FAMILIES)
def test_a_game_goes_on_by_its_own_values_when_the_owner_types_others(battle: str, store: Store, home: Path) -> None:
    """Its twin, played on before anything was typed, leads to the same states; new games have the new value."""
    with serving(store, limits=FAST) as table:
        twin, made = (table.make(battle=battle, seed=4, practice=True, open_hands=True) for _ in range(2))
        assert goes_on(table, twin, 1) == goes_on(table, made, 1)
        expected = goes_on(table, twin, 2)
    unit, column, new = type_a_value(home, battle)
    assert packs.load(battle).counters[unit][column] == new
    with serving(store, limits=FAST) as table:
        assert goes_on(table, made, 2) == expected
        summary = table.get(f"/api/games/{made['game']}?key={made['keys']['both']}").json()
        assert summary["edition"] != packs.load(battle).hash
        for name in ("geometry", "charts") if battle != STONE_WALL else summary["assets"]:
            assert table.get(summary["assets"][name]).status_code == 200, name
        another = table.make(battle=battle, seed=4)
        assert table.get(f"/api/games/{another['game']}?key={another['keys']['both']}").json()["edition"] == ""


def test_charts_and_counters_are_shown_as_the_game_has_them(store: Store, home: Path) -> None:
    """The charts page and what is printed on both faces are those of the game, also where a new one has others."""
    with serving(store, limits=FAST) as table:
        made = table.make(seed=4)
        address = f"/api/games/{made['game']}?key={made['keys']['both']}"
        charts = table.get(table.get(address).json()["assets"]["charts"]).json()
        with table.sit(made, "both") as both:
            units = both.state["view"]["units"]
    type_a_value(home, STONE_WALL)
    crt = packs.load(STONE_WALL).charts["crt"][0]
    column = next(c for c, cell in crt.items() if c.isdigit() and cell)
    first = next(iter(crt))
    folder = home / "packs" / "kernstown" / "charts"
    folder.mkdir()
    (folder / "crt.csv").write_text(f"{first},{column}\n{crt[first]},-|-|0\n", encoding="utf-8")
    with serving(store, limits=FAST) as table:
        told = table.get(address).json()
        assert table.get(told["assets"]["charts"]).json() == charts
        now = table.get(f"/api/battles/{STONE_WALL}/charts").json()
        assert now["charts"]["crt"][0][column] == "-|-|0" != charts["charts"]["crt"][0][column]
        again = f"/api/battles/{STONE_WALL}?edition={told['edition']}"
        assert table.get(again).json()["overlay"] is None
        with table.sit(made, "both") as both:
            assert both.state["view"]["units"] == units
        assert "no game here" in table.get(f"/api/battles/{STONE_WALL}?edition=other").json()["error"]


def test_a_branch_begins_by_the_values_of_its_game_and_its_record_takes_them_along(store: Store, home: Path) -> None:
    with serving(store, limits=FAST) as table:
        made = table.make(seed=4, practice=True, open_hands=True)
        goes_on(table, made, 1)
        header = json.loads(table.record(made).splitlines()[0])
    type_a_value(home, STONE_WALL)
    with serving(store, limits=FAST) as table:
        address = f"/api/games/{made['game']}/branch?key={made['keys']['both']}"
        record = address.replace("/branch?", "/record?")
        bare, own = (table.get(f"{record}{more}").text for more in ("", "&edition=own"))
        assert own.startswith(bare) and own[len(bare) :].startswith('{"edition":{"battle":"kernstown/the-stone-wall"')
        branch = httpx.post(table.base + address, json={"n": 3}).json()
        begun = json.loads(table.record(branch, next(iter(branch["keys"]))).splitlines()[0])
        assert begun["pack_hash"] == header["pack_hash"] != packs.load(STONE_WALL).hash


def test_a_game_from_before_editions_gets_its_own_when_it_is_opened(store: Store, home: Path) -> None:
    made = seated(store, played(2, lambda g: len(g.entries) > 3), setup={"open_hands": True})
    hash = packs.load(STONE_WALL).hash
    assert store.edition(STONE_WALL, hash) is None
    with serving(store, limits=FAST) as table:
        goes_on(table, made, 1, 1)
    assert store.edition(STONE_WALL, hash) is not None
    type_a_value(home, STONE_WALL)
    with serving(store, limits=FAST) as table:
        goes_on(table, made, 2, 2)


def test_editions_are_kept_once(store: Store) -> None:
    with serving(store, limits=FAST) as table:
        for seed in range(3):
            table.make(seed=seed)
    with store._engine.connect() as db:
        assert db.exec_driver_sql("select count(*) from editions").scalar() == 1


@pytest.mark.parametrize("change", ["another number", "no such pack"])
def test_a_game_outlives_a_change_of_the_programs_own_pack(
    change: str, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer program has another number on a counter, or the pack no longer comes with it."""
    with serving(store, limits=FAST) as table:
        made = table.make(seed=4, practice=True, open_hands=True)
        before = goes_on(table, made, 1)
    newer = tmp_path / "newer"
    if change == "another number":
        shutil.copytree(Path(packs.__file__).parents[1] / "battles" / "kernstown", newer / "kernstown")
        file = newer / "kernstown" / "counters.csv"
        file.write_text(file.read_text(encoding="utf-8").replace("infantry,6,R", "infantry,7,R", 1), encoding="utf-8")
    else:
        newer.mkdir()
    monkeypatch.setattr(find, "_within", lambda: newer)
    with serving(store, limits=FAST) as table:
        assert goes_on(table, made, 2)[: len(before)] == before
        at = f"{made['game']}?key={made['keys']['both']}"
        told = table.get(f"/api/games/{at}").json()
        assert told["edition"] == json.loads(table.record(made).splitlines()[0])["pack_hash"]
        assert (
            table.get(told["assets"]["charts"]).status_code == table.get(told["assets"]["geometry"]).status_code == 200
        )
        assert table.get(f"/api/games/{at.replace('?', '/log?')}").status_code == 200
