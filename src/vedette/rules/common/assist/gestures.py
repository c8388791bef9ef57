"""The names in a gesture, and what is said about a text that is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from vedette.engine.decision import decisions
from vedette.engine.events import EngineError, Reason
from vedette.engine.field import FieldState
from vedette.engine.overlays import Place
from vedette.engine.plan import Planner
from vedette.engine.procedure import Procedure
from vedette.engine.run import asks
from vedette.engine.shapes import Plan
from vedette.engine.state import State

MARCH = re.compile(r"^march (?P<who>.+?) to (?P<hex>\d{4})$", re.IGNORECASE)
STEP = re.compile(r"^step (?P<who>.+?) (?P<way>[NESW]{1,2})(?: (?P<hexes>\d{1,2}))?$", re.IGNORECASE)
FIRE = re.compile(r"^(?P<who>.+?) fire at (?P<hex>\d{4})$", re.IGNORECASE)
RETREAT = re.compile(r"^retreat (?P<who>.+) to (?P<hex>\d{4})$", re.IGNORECASE)
START = re.compile(r"^move (?P<who>.+)$", re.IGNORECASE)

Found = re.Match[str]
Builder = Callable[[Any, Found], list[str] | None]
Bar = Callable[[Any, str, Found], Reason | None]
P = TypeVar("P", bound=Procedure)
OFFERED = 8
"""How many answers are named to somebody whose text is not offered."""


class Bad(Exception):
    """A gesture that names something that does not exist."""

    def __init__(self, reason: Reason, kind: str = "") -> None:
        super().__init__(reason.text)
        self.reason = reason
        self.kind = kind
        """"unit" or "hex", whichever does not exist."""

    def cited(self, cases: Mapping[str, str]) -> Reason:
        """The reason, with the case in the book that says which units or hexes there are."""
        return Reason(self.reason.text, cases[self.kind]) if self.kind else self.reason


def unit_named(g: FieldState, name: str, lower: bool = True) -> str:
    """A unit of the game by its id, or by a name that it alone has.

    Args:
        lower: a name that fits no unit, or several, is repeated in lower case.
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
    """The hexes and units about which an overlay or a plan is asked, by the names that a person gives.

    Raises:
        EngineError: where one of them does not exist.
    """
    try:
        first, second = (hex_named(g, name) if name else -1 for name in (at, to))
        place = Place(first, second, unit_named(g, unit) if unit else "")
        return place, tuple(unit_named(g, name) for name in units)
    except Bad as bad:
        raise EngineError(bad.reason.text) from bad


def asking(g: State, seat: str) -> Procedure | None:
    """The procedure that is asking a seat; None if the seat is not asked."""
    return g.stack[-1][0] if g.stack and any(ask.seat == seat for ask in asks(g)) else None


def planned(
    g: State, seat: str, planners: Mapping[type[Procedure], Planner], hex: int, units: tuple[str, ...]
) -> list[Plan]:
    """The plans for the question that a seat is asked, by the procedure that asks; none if it is not asked."""
    top = asking(g, seat)
    planner = planners.get(type(top)) if top is not None else None
    return planner(g, seat, hex, units) if planner else []


def under_way(g: State, kind: type[P]) -> P | None:
    """The innermost procedure of a kind that is under way."""
    return next((frame for frame, _ in reversed(g.stack) if isinstance(frame, kind)), None)


def comes_first(unit: str, cite: str) -> Reason:
    """Why a gesture is refused while another unit's move is opened and not begun: it would end that move."""
    return Reason(f"{unit} is under way and has not gone yet: its move comes first, or done without one", cite)


def taken_apart(
    g: State, seat: str, text: str, builders: Sequence[tuple[re.Pattern[str], Builder]]
) -> list[str] | None:
    """The single answers of a gesture; None where the text is no gesture, or cannot be carried out.

    Args:
        builders: the forms of gestures, each with a function that makes the answers, or none if it cannot.
    """
    try:
        for pattern, build in builders:
            if found := pattern.match(text):
                parts = build(g, found)
                return parts if parts and parts[0].lower() in listed(g, seat) else None
    except Bad:
        return None
    return None


def halted(
    g: State, text: str, forms: Sequence[re.Pattern[str]], words: Callable[[Any, Found], list[str]]
) -> list[str]:
    """What is said of who does not come where a gesture of one of these forms leads; nothing of any other text."""
    found = next((found for form in forms if (found := form.match(" ".join(text.split())))), None)
    try:
        return words(g, found) if found is not None else []
    except Bad:
        return []


def refused(
    g: State, seat: str, bar: Callable[[], Reason | None], cases: Mapping[str, str], ask_others: bool = False
) -> tuple[str, str]:
    """Why a text is not offered: words and case.

    Args:
        bar: finds the rule that bars it, if one does.
        cases: the cases for units and hexes that do not exist.
        ask_others: whether a seat that is not asked is told who is.
    """
    try:
        why = bar()
    except Bad as bad:
        why = bad.cited(cases)
    if why is not None:
        return why.text, why.cite
    asked = decisions(g)
    found = next((d for d in asked if d.seat == seat), None)
    if found is None:
        other = asked[0] if asked and ask_others else None
        who = f": {other.seat} is ({other.prompt})" if other else ""
        return f"{seat} is not asked anything now{who}", other.cite if other else ""
    offered = ", ".join(a.text for a in found.actions[:OFFERED]) + (", ..." if len(found.actions) > OFFERED else "")
    return f"not offered here ({found.prompt}): {offered}", found.cite


def barred(g: State, seat: str, text: str, bars: Sequence[tuple[re.Pattern[str], Bar]]) -> Reason | None:
    """Why a gesture is not offered, by the first form that it matches."""
    for pattern, bar in bars:
        if found := pattern.match(text):
            return bar(g, seat, found)
    return None


def listed(g: State, seat: str) -> set[str]:
    """The texts offered to a seat, in lower case."""
    return {a.text.lower() for d in decisions(g) if d.seat == seat for a in d.actions}


def of(id: str, bar: Reason | None) -> Reason | None:
    """A reason with the unit to which it applies."""
    return bar.of(id) if bar else None


def names(ids: Sequence[str]) -> str:
    """ "5 OH, 13 IN and 62 OH"."""
    return " and ".join(filter(None, (", ".join(ids[:-1]), ids[-1]))) if ids else "nobody"
