"""JV 7.1 to 7.6, 7.8 and 7.9: who bombards whom, and with what chance."""

from collections.abc import Mapping
from typing import Any

import pytest

import vedette
from tests.valley.support import ELSEWHERE, Place, carry_out, field, hex_of, state
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.bombardment import Bombard, bombard_bar, chances, targets
from vedette.rules.valley_campaign.state import State

GUN, FOE = "Poague Battery", "25 OH"
UNITS: dict[str, Place] = {GUN: "2010", FOE: "2012"}
"""Two hexes apart, on clear ground."""


def battery(units: Mapping[str, Place] = UNITS, **more: Any) -> State:
    """A Confederate combat phase."""
    return state(field({**ELSEWHERE, **units}, **{"phase": "combat", "turn": 3, **more}))


def barred(g: State, gun: str = GUN, target: str = FOE) -> str:
    """The case by which a gun does not bombard a unit; empty where it may."""
    bar = bombard_bar(g, gun, target)
    return bar.cite if bar else ""


def fire(game: Game, gun: str = GUN, target: str = FOE) -> list[Event]:
    """Bombard."""
    return carry_out(game, Bombard(gun, target))


def shot(die: int, units: Mapping[str, Place] = UNITS, **more: Any) -> Event:
    """What one die says; what a hit does is not rolled for."""
    game = field({**ELSEWHERE, **units}, **{"phase": "combat", "turn": 3, **more})
    fire(game)
    (event,) = game.play(str(die), "chance")
    return event


# -- 7.1 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-7.1-1")
def test_artillery_alone_bombards_an_enemy() -> None:
    g = battery({**UNITS, "31 VA": "2011", "7 VA Cavalry": "2110", "Jackson": "2010"})
    assert barred(g) == ""
    assert [barred(g, id) for id in ("31 VA", "7 VA Cavalry", "Jackson")] == ["JV-7.1-1"] * 3
    assert barred(g, GUN, "31 VA") == "JV-7.1-1", "a friend is no target"
    assert barred(battery({GUN: "2010", FOE: "eliminated"})) == "JV-7.1-1"


@pytest.mark.rule("JV-7.1-8", "JV-7.1-4", "JV-7.1-10", "JV-7.4-7")
def test_once_a_phase_and_instead_of_an_attack() -> None:
    assert barred(battery(fought=(GUN,))) == "JV-7.1-8"
    game = field({**ELSEWHERE, **UNITS, "Milroy": "2012"}, phase="combat", turn=3, dice=[1])
    fire(game)
    assert state(game).fought == (GUN,)
    assert barred(state(game)) == "JV-7.1-8"
    assert targets(state(game), GUN) == ()


@pytest.mark.rule("JV-7.1-9")
def test_guns_that_have_moved_fire() -> None:
    assert barred(battery(moved=(GUN,))) == ""


@pytest.mark.rule("JV-7.1-2", "JV-7.1-6", "JV-7.1-7")
def test_each_gun_rolls_for_itself_and_any_number_on_one_target() -> None:
    """Two guns, two dice, the chances of each as if alone."""
    alone = chances(battery(), GUN, FOE).hits
    game = field({**ELSEWHERE, **UNITS, "Wooding Battery": "2010"}, phase="combat", turn=3, dice=[1, 2])
    first = fire(game)
    assert chances(state(game), "Wooding Battery", FOE).hits == alone
    assert barred(state(game), "Wooding Battery") == ""
    second = fire(game, "Wooding Battery")
    assert [e.roll for e in (*first, *second) if e.kind == "bombarded"] == [1, 2]
    assert barred(state(game), "Wooding Battery") == "JV-7.1-8"


@pytest.mark.rule("JV-7.1-3", "JV-7.8-1", "JV-8.1-6")
def test_strength_face_and_leaders_do_not_matter() -> None:
    usual = chances(battery(), GUN, FOE)
    strong: Place = {"at": "2010", "strength": (9, 5)}
    for units in (
        {**UNITS, GUN: strong},
        {**UNITS, GUN: {"at": "2010", "face": "reduced"}},
        {**UNITS, "Jackson": "2010"},
        {**UNITS, "Milroy": "2012"},
    ):
        assert chances(battery(units), GUN, FOE) == usual


@pytest.mark.rule("JV-7.1-5", "JV-6.12-10")
def test_not_after_an_attack_on_the_unit() -> None:
    assert barred(battery(attacked=(FOE,))) == "JV-7.1-5"
    assert barred(battery(attacked=(FOE,), retreated=(FOE,))) == "JV-6.12-10"


@pytest.mark.rule("JV-7.1-11", "JV-7.9-1")
@pytest.mark.parametrize(("side", "phase"), [("union", "combat"), ("union", "movement"), ("confederate", "movement")])
def test_only_in_its_own_combat_phase(side: str, phase: str) -> None:
    assert barred(battery(side=side, phase=phase)) == "JV-7.9-1"
    assert targets(battery(side=side, phase=phase), GUN) == ()


@pytest.mark.rule("JV-6.3-5", "JV-6.13-12")
def test_neither_demoralized_nor_displaced() -> None:
    assert barred(battery({**UNITS, GUN: {"at": "2010", "demoralized": 1}})) == "JV-6.3-5"
    assert barred(battery(displaced=(GUN,))) == "JV-6.13-12"


@pytest.mark.rule("JV-7.1-12")
def test_it_is_never_compulsory() -> None:
    game = field({**ELSEWHERE, **UNITS}, phase="combat", turn=3)
    assert targets(state(game), GUN) == (FOE,)
    assert "done" in [a.text for a in game.decision.actions]  # type: ignore[union-attr]


@pytest.mark.rule("JV-7.1-13")
@pytest.mark.parametrize("water", ["river", "creek"])
def test_water_does_not_forbid_it(water: str) -> None:
    assert barred(battery(hexsides=[("2010", "2011", water), ("2011", "2012", water)])) == ""


@pytest.mark.rule("JV-7.1-12")
def test_targets_come_the_nearest_first_each_unit_by_itself() -> None:
    units: dict[str, Place] = {
        GUN: "2010", "25 OH": "2013", "3 WV (Milroy)": "2013", "Milroy": "2011", "2 WV": "2015", "31 VA": "2009",
    }  # fmt: skip
    assert targets(battery(units), GUN) == ("Milroy", "25 OH", "3 WV (Milroy)")


# -- 7.2 and 7.3 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-7.2-1", "JV-7.2-2", "JV-7.2-4", "JV-4.12-3")
def test_range_is_one_to_four_hexes_without_its_own() -> None:
    for n, place in enumerate(("2011", "2012", "2013", "2014"), start=1):
        g = battery({GUN: "2010", FOE: place})
        assert barred(g) == ""
        assert chances(g, GUN, FOE).range == n
    assert barred(battery({GUN: "2010", FOE: "2015"})) == "JV-7.2-1"


@pytest.mark.rule("JV-7.2-3", "JV-7.2-2")
def test_the_example_of_the_book() -> None:
    """JV-EX-7.2."""
    g = battery({GUN: "2826", FOE: "2627"})
    assert chances(g, GUN, FOE).range == 2
    assert barred(g) == ""


@pytest.mark.rule("JV-7.3-1", "JV-7.3-4")
def test_no_target_out_of_sight() -> None:
    g = battery(hexes={"2011": "forest"})
    assert barred(g) == "JV-7.3-1"
    assert targets(g, GUN) == ()
    bar = bombard_bar(g, GUN, FOE)
    assert bar is not None and bar.text.startswith("2011 hides it: forest")
    assert barred(battery(hexes={"2011": "forest", "2010": "2"})) == ""


@pytest.mark.rule("JV-7.3-2", "JV-7.4-4")
def test_its_own_ground_does_not_hide_a_target() -> None:
    g = battery(hexes={"2012": "forest 3"})
    assert barred(g) == ""
    assert chances(g, GUN, FOE).hits == 3


# -- 7.4 to 7.6 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-7.4-1", "JV-7.4-5", "JV-7.4-6")
@pytest.mark.parametrize(("die", "cite"), [(1, "JV-7.4-5"), (2, "JV-7.4-6"), (3, "JV-7.4-1"), (6, "JV-7.4-1")])
def test_a_die_above_the_range_hits(die: int, cite: str) -> None:
    """JV-EX-7.4a. Each die hears its own case by the event; the predicate cites all three."""
    event = shot(die)
    assert (event.cite, event.data[0], event.roll) == (cite, die > 2, die)


@pytest.mark.rule("JV-7.4-1")
@pytest.mark.parametrize(("place", "hits"), [("2011", 5), ("2012", 4), ("2013", 3), ("2014", 2)])
def test_chances_by_range(place: str, hits: int) -> None:
    assert chances(battery({GUN: "2010", FOE: place}), GUN, FOE).hits == hits


@pytest.mark.rule("JV-7.4-2", "JV-7.4-3")
@pytest.mark.parametrize("ground", ["forest", "town", "2", "3", "4", "5", "forest 3", "town 2", "forest 5"])
def test_blocking_terrain_takes_one_off_and_only_once(ground: str) -> None:
    """JV-EX-7.4b: a forest on a hill."""
    found = chances(battery(hexes={"2012": ground}), GUN, FOE)
    assert (found.total, found.hits) == (-1, 3)
    assert [m.cite for m in found.modifiers] == ["JV-7.4-2"]
    assert not shot(3, hexes={"2012": ground}).data[0]
    assert shot(4, hexes={"2012": ground}).data[0]


@pytest.mark.rule("JV-7.6-1", "JV-7.6-2")
def test_a_building_takes_one_off() -> None:
    found = chances(battery(hexes={"2012": "building"}), GUN, FOE)
    assert [(m.amount, m.cite) for m in found.modifiers] == [(-1, "JV-7.6-1")]
    assert barred(battery(hexes={"2011": "building"})) == "", "and hides nothing"


@pytest.mark.rule("JV-7.6-3")
def test_a_town_is_no_building() -> None:
    assert [m.cite for m in chances(battery(hexes={"2012": "town"}), GUN, FOE).modifiers] == ["JV-7.4-2"]


@pytest.mark.rule("JV-7.6-5", "JV-7.5-3")
def test_all_that_holds_adds_up() -> None:
    both = chances(battery(hexes={"2012": "forest building"}), GUN, FOE)
    assert (both.total, both.hits) == (-2, 2)
    dusk = battery(hexes={"2012": "forest building"}, turn=11)
    assert chances(dusk, GUN, FOE).total == -3
    assert chances(dusk, GUN, FOE).hits == 1


@pytest.mark.rule("JV-7.5-1", "JV-7.5-3")
def test_dawn_takes_one_off() -> None:
    """JV-EX-7.5: range four, forest, five in the morning: it may be tried and cannot hit."""
    dawn = battery(scenario="port-republic", turn=1)
    assert [(m.name, m.amount, m.cite) for m in chances(dawn, GUN, FOE).modifiers] == [("dawn", -1, "JV-7.5-1")]
    far = battery({GUN: "2010", FOE: "2014"}, scenario="port-republic", turn=1, hexes={"2014": "forest"})
    assert chances(far, GUN, FOE).hits == 0
    assert barred(far) == ""


@pytest.mark.rule("JV-7.5-2")
def test_dusk_takes_one_off_and_the_hour_decides() -> None:
    """The first turn of this scenario is at ten, its last at eight in the evening (oddity 6)."""
    assert [(m.name, m.cite) for m in chances(battery(turn=11), GUN, FOE).modifiers] == [("dusk", "JV-7.5-2")]
    for turn in (1, 2, 10):
        assert chances(battery(turn=turn), GUN, FOE).modifiers == ()
    assert chances(battery(scenario="port-republic", turn=10), GUN, FOE).modifiers == ()


@pytest.mark.rule("JV-7.4-1")
def test_the_chances_are_those_of_the_die() -> None:
    grounds: tuple[dict[str, str], ...] = ({}, {"2012": "forest building"}, {"2012": "3"})
    for hexes in grounds:
        rolled = sum(bool(shot(die, hexes=hexes).data[0]) for die in range(1, 7))
        assert rolled == chances(battery(hexes=hexes), GUN, FOE).hits


def test_a_miss_does_nothing_else() -> None:
    game = field({**ELSEWHERE, **UNITS}, phase="combat", turn=3, dice=[2])
    before = state(game).units
    assert [e.kind for e in fire(game)] == ["bombarded"]
    assert state(game).units == before
    assert state(game).at(FOE) == hex_of("2012")


@pytest.mark.rule("JV-7.6-4", "JV-7.6-3", "JV-4.12-5", "JV-4.12-4")
def test_buildings_and_the_town_of_the_map() -> None:
    board = vedette.battle("valley-campaign/port-republic").board
    names = board.grid.names
    buildings = [names[h] for h in board.hexes_with("building")]
    assert buildings == ["2716", "2919", "3107", "4602", "5210", "5309", "5701"]
    town = [names[h] for h, word in enumerate(board.terrain) if word == "town"]
    assert town == ["2929", "2930", "3029", "3030", "3128", "3129"]
    assert {names[h] for h in board.hexes_with("town")} == set(town), "all of one place"
