"""Chapter 10.5b of *Stonewall's Sword*: uncontrolled moves and generals who are hit, and its Limited Activation."""

import pytest

from tests.rules.chits import asked, fates, in_cup, marker
from tests.rules.mountain import FIELD, hurt, mountain
from tests.support import at, offered, play, states, texts


def fog(units, *dice, **keys):
    """The Fog of War drawn and rolled."""
    game = mountain(units, "Fog of War", "Augur", "Winder", **keys)
    return game, play(game, "Fog of War", *dice)


def moves(game):
    """Who may be sent where: unit -> hexes."""
    found = {}
    for text in offered(game):
        if text != "pass":
            unit, _, hex = text.rpartition(": ")
            found.setdefault(unit, set()).add(hex)
    return found


def off(game, a, b):
    """Hexes between two places."""
    grid = game.state.setting.grid
    return grid.distance(grid.index(a), grid.index(b))


# -- uncontrolled advances ----------------------------------------------------------------------------------------

APART = {"46th PA": "1905", "1st VA": "1912", "37th VA": "2311", "Knap": "1703"}


@pytest.mark.rule("SS-10.5b-adv-1", "SS-10.5b-0")
@pytest.mark.parametrize("die, seat, units", [("1", "confederate", {"46th PA"}), ("3", "union", {"1st VA", "37th VA"})])
def test_the_enemy_sends_infantry_or_cavalry_that_stands_beside_nobody(die, seat, units):
    game, _ = fog(APART, die)
    assert asked(game) == (seat, "wayward") and set(moves(game)) == units
    beside, _ = fog({**APART, "1st VA": "1906"}, "1")
    assert offered(beside) == ["pass"] or asked(beside) == ("chance", "draw")


@pytest.mark.rule("SS-10.5b-adv-2")
def test_one_hex_nearer_to_the_nearest_of_his_own():
    game, _ = fog(APART, "1")
    assert {off(game, hex, "1912") for hex in moves(game)["46th PA"]} == {off(game, "1905", "1912") - 1}
    tied, _ = fog({"46th PA": "1905", "1st VA": "1908", "37th VA": "1902"}, "1")
    assert moves(tied)["46th PA"] == {"1904", "1906"}  # either way
    play(game, min(t for t in offered(game) if t != "pass"))
    assert at(game, "46th PA") in {"1906", "2006", "1806"} and asked(game) == ("chance", "draw")
    assert fates(game) == [("Fog of War", "used")]


@pytest.mark.rule("SS-10.5b-adv-2")
def test_or_nobody():
    game, _ = fog(APART, "1")
    play(game, "pass")
    assert (at(game, "46th PA"), asked(game)) == ("1905", ("chance", "draw"))


@pytest.mark.rule("SS-10.5b-adv-3", "SS-10.5b-wd-3")
@pytest.mark.parametrize("die, start, to, marks, after", [
    ("1", "1706", "1707", [], {"shaken"}), ("1", "1707", "1708", [], {"shaken"}),
    ("1", "1706", "1707", ["shaken"], {"disrupted"}), ("1", "1706", "1707", ["disrupted"], {"disrupted"}),
    ("1", "1704", "1705", [], set()), ("2", "1708", "1707", [], {"shaken"}),
])  # fmt: skip
def test_in_or_out_of_woods_and_corn_it_costs_a_hit_but_for_the_disrupted(die, start, to, marks, after):
    game, _ = fog({"46th PA": {"hex": start, "marks": marks}, "37th VA": "1712"}, die)
    play(game, f"46th PA: {to}")
    assert states(game, "46th PA") == {"fresh", to, *after}
    assert asked(game) == ("chance", "draw")  # no Break Test


@pytest.mark.rule("SS-10.5b-adv-4", "SS-10.5b-wd-4")
def test_the_rules_of_movement_and_stacking_hold():
    crowd = {"28th NY": {"hex": "1906", "values": {"fresh": [8, "R", 3]}}}
    game, _ = fog({**APART, **crowd}, "1")
    assert "46th PA" not in moves(game) and "28th NY" in moves(game)
    guns, _ = fog({"Knap": "1608", "46th PA": "1508", "37th VA": "1604"}, "2")
    assert "1609" not in moves(guns)["Knap"]  # woods without a road
    assert "1509" in moves(guns)["46th PA"]
    frozen, _ = fog({"15th AL": {"hex": "2008", "marks": ["frozen"]}, "46th PA": "2004"}, "3")
    assert asked(frozen) == ("chance", "draw")


# -- uncontrolled withdrawals -------------------------------------------------------------------------------------


@pytest.mark.rule("SS-10.5b-wd-1", "SS-10.5b-wd-2")
def test_any_unit_goes_one_hex_off_and_beside_nobody():
    game, _ = fog({**APART, "1st VA": "1906", "Knap": "1904"}, "2")
    assert asked(game) == ("confederate", "wayward")
    found = moves(game)
    assert set(found) == {"46th PA", "Knap"}
    assert {off(game, hex, "1906") for hex in found["46th PA"]} == {2}
    assert {off(game, hex, "1906") for hex in found["Knap"]} == {3}
    between, _ = fog({"46th PA": "1905", "1st VA": "1906", "37th VA": "1903"}, "2")
    assert "1904" not in moves(between)["46th PA"]


@pytest.mark.rule("SS-10.5b-wd-4", "SS-13.5c-1")
def test_guns_are_sent_into_woods_and_out_of_them_only_along_a_road():
    units = {"Knap": "1610", "1st VA": "1807"}
    game, _ = fog(units, "2")
    assert moves(game) == {"Knap": {"1510"}}
    units = {"Knap": "1709", "1st VA": "1908"}
    out, _ = fog(units, "2")
    assert {"1610"} <= moves(out)["Knap"] and "1609" not in moves(out)["Knap"]


@pytest.mark.rule("SS-10.5b-adv-4", "SS-10.5b-wd-4")
def test_skirmishers_are_not_sent_beside_an_enemy_nor_guns_near_one():
    skirmishers = {"hex": "1906", "marks": ["skirmish"]}
    game, _ = fog({"8th US": skirmishers, "102nd NY": "2106", "37th VA": "1908"}, "1")
    assert "8th US" not in moves(game)
    formed, _ = fog({"8th US": "1906", "37th VA": "1908"}, "1")
    assert moves(formed)["8th US"] == {"1907"}
    guns, _ = fog({"Caskie": "1908", "10th ME": "1905", "46th PA": "1911"}, "4")
    near = {hex: min(off(guns, hex, "1905"), off(guns, hex, "1911")) for hex in moves(guns)["Caskie"]}
    assert near and set(near.values()) == {3}
    engaged, _ = fog({"Caskie": "1908", "10th ME": "1906", "46th PA": "1911"}, "4")
    assert off(engaged, "1909", "1911") == 2 and "1909" in moves(engaged)["Caskie"]  # who is near goes as he likes


@pytest.mark.rule("SS-10.5b-wd-4")
@pytest.mark.parametrize("enemy, fires", [("1906", True), ("1907", False)])
def test_who_stands_beside_an_enemy_draws_his_fire(enemy, fires):
    game, _ = fog({"46th PA": "1905", "1st VA": enemy}, "2")
    play(game, f"46th PA: {sorted(moves(game)['46th PA'])[0]}")
    assert (asked(game) == ("confederate", "opportunity-fire")) is fires
    if fires:
        play(game, "pass")
    assert at(game, "46th PA") != "1905"


# -- generals -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-10.5b-gc-1", "SS-10.5b-gc-i")
@pytest.mark.parametrize("dice, turn, seat, hit", [
    (("5", "2"), 1, "union", ["Williams"]), (("5", "4"), 1, "union", []), (("6", "5"), 4, "confederate", []),
    (("6", "5"), 5, "confederate", ["Hill"]), (("6", "6"), 5, "confederate", []),
])  # fmt: skip
def test_one_die_on_the_table_of_a_side_and_a_near_miss_of_who_is_not_there(dice, turn, seat, hit):
    game, events = fog(FIELD, *dice, turn=turn)
    assert game.view("")["generals"]["casualties"] == hit
    told = next(e for e in events if e.kind in ("casualty", "no-casualty"))
    assert (told.seat, told.roll) == (seat, int(dice[1]))
    words = texts(game, [told])[0]
    assert ("near miss" in words) is (dice in (("5", "4"), ("6", "5")) and not hit)


@pytest.mark.rule("SS-10.5b-gc-ii-3", "SS-10.5b-gc-ii-1", "SS-10.5b-gc-ii-2", "SS-10.5b-gc-iii-1", "SS-10.5b-gc-iii-2")
def test_the_commander_can_be_hit_before_he_comes_and_get_over_it():
    game, _ = fog(FIELD, "6", "1", turn=1)
    assert game.view("")["generals"]["casualties"] == ["Jackson"] and "Jackson" not in in_cup(game)
    game, _ = fog(FIELD, "6", "1", turn=9, casualties=["Jackson"])
    assert game.view("")["generals"]["casualties"] == []
    late = mountain(FIELD, "Fog of War", "Jackson", turn=9)
    play(late, "Fog of War", "6", "1", "Jackson")
    assert asked(late) == ("chance", "die")  # the chit is that of his replacement by now


# -- Limited Activations ------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-10.7-4", "SS-10.7-5", "SS-10.7-6")
def test_in_a_limited_activation_only_those_beside_an_enemy_fire():
    units = {"46th PA": "1905", "28th NY": "1904", "5th CT": hurt("1503"), "1st VA": "1906"}
    game = mountain(units, "Williams", "Augur")
    play(game, "Williams", "5", *(["activate Crawford"] if "activate Crawford" in offered(game) else []))
    assert (asked(game), marker(game, "Crawford")) == (("union", "fire"), "limited")
    assert "1906" in offered(game)[0]
    events = play(game, "fire at 1906")
    assert [e.units for e in events if e.kind == "aim"] == [("46th PA",)]
    far = mountain({**units, "1st VA": "1907"}, "Williams", "Augur")  # in range, and nobody beside it
    play(far, "Williams", "5")
    assert asked(far) == ("chance", "draw")


@pytest.mark.rule("SS-10.5b-0")
def test_the_table_of_events_knows_both_moves_of_either_side():
    game, _ = fog(FIELD, "5")
    table = game.state.setting.fog
    assert [("Advance" in table[d], "Withdrawal" in table[d]) for d in (1, 2, 3, 4)] == [
        (True, False),
        (False, True),
    ] * 2
