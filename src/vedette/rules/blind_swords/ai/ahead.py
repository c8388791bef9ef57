"""How much more strength the Union has left than the Confederates."""

from __future__ import annotations

from vedette.rules.blind_swords.chapters.values import modified_sp
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import WAITING, State
from vedette.rules.common.ai import strength_ahead


def ahead(g: State) -> float:
    """On the map and still to come, as it is now."""
    return strength_ahead(g, lambda id: modified_sp(g, id) / SP, (WAITING,))
