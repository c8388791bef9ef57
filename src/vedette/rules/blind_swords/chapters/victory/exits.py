"""What a side earns for its units that have left the map."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.scoring import Exits
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import Exit, State


def row_of(g: State, side: int) -> Exits | None:
    """The row of a side; None where its exits earn nothing."""
    return next((row for row in g.setting.scoring.exits if row.side == SIDES[side]), None)


@cites("KT-20.4i-exit-5", "KT-20.4i-exit-6", "KT-15.4-fail-4")
def is_exit(g: State, side: int) -> bool:
    """Whether a retreat off the map is an exit for the side, instead of the Broken Track."""
    row = row_of(g, side)
    return row is not None and row.forced


@cites("KT-20.2n-3", "KT-20.2n-4", "KT-20.4i-exit-3", "KT-20.4i-exit-4", "KT-20.4i-exit-5")
def counts(row: Exits, gone: Exit) -> bool:
    """Whether an exit earns anything: over the right edge. Of one's own will from a turn on, forced at any time."""
    return (gone.forced or gone.turn >= row.from_) and any(edge in row.edges for edge in gone.edges)


@cites("KT-20.2n-2", "KT-20.4i-exit-2")
def strength_out(g: State, row: Exits) -> int:
    """The strength that has left and counts, each unit as it was then."""
    side = SIDE_INDEX[row.side]
    return sum(gone.strength for gone in g.exits if g.side(gone.unit) == side and counts(row, gone))


@cites("KT-20.2n-1", "KT-20.4i-exit-1")
def exit_points(row: Exits, out: int) -> int:
    """What a side has earned by leaving: a point for so many strength points together."""
    return out // (SP * row.per)
