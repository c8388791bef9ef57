"""SW 12.2, 12.36, GB 21.6: small-arms ammunition, the wagon, and rounds that are shared."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.stonewall.fire_support import at, bar, field, fire, hex_of, kind, offered, state, units_of
from tests.stonewall.melee_support import carry_out
from tests.stonewall.move_support import field as marching
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.effectiveness import rating
from vedette.rules.great_battles.chapters.melee import melee_bar
from vedette.rules.great_battles.chapters.moves import move_reach
from vedette.rules.great_battles.chapters.supply import Transfers, in_supply, resupplies, transfer_bar
from vedette.rules.great_battles.chapters.zone_fire import watchers
from vedette.rules.great_battles.chapters.zones import exerts, zone
from vedette.rules.great_battles.state import State

WAGON = "Union Supply Wagon"


def changed(game: Game, id: str, **values: Any) -> None:
    """Change a unit by hand."""
    g = state(game)
    g.units[id] = msgspec.structs.replace(g.units[id], **values)
    g.reindex()


def still(units: dict[str, Any], **given: Any) -> Game:
    """A field on which nothing happens by itself."""
    return field({"5 VA": "5901", **units}, phase="interphase", **given)


@pytest.mark.rule("SW-12.0-5")
def test_without_ammunition_it_still_has_its_zone() -> None:
    game = still({"4 VA": ("2019", "N")})
    changed(game, "4 VA", depleted=True)
    g = state(game)
    assert exerts(g, "4 VA") and zone(g, 1) >> hex_of("2018") & 1
    changed(game, "4 VA", pinned=True)
    assert not exerts(state(game), "4 VA")


# -- running out -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-12.0-3")
@pytest.mark.rule("SW-12.2-1")
@pytest.mark.rule("SW-12.21-1")
@pytest.mark.rule("SW-12.21-2")
@pytest.mark.rule("SW-12.21-4")
@pytest.mark.rule("GB-21.61-1")
@pytest.mark.rule("GB-21.61-2")
@pytest.mark.rule("GB-21.63-1")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_on_a_six_each_that_fired_may_run_out(rules: str) -> None:
    units: dict[str, Any] = {"2 VA": "2019", "4 VA": ("2119", "NW"), "33 VA": "1919", "14 IN": ("2018", "S")}
    game = field(units, dice=[6, 2, 3, 1, 1], rules=rules)
    whole = rating(state(game), "Garnett")
    events = fire(game, "2018", "2 VA", "4 VA", "33 VA")
    assert units_of(events, "depleted") == ["2 VA", "33 VA"], "1 and 2, not 3; each rolls"
    assert rating(state(game), "Garnett") == whole - 4
    game = field(units, dice=[5, 1], rules=rules)
    assert not units_of(fire(game, "2018", "2 VA", "4 VA", "33 VA"), "depleted")
    game = field({"Hampden": "2020", "14 IN": ("2018", "S")}, dice=[6, 1], rules=rules)
    assert not units_of(fire(game, "2018", "Hampden"), "depleted"), "guns count their rounds"


@pytest.mark.rule("GB-21.63-2")
def test_a_union_unit_costs_its_brigade_one() -> None:
    g = state(still({"14 IN": ("2018", "depleted")}))
    assert rating(g, "Kimball") == g.setting.brigades["Kimball"].rating - 1


@pytest.mark.rule("SW-12.22-1")
@pytest.mark.rule("SW-12.22-2")
@pytest.mark.rule("SW-12.2-2")
def test_without_ammunition_one_moves_and_fights_but_does_not_fire() -> None:
    units: dict[str, Any] = {"5 VA": ("2020", "depleted"), "14 IN": ("2019", "S")}
    game = field(units, phase="defensive-fire", side="union")
    assert bar(game, "5 VA", "2019") == "SW-12.22-2"
    assert watchers(state(game), hex_of("2019"), 1) == (), "nor at who leaves or falls back"
    assert melee_bar(state(field(units, phase="melee")), "5 VA", hex_of("2019")) is None
    full, empty = (marching({"5 VA": ("2020", *words)}) for words in ((), ("depleted",)))
    assert set(move_reach(state(empty), "5 VA")) == set(move_reach(state(full), "5 VA")) != set()


# -- the wagon -------------------------------------------------------------------------------------------------


def reaches(away: int, units: dict[str, Any] | None = None, **given: Any) -> bool:
    """Whether a wagon so many hexes away supplies a unit."""
    rows = {"14 IN": ("2020", "S", "depleted"), WAGON: f"20{20 - away}", **(units or {})}
    return "14 IN" in resupplies(state(still(rows, **given)), 0)


@pytest.mark.rule("SW-12.23-1")
@pytest.mark.rule("SW-12.23-3")
@pytest.mark.rule("SW-12.23-4")
def test_the_wagon_supplies_within_five_points() -> None:
    assert [reaches(n) for n in (0, 4, 5, 6)] == [True, True, True, False]
    assert not reaches(5, hexes={"2018": "woods"}) and reaches(4, hexes={"2018": "woods"}), "two points, as in line"
    pike = "-".join(f"20{n}" for n in range(10, 21))
    assert reaches(10, roads=[("pike", pike)]) and not reaches(10), "as in column"
    game = still({"14 IN": ("2020", "depleted"), WAGON: "2016"})
    assert in_supply(state(game), "14 IN") == WAGON and state(game).at("14 IN") == hex_of("2020")


@pytest.mark.rule("SW-12.23-2")
def test_the_way_is_counted_from_the_unit_to_the_wagon() -> None:
    around = ("2014", "2016", "2115", "2116", "1915", "1916")
    up = [("2015", h, "slope") for h in around]
    assert not reaches(5, hexsides=up) and reaches(5, hexsides=[(h, a, word) for a, h, word in up])


@pytest.mark.rule("SW-12.23-5")
@pytest.mark.rule("SW-11.3")
@pytest.mark.rule("SW-11.5-2")
def test_enemies_and_their_zones_close_the_way() -> None:
    assert reaches(5) and not reaches(5, {"2 VA": ("2018", "column")}), "not through an enemy"
    assert reaches(4, {"2 VA": ("2018", "column")}), "but around him"
    assert not reaches(4, {"2 VA": ("2018", "S")}), "not through his zone"
    assert reaches(4, {"2 VA": ("2018", "S"), "84 PA": "2019", "8 OH": "1919"}), "but where friends stand"


@pytest.mark.rule("SW-12.24")
@pytest.mark.rule("SW-12.23-1")
@pytest.mark.rule("GB-21.63-3")
def test_all_are_supplied_in_the_final_command_phase() -> None:
    units: dict[str, Any] = {"14 IN": ("2020", "depleted"), "84 PA": ("2021", "depleted"), "8 OH": ("3020", "depleted")}
    game = field({**units, WAGON: "2019", "5 VA": "5901"}, side="union", phase="final")
    assert [state(game).units[id].depleted for id in units] == [False, False, True]
    assert rating(state(game), "Kimball") == state(game).setting.brigades["Kimball"].rating - 1
    game = field({**units, WAGON: "2019", "5 VA": "5901"}, side="confederate", phase="final")
    assert state(game).units["14 IN"].depleted, "in its own"


@pytest.mark.rule("GB-21.64")
@pytest.mark.rule("SW-12.0-4")
def test_a_captured_wagon_supplies_its_captor() -> None:
    game = still({"2 VA": ("2020", "depleted"), "14 IN": ("2018", "depleted"), WAGON: "2019"})
    assert resupplies(state(game), 1) == () and resupplies(state(game), 0) == ("14 IN",)
    changed(game, WAGON, taken=True, strength=0)
    assert resupplies(state(game), 1) == ("2 VA",) and resupplies(state(game), 0) == ()


# -- rounds are shared -------------------------------------------------------------------------------------------


def bars(game: Game, giver: str, taker: str) -> str:
    """The case that keeps a battery from giving another rounds."""
    found = transfer_bar(state(game), giver, taker)
    return found.cite if found else ""


@pytest.mark.rule("SW-12.36-1")
@pytest.mark.rule("SW-12.32-2")
@pytest.mark.rule("SW-18.86")
def test_rounds_go_from_battery_to_battery_when_a_turn_is_over() -> None:
    game = still({"E 4 US": "2020", "A 1 WV": "2021"}, together=(("A 1 WV", "E 4 US"),))
    changed(game, "E 4 US", rounds=0, crew=1)
    carry_out(game, Transfers())
    assert kind(game) == "transfer" and "A 1 WV gives 3 rounds to E 4 US" in offered(game)
    game.play("A 1 WV gives 3 rounds to E 4 US")
    assert [state(game).units[id].rounds for id in ("E 4 US", "A 1 WV")] == [3, 5]
    assert [state(game).units[id].crew for id in ("E 4 US", "A 1 WV")] == [1, 2], "crews are not"


@pytest.mark.rule("SW-12.36-1")
def test_batteries_that_have_spent_nothing_are_not_asked_to_share() -> None:
    """Two whole ones and, beside them, one that is a round short: only with this one there is anything to share."""
    both = (("A 1 WV", "E 4 US"),)
    game = still({"E 4 US": "2020", "A 1 WV": "2021", "5 VA": "5901"}, together=both)
    carry_out(game, Transfers())
    assert kind(game) != "transfer"
    changed(game, "A 1 WV", rounds=7)
    carry_out(game, Transfers())
    assert kind(game) == "transfer" and "E 4 US gives 1 rounds to A 1 WV" in offered(game)


@pytest.mark.rule("SW-12.36-2")
@pytest.mark.rule("SW-12.36-3")
@pytest.mark.rule("SW-12.36-1")
@pytest.mark.rule("SW-12.36-4")
def test_who_shares_rounds_with_whom() -> None:
    units: dict[str, Any] = {
        "E 4 US": "2020", "A 1 WV": "2021", "H 1 OH": "2022", "L 1 OH": ("2122", 5), "Danville": "2030",
        "Hampden": "2031",
        "Rockbridge": "2032", "Alleghany": "2033", "West Augusta": "2130", "Chew": "2034",
    }  # fmt: skip
    game = still(units)
    g: State = state(game)
    ids = sorted(units)
    g.together = tuple((a, b) for a in ids for b in ids if a < b)
    assert bars(game, "E 4 US", "A 1 WV") == "" == bars(game, "L 1 OH", "H 1 OH")
    assert bars(game, "A 1 WV", "H 1 OH") == "SW-12.36-1", "Napoleons and rifles"
    assert bars(game, "Chew", "Alleghany") == "SW-12.36-1", "horse artillery is apart"
    assert bars(game, "Alleghany", "Rockbridge") == "SW-12.36-3" and bars(game, "Rockbridge", "Alleghany") == ""
    assert bars(game, "H 1 OH", "Danville") == "SW-12.36-1", "the enemy's"
    g.shots = ("Danville",)
    assert bars(game, "Danville", "Hampden") == "SW-12.36-2", "it has fired"
    g.together = ()
    assert bars(game, "E 4 US", "A 1 WV") == "SW-12.36-2", "they came together in this turn"


@pytest.mark.rule("SW-12.33")
def test_a_melee_uses_no_rounds() -> None:
    game = field({"5 VA": "2020", "14 IN": ("2019", "S"), "E 4 US": ("2019", "S")}, phase="melee", dice=[1])
    game.play("melee 2019")
    game.play("add 5 VA")
    events = game.play("melee")
    assert [e.kind for e in events if e.kind in ("melee", "round-fired")] == ["melee"]
    assert (at(game, "E 4 US"), state(game).units["E 4 US"].rounds) == ("2019", 8)
