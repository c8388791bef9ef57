"""What chapter 20 states besides rules: how long each scenario lasts, which counters are meant."""

from itertools import pairwise

import pytest

import vedette

LENGTHS = [
    ("first-kernstown", 18, "1:20", "7:00"),
    ("jackson-is-aware", 18, "1:20", "7:00"),
    ("breckinridge-attacks", 9, "2:20", "5:00"),
    ("second-kernstown", 16, "12:00", "5:00"),
    ("what-if-second-kernstown", 16, "12:00", "5:00"),
]


@pytest.mark.rule("KT-20.2-length", "KT-20.3-length", "KT-20.4-length", "KT-20.5-length", "KT-20.6-length")
@pytest.mark.parametrize("id, turns, begins, ends", LENGTHS)
def test_a_scenario_lasts_so_many_turns_of_twenty_minutes(id, turns, begins, ends):
    scenario = vedette.battle(f"kernstown/{id}").scenario
    clock = scenario["clock"]
    assert (scenario["turns"], clock[0], clock[-1]) == ({"first": 1, "last": turns}, begins, ends)
    minutes = [60 * (int(hour) % 12) + int(minute) for hour, _, minute in (time.partition(":") for time in clock)]
    assert {b - a for a, b in pairwise(minutes)} == {20}


def units(id):
    """The counters that a scenario brings on, by id."""
    battle = vedette.battle(f"kernstown/{id}")
    rows = [*battle.scenario["setup"], *battle.scenario["reinforcement"]]
    return {row["unit"]: battle.counters[row["unit"]] for row in rows}


@pytest.mark.rule("KT-20.2f")
def test_ashby_has_two_units_of_three_points_and_no_fragile_ones():
    ashby = [row for row in units("first-kernstown").values() if row["brigade"] == "Ashby"]
    assert [(row["fresh_sp"], row["fragile"]) for row in ashby] == [("3", "no"), ("3", "no")]


@pytest.mark.rule("KT-20.4-54PA")
def test_54_pa_b_is_the_one_of_five_points():
    found = {id: row["fresh_sp"] for id, row in units("breckinridge-attacks").items() if id.startswith("54 PA")}
    assert set(found) == {"54 PA-a", "54 PA-b"} and found["54 PA-b"] == "5" != found["54 PA-a"]


@pytest.mark.rule("KT-20.4-wharton")
def test_whartons_brigades_are_breckinridges_division():
    found = {row["brigade"] for row in units("breckinridge-attacks").values() if row["division"] == "Breckinridge"}
    assert found == {"Forsberg", "Patton", "Smith"}
