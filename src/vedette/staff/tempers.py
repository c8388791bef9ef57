"""Which temper the adjutant has where: kept for a scenario and seat where matches said that it gains (tempers.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from vedette.engine.temper import Temper

FILE = Path(__file__).with_name("tempers.toml")


def read_tempers(file: Path) -> dict[str, Temper]:
    """Seat -> temper, from a file with a table of terms for each seat. Raises OSError, ValueError."""
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, Temper])


@cache
def _all() -> dict[str, dict[str, Temper]]:
    return msgspec.toml.decode(FILE.read_bytes(), type=dict[str, dict[str, Temper]])


def kept(battle: str) -> Mapping[str, Temper]:
    """The adjutant's tempers in a scenario by seat; where none is kept it weighs plainly."""
    return _all().get(battle, {})
