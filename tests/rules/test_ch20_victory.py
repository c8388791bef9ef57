"""Victory of the scenarios that count points: First Kernstown (20.2, 20.3) and Second Kernstown (20.4 to 20.6)."""

import pytest
from msgspec.structs import replace

import vedette
from tests.rules.fighting import HIT, fire, man, ruled
from tests.rules.scored import AWARE, FIRST, FLANK, HILL, RIDGE, SECOND, WHAT_IF, closing, earned, gone, held, lost
from tests.support import at, kinds, offered, play, referee, states
from vedette.rules.blind_swords.chapters.victory import tally, total
from vedette.rules.blind_swords.setting import setting_of

TURN, BONUS = ("Pritchard's Hill, turn by turn", "Pritchard's Hill, bonus")
RIDGE_TURN, RIDGE_BONUS = ("Sandy Ridge, turn by turn", "Sandy Ridge, bonus")
LOSSES, EXITS = "enemy losses", "own units led off"
FIRSTS = pytest.mark.parametrize("battle", [FIRST, AWARE])
SECONDS = pytest.mark.parametrize("battle", [FLANK, SECOND, WHAT_IF])
LAST = {FIRST: 18, AWARE: 18, FLANK: 9, SECOND: 16, WHAT_IF: 16}
THREE = {FLANK: 3, SECOND: 10, WHAT_IF: 10}
"""The turn of 3:00 pm."""


def control(battle):
    return vedette.battle(battle).new_game(seed=1).view("")["control"]


# -- the hill and the ridge of First Kernstown ---------------------------------------------------------------


@pytest.mark.rule("KT-20.2l-initial")
@FIRSTS
def test_the_union_holds_hill_and_ridge_at_the_start(battle):
    assert control(battle) == held((HILL, *RIDGE), "union")


@pytest.mark.rule("KT-20.2l-control")
def test_the_last_occupant_holds_a_hex():
    game = referee({"7 OH-a": "2422"}, battle=vedette.battle(FIRST), begin="movement", active="Tyler",
                   control={HILL: "confederate"})  # fmt: skip
    play(game, "move 7 OH-a")
    events = play(game, f"7 OH-a: {HILL}")
    assert game.view("")["control"][HILL] == "union"
    assert [e.cite for e in events if e.kind == "control"] == ["KT-20.2l-control"]
    play(game, "7 OH-a: 2422")
    assert game.view("")["control"][HILL] == "union"


@pytest.mark.rule("KT-20.2l-USA", "KT-20.2l-CSA")
@FIRSTS
def test_the_hill_gives_three_or_two_points_each_turn(battle):
    for turn in (1, 6, 18):
        assert earned(closing(battle, turn), "union") == {TURN: 3}
        game = closing(battle, turn, held(HILL, "confederate"))
        assert (earned(game, "union"), earned(game, "confederate")[TURN]) == ({}, 2)


@pytest.mark.rule("KT-20.2j-2")
@FIRSTS
@pytest.mark.parametrize("turn, points", [(1, 0), (6, 0), (7, 6), (18, 6)])
def test_the_ridge_gives_a_point_a_hex_from_3_20_on(battle, turn, points):
    game = closing(battle, turn, held(RIDGE, "confederate"))
    assert earned(game, "confederate").get(RIDGE_TURN, 0) == points
    assert (
        earned(closing(battle, turn, held(RIDGE[:2], "confederate")), "confederate").get(RIDGE_TURN, 0) == points // 3
    )


@pytest.mark.rule("KT-20.2j-1")
def test_each_of_the_six_hexes_counts_and_no_other():
    for hex in RIDGE:
        assert earned(closing(FIRST, 7, held(hex, "confederate")), "confederate") == {RIDGE_TURN: 1}
    assert earned(closing(FIRST, 7, units={"27 VA": "1935"}), "confederate") == {}


@pytest.mark.rule("KT-20.2j-3")
def test_the_ridge_gives_nothing_in_a_turn_at_whose_end_they_hold_the_hill():
    """Turn by turn: what it gave before stays (rulings, 20)."""
    both = held((HILL, *RIDGE), "confederate")
    assert earned(closing(FIRST, 7, both), "confederate") == {TURN: 2}
    game = referee({"27 VA": "1834"}, battle=vedette.battle(FIRST), begin="end-turn", turn=7, set={"no-events": True})
    assert earned(game, "confederate") == {RIDGE_TURN: 1}
    game.state.control = tuple(1 for _ in game.state.control)
    while game.view("")["turn"] == 8:
        game.play(game.decision.actions[-1])
    assert earned(game, "confederate") == {RIDGE_TURN: 1, TURN: 2}


@pytest.mark.rule("KT-20.2k-1", "KT-20.2k-2", "KT-20.2k-3", "KT-20.2k-4")
@FIRSTS
def test_the_ridge_gives_a_bonus_by_the_number_of_hexes(battle):
    for count, bonus in ((0, 0), (1, 8), (2, 12), (3, 16), (4, 20), (5, 20), (6, 20)):
        game = closing(battle, 15, held(RIDGE[:count], "confederate"))
        assert earned(game, "confederate").get(RIDGE_BONUS, 0) == bonus


@pytest.mark.rule("KT-20.2k-0")
@pytest.mark.parametrize("turn, hill, bonus", [(14, "union", 0), (15, "union", 16), (16, "union", 0),
                                               (15, "confederate", 0)])  # fmt: skip
def test_the_bonus_is_for_the_end_of_6_00_without_the_hill(turn, hill, bonus):
    game = closing(FIRST, turn, {**held(RIDGE[:3], "confederate"), HILL: hill})
    assert earned(game, "confederate").get(RIDGE_BONUS, 0) == bonus


@pytest.mark.rule("KT-20.2l-bonus")
@pytest.mark.parametrize("turn, side, bonus", [(14, "confederate", 0), (15, "confederate", 20), (16, "confederate", 0),
                                               (15, "union", 0)])  # fmt: skip
def test_the_hill_gives_twenty_points_at_6_00(turn, side, bonus):
    assert earned(closing(FIRST, turn, held(HILL, side)), "confederate").get(BONUS, 0) == bonus


# -- losses of First Kernstown -------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.2m-1")
@FIRSTS
@pytest.mark.parametrize("box", ["1", "2", "3", "available"])
def test_a_point_for_each_strength_point_on_the_broken_track(battle, box):
    """By the side that shows, which is the Battleworn one (rulings, 92)."""
    game = closing(battle, 18, units={"27 VA": lost(box, 9, 4), "7 OH-a": lost(box, 7, 3), "7 OH-b": "1531"})
    assert (earned(game, "union")[LOSSES], earned(game, "confederate")[LOSSES]) == (4, 3)


@pytest.mark.rule("KT-20.2m-1")
def test_who_comes_back_from_the_broken_track_counts_no_more():
    """Losses are counted once, as they stand at the end (rulings, 92)."""
    game = referee({"27 VA": lost("available", 9, 4), "4 VA": "2836"}, battle=vedette.battle(FIRST), begin="rally",
                   active="Garnett", order="regroup", dice=["1"])  # fmt: skip
    assert earned(game, "union") == {LOSSES: 4}
    play(game, "rebuild 27 VA", next(a for a in offered(game)) if game.decision.kind == "re-entry" else "27 VA: 2836")
    assert at(game, "27 VA") and earned(game, "union") == {}


@pytest.mark.rule("KT-20.2m-2", "SS-19.1-2", "SS-19.2-2")
def test_batteries_and_fragile_units_that_are_lost_count_as_well():
    units = {
        "Chew": lost("eliminated", 4, 2),
        "Waters": lost("eliminated", 4, 2, face="worn"),
        "2 VA": lost("eliminated", 3, 3, fragile=True, face="worn"),
        "4 VA": "3827",
    }
    assert earned(closing(FIRST, 18, units=units), "union")[LOSSES] == 4 + 2 + 3


@pytest.mark.rule("KT-20.2m-1")
def test_half_points_add_up_and_the_rest_is_dropped():
    units = {"27 VA": lost("1", 5, "C"), "2 VA": lost("1", 5, "C"), "4 VA": lost("1", 5, "C")}
    assert earned(closing(FIRST, 18, units=units), "union")[LOSSES] == 1


# -- exits of First Kernstown --------------------------------------------------------------------------------


def leaving(battle, unit, hex, brigade, turn=3, **more):
    """A unit on the edge, about to move."""
    game = referee({unit: {"hex": hex, **more}}, battle=vedette.battle(battle), begin="movement", active=brigade,
                   order="maneuver", turn=turn)  # fmt: skip
    play(game, f"move {unit}")
    return game


@pytest.mark.rule("KT-20.2n-1")
@FIRSTS
def test_a_point_for_ten_strength_points_led_off(battle):
    for sp, points in ((9, 0), (10, 1), (19, 1), (20, 2)):
        game = closing(battle, 18, units={"7 OH-a": gone(sp, "north"), "27 VA": gone(sp, "south")})
        assert (earned(game, "union").get(EXITS, 0), earned(game, "confederate").get(EXITS, 0)) == (points, points)


@pytest.mark.rule("KT-20.2n-1")
def test_units_are_added_before_points_are_given():
    units = {"7 OH-a": gone(6, "north"), "7 OH-b": gone(3, "east"), "7 IN-a": gone("C", "east"),
             "7 IN-b": gone("C", "east")}  # fmt: skip
    assert earned(closing(FIRST, 18, units=units), "union")[EXITS] == 1


@pytest.mark.rule("KT-20.2n-3", "KT-20.2n-4")
def test_only_the_own_edges_count():
    for edge, union, confederate in (("north", 1, 0), ("east", 1, 0), ("south", 0, 1), ("west", 0, 1)):
        game = closing(FIRST, 18, units={"7 OH-a": gone(10, edge), "27 VA": gone(10, edge)})
        assert (earned(game, "union").get(EXITS, 0), earned(game, "confederate").get(EXITS, 0)) == (union, confederate)


@pytest.mark.rule("KT-20.2n-2", "KT-13.12-2", "BS-10.12-2", "SS-13.9-2")
@pytest.mark.parametrize("face, marks, strength", [("fresh", ["disrupted"], 12), ("worn", ["shaken"], 5)])
def test_strength_is_that_of_the_side_that_shows_as_it_leaves(face, marks, strength):
    values = {"fresh": [12, "R", 5], "worn": [5, "R", 5]}
    game = leaving(FIRST, "62 OH", "1026", "Sullivan", face=face, marks=marks, values=values)
    events = play(game, "62 OH: exit")
    assert "left the map" in states(game, "62 OH")
    assert f"62 OH leaves the map with {strength} SP" in [game.say(e, "") for e in events]
    [noted] = game.state.exits
    assert (noted.strength, noted.edges, noted.turn, noted.forced) == (strength * 64, ("north",), 3, False)
    assert earned(game, "union").get(EXITS, 0) == strength // 10


@pytest.mark.rule("KT-20.4i-exit-2")
@pytest.mark.parametrize("mark, strength", [("mounted", 7), ("dismounted", 5)])
def test_cavalry_leaves_with_the_strength_of_the_counter_on_which_it_leaves(mark, strength):
    game = leaving(FLANK, "14 PA", "1026", "Schoonmaker", marks=[mark])
    play(game, "14 PA: exit")
    assert [gone.strength for gone in game.state.exits] == [strength * 64]


@pytest.mark.rule("KT-20.2n-3", "KT-20.2n-4")
def test_what_leaving_here_would_earn_stands_under_the_answer():
    def note(unit, hex, brigade):
        game = leaving(FIRST, unit, hex, brigade, values={"fresh": [12, "R", 5]})
        return game.rulebook.notes(game.state, game.decision.seat)[f"{unit}: exit"]

    assert (
        note("62 OH", "1026", "Sullivan") == "it leaves for good with 12 SP: 1 point now, 12 SP led off at 10 a point"
    )
    assert note("62 OH", "4015", "Sullivan").endswith("no points but off the north or east edge")
    assert note("4 VA", "4015", "Garnett").endswith("1 point now, 12 SP led off at 10 a point")


@pytest.mark.rule("KT-15.4-fail-2", "BS-12.3-fail-2", "SS-15.4-edge")
def test_in_1862_a_retreat_off_the_map_is_no_exit():
    game, _ = driven_off(FIRST, "62 OH", "27 VA", "Garnett")
    assert "Broken Box 1" in states(game, "62 OH") and game.state.exits == ()
    assert EXITS not in earned(game, "union")


def driven_off(battle, unit, foe, active, *, skedaddle="R2", hex="1030", at="1130", turn=1, others=(), **more):
    """A unit on the edge of the map that must fall back, and has left it where that was its owner's choice."""
    whole = vedette.battle(battle)
    charts = {**whole.charts, "fire_cohesion": ruled(("-", skedaddle)).charts["fire_cohesion"]}
    units = {foe: man(at, 23), unit: man(hex, 6, 4, **more), **dict(others)}
    game, events = fire(units, f"{foe} fire at {hex}", HIT, "11", battle=replace(whole, charts=charts), active=active,
                        turn=turn)  # fmt: skip
    while game.decision is not None and game.decision.kind in ("panic", "retreat"):
        off = [text for text in offered(game) if text.endswith("off the map") or text.startswith("panic ")]
        events = [*events, *play(game, off[0])]
    return game, events


# -- the hill of Second Kernstown ----------------------------------------------------------------------------


@pytest.mark.rule("KT-20.4i-hex-1")
@pytest.mark.parametrize("battle, holder", [(FLANK, "union"), (SECOND, None), (WHAT_IF, None)])
def test_the_hill_is_held_by_who_stands_there_at_the_start_else_by_nobody(battle, holder):
    """Rulings, 26."""
    assert control(battle) == {HILL: holder}


@pytest.mark.rule("KT-20.4i-hex-1")
def test_the_last_to_stand_there_holds_the_hill_even_if_he_has_gone():
    game = referee({"13 WV": "2422"}, battle=vedette.battle(SECOND), begin="movement", active="Hayes")
    assert game.view("")["control"] == {HILL: None}
    play(game, "move 13 WV")
    events = play(game, f"13 WV: {HILL}", "13 WV: 2422", "done")
    assert game.view("")["control"] == {HILL: "union"}
    assert [e.cite for e in events if e.kind == "control"] == ["KT-20.4i-hex-1"]


@pytest.mark.rule("KT-20.4i-hex-2", "KT-20.4i-hex-USA", "KT-20.4i-hex-CSA", "SS-19.2-3")
@SECONDS
def test_the_hill_gives_points_each_turn_to_who_controls_it(battle):
    for turn in (1, 5, LAST[battle]):
        assert earned(closing(battle, turn, held(HILL, "union")), "union").get(TURN) == 3
        game = closing(battle, turn, held(HILL, "confederate"))
        assert (earned(game, "union").get(TURN), earned(game, "confederate")) == (None, {TURN: 2})
    assert earned(closing(SECOND, 1), "union").get(TURN) is None  # nobody has been there


@pytest.mark.rule("KT-20.4i-bonus")
@SECONDS
def test_the_union_gets_twenty_points_for_the_hill_at_4_20(battle):
    turn = {FLANK: 7}.get(battle, 14)
    for when, side, bonus in (
        (turn, "union", 20),
        (turn - 1, "union", 0),
        (turn + 1, "union", 0),
        (turn, "confederate", 0),
    ):
        game = closing(battle, when, held(HILL, side))
        assert (earned(game, "union").get(BONUS, 0), earned(game, "confederate").get(BONUS, 0)) == (bonus, 0)


@pytest.mark.rule("KT-20.5b", "KT-20.6d")
def test_only_in_the_historical_battle_the_union_begins_with_fifteen_points():
    for battle, points in ((FLANK, 0), (SECOND, 15), (WHAT_IF, 0)):
        state = vedette.battle(battle).new_game(seed=1).state
        assert (total(tally(state), 0), total(tally(state), 1)) == (points, 0)


# -- losses of Second Kernstown ------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.4i-cas-1", "KT-20.4i-cas-2", "SS-19.2-1")
@SECONDS
@pytest.mark.parametrize("box", ["1", "2", "3", "available"])
def test_the_union_gets_a_point_for_each_strength_point_by_the_fresh_side(battle, box):
    game = closing(battle, LAST[battle], units={"45 VA": lost(box, 9, 4), "51 VA": "2612"})
    assert earned(game, "union")[LOSSES] == 9


@pytest.mark.rule("KT-20.4i-cas-2", "KT-20.4i-cas-3", "SS-19.2-1", "SS-19.2-2")
def test_batteries_count_fresh_and_fragile_units_by_their_largest_side():
    units = {
        "Chapman": lost("eliminated", 4, 2, face="worn"),
        "45 VA": lost("eliminated", 3, 3, face="worn", fragile=True),
        "51 VA": "2612",
    }
    assert earned(closing(FLANK, 9, units=units), "union")[LOSSES] == 4 + 3


@pytest.mark.rule("KT-20.4i-cas-2", "SS-19.2-1")
@pytest.mark.parametrize("marks", ["mounted", "dismounted"])
def test_fragile_cavalry_that_is_lost_on_foot_counts_by_its_larger_counter(marks):
    game = closing(FLANK, 9, units={"2 MD PHB (Tibbits)": {"box": "eliminated", "marks": [marks]}, "51 VA": "2612"})
    assert earned(game, "confederate")[LOSSES] == 1  # two points of strength mounted, one on foot, halved


@pytest.mark.rule("KT-20.4i-cas-4")
@SECONDS
@pytest.mark.parametrize("strength, points", [(1, 0), (2, 1), (9, 4), (10, 5)])
def test_the_confederates_get_half_as_much_and_no_fraction(battle, strength, points):
    """Rulings, 22."""
    game = closing(battle, LAST[battle], units={"13 WV": lost("2", strength, 1), "5 WV": "3018"})
    assert earned(game, "confederate").get(LOSSES, 0) == points


@pytest.mark.rule("KT-20.4i-cas-4")
def test_the_whole_is_halved_and_not_unit_by_unit():
    units = {id: lost("1", 3, 1) for id in ("13 WV", "5 WV", "23 OH")}
    assert earned(closing(FLANK, 9, units=units), "confederate")[LOSSES] == 4  # not 1 + 1 + 1


# -- exits of Second Kernstown -------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.4i-exit-1")
@SECONDS
def test_a_point_for_seven_strength_points_led_off_by_the_union(battle):
    for sp, points in ((6, 0), (7, 1), (13, 1), (14, 2)):
        game = closing(battle, LAST[battle], units={"13 WV": gone(sp, "north", LAST[battle])})
        assert earned(game, "union").get(EXITS, 0) == points


@pytest.mark.rule("KT-20.4i-exit-1")
def test_the_confederates_get_nothing_for_leaving():
    """Rulings, 25."""
    for edge in ("north", "east", "south", "west"):
        assert earned(closing(FLANK, 9, units={"45 VA": gone(14, edge, 9)}), "confederate") == {}
    game = leaving(FLANK, "45 VA", "4015", "Forsberg", values={"fresh": [9, "R", 5]})
    assert game.rulebook.notes(game.state, "confederate") == {"45 VA: exit": "it leaves for good with 9 SP: no points"}


@pytest.mark.rule("KT-20.4i-exit-2", "KT-13.12-2", "BS-10.12-2", "SS-13.9-2")
@pytest.mark.parametrize("face, strength", [("fresh", 9), ("worn", 4)])
def test_exits_count_by_the_side_that_shows(face, strength):
    values = {"fresh": [9, "R", 5], "worn": [4, "R", 5]}
    game = leaving(FLANK, "13 WV", "1026", "Hayes", 3, face=face, marks=["disrupted"], values=values)
    play(game, "13 WV: exit")
    assert game.state.exits[0].strength == strength * 64
    assert earned(game, "union").get(EXITS, 0) == strength // 7
    assert LOSSES not in earned(game, "confederate")


@pytest.mark.rule("KT-20.4i-exit-3")
@pytest.mark.parametrize("edge, points", [("north", 1), ("east", 1), ("south", 0), ("west", 0)])
@pytest.mark.parametrize("forced", [False, True])
def test_the_union_must_leave_by_the_north_or_east(edge, points, forced):
    game = closing(FLANK, 9, units={"13 WV": gone(7, edge, 9, forced=forced)})
    assert earned(game, "union").get(EXITS, 0) == points


@pytest.mark.rule("KT-20.4i-exit-4")
@SECONDS
def test_of_its_own_will_it_earns_nothing_before_3_00(battle):
    """Rulings, 2: the turn of 3 pm, and not that of 4 pm."""
    turn = THREE[battle]
    assert setting_of(vedette.battle(battle)).hours[turn - 1] == "3:00"
    for when, points in ((turn - 1, 0), (turn, 1)):
        game = closing(battle, LAST[battle], units={"13 WV": gone(7, "north", when)})
        assert earned(game, "union").get(EXITS, 0) == points


@pytest.mark.rule("KT-20.4i-exit-4")
def test_before_3_00_it_may_leave_all_the_same_and_is_told_what_that_earns():
    game = leaving(FLANK, "13 WV", "1026", "Hayes", 2, values={"fresh": [9, "R", 5]})
    note = game.rulebook.notes(game.state, "union")["13 WV: exit"]
    assert note == "it leaves for good with 9 SP: no points before turn 3 (3:00)"
    play(game, "13 WV: exit")
    assert "left the map" in states(game, "13 WV") and EXITS not in earned(game, "union")


@pytest.mark.rule("KT-20.4i-exit-5", "KT-20.4i-exit-6", "KT-15.4-fail-4")
@SECONDS
def test_a_retreat_off_the_map_is_an_exit_at_any_time(battle):
    game, events = driven_off(battle, "13 WV", "45 VA", "Forsberg", turn=1, values={"fresh": [7, "R", 4]})
    assert "left the map" in states(game, "13 WV") and "broken" not in kinds(events)
    assert (earned(game, "union")[EXITS], earned(game, "confederate")) == (1, {})


@pytest.mark.rule("KT-20.4i-exit-5")
def test_what_a_retreat_off_the_map_earns_stands_under_the_answer():
    game, _ = driven_off(FLANK, "13 WV", "45 VA", "Forsberg", skedaddle="-")
    assert game.rulebook.notes(game.state, "confederate") == {}
    whole = vedette.battle(FLANK)
    charts = {**whole.charts, "fire_cohesion": ruled(("-", "R2")).charts["fire_cohesion"]}
    game, _ = fire({"45 VA": man("1130", 23), "13 WV": man("1030", 8)}, "45 VA fire at 1030", HIT, "11",
                   battle=replace(whole, charts=charts), active="Forsberg")  # fmt: skip
    note = game.rulebook.notes(game.state, "union")["retreat 13 WV off the map"]
    assert note == "it leaves for good with 8 SP: 1 point now, 8 SP led off at 7 a point"


@pytest.mark.rule("KT-20.4i-exit-6", "KT-15.4-fail-4")
@pytest.mark.parametrize("unit, more", [("Hausmann", {}), ("13 WV", {"fragile": True})])
def test_guns_and_fragile_units_are_not_lost_by_it(unit, more):
    game, events = driven_off(FLANK, unit, "45 VA", "Forsberg", **more)
    assert "left the map" in states(game, unit) and "eliminated" not in kinds(events)
    assert earned(game, "confederate") == {}


@pytest.mark.rule("KT-20.4i-exit-5")
def test_a_panic_off_the_map_is_an_exit_too():
    weak = {"5 WV": man("1031", 8, 2)}
    game, events = driven_off(FLANK, "13 WV", "45 VA", "Forsberg", skedaddle="P1", others=weak)
    assert "panics" in kinds(events) and "left the map" in states(game, "5 WV")
    assert earned(game, "union")[EXITS] == 1


@pytest.mark.rule("KT-20.4i-exit-6")
def test_other_failed_retreats_and_other_sides_go_to_the_broken_track():
    """Rulings, 17: only leaving the map is an exit."""
    around = dict(zip(("51 VA", "22 VA (Patton)", "23/26 VA"), ("1129", "1029", "1031"), strict=True))
    game, events = driven_off(FLANK, "13 WV", "45 VA", "Forsberg", hex="1130", at="1230", others=around)
    assert "exited" not in kinds(events)
    game, _ = driven_off(FLANK, "45 VA", "13 WV", "Hayes", hex="1740", at="1739")
    assert "Broken Box 1" in states(game, "45 VA") and game.state.exits == ()
