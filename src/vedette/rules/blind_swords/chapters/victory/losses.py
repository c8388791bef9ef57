"""What a side earns for the enemy's losses: once, at the end of the game; before it, as they stand."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.rules.blind_swords.chapters.values import printed_sp
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.scoring import Casualties
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import BOX_OF, ELIMINATED, State


@cites("KT-20.2m-1", "KT-20.2m-2", "KT-20.4i-cas-1", "KT-20.4i-cas-3", "SS-13.9-3")
def lost_units(g: State, side: int) -> list[str]:
    """Units of a side anywhere on the Broken Track, or eliminated.

    Not those that have left the map, nor those that never came.
    """
    units = g.units
    return [id for id in g.armies[side] if units[id].at in BOX_OF or units[id].at == ELIMINATED]


@cites("KT-20.4i-cas-2")
def counted(g: State, id: str, strength: str) -> int:
    """What a lost unit counts, in sixty-fourths: its Fresh side, the largest one if Fragile.

    Elsewhere the side that shows, which on the Broken Track is the Battleworn one.
    """
    if strength == "showing":
        return printed_sp(g, id)
    printed = g.setting.counters[id]
    return max(*printed.sp, *(printed.foot.sp if printed.foot is not None else ()))


def strength_lost(g: State, row: Casualties) -> int:
    """The strength that the other side has lost, in sixty-fourths."""
    return sum(counted(g, id, row.strength) for id in lost_units(g, 1 - SIDE_INDEX[row.side]))


@cites("KT-20.4i-cas-4")
def casualty_points(row: Casualties, lost: int) -> int:
    """What a side earns for the other's losses; the fraction of a divided total is dropped."""
    return lost // (SP * row.per * row.divide)
