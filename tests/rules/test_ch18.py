"""Chapter 18: the End Turn Phase."""

import pytest

import vedette
from tests.rules.chits import NOTHING, UNITS, asked, cup, fates, in_cup, marker
from tests.rules.field import changed, flat
from tests.support import BATTLE, kinds, offered, play, referee, states
from vedette.rules.blind_swords.chapters.victory import net

UNION, CONFEDERATE = "7 OH-a", "27 VA"
HURT = {UNION: {"hex": "1531", "marks": ["shaken"]}, CONFEDERATE: {"hex": "1834", "marks": ["shaken"]}}


def ending(units=HURT, **keys):
    """The End Turn Phase from its beginning, on flat ground."""
    return referee(units, begin="end-turn", **{"hexes": flat(), **keys})


@pytest.mark.rule("KT-18.0", "BS-14.0-1")
def test_the_phase_begins_when_the_cup_is_empty():
    game = cup({**HURT, "110 PA-a": {"box": "1"}}, "Burks", held={"union": ["Rally"]})
    play(game, "pass", "Burks")
    assert (asked(game), game.view("")["phase"]) == (("union", "window"), "end-turn")
    events = play(game, "play Rally")
    assert [k for k in kinds(events) if k in ("recovered", "box", "turn")] == ["recovered", "box", "turn"]


@pytest.mark.rule("KT-18.0", "SS-17.0-1", "BS-14.0-1")
@pytest.mark.parametrize("more", ["Fog of War", "Tyler", "Find Ammo (Confederate)", "Firefight (Union)"])
def test_it_does_not_begin_before(more):
    game = cup(HURT, "Burks", more)
    play(game, "Burks")
    assert (asked(game), game.view("")["phase"]) == (("chance", "draw"), "chits")


@pytest.mark.rule("KT-18.1-1", "BS-14.1-1", "BS-7.4-2")
def test_held_chits_come_first_the_unions_before_the_others():
    game = ending(held={"union": ["Rally"], "confederate": ["Rally"]})
    assert asked(game) == ("union", "window")
    play(game, "play Rally")
    assert asked(game) == ("confederate", "window")
    play(game, "play Rally")
    assert states(game, UNION) == {"fresh", "1531"}
    assert states(game, CONFEDERATE) == {"fresh", "1834"}
    assert game.view("")["turn"] == 2


@pytest.mark.rule("KT-18.1-1", "KT-10.6-10", "BS-14.1-1", "BS-7.3-cic-3", "BS-7.4-2")
def test_a_held_commander_may_act_at_the_end():
    game = ending(held={"confederate": ["Jackson"]})
    assert offered(game) == ["play Jackson", "pass"]
    play(game, "play Jackson", "order regroup", f"recover {CONFEDERATE}")
    assert states(game, CONFEDERATE) == {"fresh", "1834"}
    assert game.view("")["turn"] == 2


def awarded(turn=1, **row):
    """The net points after a turn in which a scenario gives points for hexes."""
    victory = vedette.battle(BATTLE).scenario["victory"]
    rows = [{"side": "confederate", "hexes": ["1834", "1835"], "points": 2, "from": 2, **row}]
    control = {"1834": "confederate", "1835": "confederate", "1836": "confederate", "1933": "union"}
    game = referee(
        {UNION: "1531"}, begin="end-turn", turn=turn, control=control,
        battle=changed(victory={**victory, "each_turn": rows}),
    )  # fmt: skip
    return net(game.state)


@pytest.mark.rule("KT-18.2", "BS-14.2-1", "SS-17.2-1")
def test_points_of_the_turn_go_on_the_track():
    assert awarded(turn=2) == 4
    assert awarded(turn=1) == 0
    assert awarded(turn=2, hexes=["1834", "1933"]) == 2
    assert awarded(turn=2, hexes=["1933"], side="union") == -2


@pytest.mark.rule("KT-18.3-1", "BS-14.3-1", "SS-17.3-1")
def test_markers_are_turned_back():
    game = cup(UNITS, "Garnett", turn=2, activated=["Tyler", "Fulkerson"], limited=["Fulkerson"])
    assert [marker(game, b) for b in ("Tyler", "Fulkerson", "Garnett")] == ["activated", "limited", "available"]
    play(game, "Garnett", "6")
    assert game.view("")["turn"] == 3
    assert [marker(game, b) for b in ("Tyler", "Fulkerson", "Garnett")] == ["available", "no units", "available"]


@pytest.mark.rule("KT-18.3-2")
def test_markers_of_new_brigades_are_added():
    game = vedette.battle(BATTLE).new_game(seed=1, options={"no-events": True})
    assert [marker(game, b) for b in ("Garnett", "Fulkerson", "Burks")] == ["available"] + 2 * ["not yet in play"]
    while game.view("")["turn"] < 2:
        game.play(game.decision.actions[-1])
    assert {marker(game, b) for b in ("Fulkerson", "Burks")} <= {"available", "activated", "limited"}


@pytest.mark.rule("KT-18.4", "BS-14.4-1", "SS-17.4-1")
def test_the_broken_move_one_box_lower():
    boxes = {"1 WV-a": "3", "1 WV-b": "2", "110 PA-a": "1", "110 PA-b": "available"}
    game = ending({**UNITS, **{id: {"box": box} for id, box in boxes.items()}})
    places = {u["id"]: u["place"] for u in game.view("")["units"]}
    assert [places[id] for id in boxes] == ["Broken Box 2", "Broken Box 1", "Available", "Available"]


@pytest.mark.rule("KT-18.5-1", "BS-14.5-1", "BS-4.0-13")
def test_event_chits_return_to_their_owners():
    game = ending(held={"union": ["Rally", "Good Ground"], "confederate": ["Find Ammo"]})
    play(game, "play Rally")
    while game.view("")["turn"] == 1:
        play(game, "pass")
    assert game.view("")["chits"]["spent"] == {"union": [], "confederate": []}
    assert game.view("")["chits"]["backs"] == {"union": 0, "confederate": 0}
    assert game.view("union")["chits"]["mine"]["hand"] == []
    assert {"key Rally", "key Good Ground"} <= set(offered(game, "union"))
    assert "key Find Ammo" in offered(game, "confederate")


@pytest.mark.rule("KT-18.5-1", "KT-10.8-2", "BS-14.5-1", "BS-4.0-13", "BS-7.4-1", "SS-10.8-1", "SS-17.6-1")
def test_discarded_and_lost_chits_come_back_next_turn():
    game = cup(UNITS, "Fortunes of War", "Rally (Union)", turn=2, set={"no-events": False})
    play(game, "Fortunes of War", "Rally (Union)")
    assert game.view("")["turn"] == 3
    assert "key Rally" in offered(game, "union")
    assert (in_cup(game), fates(game)) == ([], [])
    assert game.view("")["chits"]["backs"] == {"union": 0, "confederate": 0}
    assert game.view("union")["chits"]["mine"] == NOTHING


@pytest.mark.rule("KT-18.5-2", "BS-14.5-2")
def test_the_turn_marker_moves_on():
    game = ending({UNION: "1531"}, turn=4)
    assert (game.view("")["turn"], game.view("")["clock"]) == (5, "5:00")
    assert game.outcome is None


@pytest.mark.rule("KT-18.5-2", "KT-7.0-end", "BS-14.5-2", "BS-4.0-14", "SS-17.6-2", "SS-7.0-7")
def test_after_the_last_turn_the_winner_is_found():
    game = ending({UNION: "1834"}, turn=11)
    assert (game.decision, game.view("")["turn"]) == (None, 11)
    assert (game.outcome.winner, game.outcome.level) == ("confederate", "Minor CSA Victory")
