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
from vedette.engine.procedure import CHANCE
from vedette.rules.great_battles.text.choices import TEXTS

FAMILY = Path(vedette.__file__).parent / "rules/great_battles"
RAW = {"int", "str", "tuple"}
NO_ANSWERS = {"row", "found", "piece", "pieces[0]", "p", "at"}
"""What a step costs, the words of a gesture and the rows of a position have several types, and are no answers."""
MET = {
    "place", "rest as proposed", "turn to", "face", "pay", "move", "enter", "form", "step", "change formation",
    "reserve", "leave reserve", "on top", "fire at", "add", "cancel", "fire", "shoot", "hold fire", "charge", "melee",
    "fight", "go with", "stay", "leave too", "evade", "retreat", "stop", "advance", "done",
}  # fmt: skip
"""Kinds that are met in the games below."""


def calls(folder: str, name: str) -> Iterator[ast.Call]:
    for file in sorted((FAMILY / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def test_every_kind_of_choice_has_a_text_and_every_text_a_choice() -> None:
    kinds = [call.args[0] for call in calls("chapters", "Choice")]
    assert all(isinstance(kind, ast.Constant) for kind in kinds), "a kind is written out where it is offered"
    assert {ast.literal_eval(kind) for kind in kinds} | {"done"} == set(TEXTS)


def test_no_question_words_its_own_answers() -> None:
    asks = list(calls("chapters", "Ask"))
    assert len(asks) > 30
    assert not [call.lineno for call in asks if {"text", "spot"} & {word.arg for word in call.keywords}]
    assert not [call.lineno for call in asks if len(call.args) > 6]


def _name(value: ast.expr) -> str:
    return ast.unparse(value.target if isinstance(value, ast.NamedExpr) else value)


@pytest.mark.parametrize("folder", ["chapters", "ai", "assist", "positions"])
def test_no_answer_is_read_by_its_type(folder: str) -> None:
    tested = [call.args for call in calls(folder, "isinstance")]
    read = {_name(value) for value, kinds in tested if RAW & {n.id for n in ast.walk(kinds) if isinstance(n, ast.Name)}}
    assert read <= NO_ANSWERS


def test_players_are_offered_choices_and_their_hexes_are_those_of_the_answers() -> None:
    kinds = set()
    games = (("1978", "historical", 2200), ("2007", "free", 400))
    for rules, deployment, answers in games:
        game = vedette.battle("stonewall-1978/kernstown").new_game(2, {"rules": rules, "deployment": deployment})
        rng = random.Random(2)
        for n in range(answers):
            decision = game.decision
            assert decision is not None
            for option in decision.ask.options if decision.seat != CHANCE else ():
                assert isinstance(option, Choice)
                kinds.add(option.kind)
            for action in decision.actions if n % 5 == 0 and decision.seat != CHANCE else ():
                at = action.value.hex
                assert action.hex == (game.state.hex_name(at) if at >= 0 else None)
                assert decision.find(action.text) == action
            game.play(pick(game, rng))
    assert kinds >= MET
