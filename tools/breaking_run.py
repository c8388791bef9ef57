"""Runs tests against changed rules inside one process: pytest collects once, each change is tried in a fork of it.

    with_tests(folders, run, workers)       collects, then calls run(bench)
    bench.attempt(...)                      each job in a fork

The code of the changed function is put into the function that is already imported, so nothing is copied and nothing
imported anew. What was worked out when the battles were read would hide a change of the functions that ran meanwhile:
where one of these is changed the fork forgets all battles and reads them itself.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import os
import pickle
import pkgutil
import selectors
import signal
import sys
import types
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from breaking_index import ROOT

from vedette.packs import battles
from vedette.packs.reader import load

PATIENCE = 60
"""Seconds after which a change is noticed, since a rule goes on for ever."""
NOWHERE = "?"
Code = types.CodeType
Key = tuple[str, str, int]


@dataclass
class Job:
    """A changed module, and who of the tests noticed."""

    file: Path
    tree: Callable[[], ast.Module]
    """What of the module is changed; made in the fork."""
    seen: str = ""
    """The test that noticed; empty where none did."""
    nowhere: bool = False
    """The change comes to the same code, or no function with that code is imported."""


Attempt = tuple[Job, "list[pytest.Item]", "Callable[[Job], None]"]
"""A job, the tests that may notice, and who is told."""


# -- putting code into what is imported ------------------------------------------------------------------


def codes_of(module: Code) -> dict[tuple[str, int], Code]:
    """The functions of a compiled module with the classes' methods: (name, how many of that name before) -> code."""
    found: dict[tuple[str, int], Code] = {}
    counts: dict[str, int] = {}

    def read(code: Code) -> None:
        for const in code.co_consts:
            if isinstance(const, Code):
                at = counts.get(const.co_qualname, 0)
                counts[const.co_qualname] = at + 1
                found[const.co_qualname, at] = const
                read(const)

    read(module)
    return found


@functools.cache
def _old_codes(file: Path) -> dict[tuple[str, int], Code]:
    """The functions of a module as it stands."""
    return codes_of(compile(file.read_text(encoding="utf-8"), str(file), "exec"))


class Live:
    """The functions of the rules as they stand imported."""

    def __init__(self) -> None:
        for info in pkgutil.walk_packages([str(ROOT / "src/vedette/rules")], "vedette.rules."):
            importlib.import_module(info.name)
        self.by_code: dict[Key, list[types.FunctionType]] = {}
        self.caches: list[Any] = []
        gc.unfreeze()  # what the tests' collector of garbage passes over is not told either
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType):
                self.by_code.setdefault(self.key(thing.__code__), []).append(thing)
            elif isinstance(thing, functools._lru_cache_wrapper):
                self.caches.append(thing)

    @staticmethod
    def key(code: Code) -> Key:
        """What tells a function from all others."""
        return code.co_filename, code.co_qualname, code.co_firstlineno

    def put(self, file: Path, tree: ast.Module, met: set[Key]) -> int:
        """Give every function that differs its new code; how many were changed.

        What was worked out by the rules is forgotten, and all of the battles where the change is in their reading.
        """
        old = _old_codes(file)
        new = codes_of(compile(tree, str(file), "exec"))
        changed = 0
        early = False
        for at, code in old.items():
            if at in new and not _same(code, new[at]):
                early = early or self.key(code) in met
                for function in self.by_code.get(self.key(code), ()):
                    with suppress(ValueError):  # another number of free variables
                        function.__code__ = new[at]
                        changed += 1
        self.forget("vedette." if early else "vedette.rules.")
        return changed

    def forget(self, package: str) -> None:
        """Empty the caches of a package."""
        for cache in self.caches:
            if str(getattr(cache, "__module__", "")).startswith(package):
                cache.cache_clear()


def _same(a: Code, b: Code) -> bool:
    """Whether two functions do the same, wherever they stand; a function inside counts with its own code."""
    if a.co_code != b.co_code or a.co_names != b.co_names or len(a.co_consts) != len(b.co_consts):
        return False
    return all(
        _same(x, y) if isinstance(x, Code) and isinstance(y, Code) else (type(x) is type(y) and x == y)
        for x, y in zip(a.co_consts, b.co_consts, strict=True)
    )


# -- forks -----------------------------------------------------------------------------------------------


def in_forks(tasks: Iterable[tuple[Any, Callable[[], Any]]], workers: int, done: Callable[[Any, Any], None]) -> None:
    """Carry out each task in a fork, so many at once; `done(name, answer)`, None where the time ran out."""
    waiting = selectors.DefaultSelector()
    left = iter(tasks)
    running = 0

    def begin() -> bool:
        nonlocal running
        task = next(left, None)
        if task is None:
            return False
        name, work = task
        there, here = os.pipe()
        if not (child := os.fork()):
            os.close(there)
            _quiet()
            signal.alarm(PATIENCE)
            with os.fdopen(here, "wb") as out:
                out.write(pickle.dumps(work()))
            os._exit(0)
        os.close(here)
        waiting.register(there, selectors.EVENT_READ, (name, child, bytearray()))
        running += 1
        return True

    while running < workers and begin():
        pass
    while running:
        for key, _ in waiting.select():
            name, child, read = key.data
            if piece := os.read(key.fd, 1 << 16):
                read += piece
                continue
            waiting.unregister(key.fd)
            os.close(key.fd)
            os.waitpid(child, 0)
            running -= 1
            done(name, pickle.loads(bytes(read)) if read else None)
            begin()


def _quiet() -> None:
    """What a fork prints is nobody's business."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


# -- pytest ----------------------------------------------------------------------------------------------


class Bench:
    """The tests as pytest collected them, and what is done with them in forks."""

    def __init__(self, session: pytest.Session, workers: int) -> None:
        self.items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            self.items.setdefault(item.nodeid.partition("[")[0], []).append(item)
        self.workers = workers
        self.live = Live()
        self.met: set[Key] = set()

    def chosen(self, tests: Iterable[str], book: str) -> list[pytest.Item]:
        """The items of these tests, of those that several books share that of the book."""
        found = []
        for test in tests:
            for item in self.items.get(test, ()):
                params = getattr(getattr(item, "callspec", None), "params", {})
                if not book or params.get("book", book) == book:
                    found.append(item)
        return found

    def failing(self, items: Sequence[pytest.Item]) -> str:
        """The first of the items that fails, run in this process; empty where all pass."""
        from _pytest.runner import runtestprotocol

        for at, item in enumerate(items):
            after = items[at + 1] if at + 1 < len(items) else None
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
                return item.nodeid
        return ""

    def lines(self, items: Sequence[pytest.Item], wanted: frozenset[str]) -> tuple[str, set[tuple[str, int]]]:
        """Which of the items fails on unchanged rules, and the lines of these files that they run."""
        ran: set[tuple[str, int]] = set()

        def line(frame: Any, event: str, _: Any) -> Any:
            if event == "line":
                ran.add((frame.f_code.co_filename, frame.f_lineno))
            return line

        sys.settrace(lambda frame, event, _: line if frame.f_code.co_filename in wanted else None)
        try:
            return self.failing(items), ran
        finally:
            sys.settrace(None)

    def heat(self) -> set[Key]:
        """Read all battles, so that forks need not; the functions of the rules that ran meanwhile."""

        def met(frame: Any, event: str, _: Any) -> None:
            if event == "call" and "/rules/" in frame.f_code.co_filename:
                self.met.add(Live.key(frame.f_code))

        self.live.forget("vedette.")
        sys.setprofile(met)
        try:
            for battle in battles():
                load(battle.id)
        finally:
            sys.setprofile(None)
        return self.met

    def attempt(self, todo: Iterable[Attempt]) -> None:
        """Try each job with its tests; its `seen` is the test that failed, then it is noted."""

        def work(job: Job, items: list[pytest.Item]) -> Callable[[], str]:
            _old_codes(job.file)  # once, for all forks

            def run() -> str:
                if not self.live.put(job.file, job.tree(), self.met):
                    return NOWHERE
                return self.failing(items)

            return run

        def note(name: tuple[Job, Callable[[Job], None]], answer: str | None) -> None:
            job, done = name
            job.nowhere = answer == NOWHERE
            job.seen = "for ever, or the process died" if answer is None else "" if job.nowhere else answer
            done(job)

        in_forks((((job, done), work(job, items)) for job, items, done in todo if items), self.workers, note)


class _Plugin:
    def __init__(self, run: Callable[[Bench], int], workers: int) -> None:
        self.run, self.workers, self.status = run, workers, 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of running the tests."""
        bench = Bench(session, self.workers)
        gc.collect()
        gc.freeze()
        self.status = self.run(bench)
        return True


def with_tests(folders: Sequence[str], run: Callable[[Bench], int], workers: int) -> int:
    """Collect the tests of these folders and call `run` with them; its status."""
    plugin = _Plugin(run, workers)
    os.chdir(ROOT)
    said = pytest.main(["-q", "-p", "no:cacheprovider", "-n0", "-s", *folders], plugins=[plugin])
    return plugin.status or int(said not in (0, 5))
