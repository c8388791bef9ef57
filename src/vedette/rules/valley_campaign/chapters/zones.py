"""Chapters 4.1 to 4.6 and 4.10: zones of control, and stacking.

zone(g, side)               the zone of control of a side, as bits
in_enemy_zone(g, hex, side) whether a hex lies in that of the enemy
stack_bar(g, id, hex)       why a unit finds no room in a hex
full_hexes(g, id)           the hexes where it finds none
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.state import State

# -- zones of control (4.1 to 4.6) -----------------------------------------------------------------------


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

    Every unit exerts one, in all phases: artillery does, and by the letter leaders too. Units in a hex do not cancel
    it, zones of both sides overlap, and two are no more than one.
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
    """Whether those in a hex exert a zone; by an option leaders alone exert none."""
    if g.setting.options.get("leader-zones", True):
        return True
    return not all(g.counter(id).leader for id in g.in_hex(hex))


@cites("JV-4.6-1")
def in_enemy_zone(g: State, hex: int, side: int) -> bool:
    """Whether a hex lies in the zone of the enemy of a side."""
    return bool(zone(g, 1 - side) >> hex & 1)


# -- stacking (4.10) -------------------------------------------------------------------------------------

LIMIT = 2
"""Combat units in a hex at most (JV-4.10-1)."""
FULL = Reason(f"{LIMIT} combat units stand there already, at every instant the most", "JV-4.10-1")


@cites("JV-4.10-4", "JV-4.10-5", "JV-4.10-6")
def stacked(g: State, hex: int, without: tuple[str, ...] = ()) -> list[str]:
    """The units of a hex that count: not leaders nor artillery, whether others are with them or not."""
    return [id for id in g.in_hex(hex) if g.counter(id).combat_unit and id not in without]


@cites("JV-4.10-1", "JV-4.10-2")
def stack_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit finds no room in a hex, even in passing."""
    if not g.counter(id).combat_unit or len(stacked(g, hex, (id,))) < LIMIT:
        return None
    return FULL


def room(g: State, id: str, hex: int) -> bool:
    """Whether a unit finds room in a hex."""
    return stack_bar(g, id, hex) is None


def full_hexes(g: State, id: str) -> set[int]:
    """The hexes where a unit finds no room: those that `stack_bar` bars."""
    if not g.counter(id).combat_unit:
        return set()
    return {hex for hex, here in g.stacks.items() if len(here) >= LIMIT and not room(g, id, hex)}
