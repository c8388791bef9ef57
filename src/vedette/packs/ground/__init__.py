"""Lays a hex grid on a drawing of the ground: GeoJSON in metres becomes board.csv, hexsides.csv and roads.csv.

The only part of Vedette that needs shapely (the extra `ground`). `corrections.csv`, the hexes that the rulebook states
outright, wins over the drawing.
"""

from pathlib import Path

from shapely.errors import ShapelyError

from ..errors import fault
from ..files import read_file
from ..table import decode
from .lay import lay
from .survey import Survey, survey

__all__ = ["Survey", "lay", "outdated", "survey"]


def outdated(folder: Path) -> list[str]:
    """The files of a folder that are not what its drawing and corrections give."""

    def now(name: str) -> str:
        file = folder / name
        return decode(str(file), read_file(file, str(file))) if file.exists() else ""

    ground = survey(folder)
    try:
        laid = lay(ground)
    except ShapelyError as error:
        what = f"cannot be laid ({type(error).__name__}: {error})"
        raise fault(str(folder / ground.laying.ground), what, "mend the lines that cross themselves") from None
    return [name for name, text in laid.items() if now(name) != text]
