"""Searches of the general in processes of their own, so that thinking holds up no socket.

A search is given away as plain data: the battle, the imagined state at its root, the seat, a key and a budget. What
comes back follows from these alone, so that it does not matter which process searched, nor on which machine.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import Any

import msgspec

from vedette.engine import Battle, Known
from vedette.engine.rulebook import rulebook_of
from vedette.engine.run import asks
from vedette.engine.temper import Temper
from vedette.packs.editions import battle_from, edition_of
from vedette.staff.general import Found
from vedette.staff.general.commander import searched
from vedette.staff.general.search import USUAL, Root
from vedette.staff.general.value import Worth, planning_of, value_of

from .helpers import begin

LOGGER = logging.getLogger("vedette.table")
DIED, ENDED = "its process died; the adjutant's plan", "the server ended; the adjutant's plan"
"""The notes of a plan that nobody searched for."""
TRIES = 2
"""A process that dies takes the searches of others with it: so often each is begun."""
GONE = 10
"""So often a pool of processes may be gone when something is given to it."""


class Task(msgspec.Struct, frozen=True):
    """A search as it is given away."""

    battle: str
    edition: str
    """The hash of the battle's values."""
    options: Mapping[str, Any]
    state: Mapping[str, Any]
    """The imagined state at the root, as it is saved."""
    seat: str
    tempers: Mapping[str, Temper]
    usual: int
    key: bytes
    budget: int
    values: bytes = b""
    """The battle's edition, where the process knows it by other values: an owner's, a house's, or older ones."""
    rules: int = 0
    """The version of the rules; 0 for today's."""


class Ended(Exception):
    """Nothing is searched any more."""


class Unknown(LookupError):
    """The battle, or its values, are not there where the search should be made."""


def carry_out(task: Task) -> Found:
    """Make a search, in whichever process."""
    battle = battle_from(task.values) if task.values else _battle(task.battle)
    if battle is None or battle.hash != task.edition:
        raise Unknown(task.battle)
    battle = battle.by_rules(task.rules)
    book = rulebook_of(battle)
    state = book.load(battle, task.options, task.state)
    planning, value = planning_of(book), value_of(battle, book, state)[0]
    if planning is None or value is None:
        raise Unknown(task.battle)
    ask = next(one for one in asks(state) if one.seat == task.seat)
    root = Root(battle, book, planning, task.options, state, ask, task.tempers, task.usual)
    return searched(root, value, task.key, task.budget)


@lru_cache(maxsize=8)
def _battle(id: str) -> Battle | None:
    try:
        return Known.loader()(id)
    except LookupError:
        return None


def processes() -> int:
    """How many searches go on at a time: one less than there are cores."""
    return max(1, (os.cpu_count() or 1) - 1)


class Thinker:
    """A pool of processes, begun when it is first needed."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._closed = False
        self._unknown: set[str] = set()
        """Values that its processes do not have."""
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None

    def ask(self, root: Root, value: Worth, key: bytes, budget: int) -> Found:
        """The plan at a root. Where the process dies it is replaced, and the adjutant's plan is taken."""
        task = Task(
            battle=root.battle.id,
            edition=root.battle.hash,
            options=dict(root.options),
            state=root.state.saved(),
            seat=root.ask.seat,
            tempers=dict(root.tempers),
            usual=root.usual,
            key=key,
            budget=budget,
            rules=root.battle.rules,
        )
        try:
            found = self._anywhere(task, root.battle)
        except Unknown:
            return searched(root, value, key, budget)
        except Ended:
            return Found(root.usual, USUAL, note=ENDED)
        if found is not None:
            return found
        LOGGER.warning("%s: a process that thought for %s died; the adjutant answers", task.battle, task.seat)
        return Found(root.usual, USUAL, note=DIED)

    def _anywhere(self, task: Task, battle: Battle) -> Found | None:
        """What a process has found by the values of a battle; they are sent along where it does not have them."""
        if task.edition not in self._unknown:
            try:
                return self._found(task)
            except Unknown:
                self._unknown.add(task.edition)
        return self._found(msgspec.structs.replace(task, values=edition_of(battle)))

    def _found(self, task: Task) -> Found | None:
        """What a process has found; None where each that tried has died. Raises Ended."""
        for _ in range(TRIES):
            begun = self._begun(task)
            if begun is None:
                return None
            pool, search = begun
            try:
                return search.result()
            except CancelledError:
                raise Ended from None
            except (BrokenProcessPool, MemoryError):
                self._drop(pool)
        return None

    def _begun(self, task: Task) -> tuple[ProcessPoolExecutor, Future[Found]] | None:
        """A search, and the pool that it was given to; None where none takes it. Raises Ended."""
        for _ in range(GONE):
            pool = self._ready()
            if pool is None:
                raise Ended
            try:
                return pool, pool.submit(carry_out, task)
            except RuntimeError:  # it broke, or another thread has dropped it, after it was taken
                self._drop(pool)
        return None

    def close(self) -> None:
        """End the processes."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _ready(self) -> ProcessPoolExecutor | None:
        with self._lock:
            if self._pool is None and not self._closed:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self.count, context, initializer=begin)
            return self._pool

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        """Take another one from now on. What others have given to it, it still finishes if it can."""
        with self._lock:
            if self._pool is pool:
                self._pool = None
        pool.shutdown(wait=False)
