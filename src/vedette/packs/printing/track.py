"""The turn track and the boxes below a printed map, read from a view and from what the rules list of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.rulebook import rulebook_of

from ..drawing.track import Box, Track, Turn, grouped

CALLED = "called"
"""The space of those that no turn brings, but an order."""

WAITING = "not arrived"
"""The place, in a view of any book, of who has not come yet."""

Rows = Mapping[str, Any]


def track_of(battle: Battle, view: Rows, settings: Rows) -> Track:
    """Every turn with who is still to come in it, and who is in which box, as a view tells."""
    summary = rulebook_of(battle).summary(battle, settings)
    due = _due(view, summary)
    waiting = [(unit, *due[unit["id"]]) for unit in view["units"] if unit["place"] == WAITING and unit["id"] in due]
    first, last = summary["turns"]["first"], summary["turns"]["last"]
    hours = dict(zip(range(first, last + 1), summary["clock"], strict=False))
    turns = [
        Turn(str(n), str(hours.get(n, "")), tuple(grouped(_coming(waiting, n))), _state(n, view["turn"]))
        for n in range(first, last + 1)
    ]
    called = tuple(grouped(_coming(waiting, 0)))
    return Track((*turns, Turn("?", CALLED, called)) if called else tuple(turns), tuple(_boxes(view, summary)))


def _due(view: Rows, summary: Rows) -> dict[str, tuple[int, str]]:
    """Unit -> turn, 0 where an order brings it, and the words for where it enters."""
    listed = {row["id"]: row["arrives"] for row in summary["units"] if row.get("arrives")}
    found = {id: (int(row["turn"]), str(row["hex"])) for id, row in listed.items()}
    found |= {row["id"]: (0, str(row["hex"])) for row in summary.get("called", ())}
    return found | {row["unit"]: (int(row["turn"]), str(row["hex"])) for row in view["arrivals"]}


def _coming(waiting: list[tuple[Rows, int, str]], turn: int) -> Iterator[tuple[Rows, str]]:
    yield from ((unit, where) for unit, when, where in waiting if when == turn)


def _state(turn: int, now: int) -> str:
    return "now" if turn == now else "past" if turn < now else "to come"


def _boxes(view: Rows, summary: Rows) -> Iterator[Box]:
    for name in summary.get("boxes", ()):
        yield Box(name, tuple(unit for unit in view["units"] if unit.get("place") == name))
