"""How much more strength the Union has left than the Confederates."""

from __future__ import annotations

from vedette.rules.common.ai import strength_ahead
from vedette.rules.valley_campaign.state import CUP, UNPLACED, WAITING, State


def ahead(g: State) -> float:
    """On the map and still to come, as it is now."""
    return strength_ahead(g, g.strength, (WAITING, UNPLACED, CUP))
