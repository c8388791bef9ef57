"""Tables as people write them: semicolons or tabs, UTF-16, decimal commas, dashes of a word processor.

What can only have been meant in one way is understood; what cannot (a date that a spreadsheet made of `11-12`) is an
error that names the cell and the mend. Files that come with the program are read by `table.py` alone.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence

from .errors import fault
from .table import Row, Table, decode

WORDS = frozenset({"source", "effect", "note", "words", "doubt", "date", "address", "what", "result"})
"""Columns of plain words: dashes and commas in them are left as they are."""
DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
BLANKS = str.maketrans(dict.fromkeys("\u00a0\u2007\u2009\u202f", " "))
UNSEEN = frozenset({"Cc", "Cf", "Cs"})
"""Signs that nobody sees: controls, marks that turn the direction of writing, halves of letters."""
BREAKS = "\t\n\r"
QUOTES = "\u201c\u201d\u201e"
DECIMAL = re.compile(r"([+-]?\d{1,4}),(\d{1,4})")
MONTHS = "jan|feb|m[aä]r|mrz|apr|ma[iy]|jun|jul|aug|sep|okt|oct|nov|de[cz]"
DATE = re.compile(
    rf"\d{{1,2}}[-. /]+({MONTHS})[a-z]*\.?([-. /]\d{{2,4}})?|({MONTHS})[a-z]*[-. /]+\d{{1,2}}"
    r"|\d{1,2}\.\d{1,2}\.(\d{2}|\d{4})|\d{1,2}/\d{1,2}/(\d{2}|\d{4})|\d{4}-\d{2}-\d{2}( 00:00(:00)?)?",
    re.IGNORECASE,
)


def text_of(file: str, data: bytes) -> str:
    """The text of a file in UTF-8 or in one of the UTF-16 that Windows writes."""
    wide = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}.get(data[:2])
    if wide is None and len(data) > 3 and 0 in (data[0], data[1]) and data[0] != data[1]:
        wide = "utf-16-le" if data[1] == 0 else "utf-16-be"
    if wide is None:
        return decode(file, data)
    try:
        # The line ends of Windows were taken for those of UTF-8 where a file is read, which leaves UTF-16 alone.
        return data.decode(wide).removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise fault(file, "it begins as UTF-16 and does not go on as such", "save the file as UTF-8") from None


def tidy(cell: str, column: str = "") -> str:
    """A cell without what only a spreadsheet or a word processor has put into it."""
    if not cell.isprintable():
        cell = "".join(sign for sign in cell if sign in BREAKS or unicodedata.category(sign) not in UNSEEN)
    cell = cell.translate(BLANKS).strip().strip(QUOTES).strip()
    if column.lower() in WORDS:
        return cell
    cell = cell.translate(DASHES)
    found = DECIMAL.fullmatch(cell)
    return f"{found[1]}.{found[2]}" if found else cell


def dated(cell: str) -> str:
    """What is wrong with a cell out of which a spreadsheet has made a date; empty where it is none."""
    return "a spreadsheet has made a date of it" if DATE.fullmatch(cell) else ""


DATE_MEND = "make the column text in the spreadsheet, then write it again as the chart has it, such as 11-12"


def _parted_by(text: str) -> tuple[str, str]:
    """The sign that parts the cells, and the text without the line in which Excel may say so."""
    first, _, rest = text.partition("\n")
    said = re.fullmatch(r"\s*sep=(.)\s*", first)
    if said:
        return said[1], "\n" + rest
    bare = re.sub(r'"[^"]*"', "", next((line for line in text.split("\n") if line.strip()), ""))
    return max((",", ";", "\t"), key=bare.count), text


def read_written(file: str, data: bytes, columns: Sequence[str] = (), free: Sequence[str] = ()) -> Table:
    """Read a table that a person wrote.

    Args:
        columns: those that the table may have; a head that differs by capitals alone is one of them.
        free: columns whose cells are left as they are written.
    """
    sign, text = _parted_by(text_of(file, data))
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=sign)
    try:
        lines = [(reader.line_num, [*map(str, cells)]) for cells in reader]
    except csv.Error as e:
        raise fault(file, f"cannot be read ({e})", "close the quotation mark", line=reader.line_num) from None
    lines = [(n, cells) for n, cells in lines if any(map(str.strip, cells))]
    if not lines:
        raise fault(file, "the file is empty", "write the names of the columns in the first line", line=1)
    (top, head), *body = lines
    names = _heads(file, top, head, columns)
    return Table(file, tuple(names), tuple(_row(file, n, names, cells, sign, free) for n, cells in body))


def _heads(file: str, line: int, head: list[str], columns: Iterable[str]) -> list[str]:
    """The names of the columns."""
    while head and not head[-1].strip():
        head.pop()
    known = {name.lower(): name for name in columns}
    names = [known.get(tidy(name).lower(), tidy(name)) for name in head]
    doubled = sorted({name for name in names if names.count(name) > 1 or not name})
    if doubled:
        raise fault(file, f"column {doubled[0]!r} stands twice or has no name", "name each once", line=line)
    for name in names:
        if wrong := dated(name):
            raise fault(file, f"{name!r}: {wrong}", DATE_MEND, line=line, column=name)
    return names


def _row(file: str, line: int, names: Sequence[str], cells: list[str], sign: str, free: Sequence[str]) -> Row:
    """One row, with as many cells as there are columns."""
    while len(cells) > len(names) and not cells[-1].strip():
        cells.pop()
    if sign != ",":
        cells += [""] * (len(names) - len(cells))  # a spreadsheet leaves out what is empty at the end
    if len(cells) != len(names):
        what = f"{len(cells)} cells where the first line names {len(names)} columns"
        raise fault(file, what, "add or take out commas, or quote a text with a comma", line=line)
    values = {n: c.strip() if n in free else tidy(c, n) for n, c in zip(names, cells, strict=True)}
    row = Row(values, file, line)
    for name, cell in values.items():
        if name not in free and name.lower() not in WORDS and (wrong := dated(cell)):
            raise row.wrong(name, f"{cell!r}: {wrong}", DATE_MEND)
    return row
