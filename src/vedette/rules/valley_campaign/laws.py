"""Laws that every state keeps: stacking, conservation of units, indexes."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.rules.valley_campaign.stacking import LIMIT, counted
from vedette.rules.valley_campaign.state import State


def broken_laws(g: State) -> list[str]:
    """Every law that the state breaks, in words."""
    return [*_indexes(g), *_stacks(g), *_units(g)]


def _indexes(g: State) -> list[str]:
    new = g.clone()
    new.reindex()
    same = new.stacks == g.stacks and new.masks == g.masks
    return [] if same else ["the kept indexes are not those made anew"]


@cites("JV-10.3-stack")
def _stacks(g: State) -> list[str]:
    """Two combat units a hex, but where the set-up put more and nobody has come since (JV-10.3-stack)."""
    found = []
    for hex in g.stacks:
        here = counted(g, hex)
        if len(here) > LIMIT and not set(here) <= _set_up_in(g, hex):
            found.append(f"{len(here)} combat units in {g.hex_name(hex)}: {', '.join(here)}")
        if len({g.side(id) for id in g.in_hex(hex)}) > 1:
            found.append(f"both sides in {g.hex_name(hex)}")
    return found


def _set_up_in(g: State, hex: int) -> set[str]:
    name = g.hex_name(hex)
    return {row["unit"] for row in g.setting.scenario["setup"] if row.get("hex") == name}


def _units(g: State) -> list[str]:
    found = []
    for id, unit in g.units.items():
        c = g.counter(id)
        if unit.reduced and c.steps == 1:
            found.append(f"{id} has one step and is reduced")
    waiting = {arrival.unit for arrival in g.waiting}
    found += [f"{id} waits and is not off the map" for id in waiting if g.at(id) >= 0]
    return found
