"""Lays a hex grid on a drawing of the ground: GeoJSON in metres becomes board.csv, hexsides.csv and roads.csv.

The only part of Vedette that needs shapely (the extra `ground`). `corrections.csv`, the hexes that the rulebook states
outright, wins over the drawing.
"""

from pathlib import Path

from .lay import lay
from .survey import Survey, survey

__all__ = ["Survey", "lay", "outdated", "survey"]


def outdated(folder: Path) -> list[str]:
    """The files of a folder that are not what its drawing and corrections give."""

    def now(name: str) -> str:
        file = folder / name
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    return [name for name, text in lay(survey(folder)).items() if now(name) != text]
