"""`vedette try`: the referee."""

import pytest

from tests.cli.conftest import BATTLE, Vedette, Write, fire
from vedette.cli.referee import given_up


def test_battle_alone_is_the_set_up(run: Vedette, position: Write) -> None:
    tried = run("try", position(""), "--json")
    assert tried.status == 0
    assert tried.json["units"] == run("show", BATTLE, "--json").json["units"]
    assert {d["seat"] for d in tried.json["decisions"]} == {"union", "confederate"}


def test_without_dice_chance_is_asked_and_its_texts_are_accepted(run: Vedette, position: Write) -> None:
    waiting = run("try", position(fire('actions = ["7 OH-a fire at 1834"]')), "--json").json["decision"]
    assert waiting["seat"] == "chance" and len(waiting["actions"]) == 36
    rolled = run("try", position(fire('actions = ["7 OH-a fire at 1834", "chance: 66", "chance: 12"]')), "--json")
    assert [e["roll"] for e in rolled.json["events"] if e["kind"] in ("fire", "test")] == [66, 12]


def test_dice_of_the_file_are_used_in_order(run: Vedette, position: Write) -> None:
    tried = run("try", position(fire('actions = ["7 OH-a fire at 1834"]\ndice = ["66", 12]')), "--json")
    fired = next(e for e in tried.json["events"] if e["kind"] == "fire")
    assert (fired["roll"], fired["units"], fired["hex"]) == (66, ["7 OH-a"], "1834")
    assert tried.json["decision"]["seat"] != "chance"


@pytest.mark.parametrize(
    "more, words",
    [
        ('actions = ["7 OH-a fire at 1834"]\ndice = ["66"]', "line 7: dice: 1 entry is given and one more is needed"),
        ('actions = ["7 OH-a fire at 1834"]\ndice = ["11", "12", "13"]', "line 7: dice: 2 of 3 entries were not used"),
        ('actions = ["7 OH-a fire at 1834"]\ndice = ["77"]', "line 7: dice: entry 1, '77', cannot come here"),
        ("foe = 1", "line 6: key 'foe' is not known"),
        ('turn = "six"', "Cannot overwrite a value"),
        ("dice = 5", "line 6: key 'dice': expected a list, got a whole number"),
        ("set = {fog = true}", "has no option 'fog'"),
        ('held = {union = ["Foo"]}', "line 6: held.union: there is no chit 'Foo'"),
        ('held = {blue = ["Rally"]}', "key 'held.blue' is not known"),
        ('cup = ["Foo"]', "line 6: cup: there is no chit 'Foo' in this battle"),
        ('activated = ["Foo"]', "line 6: there is no brigade 'Foo'"),
        ('held = {union = ["Tyler"]}', "held.union: there is no chit 'Tyler'"),
        ('cup = ["Fog of War", "Fog of War"]', "cup: there is one chit 'Fog of War' only"),
        ('casualties = ["Foo"]', "casualties: there is no general 'Foo'"),
        ('effects = ["foo"]', "effects: 'foo' is none of quick-march, fatigue"),
        ('control = {"1733" = "union"}', "control: 1733 is no victory hex"),
        (
            '[[unit]]\nid = "9 XX"\nhex = "1733"',
            "line 7: unit '9 XX' is not in this battle: give it side, arm, brigade",
        ),
        ('[[unit]]\nid = "29 OH-a"\nhex = "9999"', "unit '29 OH-a': there is no hex '9999'"),
        ('[[unit]]\nid = "29 OH-a"\nhex = "1834"', "hex 1834: units of both sides stand there"),
        ('[[unit]]\nid = "29 OH-a"\nhex = "1733"\nmarks = ["tired"]', "mark 'tired' is not known"),
        ('[[unit]]\nid = "29 OH-a"\nhex = "1733"\nvalues = {fresh = [6, "Q", 4]}', "weapon 'Q' is none of"),
        ('[[unit]]\nid = "29 OH-a"\nhex = "1733"\nvalues = {fresh = [6, "R"]}', "unit '29 OH-a': key 'values.fresh'"),
        ('[[hex]]\nid = "1834"\nterrain = "swamp"', "hex '1834': terrain 'swamp' is none of"),
        ('[[hexside]]\nbetween = ["1834", "1733"]\nfeature = "moat"', "has no hexside feature 'moat'"),
        ('[[hexside]]\nfeature = "slope"', "[[hexside]] number 1: key 'between' is missing"),
        ("actions = [", "line 7, column 3: Invalid value; see docs/positions.md"),
    ],
)
def test_bad_input_is_one_line_with_file_place_and_mend(run: Vedette, position: Write, more: str, words: str) -> None:
    file = position(fire(more))
    said = run("try", file)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"vedette: {file}") and words in said.err


def test_refused_action_leaves_the_position_before_it(run: Vedette, position: Write) -> None:
    plain = run("try", position(fire("")), "--json").json
    said = run("try", position(fire('actions = ["union: 7 OH-a fire at 1835"]')), "--json")
    assert said.status == 1
    refused = said.json["refused"]
    assert (
        refused["action"] == "union: 7 OH-a fire at 1835" and refused["reason"] and refused["cite"].startswith("KT-12")
    )
    assert (said.json["units"], said.json["decision"]) == (plain["units"], plain["decision"])


def test_left_over_dice_do_not_hide_a_refusal(run: Vedette, position: Write) -> None:
    said = run("try", position(fire('actions = ["7 OH-a fire at 1835"]\ndice = ["11", "12"]')), "--json")
    assert said.status == 1 and "refused" in said.json


ALONE = 'dice = []\nchits = []\nactions = ["{}"]\n[[unit]]\nid = "29 OH-a"\nhex = "1532"'


@pytest.mark.parametrize("action", ["29 OH-a fire at 1834", "7 OH-a + 29 OH-a fire at 1834"])
def test_what_is_refused_needs_no_dice(run: Vedette, position: Write, action: str) -> None:
    """Only one unit may fire, so that it fires by itself once the hex is named; the one that was meant may not."""
    said = run("try", position(fire(ALONE.format(action))), "--json")
    assert said.status == 1 and said.json["refused"]["action"] == action
    assert said.json["refused"]["cite"].startswith("KT-12.1"), said.json["refused"]


def test_dice_that_are_missing_for_the_second_of_two_gestures_are_an_error(run: Vedette, position: Write) -> None:
    more = 'dice = ["66", "12"]\nactions = ["7 OH-a fire at 1834; 1 WV-a fire at 1834"]\n'
    said = run("try", position(fire(more + '[[unit]]\nid = "1 WV-a"\nhex = "1733"')))
    assert said.status == 2 and "dice: 2 entries are given and one more is needed" in said.err


def test_missing_file_and_unknown_battle(run: Vedette, tmp_path: object) -> None:
    assert run("try", "no/such.toml").err == "vedette: no/such.toml: there is no such file; check the name\n"
    file = f"{tmp_path}/x.toml"
    with open(file, "w") as text:
        text.write("turn = 1\n")
    assert "key 'battle' is missing" in run("try", file).err


def test_words_for_a_person(run: Vedette, position: Write) -> None:
    said = run("try", position(fire('actions = ["7 OH-a fire at 1834"]\ndice = ["66", "12"]')))
    assert "column 6-7, stone wall -2 = 4  (KT-12.3-1)" in said.out
    assert "union: " in said.out or "confederate: " in said.out


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (
            "end movement: 5 units could still move: 5 OH, 13 IN",
            "Ended: movement: 5 units could still move: 5 OH, 13 IN",
        ),
        ("7 OH-a attacks 1834; 2 units could join", "Done: 7 OH-a attacks 1834; 2 units could join"),
        ("Done: all stand: 2 units could still fall back", "Done: all stand: 2 units could still fall back"),
    ],
)
def test_what_a_done_was_is_told_as_an_end_or_as_a_deed(told: str, shown: str) -> None:
    assert given_up(told) == shown
