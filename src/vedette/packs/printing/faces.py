"""Both faces of every counter of a battle, as they are printed: no marks, no losses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from vedette.engine.game import Playable
from vedette.engine.rulebook import rulebook_of

from ..drawing import counter_svg
from ..reader import meta

SIDES = (("fresh", "worn"), ("full", "reduced"), ("leader", "replacement"), ("dismounted", "dismounted-worn"))
"""What a rulebook calls the two faces of a counter."""
ON_FOOT = "dismounted"


class Counter(NamedTuple):
    """A counter with its two faces, where it has two; `about` is its row of the summary."""

    about: Mapping[str, Any]
    front: Mapping[str, Any]
    back: Mapping[str, Any] | None


def counters_of(battle: Playable, settings: Mapping[str, Any]) -> list[Counter]:
    """The counters in the order of the summary; who can dismount has a second one on foot."""
    summary = rulebook_of(battle).summary(battle, settings)
    views = {unit["id"]: unit for unit in battle.new_game(seed=0, options=settings).view("")["units"]}
    found: list[Counter] = []
    for row in summary["units"]:
        view = views.get(row["id"])
        if view is None:
            continue
        values = row["values"]
        pairs = [pair for pair in SIDES if values.keys() & set(pair)]
        if not pairs:
            found.append(Counter(row, _face(view, view["numbers"]), None))
        for front, back in pairs:
            shown = {**view, "symbol": "horse-off"} if front == ON_FOOT else view
            up, down = (_numbers(view, values[key]) if key in values else None for key in (front, back))
            if up is None:
                found.append(Counter(row, _face(shown, down or [], pale=True), None))
            else:
                found.append(Counter(row, _face(shown, up), _face(shown, down, pale=True) if down else None))
    return found


def _numbers(view: Mapping[str, Any], values: list[Any]) -> list[str]:
    """Values as their counter has them: a leader's shift in brackets, where the family has it so."""
    written = [str(value) for value in values]
    if str(view["numbers"][0]).startswith("("):
        written[0] = f"({written[0]})"
    return written


def _face(view: Mapping[str, Any], numbers: list[str], *, pale: bool = False) -> dict[str, Any]:
    return {**view, "numbers": numbers, "now": numbers, "marks": [], "pale": pale, "states": []}


def pictures(battle: Playable, counters: list[Counter]) -> dict[str, str]:
    """The faces as SVG: f0, b0, f1, b1 and so on."""
    look = meta(battle)
    found = {f"f{i}": counter_svg(counter.front, look) for i, counter in enumerate(counters)}
    return found | {f"b{i}": counter_svg(c.back, look) for i, c in enumerate(counters) if c.back}
