"""The hexes about some others, as one set: so that it is asked once and not hex by hex who is near."""

from __future__ import annotations

from functools import lru_cache

from vedette.hexes import Grid, hexes_of


@lru_cache(maxsize=256)
def zone(grid: Grid, middles: int, radius: int) -> int:
    """The set of hexes at most so far from one of a set."""
    found = 0
    for hex in hexes_of(middles):
        found |= grid.within(hex, radius)
    return found
