"""What is told is whole and true: the law `words` over games, and that it bites."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest

import vedette
from tests.engine import toy
from tests.laws.worlds import CLASH, FULL, LARGE, LATER, LINES, STONE_WALL, WORLDS, begin
from tools.playthroughs import pick
from vedette.engine import Game
from vedette.engine.chance import Listed
from vedette.engine.events import Event
from vedette.lab.laws import looked_at, watched
from vedette.lab.laws.sentences import flaws, verb_flaws
from vedette.lab.laws.words import said, sentences

Count = Callable[[int], int]


def test_small_games_are_told_whole_and_true(count: Count) -> None:
    for seed in range(1, count(50) + 1):
        found = watched(toy.load(STONE_WALL), seed, pick, ("words",))
        assert not found.broken, found.broken[:5]


@pytest.mark.parametrize("world", [LINES, LATER, CLASH])
def test_the_last_turn_between_two_lines_is_told_whole_and_true(world: str, count: Count) -> None:
    for seed in range(1, count(20) + 1):
        found = looked_at(begin(world, seed), seed, pick, ("words",))
        assert not found.broken, found.broken[:5]


@pytest.mark.parametrize("world", LARGE)
def test_large_games_are_told_whole_and_true(world: str) -> None:
    found = watched(toy.load(WORLDS[world][0]), 1, pick, ("words",), WORLDS[world][1], most=400 if FULL else 150)
    assert not found.broken, found.broken[:5]


@pytest.mark.parametrize("battle", [STONE_WALL, *LARGE])
def test_what_is_told_before_a_battle_is_whole(battle: str) -> None:
    """Summaries, hints, the books, the windows of orders, the boards: all but the texts of answers."""
    loaded = vedette.battle(battle)
    book = loaded.new_game(seed=1).rulebook
    windows = [msgspec.to_builtins(window) for window in book.windows(loaded)]
    told = {"summary": book.summary(loaded, {}), "guide": book.guide(loaded, {}), "books": book.books(loaded),
            "terms": book.terms(loaded, {}),
            "windows": windows, "boards": book.boards()}  # fmt: skip
    found = [flaw for where, text in sentences("", told) for flaw in flaws(text)]
    assert not found, found[:5]


BROKEN = (
    "H 1 OH is rallied by ", "Carpenter-b:: 6 hexes", "1 hexes under Union control", "held by the confederate side",
    "7 OH-a, , 1 WV-a", "it holds ()", "3 hex away", "18 of 1 columns", "the no-retreat of 7 OH-a", "None falls back",
    "the the wall", "union general casualty", "who fires?: 7 OH", "lost to", "2 rounds, 1 rounds left",
    "1 stacks are over the limit",
)  # fmt: skip
WHOLE = (
    "H 1 OH rallies by itself", "Carpenter-b: 6 hexes", "1 hex held by the Union", "rolled 3, turn 4 hour",
    "4 to 1 hex", "2 in 6 hit", "column <1, die 3", "odds 2:1 +2", "opportunity fire at 7 OH-a", "1½ points",
    "no points", "Break tests that it held", "it may be fired at", "one fifth of 21 guns",
    "1 point for 3 strength points",
)  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_text_is_noticed(text: str) -> None:
    assert list(flaws(text, frozenset({"no-retreat"})))


@pytest.mark.parametrize("text", WHOLE)
def test_a_whole_text_is_left_alone(text: str) -> None:
    assert not list(flaws(text))


def test_verbs_agree_with_who_does_it() -> None:
    assert list(verb_flaws("27 VA assault 1433", ("27 VA",))) and list(
        verb_flaws("3 WV + 5 WV is pinned", ("3 WV", "5 WV"))
    )
    assert not list(verb_flaws("27 VA assaults 1433", ("27 VA",)))
    assert not list(verb_flaws("3 WV and 5 WV assault 1433", ("3 WV", "5 WV")))


def told(battle: str, chance: Listed, **spec: object) -> list[str]:
    """What is told of a position as it is begun."""
    game = Game.new(vedette.battle(battle), position={"empty": True, **spec}, chance=chance)
    return [game.say(e) for e in game.start_events]


@pytest.mark.rule("SW-19.41", "SW-19.43")
def test_a_brigade_that_fails_its_check_does_not_hold() -> None:
    units = [{"id": "14 IN", "hex": "4815", "facing": "S"}, {"id": "Kimball", "hex": "4815"}]
    found = told("stonewall-1978/kernstown", Listed(dice=["1", "6"]), turn=3, begin="interphase", morale=29, unit=units)
    assert found[0] == "Kimball's brigade checks for demoralization at 29, rolled 1: it is demoralized"
    assert found[1].startswith("Kimball's brigade is demoralized")


@pytest.mark.rule("SW-14.4-2")
def test_guns_rally_by_themselves() -> None:
    units = [{"id": "H 1 OH", "hex": "4814", "formation": "limbered", "marks": ["routed"]}]
    found = told("stonewall-1978/kernstown", Listed(), turn=3, begin="final", active="union", unit=units)
    assert "H 1 OH rallies by itself" in found


@pytest.mark.rule("KT-10.6-3", "KT-10.6a-Crook-2", "KT-10.6-6")
def test_a_commander_who_fails_has_no_limited_activation() -> None:
    units = [{"id": "51 VA", "hex": "2005"}, {"id": "18 CT", "hex": "1505"}]
    cup = ["Crook", "Fortunes of War"]
    found = told("kernstown/breckinridge-attacks", Listed(["2"], cup), turn=5, begin="draw", cup=cup, unit=units)
    assert "Crook 1: rolled 2, not active: the chit is discarded" in found and "fire only" not in str(found)


@pytest.mark.rule("KT-6.1a-1")
def test_stacking_points_are_told_in_quarters() -> None:
    units = [{"id": "27 VA", "hex": "1834"}, {"id": "Carpenter-b", "hex": "1834", "face": "worn"}]
    game = Game.new(vedette.battle(STONE_WALL), position={"empty": True, "begin": "draw", "unit": units})
    assert game.view("")["stacks"]["1834"].split(" of ")[0].partition(".")[2] in ("", "25", "5", "75")


def test_who_runs_out_and_is_supplied_before_anybody_is_asked_is_supplied() -> None:
    game = toy.load("stonewall-1978/kernstown").new_game(seed=1)
    row = {"seat": "union", "cite": "SW-12.2", "units": ("84 PA",)}
    events = [Event(kind="depleted", data=(2,), **row), Event(kind="resupplied", data=("Union Supply Wagon",), **row)]
    told = said(game, events)
    assert [value for (who, _), (value, _) in told.items() if who == "84 PA"] == [""]


def test_when_the_battle_is_over_no_brigade_could_act() -> None:
    game = begin("stone-wall", 1)
    while game.decision is not None:
        game.play(pick(game, random.Random(len(game.entries))))
    assert {(row["state"], row["full"]) for row in game.view("union")["brigades"]} == {("the battle is over", None)}


@pytest.mark.rule("SW-13.8")
def test_the_sentence_of_a_melee_names_its_hex_and_no_code_of_the_table() -> None:
    south = [{"id": "2 VA", "hex": "4818", "facing": "N"}, {"id": "5 VA", "hex": "4816", "facing": "N"}]
    north = [{"id": "14 IN", "hex": "4815", "facing": "S"}, {"id": "8 OH", "hex": "4812", "facing": "S"}]
    units = [*south, *north, {"id": "Garnett", "hex": "4818"}, {"id": "Kimball", "hex": "4812"}]
    spec = {"empty": True, "turn": 3, "begin": "melee", "active": "union", "unit": units}
    game = Game.new(vedette.battle("stonewall-1978/kernstown"), position=spec, chance=Listed(dice=["2"]))
    game.play("14 IN melee 4816")
    assert game.decision is not None and "results of the melee in 4816" in game.decision.stack


def test_victory_is_told_in_words() -> None:
    lines = game_words(STONE_WALL)
    assert "1 hex held by the Union: Minor CSA Victory" in lines, lines


def game_words(battle: str) -> list[str]:
    loaded = vedette.battle(battle)
    return list(loaded.new_game(seed=1).rulebook.summary(loaded, {})["victory"])
