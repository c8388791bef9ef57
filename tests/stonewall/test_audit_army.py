"""Cases of chapters 12, 16, 18, 20 and 22 that were found wanting by reading the book against the program."""

from __future__ import annotations

from typing import Any

import pytest

from tests.stonewall.melee_support import at, carry_out, hex_of, kind, offered, state
from tests.stonewall.melee_support import field as fighting
from tests.stonewall.move_support import barred, field, left_of, play
from tests.stonewall.support import judged, laid_out
from vedette.engine.events import Event
from vedette.rules.great_battles.charge import charge_bar
from vedette.rules.great_battles.effectiveness import carried_away
from vedette.rules.great_battles.exits import exit_bar
from vedette.rules.great_battles.melee_strength import reckon
from vedette.rules.great_battles.moves import start_bar
from vedette.rules.great_battles.rout import Rout
from vedette.rules.great_battles.state import EXITED, State
from vedette.rules.great_battles.telling.score import exit_words
from vedette.rules.great_battles.victory import items, points

BOTH = pytest.mark.parametrize("rules", ["1978", "2007"])
WAGON = "Union Supply Wagon"


# -- 12.1 the wagon --------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-12.16-1", "SW-12.16-2")
@BOTH
def test_a_wagon_in_enemy_hands_does_not_drive_away(rules: str) -> None:
    open_, units = {WAGON: ("3030", 0)}, {"5 VA": ("3030", 3)}
    game = field({**open_, **units}, side="union", rules=rules)
    bar = start_bar(state(game), WAGON)
    assert bar is not None and bar.cite == "SW-12.16-1"
    assert f"move {WAGON}" not in offered(game)
    game = field({**open_, **units}, rules=rules)
    assert kind(game) == "wagon", "the captor decides in his own movement"
    assert start_bar(state(field(open_, side="union", rules=rules)), WAGON) is None, "nobody stands there"


# -- 16, 22.2 leaving the map ----------------------------------------------------------------------------------


@pytest.mark.rule("SW-22.2-9", "SW-14.3-5", "SW-16.0-3")
@BOTH
def test_a_routed_unit_leaves_from_the_edge_as_its_one_hex(rules: str) -> None:
    game = field({"5 VA": ("3001", "routed"), "27 VA": ("3102", "routed"), "Garnett": "3001"}, rules=rules)
    g = state(game)
    assert exit_bar(g, "5 VA", left_of(game, "5 VA")) is None
    short = exit_bar(g, "5 VA", left_of(game, "5 VA") - 1)
    assert short is not None and short.cite == "SW-14.3-5"
    play(game, "move 27 VA", "27 VA: 3101")
    assert "27 VA: exit" not in offered(game), "its one hex brought it to the edge"
    play(game, "done", "move 5 VA", "5 VA: exit")
    g = state(game)
    assert (g.at("5 VA"), g.units["5 VA"].routed, g.exits) == (EXITED, True, ("5 VA",))


@pytest.mark.rule("SW-14.3-5", "SW-16.0-4")
def test_a_routed_unit_leaves_woods_as_easily() -> None:
    game = field({"5 VA": ("3001", "routed")}, hexes={"3001": "woods"})
    assert exit_bar(state(game), "5 VA", left_of(game, "5 VA")) is None and barred(game, "5 VA", "3002") == ""


@pytest.mark.rule("SW-22.2-8", "SW-20.11-2", "GB-26.3-2")
@BOTH
def test_guns_have_no_effectiveness_to_lose_and_score_off_the_map(rules: str) -> None:
    units = {"27 VA": "exited", "Rockbridge": "exited", "Garnett": "exited"}
    g = judged(units, rules=rules, ineffective=("Garnett",))
    assert [(i.what, i.n, i.points) for i in items(g)] == [("troops off the map", 7, 35)]
    g = laid_out({"27 VA": "3001", "Rockbridge": "3001", "Garnett": "exited"}, rules=rules, ineffective=("Garnett",))
    assert "without points" in exit_words(g, "27 VA") and "35 points" in exit_words(g, "Rockbridge")


@pytest.mark.rule("SW-22.2-3", "SW-22.2-12")
def test_guns_whose_crew_has_run_hold_no_hill() -> None:
    units: dict[str, Any] = {"Rockbridge": ("2910", "abandoned")}
    assert points(judged(units, rules="2007")) == (0, 0) and points(judged({"Rockbridge": "2910"})) == (0, 35)


# -- 18.1 refusing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-11.2-5", "SW-18.1-3")
@BOTH
def test_an_enemy_fires_once_at_cavalry_that_falls_back_through_his_zone(rules: str) -> None:
    units = {"5 VA": "2020", "1 OH Cav": ("2019", "column"), "2 VA": ("2118", "NW"), "4 VA": ("1917", "SE")}
    game = fighting(units, phase="retreat", then=["melee"], rules=rules, dice=[1, 1])
    game.play("1 OH Cav retreats")
    game.play("retreat 1 OH Cav to 2018")
    assert offered(game) == ["fire 2 VA", "hold fire"]
    game.play("fire 2 VA")
    game.play("retreat 1 OH Cav to 2017")
    assert at(game, "1 OH Cav") == "2017" and "fire 2 VA" not in offered(game)
    assert offered(game) == ["fire 4 VA", "hold fire"], "whoever comes upon it only now may"


# -- 18.2 charges ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-18.26-1", "SW-18.3-1")
@BOTH
def test_a_charge_that_is_engaged_is_not_doubled_when_it_defends(rules: str) -> None:
    units = {"7 VA Cav": ("2019", "column", "engaged"), "84 PA": ("2019", "S", "engaged")}

    def defends(**more: Any) -> list[tuple[int, str]]:
        g: State = state(fighting(units, side="union", rules=rules, **more))
        return [(n, cite) for _, n, cite in reckon(g, 0, hex_of("2019"), ("84 PA",), ()).defence]

    assert defends(chargers=("7 VA Cav",)) == [(3, "SW-18.26-1")]
    assert defends() == [(6, "SW-18.3-1")], "it was attacked"


@pytest.mark.rule("SW-18.22-2")
def test_no_charge_goes_through_a_crest_hex() -> None:
    def bar(here: str, start: str, target: str) -> str:
        g = laid_out({"7 VA Cav": (here, "column"), "Ashby": here, "84 PA": (target, "S")}, phase="offensive-fire")
        g.player, g.commanded = 1, ("7 VA Cav",)
        g.starts = (("7 VA Cav", g.setting.grid.index(start)),)
        found = charge_bar(g, "7 VA Cav", g.setting.grid.index(target))
        return found.cite if found else ""

    assert bar("2219", "2219", "2218") == "SW-18.22-2", "along the top of Pritchard's Hill"
    assert bar("3031", "3033", "3030") == "", "over the fields"


# -- 20.2 contagion --------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-20.11-2", "GB-26.3-2")
@BOTH
def test_a_battery_that_routs_carries_nobody_away(rules: str) -> None:
    units = {"H 1 OH": ("2016", "column"), "14 IN": ("2019", "S"), "8 OH": ("2018", "S"), "Kimball": "2018"}
    game = fighting({**units, "5 VA": "2030"}, side="union", phase="interphase", rules=rules, ineffective=("Kimball",))
    assert carried_away(state(game), "H 1 OH") == () and carried_away(state(game), "14 IN") == ("8 OH",)
    events: list[Event] = carry_out(game, Rout("H 1 OH", "SW-14.1-1", (hex_of("2030"),)))
    while kind(game) in ("retreat", "lead"):
        events += game.play(offered(game)[0])
    assert [e.units for e in events if e.kind == "routed"] == [("H 1 OH",)]
