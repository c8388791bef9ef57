"""Where a retreat can go: chapters 15.1 to 15.4.

next_hexes(g, id, left, causes, trail, company)     where a unit can take its next step back, the easiest way first
hemmed_in(g, id)                                    enemies, impassable ground and the map's edge are all around it
"""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.cites import cites
from vedette.rules.great_battles.chapters.stacking import stack_bar
from vedette.rules.great_battles.chapters.terrain import cost, crossing_bar, step_cost
from vedette.rules.great_battles.chapters.zones import reach
from vedette.rules.great_battles.state import State

Hexes = tuple[int, ...]
Others = tuple[int, Hexes]
"""Enemies from whom one runs: the hexes of their zones, as bits, and their own."""
Ease = tuple[int, int, int, int, int]
HARDEST: Ease = (10**6,) * 5
CLEAR = 8
"""Hexes beyond which nobody minds an enemy, or a friend."""
BAD = 20
"""What a step counts of which the ground says no cost."""


@cites("SW-15.1-1")
def passable(g: State, id: str, a: int, b: int) -> bool:
    """Whether a unit can fall back over a hexside: no enemy there, nor ground that bars it."""
    if g.masks[1 - g.side(id)] >> b & 1:
        return False
    if g.units[id].abandoned:  # its crew goes on foot
        return cost(g.setting, "line", a, b) is not None
    return crossing_bar(g, id, a, b) is None


@cites("SW-15.1-2", "SW-16.0-2", "GB-27.1-2")
def hemmed_in(g: State, id: str) -> bool:
    """Whether a unit is surrounded by enemies, impassable ground and the edge of the map."""
    at = g.at(id)
    return not any(passable(g, id, at, b) for b in g.setting.grid.neighbours[at])


@cites("SW-15.4-3")
def distance(g: State, hex: int, causes: Hexes) -> int:
    """How far a hex is from the nearest of those who cause a retreat; 0 without any."""
    far = g.setting.grid.distance
    return min((far(hex, cause) for cause in causes), default=0)


def nearest_enemies(g: State, id: str) -> Hexes:
    """The enemies nearest to a unit: from whom it falls back if nobody else is to blame."""
    at, far = g.at(id), g.setting.grid.distance
    theirs = g.hexes_of_side(1 - g.side(id))
    near = min((far(at, h) for h in theirs), default=0)
    return tuple(h for h in theirs if far(at, h) == near)


@cites("SW-15.4-4")
def _paths(g: State, id: str, left: int, trail: Hexes, known: dict[int, Hexes]) -> Iterator[Hexes]:
    """Every way of so many steps that enters no hex twice; shorter ones where they end.

    Args:
        known: where one can go from the hexes that have been looked at.
    """
    here = trail[-1]
    if here not in known:
        near = g.setting.grid.neighbours[here]
        known[here] = tuple(b for b in near if passable(g, id, here, b) and not _closed(g, id, b))
    steps = [b for b in known[here] if b not in trail] if left else []
    if not steps:
        yield ()
    for b in steps:
        for rest in _paths(g, id, left - 1, (*trail, b), known):
            yield (b, *rest)


def _closed(g: State, id: str, hex: int) -> bool:
    """Whether units in reserve bar a hex (SW-8.73)."""
    return any(g.units[i].reserve for i in g.troops(hex, g.side(id)))


@cites("SW-15.3-1", "SW-15.4-1", "SW-15.4-2", "SW-15.4-3", "SW-13.82-2")
def next_hexes(g: State, id: str, left: int, causes: Hexes, trail: Hexes, company: tuple[str, ...] = ()) -> Hexes:
    """Where a unit can take the next of its steps back, the easiest way first.

    Of all ways those that go the whole distance, end farthest from the cause, with room, and through as few friends as
    can be, company that falls back with it apart. Among them its owner chooses.
    """
    side = g.side(id)
    friends = {
        h for h in g.hexes_of_side(side) if any(i not in company and i != id for i in g.troops(h, side))
    }  # fmt: skip
    found = [p for p in _paths(g, id, left, trail, {}) if p]
    if not found:
        return ()

    ends = {end: (-distance(g, end, causes), not has_room(g, id, end, company)) for end in {p[-1] for p in found}}

    def duty(path: Hexes) -> tuple[int, int, bool, int]:
        return -len(path), *ends[path[-1]], sum(h in friends for h in path)

    duties = [duty(path) for path in found]
    best = min(duties)
    ease: dict[int, Ease] = {}
    others = _others(g, id, trail[0])
    for path, its in zip(found, duties, strict=True):
        if its == best:
            ease[path[0]] = min(ease.get(path[0], HARDEST), _ease(g, id, trail[-1], path, causes, others))
    return tuple(sorted(ease, key=lambda h: (ease[h], h)))


def _others(g: State, id: str, start: int) -> Others:
    """The zones and the hexes of enemies from whom a unit can still run: not of those whom it fights in its own hex.

    Who is in the same melee has no zone for it (SW 13.86), so that it does not go past him to be rid of one.
    """
    enemy = 1 - g.side(id)
    zones = 0
    for other in g.on_map(enemy):
        if g.at(other) != start:
            zones |= reach(g, other)
    return zones, tuple(h for h in g.hexes_of_side(enemy) if h != start)


def safest(g: State, id: str, hexes: Hexes) -> int:
    """Of hexes to which a unit may fall back the one farthest from enemies, and of those the nearest to friends."""
    theirs = tuple(g.hexes_of_side(1 - g.side(id)))
    friends = tuple({g.at(i) for i in g.on_map(g.side(id)) if g.at(i) != g.at(id)})
    return min(hexes, key=lambda h: (-min(distance(g, h, theirs), CLEAR), distance(g, h, friends), hexes.index(h)))


def _ease(g: State, id: str, here: int, path: Hexes, causes: Hexes, others: Others) -> Ease:
    """How hard a way is: enemy zones, how near to enemies and far from friends it ends, the ground, how straight."""
    zones, theirs = others
    cost = sum(step_cost(g, id, a, b) or BAD for a, b in zip((here, *path), path, strict=False))
    friends = tuple({g.at(i) for i in g.on_map(g.side(id)) if i != id and g.at(i) != here})
    x, y = g.setting.grid.centre(path[-1])
    centres = map(g.setting.grid.centre, causes)
    metres = min(((x - u) ** 2 + (y - v) ** 2 for u, v in centres), default=0.0) ** 0.5
    away, back = distance(g, path[-1], theirs), distance(g, path[-1], friends)
    return sum(zones >> h & 1 for h in path), -min(away, CLEAR), min(back, CLEAR), cost, -int(metres)


def has_room(g: State, id: str, hex: int, company: tuple[str, ...] = ()) -> bool:
    """Whether a unit fits into a hex beside its friends there (SW 8.2)."""
    return stack_bar(g, id, hex) is None
