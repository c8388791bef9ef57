"""The data of the game of 1978: units, numbers and charts as its rules have them, and the shape of what is our own."""

import csv
import io
import shutil
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise

import pytest

from vedette import packs
from vedette.packs import PackError, find
from vedette.packs.cases import cases_of
from vedette.packs.chart_words import chart_words
from vedette.packs.check import Held, broken, read_claims
from vedette.packs.forces import forces
from vedette.packs.reader import build_board, check_scenarios, read_pack

NAME = "stonewall-1978"
FILES = ("claims/charts.json", "claims/scenarios.json")
REST = ("meta", "grid", "tables", "bytes_of")
STATED = (
    "SW-10.9", "GB-21.72-4", "SW-10.26", "SW-14.26", "GB-24.1-1", "SW-9.0-3", "SW-12.37", "SW-12.38", "SW-19.2-1",
    "SW-20.11-1", "SW-12.11-1", "SW-2.37-1", "SW-ERR-1", "SW-21.0-1", "GB-28.1-1", "SW-3.2-3", "SW-21.0-3",
    "SW-21.0-4", "SW-21.11-1", "SW-21.11-2", "SW-21.12-1", "SW-21.12-2", "SW-21.13-1", "SW-21.13-2", "SW-21.21-1",
    "SW-21.21-2", "SW-21.22-1", "SW-21.22-2", "SW-21.22-4", "SW-19.35-1", "SW-21.14", "GB-25.1", "GB-28.2-1",
    "GB-28.2-2",
)  # fmt: skip
"""Cases about data and set-up that the claims of the pack carry."""
LETTERS = "ABCDE"


@pytest.fixture(scope="module")
def held():
    pack = read_pack(find.folder(NAME))
    return Held(pack, build_board(pack))


@pytest.fixture(scope="module")
def claims():
    folder = find.folder(NAME)
    return [claim for file in FILES for claim in read_claims(file, folder.read(file))]


@pytest.fixture(scope="module")
def plain(held):
    return held.pack.scenario("scenarios/kernstown.toml").plain


@pytest.mark.rule(*STATED)
def test_lists_and_charts_are_as_stated(held, claims):
    assert {claim.cite: wrong for claim in claims if (wrong := broken(claim, held))} == {}
    assert {claim.cite for claim in claims} >= {*STATED}


def test_every_claim_and_every_row_of_the_scenario_names_a_case(claims, plain):
    known = cases_of("SW").keys() | cases_of("GB").keys()
    rows = [*plain["setup"], *plain["reinforcement"], *plain["options"].values(), *plain["victory"]["levels"]]
    assert {c.cite for c in claims} | {row["cite"] for row in (*rows, *plain["victory"]["hills"], plain)} <= known


def copied(tmp_path, held, old, new):
    """The pack with something of its scenario replaced."""
    shutil.copytree(held.pack.folder.base / "scenarios", tmp_path / "scenarios")
    file = tmp_path / "scenarios" / "kernstown.toml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    return packs.reader.Pack(find.Folder("copy", tmp_path), *(getattr(held.pack, f) for f in REST))


@pytest.mark.parametrize(
    ("old", "new", "case"),
    [
        ('"18:20", "18:40"', '"18:20", "19:40"', "SW-21.0-1"),
        ('first_player = "confederate"', 'first_player = "union"', "SW-3.2-3"),
        ('unit = "8 OH"\narea = "kimball"', 'unit = "8 OH"\narea = "tyler"', "SW-21.11-1"),
        ('unit = "L 1 OH"\narea = "kimball"', 'unit = "L 1 OH"\narea = "tyler"', "SW-21.11-2"),
        ("reserve = true\n", "", "SW-21.13-1"),
        ('"4235", "4335"', '"4235"', "SW-21.22-2"),
        ('formation = "limbered"', 'formation = "unlimbered"', "SW-21.22-4"),
        ('exit_edge = "north"', 'exit_edge = "south"', "SW-16.0-3"),
        ('hexes = ["2910"]', 'hexes = ["2911"]', "SW-22.2-3"),
        ('winner = "union", from = 31', 'winner = "union", from = 30', "SW-22.4-2"),
    ],
)
def test_a_wrong_scenario_breaks_the_claim(tmp_path, held, claims, old, new, case):
    moved = copied(tmp_path, held, old, new)
    assert any(broken(claim, Held(moved, held.board)) for claim in claims if claim.cite == case)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('facing = "S"', 'facing = "X"', "facing: invalid enum value 'X'"),
        ('usual = "2219"', 'usual = "2907"', "setup[0].usual: 2907 lies outside kimball"),
        ('area = "kimball"', 'area = "hill"', "there is no area 'hill'; see areas"),
        ('area = "entry"', 'area = "edge"', "there is no area 'edge'; see areas"),
        ('exit_leader = "Jackson"', 'exit_leader = "Ewell"', "there is no unit 'Ewell'"),
        ('hexes = ["2912"]', 'hexes = ["9912"]', "there is no hex 9912"),
        ('values = ["1978", "2007"]', 'values = ["1978", "1999"]', "'1999' is no value of it"),
        ('winner = "union", from = 31', 'winner = "union", from = 32', "the leads of the union side have a gap"),
        ('level = "Draw", from', 'level = "Draw", winner = "union", from', "the leads of the union side have a gap"),
        ("turn = 1\n", "", "missing required field `turn`"),
        ('exit_edge = "north"', 'wild = 1\nexit_edge = "north"', "unknown field `wild`"),
    ],
)
def test_a_broken_scenario_is_one_clear_line(tmp_path, held, old, new, words):
    with pytest.raises(PackError) as error:
        check_scenarios(copied(tmp_path, held, old, new))
    message = str(error.value)
    assert "\n" not in message and "kernstown.toml" in message and words.replace("`", "") in message.replace("`", "")


def test_every_unit_is_there_once_and_has_what_it_needs(held, plain):
    units = [row["unit"] for row in (*plain["setup"], *plain["reinforcement"])]
    assert sorted(units) == sorted(row["id"] for row in held.pack.rows("counters.csv")) and len(units) == 50
    assert forces(held.pack, {"kernstown": plain}) == []


def test_a_formation_that_an_arm_has_not_is_named(held, plain):
    wrong = {**plain, "setup": [{**plain["setup"][0], "formation": "mounted"}, *plain["setup"][1:]]}
    assert any("artillery cannot be mounted" in line for line in forces(held.pack, {"kernstown": wrong}))


def test_all_begin_where_their_area_lets_them_and_within_the_limits(held, plain):
    rows = {row["id"]: row for row in held.pack.rows("counters.csv")}
    stacks = defaultdict(list)
    for row in plain["setup"]:
        assert row["usual"] in plain["areas"][row["area"]], row
        if rows[row["unit"]]["arm"] != "leader":
            stacks[row["usual"]].append(row)
    for hex, found in stacks.items():
        mine = [rows[row["unit"]] for row in found]
        if any(row.get("reserve") for row in found):
            assert all(row.get("reserve") for row in found) and len({row["arm"] for row in mine}) == 1, hex
            points = sum(int(row["strength"]) for row in mine)
            assert len(mine) <= 4 if mine[0]["arm"] == "artillery" else points <= 16, hex
        else:
            points = sum(4 if row["arm"] == "supply" else int(row["strength"]) for row in mine)
            assert len(mine) <= 2 and points <= 8, hex


def test_every_brigade_begins_within_the_reach_of_its_officer(held, plain):
    rows, at = {row["id"]: row for row in held.pack.rows("counters.csv")}, held.board.grid.index
    place = {row["unit"]: at(row["usual"]) for row in plain["setup"]}
    officers = {rows[u]["brigade"]: (h, int(rows[u]["radius"])) for u, h in place.items() if rows[u]["arm"] == "leader"}
    for unit, hex in place.items():
        if brigade := rows[unit]["brigade"]:
            officer, radius = officers[brigade]
            assert held.board.grid.distance(officer, hex) <= radius, unit


# --- charts whose cells are our own


def cells(held, chart):
    return [[cell for name, cell in row.values.items() if name not in ("die", "source")] for row in held.rows(chart)]


def fire(cell):
    """How much a cell of the fire table hurts."""
    return {"-": 0, "PIN": 1, "1*": 2}.get(cell) or (int(cell) + 2 if cell.isdecimal() else 0)


def test_more_strength_and_a_higher_die_never_fire_worse(held):
    table = [[fire(cell) for cell in row] for row in cells(held, "fire")]
    assert all(a <= b for row in table for a, b in pairwise(row))
    assert all(a <= b for one, two in pairwise(table) for a, b in zip(one, two, strict=True))


def test_one_column_of_melee_is_worth_one_on_the_die(held):
    table = cells(held, "melee")
    assert all(one[1:] == two[:-1] for one, two in pairwise(table))


def test_a_better_letter_and_a_lower_die_never_rout_sooner(held):
    worth = {"-": 0, "R?": 1, "R": 2}
    table = [[worth[row[letter]] for letter in LETTERS] for row in held.rows("rout")]
    assert all(a <= b for row in table for a, b in pairwise(row))
    assert all(a <= b for one, two in pairwise(table) for a, b in zip(one, two, strict=True))
    assert [int(row["die"]) for row in held.rows("rout")] == list(range(10))


def test_the_table_of_1978_routs_on_what_the_numbers_of_2007_do(held):
    numbers = {row["letter"]: (int(row["number"]), row["again"]) for row in held.rows("morale_numbers")}
    for row in held.rows("rout"):
        for letter in LETTERS:
            number, again = numbers[letter]
            die = int(row["die"])
            wanted = "R" if die > number else "R?" if die == number and again == "yes" else "-"
            assert row[letter] == wanted, (die, letter)


def test_fewer_points_and_a_lower_die_demoralize_sooner(held):
    table = [[cell == "D" for cell in row] for row in cells(held, "demoralization")]
    assert all(a <= b for row in table for a, b in pairwise(row))
    assert all(a >= b for one, two in pairwise(table) for a, b in zip(one, two, strict=True))


def test_ranges_follow_each_other_and_strength_falls_with_them(held):
    by = defaultdict(list)
    for row in held.rows("range"):
        by[row["weapon"]].append((int(row["from"]), int(row["to"]), Fraction(row["multiplier"])))
    for bands in by.values():
        assert bands[0][0] == 1
        assert all(b[0] == a[1] + 1 and b[2] <= a[2] for a, b in pairwise(bands))


def test_every_chart_is_explained(held):
    assert {path[7:-4] for path in held.pack.tables if path.startswith("charts/")} == set(chart_words(NAME))


def test_every_doubt_of_the_only_copy_is_named(held):
    doubted = {row["name"] for row in held.rows("constants") if row["doubt"]}
    assert doubted == {
        "depletion-confederate", "points-gun-captured", "points-exit", "points-exit-cavalry", "points-hill",
    }  # fmt: skip


def test_what_is_made_up_says_so(held):
    text = held.pack.folder.read("counters.csv").decode()
    made = [row for row in csv.DictReader(io.StringIO(text)) if row["source"].startswith("reconstructed")]
    assert len(made) == 42 and all(len(row["source"]) > len("reconstructed: ") for row in made)
