"""What is proposed: the counsel's best answer, of what its seat may know, and worked out for nobody else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import vedette
from tests.engine import toy
from tests.laws.worlds import CLASH, LARGE, LATER, LINES, STONE_WALL, WORLDS, begin, walk
from tools.playthroughs import pick
from vedette import staff
from vedette.engine import Game
from vedette.engine.decision import plain
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.rulebook import Known
from vedette.engine.run import asks
from vedette.lab import Plan, play_one
from vedette.lab.laws import watched
from vedette.lab.laws.proposed import proposals
from vedette.lab.laws.telling import Scene

Count = Callable[[int], int]


@pytest.mark.parametrize("world", [LINES, LATER, CLASH])
def test_between_two_lines_what_is_proposed_keeps_its_laws(world: str, count: Count) -> None:
    for seed in range(count(30)):
        rng = random.Random(seed)
        for game in walk(world, seed):
            found = list(proposals(Scene(game, rng, [], game.state, {})))
            assert not found, found


def test_in_small_games_what_is_proposed_keeps_its_laws(count: Count) -> None:
    for seed in range(1, count(20) + 1):
        found = watched(toy.load(STONE_WALL), seed, pick, ("proposals",))
        assert not found.broken, found.broken[:3]


@pytest.mark.parametrize("world", LARGE)
def test_in_large_games_what_is_proposed_keeps_its_laws(world: str) -> None:
    found = watched(toy.load(WORLDS[world][0]), 1, pick, ("proposals",), WORLDS[world][1], most=1500)
    assert found.looks["proposals"] > 20 and not found.broken, found.broken[:3]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The seats for which somebody has what is proposed worked out."""
    seats: list[str] = []
    for name in ("blind_swords", "great_battles", "valley_campaign"):
        book = Known.get(name)
        assert book is not None
        told = type(book).proposed

        def note(self: Any, g: Any, seat: str, told: Callable[..., Any] = told) -> Any:
            seats.append(seat)
            return told(self, g, seat)

        monkeypatch.setattr(type(book), "proposed", note)
    yield seats


@pytest.mark.parametrize("world", [STONE_WALL, CLASH, LINES])
def test_it_is_worked_out_for_who_reads_it_and_nobody_else(world: str, read: list[str]) -> None:
    world = "stone-wall" if world == STONE_WALL else world
    game, rng = begin(world, 3), random.Random(3)
    for _ in range(60):
        decision = game.decision
        if decision is None:
            break
        for seat in game.rulebook.seats:
            game.view(seat)
        if decision.seat != CHANCE:
            plain(decision, proposing=False)
            paper = staff.desk(game, decision.seat)
            assert paper.decision["proposed"] is None
        game.play(pick(game, rng))
        if game.undo_bar(decision.seat) is None:
            game.undo(decision.seat)
            game.redo(decision.seat)
    game.record()
    assert read == []
    asked = next((d for d in game.decisions if d.seat != CHANCE), None)
    assert asked is not None
    first = plain(asked)["proposed"]
    assert (plain(asked)["proposed"], read) == (first, [asked.seat])


def test_simulations_propose_nothing(read: list[str]) -> None:
    played = play_one(Plan(STONE_WALL, 1, 4, {"union": "random", "confederate": "random"}, laws=True), 0)
    assert not played.error and read == []


def test_odds_read_what_is_usual_and_nothing_else(read: list[str]) -> None:
    units = [{"id": "7 OH-a", "hex": "1733"}, {"id": "27 VA", "hex": "1734"}]
    spec = {"empty": True, "begin": "close-combat", "active": "Tyler", "order": "attack", "unit": units}
    game = vedette.battle(STONE_WALL).new_game(seed=1, position=spec)
    assert game.odds("7 OH-a assault 1734", "done").results and read == []


def test_who_is_repulsed_does_not_run_past_the_enemy_whom_he_fought() -> None:
    """The zone of the very unit that one fights keeps nobody from his own lines (SW 13.86)."""
    places = {
        "14 IN": "4815 S",
        "5 VA": "4816 N",
        "2 VA": "4818 N",
        "Garnett": "4818",
        "8 OH": "4812 S",
        "Kimball": "4812",
    }
    rows = [dict(zip(("id", "hex", "facing"), (id, *at.split()), strict=False)) for id, at in places.items()]
    spec = {"empty": True, "turn": 3, "begin": "melee", "active": "union", "unit": rows}
    battle = vedette.battle("stonewall-1978/kernstown")
    game = Game.new(battle, position=spec, chance=vedette.engine.chance.Listed(dice=["2"]))
    game.play("14 IN melee 4816")
    decision = game.decision
    assert decision is not None and decision.proposed is not None and decision.usual is not None
    assert {decision.proposed.hex, decision.usual.hex, decision.actions[0].hex} == {"4815"}


def test_every_question_of_a_player_has_a_usual_answer_of_its_own() -> None:
    for world in ("stone-wall", CLASH, LINES):
        for game in walk(world, 1):
            for ask in asks(game.state):
                assert isinstance(ask, Ask) and (ask.seat == CHANCE or ask.usual in ask.options), (ask.kind, ask.usual)


@pytest.mark.parametrize("world", ["stone-wall", CLASH, LINES])
def test_what_ends_a_move_that_was_begun_is_an_answer_of_it(world: str) -> None:
    met = 0
    for game in walk(world, 2):
        for ask in asks(game.state):
            value = game.rulebook.ending(game.state, ask.seat)
            met += value is not None
            assert value is None or (value in ask.options and ask.optional)
    assert met


@pytest.mark.parametrize("world", ["stone-wall", CLASH, LINES])
def test_while_units_may_still_go_the_end_of_the_step_is_not_under_enter(world: str) -> None:
    met = 0
    for game in walk(world, 2):
        for decision in game.decisions:
            if decision.kind != "move-unit" or len(decision.actions) < 3:
                continue
            met += 1
            assert decision.proposed is None and game.rulebook.ending(game.state, decision.seat) is None
    assert met
