"""The hexes through which a road goes."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from .survey import Survey

STRIDE = 4.0
"""Metres between the points at which a road is asked for its hex."""


def trace(ground: Survey, line: Any) -> list[int]:
    """The hexes of a road in order; corners that it only clips are left out, and a hex never follows itself."""
    count = max(2, int(line.length // STRIDE))
    points = shapely.line_interpolate_point(line, np.linspace(0, 1, count + 1), normalized=True)
    asked, cells = ground.tree.query(points, predicate="intersects")
    at = dict(zip(reversed(asked.tolist()), reversed(cells.tolist()), strict=True))
    run: list[tuple[int, float]] = []
    for h in (at[i] for i in range(count + 1) if i in at):
        if run and run[-1][0] == h:
            run[-1] = (h, run[-1][1] + line.length / count)
        else:
            run.append((h, line.length / count))
    return [h for h, _ in _without_clips(ground, run)]


def _without_clips(ground: Survey, run: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Leave out the shortest stretch that can be left out, until none is left."""
    short = ground.laying.clip * ground.width
    while True:
        for i in sorted(range(1, len(run) - 1), key=lambda i: run[i][1]):
            (before, length), (after, more) = run[i - 1], run[i + 1]
            if run[i][1] >= short:
                return run
            if before == after:
                run[i - 1 : i + 2] = [(before, length + more)]
                break
            if ground.grid.near[before] >> after & 1:
                del run[i]
                break
        else:
            return run
