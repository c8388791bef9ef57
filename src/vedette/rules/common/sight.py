"""A line of sight, judged piece by piece with reasons, and the JSON of `vedette los`."""

from __future__ import annotations

import msgspec

from vedette.engine.field import FieldState
from vedette.engine.shapes import Sighted


class Touched(msgspec.Struct, frozen=True):
    """What one hex or hexside does to a line that crosses it."""

    hex: int
    """The hex; for a hexside, the one nearer the viewer."""
    blocks: bool
    reason: str
    cite: str
    level: int


class Sight(msgspec.Struct, frozen=True):
    """A line of sight; true where it is open."""

    open: bool
    touched: tuple[Touched, ...]

    def __bool__(self) -> bool:
        return self.open

    @property
    def why(self) -> Touched | None:
        """The first piece that blocks."""
        return next((t for t in self.touched if t.blocks), None)


def explained(g: FieldState, a: int, b: int, found: Sight) -> Sighted:
    """The JSON of `vedette los`."""
    return {
        "from": g.hex_name(a),
        "to": g.hex_name(b),
        "sight": "clear" if found else "blocked",
        "range": g.setting.grid.distance(a, b),
        "because": [
            {
                "hex": g.hex_name(t.hex),
                "level": t.level,
                "effect": "blocks" if t.blocks else "none",
                "reason": t.reason,
                "cite": t.cite,
            }
            for t in found.touched
        ],
    }
