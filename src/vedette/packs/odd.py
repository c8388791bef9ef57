"""Values that can be and are strange: told to whoever types, and kept."""

from __future__ import annotations

from collections.abc import Mapping

from .laid import row_named, table_named
from .owned import GROUND
from .table import Table

PAIRS = (("fresh_sp", "worn_sp"), ("dismounted_sp", "dismounted_worn_sp"), ("full", "reduced"),
         ("fresh_cr", "worn_cr"), ("dismounted_cr", "dismounted_worn_cr"))  # fmt: skip
"""A column, and one that is never higher: the other face of the counter."""
LEAST = 5
"""Rows of a column before its range says anything."""


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def odd(tables: Mapping[str, Table], table: str, row: str, column: str, value: str) -> str:
    """Why a value is strange; "" where it is not."""
    path = table_named(tables, table)
    if not path or path in GROUND[1:]:  # there numbers are names of hexes
        return ""
    found = tables[path]
    here = row_named(found, found.columns[:1], row)
    number = _number(value)
    if number is None:
        return ""
    for higher, lower in PAIRS:
        if here is not None and column in (higher, lower):
            a, b = (_number(value if c == column else here.get(c)) for c in (higher, lower))
            if a is not None and b is not None and b > a:
                return f"{lower} {b:g} is more than {higher} {a:g}"
    rows = [r for r in found.rows if here is None or r.get("arm") == here.get("arm")]
    others = [n for r in rows if (n := _number(r.get(column))) is not None]
    if len(others) >= LEAST and not min(others) <= number <= max(others):
        return f"{value} is {'more' if number > max(others) else 'less'} than any other in {column}" \
               f" ({min(others):g} to {max(others):g})"  # fmt: skip
    return ""
