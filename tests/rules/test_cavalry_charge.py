"""KT 13.10 and 14.3d: the charge of cavalry. 14 PA begins in 1633, 27 VA stands in 1637."""

import pytest

from tests.books import shown
from tests.rules.field import flat, refused
from tests.rules.fighting import BIG, HIT, man, ruled
from tests.rules.riders import hurt, on_foot, riders, row
from tests.support import at, offered, play, shifts, states, texts
from vedette.engine.events import IllegalAction

BONUS = "KT-14.3d-charge"


def charging(units=(), *hexes, start="1633", **keys):
    """14 PA about to move, the ground bare but for some hexes."""
    ground = keys.pop("ground", {})
    target = {} if "27 VA" in dict(units) else {"27 VA": "1637"}
    game = riders({"14 PA": start, **target, **dict(units)}, "movement", "Schoonmaker", hexes=flat(ground), **keys)
    if "move 14 PA" in offered(game):
        play(game, "move 14 PA")
    play(game, *hexes)
    return game


def home(units=(), **keys):
    """14 PA has charged and stands in 1636; the Close Combat Step begins."""
    game = charging(units, "14 PA: charge 1634-1635-1636", **keys)
    while game.decision.kind in ("move", "move-unit"):
        play(game, "done")
    return game


@pytest.mark.rule("KT-13.10-0", "KT-13.10e", "BS-10.10-1", "BS-10.10e")
def test_it_ends_beside_the_enemy_and_the_mark_shows():
    game = charging()
    assert "14 PA: charge" in offered(game)
    events = game.play("14 PA: charge 1634-1635-1636")
    assert texts(game, events)[:2] == ["14 PA charges", "14 PA moves to 1634"]
    assert "done" in offered(game)
    game.play("done")
    assert "charging" in states(game, "14 PA")


@pytest.mark.rule("KT-13.10e", "BS-10.10e")
def test_it_may_stop_nowhere_else():
    game = charging({"27 VA": "1639"}, "14 PA: charge", "14 PA: 1634")
    assert "done" not in offered(game) and "14 PA: dismount" not in offered(game)
    assert "14 PA: 1533" not in offered(game), "from there it would not come to an enemy"
    assert refused(game, "done") == refused(game, "done move 14 PA") == shown("KT-13.10e")


@pytest.mark.rule("KT-13.10e", "BS-10.10e")
def test_out_of_reach_it_is_not_offered():
    game = charging({"27 VA": "1641"})
    assert "14 PA: charge" not in offered(game) and refused(game, "14 PA: charge") == shown("KT-13.10e")


@pytest.mark.rule("KT-13.10a", "BS-10.10a")
@pytest.mark.parametrize("mark", ["shaken", "disrupted"])
def test_the_hurt_do_not_charge(mark):
    game = charging(start=hurt("1633", mark))
    assert "14 PA: charge" not in offered(game) and refused(game, "14 PA: charge") == shown("KT-13.10a")


@pytest.mark.rule("KT-13.10b")
def test_it_begins_in_the_open():
    game = charging(ground={"1633": {"terrain": "orchard"}})
    assert "14 PA: charge" not in offered(game) and refused(game, "14 PA: charge") == shown("KT-13.10b")
    for ground in ({"terrain": "light-woods"}, {"features": ["angled"]}):
        assert "14 PA: charge" in offered(charging(ground={"1633": ground}))


@pytest.mark.rule("KT-13.10b")
def test_it_is_the_whole_of_a_move():
    game = charging((), "14 PA: 1634")
    assert "14 PA: charge" not in offered(game) and refused(game, "14 PA: charge") == shown("KT-13.10b")


def corridor(**changes):
    """Ground on which 1634, 1635 and 1636 are the only way in the open."""
    shut = {h: {"terrain": "orchard"} for h in ("1533", "1534", "1535", "1536", "1537", "1733", "1734", "1735", "1736")}
    return {**shut, "1737": {"terrain": "orchard"}, **{k[1:]: v for k, v in changes.items()}}


@pytest.mark.rule("KT-13.10c")
@pytest.mark.parametrize("ground", [{"terrain": "orchard"}, {"features": ["angled"]}])
def test_it_goes_through_clear_ground_and_light_woods_alone(ground):
    assert "14 PA: charge" in offered(charging(ground=corridor()))
    assert "14 PA: charge" in offered(charging(ground=corridor(_1635={"terrain": "light-woods"})))
    game = charging(ground=corridor(_1635=ground))
    assert "14 PA: charge" not in offered(game)
    game = charging({"27 VA": "1635"}, ground={"1634": ground}, start="1633")
    play(game, "14 PA: charge")
    assert refused(game, "14 PA: 1634") == shown("KT-13.10c")


@pytest.mark.rule("BS-10.10b", "BS-10.10c", "BS-10.10f")
@pytest.mark.parametrize("hex", ["1633", "1635", "1637"])
def test_by_the_series_it_begins_passes_and_strikes_in_clear_ground_alone(hex):
    assert "14 PA: charge" in offered(charging(ground=corridor()))
    game = charging(ground=corridor(**{f"_{hex}": {"terrain": "light-woods"}}))
    assert "14 PA: charge" not in offered(game)
    assert refused(game, "14 PA: charge") == ("BS-10.10b" if hex == "1633" else "BS-10.10e")


@pytest.mark.rule("KT-13.10d", "BS-10.10d")
def test_it_overstacks_no_hex_on_its_way():
    full = {"8 OH": "1635"}
    assert "14 PA: charge" not in offered(charging(full, ground=corridor()))
    game = charging(full, "14 PA: charge", "14 PA: 1634")
    assert refused(game, "14 PA: 1635") == shown("KT-13.10d")


@pytest.mark.rule("KT-13.10f")
@pytest.mark.parametrize("ground", [{"terrain": "orchard"}, {"features": ["angled"]}])
def test_the_enemy_it_strikes_stands_in_the_open(ground):
    assert "14 PA: charge" not in offered(charging(ground={"1637": ground}))
    assert "14 PA: charge" in offered(charging(ground={"1637": {"terrain": "light-woods"}}))


@pytest.mark.rule("KT-13.10f")
def test_and_is_infantry_or_artillery():
    assert "14 PA: charge" not in offered(charging({"27 VA": "1041", "14 VA": "1637"}))
    assert "14 PA: charge" in offered(charging({"27 VA": "1041", "14 VA": on_foot("1637")}))
    assert "14 PA: charge" in offered(charging({"27 VA": "1041", "Waters": "1637"}))


@pytest.mark.rule("KT-13.10g-1", "BS-10.10g")
@pytest.mark.parametrize("level", [6, 4, 7])
def test_it_crosses_no_slope_up_or_down(level):
    word = "steep" if level == 7 else "slope"
    sides = [("1634", "1635", word)]
    game = charging(ground=corridor(_1635={"level": level}), hexsides=sides)
    assert "14 PA: charge" not in offered(game)
    assert "14 PA: charge" in offered(charging(ground=corridor()))


@pytest.mark.rule("KT-13.10g-2", "BS-10.10g")
def test_nor_is_the_enemy_beyond_one():
    sides = [(a, "1637", "slope") for a in ("1636", "1536", "1537", "1736", "1737", "1638")]
    game = charging(ground={"1637": {"level": 6}}, hexsides=sides)
    assert "14 PA: charge" not in offered(game)
    assert "14 PA: charge" in offered(charging(ground={"1637": {"level": 6}}))


@pytest.mark.rule("KT-13.10-0", "KT-13.9-7", "BS-10.10-1", "BS-10.9-7")
def test_on_foot_nobody_charges():
    game = charging(start=on_foot("1635"))
    assert "14 PA: charge" not in offered(game) and refused(game, "14 PA: charge") == shown("KT-13.10-0")


@pytest.mark.rule("KT-13.10-1", "BS-10.10-2")
def test_under_another_order_than_attack_it_could_not_be_followed_up():
    game = charging(order="defend", start="1635")
    assert "14 PA: charge" not in offered(game) and refused(game, "14 PA: charge") == shown("KT-13.10-1")


@pytest.mark.rule("KT-13.10-1", "BS-10.10-2")
def test_the_close_combat_must_be_declared():
    game = home({"33 VA": "1536"})
    assert offered(game) == ["assault 1536", "assault 1637"], "either will do, but not done"
    assert refused(game, "done") == shown("KT-13.10-1")
    play(game, "14 PA assault 1637")
    assert "done" in offered(game)


@pytest.mark.rule("KT-13.10-1", "BS-10.10-2")
def test_others_may_not_take_its_only_target_without_it():
    game = home({"8 OH": "1736"})
    assert refused(game, "8 OH assault 1637") == shown("KT-13.10-1")
    play(game, "8 OH + 14 PA assault 1637; done")
    assert game.decision.kind == "defensive-fire"


@pytest.mark.rule("KT-13.10-1", "BS-10.10-2")
def test_it_attacks_nobody_else():
    units = {"14 PA": {"hex": "1636", "marks": ["charging"]}, "27 VA": "1637", "14 VA": "1536"}
    game = riders(units, "close-combat", "Schoonmaker")
    assert game.decision.prompt == "defensive fire of 1637: at which hex?", "riders are no answer: only one was left"
    game = riders({**units, "8 OH": "1535"}, "close-combat", "Schoonmaker")
    assert offered(game) == ["assault 1536", "assault 1637"]
    assert refused(game, "14 PA assault 1536") == shown("KT-13.10-1")
    texts = {p["text"] for p in game.rulebook.plans(game.state, "union")}
    assert texts == {"8 OH assault 1536", "14 PA assault 1637; done"}
    play(game, "8 OH assault 1536; done")
    assert offered(game) == ["resolve 1536", "resolve 1637"], "the charge was declared with it, as nothing else is left"


@pytest.mark.rule("KT-13.10-1", "BS-10.10-2")
def test_the_plans_of_its_only_target_have_it_among_them():
    game = home({"8 OH": "1736"})
    plans = game.rulebook.plans(game.state, "union", "1637")
    assert plans and all("14 PA" in p["units"] for p in plans)


@pytest.mark.rule("KT-13.10-1", "BS-10.10-2")
def test_of_two_that_have_charged_the_plan_of_one_leaves_the_other_to_follow():
    units = {"14 PA": {"hex": "1636", "marks": ["charging"]}, "8 OH": {"hex": "1736", "marks": ["charging"]}}
    game = riders({**units, "27 VA": "1637", "33 VA": "1836"}, "close-combat", "Schoonmaker")
    texts = {p["text"] for p in game.rulebook.plans(game.state, "union", "1637")}
    assert texts == {"8 OH + 14 PA assault 1637; done", "14 PA assault 1637"}
    play(game, "14 PA assault 1637")
    assert offered(game) == ["resolve 1637", "resolve 1836"]


@pytest.mark.rule("KT-13.10-1", "BS-10.10-2")
def test_who_has_not_charged_need_not_attack():
    game = riders({"14 PA": "1636", "27 VA": "1637"}, "close-combat", "Schoonmaker")
    assert "done" in offered(game)


@pytest.mark.rule("KT-13.10-2", "KT-14.3d-charge", "BS-10.10-3")
def test_the_charge_is_worth_two_columns():
    game = home()
    events = play(game, "done")
    assert shifts(events)[BONUS] == 2
    game = riders({"14 PA": "1636", "27 VA": "1637"}, "close-combat", "Schoonmaker")
    events = play(game, "14 PA assault 1637; done", "done")
    assert BONUS not in shifts(events), "without a charge there is none"


@pytest.mark.rule("KT-13.10-2", "BS-10.10-3")
@pytest.mark.parametrize(("strength", "bonus"), [(3, True), (8, False)])
def test_only_if_the_charging_unit_is_the_largest_of_the_assaulting_hex(strength, bonus):
    """Ruling 85."""
    units = {"14 PA": {"hex": "1636", "marks": ["charging"], **values(5)}, "8 OH": {"hex": "1636", **values(strength)}}
    game = riders({**units, "27 VA": "1637"}, "close-combat", "Schoonmaker")
    play(game, "14 PA + 8 OH assault 1637; done")
    events = play(game, "done")
    assert (BONUS in shifts(events)) is bonus


def values(sp):
    return {"values": {"fresh": [sp, "C", 4], "worn": [1, "C", 3]}}


@pytest.mark.rule("KT-13.10-2", "BS-10.10-3")
def test_a_charge_from_a_flanking_hex_gives_none():
    units = {"14 PA": {"hex": "1536", "marks": ["charging"]}, "8 OH": {"hex": "1636"}, "27 VA": "1637"}
    game = riders(units, "close-combat", "Schoonmaker")
    play(game, "14 PA + 8 OH assault 1637; done", "done")
    assert BONUS not in shifts(play(game, "assault from 1636"))
    game = riders(units, "close-combat", "Schoonmaker")
    play(game, "14 PA + 8 OH assault 1637; done", "done")
    assert BONUS in shifts(play(game, "assault from 1536"))


@pytest.mark.rule("KT-14.3d-charge", "BS-10.10-3")
def test_against_riders_it_gives_none():
    units = {"14 PA": {"hex": "1636", "marks": ["charging"]}, "14 VA": "1637"}
    game = riders(units, "close-combat", "Schoonmaker")
    events = play(game, "14 PA assault 1637; done")
    assert "KT-14.3d-cav-def" in shifts(events) and BONUS not in shifts(events)


def test_the_mark_goes_with_the_close_combat_step():
    game = home(dice=["11", "11", "11", "11", "11", "11"])
    assert "charging" in states(game, "14 PA") and "must attack" in row(game, "14 PA")["notes"][0]
    play(game, "done")
    while "Schoonmaker" in " ".join(game.decision.stack):
        play(game, offered(game)[0])
    assert "charging" not in states(game, "14 PA")


def test_the_bonus_stands_among_the_shifts_of_the_plan():
    game = home({"33 VA": "1536"})
    plan = game.rulebook.plans(game.state, "union", "1637")[0]
    assert {"name": "cavalry charge", "columns": 2, "cite": BONUS, "applied": True} in plan["shifts"]


@pytest.mark.rule("KT-13.10e", "BS-10.10e")
def test_when_those_it_charges_give_way_it_goes_on_as_a_move():
    screen = {"hex": "1637", "marks": ["skirmish"]}
    game = charging({"27 VA": screen}, "14 PA: charge 1631-1632-1633-1634-1635-1636", start="1630")
    assert game.decision.kind == "withdraw"
    play(game, offered(game)[0])
    assert "charging" not in states(game, "14 PA") and at(game, "14 PA") == "1636"


@pytest.mark.rule("KT-13.10c", "KT-13.10e", "BS-10.10e")
def test_what_has_become_a_move_is_no_charge_again_beyond_other_ground():
    clear = ("1632", "1633", "1634", "1636", "1637", "1638")
    ground = {h: {"terrain": "orchard"} for h in flat() if h not in clear}
    units = {"27 VA": {"hex": "1634", "marks": ["skirmish"]}, "33 VA": "1638"}
    game = charging(units, "14 PA: charge", start="1632", ground=ground, effects=["quick-march"])
    play(
        game,
        "retreat 27 VA to 1534",
        "14 PA: 1634",
        "retreat 27 VA to 1434",
        "14 PA: 1635",
        "14 PA: 1636",
        "14 PA: 1637",
    )
    assert "14 PA: dismount" in offered(game) and game.view("union")["movement"]["deeds"] == {"14 PA": ["dismount"]}
    play(game, "done")
    assert "charging" not in states(game, "14 PA") and "done" in offered(game)


@pytest.mark.rule("KT-13.10e", "BS-10.10e")
def test_who_falls_back_after_its_charge_need_not_attack():
    units = {
        "14 PA": {"marks": ["charging"], **man("1636", 3, 2)},
        "8 OH": man("1636", 4, 3),
        "27 VA": man("1637", BIG),
    }
    ruling = ruled(("-", "P1"))
    game = riders(units, "movement", "Schoonmaker", dice=[HIT, "11"], battle=ruling)
    play(game, "move 8 OH", "8 OH: 1635", "27 VA fire at 1636")
    while game.decision.kind == "retreat":
        assert game.decision.about == ("14 PA",), "it panics"
        play(game, offered(game)[0])
    assert "charging" not in states(game, "14 PA")


@pytest.mark.rule("KT-13.10a", "BS-10.10a")
def test_who_is_shaken_in_its_charge_goes_on():
    """The conditions of its start are those of its start."""
    units = {"33 VA": man("1735", BIG)}
    game = charging(units, "14 PA: charge 1634-1635", dice=[HIT, "11"], battle=ruled(("-", "M")))
    play(game, "14 PA: 1636", "33 VA fire at 1635")
    assert {"shaken", "1636"} <= states(game, "14 PA")
    play(game, "done")
    assert "charging" in states(game, "14 PA")


def test_who_charges_keeps_its_horse():
    game = charging((), "14 PA: charge", "14 PA: 1634")
    with pytest.raises(IllegalAction, match="the whole of a move"):
        game.play("14 PA: dismount")


def test_in_the_charge_of_a_stack_every_unit_charges():
    stack = {"8 OH": {"hex": "1634", **values(3)}}
    game = charging(stack, "14 PA: charge", start={"hex": "1634", **values(5)})
    game.play("14 PA + 8 OH: charge 1635-1636; done")
    assert "charging" in states(game, "14 PA") & states(game, "8 OH")


def test_a_charge_past_enemies_draws_their_fire():
    game = charging({"33 VA": "1735"}, "14 PA: charge 1634-1635")
    assert game.decision.kind == "move"
    game.play("14 PA: 1636")
    assert game.decision.kind == "opportunity-fire"


def test_the_range_of_a_charge_is_where_it_may_go_and_end():
    game = charging((), "14 PA: charge")
    found = game.rulebook.reach(game.state, "14 PA")
    assert found["1636"]["end"] and not found["1635"]["end"] and found["1635"]["cite"] == "KT-13.10e"


def test_nobody_else_is_offered_anything_before_it_has_ended():
    game = charging({"8 OH": "1533"}, "14 PA: charge", "14 PA: 1634")
    assert game.rulebook.reach(game.state, "8 OH") == {}
    assert game.view("union")["movement"]["deeds"] == {}
    play(game, "14 PA: 1635", "14 PA: 1636")
    assert "1534" in game.rulebook.reach(game.state, "8 OH")
    assert "8 OH" in game.view("union")["movement"]["deeds"]


def test_a_charge_is_no_march():
    game = charging({"8 OH": "1533"}, "14 PA: charge")
    assert game.rulebook.plans(game.state, "union") == game.rulebook.plans(game.state, "union", "1636") == []
    assert refused(game, "march 14 PA to 1636") == shown("KT-13.10b")
    play(game, "14 PA: 1634", "14 PA: 1635", "14 PA: 1636")
    plans = game.rulebook.plans(game.state, "union")
    assert plans and all(p["units"] == ["8 OH"] for p in plans)
    game.play(plans[0]["text"])
    assert "charging" in states(game, "14 PA")


def test_the_view_says_what_a_unit_can_do_besides_going():
    units = {"14 PA": "1633", "8 OH": on_foot("1535"), "27 VA": "1637"}
    game = riders(units, "movement", "Schoonmaker")
    assert game.view("union")["movement"]["deeds"] == {"8 OH": ["mount"], "14 PA": ["dismount", "charge"]}
    infantry = riders({"7 OH-a": "1633"}, "movement", "Tyler")
    assert infantry.view("union")["movement"]["deeds"] == {}
