"""docs/rulings.md names the tests that hold its readings; here they are held to exist."""

import ast
import re
from functools import lru_cache
from pathlib import Path

from vedette.cli.coverage_reader import marked_tests

ROOT = Path(__file__).parent.parent.parent


def test_every_test_that_a_ruling_names_exists():
    named, file = [], ""
    for path, name in re.findall(r"`([\w/]*\.py)?::(\w+)`", (ROOT / "docs/rulings.md").read_text(encoding="utf-8")):
        file = path or file
        named.append((file, name))
    missing = [f"{file}::{name}" for file, name in named if name not in _functions(file)]
    assert named and not missing


def test_every_case_whose_marked_tests_are_said_to_hold_a_reading_has_one():
    column = re.findall(r"\| marks ([^|]*) \|", (ROOT / "docs/rulings.md").read_text(encoding="utf-8"))
    named = {case.strip() for words in column for case in words.split(",")}
    marked = set(marked_tests(ROOT / "tests"))
    assert len(named) > 80 and not sorted(named - marked)


@lru_cache
def _functions(file):
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
