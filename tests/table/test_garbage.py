"""A server looks through all that it holds when that has grown, and not because much has come and gone."""

from __future__ import annotations

import gc
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.table.tables import PATIENCE, come_to
from vedette.table import garbage
from vedette.table.garbage import Growth, seldom


class Circle:
    """Something that only a look through everything finds."""

    def __init__(self) -> None:
        self.itself: Any = self


def test_it_is_time_where_what_is_held_has_grown_by_half_or_ten_minutes_have_passed() -> None:
    held, now = [1_000_000, 0], [0.0]
    growth = Growth(lambda: tuple(held), lambda: now[0])
    for pieces, seconds, due in ((1_499_000, 599, False), (1_501_000, 1, True), (900_000, 600, True)):
        held[0], now[0] = pieces, seconds
        assert growth.due is due
    growth.left()
    held[0], now[0] = 1_300_000, 700
    assert not growth.due
    held[0] = 1_351_000
    assert growth.due


def test_a_little_more_of_little_is_not_looked_through() -> None:
    held = [10_000, 1_000_000]
    growth = Growth(lambda: tuple(held), lambda: 0.0)
    held[:] = [150_000, 40_000_000]
    assert not growth.due


def test_few_large_pieces_are_as_much_as_many_small_ones() -> None:
    """Games that were put away are packed: much in little."""
    held = [1_000_000, 200_000_000]
    growth = Growth(lambda: tuple(held), lambda: 0.0)
    held[1] = 290_000_000
    assert not growth.due
    held[1] = 310_000_000
    assert growth.due
    before = garbage.held()
    kept = bytearray(b"x" * 60_000_000)
    assert garbage.held()[1] - before[1] > 40_000_000 and len(kept) == 60_000_000


def test_what_is_old_is_let_be_until_there_is_much_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """And then all of it goes; afterwards Python does as it did before."""
    before = gc.get_threshold()
    monkeypatch.setattr(garbage, "LOOK", 0.01)
    monkeypatch.setattr(garbage, "GROWN", 1.0)  # however much other tests have left
    with seldom():
        lost = weakref.ref(circle := Circle())
        gc.collect(1)
        gc.collect(1)  # it is old now
        del circle
        young = [[Circle() for _ in range(100)] for _ in range(100)]
        young.clear()
        assert lost() is not None
        kept = [[number] for number in range(2 * garbage.LEAST[0])]
        come_to(lambda: lost() is None)
        assert len(kept) == 2 * garbage.LEAST[0]
    assert gc.get_threshold() == before and gc.get_freeze_count() == 0


def keepers() -> int:
    return sum(thread.name == "garbage" for thread in threading.enumerate())


@pytest.mark.parametrize("first", [0, 1])
def test_two_servers_of_a_process_end_in_either_order(first: int) -> None:
    """As long as one runs it is seldom looked, by one thread; then Python does as it did before them."""
    before = gc.get_threshold()
    both = [seldom(), seldom()]
    for one in both:
        one.__enter__()
    assert gc.get_threshold() == (*before[:2], garbage.NEVER) and gc.get_freeze_count() and keepers() == 1
    both[first].__exit__(None, None, None)
    assert gc.get_threshold() == (*before[:2], garbage.NEVER) and gc.get_freeze_count() and keepers() == 1
    both[1 - first].__exit__(None, None, None)
    assert gc.get_threshold() == before and gc.get_freeze_count() == 0 and keepers() == 0


def test_servers_begin_and_end_at_once() -> None:
    before = gc.get_threshold()

    all_run = threading.Barrier(4)

    def serve(_: int) -> tuple[tuple[int, int, int], int]:
        with seldom():
            all_run.wait(PATIENCE)
            seen = gc.get_threshold(), keepers()
            all_run.wait(PATIENCE)
            return seen

    with ThreadPoolExecutor(4) as several:
        seen = set(several.map(serve, range(12)))
    assert seen == {((*before[:2], garbage.NEVER), 1)}
    assert gc.get_threshold() == before and gc.get_freeze_count() == 0 and keepers() == 0
