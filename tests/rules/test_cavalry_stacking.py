"""KT 6.1b: who stands with cavalry."""

import pytest

from tests.books import shown
from tests.rules.field import flat, refused
from tests.rules.fighting import man
from tests.rules.riders import on_foot, riders
from tests.rules.test_ch15_retreat import fled, lane
from tests.support import at, offered, play


def moving(units, unit, active, **keys):
    game = riders(units, "movement", active, **keys)
    play(game, f"move {unit}")
    return game


@pytest.mark.rule("KT-6.1b-1", "KT-6.1b-3", "BS-3.1b-3", "BS-3.1b-1")
def test_cavalry_ends_no_move_with_infantry():
    game = moving({"14 PA": "1633", "7 OH-a": "1634"}, "14 PA", "Schoonmaker")
    play(game, "14 PA: 1634")
    assert "done" not in offered(game), "it may pass through and not stay"
    play(game, "14 PA: 1635")
    assert "done" in offered(game)


@pytest.mark.rule("KT-6.1b-1", "BS-3.1b-1")
def test_nor_infantry_with_cavalry():
    game = moving({"8 OH": "1634", "7 OH-a": "1633"}, "7 OH-a", "Tyler", order="defend")
    play(game, "7 OH-a: 1634")
    assert "done" not in offered(game)


@pytest.mark.rule("KT-6.1b-1", "BS-3.1b-1")
def test_nor_guns():
    game = riders({"8 OH": "1634", "Clark": "1633"}, "artillery", "Schoonmaker")
    play(game, "artillery 1633", "move Clark", "Clark: 1634")
    assert "done" not in offered(game)


@pytest.mark.rule("KT-6.1b-2", "BS-3.1b-2")
def test_cavalry_stacks_with_cavalry_of_any_brigade():
    game = moving({"14 PA": "1633", "12 PA": "1634"}, "14 PA", "Schoonmaker", hexes=flat())
    play(game, "14 PA: 1634")
    assert "done" not in offered(game), "4 and 7 are more than ten"
    game = moving({"8 OH": "1633", "12 PA": "1634"}, "8 OH", "Schoonmaker")
    play(game, "8 OH: 1634")
    assert "done" in offered(game)


@pytest.mark.rule("KT-6.1b-4", "KT-13.9-7", "KT-6.1b-3", "BS-10.9-7", "BS-3.1b-3")
def test_on_foot_it_stacks_with_infantry_and_not_with_riders():
    game = moving({"8 OH": on_foot("1633"), "14 IN": man("1634", 4), "14 PA": "1733"}, "8 OH", "Schoonmaker")
    play(game, "8 OH: 1634")
    assert "done" in offered(game)
    play(game, "8 OH: 1633", "8 OH: 1733")
    assert "done" not in offered(game)


@pytest.mark.rule("KT-6.1b-1", "KT-13.9-1", "BS-10.9-1", "BS-3.1b-1")
def test_one_of_two_riders_gets_off_only_where_it_can_still_part():
    game = moving({"8 OH": "1633", "12 PA": "1633"}, "8 OH", "Schoonmaker", order="defend")
    assert "8 OH: dismount" not in offered(game)
    assert refused(game, "8 OH: dismount") == shown("KT-6.1b-1")
    game = moving({"8 OH": "1633", "12 PA": "1633"}, "8 OH", "Schoonmaker")
    play(game, "8 OH: dismount")
    assert "done" not in offered(game)
    play(game, "8 OH: 1634", "done")
    assert at(game, "8 OH") == "1634"


@pytest.mark.rule("KT-6.1b-1", "KT-15.4-stack-2", "SS-15.4-stack-2", "BS-3.1b-1", "BS-12.3-stack")
def test_a_retreat_does_not_end_with_riders_and_goes_on():
    ground = lane("1735", "1736", "1737")
    assert fled("R1", {"14 VA": "1735"}, **ground) == ["1735", "1736"]
    assert fled("R1", {"14 VA": on_foot("1735")}, **ground) == ["1735"]


@pytest.mark.rule("KT-6.1b-1", "BS-3.1b-1")
def test_skirmishers_give_way_to_no_hex_of_riders():
    screen = {"hex": "1635", "marks": ["skirmish"]}
    game = riders({"7 OH-a": "1633", "27 VA": screen, "14 VA": "1636"}, "movement", "Tyler")
    play(game, "move 7 OH-a", "7 OH-a: 1634")
    assert game.decision.kind == "withdraw" and "retreat 27 VA to 1636" not in offered(game)


def test_split_cavalry_stands_with_whom_it_likes():
    game = moving({"7 VA-a": "1633", "36 VA (Johnson)": "1634"}, "7 VA-a", "Ashby")
    play(game, "7 VA-a: 1634")
    assert "done" in offered(game)


@pytest.mark.rule("KT-13.11-5", "KT-6.1b-1", "BS-10.11-4", "SS-13.8-3", "BS-3.1b-1")
def test_infantry_that_arrives_among_riders_parts_from_them_at_once():
    """Ruling 95: legal as it enters, put right in its first move."""
    units = {"1 OH": "1634", "7 OH-a": "1634", "7 OH-b": "1533"}
    game = riders(units, "movement", "Tyler")
    assert game.decision.about == ("7 OH-a",), "nobody else moves before the crowded have"
    play(game, "7 OH-a: 1635", "done")
    assert offered(game) == ["move 7 OH-b", "done"]


@pytest.mark.rule("KT-13.11-6", "KT-6.1b-1", "BS-10.11-5", "BS-3.1b-1")
def test_under_regroup_it_shifts():
    game = riders({"1 OH": "1634", "7 OH-a": "1634"}, "movement", "Tyler", order="regroup")
    assert game.decision.kind == "unstack"
    play(game, "7 OH-a: 1635")
    assert at(game, "7 OH-a") == "1635"
