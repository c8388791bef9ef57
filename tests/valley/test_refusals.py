"""The reason that a refusal names is the one that holds: not yet is not over, nor is what zones forbade."""

from __future__ import annotations

import pytest

import vedette
from tests.valley.support import GRID, field, hex_of, state
from vedette.engine import Game, IllegalAction

RING = [GRID.names[hex] for hex in GRID.neighbours[hex_of("2010")]]
BETWEEN = {"25 OH": "2010", "1 VA": RING[0], "2 VA": RING[3]}
"""Every hex around 25 OH is held by one of the two, or lies in his zone."""
APART = {"IN Battery": "5010", "Rice Battery": "5012"}
"""With two batteries in range of each other a combat phase does not end by itself."""


def why(game: Game, text: str, seat: str = "union") -> tuple[str, str]:
    """Words and case of a refusal."""
    with pytest.raises(IllegalAction) as error:
        game.play(f"{seat}: {text}")
    return error.value.reason, error.value.cite


@pytest.mark.rule("JV-5.2-1", "JV-3.1-6")
def test_the_other_side_has_not_missed_the_phase_that_is_still_to_come() -> None:
    game = vedette.battle("valley-campaign/port-republic").new_game(seed=3)
    game.play("rest as proposed")
    game.play("done")
    assert state(game).phase == "combat"
    assert why(game, "enter 2 VA at 3128") == (
        "2 VA: reinforcements enter in the movement phase of their own side", "JV-5.2-1",
    )  # fmt: skip
    assert why(game, "enter 25 OH at 3423") == ("25 OH: nobody comes before his turn", "JV-5.2-2")


@pytest.mark.rule("JV-4.1-2")
def test_who_is_hemmed_in_by_zones_is_told_so_when_the_phase_has_passed_him_by() -> None:
    game = field({**BETWEEN, **APART}, side="union")
    game.play("done")
    assert state(game).phase == "combat"
    for text in ("move 25 OH", "25 OH: 2009", "march 25 OH to 2009"):
        assert why(game, text)[1] == "JV-4.1-2", text


@pytest.mark.rule("JV-3.1-6")
def test_what_could_have_been_done_in_the_phase_is_over() -> None:
    game = field({"25 OH": "2010", **APART}, side="union")
    game.play("done")
    assert why(game, "25 OH: 2009") == ("what is over is not made up for", "JV-3.1-6")


@pytest.mark.rule("JV-4.8-9", "JV-1.1-1")
def test_units_of_the_enemy_are_not_too_late_either() -> None:
    game = field({"25 OH": "2010", "1 VA": "3012", **APART}, side="union")
    assert why(game, "1 VA attack 2010") == ("1 VA is not yours", "JV-1.1-1")
    game.play("done")
    assert why(game, "1 VA: 3011")[1] == "JV-4.8-9"


@pytest.mark.rule("JV-4.8-5")
@pytest.mark.parametrize(
    "text", ["1 VA: 2011", "march 1 VA to 2011", "step 1 VA N", "1 VA + 25 OH: 2011", "1 VA: exit"]
)
def test_whose_move_comes_first_is_no_reason_for_units_of_the_enemy(text: str) -> None:
    game = field({"25 OH": "2010", "29 OH": "2110", "1 VA": "2014"}, side="union")
    game.play("move 29 OH")
    assert why(game, text) == ("1 VA is not yours", "JV-1.1-1")
    assert "29 OH is under way" in why(game, text.replace("1 VA + ", "").replace("1 VA", "25 OH"))[0]


@pytest.mark.rule("JV-1.1-1")
def test_an_attacker_of_the_enemy_is_named_once() -> None:
    game = field({"25 OH": "2010", "1 VA": "2011"}, side="union", phase="combat")
    assert why(game, "1 VA attack 2010") == ("1 VA is not yours", "JV-1.1-1")
