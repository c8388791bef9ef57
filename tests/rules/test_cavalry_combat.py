"""KT 12 and 14: cavalry that fires, is fired at, attacks and is attacked."""

import pytest

from tests.books import shown
from tests.rules.field import refused
from tests.rules.fighting import BIG, HIT, man, ruled
from tests.rules.riders import on_foot, riders, row
from tests.support import aim, kinds, offered, play, shifts, states
from vedette.rules.blind_swords.setting import setting_of


def shot(units, action, active="Tyler", **keys):
    """The events of a fire as far as the dice."""
    game = riders(units, "fire", active, **keys)
    return game, play(game, action)


@pytest.mark.rule("KT-12.3-shift-cavalry", "KT-12.3-cavalry-definition", "SS-12.3a-shift-cavalry")
def test_a_mounted_target_is_two_columns_easier_and_one_on_foot_is_not():
    _, events = shot({"7 OH-a": "1633", "14 VA": "1634"}, "7 OH-a fire at 1634")
    assert shifts(events) == {"KT-12.3-shift-cavalry": 2}
    _, events = shot({"7 OH-a": "1633", "14 VA": on_foot("1634")}, "7 OH-a fire at 1634")
    assert shifts(events) == {}


@pytest.mark.rule("KT-12.3-shift-cavalry", "KT-13.7-7", "SS-12.3a-shift-cavalry", "BS-10.7-6")
def test_in_opportunity_fire_the_unit_that_moves_off_is_the_target():
    units = {"14 PA": "1633", "8 OH": on_foot("1733"), "27 VA": "1634"}
    game = riders(units, "movement", "Schoonmaker")
    events = play(game, "move 14 PA", "14 PA: 1632", "27 VA fire at 1633")
    assert shifts(events) == {"KT-12.3-shift-cavalry": 2}


@pytest.mark.rule("KT-12.3-shift-cavalry", "KT-12.3-cavalry-definition", "SS-12.3a-shift-cavalry")
def test_infantry_that_moves_off_from_riders_among_whom_it_arrived_is_no_mounted_target():
    units = {"7 OH-a": "1633", "1 OH": "1633", "27 VA": "1634"}
    events = play(riders(units, "movement", "Tyler"), "7 OH-a: 1632", "27 VA fire at 1633")
    assert shifts(events) == {}


@pytest.mark.rule("KT-12.3-shift-carbine")
def test_carbines_fire_a_column_better_when_half_of_the_units_carry_them():
    _, events = shot({"14 PA": on_foot("1633"), "27 VA": "1634"}, "14 PA fire at 1634", "Schoonmaker")
    assert shifts(events) == {"KT-12.3-shift-carbine": 1}
    units = {"14 PA": on_foot("1633"), "8 OH": man("1633", 3, weapon="R"), "27 VA": "1634"}
    units["8 OH"] |= {"values": {"dismounted": [3, "R", 3], "dismounted-worn": [1, "R", 3]}, "marks": ["dismounted"]}
    _, events = shot(units, "14 PA + 8 OH fire at 1634", "Schoonmaker")
    assert shifts(events) == {"KT-12.3-shift-carbine": 1}
    units["2 WV"] = {**units["8 OH"], "brigade": "Schoonmaker"}
    _, events = shot(units, "14 PA + 8 OH + 2 WV fire at 1634", "Schoonmaker")
    assert shifts(events) == {}


@pytest.mark.rule("KT-12.1e-1", "BS-9.1e-3")
def test_mounted_cavalry_fires_alone():
    """Ruling 99."""
    game = riders({"8 OH": "1633", "14 PA": "1633", "27 VA": "1634"}, "fire", "Schoonmaker")
    assert refused(game, "8 OH + 14 PA fire at 1634") == shown("KT-12.1e-1")
    assert aim(play(game, "8 OH fire at 1634")).strength == "4"


@pytest.mark.rule("KT-12.1e-2")
def test_on_foot_it_fires_with_others_as_infantry():
    units = {"8 OH": on_foot("1633"), "14 PA": on_foot("1633"), "27 VA": "1634"}
    _, events = shot(units, "8 OH + 14 PA fire at 1634", "Schoonmaker")
    assert aim(events).strength == "8"


def test_swords_and_pistols_have_no_range():
    game = riders({"1 MI": "1633", "27 VA": "1634"}, "fire", "Brodhead")
    assert game.decision.kind != "fire", "nobody of the brigade can fire"


@pytest.mark.rule("KT-14.3d-cav-def")
def test_mounted_defenders_are_three_columns_harder_whoever_attacks():
    for attacker, hex, active in (("7 OH-a", "1633", "Tyler"), ("14 PA", "1633", "Schoonmaker")):
        units = {attacker: hex, "14 VA": "1634"}
        game = riders(units, "close-combat", active)
        events = play(game, f"{attacker} assault 1634; done")
        if game.decision.kind == "cavalry-withdrawal":
            events += play(game, "14 VA stands")
        assert shifts(events)["KT-14.3d-cav-def"] == -3
    game = riders({"7 OH-a": "1633", "14 VA": on_foot("1634")}, "close-combat", "Tyler")
    events = play(game, "7 OH-a assault 1634; done", "done")
    assert "KT-14.3d-cav-def" not in shifts(events)


def asked(units, active, action):
    """Who of the defence may fire at the attackers: the ids in the pool, once cavalry has said that it stands."""
    game = riders(units, "close-combat", active)
    play(game, action)
    while game.decision.kind == "cavalry-withdrawal":
        play(game, offered(game)[-1])
    if game.decision.kind != "defensive-fire":
        return set()
    play(game, offered(game)[0])
    return {t.removeprefix("add ") for t in offered(game) if t.startswith("add ")} or {"one"}


@pytest.mark.rule("KT-14.3-special-2", "BS-11.3a-cc-3")
def test_riders_attacked_by_riders_give_no_defensive_fire():
    assert asked({"14 PA": "1633", "1/2 MD": "1634"}, "Schoonmaker", "14 PA assault 1634; done") == set()
    assert asked({"7 OH-a": "1633", "1/2 MD": "1634"}, "Tyler", "7 OH-a assault 1634; done") == {"one"}
    foot = {"14 PA": on_foot("1633"), "1/2 MD": "1634"}
    assert asked(foot, "Schoonmaker", "14 PA assault 1634; done") == {"one"}, "on foot the attackers are infantry"


@pytest.mark.rule("KT-14.3-special-1", "BS-11.3a-cc-1", "BS-9.1c-cc")
def test_on_foot_swords_and_pistols_defend_at_effective_range():
    """Ruling 15."""
    values = {"dismounted": [4, "CC", 3], "dismounted-worn": [2, "CC", 2]}
    game = riders({"7 OH-a": "1633", "14 VA": on_foot("1634", values=values)}, "close-combat", "Tyler")
    play(game, "7 OH-a assault 1634; done")
    events = play(game, "fire at 1633")
    assert aim(events).strength == "4" and events[-1].units == ("14 VA",)


@pytest.mark.rule("KT-14.3-special-1", "BS-11.3a-cc-2", "BS-11.3a-cc-1")
def test_mounted_they_do_not():
    """Ruling 101."""
    assert asked({"7 OH-a": "1633", "14 VA": "1634"}, "Tyler", "7 OH-a assault 1634; done") == set()


@pytest.mark.rule("KT-14.3a-2", "BS-11.3a-3", "SS-14.2a-2")
def test_riders_beside_an_attacker_support_with_carbines_alone():
    units = {"7 OH-a": "1633", "27 VA": "1634", "1/2 MD": "1732", "14 VA": "1532"}
    assert asked(units, "Tyler", "7 OH-a assault 1634; done") == {"27 VA", "1/2 MD"}


def test_the_defences_card_says_why_riders_do_not_fire():
    units = {"14 PA": "1633", "1/2 MD": "1634", "27 VA": "1733"}
    game = riders(units, "close-combat", "Schoonmaker")
    play(game, "14 PA assault 1634; done")
    plans = game.rulebook.plans(game.state, "confederate")
    left_out = {o["unit"]: o["cite"] for p in plans for o in p["others"]}
    assert left_out == {"1/2 MD": "KT-14.3-special-2"}


@pytest.mark.rule("KT-15.5a-i-1", "KT-15.5a-ii", "BS-12.4a-i", "BS-12.4a-ii")
def test_cavalry_gives_support_mounted_or_not():
    for place in ("1634", on_foot("1634")):
        game = riders({"14 PA": "1633", "8 OH": place, "Clark": "1635"}, "movement", "Schoonmaker")
        assert "unsupported" not in row(game, "14 PA")["marks"] + row(game, "Clark")["marks"]


@pytest.mark.rule("KT-15.4-must-1", "BS-12.3-req-1", "SS-15.4-req-1")
def test_a_rider_falls_back_and_stays_mounted():
    game = riders(
        {"7 OH-a": man("1633", BIG), "14 VA": "1634"}, "fire", "Tyler", dice=[HIT, "11"], battle=ruled(("-", "R2"))
    )
    play(game, "7 OH-a fire at 1634")
    while game.decision.kind == "retreat":
        play(game, offered(game)[0])
    grid = setting_of(game.battle).grid
    found = row(game, "14 VA")
    assert grid.distance(grid.index(found["hex"]), grid.index("1634")) == 2 and "mounted" in found["states"]


@pytest.mark.rule("KT-15.8-1", "BS-12.7-1", "BS-12.7-2", "SS-15.8-1", "SS-15.8-2")
def test_riders_advance_after_combat_where_they_may_stand():
    game = riders(
        {"14 PA": man("1633", 10, 5), "27 VA": man("1634", 1, 1)}, "close-combat", "Schoonmaker",
        dice=[HIT, "11"], battle=ruled(None, ("-", "RA1")),
    )  # fmt: skip
    play(game, "14 PA assault 1634; done", "done")
    while game.decision.kind == "retreat":
        play(game, offered(game)[0])
    assert "14 PA: 1634" in offered(game)
    assert "advanced" in kinds(play(game, "14 PA: 1634")) and "mounted" in states(game, "14 PA")
