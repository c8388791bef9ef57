"""A module imports at its head what it needs of the program, but where a measurement or a missing package says why."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SRC = Path(__file__).parents[2] / "src"

LATE = {
    "vedette",  # a lower room used alone begins in 25 ms and not in 125
    "vedette.cli.lab_export",  # what the extra `lab` brings may not be installed
    "vedette.cli.record",  # `record verify` begins in 160 ms and not in 300
    "vedette.packs.check",  # shapely may not be installed
    "vedette.packs.ground.__main__",
}
"""Modules that may import in a function."""


INDENTED = re.compile(r"^[ \t]+(?:from|import)\b", re.MULTILINE)


def late(tree: ast.Module) -> Iterator[int]:
    """The lines of imports of the program in functions."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                own = isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").startswith("vedette"))
                if own or (isinstance(node, ast.Import) and any(a.name.startswith("vedette") for a in node.names)):
                    yield node.lineno


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")


def test_nothing_is_imported_in_a_function() -> None:
    texts = {name_of(path): path.read_text("utf-8") for path in SRC.rglob("*.py")}
    found = {name: list(late(ast.parse(text))) for name, text in texts.items() if INDENTED.search(text)}
    assert {name: lines for name, lines in found.items() if lines and name not in LATE} == {}
    assert all(found[name] for name in LATE)


def test_the_search_sees_them() -> None:
    assert list(
        late(ast.parse("import vedette\ndef f():\n    import json\n    from . import a\n    from vedette import b"))
    ) == [4, 5]
