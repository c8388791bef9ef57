"""No test says what is always so: the kinds of it that can be seen in the text of a test.

An assert of a constant, a tuple or a text that is not empty; `... or True`; a call compared with itself; a comparison
that nobody reads; a loop over nothing; a test in which nothing can fail; an exception of any kind passed over.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECKS = {"raises", "fail", "expect", "until"}
"""Calls that fail by themselves: pytest's, Playwright's, and the tables' clients', who wait for an answer."""
BROAD = {"", "Exception", "BaseException", "AssertionError"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def always(test: ast.expr) -> bool:
    """Whether an expression is true whatever the program does."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.JoinedStr(values=parts):
            return bool(parts)
        case ast.Dict(keys=parts):
            return bool(parts)
        case ast.Lambda() | ast.GeneratorExp():
            return True
        case ast.BoolOp(op=ast.Or(), values=parts):
            return any(map(always, parts))
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(map(always, parts))
        case ast.Compare(left=left, ops=ops, comparators=others):
            if not all(isinstance(op, ast.Eq | ast.LtE | ast.GtE) for op in ops):
                return False
            return all(a == b for a, b in pairwise(ast.dump(one) for one in (left, *others)))
    return False


def parts_of(test: ast.expr) -> Iterator[ast.expr]:
    """What an assert says, each part joined by `and` by itself."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        for part in test.values:
            yield from parts_of(part)
    else:
        yield test


def name_of(call: ast.Call) -> str:
    """The last word of what is called; of what has no name, none."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


@cache
def calls(node: ast.AST) -> set[str]:
    return {name_of(n) for n in ast.walk(node) if isinstance(n, ast.Call)}


@cache
def fails(node: ast.AST) -> bool:
    """Whether something in a function can fail by itself."""
    return any(isinstance(n, ast.Assert | ast.Raise) for n in ast.walk(node)) or bool(calls(node) & CHECKS)


def checkers(trees: list[ast.Module]) -> set[str]:
    """The names of all functions of the tests that can fail, by themselves or by what they call."""
    functions = [n for tree in trees for n in ast.walk(tree) if isinstance(n, Function)]
    found = {f.name for f in functions if fails(f)}
    said = {f.name: set[str]() for f in functions}
    for f in functions:
        said[f.name] |= calls(f)
    while more := {name for name, called in said.items() if called & found} - found:
        found |= more
    return found


def idle(tree: ast.Module, known: set[str]) -> Iterator[tuple[int, str]]:
    """Line and kind of everything in a module of tests that says nothing."""
    for node in ast.walk(tree):
        match node:
            case ast.Assert(test=test) if any(map(always, parts_of(test))):
                yield node.lineno, "is always true"
            case ast.Expr(value=ast.Compare() | ast.BoolOp()):
                yield node.lineno, "is compared, and nobody looks"
            case ast.For(iter=ast.Tuple(elts=[]) | ast.List(elts=[]) | ast.Set(elts=[]) | ast.Dict(keys=[])):
                yield node.lineno, "is a loop over nothing"
            case ast.ExceptHandler(type=kind, body=[ast.Pass() | ast.Continue()]):
                names = set(ast.unparse(kind).strip("()").split(", ")) if kind else {""}
                if names & BROAD:
                    yield node.lineno, "passes over every exception"
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if node.name.startswith("test_") and not fails(node) and not calls(node) & known:
                    yield node.lineno, "cannot fail"


def all_tests() -> dict[Path, ast.Module]:
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted((ROOT / "tests").rglob("*.py"))}


def test_every_test_can_fail_and_every_assert_says_something() -> None:
    trees = all_tests()
    known = checkers([*trees.values()])
    wrong = [
        f"{file.relative_to(ROOT)}:{line} {what}"
        for file, tree in trees.items()
        for line, what in idle(tree, known)
        if file.name.startswith("test_") or what != "cannot fail"
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("assert why(game) == 'no' or True", "is always true"),
        ("assert left and (right or True)", "is always true"),
        ("assert (left == right, 'they differ')", "is always true"),
        ("assert 'text'", "is always true"),
        ("assert f(a, b) == f(a, b)", "is always true"),
        ("f(a) == f(b)", "is compared, and nobody looks"),
        ("for a in ():\n    assert a", "is a loop over nothing"),
        ("try:\n    f()\nexcept (ValueError, Exception):\n    pass", "passes over every exception"),
        ("def test_it():\n    f()", "cannot fail"),
    ],
)
def test_each_kind_is_found(text: str, what: str) -> None:
    assert [found for _, found in idle(ast.parse(text), {"g"})] == [what]


@pytest.mark.parametrize(
    "text",
    [
        "assert f(3) is f(3)",  # one object, remembered
        "assert (title or '') == 'done'",
        "assert left or right",
        "try:\n    f()\nexcept ConnectionClosed:\n    pass",
        "def test_it():\n    g()",
    ],
)
def test_what_says_something_is_left_alone(text: str) -> None:
    assert [*idle(ast.parse(text), {"g"})] == []
