"""What a pack says about its charts: their titles, how their cells are read, what their boxes are (chart_words.csv)."""

from __future__ import annotations

import csv
import io

from . import find
from .errors import PackError

FILE = "chart_words.csv"


def chart_words(pack: str) -> dict[str, dict[str, str]]:
    """Title, explanation and the boxes of a cell by chart; nothing where a pack has no such file or is not found."""
    try:
        folder = find.folder(pack)
    except PackError:
        return {}
    if not folder.has(FILE):
        return {}
    rows = csv.DictReader(io.StringIO(folder.read(FILE).decode("utf-8", "replace")))
    return {
        name: {
            "title": row.get("title") or name,
            "explained": row.get("explained") or "",
            "boxes": row.get("boxes") or "",
        }
        for row in rows
        if (name := row.get("chart"))
    }
