"""Chapter 2.8 and the lists of 10.3: units that their owner sets up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.cites import cites
from vedette.engine.procedure import Ask, Done, Goto, Procedure, Result, procedure
from vedette.rules.valley_campaign.deeds import place
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.stacking import room
from vedette.rules.valley_campaign.state import UNPLACED, State

ALL = -1
"""In place of a hex: this unit and all that wait, as proposed."""


@procedure("set-up")
class SetUp(Procedure, frozen=True):
    """Unit by unit, in the order of the list; those who go with another unit after all others (JV-10.3-with)."""

    def title(self, g: State) -> str:
        return "set-up"

    def choose(self, g: State) -> Result:
        """Where the next unit stands, or all that are left as proposed."""
        id = next_unit(g)
        if id is None:
            return Done()
        g_side = SIDES[g.side(id)]
        hexes = places(g, id)
        options = (*hexes, ALL)
        return Ask(
            g_side, options, self.put, "set-up", row_cite(g, id), f"{id}: where does it stand?",
            lambda g, hex: "rest as proposed" if hex == ALL else f"{id}: {g.hex_name(hex)}",
            lambda g, hex: hex, usual=proposal(g, id), about=(id,),
        )  # fmt: skip

    def put(self, g: State, hex: int) -> Result:
        """Put it there."""
        id = next_unit(g)
        assert id is not None
        if hex != ALL:
            set_down(g, id, hex)
            return Goto(self.choose)
        side = g.side(id)
        while id is not None and g.side(id) == side:
            set_down(g, id, proposal(g, id))
            id = next_unit(g)
        return Goto(self.choose)


def set_down(g: State, id: str, hex: int) -> None:
    """Set a unit up."""
    place(g, id, hex, row_cite(g, id), "set-up")


def rows_of(g: State) -> Mapping[str, Mapping[str, Any]]:
    """The rows of the set-up list by unit."""
    return {row["unit"]: row for row in g.setting.scenario["setup"]}


def row_cite(g: State, id: str) -> str:
    """The case of a unit's place in the list."""
    row = rows_of(g).get(id, {})
    return str(row.get("cite") or g.setting.scenario.get("cite", ""))


def next_unit(g: State) -> str | None:
    """Who is set up next: first those of an area, then those who go with another unit."""
    rows = rows_of(g)
    left = [id for id, unit in g.units.items() if unit.at == UNPLACED]
    return next((i for i in left if "with" not in rows[i]), left[0] if left else None)


@cites("JV-4.10-1")
def places(g: State, id: str) -> tuple[int, ...]:
    """Where a unit may be set up: in its area, or with one of the units named, within the stacking limit."""
    row = rows_of(g)[id]
    if "with" in row:
        hexes = sorted({g.at(other) for other in row["with"] if g.at(other) >= 0})
    else:
        hexes = sorted(g.setting.areas[row["area"]])
    return tuple(h for h in hexes if room(g, id, h))


def proposal(g: State, id: str) -> int:
    """Where it is set up unless its owner says otherwise: the scenario's own proposal, else the first free hex."""
    free = places(g, id)
    wanted = rows_of(g)[id].get("usual")
    hex = g.setting.grid.index(wanted) if wanted else -1
    return hex if hex in free else free[0]
