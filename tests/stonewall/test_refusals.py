"""The reason that a refusal of fire or of a movement names is the one that holds."""

from __future__ import annotations

import pytest

import vedette
from vedette.engine import Game, IllegalAction
from vedette.engine.chance import Listed


def placed(begin: str, *units: dict[str, object], **more: object) -> Game:
    """A Union player turn with these units."""
    spec = {"empty": True, "turn": 3, "begin": begin, "active": "union", "unit": list(units), **more}
    return Game.new(vedette.battle("stonewall-1978/kernstown"), position=spec, chance=Listed(dice=["1"] * 4))


def why(game: Game, text: str) -> tuple[str, str]:
    """Words and case of a refusal."""
    with pytest.raises(IllegalAction) as error:
        game.play(text)
    return error.value.reason, error.value.cite


def battery() -> Game:
    """A battery with half its crew and two in its front."""
    return placed(
        "offensive-fire",
        {"id": "H 1 OH", "hex": "4812", "facing": "S", "crew": 1},
        {"id": "Chew", "hex": "4815", "facing": "N"},
        {"id": "Hampden", "hex": "4914", "facing": "N"},
    )


@pytest.mark.rule("SW-10.34-1", "SW-10.34-2", "SW-18.83")
def test_a_part_that_is_no_part_is_not_refused_for_the_least_of_a_split_fire() -> None:
    game = battery()
    game.play("fire at 4815")
    assert why(game, "add H 1 OH with 3") == ("that is all it has: say add H 1 OH", "SW-10.34-2")
    assert why(game, "add H 1 OH with 4") == ("it has 3 points left to fire with", "SW-10.34-1")
    game.play("cancel")
    assert why(game, "H 1 OH with 5 fire at 4815")[1] == "SW-10.34-1"


@pytest.mark.rule("SW-10.35-1")
def test_a_part_that_comes_to_less_than_one_is() -> None:
    game = battery()
    game.play("fire at 4815")
    assert why(game, "add H 1 OH with 0")[1] == "SW-10.35-1"


@pytest.mark.rule("SW-14.3-5", "SW-8.7-1")
def test_a_routed_unit_takes_neither_another_formation_nor_reserve_but_turns() -> None:
    unit = {"id": "14 IN", "hex": "4811", "facing": "S", "marks": ["routed"]}
    game = placed("movement", unit, {"id": "Kimball", "hex": "4811"}, paid=["Kimball"])
    game.play("move 14 IN")
    assert game.decision is not None
    offered = [action.text for action in game.decision.actions]
    assert "14 IN: face N" in offered and "14 IN: reserve" not in offered and "14 IN: column" not in offered
    assert why(game, "14 IN: reserve") == why(game, "14 IN: column")
    assert why(game, "14 IN: reserve")[1] == "SW-14.3-5"
