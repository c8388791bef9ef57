"""Chapter 8: the Command Decision Phase."""

import json

import pytest

import vedette
from tests.rules.chits import NOTHING, UNITS, asked, cup, fates, in_cup, quiet
from tests.rules.field import changed
from tests.support import BATTLE, kinds, offered, play, referee

UNION_POOL = ["Command Confusion", "Command Confusion", "CSA Low Ammo", "Fatigue", "Firefight", "Firefight",
              "Good Ground", "Good Ground", "Rally"]  # fmt: skip


def opening(**keys):
    """The first questions of a turn."""
    return referee(UNITS, begin="turn", **keys)


def prepared(union="Rally", confederate=("Rebel Yell", "Firefight"), **keys):
    """A turn with these Key Chits in the cup."""
    game = opening(**keys)
    play(game, f"union: key {union}", *(f"confederate: key {chit}" for chit in confederate))
    return game


def mine(game, seat):
    """What a seat knows of its own Event chits."""
    return game.view(seat)["chits"]["mine"]


@pytest.mark.rule("KT-8.0", "BS-5.0-1", "SS-8.0-1")
def test_each_side_begins_with_all_its_chits():
    game = opening(held={"union": ["Rally"]}, cup=["Good Ground"])
    assert mine(game, "union")["hand"] == [] == fates(game)
    assert offered(game, "union") == [f"key {c}" for c in sorted(set(UNION_POOL))]
    assert game.view("")["chits"]["backs"] == {"union": 0, "confederate": 0}


@pytest.mark.rule("KT-8.0", "BS-5.0-1", "SS-8.0-1")
def test_a_game_without_event_chits_goes_straight_on():
    game = opening(set={"no-events": True})
    assert asked(game) == ("chance", "draw")
    assert sorted(offered(game)) == ["Fog of War", "Fortunes of War", "Garnett", "Tyler"]


@pytest.mark.rule("KT-8.1-1", "KT-20.1c-key", "BS-5.1-1", "SS-8.1-1")
def test_the_union_picks_one_key_chit_and_the_confederates_two():
    game = opening()
    play(game, "union: key Rally", "confederate: key Rebel Yell")
    assert [d.seat for d in game.decisions] == ["confederate"]
    play(game, "key Rebel Yell")
    assert mine(game, "union")["put_in"] == ["Rally"]
    assert mine(game, "confederate")["put_in"] == ["Rebel Yell", "Rebel Yell"] == mine(game, "confederate")["in_cup"]
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-8.1-1", "BS-5.1-1", "SS-8.1-1")
def test_a_chit_of_one_copy_is_picked_once():
    game = opening()
    play(game, "union: key Rally", "confederate: key Find Ammo")
    assert "key Find Ammo" not in offered(game)


@pytest.mark.rule("KT-8.1-2", "BS-5.1-1", "SS-8.1-1")
def test_key_chits_are_secret():
    game, other = prepared("Rally"), prepared("Good Ground")
    assert json.dumps(game.view("confederate")) == json.dumps(other.view("confederate"))
    assert mine(game, "union") != mine(other, "union")
    assert json.dumps(game.view("")) == json.dumps(other.view(""))


@pytest.mark.rule("KT-8.1-2", "BS-5.1-1", "SS-8.1-1")
def test_the_log_names_a_key_chit_to_its_owner_only():
    game = opening()
    events = play(game, "union: key Rally", "confederate: key Rebel Yell")
    said = [game.say(e, "confederate") for e in events if e.kind == "key"]
    assert said == ["The Union put a Key Chit into the cup", "The Confederates put Rebel Yell into the cup"]


def test_both_sides_pick_before_either_choice_counts():
    game = opening()
    play(game, "union: key Rally")
    assert mine(game, "union")["sealed"] == ["Rally"]
    assert mine(game, "confederate")["sealed"] == []
    assert game.view("")["chits"]["backs"] == {"union": 0, "confederate": 0}


@pytest.mark.rule("KT-8.1-3", "BS-5.1-2", "SS-8.1-2")
def test_a_key_chit_may_be_lost():
    game = cup(UNITS, "Fortunes of War", "Rally (Union)", "Burks")
    events = play(game, "Fortunes of War", "Rally (Union)")
    assert kinds(events)[-1] == "lost"
    assert mine(game, "union") == {**NOTHING, "put_in": ["Rally"], "lost": ["Rally"]}


@pytest.mark.rule("KT-8.2-2", "KT-20.1c-random", "BS-5.2-1", "SS-8.3-1")
def test_further_chits_go_in_unseen():
    game = prepared()
    assert game.view("union")["chits"]["backs"] == {"union": 3, "confederate": 3}
    assert mine(game, "union")["put_in"] == ["Rally"]
    unseen = sorted({"Rally", *UNION_POOL})
    assert [o for o in sorted(offered(game)) if o.endswith("(Union)")] == sorted(f"{c} (Union)" for c in unseen)


@pytest.mark.rule("KT-8.2-2", "BS-5.2-1")
@pytest.mark.parametrize("numbers", [(0, 3), (2, 0), (1, 2)])
def test_the_scenario_says_how_many(numbers):
    scenario = vedette.battle(BATTLE).scenario
    chits = {
        side: {**scenario["chits"][side], "random": number}
        for side, number in zip(("union", "confederate"), numbers, strict=True)
    }
    game = prepared(battle=changed(chits=chits))
    assert game.view("")["chits"]["backs"] == {"union": 1 + numbers[0], "confederate": 2 + numbers[1]}


def drawn_events(game):
    """The Event chits that a turn brings out of the cup, by side."""
    sides = {"union": 0, "confederate": 0}
    while game.view("")["turn"] == 1 and game.view("")["phase"] == "chits":
        for event in game.play(game.decision.actions[-1]):
            if event.kind == "drawn-event":
                sides[event.seat] += 1
    return sides


@pytest.mark.rule("KT-8.2-3", "KT-20.1c-total", "BS-5.2-2")
def test_all_other_chits_sit_out():
    assert drawn_events(prepared()) == {"union": 3, "confederate": 3}


@pytest.mark.rule("KT-8.2-3", "BS-5.2-2")
def test_a_chit_that_came_out_unseen_is_not_drawn_again():
    game = prepared("Rally")
    play(game, "Fatigue (Union)", "hold Fatigue")
    quiet(game, "draw")
    assert "Fatigue (Union)" not in offered(game)
    assert "CSA Low Ammo (Union)" in offered(game)


@pytest.mark.rule("KT-8.2-4", "BS-5.2-3", "SS-8.2-3")
def test_nobody_sees_what_sits_out():
    game = prepared("Rally")
    for seat in ("union", "confederate"):
        view = game.view(seat)["chits"]
        assert set(view) == {"puller", "cup", "backs", "drawn", "pools", "spent", "held", "out", "mine"}
        assert list(view["pools"]) == [seat]
    assert game.view("union")["chits"]["pools"]["union"] == sorted(UNION_POOL)
    assert mine(game, "union") == {**NOTHING, "put_in": ["Rally"], "in_cup": ["Rally"]}
    play(game, "Fatigue (Union)", "hold Fatigue")
    quiet(game, "draw")
    play(game, "Good Ground (Union)", "hold Good Ground")
    quiet(game, "draw")
    assert "Firefight (Union)" not in offered(game)  # both of the unseen are out: the rest sit out
    assert "Rally (Union)" in offered(game)


@pytest.mark.rule("KT-8.3-1", "KT-10.7-1", "KT-10.7-2")
@pytest.mark.parametrize("turn, brigades", [(1, ["Garnett", "Tyler"]), (2, ["Burks", "Fulkerson", "Garnett", "Tyler"])])
def test_activation_chits_of_all_that_is_in_the_game(turn, brigades):
    game = vedette.battle(BATTLE).new_game(seed=1, options={"no-events": True})
    while game.view("")["turn"] < turn or game.view("")["phase"] == "command":
        game.play(game.decision.actions[-1])
    assert [c for c in start_of_turn(game, turn) if c not in ("Fog of War", "Fortunes of War")] == brigades


def start_of_turn(game, turn):
    """What lay in the cup when the turn's draws began: what lies there and what has come out."""
    assert game.view("")["turn"] == turn
    return sorted({*in_cup(game), *(chit for chit, _ in fates(game) if chit)})


@pytest.mark.rule("KT-8.3-1", "KT-10.7-1", "BS-5.3-1", "SS-8.3-2")
def test_a_brigade_out_of_the_game_has_no_chit():
    game = referee({**UNITS, "27 VA": {"box": "exited"}}, begin="turn", set={"no-events": True})
    assert in_cup(game) == ["Fog of War", "Fortunes of War", "Tyler"]
    game = referee({**UNITS, "27 VA": {"box": "2"}}, begin="turn", set={"no-events": True})
    assert in_cup(game) == ["Fog of War", "Fortunes of War", "Garnett", "Tyler"]


@pytest.mark.rule("KT-8.3-2", "BS-5.3-1", "SS-8.3-2")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_commanders_of_the_scenario_go_in(turn):
    rows = vedette.battle(BATTLE).scenario["activation"]
    battle = changed(activation=[*rows, {"chit": "Jackson", "side": "confederate", "from": 2}])
    game = referee(UNITS, begin="turn", turn=turn, battle=battle, set={"no-events": True})
    assert ("Jackson" in in_cup(game)) is (turn == 2)


@pytest.mark.rule("KT-8.3-3", "BS-5.3-1", "SS-8.3-2")
def test_both_wild_chits_go_in():
    assert {"Fog of War", "Fortunes of War"} <= set(in_cup(prepared()))


def test_the_first_key_chit_proposed_can_do_something_this_turn():
    """The adjutant would take Command Confusion, which the scenario bars in turn 1; later ones are taste."""
    game = vedette.battle(BATTLE).new_game(seed=1)
    assert [d.proposed.text for d in game.decisions] == ["key Fatigue", "key Command Confusion"]
    assert [d.proposed for d in opening(turn=2).decisions] == [None, None]


def test_the_question_says_how_many_more_go_in_unseen():
    game = vedette.battle(BATTLE).new_game(seed=1)
    prompts = [decision.prompt.partition("? ")[2] for decision in game.decisions]
    assert prompts == [
        f"when it is drawn you may play or keep it; {many} in by chance, unseen by you too"
        for many in ("2 more of these go", "1 more of these goes")
    ]
