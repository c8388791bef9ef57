"""Chapters 2 to 4 and 24: what units and leaders are, what this game has and has not, the sequence of play."""

from __future__ import annotations

import pytest

from tests.stonewall.support import (
    at,
    battle,
    carry_out,
    field,
    hex_of,
    judged,
    kind,
    laid_out,
    offered,
    opening,
    play,
    state,
)
from tests.support import asked
from vedette.engine.game import Game
from vedette.rules.great_battles import rulebook
from vedette.rules.great_battles.chapters.columns import power, usable
from vedette.rules.great_battles.chapters.command import in_radius, may_act, radius_hexes
from vedette.rules.great_battles.chapters.effectiveness import judge
from vedette.rules.great_battles.chapters.formations import front
from vedette.rules.great_battles.chapters.leaders import commands, ratings
from vedette.rules.great_battles.chapters.losses import lose, targets
from vedette.rules.great_battles.chapters.melee import attack_line
from vedette.rules.great_battles.chapters.rout import Rout, by_table
from vedette.rules.great_battles.chapters.sight import sees
from vedette.rules.great_battles.chapters.stacking import stack_bar
from vedette.rules.great_battles.chapters.terrain import allowance, step_cost
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.state import ELIMINATED

PLAYER_TURN = ["command", "movement", "defensive-fire", "offensive-fire", "retreat", "melee", "final"]


# -- 2: units --------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-2.31-1", "SW-2.4-combat-unit-1", "SW-2.4-combat-unit-3")
def test_leaders_are_no_combat_units() -> None:
    g = laid_out({"5 VA": "2020", "Garnett": "2020"})
    assert g.troops(hex_of("2020"), 1) == ("5 VA",) and (usable(g, "5 VA"), usable(g, "Garnett")) == (5, 0)


@pytest.mark.rule("SW-2.4-combat-unit-2")
def test_the_wagon_is_a_combat_unit_while_it_has_a_guard() -> None:
    for strength, hit in ((1, ("Union Supply Wagon",)), (0, ())):
        g = laid_out({"Union Supply Wagon": ("2907", strength)})
        assert targets(g, hex_of("2907"), 0, "small-arms", 1) == hit


@pytest.mark.rule("SW-4.0-G-2")
def test_the_wagon_supplies_in_the_final_command_phase() -> None:
    units = {"14 IN": ("2905", "S", "depleted"), "Union Supply Wagon": "2907", "84 PA": ("2927", "S", "depleted")}
    game = field(units, side="union", phase="final")
    assert [state(game).units[id].depleted for id in ("14 IN", "84 PA")] == [False, True]


@pytest.mark.rule("SW-2.4-combat-strength-3", "SW-2.4-combat-unit-4", "SW-2.31-2", "SW-2.31-3", "SW-2.31-4")
def test_losses_lower_the_strength_and_the_last_one_takes_the_unit_off() -> None:
    g = laid_out({"27 VA": "2020", "5 VA": "2021", "Union Supply Wagon": "2907"})
    lose(g, "27 VA", 1, "killed", "SW-10.71-1")
    assert (g.strength("27 VA"), g.counter("27 VA").strength, g.counter("27 VA").morale) == (1, 2, "A")
    lose(g, "27 VA", 1, "killed", "SW-10.71-1")
    lose(g, "Union Supply Wagon", 1, "killed", "SW-12.13-1")
    assert g.at("27 VA") == ELIMINATED and g.at("Union Supply Wagon") == hex_of("2907")


@pytest.mark.rule("SW-2.32-1", "SW-24.0-3")
def test_allowances_by_type_and_formation() -> None:
    units = {"5 VA": "2020", "Hampden": ("2021", "column"), "7 VA Cav": ("2022", "column"), "Chew": ("2023", "column")}
    g = laid_out({**units, "1 MI Cav": "2024", "Union Supply Wagon": "2907", "Garnett": "2020"})
    assert {id: allowance(g, id) // POINT for id in g.units} == {
        "5 VA": 5, "Hampden": 8, "7 VA Cav": 10, "Chew": 10, "1 MI Cav": 5, "Union Supply Wagon": 5, "Garnett": 10,
    }  # fmt: skip


@pytest.mark.rule("SW-2.4-ma-1")
def test_a_clear_hex_costs_a_point() -> None:
    g = state(field({"5 VA": "2020"}))
    assert step_cost(g, "5 VA", hex_of("2020"), hex_of("2019")) == POINT


@pytest.mark.rule("SW-2.4-melee-strength", "SW-2.4-small-arms")
def test_strength_in_melee_and_in_fire_by_type() -> None:
    game = field({"5 VA": "2020", "7 VA Cav": "2021", "Hampden": "2022", "84 PA": ("2019", "S")}, phase="melee")
    g = state(game)
    assert attack_line(g, "5 VA", hex_of("2019"))[1] == 5
    assert [int(power(g, id, n, "84 PA", 1)) for id, n in (("5 VA", 5), ("7 VA Cav", 3))] == [5, 3]
    assert power(g, "Hampden", 4, "84 PA", 1) != 4


@pytest.mark.rule("SW-2.4-leaders", "SW-3.1-17.0-1", "SW-3.1-17.0-2")
def test_officers_lead_their_brigade_and_jackson_everybody() -> None:
    g = state(opening())
    assert {i for i in g.units if commands(g, "Garnett", i)} == {
        i for i in g.units if g.counter(i).brigade == "Garnett" and i != "Garnett"
    }
    assert {i for i in g.units if commands(g, "Jackson", i)} == {i for i in g.armies[1] if not g.counter(i).leader}


@pytest.mark.rule("SW-2.4-radius", "SW-2.4-rally")
def test_ratings_are_a_reach_in_hexes_and_a_number_of_rallies() -> None:
    g = laid_out({"Sullivan": "4030", "5 OH": "4026"})
    assert ratings(g, "Sullivan") == (4, 1) and in_radius(g, "5 OH")
    reach = radius_hexes(g, "Sullivan", 4)
    assert not reach >> hex_of("4025") & 1


@pytest.mark.rule("SW-2.4-morale")
def test_better_morale_routs_less() -> None:
    g = laid_out({"5 VA": "2020", "110 PA": "2907"})
    rolls = range(1, 7)
    best, worst = ([d for d in rolls if by_table(g, id, d) != "-"] for id in ("5 VA", "110 PA"))
    assert len(best) < len(worst)


@pytest.mark.rule("SW-2.4-rout", "SW-3.1-20.0-1")
def test_a_routed_unit_is_marked_and_costs_army_morale() -> None:
    game = field({"84 PA": ("2020", "S"), "5 VA": ("2025", "N")}, phase="final", morale=30)
    carry_out(game, Rout("84 PA", "SW-14.22", (hex_of("2025"),)))
    while state(game).ask is not None and kind(game) == "retreat":
        game.play(offered(game)[0])
    g = state(game)
    assert g.units["84 PA"].routed and at(game, "84 PA") != "2020" and g.morale == 27
    judge(g, "Kimball")


@pytest.mark.rule("SW-3.1-18.8", "SW-24.0-10")
def test_small_arms_hit_crews() -> None:
    game = field({"5 VA": ("2020", "N"), "H 1 OH": ("2019", "S")}, phase="offensive-fire", dice=[6, 6])
    play(game, "fire at 2019", "add 5 VA", "fire")
    assert state(game).units["H 1 OH"].crew < 2 and state(game).strength("H 1 OH") == 6


# -- 3.1 and 4: the sequence -----------------------------------------------------------------------------


def phases(game: Game, turns: int = 1) -> list[tuple[str, str]]:
    """The phases of the first turns, everybody passing, as (side, phase)."""
    found: list[tuple[str, str]] = []
    events = list(game.start_events)
    while game.decision is not None and state(game).turn <= turns:
        texts = offered(game)
        events += game.play("done" if "done" in texts else "stop" if "stop" in texts else texts[0], asked(game))
    for e in events:
        if e.kind == "turn":
            found.append(("turn", str(e.data[0])))
        elif e.kind == "phase":
            found.append((e.seat, str(e.data[0])))
    return found


@pytest.mark.rule("SW-4.0-1", "SW-4.0-3", "SW-4.0-4", "SW-4.0-2nd", "SW-4.0-3rd-1", "SW-3.1-4.0", "SW-3.1-absent")
@pytest.mark.rule("SW-4.0-C-1", "SW-4.0-D", "SW-24.0-2", "SW-3.1-errata", "GB-19.0-2")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_a_turn_is_two_player_turns_of_seven_phases(rules: str) -> None:
    found = phases(opening(rules=rules))
    assert found[:15] == [
        ("turn", "1"), *(("confederate", p) for p in PLAYER_TURN), *(("union", p) for p in PLAYER_TURN),
    ]  # fmt: skip
    assert found[15:17] == [("turn", "2"), ("confederate", "command")]


@pytest.mark.rule("SW-4.0-C-1", "SW-4.0-D", "SW-4.0-C-3")
@pytest.mark.parametrize(("phase", "seat"), [("defensive-fire", "union"), ("offensive-fire", "confederate")])
def test_the_other_side_fires_first_and_nobody_moves(phase: str, seat: str) -> None:
    game = field({"5 VA": ("2020", "N"), "84 PA": ("2018", "S")}, phase=phase)
    assert game.decision is not None and game.decision.seat == seat and kind(game) == "fire"
    assert all(text.startswith("fire") or text == "done" for text in offered(game))


@pytest.mark.rule("SW-4.0-C-1", "SW-4.0-D", "SW-4.0-4")
def test_after_a_movement_phase_the_other_side_fires_and_then_the_phasing_one() -> None:
    units = [{"id": "5 VA", "hex": "4815", "facing": "N"}, {"id": "84 PA", "hex": "4813", "facing": "S"}]
    units += [{"id": "Garnett", "hex": "4815"}, {"id": "Kimball", "hex": "4813"}]
    spec = {"battle": battle().id, "empty": True, "begin": "movement", "active": "confederate", "unit": units}
    game = Game.new(battle(), position=spec)
    found = []
    for _ in range(3):
        assert game.decision is not None
        found.append((game.decision.seat, game.decision.kind))
        game.play("done", asked(game))
    assert found == [("confederate", "move-unit"), ("union", "fire"), ("confederate", "fire")]


@pytest.mark.rule("SW-4.0-2")
def test_the_last_turn_ends_the_battle() -> None:
    game = opening()
    g = state(game)
    g.turn = g.setting.last_turn
    while game.decision is not None:
        texts = offered(game)
        game.play("done" if "done" in texts else "stop" if "stop" in texts else texts[0], asked(game))
    assert state(game).over and game.outcome is not None and game.outcome.winner == "union"


# -- 24: the summary -------------------------------------------------------------------------------------


@pytest.mark.rule("SW-24.0-4", "SW-24.0-5", "SW-24.0-6", "SW-24.0-8")
def test_stacks_fronts_zones_and_sight_in_short() -> None:
    g = laid_out({"5 VA": ("2020", "N"), "27 VA": ("2020", "N"), "2 VA": ("2022", "N")})
    bar = stack_bar(g, "2 VA", hex_of("2020"))
    assert bar is not None and bar.cite == "SW-8.0-2"
    assert front(g, "5 VA").bit_count() == 3 and front(g, "5 VA") & zone(g, 1) == front(g, "5 VA")
    assert sees(g, hex_of("2020"), hex_of("2019"))


@pytest.mark.rule("SW-24.0-7")
def test_fire_at_range_by_weapon() -> None:
    game = field({"5 VA": ("2020", "N"), "84 PA": ("2016", "S")}, phase="offensive-fire", dice=[1])
    events = play(game, "fire at 2016", "add 5 VA with 4", "fire")
    assert [e.kind for e in events if e.kind == "fired"] == ["fired"]


@pytest.mark.rule("SW-24.0-9")
@pytest.mark.parametrize(("others", "attack", "column"), [((), 5, "+2"), (("27 VA",), 7, "+4")])
def test_melee_by_the_difference(others: tuple[str, ...], attack: int, column: str) -> None:
    """The 5th's five men against three go to +2; with the two of the 27th the difference is 4."""
    with_them = dict.fromkeys(("5 VA", *others), ("2020", "N"))
    game = field({**with_them, "84 PA": ("2019", "S")}, phase="melee", dice=[3, 3, 3, 3, 3, 3])
    events = play(game, "melee 2019", *(f"add {id}" for id in with_them), "melee")
    data = next(e.data for e in events if e.kind == "melee")
    assert (data[1], data[2], data[3], data[4]) == (attack, 3, attack - 3, column)


@pytest.mark.rule("SW-24.0-11", "SW-24.0-12", "SW-3.1-19.0")
def test_officers_and_army_morale_let_units_move() -> None:
    g = laid_out({"5 OH": "4026", "5 VA": "2020"}, phase="movement", player=0, commanded=("5 OH",))
    bar = may_act(g, "5 OH")
    assert bar is not None and bar.cite == "SW-19.1-4"
    g.paid = ("Sullivan",)
    assert may_act(g, "5 OH") is None
    g.commanded = ()
    bar = may_act(g, "5 OH")
    assert bar is not None and bar.cite == "SW-5.17-1"
    g.player, g.commanded = 1, ("5 VA",)
    assert may_act(g, "5 VA") is None


def test_the_laws_see_what_is_lost_and_what_is_doubled() -> None:
    whole = judged({"5 VA": "2020", "84 PA": "2219"})
    assert rulebook.broken_laws(whole) == []
    for id, words in (("5 VA", "confederate infantry: 1 gone and 0 noted"), ("84 PA", "Kimball has lost 1")):
        g = whole.clone()
        g.units[id] = type(g.units[id])(g.at(id), g.strength(id) - 1, facing=0)
        assert any(words in line for line in rulebook.broken_laws(g))
    g = whole.clone()
    g.exits, g.vacant, g.paid, g.turn = ("5 VA",), ("5 VA",), ("Garnett",), 16
    assert len(rulebook.broken_laws(g)) == 4
