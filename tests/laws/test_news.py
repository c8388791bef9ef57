"""The card "since your last decision": the law `news` over games, and the lines that it lacked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.engine import toy
from tests.laws.worlds import CLASH, LARGE, LATER, LINES, STONE_WALL, WORLDS, begin
from tests.rules.test_ch10_wild import BRIGADES, CONFEDERATE, FIELD, UNION, fog
from tests.support import play
from tools.playthroughs import pick
from vedette.engine.events import Event
from vedette.lab.laws import looked_at, watched

Count = Callable[[int], int]
OPTIONS = {"fog-second-table": True, "rebuild-option": True}


def test_in_small_games_the_card_names_everybody_who_was_touched(count: Count) -> None:
    for seed in range(1, count(50) + 1):
        found = watched(toy.load(STONE_WALL), seed, pick, ("news",), OPTIONS if seed % 2 else None)
        assert not found.broken, found.broken[:5]


@pytest.mark.parametrize("world", [LINES, LATER, CLASH])
def test_between_two_lines_the_card_names_everybody_who_was_touched(world: str, count: Count) -> None:
    for seed in range(1, count(30) + 1):
        found = looked_at(begin(world, seed), seed, pick, ("news",))
        assert not found.broken, found.broken[:5]


@pytest.mark.parametrize("world", LARGE)
def test_in_large_games_the_card_names_everybody_who_was_touched(world: str) -> None:
    found = watched(toy.load(WORLDS[world][0]), 2, pick, ("news",), WORLDS[world][1], most=500)
    assert not found.broken, found.broken[:5]


def card(game: Any, events: list[Event], seat: str) -> dict[str, tuple[str, list[str]]]:
    """The lines of the card, each with tone and units."""
    return {row["text"]: (row["tone"], row["units"]) for row in game.rulebook.news(game.state, events, seat)}


@pytest.mark.rule("KT-10.5b-wayward-1")
def test_a_regiment_that_strays_stands_on_the_card_of_its_owner() -> None:
    game = fog({UNION: "1531", CONFEDERATE: "2034"}, "4")
    assert game.decision is not None and game.decision.kind == "wayward"
    text = next(action.text for action in game.decision.actions if ": " in action.text)
    id = text.partition(":")[0]
    events = game.play(text)
    told = card(game, events, game.state.seat(id))
    assert any(line.startswith(f"{id} strayed to ") and tone == "bad" for line, (tone, _) in told.items()), told


@pytest.mark.rule("KT-10.5b-chaos-1")
def test_battlefield_chaos_stands_on_the_card_while_it_holds() -> None:
    game = fog(FIELD, "1", more=("Tyler", "Garnett"))
    assert game.decision is not None
    events = game.play(game.decision.actions[0].text)
    struck = game.view("")["markers"]["chaos"]
    told = card(game, events, "union")
    line = next(text for text in told if text.startswith("Battlefield Chaos on "))
    assert told[line] == ("bad", struck) and struck[0] in line and "half their fire" in line


@pytest.mark.rule("KT-10.7-6")
def test_of_a_limited_activation_all_units_are_named() -> None:
    from tests.rules.chits import cup

    game = cup(BRIGADES, "Tyler", turn=2, set={"no-events": True})
    told = card(game, play(game, "Tyler", "6"), "union")
    assert told["Tyler could only fire"] == ("bad", [UNION])
