"""JV 6.15: the advance after combat."""

from typing import Any

import pytest

from tests.support import asked
from tests.valley.combat_support import (
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    TARGET,
    battle,
    kind,
    kinds,
    offered,
    result,
    south,
    walls,
)
from tests.valley.support import at, carry_out, hex_of, state
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.advance import Advance, advance_bar
from vedette.rules.valley_campaign.chapters.bombardment import Bombard
from vedette.rules.valley_campaign.chapters.combat import attack_bar
from vedette.rules.valley_campaign.chapters.retreat import ways_back
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone

ZERO = {"strength": (0, 0)}


def other(at: str, **more: object) -> dict[str, object]:
    """Another attacker."""
    return {"at": at, "side": "confederate", **ZERO, **more}


def emptied(units: dict[str, Any] | None = None, more: tuple[str, ...] = ()) -> Game:
    """The defender loses his only step."""
    game, _ = result("DL1", {"D": {"steps": 1}, **(units or {})}, more=more)
    return game


@pytest.mark.rule("JV-6.15-1", "JV-6.15-9", "JV-1.1-4")
def test_one_of_the_attackers_may_advance_and_the_owner_says_which() -> None:
    game = emptied({"B": other(SOUTHEAST), "C": south(NORTH)}, ("B",))
    assert game.decision is not None and game.decision.seat == "confederate"
    assert sorted(offered(game)) == ["advance A", "advance B", "no advance"], "not C, who took no part"
    events = game.play("advance B")
    assert kinds(events) == [("advanced", ("B",))]
    assert (at(game, "B"), at(game, "A")) == (TARGET, SOUTH)
    assert kind(game) == "attack", "one, and no more"
    game = emptied({"B": other(SOUTHEAST)}, ("B",))
    game.play("no advance")
    assert (at(game, "B"), at(game, "A"), kind(game)) == (SOUTHEAST, SOUTH, "attack")


@pytest.mark.rule("JV-6.15-1", "JV-6.15-10")
def test_a_retreat_empties_a_hex_as_well_and_comes_first() -> None:
    game, _ = result("DR")
    assert kind(game) == "retreat"
    events = game.play(f"retreat D to {NORTH}")
    assert kinds(events) == [("retreated", ("D",))]
    assert offered(game) == ["advance A", "no advance"]


@pytest.mark.rule("JV-6.15-10")
def test_who_had_to_fall_back_himself_stays_back() -> None:
    """BL1AR that leaves nobody in the hex."""
    game, _ = result("BL1AR", {"D": {"steps": 1}})
    game.play(f"retreat A to {SOUTHEAST}")
    assert kind(game) == "attack"
    bar = advance_bar(state(game), "A", hex_of(TARGET))
    assert bar is not None and bar.cite == "JV-6.15-10"


@pytest.mark.rule("JV-6.15-2")
def test_nobody_advances_after_a_bombardment() -> None:
    game = battle({"Poague Battery": SOUTH, "A": south(SOUTH), "D": {"at": TARGET, "side": "union", "steps": 1}},
                  dice=[6, 6])  # fmt: skip
    carry_out(game, Bombard("Poague Battery", "D"))
    assert at(game, "D") == "eliminated"
    assert kind(game) == "attack"


@pytest.mark.rule("JV-6.15-3")
def test_enemy_zones_do_not_matter() -> None:
    """Out of one and into another."""
    foes = {"E": {"at": NORTH, "side": "union"}, "F": {"at": "2111", "side": "union"}}
    game = emptied(foes)
    g = state(game)
    assert in_enemy_zone(g, hex_of(SOUTH), 1) and in_enemy_zone(g, hex_of(TARGET), 1)
    game.play("advance A")
    assert at(game, "A") == TARGET


@pytest.mark.rule("JV-4.5-2")
def test_out_of_a_zone_it_pays_nothing() -> None:
    """A unit of no points at all leaves one zone for another, as it could not move."""
    game = emptied({"A": {"movement": 0}, "E": {"at": "2111", "side": "union"}, "F": {"at": NORTH, "side": "union"}})
    g = state(game)
    assert in_enemy_zone(g, hex_of(SOUTH), 1) and in_enemy_zone(g, hex_of(TARGET), 1)
    assert kinds(game.play("advance A"))[:1] == [("advanced", ("A",))]
    assert at(game, "A") == TARGET and "A" not in state(game).moved


@pytest.mark.rule("JV-6.15-4")
def test_at_once_or_not_at_all() -> None:
    game = emptied({"E": {"at": NORTHEAST, "side": "union"}, "C": south("2209")})
    assert kind(game) == "advance", "before any other combat is chosen"
    game.play("no advance")
    assert offered(game) == [f"attack {NORTHEAST}", "done"]


@pytest.mark.rule("JV-6.15-5")
def test_guns_do_not_advance() -> None:
    game = emptied({"G": other(SOUTH, arm="artillery")}, ("G",))
    assert offered(game) == ["advance A", "no advance"]
    bar = advance_bar(state(game), "G", hex_of(TARGET))
    assert bar is not None and bar.cite == "JV-6.15-5"
    game, _ = result("DL1", {"A": {"arm": "artillery"}, "D": {"steps": 1}})
    assert kind(game) == "attack", "guns alone take no ground"


@pytest.mark.rule("JV-6.15-6")
def test_who_has_advanced_attacks_no_more() -> None:
    game = emptied({"E": {"at": NORTH, "side": "union"}})
    game.play("advance A")
    assert state(game).advanced == ("A",)
    assert offered(game) == ["done"]
    fresh = battle({"A": south(TARGET), "E": {"at": NORTH, "side": "union"}}, advanced=("A",))
    bar = attack_bar(state(fresh), "A", hex_of(NORTH))
    assert bar is not None and bar.cite == "JV-6.15-6"


@pytest.mark.rule("JV-6.15-7")
def test_who_has_advanced_is_in_the_way_of_later_retreats() -> None:
    """By his presence and his zone."""
    game = emptied({"E": {"at": "2109", "side": "union"}})
    before = ways_back(state(game), "E")
    assert hex_of(TARGET) not in before and hex_of(NORTH) in before, "the hex is in A's zone, the north is not"
    game.play("advance A")
    after = ways_back(state(game), "E")
    assert hex_of(TARGET) not in after and hex_of(NORTH) not in after


@pytest.mark.rule("JV-6.15-8")
def test_it_costs_no_points_now_or_later() -> None:
    game, _ = result("DL1", {"A": {"movement": 1}, "D": {"steps": 1}}, hexes={TARGET: "5"})
    game.play("advance A")
    assert at(game, "A") == TARGET
    while not (state(game).phase == "movement" and state(game).player == 1):
        game.play("done", asked(game))
    assert "move A" in offered(game)


@pytest.mark.rule("JV-6.15-11")
@pytest.mark.parametrize("left", [{"arm": "artillery"}, {"arm": "leader", "steps": 1}, {}])
def test_a_hex_that_anybody_holds_is_not_vacated(left: dict[str, object]) -> None:
    units = {"D": {"steps": 1}, "E": {"at": TARGET, "side": "union", **ZERO, **left}}
    game, _ = result("DL1", units)
    if kind(game) == "lose-step":
        game.play("D loses a step")
    assert (at(game, "D"), at(game, "E")) == ("eliminated", TARGET)
    assert kind(game) == "attack"
    bar = advance_bar(state(game), "A", hex_of(TARGET))
    assert bar is not None and bar.cite == "JV-6.15-11"


@pytest.mark.rule("JV-6.15-12")
def test_a_leader_may_go_along() -> None:
    """Oddity 58: of the hex that the unit left, one after the other; a demoralized one does not move."""
    units = {
        "Elzey": {"at": SOUTH, "shift": 0}, "Taylor": {"at": SOUTHEAST, "shift": 0},
        "Jackson": {"at": SOUTH, "shift": 0},
        "Trimble": {"at": SOUTH, "demoralized": 1},
    }  # fmt: skip
    game = emptied(units)
    game.play("advance A")
    assert set(offered(game)) == {"advance Elzey", "advance Jackson", "no advance"}
    game.play("advance Elzey")
    assert offered(game) == ["advance Jackson", "no advance"]
    game.play("no advance")
    assert [at(game, u) for u in ("A", "Elzey", "Jackson", "Taylor")] == [TARGET, TARGET, SOUTH, SOUTHEAST]
    assert state(game).advanced == ("A", "Elzey")
    alone = emptied(units)
    alone.play("no advance")
    assert kind(alone) == "attack" and at(alone, "Elzey") == SOUTH


@pytest.mark.rule("JV-6.12-13")
def test_after_an_elimination_in_place_too() -> None:
    game, _ = result("DR", hexsides=walls(TARGET, gates=[(TARGET, SOUTH)]))
    assert at(game, "D") == "eliminated"
    assert offered(game) == ["advance A", "no advance"]


def test_not_over_water_and_not_from_afar() -> None:
    game = battle({"A": south(SOUTH), "B": south("2012"), "C": south(NORTHWEST)},
                  hexsides=[(TARGET, NORTHWEST, "river")])  # fmt: skip
    g = state(game)
    assert advance_bar(g, "A", hex_of(TARGET)) is None
    for unit in "BC":
        bar = advance_bar(g, unit, hex_of(TARGET))
        assert bar is not None and bar.cite == "JV-6.15-1"
    carry_out(game, Advance(("B", "C"), hex_of(TARGET)))
    assert kind(game) == "attack"
