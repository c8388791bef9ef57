"""The reconstructed counters: men and guns by history, worn sides by the formula, printed values as printed."""

import re

import pytest

FACES = (
    ("fresh_sp", "fresh_cr", "worn_sp", "worn_cr"),
    ("dismounted_sp", "dismounted_cr", "dismounted_worn_sp", "dismounted_worn_cr"),
)
PRINTED = {"1 WV (Ely)", "4 WV", "36 VA (Smith)", "60 NC", "7 IN-b", "110 PA-a", "54 PA-b", "7 VA-a", "7 VA-b"}
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


def test_totals_are_within_a_tenth_of_history(battle):
    for side in ("union", "confederate"):
        rows = [r for r in battle.counters.values() if r["side"] == side and r["arm"] != "artillery"]
        mine = sum(50 * points(r["fresh_sp"] or r["worn_sp"]) for r in rows)
        assert abs(mine / sum(int(r["men_or_guns"]) for r in rows) - 1) <= 0.1, side


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
    assert named == PRINTED


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
