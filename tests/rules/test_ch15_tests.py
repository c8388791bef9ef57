"""Chapters 15.0 and 15.1: Cohesion Tests of fire. 7 OH-a in 1733 fires at 1734 with all the strength it needs."""

import pytest

from tests.rules.field import flat
from tests.rules.fighting import BIG, HIT, fire, kinds_of, man, one, printed, ready, ruled, settle, table
from tests.support import at, kinds, offered, play, states

GUNNERS = {"7 OH-a": man("1733", BIG)}
ONE = {**GUNNERS, "27 VA": man("1734", 5)}
STACK = {**GUNNERS, "27 VA": man("1734", 4), "4 VA": man("1734", 3), "33 VA": man("1734", 6)}  # 33 VA leads


def struck(units, depletion, skedaddle, *dice, **keys):
    """A fire whose test gives just this; then the usual retreats."""
    game, events = fire(units, "7 OH-a fire at 1734", HIT, "11", *dice, battle=ruled((depletion, skedaddle)), **keys)
    return game, events + settle(game, "retreat")


def rowed(test, die):
    """A row of the printed fire table."""
    return next(r for r in table("fire_cohesion") if (r["test"], r["die"]) == (test, str(die)))


@pytest.mark.rule("KT-15.0-1", "KT-15.1a-row", "KT-15.1b-row", "BS-12.0-1", "SS-15.0-1", "SS-15.1a-0", "SS-15.1b-0")
@pytest.mark.parametrize("coloured", range(1, 7))
@pytest.mark.parametrize("white", range(1, 7))
def test_the_owner_rolls_coloured_for_depletion_and_white_for_skedaddle(coloured, white):
    game, _ = fire({**GUNNERS, "27 VA": man("1734", 5, 4)}, "7 OH-a fire at 1734")
    assert len(offered(game)) == 36
    test = one(play(game, "31", f"{coloured}{white}"), "test")
    assert (test.seat, test.units, test.roll) == ("confederate", ("27 VA",), 10 * coloured + white)
    assert test.data[1:] == (rowed("tough", coloured)["depletion"], rowed("tough", white)["skedaddle"])


@pytest.mark.rule("KT-15.0-2", "BS-12.0-2")
def test_results_are_applied_from_left_to_right_each_to_its_end():
    units = {**GUNNERS, "27 VA": man("1734", 5, 5, face="worn")}
    _, events = struck(units, "D", "2M B R2", "1", "1", "1")
    steps = [kind for kind, _ in kinds_of(events, "test", "break-test", "morale", "retreated")]
    assert steps == ["test", "break-test", "morale", "morale", "break-test", "break-test", "retreated", "retreated"]


@pytest.mark.rule(
    "KT-15.0-3", "KT-15.1a-D2", "KT-15.1a-Dall", "BS-12.0-3", "BS-12.1a-D2", "BS-12.1a-Dall", "SS-15.1a-D2",
    "SS-15.1a-Dall",
)  # fmt: skip
@pytest.mark.parametrize("result, order", [("D2", ["33 VA", "27 VA"]), ("D all", ["33 VA", "27 VA", "4 VA"])])
def test_the_lead_unit_takes_its_results_first(result, order):
    _, events = struck(STACK, result, "-")
    assert [unit for _, unit in kinds_of(events, "depleted")] == order


@pytest.mark.rule("KT-15.1-1", "SS-15.1-1", "BS-12.1-1")
@pytest.mark.parametrize("roll, test", [("11", "routine"), ("31", "tough"), ("61", "severe")])
def test_the_severity_is_the_section_of_the_table(roll, test):
    game, _ = fire({**GUNNERS, "27 VA": man("1734", 5, 4)}, "7 OH-a fire at 1734")
    assert printed("23+", int(roll), 3) == test
    for die in range(1, 7):
        found = one(play(game.clone(), roll, f"{die}{die}"), "test")
        assert found.data == (test, rowed(test, die)["depletion"], rowed(test, die)["skedaddle"])
        assert found.cite == "KT-15.1-1"


@pytest.mark.rule("KT-15.1-2", "BS-12.1-1", "SS-15.1-2")
def test_depletion_comes_before_skedaddle():
    _, events = struck(STACK, "D all", "M R1")
    steps = [kind for kind, _ in kinds_of(events, "depleted", "morale", "retreated")]
    assert steps == ["depleted"] * 3 + ["morale", "retreated"]


@pytest.mark.rule("KT-15.1a-none", "KT-15.1b-none", "BS-12.1a-none", "BS-12.1b-none", "SS-15.1a-none", "SS-15.1b-none")
def test_dashes_do_nothing():
    game, events = struck(ONE, "-", "-")
    assert states(game, "27 VA") == {"fresh", "1734"} and not {"morale", "retreated"} & set(kinds(events))
    assert states(struck(ONE, "-", "M")[0], "27 VA") == {"fresh", "shaken", "1734"}
    assert states(struck(ONE, "D", "-")[0], "27 VA") == {"worn", "1734"}


@pytest.mark.rule("KT-15.1a-D-fresh", "BS-12.1a-D", "SS-15.1a-D", "KT-15.1a-row", "SS-15.1a-0")
def test_depletion_turns_a_fresh_unit():
    game, events = struck(STACK, "D", "-")
    assert states(game, "33 VA") == {"worn", "1734"} and "break-test" not in kinds(events)
    assert states(game, "27 VA") == {"fresh", "1734"}


@pytest.mark.rule("KT-15.1a-D-bw", "BS-12.1a-D", "SS-15.1a-D")
def test_depletion_of_a_battleworn_unit_is_a_break_test():
    game, events = struck({**ONE, "27 VA": man("1734", 5, 4, face="worn")}, "D", "-", "6")
    assert one(events, "break-test").units == ("27 VA",) and at(game, "27 VA") is None
    fragile = {**GUNNERS, "27 VA": man("1734", 5, 4, fragile=True)}
    assert kinds_of(struck(fragile, "D", "-", "1")[1], "break-test", "depleted") == [("break-test", "27 VA")]


@pytest.mark.rule("KT-15.1a-D2", "BS-12.1a-D2", "SS-15.1a-D2")
def test_two_are_depleted_by_printed_strength_or_the_one_there_is():
    units = {**STACK, "27 VA": man("1734", 4, 4, "disrupted")}
    game, _ = struck(units, "D2", "-")
    assert "worn" in states(game, "27 VA") and "worn" in states(game, "33 VA") and "fresh" in states(game, "4 VA")
    game, events = struck(ONE, "D2", "-")
    assert kinds_of(events, "depleted", "break-test") == [("depleted", "27 VA")]


@pytest.mark.rule("KT-15.1a-D2", "BS-12.1a-D2", "SS-15.1a-D2")
def test_among_equals_the_owner_says_who_is_depleted_as_well():
    game, _ = struck({**STACK, "4 VA": man("1734", 4)}, "D2", "-")
    assert game.decision.seat == "confederate" and offered(game) == ["deplete 27 VA", "deplete 4 VA"]
    play(game, "deplete 4 VA")
    assert "worn" in states(game, "4 VA") and "fresh" in states(game, "27 VA")


@pytest.mark.rule("KT-15.1a-Dall", "BS-12.1a-Dall", "SS-15.1a-Dall")
def test_all_units_of_the_hex_are_depleted_and_no_others():
    game, _ = struck({**STACK, "21 VA": man("1834", 3)}, "D all", "-")
    assert all("worn" in states(game, unit) for unit in ("27 VA", "4 VA", "33 VA"))
    assert "fresh" in states(game, "21 VA")


@pytest.mark.rule("KT-15.1b-M", "BS-12.1b-MH", "SS-15.1b-MH")
@pytest.mark.parametrize("result, mark", [("M", "shaken"), ("2M", "disrupted")])
def test_morale_hits_of_the_lead_unit(result, mark):
    game, _ = struck(STACK, "-", result)
    assert states(game, "33 VA") == {"fresh", mark, "1734"} and states(game, "27 VA") == {"fresh", "1734"}


@pytest.mark.rule("KT-15.1b-B", "BS-12.1b-BT", "SS-15.1b-BT")
@pytest.mark.parametrize("die, mark", [("1", "shaken"), ("6", "Broken Box 2")])
def test_a_break_test_of_the_lead_unit(die, mark):
    game, events = struck(STACK, "-", "B", die)
    assert one(events, "break-test").units == ("33 VA",) and mark in states(game, "33 VA")


@pytest.mark.rule("KT-15.1b-R", "BS-12.1b-R", "SS-15.1b-R")
@pytest.mark.parametrize("hexes", [1, 2, 3])
def test_the_lead_unit_falls_back(hexes):
    game, events = struck(STACK, "-", f"R{hexes}")
    assert kinds_of(events, "retreated") == [("retreated", "33 VA")] * hexes
    grid = game.state.setting.grid
    assert grid.distance(grid.index(at(game, "33 VA")), grid.index("1734")) == hexes


@pytest.mark.rule("KT-15.1b-lead-only", "BS-12.1b-lead", "SS-15.1b-0", "SS-12.2-5")
def test_skedaddle_touches_the_lead_unit_alone():
    game, _ = struck(STACK, "-", "2M B R1", "1")
    assert states(game, "33 VA") & {"disrupted"} and at(game, "33 VA") != "1734"
    assert states(game, "27 VA") == states(game, "4 VA") == {"fresh", "1734"}


WEAK = {**GUNNERS, "27 VA": man("1734", 5, 5), "21 VA": man("1734", 3, 3), "5 VA": man("1834", 3, 3, brigade="B")}
WEAK["37 VA"] = man("1835", 3, 4)  # each of its own brigade, so with one rating less: 4, 2, 2 and 3


def panicked(units, *answers, skedaddle="P1", dice=(), **keys):
    """Who panics, by the answers of the firing player."""
    battle = ruled(("-", skedaddle))
    game, events = fire(units, "7 OH-a fire at 1734", HIT, "11", *dice, battle=battle, **keys)
    events += settle(game, "retreat")
    for answer in answers:
        assert game.decision.seat == "union"
        events += play(game, answer)
        events += settle(game, "retreat")
    return game, [unit for kind, unit in kinds_of(events, "panics")]


@pytest.mark.rule("KT-15.1b-P1-1", "BS-12.1b-P-1")
def test_besides_the_lead_units_result_one_other_unit_panics():
    game, who = panicked({**WEAK, "5 VA": man("1834", 3, 5, brigade="B")}, skedaddle="M P1")
    assert who == ["21 VA"] and states(game, "27 VA") == {"fresh", "shaken", "1734"}
    assert "shaken" in states(game, "21 VA") and "shaken" not in states(game, "5 VA")


@pytest.mark.rule("KT-15.1b-P1-2", "BS-12.1b-P-1")
def test_who_may_panic_is_weak_in_the_hex_or_beside_it_and_not_the_lead():
    near = {**WEAK, "27 VA": man("1734", 5, 1), "21 VA": man("1734", 3, 4)}
    assert panicked(near)[1] == ["5 VA"]  # beside the target; the weak Lead Unit is left alone
    far = {**near, "5 VA": man("1835", 3, 4, brigade="B"), "23 VA": man("1934", 3, 0), "7 OH-b": man("1634", 3, 0)}
    assert panicked(far)[1] == []  # 23 VA stands two hexes off, 7 OH-b on the other side, the rest have 3
    theirs = {
        "27 VA": man("1733", BIG),
        "7 OH-a": man("1734", 5, 5),
        "14 IN": man("1735", 3, 3),
        "4 VA": man("1634", 3, 1),
    }
    battle = ruled(("-", "P1"))
    _, events = fire(theirs, "27 VA fire at 1734", HIT, "11", active="Garnett", battle=battle)
    assert kinds_of(events, "panics") == [("panics", "14 IN")]
    three = {**near, "5 VA": man("1834", 3, 4, brigade="B")}
    assert panicked(three)[1] == []
    fresh = {**near, "5 VA": man("1834", 3, 4, "shaken", brigade="B")}
    assert panicked(fresh)[1] == ["5 VA"]  # the modified rating counts


@pytest.mark.rule("KT-15.1b-P1-3", "BS-12.1b-P-2")
def test_a_panicked_unit_takes_a_hit_and_falls_back_three_hexes():
    game, _ = panicked({**WEAK, "5 VA": man("1834", 3, 5, brigade="B")})
    grid = game.state.setting.grid
    assert states(game, "21 VA") & {"shaken", "disrupted"} == {"shaken"}
    assert grid.distance(grid.index(at(game, "21 VA")), grid.index("1734")) == 3
    units = {**WEAK, "21 VA": man("1734", 3, 5, "disrupted"), "5 VA": man("1834", 3, 5, brigade="B")}
    again, who = panicked(units, dice=["6"])
    assert who == ["21 VA"] and "Broken Box 3" in states(again, "21 VA")


@pytest.mark.rule("KT-15.1b-P1-4", "BS-12.1b-P-4", "SS-15.1b-P-3", "SS-15.2c-P-3")
def test_nobody_panics_where_nobody_is_weak_enough():
    units = {**WEAK, "21 VA": man("1734", 3, 4), "5 VA": man("1834", 3, 4, brigade="B")}
    game, who = panicked(units, skedaddle="M P1")
    assert who == [] and states(game, "27 VA") == {"fresh", "shaken", "1734"}
    assert all(states(game, unit) & {"shaken"} == set() for unit in ("21 VA", "5 VA", "37 VA"))


@pytest.mark.rule("KT-15.1b-P1-5", "BS-12.1b-P-3")
def test_the_lowest_rating_must_panic_and_the_firer_chooses_among_equals():
    assert panicked({**WEAK, "5 VA": man("1834", 3, 2, brigade="B")})[1] == ["5 VA"]
    assert panicked({**WEAK, "21 VA": man("1734", 3, 1)})[1] == ["21 VA"]
    game, _ = panicked(WEAK)
    assert game.decision.seat == "union" and sorted(offered(game)) == ["panic 21 VA", "panic 5 VA"]
    assert panicked(WEAK, "panic 5 VA")[1] == ["5 VA"]


@pytest.mark.rule("KT-15.1b-P1-6", "BS-12.1b-P-5")
def test_panic_comes_after_all_results_of_the_lead_unit():
    units = {**GUNNERS, "27 VA": man("1734", 5, 5), "4 VA": man("1734", 3, 3)}  # of one brigade
    assert panicked(units, skedaddle="M R2 P1")[1] == ["4 VA"]  # 3, but 2 once 27 VA is shaken and away
    assert panicked(units, skedaddle="P1")[1] == []  # supported still


@pytest.mark.rule("KT-15.1b-P1-1", "KT-15.1b-P1-2", "BS-12.1b-P-1")
def test_artillery_panics_as_well():
    units = {**GUNNERS, "27 VA": man("1734", 5, 5), "Chew": man("1834", 3, 2)}
    game, who = panicked(units, hexes=flat())
    assert who == ["Chew"] and "shaken" in states(game, "Chew")
    assert ready(units).decision.kind == "fire"
