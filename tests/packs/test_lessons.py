"""Guided first games: every one is read, is about what its battle has, and is made as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

import vedette
from vedette.engine.game import Game
from vedette.engine.rulebook import rulebook_of
from vedette.packs import PackError, battles, lesson_of
from vedette.packs.find import Folder
from vedette.packs.lessons import read_lesson

LESSONS = [row.id for row in battles() if lesson_of(vedette.battle(row.id))]


def test_there_is_a_lesson_to_begin_with() -> None:
    assert LESSONS[0] == "kernstown/the-stone-wall"


@pytest.mark.parametrize("id", LESSONS)
def test_a_lesson_is_about_what_its_battle_has(id: str) -> None:
    battle = vedette.battle(id)
    lesson = lesson_of(battle)
    assert lesson is not None
    game = Game.new(battle, seed=lesson.seed, options=lesson.options)
    assert lesson.seat in rulebook_of(battle).seats
    kinds = {hint["kind"] for hint in game.rulebook.guide(battle, game.header["options"])}
    for step in lesson.steps:
        deeds = [step.until, step.after, *(wrong.when for wrong in step.wrong)]
        named = {hex for deed in deeds if deed for hex in deed.hexes} | set(step.hexes)
        assert all(battle.board.grid.has(hex) for hex in named), step.id
        assert set(step.units) <= set(battle.counters), step.id
        assert not step.asked or kinds.intersection(step.asked), f"{step.id}: none of its questions has a hint"
        assert step.missed or not step.asked, f"{step.id}: nothing is told where it does not come"
        assert len(step.text.split()) <= 60, f"{step.id}: too long to be read in a slip"


@pytest.mark.parametrize(("wrong", "said"), [("title = 3", "str"), ("", "missing required field"), ("[[", "key part")])
def test_a_spoilt_lesson_is_named(tmp_path: Path, wrong: str, said: str) -> None:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "one.toml").write_text(wrong)
    folder = Folder("mine", tmp_path, added=True)
    assert read_lesson(folder, "two") is None
    with pytest.raises(PackError, match=r"one\.toml.*" + said):
        read_lesson(folder, "one")
