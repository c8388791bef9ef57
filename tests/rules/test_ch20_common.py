"""Chapters 10.4b and 20.5: Common Events, the Surprise Attack, and a commander who learns."""

import msgspec
import pytest

from tests.rules.chits import asked, fates, in_cup, marker, quiet
from tests.rules.second import ATTACKERS, FIELD, afternoon, effort, prompt, scenario
from tests.support import kinds, offered, ordered, play, referee, texts
from vedette import staff

CUP = ("Rally (Confederate)", "Rally (Union)", "Breckinridge", "Duval")
GIVEN = {"confederate": ["Rally"]}


def first(side="Confederate", *more, **keys):
    """The first Event chit of a side has just been drawn."""
    game = afternoon(FIELD, *CUP, *more, **keys)
    play(game, f"Rally ({side})")
    return game


def end_of_turn(**keys):
    """The End Turn Phase of turn 3, in which the Confederates had given an Event chit up."""
    return afternoon(FIELD, begin="end-turn", **{"turn": 3, "common": GIVEN, **keys})


def announced(units=ATTACKERS, **keys):
    """Before a draw: an attack that was earned may be announced."""
    return afternoon({**FIELD, **units}, "Duval", **{"surprise": 2, "turn": 2, **keys})


# -- Common Events ------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-10.4b-1", "KT-20.5-surprise-a-1")
def test_the_first_event_chit_of_a_turn_may_be_given_up():
    game = first()
    assert offered(game) == ["hold Rally", "give up Rally"]
    assert "for a roll, Surprise Attack on 1 or 2" in prompt(game)


@pytest.mark.rule("KT-10.4b-1", "KT-20.2d", "KT-20.4h", "KT-20.6-no-S5-rules")
@pytest.mark.parametrize("name", ["first-kernstown", "breckinridge-attacks", "what-if-second-kernstown"])
def test_no_other_scenario_has_common_events(name):
    """rulings: oddities 3 and 100."""
    units = {"13 IN": "2616", "2 VA": "3526"} if name.startswith("first") else FIELD
    game = afternoon(units, "Rally (Confederate)", name=name, turn=2)
    play(game, "Rally (Confederate)")
    assert offered(game) == ["hold Rally"] and game.view("")["efforts"] == []


@pytest.mark.rule("KT-10.4b-1")
def test_a_scenario_says_whether_it_has_them():
    battle = scenario("second-kernstown")
    without = msgspec.structs.replace(battle, scenario={**battle.scenario, "common_events": False})
    keys = {"begin": "draw", "cup": ["Rally (Confederate)", "Duval"]}
    for there, answers in ((battle, 2), (without, 1)):
        game = referee(FIELD, battle=there, **keys)
        play(game, "Rally (Confederate)")
        assert len(offered(game)) == answers


@pytest.mark.rule("KT-10.4b-2", "KT-20.5-surprise-a-1", "SS-10.4b-2", "SS-20.1a-2", "SS-20.2a-2")
def test_it_lies_back_up_till_the_turn_ends():
    game = first()
    events = play(game, "give up Rally")
    assert fates(game) == [("", "given up")]
    common = next(e for e in events if e.kind == "common")
    assert game.say(common, "confederate") == "The Confederates give Rally up as a Common Event"
    assert game.say(common, "union") == "The Confederates give the Event chit up as a Common Event"
    assert game.view("confederate")["chits"]["mine"]["given_up"] == ["Rally"]
    assert game.view("confederate")["chits"]["mine"]["hand"] == []
    assert game.rulebook.broken_laws(game.state) == []
    other = game.imagine("union", 3)
    assert other.view("union") == game.view("union") and other.rulebook.broken_laws(other.state) == []


@pytest.mark.rule("KT-10.4b-2", "KT-20.5-surprise-a-2", "SS-10.4b-2", "SS-20.1a-2", "SS-20.2a-2")
def test_the_second_chit_or_one_that_was_kept_cannot_be_given_up():
    game = afternoon(FIELD, "Rally (Confederate)", "Firefight (Confederate)", "Duval")
    play(game, "Rally (Confederate)", "hold Rally")
    quiet(game, "draw")
    play(game, "Firefight (Confederate)")
    assert "give up Firefight" not in offered(game)
    quiet(game, "draw")
    play(game, "Duval", "6", "activate Hayes")
    events = quiet(game, "key")
    assert "common-roll" not in kinds(events) and game.view("")["turn"] == 2


@pytest.mark.rule("KT-20.5-surprise-a-3", "KT-20.5-crook-a-2")
@pytest.mark.parametrize("side", ["Confederate", "Union"])
def test_one_lost_to_fortunes_of_war_was_the_first(side):
    game = afternoon(FIELD, "Fortunes of War", f"Rally ({side})", f"Firefight ({side})", "Duval")
    play(game, "Fortunes of War", f"Rally ({side})", f"Firefight ({side})")
    assert "give up Firefight" not in offered(game)


def test_chits_of_the_other_side_and_commanders_do_not_count_as_the_first():
    game = afternoon(FIELD, *CUP, "Early")
    play(game, "Early", "hold Early")
    quiet(game, "draw")
    play(game, "Rally (Union)", "hold Rally")
    quiet(game, "draw")
    play(game, "Rally (Confederate)")
    assert "give up Rally" in offered(game)


def test_in_the_next_turn_the_first_chit_counts_anew():
    game = afternoon(FIELD, "Rally (Confederate)", turn=1)
    play(game, "Rally (Confederate)", "give up Rally")
    quiet(game, "die")
    play(game, "6")
    while game.decision.kind == "key":
        game.play(game.decision.actions[0].text, game.decision.seat)
    assert game.view("")["turn"] == 2
    quiet(game, "draw")
    play(game, next(t for t in offered(game) if t.endswith("(Confederate)")))
    assert any(t.startswith("give up ") for t in offered(game))


# -- the roll for the Surprise Attack -----------------------------------------------------------------------------


@pytest.mark.rule("KT-20.5-surprise-a-1", "KT-20.5-surprise-b-1")
@pytest.mark.parametrize("die, state", [("1", "earned"), ("2", "earned"), ("3", "open")])
def test_a_roll_at_the_end_of_the_turn_earns_the_attack(die, state):
    """rulings: oddity 4."""
    game = end_of_turn()
    assert asked(game) == ("chance", "die")
    events = play(game, die)
    assert f"Surprise Attack on 1 or 2: rolled {die}" in texts(game, events)[0]
    assert effort(game, "confederate")[0] == state


@pytest.mark.rule("KT-20.5-surprise-c")
def test_who_fails_may_try_again():
    game = end_of_turn()
    play(game, "3")
    assert effort(game, "confederate") == ("open", "on 1 or 2: costs the first Event chit drawn")
    assert "give up Rally" in offered(first(turn=4))


@pytest.mark.rule("KT-20.5-surprise-b-2")
def test_once_earned_no_chit_is_given_up_for_it_any_more():
    game = afternoon({"1/15 LA": "3522", "13 WV": "2018"}, "Rally (Confederate)", "Duval", surprise=2, turn=5)
    play(game, "Rally (Confederate)")
    assert offered(game) == ["hold Rally"]


@pytest.mark.rule("KT-20.5-surprise-b-2")
@pytest.mark.parametrize("turn, asks", [(3, False), (4, True), (9, True)])
def test_it_may_be_made_from_the_next_turn_on(turn, asks):
    game = announced(surprise=4, turn=turn)
    assert (asked(game) == ("confederate", "surprise")) is asks


def test_in_the_last_turn_there_is_nothing_to_roll_for():
    game = afternoon(FIELD, *CUP, turn=16)
    play(game, "Rally (Confederate)")
    assert offered(game) == ["hold Rally"]
    assert effort(game, "confederate")[0] == "barred"


# -- the attack ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.5-surprise-d-1", "KT-20.5-surprise-g-3")
def test_it_is_announced_whenever_a_chit_would_be_pulled_or_never():
    game = announced()
    assert offered(game) == ["announce Surprise Attack", "pass"]
    note = game.notes("confederate")["announce Surprise Attack"]
    assert "8 MP a unit" in note and "cohesion +1" in note
    assert set(game.decision.about) == set(ATTACKERS)
    play(game, "pass")
    assert asked(game) == ("chance", "draw")
    play(game, "Duval", "6", "activate Hayes")
    play(game, *["done"] * (asked(game)[1] == "fire"))
    assert asked(game)[1] in ("surprise", "key", "draw") and effort(game, "confederate")[0] == "earned"


@pytest.mark.rule("KT-20.5-surprise-d-1", "KT-10.1-2", "BS-7.1-2")
def test_held_chits_come_before_it():
    game = announced(held={"union": ["Firefight"]})
    assert asked(game) == ("union", "window")
    play(game, "pass")
    assert asked(game) == ("confederate", "surprise")


@pytest.mark.rule("KT-20.5-surprise-d-2", "KT-20.5-surprise-f")
def test_three_brigades_attack_in_any_sequence_without_a_roll():
    game = announced()
    events = play(game, "announce Surprise Attack")
    assert [marker(game, b) for b in ("Forsberg", "Patton", "Smith")] == ["activated"] * 3
    assert offered(game) == ["activate Forsberg", "activate Patton", "activate Smith"]
    assert "Surprise Attack: Forsberg, Patton, Smith one after the other" in texts(game, events)[0]
    acted = []
    for brigade in ("Smith", "Forsberg"):
        events = play(game, f"activate {brigade}")
        acted += [e.data for e in events if e.kind == "ordered"]
        assert not any(e.kind == "command" for e in events)
        events = quiet(game, "activate", "draw")
        acted += [e.data for e in events if e.kind == "ordered"]
    assert acted == [("Smith", "attack"), ("Forsberg", "attack"), ("Patton", "attack")]
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-20.5-surprise-d-2")
def test_brigades_that_have_acted_act_again():
    """rulings: oddity 97."""
    game = announced(activated=["Patton", "Smith"], limited=["Smith"])
    play(game, "announce Surprise Attack")
    assert offered(game) == ["activate Forsberg", "activate Patton", "activate Smith"]
    quiet(game, "draw")
    assert [marker(game, b) for b in ("Forsberg", "Patton", "Smith")] == ["activated"] * 3


@pytest.mark.rule("KT-20.5-surprise-f")
def test_afterwards_their_chit_finds_nobody():
    game = afternoon(FIELD, "Breckinridge", "Duval", surprise=2, turn=2)
    play(game, "announce Surprise Attack")
    quiet(game, "draw")
    events = play(game, "Breckinridge")
    assert "no-brigade" in kinds(events) and in_cup(game) == ["Duval"]


@pytest.mark.rule("KT-20.5-surprise-e-1")
def test_each_regiment_has_eight_movement_points():
    game = announced({"45 VA": "3007"})
    play(game, "announce Surprise Attack", "activate Forsberg", "move 45 VA")
    assert "8 MP left" in " ".join(game.decision.stack)


@pytest.mark.rule("KT-20.5-surprise-e-2")
def test_three_events_are_barred_meanwhile():
    held = {"union": ["Command Confusion", "Fatigue"], "confederate": ["Quick March"]}
    game = announced(held=held)
    quiet(game, "surprise")
    play(game, "announce Surprise Attack")
    seen = []
    while game.decision.kind != "draw":
        seen += [t for d in game.decisions for t in (a.text for a in d.actions) if t.startswith("play ")]
        play(game, offered(game)[0 if game.decision.kind == "activate" else -1])
    assert seen == []
    usual = afternoon(FIELD, "Breckinridge", held=held, turn=2)
    quiet(usual, "draw")
    play(usual, "Breckinridge", "1", "activate Patton", "order attack")
    assert offered(usual) == ["play Command Confusion", "play Fatigue", "pass"]


@pytest.mark.rule("KT-20.5-surprise-e-3")
def test_all_of_them_are_steadier_until_the_last_has_acted():
    game = announced()
    now = lambda: {u["id"]: int(u["now"][2]) for u in game.view("")["units"]}  # noqa: E731
    before = now()
    play(game, "announce Surprise Attack")
    steady = [i for i, rating in now().items() if rating == before[i] + 1]
    assert set(steady) == set(ATTACKERS) and sum(now().values()) == sum(before.values()) + 3
    play(game, "activate Smith")
    quiet(game, "activate")
    assert all(now()[i] == before[i] + 1 for i in ATTACKERS)
    quiet(game, "draw")
    assert {i: now()[i] for i in ATTACKERS} == {i: before[i] for i in ATTACKERS}


@pytest.mark.rule("KT-20.5-surprise-e-3")
def test_tests_of_them_read_the_better_rating():
    units = {"45 VA": "3007", "13 WV": {"hex": "2908", "values": {"fresh": [9, "R", 5]}}}
    game = announced(units)
    rating = int(next(u["now"][2] for u in game.view("")["units"] if u["id"] == "45 VA"))
    play(game, "announce Surprise Attack", "activate Forsberg")
    quiet(game, "move-unit")
    play(game, "move 45 VA", "45 VA: 3006")
    while game.decision.kind != "dice":
        play(game, "fire" if "fire" in offered(game) else offered(game)[0])
    events = play(game, "44")
    assert next(e.data[2] for e in events if e.kind == "fire") == min(6, rating + 1)


@pytest.mark.rule("KT-20.5-surprise-h")
def test_only_once():
    game = announced()
    play(game, "announce Surprise Attack")
    quiet(game, "draw")
    assert effort(game, "confederate") == ("used", "made")
    play(game, "Duval", "6", "activate Johnson")
    quiet(game, "key")
    assert game.view("")["turn"] == 3
    again = afternoon(FIELD, "Rally (Confederate)", surprise=-1, turn=3)
    play(again, "Rally (Confederate)")
    assert offered(again) == ["hold Rally"]


def test_not_when_nobody_of_theirs_is_left():
    gone = {i: {"box": "2"} for i in ATTACKERS}
    assert asked(announced(gone)) == ("chance", "draw")


@pytest.mark.rule("KT-20.5-surprise-g-1")
def test_his_replacement_neither_leads_nor_plans_it():
    assert asked(announced(casualties=["Breckinridge"])) == ("chance", "draw")
    assert offered(first(casualties=["Breckinridge"])) == ["hold Rally"]
    events = end_of_turn(casualties=["Breckinridge"]).start_events
    assert "common-vain" in kinds(events)


@pytest.mark.rule("KT-20.5-surprise-g-2")
def test_when_he_is_back_it_may_be_made_from_the_next_turn_on():
    game = afternoon(FIELD, "Fog of War", "Duval", casualties=["Breckinridge"], surprise=2, turn=5)
    play(game, "Fog of War", "5", "66", "12")
    assert asked(game) == ("chance", "draw")
    assert effort(game, "confederate") == ("earned", "earned: may be announced from turn 6 on")


@pytest.mark.rule("KT-20.5-surprise-g-2")
def test_one_who_had_not_earned_it_may_roll_again():
    game = afternoon(FIELD, "Fog of War", "Rally (Confederate)", "Duval", casualties=["Breckinridge"], turn=5)
    play(game, "Fog of War", "5", "66", "12", "Rally (Confederate)")
    assert "give up Rally" in offered(game)


# -- the commander who learns ---------------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.5-crook-0", "KT-20.5-crook-a-1", "KT-20.5-crook-b")
@pytest.mark.parametrize("die, rating", [("1", 4), ("2", 1)])
def test_the_union_may_give_up_its_first_chit_for_a_higher_rating(die, rating):
    """rulings: oddities 5 and 6."""
    game = first("Union")
    assert offered(game) == ["hold Rally", "give up Rally"]
    assert "Crook Gets Smart on 1" in prompt(game)
    ended = end_of_turn(common={"union": ["Rally"]})
    play(ended, die)
    assert next(row["rating"] for row in ended.view("")["commanders"] if row["chit"] == "Crook") == rating


@pytest.mark.rule("KT-20.5-crook-c-1", "KT-20.5-crook-c-2")
def test_he_may_try_again():
    game = end_of_turn(common={"union": ["Rally"]})
    play(game, "2")
    assert effort(game, "union") == ("open", "on 1: costs the first Event chit drawn")
    assert "give up Rally" in offered(first("Union", turn=4))


@pytest.mark.rule("KT-20.5-crook-d")
@pytest.mark.parametrize("die, active", [("4", True), ("5", False)])
def test_once_aware_he_is_active_on_one_to_four(die, active):
    game = afternoon(FIELD, "Crook", "Duval", raised=["Crook"])
    play(game, "Crook", die)
    assert (asked(game) == ("union", "drawn")) is active
    assert effort(game, "union") == ("earned", "aware: Crook is active on 1 to 4")


def test_once_aware_no_chit_is_given_up_for_it():
    assert offered(first("Union", raised=["Crook"])) == ["hold Rally"]


@pytest.mark.rule("KT-20.5-crook-e-1")
@pytest.mark.parametrize("die, active", [("2", True), ("3", False)])
def test_his_replacement_has_not_learnt_it(die, active):
    game = afternoon(FIELD, "Crook", "Duval", raised=["Crook"], casualties=["Crook"])
    play(game, "Crook", die)
    assert (asked(game) == ("union", "drawn")) is active
    assert effort(game, "union")[0] == "barred"


@pytest.mark.rule("KT-20.5-crook-e-2")
def test_nothing_is_rolled_for_while_he_is_hit():
    assert offered(first("Union", casualties=["Crook"])) == ["hold Rally"]
    events = end_of_turn(common={"union": ["Rally"]}, casualties=["Crook"]).start_events
    assert [e.cite for e in events if e.kind == "common-vain"] == ["KT-20.5-crook-e-1"]


@pytest.mark.rule("KT-20.5-crook-e-2")
def test_when_he_is_back_so_is_what_he_knows():
    game = afternoon(FIELD, "Fog of War", "Crook", "Duval", raised=["Crook"], casualties=["Crook"])
    play(game, "Fog of War", "5", "11", "66", "Crook", "4")
    assert asked(game) == ("union", "drawn")


@pytest.mark.rule("KT-20.5-crook-e-2")
def test_or_he_goes_on_rolling():
    game = afternoon(FIELD, "Fog of War", "Rally (Union)", "Duval", casualties=["Crook"])
    play(game, "Fog of War", "5", "11", "66", "Rally (Union)")
    assert "give up Rally" in offered(game)


def test_both_sides_roll_the_union_first():
    game = end_of_turn(common={"union": ["Rally"], "confederate": ["Rally"]})
    assert "Crook Gets Smart" in prompt(game)
    play(game, "6")
    assert "Surprise Attack" in prompt(game)


# -- positions ------------------------------------------------------------------------------------------------------


def test_positions_say_what_is_wrong_with_them():
    from vedette.engine import PositionError

    wrong = [
        ({"common": {"union": ["Rally"]}, "held": {"union": ["Rally"]}}, "there is no chit 'Rally' left"),
        ({"surprise": 2, "name": "breckinridge-attacks"}, "has no rule surprise_attack"),
        ({"activated": ["Johnson"]}, "both sides have a brigade 'Johnson': write union/Johnson or confederate/Johnson"),
    ]
    for keys, words in wrong:
        with pytest.raises(PositionError, match=words):
            afternoon(FIELD, "Duval", **keys)
    game = afternoon(FIELD, "Duval", activated=["union/Johnson"])
    assert game.state.activated == ("union/Johnson",)


# -- standing orders, saves, and what a commander makes of it ----------------------------------------------------------


def test_standing_orders_ask_for_both_by_default():
    game = first()
    found = game.rulebook.occasion(game.state, game.decision.ask)
    assert (found.window, ordered(game, found)) == ("first-event", {"keep": "hold Rally", "give": "give up Rally"})
    game = announced()
    found = game.rulebook.occasion(game.state, game.decision.ask)
    assert (found.window, ordered(game, found)) == ("surprise", {"pass": "pass"})
    windows = {row["name"]: row["default"] for row in game.rulebook.windows(game.battle)}
    assert (windows["first-event"], windows["surprise"]) == ("ask", "once")
    others = {row["name"] for row in game.rulebook.windows(scenario("breckinridge-attacks"))}
    assert not {"first-event", "surprise"} & others


def test_a_game_is_saved_in_the_middle_of_the_attack():
    game = announced()
    play(game, "announce Surprise Attack", "activate Smith")
    data = msgspec.json.decode(msgspec.json.encode(game.state.saved()))
    again = game.rulebook.load(game.battle, {}, data)
    assert again.key() == game.state.key() and again.automatic == game.state.automatic is not None


@pytest.mark.parametrize("name", ["adjutant", "cautious"])
def test_commanders_go_when_the_enemy_is_near_and_wait_when_he_is_far(name):
    far = announced({"45 VA": "4007", "22 VA (Patton)": "4008", "36 VA (Smith)": "4014"})
    near = announced({"45 VA": "2909", "22 VA (Patton)": "2910", "36 VA (Smith)": "2911", "5 WV": "2711"})
    for game, answer in ((far, "pass"), (near, "announce Surprise Attack")):
        seat = staff.seat(name, game.battle, 3)
        assert seat.choose(staff.desk(game, "confederate")) == answer


@pytest.mark.parametrize("name", ["adjutant", "cautious"])
def test_commanders_give_an_early_chit_up(name):
    game = afternoon(FIELD, "Firefight (Confederate)", "Duval", turn=2)
    play(game, "Firefight (Confederate)")
    assert staff.seat(name, game.battle, 3).choose(staff.desk(game, "confederate")) == "give up Firefight"
