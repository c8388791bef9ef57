"""Layers laid over the tables of a pack, cell by cell, chart by chart, with what was there before."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from vedette.engine.content import DIE, Layout

from .errors import PackError, fault, listed
from .layers import CELLS, COLUMNS, Layer, canonical
from .laying import REMOVED, Laid, Rules
from .schema import Layouts, check_columns, check_filled, check_row
from .table import Row, Table, once_each
from .written import DATE_MEND, WORDS, dated, read_written, tidy

SEEN = "seen"
"""In the column `value` of nothing, as the source of a cell: looked at, and the same as the program's."""
CHITS = "chits.csv"
CHARTS = "charts/"
SHARES = ("game", "side")
"""A chart with one of these columns is several: of a whole one only those are replaced that it has rows for."""
Tables = Mapping[str, Table]


class Cover(msgspec.Struct):
    """Tables in the making, with all that was laid over them so far."""

    tables: dict[str, Table]
    rules: Rules
    known: Layouts
    laid: list[Laid] = []

    def key(self, path: str) -> tuple[str, ...]:
        """The columns that tell the rows of a table apart."""
        return self.rules.key(path, self.tables[path])

    def put(self, path: str, rows: Iterable[Row]) -> None:
        """Other rows for a table."""
        self.tables[path] = self.tables[path].with_rows(rows)

    def adds(self, path: str) -> bool:
        """Whether rows may be added to a table."""
        return path in self.rules.adds or path == CHITS


def table_named(names: Iterable[str], word: str) -> str:
    """The file of a table by its name, such as crt for charts/crt.csv; "" where there is none."""
    plain = word.strip().lower().removesuffix(".csv").removeprefix(CHARTS)
    for name in names:
        if name.removesuffix(".csv").removeprefix(CHARTS).lower() == plain:
            return name
    return ""


def named(path: str) -> str:
    """How a table is called in a layer: crt for charts/crt.csv."""
    return path.removesuffix(".csv").removeprefix(CHARTS)


def row_named(table: Table, key: tuple[str, ...], words: str) -> Row | None:
    """The row of a key, or of its first column where that alone is enough."""
    whole = [row for row in table if " ".join(row.key(key)) == words]
    found = whole or [row for row in table if row[key[0]] == words]
    return found[0] if len(found) == 1 else None


def lay_layers(tables: Tables, layers: Sequence[Layer], rules: Rules, known: Layouts) -> Cover:
    """The tables with all layers over them, the last on top. Raises PackError."""
    cover = Cover(dict(tables), rules, known)
    for layer in layers:
        for file in layer.files():
            _lay_file(cover, layer, file)
    return cover


def _lay_file(cover: Cover, layer: Layer, file: str) -> None:
    """One file of a layer."""
    shown = str(layer.path / file)
    if file.lower() == CELLS:
        lay_cells(cover, layer, read_cells(shown, layer.read(file)))
        return
    if file in layer.scenarios().values():
        return
    path = canonical(file, cover.tables)
    if path not in cover.tables:
        what = f"the pack {layer.about.pack} has no table {file}"
        near = difflib.get_close_matches(file.lower(), list(cover.tables), 1, 0.4)
        raise fault(shown, what, f"write {near[0]}" if near else f"there are {listed(sorted(cover.tables))}")
    base = cover.tables[path]
    table = read_written(shown, layer.read(file), base.columns)
    if path.startswith(CHARTS):
        lay_chart(cover, layer, path, table)
    else:
        lay_rows(cover, layer, path, table)


# -- cells


def read_cells(file: str, data: bytes) -> Table:
    """The cells of a layer."""
    table = read_written(file, data, (*COLUMNS, "edition"), ("value", "source"))
    for column in ("table", "row", "column"):
        if column not in table.columns:
            mend = f"the first line is {','.join(COLUMNS)}"
            raise fault(file, f"there is no column {column}", mend, line=1)
    for column in table.columns:
        if column not in (*COLUMNS, "edition"):
            raise fault(file, f"unknown column {column}", f"use {listed(COLUMNS)}", line=1, column=column)
    return table


def lay_cells(cover: Cover, layer: Layer, cells: Table) -> None:
    """Each cell over the one that is there; rows that are added last, once all their cells are known."""
    once: dict[tuple[str, str, str], Row] = {}
    fresh: dict[tuple[str, str], list[Row]] = {}
    for cell in cells:
        path = table_named(cover.tables, cell["table"])
        if not path:
            raise cell.wrong("table", f"there is no table {cell['table']!r}", _tables(cover, cell["table"]))
        at = (path, cell["row"], cell["column"])
        if at in once:
            raise cell.wrong("row", f"this cell stands already in line {once[at].line}", "take one of them out")
        once[at] = cell
        if row_named(cover.tables[path], cover.key(path), cell["row"]) is None and cover.adds(path):
            fresh.setdefault((path, cell["row"]), []).append(cell)
        else:
            lay_cell(cover, layer, path, cell)
    for (path, row), found in fresh.items():
        add_row(cover, layer, path, row, found)


def _tables(cover: Cover, word: str) -> str:
    names = [named(path) for path in cover.tables]
    near = difflib.get_close_matches(word, names, 1, 0.5)
    return f"did you mean {near[0]}" if near else f"there are {listed(names)}"


def no_row(cover: Cover, path: str, words: str) -> tuple[str, str]:
    """That a table has no such row, or more than one: what, and the mend."""
    table, key = cover.tables[path], cover.key(path)
    found = [" ".join(row.key(key)) for row in table if row[key[0]] == words]
    names = found or [" ".join(row.key(key)) for row in table]
    near = found or difflib.get_close_matches(words, names, 3, 0.3) or names[:3]
    what = f"{path} has {'more than one row' if found else 'no row'} {words!r}"
    return what, f"write such as {listed(near[:5])}"


def lay_cell(cover: Cover, layer: Layer, path: str, cell: Row) -> None:
    """One cell of a row that is there."""
    table, key = cover.tables[path], cover.key(path)
    row, column = row_named(table, key, cell["row"]), cell["column"]
    if row is None:
        raise cell.wrong("row", *no_row(cover, path, cell["row"]))
    value, source = tidy(cell.get("value"), column), cell.get("source")
    if column == "source" and value == REMOVED and cover.adds(path):
        cover.put(path, (other for other in table if other is not row))
        cover.laid.append(Laid(path, cell["row"], column, value, row["source"], layer.name, source))
        return
    if column not in _writable(cover, path):
        raise _no_column(cover, path, cell)
    if column in key:
        raise cell.wrong("column", f"{column} tells which row is meant", "write a column that holds a value")
    if column not in WORDS and (wrong := dated(value)):
        raise cell.wrong("value", f"{value!r}: {wrong}", DATE_MEND)
    seen = value == "" and source.lower().partition(" ")[0].rstrip(":,") == SEEN
    before = row.get(column)
    said = layer.about.says("" if seen else source, cell.get("date"))
    new = Row(row.values | ({} if seen else {column: value}) | {"source": said}, cell.file, cell.line)
    _check(cover, path, new, column, cell)
    cover.put(path, (new if other is row else other for other in table))
    key_words = " ".join(row.key(key))
    cover.laid.append(Laid(path, key_words, column, new.get(column), before, layer.name, said, seen))


def _check(cover: Cover, path: str, row: Row, column: str, cell: Row) -> None:
    """The cell holds what its column may hold; the error points at the line of the layer."""
    layout = cover.known.get(path)
    check = layout.checks.get(column, layout.rest) if layout else None
    value = row.get(column)
    wanted = check(value) if check else None
    if wanted:
        what = f"{value!r} is not allowed here" if value else "the cell is empty"
        place = f"{named(path)}, {cell['row']}, {column}: "
        raise cell.wrong("value", place + what, f"write {wanted}")


def _writable(cover: Cover, path: str) -> list[str]:
    """The columns that a table has or may have."""
    layout = cover.known.get(path)
    columns = dict.fromkeys((*cover.tables[path].columns, *(layout.checks if layout else ())))
    return [column for column in columns if column != "source"]


def _no_column(cover: Cover, path: str, cell: Row) -> PackError:
    what = f"{path} has no column {cell['column']!r}"
    return cell.wrong("column", what, f"use {listed(_writable(cover, path))}")


def add_row(cover: Cover, layer: Layer, path: str, words: str, cells: Sequence[Row]) -> None:
    """A row that the pack does not have, out of all its cells."""
    table, key, first = cover.tables[path], cover.key(path), cells[0]
    given = {cell["column"]: tidy(cell.get("value"), cell["column"]) for cell in cells}
    for cell in cells:
        if cell["column"] == "source":
            raise cell.wrong("row", *no_row(cover, path, words))
        if cell["column"] not in _writable(cover, path):
            raise _no_column(cover, path, cell)
    lacking = [column for column in key if not given.get(column)]
    if lacking:
        what, mend = no_row(cover, path, words)
        raise first.wrong("row", what, f"{mend}; for a new row give its cells {listed(key)} too")
    source = layer.about.says(next((c.get("source") for c in cells if c.get("source")), ""), first.get("date"))
    values = dict.fromkeys(table.columns, "") | given | {"source": source}
    row = Row(values, first.file, first.line)
    check_row(cover.known.get(path), row)
    for other in table:
        if other.key(key) == row.key(key):
            raise first.wrong("row", f"{' '.join(row.key(key))} is in the pack", "change its cells by its own name")
    cover.put(path, (*table, row))
    cover.laid += [Laid(path, words, c, v, "", layer.name, source) for c, v in given.items() if c != "source"]


# -- rows and whole charts


def lay_rows(cover: Cover, layer: Layer, path: str, table: Table) -> None:
    """Rows of a table that is no chart: cells of those that the pack has, and more where more may be added."""
    key = cover.key(path)
    for column in table.columns:
        if column not in cover.tables[path].columns:
            what = f"the pack's {path} has no column {column}"
            raise fault(table.file, what, f"use {listed(cover.tables[path].columns)}", line=1, column=column)
    for column in key:
        if column not in table.columns:
            raise fault(table.file, f"there is no column {column}", "it tells which row is meant: add it", line=1)
    for row in once_each(table, key).values():
        words = " ".join(row.key(key))
        source = row.get("source")
        cells = [
            Row({"table": path, "row": words, "column": c, "value": v, "source": source}, row.file, row.line)
            for c, v in row.values.items()
            if v and c != "source"
        ]
        there = any(other.key(key) == row.key(key) for other in cover.tables[path])
        if there and source == REMOVED:
            out = {"table": path, "row": words, "column": "source", "value": REMOVED}
            lay_cell(cover, layer, path, Row(out, row.file, row.line))
        elif there:
            for cell in cells:
                if cell["column"] not in key:
                    lay_cell(cover, layer, path, cell)
        elif cover.adds(path):
            add_row(cover, layer, path, words, cells)
        else:
            raise row.wrong(key[0], f"the pack's {path} has no row {words}", "write a row that it has")


def lay_chart(cover: Cover, layer: Layer, path: str, table: Table) -> None:
    """A whole chart in the place of the pack's: of another shape, as far as the rules can read it."""
    base, layout = cover.tables[path], cover.known.get(path)
    said = layer.about.says()
    columns = (*(c for c in table.columns if c != "source"), "source")
    rows = [
        Row({c: row.get(c) for c in columns} | {"source": _said(layer, row.get("source"), said)}, row.file, row.line)
        for row in table
    ]
    whole = Table(table.file, columns, tuple(_spread(rows, layout)))
    check_columns(layout, whole)
    check_filled(path, layout, whole)
    for row in whole.rows:
        check_row(layout, row)
    shares = [c for c in SHARES if c in base.columns and c in columns]
    mine = {row.key(tuple(shares)) for row in whole.rows}
    kept = [row for row in base.rows if shares and row.key(tuple(shares)) not in mine]
    if kept and set(columns) != set(base.columns):
        what = f"it has not the columns of the pack's {path}, whose other rows stay"
        raise fault(table.file, what, f"use {listed(base.columns)}", line=1)
    cover.tables[path] = Table(table.file, columns, (*kept, *whole.rows))
    key = cover.rules.key(path, cover.tables[path])
    once_each(whole, key)
    before = {row.key(key): row for row in base.rows if all(c in base.columns for c in key)}
    cover.laid[:] = [cell for cell in cover.laid if cell.table != path or kept]
    cover.laid += _cells_of(path, whole, key, before, layer)


def _cells_of(
    path: str, whole: Table, key: tuple[str, ...], before: Mapping[tuple[str, ...], Row], layer: Layer
) -> Iterator[Laid]:
    for row in whole.rows:
        old = before.get(row.key(key))
        for column in whole.columns:
            if column in key or column == "source":
                continue
            was = old.get(column) if old else ""
            seen = old is not None and was == row[column]
            yield Laid(path, " ".join(row.key(key)), column, row[column], was, layer.name, row["source"], seen)


def _said(layer: Layer, source: str, said: str) -> str:
    return layer.about.says(source.removeprefix("owner").lstrip(": ")) if source else said


def _spread(rows: Iterable[Row], layout: Layout | None) -> Iterator[Row]:
    """Rows of which one stands for several dice, `1-3`, become one each where the rules read one die a row."""
    columns = [c for c, check in layout.checks.items() if check is DIE] if layout else []
    for row in rows:
        column = next((c for c in columns if c in row.values and "-" in row[c].strip("-")), "")
        low, _, high = row.get(column).partition("-") if column else ("", "", "")
        if column and low.isdecimal() and high.isdecimal() and int(low) < int(high) <= 6:
            for die in range(int(low), int(high) + 1):
                yield Row(row.values | {column: str(die)}, row.file, row.line)
        else:
            yield row


# -- what is in force


def changed(before: Tables, after: Tables) -> dict[str, object]:
    """What the layers have changed, table by table, whatever its source: for a fingerprint."""
    found: dict[str, object] = {}
    for path, table in after.items():
        if table is before[path]:
            continue
        old, new = _values(before[path]), _values(table)
        if old != new:
            found[path] = [*new]
    return found


def _values(table: Table) -> list[tuple[tuple[str, str], ...]]:
    found = (tuple((c, v) for c, v in sorted(row.values.items()) if c not in ("source", "note")) for row in table.rows)
    return sorted(found)


def twice(layers: Sequence[Layer], names: Iterable[str]) -> PackError | None:
    """A scenario of a layer whose name the pack or another layer has already."""
    seen = dict.fromkeys(names, "the pack")
    for layer in layers:
        for name, file in layer.scenarios().items():
            if name in seen:
                what, mend = f"{seen[name]} has a scenario of that name", "give the file another name"
                return fault(str(layer.path / file), what, mend)
            seen[name] = f"the layer {layer.name}"
    return None
