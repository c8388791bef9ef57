"""Chapters 3.2 and 21: units that their owner sets up."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.deeds import change, place
from vedette.rules.great_battles.setting import DIRECTIONS, SIDE_INDEX
from vedette.rules.great_battles.state import UNPLACED, State

MOBILE = ("column", "limbered", "mounted")
"""Formations that move (SW 6.0)."""


@procedure("gb-set-up")
class SetUp(Procedure, frozen=True):
    """The Union's units, then the Confederates' (SW-3.2)."""

    def title(self, g: State) -> str:
        return "set-up"

    def begin(self, g: State) -> Result:
        """Everybody as the scenario proposes."""
        for row in g.setting.scenario["setup"]:
            id = row["unit"]
            if g.at(id) == UNPLACED:
                hex = g.setting.grid.index(row.get("usual") or row["hex"])
                place(g, id, hex, row.get("cite", "SW-21.0-1"), "set-up")
                arrange(g, id, row)
        return Done()


def arrange(g: State, id: str, row: object) -> None:
    """Formation, facing and reserve of a row of the set-up."""
    get = row.get  # type: ignore[attr-defined]
    column = get("formation", "line") in MOBILE
    reserve = bool(get("reserve"))
    front = (
        -1
        if column or reserve or g.counter(id).leader or g.counter(id).wagon
        else DIRECTIONS.index(get("facing", "N" if g.side(id) == SIDE_INDEX["confederate"] else "S"))
    )
    change(g, id, get("cite", "SW-21.0-1"), "arranged", column=column, reserve=reserve, facing=front)
