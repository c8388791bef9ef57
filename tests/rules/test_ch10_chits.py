"""Chapters 10.0 to 10.4 and 10.6 to 10.9: the cup, hands, commanders, activation chits."""

from collections import Counter
from fractions import Fraction

import pytest

import vedette
from tests.rules.chits import UNITS, asked, commanders, cup, divided, fates, in_cup, marker
from tests.rules.field import flat
from tests.support import BATTLE, kinds, offered, play, referee, states
from vedette.rules.blind_swords.setting import Setting

UNION, CONFEDERATE = "7 OH-a", "27 VA"
HURT = {UNION: {"hex": "1531", "marks": ["shaken"]}, "7 OH-b": {"hex": "1530", "marks": ["shaken"]},
        CONFEDERATE: {"hex": "2034", "marks": ["shaken"]}}  # fmt: skip
BRIGADES = {UNION: "1531", CONFEDERATE: "2034", "23 VA": "2134", "21 VA": "2139"}


def hand(game, seat):
    """The chits that a seat holds."""
    return [h["chit"] for h in game.view(seat)["chits"]["mine"]["hand"]]


# -- held chits and draws -----------------------------------------------------------------------------------


@pytest.mark.rule("KT-10.0", "BS-7.0-1")
@pytest.mark.parametrize(
    "chit, question",
    [
        ("Tyler", ("chance", "die")),
        ("Rally (Union)", ("union", "drawn")),
        ("Firefight (Confederate)", ("confederate", "drawn")),
        ("Jackson", ("confederate", "drawn")),
        ("Fog of War", ("chance", "die")),
        ("Fortunes of War", ("chance", "draw")),
    ],
)
def test_the_chit_decides_what_happens(chit, question):
    game = cup(BRIGADES, chit, "Burks")
    play(game, chit)
    assert asked(game) == question


@pytest.mark.rule("KT-10.1-1", "BS-7.1-1")
def test_both_sides_may_play_held_chits_before_a_draw():
    game = cup(HURT, "Burks", "Tyler", held={"union": ["Rally"], "confederate": ["Rally", "Jackson"]})
    assert offered(game) == ["play Rally", "pass"]
    play(game, "pass")
    assert (asked(game), offered(game)) == (("confederate", "window"), ["play Rally", "play Jackson", "pass"])
    play(game, "pass", "Burks")
    assert asked(game) == ("union", "window")


@pytest.mark.rule("KT-10.1-2", "BS-7.1-2")
def test_the_union_plays_first_then_they_alternate():
    units = {UNION: HURT[UNION], CONFEDERATE: HURT[CONFEDERATE]}
    game = cup(units, "Tyler", held={"union": ["Rally"], "confederate": ["Rally"]})
    seats = [game.decision.seat]
    for action in ("play Rally", "play Rally"):
        play(game, action)
        seats += [game.decision.seat]
    assert seats == ["union", "confederate", "chance"]
    assert states(game, CONFEDERATE) == {"fresh", "2034"}


@pytest.mark.rule("KT-10.1-2", "BS-7.1-2")
def test_one_chit_is_resolved_before_the_other_side_is_asked():
    game = cup(HURT, "Tyler", held={"union": ["Rally", "Rally"], "confederate": ["Rally"]})
    play(game, "play Rally")
    assert asked(game) == ("union", "rally-event")
    play(game, f"recover {UNION}")
    assert asked(game) == ("confederate", "window")
    play(game, "play Rally")
    assert asked(game) == ("union", "window")


@pytest.mark.rule("KT-10.1-3", "BS-7.1-2")
def test_it_goes_on_until_neither_wants_to():
    game = cup(HURT, "Tyler", held={"union": ["Rally", "Rally"], "confederate": ["Rally", "Rally"]})
    play(game, "pass", "play Rally")
    assert asked(game) == ("union", "window")
    play(game, "pass", "pass")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-10.2-1", "BS-7.2-1", "SS-10.2-1")
@pytest.mark.parametrize("turn, puller", [(1, "confederate"), (2, "union"), (3, "confederate")])
def test_the_confederates_draw_on_odd_turns(turn, puller):
    game = cup(UNITS, "Fortunes of War", "Tyler", turn=turn)
    assert game.view("")["chits"]["puller"] == puller
    event = next(e for e in play(game, "Fortunes of War") if e.kind == "drawn")
    assert event.seat == puller


@pytest.mark.rule("KT-10.3", "BS-2.4-1", "SS-7.0-3")
def test_each_chit_in_the_cup_is_as_likely():
    game = cup(UNITS, "Tyler", "Fog of War", "Rally (Union)", "Rebel Yell (Confederate)", "Rebel Yell (Confederate)")
    assert weights(game) == {
        "Tyler": 1, "Fog of War": 1, "Rally (Union)": 1, "Rebel Yell (Confederate)": 2,
    }  # fmt: skip


def weights(game):
    """How often each chit comes, against the first of them."""
    ask = game.decision.ask
    found = Counter()
    for value, weight in zip(ask.options, ask.weights, strict=True):
        found[game.state.text_of(value)] += weight
    return {name: Fraction(n, ask.weights[0]) for name, n in found.items()}


@pytest.mark.rule("KT-10.3", "BS-2.4-1", "SS-7.0-3")
def test_a_chit_put_in_unseen_may_be_any_that_nobody_saw():
    game = referee(UNITS, begin="turn")
    play(game, "union: key Rally", "confederate: key Rally", "key Find Ammo")
    found = weights(game)
    # two of eight Union chits went in unseen: each of the eight comes with 2/8 of the weight of a chit in plain sight
    assert found["Tyler"] == found["Rally (Union)"] == found["Fog of War"] == found["Find Ammo (Confederate)"]
    assert found["Fatigue (Union)"] * 4 == found["Tyler"]
    assert found["Firefight (Union)"] * 2 == found["Good Ground (Union)"] * 2 == found["Tyler"]
    assert found["Quick March (Confederate)"] * 8 == found["Tyler"]
    assert found["Rebel Yell (Confederate)"] * 4 == found["Tyler"]


@pytest.mark.rule("KT-10.3", "BS-2.4-1")
def test_what_has_come_out_is_no_longer_among_the_unseen():
    game = referee(UNITS, begin="turn")
    play(game, "union: key Rally", "confederate: key Rally", "key Find Ammo", "Fatigue (Union)", "hold Fatigue")
    while asked(game)[1] == "window":
        play(game, "pass")
    found = weights(game)
    assert "Fatigue (Union)" not in found
    assert found["CSA Low Ammo (Union)"] * 7 == found["Tyler"]  # one of seven is still in the cup
    assert found["Quick March (Confederate)"] * 8 == found["Tyler"]


@pytest.mark.rule("KT-10.3a-1", "BS-7.3-ev-1", "SS-10.3a-1")
@pytest.mark.parametrize("seat, other", [("union", "confederate"), ("confederate", "union")])
def test_an_event_chit_goes_to_its_owner_unseen_by_the_other(seat, other):
    chit = f"Rally ({seat.capitalize()})"
    game = cup(HURT, chit, "Tyler")
    (event, *_) = [e for e in play(game, chit) if e.kind == "drawn-event"]
    assert hand(game, seat) == ["Rally"]
    assert "Rally" not in game.say(event, other) and "Rally" in game.say(event, seat)
    assert game.decision.seat == seat


@pytest.mark.rule("KT-10.3a-1", "BS-7.3-ev-1", "SS-10.3a-1")
def test_chance_tells_an_event_chit_to_its_owner_only():
    game = cup(UNITS, "Rally (Union)", "Firefight (Confederate)", "Tyler")
    sees = {game.state.text_of(v): game.decision.ask.sees(v) for v in game.decision.ask.options}
    assert sees == {"Rally (Union)": "union", "Firefight (Confederate)": "confederate", "Tyler": ""}


@pytest.mark.rule("KT-10.3a-2", "KT-10.4-3", "BS-7.3-ev-2", "SS-10.3a-2", "SS-10.4-2")
def test_the_owner_plays_it_or_keeps_it_at_once():
    game = cup(HURT, "Rally (Union)", "Tyler")
    play(game, "Rally (Union)")
    assert (asked(game), offered(game)) == (("union", "drawn"), ["hold Rally", "play Rally"])
    play(game, "play Rally")
    assert asked(game) == ("union", "rally-event")


@pytest.mark.rule("KT-10.3a-2", "BS-7.3-ev-2", "SS-10.3a-2")
def test_a_chit_that_cannot_be_played_now_is_kept():
    game = cup(UNITS, "Command Confusion (Union)", "Tyler")
    play(game, "Command Confusion (Union)")
    assert offered(game) == ["hold Command Confusion"]
    play(game, "hold Command Confusion")
    assert hand(game, "union") == ["Command Confusion"]


@pytest.mark.rule("KT-10.3a-3", "BS-4.0-6", "SS-10.3a-3")
@pytest.mark.parametrize("answer", ["hold Rally", "play Rally"])
def test_after_an_event_another_chit_is_drawn(answer):
    game = cup({UNION: HURT[UNION]}, "Rally (Union)", "Tyler")
    play(game, "Rally (Union)", answer)
    if answer.startswith("hold"):
        play(game, "pass")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-10.4a-2", "BS-7.3-ev-3", "SS-10.4a-1")
@pytest.mark.parametrize("turn, options", [(5, ["play CSA Low Ammo"]), (4, ["hold CSA Low Ammo"])])
def test_some_events_must_be_played_at_once(turn, options):
    game = cup(UNITS, "CSA Low Ammo (Union)", "Tyler", turn=turn)
    play(game, "CSA Low Ammo (Union)")
    assert offered(game) == options


@pytest.mark.rule("KT-10.4a-3", "SS-10.4-opt", "SS-10.4a-2", "BS-7.3-ev-2")
def test_held_events_lie_face_down():
    game, other = (cup(HURT, chit, "Tyler") for chit in ("Rally (Union)", "Good Ground (Union)"))
    said = []
    for g, chit in ((game, "Rally"), (other, "Good Ground")):
        events = play(g, f"{chit} (Union)", f"hold {chit}")
        said.append([g.say(e, "confederate") for e in events])
        assert hand(g, "union") == [chit]
    assert said[0] == said[1]
    assert game.view("confederate") == other.view("confederate")
    assert game.view("confederate")["chits"]["held"] == {"union": [0], "confederate": []}


@pytest.mark.rule("KT-10.4a-4", "BS-7.3-ev-4")
def test_a_held_event_is_played_when_its_text_permits_and_discarded():
    game = cup(HURT, "Tyler", "Burks", held={"union": ["Rally", "Fatigue", "Good Ground"]})
    assert offered(game) == ["play Rally", "play Good Ground", "pass"]  # Fatigue answers an Order
    play(game, "play Rally", f"recover {UNION}")
    assert hand(game, "union") == ["Fatigue", "Good Ground"]
    assert game.view("confederate")["chits"]["spent"]["union"] == ["Rally"]
    assert fates(game)[0] == ("Rally", "played")


@pytest.mark.rule("KT-10.4b-1", "KT-20.1d")
def test_the_common_side_is_not_offered():
    game = cup(HURT, "Good Ground (Union)", "Tyler")
    play(game, "Good Ground (Union)")
    assert offered(game) == ["hold Good Ground", "play Good Ground"]


# -- wild chits and discards --------------------------------------------------------------------------------


@pytest.mark.rule("KT-10.3b-1", "BS-7.3-wild-1", "SS-10.3b-1")
def test_a_wild_chit_works_at_once():
    game = cup(HURT, "Fog of War", "Tyler", held={"union": ["Rally"]})
    play(game, "pass", "Fog of War")
    assert game.decision.stack[-1] == "Fog of War"


@pytest.mark.rule("KT-10.3b-2", "BS-7.3-wild-1", "SS-10.3b-1", "SS-10.3b-2")
@pytest.mark.parametrize("turn, roller", [(1, "union"), (2, "confederate")])
def test_who_does_not_draw_rolls_for_a_wild_chit(turn, roller):
    game = cup(UNITS, "Fog of War", "Tyler", turn=turn)
    play(game, "Fog of War")
    assert roller in game.decision.prompt
    event = next(e for e in play(game, "6") if e.kind == "fog")
    assert event.seat == roller


@pytest.mark.rule("KT-10.3b-3", "BS-7.3-wild-2", "SS-10.3b-3")
def test_a_wild_chit_is_out_for_the_turn_and_another_is_drawn():
    game = cup(UNITS, "Fog of War", "Tyler")
    play(game, "Fog of War", "6")
    assert asked(game) == ("chance", "draw")
    assert offered(game) == ["Tyler"]
    assert fates(game) == [("Fog of War", "used")]


@pytest.mark.rule("KT-10.8-1", "BS-7.4-1", "SS-10.8-1")
def test_a_discarded_chit_takes_no_further_part():
    game = cup(BRIGADES, "Tyler", "Burks", "Fog of War")
    play(game, "Tyler", "1", "order regroup")
    assert sorted(offered(game)) == ["Burks", "Fog of War"]
    assert fates(game) == [("Tyler", "used")]


# -- commanders ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-10.3c-1", "KT-10.6-4", "BS-4.0-8", "SS-10.3c-1", "BS-7.3-cic-2", "SS-10.6-1")
def test_a_commander_picks_any_brigade_or_waits():
    game = cup(BRIGADES, "Jackson", "Tyler", activated=["Fulkerson"])
    play(game, "Jackson")
    assert (asked(game), offered(game)) == (("confederate", "drawn"), ["play Jackson", "hold Jackson"])
    play(game, "play Jackson")
    assert offered(game) == ["activate Garnett", "activate Fulkerson", "activate Burks"]


@pytest.mark.rule("KT-10.3c-2", "KT-10.6-8", "BS-7.3-cic-6", "SS-10.3c-2", "SS-10.6-5")
def test_a_used_commander_is_discarded_after_a_normal_activation():
    game = cup({CONFEDERATE: HURT[CONFEDERATE]}, "Jackson", "Tyler", hexes=flat())
    play(game, "Jackson", "play Jackson", "order defend")
    assert game.decision.stack[-1] == "movement"
    play(game, "done", f"recover {CONFEDERATE}")
    assert (asked(game), offered(game)) == (("chance", "draw"), ["Tyler"])
    assert (fates(game), hand(game, "confederate")) == ([("Jackson", "used")], [])


@pytest.mark.rule("KT-10.3c-2", "KT-10.6-10", "BS-7.3-cic-6", "BS-7.3-cic-3")
def test_a_held_commander_is_played_before_a_later_draw():
    game = cup(BRIGADES, "Jackson", "Tyler", "Fog of War")
    play(game, "Jackson", "hold Jackson")
    assert (asked(game), offered(game)) == (("confederate", "window"), ["play Jackson", "pass"])
    play(game, "pass", "Fog of War", "6", "play Jackson", "activate Burks", "order regroup")
    assert asked(game) == ("chance", "draw")
    assert fates(game) == [("Jackson", "played"), ("Fog of War", "used")]
    assert game.view("")["chits"]["spent"] == {"union": [], "confederate": []}


@pytest.mark.rule("KT-10.6-10", "BS-7.3-cic-3", "SS-10.6-2")
def test_a_held_commander_lies_openly_and_answers_no_order():
    game = cup(BRIGADES, "Tyler", held={"confederate": ["Jackson"]})
    play(game, "pass", "Tyler", "1", "order attack")
    assert asked(game) == ("union", "move-unit")


@pytest.mark.rule("KT-10.6-3", "KT-10.6a-Crook-1", "KT-10.6a-Crook-2", "BS-7.3-cic-1", "SS-10.6-6")
@pytest.mark.parametrize("die, active", [(1, True), (2, False)])
def test_crook_is_active_on_1_else_discarded(die, active):
    game = cup(UNITS, "Crook", "Tyler", battle=commanders())
    play(game, "Crook")
    assert asked(game) == ("chance", "die")
    play(game, str(die))
    assert asked(game) == (("union", "drawn") if active else ("chance", "draw"))
    assert fates(game) == ([] if active else [("Crook", "used")])


@pytest.mark.rule("KT-10.6-3", "KT-10.6a-Jackson-1", "KT-10.6a-Early-1")
@pytest.mark.parametrize("general", ["Jackson", "Early"])
def test_jackson_and_early_are_always_active(general):
    game = cup(UNITS, general, "Tyler", battle=commanders())
    play(game, general)
    assert asked(game) == ("confederate", "drawn")


@pytest.mark.rule("KT-10.6a-Jackson-2", "KT-10.6a-Early-2", "KT-10.6a-Crook-3")
def test_the_replacements_of_the_commanders():
    for general, active in (("Jackson", 5), ("Early", 5), ("Crook", 2)):
        for die in (active, active + 1):
            game = cup(UNITS, general, "Tyler", battle=commanders(), casualties=[general])
            play(game, general, str(die))
            assert (asked(game)[1] == "drawn") is (die == active)


@pytest.mark.rule("KT-10.6-5", "KT-10.6-9", "BS-7.3-cic-8")
def test_a_brigade_may_act_twice_once_by_its_chit_and_once_by_the_commander():
    game = cup({CONFEDERATE: "2034"}, "Garnett", "Jackson", "Tyler")
    play(game, "Garnett", "1", "order regroup", "Jackson", "play Jackson")
    assert asked(game) == ("confederate", "order")
    assert game.decision.stack[-1] == "Garnett"


@pytest.mark.rule("KT-10.6-9", "BS-7.3-cic-8")
def test_and_also_first_by_the_commander():
    game = cup({CONFEDERATE: "2034"}, "Garnett", "Jackson", "Tyler")
    play(game, "Jackson", "play Jackson", "order regroup", "Garnett", "1")
    assert asked(game) == ("confederate", "order")


@pytest.mark.rule("KT-10.6-6", "BS-7.3-cic-4", "BS-7.3-cic-7", "SS-10.6-3")
def test_a_commander_gives_a_full_activation():
    game = cup({CONFEDERATE: "2034"}, "Jackson", "Tyler")
    play(game, "Jackson", "play Jackson")
    assert offered(game) == ["order attack", "order defend", "order maneuver", "order regroup"]


@pytest.mark.rule("KT-10.6-7", "BS-7.3-cic-5")
@pytest.mark.parametrize("before", ["available", "activated"])
def test_a_commander_turns_no_marker(before):
    game = cup({CONFEDERATE: "2034"}, "Jackson", "Tyler", activated=["Garnett"] if before == "activated" else [])
    play(game, "Jackson", "play Jackson", "order regroup")
    assert marker(game, "Garnett") == before


# -- Division and Brigade Activation chits ------------------------------------------------------------------


@pytest.mark.rule("KT-10.7-3", "KT-10.9-2", "BS-7.3-bde-1", "BS-7.3-div-1", "SS-10.7-1", "BS-7.3-bde-2", "BS-7.3-bde-3")
def test_the_command_roll_comes_before_the_brigade():
    game = cup(BRIGADES, "Ramseur", "Tyler", battle=divided())
    play(game, "Ramseur")
    assert (asked(game), offered(game)) == (("chance", "die"), ["1", "2", "3", "4", "5", "6"])
    event = next(e for e in play(game, "4") if e.kind == "command")
    assert event.data == ("Ramseur", 4, True)
    assert (asked(game), offered(game)[0]) == (("confederate", "activate"), "activate Garnett")


def full(game, brigade):
    """The chance of a Full Activation, as the view has it."""
    return next(row["full"] for row in game.view("")["brigades"] if row["brigade"] == brigade)


@pytest.mark.rule(
    "KT-10.3d-1",
    "KT-10.7-4",
    "KT-10.7-6",
    "SS-10.7-2",
    "BS-4.0-9",
    "SS-10.3d-1",
    "BS-7.3-bde-2",
    "BS-7.3-div-2",
    "BS-7.3-div-3",
)
@pytest.mark.parametrize("die, kind, state", [(4, "order", "activated"), (5, "draw", "limited")])
def test_at_most_the_rating_gives_a_full_activation(die, kind, state):
    game = cup(BRIGADES, "Tyler", "Burks", hexes=flat())
    assert full(game, "Tyler") == pytest.approx(4 / 6)
    play(game, "Tyler", str(die))
    assert asked(game)[1] == kind
    assert marker(game, "Tyler") == state
    assert full(game, "Tyler") is None


@pytest.mark.rule("KT-10.7-6", "KT-10.7-7", "BS-7.3-div-4", "BS-7.3-div-3", "BS-7.3-bde-3")
def test_a_limited_activation_only_fires():
    units = {UNION: "1533", "7 OH-b": {"hex": "1431", "marks": ["shaken"]}, CONFEDERATE: "1634"}
    game = cup(units, "Tyler", "Burks", hexes=flat())
    play(game, "Tyler", "5")
    assert (asked(game), offered(game)) == (("union", "fire"), ["fire at 1634", "done"])
    play(game, f"{UNION} fire at 1634", "11")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-10.7-7", "BS-7.3-bde-3", "BS-7.3-div-4")
def test_nothing_answers_a_limited_activation_as_it_has_no_order():
    units = {UNION: "1533", CONFEDERATE: "1634"}
    game = cup(units, "Tyler", "Burks", hexes=flat(), held={"confederate": ["Fatigue", "Command Confusion"]})
    play(game, "pass", "Tyler", "5")
    assert asked(game) == ("union", "fire")


@pytest.mark.rule("KT-10.7-5", "BS-7.3-div-2", "SS-10.7-3")
def test_only_brigades_that_have_not_acted_are_chosen():
    game = cup(BRIGADES, "Ramseur", "Tyler", battle=divided(), activated=["Fulkerson"])
    play(game, "Ramseur", "1")
    assert offered(game) == ["activate Garnett", "activate Burks"]
    play(game, "activate Burks")
    assert game.state.activated == ("confederate/Burks", "confederate/Fulkerson")
    assert marker(game, "Burks") == "activated"


@pytest.mark.rule("KT-10.3d-2", "KT-10.7-8", "KT-10.3d-3", "BS-7.3-div-5", "SS-10.3d-2", "SS-10.7-7")
def test_the_chit_returns_while_a_brigade_is_left():
    game = cup(BRIGADES, "Ramseur", "Tyler", battle=divided(), activated=["Garnett"])
    play(game, "Ramseur", "1", "activate Burks", "order regroup")
    assert (asked(game), in_cup(game)) == (("chance", "draw"), ["Ramseur", "Tyler"])
    play(game, "Ramseur", "1", "order regroup")
    assert (asked(game), in_cup(game)) == (("chance", "draw"), ["Tyler"])
    assert fates(game) == [("Ramseur", "returned"), ("Ramseur", "used")]


@pytest.mark.rule("KT-10.7-8", "BS-7.3-div-5", "SS-10.7-7")
def test_a_brigade_without_units_keeps_no_chit_in_the_cup():
    game = cup({CONFEDERATE: "2034", "21 VA": {"box": "2"}}, "Ramseur", "Tyler", battle=divided())
    play(game, "Ramseur", "1", "order regroup")
    assert in_cup(game) == ["Tyler"]


@pytest.mark.rule("KT-10.7-9", "BS-7.3-div-6", "SS-10.7-7")
@pytest.mark.parametrize("box, acts", [("available", True), ("1", False), ("eliminated", False)])
def test_a_brigade_acts_only_with_units_on_the_map_or_available(box, acts):
    game = cup({UNION: "1531", "110 PA-a": "1431", "21 VA": {"box": box}}, "Burks", "Tyler")
    play(game, "Burks")
    assert (asked(game) == ("chance", "die")) is acts
    if not acts:
        assert fates(game) == [("Burks", "used")]


@pytest.mark.rule("KT-10.7-10", "BS-7.3-div-7")
def test_the_marker_of_an_empty_brigade_is_out_until_it_has_units_again():
    game = cup({**UNITS, "21 VA": {"box": "2"}}, "Fog of War", turn=2)
    assert marker(game, "Burks") == "no units"
    game = cup({**UNITS, "21 VA": {"box": "available"}}, "Fog of War", turn=2)
    assert marker(game, "Burks") == "available"


@pytest.mark.rule("KT-10.9-1", "KT-10.7-1")
def test_a_brigade_chit_is_for_its_brigade_and_a_division_chit_for_its_division():
    stone_wall, ramseur = Setting(vedette.battle(BATTLE)), Setting(divided())
    assert {c: a.brigades for c, a in stone_wall.activations.items()} == {
        c: (c,) for c in ("Tyler", "Garnett", "Fulkerson", "Burks")
    }
    assert ramseur.activations["Ramseur"].brigades[:3] == ("Garnett", "Fulkerson", "Burks")
    assert "Ashby" not in ramseur.activations["Ramseur"].brigades


@pytest.mark.rule("KT-10.9-2", "BS-7.3-bde-1", "BS-7.3-bde-2", "BS-7.3-bde-3")
def test_a_brigade_chit_follows_the_rules_of_division_chits():
    game = cup(BRIGADES, "Burks", "Tyler")
    events = play(game, "Burks", "4")
    assert {"command", "activated", "limited"} <= set(kinds(events))
    assert (marker(game, "Burks"), in_cup(game)) == ("limited", ["Tyler"])
