"""Answers are choices: every kind that a chapter offers has its text, and nobody takes an answer apart by its type."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import vedette
from tools.playthroughs import pick
from vedette.engine.choice import Choice
from vedette.engine.procedure import CHANCE
from vedette.rules.blind_swords.chapters.cohesion import SUFFERS
from vedette.rules.blind_swords.text.choices import TEXTS

FAMILY = Path(vedette.__file__).parent / "rules/blind_swords"
RAW = {"int", "str", "tuple", "Choice"}
OFFERS = {"Choice", "HexChoices"}


def calls(folder: str, *names: str) -> Iterator[ast.Call]:
    for file in sorted((FAMILY / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield node


def kinds_of(node: ast.expr) -> set[str]:
    """The kinds that the first argument of a choice may be: a word, or one of two."""
    if isinstance(node, ast.IfExp):
        return kinds_of(node.body) | kinds_of(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) else set()


def test_every_kind_of_choice_has_a_text_and_every_text_a_choice() -> None:
    kinds = {kind for call in calls("chapters", *OFFERS) for kind in kinds_of(call.args[0])}
    assert kinds | {"done", "pass", "repel", *SUFFERS.values()} == set(TEXTS)


@pytest.mark.parametrize("folder", ["chapters", "ai", "assist", "positions"])
def test_no_answer_is_read_by_its_type(folder: str) -> None:
    """A stage of a way that somebody types is a hex or a word, a row of a file one name or several: no answers."""
    tested = [call.args for call in calls(folder, "isinstance")]
    read = {ast.unparse(v) for v, kinds in tested if RAW & {n.id for n in ast.walk(kinds) if isinstance(n, ast.Name)}}
    assert read <= {"h", "to", "path[0]", "edge", "where"}


@pytest.mark.parametrize("battle", ["kernstown/the-stone-wall", "cedar-mountain/slaughter-mountain"])
def test_players_are_offered_choices_and_their_hexes_are_those_of_the_answers(battle: str) -> None:
    game = vedette.battle(battle).new_game(seed=5)
    rng = random.Random(5)
    kinds = set()
    for _ in range(600):
        if game.decision is None:
            break
        for action in game.decision.actions if game.decision.seat != CHANCE else ():
            assert isinstance(action.value, Choice)
            assert action.hex == (game.state.hex_name(action.value.hex) if action.value.hex >= 0 else None)
            assert game.decision.find(action.text) == action
            kinds.add(action.value.kind)
        game.play(pick(game, rng))
    assert {"key", "order", "move", "step", "fire", "add", "go", "done", "pass"} <= kinds
