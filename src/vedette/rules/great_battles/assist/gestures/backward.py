"""A whole way back as one gesture, hex by hex, and why a unit does not fall back to a hex (SW 13.7, 15)."""

from __future__ import annotations

from vedette.engine.events import Reason
from vedette.engine.procedure import Ask
from vedette.rules.great_battles.chapters.deeds import place
from vedette.rules.great_battles.chapters.evasion import Evade
from vedette.rules.great_battles.chapters.retreats import Retreat, next_hexes
from vedette.rules.great_battles.state import State

STAYS = Reason("it does not fall back now", "SW-15.0")
NO_WAY = Reason("it does not fall back that way: it goes the whole distance, away from who drives it", "SW-15.4-2")
Hexes = tuple[int, ...]


def frame_of(g: State) -> Retreat | None:
    """The retreat whose next hex is being asked for."""
    top = g.stack[-1][0] if g.stack else None
    asked = isinstance(g.ask, Ask) and g.ask.kind == "retreat"
    return top if asked and isinstance(top, Retreat) else None


def ends_of(g: State, frame: Retreat) -> dict[int, Hexes]:
    """Every hex where the retreat can end, with the easiest way to it."""
    field = g.fork()
    found: dict[int, Hexes] = {}
    _walk(field, frame, frame.hexes, frame.trail, (), found)
    return found


def _walk(g: State, frame: Retreat, left: int, trail: Hexes, way: Hexes, found: dict[int, Hexes]) -> None:
    nexts = next_hexes(g, frame.unit, left, frame.away, trail, frame.company) if left else ()
    if not nexts:
        if way:
            found.setdefault(way[-1], way)
        return
    start = g.at(frame.unit)
    for to in nexts:
        place(g, frame.unit, to, "SW-15.0", "retreated")
        _walk(g, frame, left - 1, (*trail, to), (*way, to), found)
        place(g, frame.unit, start, "SW-15.0", "retreated")


def retreat_texts(g: State, id: str, hex: int) -> list[str] | None:
    """The end of a whole way back, hex by hex."""
    frame = frame_of(g)
    if frame is None or frame.unit != id:
        return None
    way = ends_of(g, frame).get(hex)
    return [f"retreat {id} to {g.hex_name(h)}" for h in way] if way else None


def retreat_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit does not fall back to a hex."""
    frame = frame_of(g)
    if frame is not None:
        if frame.unit != id:
            return STAYS
        options = next_hexes(g, id, frame.hexes, frame.away, frame.trail, frame.company)
        return None if hex in options or hex in ends_of(g, frame) else NO_WAY
    top = g.stack[-1][0] if g.stack else None
    if isinstance(top, Evade):
        if id not in top.units:
            return STAYS
        return Reason("it goes away from who threatens it, into no enemy zone, where it finds room", "SW-13.7-2")
    return STAYS
