"""Chapters 12.0 to 12.2: who may fire at what and with how much, together with whom, and who leads the target."""

import pytest

from tests.books import shown
from tests.rules.field import flat, refused
from tests.rules.fighting import charted, fire, guns, kinds_of, man, ready, ruled
from tests.support import aim, offered, play, shifts, states

HILL = flat({"1733": {"level": 9}})
ROW = "1430"  # from here west the whole field lies in one line: 1431, 1432, ... 1441


def strength(units, action, **keys):
    """The points of a fire in the Fire Combat Step."""
    return aim(fire(units, action, **keys)[1]).strength


@pytest.mark.rule("KT-12.0-1", "SS-12.0-2", "BS-9.0-1")
def test_the_fires_of_a_brigade_come_in_any_order():
    units = {"7 OH-a": "1733", "1 WV-a": "1633", "27 VA": "1734", "37 VA": "1732"}
    for first, second in (
        ("7 OH-a fire at 1734", "1 WV-a fire at 1732"),
        ("1 WV-a fire at 1732", "7 OH-a fire at 1734"),
    ):
        game = ready(units, dice=["11", "11"])
        assert offered(game) == ["fire at 1732", "fire at 1734", "done"]
        assert kinds_of(play(game, first, second), "fire") == [("fire", first[:6]), ("fire", second[:6])]


@pytest.mark.rule("KT-12.0-2", "BS-9.0-2")
def test_artillery_does_not_fire_with_a_brigade():
    units = {"7 OH-a": "1733", "Clark": {"hex": "1733", "brigade": "Tyler"}, "27 VA": "1734", "4 VA": "1738"}
    game = ready(units, dice=["11"])
    assert offered(game) == ["fire at 1734", "done"]
    play(game, "fire at 1734")
    assert game.decision.kind != "fire-plan"  # 7 OH-a was the only one to fire


@pytest.mark.rule("KT-12.1-1", "BS-9.0-1")
def test_each_fire_is_over_before_the_next():
    units = {"7 OH-a": man("1733"), "7 OH-b": man("1735"), "27 VA": man("1734", 5, 4, face="worn")}
    _, events = fire(units, "7 OH-a, 7 OH-b fire at 1734", "66", "51", "1", "11", battle=ruled(("D", "-")))
    steps = kinds_of(events, "aim", "fire", "test", "break-test")
    assert [kind for kind, _ in steps] == ["aim", "fire", "test", "break-test", "aim", "fire"]


@pytest.mark.rule("KT-12.1-2", "SS-12.1-2", "BS-9.1-1")
def test_a_unit_fires_once_and_at_one_hex():
    units = {"7 OH-a": "1733", "7 OH-b": "1633", "27 VA": "1734", "4 VA": "1732"}
    game, _ = fire(units, "7 OH-a fire at 1734", "11")
    assert refused(game, "7 OH-a fire at 1734") and refused(game, "7 OH-a fire at 1732")
    assert offered(game) == ["fire at 1732", "done"]  # 7 OH-b's


@pytest.mark.rule("KT-12.1-3", "SS-12.1-3", "BS-9.1-2")
def test_a_hex_may_be_fired_at_again_by_others():
    game, _ = fire({"7 OH-a": "1733", "7 OH-b": "1735", "27 VA": "1734"}, "7 OH-a fire at 1734", "11", "12")
    assert offered(game) == ["fire at 1734", "done"]
    assert kinds_of(play(game, "7 OH-b fire at 1734"), "fire") == [("fire", "7 OH-b")]


@pytest.mark.rule("KT-12.1-4", "SS-12.1-4", "BS-9.1-3")
def test_the_target_must_be_in_range_and_sight():
    for weapon, near, far in (("R", "1433", "1434"), ("S", "1432", "1433")):
        game = ready(
            {"7 OH-a": man(ROW, 8, weapon=weapon), "27 VA": far, "4 VA": near}, hexes=flat({ROW: {"level": 9}})
        )
        assert refused(game, f"7 OH-a fire at {far}") == shown("KT-12.1-4") and offered(game) == [
            f"fire at {near}",
            "done",
        ]
    hidden = ready({"7 OH-a": "1733", "27 VA": "1735", "4 VA": "1732"}, hexes=flat({"1734": {"level": 6}}))
    assert offered(hidden) == ["fire at 1732", "done"]
    assert refused(ready({"7 OH-a": "1733", "27 VA": "1735"}), "7 OH-a fire at 1734") == shown("KT-12.1-4")


@pytest.mark.rule("KT-12.1b-1", "BS-9.1b-1")
def test_anybody_fires_over_enemies():
    units = {"7 OH-a": man("1733", 6), "27 VA": "1734", "4 VA": "1735"}
    _, events = fire(units, "7 OH-a fire at 1735", hexes=HILL)
    assert shifts(events) == {"KT-12.3-shift-obscured-units": -1}
    assert refused(ready(units), "7 OH-a fire at 1735") == shown("KT-12.1a-9")  # on one level the unit blocks


@pytest.mark.rule("KT-12.1b-2", "SS-12.1-over-2", "SS-12.1-over-5", "BS-9.1b-2")
def test_only_artillery_fires_over_friends():
    units = {"7 OH-a": man("1733", 6), "7 OH-b": "1734", "4 VA": "1736"}
    assert refused(ready(units, hexes=HILL), "7 OH-a fire at 1736") == shown("KT-12.1b-2")
    _, events = guns({"Clark": "1733", "7 OH-b": "1734", "4 VA": "1736"}, "1733", "fire at 1736", hexes=HILL)
    assert shifts(events) == {"KT-12.3-shift-obscured-units": -1}


@pytest.mark.rule("KT-12.1b-3", "SS-12.1-over-2", "BS-9.1b-3")
@pytest.mark.parametrize("friend, points", [("1734", "4"), ("1634", "6")])
def test_no_canister_over_friends(friend, points):
    far = charted("weapon_ranges", S={"canister": "3"})
    units = {"Kirtland": man("1733", 4, weapon="S"), "7 OH-b": friend, "4 VA": "1736"}
    _, events = guns(units, "1733", "Kirtland fire at 1736", hexes=HILL, battle=far)
    assert aim(events).strength == points


@pytest.mark.rule("KT-12.1b-4", "BS-9.1b-3")
def test_no_fire_over_a_friend_beside_the_target():
    units = {"Clark": "1733", "7 OH-b": "1735", "4 VA": "1736", "27 VA": "1833"}
    game, _ = guns(units, "1733", hexes=HILL)
    assert refused(game, "Clark fire at 1736") == shown("KT-12.1b-4")
    assert "fire at 1833" in offered(game) and "fire at 1736" not in offered(game)


@pytest.mark.rule(
    "KT-12.1c-2", "KT-12.1c-3", "KT-12.1c-i", "KT-12.1c-ii", "KT-12.1c-iii", "SS-12.1b-1", "SS-12.1b-2",
    "SS-12.1b-i", "SS-12.1b-ii", "SS-12.1b-iii-1", "BS-9.1c-1", "BS-9.1c-2", "BS-9.1c-i", "BS-9.1c-ii",
    "BS-9.1c-iii"
)  # fmt: skip
@pytest.mark.parametrize("weapon, target, points", [
    ("R", "1431", "8"), ("R", "1432", "4"), ("R", "1433", "2"), ("S", "1431", "8"), ("S", "1432", "2"),
])  # fmt: skip
def test_muskets_fire_in_full_at_half_and_at_a_quarter(weapon, target, points):
    assert strength({"7 OH-a": man(ROW, 8, weapon=weapon), "27 VA": target}, f"7 OH-a fire at {target}") == points


@pytest.mark.rule(
    "KT-12.1c-2", "KT-12.1c-3", "KT-12.1c-i", "KT-12.1c-ii", "KT-12.1c-iii", "KT-12.1c-iv", "SS-12.1b-1",
    "SS-12.1b-2", "SS-12.1b-i", "SS-12.1b-ii", "SS-12.1b-iii-1", "SS-12.1b-iv-1", "BS-9.1c-1", "BS-9.1c-2",
    "BS-9.1c-i", "BS-9.1c-ii", "BS-9.1c-iii", "BS-9.1c-iv"
)  # fmt: skip
@pytest.mark.parametrize("target, points", [
    ("1429", "12"), ("1428", "12"), ("1433", "8"), ("1435", "8"), ("1436", "4"), ("1439", "4"), ("1440", "2"),
    ("1441", "2"),
])  # fmt: skip
def test_guns_have_canister_and_reach_farther(target, points):
    _, events = guns({"Kirtland": man(ROW, 8, weapon="S"), "27 VA": target}, ROW, f"Kirtland fire at {target}")
    assert aim(events).strength == points


@pytest.mark.rule("KT-12.1c-iv-2", "SS-12.1-over-4", "SS-12.1b-iv-2")
@pytest.mark.parametrize("extra, points, right", [((), "6", True), (("Kirtland without canister",), "4", False)])
def test_canister_is_a_choice(extra, points, right):
    game, _ = guns({"Kirtland": man("1733", 4, weapon="S"), "27 VA": "1734"}, "1733", "fire at 1734")
    assert offered(game) == ["Kirtland without canister", "fire"]
    events = play(game, *extra, "fire") if not extra else play(game, *extra)
    assert aim(events).strength == points and ("KT-12.3-shift-canister" in shifts(events)) is right


@pytest.mark.rule("KT-12.1c-iv-2", "SS-12.1-over-4", "SS-12.1b-iv-2")
def test_beyond_canister_there_is_no_such_choice():
    game, events = guns({"Kirtland": man("1733", 4, weapon="S"), "27 VA": "1736"}, "1733", "fire at 1736")
    assert aim(events).strength == "4" and game.decision.seat == "chance"


def opportunity(**mover):
    """27 VA fires at 7 OH-a, which leaves its side."""
    units = {"7 OH-a": man("1733", **mover), "27 VA": man("1734", 6), "4 VA": man("1834", 3)}
    game = ready(units, "movement")
    play(game, "move 7 OH-a", "7 OH-a: 1633")
    return game


@pytest.mark.rule("KT-12.1d-1", "BS-9.1d-1", "SS-13.7-4")
def test_opportunity_fire_is_at_half():
    game = opportunity()
    events = play(game, "fire at 1733", "add 27 VA", "fire")
    assert game.decision.seat == "chance" and aim(events).strength == "3"


def defended(units, *actions, **keys):
    """7 OH-a in 1733 assaults 1734; what the defenders' answers bring."""
    game = ready({"7 OH-a": man("1733"), **units}, "close-combat", **keys)
    events = play(game, "7 OH-a assault 1734")
    return game, events + play(game, *actions)


@pytest.mark.rule("KT-12.1d-2", "SS-14.2a-2", "BS-9.1d-1")
def test_supporting_defensive_fire_is_at_half():
    _, events = defended({"27 VA": man("1734", 6), "21 VA": man("1834", 5)}, "fire at 1733", "add 21 VA")
    assert aim(events).strength == "2.5"
    _, events = defended({"27 VA": man("1734", 6), "21 VA": man("1834", 5)}, "fire at 1733", "add 27 VA")
    assert aim(events).strength == "6"


@pytest.mark.rule("KT-12.1e-1", "SS-12.1c-1")
def test_units_of_a_hex_may_fire_one_by_one():
    units = {"7 OH-a": man("1733", 6), "7 IN-a": man("1733", 4), "27 VA": "1734"}
    game, events = fire(units, "7 OH-a fire at 1734", "11", "11")
    assert aim(events).strength == "6"
    assert aim(play(game, "7 IN-a fire at 1734")).strength == "4"


@pytest.mark.rule("KT-12.1e-2", "SS-12.1c-1", "BS-9.1e-1")
def test_infantry_of_one_hex_fires_together_whatever_its_brigade():
    units = {"7 OH-a": man("1733", 6), "7 IN-a": man("1733", 4), "27 VA": "1734"}
    assert strength(units, "7 OH-a + 7 IN-a fire at 1734") == "10"
    mixed = {"27 VA": man("1734", 3), "21 VA": man("1734", 4)}
    assert aim(defended(mixed, "fire at 1733", "add 27 VA", "add 21 VA")[1]).strength == "7"


@pytest.mark.rule("KT-12.1e-3", "SS-12.1c-2", "BS-9.1e-1", "BS-9.1e-2")
def test_infantry_of_two_adjacent_hexes_fires_together_if_of_one_brigade():
    units = {"7 OH-a": man("1733", 6), "7 IN-a": man("1634", 4), "27 VA": "1734"}
    assert strength(units, "7 OH-a + 7 IN-a fire at 1734") == "10"
    other = {**units, "7 IN-a": man("1634", 4, brigade="Kimball")}
    game = ready({**other, "7 OH-a": man("1733", 6, brigade="Kimball"), "1 WV-a": "1735"})
    assert refused(game, "1 WV-a + 7 IN-a fire at 1734")
    apart = ready({**units, "7 IN-a": man("1735", 4)})
    assert refused(apart, "7 OH-a + 7 IN-a fire at 1734") == shown("KT-12.1e-3")
    three = ready({**units, "7 OH-b": man("1635", 4), "1 WV-a": "1735"})
    assert refused(three, "7 OH-a + 7 IN-a + 7 OH-b fire at 1734") == shown("KT-12.1e-3")


@pytest.mark.rule("KT-12.1e-3", "KT-14.3a-4", "SS-12.1c-2", "BS-9.1e-1", "BS-9.1e-2", "BS-11.3a-4")
def test_two_brigades_side_by_side_do_not_fire_together():
    game, _ = defended({"27 VA": man("1734"), "21 VA": man("1834"), "4 VA": man("1634")}, "fire at 1733", "add 27 VA")
    assert offered(game) == ["add 4 VA", "fire"]
    assert refused(game, "add 21 VA") == shown("KT-12.1e-3")
    mixed = {"27 VA": man("1734"), "21 VA": man("1734"), "4 VA": man("1634")}
    game, _ = defended(mixed, "fire at 1733", "add 27 VA", "add 21 VA")
    assert game.decision.seat == "chance"  # 21 VA in the fire keeps 4 VA out of it


@pytest.mark.rule("KT-12.1e-4", "SS-12.1c-3", "BS-9.1e-4")
def test_artillery_fires_together_in_its_hex_and_not_with_the_next():
    units = {"Clark": man("1733", 6), "Jenks": man("1733", 4), "Davey": man("1834", 2), "27 VA": "1736"}
    _, events = guns(units, "1733", "Clark + Jenks fire at 1736")
    assert aim(events).strength == "10"
    assert refused(guns(units, "1733", "fire at 1736", "add Clark")[0], "add Davey") == shown("KT-12.1e-4")


@pytest.mark.rule("KT-12.1e-4", "KT-12.1e-8", "SS-12.1c-3", "SS-12.1c-6", "BS-9.1e-4", "BS-9.1e-7")
def test_guns_and_infantry_of_two_hexes_do_not_fire_together():
    game, _ = defended({"27 VA": "1734", "Chew": "1634", "4 VA": "1834"}, "fire at 1733", "add 27 VA")
    assert "add Chew" not in offered(game) and refused(game, "add Chew") == shown("KT-12.1e-4")
    assert "add 4 VA" in offered(game)


@pytest.mark.rule("KT-12.1e-5", "SS-12.1c-4", "BS-9.1e-5")
def test_each_unit_is_reckoned_at_its_own_range():
    units = {"7 OH-a": man("1633", 6), "7 IN-a": man("1533", 8), "27 VA": "1834"}
    assert strength(units, "7 OH-a + 7 IN-a fire at 1834") == "5"  # half of 6 and a quarter of 8
    mixed = {"7 OH-a": man("1732", 6), "7 IN-a": man("1732", 6, weapon="S"), "27 VA": "1734"}
    assert strength(mixed, "7 OH-a + 7 IN-a fire at 1734") == "4.5"  # at half and at a quarter


@pytest.mark.rule("KT-12.1e-6", "SS-12.1c-4", "BS-9.1e-5")
def test_fractions_are_added_before_any_is_dropped():
    units = {"7 OH-a": man("1732", 3), "7 IN-a": man("1732", 3), "27 VA": "1734"}
    found = aim(fire(units, "7 OH-a + 7 IN-a fire at 1734")[1])
    assert (found.strength, found.base) == ("3", "3")  # 1.5 and 1.5
    alone = aim(fire(units, "7 OH-a fire at 1734")[1])
    assert (alone.strength, alone.base) == ("1.5", "1")


@pytest.mark.rule("KT-12.1e-7", "BS-9.1e-6")
@pytest.mark.parametrize("first, second", [("1633", "1634"), ("1634", "1633")])
def test_two_hexes_that_fire_together_see_no_better_than_the_worse(first, second):
    units = {"7 OH-a": man(first, 6), "7 IN-a": man(second, 6), "27 VA": "1834"}
    covered = flat({"1734": {"terrain": "orchard"}})  # touched from 1634 and not from 1633
    assert shifts(fire(units, "7 OH-a + 7 IN-a fire at 1834", hexes=covered)[1]) == {"KT-12.3-shift-obscured-woods": -1}
    open_eyed = next(u for u, place in units.items() if place == man("1633", 6))
    assert shifts(fire(units, f"{open_eyed} fire at 1834", hexes=covered)[1]) == {}


@pytest.mark.rule("KT-12.1e-8", "SS-12.1c-6", "BS-9.1e-7")
def test_guns_and_infantry_of_one_hex_fire_together_in_defence():
    stack = {"27 VA": man("1734", 3), "Carpenter-a": man("1734", 2, weapon="S")}
    _, events = defended(stack, "fire at 1733", "add 27 VA", "add Carpenter-a", "fire")
    assert aim(events).strength == "6"  # 3 and, with canister, 3
    game = ready({"7 OH-a": man("1733"), **stack}, "movement")
    events = play(game, "move 7 OH-a", "7 OH-a: 1633", "fire at 1733", "add 27 VA")
    assert aim(events).strength == "1.5"  # in Opportunity Fire each arm fires by itself


@pytest.mark.rule("KT-12.1f")
def test_artillery_does_not_fire_from_angled_ground():
    units = {"Clark": "1733", "27 VA": "1736", "Davey": "1632", "7 OH-a": "1635"}
    angled = flat({"1733": {"features": ["angled"]}, "1635": {"features": ["angled"]}})
    assert refused(guns(units, "1733", hexes=angled)[0], "Clark fire at 1736") == shown("KT-12.1f")
    assert "fire at 1736" in offered(guns(units, "1632", hexes=angled)[0])
    fire(units, "7 OH-a fire at 1736", hexes=angled)


LED = {"7 OH-a": man("1733", 6), "27 VA": man("1734", 4, 5), "4 VA": man("1734", 5, 2)}


def leader(units, *dice):
    """Who leads the target, and the rating that is tested."""
    _, events = fire(units, "7 OH-a fire at 1734", "11", *dice)
    found = next(e for e in events if e.kind == "fire")
    return found.data[1], found.data[2]


@pytest.mark.rule("KT-12.2-1", "SS-12.2-4", "SS-12.2-5", "BS-9.2-4", "SS-15.1a-0")
def test_the_lead_unit_is_tested_with_its_rating():
    assert leader(LED) == ("4 VA", 2)
    game, _ = fire(LED, "7 OH-a fire at 1734", "66", "11", battle=ruled(("D", "-")))
    assert states(game, "4 VA") == {"worn", "1734"} and states(game, "27 VA") == {"fresh", "1734"}


@pytest.mark.rule("KT-12.2-2", "SS-12.2-1", "BS-9.2-1")
def test_one_unit_alone_leads():
    assert leader({"7 OH-a": "1733", "27 VA": man("1734", 1, 5)}) == ("27 VA", 4)


@pytest.mark.rule("KT-12.2-3", "SS-12.2-2", "BS-9.2-2")
def test_the_largest_printed_strength_leads_whatever_its_markers():
    assert leader(LED)[0] == "4 VA"
    assert leader({**LED, "4 VA": man("1734", 5, 4, "disrupted")})[0] == "4 VA"
    worn = {"values": {"fresh": [6, "R", 4], "worn": [3, "R", 4]}, "face": "worn"}
    assert leader({**LED, "4 VA": {"hex": "1734", **worn}})[0] == "27 VA"


@pytest.mark.rule("KT-12.2-4", "SS-12.2-3", "BS-9.2-3")
def test_among_equals_the_owner_names_the_lead():
    game, _ = fire({**LED, "4 VA": man("1734", 4, 2)}, "7 OH-a fire at 1734", "11")
    assert game.decision.seat == "confederate" and offered(game) == ["lead 27 VA", "lead 4 VA"]
    events = play(game, "lead 4 VA")
    assert next(e for e in events if e.kind == "fire").data[1] == "4 VA"
