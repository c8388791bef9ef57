"""KT 13.8 and 14.3b: cavalry that withdraws before infantry and guns."""

import pytest

from tests.books import shown
from tests.rules.field import flat, points, refused
from tests.rules.fighting import HIT, charted, man, ruled
from tests.rules.riders import on_foot, riders
from tests.support import at, kinds, offered, ordered, play, referee, texts

FOG = "Fog of War"


def coming(units, unit="7 OH-a", active="Tyler", *hexes, **keys):
    """A unit that moves towards cavalry in 1637."""
    game = riders({"14 VA": "1637", **units}, "movement", active, **keys)
    if f"move {unit}" in offered(game):
        play(game, f"move {unit}")
    play(game, *(f"{unit}: {h}" for h in hexes))
    return game


@pytest.mark.rule("KT-13.8-1", "BS-10.8-1", "BS-10.8-6", "BS-10.8-3")
def test_infantry_within_two_hexes_lets_it_withdraw_one_hex_away():
    game = coming({"7 OH-a": "1633"}, "7 OH-a", "Tyler", "1634")
    assert game.decision.seat == "union", "at three hexes nobody is asked"
    play(game, "7 OH-a: 1635")
    assert (game.decision.seat, game.decision.kind) == ("confederate", "cavalry-withdrawal")
    assert offered(game) == [
        "withdraw 14 VA to 1537",
        "withdraw 14 VA to 1638",
        "withdraw 14 VA to 1737",
        "14 VA stands",
    ]
    events = game.play("withdraw 14 VA to 1638")
    assert at(game, "14 VA") == "1638" and texts(game, events)[0] == "14 VA withdraws to 1638"
    assert game.decision.seat == "union" and points(game) == 2, "the mover goes on"


@pytest.mark.rule("KT-13.8-1", "BS-10.8-2", "BS-10.8-1", "BS-10.8-3")
def test_it_is_offered_at_each_hex_entered_within_two():
    """Ruling 86."""
    game = coming({"7 OH-a": "1633"}, "7 OH-a", "Tyler", "1634", "1635")
    play(game, "14 VA stands", "7 OH-a: 1636")
    assert game.decision.kind == "cavalry-withdrawal"


def again_at_two(first):
    """7 OH-a comes within two hexes of 14 VA, which answers so; then into another hex two off it: is it asked?"""
    game = coming({"7 OH-a": "1634"}, "7 OH-a", "Tyler", "1635")
    play(game, first, "7 OH-a: 1735" if first == "14 VA stands" else "7 OH-a: 1636")
    return game


@pytest.mark.rule("BS-10.8-2", "BS-10.8-4")
def test_by_the_series_rules_it_has_a_chance_at_two_hexes_and_one_at_one_hex_of_a_move():
    for first in ("14 VA stands", "withdraw 14 VA to 1638"):
        game = again_at_two(first)
        assert game.decision.kind == "move", "it has had its chance at two hexes"
        play(game, "7 OH-a: 1636" if first == "14 VA stands" else "7 OH-a: 1637")
        assert game.decision.kind == "cavalry-withdrawal", "and has the one at one hex"
        play(game, "14 VA stands")
        assert game.decision.kind != "cavalry-withdrawal"
    game = coming({"7 OH-a": "1634", "7 OH-b": "1633"}, "7 OH-a", "Tyler", "1635")
    play(game, "14 VA stands", "done", "move 7 OH-b", "7 OH-b: 1634", "7 OH-b: 1635")
    assert game.decision.kind == "cavalry-withdrawal", "the next mover gives it two chances of his own"


@pytest.mark.rule("KT-13.8-1")
def test_by_the_book_of_the_battle_it_is_asked_at_the_same_distance_again():
    for first in ("14 VA stands", "withdraw 14 VA to 1638"):
        assert again_at_two(first).decision.kind == "cavalry-withdrawal"


@pytest.mark.rule("KT-13.8-3", "KT-13.8-4")
def test_any_number_of_times_until_it_stands():
    game = coming({"7 OH-a": "1633"}, "7 OH-a", "Tyler", "1634", "1635")
    play(game, "withdraw 14 VA to 1638", "7 OH-a: 1636", "withdraw 14 VA to 1639", "7 OH-a: 1637")
    assert game.decision.kind == "cavalry-withdrawal"
    play(game, "14 VA stands")
    assert at(game, "14 VA") == "1639" and at(game, "7 OH-a") == "1637"


@pytest.mark.rule("KT-13.8-1", "KT-13.9-7", "BS-10.8-1", "BS-10.8-3", "BS-10.9-7")
def test_cavalry_that_comes_near_lets_nobody_withdraw_but_on_foot_it_does():
    game = coming({"14 PA": "1633"}, "14 PA", "Schoonmaker", "1634", "1635")
    assert game.decision.seat == "union"
    game = coming({"14 PA": on_foot("1634")}, "14 PA", "Schoonmaker", "1635")
    assert game.decision.kind == "cavalry-withdrawal"


@pytest.mark.rule("KT-13.8-1", "BS-10.8-1", "BS-10.8-3")
def test_guns_that_go_off_from_beside_it_let_it_withdraw_too():
    """Ruling 14: artillery may not come so near, but it may stop two hexes off."""
    game = riders({"14 VA": "1637", "Clark": "1636"}, "artillery", "Tyler")
    play(game, "artillery 1636", "move Clark", "Clark: 1635")
    while game.decision.kind in ("opportunity-fire",):
        play(game, "pass")
    assert game.decision.kind == "cavalry-withdrawal"


@pytest.mark.rule("KT-13.8-1", "KT-13.9-7", "BS-10.8-1", "BS-10.8-3", "BS-10.9-7")
def test_on_foot_it_stays():
    game = coming({"7 OH-a": "1634", "14 VA": on_foot("1637")}, "7 OH-a", "Tyler", "1635")
    assert game.decision.seat == "union"


@pytest.mark.rule("KT-13.8-2", "BS-10.8-3")
def test_the_hex_must_have_room_and_no_infantry():
    units = {"7 OH-a": "1634", "27 VA": "1638", "17 VA": man("1537", 7)}
    game = coming(units, "7 OH-a", "Tyler", "1635")
    assert offered(game)[:1] == ["withdraw 14 VA to 1737"]


@pytest.mark.rule("KT-13.8-2", "BS-10.8-3")
def test_the_hex_must_be_free_of_enemies():
    game = coming({"7 OH-a": "1634", "7 OH-b": "1638"}, "7 OH-a", "Tyler", "1635")
    assert "withdraw 14 VA to 1638" not in offered(game)
    assert refused(game, "withdraw 14 VA to 1638") == shown("KT-13.8-1")


@pytest.mark.rule("KT-13.8-2", "BS-10.8-3")
def test_the_ground_must_be_open_to_a_horse():
    closed = {"battle": charted("terrain", orchard={"cavalry": "no"}), "hexes": flat({"1638": {"terrain": "orchard"}})}
    game = coming({"7 OH-a": "1634"}, "7 OH-a", "Tyler", "1635", **closed)
    assert offered(game) == ["withdraw 14 VA to 1537", "withdraw 14 VA to 1737", "14 VA stands"]


@pytest.mark.rule("KT-13.8-2", "BS-10.8-3")
def test_the_hex_must_be_in_play():
    game = riders({"14 VA": "1026", "7 OH-a": "1029"}, "movement", "Tyler")
    play(game, "move 7 OH-a", "7 OH-a: 1028")
    inside = {game.state.setting.grid.name(h) for h in game.state.setting.in_play}
    found = [t.split()[-1] for t in offered(game)[:-1]]
    assert found and set(found) <= inside and "1025" not in inside, "1026 is the corner of the field"


@pytest.mark.rule("KT-13.8-1", "KT-13.7-1", "BS-10.8-5", "BS-10.7-1", "BS-10.8-1", "BS-10.8-3")
def test_nobody_fires_at_it_as_it_goes():
    """Ruling 86."""
    game = coming({"7 OH-a": "1634", "7 OH-b": "1736"}, "7 OH-a", "Tyler", "1635")
    events = play(game, "withdraw 14 VA to 1638")
    assert "fire" not in kinds(events) and game.decision.kind == "move"


def test_who_is_frozen_or_in_chaos_does_not_withdraw():
    for mark in ("frozen", "chaos"):
        game = coming({"7 OH-a": "1634", "14 VA": {"hex": "1637", "marks": [mark]}}, "7 OH-a", "Tyler", "1635")
        assert game.decision.seat == "union"


@pytest.mark.rule("KT-13.8-1", "BS-10.8-1", "BS-10.8-3")
def test_each_unit_is_asked_by_itself():
    game = coming({"7 OH-a": "1634", "36 VA (Johnson)": "1637"}, "7 OH-a", "Tyler", "1635")
    first = game.decision.about
    play(game, offered(game)[-1])
    assert game.decision.kind == "cavalry-withdrawal" and game.decision.about != first


def test_a_gesture_stops_for_it_and_can_go_on():
    game = coming({"7 OH-a": "1633"}, "7 OH-a", "Tyler")
    game.play("7 OH-a: 1634-1635-1636")
    assert game.decision.kind == "cavalry-withdrawal" and at(game, "7 OH-a") == "1635"
    assert game.left == ["7 OH-a: 1636"]
    play(game, "14 VA stands", "7 OH-a: 1636")
    assert at(game, "7 OH-a") == "1636"


def attacked(units, active="Tyler", action="7 OH-a assault 1637; done", **keys):
    game = riders({"14 VA": "1637", **units}, "close-combat", active, **keys)
    play(game, action)
    return game


@pytest.mark.rule("KT-14.3b-1", "KT-14.3b-2", "KT-14.3b-5", "BS-11.3b-1", "BS-11.3b-3", "SS-14.2b-4", "SS-13.7-2")
def test_attacked_by_infantry_it_may_withdraw_instead_of_firing():
    game = attacked({"7 OH-a": "1636"})
    assert game.decision.cite == shown("KT-14.3b-1") and game.decision.seat == "confederate"
    assert offered(game) == [
        "withdraw 14 VA to 1537",
        "withdraw 14 VA to 1638",
        "withdraw 14 VA to 1737",
        "14 VA stands",
    ]
    events = play(game, "withdraw 14 VA to 1638")
    assert "fire" not in kinds(events) and "assault" not in kinds(events)


@pytest.mark.rule("KT-14.3b-3", "SS-14.2b-2")
def test_the_attackers_may_advance_one_hex():
    game = attacked({"7 OH-a": "1636"})
    play(game, "withdraw 14 VA to 1638")
    assert offered(game) == ["7 OH-a: 1637", "done"]
    play(game, "7 OH-a: 1637")
    assert at(game, "7 OH-a") == "1637" and game.decision.kind != "advance"


@pytest.mark.rule("KT-14.3b-3", "BS-11.3b-2", "SS-14.2b-2")
def test_only_where_the_hex_is_empty():
    """Ruling 102."""
    game = attacked({"7 OH-a": "1636", "36 VA (Johnson)": "1637"})
    first = game.decision.about[0]
    play(game, f"withdraw {first} to 1638")
    other = game.decision.about[0]
    events = play(game, f"{other} stands")
    assert "advanced" not in kinds(events) and game.decision.kind == "dice", "the attack on the other goes on"
    assert "assault-aim" in kinds(events)


@pytest.mark.rule("KT-14.3b-1", "BS-11.3b-1")
def test_who_withdraws_gives_no_defensive_fire_from_where_it_stands_then():
    units = {"1/2 MD": "1637", "27/37 VA": "1637", "14 PA": "1636", "8 OH": on_foot("1536")}
    for answer in ("withdraw 1/2 MD to 1736", "1/2 MD stands"):
        game = riders(units, "close-combat", "Schoonmaker")
        play(game, "14 PA + 8 OH assault 1637; done", answer, "27/37 VA stands")
        assert game.decision.kind == "assaulting-hex", "beside riders who attack it has carbines, and has withdrawn"
    game = riders({**units, "1/2 MD": "1736"}, "close-combat", "Schoonmaker")
    play(game, "14 PA + 8 OH assault 1637; done", "27/37 VA stands")
    assert game.decision.kind == "defensive-fire", "had it stood there from the first"


@pytest.mark.rule("KT-14.3b-1", "BS-11.3b-1")
def test_attacked_by_cavalry_it_may_not():
    game = attacked({"14 PA": "1636"}, "Schoonmaker", "14 PA assault 1637; done")
    assert game.decision.kind == "dice"


@pytest.mark.rule("KT-14.3b-1", "KT-13.9-7", "BS-10.9-7", "BS-11.3b-1")
def test_cavalry_on_foot_attacks_as_infantry():
    game = attacked({"14 PA": on_foot("1636")}, "Schoonmaker", "14 PA assault 1637; done")
    assert game.decision.kind == "cavalry-withdrawal"


@pytest.mark.rule("KT-14.3b-2", "BS-11.3b-1")
def test_caught_between_two_attackers_it_has_nowhere_to_go():
    game = attacked({"7 OH-a": "1636", "7 OH-b": "1638"}, action="7 OH-a + 7 OH-b assault 1637; done")
    assert game.decision.kind != "cavalry-withdrawal"


@pytest.mark.rule("KT-14.3b-4", "SS-14.2b-3", "BS-11.3b-3")
def test_from_any_number_of_attacks():
    units = {"7 OH-a": "1636", "7 OH-b": "1930", "36 VA (Johnson)": "1931"}
    game = riders({"14 VA": "1637", **units}, "close-combat", "Tyler")
    play(game, "7 OH-a assault 1637", "7 OH-b assault 1931; done", "resolve 1637")
    play(game, "withdraw 14 VA to 1638", "done")
    assert game.decision.kind == "cavalry-withdrawal" and game.decision.about == ("36 VA (Johnson)",)


def test_its_card_weighs_standing_against_going():
    game = attacked({"7 OH-a": man("1636", 10, 6)})
    plans = game.rulebook.plans(game.state, "confederate")
    assert plans[0]["text"] == "14 VA stands" and "hex held" in plans[0]["headline"]
    assert sum(p["best"] for p in plans) == 1 and {p["text"] for p in plans} == set(offered(game))
    notes = game.rulebook.notes(game.state, "confederate")
    assert notes["14 VA stands"].startswith("hex held ") and notes["withdraw 14 VA to 1638"].startswith("cohesion ")


def test_the_attackers_card_says_that_it_reckons_with_cavalry_that_stands():
    game = riders({"14 VA": "1637", "7 OH-a": "1636"}, "close-combat", "Tyler")
    plan = game.rulebook.plans(game.state, "union", "1637")[0]
    assert {"kind": "cavalry-withdrawal", "answer": "14 VA stands", "cite": "KT-14.3b-1"} in plan["assumed"]


def test_standing_orders_answer_for_it():
    game = coming({"7 OH-a": "1633"}, "7 OH-a", "Tyler", "1634", "1635")
    found = game.rulebook.occasion(game.state, game.state.ask)
    assert found.window == "cavalry-withdrawal" and "near" in found.facts
    assert ordered(game, found) == {"stand": "14 VA stands", "go": "withdraw 14 VA to 1537"}
    names = [w["name"] for w in game.rulebook.windows(game.battle)]
    assert "cavalry-withdrawal" in names


@pytest.mark.rule("KT-13.8-1", "KT-16.2-1", "BS-10.8-1", "BS-10.8-3")
def test_skirmishers_beside_whom_it_comes_give_way():
    screen = {"hex": "1639", "marks": ["skirmish"]}
    game = coming({"7 OH-a": "1634", "7 OH-b": screen}, "7 OH-a", "Tyler", "1635")
    play(game, "withdraw 14 VA to 1638")
    assert (game.decision.seat, game.decision.kind) == ("union", "withdraw")
    play(game, offered(game)[0])
    assert at(game, "7 OH-b") != "1639" and game.decision.kind == "move"


@pytest.mark.rule("KT-13.8-1", "KT-13.11-6", "BS-10.11-5", "BS-10.8-1", "BS-10.8-3")
def test_who_shifts_out_of_a_crowded_hex_comes_near_too():
    units = {"7 OH-a": "1634", "29 OH-a": "1634", "14 VA": "1637"}
    game = riders({**units, "1 OH": "1634"}, "movement", "Tyler", order="regroup")
    assert game.decision.kind == "unstack"
    play(game, next(t for t in offered(game) if t.endswith(": 1635")))
    assert game.decision.kind == "cavalry-withdrawal"


@pytest.mark.rule("KT-13.8-1", "KT-10.5b-wayward-1", "BS-10.8-1", "BS-10.8-3")
def test_a_wayward_move_is_a_move_too():
    """Ruling 14."""
    units = {"14 VA": "1637", "7 OH-a": "1634"}
    game = referee(units, begin="draw", chits=[FOG], dice=["2"], cup=[FOG], side="union", hexes=flat())
    play(game, "7 OH-a: 1635")
    assert game.decision.kind == "cavalry-withdrawal" and at(game, "7 OH-a") == "1635"


def test_neither_a_retreat_nor_an_advance_lets_it_withdraw():
    units = {"7 OH-a": man("1634", 10, 6), "27 VA": man("1635", 1, 1)}
    hit = {"dice": [HIT, "11"], "battle": ruled(("-", "R1"), ("-", "RA1"))}
    game = riders({**units, "14 PA": "1638"}, "fire", "Tyler", **hit)
    play(game, "7 OH-a fire at 1635", "retreat 27 VA to 1636")
    assert (game.decision.seat, game.decision.kind) == ("union", "move-unit") and at(game, "27 VA") == "1636"
    game = riders({**units, "14 VA": "1637"}, "close-combat", "Tyler", **hit)
    play(game, "7 OH-a assault 1635; done", "done")
    play(game, next(t for t in offered(game) if t.startswith("retreat")))
    play(game, "7 OH-a: 1635")
    assert at(game, "7 OH-a") == "1635" and game.decision.kind != "cavalry-withdrawal"


@pytest.mark.rule("KT-10.5b-wayward-2", "KT-6.1b-1", "BS-3.1b-1")
def test_nobody_strays_among_riders():
    units = {"14 PA": "1635", "7 OH-a": "1634", "27 VA": "1641"}
    game = referee(units, begin="draw", chits=[FOG], dice=["2"], cup=[FOG], side="union", hexes=flat())
    assert "7 OH-a: 1633" in offered(game) and "7 OH-a: 1635" not in offered(game)


def test_the_range_says_where_cavalry_may_withdraw():
    game = riders({"14 VA": "1637", "7 OH-a": "1633"}, "movement", "Tyler")
    found = game.rulebook.reach(game.state, "7 OH-a")
    assert found["1634"]["irreversible"] is None
    assert found["1635"]["irreversible"] == {"why": "cavalry may withdraw: 14 VA", "cite": "KT-13.8-1"}
    plan = game.rulebook.plans(game.state, "union", "1636", ("7 OH-a",))[0]
    assert plan["warning"] == "cavalry may withdraw: 14 VA"
