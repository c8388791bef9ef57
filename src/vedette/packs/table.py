"""Tables of a pack: comma separated files, each row knowing the line that it stands on."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

import msgspec

from .errors import PackError, fault


class Row(msgspec.Struct, frozen=True):
    """One row: its values by column, and where it was read."""

    values: dict[str, str]
    file: str
    line: int

    def __getitem__(self, column: str) -> str:
        return self.values[column]

    def get(self, column: str, default: str = "") -> str:
        """The value of a column that may be missing."""
        return self.values.get(column, default)

    def key(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        """The values that tell this row from the others."""
        return tuple(self.values[c] for c in columns)

    def wrong(self, column: str, what: str, mend: str) -> PackError:
        """An error that points at one cell."""
        return fault(self.file, what, mend, line=self.line, column=column)


class Table(msgspec.Struct, frozen=True):
    """A file: its columns in order and its rows."""

    file: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def with_rows(self, rows: Iterable[Row]) -> Table:
        """The same table with other rows."""
        return Table(self.file, self.columns, tuple(rows))


def decode(file: str, data: bytes) -> str:
    """The text of a file, or an error that names the byte that is no UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        line = data[: e.start].count(b"\n") + 1
        raise fault(file, f"byte {e.start} is no UTF-8", "save the file as UTF-8", line=line) from None


def read_table(file: str, data: bytes) -> Table:
    """Read a comma separated file; every row must have exactly the columns of the first line."""
    reader = csv.reader(io.StringIO(decode(file, data), newline=""), strict=True)
    try:
        head = next(reader, None)
        if not head:
            raise fault(file, "the file is empty", "write the names of the columns in the first line", line=1)
        doubled = {c for c in head if head.count(c) > 1 or not c.strip()}
        if doubled:
            raise fault(file, f"column {sorted(doubled)[0]!r} stands twice or has no name", "name each once", line=1)
        rows = []
        for cells in reader:
            if not cells:
                continue
            # A quoted cell may run over several lines; what is named is the line on which the row ends.
            if len(cells) != len(head):
                what = f"{len(cells)} cells where the first line names {len(head)} columns"
                raise fault(file, what, "add or take out commas, or quote a text with a comma", line=reader.line_num)
            row = dict(zip(head, (c.strip() for c in cells), strict=True))
            rows.append(Row(row, file, reader.line_num))
    except csv.Error as e:
        raise fault(file, f"cannot be read ({e})", "close the quotation mark", line=reader.line_num) from None
    return Table(file, tuple(head), tuple(rows))


def once_each(table: Table, columns: tuple[str, ...]) -> dict[tuple[str, ...], Row]:
    """The rows by their key; a key that stands twice is an error."""
    found: dict[tuple[str, ...], Row] = {}
    for row in table.rows:
        key = row.key(columns)
        if key in found:
            first = found[key].line
            raise row.wrong(columns[0], f"{' '.join(key)} stands already in line {first}", "take one of them out")
        found[key] = row
    return found
