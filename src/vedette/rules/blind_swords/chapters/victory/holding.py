"""Who holds which victory hexes."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.cites import cites
from vedette.rules.blind_swords.setting import SIDE_INDEX, Setting
from vedette.rules.blind_swords.state import State


@cites("KT-20.1f-1", "KT-20.2j-1")
def hexes_held(g: State, side: int, names: Sequence[str] = ()) -> int:
    """How many victory hexes, all or those named, a side controls."""
    pairs = zip(g.setting.victory_hexes, g.control, strict=True)
    return sum(holder == side for hex, holder in pairs if not names or g.hex_name(hex) in names)


@cites("KT-20.1f-3", "KT-20.2l-initial", "KT-20.4i-hex-1")
def first_holders(setting: Setting) -> dict[int, int]:
    """Who holds each victory hex as the scenario begins: as it says, else who stands there, else nobody (-1).

    KT-20.1f-3, KT-20.2l-initial, KT-20.4i-hex-1. Where infantry alone takes a hex, guns hold none (rulings: SS 19.1).
    """
    said = SIDE_INDEX.get(str(setting.victory.get("initial")), -1)
    found = dict.fromkeys(setting.victory_hexes, said)
    for row in setting.scenario.get("setup", ()):
        hex = setting.grid.index(row["hex"])
        counter = setting.counters[row["unit"]]
        if hex in found and takes_hexes(setting, counter.arm):
            found[hex] = counter.side
    return found


@cites("SS-19.1-3")
def takes_hexes(setting: Setting, arm: str) -> bool:
    """Whether units of an arm take control of a hex by standing in it: infantry alone in some books."""
    return arm == "infantry" or setting.profile.control_by == "any"


@cites("SS-19.2-rear", "SS-19.2-4")
def hexes_stood_in(g: State, side: int, names: Sequence[str]) -> int:
    """In how many of these hexes infantry of a side stands."""
    hexes = map(g.setting.grid.index, names)
    return sum(any(g.side(i) == side and g.counter(i).arm == "infantry" for i in g.in_hex(h)) for h in hexes)
