"""Holds a pack against its claims and against itself: `vedette pack check DIR`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from vedette.board import Board

from . import (
    claims_scenarios,  # noqa: F401  its tests are known by having been read
    find,
)
from .claims import Held, broken, read_claims
from .errors import PackError
from .find import META, Folder
from .reader import build_board, check_scenarios, provenance, read_pack

STEP = {"slope": 1, "steep": 2}
"""Levels between the hexes of a hexside that rises."""


class Report(msgspec.Struct, frozen=True):
    """What a check found."""

    pack: str
    claims: int
    broken: tuple[str, ...]
    """One line for each claim or law that does not hold."""
    terrain: dict[str, int]
    levels: dict[int, int]
    hexsides: dict[str, int]
    cliffs: tuple[str, ...]
    provenance: dict[str, int]
    scenarios: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything holds."""
        return not self.broken

    def lines(self) -> list[str]:
        """The report as text."""

        def counted(words: object) -> str:
            return ", ".join(f"{k} {v}" for k, v in dict(words).items()) or "none"  # type: ignore[call-overload]

        return [
            f"{self.pack}: {sum(self.terrain.values())} hexes, scenarios {', '.join(self.scenarios) or 'none'}",
            f"terrain: {counted(self.terrain)}",
            f"levels: {counted(self.levels)}",
            f"hexsides: {counted(self.hexsides)}",
            f"neighbours more than two levels apart: {', '.join(self.cliffs) or 'none'}",
            f"rows by source: {counted(self.provenance)}",
            *(f"note: {n}" for n in self.notes),
            *(f"BROKEN {b}" for b in self.broken),
            f"{self.claims} claims, {len(self.broken)} broken",
        ]


def opened(folder_or_pack: str | Path) -> Folder:
    """A pack by its folder, or by the name of one that is installed."""
    path = Path(folder_or_pack)
    if path.is_dir():
        if not (path / META).is_file():
            raise PackError(f"{path}: there is no {META}; `vedette pack new` writes a pack to begin with")
        return Folder(path.resolve().name, path, added=True)
    if isinstance(folder_or_pack, str) and "/" not in folder_or_pack:
        return find.folder(folder_or_pack)
    raise PackError(f"{path}: there is no such folder; name the folder of a pack")


def check(folder_or_pack: str | Path) -> Report:
    """Read every file of a pack and hold it against its claims and against what every board must fulfil."""
    folder = opened(folder_or_pack)
    pack = read_pack(folder)
    board = build_board(pack)
    scenarios = check_scenarios(pack)
    held = Held(pack, board)
    claims = [c for path in folder.listed("claims", ".json") for c in read_claims(path, folder.read(path))]
    wrong = [f"{c.cite}: {c.says} ({'; '.join(found)})" for c in claims if (found := broken(c, held))]
    laws = [*_slopes(board), *_roads(board)]
    outdated, notes = _ground(folder)
    return Report(
        pack=folder.name,
        claims=len(claims),
        broken=(*wrong, *laws, *outdated),
        terrain=dict(Counter(board.terrain).most_common()),
        levels=dict(sorted(Counter(board.level).items())),
        hexsides=dict(Counter(f for found in board.hexsides.values() for f in sorted(found)).most_common()),
        cliffs=_cliffs(board),
        provenance=provenance(pack),
        scenarios=tuple(scenarios),
        notes=tuple(notes),
    )


def _slopes(board: Board) -> list[str]:
    """A slope joins levels that differ by one, a steep slope by two."""
    names, level = board.grid.names, board.level
    wrong = []
    for (a, b), found in board.hexsides.items():
        for feature in found & STEP.keys():
            if level[a] - level[b] != STEP[feature]:
                wrong.append(f"hexsides.csv: {feature} {names[a]}-{names[b]} joins levels {level[a]} and {level[b]}")
    return wrong


def _cliffs(board: Board) -> tuple[str, ...]:
    names, level = board.grid.names, board.level
    pairs = ((a, b) for a in range(board.grid.size) for b in board.grid.neighbours[a] if a < b)
    return tuple(f"{names[a]}-{names[b]}" for a, b in pairs if abs(level[a] - level[b]) > max(STEP.values()))


def _roads(board: Board) -> list[str]:
    """A road does not cross itself, and begins and ends at an edge, at another road or at a named place."""
    wrong = []
    for road in board.roads:
        if len(set(road.hexes)) != len(road.hexes):
            wrong.append(f"roads.csv: {road.name} goes through a hex twice")
        for end in (road.hexes[0], road.hexes[-1]):
            joined = any(end in other.hexes for other in board.roads if other is not road)
            named = {"house", "town", "place"} & board.features[end].keys()
            if not (board.grid.edge >> end & 1 or joined or named):
                wrong.append(f"roads.csv: {road.name} ends in the open at {board.grid.name(end)}")
    return wrong


def _ground(folder: Folder) -> tuple[list[str], list[str]]:
    """Whether the board is what the drawing of the ground gives, where there is one and shapely is installed."""
    if not folder.has("laying.toml") or not isinstance(folder.base, Path):
        return [], []
    try:
        from .ground import outdated
    except ImportError:
        return [], ["whether the board is up to date with the ground was not checked: shapely is not installed"]
    return [f"{name}: not what the drawing of the ground gives" for name in outdated(folder.base)], []
