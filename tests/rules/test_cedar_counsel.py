"""What the commanders answer to the questions that only *Stonewall's Sword* asks, and what stands beside them."""

import pytest

from tests.rules.chits import asked
from tests.rules.commanding import choice
from tests.rules.mountain import FIELD, afternoon, evening, hurt, mountain
from tests.support import ordered, play, referee
from vedette import staff

RUSTY, FATIGUE = "Jackson's Rusty Sword", "Union Fatigue"
GIVEN = {"keep": f"hold {FATIGUE}", "give": f"give up {FATIGUE}"}
BROKEN = {**FIELD, "46th PA": hurt("1905", "disrupted"), "28th NY": hurt("2005", "disrupted")}


def cautious(game):
    """What the careful commander answers for the seat that is asked."""
    return staff.seat("cautious", seed=1).choose(staff.desk(game, game.decision.seat))


@pytest.mark.rule("SS-10.1-2")
def test_the_adjutant_announces_what_is_worth_playing_now_and_plays_it():
    game = mountain(BROKEN, "Augur", held={"union": ["Rally"]})
    assert choice(game) == "announce"
    play(game, "announce")
    assert choice(game) == "play Rally"
    idle = mountain(FIELD, "Augur", held={"union": ["Rally"]})
    assert choice(idle) == "pass"


@pytest.mark.rule("SS-10.1-2")
@pytest.mark.parametrize("begin, answer", [("draw", "pass"), ("end-turn", "announce")])
def test_the_careful_commander_keeps_his_chits_till_the_turn_ends(begin, answer):
    game = referee(BROKEN, battle=afternoon(), begin=begin, cup=["Augur"], held={"union": ["Rally"]})
    assert asked(game) == ("union", "announce") and cautious(game) == answer


@pytest.mark.rule("SS-22.1-s4-1", "SS-10.1-3")
def test_both_name_a_first_chit_and_the_adjutant_goes_first_with_his_chits():
    game = referee({}, battle=evening(), empty=False, begin="turn", set={"no-events": True}, turn=7)
    while asked(game)[1] != "first-chit":
        game.play(game.decision.actions[-1])
    assert choice(game) in ("name Augur", "name Williams") and cautious(game).startswith("name ")
    held = {"union": ["Rally"], "confederate": ["Brigade Reserve Move"]}
    both = mountain(BROKEN, "Augur", held=held)
    play(both, "union: announce", "confederate: announce")
    assert choice(both) == "first the confederate"


@pytest.mark.rule("SS-10.4a-1")
def test_the_brigade_that_is_hurt_most_rallies():
    units = {
        **FIELD,
        "1st VA": hurt("1913"),
        "37th VA": hurt("2213", "disrupted"),
        "10th VA": hurt("2313", "disrupted"),
    }
    game = mountain(units, f"{RUSTY} (Confederate)", "Augur", turn=9)
    play(game, f"{RUSTY} (Confederate)", f"play {RUSTY}")
    assert choice(game) == cautious(game) == "activate Taliaferro"


@pytest.mark.rule("SS-10.5b-adv-2")
def test_the_enemy_is_sent_where_it_hurts_him():
    game = mountain({"46th PA": "1706", "37th VA": "1711"}, "Fog of War", "Augur")
    play(game, "Fog of War", "1")
    assert {choice(game), cautious(game)} <= {a.text for a in game.decision.actions}


@pytest.mark.rule("SS-10.4b-1")
def test_who_has_a_track_may_order_what_becomes_of_his_chits():
    game = mountain(FIELD, f"{FATIGUE} (Confederate)", "Augur", set={"stonewalls-bad-day": True})
    windows = {row["name"]: row for row in game.rulebook.windows(game.battle)}
    assert windows["track-event"]["default"] == "ask" and "first-event" not in windows
    play(game, f"{FATIGUE} (Confederate)")
    found = game.rulebook.occasion(game.state, game.state.ask)
    assert (found.window, ordered(game, found)) == ("track-event", GIVEN)


@pytest.mark.rule("SS-10.1-2")
@pytest.mark.parametrize("begin, window", [("draw", "before-draw"), ("end-turn", "turn-end")])
def test_a_standing_order_for_held_chits_answers_the_announcement(begin, window):
    game = referee(BROKEN, battle=afternoon(), begin=begin, cup=["Augur"], held={"union": ["Rally"]})
    found = game.rulebook.occasion(game.state, game.state.ask)
    assert (found.window, ordered(game, found), found.holders) == (window, {"pass": "pass"}, ("union",))


@pytest.mark.rule("SS-10.4a-1")
def test_news_tell_of_a_chit_that_was_thrown_away_and_of_one_that_was_named():
    game = mountain(FIELD, f"{RUSTY} (Confederate)", "Augur")
    events = play(game, f"{RUSTY} (Confederate)", f"discard {RUSTY}")
    assert [row["text"] for row in game.rulebook.news(game.state, events, "union")] == [
        f"Confederate discarded {RUSTY}"
    ]
