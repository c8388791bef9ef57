"""What the columns of a pack's tables may hold: those that every pack has, and what its rulebook says of the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from vedette.engine.content import HEX, SIDES, TEXT, Content, Layout, matches, maybe, one_of, source, whole

from .errors import PackError, fault, listed
from .find import Folder
from .table import Row, Table

Layouts = Mapping[str, Layout]
CHARTS = "charts/"

CHAIN = matches(r"\d{4}(-\d{4})+", "hex numbers joined by hyphens")

COMMON: Layouts = {
    "board.csv": Layout(
        ("hex", "terrain", "level", "source"),
        {"hex": HEX, "terrain": TEXT, "level": whole(1, 99), "features": maybe(TEXT), "source": source},
    ),
    "hexsides.csv": Layout(("a", "b", "feature", "source"), {"a": HEX, "b": HEX, "feature": TEXT, "source": source}),
    "roads.csv": Layout(
        ("road", "kind", "hexes", "source"), {"road": TEXT, "kind": TEXT, "hexes": CHAIN, "source": source}
    ),
    "corrections.csv": Layout(
        ("hex", "field", "value", "source"),
        {"hex": matches(r"\d{4}(-\d{4})*", "a hex or hexes"), "field": TEXT, "value": TEXT, "source": source},
    ),
    "counters.csv": Layout(
        ("id", "name", "side", "arm", "source"),
        {"id": TEXT, "name": TEXT, "side": one_of(*SIDES), "arm": TEXT, "source": source},
        open=True,
    ),
    "sources.csv": Layout(("key", "what", "address"), {"key": TEXT, "what": TEXT}, open=True),
}


def layouts(content: Content) -> Layouts:
    """The columns of every file of a family's packs: what is common to all, and over it what the family says."""
    return {**COMMON, **{path: _both(COMMON.get(path), own) for path, own in content.tables.items()}}


def _both(common: Layout | None, own: Layout) -> Layout:
    if common is None:
        return own
    checks = {**common.checks, **own.checks}
    return Layout((*common.must, *own.must), checks, own.rest or common.rest, own.open or common.open)


def check_charts(folder: Folder, known: Layouts, charts: Collection[str]) -> None:
    """Every chart that the rules read is there."""
    for path, layout in known.items():
        if path.startswith(CHARTS) and not layout.optional and path not in charts:
            raise fault(folder.shown(path), "there is no such file", "a pack of these rules needs it")


def check_filled(path: str, layout: Layout | None, table: Table) -> None:
    """A chart has rows."""
    if layout and path.startswith(CHARTS) and not (table.rows or layout.optional or layout.empty):
        raise fault(table.file, "there is no row", "write those that the rules read", line=1)


def check_columns(layout: Layout | None, table: Table) -> None:
    """The columns that a file must and may have."""
    if layout is None:
        return
    must = (*layout.must, *(["source"] if layout.checks.get("source") is source else []))
    for column in must:
        if column not in table.columns:
            raise fault(table.file, f"there is no column {column}", "add it to the first line and to every row", line=1)
    if layout.rest is None and not layout.open:
        for column in table.columns:
            if column not in layout.checks and column not in layout.must:
                known = listed(layout.checks)
                raise fault(table.file, f"unknown column {column}", f"use {known}", line=1, column=column)


def check_row(layout: Layout | None, row: Row) -> None:
    """Every cell of a row holds what its column may hold."""
    if layout is None:
        return
    for column, cell in row.values.items():
        check = layout.checks.get(column, layout.rest)
        wanted = check(cell) if check else None
        if wanted:
            raise _cell_error(row, column, cell, wanted)


def _cell_error(row: Row, column: str, cell: str, wanted: str) -> PackError:
    return row.wrong(column, f"{cell!r} is not allowed here" if cell else "the cell is empty", f"write {wanted}")
