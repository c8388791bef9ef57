"""Answers are choices: every kind that a chapter offers has its text, and no rule takes an answer apart by its type."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import vedette
from tools.playthroughs import pick
from vedette.engine.choice import Choice
from vedette.rules.valley_campaign.text.choices import TEXTS

FAMILY = Path(vedette.__file__).parent / "rules/valley_campaign"
RAW = {"int", "str", "tuple"}


def calls(folder: str, name: str) -> Iterator[ast.Call]:
    for file in sorted((FAMILY / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def test_every_kind_of_choice_has_a_text_and_every_text_a_choice() -> None:
    kinds = {call.args[0].value for call in calls("chapters", "Choice") if isinstance(call.args[0], ast.Constant)}
    assert kinds | {"done"} == set(TEXTS)


def _name(value: ast.expr) -> str:
    return ast.unparse(value.target if isinstance(value, ast.NamedExpr) else value)


@pytest.mark.parametrize("folder", ["chapters", "ai", "assist", "positions"])
def test_no_answer_is_read_by_its_type(folder: str) -> None:
    """What a step costs is a number or the reason that bars it, and no answer."""
    tested = [call.args for call in calls(folder, "isinstance")]
    read = {_name(value) for value, kinds in tested if RAW & {n.id for n in ast.walk(kinds) if isinstance(n, ast.Name)}}
    assert read <= {"cost"}


@pytest.mark.parametrize("battle", ["port-republic", "cross-keys"])
def test_players_are_offered_choices_and_their_hexes_are_those_of_the_answers(battle: str) -> None:
    game = vedette.battle(f"valley-campaign/{battle}").new_game(seed=5)
    rng = random.Random(5)
    kinds = set()
    for _ in range(600):
        if game.decision is None:
            break
        for action in game.decision.actions:
            assert isinstance(action.value, Choice)
            assert action.hex == (game.state.hex_name(action.value.hex) if action.value.hex >= 0 else None)
            assert game.decision.find(action.text) == action
            kinds.add(action.value.kind)
        game.play(pick(game, rng))
    assert {"move", "step", "attack", "add", "go", "done"} <= kinds
