"""The key of a map on a sheet: every kind of ground that it has, drawn as on the map, with what it costs and does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from vedette.board import Board
from vedette.engine.battle import Battle

from .. import find
from . import fonts, palette, patterns, shading, signs
from .board import Like, area_of, draw, like
from .counter import DARK
from .drawn import Source
from .flags import flag_svg
from .fonts import FIGURES, ITALIC, UPRIGHT, Face, width
from .frame import Frame, Point, number
from .landmarks import Entry, Exit, Landmarks, Prize, landmarks
from .samples import NO_EFFECT, Piece, Sample, looked_at, terrain_rows
from .scenery import read_scenery
from .themes import THEMES

MARGIN = 34.0
SWATCH = (110.0, 48.0)
ROW = 54.0
GAP = 14.0
"""Between two columns."""
SEEN = 190.0
"""Units of the map that a swatch shows from side to side."""
UNSHOWN = ("terrain", "on_board", "kind", "source")
"""Columns of the chart that are no column of the key."""
TEXT, SMALL, HEAD, TITLE = 14.0, 12.0, 17.0, 27.0
WRAP = 150.0
"""The widest that a column of words may be."""
ASIDE, BETWEEN = 430.0, 44.0
"""How wide the second half is, and how far from the first."""
HEADS = {"hex": "Ground", "hexside": "Between hexes", "road": "Roads", "scenery": "Without effect"}
HEIGHTS = (
    "The small figure in a hex is its level; it stands where a neighbour's differs. What a slope costs and does is "
    "decided by the strokes on its hexside; contours beside them only show the form of the ground."
)
EVERY_STEP = "Each step from one level to the next is a slope: strokes hang from its contour, on the lower side."


class Line(NamedTuple):
    """A row of the key."""

    sample: Sample
    name: str
    cells: tuple[str, ...]
    guess: bool
    """Whether its values are our own best guess."""


class Sheet:
    """Words and pictures as they are put down, with the letters that they need."""

    def __init__(self, board: Board, of: Like) -> None:
        self.board, self.of = board, of
        self.left, self.room = MARGIN, ASIDE
        self.parts: list[str] = []
        self.words: dict[Face, list[str]] = {UPRIGHT: [], ITALIC: [], FIGURES: []}
        self.pieces = 0

    def text(self, words: str, x: float, y: float, size: float, face: Face = FIGURES, anchor: str = "start") -> None:
        """Words on a line."""
        if not words:
            return
        self.words[face].append(words)
        family = palette.SANS if face is FIGURES else palette.SERIF
        look = ' font-style="italic"' if face is ITALIC else ' font-weight="500"' if face is FIGURES else ""
        self.parts.append(
            f'<text x="{number(x)}" y="{number(y)}" font-family="{family}" font-size="{size:g}"{look} '
            f'text-anchor="{anchor}" fill="{palette.INK}">{escape(words)}</text>'
        )

    def block(self, words: str, x: float, y: float, size: float, room: float, face: Face = FIGURES) -> float:
        """Words on as many lines as they need; where the next line would begin."""
        for line in wrapped(words, size, room, face):
            self.text(line, x, y, size, face)
            y += size * 1.35
        return y

    def head(self, words: str, y: float) -> float:
        """A heading over a fine line; where what follows begins."""
        self.text(words, self.left, y + 22, HEAD, UPRIGHT)
        line = f'd="M{number(self.left)} {number(y + 30)}h{number(self.room)}"'
        self.parts.append(f'<path {line} stroke="{palette.CONTOUR}" stroke-width=".8"/>')
        return y + 46

    def swatch(self, sample: Sample, x: float, y: float) -> None:
        """A piece of ground; on a slope an arrow says which way it is gone."""
        piece = Piece(self.board, sample)
        frame = Frame(piece.grid)
        drawn = draw(piece.board(), piece.scenery, Source(None, False, 0, 0, Landmarks()), self.of)
        layers = "".join(part for name, part in drawn.over if name == "" and part != "</svg>")
        inside = drawn.under + shading.picture(drawn.shade, THEMES["light"].shade) + layers
        self.pieces += 1
        inside = OWN.sub(rf"\1p{self.pieces}-", PATTERNS.sub("", inside))
        mx, my = piece.middle(frame)
        high = SEEN * SWATCH[1] / SWATCH[0]
        box = f"{number(mx - SEEN / 2)} {number(my - high / 2)} {SEEN:g} {number(high)}"
        size = f'x="{number(x)}" y="{number(y)}" width="{SWATCH[0]:g}" height="{SWATCH[1]:g}"'
        arrow = "" if sample.up is None else _arrow((mx, my), piece.way(frame), sample.up)
        self.parts.append(
            f'<svg {size} viewBox="{box}">{inside}{arrow}</svg>'
            f'<rect {size} fill="none" stroke="{palette.INK}" stroke-width="1" stroke-opacity=".6"/>'
        )


PATTERNS = re.compile(r"<pattern .*?</pattern>|<symbol .*?</symbol>")
"""What all pieces have in common, and what none needs."""
OWN = re.compile(r'(id="|href="#)vb-')
"""A piece's own names, beside those of the others."""


def wrapped(words: str, size: float, room: float, face: Face = FIGURES) -> list[str]:
    """Words in lines of at most so many units."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, size, face) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def key_svg(battle: Battle, won: Sequence[str] = (), made: str = "", *, tall: bool = False) -> str:
    """The key of a battle's map as an SVG document.

    Args:
        won: how the battle is won, in lines.
        made: whose drawing it is, and what its values rest on.
        tall: its second half stands under the first, for a narrow window.
    """
    things = read_scenery(find.folder(battle.pack))
    rows = list(terrain_rows(battle.board, things, battle.charts.get("terrain", ())))
    columns = [c for c in (rows[0][0] if rows else ()) if c not in UNSHOWN]
    columns = [c for c in columns if any(row[c] not in ("", "-") for row, _ in rows)]
    kinds = [str(row.get("on_board", "")) for row, _ in rows]
    lines = [
        Line(
            sample,
            _name(row, sample, ";" in on_board),
            tuple(row[c] for c in columns),
            str(row.get("source", "")).startswith("reconstructed"),
        )
        for (row, sample), on_board in zip(rows, kinds, strict=True)
    ]
    seen = list(looked_at(battle.board, things, [line.sample for line in lines]))
    return _laid(battle, lines, columns, seen, won, made, tall)


def _name(row: Mapping[str, str], sample: Sample, many: bool) -> str:
    """What a row is called; of one for several kinds of road, the kind."""
    return sample.name.replace("-", " ") if many else str(row.get("terrain", "")).replace("-", " ")


def _laid(
    battle: Battle,
    lines: Sequence[Line],
    columns: Sequence[str],
    seen: Sequence[Sample],
    won: Sequence[str],
    made: str,
    tall: bool,
) -> str:
    wide = [_column(name, [line.cells[i] for line in lines]) for i, name in enumerate(columns)]
    names = max([120.0, *(width(line.name, TEXT) + 26 for line in lines)])
    left = MARGIN + SWATCH[0] + GAP
    sheet = Sheet(battle.board, like(battle.board, area_of(battle)))
    sheet.room = left + names + sum(w + GAP for w in wide) - GAP - MARGIN
    full = MARGIN + max(sheet.room, ASIDE) + (0 if tall else BETWEEN + ASIDE) + MARGIN
    sheet.text(battle.title, MARGIN, MARGIN + 20, TITLE, UPRIGHT)
    sheet.text("Key to the map", full - MARGIN, MARGIN + 20, HEAD, ITALIC, "end")
    foot = _table(sheet, lines, columns, wide, left + names, MARGIN + 44)
    if tall:
        sheet.room = full - 2 * MARGIN
    else:
        sheet.left, sheet.room = full - MARGIN - ASIDE, ASIDE
    y = _scenery(sheet, seen, foot if tall else MARGIN + 44)
    y = _heights(sheet, battle, y)
    y = _signs(sheet, battle, y)
    if won:
        y = sheet.head("How it is won", y) + 2
        for line in won:
            y = sheet.block(line[:1].upper() + line[1:], sheet.left, y + 2, TEXT, sheet.room) + 2
    y = max(foot, y)
    if made or any(line.guess for line in lines):
        sheet.left, sheet.room = MARGIN, full - 2 * MARGIN
        note = f"◇ {GUESS} {made}" if any(line.guess for line in lines) else made
        y = _note(sheet, note, y + 16)
    letters = "".join(fonts.font_face(face, fonts.used(words)) for face, words in sheet.words.items())
    size = f"{number(full)} {number(y + MARGIN)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{number(full)}" '
        f'height="{number(y + MARGIN)}" role="img" aria-label="Key to the map"><style>{letters}{FAINT}</style>'
        f"<defs>{patterns.needed(''.join(sheet.parts))}</defs>"
        f'<rect width="100%" height="100%" fill="{palette.PAPER}"/>{"".join(sheet.parts)}</svg>'
    )


GUESS = "our best guess, where the rules state no value."
FAINT = ".grid{stroke-opacity:.24}.contours{stroke-opacity:.75}.quiet{stroke-opacity:.5}"


def plain(name: str) -> str:
    """A column of a chart in words."""
    return {"los": "line of sight"}.get(name, name.replace("_", " "))


def _column(name: str, cells: Iterable[str]) -> float:
    """How wide a column is."""
    return min(WRAP, max([width(plain(name), SMALL), *(width(_cell(c), TEXT) for c in cells)])) + 4


def _cell(words: str) -> str:
    """A value with a true minus, a stroke for none."""
    if words == "-":
        return "\u2013"
    return words.replace("-", "\u2212") if words.lstrip("-").isdigit() and words != "0" else words


def _table(
    sheet: Sheet, lines: Sequence[Line], columns: Sequence[str], wide: Sequence[float], left: float, y: float
) -> float:
    """Ground, hexsides and roads, each with its values."""
    last = ""
    for line in lines:
        if (head := _section(line.sample)) != last:
            last = head
            y = sheet.head(head, y)
            x = left
            for name, room in zip(columns, wide, strict=True):
                sheet.text(plain(name), x + room / 2, y - 25, SMALL, FIGURES, "middle")
                x += room + GAP
        sheet.swatch(line.sample, MARGIN, y)
        middle = y + SWATCH[1] / 2 + TEXT * 0.35
        sheet.text(line.name, MARGIN + SWATCH[0] + GAP, middle, TEXT)
        if line.guess:
            _diamond(sheet, MARGIN + SWATCH[0] + GAP + width(line.name, TEXT) + 9, middle - 4.5)
        x = left
        for cell, room in zip(line.cells, wide, strict=True):
            told = wrapped(_cell(cell), TEXT, room)
            for i, words in enumerate(told):
                at = middle + (i - (len(told) - 1) / 2) * TEXT * 1.2
                sheet.text(words, x + room / 2, at, TEXT, FIGURES, "middle")
            x += room + GAP
        y += ROW
    return y


def _section(sample: Sample) -> str:
    """Under which heading a row stands; a stream in hexes stands with the waters between them."""
    return HEADS["hexside" if sample.kind == "scenery" else sample.kind]


def _diamond(sheet: Sheet, x: float, y: float) -> None:
    """The mark of what is our own guess."""
    sheet.parts.append(
        f'<path d="M{number(x)} {number(y - 4.5)}l4 4.5-4 4.5-4-4.5Z" fill="none" stroke="{palette.INK}"/>'
    )


def _note(sheet: Sheet, words: str, y: float) -> float:
    """The mark of our guesses and what it means, and whose drawing it is."""
    x = sheet.left
    if words.startswith("◇ "):
        words = words[2:]
        _diamond(sheet, x + 4, y - 4)
        x += 13
    return sheet.block(words, x, y, SMALL, sheet.left + sheet.room - x)


def _arrow(middle: Point, way: Point, up: bool) -> str:
    """An arrow over a slope, up or down."""
    (mx, my), (ux, uy) = middle, (-way[0], -way[1]) if up else way
    half = SEEN / 2 * (abs(ux) + abs(uy) * SWATCH[1] / SWATCH[0])
    (ax, ay), (bx, by) = (mx - ux * half * 0.7, my - uy * half * 0.7), (mx + ux * half * 0.5, my + uy * half * 0.5)
    shaft = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
    tip = f"M{number(bx - uy * 8)} {number(by + ux * 8)}L{number(bx + ux * 14)} {number(by + uy * 14)} "
    tip += f"{number(bx + uy * 8)} {number(by - ux * 8)}Z"
    return f'<path d="{shaft}" stroke="{DARK}" stroke-width="4" fill="none"/><path d="{tip}" fill="{DARK}"/>'


def _scenery(sheet: Sheet, seen: Sequence[Sample], y: float) -> float:
    """What is only to be looked at, side by side."""
    if not seen:
        return y
    y = sheet.head(HEADS["scenery"], y)
    step = sheet.room / 2
    for i, sample in enumerate(seen):
        x = sheet.left + i % 2 * step
        sheet.swatch(sample, x, y)
        told = wrapped(NO_EFFECT[sample.name], TEXT, step - SWATCH[0] - 16)
        first = y + SWATCH[1] / 2 + 5 - (len(told) - 1) * TEXT * 0.6
        for j, words in enumerate(told):
            sheet.text(words, x + SWATCH[0] + 10, first + j * TEXT * 1.2, TEXT)
        if i % 2 or i == len(seen) - 1:
            y += ROW
    return y


def _heights(sheet: Sheet, battle: Battle, y: float) -> float:
    """The tints of the levels, and what counts of the two languages of height."""
    board, area = battle.board, area_of(battle)
    present = sorted({n for h, n in enumerate(board.level) if area is None or area >> h & 1})
    y = sheet.head("Heights", y)
    step = min(54.0, sheet.room / len(present))
    for i, level in enumerate(present):
        x = sheet.left + i * step
        size = f'width="{number(step)}" height="26" stroke="{palette.CONTOUR}" stroke-width=".8"'
        sheet.parts.append(f'<rect x="{number(x)}" y="{number(y)}" {size} fill="{sheet.of.tints[level]}"/>')
        sheet.text(str(level), x + step / 2, y + 18, TEXT, ITALIC, "middle")
    told = EVERY_STEP if sheet.of.hung else HEIGHTS
    return sheet.block(told, sheet.left, y + 46, TEXT, sheet.room) + 2


def _signs(sheet: Sheet, battle: Battle, y: float) -> float:
    """What the scenario lays on the map."""
    marks = landmarks(battle, area_of(battle))
    shown: list[tuple[str, str]] = []
    if any(prize.points for prize in marks.prizes):
        shown.append((_prize_picture(marks, points=True), "points for holding the hex, by side: a turn, or at the end"))
    if any(not prize.points for prize in marks.prizes):
        shown.append((_prize_picture(marks, points=False), "counts for victory"))
    sides = {e.side: e for e in marks.entries}
    for side, entry in sides.items():
        turns = [e.turns for e in marks.entries if e.side == side]
        told = f"{side.capitalize()} units enter here in this turn"
        told += "; of several the first and the last" if any("-" in words for words in turns) else ""
        told += "; in brackets: by an option" if any("(" in words for words in turns) else ""
        shown.append((_entry_picture(entry), told))
    for way_out in marks.exits:
        shown.append((_exit_picture(way_out), f"{signs.exit_words(way_out)}, {way_out.edge} edge"))
    for side in sorted({str(zone.side) for zone in marks.zones}):
        shown.append((_zone_picture(side), f"{side.capitalize()} units are set up within"))
    if held := battle.scenario.get("victory", {}).get("initial"):
        shown.append((_flag_picture(str(held)), "flag of the side that holds it"))
    if not shown:
        return y
    y = sheet.head("Signs", y)
    for picture, words in shown:
        sheet.parts.append(f'<g transform="translate({number(sheet.left + 26)} {number(y + 12)})">{picture}</g>')
        y = max(y + 32, sheet.block(words, sheet.left + 60, y + 17, TEXT, sheet.room - 60) + 6)
    return y


def _prize_picture(marks: Landmarks, *, points: bool) -> str:
    """A plate with points, or with a star."""
    prize: Prize = next(p for p in marks.prizes if bool(p.points) == points)
    return signs.plate(signs.prize_at((0, 0), prize))


def _entry_picture(entry: Entry) -> str:
    first = entry.turns.split(",")[0].split()[0]
    plate = signs.plate(signs.Plate((4, 0), 22, ((entry.side, f"T{first}"),)))
    return f'<g transform="translate(-24)">{signs.arrow(entry.side)}</g>{plate}'


def _exit_picture(way_out: Exit) -> str:
    band, arrows = "M-22 0H22", "M-14-9l6-6 6 6M4-9l6-6 6 6"
    return f'<g transform="translate(0 6)">{signs.strokes(way_out, band, arrows)}</g>'


def _zone_picture(side: str) -> str:
    look = f'd="M-22 8V-8H22" fill="none" stroke="{signs.colour(side)}"'
    return (
        f'<path {look} stroke-width="7" stroke-opacity=".35"/><path {look} stroke-width="3" stroke-dasharray="16 8"/>'
    )


def _flag_picture(side: str) -> str:
    return flag_svg(side).replace("<svg ", '<svg x="-13" y="-17" ', 1)
