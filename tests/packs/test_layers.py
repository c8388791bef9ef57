"""An owner's layers: cells, whole charts and scenarios of his own over a pack, in order, each with its switch."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from vedette import packs
from vedette.engine.archive import verify
from vedette.packs import PackError, editions, find, reader, under
from vedette.packs.check import begun_flaws
from vedette.packs.owned import Owned, owners
from vedette.packs.typed import Sheet, Typed, write
from vedette.table import report

WALL = "kernstown/the-stone-wall"
DOCS = Path(__file__).parents[2] / "docs"
HEAD = "table,row,column,value,source,date\n"
ABOUT = 'title = "My copy"\npack = "kernstown"\nprinting = "2nd"\nsource = "my copy"\ndate = "2026-11-29"\n'


@pytest.fixture
def layer(home):
    """Writes files of a layer; the first time also what it is."""

    def write(files, name="mine", about=ABOUT):
        folder = home / "layers" / name
        for path, text in {"layer.toml": about, **files}.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return folder

    return write


def test_each_cell_is_laid_with_its_source_and_nothing_else_changes(battle, layer):
    layer({"cells.csv": HEAD + "counters,7 OH-a,fresh_sp,7,,\ncrt,11-13,6-7,-|-|0-1,counted twice,2026-12-01\n"})
    mine = packs.load(WALL)
    changed = {
        (id, column): value
        for id, row in mine.counters.items()
        for column, value in row.items()
        if battle.counters[id][column] != value
    }
    said = "owner: my copy, printing 2nd, 2026-11-29"
    assert changed == {("7 OH-a", "fresh_sp"): "7", ("7 OH-a", "source"): said}
    crt = {row["roll"]: row for row in mine.charts["crt"]}
    assert crt["11-13"]["6-7"] == "-|-|0-1"
    assert crt["11-13"]["source"] == "owner: counted twice, printing 2nd, 2026-12-01"
    assert owners(mine) == Owned(counters=1, charts=1, cells=2)
    assert owners(mine).words() == "owner's values: 1 counter, 1 chart" and owners(battle).words() == ""


def test_the_fingerprint_is_that_of_the_values_and_not_of_what_is_said_of_them(battle, layer):
    layer({"cells.csv": HEAD + "counters,7 OH-a,fresh_sp,7,,\n"})
    seven = packs.load(WALL).hash
    layer({"cells.csv": HEAD + "counters,7 OH-a,fresh_sp,8,,\n"})
    assert len({battle.hash, seven, packs.load(WALL).hash}) == 3
    layer({"cells.csv": HEAD + "counters,7 OH-a,fresh_sp,7,another source,2027\ncounters,7 OH-b,fresh_sp,,seen,\n"})
    assert packs.load(WALL).hash == seven
    layer({"cells.csv": HEAD + "counters,7 OH-a,fresh_sp,6,,\ncounters,7 OH-b,fresh_sp,,seen,\n"})
    same = packs.load(WALL)
    assert same.hash == battle.hash and owners(same).counters == 2


def test_several_layers_lie_in_order_and_a_switch_takes_one_off(battle, layer):
    layer({"cells.csv": HEAD + "counters,7 OH-a,fresh_sp,7,,\ncounters,7 OH-a,fresh_cr,5,,\n"}, "first")
    layer({"cells.csv": HEAD + "counters,7 OH-a,fresh_sp,8,,\n"}, "errata", ABOUT + "order = 60\n")
    mine = packs.load(WALL)
    assert (mine.counters["7 OH-a"]["fresh_sp"], mine.counters["7 OH-a"]["fresh_cr"]) == ("8", "5")
    layer({}, "errata", ABOUT + "order = 10\n")
    assert packs.load(WALL).counters["7 OH-a"]["fresh_sp"] == "7"
    layer({}, "errata", ABOUT + "on = false\n")
    layer({}, "first", ABOUT + "on = false\n")
    assert packs.load(WALL).hash == battle.hash


def test_tables_under_packs_count_as_a_layer_and_lie_below_the_others(layer, overlay):
    overlay("counters.csv", "id,fresh_sp,worn_sp\n7 OH-a,9,2\n")
    assert owners(packs.load(WALL)) == Owned(counters=1, cells=2)
    layer({"cells.csv": HEAD + "counters,7 OH-a,fresh_sp,7,,\n"})
    row = packs.load(WALL).counters["7 OH-a"]
    assert (row["fresh_sp"], row["worn_sp"]) == ("7", "2")


def other_crt(battle):
    """The Combat Results Table with a column 10-11 and a row 11-12: semicolons, as a spreadsheet writes them."""
    columns = ["roll", "C", "1", "2", "3", "4", "5", "6-7", "8-9", "10-11", "12-15", "16-18", "19-22", "23+"]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";")
    writer.writerow(columns)
    for row in battle.charts["crt"]:
        row = {**row, "10-11": "-|0|1-2", "12-15": "-|0|1-3"}
        for roll in ("11-12", "13") if row["roll"] == "11-13" else (row["roll"],):
            writer.writerow([roll, *(row[c] for c in columns[1:])])
    return columns, out.getvalue()


def test_a_chart_of_another_shape_is_read_and_played_by(battle, layer):
    columns, text = other_crt(battle)
    layer({"charts/CRT.csv": text})
    mine = packs.load(WALL)
    assert list(mine.charts["crt"][0]) == [*columns, "source"]
    assert [row["roll"] for row in mine.charts["crt"]][:3] == ["11-12", "13", "14-16"]
    table = mine.new_game(seed=1).state.setting.crt
    assert table.columns[table.column(11 * 64)] == "10-11" and table.cells[9][12][1] == "routine"
    assert owners(mine).charts == 1 and owners(mine).cells == 13 * len(mine.charts["crt"])


@pytest.mark.parametrize(
    ("battle_id", "chart", "text", "words"),
    [
        (WALL, "crt", "roll,C,1-2\n11-66,-|-|-,many\n", "column 1-2: 'many' is not allowed here; write three boxes"),
        (WALL, "crt", "roll,C,heavy\n11-66,-|-|-,-|-|0\n", "column 'heavy' is no strength; write C, 1, 8-9 or 23+"),
        (WALL, "crt", "roll,C,1+\n11-65,-|-|-,-|-|0\n", "there is no row for the roll 66; write one"),
        ("valley-campaign/cross-keys", "crt", "die,1:2,3:2\n1,AR,AR\n", "there is no column 1:3; add it"),
        (
            "stonewall-1978/kernstown",
            "fire",
            "die,<1,1-99\n1,-,7**\n",
            "'7**' is not allowed here; write a result such",
        ),
    ],
)
def test_a_chart_that_the_rules_cannot_read_is_refused_with_the_reason(layer, battle_id, chart, text, words):
    about = ABOUT.replace("kernstown", battle_id.split("/")[0])
    folder = layer({f"charts/{chart}.csv": text}, about=about)
    with pytest.raises(PackError) as error:
        packs.load(battle_id)
    assert str(error.value).startswith(f"{folder / 'charts' / chart}.csv") and words in str(error.value)


def test_one_row_may_stand_for_several_dice_and_one_side_for_itself(battle, layer):
    fog = "die,result\n1-3,Union Battlefield Chaos\n4-6,Wayward Confederate Move\n"
    layer(
        {
            "charts/fog_of_war.csv": fog,
            "charts/general_casualty.csv": "game,side,roll,general\nkernstown-1,union,11-66,No effect\n",
        }
    )
    mine = packs.load(WALL)
    assert [row["die"] for row in mine.charts["fog_of_war"]] == list("123456")
    assert [row["result"] for row in mine.charts["fog_of_war"]][2:4] == [
        "Union Battlefield Chaos", "Wayward Confederate Move",
    ]  # fmt: skip
    theirs = [[r for r in b.charts["general_casualty"] if r["side"] == "confederate"] for b in (battle, mine)]
    ours = [r["roll"] for r in mine.charts["general_casualty"] if r["side"] == "union"]
    assert theirs[0] == theirs[1] and ours == ["11-66"]


def test_a_chit_of_ones_own_plays_an_event_that_there_is(layer):
    cells = [("chit", "Forced March"), ("side", "union"), ("copies", "1"), ("window", "after-order"),
             ("effect", "As Quick March"), ("duration", "at once"), ("rule", "Quick March")]  # fmt: skip
    without = [c for c in cells if c[0] != "rule"]
    layer({"cells.csv": HEAD + "".join(f"chits,Forced March,{c},{v},,\n" for c, v in without)})
    with pytest.raises(ValueError, match="Forced March"):
        packs.load(WALL).new_game(seed=1)
    layer({"cells.csv": HEAD + "".join(f"chits,Forced March,{c},{v},,\n" for c, v in cells)})
    mine = packs.load(WALL)
    assert (mine.new_game(seed=1).state.setting.events[0, "Forced March"].rule, owners(mine).chits) == (
        "Quick March",
        1,
    )


def test_nothing_may_be_seen_to_stand_where_the_programs_table_has_no_such_column(battle, layer):
    """The page shows every column that a chit may have; `rule` is in no row of Kernstown."""
    assert not any("rule" in row for row in battle.chits)
    told = write("kernstown", "mine", Sheet(cells=[Typed(table="chits", row="Rally union", column="rule", seen=True)]))
    assert [one.state for one in told.cells] == ["seen"] and packs.load(WALL).hash == battle.hash


def test_a_hexside_is_added_and_one_taken_out_cell_by_cell(battle, layer):
    layer(
        {"cells.csv": HEAD + "hexsides,1023 1022 slope,source,removed,,\nboard,1023,features,wall,,\n"
         "hexsides,mine,a,1834,,\nhexsides,mine,b,1835,,\nhexsides,mine,feature,stream,,\n"}
    )  # fmt: skip
    side = battle.board.grid.index
    mine = packs.load(WALL)
    pair = tuple(sorted((side("1834"), side("1835"))))
    assert any("stream" in words for (a, b), words in mine.board.hexsides.items() if tuple(sorted((a, b))) == pair)
    assert owners(mine).hexes == 3


SCENARIO = """title = "The last hour"
id = "the-last-hour"
base = "kernstown/the-stone-wall"
turns = { first = 3, last = 8 }

[[change.setup]]
unit = "7 OH-a"
hex = "1433"

[[remove.reinforcement]]
turn = 2
"""


def test_a_scenario_of_ones_own_stands_in_a_layer(battle, layer):
    layer({"scenarios/the-last-hour.toml": SCENARIO})
    mine = packs.load("kernstown/the-last-hour")
    assert mine.scenario["turns"] == {"first": 3, "last": 8}
    assert mine.scenario["clock"] == battle.scenario["clock"][2:8]
    assert {row["unit"]: row["hex"] for row in mine.scenario["setup"]}["7 OH-a"] == "1433"
    assert owners(mine).words() == "owner's values: the scenario" and owners(packs.load(WALL)).words() == ""
    assert packs.load(WALL).hash == battle.hash
    assert "kernstown/the-last-hour" in [row.id for row in packs.battles()]
    assert mine.new_game(seed=1).view("union")["turn"] == 3


@pytest.mark.parametrize(
    ("words", "clock"),
    [("turns = 9\nfirst_hour = '11:40'\nstep = 20", ["11:40", "12:00", "12:20"]),
     ("turns = { first = 3, last = 9 }\nfirst_hour = '12:30'\nstep = 40", ["12:30", "1:10", "1:50"]),
     ("turns = 9\nfirst_hour = '11:40'\nstep = 60", ["11:40", "12:40", "1:40"]),
     ("turns = 8", ["3:40", "4:00", "4:20"])],
)  # fmt: skip
def test_the_clock_may_be_said_by_its_first_hour_and_step(layer, words, clock):
    text = SCENARIO.replace("turns = { first = 3, last = 8 }", words)
    layer({"scenarios/the-last-hour.toml": text})
    assert list(packs.load("kernstown/the-last-hour").scenario["clock"])[:3] == clock


def test_the_scenario_that_the_docs_write_can_be_written_so_and_played(layer):
    text = (DOCS / "packs.md").read_text(encoding="utf-8").partition("**A scenario of your own**")[2]
    block = text.partition("```toml\n")[2].partition("```")[0]
    layer({"scenarios/the-last-hours.toml": block}, about='pack = "kernstown"\n')
    mine = packs.load("kernstown/the-last-hours")
    assert begun_flaws(mine) == [] and mine.new_game(seed=1).view("union")["turn"] == 3
    assert {row["unit"]: row["hex"] for row in mine.scenario["setup"]}["7 OH-b"] == "1633"


OFF = ABOUT + "on = false\n"
LATE = "scenarios/the-last-hour.toml"


@pytest.mark.parametrize(
    ("file", "about", "words"),
    [
        ("the-last-hour.toml", ABOUT, "layers/mine/the-last-hour.toml is not read there: put it into layers/mine/sce"),
        (LATE, OFF, "the layer mine has it and is off: vedette pack layers --on mine"),
        (LATE, 'pack = "cedar-mountain"\n', "the layer mine has it over cedar-mountain: cedar-mountain/the-last-hour"),
        (LATE, "title = 3\n", "not read: layer mine (vedette pack where says why)"),
    ],
)
def test_a_scenario_that_is_not_read_is_missed_with_the_reason(layer, home, file, about, words):
    layer({file: SCENARIO}, about=about)
    with pytest.raises(PackError) as error:
        packs.load("kernstown/the-last-hour")
    assert words in str(error.value) and str(home) not in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"7 OH-a"', '"7 OH"', "no setup with unit = '7 OH'; name one that it has once, such as 7 OH-a or 7 OH-b"),
        ('unit = "7 OH-a"', 'brigade = "Tyler"', "it does not say which unit; add unit = ..., a row for each"),
        ('"1433"', "1433", "a number without quotes cannot stand here; write a text in quotes, such as"),
        ("{ first = 3, last = 8 }", '"3 to 8"', "column turns: a text in quotes cannot stand here; write"),
    ],
)
def test_what_is_written_otherwise_in_a_scenario_of_ones_own_is_told_with_its_mend(layer, old, new, words):
    layer({LATE: SCENARIO.replace(old, new)})
    with pytest.raises(PackError) as error:
        packs.load("kernstown/the-last-hour")
    assert words in str(error.value) and "line " in str(error.value)


def test_a_scenario_that_the_pack_has_already_is_refused(layer):
    folder = layer({"scenarios/the-stone-wall.toml": SCENARIO})
    with pytest.raises(PackError, match="the pack has a scenario of that name; give the file another name") as error:
        packs.load(WALL)
    assert str(folder) in str(error.value)


def test_a_layer_over_nothing_is_named_and_stops_nobody_else(layer):
    layer({}, "lost", ABOUT.replace('"kernstown"', '"kernstwon"'))
    layer({}, "torn", "title = \n")
    spoilt: dict[str, str] = {}
    assert WALL in [row.id for row in packs.battles(spoilt)]
    assert "there is no pack 'kernstwon'; did you mean kernstown" in spoilt["layer lost"]
    assert "layer.toml" in spoilt["layer torn"] and "mend the TOML there" in spoilt["layer torn"]


def test_an_edition_of_a_battle_keeps_whose_values_it_has(layer):
    layer({"cells.csv": HEAD + "counters,7 OH-a,fresh_sp,7,,\n"})
    mine = packs.load(WALL)
    again = editions.battle_from(editions.edition_of(mine))
    assert owners(again) == owners(mine) == Owned(counters=1, cells=1)


def test_record_and_report_say_what_was_the_owners_and_the_record_is_proved(layer):
    layer({"cells.csv": HEAD + "counters,7 OH-a,fresh_sp,7,,\ncrt,11-13,5,-|-|0-1,,\n"})
    game = packs.load(WALL).new_game(seed=1)
    text = game.record()
    header = json.loads(text.splitlines()[0])
    assert header["owned"] == {"counters": 1, "charts": 1, "cells": 2}
    assert verify(text).ok and "Owner's values: 1 counter, 1 chart." in report.about(game)
    forged = text.replace('"cells":2', '"cells":"2"')
    assert forged != text and not verify(forged).ok
    layer({}, about=ABOUT + "on = false\n")
    bare = packs.load(WALL).new_game(seed=1)
    assert "owned" not in json.loads(bare.record().splitlines()[0]) and "Owner" not in report.about(bare)


TWO = 'hex = "1433"\n\n[[change.setup]]\nunit = "1 WV-a"\nhex = "1433"'
SLOW = pytest.mark.slow
"""What tests/packs/test_setups.py tells without a whole check."""
BAD = [
    ("kernstown", WALL, "7 OH-a", 'hex = "1834"', "hex 1834: units of both sides stand there, 7 OH-a, 27 VA"),
    pytest.param("kernstown", WALL, "7 OH-a", 'hex = "1014"', "7 OH-a at 1014 stands outside", marks=SLOW),
    pytest.param("kernstown", WALL, "7 OH-a", TWO, "in 1433 stand", marks=SLOW),
    ("cedar-mountain", "cedar-mountain/slaughter-mountain", "10th ME", 'hex = "1916"', "units of both sides stand"),
    pytest.param(
        "valley-campaign", "valley-campaign/cross-keys", "2 WV", 'hex = "1911"', "units of both sides", marks=SLOW
    ),
    ("stonewall-1978", "stonewall-1978/kernstown", "7 OH", 'usual = "3031"', "3031 lies outside tyler"),
]  # fmt: skip


@pytest.mark.parametrize(("pack", "base", "unit", "place", "words"), BAD)
def test_a_set_up_of_ones_own_that_cannot_be_is_refused_by_the_check(layer, pack, base, unit, place, words):
    text = f'id = "mine"\ntitle = "Mine"\nbase = "{base}"\n\n[[change.setup]]\nunit = "{unit}"\n{place}\n'
    layer({"scenarios/mine.toml": text}, about=f'pack = "{pack}"\n')
    try:
        told = packs.check(pack).broken
    except PackError as error:
        told = (str(error),)
    assert any(words in line and "mine" in line for line in told), told


def test_what_lies_under_a_layer_is_read_once_however_often_a_cell_is_typed(home, monkeypatch):
    """The tables of the program, and its board, are not read again for each line that somebody types."""
    first, second = (Typed(table="counters", row=row, column="fresh_sp", value="4") for row in ("7 OH-a", "7 OH-b"))
    edition = write("kernstown", "mine", Sheet(cells=[first])).edition
    read = []
    true = under._read_under
    monkeypatch.setattr(under, "_read_under", lambda folder: read.append(folder.name) or true(folder))
    board = reader.build_board(reader.read_pack(find.folder("kernstown")))
    assert [told.state for told in write("kernstown", "mine", Sheet(edition=edition, cells=[second])).cells] == ["ok"]
    assert read == []
    assert reader.build_board(reader.read_pack(find.folder("kernstown"))) is board
    assert packs.load("kernstown/the-stone-wall").counters["7 OH-b"]["fresh_sp"] == "4"
