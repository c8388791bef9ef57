"""Errata of a pack: dated cells that are laid over its tables, unless a game is made without them."""

from __future__ import annotations

import re
from pathlib import Path

from vedette.engine.battle import Battle

from .find import Folder
from .laid import Cover, lay_cells, read_cells
from .layers import About, Layer
from .laying import Rules
from .schema import Layouts
from .table import Row, Table

ERRATA = "errata.csv"
DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
WITHOUT = "without its errata"


class Published(About, frozen=True, kw_only=True):
    """Who lays errata: whoever published them."""

    def says(self, source: str = "", date: str = "") -> str:
        """The source of a cell of them."""
        return f"published: errata of {date}" + (f", {source}" if source else "")


def lay_errata(folder: Folder, tables: dict[str, Table], rules: Rules, known: Layouts) -> tuple[dict[str, Table], str]:
    """The tables with the errata over them, and in words what is in force. Raises PackError."""
    cells = read_cells(folder.shown(ERRATA), folder.read(ERRATA))
    for cell in cells:
        _check(cell)
    cover = Cover(dict(tables), rules, known, [])
    lay_cells(cover, Layer("errata", Path(folder.shown(ERRATA)).parent, Published(pack=folder.name)), cells)
    last, n = max((cell["date"] for cell in cells), default=""), len(cells.rows)
    return cover.tables, f"errata of {last} ({n} cell{'' if n == 1 else 's'})" if n else ""


def _check(cell: Row) -> None:
    if not DAY.fullmatch(cell.get("date")):
        raise cell.wrong("date", f"{cell.get('date')!r} is no day", "write it as 2026-03-01")
    if not cell.get("source"):
        raise cell.wrong("source", "it says not where it was published", "write where it stands")


def in_words(edition: str, errata: str) -> str:
    """By which edition of a pack, with which errata, a game is played; "" where the pack says neither."""
    return ", ".join(part for part in (f"edition {edition}" if edition else "", errata) if part)


def has_errata(battle: Battle) -> bool:
    """Whether errata are in force in a battle, so that it could be played without them."""
    return "errata of " in battle.printing
