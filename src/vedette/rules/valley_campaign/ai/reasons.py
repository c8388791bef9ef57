"""What the adjutant has in mind with some units, in sentences: who marches for the edge, what must be held."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.rules.valley_campaign.ai.aims import aims_of, points_missing, runners, turns_left, worth_of
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import State


def reasons(g: State, seat: str, units: Sequence[str]) -> list[str]:
    """What the scenario asks of these units, as the adjutant counts on them for it."""
    aims, side = aims_of(g.setting), SIDE_INDEX[seat]
    mine = [id for id in units if id in g.units and g.side(id) == side]
    hexes = ", ".join(g.hex_name(hex) for hex in aims.hexes)
    if side != aims.side:
        return [f"What counts is to keep the enemy from {hexes or 'the edge of the map'}."] if mine else []
    found = []
    marching = runners(g)
    for id in mine:
        if id in marching:
            left = turns_left(g)
            still = f", with {left} {'turn' if left == 1 else 'turns'} to go"
            missing = f" of the {points_missing(g)} that are still missing" if points_missing(g) else ""
            found.append(f"{g.counter(id).name} marches for the edge: {worth_of(g, id)} points{missing}{still}.")
    if hexes and mine and not found:
        found.append(f"What counts at the end is to have {hexes}.")
    return found[:3]
