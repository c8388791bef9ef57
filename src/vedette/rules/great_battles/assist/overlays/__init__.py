"""Overlays: pictures of the whole board, by name. Each is drawn in a module of this package and entered here."""

from __future__ import annotations

from vedette.engine.overlays import Overlay
from vedette.rules.great_battles.assist.overlays.ground import HILLS, LEVELS, SEEN, SIGHT, STACKS, ZONES
from vedette.rules.great_battles.assist.overlays.units import ABLE, BEARING, CHANCES, FIELD, MELEES, RADIUS, RANGE

BOARDS: dict[str, Overlay] = {
    overlay.name: overlay
    for overlay in (CHANCES, MELEES, ZONES, RANGE, FIELD, BEARING, RADIUS, ABLE, SIGHT, SEEN, HILLS, STACKS, LEVELS)
}
"""In the order in which they are offered."""
