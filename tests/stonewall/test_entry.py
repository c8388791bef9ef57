"""Chapters 16 and 21.22: units that enter the map, and that leave it."""

from __future__ import annotations

import pytest

from tests.stonewall.move_support import at, events_of, field, hex_of, kind, left_of, offered, play, spent, state, steps
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.edges import due, entry_bar
from vedette.rules.great_battles.chapters.leaving import exit_bar
from vedette.rules.great_battles.state import EXITED, WAITING


def bar(game: Game, id: str, hex: str, column: bool = True) -> str:
    """The case by which an entry is barred."""
    found = entry_bar(state(game), id, hex_of(hex), column)
    return found.cite if found else ""


@pytest.mark.rule("SW-4.0-B-2")
@pytest.mark.rule("SW-21.22-1")
@pytest.mark.rule("SW-21.22-2")
@pytest.mark.rule("SW-21.22-3")
@pytest.mark.rule("SW-21.22-4")
def test_reinforcements_enter_by_the_south_edge() -> None:
    game = field({}, waiting=["5 VA", "Hampden", "Jackson"], turn=1, hexes={"2635": "woods"})
    assert due(state(game), 1) == ("Jackson", "5 VA", "Hampden") and due(state(game), 0) == ()
    assert [bar(game, "5 VA", h) for h in ("2435", "4335", "2335", "2434")] == ["", "", "SW-21.22-2", "SW-21.22-2"]
    assert "enter Jackson at 2435" not in offered(game), "he would be alone"
    events = play(game, "enter 5 VA at 2635")
    assert kind(game) == "enter" and offered(game) == ["5 VA in column", "5 VA in line"]
    events = play(game, "5 VA in line")
    assert events_of(events, "entered") == [("entered", "SW-21.22-1")] and spent(game, "5 VA") == 2
    assert state(game).units["5 VA"].facing == 0 and "2634" in steps(game, "5 VA")
    play(game, "done", "enter Hampden at 2435")
    g = state(game)
    assert g.units["Hampden"].column and left_of(game, "Hampden") == 28 and kind(game) == "move"
    play(game, "Hampden: 2434", "done")
    assert "enter Jackson at 2635" in offered(game), "the regiment is there"


@pytest.mark.rule("SW-21.22-5")
def test_nobody_pays_for_a_queue_off_the_map() -> None:
    game = field({}, waiting=["5 VA", "2 VA"], turn=1)
    play(game, "enter 5 VA at 2435", "5 VA in column", "5 VA: 2434", "done", "enter 2 VA at 2435", "2 VA in column")
    assert spent(game, "2 VA") == 1
    game = field({"5 VA": "2435", "Hampden": "2434", "14 IN": ("2535", "N")}, waiting=["2 VA"], turn=1)
    assert bar(game, "2 VA", "2535") == "SW-5.12-1"
    assert at(game, "2 VA") == str(WAITING)


@pytest.mark.rule("SW-8.73-3")
def test_a_column_does_not_enter_among_reserves_where_it_could_only_pass() -> None:
    game = field({"Hampden": ("2435", "column", "reserve")}, waiting=["48 VA", "2 VA"], turn=1)
    assert [bar(game, "48 VA", "2435", column) for column in (True, False)] == ["SW-8.73-3", ""]
    play(game, "enter 48 VA at 2435")
    assert kind(game) == "move" and not state(game).units["48 VA"].column
    assert "2434" not in steps(game, "48 VA"), "nobody goes on through reserves"


# -- leaving -----------------------------------------------------------------------------------------------


def out(game: Game, id: str, left: int | None = None) -> str:
    """The case by which an exit is barred."""
    found = exit_bar(state(game), id, left_of(game, id) if left is None else left)
    return found.cite if found else ""


@pytest.mark.rule("SW-16.0-1")
@pytest.mark.rule("SW-16.0-3")
@pytest.mark.rule("GB-27.1-1")
@pytest.mark.rule("GB-27.2-1")
def test_confederates_alone_leave_by_the_north_edge_alone() -> None:
    game = field({"5 VA": "3001", "27 VA": "3002", "14 IN": ("3201", "S"), "2 VA": "0101", "4 VA": "3035"})
    assert [out(game, i) for i in ("5 VA", "27 VA", "2 VA", "4 VA")] == ["", "SW-16.0-3", "", "SW-16.0-3"]
    assert out(field({"14 IN": ("3201", "S")}, side="union"), "14 IN") == "SW-16.0-1"


@pytest.mark.rule("SW-16.0-4")
@pytest.mark.rule("SW-16.0-5")
@pytest.mark.rule("GB-27.2-2")
@pytest.mark.rule("GB-27.3-2")
def test_leaving_costs_the_hex_once_more() -> None:
    game = field({"5 VA": "3002"}, hexes={"3001": "woods"})
    play(game, "move 5 VA", "5 VA: 3001")
    assert "5 VA: exit" in offered(game) and out(game, "5 VA", 4) == "SW-16.0-4"
    events = play(game, "5 VA: exit")
    g = state(game)
    assert g.at("5 VA") == EXITED and g.exits == ("5 VA",) and spent(game, "5 VA") == 4
    assert events_of(events, "exited") == [("exited", "SW-16.0-3")]
    assert "move 5 VA" not in offered(game) and not any("enter" in text for text in offered(game))


@pytest.mark.rule("SW-16.0-6")
@pytest.mark.rule("GB-27.3-1")
def test_thoroughfares_help_out_of_the_map() -> None:
    units = {"5 VA": ("3001", "column"), "2 VA": "3001", "4 VA": ("3201", "column")}
    given = {"hexes": {"3001": "woods", "3201": "woods"}, "roads": [("pike", "3001-3002"), ("road", "3201-3202")]}
    for rules, road in (("1978", 3), ("2007", 8)):
        game = field(units, rules=rules, **given)
        assert [out(game, "5 VA", n) for n in (1, 2)] == ["SW-16.0-4", ""], "half a point for the pike"
        assert [out(game, "2 VA", n) for n in (7, 8)] == ["SW-16.0-4", ""], "a line pays the woods"
        assert [out(game, "4 VA", n) for n in (road - 1, road)] == ["SW-16.0-4", ""]
