"""What a scenario lays on a map: where units enter, edges to leave by, hexes that count, areas of the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from vedette.board import Board
from vedette.engine.battle import Battle
from vedette.hexes import mask_of

Rows = Mapping[str, Any]


class Entry(NamedTuple):
    """A hex in which units of a side come onto the map."""

    hex: int
    side: str
    turns: str
    """The turns in which they do, of many the first and the last; those that an option brings in brackets."""


class Exit(NamedTuple):
    """The hexes of an edge by which units of a side may leave, as far as that counts."""

    side: str
    edge: str
    hexes: int
    first: int
    """The turn from which it counts, 0 where it always does."""


class Prize(NamedTuple):
    """A hex that counts for victory, and what it is worth to each side where that is a number."""

    hex: int
    points: tuple[tuple[str, int], ...]


class Zone(NamedTuple):
    """An area in which units of a side are set up."""

    name: str
    side: str
    hexes: int


class Landmarks(NamedTuple):
    """All of them."""

    entries: tuple[Entry, ...] = ()
    exits: tuple[Exit, ...] = ()
    prizes: tuple[Prize, ...] = ()
    zones: tuple[Zone, ...] = ()


CALLED = "?"
"""The turn of who may be called at any."""


def landmarks(battle: Battle, area: int | None = None) -> Landmarks:
    """What the scenario of a battle lays on its map, within the area of play."""
    seen = (1 << battle.board.grid.size) - 1 if area is None else area
    return Landmarks(
        tuple(e for e in _entries(battle) if seen >> e.hex & 1),
        tuple(_exits(battle)),
        tuple(p for p in _prizes(battle) if seen >> p.hex & 1),
        tuple(_zones(battle)),
    )


def victory_hexes(battle: Battle) -> int:
    """The hexes that count for victory."""
    return _masked(battle.board, set(_under_hexes(battle.scenario.get("victory", {}))))


def _masked(board: Board, names: Any) -> int:
    return mask_of(board.grid.index(name) for name in names if board.grid.has(name))


def _side(battle: Battle, unit: str) -> str:
    return str(battle.counters.get(unit, {}).get("side", ""))


def _entries(battle: Battle) -> Iterator[Entry]:
    areas = battle.scenario.get("areas", {})
    found: dict[tuple[str, str], dict[int, bool]] = {}
    for row in battle.scenario.get("reinforcement", ()):
        if row.get("kind") == "release":
            continue
        bound = _chosen(battle, row)
        for name in (row["hex"],) if row.get("hex") else areas.get(row.get("area"), ()):
            turns = found.setdefault((str(name), _side(battle, row["unit"])), {})
            turns[row.get("turn", 0)] = turns.get(row.get("turn", 0), False) or bound
    for (name, side), turns in found.items():
        if battle.board.grid.has(name) and side:
            yield Entry(battle.board.grid.index(name), side, _told(turns))


def _told(turns: Mapping[int, bool]) -> str:
    """Turns in order; those that only another option than the usual has in brackets."""
    usual, other = (_short([t for t in sorted(turns) if turns[t] == bound]) for bound in (True, False))
    return " ".join(part for part in (usual, f"({other})" if other else "") if part)


def _short(turns: list[int]) -> str:
    """Two turns side by side, of more the first and the last."""
    words = [CALLED if t == 0 else str(t) for t in turns]
    return f"{words[0]}-{words[-1]}" if len(words) > 2 else ",".join(words)


def _chosen(battle: Battle, row: Rows) -> bool:
    """Whether a row holds where every option is the usual one."""
    options = battle.scenario.get("options", {})

    def usual(word: str) -> bool:
        name, _, value = word.partition("=")
        default = options.get(name, {}).get("default")
        return str(default) == value if value else bool(default)

    wanted, barred = row.get("option"), row.get("unless")
    return not (wanted and not usual(str(wanted))) and not (barred and usual(str(barred)))


def _exits(battle: Battle) -> Iterator[Exit]:
    victory, board = battle.scenario.get("victory", {}), battle.board
    for row in victory.get("exits", ()):
        for edge in row["edges"]:
            yield Exit(row["side"], edge, _along(board, edge), row.get("from", 0))
    if edge := victory.get("exit_edge"):
        yield Exit("confederate", edge, _along(board, edge), 0)
    if edge := victory.get("edge"):
        ground = set(victory.get("ground", ()))
        yield Exit(victory.get("side", ""), edge, _along(board, edge) & _open(board, ground), 0)


def _along(board: Board, edge: str) -> int:
    """The hexes of an edge; none of one that there is not."""
    return mask_of(h for h, far in enumerate(board.edge_distance.get(edge, ())) if far == 0)


def _open(board: Board, ground: set[str]) -> int:
    """Hexes of some terrains, or with a road where roads are among them."""
    everywhere = range(board.grid.size)
    roads = {h for pair in board.road for h in pair} if "road" in ground else set()
    return mask_of(h for h in everywhere if not ground or board.terrain[h] in ground or h in roads)


def _prizes(battle: Battle) -> Iterator[Prize]:
    victory, grid = battle.scenario.get("victory", {}), battle.board.grid
    points: dict[str, dict[str, int]] = {name: {} for name in _under_hexes(victory)}
    sudden = victory.get("sudden")
    if isinstance(sudden, Mapping) and sudden.get("hex"):
        points.setdefault(str(sudden["hex"]), {})
    for row in (*victory.get("each_turn", ()), *victory.get("at_end", ())):
        for name in row["hexes"]:
            points[name][row["side"]] = max(points[name].get(row["side"], 0), row.get("points", 0))
    for name, worth in points.items():
        if grid.has(name):
            yield Prize(grid.index(name), tuple(sorted(worth.items(), reverse=True)))


def _under_hexes(value: Any) -> Iterator[str]:
    """Whatever stands under `hexes`, however deep."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key == "hexes" and isinstance(inner, list | tuple):
                yield from (name for name in inner if isinstance(name, str))
            else:
                yield from _under_hexes(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _under_hexes(inner)


def _zones(battle: Battle) -> Iterator[Zone]:
    sides: dict[str, str] = {}
    for row in battle.scenario.get("setup", ()):
        if isinstance(name := row.get("area"), str):
            sides.setdefault(name, _side(battle, row["unit"]))
    for name, hexes in battle.scenario.get("areas", {}).items():
        if sides.get(name) and (mask := _masked(battle.board, hexes)):
            yield Zone(name.replace("-", " ").replace("_", " ").capitalize(), sides[name], mask)
