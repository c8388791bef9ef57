"""SW 11: zones of control, withdrawal fire, retreat fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.stonewall import fire_support as firing
from tests.stonewall.fire_support import at, bar, events_of, hex_of, kind, offered, state, units_of
from tests.stonewall.melee_support import carry_out
from tests.stonewall.move_support import field, play
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.hexes import hexes_of
from vedette.rules.great_battles.chapters.melee import command_bar
from vedette.rules.great_battles.chapters.moves import change_bar
from vedette.rules.great_battles.chapters.retreats import Retreat
from vedette.rules.great_battles.chapters.zone_fire import exposed, firers_at, watchers
from vedette.rules.great_battles.chapters.zones import barred, exerts, zone, zone_of

GUARD: dict[str, Any] = {"14 IN": ("2019", "S")}
"""Its zone is 2020, 2120, 1920."""
HOLD = 1


def names(game: Game, id: str) -> list[str]:
    """The hexes in a unit's zone."""
    return sorted(state(game).hex_name(h) for h in hexes_of(zone_of(state(game), id)))


def shots(events: list[Event], kind: str = "withdrawal-fired") -> list[tuple[str, dict[str, int], str]]:
    """(target, shifts, result) of the free fires among events."""
    return [(e.data[5], {name: by for name, by, _ in e.data[6]}, e.data[3]) for e in events if e.kind == kind]


# -- zones -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-11.0-1")
@pytest.mark.rule("SW-11.0-2")
@pytest.mark.rule("SW-11.0-3")
@pytest.mark.rule("SW-10.82-2")
@pytest.mark.rule("SW-11.5-1")
def test_who_has_a_zone_and_how_far_it_goes() -> None:
    units: dict[str, Any] = {
        "14 IN": ("2020", "S"), "E 4 US": ("2024", "S"), "1 MI Cav": ("2028", "S"), "84 PA": ("3020", "column"),
        "H 1 OH": ("3024", "column"), "1 OH Cav": ("3028", "column"), "Union Supply Wagon": "3032", "Kimball": "4020",
        "8 OH": ("4024", "S", "pinned"), "67 OH": ("4028", "reserve"),
    }  # fmt: skip
    game = field(units)
    assert [id for id in units if exerts(state(game), id)] == ["14 IN", "E 4 US", "1 MI Cav"]
    assert names(game, "14 IN") == ["1921", "2021", "2121"]
    game = field(units, hexsides=[("2020", "2021", "river")])
    assert names(game, "14 IN") == ["1921", "2121"], "not over a river"


@pytest.mark.rule("SW-11.0-4")
@pytest.mark.rule("SW-11.5-3")
@pytest.mark.rule("SW-11.5-2")
@pytest.mark.rule("SW-11.4")
def test_friends_cancel_a_zone_for_lines_and_not_for_fire() -> None:
    g = state(field({**GUARD, "5 VA": "2020"}))
    hex = hex_of("2020")
    assert zone(g, 0) >> hex & 1 and not barred(g, 1) >> hex & 1 and barred(g, 1) >> hex_of("1920") & 1
    assert watchers(g, hex, 0) == ("14 IN",)


# -- withdrawal fire -------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-11.11")
@pytest.mark.rule("SW-11.15-1")
@pytest.mark.rule("SW-11.16-2")
@pytest.mark.rule("SW-11.16-3")
@pytest.mark.rule("SW-11.17-1")
@pytest.mark.rule("SW-11.17-4")
def test_who_leaves_a_zone_is_fired_at_from_behind_before_he_goes() -> None:
    game = field({**GUARD, "5 VA": ("2020", "N"), "Garnett": "2020"}, dice=[6, 2, 11, HOLD])
    play(game, "move 5 VA")
    play(game, "5 VA: 2021")
    assert (kind(game), at(game, "5 VA")) == ("withdrawal-fire", "2020")
    assert offered(game) == ["fire 14 IN", "hold fire"] and game.decisions[0].seat == "union"
    events = play(game, "fire 14 IN")
    assert shots(events) == [("5 VA", {"enfilade": 1}, "1")], "it has turned to go"
    assert units_of(events, "depleted") == ["14 IN"]
    assert units_of(events, "rout-check") == ["5 VA"] and at(game, "5 VA") == "2021"


@pytest.mark.rule("SW-11.0-5")
def test_nobody_has_to_fire() -> None:
    game = field({**GUARD, "5 VA": ("2020", "N")}, dice=[])
    play(game, "move 5 VA", "5 VA: 2021", "hold fire")
    assert at(game, "5 VA") == "2021"


@pytest.mark.rule("SW-11.12-1")
@pytest.mark.rule("SW-11.12-2")
@pytest.mark.rule("SW-11.13")
@pytest.mark.rule("SW-11.17-3")
@pytest.mark.rule("SW-11.2-7")
@pytest.mark.rule("SW-10.33-3")
def test_it_is_free_and_at_everybody_who_leaves() -> None:
    game = field({**GUARD, "5 VA": ("2020", "N"), "4 VA": ("2120", "N")}, dice=[1, 1])
    events = play(game, "move 5 VA", "5 VA: 2021", "fire 14 IN", "done")
    events += play(game, "move 4 VA", "4 VA: 2121", "fire 14 IN", "done")
    found = [e.data[:2] for e in events if e.kind == "withdrawal-fired"]
    assert found == [("5", "3-5"), ("5", "3-5")], "with all its strength each time"
    g = state(game)
    assert g.fired == () and g.hit == ()
    g.phase = "defensive-fire"
    assert bar(game, "14 IN", "2021") == ""


@pytest.mark.rule("SW-11.14-2")
@pytest.mark.rule("SW-10.23-2")
@pytest.mark.rule("SW-10.23-3")
def test_who_stays_covers_who_leaves() -> None:
    units: dict[str, Any] = {"5 VA": "2019", "1 WV Cav": ("2018", "S"), "1 MI Cav": ("2018", "S")}
    game = field(units, side="union", dice=[1, 1])
    play(game, "move 1 MI Cav", "1 MI Cav: 2017", "1 WV Cav stays")
    assert shots(play(game, "fire 5 VA")) == [("1 WV Cav", {"weapon P": -1}, "-")]
    play(game, "done", "move 1 WV Cav", "1 WV Cav: 2017")
    assert shots(play(game, "fire 5 VA")) == [("1 WV Cav", {"enfilade": 1}, "-")], "not when it leaves itself"
    g = state(field(units, side="union"))
    assert exposed(g, ("1 WV Cav", "1 MI Cav"), hex_of("2018")) == "1 WV Cav", "both: the top one"
    assert exposed(g, ("1 WV Cav",), hex_of("2018")) == "1 MI Cav", "who stays, though he lies below"


def test_artillery_does_not_fire_at_the_next_when_small_arms_have_done_for_the_first() -> None:
    units: dict[str, Any] = {
        "14 IN": ("2019", "S"), "E 4 US": ("2120", "SW"), "23 VA": ("2020", "N"), "37 VA": ("2020", "N"),
    }  # fmt: skip
    game = field(units, dice=[6, 3])
    play(game, "move 23 VA", "23 VA: 2021", "37 VA leaves too", "fire 14 IN", "fire E 4 US")
    assert at(game, "23 VA") == "-2" and at(game, "37 VA") == "2021"
    assert state(game).units["E 4 US"].rounds == 8


@pytest.mark.rule("SW-11.17-1")
@pytest.mark.rule("SW-11.15-1")
def test_it_meets_who_retreats_before_melee_too() -> None:
    game = firing.field({"5 VA": "2019", "14 IN": ("2018", "S")}, phase="retreat", dice=[1, HOLD])
    play(game, "14 IN retreats")
    play(game, next(t for t in offered(game) if t.startswith("retreat 14 IN")))
    assert kind(game) == "withdrawal-fire"
    assert events_of(play(game, "fire 5 VA"), "withdrawal-fired") == [("withdrawal-fired", "SW-11.1")]


# -- retreat fire ----------------------------------------------------------------------------------------------

DRIVEN: dict[str, Any] = {"5 VA": ("2019", "N"), "2 VA": ("2118", "NW"), "14 IN": ("2018", "S")}
"""2 VA has 2018 and 2017 in its zone; 5 VA has driven 14 IN out of 2018."""
CAUSE = "2019"
RIVERS = [("2018", h, "river") for h in ("1918", "1919")]
"""So that 2017 alone is left."""


def driven(units: dict[str, Any], hexes: int = 1, **given: Any) -> tuple[Game, list[Event]]:
    """14 IN falls back."""
    game = firing.field({**DRIVEN, **units}, phase="interphase", **given)
    return game, carry_out(game, Retreat("14 IN", hexes, (hex_of(CAUSE),), "SW-15.0"))


@pytest.mark.rule("SW-11.17-2")
@pytest.mark.rule("SW-11.2-2")
@pytest.mark.rule("SW-11.2-6")
def test_who_falls_back_is_fired_at_where_he_arrives() -> None:
    game, events = driven({}, hexsides=RIVERS, dice=[6, 2, HOLD])
    assert not events_of(events, "withdrawal-fired") and at(game, "14 IN") == "2017"
    assert (kind(game), offered(game)) == ("retreat-fire", ["fire 2 VA", "hold fire"])
    events = play(game, "fire 2 VA")
    assert [target for target, _, _ in shots(events, "retreat-fired")] == ["14 IN"]
    assert units_of(events, "depleted") == ["2 VA"] and units_of(events, "rout-check") == ["14 IN"]
    assert state(game).fired == ()


@pytest.mark.rule("SW-11.2-3")
@pytest.mark.rule("SW-11.2-5")
def test_each_enemy_whom_he_meets_fires_once_but_for_the_one_who_drove_him() -> None:
    more: dict[str, Any] = {"4 VA": ("1917", "NE")}
    g = state(firing.field({**DRIVEN, **more, "5 VA": ("2019", "N")}, phase="interphase"))
    here = hex_of("2017")
    assert set(firers_at(g, "14 IN", here, (hex_of(CAUSE),))) == {"2 VA", "4 VA"}
    assert firers_at(g, "14 IN", here, (hex_of(CAUSE), hex_of("2118"))) == ("4 VA",), "2 VA has fired"
    assert firers_at(g, "14 IN", hex_of("2018"), (hex_of(CAUSE),)) == ("2 VA",)


@pytest.mark.rule("SW-11.2-4")
def test_a_routed_unit_does_not_rout_again() -> None:
    game, _ = driven({"14 IN": ("2018", "S", "routed")}, hexsides=RIVERS, dice=[6, 6])
    events = play(game, "fire 2 VA")
    assert state(game).strength("14 IN") == 4 and not units_of(events, "rout-check")


# -- cavalry ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-18.5-1")
@pytest.mark.rule("SW-18.5-3")
def test_cavalry_mounts_with_an_officer_alone() -> None:
    units: dict[str, Any] = {"7 VA Cav": "2020", "14 IN": ("2030", "N")}
    for commanded, cite in ((True, ""), (False, "SW-5.17-1")):
        game = field(units, uncommanded=() if commanded else ("7 VA Cav",))
        found = change_bar(state(game), "7 VA Cav", 40)
        assert (found.cite if found else "") == cite
    game = field({**units, "7 VA Cav": ("2020", "column")}, uncommanded=("7 VA Cav",))
    assert change_bar(state(game), "7 VA Cav", 40) is None, "it dismounts without one"
    assert command_bar(state(field(units, uncommanded=("7 VA Cav",))), "7 VA Cav")
