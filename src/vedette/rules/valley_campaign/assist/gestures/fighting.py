"""Gestures of the combat phase: an attack as one text, a retreat by its last hex; why they are refused (JV 6)."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Reason
from vedette.rules.valley_campaign.chapters.combat import GO, Attack, CombatPhase, attack_bar
from vedette.rules.valley_campaign.chapters.deeds import place
from vedette.rules.valley_campaign.chapters.movement import SKIPS
from vedette.rules.valley_campaign.chapters.retreat import FallBack, Retreat, ways_back
from vedette.rules.valley_campaign.state import State

ADDED = Reason("it takes part already", "JV-6.4-1")
STAYS = Reason("it does not fall back now", "JV-6.12-1")
NO_WAY = Reason("it does not fall back that way", "JV-6.12-6")


def _top(g: State) -> object:
    return g.stack[-1][0] if g.stack else None


# -- attacks -----------------------------------------------------------------------------------------------------


def attack_texts(g: State, ids: Sequence[str], hex: int) -> list[str] | None:
    """The single answers of an attack: the hex, the attackers one by one, and go."""
    top = _top(g)
    begun: tuple[str, ...] = ()
    steps: list[str] = []
    if isinstance(top, Attack):
        if top.hex != hex or not set(top.units) <= set(ids):
            return None
        begun = top.units
    elif isinstance(top, CombatPhase):
        steps.append(f"attack {g.hex_name(hex)}")
    else:
        return None
    return [*steps, *(f"add {id}" for id in ids if id not in begun), g.text_of(GO)]


def add_bar(g: State, id: str) -> Reason | None:
    """Why a unit is not added to the current attack."""
    top = _top(g)
    if not isinstance(top, Attack):
        return None
    return ADDED if id in top.units else attack_bar(g, id, top.hex)


# -- retreats ----------------------------------------------------------------------------------------------------


def retreat_texts(g: State, how: str, id: str, hex: int) -> list[str] | None:
    """A whole retreat given by its last hex, hex by hex."""
    top = _top(g)
    if not isinstance(top, Retreat) or top.unit != id or how != "retreat":
        return None
    way = way_back(g, top, hex)
    return [f"retreat {id} to {g.hex_name(h)}" for h in way] if way else None


def way_back(g: State, frame: Retreat, goal: int) -> list[int] | None:
    """The hexes of the safest whole way to a last hex; None if there is none."""
    after = g.fork()
    return _way(after, frame, goal, frame.hexes)


def _way(g: State, frame: Retreat, goal: int, left: int) -> list[int] | None:
    """The safest way to a last hex, as the rules let the unit go."""
    start = g.at(frame.unit)
    for to in ways_back(g, frame.unit, frame.barred, frame.away_from) if left else ():
        if to == goal and left == 1:
            return [to]
        place(g, frame.unit, to, "JV-7.7-4", "retreated")
        rest = _way(g, frame, goal, left - 1)
        place(g, frame.unit, start, "JV-7.7-4", "retreated")
        if rest:
            return [to, *rest]
    return None


def retreat_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit does not fall back to a hex."""
    top = _top(g)
    if isinstance(top, Retreat):
        if top.unit != id:
            return STAYS
        return None if hex in ways_back(g, id, top.barred, top.away_from) else Reason(NO_WAY.text, "JV-7.7-4")
    if not isinstance(top, FallBack) or id not in top.units:
        return STAYS if isinstance(top, FallBack) else None
    if not g.setting.grid.near[g.at(id)] >> hex & 1:
        return Reason(SKIPS.text, "JV-6.12-1")
    return None if hex in top.ways(g, id) else NO_WAY
