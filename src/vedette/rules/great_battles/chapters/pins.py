"""Chapter 10.8: pinned units."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.state import State


@cites(
    "SW-10.8-1", "SW-10.87-1", "SW-10.87-2", "SW-10.85", "SW-10.84-2", "SW-10.89-1", "SW-10.89-2", "SW-10.86",
    "GB-21.72-2",
)  # fmt: skip
def pin(g: State, hex: int, side: int, cite: str) -> None:
    """All units of a stack are pinned, leaders too (SW-10.87, SW-10.86), without loss and only once (SW-10.89).

    Who comes later is not.
    """
    for id in g.in_hex(hex, side):
        if not g.units[id].pinned:
            change(g, id, cite, "pinned", pinned=True)
