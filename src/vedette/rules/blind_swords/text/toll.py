"""The toll of a battle at its end: strength points lost for the day and points that are merely worn down."""

from __future__ import annotations

from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import BOX_OF, ELIMINATED, State
from vedette.rules.common.text.sections import Table

DEPLETED, GONE = "points depleted", "points broken or eliminated"
UNITS = "units broken or eliminated"
POINT = 64
"""Strength is counted in sixty-fourths of a point."""


def toll(g: State) -> Table:
    """Side -> points that depletion took of units still in being, points of units on the Broken Track or eliminated.

    A unit counts with its Fresh strength; who has come back from the Broken Track counts by its side only, and who
    left the map otherwise counts as he left.
    """
    found: Table = {seat: {DEPLETED: 0, GONE: 0, UNITS: 0} for seat in SIDES}
    for id, unit in g.units.items():
        counter, row = g.setting.counters[id], found[g.seat(id)]
        if unit.at == ELIMINATED or unit.at in BOX_OF:
            row[GONE] += counter.sp[0]
            row[UNITS] += 1
        elif unit.worn:
            row[DEPLETED] += counter.sp[0] - counter.sp[1]
    for row in found.values():
        row[DEPLETED] //= POINT
        row[GONE] //= POINT
    return found
