"""What a hex, a loss or an exit would still bring: for commanders, who weigh it against other things.

- `points_now(g, side)`: what a side has earned, its enemy's losses so far and exits counted as they stand.
- `ahead(g, side)`: by how many points the side leads.
- `hex_worth(g, side, hex)`: the points by which the side is better off if it holds the hex (index) from this turn's
  end to the end of the game than if the enemy does, all else as it stands: points turn by turn, bonuses to come, those
  of the end, and what holding it makes void;
  of a hex in which infantry must stand, that it does. In a game of hexes (`hexes_held`) 1.0 a victory hex.
- `hex_turn(g, side, hex)`: the same for this turn's end alone, bonuses of this turn included.
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
from vedette.rules.blind_swords.chapters.victory import counted, exit_row, lead, tally, total
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.scoring import Bonus, EachTurn
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State

Holders = dict[str, int]


def points_now(g: State, side: int) -> int:
    """What a side has earned by now."""
    return total(tally(g), side)


def ahead(g: State, side: int) -> int:
    """By how many points a side leads."""
    found = lead(tally(g))
    return found if side else -found


def hex_worth(g: State, side: int, hex: int) -> float:
    """What it is worth to a side to hold a hex from now to the end, and not the enemy."""
    return sum(_swing(g, side, hex, turn) for turn in range(g.turn, g.setting.last_turn + 1)) + _plain(g, hex)


def hex_turn(g: State, side: int, hex: int) -> float:
    """The same, for the end of this turn alone."""
    return _swing(g, side, hex, g.turn)


def _plain(g: State, hex: int) -> float:
    return float(g.setting.victory.get("do") == "hexes_held" and hex in g.setting.victory_hexes)


def _swing(g: State, side: int, hex: int, turn: int) -> float:
    """The difference that the holder of a hex makes at the end of a turn, the other hexes held as now."""
    return _held_swing(g, side, hex, turn) + _stood_swing(g, side, hex, turn)


def _stood_swing(g: State, side: int, hex: int, turn: int) -> float:
    """What it is worth in a turn that one side's infantry stands in a hex, or does not."""
    name, won = g.hex_name(hex), 0
    for row in g.setting.scoring.each_turn:
        if row.occupied and name in row.hexes and row.from_ <= turn <= row.to:
            won += row.points
    return float(won)


def _held_swing(g: State, side: int, hex: int, turn: int) -> float:
    holders = dict(zip(map(g.hex_name, g.setting.victory_hexes), g.control, strict=True))
    name = g.hex_name(hex)
    if name not in holders:
        return 0.0
    mine, theirs = ({**holders, name: who} for who in (side, 1 - side))
    return float(_brings(g, side, turn, mine) - _brings(g, side, turn, theirs))


def _brings(g: State, side: int, turn: int, holders: Holders) -> int:
    """How much more the end of a turn brings one side than the other."""
    won = 0
    for row in g.setting.scoring.by_turn:
        who = SIDE_INDEX[row.side]
        if any(holders[h] == who for h in row.unless_held):
            continue
        count = _of_row(row, turn, sum(holders.get(h) == who for h in row.hexes))
        won += count if who == side else -count
    for end in g.setting.scoring.at_end if turn == g.setting.last_turn else ():
        who = SIDE_INDEX[end.side]
        count = end.points * sum(holders[h] == who for h in end.hexes)
        won += count if who == side else -count
    return won


def _of_row(row: EachTurn | Bonus, turn: int, held: int) -> int:
    if isinstance(row, EachTurn) and row.occupied:
        return 0
    if isinstance(row, EachTurn):
        return row.points * held if row.from_ <= turn <= row.to else 0
    return row.by_number[min(held, len(row.by_number)) - 1] if turn == row.turn and held else 0


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
