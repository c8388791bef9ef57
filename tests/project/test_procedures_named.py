"""What the engine takes for granted of procedures, read from their source.

Those that others start by name (`engine.procedure.by_name`) exist and have the fields that they are given; a step
to which a `Goto` leads takes no value.
"""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from vedette.engine.procedure import BY_NAME, STEPS, Procedure, by_name, procedure

SOURCES = Path(__file__).parents[2] / "src"


def test_a_procedure_is_made_by_its_name() -> None:
    @procedure("test-named")
    class Named(Procedure, frozen=True):
        left: int
        right: int = 0

        def begin(self, g: object) -> None: ...

    try:
        assert by_name("test-named", left=1) == Named(1)
        assert wrong_in('by_name("test-named", left=1, right=2)') == []
        assert wrong_in('by_name("test-named")') == ["test-named: left is missing"]
        assert wrong_in('by_name("test-named", left=1, up=3)') == ["test-named: it has no field up"]
        assert wrong_in('by_name("test-nameless")') == ["test-nameless: there is no such procedure"]
        assert wrong_in("by_name(word, left=1)") == ["the name must be written out"]
        assert wrong_in('by_name("test-named", **rest)') == ["test-named: each field needs its keyword"]
        with pytest.raises(KeyError):
            by_name("test-nameless")
    finally:
        del BY_NAME["test-named"]


def wrong_in(source: str) -> list[str]:
    return [word for _, word in wrong(ast.parse(source))]


def wrong(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What is wrong with the calls of `by_name` in a module, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "by_name":
            yield from ((node.lineno, word) for word in wrong_call(node))


def wrong_call(call: ast.Call) -> Iterator[str]:
    if not (call.args and isinstance(call.args[0], ast.Constant)):
        yield "the name must be written out"
        return
    name = str(call.args[0].value)
    given = [keyword.arg for keyword in call.keywords]
    if len(call.args) > 1 or None in given:
        yield f"{name}: each field needs its keyword"
        return
    if name not in BY_NAME:
        yield f"{name}: there is no such procedure"
        return
    fields = msgspec.structs.fields(BY_NAME[name])
    yield from (f"{name}: it has no field {word}" for word in given if word not in {f.name for f in fields})
    yield from (f"{name}: {f.name} is missing" for f in fields if f.required and f.name not in given)


def test_every_procedure_that_is_started_by_name_is_registered_with_these_fields() -> None:
    found = []
    for file in sorted((SOURCES / "vedette/rules").rglob("*.py")):
        importlib.import_module(".".join(file.relative_to(SOURCES).with_suffix("").parts))
    for file in sorted(SOURCES.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "by_name" not in text:
            continue
        tree = ast.parse(text)
        found += [f"{file.relative_to(SOURCES)}:{line}: {word}" for line, word in wrong(tree)]
    assert found == []


def gone_to(tree: ast.AST) -> Iterator[str]:
    """The steps that the calls of `Goto` in a class name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Goto":
            yield from (part.attr for part in either(node.args[0]) if isinstance(part, ast.Attribute))


def either(expression: ast.expr) -> Iterator[ast.expr]:
    """An expression, or both that it chooses between."""
    if isinstance(expression, ast.IfExp):
        yield from (*either(expression.body), *either(expression.orelse))
    else:
        yield expression


def test_a_step_that_is_gone_to_takes_no_value() -> None:
    assert list(gone_to(ast.parse("Goto(self.but(n=1).a if x else b.c)"))) == ["a", "c"]
    wrong, seen = [], 0
    for file in sorted((SOURCES / "vedette/rules").rglob("*.py")):
        module = importlib.import_module(".".join(file.relative_to(SOURCES).with_suffix("").parts))
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            owner = vars(module)[node.name] if isinstance(node, ast.ClassDef) else object
            if not issubclass(owner, Procedure):
                continue
            kinds = [cls for cls in STEPS if issubclass(cls, owner)]
            for step in gone_to(node):
                seen += 1
                wrong += [f"{cls.__name__}.{step}" for cls in kinds if STEPS[cls].steps[step][1]]
    assert wrong == [] and seen > 200
