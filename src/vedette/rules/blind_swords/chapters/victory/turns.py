"""The points that the ends of turns bring, for hexes held then."""

from __future__ import annotations

from vedette.engine.cites import cites, note
from vedette.engine.events import Event
from vedette.engine.field import paired
from vedette.rules.blind_swords.chapters.victory.holding import hexes_held, hexes_stood_in
from vedette.rules.blind_swords.chapters.victory.levels import standing
from vedette.rules.blind_swords.chapters.victory.parts import tally, total
from vedette.rules.blind_swords.scoring import Bonus, EachTurn
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State


@cites("KT-20.5b", "KT-20.6d")
def start(g: State) -> None:
    """What a side has before the first turn; nothing where the scenario does not say so."""
    for side, seat in enumerate(SIDES):
        g.given = paired(g.given, side, g.setting.scoring.start.get(seat, 0))
    g.earned = (0,) * len(g.setting.scoring.by_turn)


@cites("KT-18.2", "KT-7.0-P5b", "KT-20.4i-hex-2")
def award_turn(g: State) -> None:
    """The points that a scenario gives turn by turn go on the track.

    A scenario that counts only at its end has no such rows, and earns none.
    """
    for i, row in enumerate(g.setting.scoring.by_turn):
        won = of_turn(g, row) if isinstance(row, EachTurn) else of_bonus(g, row)
        if won:
            g.earned = (*g.earned[:i], g.earned[i] + won, *g.earned[i + 1 :])
            g.log(Event("points", row.cite, row.side, data=(won, row.name, isinstance(row, Bonus))))
    if g.setting.victory.get("do") == "points":
        parts = tally(g)
        found = standing(g, parts)
        level = found.level if found else ""
        g.log(Event("score", "KT-18.2", data=(g.turn, total(parts, 0), total(parts, 1), level)))


@cites("SS-19.2-3", "KT-20.2j-2", "KT-20.2l-USA", "KT-20.2l-CSA", "KT-20.4i-hex-USA", "KT-20.4i-hex-CSA")
def of_turn(g: State, row: EachTurn) -> int:
    """What a row gives at the end of this turn, by the hexes held, or those in which infantry stands.

    Sandy Ridge from a turn on, the hill each turn.
    """
    if not row.from_ <= g.turn <= row.to or void(g, row):
        return 0
    if row.occupied:
        return row.points * hexes_stood_in(g, SIDE_INDEX[row.side], row.hexes)
    return row.points * hexes_held(g, SIDE_INDEX[row.side], row.hexes)


@cites("KT-20.2j-3")
def void(g: State, row: EachTurn | Bonus) -> bool:
    """Whether a row is worth nothing in this turn, for what its side holds besides."""
    return bool(row.unless_held) and hexes_held(g, SIDE_INDEX[row.side], row.unless_held) > 0


@cites("KT-20.2k-0", "KT-20.2k-1", "KT-20.2k-2", "KT-20.2k-3", "KT-20.2k-4", "KT-20.2l-bonus", "KT-20.4i-bonus")
def of_bonus(g: State, row: Bonus) -> int:
    """What a row gives once, at the end of its turn. By the number of hexes held (KT-20.2k-1 to KT-20.2k-4)."""
    held = hexes_held(g, SIDE_INDEX[row.side], row.hexes)
    if g.turn != row.turn or not held or void(g, row):
        return 0
    at = min(held, len(row.by_number)) - 1
    note(*row.cites[at : at + 1])
    return row.by_number[at]


def net(g: State) -> int:
    """What the ends of turns have brought the Confederates more than the Union."""
    rows = zip(g.setting.scoring.by_turn, g.earned, strict=True)
    return sum(won if row.side == "confederate" else -won for row, won in rows)
