"""SW 13 to 17 read once more, case by case: what the first reading had missed."""

from typing import Any

import msgspec
import pytest

from tests.stonewall.melee_support import at, carry_out, field, hex_of, kind, offered, state
from tests.stonewall.test_melee import assault, bar, fight, strength
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.great_battles.assist.gestures.backward import ends_of, frame_of
from vedette.rules.great_battles.chapters.columns import Shot
from vedette.rules.great_battles.chapters.evasion import evade_bar
from vedette.rules.great_battles.chapters.fire import Volley
from vedette.rules.great_battles.chapters.melee import reckon
from vedette.rules.great_battles.chapters.retreats import Retreat
from vedette.rules.great_battles.chapters.rout import CheckRout
from vedette.rules.great_battles.chapters.setup import fresh
from vedette.rules.great_battles.chapters.stacking import leave_bar

ROUTED, HOLDS = "routed", "rout-check"


def flee(game: Game) -> list[Event]:
    """Play retreats to their end, the first way each time."""
    events: list[Event] = []
    while kind(game) == "retreat":
        events += game.play(offered(game)[0])
    return events


def checks(events: list[Event]) -> list[tuple[tuple[str, ...], Any]]:
    """Who checked for rout, and the names of what was added to the die."""
    return [(e.units, [name for name, _, _ in e.data[3]]) for e in events if e.kind == "rout-check"]


# -- retreats ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-14.3-1", "SW-15.4-4")
def test_who_routs_on_its_way_back_still_goes_the_rest_of_it() -> None:
    units = {"5 VA": ("2020", "N"), "2 VA": ("2218", "SW"), "84 PA": ("2019", "S", 3)}
    shut = [("2019", h, "river") for h in ("2018", "1919", "1920", "2120")]
    game = field(units, phase="interphase", hexsides=shut, dice=[6, 6, 5, 6])
    carry_out(game, Retreat("84 PA", 2, (hex_of("2020"),), "SW-15.0"))
    assert kind(game) == "retreat-fire"
    first = hex_of("2119")
    assert state(game).at("84 PA") == first
    events = game.play("fire 2 VA")
    assert [e.units for e in events if e.kind == "routed"] == [("84 PA",)]
    events += flee(game)
    been = [e.hex for e in events if e.kind == "retreated"]
    assert len(been) == 4, "one hex of the two was left, and three more"
    assert len({first, *been}) == 5


@pytest.mark.rule("SW-15.1-2", "SW-17.42")
def test_a_leader_whose_unit_is_captured_on_its_way_back_is_alone() -> None:
    units = {"5 VA": ("2020", "N"), "67 OH": ("2019", "S"), "Kimball": "2019", "14 IN": "2010"}
    shut = [("2019", h, "river") for h in ("2018", "2119", "2120", "1919", "1920")]
    game = field(units, phase="interphase", hexsides=shut)
    events = carry_out(game, Retreat("67 OH", 2, (hex_of("2020"),), "SW-15.0"))
    events += game.settle()
    assert at(game, "67 OH") == "-4"
    assert at(game, "Kimball") == "2010", "he goes to the nearest unit of his command"
    zones = {"2 VA": ("2017", "S"), "4 VA": ("2218", "SW"), "33 VA": ("1818", "SE")}
    cut_off = field({**units, **zones}, phase="interphase", hexsides=shut)
    carry_out(cut_off, Retreat("67 OH", 2, (hex_of("2020"),), "SW-15.0"))
    assert dict(state(cut_off).toll)["union leaders captured"] == 5


@pytest.mark.rule("SW-8.3-1", "SW-15.3-2")
def test_who_stops_short_keeps_to_the_limits_of_stacks() -> None:
    shut = [("2019", h, "river") for h in ("2119", "2120", "1919", "1920")]
    shut += [("2018", h, "river") for h in ("2017", "2118", "1918", "2119", "1919")]
    units = {"5 VA": ("2020", "N"), "14 IN": ("2019", "S"), "13 IN": ("2018", "S")}
    game = field(units, phase="interphase", hexsides=shut, dice=[1])
    carry_out(game, Retreat("14 IN", 2, (hex_of("2020"),), "SW-15.0"))
    assert at(game, "14 IN") == "-4", "ten points do not stand together, and there is no other way"


@pytest.mark.rule("SW-13.82-2", "SW-15.4-1")
def test_a_whole_way_back_ends_where_its_steps_lead() -> None:
    units = {"5 VA": ("2120", "NW", "pinned"), "84 PA": ("2019", "S"), "33 VA": ("1920", "NE", "pinned")}
    game = field(units, phase="interphase")
    carry_out(game, Retreat("84 PA", 2, (hex_of("2019"),), "SW-13.82-1", beyond=(hex_of("2120"), hex_of("1920"))))
    frame = frame_of(state(game))
    assert frame is not None
    ends = set()
    for first in offered(game):
        here = field(units, phase="interphase")
        carry_out(here, frame)
        here.play(first)
        ends |= {hex_of(text[-4:]) for text in offered(here)} if kind(here) == "retreat" else {state(here).at("84 PA")}
    assert set(ends_of(state(game), frame)) == ends


# -- checks for rout ---------------------------------------------------------------------------------------------

BACK = 4
"""The row of the melee chart on which attackers fall back two hexes."""


@pytest.mark.rule("SW-14.71", "SW-13.82-1")
def test_a_town_helps_who_is_driven_from_it() -> None:
    units = {"5 VA": ("2020", "N"), "14 IN": ("2019", "S", 4)}
    game = fight(units, 11, "5 VA", dice=(1,), hexes={"2019": "town"})
    events = flee(game)
    assert checks(events) == [(("14 IN",), ["town"])]
    away = field({"14 IN": ("2019", "S"), "5 VA": "2025"}, phase="interphase", hexes={"2019": "town"}, dice=[1])
    events = carry_out(away, CheckRout(("14 IN",), "SW-13.7-4", where=hex_of("2017")))
    assert checks(events) == [(("14 IN",), [])], "where it suffered is what counts"


@pytest.mark.rule("SW-14.72")
def test_who_is_driven_through_a_town_routs_too() -> None:
    town = dict.fromkeys(("2018", "1919", "2119"), "town")
    units = {"5 VA": ("2020", "N"), "14 IN": ("2019", "S", 4)}
    game = fight(units, 11, "5 VA", dice=(1,), hexes=town)
    game.play("retreat 14 IN to 2018")
    assert "retreat 14 IN to 2017" in offered(game)
    events = game.play("retreat 14 IN to 2017")
    assert next(e for e in events if e.kind == "routed").cite == "SW-14.72"
    assert not checks(events)


@pytest.mark.rule("SW-17.2-2", "SW-14.5-5")
def test_a_leader_helps_both_units_of_a_stack_that_is_driven_back() -> None:
    units = {"5 VA": ("2020", "N"), "14 IN": ("2019", "S", 2), "84 PA": ("2019", "S", 1), "Kimball": "2019"}
    game = fight(units, 11, "5 VA", dice=(1, 1))
    assert "Kimball stays" in offered(game)
    game.play("Kimball stays")
    events = flee(game)
    assert checks(events) == [
        (("14 IN",), ["more than half lost", "a leader"]),
        (("84 PA",), ["more than half lost", "a leader"]),
    ]


# -- melee -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-13.6-4")
@pytest.mark.parametrize(
    ("unit", "words"), [("1 OH Cav", ("S", 2)), ("Union Supply Wagon", ()), ("14 IN", ("S", 2))]
)  # fmt: skip
def test_all_who_fight_as_infantry_lose_before_guns(unit: str, words: tuple[Any, ...]) -> None:
    units = {"5 VA": ("2020", "N"), "H 1 OH": ("2019", "S", 2), unit: ("2019", *words)}
    game = fight(units, 10, "5 VA")
    assert kind(game) != "lose"
    assert strength(game, unit) == max(units[unit][-1] - 1 if len(words) else 0, 0)
    assert state(game).units["H 1 OH"].crew == 2


@pytest.mark.rule("SW-18.24-1", "SW-15.4-4", "SW-14.3-1")
def test_a_charge_that_is_driven_back_routs_on_from_there() -> None:
    units = {"7 VA Cav": ("2020", "column", 2), "84 PA": ("2019", "S", 3), "8 OH": ("2019", "S", 4)}
    game = field(units, phase="charge", then=["melee"], dice=[2])
    game.play("7 VA Cav charges 2019")
    events = assault(game, "7 VA Cav")
    assert next(e for e in events if e.kind == "melee").data[0] == "K R1 / -"
    events += flee(game)
    assert not checks(events), "it routs in any case"
    been = [e.hex for e in events if e.kind == "retreated"]
    assert len(been) == 4
    grid = state(game).setting.grid
    assert grid.distance(been[-1], hex_of("2019")) == 4, "one and three, away from whom it charged"


# -- leaders -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-17.41-4", "SW-17.41-5", "SW-17.41-1")
@pytest.mark.parametrize(("roll", "fate"), [(56, "killed"), (34, "wounded"), (33, "captured"), (23, "")])
def test_a_leader_whose_men_are_killed_and_captured_is_in_both_dangers(roll: int, fate: str) -> None:
    units = {"5 VA": ("2020", "N"), "2 VA": ("1920", "NE"), "84 PA": ("2019", "S", 2), "Kimball": "2019"}
    game = field({**units, "14 IN": "2005"}, dice=[6, roll])
    events = assault(game, "5 VA", "2 VA")
    assert next(e for e in events if e.kind == "melee").data[0] == "- / K C1 R2"
    told = next(e for e in events if e.kind == "leader-check")
    assert (told.data[0], told.cite) == (fate, "SW-17.41-5" if fate == "captured" else "SW-17.41-4")
    assert len([e for e in events if e.kind == "leader-check"]) == 1


@pytest.mark.rule("SW-17.41-1", "SW-13.81-2")
def test_where_nothing_can_be_lost_no_leader_is_in_danger() -> None:
    units = {"5 VA": ("2020", "N", 3), "H 1 OH": ("2019", "S"), "Kimball": "2019"}
    game = field(units)
    g = state(game)
    g.units["H 1 OH"] = msgspec.structs.replace(g.units["H 1 OH"], crew=0)
    assault(game, "5 VA")
    assert kind(game) == "die"
    events = game.play("5")
    assert next(e for e in events if e.kind == "melee").data[0] == "- / K Eng"
    assert state(game).units["H 1 OH"].engaged


# -- who attacks -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-13.2-1", "SW-13.0-3")
def test_only_who_stood_beside_an_enemy_when_the_phase_began_attacks_it() -> None:
    """The enemy falls back from 2019 to 2018; 2 VA stood far from him, 33 VA beside both hexes."""
    units = {"5 VA": ("2020", "N"), "84 PA": ("2019", "S"), "2 VA": ("2017", "S"), "33 VA": ("1919", "NE")}
    shut = [("2019", h, "river") for h in ("2119", "2120", "1920")]
    game = fight(units, 9, "5 VA", dice=(1, 1, 1), hexsides=shut)
    while kind(game) in ("retreat-fire", "face"):
        game.play("hold fire" if kind(game) == "retreat-fire" else offered(game)[0])
    assert at(game, "84 PA") == "2018"
    assert not state(game).units["84 PA"].routed
    assert bar(game, "2 VA", "2018") == "SW-13.2-1"
    assert bar(game, "33 VA", "2018") == ""
    g = state(game)
    g.units["8 OH"] = fresh(g.setting, "8 OH", hex_of("2018"))
    g.reindex()
    assert bar(game, "2 VA", "2018") == "", "8 OH was there"


@pytest.mark.rule("SW-13.2-1")
def test_who_fell_back_in_an_earlier_melee_phase_is_attacked_where_he_stands() -> None:
    """84 PA fell back from 2017 in the phase before: that 5 VA did not stand beside it then is past."""
    game = field({"5 VA": ("2020", "N"), "84 PA": ("2019", "S")}, retired=(("84 PA", hex_of("2017")),))
    assert bar(game, "5 VA") == ""


@pytest.mark.rule("SW-10.86")
def test_a_pinned_leader_does_not_go_into_a_melee() -> None:
    units = {
        "5 VA": ("2020", "N"),
        "2 VA": ("2020", "N", "pinned"),
        "Garnett": ("2020", "pinned"),
        "84 PA": ("2019", "S"),
    }
    game = field(units, dice=[4])
    events = assault(game, "5 VA")
    assert [e for e in events if e.kind == "melee"], "nobody asks whether he comes"
    assert at(game, "Garnett") == "2020"
    free = field({**units, "Garnett": "2020"}, dice=[4])
    assault(free, "5 VA")
    assert set(offered(free)) == {"Garnett goes with 5 VA", "Garnett stays"}


# -- strengths ---------------------------------------------------------------------------------------------------


def going_on(units: dict[str, Any], **more: Any) -> Event:
    """The melee of 2019 as the Union, who were attacked there, goes on with it."""
    game = field(units, side="union", dice=[4, 1, 1, 1], **more)
    events = game.play("fight on in 2019")
    while not [e for e in events if e.kind == "melee"]:
        events += game.play("melee")
    return next(e for e in events if e.kind == "melee")


@pytest.mark.rule("SW-14.3-4", "SW-8.7-2", "SW-13.84-A")
def test_routed_and_reserve_fight_on_at_half() -> None:
    foe = {"5 VA": ("2019", "engaged")}
    assert going_on({**foe, "14 IN": ("2019", "engaged", "routed")}).data[1:3] == (2, 5)
    assert going_on({**foe, "14 IN": ("2019", "engaged", "routed", 1)}).data[1] == 1
    both = {"14 IN": ("2019", "engaged", "routed", 4), "84 PA": ("2019", "engaged")}
    assert going_on({**foe, **both}).data[1] == 5, "each by itself"
    reserve = dict.fromkeys(("14 IN", "84 PA", "67 OH"), ("2019", "reserve", "engaged"))
    assert going_on({**foe, **reserve}).data[1] == 6, "half of thirteen"


@pytest.mark.rule("SW-8.7-2")
def test_of_a_stack_only_who_is_in_reserve_defends_at_half() -> None:
    units = {"33 VA": "2020", "14 IN": ("2019", "reserve"), "84 PA": ("2019", "S")}
    g = state(field(units))
    found = reckon(g, 1, hex_of("2019"), ("33 VA",), (hex_of("2020"),))
    assert found.defender == 2 + 3


@pytest.mark.rule("SW-13.84-2", "SW-8.7-1")
def test_who_is_engaged_in_reserve_stays_so() -> None:
    reserve = dict.fromkeys(("14 IN", "84 PA", "67 OH"), ("2019", "reserve", "engaged"))
    g = state(field({"5 VA": ("2019", "engaged"), **reserve}, side="union"))
    g.phase = "movement"
    found = leave_bar(g, "14 IN")
    assert found is not None
    assert found.cite == "SW-13.84-2"


# -- cases whose tests held too little ---------------------------------------------------------------------------


@pytest.mark.rule("SW-14.5-7")
@pytest.mark.parametrize(("arm", "unit", "points"), [("small-arms", "5 VA", 5), ("artillery", "Rockbridge", 7)])
def test_whoever_lies_below_a_unit_that_is_no_more_does_not_check(arm: str, unit: str, points: int) -> None:
    units = {unit: ("2020", "N"), "67 OH": ("2019", "S", 1), "84 PA": ("2019", "S")}
    game = field(units, phase="interphase", dice=[5 if arm == "artillery" else 6, 6, 6, 6])
    fire = Volley(1, hex_of("2019"), arm, (Shot(unit, points),), "withdrawal-fired", "SW-11.1")
    events = carry_out(game, fire)
    assert at(game, "67 OH") == "-2"
    assert strength(game, "84 PA") == 3
    assert not checks(events)


@pytest.mark.rule("SW-18.24-2")
def test_cavalry_that_has_not_charged_stands_when_its_melee_is_over() -> None:
    units = {"7 VA Cav": ("2020", "column"), "84 PA": ("2019", "S", 1)}
    game = fight(units, 9, "7 VA Cav", dice=(1,))
    flee(game)
    assert at(game, "84 PA") != "2019"
    assert at(game, "7 VA Cav") == "2019"
    assert not state(game).units["7 VA Cav"].routed


# -- retreat before melee ----------------------------------------------------------------------------------------

WALL = [("2019", h, "river") for h in ("2119", "2120", "1919", "1920")]


@pytest.mark.rule("SW-13.7-1", "SW-8.0-3", "SW-8.73-3")
def test_it_goes_through_friends_to_where_there_is_room() -> None:
    units = {"5 VA": ("2020", "N"), "14 IN": ("2019", "S"), "13 IN": ("2018", "S")}
    game = field(units, phase="retreat", hexsides=WALL, dice=[1])
    game.play("14 IN retreats")
    game.play("hold fire")
    assert at(game, "14 IN") == "2018"
    assert kind(game) == "retreat"
    assert "14 IN stops" not in offered(game), "ten points do not stand together"
    assert "retreat 14 IN to 2017" in offered(game)
    game.play("retreat 14 IN to 2017")
    assert at(game, "14 IN") == "2017"
    reserve = field({**units, "13 IN": ("2018", "reserve")}, phase="retreat", hexsides=WALL)
    found = evade_bar(state(reserve), "14 IN")
    assert found is not None
    assert found.cite == "SW-13.7-2"
    full = {"13 IN": ("2017", "S"), "8 OH": ("2018", "S", 4), "5 OH": ("2118", "S"), "62 OH": ("1918", "S")}
    behind = field({**units, **full, "39 IL": ("2016", "S")}, phase="retreat", hexsides=WALL)
    assert evade_bar(state(behind), "14 IN") is not None, "and neither is there room behind them"


@pytest.mark.rule("SW-13.7-4", "SW-15.4-4", "SW-14.71")
def test_a_rout_after_it_goes_on_from_there_with_the_help_of_the_town() -> None:
    units = {"5 VA": ("2020", "N"), "84 PA": ("2019", "S")}
    end = [("2017", h, "river") for h in ("2016", "2116", "2117", "2118", "1916", "1917", "1918")]
    grid = state(field(units)).setting.grid
    end = [row for row in end if hex_of(row[1]) in grid.neighbours[hex_of("2017")]]
    game = field(units, phase="retreat", hexsides=[*WALL, *end], dice=[6])
    game.play("84 PA retreats")
    game.play("hold fire")
    game.play("retreat 84 PA to 2017")
    flee(game)
    assert state(game).units["84 PA"].routed
    assert at(game, "84 PA") == "2017", "the only way leads where it has been"
    town = field(units, phase="retreat", hexes={"2019": "town"}, hexsides=WALL, dice=[5])
    town.play("84 PA retreats")
    events = town.play("hold fire") + town.play("84 PA stops")
    assert checks(events) == [(("84 PA",), ["town"])]


@pytest.mark.rule("SW-17.3-6")
def test_a_leader_who_stayed_with_a_unit_that_is_lost_is_not_left_alone() -> None:
    units = {
        "5 VA": ("2020", "N"), "67 OH": ("2019", "S", 1), "84 PA": ("2019", "S"), "Kimball": "2019", "14 IN": "2010",
    }  # fmt: skip
    game = field(units, phase="retreat", dice=[5, 34, 1])
    for text in ("84 PA retreats", "Kimball stays", "retreat 84 PA to 2018", "fire 5 VA", "84 PA stops"):
        game.play(text)
    assert at(game, "67 OH") == "-2", "it covered them"
    assert at(game, "Kimball") == "2018"


@pytest.mark.rule("SW-15.3-2", "SW-13.82-1")
def test_who_falls_back_together_is_not_in_each_others_way() -> None:
    units = {"5 VA": ("2020", "N"), "14 IN": ("2019", "S", 2), "84 PA": ("2019", "S", 1)}
    game = field(units, dice=[3, 1, 1], hexsides=WALL)
    events = assault(game, "5 VA")
    assert next(e for e in events if e.kind == "melee").data[0] == "- / R1"
    assert at(game, "14 IN") == at(game, "84 PA") == "2018"
    assert [who for who, _ in checks(events)] == [("14 IN",), ("84 PA",)], "each for itself and once"
