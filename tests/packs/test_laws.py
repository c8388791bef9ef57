"""What every board must fulfil, and the ground of each counted: a change of it is to be seen here first."""

from pathlib import Path

import msgspec
import pytest

from vedette import packs
from vedette.packs import find, laws
from vedette.packs.inherit import read_whole
from vedette.packs.reader import SCENARIOS, build_board, read_pack
from vedette.rules.blind_swords.chapters.sight import BLOCKED, ground_sight

FOLDER = Path(packs.__file__).parent.parent / "battles" / "kernstown"
COUNTS = {
    "kernstown": {
        "terrain": {"clear": 1115, "light-woods": 166, "orchard": 6},
        "levels": {
            1: 8, 2: 67, 3: 107, 4: 257, 5: 376, 6: 173, 7: 78, 8: 52, 9: 52, 10: 58, 11: 30, 12: 25, 13: 4
        },
        "features": {
            "wall": 22, "angled": 3, "stream": 70, "crest": 18, "victory": 7, "house": 7, "town": 1, "place": 5
        },
        "hexsides": {"slope": 176, "steep": 50},
        "roads": {"turnpike": 31, "road": 39, "lane": 118},
    },
    "cedar-mountain": {
        "terrain": {"clear": 370, "woods": 123, "cornfield": 19, "closed": 6},
        "levels": {1: 23, 2: 70, 3: 78, 4: 94, 5: 109, 6: 61, 7: 55, 8: 12, 9: 7, 10: 9},
        "features": {"angled": 3, "dry-stream": 24, "victory": 15, "house": 7, "place": 8},
        "hexsides": {"slope": 252, "flowing-stream": 79, "steep": 29, "pond": 1},
        "roads": {"pike": 44, "lane": 74},
    },
}  # fmt: skip
CLAIMS = {"kernstown": 80, "cedar-mountain": 120}
NOTES = {
    "kernstown": (),
    "cedar-mountain": ("Hardy (artillery) begins at 2218: woods", "Pegram (artillery) begins at 2218: woods"),
}
"""Guns on Culpeper Road, which they may use in the woods."""
ADDED = {
    "church lane wall": ("3021", "3022", "3023", "3024"),
    "stone fence beyond Kernstown": ("3319", "3320"),
    "Harris's stone fence": ("3123", "3223"),
    "Pritchard lane wall": ("2721", "2722", "2723"),
    "pike wall at Kernstown": ("2819", "2918"),
    "Ashby's wall": ("2312", "2313"),
}
SIX = (
    "the-stone-wall", "first-kernstown", "jackson-is-aware",
    "breckinridge-attacks", "second-kernstown", "what-if-second-kernstown",
)  # fmt: skip


@pytest.fixture(scope="module")
def pack():
    return read_pack(find.Folder("kernstown", FOLDER))


@pytest.fixture(scope="module")
def board(pack):
    return build_board(pack)


@pytest.fixture(scope="module")
def scenarios(pack):
    return {name: read_whole(pack.folder, f"{SCENARIOS}/{name}.toml").plain for name in SIX}


@pytest.fixture(scope="module")
def ground(pack, board):
    return laws.ground(pack, board)


@pytest.fixture(scope="module")
def units(pack, board, scenarios):
    return laws.stands(pack, board, scenarios)


@pytest.fixture
def at(board):
    return board.grid.index


def inside(board, scenarios):
    """The hexes of The Stone Wall."""
    return laws.area_of(board, scenarios["the-stone-wall"])


# --- the ground of Kernstown


@pytest.mark.parametrize("name", COUNTS)
def test_every_claim_and_law_holds_and_the_ground_is_counted(name):
    report = packs.check(name)
    assert report.broken == () and report.cliffs == ()
    assert {key: getattr(report, key) for key in COUNTS[name]} == COUNTS[name]
    assert report.claims >= CLAIMS[name] and report.notes == NOTES[name]
    assert "hexes of roads: " in "\n".join(report.lines())


def test_walls_that_the_accounts_speak_for(board, at):
    for name, hexes in ADDED.items():
        found = {board.grid.name(h) for h in board.hexes_with("wall") if name in board.features[h]["wall"]}
        assert found == set(hexes), name


def test_what_was_added_lies_outside_the_stone_wall(board, scenarios, at):
    area = inside(board, scenarios)
    assert not any(area >> at(hex) & 1 for hexes in ADDED.values() for hex in hexes)
    walls = {board.grid.name(h) for h in board.hexes_with("wall") if area >> h & 1}
    assert walls == {"1637", "1834", "1835", "1836", "1933", "1937"}
    assert not any(area >> h & 1 for h in board.hexes_with("angled"))
    assert sum(board.terrain[h] == "light-woods" for h in range(board.grid.size) if area >> h & 1) == 77


def test_a_wall_lies_beside_the_lane_or_the_field_that_it_is_named_for(board, at):
    by_road = {h for road in board.roads for h in road.hexes}
    for name in ("church lane wall", "pike wall at Kernstown"):
        assert all(at(hex) in by_road for hex in ADDED[name]), name
    assert board.terrain[at("2412")] == board.terrain[at("2413")] == "light-woods"


def test_every_thing_drawn_is_inside_a_hex_of_its_own(board, folder):
    grid = board.grid
    for item in msgspec.json.decode((folder / "scenery.json").read_bytes()):
        if item["kind"] in ("house", "place") and "at" in item:
            x, y = item["at"]
            near = min(range(grid.size), key=lambda h: (grid.centre(h)[0] - x) ** 2 + (grid.centre(h)[1] - y) ** 2)
            words = board.features[near].get(item["kind"], ())
            assert any(word.split(",")[0] == item["name"] for word in words), item["name"]


def test_sight_as_the_accounts_have_it(at):
    """The guns of the hill fought those of the ridge and commanded the village; the east ridge hid Breckinridge."""
    setting = packs.load("kernstown/first-kernstown").new_game(seed=1).state.setting

    def sees(a, b):
        return ground_sight(setting, at(a), at(b)).effect < BLOCKED

    assert all(sees("2423", hex) for hex in ("2131", "2332", "3019", "3022", "3320", "2418"))
    ravine = ("2809", "2908", "2907", "3007", "3107", "3207")
    assert not any(sees(hayes, hex) for hayes in ("3016", "3017", "3018", "2016") for hex in ravine)


# --- where units stand, and what they can reach


def test_every_unit_of_six_scenarios_stands_where_it_may_and_can_leave(ground, units):
    assert {u.scenario for u in units} == set(SIX) and len(units) > 350
    assert laws.standing(ground, units) == [] and laws.doubtful(ground, units) == []


def test_both_sides_can_reach_every_victory_hex(ground, scenarios, units, board):
    assert laws.reach(ground, scenarios, units) == []
    names = {board.grid.name(h) for h in laws.victory_hexes(board, scenarios["first-kernstown"]["victory"])}
    assert names >= {"1834", "1835", "1836", "1933", "2131", "2332", "2423"}


def test_a_unit_on_closed_ground_is_named(pack, board, units, at):
    charts = laws.ground(pack, board)
    closed = {**charts.costs, "clear": {**charts.costs["clear"], "artillery": "no"}}
    wrong = laws.standing(laws.Ground(board, closed), units)
    assert "the-stone-wall: Carpenter-b at 2032 stands on ground closed to artillery" in wrong
    assert not any(u.arm != "artillery" and u.unit in line for u in units for line in wrong if f": {u.unit} at" in line)


def test_a_unit_that_cannot_leave_is_named(pack, board, at):
    costs = laws.ground(pack, board).costs
    chart = {**costs, "light-woods": {**costs["light-woods"], "cavalry": "no"}}
    ring = {board.grid.name(n): {"terrain": "light-woods"} for n in board.grid.neighbours[at("1000")]}
    g = laws.Ground(board.changed(ring), chart)
    riders = laws.Stand("s", "1 WV (Powell)", "union", "cavalry", at("1000"))
    assert laws.standing(g, [riders]) == ["s: 1 WV (Powell) at 1000 cannot leave it"]
    assert laws.standing(g, [laws.Stand("s", "9 WV", "union", "infantry", at("1000"))]) == []


def test_guns_on_angled_ground_and_horse_behind_a_wall_are_named(ground, at):
    guns = laws.Stand("s", "Chew", "confederate", "artillery", at("3138"))
    horse = laws.Stand("s", "22 PA", "union", "cavalry", at("2312"))
    assert laws.standing(ground, [guns, horse]) == ["s: Chew at 3138 has angled ground, from which guns do not fire"]
    assert laws.doubtful(ground, [horse]) == ["22 PA (cavalry) begins at 2312: wall"]


def test_a_victory_hex_behind_closed_ground_is_named(pack, board, at):
    costs = laws.ground(pack, board).costs
    sea = {**costs, "sea": {"infantry": "no", "cavalry": "no", "artillery": "no"}}
    ring = {board.grid.name(n): {"terrain": "sea"} for n in board.grid.neighbours[at("2423")]}
    g = laws.Ground(board.changed(ring), sea)
    plain = {"victory": {"each_turn": [{"side": "union", "hexes": ["2423"]}]}}
    units = [laws.Stand("s", "9 WV", "union", "infantry", at("1022"))]
    assert laws.reach(g, {"s": plain}, units) == ["s: no union unit can reach the victory hex 2423"]


def test_hexes_that_look_misprinted_are_kept_as_written(units, board):
    at = {(u.scenario, u.unit): board.grid.name(u.hex) for u in units}
    first, second = "breckinridge-attacks", "second-kernstown"
    assert at[first, "36 VA (Smith)"] == at[second, "36 VA (Smith)"] == "3514"
    assert (at[first, "13/26 GA"], at[second, "13/26 GA"]) == ("3124", "3224")
    assert (at[first, "Milledge"], at[second, "Milledge"]) == ("3723", "4032")
    assert [(at[s, "Lurty"], at[s, "McClanahan"]) for s in (first, second)] == [("4003", "4001"), ("3902", "4002")]


def test_enemies_that_begin_side_by_side(units, board):
    first = [u for u in units if u.scenario == "breckinridge-attacks"]
    touching = {
        (board.grid.name(a.hex), board.grid.name(b.hex))
        for a in first
        for b in first
        if a.side == "union" and b.side == "confederate" and board.grid.near[a.hex] >> b.hex & 1
    }
    assert touching >= {("3320", "3421"), ("3123", "3124"), ("3223", "3323"), ("3016", "3015")}


# --- levels and roads


def test_slopes_and_cliffs_by_their_levels(board):
    assert laws.slopes(board) == [] and laws.cliffs(board, {}) == ([], [])
    sides = {pair: found for pair, found in board.hexsides.items() if "slope" in found}
    (a, b), _ = next(iter(sides.items()))
    high, low = board.grid.name(a), board.grid.name(b)
    torn = board.changed({high: {"level": board.level[b] + 4}})
    assert laws.slopes(torn)[0] == f"hexsides.csv: slope {high}-{low} joins levels {torn.level[a]} and {torn.level[b]}"
    _, wrong = laws.cliffs(torn, {})
    assert (
        f"hexsides.csv: {high}-{low} joins levels {torn.level[a]} and {torn.level[b]}; a cliff is to say why" in wrong
    )
    given, _ = laws.cliffs(torn, {(high, low): "owner: a quarry"})
    assert given == [f"{high}-{low} (owner: a quarry)"]


def with_roads(board, **changed):
    """The board with other hexes for some roads, by the name with _ for a space."""
    roads = [
        msgspec.structs.replace(r, hexes=tuple(board.grid.index(h) for h in changed[key].split("-")))
        if (key := r.name.replace(" ", "_")) in changed
        else r
        for r in board.roads
    ]
    return type(board)(
        board.grid, board.terrain, board.level, board.features, board.hexsides, tuple(roads), board.road_kinds
    )


def test_the_turnpike_is_one_path_from_edge_to_edge(board):
    assert laws.turnpikes(board) == [] and laws.roads(board) == []
    pike = next(r for r in board.roads if r.kind == "turnpike")
    whole = [board.grid.name(h) for h in pike.hexes]
    assert (whole[0], whole[-1]) == ("1014", "4022")
    short = with_roads(board, Valley_Turnpike="-".join(whole[:-3]))
    assert laws.turnpikes(short) == ["roads.csv: the turnpike does not run from edge to edge"]
    assert f"roads.csv: Valley Turnpike ends in the open at {whole[-4]}" in laws.roads(short)


def test_a_turnpike_in_two_pieces_is_named(board, at):
    torn = with_roads(board, Valley_Turnpike="1014-1114")
    second = msgspec.structs.replace(torn.roads[0], name="the rest", hexes=(at("4022"), at("3921")))
    torn = type(board)(
        torn.grid, torn.terrain, torn.level, torn.features, torn.hexsides, (*torn.roads, second), torn.road_kinds
    )
    assert "roads.csv: the turnpike is in more than one piece" in laws.turnpikes(torn)
