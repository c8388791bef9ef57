"""Numbers in words."""

from __future__ import annotations


def counted(n: int, one: str, many: str) -> str:
    """ "1 hex", "3 hexes"."""
    return f"{n} {one if n == 1 else many}"


def hexes_are(n: int) -> str:
    """ "1 hex is", "3 hexes are"."""
    return f"{counted(n, 'hex', 'hexes')} {'is' if n == 1 else 'are'}"
