"""A battle whose pack has some cells changed: what a designer asks before he changes the pack itself."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

import msgspec

from vedette.engine.game import Playable

from .errors import PackError, listed
from .reader import LAYERS, Pack, battle_of, build_board, checked, pack_of
from .rulebooks import content_of
from .schema import check_row, layouts
from .table import Row, Table
from .under import BOARD

VARIED = "varied"
"""Beside the files in a pack's fingerprint: the cells that were changed."""


class Cell(msgspec.Struct, frozen=True):
    """A cell with another value: the table by its file, the row by its key, the column."""

    table: str
    row: str
    column: str
    value: str


def cell_of(battle: Playable, words: str) -> Cell:
    """A cell as it is written: TABLE/ROW/COLUMN:VALUE, such as crt/11-13/5:-|-|0.

    Raises:
        PackError: the pack has no such table, row or column, or nothing is said of its value.
    """
    return cell_in(pack_of(battle), words)


def cell_in(pack: Pack, words: str) -> Cell:
    """The same in a pack. Raises PackError."""
    name, _, rest = words.partition("/")
    path = _path(pack, name)
    table = pack.tables[path]
    for column in sorted(table.columns, key=len, reverse=True):
        row, found, value = rest.partition(f"/{column}:")
        if found:
            _row(pack, pack.tables[path], path, row)
            return Cell(path, row, column, value.strip().strip('"'))
    raise PackError(f"{words}: write TABLE/ROW/COLUMN:VALUE; the columns of {path} are {listed(table.columns)}")


def varied(battle: Playable, cells: Iterable[Cell]) -> Playable:
    """The battle by the same pack with these cells changed, checked as a pack is.

    Raises:
        PackError: a cell does not exist, or cannot hold its value.
    """
    cells = tuple(cells)
    if not cells:
        return battle
    pack = pack_of(battle)
    tables = dict(pack.tables)
    for cell in cells:
        tables[cell.table] = _changed(pack, tables[cell.table], cell)
    said = {VARIED: msgspec.json.encode(cells)}
    other = checked(msgspec.structs.replace(pack, tables=tables, bytes_of=pack.bytes_of | said))
    board = build_board(other) if any(cell.table in BOARD for cell in cells) else battle.board
    return battle_of(other, board, battle.id.rpartition("/")[2])


def bare_of(battle: Playable) -> Playable:
    """The battle by the pack alone, without what its owner has laid over it; a scenario of his own stays."""
    pack = pack_of(battle)
    mine = {path for path in pack.bytes_of if path == LAYERS or path.startswith("owner/")}
    if not mine:
        return battle
    rest = {path: data for path, data in pack.bytes_of.items() if path not in mine}
    other = checked(msgspec.structs.replace(pack, tables=pack.bare, bytes_of=rest, laid=()))
    return battle_of(other, build_board(other), battle.id.rpartition("/")[2])


def _path(pack: Pack, name: str) -> str:
    """The file of a table: crt is charts/crt.csv, counters is counters.csv."""
    for path in (f"{name}.csv", f"charts/{name}.csv"):
        if path in pack.tables:
            return path
    names = [path.removeprefix("charts/").removesuffix(".csv") for path in pack.tables]
    near = difflib.get_close_matches(name, names, 1, 0.5)
    mend = f"did you mean {near[0]}" if near else f"there are {listed(names)}"
    raise PackError(f"the pack {pack.folder.name} has no table {name!r}; {mend}")


def _row(pack: Pack, table: Table, path: str, name: str) -> Row:
    """The row of a key, or of its first column where that is enough."""
    key = pack.meta.overlay.key(path, table)
    whole = [row for row in table if " ".join(row.key(key)) == name]
    found = whole or [row for row in table if row[key[0]] == name]
    if len(found) == 1:
        return found[0]
    names = [" ".join(row.key(key)) for row in found or table.rows]
    near = names if found else difflib.get_close_matches(name, names, 3, 0.3) or names[:3]
    what = "more than one row" if found else "no row"
    raise PackError(f"{path} has {what} {name!r}; write such as {listed(near[:5])}")


def _changed(pack: Pack, table: Table, cell: Cell) -> Table:
    """The table with one cell changed."""
    row = _row(pack, table, cell.table, cell.row)
    new = Row(row.values | {cell.column: cell.value}, row.file, row.line)
    check_row(layouts(content_of(pack.meta.rulebook)).get(cell.table), new)
    return table.with_rows(new if other is row else other for other in table)
