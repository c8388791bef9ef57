"""Both faces of a counter as they are printed: no marks, no losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from vedette.engine.game import Playable
from vedette.engine.rulebook import rulebook_of

SIDES = (("fresh", "worn"), ("full", "reduced"), ("leader", "replacement"), ("dismounted", "dismounted-worn"))
"""What a rulebook calls the two faces of a counter."""
ON_FOOT = "dismounted"
FOOT_SYMBOL = "horse-off"

Numbers = list[str]


class Counter(NamedTuple):
    """A counter with its two faces, where it has two; `about` is its row of the summary."""

    about: Mapping[str, Any]
    front: Mapping[str, Any]
    back: Mapping[str, Any] | None


def printed(row: Mapping[str, Any], shown: Sequence[str]) -> dict[bool, tuple[Numbers | None, Numbers | None]]:
    """The numbers on front and back of a unit's counter, of that on foot by True, from its row of the summary.

    `shown` are its numbers in a view: where a leader's first one stands in brackets it does so on both faces.
    """
    values = row["values"]
    found: dict[bool, tuple[Numbers | None, Numbers | None]] = {}
    for names in SIDES:
        if values.keys() & set(names):
            front, back = (_numbers(values[name], shown) if name in values else None for name in names)
            found[names[0] == ON_FOOT] = front, back
    return found


def _numbers(values: Sequence[Any], shown: Sequence[str]) -> Numbers:
    written = [str(value) for value in values]
    if shown and shown[0].startswith("("):
        written[0] = f"({written[0]})"
    return written


def turned(unit: Mapping[str, Any], sides: tuple[Numbers | None, Numbers | None]) -> dict[str, Any] | None:
    """The other face of a unit as it lies, None where it has none."""
    numbers = sides[0] if unit["pale"] else sides[1]
    return _face(unit, numbers, pale=not unit["pale"]) if numbers and None not in sides else None


def counters_of(battle: Playable, settings: Mapping[str, Any]) -> list[Counter]:
    """The counters in the order of the summary; who can dismount has a second one on foot."""
    summary = rulebook_of(battle).summary(battle, settings)
    views = {unit["id"]: unit for unit in battle.new_game(seed=0, options=settings).view("")["units"]}
    found: list[Counter] = []
    for row in summary["units"]:
        if view := views.get(row["id"]):
            found += _counters(row, view)
    return found


def _counters(row: Mapping[str, Any], view: Mapping[str, Any]) -> list[Counter]:
    sides = printed(row, view["numbers"])
    if not sides:
        return [Counter(row, _face(view, view["numbers"]), None)]
    found = []
    for foot, (front, back) in sides.items():
        shown = {**view, "symbol": FOOT_SYMBOL} if foot else view
        if front is None:
            found.append(Counter(row, _face(shown, back or [], pale=True), None))
        else:
            found.append(Counter(row, _face(shown, front), _face(shown, back, pale=True) if back else None))
    return found


def _face(view: Mapping[str, Any], numbers: Sequence[str], *, pale: bool = False) -> dict[str, Any]:
    return {**view, "numbers": list(numbers), "now": list(numbers), "marks": [], "pale": pale, "states": []}
