"""Reinforcements of the scenarios on the whole map: who comes when, where, how (KT 13.11, 20.2e, 20.4g)."""

import pytest

import vedette
from tests.rules.chits import asked, in_cup, quiet
from tests.support import at, offered, play, referee, states

BATTLES = {id: vedette.battle(f"kernstown/{id}") for id in (
    "first-kernstown", "jackson-is-aware", "breckinridge-attacks", "second-kernstown", "what-if-second-kernstown",
)}  # fmt: skip
TYLER = ("1 WV-a", "1 WV-b", "7 OH-a", "7 OH-b", "29 OH-a", "29 OH-b", "7 IN-a", "7 IN-b", "110 PA-a", "110 PA-b")
RIDERS = ("1 MI", "1 WV Cav", "1 OH")
BOTH = pytest.mark.parametrize("battle", ["first-kernstown", "jackson-is-aware"])


def drawn(battle, chit, turn, units=None, brigade="", empty=False, **keys):
    """A chit of the set-up is drawn and its command roll a 1: its brigade, or the one named, acts fully."""
    keys = {"cup": [chit, "Fog of War"], "set": {"no-events": True}, **keys}
    game = referee(units or {}, battle=BATTLES[battle], empty=empty, begin="draw", turn=turn, **keys)
    play(game, chit, "1")
    if asked(game)[1] == "activate":
        play(game, f"activate {brigade}")
    return game


def hexes(game, units):
    """Where units stand."""
    return {id: at(game, id) for id in units}


def guns(battle, turn, units=None):
    """The Artillery Phase of a turn."""
    return referee(units or {}, battle=BATTLES[battle], begin="artillery", turn=turn, empty=False)


# -- Tyler --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.2-reinf-t2-USA-Tyler", "KT-20.3-reinf-t2", "KT-20.2e-1")
@BOTH
def test_tyler_enters_at_1014_with_ten_units_beside_the_riders_there(battle):
    game = drawn(battle, "Tyler", 2)
    assert set(hexes(game, (*TYLER, *RIDERS)).values()) == {"1014"}


def test_the_riders_set_up_at_1014_fit_into_it():
    game = BATTLES["first-kernstown"].new_game(seed=1)
    assert hexes(game, RIDERS) == dict.fromkeys(RIDERS, "1014")
    assert game.view("")["stacks"]["1014"] == "10 of 10"


@BOTH
def test_tyler_does_not_enter_before(battle):
    game = referee({}, battle=BATTLES[battle], empty=False, begin="turn", turn=1, set={"no-events": True})
    assert "Tyler" not in in_cup(game)


@BOTH
def test_riders_and_infantry_part_by_the_end_of_his_first_move(battle):
    """Rulings: oddity 95."""
    away = {"1 MI": {"hex": "1020"}, "1 WV Cav": {"hex": "1022"}}
    game = drawn(battle, "Tyler", 2, away)
    play(game, "order attack")
    assert "done" not in offered(game)
    while asked(game)[1] in ("move-unit", "move", "unstack"):
        play(game, next((a for a in offered(game) if a == "done"), offered(game)[0]))
    left = {id for id, hex in hexes(game, (*TYLER, *RIDERS)).items() if hex == "1014"}
    assert left == {"1 OH"}


@pytest.mark.rule("KT-13.11-6", "BS-10.11-5")
def test_under_regroup_they_make_room_one_by_one_the_largest_first():
    game = drawn("first-kernstown", "Tyler", 2)
    play(game, "order regroup")
    assert {a.split(":")[0] for a in offered(game)} <= {"7 OH-a", "7 OH-b", "29 OH-a"}
    while asked(game)[1] == "unstack":
        play(game, offered(game)[0])
    assert "1014" not in hexes(game, TYLER).values() and at(game, "29 OH-b") == "1012"  # through a full hex and on
    assert game.rulebook.broken_laws(game.state) == []


# -- blocked entries ----------------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.2e-2", "KT-20.2e-3")
def test_a_blocked_union_entry_gives_way_to_the_north_or_east_at_once():
    riders = {"1 MI": {"hex": "1020"}, "1 WV Cav": {"hex": "1022"}, "1 OH": {"hex": "1024"}}
    game = drawn("jackson-is-aware", "Kimball", 5, {**riders, "2 VA": {"hex": "1114"}})
    assert at(game, "66 OH") == "1013"  # as near as 1015, and further east


@pytest.mark.rule("KT-20.2e-2", "KT-20.2e-3")
def test_a_blocked_confederate_entry_to_the_south_or_west():
    away = {"Lanier": {"hex": "3622"}, "Pleasants": {"hex": "3622"}}
    game = drawn("jackson-is-aware", "Burks", 11, {**away, "14 IN": {"hex": "3920"}})
    setting = game.state.setting
    far, there = setting.board.edge_distance, setting.grid.index("4021")
    hex = setting.grid.index(at(game, "48 VA"))
    assert hex != there and not game.state.enemies_near(hex, 1)
    assert far["south"][hex] < far["south"][there] or far["west"][hex] < far["west"][there]


@pytest.mark.rule("KT-20.4g-1", "KT-20.4-reinf-t6-CSA-Imboden")
def test_imboden_comes_at_4_00_mounted_at_1140():
    game = drawn("breckinridge-attacks", "Ransom", 6, brigade="Imboden")
    assert hexes(game, ("18 VA/Davis", "23/62 VA")) == {"18 VA/Davis": "1140", "23/62 VA": "1140"}
    assert {"mounted"} <= states(game, "18 VA/Davis") & states(game, "23/62 VA")


@pytest.mark.rule("KT-20.4g-2")
def test_imboden_gives_way_to_the_south_or_west():
    game = drawn("breckinridge-attacks", "Ransom", 6, {"1 NY Linc-b": {"hex": "1139"}}, brigade="Imboden")
    assert hexes(game, ("18 VA/Davis", "23/62 VA")) == {"18 VA/Davis": "1241", "23/62 VA": "1241"}


# -- of brigades that are there already, shaken -------------------------------------------------------------


@pytest.mark.rule("KT-20.3-reinf-t5-USA-Kimball")
def test_66_oh_joins_kimball_at_2_40():
    game = drawn("jackson-is-aware", "Kimball", 5)
    assert at(game, "66 OH") == "1014" and at(game, "67 OH") == "2322" and "fresh" in states(game, "66 OH")


@pytest.mark.rule("KT-20.3-reinf-t11-USA-Kimball")
def test_7_wv_and_4_oh_come_shaken_at_4_40():
    game = drawn("jackson-is-aware", "Kimball", 11)
    assert hexes(game, ("7 WV", "4 OH")) == {"7 WV": "1014", "4 OH": "1014"}
    assert all("shaken" in states(game, unit) for unit in ("7 WV", "4 OH"))


@pytest.mark.rule("KT-20.3-reinf-t11-CSA-Unassigned")
def test_48_va_comes_with_burks_at_4_40():
    game = drawn("jackson-is-aware", "Burks", 11)
    assert at(game, "48 VA") == "4021"


# -- guns ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.5-reinf-t2-USA-Artillery", "KT-20.5-reinf-t2-CSA-Artillery", "KT-13.11-1", "BS-10.11-1")
@pytest.mark.parametrize("battle", ["second-kernstown", "what-if-second-kernstown"])
def test_guns_come_as_the_artillery_phase_of_12_20_begins(battle):
    game = guns(battle, 2)
    assert hexes(game, ("Kirtland", "Weir")) == {"Kirtland": "1014", "Weir": "1014"}
    assert set(hexes(game, ("Carpenter", "Cooper", "Hardwicke")).values()) == {"4033"}
    assert at(guns(battle, 1), "Kirtland") is None


@pytest.mark.rule("KT-20.5-reinf-t5-CSA-Artillery")
def test_six_batteries_come_at_1_20():
    due = {"2 MD": "4004", "McClanahan": "4002", "Lurty": "3902", "Kirkpatrick": "4024", "Massie": "4023",
           "Milledge": "4032"}  # fmt: skip
    assert hexes(guns("second-kernstown", 5), due) == due


# -- divisions ----------------------------------------------------------------------------------------------

RODES = {
    "Grimes": {"SS Btln (Grimes)": "4019", "32/43 NC": "4020", "45/53 NC": "4021"},
    "Battle": {"3/5 AL": "4018", "6/12 AL": "4017", "61 AL": "4019"},
    "Cook": {"4/12 GA": "4016", "21/45 GA": "4015"},
    "Cox": {"2/3 NC": "4014", "4/30 NC": "4013"},
}
RANSOM = {
    "Johnson": {"1/2 MD": "3700", "8/21 VA": "3800", "27/37 VA": "3900", "36 VA (Johnson)": "4000"},
    "McCausland": {"14 VA": "3701", "16 VA": "3801", "17 VA": "3901", "22 VA (McCausland)": "4001"},
}


@pytest.mark.rule("KT-20.5-reinf-t4-CSA-Grimes", "KT-20.5-reinf-t4-CSA-Battle", "KT-20.5-reinf-t4-CSA-Cook",
                  "KT-20.5-reinf-t4-CSA-Cox", "KT-20.6-reinf")  # fmt: skip
@pytest.mark.parametrize("brigade", RODES)
@pytest.mark.parametrize("battle", ["second-kernstown", "what-if-second-kernstown"])
def test_rodes_comes_from_1_00_on_a_brigade_at_a_time(battle, brigade):
    due = RODES[brigade]
    game = drawn(battle, "Rodes", 4, brigade=brigade)
    assert hexes(game, due) == due
    others = [unit for name, units in RODES.items() if name != brigade for unit in units]
    assert set(hexes(game, others).values()) == {None}


def test_his_chit_lies_in_the_cup_from_then_on():
    for turn, there in ((3, False), (4, True)):
        game = referee({}, battle=BATTLES["second-kernstown"], empty=False, begin="turn", turn=turn,
                       set={"no-events": True})  # fmt: skip
        quiet(game, "draw")
        assert ("Rodes" in in_cup(game)) is there


@pytest.mark.rule("KT-20.5-reinf-t5-CSA-Johnson", "KT-20.5-reinf-t5-CSA-McCausland")
@pytest.mark.parametrize("brigade", RANSOM)
def test_johnson_and_mccausland_come_mounted_at_1_20(brigade):
    due = RANSOM[brigade]
    game = drawn("second-kernstown", "Ransom", 5, brigade=brigade)
    assert hexes(game, due) == due and all("mounted" in states(game, unit) for unit in due)


@pytest.mark.rule("KT-20.5-reinf-t13-CSA-Imboden")
def test_imboden_comes_at_4_00_in_the_longer_battle_too():
    game = drawn("second-kernstown", "Ransom", 13, brigade="Imboden")
    assert set(hexes(game, ("18 VA/Davis", "23/62 VA")).values()) == {"1140"}
