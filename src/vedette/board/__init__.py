"""The ground: terrain, levels, hexsides and roads on a grid of hexes, and ways across it. Knows no rule."""

from .board import Board
from .paths import path, reach
from .reading import BoardError, Road

__all__ = ["Board", "BoardError", "Road", "path", "reach"]
