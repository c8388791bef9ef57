"""Chapter 15.2: Cohesion Tests of Close Combat. 7 OH-a in 1733 attacks 1734, mostly with others."""

import pytest

from tests.rules.fighting import BIG, kinds_of, man, one, printed, ready, ruled, settle, table
from tests.support import at, kinds, offered, play, states

PAIR = {"7 OH-a": man("1733", 5), "27 VA": man("1734", 5)}
STACK = {"7 OH-a": man("1733", 9), "27 VA": man("1734", 4), "4 VA": man("1734", 3), "33 VA": man("1734", 6)}


def stormed(units, depletion, skedaddle, *dice, hex="1733", group=None, **keys):
    """An assault whose test gives just this; nobody fires in defence, retreats are the usual ones."""
    battle = ruled(close=(depletion, skedaddle))
    game = ready(units, "close-combat", dice=["11", "11", *dice], battle=battle, **keys)
    names = group or " + ".join(u for u in units if u in ("7 OH-a", "7 OH-b", "7 IN-a"))
    events = play(game, f"{names} assault 1734")
    while game.decision.kind == "defensive-fire":
        events += play(game, "done")
    if game.decision.kind == "assaulting-hex":
        events += play(game, f"assault from {hex}")
    return game, events + settle(game, "lead", "retreat-order", "retreat")


def rowed(test, die):
    """A row of the printed close combat table."""
    return next(r for r in table("close_cohesion") if (r["test"], r["die"]) == (test, str(die)))


def distance(game, unit, hex="1734"):
    """How far a unit stands from a hex."""
    grid = game.state.setting.grid
    return grid.distance(grid.index(at(game, unit)), grid.index(hex))


@pytest.mark.rule(
    "KT-15.2-1", "KT-15.2a-row", "KT-15.2c-row", "SS-15.2a-0", "SS-15.2c-0", "KT-15.0-1", "SS-15.0-1", "BS-12.0-1",
    "BS-12.2-1", "SS-15.2-1",
)  # fmt: skip
@pytest.mark.parametrize("roll, test", [("11", "close fight"), ("14", "routine"), ("41", "tough"), ("65", "severe")])
def test_the_result_is_the_section_and_each_die_its_row(roll, test):
    game = ready({"7 OH-a": man("1733", BIG, 5), "27 VA": man("1734", BIG, 5)}, "close-combat")
    play(game, "7 OH-a assault 1734", "done")
    assert (printed("23+", int(roll), 4) or "close fight") == test
    for coloured, white in ((1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)):
        found = one(play(game.clone(), roll, f"{coloured}{white}"), "test")
        assert found.data == (test, rowed(test, coloured)["depletion"], rowed(test, white)["skedaddle"])
        assert found.cite == "KT-15.2-1" and found.seat == "confederate"


@pytest.mark.rule(
    "KT-15.2-2", "BS-12.2-1", "SS-15.2-1", "KT-15.2a-BD-1", "SS-15.2a-BD-1", "BS-12.2a-BD-1", "KT-15.2c-row",
    "BS-12.2c-0", "SS-15.2c-0",
)  # fmt: skip
def test_depletion_comes_before_skedaddle():
    _, events = stormed(PAIR, "BD*", "AM M RA1")
    steps = [kind for kind, _ in kinds_of(events, "depleted", "morale", "retreated")]
    assert steps == ["depleted", "depleted", "morale", "morale", "retreated"]


@pytest.mark.rule("KT-15.2a-none", "KT-15.2c-none", "BS-12.2a-none", "BS-12.2c-none", "SS-15.2a-none", "SS-15.2c-none")
def test_dashes_do_nothing():
    game, events = stormed(STACK, "-", "-")
    assert not {"depleted", "morale", "retreated", "break-test", "panics"} & set(kinds(events))
    assert states(game, "33 VA") == {"fresh", "1734"} and states(game, "7 OH-a") == {"fresh", "1733"}
    for depletion, skedaddle, mark in (("-", "M", "shaken"), ("D", "-", "worn"), ("-", "-", "fresh")):
        game, events = stormed(STACK, depletion, skedaddle)
        told = one(events, "test")
        assert mark in states(game, "33 VA") and (told.cite, told.data[1:]) == ("KT-15.2-1", (depletion, skedaddle))


THREE = {
    "7 OH-a": man("1733", 4),
    "7 IN-a": man("1733", 5, 4, "shaken"),
    "7 OH-b": man("1634", 9),
    "27 VA": man("1734", 8),
}


@pytest.mark.rule(
    "KT-15.2a-AD-1", "KT-15.2c-AM", "KT-15.2c-AR", "BS-12.2a-AD-1", "BS-12.2c-AMH", "BS-12.2c-AR", "SS-15.2c-AR"
)
@pytest.mark.parametrize("depletion, skedaddle, kind", [
    ("AD", "-", "depleted"), ("-", "AM", "morale"), ("-", "AR2", "retreated"),
])  # fmt: skip
@pytest.mark.parametrize("hex, victim", [("1733", "7 IN-a"), ("1634", "7 OH-b")])
def test_the_largest_of_the_assaulting_hex_is_hurt(depletion, skedaddle, kind, hex, victim):
    game, events = stormed(THREE, depletion, skedaddle, hex=hex)
    assert {unit for _, unit in kinds_of(events, "depleted", "morale", "retreated")} == {victim}
    assert kind != "retreated" or distance(game, victim, hex) == 2


@pytest.mark.rule(
    "KT-15.2a-AD-1", "KT-15.2c-AM", "KT-15.2c-AR", "BS-12.2a-AD-1", "BS-12.2c-AMH", "BS-12.2c-AR", "SS-15.2a-AD-1",
    "SS-15.2c-AMH", "SS-15.2c-AR",
)  # fmt: skip
@pytest.mark.parametrize("depletion, skedaddle, verb", [
    ("AD", "-", "deplete"), ("-", "AM", "shake"), ("-", "AR1", "repel"),
])  # fmt: skip
def test_among_equals_the_attackers_owner_chooses(depletion, skedaddle, verb):
    units = {"7 OH-a": man("1733", 5), "7 IN-a": man("1733", 5), "27 VA": man("1734", 8)}
    game, _ = stormed(units, depletion, skedaddle)
    assert game.decision.seat == "union" and offered(game) == [f"{verb} 7 OH-a", f"{verb} 7 IN-a"]
    play(game, f"{verb} 7 IN-a")
    settle(game, "retreat")
    assert states(game, "7 OH-a") == {"fresh", "1733"} and states(game, "7 IN-a") != {"fresh", "1733"}


@pytest.mark.rule("KT-15.2c-AM", "BS-12.2c-AMH")
def test_the_next_largest_is_shaken_where_the_largest_was_broken():
    units = {"7 OH-a": man("1733", 4), "7 IN-a": man("1733", 5, 4, face="worn"), "27 VA": man("1734", 8)}
    game, _ = stormed(units, "AD", "AM", "6")
    assert at(game, "7 IN-a") is None and states(game, "7 OH-a") == {"fresh", "shaken", "1733"}


@pytest.mark.rule("KT-15.2a-AD-2", "BS-12.2a-AD-2", "SS-15.2a-AD-2")
def test_an_attacker_is_turned_or_tested():
    assert states(stormed(PAIR, "AD", "-")[0], "7 OH-a") == {"worn", "1733"}
    worn = {**PAIR, "7 OH-a": man("1733", 5, 4, face="worn")}
    game, events = stormed(worn, "AD", "-", "6")
    assert one(events, "break-test").units == ("7 OH-a",) and at(game, "7 OH-a") is None


@pytest.mark.rule("KT-15.2c-AM", "BS-12.2c-AMH")
def test_an_attacker_is_shaken_once():
    game, _ = stormed(PAIR, "AD", "AM AR1")
    assert states(game, "7 OH-a") >= {"worn", "shaken"} and distance(game, "7 OH-a", "1733") == 1
    game, _ = stormed(PAIR, "-", "AM")
    assert states(game, "7 OH-a") == {"fresh", "shaken", "1733"} and states(game, "27 VA") == {"fresh", "1734"}


@pytest.mark.rule("KT-15.2c-AR", "BS-12.2c-AR", "SS-15.2c-AR")
@pytest.mark.parametrize("hexes", [1, 2])
def test_an_attacker_falls_back(hexes):
    game, _ = stormed(PAIR, "-", f"AR{hexes}")
    assert distance(game, "7 OH-a", "1733") == hexes and at(game, "27 VA") == "1734"


@pytest.mark.rule("KT-15.2a-D", "BS-12.2a-D", "SS-15.2a-D")
@pytest.mark.parametrize(
    "face, dice, state", [("fresh", (), {"worn", "1734"}), ("worn", ("6",), {"worn", "Broken Box 3"})]
)
def test_depletion_of_the_defender(face, dice, state):
    game, _ = stormed({**PAIR, "27 VA": man("1734", 5, 4, face=face)}, "D", "-", *dice)
    assert states(game, "27 VA") == state and states(game, "7 OH-a") == {"fresh", "1733"}


@pytest.mark.rule("KT-15.2a-D2", "KT-15.2a-Dall", "BS-12.2a-D2", "BS-12.2a-Dall", "SS-15.2a-D2", "SS-15.2a-Dall")
@pytest.mark.parametrize("result, hurt", [("D2", ["33 VA", "27 VA"]), ("D all", ["33 VA", "27 VA", "4 VA"])])
def test_depletion_of_two_or_all(result, hurt):
    _, events = stormed(STACK, result, "-")
    assert [unit for _, unit in kinds_of(events, "depleted")] == hurt
    _, events = stormed(PAIR, result, "-")
    assert kinds_of(events, "depleted") == [("depleted", "27 VA")]


@pytest.mark.rule("KT-15.2a-BD-1", "KT-15.2a-BD-2", "KT-15.2a-BD-3", "BS-12.2a-BD-2", "BS-12.2a-BD-3")
@pytest.mark.parametrize("mine, theirs, hurt", [
    (5, 5, ["27 VA", "7 OH-a"]), (14, 5, ["27 VA", "7 OH-a"]), (15, 5, ["27 VA"]), (20, 5, ["27 VA"]),
    (5, 14, ["27 VA", "7 OH-a"]), (5, 15, ["7 OH-a"]), (5, 20, ["7 OH-a"]),
])  # fmt: skip
def test_both_are_depleted_unless_one_is_three_times_as_strong(mine, theirs, hurt):
    units = {"7 OH-a": man("1733", mine, 5), "27 VA": man("1734", theirs, 3)}
    _, events = stormed(units, "BD*", "-")
    assert [unit for _, unit in kinds_of(events, "depleted")] == hurt


@pytest.mark.rule("KT-15.2a-BD-2", "KT-15.2a-BD-3", "BS-12.2a-BD-2", "BS-12.2a-BD-3")
def test_for_both_deplete_all_attackers_and_defenders_count_as_they_are():
    units = {"7 OH-a": man("1733", 5), "7 OH-b": man("1634", 10), "27 VA": man("1734", 5)}
    assert kinds_of(stormed(units, "BD*", "-")[1], "depleted") == [("depleted", "27 VA")]
    hit = {"7 OH-a": man("1733", 5), "27 VA": man("1734", 2, 6, "shaken")}
    assert kinds_of(stormed(hit, "BD*", "-")[1], "depleted") == [("depleted", "27 VA")]
    many = {"7 OH-a": man("1733", 3, 6), "27 VA": man("1734", 5, 2), "4 VA": man("1734", 4, 2)}
    assert kinds_of(stormed(many, "BD*", "-")[1], "depleted") == [("depleted", "7 OH-a")]


@pytest.mark.rule("KT-15.2c-M", "BS-12.2c-MH", "SS-15.2c-MH")
@pytest.mark.parametrize("result, mark", [("M", "shaken"), ("2M", "disrupted")])
def test_morale_hits_of_the_lead_defender(result, mark):
    game, _ = stormed(STACK, "-", result)
    assert states(game, "33 VA") == {"fresh", mark, "1734"} and states(game, "27 VA") == {"fresh", "1734"}


@pytest.mark.rule("KT-15.2c-B", "BS-12.2c-BT", "SS-15.2c-BT")
@pytest.mark.parametrize("die, mark", [("1", "shaken"), ("6", "Broken Box 2")])
def test_a_break_test_of_the_lead_defender(die, mark):
    game, events = stormed(STACK, "-", "B", die)
    assert one(events, "break-test").units == ("33 VA",) and mark in states(game, "33 VA")


@pytest.mark.rule("KT-15.2c-RA", "BS-12.2c-RA", "SS-15.2c-R")
@pytest.mark.parametrize("hexes", [1, 2, 3])
def test_all_defenders_fall_back(hexes):
    game, _ = stormed({**STACK, "21 VA": man("1835", 1)}, "-", f"RA{hexes}")
    assert [distance(game, unit) for unit in ("27 VA", "4 VA", "33 VA")] == [hexes] * 3
    assert at(game, "21 VA") == "1835" and at(game, "7 OH-a") == "1733"


@pytest.mark.rule("KT-15.2c-RA", "BS-12.2c-RA", "SS-15.2c-R")
def test_the_others_fall_back_where_the_lead_unit_is_broken():
    game, _ = stormed(STACK, "-", "B RA1", "6")
    assert at(game, "33 VA") is None and [distance(game, unit) for unit in ("27 VA", "4 VA")] == [1, 1]


RABBLE = {
    "7 OH-a": man("1733", 9), "33 VA": man("1734", 6, 6), "27 VA": man("1734", 3, 2, brigade="A"),
    "4 VA": man("1734", 2, 3, brigade="B"), "21 VA": man("1835", 1, 1, brigade="C"), "37 VA": man("1834", 1, 5),
}  # fmt: skip


def panics(units, skedaddle, *answers):
    """Who panics in which order."""
    game, events = stormed(units, "-", skedaddle)
    for answer in answers:
        events += play(game, answer) + settle(game, "retreat")
    return game, [unit for _, unit in kinds_of(events, "panics")]


@pytest.mark.rule("KT-15.2c-P", "BS-12.2c-P-1", "BS-12.2c-P-2")
@pytest.mark.parametrize("skedaddle, who", [
    ("P1", ["21 VA"]), ("P2", ["21 VA", "27 VA"]), ("P3", ["21 VA", "27 VA", "4 VA"]),
])  # fmt: skip
def test_one_two_or_three_panic_the_weakest_first(skedaddle, who):
    game, found = panics(RABBLE, skedaddle)
    assert found == who and all("shaken" in states(game, unit) for unit in who)
    assert "shaken" not in states(game, "37 VA")
    assert panics({**RABBLE, "4 VA": man("1734", 2, 5, brigade="B")}, "P3")[1] == ["21 VA", "27 VA"]


@pytest.mark.rule("KT-15.2c-P", "BS-12.2c-P-1", "BS-12.2c-P-2")
def test_the_attacker_chooses_among_equals():
    equals = {**RABBLE, "21 VA": man("1835", 1, 2, brigade="C")}
    game, _ = stormed(equals, "-", "P2")
    assert game.decision.seat == "union" and sorted(offered(game)) == ["panic 21 VA", "panic 27 VA"]
    play(game, "panic 21 VA")
    assert at(game, "21 VA") == "1835"  # all are named before the first falls back


@pytest.mark.rule("KT-15.2c-order-1", "BS-12.2c-P-3")
def test_who_panics_is_found_after_the_lead_units_result():
    units = {"7 OH-a": man("1733", 9), "33 VA": man("1734", 6, 6), "4 VA": man("1734", 3, 3)}
    game, who = panics(units, "2M RA2 P1")
    assert who == ["4 VA"] and distance(game, "33 VA") == 2  # its support is gone
    _, events = stormed(units, "-", "2M RA2 P1")
    order = kinds_of(events, "morale", "retreated", "panics")
    assert order[:4] == [("morale", "33 VA"), ("retreated", "33 VA"), ("retreated", "33 VA"), ("panics", "4 VA")]


@pytest.mark.rule("KT-15.2c-order-2", "BS-12.2c-P-3")
def test_stackmates_that_fall_back_anyway_may_panic():
    game, who = panics(RABBLE, "RA1 P2")
    assert who == ["21 VA", "27 VA"] and "shaken" in states(game, "27 VA")


@pytest.mark.rule("KT-15.2c-order-3", "BS-12.2c-P-3", "BS-12.2c-P-4")
@pytest.mark.parametrize("back, far", [(1, 3), (3, 3), (4, 4)])
def test_a_stackmate_falls_back_the_longer_distance_and_not_both(back, far):
    game, who = panics(RABBLE, f"RA{back} P2")
    assert "27 VA" in who and distance(game, "27 VA") == far
    assert distance(game, "4 VA") == distance(game, "33 VA") == back  # they did not panic
    assert distance(game, "21 VA", "1835") == 3  # it panicked beside the hex


@pytest.mark.rule("KT-15.2c-order-3", "BS-12.2c-P-3", "BS-12.2c-P-4")
def test_the_panicked_fall_back_before_the_rest_of_the_stack():
    _, events = stormed(RABBLE, "-", "RA1 P2")
    order = list(dict.fromkeys(unit for _, unit in kinds_of(events, "retreated")))
    assert order == ["33 VA", "21 VA", "27 VA", "4 VA"]
