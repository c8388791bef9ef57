"""Chapter 9: bridges burn and are repaired. A road goes north and south over the river between 2010 and 2011."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import vedette
from tests.support import asked, kinds, offered, play
from tests.valley.support import field, hex_of, state
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.bridges import burn_bar, repair_bar
from vedette.rules.valley_campaign.chapters.deeds import change, place
from vedette.rules.valley_campaign.chapters.movement import move_bar
from vedette.rules.valley_campaign.chapters.zones import zone
from vedette.rules.valley_campaign.setting import UNION
from vedette.rules.valley_campaign.state import Repair

RIVER = [("2010", "2011", "river"), ("2010", "2011", "bridge"), ("1910", "2010", "river"), ("2010", "2110", "river")]
ROAD = ["2009-2010-2011-2012"]
BRIDGE = ("2010", "2011")
FAR = {"33 VA": "6001", "8 NY": "1001"}
GUN = "IN Battery"


def bank(units: Mapping[str, Any], **keys: Any) -> Game:
    """The river with these units, at a Confederate movement phase."""
    return field({**FAR, **units}, hexsides=RIVER, roads=ROAD, **keys)


def pair() -> tuple[int, int]:
    return hex_of(BRIDGE[0]), hex_of(BRIDGE[1])


def burns(game: Game, id: str = "13 VA", left: int = 6) -> str:
    """The case by which a unit may not burn the bridge; empty where it may."""
    bar = burn_bar(state(game), id, pair(), left)
    return "" if bar is None else bar.cite


def repairs(game: Game, id: str = "13 VA") -> str:
    bar = repair_bar(state(game), id, pair())
    return "" if bar is None else bar.cite


# -- burning ---------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-9.1-1")
def test_who_burns_a_bridge() -> None:
    units = {"13 VA": "2010", "2 VA Cavalry": "2010", "Poague Battery": "2010", "Jackson": "2010", "23 VA": "2012"}
    game = bank(units)
    assert [burns(game, id) for id in ("13 VA", "2 VA Cavalry")] == ["", ""]
    assert [burns(game, id) for id in ("Poague Battery", "Jackson", "23 VA")] == ["JV-9.1-1"] * 3
    lone = bank({"Jackson": "2010"})
    lone.play("move Jackson")
    assert burns(lone, "Jackson") == "JV-9.1-1" and not any("burn" in text for text in offered(lone))


@pytest.mark.rule("JV-9.1-2", "JV-9.2-5", "JV-4.15-5")
def test_a_burned_bridge_is_river_to_movement_and_zones() -> None:
    game = bank({"13 VA": "2010", "23 VA": "2009", "29 OH": "3001"})
    play(game, "move 13 VA")
    event = game.play("13 VA: burn 2010-2011")[0]
    assert (event.kind, event.cite, event.data) == ("bridge-burned", "JV-9.1-2", pair())
    g = state(game)
    bar = move_bar(g, "13 VA", *pair(), 6, True)
    assert bar is not None and bar.cite == "JV-4.15-5"
    place(g, "29 OH", hex_of("2011"), "")
    assert not zone(g, UNION) >> hex_of("2010") & 1
    assert burns(game) == "JV-9.1-2"


@pytest.mark.rule("JV-9.1-3", "JV-9.3-2")
def test_it_stays_burned() -> None:
    game = bank({"13 VA": "2010"})
    play(game, "move 13 VA", "13 VA: burn 2010-2011", "done")
    while state(game).turn < 6:
        game.play("done", asked(game))
    assert state(game).burned == (pair(),)
    bar = move_bar(state(game), "13 VA", *pair(), 6, True)
    assert bar is not None and bar.cite == "JV-4.15-5"


@pytest.mark.rule("JV-9.1-4")
def test_a_ford_does_not_burn() -> None:
    game = field({**FAR, "13 VA": "2010"}, hexsides=[("2010", "2011", "creek"), ("2010", "2011", "ford")], roads=ROAD)
    game.play("move 13 VA")
    assert burns(game) != "" and not any("burn" in text for text in offered(game))


@pytest.mark.rule("JV-9.1-5", "JV-4.15-2", "JV-4.15-3", "JV-4.15-4")
def test_the_bridges_and_fords_of_the_map() -> None:
    """A bridge at 1629; bridges over rivers and fords over creeks, both by a road."""
    g = vedette.battle("valley-campaign/cross-keys").new_game(seed=1).state
    s = g.setting
    assert s.grid.index("1629") in {hex for bridge in s.bridges for hex in bridge}
    board = s.board
    assert all("river" in board.crossing[bridge] and bridge in board.road for bridge in s.bridges)
    assert s.fords and all("creek" in board.crossing[ford] and ford in board.road for ford in s.fords)


@pytest.mark.rule("JV-9.1-6")
@pytest.mark.parametrize("hex", BRIDGE)
def test_it_burns_from_either_bank_by_either_side(hex: str) -> None:
    assert burns(bank({"13 VA": hex})) == ""
    assert burns(field({"33 VA": "6001", "29 OH": hex}, side="union", hexsides=RIVER, roads=ROAD), "29 OH") == ""


@pytest.mark.rule("JV-9.2-1")
def test_not_by_the_demoralized() -> None:
    assert burns(bank({"13 VA": {"at": "2010", "demoralized": 1}})) == "JV-9.2-1"


@pytest.mark.rule("JV-9.2-2")
def test_not_in_an_enemy_zone() -> None:
    assert burns(bank({"13 VA": "2010", "29 OH": "2009"})) == "JV-9.2-2"
    assert burns(bank({"13 VA": "2010", "29 OH": "2110"})) == ""  # his zone does not cross the river


@pytest.mark.rule("JV-9.2-3", "JV-9.2-4")
def test_not_under_enemy_guns_unless_they_are_demoralized_far_off_or_out_of_sight() -> None:
    assert burns(bank({"13 VA": "2010", GUN: "2006"})) == "JV-9.2-3"
    assert burns(bank({"13 VA": "2010", GUN: "2005"})) == ""
    assert burns(bank({"13 VA": "2010", GUN: "2006"}, hexes={"2008": "hill 3"})) == ""
    assert burns(bank({"13 VA": "2010", GUN: {"at": "2006", "demoralized": 1}})) == ""
    assert burns(bank({"13 VA": "2010", "29 OH": "2006"})) == ""


def at_the_bridge(units: Mapping[str, Any], *texts: str, **keys: Any) -> bool:
    """Whether 13 VA may burn the bridge once it has come to 2011 like this."""
    game = bank(units, **keys)
    play(game, *texts)
    assert state(game).hex_name(state(game).at("13 VA")) == "2011"
    return "13 VA: burn 2010-2011" in offered(game)


@pytest.mark.rule("JV-9.2-3", "JV-9.2-4")
def test_nor_by_whom_they_had_in_range_and_sight_earlier_in_the_phase() -> None:
    """The gun at 2115 is four hexes from 2111, five from the bridge."""
    here, go = {"13 VA": "2111"}, ("move 13 VA", "13 VA: 2011")
    assert at_the_bridge(here, *go)
    assert not at_the_bridge({**here, GUN: "2115"}, *go), "where it began"
    there_and_back = ("move 13 VA", "13 VA: 2111", "13 VA: 2011")
    assert not at_the_bridge({"13 VA": "2011", GUN: "2115"}, *there_and_back), "where it passed"
    coming: dict[str, Any] = {"waiting": [(2, "13 VA", "2111")]}
    assert not at_the_bridge({GUN: "2115"}, "enter 13 VA at 2111", "13 VA: 2011", **coming), "where it entered"
    long = ("move 13 VA", "13 VA: 2013", "13 VA: 2012", "13 VA: 2011")
    assert at_the_bridge({"13 VA": "2014"}, *long), "with just enough points"
    assert not at_the_bridge({"13 VA": "2014", GUN: "2018"}, *long)
    assert at_the_bridge({**here, GUN: {"at": "2115", "demoralized": 1}}, *go)
    assert at_the_bridge({**here, GUN: "2115"}, *go, hexes={"2113": "hill 3"})
    assert at_the_bridge({**here, "29 OH": "2115"}, *go)


@pytest.mark.rule("JV-9.2-3")
def test_a_way_out_of_their_sight_to_the_bridge_is_refused_as_a_whole() -> None:
    game = bank({"13 VA": "2111", GUN: "2115"})
    for texts in (["13 VA: 2011-burn 2010-2011"], ["move 13 VA", "13 VA: 2011", "13 VA: burn 2010-2011"]):
        with pytest.raises(IllegalAction) as refused:
            play(game, *texts)
        assert refused.value.cite == "JV-9.2-3" and "earlier in this phase" in refused.value.reason
    fresh = bank({"13 VA": {"at": "2011", "movement": 12}, GUN: "2115"})
    for way in ("2111-2011", "2111-2011-1911-2011"):
        found = fresh.rulebook.refusal(fresh.state, "confederate", f"13 VA: {way}-burn 2010-2011")
        assert found[1] == "JV-9.2-3", "told before anything is played"
    free = bank({"13 VA": "2111"})
    assert "bridge-burned" in kinds(free.play("13 VA: 2011-burn 2010-2011"))


@pytest.mark.rule("JV-9.2-3", "JV-9.2-7")
def test_in_the_next_phase_it_may() -> None:
    game = bank({"13 VA": "2111", GUN: "2115"})
    play(game, "move 13 VA", "13 VA: 2011", "done")
    while not (state(game).turn == 3 and state(game).player == 1):
        game.play("done", asked(game))
    game.play("move 13 VA")
    assert "13 VA: burn 2010-2011" in offered(game)


@pytest.mark.rule("JV-9.2-6")
@pytest.mark.parametrize(("factor", "left"), [(6, 3), (5, 2), (9, 4)])
def test_it_costs_half_of_the_printed_allowance_rounded_up(factor: int, left: int) -> None:
    game = bank({"13 VA": {"at": "2010", "movement": factor}})
    play(game, "move 13 VA", "13 VA: burn 2010-2011")
    assert game.decision is not None and f"{left} MP left" in game.decision.stack[-1]


@pytest.mark.rule("JV-9.2-6", "JV-9.2-7")
def test_with_less_than_half_left_it_burns_another_time_and_pays_again() -> None:
    game = bank({"13 VA": {"at": "2006", "movement": 6}})
    play(game, "move 13 VA", *(f"13 VA: {hex}" for hex in ("2007", "2008", "2009", "2010")))
    assert burns(game, left=2) == "JV-9.2-7" and not any("burn" in text for text in offered(game))
    game.play("done", asked(game))
    while state(game).turn == 2:
        game.play("done", asked(game))
    play(game, "move 13 VA", "13 VA: burn 2010-2011")
    assert game.decision is not None and "3 MP left" in game.decision.stack[-1]


@pytest.mark.rule("JV-9.2-6")
def test_it_burns_after_a_march_that_leaves_just_half() -> None:
    game = bank({"13 VA": "2007"})
    play(game, "move 13 VA", "13 VA: 2008", "13 VA: 2009", "13 VA: 2010")
    events = game.play("13 VA: burn 2010-2011")
    assert kinds(events)[:2] == ["bridge-burned", "automatic"] and "move 13 VA" not in offered(game)


# -- repair ----------------------------------------------------------------------------------------------


ELSEWHERE = [("5010", "5011", "river"), ("5010", "5011", "bridge")]
"""Another burned bridge with 10 VA at it, so that the phase waits."""


def yard(units: Mapping[str, Any] | None = None, side: str = "confederate", **keys: Any) -> Game:
    """A recovery phase beside the burned bridge, 13 VA at it."""
    everybody = {**FAR, "13 VA": "2010", "10 VA": "5010", "25 OH": "5013", **(units or {})}
    burned = keys.pop("burned", [BRIDGE, ("5010", "5011")])
    sides = [*RIVER, *ELSEWHERE]
    return field(everybody, hexsides=sides, roads=ROAD, phase="recovery", side=side, burned=burned, **keys)


@pytest.mark.rule("JV-9.4-1")
def test_a_repair_begins_in_the_recovery_phase_of_its_own_side() -> None:
    game = yard()
    assert offered(game) == ["13 VA: repair 2010-2011", "10 VA: repair 5010-5011", "done"]
    assert repairs(bank({"13 VA": "2010"}, burned=[BRIDGE])) == "JV-9.4-1", "not as units move"
    state(game).player = UNION
    assert repairs(game) == "JV-9.4-1", "nor in the enemy's recovery phase"


@pytest.mark.rule("JV-9.4-2")
def test_infantry_of_strength_two_beside_the_bridge_repairs_it() -> None:
    units = {"2 VA Cavalry": "2010", "Poague Battery": "2010", "Jackson": "2010", "23 VA": "2009"}
    game = yard({**units, "4 VA": {"at": "2011", "strength": (3, 1), "face": "reduced"},
                 "5 VA": {"at": "2011", "strength": (3, 2), "face": "reduced"}})  # fmt: skip
    assert [repairs(game, id) for id in (*units, "4 VA")] == ["JV-9.4-2"] * 5
    assert [repairs(game, id) for id in ("13 VA", "5 VA")] == ["", ""]
    assert repairs(yard(burned=[("5010", "5011")])) == "JV-9.4-2"  # not burned


@pytest.mark.rule("JV-9.4-3")
@pytest.mark.parametrize("hex", ["2009", "2011", "2110"])
def test_not_beside_an_enemy_also_over_the_river(hex: str) -> None:
    assert repairs(yard({"29 OH": hex})) == "JV-9.4-3"


@pytest.mark.rule("JV-9.4-4", "JV-9.4-5")
def test_not_under_enemy_guns_unless_they_are_demoralized() -> None:
    assert repairs(yard({GUN: "2006"})) == "JV-9.4-4"
    assert repairs(yard({GUN: {"at": "2006", "demoralized": 2}})) == ""
    assert repairs(yard({GUN: "2006"}, hexes={"2008": "hill 3"})) == ""


@pytest.mark.rule("JV-9.4-6", "JV-9.4-7")
@pytest.mark.parametrize("die", [1, 3])
def test_the_die_counts_full_turns_and_the_bridge_stands_in_the_next(die: int) -> None:
    """Begun in turn 2 with a 1, turn 3 passes, and it stands from the beginning of turn 4."""
    game = yard(dice=[die])
    event = next(e for e in game.play("13 VA: repair 2010-2011") if e.kind == "repair-begun")
    assert (event.cite, event.roll, event.data) == ("JV-9.4-6", die, (*pair(), 3 + die))
    while state(game).turn < 2 + die or state(game).player != UNION:
        game.play("done", asked(game))
    assert pair() in state(game).burned
    while state(game).turn == 2 + die:
        events = game.play("done", asked(game))
    assert [e.cite for e in events if e.kind == "bridge-repaired"] == ["JV-9.4-7"]
    assert pair() not in state(game).burned and state(game).repairs == ()
    assert move_bar(state(game), "13 VA", *pair(), 6, True) is None


def working(units: Mapping[str, Any] | None = None, side: str = "confederate", phase: str = "movement") -> Game:
    """13 VA repairs the bridge until turn 5."""
    both = {"13 VA": "2010", **(units or {})}
    return bank(both, side=side, phase=phase, repairs=[(*BRIDGE, "13 VA", 5)])


@pytest.mark.rule("JV-9.4-9")
def test_moving_breaks_it_off() -> None:
    game = working()
    events = play(game, "move 13 VA", "13 VA: 2009")
    assert [e.cite for e in events if e.kind == "repair-broken-off"] == ["JV-9.4-9"]
    assert state(game).repairs == () and state(game).burned == (pair(),)


@pytest.mark.rule("JV-9.4-9")
@pytest.mark.parametrize("marks", ["fought", "attacked"])
def test_combat_breaks_it_off(marks: str) -> None:
    """Whoever was in a combat of the phase that is over; a combat of before it began does no harm."""
    game = working(phase="recovery")
    assert len(state(game).repairs) == 1
    game = bank({"13 VA": "2010"}, phase="recovery", repairs=[(*BRIDGE, "13 VA", 5)], **{marks: ("13 VA",)})
    assert state(game).repairs == ()
    marked: dict[str, Any] = {marks: ("13 VA",)}
    late = yard(dice=[3], **marked)
    late.play("13 VA: repair 2010-2011")
    place(state(late), "8 NY", hex_of("1002"), "")
    assert len(state(late).repairs) == 1


@pytest.mark.rule("JV-9.4-10")
def test_an_enemy_beside_it_or_guns_in_sight_break_it_off() -> None:
    game = working({"29 OH": "2007", GUN: "2004"}, side="union")
    events = play(game, "move 29 OH", "29 OH: 2008")
    assert "repair-broken-off" not in kinds(events)
    events = game.play("29 OH: 2009")
    assert [e.cite for e in events if e.kind == "repair-broken-off"] == ["JV-9.4-10"]
    guns = working({GUN: "2004"}, side="union")
    play(guns, f"move {GUN}", f"{GUN}: 2005")
    assert len(state(guns).repairs) == 1
    guns.play(f"{GUN}: 2006")
    assert state(guns).repairs == ()


@pytest.mark.rule("JV-9.4-10", "JV-9.4-5")
def test_demoralized_guns_break_it_off_when_they_recover() -> None:
    game = working({GUN: {"at": "2006", "demoralized": 1}}, side="union")
    assert len(state(game).repairs) == 1
    while state(game).player == UNION:
        game.play("done", asked(game))
    assert state(game).repairs == ()


@pytest.mark.rule("JV-9.4-11")
def test_the_next_attempt_begins_anew() -> None:
    game = bank({"13 VA": "2010", "23 VA": "2011"}, repairs=[(*BRIDGE, "13 VA", 3)], dice=[6])
    play(game, "move 13 VA", "13 VA: 2009", "done")
    while "23 VA: repair 2010-2011" not in offered(game):
        game.play("done", asked(game))
    game.play("23 VA: repair 2010-2011")
    assert state(game).repairs == (Repair(pair(), "23 VA", 9),)


@pytest.mark.rule("JV-9.4-12")
def test_either_side_repairs_it_whoever_burned_it() -> None:
    game = field({"13 VA": "2010", "29 OH": "3001", "33 VA": "6001"}, hexsides=RIVER, roads=ROAD)
    play(game, "move 13 VA", "13 VA: burn 2010-2011", "13 VA: 2009", "13 VA: 2008", "13 VA: 2007")
    place(state(game), "29 OH", hex_of("2011"), "")
    change(state(game), "29 OH", "", "")
    while "29 OH: repair 2010-2011" not in offered(game):
        game.play("done", asked(game))
    assert state(game).player == UNION


@pytest.mark.rule("JV-9.4-13")
def test_one_unit_does_one_repair_and_stays_at_it() -> None:
    game = yard({"23 VA": "2011"}, dice=[3])
    game.play("13 VA: repair 2010-2011")
    assert repairs(game, "23 VA") in ("JV-9.4-13", "JV-9.4-1") and "23 VA: repair 2010-2011" not in offered(game)
    two = [*RIVER, ("2009", "2010", "river"), ("2009", "2010", "bridge")]
    burned = [BRIDGE, ("2009", "2010")]
    busy = field({**FAR, "13 VA": "2010"}, phase="recovery", hexsides=two, roads=ROAD, burned=burned, dice=[3])
    assert len(offered(busy)) == 3
    busy.play("13 VA: repair 2010-2011")
    assert not any("repair" in text for text in offered(busy))


@pytest.mark.rule("JV-9.4-13")
def test_with_its_unit_the_repair_is_lost() -> None:
    from vedette.rules.valley_campaign.chapters.deeds import take_off
    from vedette.rules.valley_campaign.state import ELIMINATED

    game = working()
    take_off(state(game), "13 VA", ELIMINATED, "", "eliminated")
    assert state(game).repairs == ()
