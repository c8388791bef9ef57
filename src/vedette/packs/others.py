"""A battle by other values than those that lie over its pack here: by the program's own, or by those of a file."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.game import Playable

from . import find
from .carried import contents
from .errata import ERRATA
from .errors import PackError
from .files import write_file
from .find import Folder
from .layers import layer_at
from .reader import battle_of, build_board, from_folder, read_pack

NAME = "values.zip"
Rows = Sequence[Mapping[str, str]]


def programs(id: str) -> Playable:
    """The battle of an id by what came with the program, without anything of an owner. Raises PackError."""
    pack, _, scenario = id.partition("/")
    return from_folder(_bare(pack), scenario)


def brought(id: str, data: bytes) -> Playable:
    """The battle of an id by the values of a layer in a file, which is kept nowhere. Raises PackError."""
    pack, _, scenario = id.partition("/")
    with tempfile.TemporaryDirectory() as place:
        file, folder = Path(place) / NAME, Path(place) / "layer"
        file.write_bytes(data)
        try:
            for path, content in contents(file).items():
                write_file(folder / path, content)
            layer = layer_at(folder)
            if layer.about.pack != pack:
                raise PackError(f"these values are for {layer.about.pack}, and this is a game of {pack}")
            whole = read_pack(msgspec.structs.replace(_bare(pack), layers=(layer,)))
            return battle_of(whole, build_board(whole), scenario)
        except PackError as error:
            raise PackError(str(error).replace(f"{folder}/", "").replace(f"{place}/", "")) from None


def without_errata(id: str) -> Playable:
    """The battle of an id as it is now, without the errata of its pack. Raises PackError where it has none."""
    pack, _, scenario = id.partition("/")
    folder = find.folder(pack)
    if not folder.has(ERRATA):
        raise PackError(f"the pack {pack} has no errata: leave the switch out")
    return from_folder(msgspec.structs.replace(folder, errata=False), scenario)


def _bare(pack: str) -> Folder:
    return msgspec.structs.replace(find.folder(pack), over=None, layers=(), twins=())


def differing(one: Battle, other: Battle) -> int:
    """In how many cells of counters, charts and chits two battles differ; of a chart of another shape in its rows."""
    found = _differing(list(one.counters.values()), list(other.counters.values())) + _differing(one.chits, other.chits)
    for name in {**one.charts, **other.charts}:
        found += _differing(one.charts.get(name, ()), other.charts.get(name, ()))
    return found


def _differing(one: Rows, other: Rows) -> int:
    if len(one) == len(other) and all(a.keys() == b.keys() for a, b in zip(one, other, strict=True)):
        return sum(v != b[c] for a, b in zip(one, other, strict=True) for c, v in a.items() if c != "source")
    mine, theirs = ({tuple(v for c, v in row.items() if c != "source") for row in rows} for rows in (one, other))
    return len(mine ^ theirs)
