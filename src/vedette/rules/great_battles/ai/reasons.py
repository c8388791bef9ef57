"""What the adjutant has in mind with some units, in sentences: who marches for the edge, and which hexes score."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.rules.great_battles.ai.aims import aims_of, exit_worth, must_leave, runners, waits
from vedette.rules.great_battles.setting import SIDE_INDEX
from vedette.rules.great_battles.state import State

MOST = 3
"""So many units are spoken of."""


def reasons(g: State, seat: str, units: Sequence[str]) -> list[str]:
    """What these units are counted on for."""
    mine = [id for id in units if id in g.units and g.side(id) == SIDE_INDEX[seat]]
    marching = runners(g)
    found = []
    for id in mine:
        name = g.counter(id).name
        if must_leave(g, id):
            found.append(f"Others score for leaving the map only where {name} has left it too.")
        elif id in marching and g.at(id) in aims_of(g.setting).exits and waits(g, id):
            found.append(f"{name} waits at the edge for the leader through whom it scores.")
        elif id in marching:
            found.append(f"{name} can still leave the map in time, for {exit_worth(g, id):g} victory points.")
    hills = aims_of(g.setting).hills
    if not found and mine and hills:
        names = ", ".join(g.hex_name(hex) for hex in hills[:4])
        more = f" and {len(hills) - 4} more" if len(hills) > 4 else ""
        found.append(f"The hexes that score at the end are {names}{more}.")
    return found[:MOST]
