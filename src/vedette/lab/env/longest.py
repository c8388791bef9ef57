"""The size of the action space, by battle: at least twice the longest list of answers that was ever seen."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

UNMEASURED = 1024
"""Of a battle that nobody has measured."""


@cache
def measured() -> dict[str, int]:
    """Battle -> the longest list of answers seen there (tools/longest.py)."""
    found: dict[str, int] = json.loads((files(__package__) / "longest.json").read_text(encoding="utf-8"))
    return found


def actions_of(battle: str) -> int:
    """How many actions a battle has: a power of two, at least twice the longest list seen."""
    seen = measured().get(battle)
    return UNMEASURED if seen is None else 1 << (2 * seen - 1).bit_length()
