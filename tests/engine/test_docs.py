"""The examples of docs/programmers.md run, and what it says of modules is so."""

import doctest
import importlib
import os
import re
import shutil
import subprocess
import sys
from operator import attrgetter
from pathlib import Path

import pytest

from vedette.engine import procedure

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "programmers.md"
RULES = ROOT / "src" / "vedette" / "rules"


def test_every_example_of_the_page_runs() -> None:
    procedure.BY_NAME.pop("page-countdown", None)
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 20 and found.failed == 0


TABLES = {
    "blind_swords": "",
    "valley_campaign": "*Shenandoah Valley Campaign*, in",
    "great_battles": "*Stonewall* of 1978, in",
    "rooms": "The rooms of a family are the same",
}
"""Where the table of each family begins, and what comes behind the last."""


@pytest.mark.parametrize("family", ["blind_swords", "valley_campaign", "great_battles"])
def test_every_module_of_the_table_is_there_and_every_chapter_has_one(family: str) -> None:
    page = PAGE.read_text(encoding="utf-8").split("## Where each rule is")[1].split("## How to add")[0]
    begins = [page.index(words) for words in TABLES.values()]
    parts = [page[a:b] for a, b in zip(begins, [*begins[1:], len(page)], strict=True)]
    part = dict(zip(TABLES, parts, strict=True))
    named = set(re.findall(r"`(\w+\.py)`", part[family]))
    beside, chapters = ({file.name for file in (RULES / family / room).glob("*.py")} for room in ("", "chapters"))
    assert named - beside - chapters == set()
    told = {name for name in chapters if '"""Chapter' in (RULES / family / "chapters" / name).read_text("utf-8")[:12]}
    assert told - named == set()


ROOMS = {
    "ai": ("ai", "melees", "places", "scene"),
    "assist": ("gestures",),
    "text": ("words", "lines", "choices", "asked", "view"),
}
"""Where the files lie that the table of what is asked most often names; all others are chapters."""


def test_what_is_asked_most_often_is_where_the_table_says() -> None:
    table = PAGE.read_text(encoding="utf-8").split("| asked | Blind Swords |")[1].split("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    assert len(rows) > 15
    for question, *cells in rows:
        for family, cell in zip(("blind_swords", "valley_campaign", "great_battles"), cells, strict=True):
            if cell == "-":
                continue
            file, _, name = cell.strip("`").removesuffix(".py").partition(".")
            room = next((room for room, files in ROOMS.items() if file in files), "chapters")
            module = importlib.import_module(f"vedette.rules.{family}.{room}" + (f".{file}" if file != room else ""))
            assert not name or attrgetter(name)(module) is not None, (question, cell)


def test_what_is_asked_of_the_whole_program_is_where_the_table_says() -> None:
    table = PAGE.read_text(encoding="utf-8").split("| asked | where |")[1].split("\n\n")[0]
    named = re.findall(r"`([\w/]+)\.py`, `([\w.]+)`", table)
    named += [(module, name) for name, module in re.findall(r"`(\w+)` (?:in|of) `([\w/]+)\.py`", table)]
    assert len(named) > 6
    for module, name in named:
        assert attrgetter(name)(importlib.import_module("vedette." + module.replace("/", "."))) is not None


def _block(page: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def _changed(text: str, hunk: str) -> str:
    """A file with one place of a difference changed."""
    lines = hunk.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] != sign) for sign in "+-")
    assert text.count(old) == 1, old
    return text.replace(old, new)


def test_the_rules_made_up_on_the_page_work_as_it_says(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8").split("**A rule.**")[1]
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for block in _block(page, "diff"):
        for part in block.split("--- ")[1:]:
            name, _, hunks = part.partition("\n")
            file = tmp_path / "src" / "vedette" / "rules" / name
            for hunk in hunks.split("@@\n"):
                file.write_text(_changed(file.read_text(encoding="utf-8"), hunk), encoding="utf-8")
    tests = [text for text in _block(page, "python") if text.startswith("# tests/")]
    for text in tests:
        (tmp_path / f"test_{text.split('/')[1]}.py").write_text(text, encoding="utf-8")
    run = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-c", os.devnull, str(tmp_path)]
    paths = os.pathsep.join((str(tmp_path / "src"), str(ROOT)))
    told = subprocess.run(run, cwd=tmp_path, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True)
    assert len(tests) == 3 and "6 passed" in told.stdout, told.stdout
