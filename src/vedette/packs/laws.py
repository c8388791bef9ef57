"""What every board must fulfil, and every battle on it: levels, roads, where units stand, what can be reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from vedette.board import Board
from vedette.board.flood import flood
from vedette.board.reading import BROWS
from vedette.hexes import hexes_of, mask_of

from .reader import Pack
from .scenario import COMING, places

STEP = {"slope": 1, "steep": 2}
"""Levels between the hexes of a hexside that rises."""
BEST = ("turnpike", "pike")
"""Kinds of road that cross a map in one piece."""
NAMED = {"house", "town", "place"}
"""What a road may end at."""

HAMPERED = ("cavalry", "artillery")
"""Arms for which cover is a doubtful place to begin."""

Costs = Mapping[str, Mapping[str, str]]


def slopes(board: Board) -> list[str]:
    """A slope joins levels that differ by one, a steep slope by two.

    Where crests and ridges on hexsides make the levels a slope says nothing of them; it only leads up into none lower.
    """
    names, level = board.grid.names, board.level
    free = any(found & BROWS for found in board.hexsides.values())
    wrong = []
    for (a, b), found in board.hexsides.items():
        for feature in found & STEP.keys():
            step = level[a] - level[b]
            if step < 0 if free else step != STEP[feature]:
                wrong.append(f"hexsides.csv: {feature} {names[a]}-{names[b]} joins levels {level[a]} and {level[b]}")
    return wrong


def cliffs(board: Board, reasons: Mapping[tuple[str, str], str]) -> tuple[list[str], list[str]]:
    """Neighbours more than two levels apart, each with its reason, and those for which hexsides.csv gives none."""
    names, level = board.grid.names, board.level
    given, wrong = [], []
    for a in range(board.grid.size):
        for b in board.grid.neighbours[a]:
            if level[a] - level[b] <= max(STEP.values()):
                continue
            pair, reason = f"{names[a]}-{names[b]}", reasons.get((names[a], names[b]))
            if reason:
                given.append(f"{pair} ({reason})")
            else:
                wrong.append(f"hexsides.csv: {pair} joins levels {level[a]} and {level[b]}; a cliff is to say why")
    return given, wrong


def roads(board: Board) -> list[str]:
    """A road does not cross itself, and begins and ends at an edge, at another road or at a named place."""
    wrong = []
    for road in board.roads:
        if len(set(road.hexes)) != len(road.hexes):
            wrong.append(f"roads.csv: {road.name} goes through a hex twice")
        for end in (road.hexes[0], road.hexes[-1]):
            joined = any(end in other.hexes for other in board.roads if other is not road)
            if not (board.grid.edge >> end & 1 or joined or NAMED & board.features[end].keys()):
                wrong.append(f"roads.csv: {road.name} ends in the open at {board.grid.name(end)}")
    return wrong


def turnpikes(board: Board) -> list[str]:
    """The best road, where there is one, is one connected path from edge to edge."""
    wrong = []
    for kind in BEST:
        mine = [road for road in board.roads if road.kind == kind]
        if not mine:
            continue
        every = {h for road in mine for h in road.hexes}
        joins = {pair for pair, best in board.road.items() if best == kind}
        if len(_joined(min(every), joins)) < len(every):
            wrong.append(f"roads.csv: the {kind} is in more than one piece")
        if sum(board.grid.edge >> h & 1 for road in mine for h in (road.hexes[0], road.hexes[-1])) < 2:
            wrong.append(f"roads.csv: the {kind} does not run from edge to edge")
    return wrong


def _joined(start: int, pairs: Iterable[tuple[int, int]]) -> set[int]:
    near: dict[int, list[int]] = {}
    for a, b in pairs:
        near.setdefault(a, []).append(b)
    seen, now = {start}, [start]
    while now:
        found = {b for a in now for b in near.get(a, ())} - seen
        seen |= found
        now = list(found)
    return seen


class Stand(msgspec.Struct, frozen=True):
    """Where a unit is when a battle begins, or comes in."""

    scenario: str
    unit: str
    side: str
    arm: str
    hex: int


class Ground(msgspec.Struct, frozen=True, eq=False):
    """A board with what the terrain chart says of it."""

    board: Board
    costs: Costs
    """By the word on the board, the row of the chart."""

    def cost(self, arm: str, word: str) -> str:
        """What the chart asks of an arm for a word of the board; "1" for what it does not name."""
        return self.costs.get(word, {}).get(arm, "1") or "no"

    def open_to(self, arm: str, hex: int) -> bool:
        """Whether the chart lets an arm into a hex at all."""
        words = (self.board.terrain[hex], *self.board.features[hex])
        return all(any(c.isdigit() for c in self.cost(arm, word)) for word in words)

    def on_road(self, hex: int) -> bool:
        """Whether a road leads out of a hex, by which an arm may have come that the ground is closed to."""
        return any((hex, n) in self.board.road for n in self.board.grid.neighbours[hex])

    def crossed(self, arm: str, a: int, b: int) -> bool:
        """Whether an arm may go from a hex to its neighbour, by road or over the ground."""
        if (a, b) in self.board.road:
            return True
        sides = self.board.crossing.get((a, b), ())
        return self.open_to(arm, b) and all(any(c.isdigit() for c in self.cost(arm, word)) for word in sides)


def ground(pack: Pack, board: Board) -> Ground:
    """The board with its terrain chart, if the pack has one."""
    costs: dict[str, Mapping[str, str]] = {}
    for row in pack.rows("charts/terrain.csv"):
        key = "terrain" if row["kind"] == "hexside" else "on_board"
        for word in row[key].split(";"):
            costs[word] = row.values
    return Ground(board, costs)


def stands(pack: Pack, board: Board, scenarios: Mapping[str, Mapping[str, Any]]) -> list[Stand]:
    """Every unit of every scenario in the hex where it begins or enters."""
    arms = {row["id"]: (row["side"], row.get("arm", "infantry")) for row in pack.rows("counters.csv")}
    found = []
    for name, plain in scenarios.items():
        for row in (*plain.get("setup", ()), *plain.get("reinforcement", ())):
            if row["unit"] not in arms or row.get("kind", "arrival") not in COMING:
                continue
            side, arm = arms[row["unit"]]
            for hex in places(plain, row):
                found.append(Stand(name, row["unit"], side, arm, board.grid.index(hex)))
    return found


def standing(g: Ground, units: Iterable[Stand]) -> list[str]:
    """A unit begins, or enters, on ground that its arm may enter, and can leave it."""
    wrong = []
    for u in units:
        where = f"{u.scenario}: {u.unit} at {g.board.grid.name(u.hex)}"
        if not g.open_to(u.arm, u.hex) and not g.on_road(u.hex):
            wrong.append(f"{where} stands on ground closed to {u.arm}")
        elif not any(g.crossed(u.arm, u.hex, n) for n in g.board.grid.neighbours[u.hex]):
            wrong.append(f"{where} cannot leave it")
        elif u.arm == "artillery" and "angled" in g.board.features[u.hex]:
            wrong.append(f"{where} has angled ground, from which guns do not fire")
    return wrong


def in_play(g: Ground, scenarios: Mapping[str, Mapping[str, Any]], units: Iterable[Stand]) -> list[str]:
    """A unit begins, or enters, inside the area of play."""
    areas = {name: area_of(g.board, plain) for name, plain in scenarios.items()}
    return list(
        dict.fromkeys(
            f"{u.scenario}: {u.unit} at {g.board.grid.name(u.hex)} stands outside the area of play"
            for u in units
            if not areas[u.scenario] >> u.hex & 1
        )
    )


def doubtful(g: Ground, units: Iterable[Stand]) -> list[str]:
    """Units that begin where they may stand but are hampered: guns and horse in cover or behind a wall."""
    found = dict.fromkeys(
        f"{u.unit} ({u.arm}) begins at {g.board.grid.name(u.hex)}: {', '.join(words)}"
        for u in units
        if u.arm in HAMPERED and (words := list(_cover(g, u.arm, u.hex)))
    )
    return list(found)


def _cover(g: Ground, arm: str, hex: int) -> Iterator[str]:
    """The terrain that costs the arm more than clear ground, and walls."""
    terrain = g.board.terrain[hex]
    if g.cost(arm, terrain) != g.cost(arm, "clear"):
        yield terrain
    yield from sorted({"wall", "angled"} & g.board.features[hex].keys())


def victory_hexes(board: Board, victory: Mapping[str, Any]) -> set[int]:
    """Every hex that the victory conditions of a scenario name."""

    def words(key: str, value: Any) -> Iterator[str]:
        if isinstance(value, Mapping):
            for k, v in value.items():
                yield from words(k, v)
        elif isinstance(value, list):
            for v in value:
                yield from words(key, v)
        elif isinstance(value, str) and key in ("hex", "hexes"):
            yield value

    return {board.grid.index(name) for name in words("", victory) if board.grid.has(name)}


def reach(g: Ground, scenarios: Mapping[str, Mapping[str, Any]], units: Iterable[Stand]) -> list[str]:
    """Units of both sides can come to every victory hex, inside the area of play."""
    units = list(units)
    wrong = []
    for name, plain in scenarios.items():
        goals = victory_hexes(g.board, plain.get("victory", {}))
        area = area_of(g.board, plain)
        for side in sorted({u.side for u in units if u.scenario == name}) if goals else ():
            reached: set[int] = set()
            for arm in sorted({u.arm for u in units if (u.scenario, u.side) == (name, side)}):
                starts = {u.hex for u in units if (u.scenario, u.side, u.arm) == (name, side, arm)}
                reached |= _spread(g, arm, starts, area)
            for hex in sorted(goals - reached):
                wrong.append(f"{name}: no {side} unit can reach the victory hex {g.board.grid.name(hex)}")
    return wrong


def area_of(board: Board, plain: Mapping[str, Any]) -> int:
    """The set of hexes in play in a scenario."""
    area = plain.get("area")
    if not area:
        return mask_of(range(board.grid.size))
    rim = [board.grid.index(name) for chain in area["perimeter"] for name in chain.split("-")]
    return flood(board.grid, rim, board.grid.index(area["inside"]))


def _spread(g: Ground, arm: str, starts: set[int], area: int) -> set[int]:
    seen, now = set(starts), list(starts)
    while now:
        hex = now.pop()
        for n in hexes_of(g.board.grid.near[hex] & area):
            if n not in seen and g.crossed(arm, hex, n):
                seen.add(n)
                now.append(n)
    return seen
