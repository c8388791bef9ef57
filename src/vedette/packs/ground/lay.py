"""What fills half of a hex is in it; what falls sharply between two levels is a slope."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from itertools import pairwise

import msgspec
import shapely

from ..table import Row
from .partings import Parting, partings, top
from .roads import through, trace
from .scenery import scenery
from .sides import sides
from .survey import Feature, Survey
from .waters import Pair, waters

HEX_LINES = ("wall", "stream", "dry-stream")
"""Lines of the drawing that lie in the hexes through which they run; other waters lie between hexes (sides.py)."""


class Hex(msgspec.Struct):
    """What is known of one hex while it is laid."""

    terrain: str = "clear"
    level: int = 1
    features: list[str] = []
    drawn: list[str] = []
    """What of the drawing it rests on."""
    stated: list[str] = []
    """The corrections that it rests on."""

    def source(self) -> str:
        """The source of the row: the level of every hex comes from the drawing."""
        drawn = "; ".join(["reconstructed: the drawing", *dict.fromkeys(self.drawn)])
        return "; ".join([drawn, *dict.fromkeys(self.stated)])


class Way(msgspec.Struct):
    """A road, from hex to hex."""

    name: str
    kind: str
    hexes: list[str]
    source: str


def lay(ground: Survey) -> dict[str, str]:
    """The texts of board.csv, hexsides.csv, roads.csv and scenery.json."""
    hexes = [Hex() for _ in range(ground.grid.size)]
    _levels(ground, hexes)
    _terrain(ground, hexes)
    _angled(ground, hexes)
    _places(ground, hexes)
    for kind in HEX_LINES:
        if kind not in ground.laying.parting:
            _lines(ground, hexes, kind)
    contour, parted = [x.level for x in hexes], partings(ground)
    if ground.laying.raised:
        _raise(ground, hexes, parted)
    _correct(ground, hexes)
    _even(ground, hexes)
    _ladder(ground, hexes)
    courses = waters(ground)
    ways = _roads(ground, courses)
    crossed = _crossed(ground, ways)
    between = sides(ground, contour if ground.laying.raised else [x.level for x in hexes], courses, crossed, parted)
    return {
        "board.csv": _text(
            ["hex", "terrain", "level", "features", "source"],
            (
                [ground.grid.names[h], x.terrain, str(x.level), ";".join(dict.fromkeys(x.features)), x.source()]
                for h, x in enumerate(hexes)
            ),
        ),
        "hexsides.csv": _text(["a", "b", "feature", "source"], ([s.a, s.b, s.feature, s.source] for s in between)),
        "roads.csv": _text(
            ["road", "kind", "hexes", "source"],
            ([r.name, r.kind, "-".join(r.hexes), r.source] for r in ways),
        ),
        "scenery.json": scenery(ground, [x.features for x in hexes], {**courses, **_wet(parted)}),
    }


def _text(head: list[str], rows: Iterator[list[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def _filled(ground: Survey, features: list[Feature]) -> Iterator[tuple[int, Feature]]:
    """The hexes of which some features together fill half, each with the feature that fills most."""
    share: dict[int, list[tuple[float, Feature]]] = {}
    for f in features:
        for h in ground.tree.query(f.shape, predicate="intersects"):
            share.setdefault(int(h), []).append((f.shape.intersection(ground.cells[h]).area, f))
    for h, parts in sorted(share.items()):
        least = ground.laying.shares.get(parts[0][1].kind, ground.laying.half)
        if sum(area for area, _ in parts) >= least * ground.cells[h].area:
            yield h, max(parts, key=lambda part: part[0])[1]


def _levels(ground: Survey, hexes: list[Hex]) -> None:
    """The highest level that holds half of the hex."""
    hills: dict[int, list[Feature]] = {}
    for f in ground.of("hill"):
        hills.setdefault(int(f.more["level"]), []).append(f)
    for level, features in sorted(hills.items()):
        whole = msgspec.structs.replace(features[0], shape=shapely.union_all([f.shape for f in features]))
        for h, _ in _filled(ground, [whole]):
            hexes[h].level = level


def _raise(ground: Survey, hexes: list[Hex], parted: list[Parting]) -> None:
    """Levels by tops and by the lines that raise the hexes beside them, all else on the first level."""
    for x in hexes:
        x.level = 1
    for f in ground.of("top"):
        for h in top(ground, f):
            hexes[h].level = max(hexes[h].level, int(f.more["level"]))
            hexes[h].features += [f.more["feature"], f"hill={f.name}"]
            hexes[h].drawn.append(f.cite)
    for part in parted:
        level = ground.laying.raised.get(part.feature.kind, 0)
        beside = part.pair[:1] if part.feature.kind in ground.laying.falling else part.pair
        for h in beside if level else ():
            hexes[h].level = max(hexes[h].level, level)
            hexes[h].features.append(part.word)
            hexes[h].drawn.append(part.feature.cite)


def _wet(parted: list[Parting]) -> dict[Pair, Feature]:
    """The hexsides of lines that are water, the lower hex first."""
    return {(min(p.pair), max(p.pair)): p.feature for p in parted if p.feature.kind in HEX_LINES[1:]}


def _terrain(ground: Survey, hexes: list[Hex]) -> None:
    for kind, terrain in ground.laying.terrain.items():
        for h, feature in _filled(ground, ground.of(kind)):
            hexes[h].terrain = terrain
            hexes[h].drawn.append(feature.cite)


def _even(ground: Survey, hexes: list[Hex]) -> None:
    """Lower the higher of two neighbours until none differ by more than the drawing allows; stated levels stay."""
    stated = {row["hex"] for row in ground.corrections if row["field"] == "level"}
    moving = [h for h, name in enumerate(ground.grid.names) if name not in stated] if ground.laying.step else []
    lowered = True
    while lowered:
        lowered = False
        for h in moving:
            most = min(hexes[n].level for n in ground.grid.neighbours[h]) + ground.laying.step
            if hexes[h].level > most:
                hexes[h].level, lowered = most, True


def _ladder(ground: Survey, hexes: list[Hex]) -> None:
    """Open ground is named by its level, where this board has a name for each."""
    for x in hexes if ground.laying.ladder else ():
        if x.terrain == "clear":
            x.terrain = ground.laying.ladder[x.level - 1]


def _angled(ground: Survey, hexes: list[Hex]) -> None:
    """Ground too steep to be crossed with ease in any direction: a feature beside the terrain (KT-3.2g-1)."""
    for h, feature in _filled(ground, ground.of("angled")):
        hexes[h].features.append("angled")
        hexes[h].drawn.append(feature.cite)


def _places(ground: Survey, hexes: list[Hex]) -> None:
    """Names of houses, places and towns, and what else they are; a town in every hex that holds a quarter of it."""
    for f in ground.of("house", "place", "town"):
        terrain = ground.laying.terrain.get(f.kind)
        for h in sorted(ground.tree.query(f.shape, predicate="intersects")):
            quarter = f.shape.geom_type == "Point" or f.shape.intersection(ground.cells[h]).area >= f.shape.area / 4
            if hexes[h].terrain == terrain if terrain else quarter:
                hexes[h].features += [f"{f.kind}={f.name}"] if f.named else []
                hexes[h].features += [f.more["feature"]] if "feature" in f.more else []


def _lines(ground: Survey, hexes: list[Hex], kind: str) -> None:
    """Walls and small streams lie in the hexes through which they run for half a hex's width."""
    for f in ground.of(kind):
        for h in sorted(ground.tree.query(f.shape, predicate="intersects")):
            if f.shape.intersection(ground.cells[h]).length >= ground.laying.half * ground.width:
                hexes[h].features.append(f"{kind}={f.name.split(',')[0]}")
                if kind == "wall":
                    hexes[h].drawn.append(f.cite)


def _correct(ground: Survey, hexes: list[Hex]) -> None:
    """What the rulebook states of a hex outright."""
    for row in ground.corrections:
        if "-" in row["hex"]:
            continue
        x = hexes[_hex(ground, row, row["hex"])]
        field, value = row["field"], row["value"]
        if field == "level":
            x.level = int(value)
        elif field == "terrain":
            x.terrain = value
        elif field == "feature":
            x.features.append(value)
        elif field == "no-feature":
            x.features = [f for f in x.features if f.split("=")[0] != value]
        else:
            raise row.wrong("field", f"unknown field {field}", "write level, terrain, feature, no-feature or road")
        x.stated.append(row["source"])


def _hex(ground: Survey, row: Row, name: str) -> int:
    if not ground.grid.has(name):
        raise row.wrong("hex", f"there is no hex {name}", "write a hex of the grid")
    return ground.grid.index(name)


def _crossed(ground: Survey, ways: list[Way]) -> dict[Pair, tuple[str, str]]:
    """The hexsides that roads go over, the lower hex first, each with name and kind of the first road that does."""
    crossed: dict[Pair, tuple[str, str]] = {}
    for way in ways:
        for a, b in pairwise(map(ground.grid.index, way.hexes)):
            crossed.setdefault((min(a, b), max(a, b)), (way.name, way.kind))
    return crossed


def _roads(ground: Survey, courses: Mapping[Pair, Feature]) -> list[Way]:
    """Each road from hex to hex, unless a correction gives its hexes."""
    found = []
    for f in ground.of(*ground.laying.roads):
        run = through(ground, f, courses) if "via" in f.more else trace(ground, f.shape)
        hexes = [ground.grid.names[h] for h in run]
        kind = f.more.get(f"{ground.laying.kind}_kind", f.kind)
        if len(hexes) > 1:
            found.append(Way(f.name, ground.laying.roads[kind], hexes, f"reconstructed: {f.cite}"))
    for row in ground.corrections:
        if row["field"] == "road":
            for way in found:
                if way.name == row["value"]:
                    way.hexes = row["hex"].split("-")
                    way.source += "; " + row["source"]
    return found
