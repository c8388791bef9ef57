"""What of the drawing is only to be looked at: streams, walls, fences, fields, houses, names, where roads lead."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from shapely import Point, box
from shapely.ops import nearest_points, unary_union

from .survey import Feature, Survey
from .waters import Pair, middle

LINES = ("stream", "flowing-stream", "dry-stream", "wall", "fence", "ridge")
RINGS = ("field", "wheat", "brush")
NAMES = ("ridge",)
"""Lines of which there is nothing to see but the name."""
INSET = 0.25
"""How far inside its hex a house stands at least, in hex widths."""


def scenery(ground: Survey, features: Sequence[Sequence[str]], courses: Mapping[Pair, Feature]) -> str:
    """The text of scenery.json: things in metres of the frame, only those that the board has too."""
    on_board = {f for found in features for f in found}
    frame = box(*unary_union([ground.cells[0], ground.cells[-1]]).bounds)
    named = ground.laying.joining or "stream" in ground.laying.parting
    drawn: list[dict[str, Any]] = _named_waters(ground, courses) if named else []
    for f in ground.of(*LINES, *RINGS, "house", "town", "place", "way"):
        item: dict[str, Any] = {"kind": f.kind, "name": f.name.split(",")[0]}
        if f.more.get("small"):
            item["small"] = True
        if not f.named:
            item["name"] = ""
        if f.kind in ground.laying.parting and f.kind not in NAMES:
            continue
        if f.kind == "wall" and f"wall={item['name']}" not in on_board:
            continue
        if f.shape.geom_type == "Point":
            at = _place(ground, f, features)
            if at is None:
                continue
            drawn.append(item | {"at": at})
        elif f.kind in ground.laying.terrain:  # its hexes are drawn from the board, here is only its name
            drawn.append(item | {"at": [round(f.shape.centroid.x), round(f.shape.centroid.y)]})
        elif f.shape.intersects(frame):
            points = f.shape.exterior.coords if f.shape.geom_type == "Polygon" else f.shape.coords
            key = "ring" if f.shape.geom_type == "Polygon" else "line"
            drawn.append(item | {key: [[round(x), round(y)] for x, y in points]})
    return "[\n" + ",\n".join(json.dumps(item) for item in drawn) + "\n]\n"


def _named_waters(ground: Survey, courses: Mapping[Pair, Feature]) -> list[dict[str, Any]]:
    """For their names: the waters along the hexsides on which they lie, where the drawing runs far from these."""
    runs: dict[str, list[list[int]]] = {}
    kinds = {}
    for pair, f in courses.items():
        runs.setdefault(f.name, []).append([round(x) for x in middle(ground, *pair).coords[0]])
        kinds[f.name] = "flowing-stream" if f.kind == "stream" else f.kind
    return [{"kind": kinds[name], "name": name.split(",")[0], "line": line} for name, line in runs.items()]


def _place(ground: Survey, f: Feature, features: Sequence[Sequence[str]]) -> list[int] | None:
    """Where a house or a place is drawn: its own point, held within the hex that the board gives it."""
    if f.kind == "way":
        return [round(f.shape.x), round(f.shape.y)]
    word = f"{f.kind}={f.name}"
    hexes = [h for h, found in enumerate(features) if word in found]
    if not f.named:
        hexes = [int(h) for h in ground.tree.query(f.shape, predicate="intersects")][:1]
    if not hexes:
        return None
    inner = ground.cells[hexes[0]].buffer(-INSET * ground.width)
    point = Point(f.shape.x, f.shape.y)
    if not ground.cells[hexes[0]].covers(point):
        point = nearest_points(inner, point)[0]
    return [round(point.x), round(point.y)]
