"""Chapter 4.10: stacking."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.valley_campaign.state import State

LIMIT = 2
"""Combat units in a hex at most (JV-4.10-1)."""
FULL = Reason(f"{LIMIT} combat units stand there already, at every instant the most", "JV-4.10-1")


@cites("JV-4.10-4", "JV-4.10-5", "JV-4.10-6")
def counted(g: State, hex: int, without: tuple[str, ...] = ()) -> list[str]:
    """The units of a hex that count: not leaders (JV-4.10-4) nor artillery (JV-4.10-5), with others or not (-6)."""
    return [id for id in g.in_hex(hex) if g.counter(id).combat_unit and id not in without]


@cites("JV-4.10-1", "JV-4.10-2")
def stack_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit finds no room in a hex, even in passing."""
    if not g.counter(id).combat_unit or len(counted(g, hex, (id,))) < LIMIT:
        return None
    return FULL


def room(g: State, id: str, hex: int) -> bool:
    """Whether a unit finds room in a hex."""
    return stack_bar(g, id, hex) is None


def full_hexes(g: State, id: str) -> set[int]:
    """The hexes where a unit finds no room: those that `stack_bar` bars."""
    if not g.counter(id).combat_unit:
        return set()
    return {hex for hex, here in g.stacks.items() if len(here) >= LIMIT and not room(g, id, hex)}
