"""What people type wrong: each is named with its place and the mend, kept as a draft, and harms nothing beside it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from vedette import packs
from vedette.packs import PackError, find
from vedette.packs.layers import layer_at
from vedette.packs.reader import read_pack
from vedette.packs.typed import Answer, Sheet, Told, Typed, drafts_of, write

STRENGTH = "write a strength: C or a number from 1 to 99"
BOXES = "write three boxes severe|tough|routine, such as -|0|1-3"
DATE = "a spreadsheet has made a date of it; make the column text in the spreadsheet"
CELLS = [
    ("kernstown", "counters", "?", "fresh_sp", "0", STRENGTH),
    ("kernstown", "counters", "?", "fresh_sp", "100", STRENGTH),
    ("kernstown", "counters", "?", "fresh_sp", "-3", STRENGTH),
    ("kernstown", "counters", "?", "fresh_sp", "6 R 4", STRENGTH),
    ("kernstown", "counters", "?", "worn_sp", "c", STRENGTH),
    ("kernstown", "counters", "?", "worn_sp", "3.5", STRENGTH),
    ("kernstown", "counters", "?", "fresh_sp", "six", STRENGTH),
    ("kernstown", "counters", "?", "fresh_sp", "\u0666", STRENGTH),
    ("kernstown", "counters", "?", "fresh_cr", "7", "write a whole number from 0 to 6"),
    ("kernstown", "counters", "?", "worn_cr", "+3", "write a whole number from 0 to 6"),
    ("kernstown", "counters", "?", "weapon", "Q", "write R, S, C, CC, SS, Sr, Mx, P, N or T"),
    ("kernstown", "counters", "?", "weapon", "r", "write R, S, C, CC, SS, Sr, Mx, P, N or T"),
    ("kernstown", "counters", "?", "fragile", "y", "write yes or no"),
    ("kernstown", "counters", "?", "sharpshooter", "TRUE", "write yes or no"),
    ("kernstown", "counters", "?", "arm", "foot", "write infantry, cavalry, artillery, leader or supply"),
    ("kernstown", "counters", "?", "side", "Union", "write union or confederate"),
    ("kernstown", "counters", "?", "men_or_guns", "about 300", "write a whole number from 1 to 9999"),
    ("kernstown", "counters", "?", "id", "8 OH", "id tells which row is meant; write a column that holds a value"),
    ("kernstown", "counters", "?", "source", "mine", "counters.csv has no column 'source'"),
    ("kernstown", "counters", "?", "strenght", "6", "counters.csv has no column 'strenght'; use id"),
    ("kernstown", "counters", "?", "", "6", "counters.csv has no column ''"),
    ("kernstown", "counters", "7 OHIO", "fresh_sp", "6", "counters.csv has no row '7 OHIO'; write such as"),
    ("kernstown", "counters", "", "fresh_sp", "6", "counters.csv has no row ''"),
    ("kernstown", "counter", "7 OH-a", "fresh_sp", "6", "there is no table 'counter'; did you mean counters"),
    ("kernstown", "weather", "1", "result", "rain", "there is no table 'weather'; there are"),
    ("kernstown", "../counters", "7 OH-a", "fresh_sp", "6", "there is no table '../counters'"),
    ("kernstown", "crt", "?", "5", "-|0", BOXES),
    ("kernstown", "crt", "?", "5", "-|0|1|2", BOXES),
    ("kernstown", "crt", "?", "C", "0", BOXES),
    ("kernstown", "crt", "?", "5", "-|0|3-", BOXES),
    ("kernstown", "crt", "?", "5", "-/0/1-3", BOXES),
    ("kernstown", "crt", "?", "6-7", "0-1|1-2|3", "rating 1 stands in two boxes"),
    ("kernstown", "crt", "?", "7", "-|-|0", "charts/crt.csv has no column '7'"),
    ("kernstown", "crt", "?", "5", "1-Mar", DATE),
    ("kernstown", "crt", "11", "5", "-|-|0", "charts/crt.csv has no row '11'; write such as 14-16"),
    ("kernstown", "crt", "11-13", "roll", "11-12", "roll tells which row is meant"),
    ("kernstown", "fire_cohesion", "?", "depletion", "DD", "write -, AD, BD*, D, D2 or D all"),
    ("kernstown", "fire_cohesion", "?", "skedaddle", "MM", "write codes out of AM, AR#, M, 2M, B, R#"),
    ("kernstown", "close_cohesion", "routine", "depletion", "D", "has more than one row 'routine'; write such as"),
    ("kernstown", "weapon_ranges", "infantry R", "extreme", "0", "write a whole number from 1 to 99"),
    ("kernstown", "artillery_stacking", "1", "stacking_points", "9", "1 strength takes up 9; write no more than"),
    ("kernstown", "break_test", "1", "result", "gone", "is no result: begin with Shaken or Broken Box 1 to 3"),
    ("kernstown", "command_ratings", "?", "rating", "7", "write a number from 1 to 6, or always"),
    ("kernstown", "terrain", "clear", "infantry", "1/2", "write a cost in movement points, such as 1, +2, 0.5"),
    ("kernstown", "terrain", "clear", "fire_shift", "+1", "write a number of columns, left of nothing negative"),
    ("kernstown", "chits", "?", "copies", "none", "write a whole number from 1 to 9"),
    ("kernstown", "chits", "?", "window", "whenever", "parted by semicolons"),
    ("kernstown", "board", "?", "terrain", "swamp", "charts/terrain.csv has no terrain 'swamp'; write"),
    ("kernstown", "board", "?", "level", "0", "write a whole number from 1 to 99"),
    ("kernstown", "board", "9999", "level", "4", "board.csv has no row '9999'"),
    ("kernstown", "roads", "Middle Road", "hexes", "1021-1400", "1021 and 1400 do not touch; the neighbours of 1021"),
    ("kernstown", "hexsides", "1834 1836 slope", "source", "removed", "hexsides.csv has no row '1834 1836 slope'"),
    ("valley-campaign", "crt", "1", "3:1", "A1", "is not allowed here; write"),
    ("valley-campaign", "crt", "7", "3:1", "AR", "charts/crt.csv has no row '7'"),
    ("valley-campaign", "crt", "1", "8:1", "AR", "charts/crt.csv has no column '8:1'; use die, 1:3"),
    ("valley-campaign", "counters", "?", "steps", "3", "is not allowed here; write"),
    ("valley-campaign", "terrain", "clear", "blocks_sight", "maybe", "write yes or no"),
    ("stonewall-1978", "fire", "1", "2", "2**", "write a result such as -, PIN, 1* or 2"),
    ("stonewall-1978", "melee", "1", "+1", "K", "write a result such as K R1 / - or - / - Eng"),
    ("stonewall-1978", "rout", "0", "A", "r", "write -, R or R?"),
    ("stonewall-1978", "counters", "?", "morale", "F", "write A, B, C, D or E"),
    ("stonewall-1978", "range", "R 1", "multiplier", "0.5", "write a multiplier such as 2 or 1/2"),
    ("stonewall-1978", "constants", "allowance-foot", "value", "-5", "write a whole number from 0 to 99"),
    ("cedar-mountain", "counters", "?", "worn_cr", "4+", "write a whole number from 0 to 6"),
]  # fmt: skip
"""Pack, table, row ("?" for one drawn by lot), column, what is typed, and what is said of it."""
GOOD = {
    "kernstown": ("counters", "7 OH-a", "fresh_sp", "7"),
    "valley-campaign": ("counters", "Tyler", "shift", "1"),
    "stonewall-1978": ("counters", "Kimball", "rally", "3"),
    "cedar-mountain": ("counters", "10th ME", "fresh_sp", "8"),
}
"""Beside what is wrong: a cell that is right."""


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[list[Typed], Answer, Path]]:
    """All that is wrong, and one cell that is right, typed at once into a layer of each pack."""
    home = tmp_path_factory.mktemp("home")
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VEDETTE_HOME", str(home))
        for pack, good in GOOD.items():
            tables, lots = read_pack(find.folder(pack)), random.Random(31)
            cells = [Typed(table=good[0], row=good[1], column=good[2], value=good[3])]
            for _, table, row, column, value, _ in (case for case in CELLS if case[0] == pack):
                if row == "?":
                    path = next(p for p in tables.tables if p.endswith(f"{table}.csv"))
                    key = tables.meta.overlay.key(path, tables.tables[path])
                    drawn = [
                        " ".join(r.key(key)) for r in tables.rows(path) if table != "counters" or r["arm"] == "infantry"
                    ]
                    used = {(c.row, c.column) for c in cells}
                    row = lots.choice([name for name in drawn if (name, column) not in used])
                cells.append(Typed(table=table, row=row, column=column, value=value))
            name = f"mine-{pack}"
            found[pack] = (cells, write(pack, name, Sheet(cells=cells)), home / "layers" / name)
    return found


def _ids(case: tuple[str, ...]) -> str:
    return f"{case[1]}-{case[3]}-{case[4]}"


@pytest.mark.parametrize("number", range(len(CELLS)), ids=lambda n: _ids(CELLS[n]))
def test_a_wrong_cell_is_named_with_place_and_mend_and_kept_as_a_draft(typed, number):
    pack, _, _, column, value, words = CELLS[number]
    cells, answer, folder = typed[pack]
    place = [case for case in CELLS if case[0] == pack].index(CELLS[number]) + 1
    told = answer.cells[place]
    assert (told.state, told.column, told.value) == ("wrong", column, value)
    assert words in told.why and ".csv, line" not in told.why
    kept = [(draft.table, draft.column, draft.value) for draft in drafts_of(layer_at(folder))]
    assert not told.row or (told.table, column, value) in kept
    assert cells[place].value == value


@pytest.mark.parametrize("pack", GOOD)
def test_what_is_right_beside_it_is_in_force_and_the_pack_can_be_played(typed, monkeypatch, pack):
    _, answer, folder = typed[pack]
    table, row, column, value = GOOD[pack]
    assert answer.cells[0] == Told(table=table, row=row, column=column, value=value, state=answer.cells[0].state)
    assert answer.typed == 1 and (folder / "cells.csv").read_text().count("\n") == 2
    monkeypatch.setenv("VEDETTE_HOME", str(folder.parent.parent))
    battle = packs.load(next(b.id for b in packs.battles() if b.pack == pack))
    assert battle.counters[row][column] == value and battle.new_game(seed=1).decisions


HEAD = "table,row,column,value,source,date\n"
FILES = [
    ("cells.csv", "", "cells.csv, line 1: the file is empty; write the names of the columns in the first line"),
    ("cells.csv", "table,row,value\ncrt,1,2\n", "there is no column column; the first line is table,row,column"),
    ("cells.csv", HEAD.replace("date", "day"), "line 1, column day: unknown column day; use table, row"),
    ("cells.csv", HEAD + "crt,11-13,5\n", "line 2: 3 cells where the first line names 6 columns; add or"),
    ("cells.csv", HEAD + 'crt,11-13,5,"-|-|0,,\n', "cannot be read (unexpected end of data); close the quotation mark"),
    ("cells.csv", HEAD + "counters,7 OH-a,fresh_sp,7,,\n" * 2, "column row: this cell stands already in line 2"),
    ("cells.csv", HEAD + "\ncounters,7 OH-a,fresh_sp,x,,\n", "line 3, column value: counters, 7 OH-a, fresh_sp: 'x'"),
    ("cells.csv", HEAD.encode("utf-16")[:-1], "it begins as UTF-16 and does not go on as such; save the file as"),
    ("cells.csv", HEAD.encode() + b"crt,11-13,5,\xff,,\n", "line 2: byte 47 is no UTF-8; save the file as UTF-8"),
    ("charts/crt.csv", "roll;C;1+\n11-66;-|-|-;01. Mrz\n", "line 2, column 1+: '01. Mrz': " + DATE),
    ("charts/crt.csv", "roll,C,12-Nov\n11-66,-|-|-,-|-|0\n", "line 1, column 12-Nov: '12-Nov': " + DATE),
    ("charts/crt.csv", "roll,C,C\n11-66,-|-|-,-|-|0\n", "column 'C' stands twice or has no name; name each once"),
    ("charts/ctr.csv", "roll,C\n", "the pack kernstown has no table charts/ctr.csv; write charts/crt.csv"),
    ("counters.csv", "id,fresh\n7 OH-a,6\n", "column fresh: the pack's counters.csv has no column fresh; use id"),
    ("layer.toml", "pack = 'kernstown'\nworn = true\n", "object contains unknown field worn; write it as docs"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "words"), FILES)
def test_a_wrong_file_is_named_with_line_and_mend(home, path, text, words):
    folder = home / "layers" / "mine"
    (folder / path).parent.mkdir(parents=True)
    (folder / "layer.toml").write_text('pack = "kernstown"\n')
    (folder / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(PackError) as error:
        packs.load("kernstown/the-stone-wall")
        packs.battles()
    assert str(error.value).startswith(str(folder)) and words in str(error.value)


THREE = (
    "counters,7 OH-a,fresh_sp,7,,",
    "artillery_stacking,1,stacking_points,0.5,,",
    "crt,11-13,6-7,-|-|0-1,,",
)
PLAIN = HEAD + "".join(f"{line}\n" for line in THREE)
SAME = [
    PLAIN,
    "sep=;\n" + PLAIN.replace(",7,", ", 7 ,").replace(",", ";"),
    PLAIN.replace("counters", "Counters.csv").replace("crt", "charts/CRT").replace(",", "\t").replace("0.5", "0,5"),
    "\ufeff" + PLAIN.replace(HEAD, HEAD.title()).replace("-", "\u2013").replace("7 OH", "7\u00a0OH"),
]


@pytest.mark.parametrize("coded", ["utf-8", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("text", SAME, ids=["commas", "semicolons", "tabs", "typographer"])
def test_what_can_only_have_been_meant_one_way_is_understood(home, text, coded):
    folder = home / "layers" / "mine"
    folder.mkdir(parents=True)
    (folder / "layer.toml").write_bytes(b'\xef\xbb\xbfpack = "kernstown"\r\n')
    (folder / "cells.csv").write_bytes(text.replace("\n", "\r\n").encode(coded))
    battle = packs.load("kernstown/the-stone-wall")
    assert battle.counters["7 OH-a"]["fresh_sp"] == "7"
    assert battle.charts["artillery_stacking"][0]["stacking_points"] == "0.5"
    assert battle.charts["crt"][0]["6-7"] == "-|-|0-1"


def test_capitals_in_folders_files_and_columns_are_understood_and_two_folders_for_one_pack_are_named(home):
    mine = home / "packs" / "Kernstown" / "Charts"
    mine.mkdir(parents=True)
    (mine / "CRT.CSV").write_text("ROLL;5\n11-13;-|-|0-1\n")
    battle = packs.load("kernstown/the-stone-wall")
    assert battle.charts["crt"][0]["5"] == "-|-|0-1"
    (home / "packs" / "kernstown").mkdir()
    with pytest.raises(PackError, match="lies over the same pack kernstown; put the files of both into one folder"):
        packs.load("kernstown/the-stone-wall")
