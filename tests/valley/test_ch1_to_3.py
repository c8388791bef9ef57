"""Chapters 1 to 3: two sides, units and their steps, who is set up, the sequence of play."""

from __future__ import annotations

from itertools import pairwise

import pytest

import vedette
from tests.support import asked, kinds, offered, play
from tests.valley.support import GRID, at, field, hex_of, state
from vedette.engine.events import Event, IllegalAction
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.deeds import lose_step, place
from vedette.rules.valley_campaign.chapters.ground import step_cost
from vedette.rules.valley_campaign.chapters.movement import allowance
from vedette.rules.valley_campaign.state import ELIMINATED

CK, PR, BOTH = (f"valley-campaign/{name}" for name in ("cross-keys", "port-republic", "both-battles"))
TWO = {"15 AL": "2010", "25 OH": "4010"}
"""A regiment of each side, far from one another."""


def started(battle: str, **options: str) -> tuple[Game, list[Event]]:
    """A battle with everybody set up as proposed, and all that happened."""
    game = vedette.battle(battle).new_game(seed=1, options=options)
    events = list(game.start_events)
    while game.decision and game.decision.kind == "set-up":
        events += game.play(next((t for t in offered(game) if t == "rest as proposed"), offered(game)[0]))
    return game, events


def idle(battle: str, **options: str) -> list[str]:
    """The player turns of a battle in which nobody does anything: "1 union", ..."""
    game, events = started(battle, **options)
    while game.decision:
        events += game.play("done", asked(game))
    turn, found = 0, []
    for event in events:
        turn = event.data[0] if event.kind == "turn" else turn
        if event.kind == "phase" and event.data == ("movement",):
            found.append(f"{turn} {event.seat}")
    return found


def refused(game: Game, text: str) -> str:
    """The case by which an action is refused; the game is as it was."""
    before = game.state.digest()
    with pytest.raises(IllegalAction) as error:
        game.play(text)
    assert game.state.digest() == before
    return error.value.cite


# -- 1 and 2 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-1.1-1", "JV-2.4-1", "JV-2.4-2")
def test_every_unit_is_of_one_side() -> None:
    game, _ = started(CK)
    g = state(game)
    assert {g.seat(id) for id in g.units} == {"union", "confederate"}
    assert {g.seat(id) for id in g.armies[0]} == {"union"} and not set(g.armies[0]) & set(g.armies[1])
    assert len(g.units) == len(g.armies[0]) + len(g.armies[1])


FIGHT = {"15 AL": "2010", "25 OH": "2011", "33 VA": "4001", "8 NY": "4030"}
"""Two regiments in contact, and others far off."""


@pytest.mark.rule("JV-1.1-2")
def test_nobody_must_attack_whom_he_stands_beside() -> None:
    game = field(FIGHT, phase="combat")
    assert offered(game) == ["attack 2011", "done"]
    game.play("done", asked(game))
    assert state(game).player == 0 and state(game).attacked == ()


@pytest.mark.rule("JV-1.1-3")
def test_a_retreat_into_an_enemy_zone_costs_a_step() -> None:
    """All ways back of 25 OH lie in zones."""
    around = {"4 VA": "1912", "5 VA": "2112", "27 VA": "2013"}
    game = field({**FIGHT, **around, "15 AL": {"at": "2010", "strength": (7, 7)}}, phase="combat", dice=[5])
    play(game, "attack 2011", "add 15 AL", "attack")
    assert offered(game)[0].startswith("retreat 25 OH to ") and not state(game).units["25 OH"].reduced
    game.play(offered(game)[0])
    assert state(game).units["25 OH"].reduced


@pytest.mark.rule("JV-1.1-4")
def test_nobody_must_advance() -> None:
    game = field({**FIGHT, "15 AL": {"at": "2010", "strength": (6, 6)}}, phase="combat", dice=[5])
    play(game, "attack 2011", "add 15 AL", "attack", "retreat 25 OH to 2012")
    assert offered(game) == ["advance 15 AL", "no advance"]
    game.play("no advance")
    assert at(game, "15 AL") == "2010"


@pytest.mark.rule("JV-2.1-3")
def test_all_chance_is_one_die_of_six() -> None:
    game = field(FIGHT, phase="combat")
    play(game, "attack 2011", "add 15 AL", "attack")
    assert game.decision is not None and game.decision.seat == "chance"
    assert offered(game) == ["1", "2", "3", "4", "5", "6"] and game.decision.ask.weights is None


@pytest.mark.rule("JV-1.2-1", "JV-2.5-2")
def test_strength_is_in_units_of_250_men_and_units_have_their_printed_names() -> None:
    rows = vedette.battle(CK).counters
    assert rows["13 PA"]["full"] == rows["110 PA"]["full"] == "1" and int(rows["25 OH"]["full"]) <= 4
    assert rows['2 ME, "B" Battery']["name"] == '2 ME, "B" Battery'


@pytest.mark.rule("JV-1.2-2")
def test_a_turn_is_an_hour() -> None:
    game, _ = started(BOTH)
    s = state(game).setting
    hours = [int(s.hour(turn)[:2]) for turn in range(1, s.last_turn + 1)]
    assert all(b - a == 1 or (a, b) == (20, 5) for a, b in pairwise(hours))


@pytest.mark.rule("JV-1.2-4", "JV-2.8-3")
def test_three_games_are_offered_and_the_third_is_both_days() -> None:
    there = [b.id for b in vedette.packs.battles() if b.id.startswith("valley-campaign/")]
    assert set(there) == {CK, PR, BOTH}
    both, one = state(started(BOTH)[0]), state(started(CK)[0])
    assert both.units == one.units and both.waiting == one.waiting and both.setting.last_turn == 21
    assert both.setting.victory["points"] == 30 and list(both.setting.victory["hexes"]) == ["4426", "4326"]
    both.over = True
    found = vedette.packs.rulebook("valley_campaign").outcome(both)
    assert found is not None and found.cite == "JV-10-combined-1"


@pytest.mark.rule("JV-2.2-1")
def test_a_unit_is_in_one_hex_at_every_instant() -> None:
    g = state(field(TWO))
    place(g, "15 AL", hex_of("2011"), "JV-4.8-7")
    place(g, "15 AL", hex_of("2012"), "JV-4.8-7")
    assert [hex for hex, ids in g.stacks.items() if "15 AL" in ids] == [hex_of("2012")]
    assert g.masks[1] == 1 << hex_of("2012")


@pytest.mark.rule("JV-2.2-2")
def test_each_hex_has_its_number() -> None:
    assert len({*GRID.names}) == GRID.size and all(len(name) == 4 and name.isdigit() for name in GRID.names)
    assert state(started(CK)[0]).hex_name(hex_of("2716")) == "2716"


@pytest.mark.rule("JV-2.6-2", "JV-2.6-3", "JV-2.6-4")
def test_units_have_one_step_or_two_and_leaders_one() -> None:
    g = state(started(CK)[0])
    assert {g.steps(id) for id in g.units} == {1, 2}
    assert {g.steps(id) for id in g.units if g.counter(id).leader} == {1}
    assert (g.steps("82 OH"), g.steps("25 OH"), g.steps("29 NY")) == (1, 2, 1)


@pytest.mark.rule("JV-2.6-6", "JV-2.6-7", "JV-2.6-1")
def test_the_first_loss_turns_a_unit_and_the_last_takes_it_off() -> None:
    g = state(field({"15 AL": {"at": "2010", "strength": (5, 3)}, "25 OH": "4010", "Jackson": "2010"}))
    g.events = []
    assert g.strength("15 AL") == 5
    lose_step(g, "15 AL", "JV-6.2-AL1")
    assert (g.strength("15 AL"), g.steps("15 AL"), g.hex_name(g.at("15 AL"))) == (3, 1, "2010")
    lose_step(g, "15 AL", "JV-6.2-AL1")
    lose_step(g, "Jackson", "JV-6.2-AL1")
    assert kinds(g.events)[-3:] == ["step-lost", "eliminated", "eliminated"]
    assert (
        g.at("15 AL") == g.at("Jackson") == ELIMINATED and g.fallen == ("Jackson",) and g.in_hex(hex_of("2010")) == ()
    )


@pytest.mark.rule("JV-2.6-8")
def test_eliminated_units_stay_listed() -> None:
    game = field({**TWO, "4 VA": "eliminated"})
    row = next(u for u in game.view("")["units"] if u["id"] == "4 VA")
    assert row["place"] == "eliminated" and row["hex"] is None


@pytest.mark.rule("JV-2.7-1", "JV-2.7-2")
def test_the_counter_says_how_far_at_all_hours() -> None:
    g = state(started(CK)[0])
    for id, row in g.setting.battle.counters.items():
        for turn in range(g.setting.first_turn, g.setting.last_turn + 1):
            g.turn = turn
            assert allowance(g, id) == int(row["movement"])
    assert not {"hours", "times"} & {row["item"] for row in g.setting.battle.charts["movement"]}


@pytest.mark.rule("JV-2.7-3", "JV-2.7-4")
def test_a_step_pays_all_that_it_meets() -> None:
    hexes = {"2011": "forest 3", "2110": "forest", "1910": "3"}
    g = state(field(TWO, hexes=hexes, hexsides=[("2011", "2010", "slope")]))
    points = {word: row.points["infantry"] for word, row in g.setting.grounds.items()}
    up, level = points["slope up"] if "slope up" in points else points["slope"], g.setting.heights[3].points["infantry"]
    woods = points["forest"]
    assert None not in (up, level, woods)
    assert step_cost(g, "15 AL", hex_of("2010"), hex_of("2011")) == level + woods + up  # type: ignore[operator]
    assert step_cost(g, "15 AL", hex_of("2010"), hex_of("1910")) == level
    assert step_cost(g, "15 AL", hex_of("2010"), hex_of("2110")) == 1 + woods  # type: ignore[operator]


@pytest.mark.rule("JV-2.8-1", "JV-2.8-2", "JV-2.6-5")
def test_a_game_has_the_units_of_its_scenario_at_full_strength_but_those_marked() -> None:
    one, two = state(started(CK)[0]), state(started(PR)[0])
    assert "Patton" in one.units and "Patton" not in two.units
    assert not one.units["4 VA"].reduced and two.units["4 VA"].reduced and one.units["82 OH"].reduced
    listed = {row["unit"] for key in ("setup", "reinforcement") for row in two.setting.scenario[key]}
    assert {id for id in two.units if not two.counter(id).spare} == listed


@pytest.mark.rule("JV-2.8-4")
@pytest.mark.parametrize(("battle", "keys"), [(CK, {"points"}), (PR, {"hexes"}), (BOTH, {"points", "hexes"})])
def test_the_scenario_says_how_it_is_won(battle: str, keys: set[str]) -> None:
    game, _ = started(battle)
    assert {"points", "hexes"} & state(game).setting.victory.keys() == keys
    assert game.view("")["standing"] == {"level": "Union Victory", "winner": "union"}


# -- 3 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-3.1-1", "JV-3.1-2", "JV-3.1-3", "JV-10.2-4", "JV-10.2-6")
def test_turn_1_of_cross_keys_is_the_unions_alone() -> None:
    wanted = ["1 union", *(f"{turn} {side}" for turn in range(2, 12) for side in ("confederate", "union"))]
    assert idle(CK) == wanted and idle(CK, turns="10") == wanted[:-2]


@pytest.mark.rule("JV-3.1-2", "JV-10.6-4", "JV-10.6-7")
def test_in_turn_1_of_port_republic_the_confederates_follow() -> None:
    later = [f"{turn} {side}" for turn in range(2, 11) for side in ("confederate", "union")]
    assert idle(PR) == ["1 union", "1 confederate", *later]


@pytest.mark.rule("JV-10.7-t1-skip", "JV-10.6-4")
def test_by_an_option_turn_1_is_the_unions_alone_and_those_due_then_come_in_turn_2() -> None:
    assert idle(PR, opening="union")[:3] == ["1 union", "2 confederate", "2 union"]
    game, _ = started(PR, opening="union")
    while state(game).player == 0:
        game.play("done", asked(game))
    assert state(game).turn == 2 and "enter 5 VA at 3128" in offered(game)
    game, _ = started(PR)
    while state(game).player == 0:
        game.play("done", asked(game))
    assert state(game).turn == 1 and "enter 5 VA at 3128" in offered(game)


@pytest.mark.rule("JV-10.2-6")
def test_the_second_day_of_both_battles_is_of_ordinary_turns() -> None:
    found = idle(BOTH)
    assert found[0] == "1 union" and found[-20:-18] == ["12 confederate", "12 union"] and len(found) == 41


@pytest.mark.rule("JV-3.2-I.A", "JV-3.2-I.B", "JV-3.2-I.C", "JV-3.2-II.A", "JV-3.2-II.B", "JV-3.2-II.C", "JV-3.1-4")
def test_six_phases_make_a_turn() -> None:
    game = field(TWO, turn=3)
    assert (game.view("")["turn"], game.view("")["clock"]) == (3, "12:00")
    events: list[Event] = []
    while state(game).turn == 3:
        events += game.play("done", asked(game))
    phases = [(e.seat, e.data[0]) for e in events if e.kind in ("phase", "turn")]
    rest = [(side, phase) for side in ("confederate", "union") for phase in ("movement", "combat", "recovery")]
    assert phases == [*rest[1:], ("", 4), rest[0]]
    assert game.view("")["turn"] == 4


@pytest.mark.rule("JV-3.1-5")
def test_an_action_is_for_its_phase_alone() -> None:
    game = field({"15 AL": "2010", "5 VA": "2012", "25 OH": "2011"}, phase="combat")
    assert not any(text.startswith(("move ", "enter ")) for text in offered(game))
    assert refused(game, "15 AL: repair 2729-2730") == "JV-3.1-5"
    game = field(TWO)
    assert refused(game, "15 AL attack 4010") == "JV-3.1-5" == refused(game, "attack 4010")


@pytest.mark.rule("JV-3.1-6")
def test_what_is_over_is_not_made_up_for() -> None:
    game = field({"15 AL": "2010", "5 VA": "2012", "25 OH": "2011"}, phase="combat")
    moves = ("15 AL: 2009", "15 AL: 2009-2008", "15 AL: 2009-exit", "march 15 AL to 2008", "step 15 AL N 2")
    for text in ("move 15 AL", *moves):
        assert refused(game, text) == "JV-3.1-6", text
    assert refused(game, "enter 15 AL at 6111 to 6011") == "JV-5.1-1", "it stands on the map already"
    game = field({**TWO, "4 VA": "3010"})
    play(game, "move 15 AL", "15 AL: 2011", "done")
    assert "move 15 AL" not in offered(game)


@pytest.mark.rule("JV-3.1-7")
def test_with_the_other_seats_consent_something_is_done_over() -> None:
    game = vedette.battle(PR).new_game(seed=1)
    game.play("rest as proposed")
    play(game, "move 29 OH", "29 OH: 4423", "done")
    while state(game).player == 0:
        game.play("done", asked(game))
    game.play("done", asked(game))
    game.undo("union", consent=True)
    assert state(game).player == 0 and at(game, "29 OH") == "4423"


@pytest.mark.rule("JV-3.1-8")
def test_in_the_enemys_player_turn_one_only_answers() -> None:
    game = field({**FIGHT, "15 AL": {"at": "2010", "strength": (6, 6)}}, phase="combat", dice=[5])
    assert game.decision is not None and game.decision.seat == "confederate" and game.decision_of("union") is None
    play(game, "attack 2011", "add 15 AL", "attack")
    assert game.decision.seat == "union" and {text[:13] for text in offered(game)} == {"retreat 25 OH"}
    assert refused(game, "union: move 25 OH") == "JV-3.1-8"
