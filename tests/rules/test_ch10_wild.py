"""Chapter 10.5: Fortunes of War and the Fog of War."""

import pytest

from tests.books import BOOK
from tests.rules.chits import UNITS, asked, cup, divided, fates, in_cup, marker, quiet
from tests.rules.field import flat, refused
from tests.rules.fighting import BIG, HIT, man, ruled, settle
from tests.support import at, kinds, offered, play, referee, shifts, states

UNION, CONFEDERATE = "7 OH-a", "27 VA"
FIELD = {UNION: "1533", "7 OH-b": "1532", CONFEDERATE: "1634", "33 VA": "1834"}
BRIGADES = {UNION: "1531", CONFEDERATE: "2034", "23 VA": "2134", "21 VA": "2139"}


def fog(units, *dice, **keys):
    """The Fog of War drawn and rolled; the Union draws on turn 2, the Confederates on turn 1."""
    game = cup(units, "Fog of War", *keys.pop("more", ("Tyler", "Garnett")), **{"hexes": flat(), **keys})
    play(game, "Fog of War", *dice)
    return game


def chaos(hex, **more):
    """A unit under Battlefield Chaos."""
    return {"hex": hex, "marks": ["chaos", *more.pop("marks", [])], **more}


# -- Fortunes of War ----------------------------------------------------------------------------------------


@pytest.mark.rule("KT-10.5", "BS-2.4-6")
@pytest.mark.parametrize("die, decides", [(1, "confederate"), (2, "confederate"), (3, "union"), (4, "union")])
def test_the_fog_may_fall_on_either_side(die, decides):
    game = fog(FIELD, str(die))
    assert game.decision.seat == decides


@pytest.mark.rule("KT-10.5", "BS-2.4-6")
def test_it_may_fall_on_both():
    game = fog(FIELD, "5")
    assert "union" in game.decision.prompt
    play(game, "66")
    assert "confederate" in game.decision.prompt


@pytest.mark.rule("KT-10.5a-1", "KT-10.3b-1", "BS-7.3a-1", "SS-10.5a-1", "BS-7.3-wild-1", "SS-10.3b-1")
def test_fortunes_of_war_is_discarded_and_loses_the_next_chit_only():
    game = cup(BRIGADES, "Fortunes of War", "Rally (Union)", "Good Ground (Union)", "Tyler")
    play(game, "Fortunes of War")
    assert (fates(game), asked(game)) == ([("Fortunes of War", "used")], ("chance", "draw"))
    play(game, "Rally (Union)")
    assert fates(game)[1] == ("", "lost")
    play(game, "Good Ground (Union)")
    assert asked(game) == ("union", "drawn")


@pytest.mark.rule("KT-10.5a-2", "SS-10.5a-2")
@pytest.mark.parametrize("chit", ["Rally (Union)", "Jackson", "Fog of War"])
def test_an_event_a_commander_or_the_fog_is_lost(chit):
    game = cup(BRIGADES, "Fortunes of War", chit, "Tyler")
    events = play(game, "Fortunes of War", chit)
    assert asked(game) == ("chance", "draw")
    assert fates(game)[1] == ("" if "(" in chit else chit, "lost")
    assert {"lost", "negated"} & set(kinds(events))
    assert offered(game) == ["Tyler"]


@pytest.mark.rule("KT-10.5a-2", "SS-10.5a-2")
def test_a_lost_event_chit_is_seen_by_its_owner_only():
    game = cup(BRIGADES, "Fortunes of War", "Rally (Union)", "Tyler")
    events = play(game, "Fortunes of War", "Rally (Union)")
    assert game.view("union")["chits"]["mine"]["lost"] == ["Rally"]
    assert "Rally" not in str(game.view("confederate")["chits"]["drawn"]) + str(game.view("")["chits"]["drawn"])
    lost = next(e for e in events if e.kind == "lost")
    assert "Rally" in game.say(lost, "union") and "Rally" not in game.say(lost, "confederate")


@pytest.mark.rule("KT-10.5a-3", "KT-10.5a-4", "BS-7.3a-3", "BS-7.3a-4", "SS-10.5a-3")
def test_a_brigade_is_activated_and_does_nothing():
    """The series rules lose a Brigade chit altogether: its brigade is not even marked."""
    units = {**BRIGADES, CONFEDERATE: "1634", UNION: "1533"}
    game = cup(units, "Fortunes of War", "Garnett", "Tyler", hexes=flat())
    play(game, "Fortunes of War", "Garnett")
    assert asked(game) == ("chance", "draw")  # no roll, no Order, no fire at the enemy beside it
    marked = "available" if BOOK.get() == "BS" else "lost"
    assert (marker(game, "Garnett"), in_cup(game)) == (marked, ["Tyler"])
    assert fates(game)[1] == ("Garnett", "lost")


@pytest.mark.rule("KT-10.5a-3", "KT-10.5a-5", "BS-7.3a-4", "BS-7.3a-5", "SS-10.5a-3", "SS-10.5a-4")
def test_its_owner_picks_the_brigade_and_the_chit_returns_for_the_others():
    game = cup(BRIGADES, "Fortunes of War", "Ramseur", "Tyler", battle=divided(), activated=["Fulkerson"])
    play(game, "Fortunes of War", "Ramseur")
    assert offered(game) == ["activate Garnett", "activate Burks"]
    play(game, "activate Garnett")
    assert (in_cup(game), fates(game)[1]) == (["Ramseur", "Tyler"], ("Ramseur", "returned"))
    play(game, "Ramseur")
    assert asked(game) == ("chance", "die")


@pytest.mark.rule("KT-10.5a-5")
def test_without_another_brigade_it_is_discarded():
    game = cup(BRIGADES, "Fortunes of War", "Ramseur", "Tyler", battle=divided(), activated=["Fulkerson", "Burks"])
    play(game, "Fortunes of War", "Ramseur")
    assert in_cup(game) == ["Tyler"]


@pytest.mark.rule("KT-10.5a-1", "BS-7.3a-2", "BS-7.3a-1", "SS-10.5a-1")
def test_drawn_last_it_loses_nothing_of_the_next_turn():
    game = cup(UNITS, "Fortunes of War", turn=1)
    play(game, "Fortunes of War")
    quiet(game, "draw")
    play(game, "Garnett")
    assert (game.view("")["turn"], asked(game)) == (2, ("chance", "die"))


# -- the Fog of War Table and Battlefield Chaos -------------------------------------------------------------


@pytest.mark.rule("KT-10.5b-1", "BS-7.3b-1", "SS-10.5b-0")
@pytest.mark.parametrize(
    "die, kind", [(1, "chaos"), (2, "wayward"), (3, "chaos"), (4, "wayward"), (5, "dice"), (6, "draw")]
)
def test_one_die_on_the_table(die, kind):
    game = cup(FIELD, "Fog of War", "Tyler")
    play(game, "Fog of War")
    assert asked(game) == ("chance", "die")
    play(game, str(die))
    assert asked(game)[1] == kind


@pytest.mark.rule("KT-10.5b-chaos-1", "KT-10.5b-end", "BS-7.3b-2", "SS-10.5b-end")
@pytest.mark.parametrize("die, seat, hexes", [(1, "confederate", ["1532", "1533"]), (3, "union", ["1634", "1834"])])
def test_the_opponent_picks_a_hex_of_the_affected_side(die, seat, hexes):
    game = fog(FIELD, str(die))
    assert (asked(game), offered(game)) == ((seat, "chaos"), [f"chaos {hex}" for hex in hexes])
    assert "may neither move" in game.decision.prompt
    play(game, f"chaos {hexes[1]}")
    assert game.view("")["markers"]["chaos"] == [UNION if die == 1 else "33 VA"]
    assert (fates(game), asked(game)) == ([("Fog of War", "placed")], ("chance", "draw"))


@pytest.mark.rule("KT-10.5b-chaos-2")
def test_marked_units_do_not_move():
    game = referee({UNION: chaos("1531"), "7 OH-b": "1530"}, begin="movement", active="Tyler", hexes=flat())
    assert offered(game) == ["move 7 OH-b", "done"]
    assert refused(game, f"move {UNION}") == "KT-10.5b-chaos-2"


@pytest.mark.rule("KT-10.5b-chaos-2")
def test_nor_do_they_advance_after_an_attack_that_they_beat_off():
    units = {UNION: man("1533", 3), CONFEDERATE: man("1633", 5, 4, "chaos"), "33 VA": man("1633", 2)}
    keys = {"begin": "close-combat", "active": "Tyler", "hexes": flat(), "dice": ["11", "11"]}
    game = referee(units, battle=ruled(close=("-", "AR1")), **keys)
    play(game, f"{UNION} assault 1633", "done")
    settle(game, "retreat")
    assert offered(game) == ["33 VA: 1533", "done"]


@pytest.mark.rule("KT-10.5b-chaos-3")
def test_marked_units_do_not_fire():
    units = {UNION: chaos("1533"), "7 OH-b": "1532", CONFEDERATE: "1633"}
    game = referee(units, begin="fire", active="Tyler", hexes=flat(), dice=["11"])
    assert refused(game, f"{UNION} fire at 1633") == "KT-10.5b-chaos-3"
    assert "add 7 OH-b" in [game.say(e).removeprefix("only answer: ") for e in play(game, "fire at 1633")]


@pytest.mark.rule("KT-10.5b-chaos-3")
def test_marked_units_do_not_attack():
    units = {UNION: chaos("1533"), "29 OH-a": "1532", CONFEDERATE: "1633"}
    game = referee(units, begin="close-combat", active="Tyler", hexes=flat())
    assert refused(game, f"{UNION} assault 1633") == "KT-10.5b-chaos-3"
    events = play(game, "assault 1633")
    assert "add 29 OH-a" in [game.say(e).removeprefix("only answer: ") for e in events]


@pytest.mark.rule("KT-10.5b-chaos-3")
@pytest.mark.parametrize("place, fires", [(chaos("1634"), False), ("1634", True)])
def test_marked_units_give_no_opportunity_fire(place, fires):
    units = {UNION: "1533", CONFEDERATE: place}
    game = referee(units, begin="movement", active="Tyler", hexes=flat())
    play(game, f"move {UNION}", f"{UNION}: 1433")
    assert (asked(game) == ("confederate", "opportunity-fire")) is fires


@pytest.mark.rule("KT-10.5b-chaos-3")
@pytest.mark.parametrize("place, helps", [(chaos("1632"), False), ("1632", True)])
def test_marked_units_give_no_supporting_fire(place, helps):
    units = {UNION: "1532", CONFEDERATE: "1633", "33 VA": place}
    game = referee(units, begin="close-combat", active="Tyler", hexes=flat())
    play(game, f"{UNION} assault 1633", "fire at 1532")
    assert ("add 33 VA" in offered(game)) is helps


@pytest.mark.rule("KT-10.5b-chaos-4")
@pytest.mark.parametrize("seat, chit", [("union", "Rally"), ("union", "Good Ground"), ("confederate", "Rally"),
                                        ("confederate", "Find Ammo")])  # fmt: skip
def test_its_owner_plays_no_chit_on_the_marked_hex(seat, chit):
    def options(*marks):
        unit = {"hex": "1531", "marks": ["shaken", "low-ammo", *marks]}
        units = {UNION: unit} if seat == "union" else {CONFEDERATE: unit}
        game = cup(units, "Tyler", held={seat: [chit]}, hexes=flat())
        return offered(game) if game.decision.seat == seat else []

    assert f"play {chit}" in options()
    assert f"play {chit}" not in options("chaos")


def test_the_opponent_may_play_on_it():
    game = cup({CONFEDERATE: chaos("1834")}, "CSA Low Ammo (Union)", "Tyler", turn=5)
    play(game, "CSA Low Ammo (Union)", "play CSA Low Ammo")
    assert "low-ammo" in states(game, CONFEDERATE)


@pytest.mark.rule("KT-10.5b-chaos-5")
def test_marked_units_neither_get_nor_give_support():
    def ratings(first, second):
        game = referee({UNION: first, "7 OH-b": second}, begin="movement", active="Tyler", hexes=flat())
        return [u["now"][2] for u in game.view("")["units"]]

    assert ratings("1531", "1532") == ["4", "4"]
    assert ratings(chaos("1531"), "1532") == ["3", "3"]


@pytest.mark.rule("KT-10.5b-chaos-6")
@pytest.mark.parametrize("place, strength", [("1633", "3"), (chaos("1633"), "1.5")])
def test_marked_units_defend_at_half_strength(place, strength):
    game = referee({UNION: "1532", CONFEDERATE: place}, begin="close-combat", active="Tyler", hexes=flat())
    events = play(game, f"{UNION} assault 1633", "fire at 1532")
    aims = [e.data[0] for e in events if e.kind == "aim"]
    assert aims[-1].strength == strength


RETREAT = ["7 OH-a fire at 1633", "65", "13"]


@pytest.mark.rule("KT-10.5b-chaos-7")
def test_marked_units_retreat_like_others():
    def after(place):
        strong = {"hex": "1532", "values": {"fresh": [10, "R", 5]}}
        game = referee({UNION: strong, CONFEDERATE: place}, begin="fire", active="Tyler", hexes=flat())
        play(game, *RETREAT)
        return offered(game)

    assert after(chaos("1633")) == after("1633") != []
    assert after("1633")[0].startswith(f"retreat {CONFEDERATE}")


@pytest.mark.rule("KT-10.5b-chaos-8")
def test_the_mark_goes_with_the_units():
    game = fog({UNION: {"hex": "1532", "values": {"fresh": [10, "R", 5]}}, CONFEDERATE: "1633"}, "3")
    play(game, "Tyler", "1", "order attack", *RETREAT, "retreat 27 VA to 1733")
    assert states(game, CONFEDERATE) == {"chaos", "fresh", "1733"}
    assert game.view("")["markers"]["chaos"] == [CONFEDERATE]


def test_a_unit_that_breaks_leaves_the_mark_behind():
    units = {UNION: man("1532", BIG), CONFEDERATE: man("1633", 5, 2, "chaos")}
    keys = {"begin": "fire", "active": "Tyler", "hexes": flat(), "dice": [HIT, "11", "6"]}
    game = referee(units, battle=ruled(("-", "B")), **keys)
    play(game, f"{UNION} fire at 1633")
    assert at(game, CONFEDERATE) is None and game.view("")["markers"]["chaos"] == []


@pytest.mark.rule("KT-10.5b-chaos-9")
def test_the_mark_is_gone_with_the_turn():
    game = referee({UNION: chaos("1531")}, begin="end-turn")
    assert states(game, UNION) == {"fresh", "1531"}


# -- Wayward Moves ------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-10.5b-wayward-1")
@pytest.mark.parametrize("die, seat, unit", [(2, "confederate", UNION), (4, "union", CONFEDERATE)])
def test_the_enemy_may_move_one_unit_one_hex(die, seat, unit):
    game = fog({UNION: "1531", CONFEDERATE: "2034"}, str(die))
    assert asked(game) == (seat, "wayward")
    hex = at(game, unit)
    moves = [text for text in offered(game) if text != "pass"]
    assert len(moves) == 6 and all(text.startswith(f"{unit}: ") for text in moves)
    play(game, moves[0])
    assert at(game, unit) == moves[0][-4:] != hex
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-10.5b-wayward-1")
def test_or_leave_it():
    game = fog({UNION: "1531", CONFEDERATE: "2034"}, "2", "pass")
    assert at(game, UNION) == "1531"


@pytest.mark.rule("KT-10.5b-wayward-2")
def test_not_off_the_map_into_an_enemy_or_a_full_hex():
    units = {UNION: "1030", "29 OH-a": "1031", "1 WV-a": "1029", CONFEDERATE: "1130"}
    game = fog(units, "2", more=("Tyler",))
    hexes = {text[-4:] for text in offered(game) if text.startswith(f"{UNION}: ")}
    assert hexes == {"1029", "1129"}  # 6 and 4 points have room together, 6 and 6 in 1031 have not


@pytest.mark.rule("KT-10.5b-wayward-2")
def test_not_out_of_the_area_of_play():
    game = fog({UNION: "2740", CONFEDERATE: "1834"}, "2", more=("Tyler",))
    assert {text[-4:] for text in offered(game) if text != "pass"} == {"2640", "2641", "2739"}


@pytest.mark.rule("KT-10.5b-wayward-3")
@pytest.mark.parametrize("enemy, fires", [("1634", True), ("1734", False)])
def test_it_may_draw_opportunity_fire(enemy, fires):
    game = fog({UNION: "1533", CONFEDERATE: enemy}, "2", f"{UNION}: 1433")
    assert (asked(game) == ("confederate", "opportunity-fire")) is fires
    if fires:
        play(game, "pass")
        assert at(game, UNION) == "1433"


# -- General Casualties -------------------------------------------------------------------------------------


def rated(game, chit, die):
    """The Command Rating that a chit shows when it is drawn."""
    return next(e.data[1] for e in play(game, chit, str(die)) if e.kind == "command")


@pytest.mark.rule("KT-10.5b-casualty-1")
def test_the_owner_rolls_on_the_table_of_his_side():
    game = fog(BRIGADES, "5")
    assert asked(game) == ("chance", "dice")
    events = play(game, "15", "15")
    found = [(e.kind, e.seat, e.data[0], e.roll) for e in events if "casualty" in e.kind]
    assert found == [("casualty", "union", "Tyler", 15), ("no-casualty", "confederate", "Fulkerson", 15)]


@pytest.mark.rule("KT-10.5b-casualty-i", "SS-10.5b-gc-i")
@pytest.mark.parametrize("union, confederate", [("11", "15"), ("23", "11"), ("66", "21")])
def test_a_general_not_in_play_is_no_casualty(union, confederate):
    game = fog(BRIGADES, "5", union, confederate)
    assert game.view("")["generals"]["casualties"] == []


@pytest.mark.rule("KT-10.5b-casualty-i", "SS-10.5b-gc-i")
def test_he_may_be_one_from_his_turn_on():
    game = fog(BRIGADES, "5", "66", "15", turn=2)
    assert game.view("")["generals"]["casualties"] == ["Fulkerson"]


@pytest.mark.rule(
    "KT-10.5b-casualty-ii-1",
    "KT-10.5b-casualty-ii-2",
    "SS-10.5b-gc-ii-1",
    "SS-10.5b-gc-ii-2",
    "SS-4.4-5",
    "BS-2.4-4",
)
def test_a_casualty_is_replaced_before_the_command_roll():
    game = fog(BRIGADES, "5", "15", "66")
    assert game.view("")["generals"]["casualties"] == ["Tyler"]
    assert rated(game, "Tyler", 3) == 2
    assert marker(game, "Tyler") == "limited"


@pytest.mark.rule("KT-10.5b-casualty-ii-3", "SS-10.5b-gc-ii-1")
def test_the_casualty_chit_stays_in_the_game():
    game = cup(BRIGADES, "Burks", casualties=["Tyler"], turn=2, set={"no-events": True})
    play(game, "Burks", "6")
    assert (game.view("")["turn"], game.view("")["generals"]["casualties"]) == (3, ["Tyler"])
    assert rated(game, "Tyler", 2) == 2


@pytest.mark.rule("KT-10.5b-casualty-iii-1", "SS-10.5b-gc-iii-1")
def test_a_casualty_may_recover():
    game = fog(BRIGADES, "5", "15", "66", casualties=["Tyler"])
    assert game.view("")["generals"]["casualties"] == []
    assert rated(game, "Tyler", 4) == 4
    assert asked(game) == ("union", "order")


@pytest.mark.rule("KT-10.5b-casualty-iii-2", "SS-10.5b-gc-iii-2")
def test_any_number_of_times():
    game = fog(BRIGADES, "5", "16", "12", casualties=["Tyler"], turn=2)
    assert game.view("")["generals"]["casualties"] == ["Garnett"]
    again = fog(BRIGADES, "5", "21", "14", casualties=game.view("")["generals"]["casualties"], turn=3)
    assert again.view("")["generals"]["casualties"] == ["Tyler"]


@pytest.mark.rule("KT-10.5b-casualty-ii-2")
def test_a_commander_is_replaced_too():
    game = cup(BRIGADES, "Jackson", "Fog of War", "Tyler", turn=2)
    play(game, "Fog of War", "5", "66", "11", "Jackson")
    assert asked(game) == ("chance", "die")


@pytest.mark.rule("KT-10.5b-end", "BS-7.3b-2", "SS-10.5b-end")
def test_otherwise_the_chit_is_discarded():
    game = fog(BRIGADES, "6")
    assert (fates(game), asked(game)) == ([("Fog of War", "used")], ("chance", "draw"))
    assert "Fog of War" not in offered(game)


# -- the second table, optional -----------------------------------------------------------------------------

CLOSE = {UNION: "1533", CONFEDERATE: {"hex": "1634", "values": {"fresh": [9, "R", 6]}}}


def second(units, die, *more, **keys):
    """A 6 on the Fog of War Table, rolled again."""
    return fog(units, "6", str(die), *more, set={"fog-second-table": True}, **keys)


@pytest.mark.rule("KT-10.5b-opt-0")
@pytest.mark.parametrize("on, kind", [(True, "die"), (False, "draw")])
def test_a_six_is_rolled_again_by_option_only(on, kind):
    assert asked(fog(FIELD, "6", set={"fog-second-table": on}))[1] == kind


def firing(game, brigade="Tyler", fire=f"{UNION} fire at 1634"):
    """The brigade attacks and fires, up to the window before the dice."""
    play(game, brigade, "1", "order attack", fire)
    return game


@pytest.mark.rule("KT-10.5b-opt-1")
def test_foolish_union_attack():
    game = firing(second(CLOSE, 1))
    assert (asked(game), offered(game)) == (("confederate", "window"), ["use Foolish Union Attack", "pass"])
    assert shifts(play(game, "use Foolish Union Attack"))["KT-10.5b-opt-1"] == -2
    assert game.view("")["bonuses"] == []


@pytest.mark.rule("KT-10.5b-opt-1")
def test_it_is_of_no_use_against_their_own_attack():
    game = firing(second(CLOSE, 1), "Garnett", f"{CONFEDERATE} fire at 1533")
    assert asked(game) == ("chance", "dice")


@pytest.mark.rule("KT-10.5b-opt-2")
def test_deception_keeps_a_union_unit_from_fire_and_attack():
    game = second({**CLOSE, "7 OH-b": "1532"}, 2)
    assert (asked(game), offered(game)) == (
        ("confederate", "deception"), [f"deceive {UNION}", "deceive 7 OH-b", "pass"]
    )  # fmt: skip
    play(game, f"deceive {UNION}", "Tyler", "1", "order attack")
    assert refused(game, f"{UNION} fire at 1634") == "KT-10.5b-opt-2"
    while asked(game)[1] != "close-combat" and game.decision.seat == "union":
        play(game, "done")
    assert asked(game)[1] == "draw"


@pytest.mark.rule("KT-10.5b-opt-3")
def test_friendly_fire_hits_two_union_units_that_see_one_another():
    units = {UNION: "1531", "7 OH-b": "1530", "29 OH-a": "2039", "Davey": "1529", CONFEDERATE: "1834"}
    game = second(units, 3)
    assert (asked(game), offered(game)) == (("confederate", "friendly-fire"), [f"{UNION} + 7 OH-b", "pass"])
    play(game, f"{UNION} + 7 OH-b")
    assert {"shaken"} == (states(game, UNION) & states(game, "7 OH-b")) - {"fresh"}


@pytest.mark.rule("KT-10.5b-opt-3")
def test_a_hill_between_them_saves_them():
    units = {UNION: "1531", "7 OH-b": "1533"}
    assert asked(second(units, 3)) == ("confederate", "friendly-fire")
    assert asked(second(units, 3, hexes=flat({"1532": {"level": 9}}))) == ("chance", "draw")


@pytest.mark.rule("KT-10.5b-opt-4")
def test_conflicting_orders_activate_a_confederate_brigade():
    game = second(BRIGADES, 4, turn=2, activated=["Burks"], more=("Tyler", "Garnett", "Fulkerson"))
    assert (asked(game), offered(game)) == (
        ("union", "conflicting-orders"), ["activate Garnett", "activate Fulkerson", "pass"]
    )  # fmt: skip
    play(game, "activate Garnett")
    assert marker(game, "Garnett") == "limited"
    play(game, "Garnett")
    assert (asked(game), fates(game)[-1]) == (("chance", "draw"), ("Garnett", "used"))


@pytest.mark.rule("KT-10.5b-opt-5", "KT-10.5b-opt-6")
@pytest.mark.parametrize("die, seat, name", [(5, "union", "Union"), (6, "confederate", "Confederate")])
@pytest.mark.parametrize("way, columns", [("left", -2), ("right", 2)])
def test_a_tactical_bonus_shifts_any_combat_either_way(die, seat, name, way, columns):
    game = firing(second(CLOSE, die))
    uses = [f"use {name} Tactical Bonus {w}" for w in ("left", "right")]
    assert (asked(game), offered(game)) == ((seat, "window"), [*uses, "pass"])
    events = play(game, f"use {name} Tactical Bonus {way}")
    assert shifts(events)[f"KT-10.5b-opt-{die}"] == columns
    assert game.view("")["bonuses"] == []


@pytest.mark.rule("KT-10.5b-opt-5")
def test_it_works_on_an_assault_too():
    game = second(CLOSE, 5)
    play(game, "Tyler", "1", "order attack", "done", "done", f"{UNION} assault 1634")
    assert "use Union Tactical Bonus right" in offered(game)


def test_an_unused_bonus_is_gone_with_the_turn():
    game = second(UNITS, 5, more=("Burks",))
    play(game, "Burks")
    assert (game.view("")["turn"], game.view("")["bonuses"]) == (2, [])
