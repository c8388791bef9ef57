"""Chapter 4: counters, chits, the cup, and how fractions are treated."""

import pytest

import vedette
from tests.books import shown as named
from tests.rules.field import flat, limber, limit, mover, points, refused
from tests.support import BATTLE, aim, offered, play, referee, shifts, states
from vedette.rules.blind_swords.setting import setting_of

UNION, CONFEDERATE = "7 OH-a", "27 VA"
COUNTERS = vedette.battle(BATTLE).counters


def fired(units, firers, target, **keys):
    """The column of a fire on flat ground."""
    game = referee(units, begin="fire", dice=["11"], **{"hexes": flat(), "active": "Tyler", **keys})
    return aim(play(game, f"{firers} fire at {target}"))


def shown(place, **unit):
    """The numbers of a unit as it stands: strength, weapon, rating."""
    game = referee({UNION: {"hex": place, **unit}, "7 OH-b": "1533"}, begin="movement", active="Tyler", hexes=flat())
    return game.view("")["units"][0]["now"]


@pytest.mark.rule("KT-4.1-7")
def test_strength_weapon_and_rating_stand_in_this_order():
    assert shown("1532") == ["6", "R", "4"]


@pytest.mark.rule("KT-4.1-8", "SS-4.1-3", "BS-2.1-7")
@pytest.mark.parametrize("order, allowance", [("attack", 4), ("defend", 2), ("maneuver", 6)])
def test_the_order_gives_the_allowance(order, allowance):
    assert points(mover({UNION: "1533"}, UNION, order)) == allowance


@pytest.mark.rule("KT-4.1-8", "KT-13.2-1")
def test_guns_have_six_points():
    assert points(limber({"Davey": "1533"}, "Davey")) == 6


@pytest.mark.rule("KT-4.1-9", "KT-4.1-SP-2", "SS-4.1-4", "BS-2.1-8", "SS-4.1-sp-1")
def test_the_battleworn_side_is_weaker():
    assert shown("1532", face="worn") == ["3", "R", "3"]


@pytest.mark.rule("KT-4.1-10", "SS-4.1-5", "BS-2.1-9")
def test_a_broken_unit_leaves_the_map_for_the_track():
    victim = {"hex": "1634", "face": "worn", "values": {"worn": [1, "R", 0]}}
    game = referee({UNION: "1533", CONFEDERATE: victim}, begin="fire", active="Tyler", dice=["66", "21", "6"])
    play(game, "7 OH-a fire at 1634")
    assert states(game, CONFEDERATE) == {"worn", "Broken Box 3"}


@pytest.mark.rule("KT-4.1-11")
def test_a_fragile_unit_has_its_battleworn_side_alone():
    fragile = [c for c in setting_of(vedette.battle(BATTLE)).counters.values() if c.fragile]
    assert {"1 MD", "1 PA"} <= {c.id for c in fragile}
    assert all(c.sp[0] == c.sp[1] and c.cr[0] == c.cr[1] for c in fragile)


@pytest.mark.rule("KT-4.1-12", "BS-2.1-frag-2")
def test_a_fragile_unit_is_eliminated_where_it_would_break():
    victim = {"hex": "1634", "face": "worn", "fragile": True, "values": {"worn": [1, "R", 0]}}
    game = referee({UNION: "1533", CONFEDERATE: victim}, begin="fire", active="Tyler", dice=["66", "21", "6"])
    play(game, "7 OH-a fire at 1634")
    assert "eliminated" in states(game, CONFEDERATE)


@pytest.mark.rule("KT-4.1-SP-1", "SS-4.1-sp-1")
@pytest.mark.parametrize("face, strength, fits", [("fresh", "6", False), ("worn", "3", True)])
def test_strength_counts_in_combat_and_in_the_stack(face, strength, fits):
    mine = {"hex": "1533", "face": face}
    assert fired({UNION: mine, CONFEDERATE: "1634"}, UNION, "1634").strength == strength
    game = mover({UNION: mine, "7 OH-b": {"hex": "1532", "values": {"fresh": [limit() - 4, "R", 4]}}}, UNION)
    play(game, "7 OH-a: 1532")
    assert ("done" in offered(game)) == fits


@pytest.mark.rule("KT-4.1-SP-3", "SS-4.1-sp-2", "BS-2.1-sp-2")
def test_a_cadre_is_half_a_point():
    cadre = {"hex": "1533", "values": {"fresh": ["C", "R", 3]}}
    units = {UNION: cadre, "7 OH-b": cadre, CONFEDERATE: "1634"}
    assert fired(units, "7 OH-a + 7 OH-b", "1634").strength == "1"
    assert fired(units, "7 OH-a", "1634").base == "C"


@pytest.mark.rule("KT-4.1-SP-4", "SS-4.1-sp-4", "SS-4.1-sp-5", "BS-2.1-sp-3", "BS-2.1-sp-4")
def test_a_marker_takes_from_the_modified_strength_only():
    shaken = {"hex": "1533", "marks": ["shaken"]}
    assert fired({UNION: shaken, CONFEDERATE: "1634"}, UNION, "1634").strength == "5"
    game = mover({UNION: shaken, "7 OH-b": {"hex": "1532", "values": {"fresh": [5, "R", 4]}}}, UNION)
    play(game, "7 OH-a: 1532")
    assert "done" not in offered(game)


@pytest.mark.rule("KT-4.1-SP-5", "SS-4.1-sp-3", "BS-2.1-sp-4")
def test_strength_never_falls_below_nothing():
    weak = {"hex": "1533", "marks": ["disrupted"], "values": {"fresh": [1, "R", 4]}}
    units = {UNION: "1533", "7 OH-b": weak, CONFEDERATE: "1634"}
    game = referee(units, begin="close-combat", active="Tyler", hexes=flat(), dice=["11", "44"])
    events = play(game, "7 OH-a + 7 OH-b assault 1634", "confederate: done")
    assert aim(events).strength == "6"
    assert game.view("")["units"][1]["now"][0] == "0"


@pytest.mark.rule("KT-4.1-WT-1", "BS-2.1-wt")
@pytest.mark.parametrize("weapon, last, beyond", [("S", "1733", "1834"), ("R", "1834", "1934"), ("SS", "1934", "2035")])
def test_the_weapon_gives_the_range(weapon, last, beyond):
    mine = {"hex": "1532", "values": {"fresh": [8, weapon, 4]}}
    game = referee({UNION: mine, CONFEDERATE: last}, begin="fire", active="Tyler", hexes=flat())
    assert offered(game) == [f"fire at {last}", "done"]
    game = referee({UNION: mine, CONFEDERATE: beyond, "2 VA": "1431"}, begin="fire", active="Tyler", hexes=flat())
    assert refused(game, f"7 OH-a fire at {beyond}") == named("KT-12.1-4")


@pytest.mark.rule("KT-4.1-WT-crosshair")
def test_crosshairs_shift_fire_to_the_right():
    plain, marked = ({"hex": "1533", "sharpshooter": on} for on in (False, True))
    units = {UNION: marked, CONFEDERATE: "1634"}
    game = referee(units, begin="fire", active="Tyler", hexes=flat(), dice=["11"])
    assert shifts(play(game, "7 OH-a fire at 1634")) == {"KT-12.3-shift-ss-firer": 1}
    game = referee({UNION: plain, CONFEDERATE: "1634"}, begin="fire", active="Tyler", hexes=flat(), dice=["11"])
    assert shifts(play(game, "7 OH-a fire at 1634")) == {}


@pytest.mark.rule("KT-4.1-WT-smooth-1", "SS-4.1-wt-4")
def test_smoothbores_go_from_effective_to_extreme():
    for weapon, strength in (("S", "1.5"), ("R", "3")):
        mine = {"hex": "1533", "values": {"fresh": [6, weapon, 4]}}
        assert fired({UNION: mine, CONFEDERATE: "1734"}, UNION, "1734").strength == strength
        assert fired({UNION: mine, CONFEDERATE: "1634"}, UNION, "1634").strength == "6"


@pytest.mark.rule("KT-4.1-WT-smooth-2", "SS-4.1-wt-5")
@pytest.mark.parametrize("weapon, shift", [("S", 1), ("R", None)])
def test_smoothbore_muskets_tell_in_close_combat(weapon, shift):
    mine = {"hex": "1533", "values": {"fresh": [6, weapon, 4]}}
    game = referee(
        {UNION: mine, CONFEDERATE: "1634"}, begin="close-combat", active="Tyler", hexes=flat(), dice=["11", "44"]
    )
    found = shifts(play(game, "7 OH-a assault 1634", "confederate: done"))
    assert found.get("KT-14.3d-smooth-att") == shift


@pytest.mark.rule("KT-4.1-WT-smooth-2", "SS-4.1-wt-5")
def test_smoothbore_guns_are_no_muskets():
    units = {UNION: "1533", "Carpenter-b": "1634"}
    game = referee(units, begin="close-combat", active="Tyler", hexes=flat(), dice=["11", "44"])
    found = shifts(play(game, "7 OH-a assault 1634", "confederate: done"))
    assert "KT-14.3d-artillery" in found and "KT-14.3d-smooth-def" not in found


@pytest.mark.rule("KT-4.1-CR-2", "BS-2.1-cr")
def test_a_rating_never_falls_below_nothing():
    assert shown("1532", marks=["disrupted"], values={"fresh": [6, "R", 1]})[2] == "0"


@pytest.mark.rule("KT-4.1-CR-2", "BS-2.1-cr")
@pytest.mark.parametrize("printed, rating", [(5, 6), (6, 6)])
def test_nor_does_it_rise_above_six(printed, rating):
    target = {"hex": "1533", "values": {"fresh": [6, "R", printed]}}
    units, held = {UNION: target, "7 OH-b": "1532", "33 VA": "1634"}, {"union": ["Confident"]}
    game = referee(units, begin="fire", active="Garnett", hexes=flat(), held=held, dice=["11"])
    events = play(game, "33 VA fire at 1533", "play Confident")
    assert next(e.data[2] for e in events if e.kind == "fire") == rating


@pytest.mark.rule("KT-4.2-2")
def test_one_morale_hit_is_shaken_two_disrupted():
    assert shown("1532", marks=["shaken"])[0] == "5"
    assert shown("1532", marks=["disrupted"])[0] == "4"


@pytest.mark.rule("KT-4.2-1", "KT-4.2-4", "KT-4.2-5", "KT-16.0-1")
def test_markers_and_the_turn_are_shown():
    marked = {"hex": "1533", "marks": ["skirmish", "low-ammo"]}
    game = referee({UNION: marked}, begin="movement", active="Tyler", turn=3)
    assert {"skirmish", "low-ammo"} <= states(game, UNION)
    assert game.view("")["turn"] == 3


@pytest.mark.rule("KT-4.3-1", "KT-4.3-2", "SS-4.3-2", "BS-2.3-2")
def test_a_commanders_chit_turns_no_marker():
    units = {"33 VA": "1634", UNION: "1231"}
    game = referee(units, begin="draw", cup=["Jackson", "Garnett"], chits=["Jackson", "Garnett"], dice=["1"])
    play(game, "play Jackson")
    assert _marker(game) == "available"
    play(game, "order regroup")
    assert _marker(game) == "activated"


def _marker(game):
    return next(b["state"] for b in game.view("")["brigades"] if b["brigade"] == "Garnett")


@pytest.mark.rule("KT-4.4-5")
def test_two_chits_are_wild():
    assert setting_of(vedette.battle(BATTLE)).wild == ("Fog of War", "Fortunes of War")


@pytest.mark.rule("KT-4.6", "SS-4.4-1", "BS-2.4-1", "SS-10.0-1")
def test_the_cup_holds_the_chits_of_both_sides():
    game = referee(
        {UNION: "1231", "33 VA": "1634"}, begin="draw", cup=["Tyler", "Garnett", "Good Ground", "Rebel Yell"]
    )
    assert sorted(offered(game)) == ["Garnett", "Good Ground (Union)", "Rebel Yell (Confederate)", "Tyler"]
    assert game.decision.seat == "chance"


@pytest.mark.rule("SS-4.4-2", "BS-2.4-2")
def test_a_cup_holds_chits_of_every_kind():
    events = [e for e in referee({UNION: "1231", "33 VA": "1634"}, begin="turn").start_events if e.kind == "cup"]
    game = referee({UNION: "1231", "33 VA": "1634"}, begin="turn")
    for seat in ("union", "confederate"):
        events += play(game, game.decision_of(seat).actions[0].text) if game.decision_of(seat) else []
    while not any(e.kind == "cup" for e in events):
        events += play(game, offered(game)[0])
    openly = next(e.data[0] for e in events if e.kind == "cup")
    assert {"Tyler", "Garnett", "Fog of War", "Fortunes of War"} <= {*openly}


@pytest.mark.rule("KT-4.7")
def test_two_dice_are_read_coloured_then_white():
    game = referee({UNION: "1533", CONFEDERATE: "1634"}, begin="fire", active="Tyler", hexes=flat())
    play(game, "7 OH-a fire at 1634")
    assert sorted(offered(game)) == [f"{a}{b}" for a in range(1, 7) for b in range(1, 7)]


@pytest.mark.rule("KT-4.8-1", "BS-2.8-1", "SS-4.8-1")
def test_fractions_are_kept_until_all_is_added():
    three = {"hex": "1533", "values": {"fresh": [3, "R", 4]}}
    found = fired({UNION: three, "7 OH-b": three, CONFEDERATE: "1734"}, "7 OH-a + 7 OH-b", "1734")
    assert (found.strength, found.base) == ("3", "3")


@pytest.mark.rule("KT-4.8-2", "BS-2.8-2")
def test_the_fraction_of_a_total_is_dropped():
    five = {"hex": "1533", "values": {"fresh": [5, "R", 4]}}
    found = fired({UNION: five, CONFEDERATE: "1734"}, UNION, "1734")
    assert (found.strength, found.base) == ("2.5", "2")


@pytest.mark.rule("KT-4.8-3", "BS-2.8-3")
def test_half_a_point_is_not_dropped():
    one = {"hex": "1533", "values": {"fresh": [1, "R", 4]}}
    found = fired({UNION: one, CONFEDERATE: "1734"}, UNION, "1734")
    assert (found.strength, found.base) == ("0.5", "C")
