"""What a gesture names, and what is said of a text that is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from vedette.engine.decision import decisions
from vedette.engine.events import EngineError, Reason
from vedette.engine.field import FieldState
from vedette.engine.overlays import Place

MARCH = re.compile(r"^march (?P<who>.+?) to (?P<hex>\d{4})$", re.IGNORECASE)
STEP = re.compile(r"^step (?P<who>.+?) (?P<way>[NESW]{1,2})(?: (?P<hexes>\d{1,2}))?$", re.IGNORECASE)
FIRE = re.compile(r"^(?P<who>.+?) fire at (?P<hex>\d{4})$", re.IGNORECASE)
RETREAT = re.compile(r"^retreat (?P<who>.+) to (?P<hex>\d{4})$", re.IGNORECASE)
START = re.compile(r"^move (?P<who>.+)$", re.IGNORECASE)

Found = re.Match[str]
OFFERED = 8
"""So many answers are named to somebody whose text is not offered."""


class Bad(Exception):
    """A gesture that names something that is not there."""

    def __init__(self, reason: Reason, kind: str = "") -> None:
        super().__init__(reason.text)
        self.reason = reason
        self.kind = kind
        """"unit" or "hex" where it is one that does not exist."""

    def cited(self, cases: Mapping[str, str]) -> Reason:
        """The reason, with the case of the book that says which units or hexes there are."""
        return Reason(self.reason.text, cases[self.kind]) if self.kind else self.reason


def unit_named(g: FieldState, name: str, lower: bool = True) -> str:
    """A unit of the game by its id, or by a name that only one has.

    Args:
        lower: a name that fits no unit, or several, is said again in small letters.
    """
    said = " ".join(name.split())
    name = said.lower()
    for id in g.units:
        if id.lower() == name:
            return id
    said = name if lower else said
    found = [id for id in g.units if g.setting.counters[id].name.lower() == name]
    if len(found) > 1:
        raise Bad(Reason(f"{said} could mean {' or '.join(found)}", ""), "unit")
    if not found:
        raise Bad(Reason(f"there is no unit {said!r} in this game", ""), "unit")
    return found[0]


def units_named(g: FieldState, text: str) -> list[str]:
    """ "A + B" as ids, each once."""
    return list(dict.fromkeys(unit_named(g, part) for part in text.split(" + ")))


def hex_named(g: FieldState, name: str) -> int:
    """A hex of the board."""
    if not g.setting.grid.has(name):
        raise Bad(Reason(f"there is no hex {name} on this map", ""), "hex")
    return g.setting.grid.index(name)


def step_named(found: Found, ways: Sequence[str], cite: str) -> tuple[str, int]:
    """The direction of a step and its length in hexes; `ways` are the six directions of this map."""
    word, hexes = found["way"].upper(), int(found["hexes"] or 1)
    if word not in ways:
        raise Bad(Reason(f"{word} is no way on this map: {', '.join(ways)}", cite))
    if hexes < 1:
        raise Bad(Reason("a step is one hex at least", cite))
    return word, hexes


def asked_of(
    g: FieldState, at: str, to: str = "", unit: str = "", units: Sequence[str] = ()
) -> tuple[Place, tuple[str, ...]]:
    """The hexes and units that an overlay or a plan is asked of, by the names that a person gives.

    Raises:
        EngineError: where one of them is not there.
    """
    try:
        first, second = (hex_named(g, name) if name else -1 for name in (at, to))
        place = Place(first, second, unit_named(g, unit) if unit else "")
        return place, tuple(unit_named(g, name) for name in units)
    except Bad as bad:
        raise EngineError(bad.reason.text) from bad


def listed(g: Any, seat: str) -> set[str]:
    """The texts that are offered to a seat, in small letters."""
    return {a.text.lower() for d in decisions(g) if d.seat == seat for a in d.actions}


def not_offered(g: Any, seat: str) -> tuple[str, str]:
    """What is said of a text that no rule refuses and nobody offers, and the case of the open question."""
    found = next((d for d in decisions(g) if d.seat == seat), None)
    if found is None:
        return f"{seat} is not asked anything now", ""
    offered = ", ".join(a.text for a in found.actions[:OFFERED]) + (", ..." if len(found.actions) > OFFERED else "")
    return f"not offered here ({found.prompt}): {offered}", found.cite


def of(id: str, bar: Reason | None) -> Reason | None:
    """A reason with the unit to which it applies."""
    return Reason(f"{id}: {bar.text}", bar.cite) if bar else None


def names(ids: Sequence[str]) -> str:
    """ "5 OH, 13 IN and 62 OH"."""
    return " and ".join(filter(None, (", ".join(ids[:-1]), ids[-1]))) if ids else "nobody"
