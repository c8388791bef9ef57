"""Editions: all that one scenario is played by, in one file, so that its games outlive every change of the pack.

An edition holds what a `Playable` holds: the ground, counters, charts, chits and the scenario, the owner's values laid
over; not what only says how a pack looks. It is named by the battle and the fingerprint that its games have in their
headers (docs/decisions/editions.md).
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from vedette.board import Board
from vedette.board.reading import Road
from vedette.engine.battle import Battle
from vedette.engine.game import Playable
from vedette.hexes import Grid, GridSpec

from .errors import PackError
from .find import home

FOLDER = "editions"
ENDING = ".edition"
FORMAT = 1
MOST = 1 << 25
"""Bytes of the largest edition once it is unpacked: no file that somebody sends takes all memory."""
Cells = Mapping[str, str]


class Ground(msgspec.Struct, frozen=True):
    """A board in plain data."""

    grid: GridSpec
    terrain: tuple[str, ...]
    level: tuple[int, ...]
    features: tuple[dict[str, tuple[str, ...]], ...]
    hexsides: tuple[tuple[int, int, tuple[str, ...]], ...]
    roads: tuple[Road, ...]
    road_kinds: tuple[str, ...]

    @classmethod
    def of(cls, board: Board) -> Ground:
        """That of a board."""
        sides = tuple((a, b, tuple(sorted(found))) for (a, b), found in board.hexsides.items())
        features = tuple(dict(found) for found in board.features)
        return cls(board.grid.spec, board.terrain, board.level, features, sides, board.roads, board.road_kinds)

    def board(self) -> Board:
        """The board. Raises PackError where it is not of one piece."""
        size = (grid := Grid(self.grid)).size
        if {len(self.terrain), len(self.level), len(self.features)} != {size}:
            raise PackError(f"this is no edition of a battle (its board has {size} hexes); have it sent again")
        pairs = [pair for a, b, _ in self.hexsides for pair in (a, b)]
        if pairs and not 0 <= min(pairs) <= max(pairs) < size:
            raise PackError("this is no edition of a battle (a hexside lies off its board); have it sent again")
        sides = {(a, b): frozenset(found) for a, b, found in self.hexsides}
        features = tuple(map(MappingProxyType, self.features))
        return Board(grid, self.terrain, self.level, features, sides, self.roads, self.road_kinds)


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """A battle in plain data."""

    edition: int = FORMAT
    id: str
    title: str
    pack: str
    rulebook: str
    profile: str
    ground: Ground
    counters: dict[str, dict[str, str]]
    charts: dict[str, tuple[dict[str, str], ...]]
    chits: tuple[dict[str, str], ...]
    scenario: dict[str, Any]
    provenance: dict[str, int]
    overlay: str | None
    hash: str
    owned: dict[str, int] = {}
    house: tuple[str, ...] = ()
    printing: str = ""
    shifts: dict[str, int] = {}


@lru_cache(maxsize=16)
def edition_of(battle: Battle) -> bytes:
    """All that a battle is played by, packed; the same bytes for the same battle on every machine.

    Of the folder with the owner's values only the name is told: an edition may be sent to others.
    """
    plain = Edition(
        id=battle.id,
        title=battle.title,
        pack=battle.pack,
        rulebook=battle.rulebook,
        profile=battle.profile,
        ground=Ground.of(battle.board),
        counters={id: dict(row) for id, row in battle.counters.items()},
        charts={name: tuple(map(dict, rows)) for name, rows in battle.charts.items()},
        chits=tuple(map(dict, battle.chits)),
        scenario=dict(battle.scenario),
        provenance=dict(battle.provenance),
        overlay=battle.overlay and Path(battle.overlay).name,
        hash=battle.hash,
        owned=dict(battle.owned),
        house=battle.house,
        printing=battle.printing,
        shifts=dict(battle.shifts),
    )
    return zlib.compress(msgspec.json.encode(plain), 9)


@lru_cache(maxsize=32)
def battle_from(edition: bytes) -> Playable:
    """The battle of an edition; all games of one share it. Raises PackError where the bytes are none."""
    try:
        unpacking = zlib.decompressobj()
        plain = msgspec.json.decode(unpacking.decompress(edition, MOST), type=Edition)
        if plain.edition != FORMAT:
            raise PackError(f"an edition of form {plain.edition}, this program knows {FORMAT}; use a newer Vedette")
        board = plain.ground.board()
    except (zlib.error, msgspec.MsgspecError, UnicodeError, RecursionError, IndexError, KeyError) as error:
        raise PackError(f"this is no edition of a battle ({error}); have it sent again") from None
    return Playable(
        id=plain.id,
        title=plain.title,
        pack=plain.pack,
        rulebook=plain.rulebook,
        profile=plain.profile,
        board=board,
        counters=MappingProxyType({id: MappingProxyType(row) for id, row in plain.counters.items()}),
        charts=MappingProxyType({name: tuple(map(MappingProxyType, rows)) for name, rows in plain.charts.items()}),
        chits=tuple(map(MappingProxyType, plain.chits)),
        scenario=MappingProxyType(plain.scenario),
        provenance=MappingProxyType(plain.provenance),
        overlay=plain.overlay,
        hash=plain.hash,
        owned=MappingProxyType(plain.owned),
        house=plain.house,
        printing=plain.printing,
        shifts=MappingProxyType(plain.shifts),
    )


# -- kept on this machine ----------------------------------------------------------------------------------------


def file_of(id: str, hash: str) -> Path:
    """Where an edition is kept, whatever the names are made of."""
    name = hashlib.blake2b(f"{id}\0{hash}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return home() / FOLDER / f"{name}{ENDING}"


def keep(battle: Battle) -> None:
    """Keep the edition of a battle, once; where there is no room for it, its games are played all the same."""
    file = file_of(battle.id, battle.hash)
    if file.exists():
        return
    part = file.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(edition_of(battle))
        part.replace(file)


def kept(id: str, hash: str) -> Playable | None:
    """The battle by the edition of a fingerprint, where it is kept; None where it is not, or is spoilt."""
    try:
        found = battle_from(file_of(id, hash).read_bytes())
    except (OSError, PackError):
        return None
    return found if (found.id, found.hash) == (id, hash) else None
