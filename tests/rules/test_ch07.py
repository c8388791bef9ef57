"""Chapter 7: the sequence of play."""

import pytest

import vedette
from tests.rules.chits import UNITS, asked, cup, fates, in_cup, marker, quiet
from tests.rules.field import changed, flat
from tests.support import BATTLE, kinds, offered, play, referee
from vedette.rules.blind_swords.chapters.victory import net

UNION, CONFEDERATE = "7 OH-a", "27 VA"
GUNS = {"Davey": "1531", "Jenks": "1528", "Carpenter-b": "2032", "Chew": "2134"}
READY = {UNION: "1533", CONFEDERATE: "1634", "7 IN-a": {"hex": "1431", "marks": ["shaken"]}}


def phases(events):
    """The turns and phases that began, in order."""
    return [e.data[0] for e in events if e.kind in ("turn", "phase")]


def drawing(*chits, units=UNITS, **keys):
    """Chits drawn one after the other from a cup that held them and one more."""
    game = cup(units, *chits, "Burks", **keys)
    events = play(game, *chits)
    return game, events


@pytest.mark.rule("KT-7.0-1", "BS-4.0-1", "BS-4.0-2", "SS-7.0-1", "SS-7.0-8")
def test_the_phases_follow_one_another():
    game = referee(UNITS, begin="turn", turn=10)
    events = []
    while game.decision is not None:
        for decision in game.decisions:
            events += game.play(decision.actions[-1])
    turn = ["command", "artillery", "chits", "end-turn"]
    assert phases(events) == [*turn[1:], 11, *turn]
    assert game.outcome is not None


@pytest.mark.rule("KT-7.0-2", "BS-4.0-3", "SS-7.0-6")
def test_fire_comes_before_movement():
    game = referee(READY, begin="orders", active="Tyler", hexes=flat())
    play(game, "order attack")
    assert asked(game) == ("union", "fire")
    play(game, "done")
    assert asked(game) == ("union", "move-unit")


@pytest.mark.rule("KT-7.0-P1", "BS-5.0-1", "SS-8.0-1")
def test_a_turn_begins_with_key_chits():
    game = referee(UNITS, begin="turn")
    assert [(d.seat, d.kind) for d in game.decisions] == [("union", "key"), ("confederate", "key")]
    assert game.view("")["phase"] == "command"


@pytest.mark.rule("KT-7.0-P2a", "KT-7.0-P2b", "KT-7.0-P2c", "BS-4.0-4", "SS-7.0-2")
def test_artillery_steps_alternate_from_the_union_on():
    game = referee(GUNS, begin="artillery")
    order = []
    for _ in range(4):
        order.append(game.decision.seat)
        play(game, offered(game)[0], "done")
    assert order == ["union", "confederate", "union", "confederate"]


@pytest.mark.rule("KT-7.0-P2a", "KT-7.0-P2b", "BS-4.0-4")
def test_each_side_moves_or_fires_one_hex():
    game = referee(GUNS, begin="artillery")
    assert offered(game) == ["artillery 1528", "artillery 1531", "pass"]
    play(game, "artillery 1528", "move Jenks", "Jenks: 1428", "done")
    assert offered(game) == ["artillery 2032", "artillery 2134", "pass"]


@pytest.mark.rule("KT-7.0-P2d", "BS-4.0-4")
def test_artillery_rally_follows_the_steps():
    game = referee({"Davey": {"hex": "1531", "marks": ["shaken"]}, UNION: "1530"}, begin="artillery")
    assert asked(game) == ("union", "artillery")
    play(game, "pass")
    assert asked(game) == ("union", "artillery-rally")


@pytest.mark.rule("KT-7.0-P3a", "BS-4.0-5")
def test_held_chits_may_be_played_before_each_draw():
    game = cup(UNITS, "Tyler", "Burks", held={"union": ["Firefight"], "confederate": ["Firefight"]})
    assert asked(game) == ("union", "window")
    play(game, "pass", "pass", "Burks")
    assert asked(game) == ("union", "window")
    play(game, "pass", "pass")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-7.0-P3b-event", "BS-4.0-6", "SS-10.3a-3", "SS-10.3a-2")
def test_an_event_chit_goes_to_its_owner_then_another_is_drawn():
    game, _ = drawing("Find Ammo (Confederate)")
    assert asked(game) == ("confederate", "drawn")
    play(game, "hold Find Ammo")
    quiet(game, "draw")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-7.0-P3b-wild", "BS-4.0-7", "SS-10.3b-1")
def test_a_wild_chit_is_resolved_then_another_is_drawn():
    game, _ = drawing("Fog of War")
    assert asked(game) == ("chance", "die")
    play(game, "6")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-7.0-P3b-CIC", "BS-4.0-8", "SS-10.3c-1")
def test_a_commander_picks_a_brigade_or_waits():
    game, _ = drawing("Jackson")
    assert (asked(game), offered(game)) == (("confederate", "drawn"), ["play Jackson", "hold Jackson"])
    play(game, "play Jackson")
    assert asked(game) == ("confederate", "order")


@pytest.mark.rule("KT-7.0-P3b-CIC", "BS-4.0-8", "SS-10.3c-1")
def test_after_a_commander_another_chit_is_drawn():
    game, _ = drawing("Jackson")
    play(game, "play Jackson", "order regroup")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-7.0-P3b-division", "BS-4.0-9", "SS-10.3d-1")
def test_an_activation_chit_activates_a_brigade():
    game, _ = drawing("Tyler")
    events = play(game, "4")
    assert "activated" in kinds(events)
    assert asked(game) == ("union", "order")


@pytest.mark.rule("KT-7.0-P4b", "KT-7.0-P4c", "KT-7.0-P4d", "BS-4.0-10", "SS-12.0-1", "SS-7.0-4")
def test_the_steps_of_an_attack():
    game = referee(READY, begin="orders", active="Tyler", hexes=flat())
    steps = []
    play(game, "order attack")
    while game.decision.seat == "union":
        steps.append(game.decision.stack[-1])
        play(game, "done")
    assert steps == ["fire", "movement", "close combat"]


@pytest.mark.rule("KT-7.0-P4b", "KT-7.0-P4c", "KT-7.0-P4e", "BS-4.0-10", "SS-12.0-1", "SS-7.0-4")
def test_the_steps_of_a_defence():
    game = referee(READY, begin="orders", active="Tyler", hexes=flat())
    steps = []
    play(game, "order defend")
    while game.decision.seat == "union":
        steps.append(game.decision.stack[-1])
        play(game, "done")
    assert steps == ["fire", "movement", "rally"]


@pytest.mark.rule("KT-7.0-P4f", "BS-4.0-11", "SS-7.0-5")
@pytest.mark.parametrize("last", ["Tyler", "Fog of War", "Firefight (Union)", "Firefight (Confederate)"])
def test_while_the_cup_holds_a_chit_another_is_drawn(last):
    game = cup(UNITS, "Burks", last)
    play(game, "Burks")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-7.0-P4f", "BS-4.0-11", "SS-7.0-5")
@pytest.mark.parametrize("seat", ["union", "confederate"])
def test_chits_put_in_unseen_count_too(seat):
    scenario = vedette.battle(BATTLE).scenario
    chits = {s: {**scenario["chits"][s], "key": 0, "random": int(s == seat)} for s in ("union", "confederate")}
    game = referee(UNITS, begin="turn", battle=changed(chits=chits, wild=[], activation=[]))
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-7.0-P4g", "BS-4.0-11", "SS-7.0-5")
def test_an_empty_cup_ends_the_phase():
    game = cup(UNITS, "Burks")
    events = play(game, "Burks")
    assert phases(events) == ["end-turn", 2, "command"]


@pytest.mark.rule("KT-7.0-P5a", "BS-4.0-12", "BS-7.4-2")
def test_held_chits_may_be_played_at_the_end():
    game = referee({UNION: {"hex": "1531", "marks": ["shaken"]}}, begin="end-turn", held={"union": ["Rally"]})
    assert (asked(game), offered(game)) == (("union", "window"), ["play Rally", "pass"])
    assert game.view("")["phase"] == "end-turn"


@pytest.mark.rule("KT-7.0-P5b", "BS-4.0-12", "SS-17.2-1")
def test_points_are_awarded_turn_by_turn():
    victory = vedette.battle(BATTLE).scenario["victory"]
    rows = [{"side": "confederate", "hexes": ["1834"], "points": 2, "from": 1}]
    game = referee(UNITS, begin="end-turn", battle=changed(victory={**victory, "each_turn": rows}))
    assert net(game.state) == 2


@pytest.mark.rule("KT-7.0-P5c", "BS-4.0-12", "SS-17.3-1")
def test_markers_return_to_available():
    game = cup(UNITS, "Garnett", activated=["Tyler"], turn=2)
    assert marker(game, "Tyler") == "activated"
    play(game, "Garnett", "1", "order regroup")
    assert game.view("")["turn"] == 3
    assert marker(game, "Tyler") == marker(game, "Garnett") == "available"


@pytest.mark.rule("KT-7.0-P5d", "BS-4.0-12", "SS-17.4-1")
def test_the_broken_track_moves_on():
    game = referee({**UNITS, "110 PA-a": {"box": "2"}}, begin="end-turn")
    places = {u["id"]: u["place"] for u in game.view("")["units"]}
    assert places["110 PA-a"] == "Broken Box 1"


@pytest.mark.rule("KT-7.0-P5e", "BS-4.0-12", "BS-4.0-13", "SS-17.6-1", "SS-17.6-2")
def test_chits_are_gathered_and_the_turn_moves_on():
    game = referee(UNITS, begin="end-turn", turn=2, held={"union": ["Firefight"]})
    view = game.view("union")
    assert view["turn"] == 3
    assert view["chits"]["mine"]["hand"] == [] == fates(game) == in_cup(game)
    assert view["chits"]["backs"] == {"union": 0, "confederate": 0}


@pytest.mark.rule("KT-7.0-end", "BS-4.0-14", "SS-7.0-7")
@pytest.mark.parametrize("turn, over", [(10, False), (11, True)])
def test_after_the_last_turn_the_battle_is_over(turn, over):
    game = referee(UNITS, begin="end-turn", turn=turn)
    assert (game.decision is None) is over
    assert (game.outcome is not None) is over
    assert game.view("")["over"] is over
