"""Pure hex geometry: numbering, neighbours, distances, lines, hexsides. Knows no terrain and no rule."""

from .grid import Grid
from .masks import hexes_of, mask_of
from .spec import GridSpec, HexError

__all__ = ["Grid", "GridSpec", "HexError", "hexes_of", "mask_of"]
