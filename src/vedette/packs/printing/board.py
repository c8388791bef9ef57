"""The board in sheets that are glued together, at a stated scale."""

from __future__ import annotations

import re
from math import hypot
from typing import Any

from vedette.engine.battle import Battle

from ..drawing.frame import WIDTH
from . import paper
from .typeset import pdf

VIEW = re.compile(r'viewBox="([-.\d]+) ([-.\d]+) ([-.\d]+) ([-.\d]+)"')


def board_pdf(battle: Battle, svg: str, *, sheet: str, hex: float, key: str = "") -> bytes:
    """The picture of a board (`map_svg`) on sheets of a paper, a hex being so many millimetres from side to side.

    Its `key`, where there is one, comes on a sheet of its own at the end.
    """
    found = VIEW.search(svg)
    assert found, "a board has a viewBox"
    wide, high = (float(length) * hex / WIDTH for length in found.groups()[2:])
    sheets = paper.cut(wide, high, sheet)
    data = {
        "title": battle.title,
        "scale": scale_words(battle, hex),
        "page": sheets.page,
        "part": sheets.part,
        "picture": (wide, high),
        "margin": paper.MARGIN,
        "foot": paper.FOOT,
        "overlap": paper.OVERLAP,
        "key": bool(key) and sheet != paper.POSTER,
        "across": sheets.across,
        "down": sheets.down,
        "sheets": [_sheet(sheets, column, row) for row in range(sheets.down) for column in range(sheets.across)],
    }
    return pdf("board.typ", data, {"board": svg} | ({"key": key} if key else {}))


def _sheet(sheets: paper.Sheets, column: int, row: int) -> dict[str, Any]:
    left, top = sheets.left_top(column, row)
    return {"name": sheets.name(column, row), "left": left, "top": top, "column": column, "row": row}


def scale_words(battle: Battle, hex: float) -> str:
    """What a hex measures on paper, and on the ground."""
    metres = hypot(*battle.board.grid.spec.place_step)
    scale = round(metres * 1000 / hex, -2)
    return f"a hex is {hex:g} mm from side to side and {metres:,.0f} m on the ground, 1 : {scale:,.0f}"
