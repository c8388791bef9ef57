"""What of a pack lies under an owner's layers: its tables, read and checked once while nothing of it changes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from vedette.hexes import GridSpec, HexError

from .description import Meta, read_meta
from .errata import ERRATA, WITHOUT, in_words, lay_errata
from .errors import PackError, fault
from .find import META, Folder
from .laying import Laid
from .overlay import check_paths, laid_over, lay_over
from .rulebooks import content_of
from .schema import Layouts, check_charts, check_columns, check_filled, check_row, layouts
from .table import Table, once_each, read_table
from .written import read_written

BOARD = ("board.csv", "hexsides.csv", "roads.csv")
CHITS = "chits.csv"
NEEDED = (*BOARD, "counters.csv")
GRID = "grid.json"
MEASURES = {"line_step": 5_000, "place_step": 5_000, "origin": 1_000_000, "origin_hex": 99}
"""The largest numbers of a grid: metres, and the line and place of a hex."""
KINDS = (".csv", ".json", ".toml")
"""Of the files that are read with a pack."""

State = tuple[tuple[str, int, int], ...]


def read_grid(folder: Folder) -> GridSpec:
    """How the map is numbered."""
    file = folder.shown(GRID)
    try:
        spec = msgspec.json.decode(folder.read(GRID), type=GridSpec)
    except (msgspec.DecodeError, msgspec.ValidationError, HexError, RecursionError) as e:
        raise fault(file, str(e).replace("`", ""), "write it as another pack has it") from None
    for key, most in MEASURES.items():
        pair = getattr(spec, key)
        if not all(abs(n) <= most for n in pair):
            what = f"{pair[0]:g} and {pair[1]:g} are too large"
            raise fault(file, what, f"write numbers up to {most}", column=key)
    return spec


class Under(msgspec.Struct, frozen=True, eq=False):
    """What of a pack lies under an owner's layers: its tables, each row checked, his files under packs/ laid over."""

    meta: Meta
    grid: GridSpec
    known: Layouts
    tables: dict[str, Table]
    bare: dict[str, Table]
    bytes_of: dict[str, bytes]
    laid: tuple[Laid, ...]
    printing: str = ""
    """By which edition of the pack, with which errata."""


def under(folder: Folder) -> Under:
    """The same, read once while nothing of it changes; a pack that the owner has made is read each time."""
    bare = msgspec.structs.replace(folder, layers=())
    return _read_under(bare) if folder.added else _kept_under(bare, stamp(bare))


@lru_cache(maxsize=8)
def _kept_under(folder: Folder, _stamp: State) -> Under:
    return _read_under(folder)


def stamp(folder: Folder) -> State:
    """What tells one state of a pack's files, and of the owner's over them, from another."""
    base = folder.base
    files = sorted(f for f in base.rglob("*.*") if f.suffix in KINDS) if isinstance(base, Path) else []
    stats = ((f.relative_to(base).as_posix(), f.stat()) for f in files)  # type: ignore[arg-type]
    return (*folder.state(), *((name, s.st_mtime_ns, s.st_size) for name, s in stats))


def _read_under(folder: Folder) -> Under:
    """Every table of a pack, the owner's files laid over it, each row checked."""
    meta = read_meta(folder)
    grid = read_grid(folder)
    charts = folder.listed("charts", ".csv")
    known = layouts(content_of(meta.rulebook))
    further = [path for path in known if path == CHITS and folder.has(path)]
    check_charts(folder, known, charts)
    paths = [*NEEDED, *further, *charts]
    check_paths(folder, set(paths))
    for key, named in (("adds", meta.overlay.adds), ("keys", meta.overlay.keys)):
        if lost := [path for path in named if path not in known and not folder.has(path)]:
            raise fault(folder.shown(META), f"the pack has no table {lost[0]}", "take it out", column=f"overlay.{key}")
    tables: dict[str, Table] = {}
    bare: dict[str, Table] = {}
    laid: list[Laid] = []
    # What only tells how the pack looks (pack.toml, scenery) is no part of the fingerprint.
    rules = f"{meta.rulebook} {meta.profile}".encode()
    bytes_of = {"rulebook": rules, "grid.json": folder.read("grid.json")}
    for path in paths:
        bytes_of[path] = folder.read(path)
        reader = read_written if folder.added else read_table
        bare[path] = base = reader(folder.shown(path), bytes_of[path])
        check_columns(known.get(path), base)
        check_filled(path, known.get(path), base)
        for row in base.rows:
            check_row(known.get(path), row)
        once_each(base, _key(meta, path, base))
    said = ""
    if folder.has(ERRATA):
        said = WITHOUT
        if folder.errata:
            bytes_of[ERRATA] = folder.read(ERRATA)
            bare, said = lay_errata(folder, bare, meta.overlay, known)
    for path, base in bare.items():
        tables[path] = lay_over(path, base, folder, meta.overlay, known.get(path))
        laid += laid_over(path, base, tables[path], meta.overlay)
    for path in folder.overlaid():
        bytes_of[f"owner/{path}"] = folder.read_over(path)
    return Under(meta, grid, known, tables, bare, bytes_of, tuple(laid), in_words(meta.edition, said))


def _key(meta: Meta, path: str, table: Table) -> tuple[str, ...]:
    key = meta.overlay.key(path, table)
    if not key:
        raise PackError(f"{META}, overlay.keys: the key of {path} is empty; name a column of its first line")
    for column in key:
        if column not in table.columns:
            what = f"the key of {path} names a column {column} that it has not"
            raise PackError(f"{META}, overlay.keys: {what}; name a column of its first line")
    return key
