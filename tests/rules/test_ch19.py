"""Chapter 19, the designer's notes: the few words of it that are rules."""

import pytest

from tests.rules.field import mover, points
from tests.support import at, play

UNIT, ENEMY = "7 OH-a", "27 VA"


@pytest.mark.rule("KT-19.0-4", "SS-21.0-1")
def test_an_enemy_beside_the_way_neither_stops_nor_slows_a_march():
    game = mover({UNIT: "1733", ENEMY: "1734"}, UNIT)
    before = points(game)
    for step, hex in enumerate(("1634", "1635", "1735"), start=1):
        play(game, f"{UNIT}: {hex}")
        while game.decision.seat == "confederate":
            play(game, "pass")
        assert at(game, UNIT) == hex
        assert points(game) == before - step
