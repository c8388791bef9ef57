"""What a game would ask of two people: with default orders few questions are left, and the seat seldom changes."""

import json

import pytest

from tests.support import offered, play, referee
from vedette.cli import program
from vedette.engine import Game
from vedette.lab.tally import Tally, median

BATTLE = "kernstown/the-stone-wall"


def tallied(game: Game, *texts: str) -> Tally:
    """Count these answers."""
    tally = Tally(game.battle, game.rulebook)
    for text in texts:
        decision = game.decision
        assert decision is not None
        action = decision.find(text)
        assert action is not None, offered(game)
        tally.note(game.state, decision.ask, action.value)
        play(game, text)
    return tally


def holding() -> Game:
    """Both hold a chit before a draw."""
    held = {"union": ["Rally"], "confederate": ["Rally"]}
    units = {"7 OH-a": {"hex": "1733", "marks": ["shaken"]}, "27 VA": {"hex": "2030", "marks": ["shaken"]}}
    return referee(units, begin="draw", held=held, cup=["Garnett", "Tyler"], chits=["Garnett"], dice=["1"])


def test_a_pass_before_a_draw_is_no_question_but_a_chit_that_is_played_is() -> None:
    quiet = tallied(holding(), "pass", "pass")
    assert (quiet.decisions, quiet.questions.total(), quiet.handoffs.total()) == (2, 0, 0)
    busy = tallied(holding(), "pass", "play Rally")
    assert (busy.decisions, busy.questions.total(), busy.optional.total()) == (2, 1, 1)


def test_a_change_of_the_seat_counts_once_and_not_where_both_answer_at_once() -> None:
    import vedette

    game = vedette.battle(BATTLE).new_game(seed=3)
    first = [f"{d.seat}: {d.actions[0].text}" for d in game.decisions]
    tally = Tally(game.battle, game.rulebook)
    for text in first:
        decision = game.decision_of(text.partition(":")[0])
        assert decision is not None and decision.alone
        tally.note(game.state, decision.ask, decision.actions[0].value)
        play(game, text)
    assert tally.questions.total() == 2 and tally.handoffs.total() == 0


def test_default_orders_leave_few_changes_of_the_seat(capsys: pytest.CaptureFixture[str]) -> None:
    """Two careful commanders: at most ten a turn in the middle."""
    arguments = ["sim", BATTLE, "--games", "2", "--seed", "1", "--jobs", "1", "--json"]
    assert program.run([*arguments, "--union", "cautious", "--confederate", "cautious"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert 0 < found["handoffs_a_turn"] <= 10
    assert 0 < found["handoffs"] < found["questions"] < found["decisions"] and found["optional"] < found["questions"]


def test_the_middle_of_some_numbers() -> None:
    assert (median([]), median([3]), median([4, 1]), median([9, 1, 2])) == (0, 3, 2.5, 2)
