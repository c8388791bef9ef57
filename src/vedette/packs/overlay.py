"""An owner's values over those of a pack: same file, same columns, rows found by key, empty cells keep the value."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.content import Layout

from .errors import fault, listed
from .find import Folder
from .layers import canonical
from .laying import REMOVED, Laid, Rules
from .schema import check_row
from .table import Row, Table, once_each
from .written import read_written


def lay_over(path: str, base: Table, folder: Folder, rules: Rules, layout: Layout | None) -> Table:
    """The table of a pack with the owner's rows laid over it."""
    file = next((f for f in folder.overlaid() if canonical(f, (path,)) == path), None)
    if folder.over is None or file is None:
        return base
    over = read_written(str(folder.over / file), folder.read_over(file), base.columns)
    key = rules.key(path, base)
    for column in over.columns:
        if column not in base.columns:
            what = f"the pack's {path} has no column {column}"
            raise fault(over.file, what, f"use {listed(base.columns)}", line=1, column=column)
    for column in key:
        if column not in over.columns:
            raise fault(over.file, f"there is no column {column}", "it tells which row is meant: add it", line=1)
    found = {row.key(key): row for row in base.rows}
    for name, row in once_each(over, key).items():
        if row.get("source") == REMOVED and path in rules.adds and name in found:
            del found[name]
        elif name in found:
            found[name] = _merged(layout, found[name], row, key)
        elif path in rules.adds:
            found[name] = _added(layout, base, row)
        else:
            what = f"the pack's {path} has no row {' '.join(name)}"
            raise row.wrong(key[0], what, "write a row that it has")
    return base.with_rows(found.values())


def _merged(layout: Layout | None, base: Row, over: Row, key: tuple[str, ...]) -> Row:
    """The cells that the owner gives, the pack's for the rest."""
    given = {c: v for c, v in over.values.items() if v and c not in key and c != "source"}
    if not given:
        return base
    row = Row(base.values | given | _owner(over), over.file, over.line)
    check_row(layout, row)
    return row


def _added(layout: Layout | None, base: Table, over: Row) -> Row:
    """A row of the owner's that the pack does not have."""
    row = Row({c: over.get(c) for c in base.columns} | _owner(over), over.file, over.line)
    check_row(layout, row)
    return row


def _owner(over: Row) -> dict[str, str]:
    said = over.get("source").removeprefix("owner").lstrip(": ")
    return {"source": f"owner: {said}" if said else "owner"}


def check_paths(folder: Folder, known: set[str]) -> None:
    """Every table of the owner lies over one of the pack, and nothing else of a pack does."""
    for path in folder.strays():
        mend = "an owner's values are tables, .csv; `vedette pack new` begins a pack of one's own"
        raise fault(str(folder.over / path) if folder.over else path, "this cannot be laid over a pack", mend)
    for path in folder.overlaid():
        if canonical(path, known) not in known:
            file = str(folder.over / path) if folder.over else path
            tables = listed(sorted(known))
            raise fault(
                file, f"the pack {folder.name} has no table {path}", f"an overlay has the path of one: {tables}"
            )


def laid_over(path: str, base: Table, over: Table, rules: Rules) -> Iterator[Laid]:
    """The cells in which a table that was laid over differs in value or source: those of the rows that he gave."""
    key = rules.key(path, base)
    before = {row.key(key): row for row in base.rows}
    for row in over.rows:
        old = before.get(row.key(key))
        if row is old:
            continue
        name = " ".join(row.key(key))
        for column, value in row.values.items():
            was = old.get(column) if old else ""
            if column != "source" and column not in key and (old is None or value != was):
                yield Laid(path, name, column, value, was, "", row["source"])
    for gone in before.keys() - {row.key(key) for row in over.rows}:
        yield Laid(path, " ".join(gone), "source", REMOVED, before[gone]["source"], "", "owner")
