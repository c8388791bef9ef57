"""Chapter 22: victory points and levels of victory."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.engine.rulebook import Outcome
from vedette.rules.great_battles.state import State


def points(g: State) -> tuple[int, int]:
    """Victory points of both sides as things stand."""
    return (g.morale, 0)


@cites("SW-22.4-1")
def standing(g: State) -> Outcome:
    """The result if the game ended now: the difference, and its level (SW 22.4). Points: the Union lead."""
    union, confederate = points(g)
    lead = union - confederate
    winner = None if not lead else "union" if lead > 0 else "confederate"
    for row in g.setting.victory["levels"]:
        if row.get("winner") == winner and row.get("from", 0) <= abs(lead) <= row.get("to", abs(lead)):
            return Outcome(winner, row["level"], lead, row["cite"])
    return Outcome(winner, "Draw", lead, "SW-22.4-1")


@procedure("gb-ending")
class Ending(Procedure, frozen=True):
    """The game is over: who has won, and (optional) what becomes of the campaign (SW 22.5)."""

    def title(self, g: State) -> str:
        return "the end"

    def announce(self, g: State) -> Result:
        """Say who has won."""
        found = standing(g)
        g.log(Event("outcome", found.cite, data=(found.level, found.winner or "", found.points)))
        return Done()


def outcome(g: State) -> Outcome | None:
    """Set when the game is over."""
    return standing(g) if g.over else None
