"""A move that wins the battle at once, whatever the points (SS 19.1)."""

from __future__ import annotations

from vedette.engine.cites import cites, note
from vedette.engine.events import Event
from vedette.engine.rulebook import Outcome
from vedette.rules.blind_swords.state import State

WILLED = ("moved", "advanced", "shifted")
"""Ways to come to a hex that are moves of the owner, to make room too: no retreat, nothing that the enemy does."""


@cites("SS-19.1-auto")
def decide(g: State, id: str, kind: str) -> None:
    """A unit of the kind that the scenario names has moved into the hex: the game is over at once.

    A retreat or an uncontrolled move does not count (rulings: SS 19.1).
    """
    row = g.setting.scoring.sudden
    if row is None or kind not in WILLED or not would_decide(g, id, g.at(id)):
        return
    g.decisive = id
    g.over = g.halted = True
    g.log(Event("sudden", row.cite, row.side, (id,), g.at(id)))
    g.log(Event("over", row.cite, data=(row.level,)))


def would_decide(g: State, id: str, hex: int) -> bool:
    """Whether a unit that moved into a hex would win the battle."""
    row = g.setting.scoring.sudden
    if row is None or hex < 0 or g.hex_name(hex) != row.hex or g.seat(id) != row.side:
        return False
    return g.counter(id).arm == row.arm and g.units[id].worn == (row.face == "worn")


def sudden_outcome(g: State, ahead: int) -> Outcome | None:
    """The level of a game that was won so."""
    row = g.setting.scoring.sudden
    if row is None or not g.decisive:
        return None
    note(row.cite)
    return Outcome(row.side, row.level, ahead, row.cite)
