"""The charts of a battle on one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from vedette.engine.battle import Battle

from ..chart_words import chart_words
from . import paper
from .typeset import pdf
from .words import made_of

UNPRINTED = ("source", "game")
"""Columns that are no part of a printed chart: where a row comes from, and for which of several games it is."""


COLUMN_WORDS = {
    "id": "leader",
    "los": "line of sight",
    "gun_sp": "strength points",
    "bce": "losses it bears",
    "vp": "victory points",
    "die_minus_cr": "die less rating",
}
"""Columns whose name in the data is no word."""
LONGEST = 30
"""Rows of a chart that stand below each other; the rest of a longer one stands beside them."""


def charts_pdf(battle: Battle, *, sheet: str) -> bytes:
    """All charts on one sheet, as large as they fit."""
    data = {
        "title": battle.title,
        "made": made_of(battle),
        "page": paper.PAPERS[sheet][::-1],
        "margin": paper.MARGIN,
        "charts": charts_of(battle),
    }
    return pdf("charts.typ", data, {})


def charts_of(battle: Battle) -> list[dict[str, Any]]:
    """Each chart: title, columns, rows, how it is read; a row that is our own best guess has a mark."""
    words = chart_words(battle.pack)
    names = [name for name in words if name in battle.charts] + [name for name in battle.charts if name not in words]
    return [_chart(battle, name, words.get(name, {})) for name in names if battle.charts[name]]


def _chart(battle: Battle, name: str, words: dict[str, str]) -> dict[str, Any]:
    rows = battle.charts[name]
    columns = [column for column in rows[0] if column not in UNPRINTED]
    return {
        "title": words.get("title") or plain(name),
        "explained": words.get("explained", ""),
        "columns": [COLUMN_WORDS.get(column) or plain(column) for column in columns],
        "parts": [[[_cell(row, c, c == columns[0]) for c in columns] for row in part] for part in parts_of(rows)],
    }


def parts_of(rows: Sequence[Any]) -> list[Sequence[Any]]:
    """The rows of a chart in parts of about one length, none of them too long."""
    high = ceil(len(rows) / ceil(len(rows) / LONGEST))
    return [rows[i : i + high] for i in range(0, len(rows), high)]


def _cell(row: Any, column: str, first: bool) -> str:
    mark = " ◇" if first and str(row.get("source", "")).startswith("reconstructed") else ""
    return f"{row[column]}{mark}"


def plain(name: str) -> str:
    """A name of the data as words: fire_shift is "fire shift"."""
    return name.replace("_", " ")
