"""Two hundred kinds of wrong things, drawn by lot: each is marked with place and mend, and nothing typed is lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from vedette import packs
from vedette.packs import PackError, find
from vedette.packs.house import house_of, housed
from vedette.packs.layers import CELLS, layer_at
from vedette.packs.reader import Pack, read_pack
from vedette.packs.schema import layouts
from vedette.packs.typed import Drawn, Sheet, Told, Typed, drafts_of, drawn_of, write

PACKS = ("kernstown", "valley-campaign", "stonewall-1978", "cedar-mountain")
EACH = 55
"""Cells of each pack."""
Spoil = Callable[[str], str]
ARABIC = str.maketrans("0123456789", "".join(chr(0x660 + n) for n in range(10)))
KINDS: dict[str, Spoil] = {
    "a letter for a digit": lambda v: v.translate(str.maketrans("0123456789", "OlZEASbTBg")),
    "a word": lambda v: "several",
    "a sign before it": lambda v: f"~{v}",
    "a sign behind it": lambda v: f"{v}?",
    "written twice": lambda v: f"{v} {v}",
    "too much": lambda v: f"{v}000",
    "less than nothing": lambda v: f"-{v.lstrip('-')}9",
    "in brackets": lambda v: f"({v})",
    "with its unit": lambda v: f"{v} pts",
    "a formula": lambda v: f"={v or 1}+1",
    "an error of a spreadsheet": lambda v: "#REF!",
    "a date": lambda v: "12-Oct",
    "other digits": lambda v: v.translate(ARABIC) + "\u0663",
    "two lines": lambda v: f"{v}\n{v}",
    "a tag": lambda v: f"<b>{v}</b>",
    "a comma too many": lambda v: f"{v},,",
}  # fmt: skip
PLAIN = ("a word", "an error of a spreadsheet", "a date", "a formula")
"""What can be wrong in a cell that is empty, too."""


def home_of(tmp_path_factory: pytest.TempPathFactory, patch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own."""
    home = tmp_path_factory.mktemp("home")
    patch.setenv("VEDETTE_HOME", str(home))
    return home


def checked_cells(pack: Pack) -> list[tuple[str, str, str, str]]:
    """Cells of which the rules say what they may hold: table, row, column, value; no words, no keys."""
    known, found = layouts(pack.content), []
    for path, table in pack.tables.items():
        layout = known.get(path)
        key = pack.meta.overlay.key(path, table)
        for row in table.rows if layout else ():
            for column, value in row.values.items():
                check = layout.checks.get(column, layout.rest) if layout else None
                if check and check("\u00a7\u00a7") and column not in (*key, "source"):
                    found.append(
                        (path.removesuffix(".csv").removeprefix("charts/"), " ".join(row.key(key)), column, value)
                    )
    return found


@pytest.mark.parametrize("name", [*PACKS[:3], pytest.param(PACKS[3], marks=pytest.mark.slow)])
def test_a_cell_that_is_wrong_is_told_with_its_mend_and_kept(
    name: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is taken can be played by; what is not says why and what to write, and is there when the layer is opened."""
    home, lots = home_of(tmp_path_factory, monkeypatch), random.Random(f"wrong {name}")
    cells = checked_cells(read_pack(find.folder(name)))
    columns = sorted({(table, column) for table, _, column, _ in cells})
    lots.shuffle(columns)
    wanted: dict[tuple[str, str, str], Typed] = {}
    for n in range(EACH):
        table, column = columns[n % len(columns)]
        here = [cell for cell in cells if (cell[0], cell[2]) == (table, column) and (*cell[:3],) not in wanted]
        if not here:
            continue
        _, row, _, value = lots.choice(here)
        kind = list(KINDS)[n % len(KINDS)] if value else PLAIN[n % len(PLAIN)]
        wanted[table, row, column] = Typed(table=table, row=row, column=column, value=KINDS[kind](value))
    answer = write(name, "mine", Sheet(source="my copy", cells=list(wanted.values())))
    told = dict(zip(wanted, answer.cells, strict=True))
    wrong = {at: one for at, one in told.items() if one.state == "wrong"}
    assert len(wrong) >= EACH * 3 // 4, {at: one.value for at, one in told.items() if at not in wrong}
    assert {at: one.why for at, one in wrong.items() if not has_mend(one, home)} == {}
    kept = {(one.table, one.row, one.column): one.value for one in drafts_of(layer_at(home / "layers" / "mine"))}
    assert kept == {(one.table, one.row, one.column): one.value for one in wrong.values()}
    for battle in packs.battles():
        if battle.pack == name:
            packs.load(battle.id).new_game(seed=1)


def has_mend(one: Told, home: Path) -> bool:
    """Whether it says what is wrong and what to write instead, and tells no file that nobody sees."""
    return "; " in one.why and len(one.why) > 15 and str(home) not in one.why and ".csv, line" not in one.why


SHAPES: dict[str, Callable[[Drawn], Drawn]] = {
    "a head is empty": lambda d: of(d, ["", *d.columns[1:]], d.rows),
    "a head stands twice": lambda d: of(d, [d.columns[0], d.columns[1], d.columns[1], *d.columns[3:]], d.rows),
    "a head is a date": lambda d: of(d, [d.columns[0], "3-Feb", *d.columns[2:]], d.rows),
    "a head is nothing that the rules know": lambda d: of(d, [d.columns[0], "much", *d.columns[2:]], d.rows),
    "the first column is wanting": lambda d: of(d, d.columns[1:], [row[1:] for row in d.rows]),
    "a row is short": lambda d: of(d, d.columns, [d.rows[0][:-2], *d.rows[1:]]),
    "a row is long": lambda d: of(d, d.columns, [[*d.rows[0], "x", "y"], *d.rows[1:]]),
    "a row stands twice": lambda d: of(d, d.columns, [d.rows[0], *d.rows]),
    "a die is wanting": lambda d: of(d, d.columns, d.rows[1:]),
    "only the heads": lambda d: of(d, d.columns, [["" for _ in d.columns]]),
    "turned on its side": lambda d: of(d, [row[0] for row in d.rows], [list(c) for c in zip(*d.rows, strict=True)]),
    "a cell is wrong": lambda d: of(d, d.columns, [[d.rows[0][0], "no such", *d.rows[0][2:]], *d.rows[1:]]),
}  # fmt: skip


def of(drawn: Drawn, columns: list[str], rows: list[list[str]]) -> Drawn:
    """The same chart in another shape."""
    return Drawn(table=drawn.table, columns=columns, rows=rows)


@pytest.mark.parametrize(
    ("name", "chart"), [("kernstown", "crt"), pytest.param("stonewall-1978", "fire", marks=pytest.mark.slow)]
)
def test_a_chart_of_a_shape_that_cannot_be_is_told_and_kept_as_it_was_drawn(
    name: str, chart: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    home_of(tmp_path_factory, monkeypatch)
    table = read_pack(find.folder(name)).tables[f"charts/{chart}.csv"]
    columns = [column for column in table.columns if column != "source"]
    right = Drawn(table=chart, columns=columns, rows=[[row[column] for column in columns] for row in table.rows])
    for n, (kind, shape) in enumerate(SHAPES.items()):
        drawn = shape(right)
        told = write(name, f"mine-{n}", Sheet(source="my copy", charts=[drawn])).cells[0]
        layer = layer_at(find.layers_folder() / f"mine-{n}")
        assert told.state == "wrong" and "; " in told.why, (kind, told)
        assert [(one.columns, one.rows) for one in drawn_of(layer)] == [(drawn.columns, drawn.rows)], kind
    assert write(name, "right", Sheet(source="my copy", charts=[right])).cells[0].state == "ok"


FILES: dict[str, bytes] = {
    "no heads": b"counters,7 OH-a,fresh_sp,7,,\n",
    "a head is wrong": b"table,row,colum,value,source,date\ncounters,7 OH-a,fresh_sp,7,,\n",
    "a cell too many": b"table,row,column,value,source,date\ncounters,7 OH-a,fresh_sp,7,,,8\n",
    "a cell too few": b"table,row,column,value,source,date\ncounters,7 OH-a\n",
    "a quotation mark is open": b'table,row,column,value,source,date\ncounters,"7 OH-a,fresh_sp,7,,\n',
    "no UTF-8": b"table,row,column,value,source,date\ncounters,7 OH-a,fresh_sp,\xff,,\n",
    "half of UTF-16": b"\xff\xfet\x00a\x00b",
    "empty": b"",
    "a cell stands twice": b"table,row,column,value,source,date\n" + b"counters,7 OH-a,fresh_sp,7,,\n" * 2,
    "no such row": b"table,row,column,value,source,date\ncounters,9 OH-z,fresh_sp,7,,\n",
    "no such table": b"table,row,column,value,source,date\nunits,7 OH-a,fresh_sp,7,,\n",
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_wrong_is_told_by_its_name_and_left_alone(
    kind: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home_of(tmp_path_factory, monkeypatch) / "layers" / "mine"
    folder.mkdir(parents=True)
    (folder / "layer.toml").write_text('pack = "kernstown"\n', encoding="utf-8")
    (folder / CELLS).write_bytes(FILES[kind])
    for attempt in (lambda: packs.load("kernstown/the-stone-wall"), lambda: write("kernstown", "mine", Sheet())):
        with pytest.raises(PackError) as error:
            attempt()
        assert CELLS in str(error.value) and "; " in str(error.value), str(error.value)
    assert (folder / CELLS).read_bytes() == FILES[kind]


HOUSES: dict[str, str] = {
    "no title": "no_fortunes_before = 2",
    "an empty title": 'title = " "',
    "a title of two lines": 'title = "a\\nb"',
    "no TOML": "title = Club",
    "a key twice": 'title = "a"\ntitle = "b"',
    "a switch that there is not": 'title = "a"\norder_delay = 1',
    "a switch mistyped": 'title = "a"\n[option]\nno-events = true',
    "an option that there is not": 'title = "a"\n[options]\nnight = true',
    "an option of a wrong value": 'title = "a"\n[options]\nno-events = "perhaps"',
    "a turn that is a word": 'title = "a"\nno_fortunes_before = "two"',
    "a turn below nothing": 'title = "a"\nno_fortunes_before = -1',
    "a turn of next year": 'title = "a"\nno_fortunes_before = 1000',
    "chits of nobody": 'title = "a"\n[chits.french]\nkey = 1',
    "more chits than the book allows": 'title = "a"\n[chits.union]\nkey = 9',
    "chits below nothing": 'title = "a"\n[chits.union]\nrandom = -1',
    "chits without a number": 'title = "a"\n[chits.union]',
    "a reading that there is not": 'title = "a"\n[readings]\nwalls = "low"',
    "a reading of a wrong word": 'title = "a"\n[readings]\nhexes-held-at-the-start = "both"',
    "a reading of the book of a wrong word": 'title = "a"\n[readings]\npanic-retreat = "far"',
    "nothing is changed": 'title = "a"',
    "a list for a table": 'title = "a"\nchits = [1]',
    "a number for a word": 'title = "a"\n[options]\nno-events = 3',
    "a word for a number": 'title = "a"\n[chits.union]\nkey = "two"',
    "a key that chits have not": 'title = "a"\n[chits.union]\nkeys = 1',
}


MENDS = ("write ", "there are ", "it has ", "did you mean ", "give them ", "mend the TOML")


@pytest.mark.parametrize("kind", HOUSES)
def test_house_rules_that_are_wrong_are_told_with_the_switches_that_there_are(
    kind: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = home_of(tmp_path_factory, monkeypatch)
    (home / "house").mkdir()
    (home / "house" / "club.toml").write_text(HOUSES[kind], encoding="utf-8")
    with pytest.raises(PackError) as error:
        housed(packs.load("kernstown/the-stone-wall"), house_of("club"))
    words = str(error.value)
    assert any(mend in words for mend in MENDS) and str(home) not in words, words
    assert "object" not in words and "int" not in words.split(), "said in the words of a programmer"
    assert (home / "house" / "club.toml").read_text(encoding="utf-8") == HOUSES[kind]
