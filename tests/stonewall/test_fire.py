"""SW 7.2, 10.0 to 10.5, 18.4, 18.6: who fires at whom, with what strength, on which column."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tests.stonewall.fire_support import (
    aimed,
    bar,
    field,
    fire,
    hex_of,
    named,
    offered,
    result,
    shifts,
    state,
    strength,
)
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.columns import text, usable
from vedette.rules.great_battles.chapters.fire import firers, goals, parts

FOE = {"84 PA": ("2018", "S")}
ROUND = {"N": "2017", "NE": "2118", "SE": "2119", "S": "2019", "SW": "1919", "NW": "1918"}
"""The hexes around 2018."""


def crewed(game: Game, id: str, crew: int) -> None:
    """Give a battery so many steps of its crew."""
    units = state(game).units
    units[id] = msgspec.structs.replace(units[id], crew=crew)


# -- who fires -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-10.0-1")
@pytest.mark.rule("SW-10.52")
@pytest.mark.rule("SW-10.16-1")
@pytest.mark.rule("SW-10.21-2")
@pytest.mark.rule("SW-10.82-1")
@pytest.mark.rule("SW-10.85")
@pytest.mark.rule("SW-10.88-2")
@pytest.mark.rule("SW-12.22-2")
@pytest.mark.rule("SW-12.32-1")
@pytest.mark.rule("SW-18.84")
@pytest.mark.rule("GB-20.22-2")
@pytest.mark.rule("GB-21.71")
def test_who_fires_in_his_own_fire_phase() -> None:
    units: dict[str, Any] = {
        "5 VA": "2020", "27 VA": ("2022", "column"), "2 VA": ("2024", "reserve"), "7 VA Cav": ("2026", "column"),
        "Hampden": ("2028", "column"), "Jackson": "2030", "4 VA": ("2032", "pinned"), "33 VA": ("2034", "depleted"),
        "Chew": ("1920", "pinned"), "Danville": "1922", "West Augusta": "1924", "Rockbridge": ("1926", "abandoned"),
        "21 VA": ("1928", "routed"), "42 VA": ("1930", "engaged"),
    }  # fmt: skip
    game = field({**units, **FOE})
    crewed(game, "Danville", 0)
    g = state(game)
    g.units["West Augusta"] = msgspec.structs.replace(g.units["West Augusta"], rounds=0)
    assert [bar(game, id, "2018") for id in units] == [
        "", *["SW-10.52"] * 4, "SW-10.21-2", "SW-10.82-1", "SW-12.22-2", "SW-10.82-1", "SW-18.84", "SW-12.32-1",
        "GB-20.22-2", "SW-14.3-3", "SW-13.84-2",
    ]  # fmt: skip


@pytest.mark.rule("SW-10.0-2")
@pytest.mark.rule("SW-10.82-1")
@pytest.mark.rule("SW-17.12-2")
@pytest.mark.rule("SW-10.17-2")
@pytest.mark.rule("SW-12.13-1")
def test_the_other_side_fires_whatever_binds_the_phasing_one() -> None:
    units: dict[str, Any] = {"5 VA": ("2020", "pinned"), "2 VA": ("2118", "N"), "Union Supply Wagon": "2018"}
    game = field(units, side="union", phase="defensive-fire", uncommanded=["2 VA"])
    assert [bar(game, id, "2018") for id in ("5 VA", "2 VA")] == ["", "SW-7.21"]
    assert "fire at 2018" in offered(game)
    game = field(units, uncommanded=["2 VA"])
    assert [bar(game, id, "2018") for id in ("5 VA", "2 VA")] == ["SW-10.82-1", "SW-17.12-1"]
    assert bar(field(units, side="union"), "Union Supply Wagon", "2118") == "SW-12.13-1"
    assert bar(field(units, phase="defensive-fire"), "Union Supply Wagon", "2118") == ""


@pytest.mark.rule("SW-8.51")
@pytest.mark.rule("SW-10.32-1")
def test_the_top_unit_alone_fires() -> None:
    game = field({"5 VA": "2020", "27 VA": "2020", **FOE})
    assert [bar(game, id, "2018") for id in ("5 VA", "27 VA")] == ["", "SW-8.51"]


@pytest.mark.rule("SW-18.6-1")
@pytest.mark.rule("SW-18.6-2")
@pytest.mark.rule("GB-22.1")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_artillery_moves_or_fires_without_an_officer(rules: str) -> None:
    game = field({"Hampden": "2020", "Danville": ("2119", "NW"), **FOE}, moved=("Hampden",), rules=rules)
    assert bar(game, "Hampden", "2018") == "SW-18.6-1"
    assert bar(game, "Danville", "2018") == "" and "Danville" not in state(game).commanded


# -- whither ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-7.21")
@pytest.mark.rule("SW-10.51-1")
def test_fire_goes_out_through_the_front_alone() -> None:
    game = field({"5 VA": ("2018", "N"), "84 PA": ("2030", "S")})
    ahead = []
    for word, hex in ROUND.items():
        found = field({"5 VA": ("2018", "N"), "84 PA": (hex, "S")})
        ahead += [word] if not bar(found, "5 VA", hex) else []
        assert bar(found, "5 VA", hex) in ("", "SW-7.21")
    assert ahead == ["N", "NE", "NW"]
    game = field({"5 VA": ("2018", "N"), "84 PA": ("2218", "S")})
    assert bar(game, "5 VA", "2218") == "SW-7.21", "between a frontal hexside and another"


@pytest.mark.rule("SW-10.24-1")
@pytest.mark.rule("SW-10.24-2")
@pytest.mark.rule("SW-10.24-3")
@pytest.mark.rule("SW-10.23-0")
def test_range_by_the_weapon() -> None:
    game = field({"5 VA": "2020", "84 PA": ("2010", "S")})
    found = []
    for n in range(1, 6):
        game = field({"5 VA": "2020", "84 PA": (f"20{20 - n}", "S")})
        found.append(bar(game, "5 VA", f"20{20 - n}") or text(strength(game, "84 PA", "5 VA")))
    assert found == ["5", "5", "2 1/2", "1 2/3", "SW-10.24-1"]


@pytest.mark.rule("SW-10.25")
def test_an_enemy_beside_it_need_not_be_its_target() -> None:
    game = field({"5 VA": "2020", "84 PA": ("2120", "S"), "14 IN": ("2018", "S")})
    assert offered(game) == ["fire at 2018", "fire at 2120", "done"]
    game.play("done")
    assert state(game).fired == ()


@pytest.mark.rule("SW-7.22-1")
@pytest.mark.rule("SW-7.22-2")
@pytest.mark.rule("SW-10.51-2")
@pytest.mark.rule("SW-7.22-3")
def test_through_the_rear_hexsides_a_line_is_enfiladed() -> None:
    toward = {"N": "S", "NE": "SW", "SE": "NW", "S": "N", "SW": "NE", "NW": "SE"}
    found = {}
    for word, hex in ROUND.items():
        game = field({"5 VA": (hex, toward[word]), "84 PA": ("2018", "N")})
        assert not bar(game, "5 VA", "2018")
        found[word] = shifts(game, "84 PA", "5 VA").get("enfilade", 0)
    assert found == {"N": 0, "NE": 0, "NW": 0, "SE": 1, "S": 1, "SW": 1}
    game = field({"5 VA": ("2218", "NW"), "84 PA": ("2018", "N")})
    assert shifts(game, "84 PA", "5 VA") == {"enfilade": 1}, "between a frontal and a rear hexside"
    game = field({"5 VA": ("2017", "S"), "4 VA": ("2020", "N"), "84 PA": ("2018", "N")})
    assert shifts(game, "84 PA", "5 VA", "4 VA") == {"enfilade": 1}, "by one of them"


@pytest.mark.rule("SW-7.23")
@pytest.mark.rule("SW-6.11-5")
@pytest.mark.rule("SW-18.4")
def test_columns_and_mounted_men_are_hit_harder_and_never_enfiladed() -> None:
    game = field({"5 VA": "2020", "84 PA": ("2019", "column"), "1 MI Cav": ("2120", "column")})
    assert shifts(game, "84 PA", "5 VA") == {"column": 1}
    assert shifts(game, "1 MI Cav", "5 VA") == {"mounted, in column": 2}


# -- strength --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-10.13")
@pytest.mark.rule("SW-10.14-1")
@pytest.mark.rule("SW-18.83")
@pytest.mark.rule("SW-18.84")
def test_strength_is_what_is_left_and_guns_need_their_crew() -> None:
    game = field({"5 VA": ("2020", 3), "Rockbridge": "2022", "Union Supply Wagon": "2018"})
    assert [usable(state(game), id) for id in ("5 VA", "Rockbridge", "Union Supply Wagon")] == [3, 7, 1]
    found = []
    for crew in (1, 0):
        crewed(game, "Rockbridge", crew)
        found.append(usable(state(game), "Rockbridge"))
    assert found == [4, 0], "half of seven, rounded up"


@pytest.mark.rule("SW-10.15-1")
@pytest.mark.rule("SW-10.15-2")
@pytest.mark.rule("SW-10.24-3")
def test_guns_have_half_their_strength_at_men_on_foot() -> None:
    units: dict[str, Any] = {
        "84 PA": "2017", "E 4 US": "2117", "1 MI Cav": ("1917", "column"), "1 OH Cav": "1916",
        "Union Supply Wagon": "2016",
    }  # fmt: skip
    game = field({"Hampden": ("2020", 3), **units})
    found = {id: strength(game, id, "Hampden") for id in units}
    assert found == {"84 PA": 1, "E 4 US": 3, "1 MI Cav": 3, "1 OH Cav": 1, "Union Supply Wagon": 1}


@pytest.mark.rule("SW-10.31-1")
@pytest.mark.rule("SW-10.31-2")
@pytest.mark.rule("SW-10.31-3")
@pytest.mark.rule("SW-10.0-3")
@pytest.mark.rule("SW-10.0-4")
@pytest.mark.rule("SW-2.4-fire-strength")
def test_those_of_one_arm_fire_together_each_by_its_range() -> None:
    game = field({"5 VA": ("2119", "NW"), "4 VA": "2021", "Hampden": "1919", **FOE}, dice=[6, 3, 3, 1])
    game.play("fire at 2018")
    game.play("add 5 VA")
    assert not any("Hampden" in t for t in offered(game)), "guns fire by themselves"
    game.play("add 4 VA")
    events = game.play("fire")
    assert result(events) == ("6 1/2", "6-8", "6-8", "1")
    assert state(game).strength("84 PA") == 2
    game = field({"Hampden": "2020", "5 VA": ("2119", "NW"), **FOE})
    game.play("fire at 2018")
    game.play("add Hampden")
    assert not any("5 VA" in t for t in offered(game))


@pytest.mark.rule("SW-10.33-1")
@pytest.mark.rule("SW-10.33-2")
def test_once_in_a_phase_by_each_arm() -> None:
    units: dict[str, Any] = {
        "5 VA": "2019", "4 VA": "1919", "Hampden": ("2119", "NW"), "Danville": ("1918", "SE"), **FOE
    }  # fmt: skip
    game = field(units, dice=[1, 1])
    fire(game, "2018", "5 VA")
    assert bar(game, "4 VA", "2018") == "SW-10.33-1" and bar(game, "Hampden", "2018") == ""
    fire(game, "2018", "Hampden")
    assert bar(game, "Danville", "2018") == "SW-10.33-2"
    assert goals(state(game), 1) == ()


@pytest.mark.rule("SW-10.34-1")
@pytest.mark.rule("SW-10.34-2")
@pytest.mark.rule("SW-10.34-3")
@pytest.mark.rule("SW-12.31-1")
def test_a_strength_is_split_before_range_tells_and_spent_once() -> None:
    game = field({"5 VA": "2020", "84 PA": ("2019", "S"), "14 IN": ("2120", "S"), "8 OH": ("1920", "S")}, dice=[1, 1])
    events = fire(game, "2019", "5 VA with 2")
    assert result(events)[:2] == ("2", "2")
    game.play("fire at 2120")
    with pytest.raises(IllegalAction):
        game.play("add 5 VA with 4")
    game.play("add 5 VA")
    assert result(game.play("fire"))[:2] == ("3", "3-5"), "what is left"
    assert bar(game, "5 VA", "1920") == "SW-10.34-1"
    game = field({"Hampden": "2020", "84 PA": ("2019", "S"), "14 IN": ("2120", "S")}, dice=[1, 1])
    fire(game, "2019", "Hampden with 2")
    fire(game, "2120", "Hampden")
    assert state(game).units["Hampden"].rounds == 5, "one round, however it splits its fire"


@pytest.mark.rule("SW-10.35-1")
@pytest.mark.rule("SW-10.35-2")
def test_a_part_is_one_point_strong_but_a_whole_fire_may_be_weaker() -> None:
    game = field({"H 1 OH": ("2010", "S"), "5 VA": "2017", "2 VA": "2020"}, side="union")
    g = state(game)
    assert parts(g, "H 1 OH", hex_of("2017")) == (6, 5, 4), "a half at that range, and half of that at foot"
    assert parts(g, "H 1 OH", hex_of("2020")) == (6,)
    game = field({"H 1 OH": ("2010", "S", 3), "5 VA": "2020"}, side="union")
    assert parts(state(game), "H 1 OH", hex_of("2020")) == (3,), "whole, and less than one"
    assert firers(state(game), 0, hex_of("2020")) == ("H 1 OH",)


# -- columns ---------------------------------------------------------------------------------------------------

WALL = [("2018", "2019", "stone wall")]
RIDGE = [("2018", "2019", "ridge")]


@pytest.mark.rule("SW-10.4")
@pytest.mark.rule("SW-10.42-1")
@pytest.mark.rule("SW-10.42-2")
@pytest.mark.rule("SW-10.43")
@pytest.mark.rule("SW-10.44")
@pytest.mark.rule("SW-10.42-3")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_ridge_crest_wall_and_woods_help_who_is_behind_them(rules: str) -> None:
    def ground(**given: Any) -> dict[str, int]:
        game = field({"5 VA": "2020", "4 VA": ("2116", "SW"), **FOE}, rules=rules, **given)
        both = shifts(game, "84 PA", "5 VA", "4 VA")
        alone = shifts(game, "84 PA", "4 VA")
        assert "woods" in alone or not {"ridge", "crest", "stone wall"} & set(alone), "not through it"
        return {name: by for name, by in both.items() if name != "enfilade"}

    assert ground(hexsides=RIDGE) == {"ridge": -1}
    assert ground(hexsides=[("2018", "2019", "crest")]) == {"crest": -1}
    assert ground(hexsides=[("2019", "2018", "crest")]) == {}, "from above"
    assert ground(hexsides=WALL) == {"stone wall": -1}
    assert ground(hexes={"2018": "woods"}) == {"woods": -1}
    assert ground(hexsides=[("2019", "2020", "ridge")]) == {}, "the firer's own"


@pytest.mark.rule("GB-21.84-3")
def test_in_2007_a_crest_helps_by_a_case_of_its_own() -> None:
    game = field({"5 VA": "2020", **FOE}, rules="2007", hexsides=[("2018", "2019", "crest")])
    assert [row[2] for row in aimed(game, "84 PA", "5 VA").shifts] == ["GB-21.84-3"]


@pytest.mark.rule("SW-10.41-1")
@pytest.mark.rule("SW-10.41-2")
@pytest.mark.rule("SW-10.45-1")
@pytest.mark.rule("SW-10.46")
def test_slope_marsh_town_and_road_help_nobody() -> None:
    for word in ("marsh", "town"):
        game = field({"5 VA": "2020", **FOE}, hexes={"2018": word}, hexsides=[("2018", "2019", "slope")])
        assert shifts(game, "84 PA", "5 VA") == {}
    game = field({"5 VA": "2020", **FOE}, hexes={"2018": "woods"}, roads=[("pike", "2018-2019")])
    assert shifts(game, "84 PA", "5 VA") == {"woods": -1}


@pytest.mark.rule("SW-10.23-1")
@pytest.mark.rule("SW-10.23-2")
@pytest.mark.rule("SW-10.47-1")
@pytest.mark.rule("SW-10.47-2")
def test_shifts_add_up_to_two_columns_at_most() -> None:
    horse = {"5 VA": "2020", "1 WV Cav": ("2018", "S")}
    game = field(horse, hexes={"2018": "woods"}, hexsides=RIDGE)
    found = aimed(game, "1 WV Cav", "5 VA", "5 VA")
    assert shifts(game, "1 WV Cav", "5 VA") == {"ridge": -1, "woods": -1, "weapon P": -1, "never more than 2": 1}
    assert found.final == found.base - 2
    assert shifts(game, "1 WV Cav", "5 VA", covered=False) == {"ridge": -1, "woods": -1}
    game = field({"5 VA": "2020", "1 WV Cav": ("2018", "N")}, hexes={"2018": "woods"}, hexsides=RIDGE)
    found = aimed(game, "1 WV Cav", "5 VA")
    assert sum(row[1] for row in found.shifts) == -2, "three to the left and one to the right"


@pytest.mark.rule("SW-10.47-3")
@pytest.mark.rule("SW-10.47-4")
def test_the_table_ends_at_less_than_one_and_at_fifteen() -> None:
    game = field({"27 VA": ("2020", 1), **FOE}, hexes={"2018": "woods"}, hexsides=WALL)
    found = aimed(game, "84 PA", "27 VA")
    names = [named(state(game).setting, n) for n in (found.base, found.final)]
    assert found.strength == 1 and names == ["1", "<1"]
    game = field({"5 VA": "2020", "1 MI Cav": ("2018", "column")})
    found = aimed(game, "1 MI Cav", *["5 VA"] * 3)
    assert found.strength == 15 and named(state(game).setting, found.final) == "15+"
    columns = state(game).setting.fire
    assert [columns.names[columns.column(Fraction(n, 2))] for n in (1, 2, 5, 11, 60)] == ["<1", "1", "2", "3-5", "15+"]
