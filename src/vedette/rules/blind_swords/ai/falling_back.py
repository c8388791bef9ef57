"""Whole ways of a retreat: every end of a best way with the fire that it runs through, the best first (KT 15.4)."""

from __future__ import annotations

from typing import Any

import msgspec

from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.opportunity import firers_at
from vedette.rules.blind_swords.chapters.range import OPPORTUNITY, fire_points
from vedette.rules.blind_swords.chapters.retreat import OFF, Retreat, best_ways
from vedette.rules.blind_swords.chapters.values import modified_cr
from vedette.rules.blind_swords.state import State


class WayBack(msgspec.Struct, frozen=True):
    """One whole way of a retreat."""

    hexes: tuple[int, ...]
    """From the hex where the unit stands; OFF at the end where it leaves the map."""
    fire: int
    """Points that may fire at it on the way, in sixty-fourths."""
    cohesion: int
    """Its modified rating at the end; 0 off the map."""
    away: int
    """How far the nearest enemy is from the end."""

    @property
    def worth(self) -> tuple[int, int, int]:
        """What its owner would look at: staying on the map, little fire, then cohesion at the end."""
        return (self.hexes[-1] == OFF, self.fire, -self.cohesion)


def ways_back(g: State, frame: Retreat) -> list[WayBack]:
    """The ends of all best ways, each by the way with the least fire; the one to propose first."""
    goals, back = best_ways(g, frame.unit, frame.hexes, frame.origin, frame.causes)
    start = g.at(frame.unit)
    known: dict[int, tuple[int, tuple[int, ...]]] = {start: (0, (start,))}

    def best(hex: int) -> tuple[int, tuple[int, ...]]:
        if hex not in known:
            ways = []
            for before in back[hex]:
                fire, way = best(before)
                ways.append((fire + _fire_leaving(g, frame, before), (*way, hex)))
            known[hex] = min(ways)
        return known[hex]

    found = []
    for goal in dict.fromkeys(goals):
        fire, way = best(goal)
        found.append(WayBack(way, fire, cohesion_at(g, frame.unit, goal), _away(g, frame.unit, goal)))
    return sorted(found, key=lambda w: (w.worth, -w.away))


def alike(g: State, frame: Retreat) -> bool:
    """Whether it makes no difference to its owner which of the best ways a unit falls back.

    All are worth the same, and so are their ends: as far from the enemy, on the same ground, with the same friends.
    """
    goals = set(best_ways(g, frame.unit, frame.hexes, frame.origin, frame.causes)[0])
    if len(goals) == 1:
        return True
    if OFF in goals or len({_end(g, frame.unit, goal) for goal in goals}) > 1:
        return False
    return len({way.worth for way in ways_back(g, frame)}) == 1


def _end(g: State, unit: str, hex: int) -> tuple[Any, ...]:
    """What sets the end of one way apart from another."""
    board = g.setting.board
    ground = (board.terrain[hex], board.level[hex], tuple(board.features[hex]), hex in g.setting.victory_hexes)
    return (*ground, g.in_hex(hex), _away(g, unit, hex))


def _fire_leaving(g: State, frame: Retreat, hex: int) -> int:
    """Points that may fire at the unit as it leaves a hex; the first hex of the retreat is free."""
    if hex in (frame.origin, frame.endured):
        return 0
    return sum(fire_points(g, i, hex, OPPORTUNITY, False) for i in firers_at(g, hex, g.side(frame.unit)))


def _away(g: State, unit: str, hex: int) -> int:
    """How far the nearest enemy is from a hex; 0 off the map."""
    if hex == OFF:
        return 0
    enemies = g.on_map(1 - g.side(unit))
    return min((g.setting.grid.distance(hex, g.at(i)) for i in enemies), default=0)


def cohesion_at(g: State, unit: str, hex: int) -> int:
    """The modified rating that a unit would have in a hex; 0 off the map."""
    if hex == OFF:
        return 0
    after = g.clone()
    place(after, unit, hex, "KT-15.4-1")
    return modified_cr(after, unit)


def steps_to(g: State, frame: Retreat, goal: int) -> tuple[int, ...] | None:
    """The hexes of the way to an end; None where no best way ends there."""
    return next((w.hexes[1:] for w in ways_back(g, frame) if w.hexes[-1] == goal), None)
