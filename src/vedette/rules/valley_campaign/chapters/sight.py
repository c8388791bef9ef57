"""Chapters 4.12, 4.13 and 7.3: line of sight, judged hex by hex with its reasons.

The board says what a line touches; this module says what that hides. Neither units nor hexsides ever hide anything, so
that a line is judged for each pair of hexes and kept with the setting for a while.
"""

from __future__ import annotations

from vedette.engine.cites import cites, note
from vedette.engine.events import Reason
from vedette.rules.common.sight import Sight, Touched
from vedette.rules.valley_campaign.setting import Setting
from vedette.rules.valley_campaign.state import State

ALONG = Reason("the line runs along its hexside and never enters it", "JV-7.3-7")


@cites(
    "JV-4.12-1", "JV-4.12-2", "JV-4.13-3", "JV-7.3-1", "JV-7.3-2", "JV-7.3-3", "JV-7.3-4", "JV-7.3-5", "JV-7.3-6",
    "JV-7.3-7", "JV-7.3-8",
)  # fmt: skip
def sees(g: State, a: int, b: int) -> Sight:
    """Whether a line of sight from centre to centre is open.

    Only hexes between can close it: neither of its ends, no unit, no slope or water on a hexside. A hex is all of its
    terrain.
    """
    s = g.setting
    code = a * s.grid.size + b
    found: Sight | None = s.sights.get(code)
    if found is None:
        found = s.sights.keep(code, _judge(s, a, b))
    note(*(t.cite for t in found.touched))
    return found


def _judge(s: Setting, a: int, b: int) -> Sight:
    """Each hex between, by itself: one that blocks is enough.

    A line that leaves its first hex by a corner runs along a hexside in every other step.
    """
    spine = a != b and s.grid.entry(b, a) & 1
    touched: list[Touched] = []
    for step, hexes in enumerate(s.grid.line(a, b)):
        if spine and step % 2 == 0:
            touched += [Touched(h, False, ALONG.text, ALONG.cite, s.board.level[h]) for h in hexes]
        else:
            touched += [_touch(s, a, b, h) for h in hexes]
    return Sight(not any(t.blocks for t in touched), s.sights.shared(touched))


@cites("JV-4.13-4", "JV-7.6-2")
def screen(s: Setting, hex: int) -> tuple[int, str]:
    """The height up to which a hex hides what lies behind it, 0 where it hides nothing, and what hides it."""
    board = s.board
    level = board.level[hex]
    cover = s.grounds.get(board.terrain[hex])
    if cover is not None and not cover.level and cover.blocks:
        return level + 1, cover.word
    height = s.heights[level]
    return (level if height.blocks else 0), height.word


@cites("JV-4.13-1", "JV-4.13-2", "JV-4.13-3")
def _touch(s: Setting, a: int, b: int, hex: int) -> Touched:
    """What one hex between does: it hides nothing where the higher end is at its height or above.

    Both ends may lie above it, or one at its height.
    """
    height, word = screen(s, hex)
    level = s.board.level[hex]
    if not height:
        return Touched(hex, False, f"{word} hides nothing", f"JV-4.12-{word}", level)
    ends = s.board.level[a], s.board.level[b]
    covered = height > level
    counts = f"{word}, as high as level {height}" if covered else f"{word}, level {height}"
    if max(ends) < height:
        return Touched(hex, True, f"{counts}, above both ends", f"JV-4.12-{word}", level)
    if covered:
        return Touched(hex, False, f"{counts}, not above both ends", "JV-4.13-4", level)
    if min(ends) > height:
        return Touched(hex, False, f"{counts}, below both ends", "JV-4.13-1", level)
    if height in ends:
        return Touched(hex, False, f"{counts}, level with one end", "JV-4.13-2", level)
    return Touched(hex, False, f"{counts}, below one end", "JV-4.13-3", level)
