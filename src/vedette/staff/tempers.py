"""Which temper the adjutant has where: kept for a scenario and seat where matches said that it gains (tempers.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from vedette.engine.temper import Temper

FILE = Path(__file__).with_name("tempers.toml")
SIDES = ("union", "confederate")
MOST = 1 << 16
"""Bytes of the largest file."""


def read_tempers(file: Path) -> dict[str, Temper]:
    """Seat -> temper, from a file with a table of terms for each seat. Raises OSError, ValueError."""
    if file.exists() and not file.is_file():
        raise ValueError("it is a folder, a pipe or a device and no file")
    with file.open("rb") as opened:
        data = opened.read(MOST + 1)
    if len(data) > MOST:
        raise ValueError(f"it is larger than {MOST >> 10} kB")
    try:
        found = msgspec.toml.decode(data.decode("utf-8-sig"), type=dict[str, Temper])
    except RecursionError:
        raise ValueError("its tables lie too deep in each other") from None
    for seat in found:
        if seat not in SIDES:
            raise ValueError(f"there is no seat {seat[:60]!r}; there are {' and '.join(SIDES)}")
    if not found:
        raise ValueError(f"nothing stands in it; write a table [{SIDES[0]}] or [{SIDES[1]}]")
    return found


@cache
def _all() -> dict[str, dict[str, Temper]]:
    return msgspec.toml.decode(FILE.read_bytes(), type=dict[str, dict[str, Temper]])


def kept(battle: str) -> Mapping[str, Temper]:
    """The adjutant's tempers in a scenario by seat; where none is kept it weighs plainly."""
    return _all().get(battle, {})
