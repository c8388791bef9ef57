"""SW 23 (optional), GB 22.2: artillery that overshoots at long range."""

from __future__ import annotations

from typing import Any

import pytest

from tests.stonewall.fire_support import field, fire, hex_of, kind, offered, result, state, units_of
from vedette.engine.events import Event
from vedette.rules.great_battles.chapters.columns import Shot, column
from vedette.rules.great_battles.chapters.fire import goals, parts
from vedette.rules.great_battles.chapters.overshoot import behind, may_overshoot
from vedette.rules.great_battles.chapters.sight import sees
from vedette.rules.great_battles.state import State

FAR: dict[str, Any] = {"Rockbridge": "2030", "84 PA": ("2020", "S"), "14 IN": ("2019", "S"), "8 OH": ("2018", "S")}
"""Seven guns ten hexes from 84 PA, with others one and two hexes behind it."""
HOLD = 1


def volley(*dice: int, units: dict[str, Any] | None = None, **given: Any) -> list[Event]:
    """The guns fire at 2020."""
    game = field(units or FAR, overshoot=True, dice=dice, **given)
    return fire(game, "2020", *(id for id in (units or FAR) if state(game).counter(id).gun))


def struck(events: list[Event]) -> list[str]:
    """Who was fired at."""
    return [e.data[5] for e in events if e.kind == "fired"]


def names(g: State, frm: str, hex: str, by: int) -> list[str]:
    """The hexes behind a target."""
    return [g.hex_name(h) for h in behind(g, hex_of(frm), hex_of(hex), by)]


@pytest.mark.rule("SW-23.0")
@pytest.mark.rule("SW-23.1")
@pytest.mark.rule("GB-22.2")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_only_with_the_option_and_from_eight_hexes_on(rules: str) -> None:
    for overshoot, hex, rolled in ((True, "2022", True), (True, "2023", False), (False, "2022", False)):
        units: dict[str, Any] = {"Rockbridge": "2030", "84 PA": (hex, "S")}
        g = state(field(units, overshoot=overshoot, rules=rules))
        assert may_overshoot(g, (Shot("Rockbridge", 7),), hex_of(hex)) == rolled
    assert struck(fire(field(FAR, dice=[1], rules=rules), "2020", "Rockbridge")) == ["84 PA"], (
        "one die, no roll before it"
    )


@pytest.mark.rule("SW-23.11")
@pytest.mark.rule("SW-23.12-1")
@pytest.mark.rule("SW-23.12-2")
@pytest.mark.rule("SW-23.12-3")
@pytest.mark.rule("SW-23.12-4")
@pytest.mark.rule("SW-23.13-1")
@pytest.mark.rule("SW-23.14-1")
@pytest.mark.rule("SW-23.4")
def test_the_die_says_how_far_the_shot_goes() -> None:
    found = {die: struck(volley(die, 1)) for die in range(1, 7)}
    assert found == {
        1: ["84 PA"], 2: ["84 PA"], 3: ["84 PA"], 4: ["14 IN"], 5: ["14 IN"], 6: ["8 OH"],
    }  # fmt: skip
    game = field(FAR, overshoot=True)
    assert set(goals(state(game), 1)) == {hex_of("2020")}, "nobody aims at an empty hex, or past the first one"
    assert units_of(volley(4, units={id: FAR[id] for id in ("Rockbridge", "84 PA")}), "wasted") == ["Rockbridge"]


@pytest.mark.rule("SW-23.4")
@pytest.mark.rule("SW-23.13-2")
def test_the_line_of_fire_goes_on_behind_the_target() -> None:
    g = state(field({"5 VA": "5901"}, overshoot=True))
    assert names(g, "2030", "2020", 1) == ["2019"] and names(g, "2030", "2020", 2) == ["2018"]
    assert sorted(names(g, "2020", "2820", 1)) == ["2920", "2921"] and names(g, "2020", "2820", 2) == ["3020"]
    assert names(g, "2030", "2001", 1) == [], "off the map"
    units: dict[str, Any] = {"Rockbridge": ("2020", "NE"), "84 PA": ("2820", "NW"), "14 IN": ("2921", "NW")}
    game = field(units, overshoot=True, dice=[4, 1])
    fire(game, "2820", "Rockbridge")
    assert (kind(game), game.decisions[0].seat) == ("overshot", "union")
    assert sorted(offered(game)) == ["in 2920", "in 2921"]
    assert struck(game.play("in 2921")) == ["14 IN"]


@pytest.mark.rule("SW-23.13-3")
@pytest.mark.rule("SW-23.14-2")
@pytest.mark.rule("SW-23.5-2")
def test_one_hex_costs_a_column_two_half_the_strength() -> None:
    assert result(volley(3, 1))[:3] == ("1", "1", "1"), "seven guns, half at that range, half at foot"
    guns: dict[str, Any] = {
        "Rockbridge": "2030", "84 PA": ("2020", "S"), "H 1 OH": ("2019", "S"), "L 1 OH": ("2018", "S"),
    }  # fmt: skip
    game = field(guns, overshoot=True)
    g, shot = state(game), (Shot("Rockbridge", 7),)
    aimed = hex_of("2020")
    one = column(g, shot, hex_of("2019"), "H 1 OH", aimed=aimed, more=(("overshot", -1, "SW-23.13-3", True),))
    two = column(g, shot, hex_of("2018"), "L 1 OH", aimed=aimed, halved=("Rockbridge",))
    assert (str(one.strength), one.final - one.base) == ("7/2", -1)
    assert (str(two.strength), two.final - two.base) == ("3/2", 0), "seven halved is three, before the range"
    events = fire(field(guns, overshoot=True, dice=[5, 1]), "2020", "Rockbridge")
    assert result(events)[:3] == ("3 1/2", "3-5", "2")
    events = fire(field(guns, overshoot=True, dice=[6, 1]), "2020", "Rockbridge")
    assert result(events)[:3] == ("1 1/2", "1", "1")
    assert parts(g, "Rockbridge", aimed) == (7, 6, 5, 4), "a part is one point strong at what it aims at"


@pytest.mark.rule("SW-23.12-5")
@pytest.mark.rule("SW-23.2")
def test_it_falls_out_of_range_and_out_of_sight() -> None:
    units: dict[str, Any] = {"Rockbridge": "2030", "84 PA": ("2012", "S"), "14 IN": ("2011", "S")}
    game = field(units, overshoot=True, dice=[4, 1], hexes={"2012": "woods"})
    assert not sees(state(game), hex_of("2030"), hex_of("2011"))
    assert struck(fire(game, "2012", "Rockbridge")) == ["14 IN"], "19 hexes, behind woods"


@pytest.mark.rule("SW-23.13-4")
def test_it_may_fall_among_friends() -> None:
    units: dict[str, Any] = {"Rockbridge": "2030", "84 PA": ("2020", "S"), "Hampden": ("2019", "N")}
    game = field(units, overshoot=True, dice=[4, 6, 3])
    events = fire(game, "2020", "Rockbridge")
    assert struck(events) == ["Hampden"] and state(game).strength("Hampden") == 4 - int(result(events)[3].rstrip("*"))
    assert next(e.seat for e in events if e.kind == "fired") == "confederate"


@pytest.mark.rule("SW-23.3-1")
@pytest.mark.rule("SW-23.3-2")
@pytest.mark.rule("SW-23.3-3")
@pytest.mark.rule("SW-23.3-4")
def test_ground_of_both_hexes_helps_and_one_ridge() -> None:
    def shifts(**given: Any) -> dict[str, int]:
        g = state(field(FAR, overshoot=True, **given))
        more = (("overshot", -1, "SW-23.13-3", True),)
        found = column(g, (Shot("Rockbridge", 7),), hex_of("2019"), "14 IN", aimed=hex_of("2020"), more=more)
        return {name: by for name, by, _, _ in found.shifts if name != "overshot"}

    ridge = [("2020", "2021", "ridge")]
    assert shifts(hexes={"2019": "woods"}) == {"woods": -1}
    assert shifts(hexes={"2020": "woods"}) == {}, "not the woods of the other"
    assert shifts(hexsides=ridge) == {"ridge": -1}
    assert shifts(hexsides=[*ridge, ("2019", "2020", "ridge")]) == {"ridge": -1}
    found = shifts(hexes={"2019": "woods"}, hexsides=ridge)
    assert found == {"woods": -1, "ridge": -1, "never more than 2": 1}


@pytest.mark.rule("SW-23.5-1")
def test_each_battery_rolls_and_their_fire_may_scatter() -> None:
    units = {**FAR, "Alleghany": "2130"}
    events = volley(3, 4, 1, 1, units=units)
    assert [(e.units[0], e.data[0]) for e in events if e.kind == "overshot"] == [("Rockbridge", 0), ("Alleghany", 1)]
    assert len(struck(events)) == 2
