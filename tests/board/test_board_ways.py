"""Ways and areas on a board."""

import heapq
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.board.flood import flood
from vedette.board.paths import comes_to, path, reach
from vedette.hexes import Grid, GridSpec, HexError, hexes_of, mask_of

KERNSTOWN = GridSpec((10, 40), (0, 41), (0, 40), "odd", (0.0, -110.9), (-128.0, 0.0), (0.0, 0.0), (24, 23))


def cheapest(start, allowance, step, neighbours):
    """Least costs by a heap (Dijkstra)."""
    done, heap = {}, [(0, start)]
    while heap:
        cost, at = heapq.heappop(heap)
        if at in done:
            continue
        done[at] = cost
        for to in neighbours[at]:
            more = step(at, to)
            if more is not None and cost + more <= allowance:
                heapq.heappush(heap, (cost + more, to))
    return done


@given(
    costs=st.lists(st.one_of(st.none(), st.integers(0, 5)), min_size=25, max_size=25),
    uphill=st.integers(0, 3),
    start=st.integers(0, 24),
    allowance=st.integers(0, 14),
)
def test_reach_by_a_heap(grid, costs, uphill, start, allowance):
    def step(a, b):
        return None if costs[b] is None else costs[b] + (uphill if b > a else 0)

    found = reach(start, allowance, step, grid.neighbours)
    assert {hex: cost for hex, (cost, _) in found.items()} == cheapest(start, allowance, step, grid.neighbours)
    for hex in found:
        way = path(found, hex)
        assert way[0] == start and way[-1] == hex
        assert sum(step(a, b) for a, b in pairwise(way)) == found[hex][0]


@given(
    costs=st.lists(st.one_of(st.none(), st.integers(1, 5)), min_size=25, max_size=25),
    start=st.integers(0, 24),
    allowance=st.integers(-1, 14),
    closed=st.integers(0, 2**25 - 1),
)
def test_what_comes_to_a_hex_has_it_in_reach(grid, costs, start, allowance, closed):
    steps = {a: {b: costs[b] for b in grid.neighbours[a] if costs[b] is not None} for a in range(25)}
    found = cheapest(start, allowance, lambda a, b: None if closed >> b & 1 else steps[a].get(b), grid.neighbours)
    reached = {hex for hex in range(25) if comes_to(1 << hex, start, allowance, steps, closed)}
    assert reached == set(found) - {start}


def test_reach_of_a_road(build):
    board = build(None, "", "Pike/pike/1000-1001-1002-1003-1004")
    found = reach(0, 4, lambda a, b: 1 if (a, b) in board.road else 2, board.grid.neighbours)
    assert path(found, 4) == (0, 1, 2, 3, 4) and found[4] == (4, 3)
    assert found[board.grid.index("1200")][0] == 4 and board.grid.index("1300") not in found


def test_reach_with_nothing_to_spend(grid):
    assert reach(3, 0, lambda a, b: 1, grid.neighbours) == {3: (0, 3)}
    assert reach(3, -1, lambda a, b: 0, grid.neighbours) == {3: (0, 3)}


def test_equal_ways_are_told_apart_by_the_order_of_neighbours(grid):
    b, d = grid.index("1001"), grid.index("1201")
    turned = [tuple(reversed(near)) for near in grid.neighbours]
    ways = {path(reach(b, 4, lambda a, b: 2, near), d) for near in (grid.neighbours, turned)}
    assert ways == {tuple(map(grid.index, way)) for way in (["1001", "1101", "1201"], ["1001", "1100", "1201"])}


def test_a_cost_below_nothing(grid):
    with pytest.raises(ValueError, match="a step from hex 0 to hex 5 costs -1"):
        reach(0, 3, lambda a, b: -1, grid.neighbours)


def test_no_path_out_of_reach(grid):
    with pytest.raises(ValueError, match="hex 24 is not in reach"):
        path(reach(0, 2, lambda a, b: 2, grid.neighbours), 24)


def test_flood_of_a_ring(grid):
    middle = grid.index("1202")
    area = flood(grid, grid.neighbours[middle], middle)
    assert area == grid.near[middle] | 1 << middle
    outside = flood(grid, grid.neighbours[middle], 0)
    assert outside == (1 << grid.size) - 1 - (1 << middle)


def test_flood_without_perimeter_is_the_map(grid):
    assert flood(grid, [], 7) == (1 << grid.size) - 1


def test_flood_from_the_perimeter(grid):
    with pytest.raises(HexError, match="hex 1002 lies on the perimeter; name one inside it"):
        flood(grid, [2], 2)


def test_flood_from_no_hex(grid):
    with pytest.raises(HexError, match="index 99"):
        flood(grid, [2], 99)


def test_the_area_about_the_stone_wall():
    grid = Grid(KERNSTOWN)
    crest = grid.line(grid.index("1026"), grid.index("2734"))
    rim = [grid.index("1026"), *(hex for step in crest for hex in step)]
    rim += [grid.index(f"27{place}") for place in range(34, 41)]
    area = {grid.name(hex) for hex in hexes_of(flood(grid, rim, grid.index("1834")))}
    # Line by line from the crest to the west edge.
    west = {line: 40 if line % 2 else 41 for line in range(10, 28)}
    first = {int(grid.name(hex)[:2]): int(grid.name(hex)[2:]) for hex in rim[:18]} | {27: 34}
    assert area == {f"{line}{place:02d}" for line in west for place in range(first[line], west[line] + 1)}
    assert {"1041", "2740", "1026", "2734"} <= area and not {"1025", "2733", "2840", "2423"} & area
    assert mask_of(map(grid.index, area)) == flood(grid, rim, grid.index("1140"))
