"""JV 8.1 to 8.4 and 8.8: whom a leader helps."""

from collections.abc import Sequence

import pytest

from tests.valley.support import Place, at, field, hex_of, state
from vedette.rules.valley_campaign.chapters.leaders import (
    ADJACENT,
    CHAIN,
    STACKED,
    attack_shift,
    attacker_bar,
    chain,
    defence_shift,
    lone_leaders,
)
from vedette.rules.valley_campaign.state import State

FOE = {"25 OH": "2010"}
"""Who is attacked: the hexes beside him are 2009, 2011, 1909, 1910, 2109 and 2110."""


def placed(units: dict[str, Place]) -> State:
    """Everybody in their hexes, in a Confederate combat phase."""
    return state(field({**FOE, **units}, phase="combat"))


def lent(units: dict[str, Place], attackers: Sequence[str]) -> list[tuple[str, int, str]]:
    """Who could lend an attack on the foe how much, and by which way."""
    return [(s.leader, s.columns, s.way) for s in attack_shift(placed(units), attackers, hex_of("2010"))]


@pytest.mark.rule("JV-8.1-3", "JV-8.1-1", "JV-8.1-normal", "JV-8.1-exceptional", "JV-8.1-outstanding")
@pytest.mark.parametrize(("leader", "columns"), [("Elzey", 1), ("Taylor", 2), ("Jackson", 3)])
def test_a_leader_stacked_with_an_attacker_lends_his_rating(leader: str, columns: int) -> None:
    assert lent({"31 VA": "2011", leader: "2011"}, ["31 VA"]) == [(leader, columns, STACKED)]


@pytest.mark.rule("JV-8.1-2")
def test_a_leader_is_no_attacker() -> None:
    g = placed({"31 VA": "2011", "Elzey": "2011"})
    bar = attacker_bar(g, "Elzey")
    assert bar is not None and bar.cite == "JV-8.1-2"
    assert attacker_bar(g, "31 VA") is None


@pytest.mark.rule("JV-8.1-7", "JV-8.2-2")
def test_a_leader_beside_an_attacker_of_any_command_lends_his_shift() -> None:
    assert lent({"31 VA": "2011", "Taylor": "2012"}, ["31 VA"]) == [("Taylor", 2, ADJACENT)]
    assert lent({"31 VA": "2011", "Taylor": "2013"}, ["31 VA"]) == []
    assert lent({"Lusk Battery": "2011", "Taylor": "2012"}, ["Lusk Battery"]) == [("Taylor", 2, ADJACENT)]


@pytest.mark.rule("JV-8.2-2")
def test_stacked_helps_any_command() -> None:
    assert lent({"7 LA": "2011", "Elzey": "2011"}, ["7 LA"]) == [("Elzey", 1, STACKED)]


@pytest.mark.rule("JV-8.1-8")
@pytest.mark.parametrize("where", ["2011", "2012"])
def test_a_demoralized_leader_lends_nothing(where: str) -> None:
    assert lent({"31 VA": "2011", "Taylor": {"at": where, "demoralized": 1}}, ["31 VA"]) == []


@pytest.mark.rule("JV-8.1-5", "JV-8.1-10")
def test_several_leaders_are_a_choice_the_best_first() -> None:
    units: dict[str, Place] = {"31 VA": "2011", "Elzey": "2011", "Jackson": "2012", "Taylor": "2011"}
    assert lent(units, ["31 VA"]) == [("Jackson", 3, ADJACENT), ("Taylor", 2, STACKED), ("Elzey", 1, STACKED)]


@pytest.mark.rule("JV-8.1-11")
def test_one_attacker_whom_he_reaches_is_enough() -> None:
    units: dict[str, Place] = {"31 VA": "2011", "7 LA": "2009", "Taylor": "2008"}
    assert lent(units, ["31 VA", "7 LA"]) == [("Taylor", 2, ADJACENT)]
    assert lent(units, ["31 VA"]) == []


def test_leaders_of_the_other_side_lend_an_attack_nothing() -> None:
    assert lent({"31 VA": "2011", "Milroy": "2110"}, ["31 VA"]) == []


ROW: dict[str, Place] = {"12 GA": "2011", "25 VA": "2012", "31 VA": "2013", "13 VA": "2014"}
"""Four units of one command in a row, the first beside the foe."""


@pytest.mark.rule("JV-8.3-1", "JV-8.3-2", "JV-8.3-3")
def test_a_chain_of_his_command_carries_the_shift_as_far_as_it_will() -> None:
    assert lent({**ROW, "Elzey": "2015"}, ["12 GA"]) == [("Elzey", 1, CHAIN)]
    assert lent({**ROW, "Elzey": "2016"}, ["12 GA"]) == [], "one of the chain must be beside him"
    assert chain(placed({**ROW, "Elzey": "2015"}), "Elzey") == ("12 GA", "25 VA", "31 VA", "13 VA")


@pytest.mark.rule("JV-8.3-2")
def test_a_chain_may_begin_with_who_is_stacked_with_him() -> None:
    assert lent({**ROW, "Elzey": "2014"}, ["12 GA"]) == [("Elzey", 1, CHAIN)]
    assert chain(placed({"13 VA": "2014", "Elzey": "2014"}), "Elzey") == ("13 VA",)


@pytest.mark.rule("JV-8.2-1")
def test_a_link_of_another_command_is_none() -> None:
    row = {**ROW, "Elzey": "2015"}
    row["7 LA"] = row.pop("25 VA")
    assert lent(row, ["12 GA"]) == []
    assert lent({"7 LA": "2011", "25 VA": "2012", "31 VA": "2013", "Elzey": "2014"}, ["7 LA"]) == [], "nor at its end"


@pytest.mark.rule("JV-8.3-1")
def test_guns_and_the_demoralized_are_links() -> None:
    row: dict[str, Place] = {
        "23 VA": "2011", "Cutshaw Battery": "2012", "10 VA": {"at": "2013", "demoralized": 1}, "Jackson": "2014",
    }  # fmt: skip
    assert lent(row, ["23 VA"]) == [("Jackson", 3, CHAIN)]


@pytest.mark.rule("JV-8.3-4")
def test_without_an_abbreviation_only_stacked_or_adjacent() -> None:
    """The Lusk Battery has no command: neither is it a link, nor does a chain reach it."""
    row: dict[str, Place] = {"Lusk Battery": "2011", "25 VA": "2012", "Elzey": "2013"}
    assert lent(row, ["Lusk Battery"]) == []
    assert lent({**row, "Elzey": "2012"}, ["Lusk Battery"]) == [("Elzey", 1, ADJACENT)]


@pytest.mark.rule("JV-8.3-5")
def test_a_broken_chain_no_longer_carries() -> None:
    """JV-EX-8.3a: with the second in the row gone, those beyond have the shift no longer."""
    row = {k: v for k, v in ROW.items() if k != "31 VA"}
    assert lent({**row, "Elzey": "2015"}, ["12 GA"]) == []
    assert chain(placed({**row, "Elzey": "2015"}), "Elzey") == ("13 VA",)


def test_a_chain_is_of_one_side() -> None:
    """Abbreviations of the two sides may be alike: only friends are links."""
    row: dict[str, Place] = {"12 GA": "2011", "x": {"at": "2012", "side": "union", "command": "Elz"}, "Elzey": "2013"}
    assert lent(row, ["12 GA"]) == []


@pytest.mark.rule("JV-8.6-9", "JV-8.7-10", "JV-8.6-10")
def test_a_subordinate_has_no_chain_and_is_else_a_leader() -> None:
    assert lent({**ROW, "Confederate C": "2015"}, ["12 GA"]) == []
    assert lent({**ROW, "Confederate C": "2012"}, ["12 GA"]) == [("Confederate C", 2, ADJACENT)]
    assert lent({**ROW, "Confederate C": "2011"}, ["12 GA"]) == [("Confederate C", 2, STACKED)]


def defends(units: dict[str, Place]) -> list[tuple[str, int, str]]:
    """Who could lend the defenders of 2010 his shift."""
    return [(s.leader, s.columns, s.cite) for s in defence_shift(placed(units), hex_of("2010"))]


@pytest.mark.rule("JV-8.4-1", "JV-8.4-2", "JV-8.4-4")
def test_a_leader_helps_defenders_of_his_own_hex_alone() -> None:
    """JV-EX-8.4: one of the defender's own command in the next hex does not."""
    assert defends({"Milroy": "2010"}) == [("Milroy", 2, "JV-8.4-1")]
    assert defends({"Milroy": "2009"}) == []
    assert defends({"Tyler": "2010"}) == [("Tyler", 2, "JV-8.4-1")], "whatever the command"
    assert defends({"Milroy": "2010", "Koltes": "2010"}) == [("Milroy", 2, "JV-8.4-1"), ("Koltes", 1, "JV-8.4-1")]


@pytest.mark.rule("JV-8.1-8")
def test_a_demoralized_leader_helps_no_defender() -> None:
    assert defends({"Milroy": {"at": "2010", "demoralized": 1}}) == []


@pytest.mark.rule("JV-8.8-2")
def test_lone_leaders_stand_outside_all_shifts() -> None:
    g = placed({"Milroy": "1010", "Tyler": "1010", "31 VA": "1011", "Jackson": "1011"})
    assert lone_leaders(g, hex_of("1010"))
    assert not lone_leaders(g, hex_of("1011"))
    assert not lone_leaders(g, hex_of("0101"))
    assert attack_shift(g, ["31 VA"], hex_of("1010")) == ()
    assert defence_shift(g, hex_of("1010")) == ()


@pytest.mark.rule("JV-8.8-1")
def test_leaders_move_alone_and_stay_alone() -> None:
    game = field({"Elzey": "1010", "31 VA": "1010"})
    game.play("move Elzey")
    game.play("Elzey: 1011")
    game.play("done")
    assert (at(game, "Elzey"), at(game, "31 VA")) == ("1011", "1010")
    assert "Elzey" in state(game).moved
