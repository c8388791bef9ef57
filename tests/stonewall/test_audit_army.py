"""Cases of chapters 12, 16, 18, 20 and 22 that were found wanting by reading the book against the program."""

from __future__ import annotations

from typing import Any

import pytest

from tests.stonewall.fire_support import field as firing
from tests.stonewall.fire_support import fire
from tests.stonewall.melee_support import at, carry_out, hex_of, kind, offered, state
from tests.stonewall.melee_support import field as fighting
from tests.stonewall.move_support import barred, field, left_of, play
from tests.stonewall.support import judged, laid_out
from vedette import staff
from vedette.engine.events import Event
from vedette.rules.great_battles.chapters import evasion
from vedette.rules.great_battles.chapters.charge import charge_bar
from vedette.rules.great_battles.chapters.columns import usable
from vedette.rules.great_battles.chapters.deeds import place
from vedette.rules.great_battles.chapters.effectiveness import carried_away
from vedette.rules.great_battles.chapters.fire import FAR, bearing_bar
from vedette.rules.great_battles.chapters.leaving import exit_bar
from vedette.rules.great_battles.chapters.losses import lose_crew
from vedette.rules.great_battles.chapters.melee import attack_line, reckon
from vedette.rules.great_battles.chapters.moves import start_bar
from vedette.rules.great_battles.chapters.rout import Rout
from vedette.rules.great_battles.chapters.supply import FIRED, NOT_TOGETHER, transfer_bar
from vedette.rules.great_battles.chapters.victory import items, points
from vedette.rules.great_battles.state import EXITED, State
from vedette.rules.great_battles.text.score import exit_words

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


@pytest.mark.parametrize("name", ["adjutant", "cautious", "random"])
def test_a_commander_takes_routed_units_off_the_map_or_knows_what_else(name: str) -> None:
    game = field({"5 VA": ("3001", "routed"), "Garnett": "3001"})
    texts: list[str] = []
    while game.decision is not None and kind(game) in ("move-unit", "move") and len(texts) < 40:
        texts.append(staff.seat(name, game.battle, 1).choose(staff.desk(game, game.decision.seat)))
        game.play(texts[-1])
    assert name != "adjutant" or "5 VA: exit" in texts


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
    again = state(fighting(units, rules=rules, chargers=("7 VA Cav",), charges=(("7 VA Cav", hex_of("2019")),)))
    assert attack_line(again, "7 VA Cav", hex_of("2019"))[1] == 3, "nor when it attacks"


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


# -- marked before, and not held --------------------------------------------------------------------------------


@pytest.mark.rule("SW-12.36-2")
def test_neither_battery_may_have_fired_or_stand_apart_when_rounds_are_shared() -> None:
    g = state(fighting({"E 4 US": "2020", "A 1 WV": "2021", "5 VA": "5901"}, phase="interphase"))
    g.together = (("A 1 WV", "E 4 US"),)
    for shots in (("E 4 US",), ("A 1 WV",)):
        g.shots = shots
        assert transfer_bar(g, "E 4 US", "A 1 WV") is FIRED
    g.shots = ()
    assert transfer_bar(g, "E 4 US", "A 1 WV") is None
    place(g, "A 1 WV", hex_of("2022"), "test")
    assert transfer_bar(g, "E 4 US", "A 1 WV") is NOT_TOGETHER, "two hexes away at the end"


@pytest.mark.rule("SW-18.24-1")
@BOTH
def test_a_charge_that_wins_routs_all_the_same(rules: str) -> None:
    units = {"7 VA Cav": ("2020", "column"), "84 PA": ("2019", "S")}
    game = fighting(units, phase="charge", then=["retreat", "melee"], rules=rules, dice=[6, 1])
    for text in ("7 VA Cav charges 2019", "melee 2019", "add 7 VA Cav"):
        game.play(text)
    events = game.play("melee")
    while kind(game) == "retreat":
        events += game.play(offered(game)[0])
    assert [(e.units, e.cite) for e in events if e.kind == "routed"] == [(("7 VA Cav",), "SW-18.24-1")]
    assert not [e for e in events if e.kind == "rout-check" and e.units == ("7 VA Cav",)]


@pytest.mark.rule("SW-19.33-2", "GB-25.4")
@BOTH
def test_the_points_that_rally_are_those_that_are_left(rules: str) -> None:
    units = {"14 IN": ("2019", "routed", 3), "Kimball": "2020", "E 4 US": ("2024", "column", "routed"), "5 VA": "5901"}
    game = fighting(units, side="union", phase="final", rules=rules, morale=40)
    assert state(game).morale == 40 and not state(game).units["E 4 US"].routed, "guns come back for nothing"
    game.play("Kimball rallies 14 IN")
    assert state(game).morale == 43


@pytest.mark.rule("SW-19.33-2", "GB-25.4")
@BOTH
def test_confederates_who_rally_raise_no_army_morale(rules: str) -> None:
    units = {"5 VA": ("2019", "routed", 3), "Garnett": "2020", "14 IN": "5901"}
    game = fighting(units, side="confederate", phase="final", rules=rules, morale=40)
    game.play("Garnett rallies 5 VA")
    assert not state(game).units["5 VA"].routed and state(game).morale == 40


@pytest.mark.rule("GB-26.4-3", "SW-20.21-B-2")
@pytest.mark.parametrize(("rules", "who"), [("1978", ("14 IN", "84 PA")), ("2007", ())])
def test_whoever_stands_in_the_melee_is_spared_in_2007(rules: str, who: tuple[str, ...]) -> None:
    units = {"67 OH": "2019", "84 PA": "2019", "14 IN": "2019", "Kimball": "2019", "5 VA": "5901"}
    g = state(fighting(units, phase="interphase", rules=rules, ineffective=("Kimball",)))
    assert carried_away(g, "67 OH", hex_of("2019")) == who
    assert carried_away(g, "67 OH") == ("14 IN", "84 PA"), "a rout by fire"


@pytest.mark.rule("SW-23.12-5")
def test_a_shot_goes_past_the_range_of_its_guns() -> None:
    units = {"Rockbridge": "2030", "84 PA": ("2012", "S"), "14 IN": ("2011", "S"), "8 OH": ("2010", "S")}
    for die, who in ((3, "84 PA"), (4, "14 IN"), (6, "8 OH")):
        game = firing(units, overshoot=True, dice=[die, 1])
        events = fire(game, "2012", "Rockbridge")
        assert [e.data[5] for e in events if e.kind == "fired"] == [who], "eighteen hexes reach, and more"
    assert bearing_bar(state(firing(units)), "Rockbridge", hex_of("2011")) is FAR


@pytest.mark.rule("SW-12.37", "SW-12.38")
def test_the_rounds_of_either_side_at_the_beginning() -> None:
    g = laid_out({"E 4 US": "2020", "H 1 OH": "2021", "Hampden": "2030", "Chew": "2031"})
    assert [g.units[i].rounds for i in ("E 4 US", "H 1 OH", "Hampden", "Chew")] == [8, 8, 6, 6]


@pytest.mark.rule("SW-18.1-1", "SW-13.7-3", "SW-13.7-4")
@BOTH
def test_before_infantry_and_horse_together_cavalry_falls_back_as_others_do(rules: str) -> None:
    units = {"5 VA": "2020", "1 OH Cav": ("2019", "column"), "7 VA Cav": ("2120", "column")}
    for who, refuses in ((("5 VA",), True), (("5 VA", "7 VA Cav"), False), (("7 VA Cav",), False)):
        rows = {id: units[id] for id in ("1 OH Cav", *who)}
        g = state(fighting(rows, phase="retreat", then=["melee"], rules=rules))
        assert evasion.refuses(g, "1 OH Cav") is refuses
    game = fighting(units, phase="retreat", then=["melee"], rules=rules, dice=[1])
    game.play("1 OH Cav retreats")
    game.play("retreat 1 OH Cav to 2018")
    assert offered(game) == ["fire 5 VA", "hold fire"]
    game.play("hold fire")
    assert [e.units for e in game.play("1 OH Cav stops") if e.kind == "rout-check"] == [("1 OH Cav",)]


@pytest.mark.rule("SW-18.82-1", "SW-18.84", "SW-18.85-2")
def test_a_crew_has_two_steps_to_lose_and_guns_without_one_still_defend() -> None:
    g = laid_out({"H 1 OH": ("2020", "S"), "L 1 OH": ("2021", "S", "crew=0"), "5 VA": "2022"}, phase="melee", player=1)
    assert lose_crew(g, "H 1 OH", 3, "SW-10.72-2") == 2 and (g.units["H 1 OH"].crew, usable(g, "H 1 OH")) == (0, 0)
    assert g.strength("H 1 OH") == 6 and lose_crew(g, "H 1 OH", 1, "SW-10.72-2") == 0
    assert reckon(g, 1, g.at("L 1 OH"), ("5 VA",), ()).defence == (("L 1 OH", 1, "SW-13.1-2"),)


@pytest.mark.rule("SW-20.13-3", "GB-21.63-3", "SW-20.12-1")
@BOTH
def test_a_brigade_is_effective_again_as_soon_as_its_unit_is_supplied(rules: str) -> None:
    units = {"14 IN": ("2019", "S", "depleted"), "5 VA": "5901", WAGON: "2017"}
    lost: dict[str, Any] = {"losses": (("Kimball", 9),), "ineffective": ("Kimball",), "scored": ("Kimball",)}
    far = state(fighting({**units, WAGON: "3017"}, side="union", phase="final", rules=rules, **lost))
    assert (far.ineffective, far.scored) == (("Kimball",), ("Kimball",))
    near = state(fighting(units, side="union", phase="final", rules=rules, **lost))
    assert (near.ineffective, near.scored, near.units["14 IN"].depleted) == ((), (), False)
