"""The data of Cedar Mountain: every unit, hex, state, arrival, chit and chart as Stonewall's Sword has them."""

import shutil
from fractions import Fraction

import pytest

from tests.packs.test_counter_values import points, worn
from vedette import packs
from vedette.cli.show import document
from vedette.packs import PackError, find
from vedette.packs.chart_words import chart_words
from vedette.packs.check import Held, broken, read_claims
from vedette.packs.reader import build_board, check_scenarios, read_pack

VENGEANCE, SLAUGHTER = "valley-vengeance", "slaughter-mountain"
FILES = ("claims/charts.json", "claims/scenarios.json")
REST = ("meta", "grid", "tables", "bytes_of")
MARKS = {"mounted", "skirmish", "frozen"}
STATED = (
    "SS-4.1-wt-3", "SS-4.4-4", "SS-5.0-2", "SS-10.4-1", "SS-6.3-ev", "SS-10.8-ev-1", "SS-10.8-ev-2", "SS-10.8-ev-3",
    "SS-13.5-ev-1", "SS-13.5-tec-1", "SS-13.5-tec-2", "SS-13.5-tec-3", "SS-13.5-tec-4", "SS-13.5-tec-5",
    "SS-22.0-1", "SS-22.1-2", "SS-22.1-u-crawford", "SS-22.1-u-gordon", "SS-22.1-u-geary", "SS-22.1-u-prince",
    "SS-22.1-u-greene", "SS-22.1-u-art", "SS-22.1-u-cav", "SS-22.1-c-garnett", "SS-22.1-c-ronald",
    "SS-22.1-c-taliaferro", "SS-22.1-c-early", "SS-22.1-c-absent", "SS-22.1-c-thomas", "SS-22.1-c-art",
    "SS-22.1-r-7", "SS-22.1-r-8", "SS-22.1-r-9", "SS-22.1-s1-2", "SS-22.2-4", "SS-22.2-u-crawford",
    "SS-22.2-u-gordon", "SS-22.2-u-geary", "SS-22.2-u-prince", "SS-22.2-u-greene", "SS-22.2-u-art", "SS-22.2-u-cav",
    "SS-22.2-c-garnett", "SS-22.2-c-taliaferro", "SS-22.2-c-early", "SS-22.2-c-trimble", "SS-22.2-c-forno",
    "SS-22.2-c-art", "SS-22.2-r-4", "SS-22.2-r-5", "SS-22.2-r-7", "SS-22.2-r-8", "SS-22.2-r-9", "SS-22.2-s1-2",
)  # fmt: skip
"""Cases about data that the claims of the pack carry; those about play are carried by the tests of their chapters."""


@pytest.fixture(scope="module")
def held():
    pack = read_pack(find.folder("cedar-mountain"))
    return Held(pack, build_board(pack))


@pytest.fixture(scope="module")
def claims():
    folder = find.folder("cedar-mountain")
    return [claim for file in FILES for claim in read_claims(file, folder.read(file))]


@pytest.fixture(scope="module")
def slaughter():
    return packs.load(f"cedar-mountain/{SLAUGHTER}")


@pytest.fixture(scope="module")
def vengeance():
    return packs.load(f"cedar-mountain/{VENGEANCE}")


@pytest.mark.rule(*STATED)
def test_charts_chits_and_scenarios_are_as_stated(held, claims):
    assert {claim.cite: wrong for claim in claims if (wrong := broken(claim, held))} == {}
    assert {claim.cite for claim in claims} >= {*STATED}


@pytest.mark.parametrize(
    ("scenario", "old", "new", "case"),
    [
        (VENGEANCE, 'unit = "Knap"\nhex = "1607"', 'unit = "Knap"\nhex = "1608"', "SS-22.1-u-art"),
        (VENGEANCE, 'marks = ["skirmish"]', "marks = []", "SS-22.1-u-prince"),
        (VENGEANCE, 'turn = 8\nunit = "1st TN"', 'turn = 9\nunit = "1st TN"', "SS-22.1-r-8"),
        (VENGEANCE, "brigades = []\nfrom = 9", "brigades = []\nfrom = 7", "SS-22.1-2"),
        (VENGEANCE, "2914-2915-2916-2917", "2914-2915-2916", "SS-22.1-s5"),
        (VENGEANCE, "exclude_by_opponent = 2", "exclude_by_opponent = 1", "SS-8.2-2"),
        (SLAUGHTER, 'hex = "3409"\nmarks = ["frozen"]', 'hex = "3409"\nmarks = []', "SS-22.2-s2-1"),
        (SLAUGHTER, 'unit = "12th MA"\nhex = "1300"', 'unit = "12th MA"\nhex = "2400"', "SS-20.2c-3"),
        (SLAUGHTER, 'hexes = ["3608"], points = 9', 'hexes = ["3608"], points = 8', "SS-19.2-3"),
        (SLAUGHTER, '"7:40", "8:00"', '"7:40", "8:20"', "SS-22.2-s1-2"),
    ],
)
def test_a_wrong_scenario_breaks_the_claim(tmp_path, held, claims, scenario, old, new, case):
    shutil.copytree(held.pack.folder.base / "scenarios", tmp_path / "scenarios")
    file = tmp_path / "scenarios" / f"{scenario}.toml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    moved = packs.reader.Pack(find.Folder("copy", tmp_path), *(getattr(held.pack, f) for f in REST))
    assert any(broken(claim, Held(moved, held.board)) for claim in claims if claim.cite == case)


def stated(claims, scenario, do):
    """Every unit that the claims name for a scenario: unit -> turn, hex and marks."""
    rows = [row for claim in claims for row in claim.holds if (row["do"], row.get("scenario")) == (do, scenario)]
    return {u: (row.get("turn", 0), hex, {*row.get("marks", ())}) for row in rows for u, hex in row["units"].items()}


@pytest.mark.rule("SS-2.0-2", "SS-22.1-1", "SS-22.1-s1", "SS-22.2-1", "SS-22.2-s1")
@pytest.mark.parametrize(
    ("scenario", "turns", "clock", "standing", "coming"),
    [(VENGEANCE, (7, 11), ("5:40", "7:00"), 60, 14), (SLAUGHTER, (1, 14), ("3:40", "8:00"), 63, 23)],
)
def test_show_has_every_unit_hex_state_and_turn(claims, scenario, turns, clock, standing, coming):
    found = document(f"cedar-mountain/{scenario}", {})
    units = {u["id"]: u for u in found["units"]}
    stand = {id: (0, u["hex"], MARKS & {*u["states"]}) for id, u in units.items() if u["hex"]}
    come = {r["id"]: (r["turn"], r["hex"], {*()}) for r in found["reinforcements"]}
    assert stand == stated(claims, scenario, "stands") and come == stated(claims, scenario, "arrives")
    assert (len(stand), len(come), len(units)) == (standing, coming, standing + coming)
    assert (found["turns"]["first"], found["turns"]["last"]) == turns
    assert (found["clock"][0], found["clock"][-1]) == clock
    assert found["profile"] == "stonewalls-sword" and found["released"] == []
    assert {s: (len(c["pool"]), c["key"], c["random"]) for s, c in found["chits"].items()} == {
        "union": (7, 1, 4), "confederate": (7, 1, 4),
    }  # fmt: skip


@pytest.mark.rule("SS-22.1-s6", "SS-10.5-1", "SS-20.3-2")
def test_options_are_those_of_the_scenario_and_bring_their_brigades(vengeance, slaughter):
    assert set(vengeance.scenario["options"]) == {"rules", "artillery-stacking", "rebuild-option", "no-events"}
    three = {"stonewalls-bad-day", "popes-reinforcements", "hills-rearguard"}
    assert set(slaughter.scenario["options"]) == {*vengeance.scenario["options"], *three}
    for battle in (vengeance, slaughter):
        assert battle.scenario["wild"] == ["Fog of War", "Fortunes of War"]
    own = {row["unit"] for row in (*slaughter.scenario["setup"], *slaughter.scenario["reinforcement"])}
    assert {slaughter.counters[u]["brigade"] for u in {*slaughter.counters} - own} == {"Stafford"}
    waits = {"popes-reinforcements": 16, "hills-rearguard": 4}
    for option, many in waits.items():
        more = document(f"cedar-mountain/{SLAUGHTER}", {option: True})["units"]
        assert len(more) == 86 + many and sum(u.get("place") == "not arrived" for u in more) == many


@pytest.mark.rule("SS-5.0-1", "SS-8.2-4", "SS-4.4-3")
def test_infantry_has_a_brigade_and_a_division_with_a_chit_and_guns_and_horse_have_none(slaughter):
    rated = {(r["side"], r["chit"]) for r in slaughter.charts["command_ratings"] if r["kind"] == "division"}
    brigades = {(r["side"], r["brigade"]): r["division"] for r in slaughter.counters.values() if r["brigade"]}
    for unit, row in slaughter.counters.items():
        assert (row["brigade"] != "") == (row["division"] != "") == (row["arm"] == "infantry"), unit
        assert row["arm"] != "infantry" or brigades[row["side"], row["brigade"]] == row["division"], unit
        assert row["arm"] != "infantry" or (row["side"], row["division"]) in rated, unit
    tracks = {row["side"]: row["common"] for row in slaughter.scenario["special"] if row["do"] == "chit_track"}
    assert tracks == {"confederate": "Find General Jackson!", "union": "Send a Courier to General Pope!"}


MEN = {"union": 12449 + 165, "confederate": 13900}
GUNS = {"union": 42, "confederate": 36}
PRINTED = {"5th CT", "111th PA", "3rd MD", "109th PA", "5th VA", "45th GA", "49th GA", "1st PA"}


@pytest.mark.rule("SS-4.1-bw-1", "SS-4.1-bw-2", "SS-4.1-bw-3", "SS-4.1-cr-1", "SS-4.1-wt-1", "SS-4.1-wt-2")
def test_counters_are_men_by_fifty_and_their_worn_side_by_the_formula(slaughter):
    allowed = {"infantry": {"R", "S"}, "artillery": {"R", "S", "Mx"}, "cavalry": {"Sr"}}
    mixed = []
    for unit, row in slaughter.counters.items():
        assert worn(int(row["fresh_sp"]), int(row["fresh_cr"])) == (row["worn_sp"], row["worn_cr"]), unit
        sp, men = points(row["fresh_sp"]), int(row["men_or_guns"])
        few = 2 if "SS-6.1-3" in row["source"] else 0  # who begins in one hex with others must fit into it
        assert men - few <= sp <= men if row["arm"] == "artillery" else abs(Fraction(sp) - Fraction(men, 50)) <= 1 + few
        assert row["weapon"] in allowed[row["arm"]], unit
        mixed += [unit] if row["weapon"] == "Mx" else []
        named = any(word in row["source"] for word in ("example SS-EX", "rule SS-4.1-wt"))
        assert named == (unit in PRINTED), unit
    assert len(mixed) == 1 and slaughter.counters[mixed[0]]["side"] == "confederate"
    for side, men in MEN.items():
        mine = [r for r in slaughter.counters.values() if r["side"] == side]
        assert sum(int(r["men_or_guns"]) for r in mine if r["arm"] != "artillery") == men
        assert sum(int(r["men_or_guns"]) for r in mine if r["arm"] == "artillery") == GUNS[side]


def test_every_chart_is_told_in_words_and_the_combat_table_is_that_of_the_system(slaughter):
    words = chart_words("cedar-mountain")
    assert set(words) == set(slaughter.charts) and all(row["title"] and row["explained"] for row in words.values())
    other = packs.load("kernstown/the-stone-wall")
    plain = [{k: v for k, v in row.items() if k != "source"} for row in other.charts["crt"]]
    assert [{k: v for k, v in row.items() if k != "source"} for row in slaughter.charts["crt"]] == plain


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('option = "hills-rearguard"', 'option = "rearguard"', "there is no option 'rearguard'"),
        ('kind = "called"', 'kind = "called"\nturn = 3', "who is called has no turn"),
        ("exclude_by_opponent", "excluded_by", "unknown field"),
    ],
)
def test_a_wrong_row_is_named(tmp_path, held, old, new, said):
    shutil.copytree(held.pack.folder.base / "scenarios", tmp_path / "scenarios")
    file = tmp_path / "scenarios" / f"{SLAUGHTER}.toml"
    file.write_text(file.read_text().replace(old, new, 1))
    moved = packs.reader.Pack(find.Folder("copy", tmp_path), *(getattr(held.pack, f) for f in REST))
    with pytest.raises(PackError) as found:
        check_scenarios(moved)
    assert said in str(found.value)


@pytest.mark.parametrize("name", [VENGEANCE, SLAUGHTER])
def test_every_stack_at_the_start_stands_within_the_limit(name, vengeance, slaughter):
    battle = {VENGEANCE: vengeance, SLAUGHTER: slaughter}[name]
    stacks: dict[str, Fraction] = {}
    for row in battle.scenario["setup"]:
        points_of = points(battle.counters[row["unit"]]["fresh_sp"])
        stacks[row["hex"]] = stacks.get(row["hex"], Fraction()) + min(Fraction(8), Fraction(points_of))
    assert {hex: sum for hex, sum in stacks.items() if sum > 8} == {}
