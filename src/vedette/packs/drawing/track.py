"""What a printed map has beside the ground: the turn track with who is to come, and the boxes of units that broke.

They lie in a strip below the map, each space as wide as a hex, so that counters of the same print fit on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from vedette.engine.words import counted

from ..description import Meta
from . import palette
from .counter import DARK, SIZE
from .frame import MARGIN, Point, number
from .glyphs import drawn, fitted
from .stack import count_disc, stack_group

Units = Sequence[Mapping[str, Any]]


class Group(NamedTuple):
    """Units of a brigade, or of an arm, that come in one turn."""

    units: Units
    hexes: tuple[str, ...]
    """Where they enter, by number."""


class Turn(NamedTuple):
    """A turn, its hour, and who comes in it."""

    words: str
    hour: str
    groups: tuple[Group, ...] = ()
    state: str = "to come"
    """past, now, or to come."""


class Box(NamedTuple):
    """A place off the map, and who is in it."""

    name: str
    units: Units = ()


class Track(NamedTuple):
    """All that stands below a map."""

    turns: tuple[Turn, ...] = ()
    boxes: tuple[Box, ...] = ()


CELL = 104.0
"""Units from one turn to the next."""
HEAD = 54.0
"""Height of a turn's own space, above those of who comes."""
STACK = 106.0
"""Height of a stack of counters below it, without its words."""
LINE = 17.0
"""Height of a line of words below a stack."""
TITLE = 34.0
"""Height of the words over a track."""
GAP = 26.0
"""Units between the two tracks."""
NARROWEST = 2.0 * CELL
"""Width of a box that may stand beside the turns; narrower ones stand below them."""
STATES = {"past": ("#e3d6b4", 0.55), "now": ("#e9b23a", 1.0), "to come": ("#fbf4e2", 1.0)}
"""The colour of a turn's space, and how strong its words are."""


def strip(track: Track, box: tuple[float, float, float], look: Meta | None, counters: bool) -> tuple[str, float]:
    """The strip below a map of this left, foot and width, and how high it is; without `counters` words alone."""
    left, top, wide = box
    if not track.turns and not track.boxes:
        return "", 0.0
    inner, room = left + MARGIN, wide - 2 * MARGIN
    aside = len(track.turns) * CELL + GAP if track.turns else 0.0
    beside = room - aside >= len(track.boxes) * NARROWEST
    parts, down = "", 0.0
    many = max(1, int(room // CELL))
    for start in range(0, len(track.turns), many):
        drawn_row, high = _turns(track.turns[start : start + many], (inner, top + down), look, counters)
        parts, down = parts + drawn_row, down + high
    if track.boxes:
        at = (inner + aside, top) if beside else (inner, top + down + GAP)
        drawn_boxes, high = _boxes(track.boxes, at, room - aside if beside else room, look, counters)
        parts, down = parts + drawn_boxes, max(down, high) if beside else down + GAP + high
    high = down + GAP
    paper = (
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(wide)}" height="{number(high)}" '
        f'fill="{palette.PAPER}"/><path d="M{number(inner)} {number(top + 3)}h{number(room)}" stroke="{DARK}" '
        'stroke-width="1.2" stroke-opacity=".5"/>'
    )
    return f'<g class="tracks">{paper}{parts}</g>', high


def _title(words: str, at: Point) -> str:
    return drawn(words, at[0], at[1] + 24, fitted(words, 22, 600), DARK, kind="track", bold=True)


def _turns(row: Sequence[Turn], at: Point, look: Meta | None, counters: bool) -> tuple[str, float]:
    """A row of turns, and its height."""
    x, y = at
    parts = _title("Turns and reinforcements" if any(turn.groups for turn in row) else "Turns", at)
    deepest = 0.0
    for i, turn in enumerate(row):
        left, top = x + i * CELL, y + TITLE
        parts += _turn(turn, (left, top))
        down = HEAD + 6
        for group in turn.groups:
            high = (STACK if counters else 0.0) + len(words_of(group, counters)) * LINE + 8
            parts += _group(group, (left, top + down), look, counters)
            down += high
        deepest = max(deepest, down)
    return f'<g class="turn-track">{parts}</g>', TITLE + deepest


def _turn(turn: Turn, at: Point) -> str:
    """A turn's space: its number large, its hour below."""
    (x, y), (ground, strong) = at, STATES[turn.state]
    middle = x + CELL / 2
    edge = 3.4 if turn.state == "now" else 1.4
    return (
        f'<g data-turn="{turn.words}" data-state="{turn.state}"><rect x="{number(x + 2)}" y="{number(y)}" '
        f'width="{number(CELL - 4)}" height="{number(HEAD)}" rx="5" fill="{ground}" stroke="{DARK}" '
        f'stroke-width="{edge}"/><g fill-opacity="{strong}">'
        + drawn(
            turn.words, middle, y + 28, fitted(turn.words, 28, CELL - 14, 700), DARK, kind="turn", anchor=0.5, bold=True
        )
        + drawn(turn.hour, middle, y + 47, fitted(turn.hour, 16, CELL - 14), DARK, kind="hour", anchor=0.5)
        + "</g></g>"
    )


def words_of(group: Group, counters: bool) -> list[str]:
    """What stands below a group: where it comes in, and without its counters who and how many."""
    first, *more = group.hexes or ("",)
    where = f"{first} to {more[-1]}" if len(more) > 1 else ", ".join(group.hexes)
    who = [] if counters else [str(group.units[0].get("top") or ""), counted(len(group.units), "unit", "units")]
    return [word for word in (*who, where) if word]


def _group(group: Group, at: Point, look: Meta | None, counters: bool) -> str:
    """The counters of a group as a stack, its first on top, with where it enters."""
    (x, y), parts = at, ""
    middle = x + CELL / 2
    if counters:
        centre = middle + 3, y + 12 + SIZE / 2
        parts += stack_group(group.units[::-1], centre, look)
        parts += count_disc(len(group.units), centre, True) if len(group.units) > 1 else ""
        y += STACK
    for i, words in enumerate(words_of(group, counters)):
        fit = fitted(words, 15.5, CELL - 8)
        parts += drawn(words, middle, y + 15 + i * LINE, fit, palette.INK, kind="arrival", anchor=0.5)
    return f'<g class="arrivals">{parts}</g>'


def _boxes(boxes: Sequence[Box], at: Point, room: float, look: Meta | None, counters: bool) -> tuple[str, float]:
    """The boxes of those that broke, side by side, and their height."""
    x, y = at
    wide = min(room / len(boxes), 3 * CELL)
    across = max(1, int((wide - 12) // (SIZE + 8)))
    most = max((len(box.units) for box in boxes), default=0) if counters else 0
    high = 34 + max(1, ceil(most / across)) * (SIZE + 10) + 8
    parts = _title("Broken Track", at)
    for i, box in enumerate(boxes):
        left, top = x + i * wide, y + TITLE
        parts += (
            f'<g data-box="{box.name}"><rect x="{number(left + 2)}" y="{number(top)}" width="{number(wide - 4)}" '
            f'height="{number(high)}" rx="5" fill="#fbf4e2" stroke="{DARK}" stroke-width="1.4"/>'
            + drawn(box.name, left + wide / 2, top + 24, fitted(box.name, 20, wide - 16), DARK, kind="box", anchor=0.5)
        )
        if counters:
            for n, unit in enumerate(box.units):
                centre = left + 10 + (n % across + 0.5) * (SIZE + 8), top + 34 + (n // across + 0.5) * (SIZE + 10)
                parts += stack_group([unit], centre, look)
        parts += "</g>"
    parts += "".join(_step((x + i * wide, y + TITLE + high / 2)) for i in range(1, len(boxes)))
    return f'<g class="broken-track">{parts}</g>', TITLE + high


def _step(at: Point) -> str:
    """An arrow to the next box, into which a unit moves at the end of a turn."""
    x, y = at
    return (
        f'<path d="M{number(x - 9)} {number(y - 11)}L{number(x + 9)} {number(y)} {number(x - 9)} {number(y + 11)}Z" '
        f'fill="{DARK}" stroke="{palette.PAPER}" stroke-width="1.5"/>'
    )


def grouped(units: Iterable[tuple[Mapping[str, Any], str]]) -> Iterator[Group]:
    """Units with where they come in, by side and the words on their band."""
    found: dict[tuple[str, str], list[tuple[Mapping[str, Any], str]]] = {}
    for unit, where in units:
        found.setdefault((str(unit.get("side")), str(unit.get("top"))), []).append((unit, where))
    for rows in found.values():
        yield Group(tuple(unit for unit, _ in rows), tuple(sorted({where for _, where in rows})))
