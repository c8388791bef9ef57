"""The type of the board: how wide words are, and the letters that a board needs as a small font in its picture."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont


class Face(NamedTuple):
    """A font that comes with the program (fonts/, SIL Open Font License)."""

    file: str
    family: str
    look: str
    """What tells it from others of its family, in CSS."""


UPRIGHT = Face("LibreCaslonText-Regular.ttf", "Libre Caslon Text", "")
ITALIC = Face("LibreCaslonText-Italic.ttf", "Libre Caslon Text", "font-style:italic;")
FIGURES = Face("FiraSansCondensed-Medium.ttf", "Fira Sans Condensed", "font-weight:500;")
FACES = (UPRIGHT, ITALIC, FIGURES)
OTHER = 0.62
"""How wide a letter is, of its size, that a font does not have."""


def paths() -> list[str]:
    """The files of the fonts, for programs that draw the picture themselves."""
    found = []
    for face in FACES:
        with as_file(files(__package__) / "fonts" / face.file) as path:
            found.append(str(path))
    return found


def _data(face: Face) -> bytes:
    return (files(__package__) / "fonts" / face.file).read_bytes()


def _opened(face: Face) -> TTFont:
    from fontTools.ttLib import TTFont

    return TTFont(BytesIO(_data(face)), recalcTimestamp=False)  # else each second gives a picture of its own


@lru_cache(maxsize=len(FACES))
def _widths(face: Face) -> dict[str, float]:
    """How wide each letter of a font is, of its size."""
    font = _opened(face)
    cmap, metrics, unit = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    return {chr(code): metrics[name][0] / unit for code, name in cmap.items()}


def width(words: str, size: float, face: Face = UPRIGHT, spacing: float = 0.0) -> float:
    """How wide words are."""
    widths = _widths(face)
    return sum(widths.get(letter, OTHER) for letter in words) * size + spacing * max(0, len(words) - 1)


@lru_cache(maxsize=32)
def font_face(face: Face, letters: str) -> str:
    """The rule that brings some letters of a font into a picture."""
    if not letters:
        return ""
    from fontTools.subset import Options, Subsetter

    options = Options(hinting=False, layout_features=["kern"], name_IDs=[1, 2], notdef_outline=True)
    font = _opened(face)
    subsetter = Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    font.flavor = "woff"
    made = BytesIO()
    font.save(made)
    source = f"url(data:font/woff;base64,{b64encode(made.getvalue()).decode()})"
    return f"@font-face{{font-family:'{face.family}';{face.look}src:{source} format('woff')}}"


def used(words: list[str]) -> str:
    """The letters of words, each once, in order."""
    return "".join(sorted(set("".join(words)) - {" "}))
