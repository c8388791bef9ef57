"""What every test run shares: Hypothesis settings, the full or the small counts, and the system's chromium."""

import ast
import csv
import gc
import inspect
import os
import ssl
import textwrap
import tomllib
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

os.environ["VEDETTE_TRACE"] = "1"  # before anything of the rules is imported: see engine/cites.py

import pytest
from hypothesis import settings

from tests import books, sampled
from tools.browser import MISSING, chromium_program, running_chromium
from vedette.engine.cites import cited
from vedette.rules.blind_swords.concordance import twins

ROOT = Path(__file__).parent

CI = os.environ.get("CI", "") not in ("", "0", "false")
PROVE = os.environ.get("VEDETTE_PROVE", "") not in ("", "0", "false")

ssl.create_default_context = cache(ssl.create_default_context)
"""httpx asks for one with each request, whatever the address, and reads the certificates of the whole world for it."""

settings.register_profile("vedette", derandomize=True, deadline=None, database=None)
settings.load_profile("vedette")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Half as many again as there are processors: much of the browser tests is waiting."""
    return max(2, (os.cpu_count() or 1) * 3 // 2)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """What is read of the tests stays to the end: garbage is not looked for while it comes, nor among it later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 20, 20)
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slow = set() if PROVE else {item for item in items if item.get_closest_marker("slow")} | _further_cases(items)
    if slow:
        config.hook.pytest_deselected(items=list(slow))
        items[:] = [item for item in items if item not in slow]
    if not CI and chromium_program() is None:
        for item in items:
            if item.get_closest_marker("needs_chromium"):
                item.add_marker(pytest.mark.skip(reason=MISSING))


def _further_cases(items: list[pytest.Item]) -> set[pytest.Item]:
    """Of the tests of the page, which take seconds each, all cases but the first, and of others those that are like one
    that runs (tests/sampled.py); `make prove` has them all."""
    seen: set[str] = set()
    found = set()
    others: list[pytest.Item] = []
    for item in items:
        if item.get_closest_marker("slow"):
            continue
        name = item.nodeid.partition("[")[0]
        if item.nodeid.startswith(sampled.FOLDERS):
            others.append(item)
        elif item.nodeid.startswith("tests/browser/") and name in seen:
            found.add(item)
        seen.add(name)
    params = [getattr(getattr(item, "callspec", None), "params", {}) for item in others]
    cases = [(item.nodeid.partition("[")[0], of) for item, of in zip(others, params, strict=True)]
    return found | {item for item, more in zip(others, sampled.spared(cases), strict=True) if more}


@pytest.fixture(scope="session")
def count() -> Callable[[int], int]:
    """`count(20_000)`: that many under `make prove`, a tenth in `make test`."""
    return lambda full: full if PROVE else max(1, full // 10)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser; mark the test `needs_chromium`.

    Of one module only, since Playwright's event loop would stand in the way of asyncio in the tests after it. The tests
    of the page share one (tests/browser/conftest.py).
    """
    with running_chromium() as browser:
        yield browser


# -- rule marks ----------------------------------------------------------------------------------------------


def _kinds() -> dict[str, str]:
    """Every numbered case and its kind."""
    found = {}
    for file in (ROOT / "src/vedette/rules/cases").glob("??.csv"):
        with file.open(newline="", encoding="utf-8") as rows:
            found.update({row["id"]: row["kind"] for row in csv.DictReader(rows)})
    return found


KINDS = _kinds()
PREFIXES = {id.partition("-")[0] for id in KINDS}
NO_EFFECT: dict[str, str] = tomllib.loads((ROOT / "tests/no_effect.toml").read_text()).get("cases", {})
"""Cases which say that something has no effect, and the test that would notice if it had."""


@cache
def _asserts(function: Callable[..., Any]) -> bool:
    """Whether a test, or what it calls by name, can fail by itself."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Attribute) and node.attr == "raises"):
            return True
        if isinstance(node, ast.Call) and "check" in ast.unparse(node.func):
            return True
    return False


BOOKS = ("KT", "SS", "BS")
"""The Blind Swords books: a test that names cases of several runs once by each."""


def _marked(item: Any) -> list[str]:
    """The cases that a test names."""
    return [id for mark in item.iter_markers("rule") for id in mark.args]


def _books(ids: list[str]) -> list[str]:
    return [book for book in BOOKS if any(id.startswith(book + "-") for id in ids)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test whose marks name cases of several Blind Swords books runs by each of them (tests/books.py)."""
    found = _books(_marked(metafunc.definition))
    if len(found) > 1:
        metafunc.fixturenames.append("book")
        metafunc.parametrize("book", found)


def _book(item: pytest.Item, marked: list[str]) -> str:
    """The book by which a test runs: its parameter, or the only one that it names."""
    callspec = getattr(item, "callspec", None)
    found = _books(marked)
    return str(callspec.params["book"]) if callspec and "book" in callspec.params else found[0] if found else ""


def _met(id: str, heard: set[Any]) -> bool:
    """Whether a case was met: cited itself, or, in a game of its book, by the Kernstown case that stands for it."""
    prefix = id.partition("-")[0]
    if prefix not in ("SS", "BS"):
        return id in heard
    return f"book:{prefix}" in heard and (id in heard or any(kt in heard for kt in _named(prefix).get(id, ())))


@cache
def _named(prefix: str) -> dict[str, Sequence[str]]:
    """Of each case of a book the Kernstown cases that stand for it."""
    return {twin.id: twin.kt for twin in twins(prefix)}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A test that names a rule must assert something, and the engine must have met the rule while it ran."""
    marked = _marked(item)
    unknown = [id for id in marked if id not in KINDS]
    if unknown:
        pytest.fail(f"no such case: {', '.join(unknown)}")
    if marked and not _asserts(item.function):  # type: ignore[attr-defined]
        pytest.fail(f"names {', '.join(marked)} and asserts nothing")
    heard: set[Any] = set()
    token = cited.set(heard if marked else None)
    book = _book(item, marked)
    opened = books.BOOK.set(book)
    try:
        yield
    finally:
        cited.reset(token)
        books.BOOK.reset(opened)
    marked = [id for id in marked if id.partition("-")[0] in (book, *set(PREFIXES) - set(BOOKS))]
    wanted = [id for id in marked if KINDS[id] in ("engine", "victory", "optional") and id not in NO_EFFECT]
    missed = [id for id in wanted if not _met(id, heard)]
    if missed:
        pytest.fail(f"the engine never met {', '.join(missed)} while this test ran")
