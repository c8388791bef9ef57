"""JV 7.7 and 8.5: what a hit does."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.support import asked
from tests.valley.support import ELSEWHERE, GRID, Place, at, carry_out, field, hex_of, state
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.bombardment import Bombard, bombard_bar

GUN, FOE = "Poague Battery", "25 OH"
UNITS: dict[str, Place] = {GUN: "2010", FOE: "2012"}
SHAKEN, DRIVEN_BACK, ROUTED, CUT_DOWN = 1, 3, 4, 6
"""Dice of the table of hits."""


def hit(die: int, units: Mapping[str, Place] = UNITS, target: str = FOE, **more: Any) -> tuple[Game, list[Event]]:
    """A bombardment that hits, and this die for what it does."""
    game = field({**ELSEWHERE, **units}, **{"phase": "combat", "turn": 3, "dice": [6, die], **more})
    return game, carry_out(game, Bombard(GUN, target))


def walled(*path: str) -> list[tuple[str, str, str]]:
    """Rivers all round a path of hexes."""
    inside = [hex_of(h) for h in path]
    return [(GRID.names[h], GRID.names[n], "river") for h in inside for n in GRID.neighbours[h] if n not in inside]


def shown(game: Game, unit: str = FOE) -> tuple[str, bool, int]:
    """Where a unit is, whether it is reduced, and its marker."""
    u = state(game).units[unit]
    return at(game, unit), u.reduced, u.demoralized


def kinds(events: Sequence[Event]) -> list[str]:
    """What happened, questions that answer themselves left out."""
    return [e.kind for e in events if e.kind != "automatic"]


@pytest.mark.rule("JV-7.7-1", "JV-7.7-2")
def test_the_owner_of_the_target_rolls_for_each_hit() -> None:
    _, events = hit(SHAKEN)
    (event,) = [e for e in events if e.kind == "hit"]
    assert (event.cite, event.seat, event.units, event.roll) == ("JV-7.7-1", "union", (FOE,), SHAKEN)


@pytest.mark.rule("JV-7.7-8")
@pytest.mark.parametrize("die", [1, 2, 4, 5, 6])
def test_a_target_is_demoralized_to_the_end_of_its_own_combat_phase(die: int) -> None:
    game, _ = hit(die)
    while (decision := game.decision) and decision.kind == "retreat":
        game.play(decision.actions[0])
    assert state(game).units[FOE].demoralized == 1


@pytest.mark.rule("JV-7.7-8")
def test_the_marker_goes_as_its_own_combat_phase_is_over() -> None:
    game, _ = hit(SHAKEN, {**UNITS, "2 WV": "3020"})
    seen = []
    for _ in range(8):
        g = state(game)
        seen.append((g.player, g.phase, g.units[FOE].demoralized))
        if not g.units[FOE].demoralized:
            break
        game.play("done", asked(game))
    assert [row[2] for row in seen[:-1]] == [1] * (len(seen) - 1)
    assert (0, "movement", 1) in seen and seen[-1][2] == 0
    assert seen[-1][:2] == (1, "movement"), "the turn after"


@pytest.mark.rule("JV-7.7-3")
def test_demoralized_again_it_loses_a_step_besides() -> None:
    game, _ = hit(SHAKEN, {**UNITS, FOE: {"at": "2012", "demoralized": 1}})
    assert shown(game) == ("2012", True, 1)
    game, _ = hit(SHAKEN, {**UNITS, FOE: {"at": "2012", "demoralized": 1, "face": "reduced"}})
    assert at(game, FOE) == "eliminated"


@pytest.mark.rule("JV-7.7-9")
def test_a_step_is_lost_at_once() -> None:
    game, events = hit(CUT_DOWN)
    assert shown(game) == ("2012", True, 1)
    assert "JV-7.7-9" in [e.cite for e in events]
    game, _ = hit(CUT_DOWN, {**UNITS, FOE: {"at": "2012", "face": "reduced"}})
    assert at(game, FOE) == "eliminated"


@pytest.mark.rule("JV-7.9-3", "JV-8.1-9")
def test_guns_and_leaders_suffer_as_any_unit() -> None:
    game, _ = hit(CUT_DOWN, {GUN: "2010", "12 OH Battery": "2012"}, "12 OH Battery")
    assert shown(game, "12 OH Battery") == ("2012", True, 1)
    game, _ = hit(SHAKEN, {GUN: "2010", "Milroy": "2012", FOE: "2014"}, "Milroy")
    assert shown(game, "Milroy") == ("2012", False, 1)


@pytest.mark.rule("JV-8.5-4", "JV-8.5-3")
@pytest.mark.parametrize("target", [FOE, "Milroy"])
def test_cut_down_kills_the_leaders_of_the_hex(target: str) -> None:
    """JV-EX-8.5c: the target himself, or one beside it; only by this die is another than the target touched."""
    game, events = hit(CUT_DOWN, {**UNITS, "Milroy": "2012"}, target, draws=["Union A"])
    assert at(game, "Milroy") == "eliminated"
    assert at(game, "Union A") == "2012"
    assert [e.units for e in events if e.cite == "JV-8.5-4"] == [("Milroy",)]
    assert shown(game)[1] == (target == FOE), "the other unit of the hex is no target"
    game, _ = hit(SHAKEN, {**UNITS, "Milroy": "2012"})
    assert shown(game, "Milroy") == ("2012", False, 0)


@pytest.mark.rule("JV-8.1-9", "JV-7.9-3")
def test_a_leader_beside_troops_may_be_the_target_and_suffers_as_any_unit() -> None:
    """Leaders are units as others (8.1): he may be aimed at, driven from his men, and a step is all he has."""
    beside: dict[str, Place] = {**UNITS, "Milroy": "2012"}
    assert bombard_bar(state(field({**ELSEWHERE, **beside}, phase="combat", turn=3)), GUN, "Milroy") is None
    game, _ = hit(DRIVEN_BACK, beside, "Milroy", hexsides=walled("2012", "2013", "2014", "2015"))
    assert (at(game, "Milroy"), at(game, FOE)) == ("2015", "2012")
    shaken: Place = {"at": "2012", "demoralized": 1}
    game, _ = hit(SHAKEN, {**beside, "Milroy": shaken}, "Milroy", draws=["Union A"])
    assert (at(game, "Milroy"), at(game, "Union A"), shown(game)) == ("eliminated", "2012", ("2012", False, 0))


@pytest.mark.rule("JV-8.5-4")
def test_a_lone_leader_is_cut_down_and_followed_among_the_nearest() -> None:
    game, _ = hit(CUT_DOWN, {GUN: "2010", "Milroy": "2012", FOE: "2020"}, "Milroy", draws=["Union A"])
    assert (at(game, "Milroy"), at(game, "Union A")) == ("eliminated", "2020")


@pytest.mark.rule("JV-7.7-4", "JV-7.7-5")
def test_three_hexes_each_farther_from_the_gun() -> None:
    game, _ = hit(DRIVEN_BACK)
    farther = []
    while (decision := game.decision) and decision.kind == "retreat":
        assert decision.seat == "union"
        before = GRID.distance(hex_of("2010"), hex_of(at(game, FOE)))
        for action in decision.actions:
            assert GRID.distance(hex_of("2010"), hex_of(action.text.split()[-1])) == before + 1
        game.play(decision.actions[0])
        farther.append(GRID.distance(hex_of("2010"), hex_of(at(game, FOE))))
    assert farther == [3, 4, 5]
    assert shown(game)[1:] == (False, 0), "driven back only"


@pytest.mark.rule("JV-7.7-4")
def test_routed_is_driven_back_and_demoralized() -> None:
    game, _ = hit(ROUTED, hexsides=walled("2012", "2013", "2014", "2015"))
    assert shown(game) == ("2015", False, 1)


@pytest.mark.rule("JV-7.7-7")
def test_cut_short_it_loses_a_step_where_it_stops() -> None:
    """JV-EX-7.7a: it must go three and can only go two."""
    game, events = hit(DRIVEN_BACK, hexsides=walled("2012", "2013", "2014"))
    assert shown(game) == ("2014", True, 0)
    assert "JV-7.7-7" in [e.cite for e in events]


@pytest.mark.rule("JV-7.7-13")
def test_unable_to_go_at_all_it_loses_a_step_and_stays() -> None:
    game, _ = hit(DRIVEN_BACK, hexsides=walled("2012"))
    assert shown(game) == ("2012", True, 0)
    game, _ = hit(DRIVEN_BACK, {**UNITS, FOE: {"at": "2012", "face": "reduced"}}, hexsides=walled("2012"))
    assert at(game, FOE) == "eliminated", "by the step"


@pytest.mark.rule("JV-7.7-14")
def test_each_hex_in_an_enemy_zone_on_the_way_costs_a_step() -> None:
    """The only way leads past an enemy beside 2013; from 2014 on it is free of him."""
    way = ("2012", "2013", "2014", "2015")
    sides = [s for s in walled(*way) if set(s[:2]) != {"2013", "2112"}]
    game, _ = hit(DRIVEN_BACK, {**UNITS, "31 VA": "2112"}, hexsides=sides)
    assert shown(game) == ("2015", True, 0)


@pytest.mark.rule("JV-7.7-6", "JV-7.7-5")
def test_friends_in_the_way_are_displaced() -> None:
    """Two units fill the only hex behind: one of them makes room."""
    way = ("2012", "2013", "2014", "2015", "2016")
    units: dict[str, Place] = {**UNITS, "2 WV": "2013", "5 WV": "2013"}
    game, _ = hit(DRIVEN_BACK, units, hexsides=walled(*way))
    while (decision := game.decision) and decision.seat == "union":
        game.play(decision.actions[0])
    assert at(game, FOE) == "2015"
    assert sorted(at(game, u) for u in ("2 WV", "5 WV")) != ["2013", "2013"]


@pytest.mark.rule("JV-6.12-10")
def test_driven_back_by_guns_is_not_retreated_after_combat() -> None:
    """Oddity 121: it may be bombarded, and attacked, where it stops."""
    units: dict[str, Place] = {**UNITS, "Wooding Battery": "2011"}
    game, _ = hit(DRIVEN_BACK, units, hexsides=walled("2012", "2013", "2014", "2015"))
    assert at(game, FOE) == "2015"
    assert FOE not in state(game).retreated
    assert bombard_bar(state(game), "Wooding Battery", FOE) is None
