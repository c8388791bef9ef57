"""Chapter 4.1 to 4.6: zones of control."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.state import State


@cites("JV-4.1-1", "JV-4.1-3", "JV-4.1-4", "JV-4.3-1", "JV-4.3-2", "JV-4.3-3", "JV-4.3-4", "JV-9.1-2")
def spread(g: State, hex: int) -> int:
    """Where the zone of whoever stands in a hex reaches, as bits: its six neighbours.

    Not over a river unless a bridge stands there, nor over a creek unless at a ford; over everything else.
    """
    found = g.setting.spread[hex]
    for a, b in g.setting.bridges:
        if hex in (a, b) and (a, b) not in g.burned:
            found |= 1 << (b if hex == a else a)
    return found


@cites("JV-4.2-1", "JV-4.2-2", "JV-4.2-3", "JV-4.6-2", "JV-4.6-3")
def zone(g: State, side: int) -> int:
    """All hexes in the zone of control of a side, as bits.

    Every unit exerts one, in all phases, artillery and, by the letter, leaders too; nobody in a hex cancels it, both
    sides' lie over each other, and two are no more than one.
    """
    found = g.zones.get(side)
    if found is None:
        found = 0
        for hex in hexes_of(g.masks[side]):
            if exerts(g, hex):
                found |= spread(g, hex)
        g.zones[side] = found
    return found


@cites("JV-4.2-3")
def exerts(g: State, hex: int) -> bool:
    """Whether those in a hex exert a zone; leaders alone may be without one by an option."""
    if g.setting.options.get("leader-zones", True):
        return True
    return not all(g.counter(id).leader for id in g.in_hex(hex))


@cites("JV-4.6-1")
def in_enemy_zone(g: State, hex: int, side: int) -> bool:
    """Whether a hex lies in the zone of the enemy of a side; whoever stands there has him in his own."""
    return bool(zone(g, 1 - side) >> hex & 1)
