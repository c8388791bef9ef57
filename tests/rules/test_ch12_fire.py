"""Chapters 12.3 and 12.4: column, shifts, dice, the test that is called for, and Flanking Fire."""

import pytest

from tests.books import shown
from tests.rules.field import flat, refused
from tests.rules.fighting import (
    BIG,
    COLUMNS,
    HIT,
    covers,
    fire,
    guns,
    kinds_of,
    man,
    one,
    printed,
    ready,
    ruled,
    table,
)
from tests.support import aim, at, kinds, offered, play, shifts, states

WALL = flat({"1834": {"features": ["wall=w", "wall-end=1734"]}, "1835": {"features": ["wall=w"]}})


def moved(events):
    """By how many columns a fire was shifted in the end."""
    return COLUMNS.index(aim(events).final) - COLUMNS.index(aim(events).base)


def shot(units, action="7 OH-a fire at 1734", **keys):
    """The shifts of a fire, after seeing that they are what moved the column."""
    _, events = fire(units, action, **keys)
    assert moved(events) == sum(shifts(events).values())
    return shifts(events)


def barrage(units, hex, action, **keys):
    """The shifts of guns."""
    return shifts(guns(units, hex, action, **keys)[1])


PAIR = {"7 OH-a": man("1733", 5), "27 VA": man("1734", 5)}


@pytest.mark.rule("KT-12.3-1", "SS-12.3-1", "BS-9.3-1", "BS-9.3-1t")
@pytest.mark.parametrize("points", ["C", *range(1, 31)])
def test_the_column_is_that_of_all_points(points):
    _, events = fire({"7 OH-a": man("1733", points), "27 VA": "1734"}, "7 OH-a fire at 1734")
    assert aim(events).base == ("C" if points == "C" else next(c for c in COLUMNS[1:] if covers(c, points)))


@pytest.mark.rule("KT-12.3-2", "BS-9.3-2")
@pytest.mark.parametrize("sp, marks, target, able", [
    ("C", (), "1734", True), ("C", (), "1735", False), (1, (), "1735", True), (1, (), "1736", False),
    (2, (), "1736", True), (1, ("shaken",), "1734", False), (2, ("shaken",), "1735", True),
])  # fmt: skip
def test_less_than_half_a_point_does_not_fire(sp, marks, target, able):
    units = {"7 OH-a": man("1733", sp, 4, *marks), "27 VA": target, "1 WV-a": "2137", "4 VA": "2138"}
    game = ready(units)
    assert (f"fire at {target}" in offered(game)) is able
    assert able or refused(game, f"7 OH-a fire at {target}") == shown("KT-12.3-2")


@pytest.mark.rule("KT-12.3-shift-net", "KT-12.3-shift-right-limit", "BS-9.3-3", "BS-9.3-6")
def test_shifts_are_summed_before_they_move_the_column():
    units = {"7 OH-a": man("1733", BIG, sharpshooter=True), "27 VA": "1734"}
    _, events = fire(units, "7 OH-a fire at 1734", hexes=flat({"1734": {"terrain": "orchard"}}))
    assert sorted(shifts(events).values()) == [-1, 1] and aim(events).final == "23+"
    assert aim(fire(units, "7 OH-a fire at 1734")[1]).final == "23+"


@pytest.mark.rule("KT-12.3-shift-left-limit", "BS-9.3-4")
@pytest.mark.parametrize("sp, final", [(2, "C"), (1, "none")])
def test_fire_left_of_c_is_lost(sp, final):
    units = {"7 OH-a": man("1733", sp), "27 VA": "1834"}
    game, events = fire(units, "7 OH-a fire at 1834", hexes=WALL)
    assert aim(events).final == final and (game.decision.seat == "chance") is (final == "C")
    assert ("fire-lost" in kinds(events)) is (final == "none")


@pytest.mark.rule("KT-12.3-shift-defensive", "BS-9.3-5")
@pytest.mark.parametrize("sp", ["C", 1, 2])
def test_defensive_fire_stays_on_c(sp):
    units = {"27 VA": man("1734", sp), "7 OH-a": man("1733")}
    game = ready(units, "close-combat", hexes=flat({"1733": {"terrain": "orchard", "features": ["wall=w"]}}))
    events = play(game, "7 OH-a assault 1734", "fire at 1733")
    assert sum(shifts(events).values()) == -3 and aim(events).final == "C" and game.decision.seat == "chance"


@pytest.mark.rule("KT-12.3-shift-right-limit", "BS-9.3-6")
def test_right_of_the_last_column_is_the_last_column():
    units = {"7 OH-a": man("1733", BIG, sharpshooter=True), "27 VA": "1734"}
    _, events = fire(units, "7 OH-a fire at 1734")
    assert shifts(events) == {"KT-12.3-shift-ss-firer": 1} and aim(events).final == "23+"


@pytest.mark.rule("KT-12.3-shift-obscured-target")
@pytest.mark.parametrize("cover, cost", [("clear", 0), ("orchard", -1), ("light-woods", -1)])
def test_target_in_woods(cover, cost):
    found = shot(PAIR, hexes=flat({"1734": {"terrain": cover}}))
    assert found == ({"KT-12.3-shift-obscured-target": -1} if cost else {})


@pytest.mark.rule("KT-12.3-shift-obscured-units", "SS-12.1-over-6", "SS-12.3a-shift-over-units")
@pytest.mark.parametrize("between, cost", [((), {}), (("4 VA",), {"KT-12.3-shift-obscured-units": -1})])
def test_fire_over_units(between, cost):
    units = {"7 OH-a": man("1733", 10), "27 VA": man("1735"), **dict.fromkeys(between, "1734")}
    assert shot(units, "7 OH-a fire at 1735", hexes=flat({"1733": {"level": 7}})) == cost
    pair = {"7 OH-a": man("1633", 9), "7 IN-a": man("1634", 9), "27 VA": "1834", **dict.fromkeys(between, "1734")}
    high = flat({"1633": {"level": 7}, "1634": {"level": 7}})  # 1734 is touched from 1634 alone
    assert shot(pair, "7 OH-a + 7 IN-a fire at 1834", hexes=high) == cost


@pytest.mark.rule("KT-12.3-shift-obscured-woods")
@pytest.mark.parametrize("first, second, cost", [
    ("clear", "clear", 0), ("orchard", "clear", -1), ("clear", "light-woods", -1), ("orchard", "orchard", -1),
])  # fmt: skip
def test_fire_through_woods_costs_one_column_once(first, second, cost):
    hexes = flat({"1734": {"terrain": first}, "1735": {"terrain": second}})
    found = shot({"7 OH-a": man("1733", 20), "27 VA": "1736"}, "7 OH-a fire at 1736", hexes=hexes)
    assert found == ({"KT-12.3-shift-obscured-woods": -1} if cost else {})


@pytest.mark.rule("KT-12.3-shift-firer-skirmish", "SS-12.3a-shift-firer-so")
def test_skirmishers_fire_one_column_left():
    assert shot({**PAIR, "7 OH-a": man("1733", 5, 4, "skirmish")}) == {"KT-12.3-shift-firer-skirmish": -1}
    both = {**PAIR, "7 OH-a": man("1733", 5, 4, "skirmish"), "7 IN-a": man("1733", 5)}
    assert shot(both, "7 OH-a + 7 IN-a fire at 1734") == {"KT-12.3-shift-firer-skirmish": -1}


@pytest.mark.rule("KT-12.3-shift-target-skirmish", "SS-12.3a-shift-target-so")
def test_skirmishers_are_hit_two_columns_left():
    units = {**PAIR, "27 VA": man("1734", 5, 4, "skirmish"), "4 VA": man("1734", 3, 4)}
    assert shot(units) == {"KT-12.3-shift-target-skirmish": -2}
    assert shot({**units, "4 VA": man("1734", 6)}) == {}  # formed infantry leads the hex


@pytest.mark.rule("KT-12.3-shift-mixed", "SS-12.3a-shift-mx")
@pytest.mark.parametrize("mixed, target, applies", [(4, "1437", False), (4, "1438", True), (3, "1438", False)])
def test_mixed_guns_are_poor_at_long_range(mixed, target, applies):
    units = {"Robinson": man("1430", mixed, weapon="Mx"), "Clark": man("1430", 4), "27 VA": target}
    found = barrage(units, "1430", f"Robinson + Clark fire at {target}")
    assert found == ({"KT-12.3-shift-mixed": -1} if applies else {})
    assert barrage(units, "1430", f"Clark fire at {target}") == {}


@pytest.mark.rule("KT-12.3-shift-mixed", "SS-12.3a-shift-mx")
def test_mixed_guns_are_poor_at_extreme_range():
    units = {"Robinson": man("1427", 4, weapon="Mx"), "27 VA": "1441"}
    far = {**flat(), "1427": {"terrain": "clear", "level": 5, "features": []}}
    assert barrage(units, "1427", "Robinson fire at 1441", hexes=far) == {"KT-12.3-shift-mixed": -1}


@pytest.mark.rule("KT-12.3-shift-canister", "SS-12.3a-shift-sm-canister")
@pytest.mark.parametrize("sp, target, applies", [(4, "1734", True), (3, "1734", False), (4, "1736", False)])
def test_smoothbore_canister(sp, target, applies):
    units = {"Kirtland": man("1733", sp, weapon="S"), "Clark": man("1733", 4), "27 VA": target}
    found = barrage(units, "1733", f"Kirtland + Clark fire at {target}")
    assert found == ({"KT-12.3-shift-canister": 1} if applies else {})


@pytest.mark.rule("KT-12.3-shift-flanking", "KT-12.4-3", "BS-9.3c-4")
def test_every_fire_of_a_flanking_fire_is_shifted():
    units = {"7 OH-a": man("1733", 5), "7 OH-b": man("1735", 5), "27 VA": man("1734", 5)}
    _, events = fire(units, "7 OH-a, 7 OH-b fire at 1734", "11", "11")
    fires = [e.data[0] for e in events if e.kind == "aim"]
    assert [{c: on for _, _, c, on in a.shifts}["KT-12.3-shift-flanking"] for a in fires] == [True, True]
    assert [a.final for a in fires] == ["6-7", "6-7"]
    assert shot(units) == {}


@pytest.mark.rule("KT-12.3-shift-ss-target")
@pytest.mark.parametrize("others, marks, applies", [(4, (), True), (6, (), False), (6, ("shaken",), True)])
def test_sharpshooters_are_hard_to_hit(others, marks, applies):
    units = {
        "7 OH-a": man("1733", 5),
        "27 VA": man("1734", 5, sharpshooter=True),
        "4 VA": man("1734", others, 4, *marks),
    }
    units["Chew"] = man("1734", 9)  # artillery does not count
    assert shot(units) == ({"KT-12.3-shift-ss-target": -1} if applies else {})


@pytest.mark.rule("KT-12.3-shift-ss-firer")
@pytest.mark.parametrize("others, applies", [(5, True), (6, False)])
def test_sharpshooters_aim_well(others, applies):
    units = {"7 OH-a": man("1733", 5, sharpshooter=True), "7 IN-a": man("1733", others), "27 VA": "1734"}
    assert shot(units, "7 OH-a + 7 IN-a fire at 1734") == ({"KT-12.3-shift-ss-firer": 1} if applies else {})


@pytest.mark.rule("KT-12.3-shift-good-ground")
def test_good_ground_protects_a_union_hex():
    units = {"27 VA": man("1734", 5), "7 OH-a": man("1733", 5, 4, "good-ground"), "7 OH-b": man("1735", 5)}
    assert shot(units, "27 VA fire at 1733", active="Garnett") == {"KT-12.3-shift-good-ground": -2}
    assert shot(units, "27 VA fire at 1735", active="Garnett") == {}
    assert shot({**PAIR, "27 VA": man("1734", 5, 4, "good-ground")}) == {}  # a Confederate hex


@pytest.mark.rule("KT-12.3-good-ground-wall")
@pytest.mark.parametrize("hex, able", [("1733", True), ("1834", False)])
def test_good_ground_is_not_played_on_a_wall(hex, able):
    units = {"27 VA": man("1734", 5), "7 OH-a": man(hex, 5)}
    game = ready(units, active="Garnett", held={"union": ["Good Ground"]}, hexes=WALL)
    play(game, f"27 VA fire at {hex}")
    assert ("play Good Ground" in offered(game)) is able


@pytest.mark.rule("KT-12.3-shift-wall", "KT-12.3-wall-exception-1", "KT-12.3-wall-exception-2")
@pytest.mark.parametrize("firer, cost", [
    ("1733", -2), ("1833", -2), ("1934", -2), ("1835", 0), ("1734", 0),
])  # fmt: skip
def test_a_wall_protects_but_along_it_and_round_its_end(firer, cost):
    found = shot({"7 OH-a": man(firer, 5), "27 VA": "1834"}, "7 OH-a fire at 1834", hexes=WALL)
    assert found == ({"KT-12.3-shift-wall": -2} if cost else {})
    assert shot({"7 OH-a": man("1734", 5), "27 VA": "1733"}, "7 OH-a fire at 1733", hexes=WALL) == {}


@pytest.mark.rule("KT-12.3-shift-wall")
def test_a_fire_from_two_hexes_passes_the_wall_only_if_both_do():
    units = {"7 OH-a": man("1734", 5), "7 IN-a": man("1733", 5), "27 VA": "1834"}
    assert shot(units, "7 OH-a + 7 IN-a fire at 1834", hexes=WALL) == {"KT-12.3-shift-wall": -2}
    beside = {"7 OH-a": man("1734", 5), "7 IN-a": man("1835", 5), "27 VA": "1834"}
    assert shot(beside, "7 OH-a + 7 IN-a fire at 1834", hexes=WALL) == {}


@pytest.mark.rule("KT-12.3a-1", "SS-12.3b-1", "BS-9.3a-1")
def test_two_dice_are_read_tens_first():
    game, _ = fire(PAIR, "7 OH-a fire at 1734")
    assert offered(game) == [f"{tens}{units}" for tens in range(1, 7) for units in range(1, 7)]
    assert one(play(game, "24"), "fire").roll == 24
    attack = ready(PAIR, "close-combat")
    play(attack, "7 OH-a assault 1734", "done")
    assert offered(attack) == offered(fire(PAIR, "7 OH-a fire at 1734")[0])


@pytest.mark.rule(
    "KT-12.3a-2", "KT-12.3a-4", "KT-12.3b-1", "KT-12.3b-3", "SS-12.3b-2", "SS-12.3c-1", "SS-12.3d-1",
    "SS-12.3c-3", "BS-9.3a-2", "BS-9.3b-1", "BS-9.3b-3"
)  # fmt: skip
@pytest.mark.parametrize("sp, rating", [(3, 0), (5, 3), (9, 2), (14, 4), (20, 6), (BIG, 5)])
def test_the_table_is_read_by_column_roll_and_rating(sp, rating):
    units = {"7 OH-a": man("1733", sp), "27 VA": man("1734", 5, rating), "4 VA": man("1834", 1)}
    column = next(c for c in COLUMNS[1:] if covers(c, sp))
    game, _ = fire(units, "7 OH-a fire at 1734")
    for text in offered(game):
        trial = game.clone()
        events = play(trial, text)
        wanted = printed(column, int(text), rating)
        assert one(events, "fire").data[0] == wanted
        assert one(events, "fire").cite == ("KT-12.3b-1" if wanted else "KT-12.3b-3")
        assert (trial.decision.prompt == f"the {wanted} test of 27 VA") is bool(wanted)


@pytest.mark.rule("KT-12.3a-3", "SS-12.3b-3", "BS-9.3a-2")
def test_a_dash_ends_the_fire():
    game, events = fire({**PAIR, "7 OH-a": man("1733", "C")}, "7 OH-a fire at 1734", "11")
    assert one(events, "fire").data[0] == "" and "test" not in kinds(events)
    assert states(game, "27 VA") == {"fresh", "1734"} and game.decision.kind != "dice"


@pytest.mark.rule("KT-12.3b-2")
@pytest.mark.parametrize("roll, severity", [("11", "routine"), ("31", "tough"), ("61", "severe")])
def test_the_colour_of_the_box_is_the_severity(roll, severity):
    units = {"7 OH-a": man("1733", BIG), "27 VA": man("1734", 5, 3), "4 VA": man("1834", 1)}
    _, events = fire(units, "7 OH-a fire at 1734", roll, "11")
    row = next(r for r in table("fire_cohesion") if r["test"] == severity and r["die"] == "1")
    assert one(events, "test").data == (severity, row["depletion"], row["skedaddle"])
    assert printed("23+", int(roll), 3) == severity


AROUND = ["1634", "1733", "1834", "1835", "1735", "1635"]  # the hexes beside 1734, in order


@pytest.mark.rule("KT-12.4-1", "BS-9.3c-1", "BS-9.3c-2", "SS-12.4-1")
@pytest.mark.parametrize("first, second, apart", [
    ("1733", "1634", False), ("1733", "1834", False), ("1733", "1735", True), ("1733", "1835", True),
    ("1733", "1635", True), ("1634", "1835", True), ("1634", "1635", False), ("1733", "1733", False),
    ("1533", "1733", False), ("1533", "1735", True), ("1732", "1635", True), ("1732", "1834", False),
])  # fmt: skip
def test_lines_must_enter_a_whole_hexside_apart(first, second, apart):
    units = {"7 OH-a": man(first, 5), "7 OH-b": man(second, 5), "27 VA": man("1734", 5)}
    game = ready(units)
    play(game, "fire at 1734", "add 7 OH-a")
    assert ("another fire" in offered(game)) is apart


@pytest.mark.rule("KT-12.4-1", "BS-9.3c-1", "BS-9.3c-2", "SS-12.4-1")
@pytest.mark.parametrize("first, second, apart", [
    ("1633", "1533", False), ("1633", "1534", True), ("1633", "1732", False), ("1633", "1834", True),
    ("1633", "1735", True), ("1633", "1636", True), ("1833", "1534", True), ("1833", "1732", False),
])  # fmt: skip
def test_a_line_through_a_corner_parts_two_hexsides(first, second, apart):
    units = {"7 OH-a": man(first, 10), "7 OH-b": man(second, 10), "27 VA": man("1734", 5)}
    game = ready(units)
    play(game, "fire at 1734", "add 7 OH-a")
    assert ("another fire" in offered(game)) is apart


FLANK = {"7 OH-a": man("1733", BIG), "7 OH-b": man("1735", BIG), "27 VA": man("1734", 5), "4 VA": "1736"}


@pytest.mark.rule("KT-12.4-2", "BS-9.3c-3")
def test_flanking_fires_are_announced_before_the_first_is_resolved():
    game = ready(FLANK, dice=["11", "12", "13", "14"])
    play(game, "fire at 1734", "add 7 OH-a")
    assert offered(game) == ["another fire", "fire"]
    events = play(game, "another fire")
    assert [k for k in kinds(events) if k in ("aim", "fire")] == ["aim", "fire", "aim", "fire"]
    apart, first = fire(FLANK, "7 OH-a fire at 1734", "11", "12", "13", "14")
    assert shifts(first) == {} and shifts(play(apart, "7 OH-b fire at 1734")) == {}


@pytest.mark.rule("KT-12.4-4", "BS-9.3c-5")
def test_who_is_left_when_the_hex_is_empty_may_fire_elsewhere():
    game, events = fire(FLANK, "7 OH-a, 7 OH-b fire at 1734", HIT, "11", HIT, "11", battle=ruled(("-", "R1")))
    if game.decision.kind == "retreat":  # by the series rules any way will do
        events = events + play(game, "retreat 27 VA to 1835")
    assert kinds(events).count("fire") == 1 and at(game, "27 VA") == "1835"
    assert game.decision.kind == "fire" and "fire at 1736" in offered(game)
    assert kinds_of(play(game, "fire at 1736"), "fire") == [("fire", "7 OH-b")]


@pytest.mark.rule("KT-12.4-5", "BS-9.3c-6")
def test_while_anybody_is_left_there_all_must_fire_at_it():
    units = {**FLANK, "33 VA": man("1734", 3)}
    game, events = fire(units, "7 OH-a, 7 OH-b fire at 1734", HIT, "11", HIT, "11", battle=ruled(("-", "R1")))
    if game.decision.kind == "retreat":
        events = events + play(game, "retreat 27 VA to 1835")
    assert kinds_of(events, "fire") == [("fire", "7 OH-a"), ("fire", "7 OH-b")]


@pytest.mark.rule("KT-12.4-6")
def test_defensive_and_opportunity_fire_flank_as_well():
    units = {"7 OH-a": man("1734", 5), "27 VA": man("1733", 5), "4 VA": man("1735", 5)}
    game = ready(units, "close-combat")
    play(game, "7 OH-a assault 1733")
    events = play(game, "27 VA, 4 VA fire at 1734")
    assert shifts(events) == {"KT-12.3-shift-flanking": 1}
    moving = ready(units, "movement")
    play(moving, "move 7 OH-a", "7 OH-a: 1634")
    assert shifts(play(moving, "27 VA, 4 VA fire at 1734")) == {"KT-12.3-shift-flanking": 1}
