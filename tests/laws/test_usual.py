"""Every question to a player names its usual answer where it is written, in every family."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

RULES = Path(__file__).resolve().parents[2] / "src/vedette/rules"
FAMILIES = ("blind_swords", "great_battles", "valley_campaign")


def asked(file: Path) -> list[ast.Call]:
    """The questions of a module that are not for chance."""
    calls = (node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    found = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "Ask"]
    return [node for node in found if not (isinstance(node.args[0], ast.Name) and node.args[0].id == "CHANCE")]


@pytest.mark.parametrize("family", FAMILIES)
def test_no_question_is_without_its_usual_answer(family: str) -> None:
    calls = [(file.name, node) for file in sorted((RULES / family).rglob("*.py")) for node in asked(file)]
    assert len(calls) > 10
    bare = [f"{name}:{node.lineno}" for name, node in calls if "usual" not in {key.arg for key in node.keywords}]
    assert bare == []
