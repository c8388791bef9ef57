"""Who holds which victory hexes."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.cites import cites
from vedette.rules.blind_swords.deeds import hold
from vedette.rules.blind_swords.state import State


@cites("KT-20.1f-1", "KT-20.2j-1")
def hexes_held(g: State, side: int, names: Sequence[str] = ()) -> int:
    """How many victory hexes, all or those named, a side controls (KT-20.1f-1, KT-20.2j-1)."""
    pairs = zip(g.setting.victory_hexes, g.control, strict=True)
    return sum(holder == side for hex, holder in pairs if not names or g.hex_name(hex) in names)


def settle(g: State) -> None:
    """Who stands in a victory hex as the game begins holds it, whatever the scenario says of the others."""
    for hex in g.setting.victory_hexes:
        if g.holder(hex) >= 0:
            hold(g, hex, g.holder(hex))
