"""Who holds which victory hexes."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.cites import cites
from vedette.rules.blind_swords.setting import SIDE_INDEX, Setting
from vedette.rules.blind_swords.state import State


@cites("KT-20.1f-1", "KT-20.2j-1")
def hexes_held(g: State, side: int, names: Sequence[str] = ()) -> int:
    """How many victory hexes, all or those named, a side controls (KT-20.1f-1, KT-20.2j-1)."""
    pairs = zip(g.setting.victory_hexes, g.control, strict=True)
    return sum(holder == side for hex, holder in pairs if not names or g.hex_name(hex) in names)


@cites("KT-20.1f-3", "KT-20.2l-initial", "KT-20.4i-hex-1")
def first_holders(setting: Setting) -> dict[int, int]:
    """Who holds each victory hex as the scenario begins: as it says, else who stands there, else nobody (-1).

    KT-20.1f-3, KT-20.2l-initial, KT-20.4i-hex-1.
    """
    said = SIDE_INDEX.get(str(setting.victory.get("initial")), -1)
    found = dict.fromkeys(setting.victory_hexes, said)
    for row in setting.scenario.get("setup", ()):
        hex = setting.grid.index(row["hex"])
        if hex in found:
            found[hex] = setting.counters[row["unit"]].side
    return found
