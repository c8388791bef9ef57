"""Units and hexes as a text names them."""

from __future__ import annotations

from vedette.engine.events import Reason
from vedette.rules.valley_campaign.state import State

LISTED = "JV-2.8-2"
"""The case for a unit that is not there."""
MAP = "JV-4.8-7"


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


def names(ids: list[str] | tuple[str, ...]) -> str:
    """ "25 OH, 8 WV and Tyler"."""
    return " and ".join(filter(None, (", ".join(ids[:-1]), ids[-1]))) if ids else "nobody"
