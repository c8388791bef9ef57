"""Chapters 14 and 15 as *Stonewall's Sword* has them where it stands alone, and its worked examples of both."""

import msgspec
import pytest

import vedette
from tests.rules.field import flat, refused
from tests.rules.fighting import BIG, HIT, fire, kinds_of, man, one, ready, ruled, settle
from tests.rules.riders import riders
from tests.support import aim, at, example, kinds, offered, play, referee, shifts, states

CEDAR = "cedar-mountain/slaughter-mountain"


def field(units, begin="close-combat", active="Prince", **keys):
    """A moment of a fight east of the Cornfield, on level ground: rows 18 to 23, places 01 and 02."""
    keys = {"battle": vedette.battle(CEDAR), **keys}
    return referee(units, begin=begin, active=active, order="attack", **keys)


def driving():
    """The battle, every close combat test driving the defenders back two hexes."""
    battle = vedette.battle(CEDAR)
    rows = tuple({**row, "depletion": "-", "skedaddle": "RA2"} for row in battle.charts["close_cohesion"])
    return msgspec.structs.replace(battle, charts={**battle.charts, "close_cohesion": rows})


def assault(units, *actions, **keys):
    """The shifts of 109th PA's attack on 2002, nobody firing in defence."""
    game = field(units, **keys)
    group = " + ".join(u for u in units if u in ("109th PA", "111th PA"))
    events = play(game, f"{group} assault 2002", "done", *actions)
    return game, events + settle(game, "lead")


# -- examples --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-14.2a-5")
def test_example_14_2a_infantry_and_guns_fire_at_one_attacker_or_at_two():
    game, events = example("SS-EX-defensive")
    fires = [(e.units, game.state.hex_name(e.hex)) for e in events if e.kind == "fire"]
    assert fires == [(("21st VA",), "2001"), (("Caskie",), "2101")] and game.chance.left()["dice"] == 0
    both = field({"109th PA": "2001", "111th PA": "2101", "21st VA": "2002", "Caskie": "2002"})
    play(both, "109th PA + 111th PA assault 2002")
    assert offered(both) == ["fire at 2001", "fire at 2101", "done"]
    assert aim(play(both, "21st VA + Caskie fire at 2101")).strength == "8"  # 5, and 2 guns half again


@pytest.mark.rule("SS-14.2d-odds-21", "SS-14.2d-odds-32", "SS-14.2d-odds-23", "SS-14.2d-2")
def test_examples_14_2d_odds():
    assert shifts(example("SS-EX-odds-1")[1]) == {"KT-14.3d-odds-2-1": 2}
    game, events = example("SS-EX-odds-2")
    found = [{c: n for _, n, c, on in e.data[0].shifts if on} for e in events if e.kind == "assault-aim"]
    assert found == [{"KT-14.3d-odds-3-2": 1}, {"KT-14.3d-odds-2-3": -1}] and game.chance.left()["dice"] == 0


@pytest.mark.rule("SS-14.2d-shift-slope", "SS-14.2d-shift-defsm", "SS-14.2d-shift-defcr")
def test_example_14_2f_the_better_rating_of_the_defence_shifts_as_well():
    events = example("SS-EX-cc-1")[1]
    assert shifts(events) == {"KT-14.3d-slope": -2, "KT-14.3d-smooth-def": -1, "KT-14.3d-CR-left": -1}
    assert (aim(events).base, aim(events).strength, aim(events).final) == ("6-7", "6", "2")


@pytest.mark.rule("SS-15.2a-BD-1", "SS-15.2c-AMH", "SS-15.2a-AD-1", "SS-15.2a-AD-2")
def test_example_15_9_both_are_depleted():
    game, events = example("SS-EX-cc-2")
    assert one(events, "assault").data[:3] == ("close fight", "49th GA", 4) and game.chance.left()["dice"] == 0
    assert one(events, "test").data == ("close fight", "BD*", "AM")
    assert one(events, "break-test").data == (3, 0) and states(game, "111th PA") == {"worn", "shaken", "2001"}
    assert states(game, "109th PA") == {"worn", "shaken", "2001"} and states(game, "49th GA") == {"worn", "2002"}


@pytest.mark.rule("SS-15.1b-P-1", "SS-15.1b-P-2")
def test_example_15_1b_panic_after_fire():
    game, events = example("SS-EX-panic-fire")
    assert one(events, "test").data == ("tough", "-", "M R2 P1") and game.chance.left()["dice"] == 0
    assert states(game, "49th GA") == {"fresh", "shaken", "2004"}
    assert states(game, "45th GA") == {"fresh", "disrupted", "2004"}


@pytest.mark.rule("SS-15.2c-P-1", "SS-15.2c-P-2", "SS-15.6-shaken-2")
def test_example_15_2_panic_in_close_combat():
    game, events = example("SS-EX-panic-cc")
    assert one(events, "test").data == ("tough", "D2", "2M RA2 P1") and game.chance.left()["dice"] == 0
    assert states(game, "14th GA") == {"worn", "disrupted", "2004"} and states(game, "35th GA") == {"worn", "2004"}
    assert states(game, "45th GA") == {"fresh", "disrupted", "2004"}  # no further
    assert states(game, "49th GA") == {"fresh", "shaken", "2102"}
    units = {"109th PA": man("2001", 10, 3), "14th GA": man("2002", 4, 3), "35th GA": man("2002", 3, 3)}
    units |= {"45th GA": man("2002", 1, 3), "49th GA": man("2102", 6, 4, "shaken")}
    game = field(units, dice=["61", "55", "1"])
    play(game, "109th PA assault 2002", "done")
    settle(game, "retreat-order", "retreat")
    assert offered(game) == ["panic 35th GA", "panic 45th GA", "panic 49th GA"] and game.decision.seat == "union"
    plans = game.rulebook.plans(game.state, "union")
    assert [p["text"] for p in plans] == offered(game) and plans[0]["others"][0]["unit"] == "14th GA"
    events = play(game, "panic 49th GA") + settle(game, "retreat")
    assert one(events, "break-test").units == ("49th GA",)  # Shaken, it took two hits
    grid = game.state.setting.grid
    assert "disrupted" in states(game, "49th GA")
    assert grid.distance(grid.index(at(game, "49th GA")), grid.index("2102")) == 2


@pytest.mark.rule("SS-15.7-le", "SS-15.7-p1", "SS-15.7-p2", "SS-15.7-p3")
def test_example_15_7_a_roll_that_equals_the_rating_is_safe():
    for die in range(1, 7):
        game, _ = example("SS-EX-break")
        assert one(play(game, str(die)), "break-test").data[0] == 3
        where = {"worn", "shaken", "2002"} if die <= 3 else {"worn", f"Broken Box {die - 3}"}
        assert states(game, "49th GA") == where


@pytest.mark.rule("SS-15.6-dis-2")
def test_example_15_7_two_break_tests():
    game, events = example("SS-EX-break-multi")
    assert kinds(events).count("break-test") == 2 and game.chance.left()["dice"] == 0
    assert states(game, "49th GA") == {"fresh", "disrupted", "2004"}


# -- Close Combat ------------------------------------------------------------------------------------------------

ODDS = [(30, 10, "3-1", 3), (20, 10, "2-1", 2), (15, 10, "3-2", 1), (10, 14, "", 0), (10, 15, "2-3", -1)]
ODDS += [(10, 20, "1-2", -2), (10, 30, "1-3", -3)]


@pytest.mark.rule(
    "SS-14.0-1", "SS-14.2d-odds-31", "SS-14.2d-odds-21", "SS-14.2d-odds-32", "SS-14.2d-odds-23", "SS-14.2d-odds-12",
    "SS-14.2d-odds-13",
)  # fmt: skip
def test_the_shifts_of_this_book_and_no_others():
    for mine, theirs, odds, columns in ODDS:
        _, events = assault({"109th PA": man("2001", mine), "49th GA": man("2002", theirs)})
        assert shifts(events) == ({f"KT-14.3d-odds-{odds}": columns} if odds else {})
    assert [name for name, *_ in aim(events).shifts] == [
        *("odds 3:1", "odds 2:1", "odds 3:2", "odds 2:3", "odds 1:2", "odds 1:3", "artillery defends"),
        *("better attacker rating", "better defender rating", "up a slope", "up a steep slope"),
        *("smoothbores attack", "smoothbores defend", "Rebel Yell"),
    ]
    flanks = {"109th PA": man("2001", 5), "111th PA": man("1902", 1), "49th GA": man("2002", 5)}
    assert shifts(assault(flanks, "assault from 2001")[1]) == {}  # two hexes apart, and no flanking attack
    game = field({"49th GA": man("2002", 5, 5), "1st PA": man("2001", 5)}, active="Thomas")
    assert (
        shifts(play(game, "49th GA assault 2001", "1st PA stands", "done")) == {}
    )  # nor are the mounted harder to hit


@pytest.mark.rule("SS-14.2d-1")
def test_left_of_c_the_attack_stays_on_c_and_right_of_the_last_on_the_last():
    weak = {"109th PA": man("2001", 1), "49th GA": man("2002", 3)}
    game, events = assault(weak)
    assert aim(events).final == "C" and "assault-lost" not in kinds(events) and game.decision.kind == "dice"
    assert aim(assault({"109th PA": man("2001", 22), "49th GA": man("2002", 2)})[1]).final == "23+"
    plans = field(weak).rulebook.plans(field(weak).state, "union")
    assert plans[0]["warning"] is None and next(c["probability"] for c in plans[0]["after"]) > 0


@pytest.mark.rule("SS-14.1-1", "SS-14.1-2", "SS-9.5-3")
def test_infantry_under_attack_and_cavalry_in_the_artillery_phase_attack_and_no_guns():
    units = {"109th PA": "2001", "Knap": "2001", "1st PA": "2102", "49th GA": "2002"}
    game = field(units)
    assert offered(game) == ["assault 2002", "done"] and refused(game, "Knap assault 2002") == "SS-14.1-2"
    assert refused(game, "1st PA assault 2002")
    phase = referee(units, begin="artillery", battle=vedette.battle(CEDAR))
    play(phase, "cavalry 2102")
    while phase.decision.kind != "close-combat":
        play(phase, next(a.text for a in reversed(phase.decision.actions)))
    assert offered(phase) == ["assault 2002", "done"]
    events = play(phase, "assault 2002")
    assert one(events, "declared").units == ("1st PA",)


@pytest.mark.rule("SS-3.2c-5", "SS-3.2c-6", "SS-3.2c-7")
def test_a_pond_bars_close_combat_and_the_advance_but_no_fire():
    pond = {"109th PA": man("3113", 5), "49th GA": man("3014", 5)}
    game = field(pond)
    assert game.decision.kind != "close-combat" or "assault 3014" not in offered(game)
    assert "fire at 3014" in offered(field(pond, begin="fire"))
    game = field({**pond, "111th PA": man("3013", 3), "102nd NY": man("3013", 3)})
    play(game, "assault 3014")
    assert offered(game) == ["add 111th PA", "add 102nd NY"] and refused(game, "add 109th PA") == "SS-3.2c-6"
    left_out = {o["unit"]: o["cite"] for o in game.rulebook.plans(game.state, "union")[0]["others"]}
    assert left_out == {"109th PA": "SS-3.2c-6"}
    won = field({"109th PA": man("3112", 5), "49th GA": man("3113", 5)}, dice=["11", "24"], battle=driving())
    play(won, "109th PA assault 3113", "done")
    settle(won, "retreat")
    play(won, "109th PA: 3113")
    second = {a.removeprefix("109th PA: ") for a in offered(won)} - {"done"}
    assert second >= {"3013", "3112", "3114"} and "3014" not in second


def attack(units, action, **keys):
    """KT's ground by this book: an attack on 1637, up to the answer of the defence."""
    game = riders(units, "close-combat", **keys)
    play(game, action)
    return game


@pytest.mark.rule("SS-14.2b-1", "SS-14.2b-5")
def test_cavalry_withdraws_from_whoever_attacks_or_fires_at_him():
    units = {"1/2 MD": "1637", "14 PA": "1636", "7 OH-a": "1736"}
    game = attack(units, "14 PA assault 1637; done", active="Schoonmaker")
    assert game.decision.kind == "cavalry-withdrawal" and "withdraw 1/2 MD to 1638" in offered(game)
    assert game.decision.prompt == "an attack on 1637: does 1/2 MD withdraw?"
    play(game, "1/2 MD stands")
    assert game.decision.kind == "defensive-fire" and offered(game) == ["fire at 1636", "done"]


# -- Cohesion ----------------------------------------------------------------------------------------------------

STORM = {"7 OH-a": man("1733", 5), "7 OH-b": man("1634", 10), "27 VA": man("1734", 5)}


def stormed(units, depletion, skedaddle, *dice, hex="1733"):
    """KT's ground by this book: an attack on 1734 whose test gives just this."""
    game = ready(units, "close-combat", dice=["11", "11", *dice], battle=ruled(close=(depletion, skedaddle)))
    events = play(game, " + ".join(u for u in units if u in STORM and u != "27 VA") + " assault 1734")
    while game.decision.kind in ("defensive-fire", "assaulting-hex"):
        events += play(game, "done" if game.decision.kind == "defensive-fire" else f"assault from {hex}")
    return game, events + settle(game, "lead", "retreat-order", "retreat")


@pytest.mark.rule("SS-15.2a-BD-1", "SS-15.2a-BD-2", "SS-15.2a-BD-3")
def test_of_the_attackers_the_assaulting_hex_alone_is_three_times_as_strong_or_not():
    def hurt(units, hex="1733"):
        return [u for _, u in kinds_of(stormed(units, "BD*", "-", hex=hex)[1], "depleted")]

    assert hurt(STORM) == ["27 VA", "7 OH-a"]  # 15 to 5 with the flank, 5 to 5 without
    assert hurt({**STORM, "7 OH-b": man("1634", 15)}, "1634") == ["27 VA"]
    assert hurt({**STORM, "27 VA": man("1734", 15)}) == ["7 OH-a"]
    assert hurt({**STORM, "27 VA": man("1734", 14)}) == ["27 VA", "7 OH-a"]


@pytest.mark.rule("SS-4.1-cr-2")
def test_a_rating_above_six_stands_in_no_box():
    units = {"7 OH-a": man("1733", BIG), "27 VA": man("1734", 5, 7), "4 VA": man("1834", 1)}
    for rating, test in ((7, ""), (6, "tough")):
        game, _ = fire({**units, "27 VA": man("1734", 5, rating)}, "7 OH-a fire at 1734", battle=ruled(("-", "-")))
        assert one(play(game, "66"), "fire").data[:3:2] == (test, rating)
    assert rating_of({"27 VA": man("1734", 5, 1, "disrupted")}) == 0


@pytest.mark.rule("SS-10.4a-3")
def test_a_chit_raises_a_rating_to_six_at_most():
    units = {"2nd MA": "1907", "27th IN": "1906", "37th VA": "1908"}
    game = field(units, "fire", "Taliaferro", turn=6, held={"union": ["Confident"]})
    play(game, "37th VA fire at 1907", "play Confident")
    assert one(play(game, "66"), "fire").data[1:3] == ("2nd MA", 6)
    worn = field({**units, "2nd MA": {"hex": "1907", "face": "worn"}}, "fire", "Taliaferro", turn=6,
                 held={"union": ["Confident"]})  # fmt: skip
    play(worn, "37th VA fire at 1907", "play Confident")
    assert one(play(worn, "66"), "fire").data[2] == 6


WEAK = {"7 OH-a": man("1733", BIG), "27 VA": man("1734", 5, 6)}
WEAK |= {"21 VA": man("1734", 3, 4, brigade="C"), "5 VA": man("1834", 3, 2, brigade="B")}


@pytest.mark.rule("SS-15.1b-P-1", "SS-15.1b-P-2", "SS-15.1b-P-3")
def test_after_fire_any_weak_unit_suffers_what_the_lead_suffers():
    game, _ = fire(WEAK, "7 OH-a fire at 1734", HIT, "11", "6", "1", battle=ruled(("D", "2M B R1 P1")))
    assert game.decision.seat == "union" and sorted(offered(game)) == ["panic 21 VA", "panic 5 VA"]
    assert "the lowest" not in game.decision.prompt and at(game, "27 VA") is None
    play(game, "panic 21 VA")
    settle(game, "retreat")
    grid = game.state.setting.grid
    assert states(game, "21 VA") >= {"fresh", "disrupted"} and states(game, "5 VA") == {"fresh", "1834"}
    assert grid.distance(grid.index(at(game, "21 VA")), grid.index("1734")) == 1
    steady = {**WEAK, "5 VA": man("1834", 3, 5, brigade="B"), "21 VA": man("1734", 3, 5, brigade="C")}
    _, events = fire(steady, "7 OH-a fire at 1734", HIT, "11", battle=ruled(("-", "M P1")))
    assert kinds_of(events, "panics", "morale") == [("morale", "27 VA")]


@pytest.mark.rule("SS-15.2c-P-1", "SS-15.2c-P-2")
def test_who_stood_there_may_panic_though_it_has_fallen_back_and_goes_no_further():
    units = {"7 OH-a": man("1733", 9), "33 VA": man("1734", 6, 6), "4 VA": man("1734", 3, 4, brigade="A")}
    game, events = stormed({**units, "21 VA": man("1835", 3, 4, brigade="B")}, "-", "AM M RA1 P1")
    assert kinds_of(events, "retreated") == [("retreated", "33 VA"), ("retreated", "4 VA")]
    other = game.clone()
    where = at(game, "4 VA")
    play(game, "panic 4 VA")
    assert at(game, "4 VA") == where and "shaken" in states(game, "4 VA")
    play(other, "panic 21 VA")
    settle(other, "retreat")
    assert "shaken" in states(other, "21 VA") and at(other, "21 VA") != "1835" and at(other, "4 VA") == where
    assert "shaken" in states(other, "7 OH-a")  # AM, once


def rating_of(units, unit="27 VA", **hexes):
    """The rating with which a unit stands."""
    view = ready({"7 OH-a": man("1733", 5), **units}, hexes=flat(hexes)).view("")["units"]
    return int(next(u["now"][2] for u in view if u["id"] == unit))


WOODS = {"terrain": "light-woods"}


@pytest.mark.rule("SS-15.5a-i", "SS-15.5b-1")
def test_woods_neither_give_nor_let_in_support():
    pair = {"27 VA": man("1734", 5, 4), "4 VA": man("1834", 1)}
    stack = {"27 VA": man("1734", 5, 4), "4 VA": man("1734", 1)}
    assert rating_of(pair) == rating_of(stack) == 4
    assert (
        rating_of(pair, **{"1734": WOODS})
        == rating_of(pair, **{"1834": WOODS})
        == rating_of(stack, **{"1734": WOODS})
        == 3
    )
    guns = {"Chew": man("1734", 2, 4), "4 VA": man("1834", 1)}
    assert (rating_of(guns, "Chew"), rating_of(guns, "Chew", **{"1834": WOODS})) == (4, 3)


@pytest.mark.rule("SS-15.5a-ii", "SS-15.5a-iii", "SS-15.5a-iv-1", "SS-15.5a-iv-2")
def test_infantry_supports_and_cavalry_needs_none_and_gives_none():
    brigade = vedette.battle("kernstown/the-stone-wall").counters["27 VA"]["brigade"]
    rides = {**man("1834", 1), "side": "confederate", "arm": "cavalry", "brigade": brigade}
    assert rating_of({"27 VA": man("1734", 5, 4), "20 VA": rides}) == 3
    assert rating_of({"27 VA": man("1734", 5, 4), "4 VA": man("1834", 1), "20 VA": rides}) == 4
    assert rating_of({"Chew": man("1734", 2, 4), "20 VA": rides}, "Chew") == 3
    assert rating_of({"Chew": man("1734", 2, 4), "21 VA": man("1834", 1)}, "Chew") == 4  # of any brigade
    assert rating_of({"20 VA": {**rides, "hex": "1734"}}, "20 VA") == 4
    assert rating_of({"20 VA": {**rides, "hex": "1734"}}, "20 VA", **{"1734": WOODS}) == 3
