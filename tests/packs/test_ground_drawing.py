"""The drawing says of the ground what the rules know of it: every board, every hex, every hexside."""

import re
import zlib
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, hypot, pi, sin

import pytest
import resvg_py

from tests.drawn import Near, Rings, by_id, layer, lines, pixels, tree_of
from vedette import packs
from vedette.packs import drawing
from vedette.packs.drawing import Style, hillside, palette, shading
from vedette.packs.drawing.board import _tints
from vedette.packs.drawing.courses import CREST, RIDGE, SHORE, SLOPE, STEEP, WET, courses
from vedette.packs.drawing.frame import Frame
from vedette.packs.drawing.surface import Lattice
from vedette.packs.drawing.themes import THEMES
from vedette.packs.drawing.water import WIDTHS

BOARDS = (
    "kernstown/second-kernstown",
    "cedar-mountain/slaughter-mountain",
    "stonewall-1978/kernstown",
    "valley-campaign/cross-keys",
)
EVERY = (
    *BOARDS,
    "kernstown/the-stone-wall",
    "kernstown/jackson-is-aware",
    "cedar-mountain/valley-vengeance",
    "valley-campaign/port-republic",
)
OFF = 20.0
"""Units from a centre of the six points that must lie on its side too."""


class Sheet:
    """A board as drawn, and where its hexes lie."""

    def __init__(self, name):
        self.battle = packs.load(name)
        self.board = self.battle.board
        self.frame = Frame(self.board.grid)
        self.tree = tree_of(drawing.board_svg(self.battle))
        self.low, self.high = min(self.board.level), max(self.board.level)
        self.levels = {n: Rings(by_id(self.tree, f"vb-level-{n}").get("d")) for n in range(self.low + 1, self.high + 1)}

    def level(self, point):
        return self.low + sum(rings.hold(point) for rings in self.levels.values())

    def about(self, h):
        """A centre and six points about it."""
        x, y = self.frame.centres[h]
        return [(x, y), *((x + OFF * cos(i * pi / 3), y + OFF * sin(i * pi / 3)) for i in range(6))]

    def sides(self):
        """Every pair of neighbours once."""
        return [(a, b) for a in range(self.board.grid.size) for b in self.board.grid.neighbours[a] if a < b]

    def having(self, *features):
        return [pair for pair, found in self.board.hexsides.items() if found & set(features)]

    def middle(self, high, low, off=0.0):
        """The middle of a hexside, moved so far into the low hex."""
        (x, y), (u, v) = self.frame.middle(high, low), self.frame.centres[low]
        long = hypot(u - x, v - y)
        return x + (u - x) / long * off, y + (v - y) / long * off


@lru_cache(maxsize=len(BOARDS))
def sheet(name):
    return Sheet(name)


@pytest.fixture(params=BOARDS)
def drawn(request):
    return sheet(request.param)


def test_each_centre_lies_within_as_many_contours_as_its_level(drawn):
    board = drawn.board
    wrong = [board.grid.name(h) for h, c in enumerate(drawn.frame.centres) if drawn.level(c) != board.level[h]]
    assert wrong == []


def test_points_about_a_centre_lie_on_its_level_but_for_one_in_a_thousand(drawn):
    size = drawn.board.grid.size
    wrong = sum(drawn.level(p) != drawn.board.level[h] for h in range(size) for p in drawn.about(h)[1:])
    assert wrong <= size * 6 / 1000


def test_on_the_way_to_a_neighbour_each_level_between_is_crossed_once_and_no_other(drawn):
    board, centres = drawn.board, drawn.frame.centres
    wrong = [
        (board.grid.name(a), board.grid.name(b), n)
        for a, b in drawn.sides()
        for n, rings in drawn.levels.items()
        if rings.crossed(centres[a], centres[b])
        != (min(board.level[a], board.level[b]) < n <= max(board.level[a], board.level[b]))
    ]
    assert wrong == []


def test_a_level_on_the_other_side_of_a_hex_would_be_found(drawn):
    top = drawn.levels[drawn.high]
    moved = "".join("M" + "L".join(f"{x + 130:.1f} {y:.1f}" for x, y in ring) + "z" for ring in top.rings)
    other = Rings(moved)
    assert any(other.hold(c) != top.hold(c) for c in drawn.frame.centres)


@pytest.mark.parametrize("theme", THEMES)
def test_the_tint_at_each_centre_is_that_of_its_level(drawn, theme):
    svg = drawing.board_svg(drawn.battle, style=Style(theme))
    tints = _tints(drawn.board, None, theme)
    paths = "".join(re.findall(r'<path id="vb-level-\d+" d="[^"]*"/>', svg))
    steps = re.search(r'<g class="tints".*?</g>', svg)[0]
    head = svg[: svg.index(">") + 1]
    wide, _, rows = pixels(
        bytes(resvg_py.svg_to_bytes(svg_string=f"{head}<defs>{paths}</defs>{steps}</svg>", width=620))
    )
    scale = wide / drawn.frame.width
    wrong = []
    for h, (x, y) in enumerate(drawn.frame.centres):
        at = int(x * scale) * 4
        seen = rows[int(y * scale)][at : at + 3].hex()
        if f"#{seen}" != tints[drawn.board.level[h]]:
            wrong.append((drawn.board.grid.name(h), seen))
    assert wrong == []


@pytest.mark.parametrize("theme", THEMES)
def test_every_level_that_occurs_has_a_tint_of_its_own(drawn, theme):
    tints = _tints(drawn.board, None, theme)
    present = sorted(set(drawn.board.level))
    assert len({tints[n] for n in present}) == len(present)
    for a, b in pairwise(present):
        parts = [int(tints[n][i : i + 2], 16) for n in (a, b) for i in (1, 3, 5)]
        assert sum(abs(x - y) for x, y in zip(parts[:3], parts[3:], strict=True)) >= 6, (a, b)


def test_a_board_of_few_levels_is_no_flag_and_levels_out_of_play_take_the_nearest_tint():
    three = palette.tints([1, 2, 3], 1, 3)
    assert three[3] == palette.on_ramp(0.84, palette.STOPS) != palette.STOPS[-1][1]
    part = palette.tints([6, 7, 8], 1, 13)
    assert part[1] == part[6] and part[13] == part[8] and len(set(part.values())) == 3


def test_masses_hold_their_hexes_and_no_other(drawn):
    masses = [e for e in drawn.tree.iter() if e.get("data-mass")]
    assert masses
    for mass in masses:
        kind = mass.get("data-mass")
        rings = Rings(next(e.get("d") for e in mass.iter() if e.get("d")))
        for h in range(drawn.board.grid.size):
            inside = drawn.board.terrain[h] == kind
            assert all(rings.hold(p) == inside for p in drawn.about(h)), (kind, drawn.board.grid.name(h))


def test_every_wood_marsh_field_and_town_has_its_mass(drawn):
    kinds = {e.get("data-mass") for e in drawn.tree.iter() if e.get("data-mass")}
    solid = {"woods", "forest", "light-woods", "marsh", "cornfield", "town", "closed"}
    assert kinds == solid & set(drawn.board.terrain)


def test_each_road_runs_through_the_hexes_of_its_course_and_no_other(drawn):
    board, frame = drawn.board, drawn.frame
    paths = {
        e.get("id")[len("vb-way-") :]: lines(e.get("d"))
        for e in drawn.tree.iter()
        if (e.get("id") or "").startswith("vb-way-")
    }
    count = 0
    for kind, ways in paths.items():
        roads = [road for road in board.roads if road.kind == kind]
        assert len(ways) == len(roads)
        for road, way in zip(roads, ways, strict=True):
            met = []
            for p in way:
                h = min(range(board.grid.size), key=lambda h: dist(frame.centres[h], p))
                if dist(frame.centres[h], p) < 49 and (not met or met[-1] != h):
                    met.append(h)
            assert set(met) == set(road.hexes), road.name
            count += 1
    assert count == len(board.roads)


def strokes(drawn, name, width):
    """Points of the paths of a layer that are drawn so wide."""
    return Near(in_pieces(e for e in layer(drawn.tree, name).iter() if e.get("stroke-width") == f"{width:g}"))


def in_pieces(groups):
    """The lines of the paths in some elements."""
    return [line for group in groups for e in group.iter() if e.get("d") for line in lines(e.get("d"))]


@pytest.mark.parametrize("name", BOARDS[:3])
def test_each_slope_has_its_strokes_on_the_low_side_and_no_other_hexside_has(name):
    drawn = sheet(name)
    board = drawn.board
    plain = strokes(drawn, "slopes", SLOPE[0].long)
    for high, low in set(drawn.having("slope")) - set(hillside.silent(board)):
        both = board.hexsides.get((high, low), frozenset()) | board.hexsides.get((low, high), frozenset())
        off = SLOPE[0].off + (SHORE if WET & both else 0)
        assert plain.far(drawn.middle(high, low, off)) < 1, (high, low)
    sharp = {frozenset(p) for p in drawn.having("slope", "steep", "cliff")}
    for a, b in drawn.sides():
        if frozenset((a, b)) not in sharp:
            spots = [drawn.middle(*pair, off) for pair in ((a, b), (b, a)) for off in (0, SLOPE[0].off)]
            assert all(plain.far(p) > 9 for p in spots), (a, b)


@pytest.mark.parametrize("name", BOARDS[:2])
def test_each_steep_hexside_has_longer_strokes_on_the_low_side_and_no_other_has(name):
    drawn = sheet(name)
    steep = strokes(drawn, "slopes", STEEP[0].long)
    own = drawn.having("steep", "cliff")
    assert own and all(steep.far(drawn.middle(*pair, STEEP[0].off)) < 1 for pair in own)
    others = [p for p in drawn.sides() if frozenset(p) not in {frozenset(p) for p in own}]
    assert all(steep.far(drawn.middle(*pair)) > 9 for pair in others)


def test_where_every_step_is_a_slope_strokes_hang_from_every_contour():
    drawn = sheet("valley-campaign/cross-keys")
    hung = layer(drawn.tree, "slopes")
    assert len(drawn.having("slope")) == 960
    far, near = (in_pieces(e for e in hung if e.get("stroke-width") == wide) for wide in ("12", "5"))
    contours = {n: Near(contour.rings) for n, contour in drawn.levels.items()}
    roots, tips = Near(near), Near(far)
    for contour in drawn.levels.values():
        for ring in contour.rings:
            assert max(map(roots.far, ring)) < 1 and max(map(tips.far, ring)) < 30
    points = [p for line in far for p in line[::4]]
    near = [[n for n, line in contours.items() if line.far(p) < 30] for p in points]
    above = sum(all(drawn.levels[n].hold(p) for n in found) for p, found in zip(points, near, strict=True))
    assert above <= len(points) / 100


def test_slopes_between_hexes_of_one_level_have_strokes_down_from_their_hexside_and_no_other_has():
    drawn = sheet("stonewall-1978/kernstown")
    ends = [(line[0], line[-1]) for line in in_pieces([layer(drawn.tree, "hillsides")[0]])]
    sides = hillside.silent(drawn.board)
    assert len(sides) == 222
    for high, low in sides:
        middle, centre = drawn.frame.middle(high, low), drawn.frame.centres[low]
        mine = [(start, end) for start, end in ends if dist(start, middle) < 26]
        assert len(mine) >= 3 and min(dist(start, middle) for start, _ in mine) < 18, (high, low)
        down = centre[0] - middle[0], centre[1] - middle[1]
        falls = [(end[0] - start[0]) * down[0] + (end[1] - start[1]) * down[1] for start, end in mine]
        assert sum(falls) > 0, (high, low)
    own = {frozenset(pair) for pair in sides}
    starts = Near([[start] for start, _ in ends])
    assert all(starts.far(drawn.middle(*p)) > 12 for p in drawn.sides() if frozenset(p) not in own)


def bending(line):
    """Radians by which a line turns, to the one side and the other."""
    return sum(
        abs((b - a + pi) % (2 * pi) - pi) for a, b in pairwise(atan2(v - y, u - x) for (x, y), (u, v) in pairwise(line))
    )


def test_rows_of_slopes_make_no_lattice():
    """The lines from which strokes hang bend a third as much as their hexsides, and stay by the middles of these."""
    drawn = sheet("stonewall-1978/kernstown")
    rows = courses(drawn.frame, hillside.silent(drawn.board))
    spines = [hillside.spine(drawn.frame, row) for row in rows]
    assert sum(map(bending, spines)) < sum(bending(row.corners) for row in rows) / 3
    for row, line in zip(rows, spines, strict=True):
        middles = [drawn.frame.middle(*pair) for pair in row.pairs]
        assert all(dist(p, q) <= hillside.SOFT + 0.1 for p, q in zip(line[1:], middles, strict=False))


def test_each_crest_and_ridge_has_its_edge_and_strokes_and_no_other_hexside_has():
    drawn = sheet("stonewall-1978/kernstown")
    edges = {}
    for kind, band in (("crest", CREST[0]), ("ridge", RIDGE[0])):
        group = layer(drawn.tree, kind)
        edges[kind] = Near(lines(next(e.get("d") for e in group if e.get("class") == "edge")))
        falls = strokes(drawn, kind, band.long)
        for high, low in drawn.having(kind):
            assert edges[kind].far(drawn.middle(high, low)) < 1, (kind, high, low)
            assert falls.far(drawn.middle(high, low, band.off)) < 1, (kind, high, low)
            if kind == "ridge":
                assert falls.far(drawn.middle(low, high, band.off)) < 1, (kind, high, low)
            else:
                assert falls.far(drawn.middle(low, high, band.off)) > 4, (kind, high, low)
        own = {frozenset(p) for p in drawn.having(kind)}
        others = [p for p in drawn.sides() if frozenset(p) not in own]
        assert all(edges[kind].far(drawn.middle(*p)) > 12 for p in others), kind


def test_walls_between_hexes_follow_the_bent_edge_of_a_crest():
    drawn = sheet("stonewall-1978/kernstown")
    stones = Near(lines(layer(drawn.tree, "side-walls")[1].get("d")))
    for behind, front in drawn.having("stone wall"):
        assert stones.far(drawn.middle(front, behind, 4.5)) < 1, (behind, front)
    walls = {frozenset(p) for p in drawn.having("stone wall")}
    others = [p for p in drawn.sides() if frozenset(p) not in walls]
    assert all(stones.far(drawn.middle(*p)) > 12 for p in others)


def test_each_water_runs_by_the_middle_of_its_hexsides_and_of_no_other(drawn):
    waters = [kind for kind in WIDTHS if drawn.having(kind)]
    for kind in waters:
        course = Near(lines(by_id(drawn.tree, f"vb-{kind}").get("d")))
        own = drawn.having(kind, "pond") if kind == "flowing-stream" else drawn.having(kind)
        assert all(course.far(drawn.middle(*pair)) < 1 for pair in own), kind
        wet = {frozenset(p) for p in own}
        others = [p for p in drawn.sides() if frozenset(p) not in wet]
        assert all(course.far(drawn.middle(*p)) > 9 for p in others), kind


SHARPEST = 0.9
"""Radians by which a contour may turn within two steps of STEP units, as it is written; a corner of a hex is 1.05."""
STEP = 8.0
WIGGLES = 1.0
"""Bends to and fro on a hundred units; a contour that followed hexsides would have 1.73."""


def test_contours_have_no_scallops(drawn):
    """Neither a sharp corner nor a bend to and fro at every hexside."""
    wide, high = drawn.frame.width - 40, drawn.frame.height - 40
    wiggles = length = 0.0
    for n, contour in drawn.levels.items():
        for ring in contour.rings:
            points = _thinned(ring)
            turns = [(_turn(*three), three[1]) for three in zip(points, points[1:], points[2:], strict=False)]
            for (a, (x, y)), (b, _) in pairwise(turns):
                assert abs(a + b) < SHARPEST or not (40 < x < wide and 40 < y < high), (n, x, y)
            length += sum(dist(*two) for two in pairwise(points))
            wiggles += _wiggles([turn for turn, _ in turns])
    assert wiggles / length * 100 < WIGGLES


def _thinned(ring):
    points = [ring[0]]
    for p in ring[1:]:
        if dist(points[-1], p) >= STEP:
            points.append(p)
    return points


def _wiggles(turns):
    """How often a line that has bent one way bends the other."""
    found, bent = 0, 0.0
    for turn in turns:
        if turn * bent < 0:
            found += abs(bent) > 0.35
            bent = 0.0
        bent += turn
    return found


def _turn(a, b, c):
    return (atan2(c[1] - b[1], c[0] - b[0]) - atan2(b[1] - a[1], b[0] - a[0]) + pi) % (2 * pi) - pi


def test_light_comes_from_the_upper_left_of_the_picture_also_when_the_board_is_turned():
    board = packs.load("cedar-mountain/slaughter-mountain").board
    for turned in (False, True):
        frame = Frame(board.grid, turned)
        for sign, lit in ((0.004, True), (-0.004, False)):
            shade = shading.shade(Lattice(frame), [sign * (x + y) for x, y in frame.centres])
            places = zlib.decompress(shade.rows)
            mean = sum(places) / len(places)
            assert (mean > shading.HALF) == lit, (turned, sign)


@pytest.mark.parametrize("name", BOARDS)
def test_a_hill_is_light_on_its_upper_left_and_dark_on_its_lower_right(name):
    """On grids of rows and of columns, turned or not: the shading lies where the hill is."""
    grid = packs.load(name).board.grid
    for turned in (False, True):
        frame = Frame(grid, turned)
        hill = min(range(grid.size), key=lambda h: dist(frame.centres[h], (frame.width * 0.3, frame.height * 0.6)))
        x, y = frame.centres[hill]
        shade = shading.shade(Lattice(frame), [max(0.0, 3 - dist(c, (x, y)) / 80) for c in frame.centres])
        (wide, _), places = shade.size, zlib.decompress(shade.rows)
        a, b, c, d, e, f = map(float, shade.matrix[len("matrix(") : -1].split())
        assert b == c == 0 and a > 0 and d > 0

        def place(x, y, a=a, d=d, e=e, f=f, wide=wide, places=places):
            """What the picture has at a point."""
            return places[int((y - f) / d) * (wide + 1) + 1 + int((x - e) / a)]

        assert place(x - 60, y - 60) > shading.HALF + 5 and place(x + 60, y + 60) < shading.HALF - 5
        assert abs(place(x + 400, y - 300) - shading.HALF) <= 4


@pytest.mark.parametrize("name", EVERY)
def test_a_board_is_no_larger_than_it_may_be(name):
    battle = packs.load(name)
    for theme in THEMES:
        svg = drawing.board_svg(battle, area=drawing.area_of(battle), style=Style(theme))
        assert len(svg.encode()) < 300_000, (theme, len(svg))


def test_beside_the_map_stand_its_scale_and_where_north_is(drawn):
    step = hypot(*drawn.board.grid.spec.place_step)
    for turned in (False, True):
        tree = tree_of(drawing.board_svg(drawn.battle, style=Style(turned=turned)))
        beside = layer(tree, "furniture")
        zero, _, end = (t for t in beside if t.get("x"))
        yards = int(end.text.removesuffix(" yards"))
        assert float(end.get("x")) - float(zero.get("x")) == pytest.approx(yards * 0.9144 / step * 100, abs=0.2)
        assert ("rotate(180)" in {e.get("transform") for e in beside.iter()}) == turned
        low = max(y for ring in drawn.frame.rings for _, y in ring)
        assert all(float(t.get("y")) - 13 > low - 30 for t in beside if t.get("x"))


def test_a_wood_of_one_hex_is_no_disc():
    drawn = sheet("stonewall-1978/kernstown")
    wood = by_id(drawn.tree, "vb-mass-woods")
    x, y = drawn.frame.centres[drawn.board.grid.index("2818")]
    ring = next(ring for ring in lines(wood.get("d")) if all(dist(p, (x, y)) < 110 for p in ring))
    far = [dist(p, (x, y)) for p in ring]
    assert max(far) - min(far) > 8


def test_contours_are_fainter_where_hachures_say_what_counts(drawn):
    quiet = "quiet" in next(e.get("class") for e in drawn.tree.iter() if (e.get("class") or "").startswith("contours"))
    assert quiet == (drawn.battle.id != "valley-campaign/cross-keys")


def test_a_hill_of_which_only_the_name_is_known_swells_for_the_eye_alone():
    board = sheet("stonewall-1978/kernstown").board
    hill = board.grid.index("3722")
    flat, swelling = shading.relief(board), shading.relief(board, [hill])
    assert swelling[hill] - flat[hill] > 0.3 and board.level[hill] == 1
    top = next(h for h in range(board.grid.size) if board.level[h] == 3)
    assert shading.relief(board, [top]) == flat
