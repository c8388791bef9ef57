"""The general at a table: another process finds the same plan, one that dies is replaced, it answers at its tick."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.lab.test_general import begun
from vedette import staff
from vedette.engine.run import asks
from vedette.rules.blind_swords.ai import planning
from vedette.staff.general import Found
from vedette.staff.general.commander import searched
from vedette.staff.general.search import USUAL, Root
from vedette.staff.general.value import Value, value_of
from vedette.table import pacing, thinking
from vedette.table.thinking import Thinker

KEY = b"a key"


@pytest.fixture(scope="module")
def thinker() -> Iterator[Thinker]:
    found = Thinker()
    yield found
    found.close()


def rooted() -> tuple[Root, Value]:
    """A root, and the value of its battle."""
    game = begun()
    ask = asks(game.state)[0]
    state: Any = game.imagine(ask.seat).state
    value = value_of(game.battle, game.rulebook, state)[0]
    assert value is not None
    options = game.header["options"]
    return Root(game.battle, game.rulebook, planning, options, state, asks(state)[0], {}, 0), value


def test_another_process_finds_the_same_plan_and_is_replaced_where_it_dies(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    root, value = rooted()
    here = searched(root, value, KEY, 1)
    monkeypatch.setattr(thinking, "searched", None)  # whoever searches in this process fails
    assert thinker.ask(root, value, KEY, 1) == here
    assert thinker._pool is not None and len(here.weighed) > 1
    for pid in list(thinker._pool._processes):
        os.kill(pid, signal.SIGTERM)
    assert thinker.ask(root, value, KEY, 1) == Found(root.usual, USUAL, note=thinking.DIED)
    assert "died; the adjutant answers" in caplog.text
    assert thinker.ask(root, value, KEY, 1) == here


def test_values_that_the_process_does_not_have_are_searched_with_here(thinker: Thinker) -> None:
    root, value = rooted()
    other = root._replace(battle=msgspec.structs.replace(root.battle, hash="other"))
    assert thinker.ask(other, value, KEY, 1) == searched(root, value, KEY, 1)


def test_it_answers_at_a_tick_of_its_own_where_it_searches_and_like_anybody_elsewhere() -> None:
    game = begun()
    seat = asks(game.state)[0].seat
    general, adjutant = staff.seat("general"), staff.seat("adjutant")
    desk = staff.desk(game, seat)
    assert isinstance(general, staff.General) and pacing.tick_of(general, desk) == general.tick > 1.0
    assert pacing.tick_of(adjutant, desk) == pacing.TICK
    staff.answer(game, adjutant, seat)
    after = staff.desk(game, asks(game.state)[0].seat)
    assert pacing.tick_of(general, after) == pacing.TICK
