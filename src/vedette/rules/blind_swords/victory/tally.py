"""The score with its parts: who earned what from what."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vedette.engine.cites import cites
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.scoring import Bonus, Casualties, Exits
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.victory.exits import exit_points, strength_out
from vedette.rules.blind_swords.victory.losses import casualty_points, strength_lost


class Part(msgspec.Struct, frozen=True):
    """What a side has earned from one thing."""

    side: int
    what: str
    points: int
    cite: str
    detail: str = ""
    """How it was counted, in words."""


@cites("KT-20.4i-0", "KT-20.2-vp-net")
def tally(g: State) -> tuple[Part, ...]:
    """Every part of the score, those of nothing too: both sides earn (KT-20.4i-0, KT-20.2-vp-net)."""
    return tuple(_parts(g))


def _parts(g: State) -> Iterator[Part]:
    rules = g.setting.scoring
    for side, seat in enumerate(SIDES):
        if g.given[side] or rules.start.get(seat):
            yield Part(side, "at the start", g.given[side], "KT-20.5b")
    for row, won in zip(rules.by_turn, g.earned, strict=True):
        what = f"{row.name}, {'bonus' if isinstance(row, Bonus) else 'turn by turn'}"
        yield Part(SIDE_INDEX[row.side], what, won, row.cite)
    for loss in rules.casualties:
        yield Part(SIDE_INDEX[loss.side], "enemy losses", casualty_points(g, loss), loss.cite, _lost(g, loss))
    for out in rules.exits:
        yield Part(SIDE_INDEX[out.side], "own units led off", exit_points(g, out), out.cite, _out(g, out))


def _lost(g: State, row: Casualties) -> str:
    """How losses were counted: "23 SP, halved"."""
    lost = strength_lost(g, 1 - SIDE_INDEX[row.side], row.strength)
    return f"{lost / SP:g} SP" + (f", divided by {row.divide}" if row.divide > 1 else "")


def _out(g: State, row: Exits) -> str:
    return f"{strength_out(g, row) / SP:g} SP, {row.per} SP a point"


def total(g: State, side: int) -> int:
    """All that a side has earned."""
    return sum(part.points for part in tally(g) if part.side == side)


def lead(g: State) -> int:
    """By how many points the Confederates lead; negative where they trail."""
    return sum(part.points if part.side else -part.points for part in tally(g))
