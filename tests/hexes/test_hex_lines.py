"""What a line between two centres touches, and where it comes in."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.hexes import Grid, GridSpec, HexError, hexes_of
from vedette.hexes import grid as grid_module

CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


def pair(data, grid):
    return data.draw(st.integers(0, grid.size - 1)), data.draw(st.integers(0, grid.size - 1))


@cache
def place(grid, hex):
    """Centre in half hexes along the line and thirds of a line down, straight from the printed number."""
    line, number = int(grid.name(hex)[:2]), int(grid.name(hex)[2:])
    return 2 * number + ((line % 2 == 1) == (grid.spec.shifted == "odd")), 3 * line


def span(start, end, centre):
    """The part of the line, as two fractions of it, that lies in a closed hex; None where they do not meet."""
    low, high = Fraction(0), Fraction(1)
    for (ax, ay), (bx, by) in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True):
        # Going round clockwise, outside is to the left of every side.
        nx, ny = ay - by, bx - ax
        at_start = nx * (start[0] - centre[0] - ax) + ny * (start[1] - centre[1] - ay)
        at_end = nx * (end[0] - centre[0] - ax) + ny * (end[1] - centre[1] - ay)
        if at_start > 0 and at_end > 0:
            return None
        if at_start > 0:
            low = max(low, Fraction(at_start, at_start - at_end))
        elif at_end > 0:
            high = min(high, Fraction(at_start, at_start - at_end))
    return (low, high) if low <= high else None


def touched(grid, a, b):
    """The same as Grid.line by clipping the line at every hex, in fractions."""
    start, end = place(grid, a), place(grid, b)
    low, high = (
        [min(axis) - 2 for axis in zip(start, end, strict=True)],
        [max(axis) + 2 for axis in zip(start, end, strict=True)],
    )
    found = {}
    for hex in range(grid.size):
        centre = place(grid, hex)
        if not (low[0] <= centre[0] <= high[0] and low[1] <= centre[1] <= high[1]):
            continue
        part = span(start, end, centre)
        if hex not in (a, b) and part and part[0] < part[1]:
            found.setdefault(part, []).append(hex)
    return tuple(tuple(found[part]) for part in sorted(found))


def names(grid, a, b):
    return [[grid.name(hex) for hex in step] for step in grid.line(grid.index(a), grid.index(b))]


@given(data=st.data())
def test_line_by_clipping_every_hex(grid, data):
    a, b = pair(data, grid)
    assert grid.line(a, b) == touched(grid, a, b)


@given(
    shifted=st.sampled_from(["odd", "even"]),
    first=st.integers(10, 11),
    even=st.tuples(st.integers(3, 4), st.integers(7, 8)),
    odd=st.tuples(st.integers(3, 4), st.integers(7, 8)),
    data=st.data(),
)
def test_line_on_maps_with_any_edge(shifted, first, even, odd, data):
    try:
        grid = Grid(GridSpec((first, 17), even, odd, shifted, (0, -1), (-1, 0)))
    except HexError as error:
        assert "more than half a hex apart" in str(error)
        return
    a, b = pair(data, grid)
    assert grid.line(a, b) == touched(grid, a, b)


def test_every_line_of_ten_hexes(kernstown):
    a = kernstown.index("2520")
    assert all(kernstown.line(a, b) == touched(kernstown, a, b) for b in hexes_of(kernstown.within(a, 10)))


@given(data=st.data())
def test_line_back_is_the_line_reversed(grid, data):
    a, b = pair(data, grid)
    assert grid.line(a, b) == tuple(reversed(grid.line(b, a)))


@given(data=st.data())
def test_steps_follow_on_each_other(grid, data):
    a, b = pair(data, grid)
    steps = [(a,), *grid.line(a, b), (b,)] if a != b else []
    for here, there in pairwise(steps):
        assert all(grid.distance(h, t) == 1 for h in here for t in there)
    assert all(len(step) == 1 or grid.distance(*step) == 1 for step in steps)


def test_one_step_a_hex_where_no_hexside_is_followed(kernstown):
    assert names(kernstown, "2423", "2427") == [["2424"], ["2425"], ["2426"]]
    assert names(kernstown, "2423", "2424") == [] == names(kernstown, "2423", "2423")


def test_both_hexes_along_a_hexside(kernstown):
    assert names(kernstown, "2423", "2623") == [["2522", "2523"]]
    assert names(kernstown, "2623", "2423") == [["2522", "2523"]]
    assert names(kernstown, "2423", "2823") == [["2522", "2523"], ["2623"], ["2722", "2723"]]


def test_hexsides_followed_aslant(kernstown):
    assert names(kernstown, "2423", "2524") == [["2424", "2523"]]
    assert names(kernstown, "2423", "2324") == [["2323", "2424"]]
    assert names(kernstown, "2423", "2521") == [["2422", "2522"]]


def test_one_hex_where_the_other_is_off_the_map(kernstown):
    assert names(kernstown, "1000", "1200") == [["1100"]]
    assert names(kernstown, "1041", "1241") == [["1140"]]


def test_a_corner_point_alone_is_not_touched(kernstown):
    # Five hexes away the line passes through the points where 2424, 2425, 2525 and so on meet.
    line = names(kernstown, "2423", "2527")
    assert line == [["2424"], ["2425"], ["2525"], ["2526"]]


def test_lines_do_not_depend_on_metres(kernstown):
    spec = msgspec.structs.replace(kernstown.spec, line_step=(1e9, 0.1), place_step=(0.7, 3e-5), origin=(1e15, 0.3))
    odd = Grid(spec)
    a = kernstown.index("2423")
    assert all(odd.line(a, b) == kernstown.line(a, b) for b in range(0, kernstown.size, 7))


def test_lines_stay_right_when_the_store_is_emptied(kernstown, monkeypatch):
    monkeypatch.setattr(grid_module, "KEPT_LINES", 3)
    small = Grid(kernstown.spec)
    for b in range(0, small.size, 100):
        assert small.line(5, b) == kernstown.line(5, b) == small.line(5, b)


def test_line_is_kept(kernstown):
    assert kernstown.line(3, 700) is kernstown.line(3, 700)


@given(data=st.data())
def test_entry_agrees_with_the_line(grid, data):
    a, b = pair(data, grid)
    if a == b:
        return
    last = (grid.line(a, b) or ((a,),))[-1]
    d, through_corner = divmod(grid.entry(a, b), 2)
    if through_corner:
        beside = {grid.around[b][d], grid.around[b][(d + 1) % 6]} - {-1}
        assert beside == set(last)
    else:
        assert (grid.around[b][d],) == last


@given(data=st.data())
def test_entry_from_either_end_is_opposite(grid, data):
    a, b = pair(data, grid)
    if a != b:
        assert grid.entry(b, a) == (grid.entry(a, b) + 6) % 12


def test_entry_of_neighbours_is_their_hexside(grid):
    for b in range(0, grid.size, 11):
        for a in grid.neighbours[b]:
            assert grid.entry(a, b) == 2 * grid.direction(b, a)


def test_entry_all_round_a_hex(kernstown):
    b = kernstown.index("2423")
    ring = ["2223", "2322", "2321", "2422", "2521", "2522", "2623", "2523", "2524", "2424", "2324", "2323"]
    assert [kernstown.entry(kernstown.index(a), b) for a in ring] == [11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_entry_from_itself(kernstown):
    with pytest.raises(HexError, match="no line enters hex 1000 from itself"):
        kernstown.entry(0, 0)


@given(data=st.data())
def test_a_line_goes_on_behind_its_end(grid, data):
    a, b = pair(data, grid)
    mirrored = tuple(2 * q - p for p, q in zip(place(grid, a), place(grid, b), strict=True))
    there = next((h for h in range(grid.size) if place(grid, h) == mirrored), a)
    if there != a:
        steps = [*grid.line(b, there), (there,)]
        for by in range(1, 1 + grid.distance(a, b)):
            assert set(grid.beyond(a, b, by)) == {h for step in steps for h in step if grid.distance(b, h) == by}


def test_a_line_goes_on_to_the_edge_of_the_map(kernstown):
    a, b = kernstown.index("2520"), kernstown.index("2502")
    assert [kernstown.name(h) for h in kernstown.beyond(a, b, 1)] == ["2501"]
    assert kernstown.beyond(a, b, 3) == ()
