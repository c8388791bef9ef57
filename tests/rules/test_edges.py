"""Where a case begins and ends: beside each that it holds for stands one that it no longer holds for.

What `tools/break_rules.py` found that the tests of the chapters let pass.
"""

import pytest

from tests.rules.chits import UNITS, cup
from tests.rules.field import flat
from tests.rules.fighting import fire, man
from tests.rules.riders import riders
from tests.rules.test_cedar_tracks import ricketts
from tests.rules.test_ch08 import opening
from tests.rules.test_ch18 import ending
from tests.support import offered, play, referee, shifts
from vedette.engine.events import IllegalAction
from vedette.rules.blind_swords.chapters.chits import draws
from vedette.rules.blind_swords.chapters.common_events import earn
from vedette.rules.blind_swords.chapters.tracks import ChooseEntry

# -- chapter 12: fire ----------------------------------------------------------------------------------------------


def dismounted(sp, weapon, **more):
    """Cavalry on foot in 1633 with this strength and weapon."""
    values = {"dismounted": [sp, weapon, 3], "dismounted-worn": [1, weapon, 3]}
    return {"hex": "1633", "marks": ["dismounted"], "values": values, **more}


@pytest.mark.rule("KT-12.3-shift-carbine")
@pytest.mark.parametrize(
    "carbines, others, found",
    [((1,), (5,), 1), ((1,), (3, 1), 0), ((5,), (1, 1), 0), ((1, 1), (5,), 1), ((), (3,), 0)],
)
def test_carbines_are_counted_by_units_and_not_by_points(carbines, others, found):
    ids = ["14 PA", "8 OH", "2 WV"]
    rows = [(sp, "C") for sp in carbines] + [(sp, "R") for sp in others]
    units = {id: dismounted(sp, weapon, brigade="Schoonmaker") for id, (sp, weapon) in zip(ids, rows, strict=False)}
    game = riders({**units, "27 VA": "1634"}, "fire", "Schoonmaker")
    events = play(game, f"{' + '.join(units)} fire at 1634")
    assert shifts(events).get("KT-12.3-shift-carbine", 0) == found


@pytest.mark.rule("KT-12.1e-7", "BS-9.1e-6", "SS-12.1c-5")
@pytest.mark.parametrize("first, second", [("1633", "1634"), ("1634", "1633")])
def test_of_two_hexes_that_fire_one_is_enough_to_be_obscured(first, second):
    """1734 lies on the way from 1634, not on that from 1633: a unit there hinders the fire of both."""
    units = {"7 OH-a": man(first, 6), "7 IN-a": man(second, 6), "27 VA": "1834", "4 VA": "1734"}
    high = flat({"1633": {"level": 7}, "1634": {"level": 7}})
    found = shifts(fire(units, "7 OH-a + 7 IN-a fire at 1834", hexes=high)[1])
    alone = next(id for id, at in (("7 OH-a", first), ("7 IN-a", second)) if at == "1633")
    assert found == {"KT-12.3-shift-obscured-units": -1}
    assert shifts(fire(units, f"{alone} fire at 1834", hexes=high)[1]) == {}


# -- chapters 8, 10, 18: chits ---------------------------------------------------------------------------------------


@pytest.mark.rule("KT-8.2-2", "KT-8.3-1", "KT-20.1c-key", "KT-20.1c-random", "KT-20.1c-total")
def test_the_cup_is_told_with_how_many_events_of_each_side_lie_in_it():
    """The Union puts in one it knows and two unseen, the Confederates two and one."""
    game = opening()
    events = play(game, "union: key Rally", "confederate: key Rebel Yell", "confederate: key Firefight")
    cup, count = next(e.data for e in events if e.kind == "cup")
    assert count == (3, 3) and set(cup) == {"Fog of War", "Fortunes of War", "Garnett", "Tyler"}
    g = game.state
    assert g.blind == (2, 1) and [len(keys) for keys in g.keys] == [1, 2]


@pytest.mark.rule("KT-18.5-1", "KT-10.8-2", "KT-7.0-P5e", "BS-14.5-1")
@pytest.mark.parametrize(
    "held, told",
    [({"union": ["Rally"]}, (1, 0)), ({"confederate": ["Rally"]}, (0, 1)), ({}, None),
     ({"union": ["Rally", "Fatigue"], "confederate": ["Rally"]}, (2, 1))],
)  # fmt: skip
def test_held_chits_that_were_not_played_go_back_and_that_is_told(held, told):
    game = ending(held=held)
    events = list(game.start_events)
    while game.view("")["turn"] == 1:
        events += play(game, "pass")
    assert next((e.data for e in events if e.kind == "gathered"), None) == told
    g = game.state
    assert (g.hands, g.spent, g.lost) == (((), ()), ((), ()), ((), ())) and g.cup == () and g.drawn == ()


@pytest.mark.rule("KT-10.7-3", "KT-10.7-4", "KT-10.7-6", "BS-7.3-div-1", "SS-10.7-1")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_command_roll_of_the_rating_or_less_is_a_full_activation_and_is_told_as_such(die):
    game = cup(UNITS, "Tyler", dice=[str(die)])
    events = play(game, "Tyler")
    rolled = next(e for e in events if e.kind == "command")
    rating = rolled.data[1]
    assert rolled.data == ("Tyler", rating, die <= rating) and rolled.roll == die and 0 < rating < 6
    assert rolled.cite == ("KT-10.7-4" if die <= rating else "KT-10.7-6")


@pytest.mark.rule("KT-10.7-9", "BS-7.3-div-6", "SS-10.7-7")
def test_a_chit_of_which_nobody_can_act_lies_before_nobody():
    game = cup({"7 OH-a": "1531", "21 VA": {"box": "1"}}, "Burks", "Tyler")
    play(game, "Burks")
    assert game.view("")["chits"]["drawn"] == [{"side": None, "chit": "Burks", "fate": "used"}]


@pytest.mark.rule("KT-10.3", "KT-4.6")
def test_each_chit_in_the_cup_is_as_likely_whoever_has_none_unseen():
    g = cup(UNITS, "Tyler", "Garnett").state
    for unseen in (g.unseen, (g.unseen[0], ()), ((), ())):
        g.unseen = unseen
        found, weights = draws(g)
        assert len(found) == 2 and len(set(weights)) == 1 and weights[0] > 0


@pytest.mark.rule("KT-10.6-6", "KT-10.6-7")
def test_a_commanders_chit_gives_a_full_activation():
    game = cup(UNITS, "Jackson", "Tyler")
    events = play(game, "Jackson", "play Jackson")
    if game.decision.kind != "order":
        events += play(game, game.decision.actions[0])
    assert next(e.data for e in events if e.kind == "activated") == ("Garnett", True)


@pytest.mark.rule("KT-20.5-surprise-b-1", "KT-20.5-surprise-b-2")
def test_a_surprise_attack_is_granted_for_the_turns_to_come():
    g = cup(UNITS, "Tyler").state
    earn(g, {})
    assert g.surprise == g.turn + 1


@pytest.mark.rule("SS-20.2c-4", "SS-20.2c-3")
@pytest.mark.parametrize("turns_left, entries", [(0, (0,)), (1, (0, 1)), (2, (0, 1))])
def test_who_is_called_enters_where_it_takes_longer_only_while_there_are_turns_for_it(turns_left, entries):
    g = ricketts().state
    due = g.setting.last_turn - turns_left
    g.turn, g.waiting = due, tuple((due, *row[1:]) for row in g.waiting)
    assert tuple(choice.arg for choice in ChooseEntry(0, "Duryee").choose(g).options) == entries


# -- why not: what is the enemy's, and what is not chosen yet --------------------------------------------------------


def refused(game, text):
    """Words and case of a refusal."""
    found = game.why(text)
    return found.reason, found.cite


@pytest.mark.rule("KT-13.1-1")
@pytest.mark.parametrize("text", ["27 VA: 1833", "march 27 VA to 1833", "step 27 VA NE", "7 OH-b + 27 VA: 1533"])
def test_whose_move_comes_first_is_no_reason_for_units_of_the_enemy(text):
    game = referee({"7 OH-a": "1532", "7 OH-b": "1532", "27 VA": "1834"}, begin="movement", active="Tyler")
    play(game, "move 7 OH-a")
    assert refused(game, text) == ("27 VA is not yours", "KT-13.0-2")
    assert "7 OH-a is under way" in refused(game, "7 OH-b: 1533")[0]


@pytest.mark.rule("KT-13.0-2", "KT-13.1-1")
@pytest.mark.parametrize("who", ["27 VA", "7 OH-b"])
def test_a_move_that_has_begun_is_not_ended_for_one_who_cannot_go(who):
    """An enemy, one who has moved: the text is refused, and the last mover of the brigade goes on."""
    units = {"7 OH-a": "1532", "7 OH-b": "1630", "27 VA": "1834"}
    game = referee(units, begin="movement", active="Tyler")
    play(game, "7 OH-b: 1629", "done", "7 OH-a: 1533")
    before = game.state.digest()
    with pytest.raises(IllegalAction):
        game.play(f"{who}: {game.state.hex_name(game.state.setting.grid.neighbours[game.state.at(who)][0])}", "union")
    assert game.state.digest() == before and "7 OH-a: 1633" in offered(game)


@pytest.mark.rule("KT-14.2-1", "KT-14.2-2")
def test_who_is_added_is_not_held_against_a_hex_that_nobody_has_chosen():
    game = referee(
        {"7 OH-a": "1733", "1 WV-a": "1734", "27 VA": "1834", "21 VA": "1835"}, begin="close-combat", active="Tyler"
    )
    assert refused(game, "add 1 WV-a")[0].startswith("not offered here (Tyler: attack which hex?)")
    assert refused(game, "add 27 VA") == ("27 VA is not yours", "KT-14.2-1")
    play(game, "assault 1834")
    assert refused(game, "add 27 VA") == ("27 VA is not yours", "KT-14.2-1")


@pytest.mark.rule("KT-12.0-1")
def test_an_enemy_is_not_added_to_a_fire():
    game = referee({"7 OH-a": "1733", "1 WV-a": "1734", "27 VA": "1834"}, begin="fire", active="Tyler")
    play(game, "fire at 1834")
    assert refused(game, "add 27 VA") == ("27 VA is not yours", "KT-12.0-1")
