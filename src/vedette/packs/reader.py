"""A battle out of a pack: tables read, an owner's laid over, every row checked, all of it made one Battle."""

from __future__ import annotations

import difflib
import hashlib
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from vedette.board import Board
from vedette.engine.battle import Battle
from vedette.engine.content import SIDES, Anything, Content, Names
from vedette.engine.game import Playable
from vedette.hexes import Grid, GridSpec

from . import find
from .description import Meta, read_meta
from .errors import PackError, UnknownBattle, fault, listed
from .find import META, Folder
from .inherit import Whole, read_whole
from .laid import changed, lay_layers, twice
from .laying import Laid
from .owned import owned_of
from .rulebooks import content_of, rulebook
from .scenario import COMING, check_area, check_scenario
from .table import Row, Table
from .under import BOARD, CHITS, State, stamp, under

SCENARIOS = "scenarios"
LAYERS = "layers"
"""In a pack's fingerprint: the values that layers have changed."""
TERRAIN = "charts/terrain.csv"


class Listed(msgspec.Struct, frozen=True):
    """One battle that can be played."""

    id: str
    title: str
    pack: str
    about: str
    overlay: str | None
    battle: str = ""
    """The battle of which it is a part or the whole, and when that was."""
    date: str = ""
    clock: tuple[str, str] = ("", "")
    """The hour of the first and of the last turn."""
    turns: int = 0
    units: int = 0
    """How many fight, those that come later among them."""
    minutes: int = 0
    """How long a game lasts, roughly; 0 where nobody has said."""
    advice: str = ""


class Pack(msgspec.Struct, frozen=True, eq=False):
    """All that the scenarios of a pack share."""

    folder: Folder
    meta: Meta
    grid: GridSpec
    tables: dict[str, Table]
    bytes_of: dict[str, bytes]
    laid: tuple[Laid, ...] = ()
    """The cells that the owner has laid over it."""
    bare: dict[str, Table] = {}
    """The tables without what the owner has laid over them."""
    printing: str = ""
    """By which edition of the pack, with which errata, it is played; "" where it says neither."""

    @property
    def content(self) -> Content:
        """What its rulebook says of it."""
        return content_of(self.meta.rulebook)

    def scenario(self, path: str) -> Whole:
        """A scenario of it, whole."""
        folder = self.folder
        if folder.added or any(layer.scenarios() for layer in folder.layers):
            return read_whole(folder, path, self.content.scenario)
        bare = msgspec.structs.replace(folder, layers=())
        return _kept_whole(bare, stamp(bare), path, self.content.scenario)

    def rows(self, path: str) -> tuple[Row, ...]:
        """The rows of a table, none where the pack has no such file."""
        table = self.tables.get(path)
        return table.rows if table else ()


@lru_cache(maxsize=64)
def _kept_whole(folder: Folder, _stamp: State, path: str, scenario: type[Anything]) -> Whole:
    return read_whole(folder, path, scenario)


def read_pack(folder: Folder) -> Pack:
    """Every table of a pack, the owner's laid over it, each row checked."""
    find.check_twins(folder)
    below = under(folder)
    if fault_ := twice(folder.layers, folder.listed_in_pack(SCENARIOS, ".toml")):
        raise fault_
    cover = lay_layers(below.tables, folder.layers, below.meta.overlay, below.known)
    cover.laid[:0] = below.laid
    bytes_of = dict(below.bytes_of)
    if different := changed(below.tables, cover.tables):
        bytes_of[LAYERS] = msgspec.json.encode(different, order="deterministic")
    found = Pack(folder, below.meta, below.grid, cover.tables, bytes_of, tuple(cover.laid), below.bare, below.printing)
    return checked(found)


def checked(pack: Pack) -> Pack:
    """The pack, once its tables are known to agree with each other."""
    _check_hexes(pack)
    _check_terrain(pack)
    _check_tables(pack)
    return pack


@lru_cache(maxsize=8)
def _grid(spec: GridSpec) -> Grid:
    return Grid(spec)


def _check_hexes(pack: Pack) -> None:
    """The board has every hex of the grid once, and hexsides and roads join neighbours."""
    grid = _grid(pack.grid)
    board = pack.rows("board.csv")
    seen = {row["hex"] for row in board}
    for row in board:
        if not grid.has(row["hex"]):
            raise row.wrong("hex", f"the grid has no hex {row['hex']} ({pack.grid.extent()})", "take the row out")
    lacking = [name for name in grid.names if name not in seen]
    if lacking:
        file = pack.tables["board.csv"].file
        raise fault(file, f"{len(lacking)} hexes of the grid are missing, first {lacking[0]}", "add a row for each")
    for row in pack.rows("hexsides.csv"):
        _need_neighbours(grid, row, "b", row["a"], row["b"])
    for row in pack.rows("roads.csv"):
        hexes = row["hexes"].split("-")
        for a, b in pairwise(hexes):
            _need_neighbours(grid, row, "hexes", a, b)


def _check_terrain(pack: Pack) -> None:
    """The terrain of every hex stands in the terrain chart, where the pack has one."""
    known = {w for row in pack.rows(TERRAIN) if row["kind"] == "hex" for w in row["on_board"].split(";")}
    for row in pack.rows("board.csv") if known else ():
        if row["terrain"] not in known:
            what = f"{TERRAIN} has no terrain {row['terrain']!r}"
            raise row.wrong("terrain", what, f"write {listed(known)}, or give the chart a row")


def _check_tables(pack: Pack) -> None:
    """What the rulebook says of its tables as a whole."""
    rows = {path: [row.values for row in table.rows] for path, table in pack.tables.items()}
    for flaw in pack.content.flaws(rows):
        table = pack.tables[flaw.path]
        if flaw.row is None:
            raise fault(table.file, flaw.what, flaw.mend, column=flaw.column)
        row = table.rows[flaw.row]
        raise fault(row.file, flaw.what, flaw.mend, line=row.line, column=flaw.column)


def _need_neighbours(grid: Grid, row: Row, column: str, a: str, b: str) -> None:
    for name in (a, b):
        if not grid.has(name):
            raise row.wrong(column, f"the grid has no hex {name}", "write a hex of board.csv")
    if grid.index(b) not in grid.neighbours[grid.index(a)]:
        near = ", ".join(grid.name(n) for n in grid.neighbours[grid.index(a)])
        raise row.wrong(column, f"{a} and {b} do not touch", f"the neighbours of {a} are {near}")


@lru_cache(maxsize=8)
def _pack(folder: Folder, _state: State) -> Pack:
    return read_pack(folder)


@lru_cache(maxsize=8)
def _board(folder: Folder, state: State) -> Board:
    return build_board(_pack(folder, state))


def build_board(pack: Pack) -> Board:
    """The board of a pack; one for all that lay nothing over its ground."""
    folder = pack.folder
    if not folder.added:
        bare = msgspec.structs.replace(folder, layers=())
        below = under(folder)
        if all(pack.tables[path] is below.tables[path] for path in BOARD):
            return _kept_board(bare, stamp(bare))
    return _built(pack)


@lru_cache(maxsize=8)
def _kept_board(folder: Folder, _stamp: State) -> Board:
    below = under(folder)
    return _built(Pack(folder, below.meta, below.grid, below.tables, {}))


def _built(pack: Pack) -> Board:
    hexes, hexsides, roads = ([row.values for row in pack.rows(path)] for path in BOARD)
    try:
        return Board.build(pack.grid, hexes, hexsides, roads)
    except ValueError as e:
        raise PackError(f"{pack.folder.name}: {e}") from None


@lru_cache(maxsize=32)
def _battle(folder: Folder, state: State, scenario: str) -> Playable:
    return battle_of(_pack(folder, state), _board(folder, state), scenario)


def battle_of(pack: Pack, board: Board, scenario: str) -> Playable:
    """The battle of a scenario of a pack that was read."""
    folder, path = pack.folder, f"{SCENARIOS}/{scenario}.toml"
    _check_rulebook(pack)
    whole = _scenario(pack, path, _names(pack))
    checked = whole.checked
    check_area(whole.file, whole.plain, whole.text, board)
    return Playable(
        id=f"{folder.name}/{scenario}",
        title=f"{checked.title} ({pack.printing})" if pack.printing else checked.title,
        pack=folder.name,
        rulebook=pack.meta.rulebook,
        profile=checked.profile,
        board=board,
        counters=MappingProxyType({row["id"]: MappingProxyType(row.values) for row in pack.rows("counters.csv")}),
        charts=MappingProxyType(_charts(pack, checked.game)),
        chits=tuple(MappingProxyType(row.values) for row in pack.rows(CHITS)),
        scenario=MappingProxyType(whole.plain),
        provenance=MappingProxyType(provenance(pack)),
        overlay=str(folder.over) if folder.overlaid() else None,
        printing=pack.printing,
        owned=MappingProxyType(owned_of(pack.laid, path if folder.layer_of(path) else "")),
        hash=_hash(pack.bytes_of | {path: whole.rules()}),
    )


def _check_rulebook(pack: Pack) -> None:
    """The rules that a battle is played by are installed."""
    try:
        rulebook(pack.meta.rulebook)
    except PackError as e:
        what, _, mend = str(e).partition("; ")
        raise fault(pack.folder.shown(META), what, mend, column="rulebook") from None


def check_scenarios(pack: Pack) -> list[str]:
    """Read and check every scenario of a pack; their ids."""
    names = _names(pack)
    found = []
    for path in pack.folder.listed(SCENARIOS, ".toml"):
        found.append(_scenario(pack, path, names).checked.id)
    return found


def _scenario(pack: Pack, path: str, names: Names) -> Whole:
    whole = pack.scenario(path)
    name = Path(path).stem
    if whole.checked.id != name:
        what, mend = f"its id is {whole.checked.id!r}", f'write id = "{name}", as the file is called'
        raise fault(whole.file, what, mend, line=1)
    check_scenario(whole.file, whole.checked, whole.text, names, whole.places)
    return whole


def _charts(pack: Pack, game: str) -> dict[str, tuple[MappingProxyType[str, str], ...]]:
    """The charts by name; rows with the `game` of another scenario are left out."""
    charts = {}
    for path, table in pack.tables.items():
        if not path.startswith("charts/"):
            continue
        mine = [row.values for row in table.rows if row.get("game", game) in ("", game)]
        charts[Path(path).stem] = tuple(MappingProxyType(values) for values in mine)
    return charts


def _names(pack: Pack) -> Names:
    counters = pack.rows("counters.csv")
    return Names(
        units={row["id"]: row["side"] for row in counters},
        hexes={row["hex"] for row in pack.rows("board.csv")},
        chits={s: {row["chit"] for row in pack.rows(CHITS) if row["side"] == s} for s in SIDES},
        brigades={s: {row.get("brigade") for row in counters if row["side"] == s} for s in SIDES},
        arms={row["id"]: row["arm"] for row in counters},
    )


def provenance(pack: Pack) -> dict[str, int]:
    """How many rows rest on what, by the first word of their source."""
    rows = (row for table in pack.tables.values() for row in table.rows if row.get("source"))
    return dict(sorted(Counter(row["source"].split(" ")[0].rstrip(":") for row in rows).items()))


def _hash(bytes_of: dict[str, bytes]) -> str:
    """One fingerprint of all files that the battle is made of."""
    total = hashlib.blake2b(digest_size=16)
    for path in sorted(bytes_of):
        total.update(f"{path}\0{len(bytes_of[path])}\0".encode())
        total.update(bytes_of[path])
    return total.hexdigest()


def load(battle_id: str, *, board_only: bool = False) -> Playable:
    """The battle of an id such as "kernstown/the-stone-wall".

    With `board_only` the name of a pack alone will do; counters, charts and scenario are then left empty.
    """
    name, _, scenario = battle_id.strip().partition("/")
    if scenario and f"{SCENARIOS}/{scenario}.toml" in _scenarios_of(name):
        folder = find.folder(name)
        return _battle(folder, folder.state(), scenario)
    if board_only and not scenario:
        return _bare(find.folder(name))
    ids = [b.id for b in battles({})]
    near = difflib.get_close_matches(battle_id, ids, 1, 0.5)
    mend = f"did you mean {near[0]}" if near else f"there are {', '.join(ids)}"
    raise UnknownBattle(f"there is no battle {battle_id!r}; {mend}{find.strayed(name, scenario)}")


def from_folder(folder: Folder, scenario: str) -> Playable:
    """The battle of a scenario of a pack's folder. Raises PackError."""
    if f"{SCENARIOS}/{scenario}.toml" not in folder.listed(SCENARIOS, ".toml"):
        raise UnknownBattle(f"the pack {folder.name} has no scenario {scenario[:60]!r} there")
    return _battle(folder, folder.state(), scenario)


def _scenarios_of(name: str) -> list[str]:
    return next((f.listed(SCENARIOS, ".toml") for f in find.folders() if f.name == name), [])


def _bare(folder: Folder) -> Playable:
    """A pack's board without any scenario."""
    state = folder.state()
    pack = _pack(folder, state)
    over = str(folder.over) if folder.overlaid() else None
    nothing: Any = MappingProxyType({})
    return Playable(
        id=folder.name,
        title=pack.meta.title,
        pack=folder.name,
        rulebook=pack.meta.rulebook,
        profile=pack.meta.profile,
        board=_board(folder, state),
        counters=nothing,
        charts=nothing,
        chits=(),
        scenario=nothing,
        provenance=MappingProxyType(provenance(pack)),
        overlay=over,
        hash=_hash(pack.bytes_of),
    )


def pack_of(battle: Battle) -> Pack:
    """The pack that a battle comes from."""
    folder = find.folder(battle.pack)
    return _pack(folder, folder.state())


def meta(battle: Battle) -> Meta:
    """The description of the pack that a battle comes from: titles, sides, colours."""
    return pack_of(battle).meta


def battles(spoilt: dict[str, str] | None = None) -> list[Listed]:
    """Every battle that can be played, pack by pack, the easiest to begin with first.

    A pack that cannot be read is left out and told in `spoilt`, pack -> what is wrong; without it PackError is raised.
    """
    found = []
    for folder in find.folders():
        try:
            found.append((_place(folder), _battles_of(folder)))
        except PackError as error:
            if spoilt is None:
                raise
            spoilt[folder.name] = str(error)
    if lost := find.lost_layers():
        if spoilt is None:
            raise PackError(next(iter(lost.values())))
        spoilt |= lost
    return [row for _, rows in sorted(found, key=lambda of: of[0]) for row in rows]


def _battles_of(folder: Folder) -> list[Listed]:
    over = str(folder.over) if folder.overlaid() else None
    paths = folder.listed(SCENARIOS, ".toml")
    rows = [(f"{folder.name}/{Path(path).stem}", read_whole(folder, path, Anything).checked) for path in paths]
    rows.sort(key=lambda row: (row[1].order, row[0]))
    return [_listed(id, folder.name, over, scenario) for id, scenario in rows]


def _place(folder: Folder) -> tuple[bool, int, str]:
    """Where a pack stands in the list: by its `order`, those that the owner has added after the others."""
    return folder.added, read_meta(folder).order, folder.name


def _listed(id: str, pack: str, over: str | None, scenario: Anything) -> Listed:
    times = scenario.turns.hours or scenario.clock
    coming = {r.unit for r in scenario.reinforcement if r.kind in COMING}
    return Listed(
        id=id,
        title=scenario.title,
        pack=pack,
        about=scenario.about,
        overlay=over,
        battle=scenario.battle,
        date=scenario.date,
        clock=(times[0], times[-1]) if times else ("", ""),
        turns=scenario.turns.last - scenario.turns.first + 1,
        units=len(scenario.setup) + len(coming),
        minutes=scenario.minutes,
        advice=scenario.advice,
    )
