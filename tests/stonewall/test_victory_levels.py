"""Chapter 22.4: every level of victory is reached by a position played to its end, by either rule set."""

from __future__ import annotations

from typing import Any

import pytest

import vedette
from tests.stonewall.support import BATTLE, battle, setting
from vedette.engine.chance import Listed
from vedette.engine.game import Game
from vedette.rules.great_battles import rulebook

HILLS = (("5 VA", "2910"), ("4 VA", "2910"), ("2 VA", "2912"), ("33 VA", "2912"))
"""Confederates on two of the hills, five points for each of theirs."""
NEAR: list[tuple[int, int, int, str]] = [
    (61, 0, 61, "Union Decisive Victory"), (70, 10, 60, "Union Substantial Victory"),
    (31, 0, 31, "Union Substantial Victory"), (45, 15, 30, "Union Marginal Victory"),
    (31, 30, 1, "Union Marginal Victory"), (35, 35, 0, "Draw"), (34, 35, -1, "Confederate Marginal Victory"),
    (30, 60, -30, "Confederate Marginal Victory"), (34, 65, -31, "Confederate Substantial Victory"),
    (0, 60, -60, "Confederate Substantial Victory"), (4, 65, -61, "Confederate Decisive Victory"),
]  # fmt: skip
"""Army morale, points of the hills, what the Union leads by, and the level: both ends of each."""


def ended(morale: int, hills: int, *units: dict[str, Any], rules: str, dice: tuple[int, ...] = (), **keys: Any) -> Game:
    """The last final command phase of the Union played, and the end of the last turn, as a stored game has it."""
    rows: list[dict[str, Any]] = [{"id": "110 PA", "hex": "5735", "facing": "N"}]
    left = hills // 5
    for id, hex in HILLS:
        if n := min(left, setting().counters[id].strength):
            rows.append({"id": id, "hex": hex, "facing": "N", "strength": n})
            left -= n
    assert not left
    spec: dict[str, Any] = {"battle": BATTLE, "empty": True, "begin": "final", "active": "union", "turn": 15}
    position = {**spec, "waiting": False, "morale": morale, "set": {"rules": rules}, "unit": [*rows, *units], **keys}
    game = Game.new(vedette.battle(BATTLE), position=position, chance=Listed([str(n) for n in dice or (6,) * 9]))
    while game.decision is not None:
        game.play("done")
    return Game.from_record(game.record())


@pytest.mark.rule("SW-22.4-1", "SW-22.4-2", "SW-22.4-3", "SW-22.0-1", "SW-22.0-4", "SW-22.3", "SW-4.0-2")
@pytest.mark.parametrize("rules", ["1978", "2007"])
@pytest.mark.parametrize(("morale", "hills", "lead", "level"), NEAR)
def test_a_position_ends_in_each_level(morale: int, hills: int, lead: int, level: str, rules: str) -> None:
    found = ended(morale, hills, rules=rules).outcome
    assert found is not None and (found.points, found.level) == (lead, level)


def test_those_are_all_levels_of_the_scenario() -> None:
    assert {level for *_, level in NEAR} == set(rulebook.levels(battle()))


LOST = {"losses": {"Kimball": 5}, "demoralized": {"Kimball": 4}, "toll": {"union infantry killed": 5}}
KIMBALL = ({"id": "14 IN", "box": "eliminated"}, {"id": "8 OH", "hex": "5733", "facing": "N"})


@pytest.mark.rule("SW-19.45-2", "GB-25.95-1", "SW-22.1-8", "GB-29.2")
@pytest.mark.parametrize(
    ("rules", "morale", "hills", "lead", "level"),
    [
        ("1978", 29, 0, -6, "Confederate Marginal Victory"), ("2007", 29, 0, 24, "Union Marginal Victory"),
        ("1978", 0, 0, -35, "Confederate Substantial Victory"), ("2007", 0, 0, -5, "Confederate Marginal Victory"),
        ("1978", 4, 35, -66, "Confederate Decisive Victory"), ("2007", 4, 35, -36, "Confederate Substantial Victory"),
        ("1978", 5, 0, -30, "Confederate Marginal Victory"), ("2007", 5, 0, 0, "Draw"),
    ],
)  # fmt: skip
def test_a_brigade_that_demoralization_breaks_at_the_end_changes_the_level(
    rules: str, morale: int, hills: int, lead: int, level: str
) -> None:
    dice = (1, 1, 6, 6)  # Kimball is demoralized by one point more, Tyler is not
    found = ended(morale, hills, *KIMBALL, rules=rules, dice=dice, **LOST).outcome
    assert found is not None and (found.points, found.level) == (lead, level)


@pytest.mark.rule("SW-22.1-8", "GB-29.2", "GB-25.95-2")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_one_that_its_losses_break_scores_by_either(rules: str) -> None:
    keys: dict[str, Any] = {"losses": {"Kimball": 10}, "toll": {"union infantry killed": 10}}
    gone = ({"id": "14 IN", "box": "eliminated"}, {"id": "67 OH", "box": "eliminated"})
    found = ended(30, 0, *gone, {"id": "8 OH", "hex": "5733", "facing": "N"}, rules=rules, **keys).outcome
    assert found is not None and (found.points, found.level) == (-10, "Confederate Marginal Victory")
