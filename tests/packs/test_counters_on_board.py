"""Nothing on a board covers a counter's numbers: twenty random positions of each family, every top counter."""

import random
import re
from math import cos, radians, sin
from xml.etree import ElementTree

import pytest

from vedette import packs
from vedette.packs.drawing import map as drawing_map
from vedette.packs.drawing.counter import SIZE
from vedette.packs.drawing.frame import Frame
from vedette.packs.drawing.glyphs import BOLD, CAP, EM, SEMIBOLD, width
from vedette.packs.drawing.stack import DOWN, heading_mark

PLATES = {"whole": 48, "small": 42}
"""The drawings that show all numbers, and where their plate begins."""
PACKS = (
    "kernstown/first-kernstown",
    "cedar-mountain/valley-vengeance",
    "valley-campaign/port-republic",
    "stonewall-1978/kernstown",
)
POSITIONS, BETWEEN = 20, 25
NUMBERS = {"number", "changed"}


def positions(battle):
    """Positions along random games."""
    rng = random.Random(18)
    game = battle.new_game(seed=18)
    for step in range(POSITIONS * BETWEEN):
        if game.decision is None:
            game = battle.new_game(seed=step)
        if step % BETWEEN == BETWEEN - 1:
            yield game.view("")["units"]
        game.play(rng.choice([action.text for action in game.decision.actions]), seat=game.decision.seat)


def box_of_words(element):
    """Left, top, right, bottom of words."""
    scale, _, _, high, x, y = map(float, re.findall(r"-?[\d.]+", element.get("transform")))
    weight = SEMIBOLD if element.get("class") in ("name", "top") else BOLD
    wide = width(element.get("data-words"), EM, weight)
    return x, y - high * EM * CAP, x + wide * scale, y


def moved(box, dx, dy):
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def meet(a, b):
    return min(a[2], b[2]) - max(a[0], b[0]) > 0.2 and min(a[3], b[3]) - max(a[1], b[1]) > 0.2


def own_marks(counter):
    """The boxes of U, of letter plates and of the state's field on a counter."""
    for e in counter.iter():
        if e.tag.endswith("circle") and e.get("r") == "7.2":
            x, y, r = (float(e.get(k)) for k in ("cx", "cy", "r"))
            yield x - r, y - r, x + r, y + r
        if e.get("data-mark"):
            plate = e[0]
            x, y, w, h = (float(plate.get(k)) for k in ("x", "y", "width", "height"))
            yield x, y, x + w, y + h
        if e.get("class") == "state":
            x, y = map(float, re.findall(r"[\d.]+", e.get("transform")))
            yield x - 7, y - 10, x + 7, y + 10


def bars(tree):
    """The bars of fronts with their pale rim: middle of the hex, turn, how far off, half the length, half the width."""
    for e in tree.iter():
        if e.get("class") == "front":
            x, y, turn = map(float, re.findall(r"-?[\d.]+", e.get("transform")))
            left, off, _ = map(float, re.findall(r"-?[\d.]+", e[0].get("d")))
            yield x, y, turn, off, -left, float(e[0].get("stroke-width")) / 2


def bar_meets(bar, box):
    """Whether a bar touches a box: points along it, turned into place."""
    x, y, turn, off, half, wide = bar
    c, s = cos(radians(turn)), sin(radians(turn))
    for along in (half * i / 5 for i in range(-5, 6)):
        for down in (off - wide, off, off + wide):
            px, py = x + along * c - down * s, y + along * s + down * c
            if box[0] < px < box[2] and box[1] < py < box[3]:
                return True
    return False


def look_over(drawn, top):
    """How many numbers there are among counters whose plates begin at a height; none is covered."""
    tree = ElementTree.fromstring(f"<svg>{drawn}</svg>")
    numbers, counters = [], []
    for stack in tree[0]:
        place = stack[-1]
        x, y = map(float, re.findall(r"-?[\d.]+", place.get("transform")))
        found = [box_of_words(e) for e in place.iter() if e.get("class") in NUMBERS and e.get("data-words")]
        assert not [1 for mark in own_marks(place) for number in found if meet(mark, number)]
        assert all(n[0] >= 4 and n[2] <= 76.3 and n[1] >= top and n[3] <= 76.5 for n in found), "within the plate"
        numbers += [moved(number, x, y) for number in found]
        others = [re.findall(r"-?[\d.]+", edge.get("transform")) for edge in stack]
        counters += [((x, y), tuple(map(float, at))) for at in others]
    discs = [
        tuple(float(e.get(k)) for k in ("cx", "cy", "r")) for e in tree[2] if e.get("class") == "count" and e.get("r")
    ]
    assert discs
    for number in numbers:
        assert not [(x, y) for x, y, r in discs if meet((x - r, y - r, x + r, y + r), number)]
        assert not [bar for bar in bars(tree) if bar_meets(bar, number)]
        middle = (number[0] + number[2]) / 2, (number[1] + number[3]) / 2
        for (x, y), (left, upper) in counters:
            own = 0 <= middle[0] - x <= SIZE and 0 <= middle[1] - y <= SIZE
            assert own or not meet((left, upper, left + SIZE, upper + SIZE), number)
    return len(numbers)


@pytest.mark.parametrize("name", PACKS)
def test_no_mark_no_disc_no_front_and_no_neighbour_lies_on_a_number(home, name):
    battle = packs.load(name)
    frame = Frame(battle.board.grid)
    looked_at = 0
    for units in positions(battle):
        for detail, top in PLATES.items():
            looked_at += look_over(drawing_map._counters(battle, frame, units, detail), top)
    assert looked_at > 1000


def test_the_search_would_find_a_mark_on_a_number():
    assert meet((0, 0, 10, 10), (9, 9, 12, 12)) and not meet((0, 0, 10, 10), (10, 0, 12, 12))
    drawn = ElementTree.fromstring(f"<svg>{heading_mark(120, (0, 0))}</svg>")
    bar = next(bars(drawn))
    assert bar_meets(bar, (40, 20, 45, 26)) and not bar_meets(bar, (0, DOWN, 30, 30))
