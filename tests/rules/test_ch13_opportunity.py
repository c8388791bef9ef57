"""Chapter 13.7: Opportunity Fire."""

import pytest

from tests.rules.field import flat, mover
from tests.support import aim, at, offered, play, referee, states

MOVER, OTHER = "7 OH-a", "7 OH-b"
BESIDE = {MOVER: "1533", "33 VA": "1634"}


def kind(game):
    """What is asked now."""
    return game.decision.kind


@pytest.mark.rule("KT-13.7-1", "KT-13.7-4", "SS-13.7-1", "BS-10.7-1", "BS-10.7-3", "SS-13.7-3")
def test_leaving_a_hex_beside_an_enemy_draws_fire_before_the_unit_goes():
    game = mover(BESIDE, MOVER)
    play(game, "7 OH-a: 1532")
    assert (kind(game), game.decision.seat, at(game, MOVER)) == ("opportunity-fire", "confederate", "1533")
    play(game, "pass")
    assert (kind(game), at(game, MOVER)) == ("move", "1532")


@pytest.mark.rule("KT-13.7-1", "BS-10.7-1")
def test_leaving_a_hex_beside_nobody_draws_none():
    game = mover({MOVER: "1532", "33 VA": "1634"}, MOVER)
    play(game, "7 OH-a: 1533")
    assert (kind(game), at(game, MOVER)) == ("move", "1533")
    play(game, "7 OH-a: 1534")
    assert kind(game) == "opportunity-fire"


@pytest.mark.rule("KT-13.7-4", "SS-13.7-3", "BS-10.7-3")
def test_every_adjacent_enemy_may_fire_and_no_other():
    game = mover({**BESIDE, "27 VA": "1434", "2 VA": "1735"}, MOVER, dice=["11"])
    play(game, "7 OH-a: 1532", "fire at 1533")
    assert set(offered(game)) == {"add 33 VA", "add 27 VA"}
    play(game, "add 33 VA", "fire")
    assert offered(game) == ["fire at 1533", "pass"] and at(game, MOVER) == "1533"


@pytest.mark.rule("KT-13.7-5", "BS-10.7-4")
def test_the_units_of_a_stack_leave_one_by_one_each_under_its_own_fire():
    units = {MOVER: {"hex": "1533", "face": "worn"}, OTHER: "1533", "33 VA": "1634"}
    game = referee(units, begin="movement", active="Tyler", hexes=flat())
    play(game, "7 OH-a + 7 OH-b: 1532")
    assert game.decision.about == (MOVER,)
    play(game, "pass", "union: done", "7 OH-b: 1532")
    assert (kind(game), game.decision.about, at(game, OTHER)) == ("opportunity-fire", (OTHER,), "1533")


@pytest.mark.rule("KT-13.7-6", "SS-13.7-4", "BS-10.7-5")
def test_it_is_fired_at_half_strength_by_one_or_together():
    game = mover({**BESIDE, "2 VA": {"hex": "1634", "values": {"fresh": [4, "R", 4]}}}, MOVER, dice=["11", "11"])
    events = play(game, "7 OH-a: 1532", "33 VA + 2 VA fire at 1533")
    assert aim(events).strength == "5"
    game = mover(BESIDE, MOVER, dice=["11"])
    assert aim(play(game, "7 OH-a: 1532", "33 VA fire at 1533")).strength == "3"


@pytest.mark.rule("KT-13.7-7", "SS-13.7-5", "BS-10.7-6")
def test_the_moving_unit_leads_and_its_stackmates_are_spared():
    small, strong = ({"hex": hex, "values": {"fresh": [n, "R", 4]}} for hex, n in (("1533", 3), ("1634", 20)))
    game = mover({MOVER: small, OTHER: "1533", "33 VA": strong}, MOVER, dice=["66", "61"])
    play(game, "7 OH-a: 1532", "33 VA fire at 1533")
    assert states(game, MOVER) == {"worn", "1532"}
    assert states(game, OTHER) == {"fresh", "1533"}


@pytest.mark.rule("KT-13.7-7", "BS-10.7-6")
def test_panic_alone_reaches_a_stackmate():
    small, strong = ({"hex": hex, "values": {"fresh": [n, "R", 4]}} for hex, n in (("1533", 3), ("1634", 20)))
    timid = {"hex": "1533", "values": {"fresh": [4, "R", 2]}}
    game = mover({MOVER: small, OTHER: timid, "33 VA": strong}, MOVER, dice=["66", "15"])
    play(game, "7 OH-a: 1532", "33 VA fire at 1533", "retreat 7 OH-a to 1433", "retreat 7 OH-a to 1332")
    assert states(game, OTHER) == {"fresh", "shaken", "1533"}
    assert kind(game) == "retreat" and game.decision.about == (OTHER,)


def shaken_off(roll):
    """7 OH-a leaves 1533 for 1633 and 33 VA fires; 4 VA and 27 VA stand beside both hexes of a retreat."""
    strong = {"hex": "1634", "values": {"fresh": [12, "R", 4]}}
    units = {MOVER: "1533", OTHER: "1230", "33 VA": strong, "4 VA": "1432", "27 VA": "1435"}
    game = mover(units, MOVER, dice=[roll, "13"] if roll == "66" else [roll])
    play(game, "7 OH-a: 1633", "33 VA fire at 1533")
    return game


@pytest.mark.rule("KT-13.7-8", "SS-13.7-6", "BS-10.7-7")
def test_a_retreat_takes_the_place_of_the_move():
    game = shaken_off("66")
    play(game, "union: retreat 7 OH-a to 1433")
    assert at(game, MOVER) == "1433"
    assert offered(game) == ["move 7 OH-b", "done"]


@pytest.mark.rule("KT-13.7-8", "BS-10.7-7")
def test_without_a_retreat_the_move_goes_on():
    game = shaken_off("11")
    assert at(game, MOVER) == "1633" and kind(game) == "move"


def test_a_unit_that_breaks_under_it_goes_nowhere():
    weak = {"hex": "1533", "face": "worn", "values": {"worn": [1, "R", 0]}}
    strong = {"hex": "1634", "values": {"fresh": [12, "R", 4]}}
    game = mover({MOVER: weak, OTHER: "1230", "33 VA": strong}, MOVER, dice=["66", "21", "6"])
    play(game, "7 OH-a: 1633", "33 VA fire at 1533")
    assert states(game, MOVER) == {"worn", "Broken Box 3"}


@pytest.mark.rule("KT-13.7-9", "SS-13.7-7", "SS-15.4-fire-3", "BS-10.7-8")
def test_a_unit_fires_at_as_many_movers_as_come_by():
    units = {MOVER: "1533", OTHER: "1534", "33 VA": "1634"}
    game = referee(units, begin="movement", active="Tyler", hexes=flat(), dice=["11", "11", "11"])
    play(game, "7 OH-a: 1633", "33 VA fire at 1533")
    play(game, "7 OH-a: 1532", "33 VA fire at 1633")
    play(game, "done", "7 OH-b: 1434")
    assert offered(game) == ["fire at 1534", "pass"]


def retreating(**units):
    """7 OH-a is fired on in 1533 and must fall back two hexes, 2 VA beside its way."""
    strong = {"hex": "1634", "values": {"fresh": [20, "R", 4]}}
    keys = {"active": "Garnett", "hexes": flat(), "dice": ["66", "13", "11"]}
    game = referee({MOVER: "1533", "33 VA": strong, **units}, begin="fire", **keys)
    play(game, "33 VA fire at 1533")
    return game


@pytest.mark.rule("KT-13.7-10", "SS-13.7-8", "BS-10.7-9")
def test_nobody_fires_as_a_retreat_begins():
    game = retreating()
    play(game, "retreat 7 OH-a to 1433")
    assert (kind(game), at(game, MOVER)) == ("retreat", "1433")


@pytest.mark.rule("KT-13.7-11", "SS-13.7-9", "BS-10.7-10")
def test_enemies_that_a_retreat_runs_past_fire():
    game = retreating(**{"2 VA": "1432", "27 VA": "1435"})
    play(game, "retreat 7 OH-a to 1433")
    assert (kind(game), game.decision.seat, at(game, MOVER)) == ("opportunity-fire", "confederate", "1433")
    assert offered(game) == ["fire at 1433", "pass"]


@pytest.mark.rule("KT-13.7-2", "SS-13.7-2", "BS-10.7-2")
def test_an_advance_after_close_combat_draws_none():
    weak = {"hex": "1634", "face": "worn", "values": {"worn": [1, "R", 0]}}
    units = {MOVER: {"hex": "1533", "values": {"fresh": [10, "R", 4]}}, "33 VA": weak, "2 VA": "1434"}
    game = referee(units, begin="close-combat", active="Tyler", hexes=flat(), dice=["66", "61", "6"])
    play(game, "7 OH-a assault 1634", "confederate: done", "7 OH-a: 1634")
    assert at(game, MOVER) == "1634" and kind(game) != "opportunity-fire"
