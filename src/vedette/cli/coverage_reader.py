"""Which tests name which rule case, read from the tests' syntax trees without running or importing them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

Marks = dict[str, list[str]]
"""Case -> the tests that are marked with it, as pytest names them."""


def marked_tests(folder: Path) -> Marks:
    """Every marked test under a folder such as `tests`, named from the folder above it."""
    found: dict[str, dict[str, None]] = {}
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder.parent).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"), filename=str(file))
        for test, ids in _Module(tree).tests():
            for id in ids:
                found.setdefault(id, {})[f"{name}::{test}"] = None
    return {id: list(found[id]) for id in sorted(found)}


class _Module:
    """One test module: its tests and the marks of each."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.values: dict[str, ast.expr] = {}
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.values[node.targets[0].id] = node.value
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                self.values[node.target.id] = node.value

    def tests(self) -> Iterator[tuple[str, list[str]]]:
        """Each test with the cases it is marked with."""
        everywhere = self.ids(self.values["pytestmark"]) if "pytestmark" in self.values else []
        yield from self._within(self.tree.body, "", everywhere)

    def _within(self, body: list[ast.stmt], prefix: str, marks: list[str]) -> Iterator[tuple[str, list[str]]]:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                yield prefix + node.name, marks + self._decorated(node)
            elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                own = marks + self._decorated(node)
                for inner in node.body:
                    if isinstance(inner, ast.Assign) and ast.unparse(inner.targets[0]) == "pytestmark":
                        own = own + self.ids(inner.value)
                yield from self._within(node.body, f"{prefix}{node.name}::", own)

    def _decorated(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[str]:
        return [id for decorator in node.decorator_list for id in self.ids(decorator)]

    def ids(self, expression: ast.expr, depth: int = 3) -> list[str]:
        """The cases in every `mark.rule(...)` of an expression; names of the module's own values are followed."""
        found = []
        for node in ast.walk(expression):
            if isinstance(node, ast.Call) and _is_rule(node.func, self.values):
                found += [id for argument in node.args for id in self._texts(argument)]
            elif isinstance(node, ast.Name) and node.id in self.values and depth:
                found += self.ids(self.values[node.id], depth - 1)
        return found

    def _texts(self, argument: ast.expr) -> list[str]:
        """The ids in one argument: a text, or a starred tuple of texts."""
        if isinstance(argument, ast.Starred):
            argument = argument.value
        if isinstance(argument, ast.Name) and argument.id in self.values:
            argument = self.values[argument.id]
        if isinstance(argument, ast.Tuple | ast.List):
            return [id for part in argument.elts for id in self._texts(part)]
        return [argument.value] if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else []


def _is_rule(function: ast.expr, values: dict[str, ast.expr]) -> bool:
    """Whether an expression is `pytest.mark.rule`, `mark.rule`, or a name given to it."""
    if isinstance(function, ast.Name) and function.id in values:
        function = values[function.id]
    return (
        isinstance(function, ast.Attribute) and function.attr == "rule" and ast.unparse(function.value).endswith("mark")
    )
