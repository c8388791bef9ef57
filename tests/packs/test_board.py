"""The boards against their claims and drawings, and that of Kernstown against the ground as history has it."""

import re
from pathlib import Path

import pytest

from vedette import packs
from vedette.board.flood import flood
from vedette.hexes import hexes_of
from vedette.packs.claims import read_claims
from vedette.packs.ground import outdated

BOTH = ("kernstown", "cedar-mountain")
BATTLES = Path(packs.__file__).parent.parent / "battles"
CASES = Path(packs.__file__).parent.parent / "rules" / "cases"


@pytest.fixture
def board(battle):
    return battle.board


@pytest.fixture
def at(board):
    return board.grid.index


@pytest.fixture(params=BOTH)
def name(request):
    """Each pack in turn."""
    return request.param


@pytest.fixture
def each(name):
    """The board of each pack in turn."""
    return packs.load(name, board_only=True).board


def test_board_is_what_the_drawing_gives(name):
    assert outdated(BATTLES / name) == []


def test_every_correction_is_on_the_board(name, each):
    file = BATTLES / name / "corrections.csv"
    for row in packs.table.read_table(file.name, file.read_bytes()).rows:
        field, value = row["field"], row["value"]
        hex, *rest = (each.grid.index(h) for h in row["hex"].split("-"))
        if rest:
            found = each.hexsides.get((hex, *rest), frozenset()) | each.hexsides.get((*rest, hex), frozenset())
            assert (value in found) == (field == "hexside"), row.values
            continue
        key, _, word = value.partition("=")
        have = each.features[hex].get(key)
        fits = {
            "level": str(each.level[hex]) == value,
            "terrain": each.terrain[hex] == value,
            "feature": have is not None and (not word or word in have),
            "no-feature": have is None,
        }
        assert fits[field], row.values


def test_steep_wherever_levels_differ_by_two_and_nowhere_else(each):
    for a in range(each.grid.size):
        for b in each.grid.neighbours[a]:
            found = each.hexsides.get((a, b), frozenset())
            assert ("steep" in found) == (each.level[a] - each.level[b] == 2), each.grid.name(a)


def test_the_crest_is_the_highest_ground_east_of_it(board, at):
    for chain in packs.load("kernstown/the-stone-wall").scenario["area"]["perimeter"][1:2]:
        for name in chain.split("-"):
            line, place = name[:2], int(name[2:])
            level = board.level[at(name)]
            assert board.level[at(f"{line}{place - 3:02d}")] <= level - 2, name
            assert all(board.level[at(f"{line}{p:02d}")] < level for p in range(place - 2)), name


def test_open_field_then_wood_before_the_wall(board, at):
    for name in ("1834", "1835", "1836"):
        wall = hex = at(name)
        assert board.level[board.grid.around[hex][0]] < board.level[hex], name
        depth = 0
        while board.terrain[hex] == "clear" and depth < 5:
            hex = board.grid.around[hex][0]  # north-east
            depth += 1
        assert board.terrain[hex] == "light-woods" and 2 <= depth <= 3, name
        assert not board.crossing.get((board.grid.around[wall][0], wall)), "the wall alone protects"


def test_pritchards_hill_commands_the_pike_and_the_church(board, at):
    hill = board.level[at("2423")]
    assert hill - board.level[at("2418")] >= 3 and hill - board.level[at("3022")] >= 3


def test_roads_that_cross_the_map_do(board):
    edge = board.grid.edge
    for road in board.roads:
        if road.kind in ("turnpike", "road"):
            ends = road.hexes[0], road.hexes[-1]
            assert road.name == "Back Road" or all(edge >> end & 1 for end in ends), road.name


@pytest.mark.rule("KT-20.1a-1")
def test_units_stand_and_arrive_within_the_area(battle, board, at):
    area = battle.scenario["area"]
    rim = {at(name) for chain in area["perimeter"] for name in chain.split("-")}
    inside = set(hexes_of(flood(board.grid, rim, at(area["inside"]))))
    for row in [*battle.scenario["setup"], *battle.scenario["reinforcement"]]:
        assert at(row["hex"]) in inside, row["unit"]
        assert board.terrain[at(row["hex"])] in ("clear", "light-woods", "orchard"), row["unit"]
    assert at("1025") not in inside and at("2834") not in inside and at("1041") in inside


def test_sources_name_cases_that_exist(name):
    folder = BATTLES / name
    known = {line.split(",")[0] for file in CASES.glob("??.csv") for line in file.read_text().splitlines()}
    for file in [*folder.glob("*.csv"), *folder.glob("charts/*.csv"), *folder.glob("scenarios/*.toml")]:
        for case in re.findall(r"(?:rule |cite = \")([A-Z]{2}-[\w.-]+)", file.read_text()):
            assert case.rstrip(".") in known, (file.name, case)


def test_claims_name_cases_that_exist(name):
    known = {line.split(",")[0] for file in CASES.glob("??.csv") for line in file.read_text().splitlines()}
    for file in (BATTLES / name).glob("claims/*.json"):
        cites = {claim.cite for claim in read_claims(file.name, file.read_bytes())}
        assert not {c for c in cites - known if "-EX-" not in c}, file.name


def test_case_lists_are_whole():
    for file in CASES.glob("??.csv"):
        rows = packs.table.read_table(file.name, file.read_bytes()).rows
        ids = [row["id"] for row in rows]
        assert len(ids) == len(set(ids)) and all(i.startswith(file.stem[:2]) for i in ids), file.name


def test_every_chapter_of_a_case_list_has_a_title():
    for file in CASES.glob("??-chapters.csv"):
        titled = [row["chapter"] for row in packs.table.read_table(file.name, file.read_bytes()).rows]
        cases = packs.table.read_table("cases", (CASES / f"{file.stem[:2]}.csv").read_bytes()).rows
        used = {re.split(r"[-.]", row["id"])[1] for row in cases}
        assert len(titled) == len(set(titled)) and used <= set(titled), used - set(titled)
