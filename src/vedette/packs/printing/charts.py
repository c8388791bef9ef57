"""The charts of a battle on one sheet."""

from __future__ import annotations

from typing import Any

from vedette.engine.battle import Battle

from ..chart_words import chart_words
from . import paper
from .typeset import pdf
from .words import made_of

UNPRINTED = ("source", "game")
"""Columns that are no part of a printed chart: where a row comes from, and for which of several games it is."""


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
        "columns": [plain(column) for column in columns],
        "rows": [[_cell(row, column, column == columns[0]) for column in columns] for row in rows],
    }


def _cell(row: Any, column: str, first: bool) -> str:
    mark = " ◇" if first and str(row.get("source", "")).startswith("reconstructed") else ""
    return f"{row[column]}{mark}"


def plain(name: str) -> str:
    """A name of the data as words: fire_shift is "fire shift"."""
    return name.replace("_", " ")
