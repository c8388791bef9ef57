"""Fire plans: who, in which groups, with which shifts and chances, who not and why; their texts are played as given."""

from random import Random

import pytest

from tests.rules.field import flat
from tests.rules.fighting import man
from tests.support import aim, kinds, play, referee
from vedette.rules.blind_swords.state import Held

OURS = {"7 OH-a": man("1733", 6, 5), "7 OH-b": man("1733", 5, 5), "7 IN-a": man("1735", 6, 4)}
FOES = {"27 VA": man("1734", 5, 4), "4 VA": man("1834", 4, 4)}


def ready(units, **keys):
    keys = {"begin": "fire", "active": "Tyler", "hexes": flat(), **keys}
    return referee(units, **keys)


def plans(game, at="", *units, seat=None):
    return game.rulebook.plans(game.state, seat or game.decision.seat, at, units)


def by_title(found):
    return {p["title"]: p for p in found}


def groups(plan):
    return [tuple(f["units"]) for f in plan["fires"]]


def test_the_ways_of_a_hex_with_the_best_first():
    found = plans(ready({**OURS, **FOES}), "1734")
    assert [p["best"] for p in found] == [True] + [False] * (len(found) - 1)
    worth = [p["measure"]["probability"] for p in found]
    assert worth == sorted(worth, reverse=True)
    ways = by_title(found)
    assert groups(ways["by hex"] if "by hex" in ways else ways["all together"]) == [("7 OH-a", "7 OH-b"), ("7 IN-a",)]
    assert sorted(groups(ways["singly"])) == [("7 IN-a",), ("7 OH-a",), ("7 OH-b",)]


def test_flanking_fire_is_declared_by_the_plan():
    game = ready({**OURS, **FOES}, dice=[])
    best = plans(game, "1734")[0]
    assert ", " in best["text"].partition(" fire at ")[0] and all(f["flank"] for f in best["fires"])
    assert {s["fire"] for s in best["shifts"] if s["cite"] == "KT-12.3-shift-flanking" and s["applied"]} == {
        " + ".join(f["units"]) for f in best["fires"]
    }


def test_headline_and_chances_of_one_fire():
    walls = flat({"1734": {"features": ["wall=w"]}})
    game = ready({"7 OH-a": man("1733", 7, 5), "7 OH-b": man("1733", 5, 5), "27 VA": man("1734", 5, 4)}, hexes=walls)
    row = by_title(plans(game, "1734"))["all together"]
    assert row["headline"].startswith("7 OH-a + 7 OH-b, 12 SP, 10-12, stone wall -2 = 6-7: test ")
    assert [c["name"] for c in row["chances"]] == ["at least one test", "step lost", "retreat", "hex emptied"]
    assert row["units"] == ["7 OH-a", "7 OH-b"] and row["at"] == "1734" and row["kind"] == "fire"
    unused = [s for s in row["shifts"] if not s["applied"]]
    assert unused and all(s["cite"] for s in row["shifts"])
    game.chance.dice = ["11"]
    game.chance.used["dice"] = 0
    assert aim(game.play(row["text"])).final == "6-7"


def test_several_fires_say_how_often_any_calls_for_a_test():
    row = by_title(plans(ready({**OURS, **FOES}), "1734"))["singly"]
    alone = [f["chances"][0]["probability"] for f in row["fires"]]
    any_test = row["chances"][0]["probability"]
    assert max(alone) < any_test < sum(alone) and "at least one test" in row["headline"]


def test_halves_of_one_large_fire():
    units = {id: man("1733", sp, 5) for id, sp in (("7 OH-a", 3), ("7 OH-b", 2), ("7 IN-a", 1))}
    row = by_title(plans(ready({**units, **FOES}), "1734"))["two halves"]
    assert sorted(map(sorted, groups(row))) == [["7 IN-a", "7 OH-b"], ["7 OH-a"]]


def test_who_cannot_fire_and_why():
    units = {**OURS, **FOES, "29 OH-a": man("1333", 6), "29 OH-b": man("1334", 6), "1 WV-a": man("1433", 6)}
    game = ready(units, dice=["11"])
    others = {o["unit"]: o["cite"] for o in plans(game, "1834")[0]["others"]}
    assert others["29 OH-a"] == others["29 OH-b"] == "KT-12.1-4" and others["7 IN-a"] == "KT-12.1a-9"
    play(game, "7 OH-a fire at 1834")
    again = {o["unit"]: o["cite"] for o in plans(game, "1734")[0]["others"]}
    assert again["7 OH-a"] == "KT-12.1-2"


def test_a_fire_that_is_lost_is_warned_of_and_never_the_best():
    walls = flat({"1734": {"features": ["wall=w"]}})
    found = plans(ready({"7 OH-a": man("1733", 1, 5), "27 VA": man("1734", 5, 4)}, hexes=walls), "1734")
    assert [p["best"] for p in found] == [False] and "left of column C" in found[0]["warning"]
    assert found[0]["headline"].startswith("7 OH-a, 1 SP, 1, stone wall -2 = left of C: test 0 %")


def test_a_way_without_the_lost_fire_is_proposed():
    walls = flat({"1734": {"features": ["wall=w"]}})
    units = {"7 OH-a": man("1733", 9, 5), "7 IN-a": man("1833", 1, 5), "27 VA": man("1734", 5, 4)}
    found = plans(ready(units, hexes=walls), "1734")
    assert found[0]["best"] and found[0]["warning"] is None
    assert all(p["warning"] for p in found if ("7 IN-a",) in groups(p))


def test_without_a_hex_the_best_way_at_each_target():
    game = ready({**OURS, **FOES})
    found = plans(game)
    assert {p["at"] for p in found} == {"1734", "1834"}
    assert [p["best"] for p in found] == [True, False]
    assert found[0]["measure"]["probability"] >= found[1]["measure"]["probability"]
    assert [p["text"] for p in plans(game, found[0]["at"]) if p["best"]] == [found[0]["text"]]


def test_units_given_first_fire_alone():
    found = plans(ready({**OURS, **FOES}), "", "7 OH-b")
    assert {tuple(p["units"]) for p in found} == {("7 OH-b",)}
    assert {o["unit"]: o["why"] for o in found[0]["others"]}["7 OH-a"] == "not chosen"


def test_the_text_fires_all_in_order_and_what_is_freed_is_left():
    units = {**{k: OURS[k] for k in ("7 OH-a", "7 OH-b")}, "27 VA": man("1734", 5, 1), "4 VA": FOES["4 VA"]}
    game = ready(units, dice=["66", "66", "6", "6", "6"])
    row = by_title(plans(game, "1734"))["singly"]
    assert row["text"] == "7 OH-a fire at 1734; 7 OH-b fire at 1734"
    events = game.play(row["text"])
    assert kinds(events).count("aim") == 1 and game.left == ["7 OH-b fire at 1734"]
    assert [p["at"] for p in plans(game)] == ["1834"]


@pytest.mark.parametrize("text", [None, "fire at 1734"])
def test_the_same_plans_once_the_target_is_named(text):
    game = ready({**OURS, **FOES}, dice=["11"] * 6)
    if text:
        play(game, text)
    best = plans(game, "1734")[0]
    events = game.play(best["text"])
    assert {i for e in events if e.kind == "aim" for i in e.units} == set(best["units"]) and game.left == []


def test_guns_act_and_fire_in_one_gesture():
    units = {"Clark": man("1733", 6, 4, weapon="S"), "27 VA": man("1735", 5, 4)}
    game = referee(units, begin="artillery", hexes=flat(), dice=["11"])
    row = plans(game, "1735")[0]
    assert row["text"] == "artillery 1733; Clark fire at 1735" and row["best"]
    assert "aim" in kinds(game.play(row["text"]))


def test_opportunity_fire_is_planned_at_the_moving_unit_alone():
    units = {"7 OH-a": man("1733", 6, 4), "27 VA": man("1734", 5, 4), "4 VA": man("1734", 5, 4)}
    game = referee(units, begin="movement", active="Tyler", order="attack", hexes=flat(), dice=["11"] * 4)
    play(game, "7 OH-a: 1732")
    assert game.decision.kind == "opportunity-fire"
    best = plans(game)[0]
    assert best["best"] and best["at"] == "1733" and sorted(best["units"]) == ["27 VA", "4 VA"]
    assert [c["name"] for c in best["chances"]] == ["at least one test", "step lost", "retreat"]
    events = game.play(best["text"])
    assert {i for e in events if e.kind == "aim" for i in e.units} == {"27 VA", "4 VA"}


@pytest.mark.parametrize("seed", range(3))
def test_plans_hang_on_no_chit(seed):
    """Two games that differ only in a held chit have the same plans, views and words, to the byte."""
    game = ready({**OURS, **FOES})
    rng = Random(seed)
    chits = [name for side, name in game.state.setting.events if side == 1]
    answers = []
    for chit in rng.sample(chits, 2):
        g = game.state.clone()
        g.hands = ((), (Held(chit, 0),))
        book = game.rulebook
        answers.append(
            repr(
                [
                    book.plans(g, "union"),
                    book.plans(g, "union", "1734"),
                    book.undone(g, "union"),
                    book.passing(g, "union"),
                    *(book.board(g, seat, "chances") for seat in book.seats),
                    *(book.board(g, seat, "fire-at", at="1734") for seat in book.seats),
                ]
            )
        )
    assert answers[0] == answers[1]


def test_done_says_what_is_left_undone():
    game = ready({**OURS, **FOES}, dice=["11"] * 9)
    best = plans(game)[0]["measure"]["probability"]
    assert game.undone("union") in (
        f"3 units could still fire, best {round(100 * best)} %",
        "3 units could still fire, best over 99 %",
    )
    assert game.undone("confederate") == ""
    play(game, "7 OH-a fire at 1734", "7 OH-b fire at 1734")
    assert game.undone("union").startswith("1 unit could still fire, best ")


@pytest.mark.parametrize(
    "begin, words",
    [("movement", "2 units could still move"), ("close-combat", "1 hex could still be attacked, best ")],
)
def test_other_steps_say_it_too(begin, words):
    units = {"7 OH-a": OURS["7 OH-a"], "7 IN-a": OURS["7 IN-a"], "27 VA": FOES["27 VA"]}
    game = ready(units, begin=begin, order="attack")
    assert game.undone("union").startswith(words)


def test_lost_fire_is_left_undone_to_no_effect():
    walls = flat({"1734": {"features": ["wall=w"]}})
    game = ready({"7 OH-a": man("1733", 1, 5), "27 VA": man("1734", 5, 4)}, hexes=walls)
    assert game.undone("union") == "1 unit could still fire, to no effect"
    assert game.passing("union") == "done" and game.decision.proposed is None
    assert game.passing("confederate") == ""


def test_passing_is_not_proposed_where_a_fire_may_do_something():
    assert ready({**OURS, **FOES}).passing("union") == ""


def test_the_steadiest_of_equals_is_proposed_to_lead_and_a_fresh_one_to_be_depleted():
    pair = {"27 VA": man("1734", 5, 3), "4 VA": man("1734", 5, 5)}
    game = ready({"7 OH-a": man("1733", 23), **pair}, dice=[])
    play(game, "7 OH-a fire at 1734")
    assert game.decision.kind == "lead" and game.decision.proposed.text == "lead 4 VA"
    assert game.decision.usual.text == "lead 27 VA"


def test_the_proposed_fire_has_the_odds_of_the_rules_played_through():
    game = ready({"7 OH-a": man("1733", 6, 5), **FOES})
    best = plans(game, "1734")[0]
    assert best["odds"]["exact"] and best["odds"]["column"]["final"] == best["fires"][0]["column"]["final"]
    hit = {"depleted", "box 1", "box 2", "box 3"}
    step = sum(r["probability"] for r in best["odds"]["results"] if hit & set(r["units"].get("27 VA", ())))
    assert step == pytest.approx(best["chances"][1]["probability"])
    assert all(p["odds"] is None for p in plans(game))


def firefight(ours, theirs):
    units = {**{i: man("1634", 6, 5) for i in theirs}, **{i: man("1533", 5 - n, 5) for n, i in enumerate(ours)}}
    keys = {"begin": "draw", "cup": ["Tyler"], "held": {"confederate": ["Firefight"]}, "hexes": flat()}
    game = referee(units, dice=["11"] * 6, **keys)
    play(game, "play Firefight")
    return game


def test_a_firefight_names_hex_and_firers_in_one_gesture():
    game = firefight(["7 OH-a", "7 OH-b"], ["27 VA", "33 VA"])
    assert game.decision.kind == "fire-plan"
    best = plans(game)[0]
    assert best["text"] == "27 VA + 33 VA fire at 1533"  # no second fire follows
    events = game.play(best["text"])
    assert {i for e in events if e.kind == "aim" for i in e.units} == {"27 VA", "33 VA"} and game.left == []


def test_a_firefight_from_one_of_several_hexes():
    units = {"27 VA": man("1634", 6), "33 VA": man("1636", 6), "7 OH-a": man("1635", 5)}
    keys = {"begin": "draw", "cup": ["Tyler"], "held": {"confederate": ["Firefight"]}, "hexes": flat()}
    game = referee(units, dice=["11"] * 6, **keys)
    play(game, "play Firefight")
    found = plans(game)
    assert {p["text"] for p in found} == {"fire from 1634 at 1635", "fire from 1636 at 1635"}
    assert "aim" in kinds(game.play(found[0]["text"])) and game.left == []
    assert game.decision.kind == "firefight-answer"
    answer = plans(game)[0]
    assert answer["best"] and answer["units"] == ["7 OH-a"]
    assert "aim" in kinds(game.play(answer["text"]))
