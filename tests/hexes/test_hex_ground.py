"""Where hexes lie on the ground, and the edges of the map."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.hexes import Grid, GridSpec, HexError, hexes_of, mask_of

WORDS = ("north", "east", "south", "west")


def bearing(p, q):
    return math.degrees(math.atan2(q[0] - p[0], q[1] - p[1])) % 360


def test_centres_of_kernstown(kernstown):
    at = {name: kernstown.centre(kernstown.index(name)) for name in ("2423", "1835", "1000", "4041")}
    assert at["2423"] == (0, 0) and at["1835"] == pytest.approx((-1536, 665.4))
    assert at["1000"] == pytest.approx((2944, 1552.6)) and at["4041"] == pytest.approx((-2304, -1774.4))


def test_centres_of_flat_topped_maps(grids):
    spi, valley = grids["stonewall-1978"], grids["valley-campaign"]
    assert spi.centre(spi.index("2411")) == pytest.approx((198, 914.4))
    assert valley.centre(valley.index("3028")) == pytest.approx((-259.8076, 150))


def test_without_an_origin_the_map_hangs_on_hex_0000():
    grid = Grid(GridSpec((0, 2), (0, 3), (0, 3), "odd", (0.0, -9.0), (-10.0, 0.0)))
    assert grid.centre(grid.index("0000")) == (0, 0) and grid.centre(grid.index("0102")) == (-25, -9)


def test_directions_go_clockwise_from_north(grid):
    hex = next(h for h in range(grid.size) if not grid.edge >> h & 1)
    turns = [bearing(grid.centre(hex), grid.centre(near)) for near in grid.around[hex]]
    assert turns == sorted(turns) and turns[0] < 60
    assert all(b - a == pytest.approx(60, abs=0.1) for a, b in pairwise(turns))


@given(data=st.data())
def test_side_lies_between_its_hexes(grid, data):
    a = data.draw(st.integers(0, grid.size - 1))
    b = data.draw(st.sampled_from(grid.neighbours[a]))
    p, q = grid.side(a, b)
    assert grid.side(b, a) == (q, p)
    assert {p, q} == set(grid.polygon(a)) & set(grid.polygon(b))
    middle = tuple((m + n) / 2 for m, n in zip(grid.centre(a), grid.centre(b), strict=True))
    assert middle == pytest.approx(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), abs=1e-6)


def test_corner_d_lies_between_sides_d_and_d_plus_1(grid):
    hex = next(h for h in range(grid.size) if not grid.edge >> h & 1)
    six, corners = grid.around[hex], grid.polygon(hex)
    for d in range(6):
        three = [grid.centre(h) for h in (hex, six[d], six[(d + 1) % 6])]
        assert corners[d] == pytest.approx([sum(axis) / 3 for axis in zip(*three, strict=True)], abs=1e-6)
        assert grid.side(hex, six[d]) == (corners[d - 1], corners[d])


def test_polygons_cover_the_map_once(grid):
    def area(corners):
        return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(corners, corners[1:] + corners[:1], strict=True))) / 2

    (lx, ly), (px, py) = grid.spec.line_step, grid.spec.place_step
    assert area(grid.polygon(grid.size // 2)) == pytest.approx(abs(lx * py - ly * px))


def test_side_of_strangers(kernstown):
    with pytest.raises(HexError, match="hexes 1000 and 1002 are not neighbours"):
        kernstown.side(0, 2)


def test_border_hexes_are_edge_hexes(grid):
    borders = [grid.border(word) for word in WORDS]
    assert borders[0] | borders[1] | borders[2] | borders[3] == grid.edge
    assert not borders[0] & borders[2] and not borders[1] & borders[3]


def test_border_of_an_odd_word(kernstown):
    with pytest.raises(HexError, match="'left' is no edge of the map: north, east, south or west"):
        kernstown.border("left")


@pytest.mark.parametrize("word", WORDS)
def test_edge_distance_by_brute_force(grid, word):
    border = list(hexes_of(grid.border(word)))
    far = grid.edge_distance(word)
    some = range(0, grid.size, 13)
    assert [far[h] for h in some] == [min(grid.distance(h, e) for e in border) for h in some]


def test_edge_distance_at_kernstown(kernstown):
    hex = kernstown.index("1834")
    assert [kernstown.edge_distance(word)[hex] for word in WORDS] == [8, 34, 22, 7]


def test_a_turned_map_has_edges_too():
    turned = Grid(GridSpec((10, 14), (0, 4), (0, 4), "odd", (math.sin(0.2), -math.cos(0.2)), (-1.1, -0.25)))
    north = [turned.name(h) for h in hexes_of(turned.border("north"))]
    assert "1002" in north and "1402" not in north


def test_compass_ranks(grid):
    ranks = [grid.compass(hex) for hex in range(grid.size)]
    for axis, word in ((1, "east"), (0, "north")):
        metres = [grid.centre(hex)[1 - axis] for hex in range(grid.size)]
        order = sorted(range(grid.size), key=lambda hex: metres[hex])
        assert [ranks[hex][axis] for hex in order] == sorted(ranks[hex][axis] for hex in order)
        assert min(r[axis] for r in ranks) == 0
        top = max(r[axis] for r in ranks)
        best = mask_of(h for h in range(grid.size) if ranks[h][axis] == top)
        assert best & grid.border(word) == best
