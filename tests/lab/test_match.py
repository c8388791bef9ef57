"""A match: pairs with the sides changed, decided in their order, the same whatever the number of processes."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools import match_errors
from vedette.cli import program
from vedette.lab import Plan, Played, Sequential, match_page, plan_of, play_match, play_one
from vedette.lab.match import score_of, side_of, verdict_words
from vedette.lab.work import write_part

BATTLE = "kernstown/the-stone-wall"
TRIES = 2000


def coin(rng: random.Random, chance: float) -> Iterator[float]:
    """Pairs of which each game is won by a chance of its own."""
    while True:
        yield sum(rng.random() < chance for _ in range(2)) / 2


def tied(rng: random.Random, chance: float) -> Iterator[float]:
    """Pairs that most often one side wins whoever commands it, as in a battle that is out of balance."""
    while True:
        yield 0.5 if rng.random() < 0.7 else float(rng.random() < chance)


def verdict(pairs: Iterator[float], most: int = 5000) -> Sequential:
    test = Sequential(0.08)
    for _ in range(most):
        if test.add(next(pairs)):
            break
    return test


@pytest.mark.parametrize("kind", [coin, tied])
def test_equals_are_told_apart_no_oftener_than_the_risk(
    kind: Callable[[random.Random, float], Iterator[float]],
) -> None:
    rng = random.Random(22)
    found = [verdict(kind(rng, 0.5)).verdict for _ in range(TRIES)]
    assert found.count("") == 0
    assert (found.count("first") + found.count("second")) / TRIES <= 0.06, "5 in 100, with what chance adds to it"
    assert min(found.count("first"), found.count("second")) > 0, "it can err, to either side"


def test_who_is_better_by_the_margin_is_found_and_who_is_much_better_at_once() -> None:
    rng = random.Random(23)
    found = [verdict(coin(rng, 0.58)).verdict for _ in range(400)]
    assert found.count("first") / 400 >= 0.93 and found.count("second") == 0
    strong = [verdict(coin(rng, 0.15)) for _ in range(100)]
    assert {test.verdict for test in strong} == {"second"} and max(len(test.scores) for test in strong) < 60


def test_a_commander_against_himself_is_even_though_his_pairs_have_no_spread() -> None:
    test = verdict(iter(lambda: 0.5, None))
    assert test.verdict == "even" and 10 <= len(test.scores) < 100
    assert test.interval().mean == 0.5 and test.interval().low < 0.5 < test.interval().high


@pytest.mark.parametrize(("chance", "words"), [(0.6, "first"), (0.52, "even"), (0.4, "second")])
def test_with_a_null_that_is_not_even_more_must_be_shown(chance: float, words: str) -> None:
    """52 against 60 in 100: each of both is found as the stated risk says; the other side is tested as ever."""
    rng, found, even = random.Random(24), [], []
    for _ in range(300):
        pairs = coin(rng, chance)
        test, plain = Sequential(0.1, null=0.52), Sequential(0.1)
        while not test.verdict:
            score = next(pairs)
            test.add(score)
            plain.add(score)
        found.append(test.verdict)
        even.append(test.sums[-1][1] == plain.sums[-1][1])
    assert found.count(words) / 300 >= 0.93 and all(even)


def test_a_null_that_lies_beyond_the_margin_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for null in (0.6, 0.4):  # below even both could be the better
        with pytest.raises(ValueError, match=rf"{null} must be 0\.5 or more, and below"):
            Sequential(0.1, null=null)
    assert program.run(["match", "random", "random", "--battle", BATTLE, "--sprt", "--null", "0.7"]) != 0
    assert "--null 0.7: it must be below 0.5 + --margin (0.55); raise --margin or lower it" in capsys.readouterr().err
    assert program.run(["match", "random", "random", "--battle", BATTLE, "--sprt", "--null", "0.4"]) != 0
    assert program.run(["match", "random", "random", "--battle", BATTLE, "--pairs", "1", "--null", "0.52"]) != 0
    assert "give --sprt as well" in capsys.readouterr().err


def test_the_page_says_against_which_null_it_was_tested() -> None:
    test = Sequential(0.1, null=0.52)
    match = play_match(plan_of(BATTLE, "random", "random", pairs=10), test)
    page = match_page(match, test)
    assert "A, random, wins more than 52%" in page and "A, random, is better" not in page and ">52%</text>" in page
    plain = match_page(match, Sequential(0.1))
    assert "A, random, is better" in plain and "52%" not in plain


def test_pairs_after_the_decision_do_not_change_it_and_their_order_is_that_of_the_numbers() -> None:
    test = verdict(iter([1.0] * 50))
    many = len(test.scores)
    assert test.verdict == "first" and many < 50
    assert {test.add(0.0) for _ in range(200)} == {"first"} and len(test.scores) == many + 200


def test_a_pair_is_one_seed_with_the_sides_changed() -> None:
    plan = plan_of(BATTLE, "random", "cautious", pairs=3, seed=7)
    assert [plan.seed_of(game) for game in range(6)] == [7, 7, 8, 8, 9, 9]
    assert plan.seats_of(2) == {"union": "random", "confederate": "cautious"}
    assert plan.seats_of(3) == {"union": "cautious", "confederate": "random"}
    assert [side_of(plan, game) for game in (2, 3)] == ["union", "confederate"]
    games = [play_one(plan, game) for game in (2, 3)]
    won = [game.winner == side for game, side in zip(games, ("union", "confederate"), strict=True)]
    assert score_of(plan, games) == sum(won) / 2 and all(game.winner for game in games)


def test_the_same_by_one_process_and_two_and_gone_on_with(tmp_path: Path) -> None:
    plan = plan_of(BATTLE, "random", "random", pairs=40)
    test = Sequential(0.25)
    whole = play_match(plan, test)
    assert whole.verdict == "even" and whole.pairs < 40 and whole.won == whole.lost == whole.pairs
    folder = tmp_path / "parts"
    play_match(plan_of(BATTLE, "random", "random", pairs=3), Sequential(0.25), stop=False, folder=folder)
    first = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    again = play_match(plan, Sequential(0.25), jobs=2, folder=folder)
    assert {name: (folder / name).stat().st_mtime_ns for name in first} == first
    assert (again.digest, again.pairs, again.score) == (whole.digest, whole.pairs, whole.score)
    assert verdict_words(whole, 0.25, 0.6).endswith("75% against 60%: random does not win 75% of the games")
    page = match_page(whole, test)  # of one name against itself: both lines of the test are there
    assert page.count("<polyline") == 3 and whole.digest in page and verdict_words(whole, 0.25) in page


def test_a_match_of_fixed_length_counts_all_its_pairs_also_after_the_test_knows() -> None:
    test = Sequential(0.3)
    match = play_match(plan_of(BATTLE, "random", "random", pairs=12), test, stop=False)
    assert test.verdict == "even" and match.verdict == ""
    assert match.pairs == match.won == match.lost == 12


def test_the_program_says_who_is_better(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    arguments = ["match", "random", "random", "--battle", BATTLE, "--jobs", "1", "--margin", "0.2"]
    assert program.run([*arguments, "--sprt", "--page", str(page)]) == 0
    said = capsys.readouterr().out
    assert "score 50.0%" in said and "neither is better by 20% of the games" in said and page.is_file()
    assert program.run([*arguments, "--pairs", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["pairs"] == 2 and found["verdict"] == "" and set(found["by_seat"]) == {"union", "confederate"}
    assert sum(n for row in found["levels"].values() for n in row.values()) == 4


@pytest.mark.parametrize(
    "more, words",
    [
        (["random", "random", "--battle", BATTLE], "--pairs: how many pairs? Or --sprt"),
        (["random", "nobody", "--battle", BATTLE, "--sprt"], "nobody"),
        (["random", "random", "--battle", "no/such", "--sprt"], "no/such"),
        (["random", "random", "--sprt"], "--battle"),
        (["random", "random", "--battle", BATTLE, "--pairs", "0"], "--pairs"),
        (["random", "random", "--battle", BATTLE, "--sprt", "--set", "no-such=1"], "no-such"),
    ],
)
def test_bad_input_is_one_line(more: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run(["match", *more]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1


def test_the_tool_that_counts_wrong_decisions_draws_pairs_of_equals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One side wins nine games of ten: drawn as pairs with the sides changed nobody is better."""
    plan = Plan(battle=BATTLE, games=20, seed=1, seats={"union": "random", "confederate": "random"})
    won = [Played(i, i + 1, "", "union" if i % 10 == 0 else "confederate", digest="0") for i in range(20)]
    for first in (0, 10):
        write_part(tmp_path, "0" * 16, plan, first, first + 10, won[first : first + 10])
    assert match_errors.main([str(tmp_path), "--tries", "300"]) == 0
    said = capsys.readouterr().out
    wrong = int(said.split(" of 300 tries say that one is better")[0])
    assert 0 < wrong <= 25 and "from 20 games of kernstown/the-stone-wall" in said  # one in twenty, and two errors
    assert match_errors.main([str(tmp_path / "none")]) == 2
    assert "holds no part files" in capsys.readouterr().err
