"""What is printed: sheets that make the whole board, counters with both faces, all charts on one sheet, the armies."""

import re
import zlib
from contextlib import suppress

import pytest

from vedette import packs
from vedette.packs import both_faces, drawing, printing
from vedette.packs.printing import board, charts, forces, paper, typeset
from vedette.packs.printing.words import made_of

PACKS = (
    "kernstown/second-kernstown",
    "cedar-mountain/slaughter-mountain",
    "valley-campaign/cross-keys",
    "stonewall-1978/kernstown",
)


def options(battle):
    return packs.rulebook(battle.rulebook).options(battle, {})


def pages(pdf):
    assert pdf.startswith(b"%PDF-")
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) or int(max(re.findall(rb"/Count\s+(\d+)", pdf), default=b"0"))


@pytest.fixture
def made(monkeypatch):
    """What the pages would be made of, without making them."""
    found = {}

    def keep(template, data, pictures):
        found.update(template=template, data=data, pictures=pictures)
        return b""

    for module in (board, charts, forces, printing.counters):
        monkeypatch.setattr(module, "pdf", keep)
    return found


@pytest.mark.parametrize("sheet", [*paper.PAPERS, paper.POSTER])
@pytest.mark.parametrize("size", [(100.0, 100.0), (760.0, 480.0), (3000.0, 1100.0)])
def test_sheets_cover_the_picture_with_an_overlap(size, sheet):
    found = paper.cut(*size, sheet)
    last = found.left_top(found.across - 1, found.down - 1)
    assert last[0] + found.part[0] >= size[0] and last[1] + found.part[1] >= size[1], "nothing is left out"
    if found.across > 1:
        assert found.left_top(1, 0)[0] == pytest.approx(found.part[0] - paper.OVERLAP)
        assert last[0] < size[0] - paper.OVERLAP, "no sheet has only what the one before has"
    assert len({found.name(c, r) for c in range(found.across) for r in range(found.down)}) == found.number
    if sheet != paper.POSTER:
        assert sorted(found.page) == sorted(paper.PAPERS[sheet])


def test_the_paper_lies_as_it_takes_fewer_sheets():
    assert paper.cut(260, 170, "a4") == paper.Sheets((297, 210), (277, 182), 1, 1)
    assert paper.cut(170, 260, "a4").page == (210, 297)


def test_the_board_is_printed_at_the_scale_that_it_says(battle, made):
    printing.board_pdf(battle, drawing.map_svg(battle), sheet="a4", hex=20)
    hexes = drawing.board_geometry(battle.board, drawing.area_of(battle))
    wide = made["data"]["picture"][0]
    assert wide == pytest.approx(hexes["view"][2] / hexes["size"] * 20, abs=0.1)
    assert made["data"]["scale"] == "a hex is 20 mm from side to side and 128 m on the ground, 1 : 6,400"
    assert [s["name"] for s in made["data"]["sheets"]] == ["A1", "A2", "B1", "B2"]


@pytest.mark.parametrize("name", PACKS)
def test_every_counter_is_there_with_both_its_faces(home, made, name):
    battle = packs.load(name)
    printing.counters_pdf(battle, options(battle), sheet="a4", hex=20)
    counters = both_faces.counters_of(battle, options(battle))
    assert {c.about["id"] for c in counters} == {u["id"] for u in battle.new_game(seed=0).view("")["units"]}
    shown = [i for sheet in made["data"]["sheets"] for i in sheet]
    assert shown == list(range(len(counters))) and made["data"]["size"] == 16
    assert made["pictures"].keys() == {f"f{i}" for i in shown} | {f"b{i}" for i in shown if made["data"]["backs"][i]}
    for counter in counters:
        assert counter.front["marks"] == [] and counter.front["now"] == counter.front["numbers"]
        assert counter.back is None or counter.back["pale"]


def test_a_face_has_the_values_of_its_side(home):
    battle = packs.load("kernstown/second-kernstown")
    linc = [c for c in both_faces.counters_of(battle, options(battle)) if c.about["id"] == "1 NY Linc-a"]
    assert [(c.front["symbol"], c.front["numbers"], c.back["numbers"]) for c in linc] == [
        ("horse", ["3", "C", "4"], ["C", "C", "3"]), ("horse-off", ["2", "C", "4"], ["C", "C", "2"]),
    ]  # fmt: skip
    battle = packs.load("valley-campaign/cross-keys")
    tyler = next(c for c in both_faces.counters_of(battle, options(battle)) if c.about["id"] == "Tyler")
    assert (tyler.front["numbers"], tyler.back) == (["(2)", "9"], None)


def test_who_has_only_a_worn_side_is_printed_pale(home):
    battle = packs.load("kernstown/second-kernstown")
    only = [c for c in both_faces.counters_of(battle, options(battle)) if "fresh" not in c.about["values"]]
    assert only and all(c.front["pale"] and c.back is None for c in only)


@pytest.mark.parametrize("name", PACKS)
def test_all_charts_of_a_battle_are_printed_with_a_mark_at_what_is_our_guess(home, name):
    battle = packs.load(name)
    found = charts.charts_of(battle)
    assert len(found) == sum(bool(rows) for rows in battle.charts.values())
    for chart in found:
        assert chart["title"] and not {"source", "game"} & set(chart["columns"])
        assert all(len(row) == len(chart["columns"]) for part in chart["parts"] for row in part)
    guessed = sum(str(r.get("source", "")).startswith("reconstructed") for rows in battle.charts.values() for r in rows)
    rows = [row for chart in found for part in chart["parts"] for row in part]
    assert sum(row[0].endswith("◇") for row in rows) == guessed > 0
    assert len(rows) == sum(map(len, battle.charts.values())) and rows != []


def test_a_long_chart_stands_in_parts_beside_each_other():
    assert [list(part) for part in charts.parts_of(range(3))] == [[0, 1, 2]]
    assert [len(part) for part in charts.parts_of(range(52))] == [26, 26]
    assert [len(part) for part in charts.parts_of(range(61))] == [21, 21, 19]


@pytest.mark.parametrize("name", PACKS)
def test_the_order_of_battle_has_everybody_once_under_side_and_group(home, made, name):
    battle = packs.load(name)
    printing.forces_pdf(battle, options(battle), sheet="a4")
    rows = [row for side in made["data"]["sides"] for column in side["columns"] for row in column]
    assert [row["i"] for row in rows if "i" in row] and sorted(r["i"] for r in rows if "i" in r) == list(
        range(len(both_faces.counters_of(battle, options(battle))))
    )
    for side in made["data"]["sides"]:
        assert len(side["columns"]) == 3 and all("group" in column[0] for column in side["columns"] if column)


def test_a_leader_stands_at_the_head_of_his_brigade_in_its_division(home, made):
    battle = packs.load("valley-campaign/cross-keys")
    printing.forces_pdf(battle, options(battle), sheet="a4")
    union = [item for column in made["data"]["sides"][0]["columns"] for item in column]
    groups = [item["group"].removesuffix(", more") for item in union if "group" in item]
    assert "Fremont, Milroy" in groups and "Milroy" not in groups
    at = next(i for i, item in enumerate(union) if item.get("group") == "Fremont, Milroy")
    assert [item["name"] for item in union[at + 1 : at + 3]] == ["Milroy", "25 OH"]


def test_a_print_says_whose_it_is(battle):
    assert "not the publisher's" in made_of(battle) and "reconstructed" in made_of(battle)


def test_pages_are_made(battle):
    svg = drawing.map_svg(battle)
    assert pages(printing.board_pdf(battle, svg, sheet="a4", hex=20)) == 5, "four sheets and how they lie"
    assert pages(printing.board_pdf(battle, svg, sheet="poster", hex=20)) == 1
    assert pages(printing.counters_pdf(battle, options(battle), sheet="letter", hex=20)) == 2
    assert pages(printing.forces_pdf(battle, options(battle), sheet="a4")) == 1


def faces_in(pdf):
    """The fonts that a document has in it, by their names."""
    streams = [pdf]
    for found in re.finditer(rb"stream\r?\n(.*?)endstream", pdf, re.S):
        with suppress(zlib.error):
            streams.append(zlib.decompress(found[1]))
    return {name.decode() for part in streams for name in re.findall(rb"/BaseFont\s*/(?:[A-Z]{6}\+)?([\w-]+)", part)}


def test_a_printed_board_is_set_in_the_boards_own_faces(battle):
    found = faces_in(printing.board_pdf(battle, drawing.map_svg(battle), sheet="a4", hex=20))
    assert found and all(name.startswith(("FiraSans", "LibreCaslon")) for name in found), found


@pytest.mark.parametrize("name", PACKS)
def test_the_charts_fit_on_one_sheet(home, name):
    assert pages(printing.charts_pdf(packs.load(name), sheet="a4")) == 1


def test_without_typst_it_is_told_how_to_get_it(battle, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with pytest.raises(packs.PackError, match=re.escape("pip install 'vedette[print]'")):
        typeset.pdf("charts.typ", {}, {})
