"""Laws of the Valley Campaign over random play of a clash: units, steps, leaders, exits, what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.laws.worlds import CLASH, walk
from vedette.rules.valley_campaign.state import CUP, ELIMINATED, EXITED, WAITING, State

KINDS = {"move-unit", "move", "attack", "attackers", "lose-step", "retreat", "advance", "leader"}
"""What players are asked in a clash."""


def states(seed: int) -> Iterator[tuple[State, State]]:
    """Each two states in a row of a random game."""
    before = None
    for game in walk(CLASH, seed):
        assert isinstance(game.state, State)
        if before is not None:
            yield before, game.state
        before = game.state.clone()


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_is_lost_or_found_and_no_step_comes_back(seed: int, count: Callable[[int], int]) -> None:
    for before, g in (pair for n in range(count(20)) for pair in states(seed + 10 * n)):
        assert g.units.keys() == before.units.keys()
        for id, unit in g.units.items():
            old = before.units[id]
            assert unit.reduced >= old.reduced
            assert old.at not in (ELIMINATED, EXITED) or unit.at == old.at
            assert unit.at == old.at or unit.at not in (CUP, WAITING)
        assert g.fallen[: len(before.fallen)] == before.fallen and g.exits[: len(before.exits)] == before.exits


def test_a_clash_meets_every_kind_of_decision(count: Callable[[int], int]) -> None:
    met = {d.kind for seed in range(max(6, count(20))) for game in walk(CLASH, seed) for d in game.decisions}
    assert met >= KINDS


def test_as_many_leaders_have_been_drawn_as_are_out_of_the_cup(count: Callable[[int], int]) -> None:
    for seed in range(max(4, count(20))):
        drawn = 0
        for before, g in states(100 + seed):
            drawn += sum(before.at(id) == CUP != g.at(id) for id in g.units)
            assert drawn == sum(g.counter(id).spare and g.at(id) != CUP for id in g.units) <= 52
