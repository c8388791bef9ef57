"""Chapter 10.6: line of sight, judged piece by piece with its reasons.

sees(g, a, b)           whether a line of sight is open

What the ground does to a line is judged for each pair of hexes and kept with the setting for a while; units are looked
at each time, since they block too.
"""

from __future__ import annotations

import msgspec

from vedette.engine.cites import TRACING, cites, note
from vedette.hexes import mask_of
from vedette.rules.common.sight import Sight, Touched
from vedette.rules.great_battles.setting import Setting
from vedette.rules.great_battles.state import State

GROUND, RIDGE, HILLTOP = 1, 2, 3
LEVELS = {GROUND: "ground", RIDGE: "ridge", HILLTOP: "hilltop"}


class Way(msgspec.Struct, frozen=True):
    """What the ground does to a line, and which hexes lie between."""

    ground: Sight
    """As if nobody stood anywhere."""
    between: tuple[int, ...]
    mask: int
    """Those hexes, as bits."""
    cases: tuple[str, ...]


BESIDE = Sight(True, ())


@cites("SW-10.6-1", "SW-10.6-2", "SW-10.6-5", "SW-10.61-3", "SW-10.62-5", "GB-21.82", "SW-24.0-8")
def sees(g: State, a: int, b: int, units: bool = True) -> Sight:
    """Whether a straight line from centre to centre is open; into the next hex always.

    Ground is judged by `_way`. Units block as well, by the level of their hex.
    """
    s = g.setting
    way: Way | None = s.sights.get((a, b))
    if way is None:
        way = s.sights.keep((a, b), _way(s, a, b) if s.grid.distance(a, b) > 1 else Way(BESIDE, (), 0, ()))
    if TRACING:
        note(*way.cases)
    standing = (g.masks[0] | g.masks[1]) & way.mask if units else 0
    if not standing:
        return way.ground
    met = [_unit(s, a, b, *_far(s, a, b, h)) for h in way.between if standing >> h & 1 and _troops(g, h)]
    note(*(piece.cite for piece in met))
    return Sight(way.ground.open and not any(piece.blocks for piece in met), (*way.ground.touched, *met))


def _far(s: Setting, a: int, b: int, hex: int) -> tuple[int, int, int]:
    """A hex, how far it is from the firer and how far from the target, in half hexes."""
    return hex, 2 * s.grid.distance(a, hex), 2 * s.grid.distance(hex, b)


def _troops(g: State, hex: int) -> bool:
    return any(not g.counter(id).leader for id in g.in_hex(hex))


@cites("SW-10.67-2", "SW-10.67-3", "SW-10.61-3", "GB-21.83-2")
def _unit(s: Setting, a: int, b: int, hex: int, near: int, far: int) -> Touched:
    """What units in a hex do: none fire over each other across a ridge between their hexes.

    Over a crest one fires down past whoever is at its foot, but not up.
    """
    level = s.board.level[hex]
    if near == 2:
        words = s.board.crossing.get((a, hex), ())
        if "ridge" in words:
            return Touched(hex, True, "units beyond the ridge before the firer", "SW-10.67-2", level)
        if "crest down" in words:
            return Touched(hex, False, "units at the foot of the firer's crest", "SW-10.67-3", level)
        if "crest up" in words:
            return Touched(hex, True, "units on the crest above the firer", "SW-10.67-3", level)
    blocks, why, cite = judge(s, a, b, level, near, far)
    return Touched(hex, blocks, f"units on {LEVELS[level]} level, {why}", cite, level)


@cites(
    "SW-10.63", "SW-10.65-1", "SW-10.66-1", "SW-10.66-2", "SW-10.66-3", "SW-10.66-4", "SW-10.66-5", "SW-10.61-4",
    "SW-10.62-1", "GB-21.83-1", "GB-21.86-1", "GB-21.86-2", "GB-21.86-3", "GB-21.87-1", "GB-21.87-2", "GB-21.81-4",
    "GB-21.84-2", "SW-9.0-5", "GB-21.51-2", "GB-21.53",
)  # fmt: skip
def judge(s: Setting, a: int, b: int, level: int, near: int, far: int) -> tuple[bool, str, str]:
    """Whether something of a level blocks between two hexes, why, and the case; near and far are its distances.

    Between ends of one level whatever is as high or higher blocks. Else what is higher than both or as high as the
    higher blocks, what is lower than both does not, and what is as high as the lower blocks halfway or nearer to it.
    What lies between the two levels blocks, which favours the target.
    """
    from_, to = s.board.level[a], s.board.level[b]
    low, high = min(from_, to), max(from_, to)
    if level < low:
        return False, "lower than both ends", "SW-10.66-2"
    if low == high:
        return True, "as high as both ends" if level == low else "higher than both ends", "SW-10.65-1"
    if level > high:
        return True, "higher than both ends", "SW-10.66-1"
    if level == high:
        return True, "as high as the higher end", "SW-10.66-3"
    if level > low:
        return True, "between the levels of the ends, decided for the target", "SW-10.65-3"
    to_lower, to_higher = (near, far) if from_ == low else (far, near)
    cite = "SW-10.66-4" if from_ == low else "SW-10.66-5"
    if to_lower <= to_higher:
        return True, "as high as the lower end, and halfway or nearer to it", cite
    return False, "as high as the lower end, and nearer to the higher", cite


@cites(
    "SW-10.6-3", "SW-10.6-4", "SW-10.61-1", "SW-10.61-2", "SW-10.62-6", "SW-10.64-3", "SW-10.65-3", "GB-21.81-1",
    "GB-21.81-3",
)  # fmt: skip
def _way(s: Setting, a: int, b: int) -> Way:
    """What the ground does to a line: woods, towns, ridges and crests alone.

    Where it runs along a hexside both hexes and the hexside count: an ambiguous line is closed. The ends themselves
    never block.
    """
    steps = ((a,), *s.grid.line(a, b), (b,))
    touched: list[Touched] = []
    between: list[int] = []
    for n, step in enumerate(steps):
        if 0 < n < len(steps) - 1:
            for hex in step:
                between.append(hex)
                found = _cover(s, a, b, *_far(s, a, b, hex))
                touched += [found] if found else []
        if len(step) == 2:
            touched += _side(s, a, b, step[0], step[1])
        if n + 1 < len(steps):
            for p in step:
                for q in steps[n + 1]:
                    touched += _side(s, a, b, p, q)
    ground = Sight(not any(t.blocks for t in touched), s.sights.shared(touched))
    return Way(ground, tuple(between), mask_of(between), tuple({t.cite for t in touched}))


@cites("SW-10.64-4", "SW-10.67-1", "SW-10.45-2", "SW-10.62-5", "GB-21.81-2", "GB-21.83-2")
def _cover(s: Setting, a: int, b: int, hex: int, near: int, far: int) -> Touched | None:
    """Woods or town between: right before the firer they close everything, else by their level.

    By the letter of 1978 they are ground-level blocks; in 2007 they stand on the level of their hex.
    """
    word = s.board.terrain[hex]
    if not (word in s.grounds and s.grounds[word].blocks):
        return None
    if near == 2:
        return Touched(hex, True, f"{word} right before the firer", "SW-10.67-1", s.board.level[hex])
    level = s.board.level[hex] if s.profile.sight_from_edge else GROUND
    blocks, why, cite = judge(s, a, b, level, near, far)
    return Touched(hex, blocks, f"{word}, {LEVELS[level]} level, {why}", cite, level)


@cites(
    "SW-10.64-2", "SW-10.64-1", "SW-10.65-2", "SW-10.66-6", "SW-10.62-4", "GB-21.84-1", "GB-21.85", "SW-5.31-4",
    "SW-5.26-5", "GB-21.51-1", "GB-21.21-3",
)  # fmt: skip
def _side(s: Setting, a: int, b: int, p: int, q: int) -> list[Touched]:
    """A ridge or crest that the line crosses; one of the firer's or the target's hexsides never blocks.

    In 2007 one sees over a ridge or crest only from beside it.
    """
    if q not in s.grid.neighbours[p]:
        return []
    words = s.board.crossing.get((p, q), ())
    crest = next((w for w in words if w.startswith("crest")), "")
    if "ridge" not in words and not crest:
        return []
    name = "ridge" if "ridge" in words else "crest"
    level = RIDGE if name == "ridge" else s.board.level[p if crest == "crest down" else q]
    if {p, q} & {a, b}:
        return [Touched(p, False, f"{name} of the firer's or the target's own hex", "SW-10.64-2", level)]
    if s.profile.sight_from_edge:
        return [Touched(p, True, f"{name} that neither end stands beside", "GB-21.84-1", level)]
    far = s.grid.distance
    blocks, why, cite = judge(s, a, b, level, far(a, p) + far(a, q), far(p, b) + far(q, b))
    return [Touched(p, blocks, f"{name}, {LEVELS[level]} level, {why}", cite, level)]
