"""Chapter 8.7: reserve status."""

from __future__ import annotations

import pytest

from tests.stonewall.move_support import at, barred, events_of, field, hex_of, offered, play, spent, state, steps
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.formations import faces
from vedette.rules.great_battles.chapters.stacking import fault, join_bar, kind, leave_bar
from vedette.rules.great_battles.chapters.zones import exerts


def cite(game: Game, *ids: str) -> str:
    """What is wrong with these in one hex."""
    bar = fault(state(game), ids)
    return bar.cite if bar else ""


def join(game: Game, id: str) -> str:
    """The case that keeps a unit from reserve status."""
    bar = join_bar(state(game), id)
    return bar.cite if bar else ""


@pytest.mark.rule("SW-8.7-1")
@pytest.mark.rule("SW-8.7-3")
@pytest.mark.rule("SW-8.73-2")
@pytest.mark.rule("SW-8.76")
def test_reserve_status_is_taken_and_left_at_any_time_for_nothing() -> None:
    game = field({"5 VA": "2020"}, hexes={"2021": "woods"})
    events = play(game, "move 5 VA", "5 VA: 2021", "5 VA: reserve")
    assert spent(game, "5 VA") == 2 and not steps(game, "5 VA") and events_of(events, "reserve")[0][1] == "SW-8.73-2"
    assert not faces(state(game), "5 VA") and not exerts(state(game), "5 VA")
    game = field({"5 VA": ("2021", "reserve")})
    play(game, "move 5 VA", "5 VA: leave reserve", "5 VA: 2022")
    assert at(game, "5 VA") == "2022" and faces(state(game), "5 VA")
    g = state(game)
    g.phase = "melee"
    assert join(game, "5 VA") == "SW-8.7-1" == leave_bar(g, "5 VA").cite


@pytest.mark.rule("SW-8.71-A")
@pytest.mark.rule("SW-8.71-B")
@pytest.mark.rule("SW-8.72-1")
@pytest.mark.rule("SW-8.72-2")
@pytest.mark.rule("SW-8.72-3")
@pytest.mark.rule("SW-8.72-4")
def test_sixteen_points_or_four_batteries_of_one_type() -> None:
    foot = ("5 VA", "2 VA", "4 VA", "33 VA", "27 VA", "42 VA")
    guns = ("Hampden", "Danville", "Rockbridge", "Alleghany", "West Augusta")
    game = field({**dict.fromkeys(foot, ("2020", "reserve")), **dict.fromkeys(guns, ("2022", "reserve")),
                  "Chew": ("2024", "reserve", "column"), "7 VA Cav": ("2024", "reserve", "column"),
                  "1 OH Cav": ("3030", "reserve")})  # fmt: skip
    assert cite(game, *foot[:5]) == "" and cite(game, *foot) == "SW-8.71-A"
    assert cite(game, *guns[:4]) == "" and cite(game, *guns) == "SW-8.71-B"
    assert cite(game, "5 VA", "Hampden") == "SW-8.72-1" == cite(game, "5 VA", "7 VA Cav")
    assert cite(game, "Chew", "Hampden") != "" and cite(game, "Chew", "7 VA Cav") == ""
    assert kind(state(game), "1 OH Cav") == "infantry"
    mixed = field({"Hampden": ("2020", "reserve"), "Danville": ("2022", "reserve", "column")})
    assert cite(mixed, "Hampden", "Danville") == "SW-8.72-2"


@pytest.mark.rule("SW-8.73-1")
@pytest.mark.rule("SW-8.73-3")
def test_more_stand_there_only_in_reserve_and_nobody_passes() -> None:
    units = {"5 VA": "2020", "2 VA": ("2021", "reserve"), "4 VA": ("2021", "reserve"), "7 VA Cav": ("2120", "column")}
    game = field(units)
    assert barred(game, "7 VA Cav", "2121") == ""
    play(game, "move 5 VA", "5 VA: 2021")
    assert offered(game) == ["5 VA: reserve"] or "done" not in offered(game)
    assert not steps(game, "5 VA"), "no way through"
    play(game, "5 VA: reserve", "done")
    assert len(state(game).troops(hex_of("2021"), 1)) == 3
    mixed = field({"5 VA": "2020", "2 VA": ("2021", "reserve"), "4 VA": ("2021", "reserve")})
    assert cite(mixed, "5 VA", "2 VA", "4 VA") == "SW-8.73-1"
    horse = field({"7 VA Cav": ("2020", "column"), "2 VA": ("2021", "reserve")})
    assert barred(horse, "7 VA Cav", "2021") == "SW-8.73-3"


@pytest.mark.rule("SW-8.74")
def test_columns_and_wagons_are_never_in_reserve() -> None:
    units = {"14 IN": ("3030", "column"), "Union Supply Wagon": "3031", "H 1 OH": ("3032", "column"), "Kimball": "3030"}
    game = field(units, side="union")
    assert [join(game, i) for i in units] == ["SW-8.74", "SW-8.74", "", "SW-8.74"]


def test_who_cannot_go_on_stays_in_a_full_reserve() -> None:
    units = dict.fromkeys(("7 OH", "29 OH", "7 IN"), ("2907", "reserve"))
    assert "move 7 OH" not in offered(field(units, side="union", paid=()))
    game = field(units, side="union")
    play(game, "move 7 OH", "7 OH: leave reserve")
    assert "done" not in offered(game) and steps(game, "7 OH")


def test_a_full_reserve_takes_nobody_more() -> None:
    units = dict.fromkeys(("5 VA", "2 VA", "4 VA", "33 VA", "27 VA"), ("2021", "reserve"))
    game = field({**units, "42 VA": "2020", "Hampden": ("2121", "column")})
    assert barred(game, "42 VA", "2021") == "SW-8.73-3" == barred(game, "Hampden", "2021")
