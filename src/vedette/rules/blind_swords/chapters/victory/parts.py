"""The score with its parts: who earned what from what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from vedette.engine.cites import cites, note
from vedette.rules.blind_swords.chapters.victory.exits import exit_points, strength_out
from vedette.rules.blind_swords.chapters.victory.holding import hexes_held
from vedette.rules.blind_swords.chapters.victory.losses import casualty_points, strength_lost
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.scoring import Bonus
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State


class Part(msgspec.Struct, frozen=True):
    """What a side has earned from one thing."""

    side: int
    what: str
    points: int
    cite: str
    detail: str = ""
    """How it was counted, in words."""


@cites("KT-20.4i-0", "KT-20.2-vp-net", "KT-2.0-1", "SS-19.1-4")
def tally(g: State) -> tuple[Part, ...]:
    """Every part of the score, those of nothing too: both sides earn.

    By key ground turn after turn or once at the end, by units led off and by losses, as the scenario says. What counts
    at the end alone stands there as if the game ended now.
    """
    return tuple(_parts(g))


def _parts(g: State) -> Iterator[Part]:
    rules = g.setting.scoring
    for side, seat in enumerate(SIDES):
        if g.given[side] or rules.start.get(seat):
            yield Part(side, "at the start", g.given[side], "KT-20.5b")
    for row, won in zip(rules.by_turn, g.earned, strict=True):
        what = f"{row.name}, {'bonus' if isinstance(row, Bonus) else 'turn by turn'}"
        yield Part(SIDE_INDEX[row.side], what, won, row.cite)
    for end in rules.at_end:
        held = hexes_held(g, SIDE_INDEX[end.side], end.hexes)
        note(*[end.cite] * (held > 0))
        yield Part(SIDE_INDEX[end.side], f"{end.name}, at the end", end.points * held, end.cite)
    for loss in rules.casualties:
        lost = strength_lost(g, loss)
        note(*[loss.cite] * (lost > 0))
        how = f"{lost / SP:g} SP{f' / {loss.divide}' if loss.divide > 1 else ''}" if lost else ""
        yield Part(SIDE_INDEX[loss.side], "enemy losses", casualty_points(loss, lost), loss.cite, how)
    for off in rules.exits:
        out = strength_out(g, off)
        how = f"{out / SP:g} SP / {off.per}" if out else ""
        yield Part(SIDE_INDEX[off.side], "own units led off", exit_points(off, out), off.cite, how)


def total(parts: Iterable[Part], side: int) -> int:
    """All that a side has earned."""
    return sum(part.points for part in parts if part.side == side)


def lead(parts: Iterable[Part]) -> int:
    """By how many points the Confederates lead; negative where they trail."""
    return sum(part.points if part.side else -part.points for part in parts)
