"""What the families share where people set a unit by agreement: which words there are, what could not be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vedette.engine.field import FieldState
from vedette.engine.rulebook import PositionError

Row = Mapping[str, Any]
"""A unit in the words of a position file."""


def check_words(g: FieldState, row: Row, words: Sequence[str], boxes: Sequence[str], marks: Sequence[str]) -> None:
    """The unit is in this game, and nothing is said of it that cannot be set. Raises PositionError.

    Args:
        words: the keys besides `id`.
        boxes: places off the map.
        marks: the marks that may be set and taken off.
    """
    id = row.get("id")
    if id not in g.units:
        raise PositionError(f"there is no unit {id!r} in this game: write it as the list of forces does")
    said = [key for key in row if key != "id"]
    if not said:
        raise PositionError(f"unit {id!r}: nothing is said of it: write one of {', '.join(words)}")
    for key in said:
        if key not in words:
            raise PositionError(f"unit {id!r}: {key!r} is not set in a game: write one of {', '.join(words)}")
    if str(row.get("box", boxes[0])).lower() not in boxes:
        raise PositionError(f"unit {id!r}: box {row['box']!r} is none of {', '.join(boxes)}")
    for mark in row.get("marks", ()):
        if mark not in marks:
            raise PositionError(f"unit {id!r}: mark {mark!r} is none of {', '.join(marks)}")


def placed(was: Row, row: Row, off: Sequence[str] = ()) -> dict[str, Any]:
    """A unit as it was, with what is set. Raises PositionError where it is off the map and no place is given.

    Args:
        was: the unit as it stands.
        off: the marks that it keeps where it leaves the map.
    """
    if "hex" in row and "box" in row:
        raise PositionError(f"unit {row['id']!r} has both hex and box: keep one of them")
    moved = "hex" in row or "box" in row
    if not moved and "hex" not in was:
        raise PositionError(f"unit {row['id']!r} is not on the map: give it a hex or a box")
    full = {**{key: value for key, value in was.items() if not moved or key not in ("hex", "box")}, **row}
    if "box" in full and "marks" not in row:
        full["marks"] = [mark for mark in was.get("marks", ()) if mark in off]
    return full


def without(g: FieldState, id: str, lists: Sequence[str]) -> None:
    """A unit is in none of these lists of the state any more."""
    for name in lists:
        found = tuple(other for other in getattr(g, name) if other != id)
        if found != getattr(g, name):
            setattr(g, name, found)


def check_begun(before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]]) -> None:
    """No hex holds what may not stand there together, but for what stood there already. Raises PositionError."""
    for hex, words in after:
        if (hex, words) not in before:
            raise PositionError(f"hex {hex}: {words}: write another hex, or set another unit first")
