"""Makes the table of letters for counters from a font: python tools/glyphs.py FONT.woff2 WEIGHT [FONT WEIGHT ...].

Counters are pictures of their own, hundreds on a page: a font in each of them would be heavy, one of the system's
would look otherwise on each machine. So their letters are drawn as outlines from this table.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

TARGET = Path("src/vedette/packs/drawing/fonts/fira-sans-condensed.json")
LETTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100)))) + "‘’–½×"
WORDS = {"moveTo": "M", "lineTo": "l", "qCurveTo": "q", "closePath": "z"}


def main(arguments: list[str]) -> None:
    """One table of all weights that are named."""
    fonts = dict(zip(arguments[1::2], arguments[::2], strict=True))
    table = {weight: letters_of(TTFont(path)) for weight, path in sorted(fonts.items())}
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    rows = (f" {json.dumps(weight)}: {{\n{rows_of(letters)}\n }}" for weight, letters in table.items())
    TARGET.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def rows_of(letters: dict[str, list[object]]) -> str:
    """A line a letter."""
    return ",\n".join(f"  {json.dumps(k, ensure_ascii=False)}: {json.dumps(v)}" for k, v in letters.items())


def letters_of(font: TTFont) -> dict[str, list[object]]:
    """Letter -> its width, then its outlines, each as its first point and what follows relative to it."""
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    found: dict[str, list[object]] = {}
    for letter in LETTERS:
        name = names.get(ord(letter))
        if name is not None:
            pen = DecomposingRecordingPen(glyphs)
            glyphs[name].draw(pen)
            found[letter] = [glyphs[name].width, *outlines(pen.value)]
    return found


def outlines(steps: list[tuple[str, tuple[tuple[float, float], ...]]]) -> list[list[object]]:
    """The outlines of a letter in the units of the font, y downwards."""
    found: list[list[object]] = []
    x = y = 0.0
    for step, points in steps:
        if step == "moveTo":
            x, y = points[0]
            found.append([round(x), round(-y), ""])
            continue
        for word, some in pieces(step, points):
            parts = [f"{round(px - x)} {round(y - py)}" for px, py in some]
            found[-1][2] = str(found[-1][2]) + word + " ".join(parts).replace(" -", "-")
            if some:
                x, y = some[-1]
    return found


def pieces(step: str, points: tuple[tuple[float, float], ...]) -> list[tuple[str, list[tuple[float, float]]]]:
    """A step as steps of SVG: a run of quadratic curves has its middle points left out."""
    if step != "qCurveTo":
        return [(WORDS[step], list(points))]
    found = []
    for a, b in pairwise(points[:-1]):
        found.append(("q", [a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)]))
    return [*found, ("q", [points[-2], points[-1]])]


if __name__ == "__main__":
    main(sys.argv[1:])
