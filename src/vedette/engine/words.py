"""Numbers in words."""

from __future__ import annotations


def counted(n: int, one: str, many: str) -> str:
    """ "1 hex", "3 hexes"."""
    return f"{n} {one if n == 1 else many}"


def hexes_are(n: int) -> str:
    """ "1 hex is", "3 hexes are"."""
    return f"{counted(n, 'hex', 'hexes')} {'is' if n == 1 else 'are'}"


def percent(chance: float) -> str:
    """ "56 %"; what is neither sure nor impossible is never called so."""
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return "under 1 %"
    return "over 99 %" if whole == 100 and chance < 1 - 1e-9 else f"{whole} %"
