"""Laws 11 to 13: sight both ways, odds against sampled play, and the same game wherever it is played."""

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.engine import toy
from tests.laws.worlds import WORLDS, begin, sparse, walk
from tests.support import chance_of, referee
from vedette.engine import Game
from vedette.engine.odds import scope_of
from vedette.engine.procedure import CHANCE
from vedette.engine.run import answer, asks

Count = Callable[[int], int]
ROOT = Path(__file__).resolve().parents[2]


EFFECTS = ("none", "obscures", "blocks")


def test_what_lies_between_two_hexes_does_the_same_both_ways(count: Count) -> None:
    """Only the cover of the target's own hex is one-sided in the book."""
    game = begin("stone-wall", 1)
    grid, rng = game.battle.board.grid, random.Random(1)
    for _ in range(count(20_000)):
        a, b = rng.randrange(grid.size), rng.randrange(grid.size)
        if a == b or grid.distance(a, b) > 12:
            continue
        there, back = (game.rulebook.sight(game.state, *pair, False) for pair in ((a, b), (b, a)))
        assert there["range"] == back["range"] and len(there["because"]) == len(back["because"])
        worst, other = (max([0, *(EFFECTS.index(r["effect"]) for r in x["because"])]) for x in (there, back))
        assert worst == other, (grid.name(a), grid.name(b))


def sampled(game: Game, action: str, plays: int, rng: random.Random) -> Counter[Any]:
    """What comes of an action, found by playing it with dice at random to the end of its combat, on the whole stack."""
    found: Counter[Any] = Counter()
    before = game.state
    for _ in range(plays):
        trial = game.clone()
        trial.chance = None
        trial.play(action)
        g = trial.state
        depth = scope_of(before, g)
        if depth is None:  # shifted off the table: over before a die was rolled
            found[game.rulebook.results(before, g)] += 1
            continue
        frame, below = type(g.stack[depth][0]), [f for f, _ in g.stack[:depth]]
        g.notes = ()
        while len(g.stack) > depth and type(g.stack[depth][0]) is frame and [f for f, _ in g.stack[:depth]] == below:
            ask = asks(g)[0]
            if ask.seat == CHANCE:
                value = rng.choices(ask.options, ask.weights)[0]
            else:
                value = ask.usual if ask.usual is not None else ask.options[0]
            answer(g, ask.seat, value)
        found[game.rulebook.results(before, g)] += 1
    return found


def agree(game: Game, action: str, plays: int) -> None:
    """The odds are exact, add up, and agree with sampled play."""
    odds = game.odds(action)
    assert odds.exact and sum(r.weight for r in odds.results) == odds.total_weight
    assert [r.weight for r in odds.results] == sorted((r.weight for r in odds.results), reverse=True)
    shares = {tuple((u, tuple(w)) for u, w in r.units.items()): r.probability for r in odds.results}
    found = sampled(game, action, plays, random.Random(plays))
    assert set(found) <= set(shares)
    often = {words: p for words, p in shares.items() if p * plays >= 5}
    seen = [found[words] for words in often] + [sum(found.values()) - sum(found[w] for w in often)]
    wanted = [p * plays for p in often.values()] + [plays - sum(p * plays for p in often.values())]
    if wanted[-1] < 1e-6:
        assert seen.pop() == 0 and wanted.pop() is not None
    assert len(seen) < 2 or chance_of(seen, wanted) > 0.0005


def test_odds_of_a_fire_are_the_frequencies_of_its_play(count: Count) -> None:
    game = referee({"7 OH-a": "1733", "7 OH-b": "1733", "27 VA": "1834", "21 VA": "1834"}, begin="fire", active="Tyler")
    game.play("fire at 1834")
    game.play("add 7 OH-a")
    agree(game, "add 7 OH-b", count(20_000))


def test_odds_of_a_close_combat_are_the_frequencies_of_its_play(count: Count) -> None:
    game = referee({"7 OH-a": "1733", "27 VA": "1834", "21 VA": "1834"}, begin="close-combat", active="Tyler")
    agree(game, "assault 1834", count(10_000))


def test_odds_met_in_random_games_are_the_frequencies_of_their_play(count: Count) -> None:
    met = 0
    for seed in range(count(20)):
        for game in sparse("stone-wall", seed):
            if game.decision and "fire" in [a.text for a in game.decision.actions]:
                agree(game, "fire", count(3000))
                met += 1
    assert met


def test_odds_of_the_toy_are_one_in_three() -> None:
    spec = {"unit": [{"id": "Blue", "hex": "0100"}, {"id": "Gray", "hex": "0101"}]}
    game = Game.new(toy.TOY, seed=2, position=spec)
    odds = game.odds("Blue fire at 0101", assume={"window": "pass"})
    assert [(r.units, r.weight) for r in odds.results] == [({}, 4), ({"Gray": ["hit"]}, 2)]
    assert odds.total_weight == 6 and [a[:2] for a in odds.assumed] == [("window", "pass")]


SCRIPT = """
import sys
from tests.laws.worlds import SEATS, walk
for world in ("toy", "stone-wall-options"):
    *_, game = walk(world, int(sys.argv[1]), digests=True)
    print(world, [e.digest for e in game.entries][-1], hash(tuple(e.do for e in game.entries)) and game.record()[-200:])
"""


def test_a_game_is_the_same_under_any_hash_seed_clock_and_locale() -> None:
    said = set()
    for hash_seed, zone, locale in (("0", "UTC", "C"), ("1", "Asia/Tokyo", "C.UTF-8"), ("4711", "America/Lima", "C")):
        more = {"PYTHONHASHSEED": hash_seed, "TZ": zone, "LC_ALL": locale, "PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, "-c", SCRIPT, "3"], env={**os.environ, **more}, cwd=ROOT,
                              capture_output=True, text=True)  # fmt: skip
        assert done.returncode == 0, done.stderr
        said.add(done.stdout)
    assert len(said) == 1 and "chain" in said.pop()


@pytest.mark.parametrize("world", WORLDS)
def test_games_played_after_one_another_do_not_touch_each_other(world: str) -> None:
    """No state in modules: the same seed gives the same game, whatever was played before it in the process."""
    first, second = ([g.state.digest() for g in walk(world, 2, 60)] for _ in range(2))
    between = [g.state.digest() for g in walk(world, 3, 60)]
    assert first == second != between
