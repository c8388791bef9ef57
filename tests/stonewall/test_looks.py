"""Whole-board views: what each says, and that each can be drawn in any phase."""

from __future__ import annotations

from typing import Any

import pytest

from tests.stonewall import fire_support, melee_support, move_support
from tests.stonewall.melee_support import state
from tests.stonewall.support import opening
from vedette.engine.events import EngineError
from vedette.engine.game import Game


def look(game: Game, name: str, at: str = "", to: str = "", unit: str = "", seat: str = "confederate") -> Any:
    """A view for a seat."""
    return game.rulebook.board(state(game), seat, name, at, to, unit)


def test_every_view_is_drawn_in_the_battle_and_has_its_own_key() -> None:
    game = opening()
    rows = game.rulebook.boards()
    assert len({row["key"] for row in rows}) == len(rows) >= 12
    taken = set("bdgnoptxyz")
    assert not taken & {row["key"] for row in rows}
    for row in rows:
        places = {"hex": ("at", "2020"), "to": ("to", "2410"), "unit": ("unit", "5 OH")}
        given = dict(places[need] for need in row["needs"])
        for seat in ("union", "confederate"):
            found = look(game, row["name"], seat=seat, **given)
            assert found["words"] and found["title"] == row["title"]
            assert all(cell["cite"] for cell in found["hexes"].values())
    with pytest.raises(EngineError, match="say of which unit"):
        look(game, "range")
    with pytest.raises(EngineError, match="no view"):
        look(game, "weather")


@pytest.mark.rule("SW-7.21", "SW-10.24-1")
def test_the_field_of_fire_is_before_the_front_and_as_far_as_the_weapon() -> None:
    game = fire_support.field({"5 VA": ("2021", "N"), "14 IN": ("2020", "S")})
    found = look(game, "field", unit="5 VA")
    assert "2020" in found["hexes"] and "2022" not in found["hexes"]
    assert found["hexes"]["2020"]["tone"] == "good" and "enemies in it at 2020" in found["words"]
    assert found["hexes"]["2019"]["tone"] == "bad"  # behind the enemy


@pytest.mark.rule("SW-10.26")
def test_who_bears_on_a_hex_is_shown_with_his_strength() -> None:
    game = fire_support.field({"5 VA": ("2021", "N"), "42 VA": ("2030", "S"), "14 IN": ("2020", "S")})
    found = look(game, "bearing", at="2020")
    assert set(found["hexes"]) == {"2021"} and found["lines"][0]["to"] == "2020"
    assert found["words"] == [f"Confederate: 5 VA, strength {found['hexes']['2021']['text']}"]


@pytest.mark.rule("SW-11.0-2")
def test_zones_are_fronts_and_lie_over_each_other() -> None:
    game = fire_support.field({"5 VA": ("2022", "N"), "14 IN": ("2020", "S")})
    found = look(game, "zones")["hexes"]
    assert found["2021"]["tone"] == "warn" and "2023" not in found and "2019" not in found
    assert found["2021"]["why"] == "Confederate: 5 VA; Union: 14 IN"


@pytest.mark.rule("SW-17.14", "SW-17.12-1")
def test_the_radius_of_leaders_and_who_is_out_of_it() -> None:
    game = move_support.field({"Garnett": "2020", "5 VA": "2020", "2 VA": "4030"})
    found = look(game, "radius")
    assert found["hexes"]["2021"]["tone"] == "good" and found["hexes"]["4030"]["tone"] == "warn"
    assert any("out of it: 2 VA" in words for words in found["words"])


@pytest.mark.rule("SW-5.15-1")
def test_a_range_shows_costs_and_where_one_may_not_stay() -> None:
    game = move_support.field({"5 VA": "2020", "42 VA": ("2022", "column"), "14 IN": ("2017", "S")})
    found = look(game, "range", unit="5 VA")["hexes"]
    assert found["2021"]["text"] == "1" and found["2021"]["tone"] == "good"
    assert found["2022"]["tone"] == "bad" and found["2022"]["cite"] == "SW-8.1-1"
    assert found["2018"]["tone"] == "warn" and "in the zone of 14 IN" in found["2018"]["why"]


@pytest.mark.rule("SW-10.0-3", "SW-13.5-1")
def test_chances_of_fire_and_of_melee_stand_on_the_enemy() -> None:
    game = melee_support.field({"5 VA": ("2021", "N"), "14 IN": ("2020", "S")})
    fire, melee = look(game, "chances"), look(game, "melees")
    assert set(fire["hexes"]) == set(melee["hexes"]) == {"2020"}
    assert fire["hexes"]["2020"]["text"].endswith("%") and "5 VA at 14 IN" in fire["hexes"]["2020"]["why"]
    g = state(game)
    wanted = g.setting.melee.name(g.setting.melee.column(g.strength("5 VA") - g.strength("14 IN")))
    assert melee["hexes"]["2020"]["text"] == wanted


@pytest.mark.rule("SW-10.62-1", "SW-10.6-1")
def test_levels_sight_and_hills_of_the_battle() -> None:
    game = opening()
    levels = look(game, "levels")["hexes"]
    assert levels["2120"]["why"].startswith("hilltop") and levels["2120"]["text"].startswith("3")
    hills = look(game, "hills", seat="union")
    assert hills["hexes"]["2120"]["why"].startswith("Pritchard's Hill")
    assert any(words.startswith("Pritchard's Hill: yours") for words in hills["words"])
    sight = look(game, "sight", at="2120", to="3131")
    assert sight["lines"][0]["from"] == "2120" and sight["words"][0].startswith("2120 to 3131:")
    assert look(game, "seen", at="2120")["words"][0].endswith("seen from 2120")
