"""Chapter 15.8: Advance After Close Combat. 7 OH-a in 1733 and 7 OH-b in 1634 attack 27 VA in 1734."""

import pytest

from tests.rules.field import flat, refused
from tests.rules.fighting import BIG, HIT, kinds_of, man, ready, ruled, settle
from tests.support import at, kinds, offered, play

BOTH = {"7 OH-a": man("1733", 4), "7 OH-b": man("1634", 4), "27 VA": man("1734", 5)}


def won(result, units=BOTH, *dice, depletion="-", hex="1733", **keys):
    """The attack, its test giving this; usual retreats, up to the question who advances."""
    battle = ruled(close=(depletion, result))
    game = ready(units, "close-combat", dice=["11", "11", *dice], battle=battle, **keys)
    group = " + ".join(unit for unit in ("7 OH-a", "7 OH-b") if unit in units)
    events = play(game, f"{group} assault 1734")
    while game.decision.kind == "defensive-fire":
        events += play(game, "done")
    if game.decision.kind == "assaulting-hex":
        events += play(game, f"assault from {hex}")
    return game, events + settle(game, "lead", "retreat")


@pytest.mark.rule("KT-15.8-1", "BS-12.7-1", "BS-12.7-2", "SS-15.8-1", "SS-15.8-2")
def test_whoever_attacked_a_hex_and_emptied_it_may_advance():
    game, _ = won("RA1", {**BOTH, "7 IN-a": man("1733", 2)})
    assert (game.decision.kind, game.decision.seat) == ("advance", "union")
    assert offered(game) == ["7 OH-a: 1734", "7 OH-b: 1734", "done"]  # 7 IN-a did not attack
    play(game, "7 OH-b: 1734", "7 OH-a: 1734")
    assert at(game, "7 OH-a") == at(game, "7 OH-b") == "1734"


@pytest.mark.rule("KT-15.8-1", "BS-12.7-1", "BS-12.7-2", "SS-15.8-1", "SS-15.8-2")
def test_nobody_advances_into_a_hex_that_is_held_still():
    assert won("M")[0].decision is None or won("M")[0].decision.kind != "advance"
    stack = {**BOTH, "4 VA": man("1734", 3), "7 OH-a": man("1733", 9)}
    assert won("B", stack, "6")[0].decision.kind != "advance"  # 27 VA is broken, 4 VA stands
    game, _ = won("AM RA1", {**BOTH, "7 OH-a": man("1733", 5, 2, "disrupted")}, "6")
    assert at(game, "7 OH-a") is None and offered(game) == ["7 OH-b: 1734", "done"]


def test_fire_and_defensive_fire_bring_no_advance():
    units = {"7 OH-a": man("1733", 5), "27 VA": man("1734", BIG)}
    game = ready(units, "close-combat", dice=[HIT, "11"], battle=ruled(("-", "R1")))
    play(game, "7 OH-a assault 1734", "fire at 1733")
    settle(game, "retreat")
    assert (at(game, "7 OH-a") != "1733" and game.decision is None) or game.decision.kind != "advance"


@pytest.mark.rule("KT-15.8-2", "BS-12.7-2", "SS-15.8-2")
def test_the_attacked_may_advance_into_an_attacking_hex_that_was_emptied():
    game, _ = won("AR1", {**BOTH, "4 VA": man("1734", 2), "33 VA": man("1835", 2)})
    assert (game.decision.kind, game.decision.seat) == ("advance", "confederate")
    assert offered(game) == ["27 VA: 1733", "4 VA: 1733", "done"]  # 33 VA was not attacked
    play(game, "4 VA: 1733")
    assert at(game, "4 VA") == "1733"
    stays, _ = won("AR1", {**BOTH, "7 IN-a": man("1733", 1)})
    assert stays.decision is None or stays.decision.kind != "advance"  # 7 IN-a still stands there


@pytest.mark.rule("KT-15.8-1", "KT-15.8-2", "BS-12.7-1", "BS-12.7-2", "SS-15.8-1", "SS-15.8-2")
@pytest.mark.parametrize("result, seat, offers", [
    ("RA1", "confederate", ["27 VA: 1733", "done"]), ("AR1", "union", ["7 OH-a: 1734", "done"]),
])  # fmt: skip
def test_both_sides_advance_alike(result, seat, offers):
    units = {"27 VA": man("1734", 5), "7 OH-a": man("1733", 5)}
    battle = ruled(close=("-", result))
    game = ready(units, "close-combat", active="Garnett", dice=["11", "11"], battle=battle)
    play(game, "27 VA assault 1733", "done")
    settle(game, "retreat")
    assert (game.decision.kind, game.decision.seat) == ("advance", seat) and offered(game) == offers


@pytest.mark.rule("KT-15.8-3", "BS-12.7-1", "SS-15.8-2")
def test_stacking_limits_the_advance():
    game, _ = won("RA1", {**BOTH, "7 OH-a": man("1733", 7), "7 OH-b": man("1634", 4)})
    assert offered(game) == ["7 OH-a: 1734", "7 OH-b: 1734", "done"]
    play(game, "7 OH-a: 1734")
    assert game.decision is None or game.decision.kind != "advance"  # 7 and 4 are more than 10


@pytest.mark.rule("KT-15.8-4", "BS-12.7-3", "SS-15.8-3")
def test_an_advance_draws_no_opportunity_fire():
    game, _ = won("RA1", {**BOTH, "21 VA": man("1833", 5)})  # beside 1733
    events = play(game, "7 OH-a: 1734")
    assert kinds_of(events, "advanced") == [("advanced", "7 OH-a")]
    assert "opportunity-fire" not in kinds(events) and game.decision.kind == "advance"


@pytest.mark.rule("KT-15.8-5", "BS-12.7-4", "SS-15.8-4")
@pytest.mark.parametrize("result, dice, two", [("RA1", (), False), ("RA2", (), True), ("B", ("6",), True)])
def test_two_hexes_may_be_taken_where_the_enemy_fell_back_two_or_broke(result, dice, two):
    game, _ = won(result, BOTH, *dice)
    play(game, "7 OH-a: 1734")
    assert ("7 OH-a: 1835" in offered(game)) is two
    if two:
        play(game, "7 OH-a: 1835")
        assert at(game, "7 OH-a") == "1835" and offered(game) == ["7 OH-b: 1734", "done"]


@pytest.mark.rule("KT-15.8-5", "BS-12.7-4", "SS-15.8-4")
def test_one_that_fell_back_a_single_hex_is_enough_to_stop_at_the_first():
    battle = ruled(close=("-", "B RA1"))
    units = {"7 OH-a": man("1733", 5), "27 VA": man("1734", 5), "4 VA": man("1734", 3)}
    game = ready(units, "close-combat", dice=["11", "11", "6"], battle=battle)
    play(game, "7 OH-a assault 1734", "done")
    settle(game, "retreat")
    play(game, "7 OH-a: 1734")
    assert game.decision is None or game.decision.kind != "advance"


@pytest.mark.rule("KT-15.8-6", "BS-12.7-5", "SS-15.8-5")
def test_the_first_hex_is_the_one_vacated_the_second_any_legal_one_beside_it():
    crowd = {"4 VA": "1735", "14 IN": man("1635", 9), "21 VA": "1936"}
    game, _ = won("RA2", {**BOTH, **crowd}, hexes=flat())
    assert offered(game) == ["7 OH-a: 1734", "7 OH-b: 1734", "done"]
    assert refused(game, "7 OH-a: 1834")
    play(game, "7 OH-a: 1734")
    held = {game.state.hex_name(n) for n in game.state.setting.grid.neighbours[game.state.at("7 OH-a")]}
    assert held == {"1634", "1733", "1834", "1835", "1735", "1635"}
    second = {text.removeprefix("7 OH-a: ") for text in offered(game)} - {"done"}
    assert second == {"1634", "1733", "1834", "1835"} - {at(game, "27 VA")}  # 1735 is held, 1635 is full
    play(game, "done", "7 OH-b: 1734")
    assert at(game, "7 OH-a") == at(game, "7 OH-b") == "1734"


@pytest.mark.parametrize("foes", [0, 1, 3])
def test_into_a_hex_that_scores_an_advance_is_proposed_whatever_stands_about(foes):
    """7 OH-a has taken 1834 from its holder; Enter may not give it away."""
    about = {("27 VA", "2 VA", "33 VA")[n]: man(("1935", "1934", "1835")[n], 6) for n in range(foes)}
    units = {"7 OH-a": man("1733", BIG), "4 VA": man("1834", 1), **about}
    game = ready(units, "close-combat", dice=["11", "11", "11"], battle=ruled(close=("-", "RA1")), hexes=flat())
    play(game, "7 OH-a assault 1834")
    settle(game, "defensive-fire", "assaulting-hex", "lead", "retreat", "opportunity-fire", "fire-plan")
    assert (game.decision.kind, game.decision.seat) == ("advance", "union"), game.decision.prompt
    assert game.decision.proposed.text == "7 OH-a: 1834"


def test_done_behind_the_first_hex_of_an_advance_says_that_others_are_asked():
    game, _ = won("RA2", BOTH)
    assert game.ending(game.decision.seat) == "end the advance: 2 units could still advance"
    play(game, "7 OH-a: 1734")
    seat = game.decision.seat
    assert game.ending(seat) == "7 OH-a stays in 1734: 7 OH-a could go a second hex; then 1 other is asked"
    game.play("done", seat)
    assert offered(game) == ["7 OH-b: 1734", "done"]
    assert game.ending(seat) == "end the advance: 1 unit could still advance"
