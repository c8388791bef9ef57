"""`vedette odds`: exact chances of a position's combat."""

from tests.cli.conftest import Vedette, Write, fire

SHOOT = 'actions = ["7 OH-a fire at 1834"]'


def test_odds_have_the_keys_of_the_contract(run: Vedette, position: Write) -> None:
    odds = run("odds", position(fire(SHOOT)), "--json").json
    assert odds["column"] == {"base": "6-7", "final": "4"}
    wall = {"name": "stone wall", "columns": -2, "cite": "KT-12.3-shift-wall", "applied": True}
    assert wall in odds["shifts"] and {"KT-12.3-shift-flanking"} <= {s["cite"] for s in odds["shifts"]}
    assert all({"kind", "answer", "cite"} == a.keys() for a in odds["assumed"])


def test_weights_are_whole_and_fall(run: Vedette, position: Write) -> None:
    odds = run("odds", position(fire(SHOOT)), "--json").json
    weights = [r["weight"] for r in odds["results"]]
    assert sum(weights) == odds["total_weight"] == 6**4 and weights == sorted(weights, reverse=True)
    assert all(r["probability"] == r["weight"] / 6**4 for r in odds["results"])
    assert {"27 VA"} == {unit for r in odds["results"] for unit in r["units"]}


def test_dice_of_earlier_actions_are_used_and_later_ones_left(run: Vedette, position: Write) -> None:
    odds = run("odds", position(fire(f'{SHOOT}\ndice = ["11", "12"]')), "--json")
    assert odds.status == 0 and odds.json["total_weight"] == 6**4


def test_what_opens_no_combat_is_bad_input(run: Vedette, position: Write) -> None:
    said = run("odds", position(fire('actions = ["done"]')))
    assert said.status == 2 and "'done': the last action opens no fire and no close combat" in said.err
    refused = run("odds", position(fire('actions = ["7 OH-a fire at 1835"]')))
    assert refused.status == 2 and "is refused" in refused.err and refused.err.count("\n") == 1
    assert "key 'actions' is missing" in run("odds", position(fire(""))).err


def test_words_for_a_person(run: Vedette, position: Write) -> None:
    out = run("odds", position(fire(SHOOT))).out
    assert "column 6-7, after shifts 4" in out and "864/1296" in out and "no effect" in out


CLOSE = """empty = true
begin = "close-combat"
active = "Tyler"
actions = ["assault 1834"]
unit = [{ id = "7 OH-a", hex = "1733" }, { id = "27 VA", hex = "1834" }, { id = "21 VA", hex = "1834" }]
"""


def test_a_fire_is_told_in_a_few_totals_before_its_rows(run: Vedette, position: Write) -> None:
    """Their weights are those of the rows that say it."""
    odds = run("odds", position(fire(SHOOT)), "--json").json
    totals = {t["name"]: t for t in odds["totals"]}
    rows = [(row["units"].get("27 VA", []), row["weight"]) for row in odds["results"]]
    gone = ("retreat", "box", "eliminated")
    assert totals["1834 emptied"]["weight"] == sum(w for words, w in rows if any(x.startswith(gone) for x in words))
    assert totals["no effect"]["weight"] == sum(w for words, w in rows if not words) > 0
    hurt = sum(w for words, w in rows if any(x.startswith(("depleted", "box", "eliminated")) for x in words))
    assert totals["a defender loses strength"]["weight"] == hurt
    assert all(t["probability"] == t["weight"] / odds["total_weight"] for t in odds["totals"])
    assert "an attacker loses strength" not in totals, "nobody fires back"


def test_a_close_combat_says_whether_the_hex_is_taken_and_folds_its_many_rows(run: Vedette, position: Write) -> None:
    out = run("odds", position(CLOSE)).out
    assert "1834 taken" in out and "all attackers driven off" in out
    rows = [line for line in out.splitlines() if "/279936" in line]
    many = run("odds", position(CLOSE), "--all").out
    whole = [line for line in many.splitlines() if "/279936" in line]
    assert len(rows) == 20 < len(whole) and rows == whole[:20]
    assert f"in {len(whole) - 20} more rows (--all prints them)" in out and "more rows" not in many
