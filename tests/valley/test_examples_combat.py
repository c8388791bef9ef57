"""The worked examples of chapters 6 to 8 (tests/examples/JV-EX-*.toml): odds, results, bombardment, leaders."""

from __future__ import annotations

import pytest

from tests.support import example, kinds, offered
from tests.valley.support import at, state
from tests.valley.test_examples import changed
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.bombardment import chances


def columns(game: Game, attack: str) -> tuple[str, str]:
    """Where an attack begins among the columns, and where it ends."""
    aim = game.odds(attack).aim
    assert aim is not None
    return aim.base, aim.final


def used(game: Game, attack: str) -> dict[str, int]:
    """The shifts of an attack that count: case -> columns."""
    aim = game.odds(attack).aim
    assert aim is not None
    return {cite: columns for _, columns, cite, applied in aim.shifts if applied}


def one(events: list[Event], kind: str) -> Event:
    """The only event of a kind."""
    (found,) = (e for e in events if e.kind == kind)
    return found


def asked(id: str) -> None:
    """The example's own actions lead to its die."""
    decision = example(id)[0].decision
    assert decision is not None and decision.seat == "chance" and decision.kind == "die"


# -- odds ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-6.2-2")
def test_example_6_2a_thirteen_to_four_are_three_to_one() -> None:
    asked("JV-EX-6.2a")
    assert columns(changed("JV-EX-6.2a"), "4 VA + 5 VA attack 0729") == ("3:1", "3:1")


@pytest.mark.rule("JV-6.2-7", "JV-6.8-bridge")
def test_example_6_2c_nine_to_one_over_a_bridge_is_six_to_one() -> None:
    asked("JV-EX-6.2c")
    assert columns(changed("JV-EX-6.2c"), "4 VA + 5 VA attack 1628") == ("9:1", "6:1")


@pytest.mark.rule("JV-6.2-2", "JV-6.2-11")
def test_example_6_2e_below_even_it_is_rounded_down_too() -> None:
    asked("JV-EX-6.2e")
    assert columns(changed("JV-EX-6.2e"), "4 VA attack 0729") == ("1:2", "1:2")
    assert columns(changed("JV-EX-6.2e"), "5 VA attack 0530") == ("1:3", "1:3")


@pytest.mark.rule("JV-6.8-bridge")
def test_example_6_8a_three_columns_for_a_bridge() -> None:
    asked("JV-EX-6.8a")
    assert columns(changed("JV-EX-6.8a"), "4 VA attack 1628") == ("4:1", "1:1")


@pytest.mark.rule("JV-6.8-slope", "JV-6.8-creek", "JV-6.8-2")
def test_example_6_8b_a_slope_and_a_creek_add_up() -> None:
    asked("JV-EX-6.8b")
    game = changed("JV-EX-6.8b")
    assert columns(game, "4 VA attack 0729") == ("4:1", "1:1")
    assert used(game, "4 VA attack 0729") == {"JV-6.8-slope": -1, "JV-6.8-creek": -2}


@pytest.mark.rule("JV-6.8-slope", "JV-6.8-5")
def test_example_6_8c_the_road_up_the_bluff_takes_nothing_away() -> None:
    asked("JV-EX-6.8c")
    game = changed("JV-EX-6.8c")
    s = state(game).setting
    assert (s.grid.index("4021"), s.grid.index("4020")) in s.board.road
    assert columns(game, "4 VA attack 4020") == ("3:1", "2:1")


@pytest.mark.rule("JV-6.8-3")
def test_example_6_8d_not_all_come_upslope() -> None:
    asked("JV-EX-6.8d")
    assert columns(changed("JV-EX-6.8d"), "4 VA + 5 VA attack 4020") == ("3:1", "3:1")


@pytest.mark.rule("JV-6.8-3", "JV-6.8-creek")
def test_example_6_8f_only_what_all_of_them_meet() -> None:
    asked("JV-EX-6.8f")
    game = changed("JV-EX-6.8f")
    assert columns(game, "4 VA + 5 VA attack 0729") == ("3:1", "3:1")
    assert used(game, "27 VA + 33 VA attack 1032") == {"JV-6.8-creek": -2}


@pytest.mark.rule("JV-6.9-opposite", "JV-6.9-1")
def test_example_6_9a_enfilade_from_opposite_hexes() -> None:
    asked("JV-EX-6.9a")
    assert columns(changed("JV-EX-6.9a"), "4 VA + 5 VA attack 0729") == ("2:1", "3:1")


@pytest.mark.rule("JV-6.9-three", "JV-6.9-1")
def test_example_6_9b_enfilade_from_every_other_hex() -> None:
    asked("JV-EX-6.9b")
    assert columns(changed("JV-EX-6.9b"), "4 VA + 5 VA + 27 VA attack 0729") == ("3:1", "4:1")


@pytest.mark.rule("JV-6.9-2")
def test_example_6_9c_whoever_does_not_attack_enfilades_nobody() -> None:
    asked("JV-EX-6.9c")
    assert columns(changed("JV-EX-6.9c"), "4 VA attack 0729") == ("1:1", "1:1")


@pytest.mark.rule("JV-6.10-dawn", "JV-10.6-5")
def test_example_6_10_dawn_and_a_slope() -> None:
    asked("JV-EX-6.10")
    assert columns(changed("JV-EX-6.10"), "25 OH attack 0729") == ("3:1", "1:1")


# -- results ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-6.11-1", "JV-6.11-4", "JV-6.11-5", "JV-6.2-DL1DR")
def test_example_6_11_a_step_and_one_hex() -> None:
    game, events = example("JV-EX-6.11")
    assert kinds(events)[-3:] == ["attacked", "automatic", "step-lost"] and state(game).units["25 OH"].reduced
    assert offered(game) == ["retreat 25 OH to 0630", "retreat 25 OH to 0730", "retreat 25 OH to 0830"]
    game.play("retreat 25 OH to 0730")
    assert game.decision is not None and game.decision.kind == "advance" and at(game, "25 OH") == "0730"


@pytest.mark.rule("JV-6.13-1", "JV-6.13-2")
def test_example_6_13_a_friend_makes_room_or_it_is_eliminated() -> None:
    game, events = example("JV-EX-6.13")
    assert [(e.kind, e.units[0]) for e in events[1:]] == [("displaced", "82 OH"), ("retreated", "25 OH")]
    assert (at(game, "25 OH"), at(game, "82 OH"), at(game, "8 NY")) == ("0730", "0731", "0730")
    other = changed("JV-EX-6.13")
    other.play("4 VA attack 0729")
    assert offered(other) == ["retreat 25 OH to 0730", "25 OH is eliminated"]
    other.play("25 OH is eliminated")
    assert at(other, "25 OH") == "eliminated" and at(other, "82 OH") == "0730"


# -- bombardment -----------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-7.2-1")
def test_example_7_2_two_hexes() -> None:
    game = changed("JV-EX-7.2")
    assert chances(state(game), "Poague Battery", "25 OH").range == 2
    s = state(game).setting
    assert game.rulebook.sight(game.state, s.grid.index("2826"), s.grid.index("2627"), True)["range"] == 2
    asked("JV-EX-7.2")


@pytest.mark.rule("JV-7.4-1", "JV-7.4-5")
def test_example_7_4a_above_the_range() -> None:
    assert "hit" in kinds(example("JV-EX-7.4a")[1])
    for die in ("2", "1"):
        assert "hit" not in kinds(changed("JV-EX-7.4a", dice=[die]).play("Poague Battery bombard 25 OH"))


@pytest.mark.rule("JV-7.4-2", "JV-7.4-6")
def test_example_7_4b_a_forest_on_a_hill_is_one() -> None:
    assert "hit" not in kinds(example("JV-EX-7.4b")[1])
    found = chances(state(changed("JV-EX-7.4b")), "Poague Battery", "25 OH")
    assert [m.amount for m in found.modifiers] == [-1] and found.hits == 3
    assert "hit" in kinds(changed("JV-EX-7.4b", dice=["4", "1"]).play("Poague Battery bombard 25 OH"))


@pytest.mark.rule("JV-7.5-1", "JV-10.6-5")
def test_example_7_5_no_die_hits() -> None:
    assert "hit" not in kinds(example("JV-EX-7.5")[1])
    assert chances(state(changed("JV-EX-7.5")), '1 OH, "H" Battery', "4 VA").hits == 0


@pytest.mark.rule("JV-7.7-7", "JV-7.7-4")
def test_example_7_7a_two_hexes_and_a_step() -> None:
    game, events = example("JV-EX-7.7a")
    assert [e.kind for e in events if e.units == ("25 OH",) and e.kind in ("retreated", "step-lost")] == [
        "retreated", "retreated", "step-lost",
    ]  # fmt: skip
    assert at(game, "25 OH") == "0734"


@pytest.mark.rule("JV-7.7-9")
def test_example_7_7b_another_may_be_attacked() -> None:
    game, _ = example("JV-EX-7.7b")
    assert at(game, "29 NY") == "eliminated" and offered(game) == ["attack 0731", "done"]
    assert {"attack 0729", "attack 0731"} <= {*offered(changed("JV-EX-7.7b"))}


# -- leaders ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-8.4-2")
def test_example_8_4_the_next_hex_is_not_the_attacked_one() -> None:
    asked("JV-EX-8.4")
    assert columns(changed("JV-EX-8.4"), "4 VA attack 0729") == ("3:1", "3:1")


@pytest.mark.rule("JV-8.3-1", "JV-8.3-2", "JV-8.3-3")
def test_example_8_3a_a_chain_that_breaks() -> None:
    before = changed("JV-EX-8.3a")
    attacks = ("A attack 0829", "B attack 0829", "C attack 0831", "D attack 0832")
    assert [columns(before, attack) for attack in attacks] == [("1:1", "3:1")] * 4
    game, _ = example("JV-EX-8.3a")
    assert at(game, "B") == "0629"
    assert [columns(game, attack) for attack in attacks[2:]] == [("1:1", "1:1")] * 2


@pytest.mark.rule("JV-8.3-1", "JV-8.3-3")
def test_example_8_3b_lost_from_its_far_end() -> None:
    _, events = example("JV-EX-8.3b")
    attacks = [e for e in events if e.kind == "attacked"]
    assert [e.units[0] for e in attacks] == ["D", "C", "B", "A"]
    assert [e.data[2] - e.data[1] for e in attacks] == [2, 2, 2, 2]
    assert kinds(events).count("retreated") == 4


@pytest.mark.rule("JV-8.5-1", "JV-8.5-3", "JV-8.6-3")
def test_example_8_5a_a_one_costs_the_attackers_leader() -> None:
    game, events = example("JV-EX-8.5a")
    assert one(events, "attacked").roll == 1 and at(game, "Jackson") == "eliminated"
    assert (at(game, "Confederate A"), state(game).fallen) == ("0728", ("Jackson",))


@pytest.mark.rule("JV-8.5-2", "JV-8.5-3", "JV-8.6-3")
def test_example_8_5b_a_six_costs_the_defenders() -> None:
    game, _ = example("JV-EX-8.5b")
    assert (at(game, "Milroy"), at(game, "Union A")) == ("eliminated", "0729")
    assert {text.split(" to ")[0] for text in offered(game)} == {"retreat 25 OH", "retreat Union A"}


@pytest.mark.rule("JV-8.5-4", "JV-8.6-3")
def test_example_8_5c_cut_down() -> None:
    game, _ = example("JV-EX-8.5c")
    assert (at(game, "Milroy"), at(game, "Union A")) == ("eliminated", "0729")


@pytest.mark.rule("JV-8.7-1", "JV-8.7-2", "JV-8.7-6", "JV-8.7-8")
def test_example_8_7a_a_leader_rises_before_the_retreat() -> None:
    game, events = example("JV-EX-8.7a")
    assert at(game, "4 VA") == "eliminated" and at(game, "Confederate A") == at(game, "5 VA") == "0629"
    assert [e.units[0] for e in events if e.kind == "demoralized"] == ["5 VA", "Confederate A"]
    assert game.decision is not None and game.decision.kind == "retreat"


@pytest.mark.rule("JV-8.7-5", "JV-8.5-1")
def test_example_8_7b_not_beside_a_replacement() -> None:
    game, events = example("JV-EX-8.7b")
    assert kinds(events).count("leader-drawn") == 1 and at(game, "Munford") == "eliminated"
    assert at(game, "Confederate A") == "0629" and at(game, "Confederate B") == "cup"


@pytest.mark.rule("JV-8.8-2")
def test_example_8_8_a_leader_alone_is_attacked_at_seven_to_one() -> None:
    asked("JV-EX-8.8")
    game = changed("JV-EX-8.8")
    assert columns(game, "4 VA attack 0729")[1] == "7:1" and used(game, "4 VA attack 0729") == {}
