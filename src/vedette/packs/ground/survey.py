"""Reads what is laid: the drawing of the ground, the grid, the rules of laying and the corrections."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec
from shapely import Polygon, STRtree
from shapely.geometry import shape

from vedette.hexes import Grid, GridSpec

from ..errors import fault
from ..table import Row, read_table


class Laying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the ground becomes hexes (laying.toml)."""

    ground: str
    kind: str
    """The name of the grid: a road's `<name>_kind` wins over its kind, and `only` names the grids of a feature."""
    terrain: dict[str, str]
    """Kinds of the drawing that become terrain, weakest first."""
    roads: dict[str, str]
    half: float
    clip: float
    sharp_grade: float = 0.0
    """Per cent of fall from which a scarp of the drawing is sharp."""
    sharp_within: float = 0.0
    """Of a hex's width: how near to a hexside it must lie."""
    sharp_levels: float = 0.0
    """Levels a hex at which contours lie close, for a drawing without scarps."""


class Feature(msgspec.Struct, frozen=True, eq=False):
    """One thing of the drawing."""

    kind: str
    name: str
    source: str
    shape: Any
    more: dict[str, Any]

    @property
    def cite(self) -> str:
        """How a row that rests on this says so."""
        return f"{self.name} ({self.source})"


class Survey(msgspec.Struct, frozen=True, eq=False):
    """A folder with a drawing, read."""

    folder: Path
    grid: Grid
    laying: Laying
    features: tuple[Feature, ...]
    corrections: tuple[Row, ...]
    cells: tuple[Polygon, ...]
    """The hexagon of every hex."""
    tree: STRtree
    """Finds hexagons by place."""
    width: float
    """Metres from one hexside of a hex to the opposite one."""

    def of(self, *kinds: str) -> list[Feature]:
        """The features of some kinds, in the order of the kinds and of the drawing."""
        return [f for kind in kinds for f in self.features if f.kind == kind]


def survey(folder: Path) -> Survey:
    """Read a folder with grid.json, laying.toml, corrections.csv and the drawing that it names."""
    spec = msgspec.json.decode((folder / "grid.json").read_bytes(), type=GridSpec)
    file = folder / "laying.toml"
    try:
        laying = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Laying)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as e:
        raise fault(str(file), str(e).replace("`", ""), "write it as another pack has it") from None
    corrections = folder / "corrections.csv"
    rows = read_table(str(corrections), corrections.read_bytes()).rows if corrections.is_file() else ()
    grid = Grid(spec)
    cells = tuple(Polygon(grid.polygon(h)) for h in range(grid.size))
    x, y = spec.place_step
    drawn = _features(folder / laying.ground)
    features = tuple(f for f in drawn if laying.kind in f.more.get("only", [laying.kind]))
    return Survey(folder, grid, laying, features, rows, cells, STRtree(list(cells)), (x * x + y * y) ** 0.5)


def _features(file: Path) -> tuple[Feature, ...]:
    found = []
    for number, item in enumerate(json.loads(file.read_text(encoding="utf-8"))["features"], 1):
        more = dict(item["properties"])
        try:
            kind, name, source = (more.pop(key) for key in ("kind", "name", "source"))
        except KeyError as e:
            raise fault(str(file), f"feature {number} has no {e}", "every feature has kind, name and source") from None
        found.append(Feature(kind, name, source, shape(item["geometry"]), more))
    return tuple(found)
