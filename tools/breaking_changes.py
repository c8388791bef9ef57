"""What can be changed in a function of the rules, and the change itself: seven kinds, each one place at a time.

    for change in changes_of(function):
        broken(tree, change)        # the module with that one place changed, ready to be compiled

Left alone are decorators, docstrings, annotations, assertions, what is raised, text and how the page puts a question.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

KINDS = ("number", "comparison", "dropped", "any or all", "sign", "swapped", "truth")
BOUNDS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OTHERS = {"any": "all", "all": "any", "min": "max", "max": "min"}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
LEFT_ALONE = (ast.Assert, ast.Raise, ast.JoinedStr, ast.FormattedValue, ast.AnnAssign)

Edit = Callable[[ast.AST], ast.AST]
"""From a copy of the node at a place to what is to stand there."""


@dataclass(frozen=True)
class Change:
    """One place of a function, changed in one way."""

    function: ast.FunctionDef
    place: ast.AST
    kind: str
    lines: range
    """The lines of the text that is changed."""
    before: str
    after: str
    edit: Edit

    @property
    def key(self) -> str:
        """What it is called in the list of survivors, wherever the function has moved to."""
        return f"{self.function.name}: {self.kind}: {self.before} -> {self.after}"


def changes_of(function: ast.FunctionDef) -> list[Change]:
    """Every change of a function, in reading order."""
    found = []
    for statement in function.body:
        for node in _parts(statement):
            for kind, edit in _edits(node):
                after = edit(copy.deepcopy(node))
                first, last = _lines(node)
                found.append(Change(function, node, kind, range(first, last + 1), _said(node), _said(after), edit))
    return found


def broken(tree: ast.Module, change: Change) -> ast.Module:
    """The class or function with one place changed, alone in a module; each node keeps its line."""
    holder = next(node for node in tree.body if any(part is change.function for part in ast.walk(node)))
    future = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    change.place.__dict__["_changed"] = True
    new = ast.Module([*future, copy.deepcopy(holder)], [])
    del change.place.__dict__["_changed"]
    _Put(change.edit).visit(new)
    return ast.fix_missing_locations(new)


class _Put(ast.NodeTransformer):
    def __init__(self, edit: Edit) -> None:
        self.edit = edit

    def visit(self, node: ast.AST) -> ast.AST:
        if node.__dict__.pop("_changed", False):
            return ast.copy_location(self.edit(node), node)
        return self.generic_visit(node)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, without what is left alone."""
    if isinstance(node, LEFT_ALONE):
        if not isinstance(node, ast.AnnAssign) or node.value is None:
            return
        yield from _parts(node.value)
        return
    if isinstance(node, ast.If | ast.IfExp) and ast.unparse(node.test).startswith("g.notes is"):
        return  # the words of odds
    yield node
    for child in _below(node):
        yield from _parts(child)


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """What may be changed below a node: of a question to a player its answers and not how the page puts them."""
    if isinstance(node, ast.Compare) and _off(node):
        yield node.left
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ask":
        yield from (part for part in node.args if not isinstance(part, ast.Lambda))
    else:
        yield from ast.iter_child_nodes(node)


def _lines(node: ast.AST) -> tuple[int, int]:
    """The lines of what is changed: of a branch its condition alone."""
    shown = node.test if isinstance(node, ast.If | ast.IfExp | ast.While) else node
    if isinstance(shown, ast.comprehension):
        return shown.target.lineno, shown.ifs[-1].end_lineno or shown.ifs[-1].lineno
    first = getattr(shown, "lineno", 0)
    return first, getattr(shown, "end_lineno", first) or first


def _said(node: ast.AST) -> str:
    """A node in one short line; of a branch its condition."""
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return " ".join(ast.unparse(node).split())


def _edits(node: ast.AST) -> Iterator[tuple[str, Edit]]:
    """The kinds of change that a node allows."""
    if isinstance(node, ast.Constant):
        yield from _constant(node)
    elif isinstance(node, ast.Compare) and _off(node):
        yield "comparison", _turned
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in BOUNDS:
        yield "comparison", _compare
    elif isinstance(node, ast.BoolOp):
        yield "any or all", _junction
        for at in range(len(node.values)):
            yield "dropped", _without(at)
    elif isinstance(node, ast.comprehension) and node.ifs:
        for at in range(len(node.ifs)):
            yield "dropped", _unfiltered(at)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OTHERS:
        yield "any or all", _other
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in SIGNS:
        if not any(isinstance(part, ast.Constant | ast.JoinedStr) and _text(part) for part in ast.walk(node)):
            yield "sign", _sign
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "sign", _plus
    elif isinstance(node, ast.If):
        yield "swapped", _negated
        if not node.orelse:
            yield "dropped", _never
    elif isinstance(node, ast.IfExp):
        yield "swapped", _negated


def _constant(node: ast.Constant) -> Iterator[tuple[str, Edit]]:
    if isinstance(node.value, bool):
        yield "truth", lambda n: ast.Constant(not node.value)
    elif isinstance(node.value, int):
        value = node.value
        yield "number", lambda n: ast.Constant(value + 1)


def _text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _off(node: ast.AST) -> bool:
    """Whether a comparison asks if there is a place at all: below nought is none, whatever the first hex is called."""
    if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Lt | ast.GtE):
        return False
    to = node.comparators[0]
    return isinstance(to, ast.Constant) and to.value == 0 and not isinstance(to.value, bool)


def _turned(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Compare)
    node.ops[0] = ast.GtE() if isinstance(node.ops[0], ast.Lt) else ast.Lt()
    return node


def _compare(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Compare)
    node.ops[0] = BOUNDS[type(node.ops[0])]()
    return node


def _junction(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return node


def _without(at: int) -> Edit:
    def edit(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.BoolOp)
        rest = [value for i, value in enumerate(node.values) if i != at]
        return rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)

    return edit


def _unfiltered(at: int) -> Edit:
    def edit(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.comprehension)
        del node.ifs[at]
        return node

    return edit


def _other(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    node.func = ast.copy_location(ast.Name(OTHERS[node.func.id], ast.Load()), node.func)
    return node


def _sign(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BinOp | ast.AugAssign)
    node.op = SIGNS[type(node.op)]()
    return node


def _plus(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.UnaryOp)
    return node.operand


def _negated(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.If | ast.IfExp)
    test = node.test
    turned = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else None
    node.test = turned or ast.copy_location(ast.UnaryOp(ast.Not(), test), test)
    return node


def _never(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.If)
    # `and`, so that what is bound inside the condition stays bound
    node.test = ast.copy_location(ast.BoolOp(ast.And(), [node.test, ast.Constant(False)]), node.test)
    return node
