"""Rows and messages are read in several threads at once."""

from __future__ import annotations

import msgspec

from vedette.engine.forms import ready

looks: list[str] = []


def looked() -> type[int]:
    """Called when the form of the row below is worked out, which two threads must not do at once."""
    looks.append("looked")
    return int


def test_what_is_read_has_its_form_before_the_first_row_comes() -> None:
    class Row(msgspec.Struct):
        n: looked()  # type: ignore[valid-type]

    class Later(Row):
        m: str = ""

    looks.clear()
    ready()
    worked_out = len(looks)
    assert worked_out >= 2
    assert msgspec.convert({"n": 1}, Row) == Row(1) and msgspec.convert({"n": 2, "m": "x"}, Later) == Later(2, "x")
    assert len(looks) == worked_out
