"""What odds say agrees with play: every change has its word, and outcomes that differ are different rows."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.engine import toy
from tests.laws.worlds import CLASH, FULL, LARGE, LATER, LINES, STONE_WALL, WHOLE, WORLDS, begin, walk
from tools.playthroughs import pick
from vedette.engine import Game
from vedette.lab.laws import watched
from vedette.lab.laws.chances import COMBATS, chances, disagreements
from vedette.lab.laws.telling import Scene
from vedette.rules.great_battles.state import CAPTURED, ELIMINATED, VACANT

Count = Callable[[int], int]


@pytest.mark.parametrize("world", [LINES, LATER, CLASH])
def test_words_of_combats_between_two_lines_are_what_was_written_on_units(world: str, count: Count) -> None:
    """Positions where all fight all: at every other decision of random games a combat that can be opened there."""
    met = 0
    for seed in range(count(40)):
        rng, memory = random.Random(seed), {"combats": 0}
        for n, game in enumerate(walk(world, seed)):
            if n % 2 == 0 and game.decision is not None and memory["combats"] < COMBATS:
                found = list(chances(Scene(game, rng, [], game.state, memory)))
                assert not found, found
        met += memory["combats"]
    assert met > 5


def test_words_of_combats_met_in_small_games_are_what_was_written(count: Count) -> None:
    for seed in range(1, count(30) + 1):
        found = watched(toy.load(STONE_WALL), seed, pick, ("chances",))
        assert not found.broken, found.broken[:3]


@pytest.mark.parametrize("world", LARGE)
def test_words_of_combats_met_in_large_games_are_what_was_written(world: str, count: Count) -> None:
    for seed in range(1, count(10) + 1):
        found = watched(
            toy.load(WORLDS[world][0]), seed, pick, ("chances",), WORLDS[world][1], most=WHOLE if FULL else 400
        )
        assert not found.broken, found.broken[:3]


SPECS = {
    "the winner of a melee does not fall back": (
        {"begin": "melee", "active": "confederate"},
        {"5 VA": "4815 N", "2 VA": "4815 N", "Garnett": "4815", "84 PA": "4814 S"}, {"84 PA": 1},
        "5 VA + 2 VA melee 4814",
        {
            (("84 PA", "eliminated, loses 1"), ("Garnett", "advances"), ("2 VA", "advances"), ("5 VA", "advances")): 4,
            (("84 PA", "captured, loses 1"), ("Garnett", "advances"), ("2 VA", "advances"), ("5 VA", "advances")): 2,
        },
        {"4814 taken": 1.0, "a defender loses strength": 1.0, "no effect": 0.0},
    ),
    "a crew hit is no miss": (
        {"begin": "offensive-fire", "active": "union"},
        {"29 OH": "4814 S", "Tyler": "4814", "Chew": "4815 N"}, {}, "29 OH fire at 4815",
        {
            (): 18,
            (("Chew", "loses 1 crew"),): 10,
            (("Chew", "pinned"),): 6,
            (("29 OH", "out of ammunition"), ("Chew", "loses 1 crew")): 2,
        },
        {"4815 emptied": 0.0, "a defender loses strength": 0.333333, "no effect": 0.5},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SPECS)
def test_rows_in_words(name: str) -> None:
    """Two combats of Stonewall whose rows once left out who was captured, and that a crew was hit."""
    more, places, strengths, action, wanted, totals = SPECS[name]
    units = []
    for id, where in places.items():
        hex, _, facing = where.partition(" ")
        row = {"id": id, "hex": hex, **({"facing": facing} if facing else {})}
        units.append({**row, **({"strength": strengths[id]} if id in strengths else {})})
    spec = {"empty": True, "turn": 3, **more, "unit": units}
    game = Game.new(toy.load("stonewall-1978/kernstown"), seed=1, position=spec)
    odds = game.odds(action)
    rows = odds.results
    assert {t.name: round(t.probability, 6) for t in odds.totals} == totals
    assert {tuple((id, ", ".join(w)) for id, w in r.units.items()): r.weight for r in rows} == wanted
    assert not list(disagreements(game, action, random.Random(1)))


@pytest.mark.slow
def test_the_law_notices_a_word_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turned about: with rows that leave out the last word of each unit it has something to say."""
    game = begin("stone-wall", 1)
    whole = game.rulebook.results
    monkeypatch.setattr(
        type(game.rulebook), "results",
        lambda self, before, after: tuple((id, words[1:]) for id, words in whole(before, after)),
    )  # fmt: skip
    found = watched(toy.load(STONE_WALL), 1, pick, ("chances",))
    assert any("without a word" in words for words in found.broken)
    assert any("one row for two outcomes" in words for words in found.broken)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"at": VACANT, "taken": True}, "killed, to be replaced"),
        ({"at": ELIMINATED}, "eliminated"),
        ({"at": CAPTURED}, "captured"),
        ({"pinned": True}, "pinned"),
        ({"engaged": True}, "engaged"),
        ({"taken": True}, "replaced"),
    ],
)
def test_what_befalls_a_leader_of_stonewall_has_its_own_word(changes: dict[str, Any], words: str) -> None:
    """One to be followed by a successor is not one who is gone for good (SW 17.5)."""
    game = begin(LINES, 1)
    after: Any = game.state.clone()
    after.units["Garnett"] = replace(after.units["Garnett"], **changes)
    assert game.rulebook.results(game.state, after) == (("Garnett", (words,)),)


@pytest.mark.parametrize("mark", ["pinned", "engaged", "reserve"])
@pytest.mark.parametrize(("changes", "words"), [({"at": 0}, ("retreated",)), ({"routed": True}, ("routed",))])
def test_a_mark_that_stays_on_who_falls_back_or_routs_is_told(
    mark: str, changes: dict[str, Any], words: tuple[str, ...]
) -> None:
    """Two outcomes that are two rows: the mark is lost with it, as it commonly is, or is not."""
    game = begin(LINES, 1)
    before: Any = game.state.clone()
    before.units["7 OH"] = replace(before.units["7 OH"], **{mark: True})
    lost, kept = before.clone(), before.clone()
    lost.units["7 OH"] = replace(before.units["7 OH"], **{mark: False}, **changes)
    kept.units["7 OH"] = replace(before.units["7 OH"], **changes)
    told = {"pinned": "still pinned", "engaged": "still engaged", "reserve": "still in reserve"}[mark]
    assert game.rulebook.results(before, lost) == (("7 OH", words),)
    (found,) = game.rulebook.results(before, kept)
    assert found[0] == "7 OH" and sorted(found[1]) == sorted((told, *words))
