"""What the rulebooks say of single hexes of the four maps."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from vedette.hexes import hexes_of

FACTS = json.loads((Path(__file__).parent / "facts.json").read_text())


def facts(kind):
    chosen = [fact for fact in FACTS if fact["kind"] == kind]
    assert chosen
    return pytest.mark.parametrize("fact", chosen, ids=lambda f: f"{f['map']}-{f['cite']}-{f['hexes'][0]}")


@facts("adjacent")
def test_adjacent(grids, fact):
    grid = grids[fact["map"]]
    a, b = map(grid.index, fact["hexes"])
    assert b in grid.neighbours[a] and a in grid.neighbours[b] and grid.distance(a, b) == 1


@facts("apart")
def test_not_adjacent(grids, fact):
    grid = grids[fact["map"]]
    a, b = map(grid.index, fact["hexes"])
    assert b not in grid.neighbours[a] and grid.distance(a, b) > 1


@facts("run")
def test_unbroken_run(grids, fact):
    grid = grids[fact["map"]]
    hexes = list(map(grid.index, fact["hexes"]))
    assert all(b in grid.neighbours[a] for a, b in pairwise(hexes))


@facts("range")
def test_range(grids, fact):
    grid = grids[fact["map"]]
    a, b = map(grid.index, fact["hexes"])
    assert grid.distance(a, b) == fact["value"]


@facts("line")
def test_line(grids, fact):
    grid = grids[fact["map"]]
    first, *between, last = map(grid.index, fact["hexes"])
    assert grid.line(first, last) == tuple((hex,) for hex in between)


@facts("edge")
def test_edge(grids, fact):
    grid = grids[fact["map"]]
    border = set(hexes_of(grid.border(fact["value"])))
    assert border.issuperset(map(grid.index, fact["hexes"]))


def test_number_of_hexes(grids):
    sizes = {name: grid.size for name, grid in grids.items()}
    assert sizes == {"kernstown": 1287, "cedar-mountain": 518, "valley-campaign": 2074, "stonewall-1978": 2065}


def test_kernstown_edges_hold_nothing_else(kernstown):
    names = {w: [kernstown.name(h) for h in hexes_of(kernstown.border(w))] for w in ("north", "east", "south", "west")}
    assert names["north"] == [f"10{place:02d}" for place in range(42)]
    assert names["south"] == [f"40{place:02d}" for place in range(42)]
    assert names["east"] == [f"{line}00" for line in range(10, 41)]
    assert names["west"] == [f"{line}{40 if line % 2 else 41}" for line in range(10, 41)]
