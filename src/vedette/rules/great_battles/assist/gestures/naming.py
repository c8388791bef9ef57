"""Units and hexes as a text names them."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Reason
from vedette.rules.great_battles.state import State

LISTED = "SW-2.4-combat-unit-1"
"""The case for a unit that is not there."""
MAP = "SW-5.16"


class Bad(Exception):
    """A text that names something that is not there."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason


def unit_named(g: State, name: str) -> str:
    """A unit of the game by its id, or by a name that only one has."""
    name = " ".join(name.split()).lower()
    for id in g.units:
        if id.lower() == name:
            return id
    found = [id for id in g.units if g.counter(id).name.lower() == name]
    if len(found) > 1:
        raise Bad(Reason(f"{name} could mean {' or '.join(found)}", LISTED))
    if not found:
        raise Bad(Reason(f"there is no unit {name!r} in this game", LISTED))
    return found[0]


def units_named(g: State, text: str) -> list[str]:
    """ "A + B" as ids, each once."""
    return list(dict.fromkeys(unit_named(g, part) for part in text.split(" + ")))


def hex_named(g: State, name: str) -> int:
    """A hex of the board."""
    if not g.setting.grid.has(name):
        raise Bad(Reason(f"there is no hex {name} on this map", MAP))
    return g.setting.grid.index(name)


def names(ids: Sequence[str]) -> str:
    """ "5 OH, 13 IN and 62 OH"."""
    return " and ".join(filter(None, (", ".join(ids[:-1]), ids[-1]))) if ids else "nobody"


def points(quarters: int) -> float | int:
    """Quarters of a movement point as points: 2, 2.5."""
    whole, rest = divmod(quarters, 4)
    return quarters / 4 if rest else whole


def points_words(quarters: int) -> str:
    """ "2.5"."""
    return f"{quarters / 4:g}"
