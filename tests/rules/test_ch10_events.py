"""Chapter 10.4: every Event chit, with its windows, its effect and what bars it."""

import pytest

import vedette
from tests.books import shown
from tests.rules.chits import all_chits, asked, cup, in_cup, marker
from tests.rules.field import changed, flat, points, refused, spent
from tests.support import BATTLE, at, kinds, offered, play, referee, shifts, states

UNION, CONFEDERATE = "7 OH-a", "27 VA"
SIDES = ("union", "confederate")
FIELD = {
    UNION: "1533", "7 OH-b": {"hex": "1431", "marks": ["shaken"]}, "14 IN": "1230", "Davey": "1229",
    CONFEDERATE: "1634", "33 VA": {"hex": "2034", "marks": ["shaken", "low-ammo"]}, "21 VA": "2139",
}  # fmt: skip
"""Two brigades a side, two units face to face, others hurt or out of the way."""
CHITS = [(row["side"], row["chit"], set(row["window"].split(";"))) for row in vedette.battle(BATTLE).chits]


def field(units=FIELD, **keys):
    """The field on flat ground at 5 pm, with every chit of the book in play."""
    return referee(units, **{"hexes": flat(), "battle": all_chits(), "turn": 5, "cup": ["Tyler", "Burks"], **keys})


def fired_at(side, units=FIELD, **keys):
    """The front unit of a side is fired at."""
    active, fire = ("Garnett", f"{CONFEDERATE} fire at 1533") if side == "union" else ("Tyler", f"{UNION} fire at 1634")
    game = field(units, begin="fire", active=active, **keys)
    play(game, fire)
    return game


def assaulted(side, units=FIELD, **keys):
    """The front unit of a side is attacked."""
    attack = ("Garnett", f"{CONFEDERATE} assault 1533") if side == "union" else ("Tyler", f"{UNION} assault 1634")
    game = field(units, begin="close-combat", active=attack[0], **keys)
    play(game, attack[1])
    return game


def breaking(side, **keys):
    """The front unit of a side, Battleworn, is depleted and must take a Break Test."""
    strong = {"values": {"fresh": [12, "R", 4]}}
    units = {**FIELD, UNION: {"hex": "1533", **strong}, CONFEDERATE: {"hex": "1634", **strong}}
    victim, hex = (UNION, "1533") if side == "union" else (CONFEDERATE, "1634")
    game = fired_at(side, {**units, victim: {"hex": hex, "face": "worn"}}, **keys)
    for action in ("65", "51"):
        if game.decision.seat == side:
            play(game, "pass")
        play(game, action)
    return game


def ordered(brigade, order="attack", **keys):
    """A brigade has got its Order."""
    game = field(begin="orders", active=brigade, **keys)
    play(game, f"order {order}")
    return game


def drawn(side, chit):
    """A chit has just been drawn."""
    game = field(begin="draw", cup=[f"{chit} ({side.capitalize()})", "Tyler"])
    play(game, f"{chit} ({side.capitalize()})")
    return game


def moments(side, chit):
    """Every window, with games in which a side holds a chit, or has just drawn it."""
    held = {side: [chit]}
    return {
        "drawn": [drawn(side, chit)],
        "before-draw": [field(begin="draw", held=held)],
        "after-order": [ordered("Tyler", held=held), ordered("Garnett", held=held)],
        "fired-at": [fired_at(s, held=held) for s in SIDES],
        "assault-declared": [assaulted(s, held=held) for s in SIDES],
        "own-test": [breaking(s, held=held) for s in SIDES],
        "turn-end": [field(begin="end-turn", held=held)],
    }


@pytest.mark.rule("KT-10.4a-4", "BS-7.3-ev-4")
@pytest.mark.parametrize("side, chit, printed", CHITS)
def test_a_chit_is_played_in_its_windows_alone(side, chit, printed):
    offers = {
        window
        for window, games in moments(side, chit).items()
        if any(g.decision.seat == side and f"play {chit}" in offered(g) for g in games)
    }
    assert offers == printed


# -- chits that answer an Order -----------------------------------------------------------------------------


@pytest.mark.rule("KT-10.9-ex")
@pytest.mark.parametrize(
    "die, order", list(enumerate(["regroup", "defend", "maneuver", "attack", "attack", "attack"], 1))
)
def test_command_confusion_changes_the_order_of_the_enemy(die, order):
    game = ordered("Tyler", held={"confederate": ["Command Confusion"]})
    play(game, "play Command Confusion", str(die))
    kind = {"regroup": "rally", "defend": "fire", "maneuver": "move-unit", "attack": "fire"}[order]
    assert (asked(game), f"Tyler, {order}" in game.decision.stack) == (("union", kind), True)


def test_command_confusion_is_no_answer_to_the_own_order_nor_twice_to_one():
    held = {"union": ["Command Confusion", "Command Confusion"]}
    assert "play Command Confusion" not in offered(ordered("Tyler", held=held))
    game = ordered("Garnett", held=held)
    play(game, "play Command Confusion", "6")
    assert "play Command Confusion" not in offered(game)


@pytest.mark.parametrize("seat, brigade", [("union", "Garnett"), ("confederate", "Tyler")])
@pytest.mark.parametrize("chit", ["Command Confusion", "Fatigue"])
def test_a_limited_activation_is_safe_from_it(seat, brigade, chit):
    game = field(begin="draw", held={seat: [chit]}, cup=[brigade, "Burks"])
    while asked(game)[1] == "window":
        play(game, "pass")
    play(game, brigade, "6")
    assert asked(game)[1] == "fire"


@pytest.mark.rule("KT-13.2-3", "BS-10.2-3")
@pytest.mark.parametrize("order, allowance", [("attack", 8), ("defend", 4), ("maneuver", 12)])
def test_quick_march_doubles_the_allowance(order, allowance):
    game = ordered("Garnett", order, held={"confederate": ["Quick March"]}, units=FIELD)
    play(game, "play Quick March", *(["done"] if order != "maneuver" else []), "move 33 VA")
    assert points(game) == allowance


def test_quick_march_is_not_for_the_enemy_not_for_regroup_and_not_twice():
    held = {"union": ["Quick March"], "confederate": ["Quick March", "Quick March"]}
    assert "play Quick March" not in offered(ordered("Garnett", "regroup", held=held))
    game = ordered("Garnett", held=held)
    while game.decision.seat == "union":
        assert offered(game) == ["pass"]
        play(game, "pass")
    play(game, "play Quick March")
    assert "play Quick March" not in offered(game)


@pytest.mark.rule("KT-13.2-3", "BS-10.2-3", "SS-13.2-2")
@pytest.mark.parametrize("order, allowance", [("attack", 2), ("defend", 1), ("maneuver", 3)])
def test_fatigue_halves_the_allowance(order, allowance):
    game = ordered("Garnett", order, held={"union": ["Fatigue"]})
    play(game, "play Fatigue", "2", *(["done"] if order != "maneuver" else []), "move 33 VA")
    assert points(game) == allowance


def test_fatigue_drops_the_fraction_and_may_follow_a_quick_march():
    units = {"1 MI": "1431", CONFEDERATE: "2034"}
    game = field(units, begin="orders", active="Brodhead", held={"confederate": ["Fatigue"]})
    play(game, "order defend", "play Fatigue", "2", "move 1 MI")
    assert points(game) == 1  # half of three
    game = ordered("Garnett", held={"union": ["Fatigue"], "confederate": ["Quick March"]})
    play(game, "play Fatigue", "2", "play Quick March", "done", "move 33 VA")
    assert points(game) == 4


def test_fatigue_wears_a_fresh_unit_on_a_1():
    game = ordered("Garnett", held={"union": ["Fatigue"]})
    play(game, "play Fatigue", "1")
    assert (asked(game), offered(game)) == (("confederate", "deplete"), [f"deplete {CONFEDERATE}", "deplete 33 VA"])
    play(game, "deplete 33 VA")
    assert "worn" in states(game, "33 VA")
    worn = {CONFEDERATE: {"hex": "2034", "face": "worn"}, UNION: "1431"}
    game = field(worn, begin="orders", active="Garnett", held={"union": ["Fatigue"]})
    events = play(game, "order attack", "play Fatigue", "1")
    assert "depleted" not in kinds(events)


def test_fatigue_answers_the_enemy_once():
    held = {"union": ["Fatigue", "Fatigue"]}
    assert "play Fatigue" not in offered(ordered("Tyler", held=held))
    game = ordered("Garnett", held=held)
    play(game, "play Fatigue", "2")
    assert "play Fatigue" not in offered(game)


# -- Brigade Reserve Move -----------------------------------------------------------------------------------


@pytest.mark.rule("KT-13.0-3", "BS-10.0-1")
def test_a_reserve_move_is_of_a_brigade_without_a_unit_beside_an_enemy():
    game = field(begin="draw", held={"confederate": ["Brigade Reserve Move"]}, activated=["Burks"])
    play(game, "play Brigade Reserve Move", "move 21 VA")  # Garnett stands beside the enemy
    assert (points(game), marker(game, "Burks")) == (4, "activated")
    play(game, "21 VA: 2138", "done")
    assert (at(game, "21 VA"), asked(game)) == ("2138", ("chance", "draw"))


@pytest.mark.rule("KT-13.0-3", "BS-10.0-1")
def test_a_reserve_move_engages_nobody_and_marches_by_road():
    units = {"33 VA": "1135", UNION: "1139"}
    game = field(units, begin="draw", held={"confederate": ["Brigade Reserve Move"]})
    play(game, "play Brigade Reserve Move", "move 33 VA")
    assert spent(game, "1136", "1137") == 1
    assert refused(game, "33 VA: 1138") == shown("KT-10.4a-1")


def test_a_reserve_move_is_not_for_frozen_units():
    units = {"33 VA": {"hex": "2034", "marks": ["frozen"]}, "4 VA": "2036", UNION: "1431"}
    game = field(units, begin="draw", held={"confederate": ["Brigade Reserve Move"]})
    play(game, "play Brigade Reserve Move")
    assert offered(game) == ["move 4 VA", "done"]


@pytest.mark.parametrize("barred", ["Burks", ""])
def test_a_reserve_move_is_not_for_a_brigade_that_the_scenario_bars(barred):
    row = {"do": "chit_barred_on", "chit": "Brigade Reserve Move", "side": "confederate", "brigade": barred}
    battle = changed(special=[row])
    held = {"confederate": ["Brigade Reserve Move"]}
    game = field({"21 VA": "2139", UNION: "1431"}, begin="draw", held=held, battle=battle)
    assert ("play Brigade Reserve Move" in offered(game)) is (not barred)


def test_a_reserve_move_is_not_for_a_brigade_with_a_marked_unit():
    units = {"33 VA": {"hex": "2034", "marks": ["chaos"]}, "4 VA": "2036", UNION: "1431"}
    game = field(units, begin="draw", held={"confederate": ["Brigade Reserve Move"]})
    assert "play Brigade Reserve Move" not in offered(game)


# -- Good Ground --------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-3.2d-5", "KT-12.3-good-ground-wall")
def test_good_ground_is_for_union_hexes_without_a_wall():
    walled = flat({"1431": {"features": ["wall"]}})
    game = field(begin="draw", held={"union": ["Good Ground"]}, hexes=walled)
    play(game, "play Good Ground")
    assert offered(game) == [f"good ground {hex}" for hex in ("1229", "1230", "1533")]


@pytest.mark.rule("KT-3.2d-5", "KT-12.3-good-ground-wall")
def test_no_good_ground_for_a_wall_that_is_fired_at():
    walled = flat({"1533": {"features": ["wall"]}})
    assert "play Good Ground" not in offered(fired_at("union", hexes=walled, held={"union": ["Good Ground"]}))
    assert "play Good Ground" in offered(fired_at("union", held={"union": ["Good Ground"]}))


@pytest.mark.rule("KT-12.3-shift-good-ground")
def test_good_ground_shifts_fire_two_columns_left():
    game = fired_at("union", held={"union": ["Good Ground"]})
    assert shifts(play(game, "play Good Ground"))["KT-12.3-shift-good-ground"] == -2
    assert game.view("")["markers"]["good_ground"] == ["1533"]


@pytest.mark.rule("KT-14.3d-good-ground")
def test_good_ground_shifts_assaults_two_columns_left():
    game = assaulted("union", held={"union": ["Good Ground"]})
    events = play(game, "play Good Ground", "done")
    assert shifts(events)["KT-14.3d-good-ground"] == -2


def test_a_second_good_ground_adds_nothing_to_a_hex():
    marked = {**FIELD, UNION: {"hex": "1533", "marks": ["good-ground"]}}
    assert "play Good Ground" not in offered(fired_at("union", marked, held={"union": ["Good Ground"]}))


def test_good_ground_lasts_for_the_turn_and_while_somebody_stands_there():
    marked = {UNION: {"hex": "1533", "marks": ["good-ground"]}, CONFEDERATE: "2034"}
    game = field(marked, begin="movement", active="Tyler")
    play(game, f"move {UNION}", f"{UNION}: 1433", "done")
    assert game.view("")["markers"]["good_ground"] == []
    assert field(marked, begin="end-turn").view("")["markers"]["good_ground"] == []


# -- ammunition ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.1h-1")
def test_confederate_units_run_low_one_by_one():
    game = cup(FIELD, "CSA Low Ammo (Union)", "Tyler", turn=5, hexes=flat())
    play(game, "CSA Low Ammo (Union)", "play CSA Low Ammo")
    assert offered(game) == [f"low ammo {CONFEDERATE}", "low ammo 21 VA"]  # 33 VA is marked already
    play(game, f"low ammo {CONFEDERATE}")
    assert "low-ammo" in states(game, CONFEDERATE)


@pytest.mark.parametrize("marks, strength", [([], "3"), (["low-ammo"], "1.5")])
def test_low_ammo_halves_fire_but_no_assault(marks, strength):
    units = {**FIELD, CONFEDERATE: {"hex": "1634", "marks": marks}}
    game = field(units, begin="fire", active="Garnett")
    events = play(game, f"{CONFEDERATE} fire at 1533")
    assert next(e.data[0].strength for e in events if e.kind == "aim") == strength
    game = field(units, begin="close-combat", active="Garnett")
    events = play(game, f"{CONFEDERATE} assault 1533", "done")
    assert next(e.data[0].strength for e in events if e.kind == "assault-aim") == "3"


def test_find_ammo_takes_one_marker_off():
    low = {id: {"hex": hex, "marks": ["low-ammo"]} for id, hex in (("33 VA", "2034"), (CONFEDERATE, "2036"))}
    game = field({**low, UNION: "1431"}, begin="draw", held={"confederate": ["Find Ammo", "Find Ammo"]})
    play(game, "play Find Ammo")
    assert offered(game) == [f"supply {CONFEDERATE}", "supply 33 VA"]
    play(game, "supply 33 VA", "play Find Ammo")
    assert states(game, "33 VA") == {"fresh", "2034"}
    assert states(game, CONFEDERATE) == {"fresh", "2036"}


# -- Rally --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-17.1-7", "BS-13.1-ev")
def test_the_rally_chit_steadies_one_unit_whatever_its_distance_and_order():
    units = {UNION: {"hex": "1533", "marks": ["disrupted"]}, "7 OH-b": {"hex": "1634", "marks": ["shaken"]},
             "14 IN": {"hex": "1230", "marks": ["shaken"]}, "110 PA-a": {"box": "1"}, CONFEDERATE: "1735"}  # fmt: skip
    game = field(units, begin="draw", held={"union": ["Rally"]})
    play(game, "play Rally")
    assert offered(game) == [f"recover {UNION}", "recover 7 OH-b", "recover 14 IN"]
    play(game, f"recover {UNION}")
    assert states(game, UNION) == {"fresh", "1533"}
    units["7 OH-b"] = {"hex": "1635", "marks": ["shaken"]}  # beside the enemy
    game = field(units, begin="draw", held={"union": ["Rally"]})
    play(game, "play Rally")
    assert offered(game) == [f"recover {UNION}", "recover 14 IN"]


# -- Firefight ----------------------------------------------------------------------------------------------


def firefight(units=FIELD, side="confederate", **keys):
    """The Firefight chit is played."""
    game = field(units, begin="draw", held={side: ["Firefight"]}, **keys)
    play(game, "play Firefight")
    return game


def test_a_firefight_is_of_infantry_in_one_hex_at_one_in_range_and_sight():
    units = {CONFEDERATE: "1634", "Chew": "1634", UNION: "1533", "14 IN": "1732", "7 OH-b": "1431"}
    hill = flat({"1733": {"level": 9}})
    assert offered(firefight(units)) == ["fire from 1634 at 1533", "fire from 1634 at 1732"]  # 1431 is too far
    game = firefight(units, hexes=hill)  # behind the hill 14 IN is out of sight
    events = [] if asked(game)[1] == "dice" else play(game, "fire from 1634 at 1533")
    assert (asked(game), events) == (("chance", "dice"), [])
    assert game.decision.stack[-1] == f"{CONFEDERATE} at 1533"  # without the guns


def test_a_firefight_is_answered_once_and_nobody_moves():
    game = firefight({CONFEDERATE: "1634", UNION: "1533", "14 IN": "1532"})
    play(game, "11")
    assert (asked(game), offered(game)) == (("union", "firefight-answer"), ["fire at 1634", "pass"])
    events = play(game, "fire at 1634")
    assert [e.units for e in events if e.kind == "aim"] == [(UNION,)]  # 14 IN may not join from its hex
    play(game, "11")
    assert asked(game) == ("chance", "draw")
    assert (at(game, UNION), at(game, CONFEDERATE)) == ("1533", "1634")


def test_a_firefight_need_not_be_answered():
    game = firefight({CONFEDERATE: "1634", UNION: "1533"})
    play(game, "11", "pass")
    assert asked(game) == ("chance", "draw")


def test_who_is_driven_off_does_not_answer():
    game = firefight({CONFEDERATE: {"hex": "1634", "values": {"fresh": [12, "R", 5]}}, UNION: "1533"})
    play(game, "65", "13", "retreat 7 OH-a to 1433")
    assert asked(game) == ("chance", "draw")


def test_a_marked_hex_starts_no_firefight():
    chaos = {CONFEDERATE: {"hex": "1634", "marks": ["chaos"]}, UNION: "1533", "33 VA": "2034"}
    game = field(chaos, begin="draw", held={"confederate": ["Firefight"]})
    assert "play Firefight" not in offered(game)


# -- Confident ----------------------------------------------------------------------------------------------


def rating(events, kind):
    """The rating that a fire or an assault was read against."""
    return next(e.data[2] for e in events if e.kind == kind)


@pytest.mark.parametrize("printed, counts", [(3, 4), (6, 6)])
def test_confident_raises_the_rating_of_the_hex_fired_at(printed, counts):
    front = {"hex": "1533", "values": {"fresh": [6, "R", printed]}}
    units = {UNION: front, "7 OH-b": "1532", CONFEDERATE: "1634"}
    game = fired_at("union", units, held={"union": ["Confident"]})
    assert rating(play(game, "play Confident", "11"), "fire") == counts
    game = fired_at("union", units, held={"union": ["Confident"]})
    assert rating(play(game, "pass", "11"), "fire") == printed


def test_confident_raises_the_rating_of_the_hex_attacked_and_not_the_attackers():
    units = {UNION: "1533", "7 OH-b": "1532", CONFEDERATE: {"hex": "1634", "values": {"fresh": [12, "R", 4]}}}
    game = assaulted("union", units, held={"union": ["Confident"], "confederate": ["Confident"]})
    play(game, "play Confident")
    assert game.decision.seat == "union" or offered(game) == ["pass"]
    while asked(game)[1] != "dice":
        play(game, "pass" if asked(game)[1] == "window" else "done")
    assert rating(play(game, "11"), "assault") == 5


@pytest.mark.parametrize("action, holds", [("play Confident", 4), ("pass", 3)])
def test_confident_helps_in_a_break_test(action, holds):
    game = breaking("union", held={"union": ["Confident"]})
    events = play(game, action, "6")
    assert next(e.data[0] for e in events if e.kind == "break-test") == holds - 1  # Battleworn 3, alone


# -- Rebel Yell ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-14.3d-rebel-yell", "SS-14.2d-shift-yell")
def test_the_rebel_yell_shifts_an_assault_two_columns_right_once():
    game = assaulted("union", held={"confederate": ["Rebel Yell", "Rebel Yell"]})
    events = play(game, "play Rebel Yell")
    while asked(game)[1] != "dice":
        assert "play Rebel Yell" not in offered(game)
        events += play(game, "pass" if asked(game)[1] == "window" else "done")
    assert shifts(events)["KT-14.3d-rebel-yell"] == 2


@pytest.mark.rule("KT-14.3d-rebel-yell", "KT-14.1-1", "BS-11.1-1")
def test_the_rebel_yell_may_bring_on_an_assault_at_another_time():
    units = {CONFEDERATE: "1634", "Chew": "1634", "33 VA": {"hex": "1633", "marks": ["skirmish"]}, UNION: "1533"}
    game = field(units, begin="draw", held={"confederate": ["Rebel Yell"]})
    events = play(game, "play Rebel Yell")
    assert [e.units for e in events if e.kind == "declared"] == [(CONFEDERATE,)]
    assert asked(game) == ("union", "defensive-fire")
    events = play(game, "done")
    assert shifts(events)["KT-14.3d-rebel-yell"] == 2


def test_the_rebel_yell_is_not_for_a_marked_hex():
    units = {CONFEDERATE: {"hex": "1634", "marks": ["chaos"]}, UNION: "1533"}
    game = field(units, begin="draw", held={"confederate": ["Rebel Yell"]})
    assert "play Rebel Yell" not in offered(game)


# -- common to all ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_every_chit_is_twelve_a_side_and_each_has_a_rule(side):
    rows = [row for row in all_chits().chits if row["side"] == side]
    pool = cup({UNION: "1531"}, "Tyler", battle=all_chits()).view("")["chits"]["pools"][side]
    assert len(pool) == sum(int(row["copies"]) for row in rows) == 12
    assert set(pool) == {row["chit"] for row in rows}


def test_a_played_chit_is_open_and_out_for_the_turn():
    game = field(begin="draw", held={"union": ["Rally"]})
    play(game, "play Rally")
    assert game.view("confederate")["chits"]["spent"]["union"] == ["Rally"]
    assert "Rally" not in in_cup(game)
