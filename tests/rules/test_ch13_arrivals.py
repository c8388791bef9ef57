"""Chapters 13.11 to 13.13: arrivals, leaving the map, the supply hex."""

import pytest

from tests.books import shown
from tests.rules.field import changed, flat, mover, points, refused, spent, wide
from tests.support import at, offered, play, referee, states

UNION = "7 OH-a"
FAR = {"7 OH-a": "1026", "27 VA": "2140"}
FULL = {"7 OH-b": {"hex": "1533", "values": {"fresh": [10, "R", 4]}}}
NO_CHITS = {"set": {"no-events": True}}


def arrive(units, die="1", turn=3, chit="Garnett", **keys):
    """A brigade is activated; of Garnett's, 4 VA and 33 VA are due in 2134 in turn 3."""
    keys = {"dice": [die], "chits": [chit], "cup": [chit], "hexes": flat(), **keys}
    return referee({**FAR, **units}, empty=False, begin="draw", turn=turn, **keys)


def guns(units, turn=2, battle=changed, **keys):
    """Davey is due in 1533 in turn 2."""
    battle = battle(reinforcement=[{"turn": 2, "unit": "Davey", "hex": "1533"}])
    keys = {"hexes": flat(), **keys}
    return referee({**FAR, **units}, empty=False, begin="artillery", turn=turn, battle=battle, **keys)


def brigade(game, name="Garnett"):
    """How a brigade stands in the list."""
    return next(row["state"] for row in game.view("")["brigades"] if row["brigade"] == name)


def due(game, unit):
    """The turn in which a unit is expected."""
    return next((row["turn"] for row in game.view("")["arrivals"] if row["unit"] == unit), None)


@pytest.mark.rule("KT-13.11-1", "BS-10.11-1")
def test_batteries_come_in_as_the_artillery_phase_begins_even_overstacked():
    game = guns(FULL)
    assert (at(game, "Davey"), game.state.phase) == ("1533", "artillery")


@pytest.mark.rule("KT-13.11-2", "SS-13.8-1", "BS-10.11-2")
def test_a_full_activation_brings_a_brigade_in_even_overstacked():
    game = arrive({"2 VA": "2134"})
    assert {at(game, id) for id in ("2 VA", "4 VA", "33 VA")} == {"2134"}


@pytest.mark.rule("KT-13.11-3", "SS-13.8-2", "BS-10.11-3")
def test_a_limited_activation_brings_nobody_in():
    game = arrive({}, cup=["Garnett", "Tyler"], chits=["Garnett", "Tyler"], dice=["6", "1"])
    assert brigade(game) == "limited"
    assert at(game, "4 VA") is None and at(game, "33 VA") is None


@pytest.mark.rule("KT-13.11-2", "BS-10.11-2", "SS-13.8-1")
def test_who_was_not_activated_fully_in_its_turn_comes_in_a_later_one():
    game = arrive({}, turn=5)  # two turns late
    assert {at(game, id) for id in ("4 VA", "33 VA")} == {"2134"}
    keys = {"cup": ["Garnett"], "chits": ["Garnett", "Garnett"], "dice": ["6", "1"], **NO_CHITS}
    game = arrive({}, **keys)
    play(game, "confederate: pass")
    assert game.view("")["turn"] == 4 and at(game, "33 VA") == "2134"


@pytest.mark.rule("KT-13.11-4", "SS-13.8-3", "BS-10.11-4")
def test_arrivals_move_like_all_others():
    game = arrive({})
    play(game, "order maneuver", "move 4 VA")
    assert points(game) == 6 and spent(game, "2034", "1933") == 2


@pytest.mark.rule("KT-13.11-5", "BS-10.11-4")
def test_an_overstacked_arrival_moves_apart():
    game = arrive({"2 VA": "2134"})
    play(game, "order attack")
    assert offered(game) == ["move 4 VA", "move 33 VA", "move 2 VA"]
    assert refused(game, "done") == shown("KT-13.11-5")
    play(game, "33 VA: 2133", "done")
    assert "done" in offered(game)


@pytest.mark.rule("KT-13.11-6", "BS-10.11-5")
def test_frozen_arrivals_shift_the_largest_first_to_adjacent_legal_hexes():
    game = arrive({"2 VA": {"hex": "2134", "face": "worn"}, "21 VA": "2133", "37 VA": "2034"})
    play(game, "order regroup")
    assert offered(game) == [f"33 VA: {hex}" for hex in ("2234", "2235", "2135", "2035")]
    play(game, "33 VA: 2035")
    assert at(game, "33 VA") == "2035" and game.decision.kind != "unstack"


@pytest.mark.rule("KT-13.11-6", "KT-6.1-4", "SS-6.1-1", "SS-6.3-3", "SS-13.8-4", "BS-10.11-5", "BS-3.1-1")
def test_guns_that_arrived_in_a_full_hex_shift_before_their_phase_ends():
    game = guns(FULL)
    play(game, "union: pass", "confederate: pass")
    assert {text.split(":")[0] for text in offered(game)} == {"Davey"}
    play(game, "Davey: 1532")
    assert at(game, "Davey") == "1532"


@pytest.mark.rule("KT-9.4-2")
@pytest.mark.parametrize("there, rallies", [({"7 OH-b": "1533"}, True), (FULL, False)])
def test_a_battery_that_shifted_does_not_rally_in_that_phase(there, rallies):
    battle = changed(reinforcement=[{"turn": 2, "unit": "Davey", "hex": "1533", "marks": ["shaken"]}])
    keys = {"empty": False, "begin": "artillery", "turn": 2, "battle": battle, "hexes": flat()}
    game = referee({**FAR, **there}, **keys)
    play(game, "union: pass", "confederate: pass", *["Davey: 1532"] * (there is FULL))
    assert (game.decision.kind == "artillery-rally") is rallies


@pytest.mark.rule("KT-13.11-7", "SS-13.8-5", "BS-10.11-6")
def test_an_entry_hex_beside_an_enemy_delays_a_turn():
    game = arrive({UNION: "2034"}, battle=changed(special=[]))
    assert at(game, "4 VA") is None
    assert due(game, "4 VA") == due(game, "33 VA") == 4


@pytest.mark.rule("KT-13.11-7", "BS-10.11-6", "SS-13.8-5")
def test_an_entry_hex_that_an_enemy_holds_delays_a_turn():
    assert due(arrive({UNION: "2134"}, battle=changed(special=[])), "4 VA") == 4
    assert due(guns({"33 VA": "1533"}, battle=wide), "Davey") == 3


@pytest.mark.rule("KT-13.11-8", "KT-13.11-9", "SS-13.8-6", "BS-10.11-7", "BS-10.11-8", "SS-13.8-7")
def test_still_blocked_they_enter_at_the_closest_free_hex_of_their_choice():
    keys = {"battle": changed(special=[]), "chits": ["Garnett", "Garnett"], "dice": ["1", "1"], **NO_CHITS}
    game = arrive({UNION: "2034"}, **keys)
    play(game, "order regroup", "confederate: pass")
    assert (game.view("")["turn"], game.decision.seat) == (4, "confederate")
    assert offered(game)[:3] == ["4 VA: 2135", "4 VA: 2234", "4 VA: 2235"]
    play(game, "4 VA: 2234")
    assert at(game, "4 VA") == "2234"


@pytest.mark.rule("KT-13.11-9", "SS-13.8-7", "BS-10.11-8")
def test_a_battery_too_chooses_among_equally_close_hexes():
    game = guns({"33 VA": "1634"})
    assert game.decision.seat == "union" and len(offered(game)) > 1
    assert all(text.startswith("Davey: ") for text in offered(game))


def at_edge(order):
    """7 OH-a has come to 1038 on the map's edge, over rough ground that costs 3."""
    rough = flat({"1038": {"terrain": "light-woods", "features": ["angled"]}})
    game = mover({UNION: "1138", "7 OH-b": "1026"}, UNION, order, hexes=rough, battle=wide())
    assert "7 OH-a: exit" not in offered(game)
    play(game, "7 OH-a: 1038")
    return game


@pytest.mark.rule("KT-13.12-1", "SS-13.9-1", "BS-10.12-1")
def test_a_unit_leaves_from_any_edge_hex_for_one_point():
    assert "7 OH-a: exit" in offered(at_edge("attack"))
    assert "7 OH-a: exit" not in offered(at_edge("defend"))


@pytest.mark.rule("KT-13.12-2", "SS-13.9-2", "BS-10.12-2")
def test_who_has_left_the_map_never_comes_back():
    game = at_edge("attack")
    play(game, "7 OH-a: exit")
    assert "left the map" in states(game, UNION)
    assert offered(game) == ["move 7 OH-b", "done"]


def supplied(start, *moves, side="union", **keys):
    """A battery that is low on ammunition acts from 1114 or 1014, the supply hex."""
    gun = {"hex": start, "marks": ["low-ammo"]}
    unit = "Davey" if side == "union" else "Carpenter-b"
    units = {unit: gun, "Clark": "1020", "27 VA": "1038"}
    game = referee(units, begin="artillery", battle=wide(), hexes=flat({"1014": {}}), **keys)
    if side != "union":
        play(game, "pass")
    play(game, f"artillery {start}", *(move.format(unit) for move in moves))
    return game


@pytest.mark.rule("KT-13.13-1")
def test_a_union_battery_that_moves_into_1014_is_supplied():
    assert "low-ammo" not in states(supplied("1114", "move {}", "{}: 1014", "done"), "Davey")
    assert "low-ammo" in states(supplied("1114", "move {}", "{}: 1014"), "Davey")
    assert "low-ammo" in states(supplied("1114", "move {}", "{}: 1113", "done"), "Davey")


@pytest.mark.rule("KT-13.13-1")
def test_neither_one_that_stays_there_nor_an_enemy_is():
    assert "low-ammo" in states(supplied("1014", "move {}", "done"), "Davey")
    assert "low-ammo" in states(supplied("1114", "move {}", "{}: 1014", "done", side="confederate"), "Carpenter-b")


@pytest.mark.rule("KT-13.13-3")
def test_a_battery_that_was_supplied_does_not_run_low_again():
    game = supplied("1114", "move {}", "{}: 1014", "done", cup=["Union Low Ammo"], chits=["Union Low Ammo"])
    play(game, "union: pass", "confederate: play Union Low Ammo")
    assert "low-ammo" in states(game, "Clark") and "low-ammo" not in states(game, "Davey")


@pytest.mark.rule("KT-13.13-3")
def test_a_battery_that_had_nothing_to_remove_may_run_low_later():
    units = {"Davey": "1114", "27 VA": "1038"}
    keys = {"cup": ["Union Low Ammo"], "chits": ["Union Low Ammo"], "battle": wide(), "hexes": flat({"1014": {}})}
    game = referee(units, begin="artillery", **keys)
    play(game, "artillery 1114", "move Davey", "Davey: 1014", "done", "play Union Low Ammo")
    assert "low-ammo" in states(game, "Davey")
