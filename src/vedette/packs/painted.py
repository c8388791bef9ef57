"""What of a board can be painted: the words of each brush, and the rows that an owner has added or taken out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from vedette.board.reading import ROAD_KINDS
from vedette.engine.game import Playable

from . import find
from .laid import row_named
from .laying import REMOVED, Laid
from .owned import GROUND
from .reader import SCENARIOS, Pack, load
from .table import Table

BOARD, HEXSIDES, ROADS = GROUND


class Brushes(msgspec.Struct, frozen=True, kw_only=True):
    """The words that there are for each kind of thing on a board."""

    terrain: list[str]
    features: list[str]
    hexsides: list[str]
    roads: list[str]


class Rows(msgspec.Struct, frozen=True, kw_only=True):
    """What an owner has done to the rows of a table."""

    added: dict[str, str]
    """Name of a row -> what he calls it."""
    gone: dict[str, str]
    """Name of a row that he has taken out -> by which layer."""


def brushes_of(pack: Pack) -> Brushes:
    """The words that stand on the pack's own board."""
    board, hexsides = pack.bare[BOARD], pack.bare[HEXSIDES]
    features = (word.strip() for row in board for word in row.get("features").split(";"))
    return Brushes(
        terrain=_once(row["terrain"] for row in board),
        features=_once(features),
        hexsides=_once(row["feature"] for row in hexsides),
        roads=[*ROAD_KINDS],
    )


def _once(words: Iterable[str]) -> list[str]:
    return sorted({word for word in words if word})


def rows_of(pack: Pack, path: str, key: Sequence[str]) -> Rows:
    """The rows of a table that were added or taken out."""
    words: dict[str, dict[str, str]] = {}
    for cell in pack.laid:
        if cell.table == path:
            words.setdefault(cell.row, {})[cell.column] = cell.value
    named = {" ".join(cells[c] for c in key): row for row, cells in words.items() if {*key} <= {*cells}}
    now = {" ".join(row.key(tuple(key))) for row in pack.tables[path]}
    gone = {_full(pack.bare[path], tuple(key), c.row): c.layer for c in pack.laid if _takes_out(c, path)}
    return Rows(
        added={name: row for name, row in named.items() if name in now},
        gone={name: layer for name, layer in gone.items() if name not in now},
    )


def _takes_out(cell: Laid, path: str) -> bool:
    return cell.table == path and cell.column == "source" and cell.value == REMOVED


def _full(table: Table, key: tuple[str, ...], words: str) -> str:
    """The whole name of a row that was named by its first word alone."""
    row = row_named(table, key, words)
    return " ".join(row.key(key)) if row else words


def any_battle(name: str) -> Playable:
    """A battle of a pack, for its board. Raises PackError."""
    path = find.folder(name).listed(SCENARIOS, ".toml")[0]
    return load(f"{name}/{path.rpartition('/')[2].removesuffix('.toml')}")
