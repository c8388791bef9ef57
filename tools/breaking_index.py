"""Which function of the rules carries which case, and on which of its lines.

A function carries a case when a decorator or its docstring names it, or when a statement of it does: by the text of
its id, or by a name of the module that stands for a reason, a shift or the like with that id.
"""

from __future__ import annotations

import ast
import functools
import re
from dataclasses import dataclass
from pathlib import Path

from vedette.packs.cases import cases_of, stands_for

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "src/vedette/rules"
ID = re.compile(r"\b(?:KT|SS|BS|JV|SW|GB)-[0-9A-Z][\w.-]*\w")
MANY = 4
"""A function with more cases than this is changed, for one of them, on its own lines where these can be told."""


@dataclass(frozen=True)
class Place:
    """A function of the rules, and the lines on which it names each case."""

    file: Path
    tree: ast.Module
    function: ast.FunctionDef
    qualname: str
    cases: frozenset[str]
    lines: dict[str, frozenset[int]]

    def __hash__(self) -> int:
        return hash((self.file, self.function.lineno))

    @property
    def name(self) -> str:
        """The function as one imports it."""
        parts = self.file.relative_to(ROOT / "src").with_suffix("").parts
        return ".".join((*(part for part in parts if part != "__init__"), self.qualname))


@functools.cache
def all_places() -> tuple[Place, ...]:
    """Every function of the rules that names a case; each module is read once."""
    found: list[Place] = []
    named = {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(RULES.rglob("*.py"))}
    values = {file: _values(tree) for file, tree in named.items()}
    for file, tree in named.items():
        known = dict(values[file])
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("vedette.rules"):
                module = ROOT / "src" / node.module.replace(".", "/")
                there = values.get(module.with_suffix(".py")) or values.get(module / "__init__.py", {})
                known.update({a.asname or a.name: there[a.name] for a in node.names if a.name in there})
        rows = _rows(tree)
        for function, qualname in _functions(tree.body, ""):
            lines = _own_lines(function, known)
            cases = _cited(function) | set(lines) | rows.get(function.name, set())
            if cases:
                found.append(Place(file, tree, function, qualname, frozenset(cases), lines))
    return tuple(found)


@functools.cache
def _index() -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for place in all_places():
        for id in sorted(place.cases):
            found.setdefault(id, []).append(place)
    return found


def places_of(id: str) -> list[tuple[Place, frozenset[int]]]:
    """The functions that carry a case, or the case of another book by which it is carried out.

    With each its own lines for that case; none where all of the function's lines are meant.
    """
    found: dict[Place, frozenset[int]] = {}
    for same in (id, *stands_for(id)):
        for place in _index().get(same, []):
            many = len(place.cases) > MANY
            found[place] = found.get(place, frozenset()) | (place.lines.get(same, frozenset()) if many else frozenset())
    return list(found.items())


@functools.cache
def _carried() -> dict[str, list[str]]:
    """A case -> those of other books that are carried out by its procedures."""
    found: dict[str, list[str]] = {}
    for prefix in ("SS", "BS"):
        for id in cases_of(prefix):
            for other in stands_for(id):
                found.setdefault(other, []).append(id)
    return found


def rows_of(id: str) -> list[str]:
    """The cases of other books that are carried out as this one is."""
    return _carried().get(id, [])


def _functions(body: list[ast.stmt], prefix: str) -> list[tuple[ast.FunctionDef, str]]:
    found: list[tuple[ast.FunctionDef, str]] = []
    for node in body:
        if isinstance(node, ast.FunctionDef):
            found.append((node, prefix + node.name))
        elif isinstance(node, ast.ClassDef):
            found += _functions(node.body, f"{prefix}{node.name}.")
    return found


def _cited(function: ast.FunctionDef) -> set[str]:
    """The cases in the decorators and the docstring of a function."""
    nodes = [node for decorator in function.decorator_list for node in ast.walk(decorator)]
    found = {
        n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str) and ID.fullmatch(n.value)
    }
    return found | set(ID.findall(ast.get_docstring(function) or ""))


def _texts(node: ast.AST) -> set[str]:
    """The ids that stand as texts of their own in an expression."""
    return {
        n.value for n in ast.walk(node)
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and ID.fullmatch(n.value)
    }  # fmt: skip


def _values(tree: ast.Module) -> dict[str, set[str]]:
    """Names of a module that stand for one thing with a case, such as a reason."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Call):
            found[node.targets[0].id] = _texts(node.value)
    return found


def _rows(tree: ast.Module) -> dict[str, set[str]]:
    """Function -> the cases beside which a table of its module names it, a row each."""
    found: dict[str, set[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for row in ast.walk(node.value):
                if isinstance(row, ast.Call | ast.Tuple) and (ids := _shallow(row)):
                    for part in ast.iter_child_nodes(row):
                        if isinstance(part, ast.Name):
                            found.setdefault(part.id, set()).update(ids)
    return found


def _shallow(row: ast.AST) -> set[str]:
    parts = [part.value for part in ast.iter_child_nodes(row) if isinstance(part, ast.Constant)]
    return {part for part in parts if isinstance(part, str) and ID.fullmatch(part)}


def _own_lines(function: ast.FunctionDef, known: dict[str, set[str]]) -> dict[str, frozenset[int]]:
    """Case -> the lines of the statements that name it, and of the conditions right above them."""
    found: dict[str, set[int]] = {}

    def read(body: list[ast.stmt], above: range) -> None:
        for node in body:
            inner = [b for name in ("body", "orelse", "finalbody") if isinstance(b := getattr(node, name, None), list)]
            if isinstance(node, ast.FunctionDef) or not inner:
                for id in _named(node, known):
                    found.setdefault(id, set()).update(range(node.lineno, (node.end_lineno or node.lineno) + 1), above)
                continue
            head = range(node.lineno, inner[0][0].lineno) or range(node.lineno, node.lineno + 1)
            for part in ast.iter_child_nodes(node):
                if isinstance(part, ast.expr):
                    for id in _named(part, known):
                        found.setdefault(id, set()).update(head)
            for branch in inner:
                read(branch, head if isinstance(node, ast.If) else above)

    read(function.body[1:] if ast.get_docstring(function) else function.body, range(0))
    return {id: frozenset(lines) for id, lines in found.items()}


def _named(node: ast.AST, known: dict[str, set[str]]) -> set[str]:
    """The ids that a statement names, by text or by a name of the module."""
    found = _texts(node)
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            found |= known.get(part.id, set())
    return found
