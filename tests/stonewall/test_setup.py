"""Chapters 2, 3 and 21, and 28 of 2007: what units are, who sets up where, who plays first."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tests.stonewall.support import at, hex_of, kind, laid_out, offered, opening, play, setting, state
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.columns import usable
from vedette.rules.great_battles.chapters.setup import form_bar, place_bar, places
from vedette.rules.great_battles.setting import DIRECTIONS
from vedette.rules.great_battles.state import UNPLACED, WAITING

TYLERS = ("7 OH", "29 OH", "7 IN", "1 WV", "110 PA", "A 1 WV", "B 1 WV")


def free(**options: str) -> Game:
    """The battle with a set-up by the owners."""
    return opening(deployment="free", **options)


def hexes(game: Game, id: str) -> set[str]:
    """Where a unit may be set up now."""
    return {state(game).hex_name(hex) for hex in places(state(game), id)}


def refused(game: Game, id: str, hex: str) -> str:
    """The case by which a unit is kept from being set up in a hex."""
    bar = place_bar(state(game), id, hex_of(hex))
    return bar.cite if bar else ""


# -- the areas -------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-21.11-1", "SW-21.11-2", "GB-28.2-2")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_kimball_stands_on_or_beside_the_hilltop_of_pritchards_hill(rules: str) -> None:
    game = free(rules=rules)
    grid, top = setting().grid, set(setting().victory["hills"][0]["hexes"])
    near = {grid.names[n] for name in top for n in grid.neighbours[grid.index(name)]}
    for id in ("14 IN", "8 OH", "67 OH", "84 PA", "H 1 OH", "L 1 OH"):
        assert hexes(game, id) == top | near and state(game).counter(id).brigade == "Kimball"
    assert refused(game, "14 IN", "2217") == "" and refused(game, "14 IN", "2216") == "SW-21.11-1"


@pytest.mark.rule("SW-21.12-1", "SW-21.12-2")
def test_sullivan_and_brodhead_stand_between_the_run_row_24_and_column_32() -> None:
    game = free()
    found = hexes(game, "5 OH")
    assert found == hexes(game, "E 4 US") == hexes(game, "1 MI Cav")
    assert min(h[:2] for h in found) == "32" and min(h[2:] for h in found) == "24" and {"3224", "5924"} <= found
    for hex in ("3124", "3223", "3331"):
        assert refused(game, "13 IN", hex) == "SW-21.12-1"
    assert state(game).counter("E 4 US").brigade == "Sullivan"


@pytest.mark.rule("SW-21.13-1", "SW-21.13-2")
def test_tyler_and_the_wagon_stand_on_or_beside_2907() -> None:
    game = free()
    around = {"2907"} | {setting().grid.names[n] for n in setting().grid.neighbours[hex_of("2907")]}
    for id in (*TYLERS, "Union Supply Wagon"):
        assert hexes(game, id) == around
    assert all(state(game).counter(id).brigade == "Tyler" for id in TYLERS)
    assert refused(game, "7 OH", "2909") == "SW-21.13-1"


@pytest.mark.rule("SW-21.21-1", "SW-21.21-2")
def test_ashby_stands_south_of_the_run_between_columns_28_and_43() -> None:
    game = free()
    found = hexes(game, "7 VA Cav")
    assert found == hexes(game, "Chew") and {h[:2] for h in found} == {str(n) for n in range(28, 44)}
    assert not found & hexes(game, "5 OH") and refused(game, "Chew", "2735") == "SW-21.21-2"
    assert state(game).counter("Chew").brigade == "Ashby"


# -- reserve, formation, leaders -------------------------------------------------------------------------


@pytest.mark.rule("SW-21.13-1", "SW-19.35-1")
def test_tylers_brigade_begins_in_reserve_and_the_wagon_does_not() -> None:
    g = state(opening())
    assert all(g.units[id].reserve and g.units[id].facing < 0 for id in TYLERS)
    assert not g.units["Union Supply Wagon"].reserve and not any(g.units[i].reserve for i in g.units if i not in TYLERS)


@pytest.mark.rule("SW-21.13-1")
def test_reserves_stand_by_their_own_limits() -> None:
    game = free()
    for id in ("7 OH", "29 OH", "7 IN"):
        play(game, f"place {id}", f"{id}: 2907")
    assert refused(game, "1 WV", "2907") == "SW-8.71-A" and refused(game, "A 1 WV", "2907") == "SW-8.72-1"
    assert refused(game, "Union Supply Wagon", "2907") == "SW-8.73-1" and refused(game, "1 WV", "2908") == ""


@pytest.mark.rule("SW-21.0-4", "GB-28.2-1")
def test_cavalry_mounted_or_dismounted_artillery_unlimbered() -> None:
    game = free()
    g = state(game)
    play(game, "place 1 MI Cav", "1 MI Cav: dismount", "1 MI Cav: 3726", "1 MI Cav: face NW")
    assert not state(game).units["1 MI Cav"].column and state(game).units["1 MI Cav"].facing == DIRECTIONS.index("NW")
    play(game, "place 1 OH Cav", "1 OH Cav: 3727")
    assert state(game).units["1 OH Cav"].column
    bar = form_bar(g, "H 1 OH")
    assert bar is not None and bar.cite == "SW-21.0-4"
    play(game, "place H 1 OH")
    assert not any(word in text for text in offered(game) for word in ("limber", "column"))
    opened = state(opening())
    assert not any(opened.units[i].column for i in opened.units if opened.counter(i).gun and opened.at(i) >= 0)


@pytest.mark.rule("SW-21.0-4")
def test_infantry_in_line_or_column_but_for_reserves() -> None:
    game = free()
    play(game, "place 8 OH", "8 OH: column", "8 OH: 2221")
    assert state(game).units["8 OH"].column and refused(game, "14 IN", "2221") == "SW-8.1-1"
    bar = form_bar(state(game), "7 OH")
    assert bar is not None and bar.cite == "SW-8.74"


@pytest.mark.rule("SW-21.11-1")
def test_a_leader_stands_with_a_unit_of_his_command() -> None:
    game = free()
    assert refused(game, "Kimball", "2219") == "SW-17.3-1" and "place Kimball" not in offered(game)
    play(game, "place 8 OH", "8 OH: 2320")
    assert hexes(game, "Kimball") == {"2320"} and "place Kimball" in offered(game)


def test_stacks_share_a_front_and_the_last_unit_may_still_turn() -> None:
    game = free()
    play(game, "14 IN: 2221", "14 IN: face NE", "place 84 PA", "84 PA: 2221")
    assert [state(game).units[i].facing for i in ("14 IN", "84 PA")] == [1, 1]
    play(game, "84 PA: face S")
    assert [state(game).units[i].facing for i in ("14 IN", "84 PA")] == [3, 3] and "84 PA: face N" not in offered(game)


def test_a_unit_is_formed_placed_and_turned_in_one() -> None:
    game = free()
    play(game, "1 MI Cav: 3726-dismount-face NW", "8 OH: 2221-column")
    cavalry, column = (state(game).units[id] for id in ("1 MI Cav", "8 OH"))
    assert (at(game, "1 MI Cav"), cavalry.column, cavalry.facing) == ("3726", False, DIRECTIONS.index("NW"))
    assert (at(game, "8 OH"), column.column) == ("2221", True)


# -- the order -------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-3.2-1", "SW-3.2-2", "SW-3.2-3", "SW-21.0-2", "SW-21.0-3", "GB-28.1-2")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_the_union_sets_up_then_the_confederates_who_begin(rules: str) -> None:
    game = free(rules=rules)
    seats = []
    while kind(game) == "set-up":
        assert game.decision is not None
        seats.append(game.decision.seat)
        game.play("rest as proposed")
    g = state(game)
    assert seats == ["union", "confederate"] and not any(u.at == UNPLACED for u in g.units.values())
    assert (g.turn, g.phase, g.player, g.setting.players) == (1, "movement", 1, (1, 0))


@pytest.mark.rule("SW-3.2-1", "SW-3.2-2")
def test_the_historical_deployment_asks_nothing_and_is_what_the_rest_as_proposed_gives() -> None:
    mine, theirs = opening(), free()
    play(theirs, "rest as proposed", "rest as proposed")
    assert kind(mine) == "move-unit" and state(mine).units == state(theirs).units
    rows = {row["unit"]: row["usual"] for row in setting().scenario["setup"]}
    assert {id: at(mine, id) for id in rows} == rows and mine.rulebook.broken_laws(state(mine)) == []


def test_a_set_up_is_taken_back() -> None:
    game = free()
    first = game.state.digest()
    play(game, "14 IN: 2221", "14 IN: face NE")
    game.undo()
    game.undo()
    assert game.state.digest() == first
    with pytest.raises(IllegalAction) as error:
        game.play("14 IN: 2907")
    assert error.value.cite == "SW-21.11-1"


@pytest.mark.rule("SW-21.0-1", "GB-28.1-1")
def test_fifteen_turns_from_two_to_seven() -> None:
    s = setting()
    assert (s.first_turn, s.last_turn, s.hours[0], s.hours[-1], len(s.hours)) == (1, 15, "14:00", "18:40", 15)
    assert {int(b[:2]) * 60 + int(b[3:]) - int(a[:2]) * 60 - int(a[3:]) for a, b in pairwise(s.hours)} == {20}


@pytest.mark.rule("SW-21.14", "SW-19.2-1", "SW-19.2-2")
def test_army_morale_begins_at_thirty_and_gains_ten_in_the_first_turn_too() -> None:
    events = opening().start_events
    assert [(e.kind, e.data) for e in events[:2]] == [("turn", (1,)), ("morale", (10, 40))]


@pytest.mark.rule("SW-21.22-1", "SW-21.22-2", "SW-21.22-4")
def test_all_other_confederates_wait_for_the_first_turn_at_the_south_edge() -> None:
    game = opening()
    g = state(game)
    waiting = {id for id, u in g.units.items() if u.at == WAITING}
    assert waiting == {id for id in g.armies[1] if g.counter(id).brigade != "Ashby"} and len(waiting) == 20
    entry = {text.rsplit(" ", 1)[1] for text in offered(game) if text.startswith("enter ")}
    assert {h[:2] for h in entry} == {str(n) for n in range(24, 44)} and len(entry) == 20
    south = max(h[2:] for h in setting().grid.names)
    assert {h[2:] for h in entry} == {south}
    guns = [id for id in waiting if g.counter(id).gun]
    assert guns and all(g.units[id].column for id in guns)


# -- what units are --------------------------------------------------------------------------------------


@pytest.mark.rule("SW-2.31-1", "SW-2.31-2", "SW-2.31-3", "SW-2.4-gun-crews", "SW-2.4-combat-unit-3")
def test_units_begin_at_full_strength_guns_with_crew_and_rounds_leaders_without() -> None:
    g = state(opening())
    for id, u in g.units.items():
        c = g.counter(id)
        assert u.strength == c.strength and (u.strength == 0) is c.leader
        assert (u.crew, u.rounds) == ((2, (8, 6)[c.side]) if c.gun else (0, 0))
    found = Counter[str]()
    for id in g.units:
        c = g.counter(id)
        found[f"{c.side} {'guns' if c.gun else 'wagon' if c.wagon else 'men'}"] += c.strength
    assert found == {"0 men": 68, "0 guns": 24, "0 wagon": 1, "1 men": 34, "1 guns": 27}


@pytest.mark.rule("SW-2.4-combat-strength-2", "SW-2.32-1")
def test_strength_is_what_fires_and_each_arm_has_two_formations() -> None:
    g = laid_out({"5 VA": ("2020", 3), "Rockbridge": ("2021", "crew=1"), "7 VA Cav": ("2022", "column")})
    assert (usable(g, "5 VA"), usable(g, "Rockbridge")) == (3, 4)
    assert g.units["7 VA Cav"].column and not g.units["Rockbridge"].column
