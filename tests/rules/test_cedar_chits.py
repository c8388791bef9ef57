"""Chapters 8, 10.1 to 10.4 and 17 of *Stonewall's Sword*: what its cup and its held chits have of their own."""

from collections import Counter

import msgspec
import pytest

from tests.rules.chits import asked, fates, in_cup, marker, quiet
from tests.rules.field import points
from tests.rules.mountain import FIELD, afternoon, evening, hurt, mountain
from tests.support import chance_of, example, kinds, offered, play, referee, states, texts
from vedette.rules.blind_swords.chapters.windows import EVENTS

RUSTY, FATIGUE, QUICK, YELL = "Jackson's Rusty Sword", "Union Fatigue", "Quick March!", "Rebel Yell!"
HURT = {**FIELD, "46th PA": hurt("1905"), "28th NY": hurt("2005")}
TRACKS = {"stonewalls-bad-day": True, "popes-reinforcements": True}


def opened(**keys):
    """A turn with its Key Chits in the cup, before the first draw."""
    game = referee(FIELD, battle=afternoon(), begin="turn", **keys)
    events = play(game, "union: key Rally", f"confederate: key {YELL}")
    quiet(game, "draw")
    return game, events


def hand(game, seat):
    """The chits that a seat holds."""
    return [h["chit"] for h in game.view(seat)["chits"]["mine"]["hand"]]


# -- the cup ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-8.2-1", "SS-8.2-2", "SS-8.3-1", "SS-8.2-3", "SS-10.0-1")
def test_the_other_side_takes_two_of_six_out_unseen():
    game, events = opened()
    assert [e.data for e in events if e.kind == "taken-out"] == [(2, 0), (2, 1)]
    assert game.view("union")["chits"]["backs"] == {"union": 5, "confederate": 5}
    assert len(game.state.unseen[0]) == len(game.state.unseen[1]) == 6 and game.state.blind == (4, 4)
    drawn = Counter(game.view("union")["chits"]["mine"]["put_in"])
    assert drawn == Counter(["Rally"])  # the owner too knows of one only
    found = Counter()
    while game.view("")["phase"] == "chits":
        found.update(e.seat for e in play(game, offered(game)[-1]) if e.kind == "drawn-event")
    assert found == {"union": 5, "confederate": 5}


@pytest.mark.rule("SS-8.2-2")
def test_the_question_and_the_log_say_how_many_are_taken_out():
    game = referee(FIELD, battle=afternoon(), begin="turn")
    assert game.decisions[0].prompt.endswith(
        "you may play or keep it; 2 of the others the other side takes out, 4 go in by chance, unseen by you too"
    )
    _, events = opened()
    assert texts(game, [e for e in events if e.kind == "taken-out"])[0] == (
        "The Confederates take 2 Event chits of the Union out of this turn, unseen by all"
    )


@pytest.mark.rule("SS-8.2-2")
def test_what_is_left_goes_in_and_no_more():
    chits = {
        side: {"key": 1, "random": 9, "exclude_by_opponent": out} for side, out in (("union", 2), ("confederate", 5))
    }
    battle = msgspec.structs.replace(afternoon(), scenario={**afternoon().scenario, "chits": chits})
    game = referee(FIELD, battle=battle, begin="turn")
    play(game, "union: key Rally", f"confederate: key {YELL}")
    assert game.view("")["chits"]["backs"] == {"union": 5, "confederate": 2}


@pytest.mark.rule("SS-8.2-3")
def test_what_is_taken_out_is_dealt_evenly_and_never_held_where_it_cannot_be():
    """A chit that is played or thrown away as it is drawn is in no hand; each other one is as likely there."""
    game, _ = opened()
    play(game, "Firefight (Confederate)", "hold Firefight")
    found = Counter()
    for seed in range(240):
        g = game.imagine("union", seed).state
        found[g.hands[1][0].chit] += 1
        assert sorted([g.hands[1][0].chit, *g.keys[1], *g.unseen[1]]) == sorted(g.setting.pool(1))
    assert sorted(found) == sorted(set(game.state.setting.pool(1)) - {RUSTY})
    assert chance_of(list(found.values())) > 0.001


@pytest.mark.rule("SS-8.3-3", "SS-17.3-2", "BS-14.3-2")
def test_chits_and_markers_of_later_turns_come_with_their_turn():
    for turn, jackson, hill, ronald in ((3, False, False, "no units"), (4, False, False, "available"),
                                        (5, False, True, "available"), (9, True, True, "available")):  # fmt: skip
        game = referee({}, battle=afternoon(), empty=False, begin="draw", turn=turn)
        cup = in_cup(game)
        assert ("Jackson" in cup, "Hill" in cup) == (jackson, hill)
        assert "Banks" in cup and "Ricketts" not in cup and marker(game, "Ronald") == ronald
    game = referee({}, battle=afternoon(), empty=False, begin="end-turn", turn=4)
    assert marker(game, "Thomas") == "available" and game.view("")["turn"] == 5


# -- held chits, side by side -------------------------------------------------------------------------------------

BOTH = {"union": ["Rally", "Confident"], "confederate": [YELL, "Brigade Reserve Move"]}


@pytest.mark.rule("SS-10.1-1", "SS-10.1-2", "SS-10.1-3", "SS-10.1-4", "SS-7.0-3", "SS-10.4a-3")
def test_the_union_announces_first_and_the_confederates_say_who_begins():
    game = mountain(HURT, "Augur", held=BOTH)
    assert (asked(game), offered(game)) == (("union", "announce"), ["announce", "pass"])
    play(game, "announce")
    assert asked(game) == ("confederate", "announce")
    play(game, "announce")
    assert (asked(game), offered(game)) == (
        ("confederate", "first-to-play"),
        ["first the union", "first the confederate"],
    )
    play(game, "first the confederate")
    assert (asked(game), offered(game)) == (("confederate", "window"), ["play Brigade Reserve Move", "pass"])
    play(game, "play Brigade Reserve Move", "activate Garnett", "done")
    assert (asked(game), offered(game)) == (("confederate", "window"), ["pass"])  # till it has had enough
    play(game, "pass")
    assert (asked(game), offered(game)) == (("union", "window"), ["play Rally", "pass"])
    play(game, "play Rally", "recover 46th PA")
    assert hand(game, "union") == ["Confident"] and states(game, "46th PA") == {"fresh", "1905"}
    play(game, "pass")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("SS-10.1-4")
@pytest.mark.parametrize(
    "union, confederate, then", [("pass", "announce", "confederate"), ("announce", "pass", "union")]
)
def test_who_has_not_announced_does_not_play(union, confederate, then):
    game = mountain(HURT, "Augur", held=BOTH)
    play(game, f"union: {union}", f"confederate: {confederate}")
    assert asked(game) == (then, "window")
    play(game, "pass")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("SS-10.1-2")
def test_only_who_holds_something_is_asked_and_may_announce_whatever_it_is():
    game = mountain(HURT, "Augur", held={"union": ["Confident"]})
    assert (asked(game), offered(game)) == (("union", "announce"), ["announce", "pass"])
    play(game, "announce")
    assert offered(game) == ["pass"]  # as little as there is: to announce says nothing of the hand
    play(game, "pass")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("SS-17.0-1", "SS-17.1-1", "SS-17.1-2", "SS-17.1-3")
def test_so_it_is_when_the_turn_ends():
    game = referee(HURT, battle=afternoon(), begin="end-turn", held=BOTH)
    play(game, "union: announce", "confederate: announce", "first the union")
    assert offered(game) == ["play Rally", "pass"]
    play(game, "play Rally", "recover 28th NY", "pass")
    assert asked(game) == ("confederate", "window")
    play(game, "pass")
    assert game.view("")["turn"] == 2


@pytest.mark.rule("SS-10.6-2", "SS-10.6-1", "SS-10.6-8")
def test_a_held_commander_activates_whom_he_likes_before_a_later_draw():
    game = mountain(FIELD, "Banks", "Augur", activated=["Crawford"])
    play(game, "Banks", "hold Banks", "announce", "play Banks")
    assert "activate Crawford" in offered(game)
    play(game, "activate Crawford", "order regroup")
    assert (marker(game, "Crawford"), asked(game)) == ("activated", ("chance", "draw"))


@pytest.mark.rule("SS-10.6-6", "SS-10.6-7")
@pytest.mark.parametrize("die, then", [("3", ("union", "drawn")), ("4", ("chance", "draw"))])
def test_the_replacement_of_a_commander_rolls(die, then):
    game = mountain(FIELD, "Banks", "Augur", casualties=["Banks"])
    play(game, "Banks", die)
    assert asked(game) == then


# -- Event chits --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-10.4-1")
def test_seven_chits_a_side_each_with_a_rule():
    setting = mountain(FIELD, "Augur").state.setting
    assert [len(setting.pool(side)) for side in (0, 1)] == [7, 7]
    assert {chit.rule for chit in setting.events.values()} <= set(EVENTS)


@pytest.mark.rule("SS-13.2-2")
@pytest.mark.parametrize("order, held, allowance", [
    ("attack", {"union": [QUICK]}, 6), ("defend", {"union": [QUICK]}, 3), ("maneuver", {"union": [QUICK]}, 9),
    ("attack", {"confederate": [FATIGUE]}, 2), ("attack", {"union": [QUICK], "confederate": [FATIGUE]}, 3),
    ("defend", {"union": [QUICK], "confederate": [FATIGUE]}, 1),
])  # fmt: skip
def test_quick_march_is_half_again_and_fatigue_half(order, held, allowance):
    game = referee(FIELD, battle=afternoon(), begin="orders", active="Crawford", held=held, cup=["Augur"])
    play(game, f"order {order}")
    for chits in held.values():
        play(game, f"play {chits[0]}", *(["2"] if chits[0] == FATIGUE else []))
    while asked(game)[1] != "move-unit":
        play(game, "done")
    play(game, "move 46th PA")
    assert points(game) == allowance


WEARY = {**FIELD, "1st VA": hurt("1913", "disrupted"), "21st VA": {"hex": "1912", "face": "worn"}}


@pytest.mark.rule("SS-10.4a-1")
def test_the_rusty_sword_rallies_a_brigade_while_jackson_is_there():
    game = mountain(WEARY, f"{RUSTY} (Confederate)", "Augur", turn=9)
    play(game, f"{RUSTY} (Confederate)")
    assert offered(game) == [f"play {RUSTY}"]
    play(game, f"play {RUSTY}")
    assert offered(game) == ["recover 1st VA", "rebuild 21st VA", "done"]  # of Garnett; nobody else could
    play(game, "recover 1st VA")
    assert states(game, "1st VA") == {"fresh", "1913"}
    play(game, "done")
    assert (marker(game, "Garnett"), fates(game)[0]) == ("available", (RUSTY, "played"))


@pytest.mark.rule("SS-10.4a-1")
@pytest.mark.parametrize("units, keys", [
    (WEARY, {"turn": 8}), (WEARY, {"turn": 9, "casualties": ["Jackson"]}), (FIELD, {"turn": 9}),
])  # fmt: skip
def test_else_it_is_thrown_away_in_the_open(units, keys):
    game = mountain(units, f"{RUSTY} (Confederate)", "Augur", **keys)
    events = play(game, f"{RUSTY} (Confederate)")
    assert offered(game)[0] == f"discard {RUSTY}" and f"hold {RUSTY}" not in offered(game)
    events = play(game, f"discard {RUSTY}")
    assert texts(game, events, "union")[0].startswith(f"The Confederates discard {RUSTY}")
    assert (fates(game)[0], hand(game, "confederate")) == ((RUSTY, "used"), [])


# -- Common Events ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-10.4b-1")
def test_without_the_options_there_are_no_common_events():
    game = mountain(FIELD, f"{FATIGUE} (Confederate)", "Augur", set={"popes-reinforcements": True})
    play(game, f"{FATIGUE} (Confederate)")
    assert offered(game) == [f"hold {FATIGUE}"]


@pytest.mark.rule("SS-10.4b-1", "SS-10.4b-2", "SS-10.4b-3")
def test_any_number_of_them_is_laid_out_as_it_is_drawn():
    game = mountain(FIELD, f"{FATIGUE} (Confederate)", f"{QUICK} (Confederate)", "Augur", set=TRACKS)
    for chit in (FATIGUE, QUICK):
        play(game, f"{chit} (Confederate)")
        assert offered(game) == [f"hold {chit}", f"give up {chit}"]
        assert "Find General Jackson!" in game.decision.prompt
        play(game, f"give up {chit}")
    assert game.view("confederate")["chits"]["mine"]["given_up"] == [QUICK, FATIGUE]
    assert fates(game) == [("", "given up")] * 2  # the other side sees backs
    held = mountain(FIELD, "Augur", set=TRACKS, held={"confederate": [FATIGUE, YELL]})
    play(held, "announce")
    assert not any(text.startswith("give up") for text in offered(held))


# -- the first chit of the evening --------------------------------------------------------------------------------


def named_first(**keys):
    """The evening, before its first draw."""
    game = referee({}, battle=evening(), empty=False, begin="turn", set={"no-events": True}, turn=7, **keys)
    quiet(game, "first-chit", "draw")
    return game


@pytest.mark.rule("SS-22.1-s4-1", "SS-22.1-s4-2")
def test_the_union_may_name_the_first_chit_which_needs_no_roll():
    game = named_first()
    assert (asked(game), offered(game)) == (("union", "first-chit"), ["name Williams", "name Augur", "pass"])
    events = play(game, "name Augur")
    assert "drawn" not in kinds(events) and "Augur" not in in_cup(game)
    play(game, "activate Greene")
    assert (asked(game), marker(game, "Greene")) == (("union", "order"), "activated")
    play(game, "order regroup")
    quiet(game, "draw")
    assert "Augur" in in_cup(game) and fates(game) == [("Augur", "returned")]


@pytest.mark.rule("SS-22.1-s4-1")
def test_or_leave_the_first_chit_to_chance():
    game = named_first()
    play(game, "pass")
    assert asked(game) == ("chance", "draw") and "Augur" in in_cup(game)


# -- worked examples ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-10.5a-3", "SS-10.5a-4", "SS-10.4b-2", "SS-10.6-4", "SS-10.8-ev-1", "SS-10.8-ev-2", "SS-10.8-ev-3")
def test_example_of_chits():
    game, _ = example("SS-EX-chits")
    assert game.view("")["chits"]["puller"] == "union"
    assert fates(game) == [
        ("", "given up"), ("Fortunes of War", "used"), ("Augur", "returned"), (FATIGUE, "played"), ("Banks", "used"),
    ]  # fmt: skip
    assert (marker(game, "Greene"), marker(game, "Crawford")) == ("lost", "activated")
    assert states(game, "28th NY") == {"worn", "2005"} and "Augur" in in_cup(game)
    assert asked(game) == ("union", "fire")
    play(game, "done", "move 46th PA")
    assert points(game) == 2


@pytest.mark.rule("BS-7.3a-4", "BS-7.3a-5", "BS-7.3-cic-1", "BS-7.3-cic-2", "BS-7.4-ex-1", "BS-7.4-ex-2")
def test_example_of_chits_in_the_series_rules():
    game, events = example("BS-EX-chits")
    assert game.view("")["chits"]["puller"] == "union"
    assert fates(game) == [
        ("Command Confusion", "played"), ("Fortunes of War", "used"), ("Winder", "returned"), ("Jackson", "used"),
    ]  # fmt: skip
    assert (marker(game, "Taliaferro"), marker(game, "Garnett")) == ("lost", "activated")
    assert "confusion" in kinds(events) and "Garnett, regroup" in game.decision.stack
    assert (asked(game), set(offered(game))) == (
        ("confederate", "rally"), {"recover 1st VA", "rebuild 21st VA", "done"}
    )  # fmt: skip
