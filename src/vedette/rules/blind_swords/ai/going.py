"""Where a unit can come to in one move, and by which way; searched over steps that are laid out once for a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from vedette.board.paths import path, reach, reach_over
from vedette.hexes import hexes_of, mask_of
from vedette.rules.blind_swords.ai.zones import zone
from vedette.rules.blind_swords.chapters.costs import Terms, cost_for, may_march
from vedette.rules.blind_swords.chapters.movement import artillery_bar
from vedette.rules.blind_swords.chapters.stacking import end_bar
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.blind_swords.state import State

NEVER = 1 << 20
"""The cost of a step that may not be made."""
Found = Mapping[int, tuple[int, int]]


class Way(NamedTuple):
    """A way to a hex in reach."""

    cost: int
    path: tuple[int, ...]
    """With the start."""


class Ways(Mapping[int, Way]):
    """The hexes where a unit may end its move, in the order in which they were found; the ways only when asked for."""

    def __init__(self, found: Found, ends: Iterable[int]) -> None:
        self._found = found
        self.ends = {hex: rank for rank, hex in enumerate(ends)}
        """Each with its place in the order."""

    def __getitem__(self, hex: int) -> Way:
        if hex not in self.ends:
            raise KeyError(hex)
        return Way(self._found[hex][0], path(self._found, hex))

    def __iter__(self) -> Iterator[int]:
        return iter(self.ends)

    def __len__(self) -> int:
        return len(self.ends)

    def __contains__(self, hex: object) -> bool:
        return hex in self.ends

    def cost(self, hex: int) -> int:
        """The half points to a hex."""
        return self._found[hex][0]

    def among(self, hexes: Iterable[int]) -> list[int]:
        """Those of some hexes that are in reach, in the order in which they were found."""
        return sorted((hex for hex in hexes if hex in self.ends), key=self.ends.__getitem__)


NO_WAYS = Ways({}, ())


class Tread:
    """The steps of one kind of unit from each hex where nobody else is about, worked out when they are first asked for.

    Units of a kind differ in nothing on which the cost of a step depends as long as it is not the first of a move.
    """

    def __init__(self, g: State, id: str, terms: Terms) -> None:
        self.alone = g.clone()
        self.alone.stacks, self.alone.masks = {}, (0, 0)
        self.id = id
        self.terms = terms
        self._rows: dict[int, tuple[tuple[int, int], ...]] = {}

    def steps(self, frm: int) -> tuple[tuple[int, int], ...]:
        """The hexes that can be entered from one, each with its cost."""
        found = self._rows.get(frm)
        if found is None:
            near = self.alone.setting.grid.neighbours[frm]
            costs = [(to, cost_for(self.alone, self.id, frm, to, self.terms, False)) for to in near]
            found = self._rows[frm] = tuple([(to, NEVER if cost is None else cost) for to, cost in costs])
        return found


@dataclass(frozen=True)
class Kind:
    """What the cost of a step depends on, besides the ground and who is about."""

    setting: Setting
    arm: str
    column: bool
    skirmish: bool
    example: tuple[State, str, Terms] = field(compare=False, repr=False)


@lru_cache(maxsize=32)
def _tread(kind: Kind) -> Tread:
    return Tread(*kind.example)


def ways_of(g: State, id: str, left: int, fresh: bool, terms: Terms) -> Ways:
    """Every hex where a unit may end its move, with the way there; where it stands is one of them."""
    setting, start, arm, skirmish = g.setting, g.at(id), g.counter(id).arm, g.units[id].skirmish
    enemy = g.masks[1 - g.side(id)]
    closed = enemy | _outside(setting)
    if arm == "artillery":
        near = zone(setting.grid, enemy, setting.profile.artillery_engages_at)
        if near >> start & 1:
            return _ways(g, id, _away(g, id, left, fresh, terms, closed), start, fresh)
        closed |= near
    elif skirmish or not terms.engage:
        closed |= zone(setting.grid, enemy, 1)
    harassed = set(hexes_of(zone(setting.grid, _screens(g, 1 - g.side(id)), 1)))

    room: dict[int, bool] = {}

    def ask(frm: int, to: int, usual: int) -> int:
        """Where a road is taken up or skirmishers stand beside it a step may be dearer."""
        if to not in room:
            room[to] = to not in harassed and end_bar(g, id, to) is None
        if room[to]:
            return usual
        cost = cost_for(g, id, frm, to, terms, False)
        return NEVER if cost is None else cost

    tread = _tread(Kind(setting, arm, may_march(g, id, terms), skirmish, (g, id, terms)))
    first = [(to, cost_for(g, id, start, to, terms, fresh)) for to in setting.grid.neighbours[start]]
    begun = [(to, min(cost, left) if fresh else cost) for to, cost in first if cost is not None]
    asked = harassed.union(g.stacks) if harassed else g.stacks
    return _ways(g, id, reach_over(start, left, begun, tread.steps, _hexes(closed), asked, ask), start, fresh)


def _ways(g: State, id: str, found: Found, start: int, fresh: bool) -> Ways:
    """Of the hexes in reach those where the unit may end; who has not moved may stay."""
    stacks = g.stacks
    ends = [h for h in found if h not in stacks or (fresh and h == start) or end_bar(g, id, h) is None]
    return Ways(found, ends)


@lru_cache(maxsize=32)
def _outside(setting: Setting) -> int:
    """The hexes that are out of play."""
    return ((1 << setting.grid.size) - 1) & ~setting.area


@lru_cache(maxsize=32)
def _hexes(mask: int) -> frozenset[int]:
    return frozenset(hexes_of(mask))


def _screens(g: State, side: int) -> int:
    """The hexes with skirmishers of a side, who may make it dearer to come beside them."""
    return mask_of(g.units[i].at for i in g.on_map(side) if g.units[i].skirmish)


def _away(g: State, id: str, left: int, fresh: bool, terms: Terms, closed: int) -> Found:
    """The hexes that guns near the enemy can come to, hex by hex."""
    start = g.at(id)

    def step(frm: int, to: int) -> int | None:
        if closed >> to & 1:
            return None
        first = fresh and frm == start
        cost = cost_for(g, id, frm, to, terms, first)
        if cost is None or (cost > left and not first) or artillery_bar(g, id, frm, to) is not None:
            return None
        return min(cost, left)

    return reach(start, left, step, g.setting.grid.neighbours)
