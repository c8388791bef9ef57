"""The reconstructed counters: men and guns by history, worn sides by the formula, printed values as printed."""

import re
import shutil
from collections import Counter

import pytest

from vedette import packs
from vedette.packs.find import Folder
from vedette.packs.forces import forces
from vedette.packs.inherit import read_whole
from vedette.packs.reader import read_pack

FACES = (
    ("fresh_sp", "fresh_cr", "worn_sp", "worn_cr"),
    ("dismounted_sp", "dismounted_cr", "dismounted_worn_sp", "dismounted_worn_cr"),
)
PRINTED = {
    "1 WV (Ely)": {"fresh_sp": "3", "fresh_cr": "2"},
    "4 WV": {"worn_sp": "4", "worn_cr": "1"},
    "36 VA (Smith)": {"worn_sp": "5", "worn_cr": "4"},
    "60 NC": {"worn_sp": "2", "worn_cr": "3"},
    "7 IN-b": {"worn_cr": "2"},
    "110 PA-a": {"worn_cr": "2"},
    "54 PA-b": {"fresh_sp": "5"},
    "7 VA-a": {"fresh_sp": "3", "fragile": "no"},
    "7 VA-b": {"fresh_sp": "3", "fragile": "no"},
}
"""What rules and examples give away of a counter."""
LIMITED = {"1 MI"}
"""Whose strength a rule limits without saying what it is."""
BATTLES = {"first": ("first-kernstown", "jackson-is-aware"), "second": ("breckinridge-attacks", "second-kernstown")}
MEN = {
    ("first", "union"): 7940, ("first", "confederate"): 3377, ("second", "union"): 10950,
    ("second", "confederate"): 15250,
}  # fmt: skip
"""Infantry and cavalry by history, those of the what-if among them (KT 20.3), without 100 riders of 1 MI."""
GUNS = {
    ("first", "union"): 24, ("first", "confederate"): 27, ("second", "union"): 22, ("second", "confederate"): 49,
}  # fmt: skip
ORIGINAL = {"7 OH", "7 IN", "1 WV", "110 PA", "29 OH", "8 OH"}


def points(text):
    return 0.5 if text == "C" else float(text or 0)


def worn(sp, cr):
    """Half is left, three points at least are lost; what cannot be lost comes off the rating (SS-4.1-bw-1 to 3)."""
    if sp > 3:
        return str(min(sp // 2, sp - 3)), str(max(0, cr - 1))
    return "C", str(max(0, cr - 1 - (3 - sp)))


def test_the_formula_gives_the_printed_pairs():
    assert worn(4, 3) == ("1", "2") and worn(3, 3) == ("C", "2")
    assert worn(10, 5) == ("5", "4") and worn(8, 2) == ("4", "1") and worn(5, 4) == ("2", "3")


def test_every_worn_side_comes_out_of_the_formula(battle):
    for unit, row in battle.counters.items():
        for sp, cr, worn_sp, worn_cr in FACES:
            if row["fragile"] == "yes":
                assert row["fresh_sp"] == row["fresh_cr"] == "", unit
            elif row[sp]:
                assert worn(int(row[sp]), int(row[cr])) == (row[worn_sp], row[worn_cr]), unit


def test_strength_is_men_by_fifty_or_a_point_a_gun(battle):
    for unit, row in battle.counters.items():
        sp, men = points(row["fresh_sp"] or row["worn_sp"]), int(row["men_or_guns"])
        assert sp == men if row["arm"] == "artillery" else abs(sp - men / 50) <= 1, unit
        assert 0 < sp <= 10, unit


def fighting(battle, side):
    """The counters of a side that some scenario of a battle brings on."""
    scenarios = [packs.load(f"kernstown/{name}").scenario for name in BATTLES[battle]]
    ids = {row["unit"] for s in scenarios for row in (*s["setup"], *s["reinforcement"])}
    counters = packs.load("kernstown/the-stone-wall").counters
    return [counters[id] for id in ids if counters[id]["side"] == side]


@pytest.mark.parametrize(("battle", "side"), MEN)
def test_totals_are_within_a_tenth_of_history(battle, side):
    rows = [r for r in fighting(battle, side) if r["arm"] != "artillery"]
    mine = sum(50 * points(r["fresh_sp"] or r["worn_sp"]) for r in rows)
    assert sum(int(r["men_or_guns"]) for r in rows) == MEN[battle, side]
    assert abs(mine / MEN[battle, side] - 1) <= 0.1


@pytest.mark.parametrize(("battle", "side"), GUNS)
def test_every_gun_is_a_point(battle, side):
    assert sum(int(r["fresh_sp"]) for r in fighting(battle, side) if r["arm"] == "artillery") == GUNS[battle, side]


def test_nine_hundred_and_fifty_to_a_thousand_men_of_terry(battle):
    assert 19 <= sum(int(battle.counters[u]["fresh_sp"]) for u in ("2/33 VA", "10/37 VA", "21/50 VA")) <= 20


def test_weapons_fit_the_arm(battle):
    allowed = {"infantry": {"R", "S", "SS"}, "artillery": {"R", "S", "Mx"}, "cavalry": {"C", "CC"}}
    for unit, row in battle.counters.items():
        assert row["weapon"] in allowed[row["arm"]], unit
        assert (row["weapon"] == "SS") == (row["sharpshooter"] == "yes"), unit


def test_cavalry_has_its_dismounted_side(battle):
    for unit, row in battle.counters.items():
        on_foot = row["mounted_only"] == "no"
        assert (row["mounted_only"] != "") == (row["arm"] == "cavalry"), unit
        assert on_foot == (row["dismounted_weapon"] != "") == (row["dismounted_worn_sp"] != ""), unit
        own, down = ("worn_sp", "dismounted_worn_sp") if row["fragile"] == "yes" else ("fresh_sp", "dismounted_sp")
        assert not on_foot or int(row[down]) == 3 * int(row[own]) // 4, unit


def test_halves_of_a_regiment_are_alike(battle):
    for regiment in ORIGINAL:
        a, b = (battle.counters[f"{regiment}-{half}"] for half in "ab")
        assert (a["weapon"], a["fresh_cr"]) == (b["weapon"], b["fresh_cr"]), regiment


def test_printed_counters_name_their_rule_or_example(battle):
    named = {u for u, row in battle.counters.items() if re.search(r"(rule|example) KT-", row["source"])}
    assert named == {*PRINTED} | LIMITED


@pytest.mark.parametrize("unit", PRINTED)
def test_printed_values_are_as_printed(battle, unit):
    assert {key: battle.counters[unit][key] for key in PRINTED[unit]} == PRINTED[unit]


def test_some_are_fragile_most_cavalry_can_dismount_and_some_of_it_has_only_pistols(battle):
    rows = list(battle.counters.values())
    rides = [r["mounted_only"] for r in rows if r["arm"] == "cavalry"]
    assert any(r["fragile"] == "yes" for r in rows) and any(r["dismounted_weapon"] == "CC" for r in rows)
    assert rides.count("no") > rides.count("yes") > 0


def test_a_name_that_several_share_is_the_id_of_none(battle):
    names = Counter(row["name"] for row in battle.counters.values())
    twice = {name for name, n in names.items() if n > 1}
    assert twice == {"1 WV", "2 MD PHB", "SS Btln", "36 VA", "22 VA"}
    for id, row in battle.counters.items():
        assert id == (f"{row['name']} ({row['brigade']})" if row["name"] in twice else row["name"])


@pytest.mark.parametrize(
    ("unit", "rating"), [("2 VA", "4"), ("27 VA", "4"), ("37 VA", "4"), ("1 VA", "3"), ("5 VA", "5")]
)
def test_quality_of_regiments_at_first_kernstown(battle, unit, rating):
    assert battle.counters[unit]["fresh_cr"] == rating


def test_every_unit_of_the_scenario_has_a_counter_and_a_chit(battle):
    chits = {b: a["chit"] for a in battle.scenario["activation"] for b in a["brigades"]}
    for row in [*battle.scenario["setup"], *battle.scenario["reinforcement"]]:
        counter = battle.counters[row["unit"]]
        assert counter["brigade"] in chits or counter["arm"] == "artillery", row["unit"]
    assert len(battle.counters) == 161


@pytest.mark.parametrize(
    ("path", "old", "new", "says"),
    [
        ("counters.csv", "5,R,4,2,3,no,no", "5,R,4,,3,no,no", "there is no worn_sp"),
        ("counters.csv", "no,no,no,4,R,3,1,2", "no,no,no,4,,3,1,2", "there is no dismounted_weapon"),
        ("counters.csv", "36 VA (Smith)", "36 VA of Smith", "36 VA: write its brigade in brackets"),
        ("pack.toml", 'Vaughn = "#a98fc9"', "", "pack.toml has no colour for the brigade Vaughn"),
        ("scenarios/first-kernstown.toml", 'marks = ["mounted"]', "", "whether it is mounted or dismounted"),
        ("scenarios/first-kernstown.toml", 'marks = ["skirmish"]', 'marks = ["mounted"]', "mounted and is no cavalry"),
        ("scenarios/first-kernstown.toml", 'marks = ["mounted"]', 'marks = ["dismounted"]', "has no dismounted side"),
    ],
)
def test_a_force_that_cannot_fight_is_named(tmp_path, folder, path, old, new, says):
    copy = shutil.copytree(folder, tmp_path / "copy")
    file = copy / path
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new, 1))
    for scenario in (copy / "scenarios").glob("*.toml"):
        if path == "counters.csv" and "(" in old:
            scenario.write_text(scenario.read_text().replace(old, new))
    found = Folder("copy", copy)
    pack = read_pack(found)
    plain = {
        name: read_whole(found, f"scenarios/{name}.toml").plain for name in (*BATTLES["first"], *BATTLES["second"])
    }
    wrong = forces(pack, plain)
    assert wrong and all(says in line for line in wrong), wrong


def test_every_force_can_fight(folder):
    found = Folder("kernstown", folder)
    paths = found.listed("scenarios", ".toml")
    assert forces(read_pack(found), {path: read_whole(found, path).plain for path in paths}) == []
