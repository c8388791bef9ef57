"""Boards that come with the program: the same picture as drawn now, and never one of something else."""

import ast
from importlib.resources import files
from pathlib import Path

import pytest

from vedette import packs
from vedette.packs import drawing
from vedette.packs.drawing import board as drawing_board
from vedette.packs.drawing import drawn
from vedette.packs.drawing.board import source_of
from vedette.packs.drawing.edition import BENEATH, edition

NAME = "cedar-mountain/valley-vengeance"


@pytest.fixture
def fight():
    return packs.load(NAME)


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A folder of drawings in place of the program's own; nothing that was drawn before is remembered."""
    monkeypatch.setattr(drawn, "_folder", lambda: tmp_path)
    for kept in (drawing_board.drawn_board, drawing_board._themed):
        kept.cache_clear()
    yield tmp_path
    for kept in (drawing_board.drawn_board, drawing_board._themed):
        kept.cache_clear()


def named(battle, board=None, turned=False, program=""):
    source = source_of(battle, drawing.area_of(battle), turned)
    return drawn.name_of(program or edition(battle.pack), board or battle.board, source)


def test_what_was_kept_is_the_picture_that_would_be_drawn(fight, shipped):
    fresh = drawing.board_svg(fight, area=drawing.area_of(fight))
    drawing.keep_board(fight, False, shipped)
    drawing_board.drawn_board.cache_clear()
    drawing_board._themed.cache_clear()
    assert drawing.board_svg(fight, area=drawing.area_of(fight)) == fresh


def test_a_kept_board_is_not_drawn_again(fight, shipped, monkeypatch):
    file = drawing.keep_board(fight, False, shipped)
    monkeypatch.setattr(drawing_board, "draw", lambda *_: pytest.fail("drawn"))
    assert drawing.keep_board(fight, False, shipped) == file
    assert drawing.board_svg(fight, area=drawing.area_of(fight)).startswith("<svg")


def test_another_ground_program_side_or_scenario_is_another_drawing(fight):
    other = fight.board.changed({"1502": {"terrain": "woods"}})
    longer = packs.load("cedar-mountain/slaughter-mountain")
    names = [named(fight), named(fight, other), named(fight, turned=True), named(fight, program="x"), named(longer)]
    assert len(set(names)) == len(names) and named(fight) == named(packs.load(NAME))


@pytest.mark.parametrize("spoilt", (b"", pytest.param(b"no gzip", marks=pytest.mark.slow), b"\x1f\x8b\x08\x00"))
def test_a_spoilt_file_is_passed_over(fight, shipped, spoilt):
    drawing.keep_board(fight, False, shipped).write_bytes(spoilt)
    assert drawing.board_svg(fight, area=drawing.area_of(fight)).startswith("<svg")


def test_a_board_that_was_cut_off_as_it_was_written_is_drawn_again(fight, shipped, monkeypatch):
    write = Path.write_bytes

    def cut_off(file, data):
        write(file, data[: len(data) // 2])
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", cut_off)
    with pytest.raises(KeyboardInterrupt):
        drawing.keep_board(fight, False, shipped)
    monkeypatch.setattr(Path, "write_bytes", write)
    assert drawn.kept(drawing.keep_board(fight, False, shipped).name.removesuffix(drawn.ENDING)) is not None


def test_the_edition_covers_every_package_by_which_a_board_is_drawn():
    """What lies under rules and packs and is imported here: else a drawing outlives the program that made it."""
    found = set()
    for file in files("vedette.packs.drawing").iterdir():
        if file.name.endswith(".py"):
            nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            found |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    rooms = {".".join(name.split(".")[:2]) for name in found if name.startswith("vedette.")}
    assert rooms - {"vedette.engine"} == set(BENEATH)  # of the engine only what a battle is
