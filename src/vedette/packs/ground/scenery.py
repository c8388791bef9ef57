"""What of the drawing is only to be looked at: streams, walls, fences, fields, houses, names, where roads lead."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from shapely import Point, box
from shapely.ops import nearest_points, unary_union

from .survey import Feature, Survey

LINES = ("stream", "flowing-stream", "dry-stream", "wall", "fence", "ridge")
RINGS = ("field", "wheat", "brush")
INSET = 0.25
"""How far inside its hex a house stands at least, in hex widths."""


def scenery(ground: Survey, features: Sequence[Sequence[str]]) -> str:
    """The text of scenery.json: things in metres of the frame, only those that the board has too."""
    on_board = {f for found in features for f in found}
    frame = box(*unary_union([ground.cells[0], ground.cells[-1]]).bounds)
    drawn: list[dict[str, Any]] = []
    for f in ground.of(*LINES, *RINGS, "house", "town", "place", "way"):
        item: dict[str, Any] = {"kind": f.kind, "name": f.name.split(",")[0]}
        if f.more.get("small"):
            item["small"] = True
        if f.more.get("nameless"):
            item["name"] = ""
        if f.kind == "wall" and f"wall={item['name']}" not in on_board:
            continue
        if f.shape.geom_type == "Point":
            at = _place(ground, f, features)
            if at is None:
                continue
            drawn.append(item | {"at": at})
        elif f.shape.intersects(frame):
            points = f.shape.exterior.coords if f.shape.geom_type == "Polygon" else f.shape.coords
            key = "ring" if f.shape.geom_type == "Polygon" else "line"
            drawn.append(item | {key: [[round(x), round(y)] for x, y in points]})
    return "[\n" + ",\n".join(json.dumps(item) for item in drawn) + "\n]\n"


def _place(ground: Survey, f: Feature, features: Sequence[Sequence[str]]) -> list[int] | None:
    """Where a house or a place is drawn: its own point, held within the hex that the board gives it."""
    if f.kind == "way":
        return [round(f.shape.x), round(f.shape.y)]
    word = f"{f.kind}={f.name}"
    hexes = [h for h, found in enumerate(features) if word in found]
    if not hexes:
        return None
    inner = ground.cells[hexes[0]].buffer(-INSET * ground.width)
    point = Point(f.shape.x, f.shape.y)
    if not ground.cells[hexes[0]].covers(point):
        point = nearest_points(inner, point)[0]
    return [round(point.x), round(point.y)]
