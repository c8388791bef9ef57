"""Reads the rows of board.csv, hexsides.csv and roads.csv; each bad row is named with its mend."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

import msgspec

from vedette.hexes import Grid, HexError

Features = Mapping[str, tuple[str, ...]]
Row = Mapping[str, str | None]
Hexsides = dict[tuple[int, int], frozenset[str]]

GRADES = ("slope", "steep", "cliff")  # stored from the higher hex to the lower; a hexside has at most one
DIRECTED = (*GRADES, "crest")
BROWS = frozenset({"crest", "ridge"})  # edges of high ground on hexsides: where a map has them they make its levels
ROAD_KINDS = ("turnpike", "pike", "road", "lane", "trail")  # the best first
NO_FEATURES: Features = MappingProxyType({})


class BoardError(ValueError):
    """Something about a map that cannot be; says where, what and how to mend it."""


class Road(msgspec.Struct, frozen=True):
    """One road as drawn, from hex to neighbouring hex."""

    name: str
    kind: str
    hexes: tuple[int, ...]


def cell(row: Row, column: str, where: str) -> str:
    """A cell that must not be empty."""
    value = row.get(column)
    if value is None or not value.strip():
        raise BoardError(f"{where}: the column {column!r} is missing or empty; fill it in")
    return value.strip()


def hex_of(grid: Grid, name: str, where: str) -> int:
    """The hex of a name."""
    try:
        return grid.index(name)
    except HexError as error:
        raise BoardError(f"{where}: {error}; correct the number") from None


def pair_of(grid: Grid, first: str, second: str, where: str) -> tuple[int, int]:
    """Two neighbouring hexes by their names."""
    a, b = hex_of(grid, first, where), hex_of(grid, second, where)
    if not grid.near[a] >> b & 1:
        near = ", ".join(grid.names[n] for n in grid.neighbours[a])
        raise BoardError(f"{where}: {first} and {second} are not neighbours; the neighbours of {first} are {near}")
    return a, b


def features_of(words: Iterable[str]) -> Features:
    """Features as written, "wall=the stone wall", "wall-end=1932", "angled", by their key."""
    found: dict[str, tuple[str, ...]] = {}
    for word in words:
        at = min((word.find(mark) for mark in "=:" if mark in word), default=len(word))
        key, value = word[:at].strip(), word[at + 1 :].strip()
        if key:
            found[key] = found.get(key, ()) + ((value,) if value else ())
    return MappingProxyType(found) if found else NO_FEATURES


def read_hexes(grid: Grid, rows: Iterable[Row]) -> tuple[tuple[str, ...], tuple[int, ...], tuple[Features, ...]]:
    """Terrain, level and features of every hex, from board.csv."""
    found: dict[int, tuple[str, int, Features]] = {}
    for line, row in enumerate(rows, start=2):
        name = cell(row, "hex", f"board.csv, line {line}")
        where = f"board.csv, line {line}, hex {name}"
        hex = hex_of(grid, name, where)
        if hex in found:
            raise BoardError(f"{where}: the hex already has a row above; keep one of them")
        level = cell(row, "level", where)
        try:
            height = int(level)
        except ValueError:
            raise BoardError(f"{where}: level {level!r} is no whole number; write one") from None
        words = (row.get("features") or "").split(";")
        found[hex] = cell(row, "terrain", where), height, features_of(words)
    missing = [grid.names[hex] for hex in range(grid.size) if hex not in found]
    if missing:
        some = ", ".join(missing[:5]) + (" and others" if len(missing) > 5 else "")
        raise BoardError(f"board.csv: {len(missing)} hexes of the grid have no row: {some}; add them or mend grid.json")
    terrain, level_, features = zip(*(found[hex] for hex in range(grid.size)), strict=True)
    return terrain, level_, features


def read_hexsides(grid: Grid, level: Sequence[int], rows: Iterable[Row]) -> Hexsides:
    """The features of hexsides, from hexsides.csv: the higher hex first, or named in the column `high`."""
    found: Hexsides = {}
    for line, row in enumerate(rows, start=2):
        first, second = (cell(row, column, f"hexsides.csv, line {line}") for column in "ab")
        feature = cell(row, "feature", f"hexsides.csv, line {line}, {first}-{second}")
        where = f"hexsides.csv, line {line}, {first}-{second} {feature}"
        a, b = pair_of(grid, first, second, where)
        high = (row.get("high") or "").strip()
        if high == second:
            a, b = b, a
        elif high not in ("", first):
            raise BoardError(f"{where}: the column 'high' says {high}; it must be {first} or {second}")
        if feature in GRADES and level[a] < level[b]:
            up, down = grid.names[a], grid.names[b]
            raise BoardError(
                f"{where}: {up} is given as the higher hex, but has level {level[a]} and {down} level {level[b]}; "
                "name the higher hex first or mend a level"
            )
        present = found.get((a, b), frozenset()) | found.get((b, a), frozenset())
        if feature in present:
            raise BoardError(f"{where}: the hexside already has it from a row above; keep one of them")
        other = present.intersection(GRADES) if feature in GRADES else ()
        if other:
            raise BoardError(f"{where}: the hexside is already a {', '.join(other)}; keep one of them")
        found[a, b] = found.get((a, b), frozenset()) | {feature}
    return found


def read_roads(grid: Grid, rows: Iterable[Row], kinds: Sequence[str]) -> tuple[Road, ...]:
    """The roads, from roads.csv: hexes joined by hyphens, each the neighbour of the one before."""
    found = []
    for line, row in enumerate(rows, start=2):
        name = cell(row, "road", f"roads.csv, line {line}")
        where = f"roads.csv, line {line}, {name}"
        kind = cell(row, "kind", where)
        if kind not in kinds:
            raise BoardError(f"{where}: the kind {kind!r} is none of {', '.join(kinds)}; correct it")
        names = [part.strip() for part in cell(row, "hexes", where).split("-")]
        if len(names) < 2:
            raise BoardError(f"{where}: a road needs two hexes or more; add the next")
        for first, second in pairwise(names):
            pair_of(grid, first, second, where)
        found.append(Road(name, kind, tuple(grid.index(part) for part in names)))
    return tuple(found)
