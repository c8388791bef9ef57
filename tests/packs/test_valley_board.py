"""The board of the Valley: what the book states of it, its two banks, its drawing, and how it is drawn."""

import re
from heapq import heappop, heappush
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from vedette import packs
from vedette.hexes import hexes_of
from vedette.packs import drawing, find, laws
from vedette.packs.cases import cases_of
from vedette.packs.check import check
from vedette.packs.claims import Held, broken, read_claims
from vedette.packs.claims_ground import on_sides, spread
from vedette.packs.drawing import Style
from vedette.packs.drawing.themes import THEMES
from vedette.packs.ground import outdated
from vedette.packs.table import read_table

NAME = "valley-campaign"
STATED = (
    "JV-2.1-1", "JV-2.2-2", "JV-2.2-3", "JV-4.12-5", "JV-4.14-3", "JV-4.15-2", "JV-4.15-3", "JV-4.15-4", "JV-6.8-6",
    "JV-7.2-3", "JV-7.6-3", "JV-7.6-4", "JV-9.1-5", "JV-10.4-6", "JV-10.7-bridges",
)  # fmt: skip
"""Cases about the map alone; what its ground does is carried by the tests of the rules."""
FAR_BANK = (
    "4318", "4219", "4119", "4020", "3920", "3821", "3721", "3622", "3522", "3423", "3323", "3224", "3124", "3024",
    "2923",
)  # fmt: skip
"""Where an army appears over the river, from north-east to south-west."""
TWO = {"river": "bridge", "creek": "ford"}


@pytest.fixture(scope="module")
def bare():
    return packs.load(NAME, board_only=True)


@pytest.fixture(scope="module")
def board(bare):
    return bare.board


@pytest.fixture(scope="module")
def at(board):
    return board.grid.index


@pytest.fixture(scope="module")
def pack():
    return packs.reader.read_pack(find.folder(NAME))


@pytest.fixture(scope="module")
def claims():
    return read_claims("claims/map.json", find.folder(NAME).read("claims/map.json"))


@pytest.fixture(scope="module")
def picture(bare):
    return ElementTree.fromstring(drawing.board_svg(bare))


def wrong(claims, board):
    """The cases whose claims a board does not fulfil."""
    held = Held(None, board)
    return {claim.cite for claim in claims if broken(claim, held)}


def names(board, pairs):
    """Hexsides by the numbers of their hexes."""
    return {"-".join(sorted(board.grid.name(h) for h in pair)) for pair in pairs}


@pytest.mark.rule(*STATED)
def test_the_map_is_as_stated(claims, board):
    assert wrong(claims, board) == set() and {claim.cite for claim in claims} >= {*STATED}


@pytest.mark.parametrize(
    ("hexes", "sides", "cases"),
    [
        ({"4020": {"level": 1, "terrain": "clear"}}, (), {"JV-6.8-6", "JV-4.12-slope"}),
        ({"2716": {"features": []}}, (), {"JV-2.2-3", "JV-7.6-4"}),
        ({"3107": {"features": []}}, (), {"JV-7.6-4"}),
        ({"3129": {"features": ["building"]}}, (), {"JV-7.6-3", "JV-7.6-4"}),
        ({"0505": {"terrain": "swamp"}}, (), {"JV-4.14-3"}),
        ({"2726": {"terrain": "forest"}}, (), {"JV-7.2-3"}),
        ({"0505": {"terrain": "town"}}, (), {"JV-4.12-5"}),
        ({"2716": {"terrain": "hill"}}, (), {"JV-4.12-hill", "JV-4.12-4"}),
        ({"4426": {"features": []}}, (), {"JV-10.8-1"}),
        ({}, [("4020", "4021", "none")], {"JV-6.8-6", "JV-4.12-slope"}),
        ({}, [("3127", "3128", "none")], {"JV-4.15-2", "JV-4.15-5", "JV-10.3-bridges", "JV-10.7-bridges"}),
        ({}, [("1628", "1629", "none"), ("1628", "1629", "river")], {"JV-4.15-3", "JV-9.1-5"}),
        ({}, [("3129", "3230", "none"), ("3129", "3230", "creek")], {"JV-4.15-4"}),
    ],
)
def test_another_ground_breaks_the_claim(claims, board, hexes, sides, cases):
    assert wrong(claims, board.changed(hexes, sides)) >= cases


def test_every_statement_about_the_map_is_held_by_the_pack_check():
    report = check(NAME)
    assert report.ok, report.broken
    assert report.features["building"] == 7 and report.hexsides["bridge"] == 3 and not report.cliffs
    assert report.hexsides["river"] == 147 and report.hexsides["creek"] == 164 and report.hexsides["ford"] == 9


def test_board_is_what_the_drawing_gives():
    assert outdated(find.folder(NAME).base) == []


def test_every_correction_is_on_the_board(board, at):
    for row in read_table("corrections.csv", find.folder(NAME).read("corrections.csv")).rows:
        hexes, value = [at(h) for h in row["hex"].split("-")], row["value"]
        if row["field"] == "hexside":
            assert value in board.hexsides[tuple(hexes)], row.values
        elif row["field"] == "level":
            assert board.level[hexes[0]] == int(value), row.values
        else:
            key, _, word = value.partition("=")
            assert word in (board.features[hexes[0]][key] or ("",)), row.values


def test_sources_name_keys_and_cases_that_exist(claims):
    folder = find.folder(NAME)
    keys = {row["key"] for row in read_table("sources.csv", folder.read("sources.csv")).rows}
    for file in ("board.csv", "hexsides.csv", "roads.csv", "corrections.csv"):
        for row in read_table(file, folder.read(file)).rows:
            for found in re.findall(r"pages?: ([A-Z0-9, -]+)", row["source"]):
                assert {k.strip() for k in found.split(",") if k.strip()} <= keys, row.values
    assert {claim.cite for claim in claims} <= cases_of("JV").keys()


def test_the_line_of_the_far_bank_holds_only_where_odd_columns_lie_lower(board, at):
    other = {"odd": "even"}[board.grid.spec.shifted]
    assert all(board.grid.near[at(a)] >> at(b) & 1 for a, b in pairwise(FAR_BANK))

    def touch(a, b):
        """Whether two hexes would touch if even columns lay lower."""
        (c, r), (d, s) = ((int(h[:2]), int(h[2:])) for h in (a, b))
        low = c % 2 == 0
        steps = {(0, 1), (0, -1), *((x, y) for x in (1, -1) for y in ((0, 1) if low else (-1, 0)))}
        return other == "even" and (d - c, s - r) in steps

    assert sum(touch(a, b) for a, b in pairwise(FAR_BANK)) == 7


def test_water_is_unbroken_and_each_bridge_joins_the_banks(board, at):
    rivers = on_sides(board, "river")
    north = spread(board, at("0101"), lambda a, b: (min(a, b), max(a, b)) not in rivers)
    assert at("3127") in north and at("3128") not in north
    for bridge in on_sides(board, "bridge"):
        shut = rivers - {bridge}
        assert len(spread(board, at("0101"), lambda a, b, s=shut: (min(a, b), max(a, b)) not in s)) == board.grid.size
    assert names(board, on_sides(board, "bridge")) == {"1628-1629", "2729-2730", "3127-3128"}
    for kind in TWO:
        assert dead_ends(board, kind) <= {"creek": 1, "river": 0}[kind]


def dead_ends(board, kind):
    """How often a water ends on the map without another water."""
    corners, wet = {}, {}
    for feature in TWO:
        for pair in on_sides(board, feature):
            for x, y in board.grid.side(*pair):
                wet.setdefault((round(x), round(y)), []).append(pair)
                if feature == kind:
                    corners.setdefault((round(x), round(y)), []).append(pair)
    rim = {
        (round(x), round(y))
        for h in range(board.grid.size)
        if board.grid.edge >> h & 1
        for x, y in board.grid.polygon(h)
    }
    return sum(len(pairs) == 1 and len(wet[c]) == 1 and c not in rim for c, pairs in corners.items())


@pytest.mark.parametrize("arm", ["infantry", "artillery", "cavalry"])
def test_every_arm_comes_from_each_way_in_to_the_hexes_that_decide(board, at, pack, arm):
    g = laws.ground(pack, board)
    goals = {at("4326"), at("4426")}
    for start in ("6111", "3128", *FAR_BANK):
        reached = spread(board, at(start), lambda a, b: g.crossed(arm, a, b))
        assert goals <= reached, start


AREA = ("2920", "2923", "3024", "3119", "3224", "3320")
"""The corners of the ground where an army sets up freely at Cross Keys."""


class March:
    """How many player turns an arm takes, no enemy about, by the charts of the pack."""

    def __init__(self, board, pack, arm, burned=()):
        self.board, self.arm = board, arm
        self.rows = {row["terrain"]: row[arm] for row in pack.rows("charts/terrain.csv")}
        every = {row["unit"]: row["value"] for row in pack.rows("charts/movement.csv") if row["item"] == "allowance"}
        self.allowance = int(every[arm])
        self.ladder = {int(r["level"]): r["terrain"] for r in pack.rows("charts/terrain.csv") if r["level"]}
        self.shut = {frozenset(board.grid.index(h) for h in pair) for pair in burned}

    def cost(self, a, b):
        """Movement points of a step, None where there is no way."""
        board, sides = self.board, self.board.crossing.get((a, b), ())
        if "river" in sides and ("bridge" not in sides or frozenset((a, b)) in self.shut):
            return None
        if (a, b) in board.road:
            return 1
        words = [w for w in sides if w in self.rows and not ("ford" in sides and w == "creek")]
        terrain = board.terrain[b]
        words += [terrain] if terrain in ("town", *self.ladder.values()) else [self.ladder[board.level[b]], terrain]
        points = [self.rows[w] for w in words]
        return None if "no" in points else sum(int(x) for x in points)

    def turns(self, start, spent=0):
        """Whole turns used and points of the last one, by hex; a fresh unit may always go one hex (JV-4.9)."""
        best, heap = {start: (0, spent)}, [((0, spent), start)]
        while heap:
            (turn, used), h = heappop(heap)
            for n in self.board.grid.neighbours[h] if (turn, used) <= best[h] else ():
                cost = self.cost(h, n)
                if cost is None:
                    continue
                fits = used + cost <= self.allowance
                then = (turn, used + cost) if fits else (turn + 1, min(cost, self.allowance))
                if then < best.get(n, (99, 0)):
                    best[n] = then
                    heappush(heap, (then, n))
        return best


@pytest.mark.parametrize("arm", ["infantry", "artillery", "cavalry", "leader"])
def test_an_army_may_leave_by_the_east_edge_in_time_though_two_bridges_are_burned(board, at, pack, arm):
    march = March(board, pack, arm, burned=(("2729", "2730"), ("3127", "3128")))
    roads = {h for pair in board.road for h in pair}
    ways = [h for h in hexes_of(board.grid.border("east")) if h in roads or board.terrain[h] == "clear"]
    for start in AREA:
        reached = march.turns(at(start))
        out = min(turn + (used >= march.allowance) for turn, used in (reached[h] for h in ways if h in reached))
        assert out < 10, start


@pytest.mark.parametrize("arm", ["infantry", "artillery", "cavalry", "leader"])
def test_who_comes_over_the_bridge_can_be_at_the_hexes_that_decide_in_time(board, at, pack, arm):
    plain = pack.scenario("scenarios/port-republic.toml").plain
    arms = {row["id"]: row["arm"] for row in pack.rows("counters.csv")}
    rows = [r for r in plain["reinforcement"] if r["hex"] == "3128" and arms[r["unit"]] == arm]
    reached = March(board, pack, arm).turns(at("3128"), spent=1)
    latest = max(r["turn"] for r in rows) + max(reached[at(goal)][0] for goal in ("4326", "4426"))
    assert latest <= plain["turns"]["last"]


# --- the picture


def layer(tree, name):
    return next((e for e in tree.iter() if e.get("class") == name), None)


def test_what_the_ground_is_made_of_is_drawn(picture, board):
    for name in ("tints", "woods", "town", "river", "creek", "slopes", "road", "bridges", "fords"):
        assert layer(picture, name) is not None, name
    assert len(layer(picture, "bridges")) == 3 and len(layer(picture, "fords")) == 9
    words = {t.text for t in picture.iter() if t.text}
    assert {"PORT REPUBLIC", "Mill Creek Church", "North River", "Mill Creek", "Cross Keys road"} <= words
    numbers = [t.text for row in layer(picture, "numbers") for t in row]
    assert sorted(numbers) == sorted(board.grid.names)


@pytest.mark.rule("JV-4.15-1")
def test_rivers_are_wider_than_creeks(picture):
    wide = {name: float(layer(picture, name).get("stroke-width")) for name in TWO}
    assert wide["river"] > 2 * wide["creek"]


def test_what_lies_between_hexes_is_said(board):
    geometry = drawing.board_geometry(board)
    assert geometry["sides"]["3127"]["3128"] == "bridge, river, slope down, road"
    assert (
        geometry["sides"]["4021"]["4020"] == "slope up, road"
        and geometry["sides"]["4020"]["4021"] == "slope down, road"
    )
    assert "building" in geometry["ground"]["3107"] and "Port Republic" in geometry["ground"]["3128"]


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_draws_it(bare, theme):
    assert ElementTree.fromstring(drawing.board_svg(bare, style=Style(theme))).tag.endswith("svg")
