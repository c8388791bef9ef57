"""An owner's values over HTTP: what can be typed, what becomes of it, and who may."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.table.tables import STONE_WALL, Table, serving
from vedette import packs
from vedette.packs.owned import owners
from vedette.table import Store

PACK, LAYER = "/api/own/kernstown", "/api/own/kernstown/mine"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def mine(store: Store) -> Iterator[Table]:
    """A server on the machine of who plays."""
    with serving(store, own=True) as table:
        yield table


def cell(table: str, row: str, column: str, value: str = "", **more: object) -> dict[str, object]:
    return {"table": table, "row": row, "column": column, "value": value, **more}


def put(table: Table, address: str, body: object, **more: Any) -> httpx.Response:
    return httpx.put(table.base + address, json=body, timeout=60, **more)


SEVEN = cell("counters", "7 OH-a", "fresh_sp", "7")


def test_counters_charts_and_chits_can_be_typed_in_the_order_of_sheet_and_card(mine: Table) -> None:
    found = mine.get(PACK).json()
    battle = packs.load(STONE_WALL)
    assert [row["row"] for row in found["counters"]] == list(battle.counters)
    crt = next(chart for chart in found["charts"] if chart["table"] == "crt")
    assert crt["columns"] == [c for c in battle.charts["crt"][0] if c not in ("roll", "source")]
    assert [row[0] for row in crt["rows"]] == [row["roll"] for row in battle.charts["crt"]]
    assert crt["rows"][0][2]["C"] == {"value": battle.charts["crt"][0]["C"]}
    assert crt["wants"]["C"].startswith("three boxes") and crt["title"] == "Combat Results Table"
    faces = {field["column"]: field["face"] for field in found["counters"][0]["fields"]}
    assert (faces["fresh_sp"], faces["worn_sp"]) == ("front", "back")
    assert "hexes" not in found and found["layers"] == [] and found["words"] == ""
    ground = mine.get(f"{PACK}?part=hexes").json()
    assert len(ground["hexes"]["board"]) == battle.board.grid.size and "counters" not in ground


@pytest.mark.parametrize("pack", ["cedar-mountain", "valley-campaign", "stonewall-1978"])
def test_every_pack_can_be_typed_and_each_face_drawn(mine: Table, pack: str) -> None:
    found = mine.get(f"/api/own/{pack}").json()
    drawn = [row for row in found["counters"] if row["face"]]
    assert drawn and all(row["fields"] for row in found["counters"]) and all(c["rows"] for c in found["charts"])
    assert mine.get(drawn[0]["face"]).text.startswith("<svg")


def test_what_is_typed_is_in_force_and_told_wherever_the_battle_is(mine: Table) -> None:
    answer = put(mine, LAYER, {"source": "my copy", "printing": "2nd", "cells": [SEVEN]}).json()
    assert answer["cells"] == [{**SEVEN, "state": "ok", "why": ""}] and answer["edition"] == 1
    assert packs.load(STONE_WALL).counters["7 OH-a"]["fresh_sp"] == "7"
    row = next(c for c in mine.get(PACK).json()["counters"] if c["row"] == "7 OH-a")
    typed = next(f["cell"] for f in row["fields"] if f["column"] == "fresh_sp")
    assert typed == {"value": "7", "made": "6", "layer": "mine", "source": "owner: my copy, printing 2nd"}
    battle = next(b for b in mine.get("/api/battles").json()["battles"] if b["id"] == STONE_WALL)
    assert battle["owned"] == {"counters": 1, "cells": 1, "words": "owner's values: 1 counter"}
    made = mine.make(battle=STONE_WALL)
    assert mine.get(f"/api/games/{made['game']}?key={made['keys']['both']}").json()["owned"]["counters"] == 1


def test_each_cell_is_answered_ok_seen_odd_wrong_or_out(mine: Table) -> None:
    cells = [SEVEN, cell("counters", "7 OH-b", "fresh_sp", seen=True), cell("counters", "7 IN-a", "worn_sp", "9"),
             cell("crt", "11-13", "5", "many"), cell("artillery_stacking", "1", "stacking_points", "9")]  # fmt: skip
    told = put(mine, LAYER, {"cells": cells}).json()
    assert [one["state"] for one in told["cells"]] == ["ok", "seen", "odd", "wrong", "wrong"]
    assert told["cells"][2]["why"] == "worn_sp 9 is more than fresh_sp 5"
    assert "crt, 11-13, 5: 'many' is not allowed here; write three boxes" in told["cells"][3]["why"]
    assert told["cells"][4]["why"] == "1 strength takes up 9; write no more than the strength"
    assert (told["typed"], told["drafts"]) == (3, 2)
    drafts = mine.get(PACK).json()["layers"][0]["drafts"]
    assert [(d["row"], d["value"]) for d in drafts] == [("11-13", "many"), ("1", "9")]
    right = [cell("crt", "11-13", "5", "-|-|0-1"), cell("artillery_stacking", "1", "stacking_points", out=True),
             cell("counters", "7 OH-a", "fresh_sp", out=True)]  # fmt: skip
    told = put(mine, LAYER, {"edition": 1, "cells": right}).json()
    assert [one["state"] for one in told["cells"]] == ["ok", "out", "out"] and told["drafts"] == 0
    assert packs.load(STONE_WALL).counters["7 OH-a"]["fresh_sp"] == "6"


def test_a_claim_of_the_book_turns_red_and_green_as_one_types(mine: Table) -> None:
    claimed = cell("artillery_stacking", "6", "stacking_points", "4")
    red = put(mine, LAYER, {"cells": [claimed]}).json()
    assert (
        any(words.startswith("KT-EX-6.1a: Six guns stack as 4.5.") for words in red["red"])
        and red["red"] == red["broken"]
        and not red["green"]
    )
    green = put(mine, LAYER, {"edition": 1, "cells": [{**claimed, "out": True}]}).json()
    assert green["green"] == red["red"] and not green["red"] and not green["broken"]


def test_a_second_window_loses_nothing_and_is_told_what_changed(mine: Table) -> None:
    assert put(mine, LAYER, {"cells": [SEVEN]}).json()["edition"] == 1
    other = cell("counters", "7 OH-b", "fresh_sp", "8")
    assert put(mine, LAYER, {"edition": 1, "cells": [other]}).status_code == 200
    late = put(mine, LAYER, {"edition": 1, "cells": [cell("counters", "7 IN-b", "fresh_sp", "5")]})
    assert late.status_code == 409 and late.json()["edition"] == 2
    assert late.json()["changed"] == [{**other, "state": "ok", "why": ""}]
    again = put(mine, LAYER, {"edition": 2, "cells": [cell("counters", "7 IN-b", "fresh_sp", "5")]}).json()
    battle = packs.load(STONE_WALL)
    assert again["typed"] == 3
    assert [battle.counters[u]["fresh_sp"] for u in ("7 OH-a", "7 OH-b", "7 IN-b")] == ["7", "8", "5"]


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_a_full_disk_is_told_and_takes_nothing_that_was_there(
    mine: Table, monkeypatch: pytest.MonkeyPatch, home: Path, stage: int
) -> None:
    put(mine, LAYER, {"cells": [SEVEN, cell("crt", "11-13", "5", "many")]})
    before = {f.name: f.read_bytes() for f in (home / "layers" / "mine").iterdir()}
    calls = iter(range(1, 9))
    real = os.fsync

    def full(number: int) -> None:
        if next(calls) == stage:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(number)

    monkeypatch.setattr(os, "fsync", full)
    sheet = {"edition": 1, "cells": [cell("counters", "7 OH-b", "fresh_sp", "8"), cell("crt", "11-13", "6-7", "few")]}
    answer = put(mine, LAYER, sheet)
    assert answer.status_code == 507 and "make room on the disk, then try again" in answer.json()["error"]
    after = {f.name: f.read_bytes() for f in (home / "layers" / "mine").iterdir()}
    assert sorted(after) == sorted(before) and packs.load(STONE_WALL).counters["7 OH-a"]["fresh_sp"] == "7"
    monkeypatch.setattr(os, "fsync", real)
    edition = mine.get(PACK).json()["layers"][0]["edition"]
    told = put(mine, LAYER, {**sheet, "edition": edition}).json()
    assert (told["typed"], told["drafts"]) == (2, 2)


def test_a_chart_of_another_shape_is_drawn_or_kept_as_a_draft(mine: Table, home: Path) -> None:
    rows = [dict(row) for row in packs.load(STONE_WALL).charts["crt"]]
    columns = ["roll", "C", *map(str, range(1, 6)), "6-9", "10-11", "12+"]
    body = [[row["roll"], *(row[c] for c in columns[1:7]), row["6-7"], row["10-12"], row["23+"]] for row in rows]
    drawn = {"table": "crt", "columns": columns, "rows": body}
    wrong = put(mine, LAYER, {"charts": [{**drawn, "columns": [*columns[:-1], "14+"]}]}).json()
    assert wrong["cells"][0]["state"] == "wrong" and "column 14+ should begin with 12" in wrong["cells"][0]["why"]
    kept = mine.get(PACK).json()["layers"][0]["drawn"]
    assert kept == [{**drawn, "columns": [*columns[:-1], "14+"]}]
    assert "12+" not in packs.load(STONE_WALL).charts["crt"][0]
    right = put(mine, LAYER, {"edition": 1, "charts": [drawn]}).json()
    assert right["cells"][0]["state"] == "ok" and owners(packs.load(STONE_WALL)).charts == 1
    shown = next(c for c in mine.get(PACK).json()["charts"] if c["table"] == "crt")
    assert shown["columns"] == columns[1:] and shown["whole"] == "mine"
    assert [[row[0], *(c["value"] for c in row[2].values())] for row in shown["rows"]] == body
    assert not (home / "layers" / "mine" / "drafts" / "charts" / "crt.csv").exists()
    gone = put(mine, LAYER, {"edition": 2, "charts": [{"table": "crt"}]}).json()
    assert gone["cells"][0]["state"] == "out" and "12+" not in packs.load(STONE_WALL).charts["crt"][0]


def chit_cells(name: str, side: str, **values: str) -> list[dict[str, object]]:
    return [cell("chits", f"{name} {side}", c, v) for c, v in {"chit": name, "side": side, **values}.items()]


def test_a_chit_of_ones_own_is_added_and_taken_out_and_one_of_the_programs_left_out(mine: Table) -> None:
    before = mine.get(f"{PACK}?part=chits").json()
    assert "Good Ground" in before["events"] and before["chit_wants"]["copies"] == "a whole number from 1 to 9"
    march = chit_cells(
        "Forced March", "union", copies="1", window="after-order", effect="They march.", duration="at once"
    )
    told = put(mine, LAYER, {"cells": march}).json()["cells"]
    assert {one["state"] for one in told} == {"wrong"} and "write one of Command Confusion" in told[0]["why"]
    rule, out = (
        cell("chits", "Forced March union", "rule", "Quick March"),
        cell("chits", "Rally union", "source", "removed"),
    )
    told = put(mine, LAYER, {"edition": 1, "cells": [rule, out]}).json()  # the drafts of its row are tried with it
    assert [one["state"] for one in told["cells"]] == ["ok", "ok"] and (told["typed"], told["drafts"]) == (8, 0)
    found = mine.get(f"{PACK}?part=chits").json()
    assert (found["added"], found["gone"]) == (["Forced March union"], ["Rally union"])
    chit = dict(found["chits"])["Forced March union"]
    assert chit["rule"]["value"] == "Quick March" and chit["effect"]["layer"] == "mine"
    assert [row for row, _ in before["chits"] if row not in dict(found["chits"])] == ["Rally union"]
    gone = [{**one, "value": "", "out": True} for one in (*march, rule, out)]
    put(mine, LAYER, {"edition": 2, "cells": gone})
    assert mine.get(f"{PACK}?part=chits").json()["chits"] == before["chits"]


def test_the_ground_is_painted_and_one_cell_may_lean_on_another(mine: Table) -> None:
    """A level that a slope forbids is a draft until the slope is gone, then in force; the board is drawn anew."""
    ground = mine.get(f"{PACK}?part=hexes").json()["hexes"]
    assert "light-woods" in ground["brushes"]["terrain"] and "steep" in ground["brushes"]["hexsides"]
    side = next(row for row in ground["hexsides"] if row.endswith(" slope"))
    high, low, _ = side.split(" ")
    before = mine.get(f"{PACK}/board.svg").text
    assert high in mine.get(f"{PACK}/geometry").json()["hexes"]
    level = cell("board", high, "level", str(int(ground["board"][low]["level"]["value"]) - 1))
    told = put(mine, LAYER, {"cells": [level]}).json()
    assert (
        told["cells"][0]["state"] == "wrong" and "name the higher hex first or mend a level" in told["cells"][0]["why"]
    )
    sides = [row for row in ground["hexsides"] if row.startswith(f"{high} ")]
    mixed = [
        *(cell("hexsides", row, "source", "removed") for row in sides),
        cell("board", low, "terrain", "no such thing"),
    ]
    told = put(mine, LAYER, {"edition": 1, "cells": mixed}).json()
    assert (told["also"], told["cells"][0]["state"]) == ([{**level, "state": "ok", "why": ""}], "ok")
    name = f"{low} {high} slope"
    other = [cell("hexsides", name, c, v) for c, v in zip(("a", "b", "feature"), name.split(" "), strict=True)]
    assert {one["state"] for one in put(mine, LAYER, {"edition": 2, "cells": other}).json()["cells"]} == {"ok"}
    ground = mine.get(f"{PACK}?part=hexes").json()["hexes"]
    assert ground["rows"]["hexsides"] == {"added": {name: name}, "gone": dict.fromkeys(sides, "mine")}
    assert ground["board"][high]["level"]["layer"] == "mine" and mine.get(f"{PACK}/board.svg").text != before
    found = mine.get(f"/api/battles/{STONE_WALL}").json()["owned"]
    assert found["hexes"] == len(sides) + 2 and mine.get("/api/own/kernstwon/board.svg").status_code == 404


def test_a_layer_is_taken_along_as_a_file_and_brought_in_beside_the_one_that_is_there(mine: Table, home: Path) -> None:
    put(mine, LAYER, {"source": "my copy", "cells": [SEVEN]})
    taken = mine.get(f"{LAYER}/file")
    assert taken.headers["content-disposition"] == 'attachment; filename="mine.zip"'

    def bring(pack: str = PACK, data: bytes = taken.content, kind: str = "application/zip") -> httpx.Response:
        return httpx.post(f"{mine.base}{pack}/file", content=data, headers={"content-type": kind}, timeout=60)

    put(mine, LAYER, {"edition": 1, "cells": [{**SEVEN, "out": True}]})
    assert packs.load(STONE_WALL).counters["7 OH-a"]["fresh_sp"] == "6"
    assert bring().json() == {"layer": "mine-2", "title": "mine", "on": True}
    assert packs.load(STONE_WALL).counters["7 OH-a"]["fresh_sp"] == "7"
    assert bring().json()["layer"] == "mine-3"
    there = sorted(path.name for path in (home / "layers").iterdir())
    wrong = {400: bring("/api/own/cedar-mountain"), 415: bring(kind="text/plain")}
    assert "these values are for kernstown" in wrong[400].json()["error"]
    spoilt = bring(data=taken.content[:-30])
    wrong_words = spoilt.json()["error"]
    assert spoilt.status_code == 400 and wrong_words.startswith("layer.zip: cannot be unpacked"), wrong_words
    assert {status: answer.status_code for status, answer in wrong.items()} == {400: 400, 415: 415}
    assert sorted(path.name for path in (home / "layers").iterdir()) == there
    for lost in (f"{PACK}/nobody/file", "/api/own/cedar-mountain/mine/file"):
        assert mine.get(lost).status_code == 404


def test_tables_under_packs_are_a_layer_of_the_list(mine: Table, home: Path) -> None:
    (home / "packs" / "kernstown").mkdir(parents=True)
    (home / "packs" / "kernstown" / "counters.csv").write_text("id,fresh_sp\n7 OH-a,7\n")
    found = mine.get(PACK).json()
    shown = [(layer["name"], layer["order"], layer["cells"]) for layer in found["layers"]]
    assert shown == [("packs/kernstown", 0, 1)] and found["words"] == "owner's values: 1 counter"
    assert mine.get(f"/api/battles/{STONE_WALL}").json()["owned"]["counters"] == 1


def test_a_face_is_drawn_as_it_is_typed(mine: Table) -> None:
    at = f"{PACK}/face?unit=7%20OH-a"
    plain, other, back = (mine.get(at + more).text for more in ("", "&fresh_sp=9", "&side=back"))
    assert plain != other and back != plain
    wrong = mine.get(f"{at}&fresh_sp=ninety")
    assert wrong.status_code == 400 and "write a strength: C or a number from 1 to 99" in wrong.json()["error"]


def test_a_face_is_drawn_with_all_that_is_typed_also_over_a_layer(mine: Table) -> None:
    put(mine, LAYER, {"cells": [SEVEN, cell("counters", "7 OH-b", "fresh_sp", "8")]})
    at = f"{PACK}/face?unit=7%20OH-b"
    assert "8-R-4" in mine.get(at).text
    assert "9-R-2" in mine.get(f"{at}&fresh_sp=9&fresh_cr=2").text


@pytest.mark.parametrize(
    ("address", "body", "status", "words"),
    [
        ("/api/own/kernstwon/mine", {"cells": []}, 404, "there is no pack 'kernstwon'"),
        ("/api/own/kernstown/..%2Fmine", {"cells": []}, 405, "not allowed"),
        ("/api/own/kernstown/My Copy", {"cells": []}, 400, "write small letters, digits and hyphens"),
        (LAYER, {"cells": [{"table": "crt"}]}, 400, "the cells cannot be read"),
        (LAYER, {"cell": []}, 400, "the cells cannot be read"),
    ],
)
def test_what_cannot_be_taken_is_refused(
    mine: Table, home: Path, address: str, body: object, status: int, words: str
) -> None:
    answer = put(mine, address, body)
    assert answer.status_code == status and words in answer.text
    assert not (home / "layers").exists()


def test_nobody_else_may_read_or_type_an_owners_values(mine: Table, store: Store, home: Path) -> None:
    with serving(store) as public:
        assert public.get(PACK).status_code == 404
        assert "own" not in public.get("/api/battles").json() and mine.get("/api/battles").json()["own"] is True
        assert put(public, LAYER, {"cells": [SEVEN]}).status_code in (404, 405)
    abroad = put(mine, LAYER, {"cells": [SEVEN]}, headers={"origin": "http://elsewhere.example"})
    assert abroad.status_code == 403 and mine.get(PACK, headers={"host": "elsewhere.example"}).status_code == 403
    assert mine.get(PACK, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert not (home / "layers").exists()


def test_a_game_by_house_rules_says_so_and_goes_on_by_them_after_a_restart(
    mine: Table, store: Store, home: Path
) -> None:
    (home / "house").mkdir(parents=True)
    (home / "house" / "club.toml").write_text('title = "Our club"\nno_fortunes_before = 2\n')
    made = mine.make(battle=STONE_WALL, house="club")
    at = f"/api/games/{made['game']}?key={made['keys']['both']}"
    words = ["House rules, Our club: no Fortunes of War before turn 2"]
    assert mine.get(at).json()["house"] == words
    (home / "house" / "club.toml").unlink()
    with serving(store) as again:
        found = again.get(at).json()
    assert found["house"] == words and found["title"] == "The Stone Wall (Our club)"
    refused = httpx.post(f"{mine.base}/api/games", json={"battle": STONE_WALL, "house": "club"})
    assert refused.status_code == 400 and "there are no house rules 'club'" in refused.json()["error"]


def test_signs_that_nobody_sees_are_left_out_and_nothing_is_too_long_to_be_read_again(mine: Table) -> None:
    """A counter that holds one is no picture, a layer that holds one is no TOML, and a long cell closes the page."""
    named = cell("counters", "7 OH-a", "name", "7\x1b\u202e OH\x00", source="a\x7f" + "b" * 200_000)
    whole = {"table": "crt", "columns": ["roll"], "rows": [["x" * 200_000]]}
    body = {"title": "My\x7f\ncopy", "printing": "p" * 999, "cells": [named], "charts": [whole]}
    told = put(mine, LAYER, body).json()
    assert [one["state"] for one in told["cells"]] == ["ok", "wrong"]
    assert packs.load(STONE_WALL).counters["7 OH-a"]["name"] == "7 OH"
    (layer,) = mine.get(PACK).json()["layers"]
    assert layer["title"] == "My copy" and len(layer["printing"]) == 200 and len(layer["drawn"]) == 1
    out = put(mine, LAYER, {"edition": 1, "charts": [{"table": "crt"}]}).json()
    assert out["cells"][0]["state"] == "out" and mine.get(PACK).json()["layers"][0]["drawn"] == []
