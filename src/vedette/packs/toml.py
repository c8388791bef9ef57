"""A TOML text whose every number can be counted with: neither nan nor inf, nor one past all measure."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from typing import Any

from .scenario import line_of

MOST = 2**63 - 1
"""The largest whole number that a fingerprint can hold."""


class Uncounted(tomllib.TOMLDecodeError):
    """The text is TOML, and one of its numbers is none to count with; the text names line and key."""


def loads(text: str) -> dict[str, Any]:
    """The tables of a text. Raises TOMLDecodeError, of a number that is none an Uncounted, and RecursionError."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:  # a whole number of more digits than Python reads
        raise Uncounted("one of its numbers has too many digits to be counted with") from error
    for path, value in _uncounted("", found):
        words = "this" if isinstance(value, int) and value.bit_length() > 1_000 else str(value)[:40]
        raise Uncounted(f"line {line_of(text, path)}, {path}: {words} is no number that can be counted with")
    return found


def _uncounted(path: str, value: Any) -> Iterator[tuple[str, float]]:
    """The numbers that are none, each with its key such as setup[3].hex."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _uncounted(f"{path}.{key}".lstrip("."), part)
    elif isinstance(value, list):
        for n, part in enumerate(value):
            yield from _uncounted(f"{path}[{n}]", part)
    elif (isinstance(value, float) and not math.isfinite(value)) or (isinstance(value, int) and abs(value) > MOST):
        yield path, value
