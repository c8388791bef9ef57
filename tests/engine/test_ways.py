"""Taking back unit by unit and step by step, and dice that wait to be rolled."""

import json

import pytest

from tests.engine import toy
from tests.support import at, offered, referee
from vedette.engine import Game, IllegalAction
from vedette.engine.archive import verify
from vedette.engine.ends import final
from vedette.engine.ways import take_back_unit, ways


def moving(units: dict[str, str]) -> Game:
    return referee(units, begin="movement", active="Tyler")


def test_the_last_answer_a_unit_and_the_whole_step_are_offered_by_name() -> None:
    game = moving({"7 OH-a": "1532", "7 OH-b": "1431"})
    game.play("7 OH-a: 1533-1633")
    game.play("7 OH-b: 1432")
    found = [(w.kind, w.unit, w.name, w.gone) for w in ways(game, "union")]
    assert found == [
        ("answer", "", "", (6,)),
        ("gesture", "", "", (4, 5, 6)),
        ("unit", "7 OH-b", "", (5, 6)),
        ("unit", "7 OH-a", "", (1, 2, 3, 4)),
        ("step", "", "movement", (1, 2, 3, 4, 5, 6)),
    ]
    assert ways(game, "confederate") == []


def last(game: Game, seat: str = "union") -> tuple[str, str, list[str]]:
    """The way that takes back what was given last: its kind, its unit, the answers that it takes back."""
    (way,) = (w for w in ways(game, seat) if w.last)
    return way.kind, way.unit, [e.do for e in game.entries if e.n in way.gone]


def test_what_was_given_in_one_is_taken_back_in_one() -> None:
    game = moving({"7 OH-a": "1532", "7 OH-b": "1431"})
    game.play("7 OH-a: 1533-1633")
    moves = ["move 7 OH-a", "7 OH-a: 1533", "7 OH-a: 1633"]
    assert last(game) == ("unit", "7 OH-a", moves)
    game.play("7 OH-b: 1432")
    assert last(game) == ("gesture", "", ["done", "move 7 OH-b", "7 OH-b: 1432"])
    game.undo(to=3)
    assert last(game) == ("unit", "7 OH-a", moves)
    game.undo(to=0)
    game.play("7 OH-a: 1533-1633; 7 OH-b: 1432")
    whole = [*moves, "done", "move 7 OH-b", "7 OH-b: 1432"]
    assert last(game) == ("step", "", whole)
    game.undo(to=0)
    game.redo()
    assert last(game) == ("step", "", whole)


def test_of_what_was_given_in_one_only_what_is_free_is_taken_back() -> None:
    game = moving({"7 OH-a": "1733", "7 OH-b": "1431", "27 VA": "1834"})
    game.play("7 OH-b: 1432; 7 OH-a: 1633")
    game.play("pass", "confederate")
    assert game.undo_bar("union") == "it would cross the other side's answer in entry 6"
    assert last(game) == ("answer", "", ["7 OH-a: 1633"])


def test_a_unit_is_taken_back_alone_and_played_again() -> None:
    game = moving({"7 OH-a": "1532", "7 OH-b": "1431"})
    game.play("7 OH-a: 1533-1633")
    game.play("7 OH-b: 1432")
    assert take_back_unit(game, "union", "7 OH-a") == ["move 7 OH-a", "7 OH-a: 1533", "7 OH-a: 1633", "done"]
    assert (at(game, "7 OH-a"), at(game, "7 OH-b"), game.left) == ("1532", "1432", [])
    game.play("done")
    game.undo()
    assert [e.do for e in game.again("union")] == ["done"]
    game.redo()
    assert offered(game) == ["move 7 OH-a", "done"]


def test_what_the_others_can_no_longer_do_is_named() -> None:
    """7 OH-b went into the hex that 7 OH-a had left; with that one back there is no room for it."""
    large = {"fresh": [7, "R", 5]}
    game = referee(
        {"7 OH-a": {"hex": "1432", "values": large}, "7 OH-b": {"hex": "1431", "values": large}, "110 PA-a": "1229"},
        begin="movement",
        active="Tyler",
    )
    game.play("7 OH-a: 1433-1533")
    game.play("7 OH-b: 1432")
    game.play("110 PA-a: 1230")
    with pytest.raises(IllegalAction, match="1 WV has done nothing that can be taken back alone"):
        take_back_unit(game, "union", "1 WV")
    take_back_unit(game, "union", "7 OH-a")
    assert game.left[:2] == ["move 7 OH-b", "7 OH-b: 1432"]
    assert [at(game, u) for u in ("7 OH-a", "7 OH-b", "110 PA-a")] == ["1432", "1431", "1230"]


def test_a_move_that_draws_fire_says_so_before() -> None:
    game = moving({"7 OH-a": "1733", "7 OH-b": "1431", "27 VA": "1834"})
    game.play("move 7 OH-a")
    assert final(game, "union", "7 OH-a: 1633").startswith("the other side answers")
    assert final(game, "union", "done") == ""
    game.play("done")
    assert final(game, "union", "7 OH-b: 1432-1531") == ""
    with pytest.raises(IllegalAction):
        final(game, "union", "7 OH-b: 1834")


# -- dice that wait ---------------------------------------------------------------------------------------------

BESIDE = {"unit": [{"id": "Blue", "hex": "0100"}, {"id": "Gray", "hex": "0101"}]}


def fired(**more: object) -> Game:
    game = Game.new(toy.TOY, key=bytes(32), position=BESIDE, digests=True, **more)  # type: ignore[arg-type]
    game.play("Blue fire at 0101")
    game.play("pass", "confederate")
    return game


def test_pressed_dice_fall_when_they_are_pressed_and_as_the_seed_has_it() -> None:
    game, seeded = fired(dice="pressed"), fired()
    assert game.decision is not None and game.decision.seat == "chance"
    assert next(e.kind for e in game.roll()) == "aim"
    assert [e.do for e in game.entries] == [e.do for e in seeded.entries]
    with pytest.raises(IllegalAction, match="no dice wait"):
        game.roll()
    verdict = verify(game.record(), toy.load, key=bytes(32))
    assert (
        verdict.ok
        and "rolls" in verdict.checked
        and json.loads(game.record().split("\n")[0])["dice"]["kind"] == "pressed"
    )


def test_a_game_whose_dice_wait_still_waits_after_a_restart_and_rolls_the_same() -> None:
    game = fired(dice="pressed")
    again = Game.from_record(game.record(), toy.load, key=bytes(32))
    assert again.decision is not None and again.decision.seat == "chance"
    again.roll()
    game.roll()
    assert again.state == game.state


def test_a_roll_that_was_not_pressed_yet_is_no_bar() -> None:
    game = Game.new(toy.TOY, key=bytes(32), position=BESIDE, dice="pressed")
    game.play("Blue fire at 0101")
    assert game.undo_bar("union") is None
    with pytest.raises(IllegalAction, match="no dice wait"):
        Game.new(toy.TOY, seed=1).roll()
