"""What a loss or an exit would still bring, in points, for commanders; what a hex would, `stakes` says.

- `loss_worth(g, side)`: points that one strength point of the side's losses gives the enemy (0.5 where halved).
- `loss_of(g, id)`: points that the enemy gets if this unit is on the Broken Track at the end, or eliminated.
- `exit_worth(g, side, turn=None, forced=False)`: points that one strength point earns by leaving in a turn (this one).
- `exit_of(g, id, forced=False)`: points that this unit earns by leaving now over an edge that counts, the rest of
  earlier exits carried on (a fraction).
- `exit_edges(g, side)`: words of the edges that count ("north", "east"); empty where exits earn nothing.

All in victory points, as floats. Everything here is public.
"""

from __future__ import annotations

from vedette.rules.blind_swords.chapters.values import printed_sp
from vedette.rules.blind_swords.chapters.victory import counted, exit_row
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State


def loss_worth(g: State, side: int) -> float:
    """What a strength point that a side loses gives the enemy."""
    row = next((r for r in g.setting.scoring.casualties if r.side == SIDES[1 - side]), None)
    return 1 / (row.per * row.divide) if row else 0.0


def loss_of(g: State, id: str) -> float:
    """What a unit gives the enemy if it is lost."""
    side = g.side(id)
    row = next((r for r in g.setting.scoring.casualties if r.side == SIDES[1 - side]), None)
    if row is None:
        return 0.0
    broken = g.counter(id).arm != "artillery" and not g.counter(id).fragile
    strength = g.counter(id).sp[1] if broken and row.strength == "showing" else counted(g, id, row.strength)
    return strength / SP * loss_worth(g, side)


def exit_worth(g: State, side: int, turn: int | None = None, forced: bool = False) -> float:
    """What a strength point that leaves the map in a turn earns its side."""
    row = exit_row(g, side)
    if row is None or not ((forced and row.forced) or (g.turn if turn is None else turn) >= row.from_):
        return 0.0
    return 1 / row.per


def exit_of(g: State, id: str, forced: bool = False) -> float:
    """What a unit earns its side by leaving the map now."""
    return printed_sp(g, id) / SP * exit_worth(g, g.side(id), forced=forced)


def exit_edges(g: State, side: int) -> tuple[str, ...]:
    """The edges over which exits of a side count."""
    row = exit_row(g, side)
    return row.edges if row else ()
