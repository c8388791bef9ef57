"""Reads what is laid: the drawing of the ground, the grid, the rules of laying and the corrections."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from shapely import Polygon, STRtree, union_all
from shapely.errors import ShapelyError
from shapely.geometry import shape

from vedette.engine.content import Place
from vedette.hexes import Grid, GridSpec

from .. import toml
from ..errors import PackError, fault
from ..files import read_file
from ..schema import COMMON, check_columns, check_row
from ..table import Row, Table, decode, read_table

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Measure = Annotated[float, msgspec.Meta(ge=0, le=1_000)]


class Laying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the ground becomes hexes (laying.toml)."""

    ground: str
    kind: str
    """The name of the grid: a road's `<name>_kind` wins over its kind, and `only` names the grids of a feature."""
    terrain: dict[str, str]
    """Kinds of the drawing that become terrain, weakest first."""
    roads: dict[str, str]
    half: Share
    clip: Share
    sharp_grade: Measure = 0.0
    """Per cent of fall from which a scarp of the drawing is sharp."""
    sharp_within: Share = 0.0
    """Of a hex's width: how near to a hexside it must lie."""
    sharp_levels: Measure = 0.0
    """Levels a hex at which contours lie close, for a drawing without scarps."""
    every_step: bool = False
    """Whether the ground falls sharply wherever two levels meet."""
    step: Place = 0
    """Most levels between neighbours, where there is a limit: the higher of two is lowered."""
    ladder: tuple[str, ...] = ()
    """The terrain of open ground by its level, lowest first; without it all open ground is clear."""
    shares: dict[str, Share] = {}
    """Kinds of the drawing that count where they fill another share of a hex than half."""
    waters: dict[str, str] = msgspec.field(default_factory=lambda: {k: k for k in ("flowing-stream", "pond")})
    """Kinds of the drawing that become hexsides; a later one takes the place of an earlier one."""
    aside: Measure = 12.0
    """Metres by which a hexside may lie off a water before it counts for twice its length."""
    joining: bool = False
    """Whether a water that ends on the map ends in another, and none takes a hexside of another."""
    crossings: dict[str, str] = {}
    """By the word of a water, what lies on its hexside where a road goes over it."""
    bound: tuple[str, ...] = ()
    """Waters that a road goes over only where the drawing has the crossing."""
    parting: dict[str, str] = {}
    """Lines of the drawing that become the hexsides between whose hexes they run, by their word there."""
    falling: tuple[str, ...] = ()
    """Those to the left of which the ground falls: the hex on the right comes first."""
    raised: dict[str, Place] = {}
    """Those that raise the hexes beside them, a falling line the higher one, to a level. Where there are such lines,
    contours give no levels: they only say where a scarp is a slope."""
    tops: str = ""
    """The word of the hexsides about a top, a polygon of the drawing whose hexes lie on its `level`."""
    sharp_from: Place = 0
    """The lowest contour whose scarps are slopes, where lines raise the hexes."""
    fording: tuple[str, ...] = ()
    """Kinds of road, by their word on the board, that ford what others bridge."""


class Feature(msgspec.Struct, frozen=True, eq=False):
    """One thing of the drawing."""

    kind: str
    name: str
    source: str
    shape: Any
    more: dict[str, Any]

    @property
    def named(self) -> bool:
        """Whether its name is one of the ground, and not only one of the drawing."""
        return not self.more.get("nameless")

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
    sheet: Any
    """All hexes as one shape, and two metres about them."""
    tree: STRtree
    """Finds hexagons by place."""
    width: float
    """Metres from one hexside of a hex to the opposite one."""

    def of(self, *kinds: str) -> list[Feature]:
        """The features of some kinds, in the order of the kinds and of the drawing."""
        return [f for kind in kinds for f in self.features if f.kind == kind]


HEXES = {"level": 1, "terrain": 1, "feature": 1, "no-feature": 1, "hexside": 2, "no-hexside": 2, "road": 0}
"""What a correction may be about, and how many hexes it names; 0 for any number."""


def _corrections(table: Table, grid: Grid) -> tuple[Row, ...]:
    """The rows of corrections.csv, each about hexes that there are. Raises PackError."""
    layout = COMMON["corrections.csv"]
    check_columns(layout, table)
    for row in table.rows:
        check_row(layout, row)
        names = row["hex"].split("-")
        if row["field"] not in HEXES:
            raise row.wrong("field", f"unknown field {row['field']}", f"write {', '.join(HEXES)}")
        if HEXES[row["field"]] not in (0, len(names)):
            raise row.wrong("hex", f"{row['hex']} is too much or too little", "write a hex, of a hexside both")
        for name in names:
            if not grid.has(name):
                raise row.wrong("hex", f"there is no hex {name}", "write a hex of the grid")
        if row["field"] == "level" and not row["value"].isdecimal():
            raise row.wrong("value", f"{row['value']!r} is no level", "write a whole number")
    return table.rows


def survey(folder: Path) -> Survey:
    """Read a folder with grid.json, laying.toml, corrections.csv and the drawing that it names."""
    spec = msgspec.json.decode(_text(folder, "grid.json"), type=GridSpec)
    file = folder / "laying.toml"
    try:
        laying = msgspec.convert(toml.loads(_text(folder, "laying.toml")), Laying)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as e:
        raise fault(str(file), str(e).replace("`", ""), "write it as another pack has it") from None
    corrections = folder / "corrections.csv"
    table = read_file(corrections, str(corrections), folder) if corrections.exists() else b""
    grid = Grid(spec)
    rows = _corrections(read_table(str(corrections), table), grid) if table else ()
    cells = tuple(Polygon(grid.polygon(h)) for h in range(grid.size))
    x, y = spec.place_step
    drawn = _features(folder, laying.ground)
    features = tuple(f for f in drawn if laying.kind in f.more.get("only", [laying.kind]))
    sheet = union_all(list(cells)).buffer(2)
    return Survey(folder, grid, laying, features, rows, cells, sheet, STRtree(list(cells)), (x * x + y * y) ** 0.5)


def _text(folder: Path, name: str) -> str:
    """The text of a file of the folder."""
    file = folder / name
    return decode(str(file), read_file(file, str(file), folder))


def _features(folder: Path, name: str) -> tuple[Feature, ...]:
    found, file = [], str(folder / name)
    try:
        items = json.loads(_text(folder, name))["features"]
    except (ValueError, KeyError, TypeError, RecursionError) as e:
        if isinstance(e, PackError):
            raise
        raise fault(file, f"is no GeoJSON ({type(e).__name__}: {e})", "draw it anew, or mend it there") from None
    for number, item in enumerate(items, 1):
        try:
            more = dict(item["properties"])
            kind, title, source = (more.pop(key) for key in ("kind", "name", "source"))
            found.append(Feature(kind, title, source, shape(item["geometry"]), more))
        except (KeyError, TypeError, ValueError, AttributeError, ShapelyError) as e:
            what = f"feature {number} cannot be read ({type(e).__name__}: {e})"
            raise fault(file, what, "every feature has properties kind, name and source, and a geometry") from None
    return tuple(found)
