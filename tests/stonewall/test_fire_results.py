"""SW 8.5, 10.7, 10.8, 18.8: what fire does to whom."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.stonewall.fire_support import at, events_of, field, fire, hex_of, result, state, units_of
from tests.stonewall.melee_support import carry_out
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.deeds import place
from vedette.rules.great_battles.chapters.losses import ARTILLERY, SMALL_ARMS, lose, pin, suffer, targets
from vedette.rules.great_battles.chapters.melee import attack_line, defence_line, melee_bar
from vedette.rules.great_battles.chapters.setup import fresh
from vedette.rules.great_battles.chapters.supply import Caissons
from vedette.rules.great_battles.charts import FireResult
from vedette.rules.great_battles.state import ELIMINATED, State

FOE: dict[str, Any] = {"84 PA": ("2018", "S"), "14 IN": ("2018", "S")}
THREE: dict[str, Any] = {"5 VA": "2019", "4 VA": ("2119", "NW"), "2 VA": "1919"}
"""Eleven points around 2018."""
HOLD = 1
"""A rout check that C morale passes."""


def strengths(game: Game, *ids: str) -> list[int]:
    """Points left of units."""
    return [state(game).strength(id) for id in ids]


def still(units: dict[str, Any], **given: Any) -> State:
    """A state in which nothing happens by itself."""
    return state(field(units, phase="interphase", **given))


def dice(events: list[Event]) -> list[tuple[str, str]]:
    """Kind and first unit of what was rolled for."""
    return [
        (e.kind, e.data[5] if e.kind == "fired" else e.units[0]) for e in events if e.kind in ("fired", "rout-check")
    ]


# -- who is hit ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-8.52-1")
@pytest.mark.rule("SW-10.32-2")
@pytest.mark.rule("SW-10.0-4")
@pytest.mark.rule("SW-14.5-2")
def test_fire_from_near_by_hits_the_top_unit() -> None:
    game = field({"5 VA": "2020", **FOE}, dice=[6, 3, HOLD])
    events = fire(game, "2018", "5 VA") + game.settle()
    assert result(events) == ("5", "3-5", "3-5", "1") and strengths(game, "84 PA", "14 IN") == [2, 5]
    assert dice(events) == [("fired", "84 PA"), ("rout-check", "84 PA")]
    g = still({"Rockbridge": "2020", **FOE})
    for distance, met in ((1, ("84 PA",)), (2, ("84 PA",)), (3, ("84 PA", "14 IN"))):
        assert targets(g, hex_of("2018"), 0, ARTILLERY, distance) == met
    assert targets(g, hex_of("2018"), 0, SMALL_ARMS, 3) == ("84 PA",)


@pytest.mark.rule("SW-8.52-2")
@pytest.mark.rule("SW-14.5-7")
def test_what_the_top_unit_cannot_bear_falls_on_the_one_below() -> None:
    game = field({**THREE, "84 PA": ("2018", "S", 1), "14 IN": ("2018", "S")}, dice=[6, 3, 3, 3, HOLD])
    events = fire(game, "2018", *THREE)
    assert result(events) == ("11", "9-11", "9-11", "2")
    assert at(game, "84 PA") == str(ELIMINATED) and strengths(game, "14 IN") == [4]
    assert events_of(events, "passed-on") == [("passed-on", "SW-8.52-2")]
    assert units_of(events, "rout-check") == ["14 IN"], "it has lost a point itself"
    game = field({"5 VA": "2020", "84 PA": ("2018", "S", 1), "14 IN": ("2018", "S")}, dice=[6, 3])
    events = fire(game, "2018", "5 VA")
    assert at(game, "84 PA") == str(ELIMINATED) and not units_of(events, "rout-check")


@pytest.mark.rule("SW-8.53-1")
@pytest.mark.rule("SW-8.53-2")
@pytest.mark.rule("SW-8.53-3")
@pytest.mark.rule("SW-8.53-4")
@pytest.mark.rule("SW-14.5-6")
def test_artillery_from_afar_hits_everybody_each_by_a_die() -> None:
    game = field({"Rockbridge": "2021", **FOE}, dice=[2, 6, HOLD, HOLD])
    events = fire(game, "2018", "Rockbridge")
    assert strengths(game, "84 PA", "14 IN") == [3, 4], "the second die was for the unit below"
    order = [("fired", "84 PA"), ("fired", "14 IN"), ("rout-check", "84 PA"), ("rout-check", "14 IN")]
    assert dice(events) == order, "losses first, then both check"
    game = field({"Rockbridge": "2021", "84 PA": ("2018", "S", 1), "14 IN": ("2018", "S")}, dice=[6, 2])
    events = fire(game, "2018", "Rockbridge")
    assert strengths(game, "14 IN") == [5] and not units_of(events, "rout-check"), "the top unit is no more"


@pytest.mark.rule("SW-10.31-4")
def test_both_fires_come_before_one_check() -> None:
    units: dict[str, Any] = {"5 VA": "2020", "Rockbridge": ("2119", "NW"), "8 OH": ("2018", "S")}
    game = field(units, dice=[6, 3, 6, HOLD])
    events = fire(game, "2018", "5 VA") + fire(game, "2018", "Rockbridge")
    assert dice(events) == [("fired", "8 OH"), ("fired", "8 OH"), ("rout-check", "8 OH")]


# -- losses ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-10.1-4")
@pytest.mark.rule("SW-10.7")
@pytest.mark.rule("SW-10.71-1")
@pytest.mark.rule("SW-10.71-2")
@pytest.mark.rule("SW-10.74-1")
@pytest.mark.rule("SW-10.74-2")
def test_losses_are_booked_by_brigade_and_kind() -> None:
    g = still({"14 IN": "2018", "1 MI Cav": "2030", "E 4 US": "2032"})
    suffer(g, "14 IN", FireResult(2), SMALL_ARMS)
    suffer(g, "1 MI Cav", FireResult(1), SMALL_ARMS)
    suffer(g, "E 4 US", FireResult(1), ARTILLERY)
    assert [g.strength(id) for id in ("14 IN", "1 MI Cav", "E 4 US")] == [3, 2, 3]
    assert dict(g.losses) == {"Kimball": 2, "Brodhead": 1}
    assert dict(g.toll) == {"union infantry killed": 2, "union cavalry killed": 1, "union guns destroyed": 1}
    assert g.morale == 47


@pytest.mark.rule("SW-10.72-1")
@pytest.mark.rule("SW-10.72-2")
@pytest.mark.rule("SW-10.72-3")
@pytest.mark.rule("SW-18.8")
@pytest.mark.rule("SW-18.81-1")
@pytest.mark.rule("SW-18.81-2")
@pytest.mark.rule("SW-18.82-1")
@pytest.mark.rule("SW-18.85-1")
def test_artillery_hits_guns_and_small_arms_their_crew() -> None:
    g = still({"E 4 US": "2018"})

    def battery() -> tuple[int, int]:
        u = g.units["E 4 US"]
        return u.strength, u.crew

    assert battery() == (4, 2) == (fresh(g.setting, "E 4 US", 0).strength, fresh(g.setting, "E 4 US", 0).crew)
    suffer(g, "E 4 US", FireResult(1, starred=True), ARTILLERY)
    assert battery() == (3, 2), "the star is for men on foot"
    suffer(g, "E 4 US", FireResult(1, starred=True), SMALL_ARMS)
    assert battery() == (3, 1)
    suffer(g, "E 4 US", FireResult(3), SMALL_ARMS)
    assert battery() == (3, 0), "two steps at most"
    suffer(g, "E 4 US", FireResult(1), SMALL_ARMS)
    assert battery() == (3, 0) and g.at("E 4 US") == hex_of("2018"), "it stays, and is limbered and moved as ever"
    for arm in (ARTILLERY, SMALL_ARMS):
        suffer(g, "E 4 US", FireResult(pin=True), arm)
        assert g.units["E 4 US"].pinned
        g.units["E 4 US"] = msgspec.structs.replace(g.units["E 4 US"], pinned=False)


@pytest.mark.rule("GB-20.22-4")
def test_in_2007_guns_are_captured_with_their_last_man() -> None:
    g = still({"E 4 US": "2018"}, rules="2007")
    suffer(g, "E 4 US", FireResult(2), SMALL_ARMS)
    assert g.at("E 4 US") < 0 and dict(g.toll) == {"union guns captured": 4}


# -- pins ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-10.8-1")
@pytest.mark.rule("SW-10.87-1")
@pytest.mark.rule("SW-10.86")
@pytest.mark.rule("SW-10.89-1")
@pytest.mark.rule("SW-10.89-2")
@pytest.mark.rule("SW-10.84-2")
@pytest.mark.rule("GB-21.72-2")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_a_pin_holds_the_whole_hex_and_costs_nobody(rules: str) -> None:
    units: dict[str, Any] = {
        "5 VA": "2020",
        "84 PA": ("2018", "S", "routed"),
        "14 IN": ("2018", "S"),
        "Kimball": "2018",
    }
    game = field({**units, "Rockbridge": ("2119", "NW")}, dice=[4, 4], rules=rules)
    events = fire(game, "2018", "5 VA")
    assert units_of(events, "pinned") == ["84 PA", "14 IN", "Kimball"]
    assert strengths(game, "84 PA", "14 IN") == [3, 5] and not units_of(events, "rout-check")
    events = fire(game, "2018", "Rockbridge with 3")
    assert not units_of(events, "pinned"), "once"


@pytest.mark.rule("SW-10.87-2")
def test_who_comes_later_is_not_pinned() -> None:
    g = still({"84 PA": "2018", "14 IN": "2016"})
    pin(g, hex_of("2018"), 0, "SW-10.8-1")
    place(g, "14 IN", hex_of("2018"), "SW-5.0-1")
    assert [g.units[id].pinned for id in ("84 PA", "14 IN")] == [True, False]


@pytest.mark.rule("SW-10.73")
@pytest.mark.rule("GB-21.72-3")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_a_starred_result_of_artillery_pins_men_on_foot(rules: str) -> None:
    units: dict[str, Any] = {
        "84 PA": "2018", "1 OH Cav": "2016", "1 MI Cav": ("2014", "column"), "H 1 OH": "2012",
        "Union Supply Wagon": "2010",
    }  # fmt: skip
    g = still(units, rules=rules)
    for id in units:
        suffer(g, id, FireResult(1, starred=True), ARTILLERY)
    assert [g.units[id].pinned for id in units] == [True, True, False, False, True]
    assert [g.strength(id) for id in units] == [3, 2, 2, 5, 1]
    suffer(g, "84 PA", FireResult(1, starred=True), SMALL_ARMS)
    assert g.strength("84 PA") == 2


@pytest.mark.rule("SW-10.88-1")
def test_pins_end_in_the_final_command_phase_of_their_side() -> None:
    units: dict[str, Any] = {"5 VA": ("2020", "pinned"), "84 PA": ("2010", "pinned")}
    game = field(units, phase="final")
    assert [state(game).units[id].pinned for id in units] == [False, True]


# -- what others do with the same strengths ----------------------------------------------------------------------


@pytest.mark.rule("SW-10.14-2")
@pytest.mark.rule("SW-10.14-3")
@pytest.mark.rule("SW-10.16-2")
@pytest.mark.rule("SW-10.16-3")
@pytest.mark.rule("SW-10.16-4")
@pytest.mark.rule("SW-10.17-1")
@pytest.mark.rule("SW-18.5-2")
@pytest.mark.rule("SW-18.5-3")
def test_strengths_in_melee() -> None:
    units: dict[str, Any] = {"7 VA Cav": ("2020", "column"), "Chew": "2022", "Union Supply Wagon": "2019"}
    game = field(units, phase="melee")
    g, hex = state(game), hex_of("2019")
    assert attack_line(g, "7 VA Cav", hex)[1] == 3
    g.charges = (("7 VA Cav", hex),)
    assert attack_line(g, "7 VA Cav", hex)[1] == 6, "twice when it charges"
    assert [defence_line(g, "7 VA Cav", doubled)[1] for doubled in (False, True)] == [3, 6]
    assert defence_line(g, "Chew", True)[1] == 1 == defence_line(g, "Union Supply Wagon", True)[1]
    assert (bar := melee_bar(g, "Chew", hex_of("2021"))) and bar.cite == "SW-6.13-4"
    g.commanded = ()
    found = melee_bar(g, "7 VA Cav", hex)
    assert found and found.cite == "SW-17.15-2"


# -- rounds ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-12.35-1")
@pytest.mark.rule("SW-12.35-2")
def test_a_caisson_goes_up_on_a_one() -> None:
    game = field({"Rockbridge": "2021", "E 4 US": ("2018", "S"), "L 1 OH": ("2018", "S")}, dice=[5, 6, 1, 5, 2])
    events = fire(game, "2018", "Rockbridge")
    assert [e.data for e in events if e.kind == "caisson"] == [(5, 5)], "each battery by itself"
    assert [state(game).units[id].rounds for id in ("E 4 US", "L 1 OH")] == [3, 8]
    game = field({"E 4 US": "2018"}, phase="interphase", dice=[1, 6])
    g = state(game)
    g.units["E 4 US"] = msgspec.structs.replace(g.units["E 4 US"], rounds=4)
    carry_out(game, Caissons(("E 4 US",)))
    assert g.units["E 4 US"].rounds == 0, "no more than it has"
    game = field({"5 VA": "2020", "E 4 US": ("2018", "S")}, dice=[6, 3])
    assert not units_of(fire(game, "2018", "5 VA"), "caisson"), "small arms do not hit caissons"


@pytest.mark.rule("SW-12.34")
@pytest.mark.rule("SW-12.36-5")
def test_guns_captured_take_rounds_with_them_and_a_lost_battery_all() -> None:
    g = still({"E 4 US": ("2018", "column")})
    g.events = []
    lose(g, "E 4 US", 1, "captured", "SW-13.82-1")
    assert [e.data for e in g.events if e.kind == "rounds-lost"] == [(2,)]
    assert (g.strength("E 4 US"), g.units["E 4 US"].rounds) == (3, 6)
    lose(g, "E 4 US", 3, "destroyed", "SW-10.72-1")
    assert g.units["E 4 US"].rounds == 0


@pytest.mark.rule("SW-12.0-2")
@pytest.mark.rule("SW-12.3-1")
@pytest.mark.rule("SW-10.1-2")
@pytest.mark.rule("SW-12.31-1")
def test_a_battery_fires_a_round_whatever_it_has_left() -> None:
    game = field({"Hampden": ("2020", 1), "84 PA": ("2018", "S"), "5 VA": ("2119", "NW")}, dice=[1])
    events = fire(game, "2018", "Hampden")
    assert state(game).units["Hampden"].rounds == 5 and state(game).shots == ("Hampden",)
    assert [e.data for e in events if e.kind == "round-fired"] == [(5,)]
