"""Holds a pack against its claims and against itself: `vedette pack check DIR`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from vedette.board import Board
from vedette.engine.battle import Battle
from vedette.engine.chance import Listed
from vedette.engine.game import Game
from vedette.engine.rulebook import PositionError

from . import (
    claims_ground,  # noqa: F401  the tests of both are known by having been read
    claims_scenarios,  # noqa: F401
    find,
    laws,
)
from .claims import Held, broken, read_claims
from .drawing.scenery import read_scenery
from .errata import ERRATA
from .errors import PackError
from .find import META, Folder
from .forces import forces
from .lessons import read_lesson
from .reader import SCENARIOS, Pack, battle_of, build_board, check_scenarios, provenance, read_pack

COUNTED = ("wall", "angled", "stream", "dry-stream", "crest", "victory", "building", "house", "town", "place")
"""Features that are counted, in this order."""


class Report(msgspec.Struct, frozen=True):
    """What a check found."""

    pack: str
    claims: int
    broken: tuple[str, ...]
    """One line for each claim or law that does not hold."""
    terrain: dict[str, int]
    levels: dict[int, int]
    features: dict[str, int]
    hexsides: dict[str, int]
    roads: dict[str, int]
    """Hexes of each kind of road."""
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
            f"features: {counted(self.features)}",
            f"hexsides: {counted(self.hexsides)}",
            f"hexes of roads: {counted(self.roads)}",
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
    ids = check_scenarios(pack)
    held = Held(pack, board)
    claims = [c for path in folder.listed("claims", ".json") for c in read_claims(path, folder.read(path))]
    faults = [(c, broken(c, held)) for c in claims]
    wrong = [f"{c.cite}: {c.says} ({'; '.join(found)})" for c, found in faults if found]
    cliffs, steep = laws.cliffs(board, _reasons(pack))
    rules = [*laws.slopes(board), *steep, *laws.roads(board), *laws.turnpikes(board)]
    excused = [w for c, found in faults if not found for w in c.holds if w.get("do") == "over_limit"]
    begun = [words for id in ids for words in begun_flaws(battle_of(pack, board, id), excused)]
    fought, doubts = _fought(folder, pack, board)
    outdated, notes = _ground(folder)
    printed = [pack.printing] if pack.printing else []
    if folder.has(ERRATA):
        check_scenarios(read_pack(msgspec.structs.replace(folder, errata=False)))  # it can be played without them, too
    read_scenery(folder)
    for id in ids:
        read_lesson(folder, id)
    return Report(
        pack=folder.name,
        claims=len(claims),
        broken=(*wrong, *rules, *fought, *begun, *outdated),
        terrain=dict(Counter(board.terrain).most_common()),
        levels=dict(sorted(Counter(board.level).items())),
        features={key: len(hexes) for key in COUNTED if (hexes := board.hexes_with(key))},
        hexsides=dict(Counter(f for found in board.hexsides.values() for f in sorted(found)).most_common()),
        roads=_road_hexes(board),
        cliffs=tuple(cliffs),
        provenance=provenance(pack),
        scenarios=tuple(ids),
        notes=(*printed, *doubts, *notes),
    )


def begun_flaws(battle: Battle, excused: Sequence[Mapping[str, Any]] = ()) -> list[str]:
    """What cannot be where a battle begins, with the options as they are and with each of them changed.

    Both sides in a hex, more in it than may stand there, who is set up and finds no place.

    Args:
        excused: hexes that the rulebook itself overfills, with their scenario.
    """
    name = battle.id.partition("/")[2]
    granted = {row["hex"] for row in excused if row["scenario"] == name}
    found: dict[str, None] = {}
    for options in _choices(battle):
        Game.new(battle, options=options, seed=1)
        try:
            game = Game.new(battle, options=options, position={"turn": first_turn(battle)}, chance=Listed())
        except PositionError as error:
            found[f"{name}: {error}"] = None
            continue
        for hex, words in game.rulebook.begun_flaws(game.state):
            if hex not in granted:
                found[f"{name}: in {hex} stand {words}"] = None
    return list(found)


def _choices(battle: Battle) -> list[dict[str, Any]]:
    """The options as they are, and each with another value."""
    found: list[dict[str, Any]] = [{}]
    for option, row in battle.scenario.get("options", {}).items():
        values = row.get("values") or [True, False]
        found += [{option: value} for value in values if value != row["default"]]
    return found


def first_turn(battle: Battle) -> int:
    """The turn with which a battle begins."""
    return int(battle.scenario["turns"]["first"])


def _reasons(pack: Pack) -> dict[tuple[str, str], str]:
    """What hexsides.csv says of each cliff."""
    return {(row["a"], row["b"]): row["source"] for row in pack.rows("hexsides.csv") if row["feature"] == "cliff"}


def _road_hexes(board: Board) -> dict[str, int]:
    hexes: dict[str, set[int]] = {}
    for road in board.roads:
        hexes.setdefault(road.kind, set()).update(road.hexes)
    return {kind: len(hexes[kind]) for kind in board.road_kinds if kind in hexes}


def _fought(folder: Folder, pack: Pack, board: Board) -> tuple[list[str], list[str]]:
    """What is wrong, and what is doubtful, about where the units of the scenarios stand and what they can reach."""
    paths = folder.listed(SCENARIOS, ".toml")
    scenarios = {Path(path).stem: pack.scenario(path).plain for path in paths}
    g = laws.ground(pack, board)
    units = laws.stands(pack, board, scenarios)
    wrong = [*forces(pack, scenarios), *laws.standing(g, units), *laws.in_play(g, scenarios, units)]
    wrong += laws.reach(g, scenarios, units)
    return wrong, laws.doubtful(g, units)


def _ground(folder: Folder) -> tuple[list[str], list[str]]:
    """Whether the board is what the drawing of the ground gives, where there is one and shapely is installed."""
    if not folder.has("laying.toml") or not isinstance(folder.base, Path):
        return [], []
    try:
        from .ground import outdated
    except ImportError:
        return [], ["whether the board is up to date with the ground was not checked: shapely is not installed"]
    return [f"{name}: not what the drawing of the ground gives" for name in outdated(folder.base)], []
