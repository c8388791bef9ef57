"""Scenario 20.1, The Stone Wall."""

import pytest

import vedette
from tests.rules.chits import asked, cup, in_cup, quiet
from tests.rules.field import changed, flat, mover, refused
from tests.support import BATTLE, at, offered, play, referee, states
from vedette.rules.blind_swords.setting import setting_of

UNION, CONFEDERATE = "7 OH-a", "27 VA"
WALL = ("1834", "1835", "1836", "1933")
BATTLE_OF_THE_WALL = vedette.battle(BATTLE)
SET_UP = {
    "7 OH-a": "1532", "7 OH-b": "1531", "7 IN-a": "1432", "7 IN-b": "1433", "1 WV-a": "1332", "1 WV-b": "1331",
    "110 PA-a": "1231", "110 PA-b": "1330", "29 OH-a": "1230", "29 OH-b": "1329", "Carpenter-b": "2032",
    "27 VA": "1834",
}  # fmt: skip


@pytest.mark.rule("KT-20.1-setup-USA-Tyler", "KT-20.1-setup-CSA-Artillery", "KT-20.1-setup-CSA-Garnett")
def test_the_set_up():
    game = BATTLE_OF_THE_WALL.new_game(seed=1)
    placed = {u["id"]: u["hex"] for u in game.view("")["units"] if u["hex"]}
    assert placed == SET_UP


@pytest.mark.rule("KT-20.1-length", "KT-20.1-times")
def test_eleven_turns_from_3_40_to_7_00():
    view = BATTLE_OF_THE_WALL.new_game(seed=1).view("")
    assert (view["turns"], view["clock"]) == ({"first": 1, "last": 11}, "3:40")
    assert (setting_of(BATTLE_OF_THE_WALL).hours[4], setting_of(BATTLE_OF_THE_WALL).hours[-1]) == ("5:00", "7:00")


@pytest.mark.rule("KT-20.1-chits-USA", "KT-20.1-chits-CSA", "KT-20.1b-activation", "KT-20.1b-wild")
@pytest.mark.parametrize("turn, more", [(1, []), (2, ["Burks", "Fulkerson"])])
def test_the_cup_of_a_turn(turn, more):
    game = referee({}, empty=False, begin="turn", turn=turn, set={"no-events": True})
    assert in_cup(game) == sorted([*more, "Fog of War", "Fortunes of War", "Garnett", "Tyler"])


# -- the area of play ---------------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.1a-2", "KT-20.1a-3")
@pytest.mark.parametrize(
    "start, on, off", [("1126", "1227", "1125"), ("2740", "2640", "2840"), ("1428", "1528", "1427")]
)
def test_the_perimeter_is_in_play_and_the_hexes_beyond_are_not(start, on, off):
    game = mover({UNION: start}, UNION, "maneuver", hexes={})
    assert refused(game, f"{UNION}: {off}") == "KT-20.1a-3"
    play(game, f"{UNION}: {on}")
    assert at(game, UNION) == on


@pytest.mark.rule("KT-20.1a-3")
@pytest.mark.parametrize("edge", ["1030", "2140", "2740"])
def test_nobody_leaves_the_area_of_his_own_will(edge):
    game = mover({UNION: edge}, UNION, "maneuver", hexes={})
    assert not any("exit" in text for text in offered(game))
    assert refused(game, f"{UNION}: exit") != ""


@pytest.mark.rule("KT-20.1a-4")
def test_a_retreat_beyond_the_perimeter_is_one_off_the_map():
    strong = {"hex": "2639", "values": {"fresh": [10, "R", 5]}}
    game = referee({UNION: strong, CONFEDERATE: "2740"}, begin="fire", active="Tyler", hexes=flat(), dice=["65", "13"])
    play(game, f"{UNION} fire at 2740")
    assert states(game, CONFEDERATE) == {"worn", "Broken Box 1"}


# -- chits --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.1b-CSA", "KT-20.1b-USA")
def test_twelve_event_chits_a_side_nine_and_ten_of_them_in_play():
    printed = {side: sum(int(row["copies"]) for row in BATTLE_OF_THE_WALL.chits if row["side"] == side)
               for side in ("union", "confederate")}  # fmt: skip
    pools = BATTLE_OF_THE_WALL.new_game(seed=1).view("")["chits"]["pools"]
    assert printed == {"union": 12, "confederate": 12}
    assert {side: len(pool) for side, pool in pools.items()} == {"union": 9, "confederate": 10}
    assert not {"Quick March", "Confident", "Brigade Reserve Move"} & set(pools["union"])
    assert not {"Union Low Ammo", "Confident"} & set(pools["confederate"])


@pytest.mark.rule("KT-20.1c-key", "KT-20.1c-random", "KT-20.1c-total")
def test_one_key_chit_and_two_more_against_two_and_one():
    game = referee({}, empty=False, begin="turn")
    play(game, "union: key Rally", "confederate: key Rally", "key Rebel Yell")
    assert game.view("union")["chits"]["mine"]["put_in"] == ["Rally"]
    assert game.view("confederate")["chits"]["mine"]["put_in"] == ["Rally", "Rebel Yell"]
    assert game.view("")["chits"]["backs"] == {"union": 3, "confederate": 3}


@pytest.mark.rule("KT-20.1d")
def test_only_unique_events_may_be_used():
    game = cup({UNION: "1531"}, "Good Ground (Union)", "Tyler")
    play(game, "Good Ground (Union)")
    assert offered(game) == ["hold Good Ground", "play Good Ground"]


@pytest.mark.rule("KT-20.1g")
@pytest.mark.parametrize("turn, options", [(1, None), (2, ["play Command Confusion", "pass"])])
def test_no_command_confusion_on_the_confederates_in_the_first_turn(turn, options):
    units = {CONFEDERATE: "2034", UNION: "1531"}
    keys = {"active": "Garnett", "turn": turn, "held": {"union": ["Command Confusion"]}, "cup": ["Tyler"]}
    game = referee(units, begin="orders", **keys)
    play(game, "order regroup")
    if options is None:
        assert "Command Confusion" not in " ".join(offered(game))
        game = referee(units, begin="orders", **{**keys, "held": {"union": ["Command Confusion", "Fatigue"]}})
        play(game, "order regroup")
        assert offered(game) == ["play Fatigue", "pass"]
    else:
        assert offered(game) == options


@pytest.mark.rule("KT-20.1g")
def test_it_may_be_played_on_the_union_then():
    keys = {"active": "Tyler", "turn": 1, "held": {"confederate": ["Command Confusion"]}, "cup": ["Garnett"]}
    game = referee({UNION: "1531"}, begin="orders", **keys)
    play(game, "order defend")
    assert offered(game) == ["play Command Confusion", "pass"]


@pytest.mark.rule("KT-20.1h-1", "KT-20.1h-2")
@pytest.mark.parametrize("turn, options", [(4, ["hold CSA Low Ammo"]), (5, ["play CSA Low Ammo"])])
def test_low_ammo_counts_from_5_pm_on(turn, options):
    game = cup({CONFEDERATE: "1834", "33 VA": "1835"}, "CSA Low Ammo (Union)", "Tyler", turn=turn)
    play(game, "CSA Low Ammo (Union)")
    assert offered(game) == options
    play(game, options[0])
    if turn == 5:
        play(game, "low ammo 27 VA")
    assert ("low-ammo" in states(game, CONFEDERATE)) is (turn == 5)


def test_kept_before_5_pm_it_is_of_no_use():
    game = cup({CONFEDERATE: "1834"}, "Tyler", turn=4, held={"union": ["CSA Low Ammo"]})
    play(game, *(["pass"] if game.decision.seat == "union" else []), "Tyler")
    assert "low-ammo" not in states(game, CONFEDERATE)
    assert (game.view("")["turn"], game.view("union")["chits"]["mine"]["hand"]) == (5, [])


# -- reinforcements -----------------------------------------------------------------------------------------

ARRIVALS = {
    2: {"23 VA": "2134", "37 VA": "2135", "21 VA": "2139"},
    3: {"4 VA": "2134", "33 VA": "2134", "1 VA": "2135"},
    4: {"2 VA": "2135"},
}


def arriving(brigade, turn, units=None, **keys):
    """A brigade of the set-up whose chit is drawn for a Full Activation."""
    game = referee(units or {}, empty=False, begin="draw", turn=turn, cup=[brigade, "Tyler"], **keys)
    play(game, brigade, "1")
    return game


@pytest.mark.rule(
    "KT-20.1-reinf-t2-CSA-Fulkerson", "KT-20.1-reinf-t2-CSA-Burks", "KT-20.1-reinf-t3-CSA-Garnett",
    "KT-20.1-reinf-t3-CSA-Burks", "KT-20.1-reinf-t4-CSA-Garnett", "KT-20.1-reinf-USA", "KT-20.1e-1",
)  # fmt: skip
@pytest.mark.parametrize(
    "brigade, turn", [("Fulkerson", 2), ("Burks", 2), ("Garnett", 3), ("Burks", 3), ("Garnett", 4)]
)
def test_reinforcements_arrive_in_their_turn_and_hex(brigade, turn):
    game = arriving(brigade, turn)
    due = {id: hex for t, rows in ARRIVALS.items() if t <= turn for id, hex in rows.items()}
    counters = BATTLE_OF_THE_WALL.counters
    here = {id: hex for id, hex in due.items() if counters[id]["brigade"] == brigade}
    assert {id: at(game, id) for id in here} == here
    later = [id for rows in ARRIVALS.values() for id in rows if id not in here]
    assert not any(at(game, id) for id in later)


def test_nobody_arrives_in_the_first_turn():
    game = arriving("Garnett", 1)
    assert not any(at(game, id) for rows in ARRIVALS.values() for id in rows)


@pytest.mark.rule("KT-20.1e-1", "KT-20.1e-2")
@pytest.mark.parametrize("enemy, hexes", [("1935", ["2134"]), ("2034", ["2234", "2235"]), ("2134", ["2236", "2335"])])
def test_a_blocked_arrival_takes_the_closest_free_hex(enemy, hexes):
    game = arriving("Fulkerson", 2, {UNION: {"hex": enemy}, "Carpenter-b": {"hex": "2332"}})
    if len(hexes) == 1:
        assert at(game, "23 VA") == hexes[0]
    else:
        assert set(offered(game)) >= {f"23 VA: {hex}" for hex in hexes}
        setting = setting_of(BATTLE_OF_THE_WALL)
        place, index = setting.grid.index("2134"), setting.grid.index
        distances = {setting.grid.distance(place, index(a.hex)) for a in game.decision.actions}
        assert distances == {setting.grid.distance(place, index(hexes[0]))}


@pytest.mark.rule("KT-20.1e-3")
def test_it_lies_nearer_the_confederate_side_south_or_west():
    game = arriving("Fulkerson", 2, {UNION: {"hex": "2235"}})
    assert {"2034", "2133", "2033"}.isdisjoint(a.hex for a in game.decision.actions)  # free, but north or east
    assert asked(game) == ("confederate", "arrival")
    game = arriving("Fulkerson", 2, {UNION: {"hex": "2034"}})
    assert [a.hex for a in game.decision.actions] == ["2135", "2234", "2235"]


@pytest.mark.rule("KT-20.1e-3")
def test_the_union_gives_way_north_or_east():
    rows = [{"turn": 2, "unit": "14 IN", "hex": "1531", "kind": "arrival"}]
    battle = changed(setup=[], reinforcement=rows, activation=[{"chit": "Kimball", "side": "union", "from": 1}])
    game = referee({CONFEDERATE: "1530"}, empty=False, begin="draw", turn=2, cup=["Kimball", "Tyler"], battle=battle)
    play(game, "Kimball", "1")
    assert at(game, "14 IN") == "1432"  # not 1532, as near and free, but in the south-west


# -- victory ------------------------------------------------------------------------------------------------

LEVELS = [
    ("KT-20.1i-0", 0, "Major CSA Victory", "confederate"),
    ("KT-20.1i-1", 1, "Minor CSA Victory", "confederate"),
    ("KT-20.1i-2", 2, "Minor USA Victory", "union"),
    ("KT-20.1i-3", 3, "Major USA Victory", "union"),
    ("KT-20.1i-4", 4, "Decisive USA Victory", "union"),
]


def decided(held):
    """The outcome with that many hexes of the wall in Union hands after the last turn."""
    control = dict.fromkeys(WALL[:held], "union")
    return referee({}, begin="end-turn", turn=11, control=control).outcome


@pytest.mark.rule("KT-20.1i-0", "KT-20.1i-1", "KT-20.1i-2", "KT-20.1i-3", "KT-20.1i-4")
def test_the_victory_levels():
    for case, held, level, winner in LEVELS:
        outcome = decided(held)
        assert (outcome.level, outcome.winner, outcome.points, outcome.cite) == (level, winner, held, case)


@pytest.mark.rule("KT-20.1f-1")
def test_the_four_hexes_of_the_wall_count():
    assert set(BATTLE_OF_THE_WALL.new_game(seed=1).view("")["control"]) == set(WALL)
    for hex in WALL:
        outcome = referee({UNION: hex}, begin="end-turn", turn=11).outcome
        assert (outcome.points, outcome.level) == (1, "Minor CSA Victory")


@pytest.mark.rule("KT-20.1f-2")
def test_control_is_the_last_occupants():
    game = mover({UNION: "1733", CONFEDERATE: "2135"}, UNION)
    assert game.view("")["control"]["1834"] == "confederate"
    play(game, f"{UNION}: 1834")
    assert game.view("")["control"]["1834"] == "union"
    play(game, f"{UNION}: 1733")
    assert game.view("")["control"]["1834"] == "union"


@pytest.mark.rule("KT-20.1f-2")
def test_control_is_lost_to_who_comes_after():
    game = mover({CONFEDERATE: "1934"}, CONFEDERATE, control=dict.fromkeys(WALL, "union"))
    play(game, f"{CONFEDERATE}: 1835")
    control = game.view("")["control"]
    assert control == {"1834": "union", "1835": "confederate", "1836": "union", "1933": "union"}


@pytest.mark.rule("KT-20.1f-3")
def test_the_confederates_hold_all_at_the_start():
    view = BATTLE_OF_THE_WALL.new_game(seed=1).view("")
    assert set(view["control"].values()) == {"confederate"}
    assert (view["points"], view["standing"]["level"]) == (0, "Major CSA Victory")


@pytest.mark.rule("KT-20.1i-0", "KT-7.0-end")
def test_a_whole_battle_ends_with_a_level():
    game = BATTLE_OF_THE_WALL.new_game(seed=2, keep=False)
    quiet(game)
    assert (game.decision, game.outcome.level) == (None, "Major CSA Victory")
