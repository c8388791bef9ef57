"""A small board of five lines of five hexes, 1000 to 1404, all clear and level 1 unless a test says otherwise."""

import pytest

from vedette.board import Board
from vedette.hexes import Grid, GridSpec

SPEC = GridSpec((10, 14), (0, 4), (0, 4), "odd", (0.0, -110.9), (-128.0, 0.0), (0.0, 0.0), (10, 0))


@pytest.fixture(scope="session")
def grid():
    return Grid(SPEC)


@pytest.fixture(scope="session")
def rows():
    """`rows({"1102": {"level": "3"}})`: the rows of board.csv with other cells in some hexes."""

    def make(changes=None):
        plain = [
            {"hex": name, "terrain": "clear", "level": "1", "features": "", "source": ""} for name in Grid(SPEC).names
        ]
        return [row | (changes or {}).get(row["hex"], {}) for row in plain]

    return make


@pytest.fixture(scope="session")
def build(rows):
    """`build(hexes, "1102-1002 slope", "Pike/pike/1000-1001")`: a board from short words."""

    def make(hexes=None, hexsides="", *roads, high=None, **kinds):
        sides = []
        for words in filter(None, hexsides.split(", ")):
            pair, feature = words.split(" ", 1)
            first, second = pair.split("-")
            sides.append({"a": first, "b": second, "feature": feature, "high": high, "source": ""})
        ways = [dict(zip(("road", "kind", "hexes"), road.split("/"), strict=True)) for road in roads]
        return Board.build(SPEC, rows(hexes), sides, ways, **kinds)

    return make


@pytest.fixture(scope="session")
def hill(build):
    """1202 is level 3, 1201 level 2, the rest level 1; a stream runs between 1102 and 1103."""
    return build({"1202": {"level": "3"}, "1201": {"level": "2"}}, "1202-1102 steep, 1202-1201 slope, 1102-1103 stream")
