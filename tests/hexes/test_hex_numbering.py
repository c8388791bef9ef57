"""Names, neighbours, directions, distances, sets."""

import pickle

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.hexes import Grid, GridSpec, HexError, hexes_of, mask_of


def pick(data, grid, n):
    return [data.draw(st.integers(0, grid.size - 1)) for _ in range(n)]


def cube(grid, hex):
    """Cube coordinates straight from the printed number."""
    line, place = int(grid.name(hex)[:2]), int(grid.name(hex)[2:])
    shifted = (line % 2 == 1) == (grid.spec.shifted == "odd")
    x = place - (line - (1 if shifted else 0)) // 2 if grid.spec.shifted == "odd" else place - (line + 1 - shifted) // 2
    return x, line, -x - line


def test_names_ascend_and_lead_back(grid):
    assert list(grid.names) == sorted(set(grid.names)) and len(grid.names) == grid.size
    assert all(grid.index(grid.name(hex)) == hex and grid.has(grid.name(hex)) for hex in range(grid.size))


@pytest.mark.parametrize("name", ["1042", "1141", "0900", "4100", "", "10", "abcd", "1000 "])
def test_unknown_name_is_named_with_the_range(kernstown, name):
    assert not kernstown.has(name)
    with pytest.raises(HexError, match="lines 10 to 40, places 00 to 41 on even lines, 00 to 40 on odd lines") as e:
        kernstown.index(name)
    assert repr(name) in str(e.value)


@pytest.mark.parametrize("hex", [-1, 1287])
@pytest.mark.parametrize("ask", ["name", "centre", "polygon", "compass"])
def test_index_off_the_map(kernstown, ask, hex):
    with pytest.raises(HexError, match=f"index {hex} .*0 to 1286"):
        getattr(kernstown, ask)(hex)


@pytest.mark.parametrize("pair", [(-1, 5), (5, -1), (1287, 5), (5, 1287)])
def test_line_off_the_map(kernstown, pair):
    assert kernstown.line(6, 0) and kernstown.line(4, 1286)  # kept ones must not answer for others
    with pytest.raises(HexError, match="this map has 0 to 1286"):
        kernstown.line(*pair)


def test_kernstown_neighbours_of_1834_clockwise(kernstown):
    names = [kernstown.name(hex) for hex in kernstown.around[kernstown.index("1834")]]
    assert names == ["1733", "1833", "1933", "1934", "1835", "1734"]


def test_spi_neighbours_of_2219_from_north(grids):
    grid = grids["stonewall-1978"]
    names = [grid.name(hex) for hex in grid.around[grid.index("2219")]]
    assert names == ["2218", "2319", "2320", "2220", "2120", "2119"]


def test_around_and_direction(grid):
    for hex, six in enumerate(grid.around):
        assert len(six) == 6
        for d, near in enumerate(six):
            if near >= 0:
                assert grid.direction(hex, near) == d and grid.around[near][(d + 3) % 6] == hex
                beside = six[(d + 1) % 6]
                assert beside < 0 or grid.distance(near, beside) == 1


def test_neighbours_near_and_edge_agree(grid):
    for hex, six in enumerate(grid.around):
        on_map = [near for near in six if near >= 0]
        assert list(grid.neighbours[hex]) == on_map and list(hexes_of(grid.near[hex])) == sorted(on_map)
        assert grid.edge >> hex & 1 == (-1 in six)


def test_direction_between_strangers(kernstown):
    with pytest.raises(HexError, match="hexes 1834 and 2423 are not neighbours"):
        kernstown.direction(kernstown.index("1834"), kernstown.index("2423"))
    with pytest.raises(HexError, match="hexes 1834 and 1834 are not neighbours"):
        kernstown.direction(kernstown.index("1834"), kernstown.index("1834"))


@given(data=st.data())
def test_distance_is_a_metric(grid, data):
    a, b, c = pick(data, grid, 3)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(data=st.data())
def test_distance_by_cube_coordinates(grid, data):
    a, b = pick(data, grid, 2)
    assert grid.distance(a, b) == max(abs(p - q) for p, q in zip(cube(grid, a), cube(grid, b), strict=True))


@given(data=st.data())
def test_distance_is_the_number_of_steps(grid, data):
    (a,) = pick(data, grid, 1)
    far, ring, steps = {a: 0}, [a], 0
    while ring:
        steps += 1
        ring = sorted({n for hex in ring for n in grid.neighbours[hex]} - far.keys())
        far |= dict.fromkeys(ring, steps)
    assert [grid.distance(a, b) for b in range(grid.size)] == [far[b] for b in range(grid.size)]


@given(data=st.data(), radius=st.integers(-1, 90))
def test_within_by_brute_force(grid, data, radius):
    (a,) = pick(data, grid, 1)
    for _ in range(2):  # the second time it is remembered
        assert grid.within(a, radius) == mask_of(b for b in range(grid.size) if grid.distance(a, b) <= radius)


@given(st.sets(st.integers(0, 3000)))
def test_masks(hexes):
    assert list(hexes_of(mask_of(hexes))) == sorted(hexes)
    assert mask_of(hexes) == sum(1 << hex for hex in hexes)


def test_pickle_keeps_the_grid(grid):
    again = pickle.loads(pickle.dumps(grid))
    assert again.names == grid.names and again.around == grid.around and again.spec == grid.spec


SPEC = {
    "lines": [10, 12],
    "places_even": [0, 4],
    "places_odd": [0, 3],
    "shifted": "odd",
    "line_step": [0, -1],
    "place_step": [-1, 0],
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lines": [12, 10]}, "lines: 12 to 10"),
        ({"lines": [10, 100]}, "lines: 10 to 100"),
        ({"places_even": [-1, 4]}, "places_even: -1 to 4"),
        ({"places_odd": [3, 0]}, "places_odd: 3 to 0"),
        ({"places_odd": [0, 5]}, "more than half a hex apart"),
        ({"places_even": [1, 4]}, None),
        ({"places_even": [2, 4]}, "more than half a hex apart"),
        ({"shifted": "none"}, "none"),
        ({"line_step": [2, 0]}, "two different directions"),
        ({"place_step": [0, 0]}, "two different directions"),
    ],
)
def test_grid_files_that_cannot_be(change, message):
    raw = msgspec.json.encode({**SPEC, **change})
    if message is None:
        assert Grid(msgspec.json.decode(raw, type=GridSpec)).size == 12
    else:
        with pytest.raises(msgspec.ValidationError, match=message):
            msgspec.json.decode(raw, type=GridSpec)


def test_a_spec_made_in_code_raises_hex_error():
    with pytest.raises(HexError, match="shifted"):
        GridSpec((10, 12), (0, 4), (0, 3), "both", (0, -1), (-1, 0))


def test_one_hex_alone():
    grid = Grid(GridSpec((7, 7), (3, 3), (5, 5), "odd", (0, -1), (-1, 0)))
    assert grid.names == ("0705",) and grid.around == ((-1,) * 6,) and grid.edge == 1
    assert grid.within(0, 3) == 1 and grid.line(0, 0) == () and grid.compass(0) == (0, 0)
