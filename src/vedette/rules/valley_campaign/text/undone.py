"""What is left undone by passing, in words: told before somebody ends a phase, never asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vedette.engine.procedure import Ask
from vedette.engine.run import asks
from vedette.rules.valley_campaign.chapters.bombardment import chances
from vedette.rules.valley_campaign.state import State

Words = Callable[[State, Ask], str]
NAMED = 4
"""So many units are named, the others counted."""


def undone(g: State, seat: str) -> str:
    """What the seat would leave undone by passing at its open decision; empty where nothing."""
    ask = next((a for a in asks(g) if a.seat == seat and a.optional), None)
    words = TABLE.get(ask.kind) if ask is not None else None
    return words(g, ask) if words is not None and ask is not None else ""


def passing(g: State, seat: str) -> str:
    """The answer that ends a combat phase in which nobody can be attacked and no gun would hit; empty elsewhere."""
    ask = next((a for a in asks(g) if a.seat == seat and a.kind == "attack"), None)
    if ask is None or any(isinstance(value, int) for value in ask.options):
        return ""
    shots = [value for value in ask.options if isinstance(value, tuple)]
    return "" if any(chances(g, *shot).hits for shot in shots) else ask.text(g, "")


def counted(ids: Sequence[str], what: str, many: str, verb: str) -> str:
    """ "5 units could still move: 25 OH, 8 WV, 60 OH, 75 OH and 1 more"; empty for nobody."""
    if not ids:
        return ""
    more = f" and {len(ids) - NAMED} more" if len(ids) > NAMED else ""
    return f"{len(ids)} {what if len(ids) == 1 else many} {verb}: {', '.join(ids[:NAMED])}{more}"


def _moves(g: State, ask: Ask) -> str:
    """Who has not moved and could, and who could still enter."""
    ready = [value for value in ask.options if isinstance(value, str) and value]
    outside = list(dict.fromkeys(value[0] for value in ask.options if not isinstance(value, str)))
    parts = (
        counted(ready, "unit", "units", "could still move"),
        counted(outside, "reinforcement", "reinforcements", "could still enter"),
    )
    return "; ".join(part for part in parts if part)


def _combats(g: State, ask: Ask) -> str:
    """How many hexes could be attacked, and which guns could still hit somebody."""
    hexes = [g.hex_name(value) for value in ask.options if isinstance(value, int)]
    shots = [value for value in ask.options if isinstance(value, tuple)]
    guns = list(dict.fromkeys(gun for gun, target in shots if chances(g, gun, target).hits))
    parts = (
        counted(hexes, "hex", "hexes", "could still be attacked"),
        counted(guns, "gun", "guns", "could still hit"),
    )
    return "; ".join(part for part in parts if part)


def _repairs(g: State, ask: Ask) -> str:
    able = list(dict.fromkeys(id for id, _ in ask.options if id))
    return counted(able, "unit", "units", "could begin a repair")


TABLE: dict[str, Words] = {
    "move-unit": _moves,
    "attack": _combats,
    "repair": _repairs,
}
"""The kind of decision -> what is said of it."""
