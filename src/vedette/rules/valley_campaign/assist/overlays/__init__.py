"""Overlays: pictures of the whole board, by name. Each is drawn in a module of this package and entered here."""

from __future__ import annotations

from vedette.engine.overlays import Overlay
from vedette.rules.valley_campaign.assist.overlays.ground import LEVELS, SEEN, SIGHT, STACKS, ZONES
from vedette.rules.valley_campaign.assist.overlays.units import BOMBARD, CHAINS, CHANCES, GUNS, RANGE

BOARDS: dict[str, Overlay] = {
    overlay.name: overlay for overlay in (CHANCES, ZONES, RANGE, CHAINS, BOMBARD, GUNS, SIGHT, SEEN, STACKS, LEVELS)
}
"""In the order in which they are offered."""
