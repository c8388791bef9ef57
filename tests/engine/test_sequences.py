"""Gestures one after the other in one text: played until something comes between, and the rest is left."""

from __future__ import annotations

import pytest

from tests.engine import toy
from tests.laws.worlds import begin
from tests.support import at
from vedette.engine import Game, IllegalAction
from vedette.engine.gesture import in_turn

NEAR = {"unit": [{"id": "Blue", "hex": "0100"}, {"id": "Gray", "hex": "0102"}]}


def near(seed: int = 3) -> Game:
    return Game.new(toy.TOY, seed=seed, position=NEAR)


def test_a_sequence_is_parted_by_semicolons() -> None:
    assert in_turn("A fire at 1834; B fire at 1733;done") == ["A fire at 1834", "B fire at 1733", "done"]
    assert in_turn("done") == ["done"] and in_turn(";") == [";"]


def test_single_answers_and_gestures_are_played_in_turn() -> None:
    game = begin("toy", 1)
    events = game.play("Blue: 0101; done")
    assert at(game, "Blue") == "0101" and game.left == [] and [e.kind for e in events] == ["moved"]
    assert game.decision is not None and game.decision.seat == "confederate"
    assert [e.do for e in game.entries if e.seat == "union"] == ["Blue: 0101", "done"]


def test_what_is_wrong_from_the_start_refuses_the_whole() -> None:
    game = begin("toy", 1)
    before = game.state.clone(), len(game.entries)
    for text in ("Blue: 0101; Blue: 0104", "nonsense; Blue: 0101"):
        with pytest.raises(IllegalAction):
            game.play(text)
        assert (game.state, len(game.entries)) == before and game.left == []


def test_what_the_other_seat_comes_before_is_left() -> None:
    game = begin("toy", 1)
    game.play("Blue: 0101; done; Blue: 0102")
    assert game.left == ["Blue: 0102"] and game.decision is not None and game.decision.seat == "confederate"


def test_after_a_roll_what_is_not_offered_any_more_is_no_fault() -> None:
    game = near()
    game.play("Blue: 0101; Blue fire at 0102; Blue: 0100; done")
    assert at(game, "Blue") == "0101" and game.left == ["Blue: 0100", "done"]
    assert any(e.seat == "chance" for e in game.entries)


def test_an_empty_piece_is_nothing() -> None:
    game = begin("toy", 1)
    game.play("Blue: 0101; ; done")
    assert game.decision is not None and game.decision.seat == "confederate"


def test_a_sequence_of_the_other_seat_is_refused() -> None:
    game = begin("toy", 1)
    with pytest.raises(IllegalAction):
        game.play("Blue: 0101; done", "confederate")
    assert at(game, "Blue") == "0100"


def test_its_record_is_that_of_the_answers() -> None:
    one, two = begin("toy", 1), begin("toy", 1)
    one.play("Blue: 0101; done")
    two.play("Blue: 0101")
    two.play("done")
    assert one.record() == two.record()


def test_a_passing_that_leaves_something_says_what() -> None:
    game = near()
    assert game.undone("union") == "" == game.undone("confederate")
