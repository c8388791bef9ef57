"""Chapter 11: the four Orders and what each allows."""

import pytest

from tests.books import BOOK, shown
from tests.rules.field import flat, mover, points, refused, spent
from tests.support import kinds, offered, play, referee, states

UNION, CONFEDERATE, CAVALRY = "7 OH-a", "27 VA", "1 MI"
CLOSE = {UNION: "1533", CONFEDERATE: "1634"}


def ordered(order, units=CLOSE, **keys):
    """Tyler's brigade with an Order just given."""
    game = referee(units, begin="orders", **{"active": "Tyler", "cup": ["Fog of War"], "hexes": flat(), **keys})
    play(game, f"order {order}")
    return game


def steps(game):
    """The kinds of questions that an activation asks when every one is answered with its last answer."""
    found = []
    while game.decision.seat != "chance":
        found.append(game.decision.kind)
        game.play(game.decision.actions[-1])
    return found


@pytest.mark.rule("KT-11.0", "KT-7.0-P4a", "BS-4.0-10", "BS-8.0-1", "SS-11.0-1", "SS-7.0-4")
def test_an_activated_brigade_first_gets_an_order():
    game = referee(CLOSE, begin="draw", cup=["Tyler"])
    play(game, "Tyler", "4")
    assert game.decision.kind == "order"
    assert game.decision.stack[-1] == "Tyler"


@pytest.mark.rule("KT-11.0", "BS-8.0-1", "SS-11.0-1")
def test_a_limited_activation_gets_none():
    game = referee(CLOSE, begin="draw", cup=["Tyler"])
    play(game, "Tyler", "5")
    assert game.decision.kind == "fire"


@pytest.mark.rule("KT-11.0", "BS-8.0-1", "SS-11.0-1")
def test_a_commander_lets_a_brigade_have_an_order():
    game = referee(CLOSE, begin="draw", cup=["Jackson"])
    play(game, "Jackson", "play Jackson")
    assert game.decision.kind == "order"


@pytest.mark.rule("KT-11.0-2", "BS-4.0-10", "SS-7.0-4")
def test_the_order_limits_what_is_done_in_each_step():
    hurt = {"7 IN-a": {"hex": "1431", "marks": ["shaken"]}, **CLOSE}
    assert steps(ordered("attack", hurt)) == ["fire", "move-unit", "close-combat"]
    assert steps(ordered("defend", hurt)) == ["fire", "move-unit", "rally"]
    assert steps(ordered("maneuver", hurt)) == ["move-unit"]
    assert steps(ordered("regroup", hurt)) == ["rally"]


@pytest.mark.rule("KT-11.1-1", "BS-8.1-1", "SS-11.1-1")
def test_there_are_four_orders():
    game = referee(CLOSE, begin="orders", active="Tyler")
    assert offered(game) == ["order attack", "order defend", "order maneuver", "order regroup"]


@pytest.mark.rule("KT-11.1-2", "BS-8.1-1", "SS-11.1-1")
def test_the_order_is_open_to_the_other_side():
    game = referee(CLOSE, begin="orders", active="Tyler", cup=["Fog of War"])
    (event, *_) = play(game, "order maneuver")
    assert game.say(event, "confederate") == "Tyler: Maneuver"
    assert event.cite == "KT-11.1-2"


@pytest.mark.rule("KT-11.1-2", "BS-8.1-1", "SS-11.1-1")
def test_the_other_side_may_answer_the_order_with_a_chit():
    game = ordered("attack", held={"confederate": ["Fatigue"]})
    assert game.decision.seat == "confederate"
    assert offered(game) == ["play Fatigue", "pass"]


@pytest.mark.rule("KT-11.2-1", "KT-11.3-1", "KT-11.4-1", "SS-11.2-1", "SS-11.3-1", "SS-11.4-1", "BS-8.2-1")
@pytest.mark.parametrize("order, infantry, cavalry", [("attack", 4, 6), ("defend", 2, 3), ("maneuver", 6, 9)])
def test_movement_points_of_the_orders(order, infantry, cavalry):
    assert points(mover({UNION: "1532"}, UNION, order)) == infantry
    assert points(mover({CAVALRY: "1532"}, CAVALRY, order)) == (10 if BOOK.get() == "SS" else cavalry)


@pytest.mark.rule("KT-11.2-2", "KT-11.3-3", "BS-8.2-2", "SS-11.2-2", "BS-8.3-2", "SS-11.3-2")
@pytest.mark.parametrize("order", ["attack", "defend"])
def test_attack_and_defend_may_engage(order):
    game = mover({UNION: "1533", CONFEDERATE: "1734"}, UNION, order)
    play(game, f"{UNION}: 1634")
    assert states(game, UNION) == {"fresh", "1634"}


@pytest.mark.rule("KT-11.4-2", "BS-8.4-2", "SS-11.4-2", "SS-13.5-tec-6")
def test_maneuver_may_not_engage():
    game = mover({UNION: "1533", CONFEDERATE: "1734"}, UNION, "maneuver")
    assert refused(game, f"{UNION}: 1634") == shown("KT-11.4-2")
    assert f"{UNION}: 1632" not in offered(game) and f"{UNION}: 1532" in offered(game)


@pytest.mark.rule("KT-11.2-3", "BS-8.2-2", "SS-11.2-2", "SS-12.1-1")
def test_attack_allows_fire_and_assault():
    assert "fire at 1634" in offered(ordered("attack"))
    assault = referee(CLOSE, begin="close-combat", active="Tyler", order="attack", hexes=flat())
    assert "assault 1634" in offered(assault)


@pytest.mark.rule("KT-11.3-4", "BS-8.3-2", "SS-11.3-2", "SS-12.1-1")
def test_defend_allows_fire_and_no_assault():
    game = ordered("defend")
    assert "fire at 1634" in offered(game)
    assert steps(game) == ["fire", "move-unit"]


@pytest.mark.rule("KT-11.4-3", "BS-8.4-2", "SS-11.4-2")
def test_maneuver_allows_no_combat():
    assert steps(ordered("maneuver")) == ["move-unit"]


@pytest.mark.rule("KT-11.5-3", "BS-8.5-1", "SS-11.5-2")
def test_regroup_allows_no_combat():
    assert steps(ordered("regroup")) == []


@pytest.mark.rule("KT-11.2-4", "KT-11.4-4", "SS-11.2-3", "SS-11.4-3", "BS-8.2-3", "BS-8.4-2")
@pytest.mark.parametrize("order", ["attack", "maneuver"])
def test_attack_and_maneuver_bar_rally(order):
    game = ordered(order, {UNION: {"hex": "1531", "marks": ["shaken"]}})
    assert steps(game) == ["move-unit"]
    assert "shaken" in states(game, UNION)


@pytest.mark.rule("KT-11.3-5", "BS-8.3-3", "SS-11.3-3")
def test_defend_rallies_one_hit():
    game = ordered("defend", {UNION: {"hex": "1531", "marks": ["disrupted"]}})
    play(game, "done", f"recover {UNION}")
    assert "shaken" in states(game, UNION)


@pytest.mark.rule("KT-11.5-1", "BS-8.5-1", "SS-11.5-1")
def test_regroup_rallies_in_full():
    hurt = {UNION: {"hex": "1531", "marks": ["disrupted"]}, "7 OH-b": {"hex": "1530", "face": "worn"}}
    game = ordered("regroup", hurt)
    assert "rebuild 7 OH-b" in offered(game)
    play(game, f"recover {UNION}")
    assert states(game, UNION) == {"fresh", "1531"}


@pytest.mark.rule("KT-11.2-5", "KT-11.3-2", "KT-11.4-5", "BS-8.2-3", "BS-8.4-4", "SS-11.4-4")
def test_only_maneuver_marches_in_column():
    rates = {o: spent(mover({UNION: "1135"}, UNION, o), "1136") for o in ("attack", "defend", "maneuver")}
    assert rates == {"attack": 1, "defend": 1, "maneuver": 0.5}


@pytest.mark.rule("KT-11.3-note", "KT-7.0-2", "BS-8.3-4", "BS-4.0-3", "SS-7.0-6")
@pytest.mark.parametrize("order, then", [("attack", ["move-unit", "close-combat"]), ("defend", ["move-unit"])])
def test_who_fired_may_still_move_and_assault(order, then):
    game = ordered(order, {**CLOSE, CONFEDERATE: {"hex": "1634", "values": {"fresh": [9, "R", 6]}}})
    play(game, f"{UNION} fire at 1634", "11")
    assert offered(game) == [f"move {UNION}", "done"]
    assert steps(game) == then


@pytest.mark.rule("KT-11.5-2", "SS-11.5-2", "BS-8.5-1", "SS-13.1-1")
def test_regroup_bars_movement():
    game = ordered("regroup", {UNION: {"hex": "1531", "marks": ["shaken"]}})
    assert steps(game) == ["rally"]
    assert states(game, UNION) == {"fresh", "shaken", "1531"}


@pytest.mark.rule("KT-11.5-2", "BS-8.5-1", "SS-11.5-2", "SS-13.1-1")
def test_command_confusion_to_regroup_stops_the_march():
    game = ordered("maneuver", {UNION: "1531"}, held={"confederate": ["Command Confusion"]})
    events = play(game, "play Command Confusion", "1")
    assert "confusion" in kinds(events)
    assert game.decision.seat == "chance"
    assert states(game, UNION) == {"fresh", "1531"}


@pytest.mark.rule("KT-11.4-2", "BS-8.4-3", "BS-8.4-2", "SS-11.4-2", "SS-13.5-tec-6")
def test_maneuver_may_begin_beside_an_enemy_and_leave_under_fire():
    game = mover(CLOSE, UNION, "maneuver")
    assert refused(game, f"{UNION}: 1633") == shown("KT-11.4-2")
    play(game, f"{UNION}: 1433")
    assert game.decision.kind == "opportunity-fire"
    play(game, "pass")
    assert states(game, UNION) == {"fresh", "1433"}
