"""Chapter 5: reinforcements. They come up in a column for each entry hex, one behind the other."""

from __future__ import annotations

from functools import lru_cache

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.chapters.deeds import place
from vedette.rules.valley_campaign.chapters.ground import hex_cost
from vedette.rules.valley_campaign.chapters.zones import FULL, room, zone
from vedette.rules.valley_campaign.setting import Arrival, Pair, Setting
from vedette.rules.valley_campaign.state import State

EDGES = ("north", "east", "south", "west")
EARLY = Reason("nobody comes before his turn", "JV-5.2-2")
HERE = Reason("it does not wait to enter", "JV-5.1-1")
TURN = Reason("reinforcements enter in the movement phase of their own side", "JV-5.2-1")
FIXED = Reason("its entry hex is fixed", "JV-5.3-4")
OCCUPIED = Reason("an enemy stands in the entry hex", "JV-5.3-5")
HELD = Reason("the entry hex lies in an enemy zone of control", "JV-5.3-16")
NEAREST = Reason("the entry hex is blocked: only the nearest unblocked hex is open in its place", "JV-5.3-7")
TOGETHER = Reason("others of that entry hex have entered elsewhere in this phase, and all use one hex", "JV-5.3-9")
CROWDED = Reason(FULL.text, "JV-5.3-17")
FAR_BACK = Reason("its place in the column costs more points than it has", "JV-4.9-3")


def arrival_of(g: State, id: str) -> Arrival | None:
    """The row of a unit that waits."""
    return next((a for a in g.waiting if a.unit == id), None)


# -- where -----------------------------------------------------------------------------------------------


@cites("JV-5.3-5", "JV-5.3-16")
def blocked(g: State, side: int) -> int:
    """The hexes that are blocked to the reinforcements of a side, as bits: by an enemy in them or his zone alone."""
    return g.masks[1 - side] | zone(g, 1 - side)


@cites("JV-5.3-4", "JV-5.3-7", "JV-5.3-9")
def entry_hexes(g: State, side: int, listed: int) -> tuple[int, ...]:
    """Where those of a listed hex may enter now: there, or while it is blocked nearby.

    Once one of them has entered elsewhere, the others use the same hex in this phase, if it is not blocked.
    """
    chosen = dict(g.substitutes).get(listed)
    if chosen is not None:
        return () if blocked(g, side) >> chosen & 1 else (chosen,)
    return nearest(g, side, listed) if blocked(g, side) >> listed & 1 else (listed,)


@cites("JV-5.3-7", "JV-5.3-8", "JV-5.3-18")
def nearest(g: State, side: int, listed: int) -> tuple[int, ...]:
    """The nearest unblocked hexes, of which the owner picks one.

    They lie on the same edge of the map; for an entry hex inside it all around, but not cut off by an unbridged river.
    """
    grid = g.setting.grid
    free = site(g.setting, g.burned, listed) & ~blocked(g, side)
    if not free:
        return ()
    radius = 1
    while not grid.within(listed, radius) & free:
        radius += 1
    return tuple(hexes_of(grid.within(listed, radius) & free))


@lru_cache(maxsize=128)
def site(setting: Setting, burned: tuple[Pair, ...], listed: int) -> int:
    """The hexes that may stand in for an entry hex, as bits."""
    grid = setting.grid
    edges = [mask for mask in map(grid.border, EDGES) if mask >> listed & 1]
    if edges:
        found = 0
        for mask in edges:
            found |= mask
        return found & ~(1 << listed)
    open_bridges = {pair for pair in setting.bridges if pair not in burned}
    seen, todo = 1 << listed, [listed]
    while todo:
        a = todo.pop()
        for b in grid.neighbours[a]:
            wet = (a, b) in setting.rivers and (a, b) not in open_bridges and (b, a) not in open_bridges
            if not wet and not seen >> b & 1:
                seen |= 1 << b
                todo.append(b)
    return seen & ~(1 << listed)


def interior(g: State, hex: int) -> bool:
    """Whether a hex lies inside the map."""
    return all(g.setting.board.edge_distance[edge][hex] for edge in EDGES)


# -- at what cost ----------------------------------------------------------------------------------------


@cites("JV-5.3-15", "JV-5.3-13")
def entered(g: State, listed: int) -> int:
    """How many units of a listed hex have entered in this phase; each hex has its column."""
    return dict(g.columns).get(listed, 0)


def entry_cost(g: State, id: str, hex: int) -> int:
    """Points of a unit that waits, if it enters at a hex next."""
    arrival = arrival_of(g, id)
    assert arrival is not None
    return column_cost(g, arrival, hex)


@cites("JV-5.3-2", "JV-5.3-3", "JV-5.3-10", "JV-5.3-11", "JV-5.3-14", "JV-10.7-interior")
def column_cost(g: State, arrival: Arrival, hex: int) -> int:
    """Points of the next unit of a column: 1, 2, 3 and so on, all coming by a road.

    In a substitute hex those before it count as a point each of clear ground off the map, and the hex itself as usual.
    By an option a hex inside the map costs everybody one.
    """
    listed = arrival.hex
    before = entered(g, listed)
    if g.setting.options.get("entry") == "normal" and interior(g, listed):
        before = 0
    return before + (1 if hex == listed else hex_cost(g.setting, g.counter(arrival.unit).arm, hex))


# -- who -------------------------------------------------------------------------------------------------


@cites("JV-5.1-1", "JV-5.2-1", "JV-5.2-2", "JV-5.2-3")
def due_bar(g: State, id: str) -> Reason | None:
    """Why a unit does not enter at all now: it comes in its side's movement phase of its turn or later."""
    arrival = arrival_of(g, id)
    if arrival is None:
        return HERE
    if g.phase != "movement" or g.player != g.side(id):
        return TURN
    return EARLY if arrival.turn > g.turn else None


@cites("JV-5.3-6")
def entry_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit may not enter at a hex; it waits then."""
    arrival = arrival_of(g, id)
    bar = due_bar(g, id)
    if bar is not None or arrival is None:
        return bar
    if hex not in entry_hexes(g, g.side(id), arrival.hex):
        return _elsewhere(g, g.side(id), arrival.hex, hex)
    return place_bar(g, arrival, hex)


@cites("JV-5.3-12", "JV-5.3-17", "JV-4.9-3")
def place_bar(g: State, arrival: Arrival, hex: int) -> Reason | None:
    """Why its place in the column bars a unit from a hex of its own: it waits off the map.

    No unit enters a full hex before another has moved on, nor from too far back.
    """
    if not room(g, arrival.unit, hex):
        return CROWDED
    return FAR_BACK if column_cost(g, arrival, hex) > g.counter(arrival.unit).movement else None


def _elsewhere(g: State, side: int, listed: int, hex: int) -> Reason:
    """Why a unit of a listed hex does not enter at this one."""
    used = dict(g.substitutes).get(listed, listed)
    if used not in (listed, hex):
        return TOGETHER
    if not blocked(g, side) >> listed & 1:
        return FIXED
    if hex != used:
        return NEAREST
    return OCCUPIED if g.masks[1 - side] >> hex & 1 else HELD


@cites("JV-5.2-1", "JV-5.2-2", "JV-5.2-3", "JV-5.2-4", "JV-5.3-1", "JV-5.3-6")
def entries(g: State, side: int) -> tuple[tuple[str, int], ...]:
    """Every reinforcement that may enter in its side's movement phase, and where: as `entry_bar`.

    Its owner says who and when, not before its turn but in it or later.
    """
    due = [a for a in g.waiting if a.turn <= g.turn and g.side(a.unit) == side]
    open_now = {listed: entry_hexes(g, side, listed) for listed in {a.hex for a in due}}
    return tuple((a.unit, hex) for a in due for hex in open_now[a.hex] if place_bar(g, a, hex) is None)


@cites("JV-5.2-6", "JV-5.3-2", "JV-5.3-9")
def enter(g: State, id: str, hex: int) -> int:
    """A reinforcement enters; the points it has left, with which it moves on at once."""
    arrival = arrival_of(g, id)
    assert arrival is not None
    cost, place_in_column = column_cost(g, arrival, hex), entered(g, arrival.hex) + 1
    g.waiting = tuple(a for a in g.waiting if a.unit != id)
    g.columns = tuple(sorted({**dict(g.columns), arrival.hex: place_in_column}.items()))
    if hex != arrival.hex:
        g.substitutes = tuple(sorted({**dict(g.substitutes), arrival.hex: hex}.items()))
    cite = "JV-5.3-2" if hex == arrival.hex else "JV-5.3-14"
    place(g, id, hex, cite, "entered", (cost, place_in_column, arrival.hex))
    return g.counter(id).movement - cost
