"""What a scenario lays on its map: entries, exits, what counts, areas of the set-up; never on a number or a name."""

import re
from pathlib import Path

import pytest

from tests.drawn import layer, tree_of
from vedette import packs
from vedette.packs import drawing
from vedette.packs.drawing import Style, fonts, signs
from vedette.packs.drawing.frame import Frame
from vedette.packs.drawing.landmarks import Entry, landmarks

BATTLES = Path(packs.__file__).parent.parent / "battles"
EVERY = sorted(f"{f.parent.parent.name}/{f.stem}" for f in BATTLES.glob("*/scenarios/*.toml"))
ONE_A_PACK = (
    "kernstown/second-kernstown",
    "cedar-mountain/slaughter-mountain",
    "stonewall-1978/kernstown",
    "valley-campaign/cross-keys",
)
SHOWN = Style(zones=True)


def drawn(battle, turned=False):
    style = SHOWN._replace(turned=turned)
    return tree_of(drawing.board_svg(battle, area=drawing.area_of(battle), style=style))


def marks_of(name):
    battle = packs.load(name)
    return battle, landmarks(battle, drawing.area_of(battle))


def by_hex(battle, entries):
    return {battle.board.grid.name(e.hex): (e.side, e.turns) for e in entries}


def test_who_comes_enters_where_and_when_the_scenario_says():
    battle, marks = marks_of("kernstown/the-stone-wall")
    assert by_hex(battle, marks.entries) == {
        "2134": ("confederate", "2,3"),
        "2135": ("confederate", "2-4"),
        "2139": ("confederate", "2"),
    }


def test_the_turn_that_only_an_option_brings_is_in_brackets():
    battle, marks = marks_of("valley-campaign/cross-keys")
    assert by_hex(battle, marks.entries) == {"6111": ("union", "8 (3)")}


def test_who_waits_on_the_map_for_a_release_is_no_entry():
    battle, marks = marks_of("kernstown/first-kernstown")
    released = {r["hex"] for r in battle.scenario["reinforcement"] if r["kind"] == "release"}
    assert released and not released & by_hex(battle, marks.entries).keys()


def test_an_area_of_entry_is_every_hex_of_it():
    battle, marks = marks_of("stonewall-1978/kernstown")
    assert by_hex(battle, marks.entries).keys() == set(battle.scenario["areas"]["entry"])
    assert {zone.name for zone in marks.zones} == {"Kimball", "Sullivan", "Tyler", "Ashby"}


def test_points_stand_by_side():
    battle, marks = marks_of("kernstown/first-kernstown")
    points = {battle.board.grid.name(p.hex): dict(p.points) for p in marks.prizes}
    assert points["2423"] == {"union": 3, "confederate": 2} and points["1834"] == {"confederate": 1}


def test_exits_are_the_hexes_by_which_the_rules_let_a_side_leave():
    battle, marks = marks_of("valley-campaign/cross-keys")
    (way_out,) = marks.exits
    board = battle.board
    on_edge = [h for h in range(board.grid.size) if board.edge_distance["east"][h] == 0]
    roads = {h for pair in board.road for h in pair}
    wanted = {h for h in on_edge if board.terrain[h] == "clear" or h in roads}
    assert {h for h in on_edge if way_out.hexes >> h & 1} == wanted and 0 < len(wanted) < len(on_edge)
    assert way_out.hexes >> on_edge[0] & 1 == (on_edge[0] in wanted)


def boxes(battle, marks, frame, scale=1.0):
    """The room of each plate."""
    plates = [signs.prize_plate(frame, p, scale) for p in marks.prizes]
    plates += [signs.entry_plate(frame, e, scale) for e in marks.entries]
    yield from (plate.box for plate in plates)


def meets(a, b):
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]


def counter_boxes(battle):
    """The room of each counter with which the battle begins."""
    frame = Frame(battle.board.grid)
    places = {str(row.get(key, "")) for row in battle.scenario["setup"] for key in ("hex", "usual")}
    for x, y in (frame.centres[frame.grid.index(place)] for place in places if frame.grid.has(place)):
        yield x - 40, y - 40, x + 40, y + 40


def number_boxes(tree):
    """The room of each hex number and level, as large as they are ever set beside a plate."""
    for name, size in (("numbers", 18.0), ("levels", 13.0)):
        for row in layer(tree, name):
            for t in row:
                half, y = fonts.width(t.text, size, fonts.FIGURES) / 2, float(row.get("y"))
                yield float(t.get("x")) - half, y - size * 0.7, float(t.get("x")) + half, y


def name_boxes(tree, name="names"):
    for t in layer(tree, name):
        if t.get("x"):
            x, y, size = (float(t.get(key)) for key in ("x", "y", "font-size"))
            face = fonts.ITALIC if t.get("font-style") else fonts.UPRIGHT
            long = fonts.width(t.text, size, face, float(t.get("letter-spacing", 0)))
            left = x - long * {"start": 0, "middle": 0.5, "end": 1}[t.get("text-anchor")]
            yield left, y - size * 0.65, left + long, y


@pytest.mark.parametrize("name, turned", [(name, False) for name in EVERY] + [(name, True) for name in ONE_A_PACK])
def test_no_sign_lies_on_a_number_a_level_or_a_name(name, turned):
    battle, marks = marks_of(name)
    frame, tree = Frame(battle.board.grid, turned), drawn(battle, turned)
    written = [*number_boxes(tree), *name_boxes(tree)]
    found = list(boxes(battle, marks, frame))
    assert found
    assert [box for box in found if any(meets(box, other) for other in written)] == []


@pytest.mark.parametrize("name", ONE_A_PACK)
def test_where_the_map_is_seen_small_plates_are_larger_and_lie_on_no_name_and_in_the_picture(name):
    battle, marks = marks_of(name)
    frame, tree = Frame(battle.board.grid), drawn(battle, False)
    found = list(boxes(battle, marks, frame, signs.FAR))
    assert found and all(min(right - left, low - top) >= 20 for left, top, right, low in found)
    assert all(max(right - left, low - top) >= 25 for left, top, right, low in found), "9 pixels at 36 a hex"
    written = list(name_boxes(tree, "far-names"))
    assert [box for box in found if any(meets(box, other) for other in written)] == []
    for left, top, right, low in found:
        assert left >= 0 and top >= 0 and right <= frame.width and low <= frame.height
    near, far = ([g for g in tree.iter() if g.get("class") == kind] for kind in ("near", "far"))
    many, others = ([sum(1 for e in g.iter() if e.get("href")) for g in groups] for groups in (near, far))
    assert sum(many) == len(found) and many == others


@pytest.mark.parametrize("name", ("stonewall-1978/kernstown", "valley-campaign/cross-keys"))
def test_no_area_of_the_set_up_is_named_on_a_number_a_name_or_a_counter(name):
    battle = packs.load(name)
    tree = drawn(battle)
    written = [*number_boxes(tree), *name_boxes(tree), *counter_boxes(battle)]
    assert len(layer(tree, "zones"))
    for group in layer(tree, "zones"):
        text = group[-1]
        long = fonts.width(text.text, signs.ZONE_SIZE, fonts.ITALIC)
        left = float(text.get("x")) - long * {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor")]
        y = float(text.get("y"))
        box = left, y - signs.ZONE_SIZE * 0.65, left + long, y
        assert not any(meets(box, other) for other in written), text.text


@pytest.mark.parametrize("turned", (False, True))
@pytest.mark.parametrize("name", EVERY)
def test_signs_of_the_edge_lie_in_the_margin_and_within_the_picture(name, turned):
    battle, marks = marks_of(name)
    frame = Frame(battle.board.grid, turned)
    rings = frame.rings
    for entry in marks.entries:
        if signs.outward(frame, entry.hex) is None:
            continue
        plate = signs.entry_plate(frame, entry)
        left, top, right, low = plate.box
        assert left >= 0 and top >= 0 and right <= frame.width and low <= frame.height
        assert not any(_holds(ring, plate.middle) for ring in rings), battle.board.grid.name(entry.hex)


def _holds(ring, p):
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return all((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0 for a, b in pairs)


def test_a_plate_on_a_number_would_be_found(battle):
    frame, tree = Frame(battle.board.grid), drawn(battle)
    h = battle.board.grid.index("1834")
    plate = signs.entry_plate(frame, Entry(h, "union", "1"))
    x, y = frame.centres[h]
    on_number = x - plate.wide / 2, y - frame.head - 8, x + plate.wide / 2, y - frame.head
    assert any(meets(on_number, other) for other in number_boxes(tree))


def test_signs_and_areas_are_layers_that_can_be_left_out(battle):
    def names(**style):
        svg = drawing.board_svg(battle, area=drawing.area_of(battle), style=Style(**style))
        return {name for name in ("entries", "prizes", "zones") if f'class="{name}"' in svg}

    assert names() == {"entries", "prizes"} and names(signs=False) == set()
    stonewall = packs.load("stonewall-1978/kernstown")
    assert 'class="zones"' in drawing.board_svg(stonewall, style=SHOWN)
    assert 'class="zones"' not in drawing.board_svg(stonewall)


def test_an_exit_says_whose_it_is_and_from_when():
    battle, _ = marks_of("kernstown/second-kernstown")
    svg = drawing.board_svg(battle)
    assert svg.count("Union exit, from turn 10") == 2
    assert len(re.findall(r'data-side="union" data-edge="(?:north|east)"', svg)) == 2
