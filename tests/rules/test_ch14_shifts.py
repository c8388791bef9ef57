"""Chapter 14.3d: the column shifts of a Close Combat. 7 OH-a in 1733 attacks 27 VA in 1734 on flat ground."""

import pytest

from tests.rules.field import flat
from tests.rules.fighting import COLUMNS, man, one, ready, settle
from tests.support import aim, offered, play, shifts

ODDS = {3: "3-1", 2: "2-1", 1: "3-2", -1: "2-3", -2: "1-2", -3: "1-3"}


def driven(units, group="7 OH-a", target="1734", hex=None, **keys):
    """The shifts of an assault, nobody firing, after seeing that they are what moved the column."""
    game = ready(units, "close-combat", **keys)
    events = play(game, f"{group} assault {target}")
    while game.decision.kind == "defensive-fire":
        events += play(game, "done")
    if game.decision.kind == "assaulting-hex":
        events += play(game, f"assault from {hex}")
    events += settle(game, "lead")
    found = one(events, "assault-aim").data[0]
    wanted = COLUMNS.index(found.base) + sum(shifts(events).values())
    assert found.final == ("none" if wanted < 0 else COLUMNS[min(wanted, len(COLUMNS) - 1)])
    return shifts(events)


def against(mine, theirs, **more):
    """One regiment against another of the same rating."""
    return {"7 OH-a": man("1733", mine, **more), "27 VA": man("1734", theirs)}


@pytest.mark.rule(
    "KT-14.3d-odds-3-1", "KT-14.3d-odds-2-1", "KT-14.3d-odds-3-2", "KT-14.3d-odds-2-3", "KT-14.3d-odds-1-2",
    "KT-14.3d-odds-1-3", "KT-14.3d-odds-one", "SS-14.2d-odds-12", "SS-14.2d-odds-13", "SS-14.2d-odds-21",
    "SS-14.2d-odds-23", "SS-14.2d-odds-31", "SS-14.2d-odds-32", "BS-11.3c-6",
)  # fmt: skip
@pytest.mark.parametrize("mine, theirs, columns", [
    (40, 10, 3), (30, 10, 3), (29, 10, 2), (20, 10, 2), (19, 10, 1), (15, 10, 1), (14, 10, 0), (10, 10, 0),
    (10, 14, 0), (10, 15, -1), (10, 19, -1), (10, 20, -2), (10, 29, -2), (10, 30, -3), (10, 40, -3),
])  # fmt: skip
def test_the_odds_give_one_shift_of_the_six(mine, theirs, columns):
    assert driven(against(mine, theirs)) == ({f"KT-14.3d-odds-{ODDS[columns]}": columns} if columns else {})


@pytest.mark.rule("KT-14.3d-odds-one", "BS-11.3c-6", "SS-14.2d-2")
def test_odds_count_what_is_left_of_the_units():
    assert driven({**against(6, 5), "27 VA": man("1734", 5, 6, "disrupted")})["KT-14.3d-odds-2-1"] == 2
    nobody = {"7 OH-a": man("1733", "C", 5, "shaken"), "27 VA": man("1734", "C", 5, "shaken")}
    assert driven(nobody) == {}


@pytest.mark.rule("KT-14.3d-artillery", "SS-14.2d-shift-arty")
@pytest.mark.parametrize("guns, applies", [(4, False), (5, True), (6, True)])
def test_artillery_in_defence(guns, applies):
    units = {"7 OH-a": man("1733", 10), "27 VA": man("1734", 3, brigade="A"), "21 VA": man("1734", 2, brigade="B")}
    units["Chew"] = man("1734", guns, 3)  # supported by the infantry
    assert ("KT-14.3d-artillery" in driven(units)) is applies
    assert driven({"7 OH-a": man("1733", 5), "Chew": man("1734", "C", 4, "shaken")})["KT-14.3d-artillery"] == 4


@pytest.mark.rule("KT-14.3d-CR-right", "KT-14.3d-CR-left", "SS-14.2d-shift-attcr")
@pytest.mark.parametrize("mine, theirs, shift", [
    (5, 4, {"KT-14.3d-CR-right": 1}), (6, 1, {"KT-14.3d-CR-right": 1}), (4, 4, {}), (4, 5, {"KT-14.3d-CR-left": -1}),
])  # fmt: skip
def test_the_better_rating(mine, theirs, shift):
    assert driven({"7 OH-a": man("1733", 5, mine), "27 VA": man("1734", 5, theirs)}) == shift


@pytest.mark.rule("KT-14.3d-CR-right", "KT-14.3d-CR-left", "SS-14.2d-shift-attcr", "SS-14.2d-shift-defcr")
def test_ratings_are_those_of_the_best_attacker_and_the_lead_unit_as_modified():
    both = {"7 OH-a": man("1733", 5, 3), "7 IN-a": man("1733", 5, 5), "27 VA": man("1734", 10, 5)}
    assert driven(both, "7 OH-a + 7 IN-a") == {"KT-14.3d-CR-right": 1}  # supported against not supported
    led = {"7 OH-a": man("1733", 5, 4), "27 VA": man("1734", 3, 3, brigade="A"), "4 VA": man("1734", 2, 6, brigade="B")}
    assert driven(led) == {"KT-14.3d-CR-right": 1}
    assert driven({**against(5, 4), "27 VA": man("1734", 5, 4, "shaken")})["KT-14.3d-CR-right"] == 1


@pytest.mark.rule("KT-14.3d-slope", "KT-14.3d-steep", "SS-14.2d-shift-slope", "SS-14.2d-shift-steep")
@pytest.mark.parametrize("feature, level, shift", [
    ("slope", 6, {"KT-14.3d-slope": -2}), ("slope", 4, {}), ("steep", 7, {"KT-14.3d-steep": -3}), ("steep", 3, {}),
])  # fmt: skip
def test_uphill(feature, level, shift):
    hexes = flat({"1734": {"level": level}})
    assert driven(against(5, 5), hexes=hexes, hexsides=[("1733", "1734", feature)]) == shift
    assert driven(against(5, 5), hexes=hexes) == {}  # a gentle rise


@pytest.mark.rule("KT-14.3d-smooth-att", "KT-14.3d-smooth-def", "SS-14.2d-shift-attsm")
@pytest.mark.parametrize("smooth, rifles, applies", [(5, 5, True), (6, 4, True), (4, 6, False)])
def test_smoothbore_muskets(smooth, rifles, applies):
    mine = {"7 OH-a": man("1733", smooth, weapon="S"), "7 IN-a": man("1733", rifles), "27 VA": man("1734", 10)}
    mine["4 VA"] = "1735"
    assert driven(mine, "7 OH-a + 7 IN-a") == ({"KT-14.3d-smooth-att": 1} if applies else {})
    theirs = {"7 OH-a": man("1733", 10), "7 IN-a": "1633", "27 VA": man("1734", smooth, weapon="S")}
    theirs["4 VA"] = man("1734", rifles)
    assert driven(theirs) == ({"KT-14.3d-smooth-def": -1} if applies else {})


@pytest.mark.rule("KT-14.3d-smooth-def", "SS-14.2d-shift-defsm")
def test_smoothbore_guns_are_no_muskets():
    units = {"7 OH-a": man("1733", 5), "Carpenter-a": man("1734", 5, weapon="S")}
    assert driven(units) == {"KT-14.3d-artillery": 4}


@pytest.mark.rule("KT-14.3d-rebel-yell", "SS-14.2d-shift-yell")
@pytest.mark.parametrize("answer, shift", [("play Rebel Yell", {"KT-14.3d-rebel-yell": 2}), ("pass", {})])
def test_the_rebel_yell(answer, shift):
    units = {"27 VA": man("1734", 5), "7 OH-a": man("1733", 5)}
    game = ready(units, "close-combat", active="Garnett", held={"confederate": ["Rebel Yell"]})
    events = play(game, "27 VA assault 1733", answer, "done")
    assert shifts(events) == shift and aim(events).final == ("5" if answer == "pass" else "8-9")


@pytest.mark.rule("KT-14.3d-flanking")
@pytest.mark.parametrize("others, hex, applies", [
    (["1634"], "1733", False), (["1634"], "1634", False), (["1735"], "1733", True), (["1635"], "1733", True),
    (["1634", "1834"], "1733", True), (["1634", "1635"], "1635", True), (["1733"], "1733", False),
])  # fmt: skip
def test_a_flanking_attack_comes_from_two_hexes_away_or_from_three_hexes(others, hex, applies):
    names = ["7 OH-b", "7 IN-a"][: len(others)]
    units = {"7 OH-a": man("1733", 5), "27 VA": man("1734", 5)}
    units |= {name: man(place, 1) for name, place in zip(names, others, strict=True)}
    found = driven(units, " + ".join(["7 OH-a", *names]), hex=hex)
    assert found.get("KT-14.3d-flanking") == (2 if applies else None)


@pytest.mark.rule("KT-14.3d-good-ground")
@pytest.mark.parametrize("marks, shift", [((), {}), (("good-ground",), {"KT-14.3d-good-ground": -2})])
def test_good_ground(marks, shift):
    units = {"27 VA": man("1734", 5), "7 OH-a": man("1733", 5, 4, *marks)}
    assert driven(units, "27 VA", "1733", active="Garnett") == shift
    assert driven({**against(5, 5), "27 VA": man("1734", 5, 4, *marks)}) == {}  # a Confederate hex


WALL = flat({"1834": {"features": ["wall=w", "wall-end=1734"]}, "1835": {"features": ["wall=w"]}})


@pytest.mark.rule("KT-14.3d-wall", "KT-14.3d-wall-exception-1", "KT-14.3d-wall-exception-2")
@pytest.mark.parametrize("hex, cost", [("1733", -2), ("1833", -2), ("1934", -2), ("1835", 0), ("1734", 0)])
def test_a_wall_protects_but_along_it_and_round_its_end(hex, cost):
    units = {"7 OH-a": man(hex, 5), "27 VA": man("1834", 5)}
    assert driven(units, target="1834", hexes=WALL) == ({"KT-14.3d-wall": cost} if cost else {})


@pytest.mark.rule("KT-14.3d-wall")
def test_only_the_assaulting_hex_must_pass_the_wall():
    units = {"7 OH-a": man("1733", 5), "7 OH-b": man("1734", 5), "27 VA": man("1834", 10)}
    assert "KT-14.3d-wall" in driven(units, "7 OH-a + 7 OH-b", "1834", "1733", hexes=WALL)
    assert "KT-14.3d-wall" not in driven(units, "7 OH-a + 7 OH-b", "1834", "1734", hexes=WALL)


def test_every_shift_is_listed_used_or_not():
    game = ready(against(5, 5), "close-combat")
    listed = aim(play(game, "7 OH-a assault 1734", "done")).shifts
    assert len(listed) == 19 and not any(on for *_, on in listed)
    assert offered(game)[0] == "11"
