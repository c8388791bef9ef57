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
