"""KT 4.1 and 13.9: the two counters of cavalry, and how it gets from one to the other."""

import pytest

import vedette
from tests.books import shown
from tests.rules.field import changed, flat, points, refused, spent
from tests.rules.fighting import BIG, HIT, charted, man, ruled
from tests.rules.riders import on_foot, riders, row
from tests.support import kinds, offered, play, shifts, states, texts
from vedette.engine.events import IllegalAction
from vedette.engine.rulebook import PositionError
from vedette.packs.drawing.counter import counter_svg
from vedette.rules.blind_swords.setting import setting_of

FOE = {"27 VA": "1638"}


def dismounting(units, **keys):
    """14 PA about to move, on bare ground."""
    game = riders(units, "movement", "Schoonmaker", **keys)
    play(game, "move 14 PA")
    return game


@pytest.mark.rule("KT-4.1-4", "KT-4.1-5", "KT-13.9-5")
def test_the_other_counter_takes_its_place():
    game = dismounting({"14 PA": "1633"})
    before = row(game, "14 PA")
    events = game.play("14 PA: dismount")
    now = row(game, "14 PA")
    assert (before["symbol"], before["numbers"], before["arm"]) == ("horse", ["7", "C", "4"], "cavalry")
    assert (now["symbol"], now["numbers"], now["arm"]) == ("horse-off", ["5", "C", "4"], "infantry")
    assert texts(game, events)[0] == "14 PA dismounts" and events[0].cite == "KT-13.9-5"
    assert {"dismounted"} <= states(game, "14 PA") and "mounted" not in states(game, "14 PA")


def test_a_worn_unit_shows_the_worn_side_of_either_counter():
    game = dismounting({"14 PA": {"hex": "1633", "face": "worn"}})
    assert row(game, "14 PA")["numbers"] == ["3", "C", "3"]
    game.play("14 PA: dismount")
    assert row(game, "14 PA")["numbers"] == ["2", "C", "3"]


def test_the_weapon_may_be_another_on_foot():
    game = riders({"8/21 VA": "1633"}, "movement", "Johnson", side="confederate")
    play(game, "move 8/21 VA", "8/21 VA: dismount")
    assert row(game, "8/21 VA")["numbers"] == ["6", "R", "3"]


@pytest.mark.rule("KT-13.9-1", "KT-13.9-2", "BS-10.9-1", "BS-10.9-3")
def test_it_costs_three_points_at_any_time_of_the_move():
    game = dismounting({"14 PA": "1633"})
    assert points(game) == 6
    play(game, "14 PA: 1634")
    assert spent(game) == 0 and points(game) == 5
    play(game, "14 PA: dismount")
    assert points(game) == 2
    play(game, "14 PA: 1635")
    assert points(game) == 1


@pytest.mark.rule("KT-13.9-2", "KT-11.2-1", "KT-13.2-2", "BS-10.9-3", "BS-10.2-2")
def test_the_allowance_stays_that_of_the_beginning():
    game = riders({"14 PA": on_foot("1633")}, "movement", "Schoonmaker")
    play(game, "move 14 PA")
    assert points(game) == 4
    play(game, "14 PA: mount")
    assert points(game) == 1 and "mounted" in states(game, "14 PA")


def test_mounted_and_dismounted_units_of_a_brigade_have_each_its_own_allowance():
    game = riders({"14 PA": on_foot("1633"), "8 OH": "1733"}, "movement", "Schoonmaker", order="maneuver")
    play(game, "move 14 PA")
    assert points(game) == 6
    play(game, "done", "move 8 OH")
    assert points(game) == 9


@pytest.mark.rule("KT-13.9-3", "BS-10.9-4")
def test_with_fewer_points_it_may_not():
    game = dismounting({"14 PA": "1633"})
    play(game, "14 PA: 1634", "14 PA: 1635", "14 PA: 1636")
    assert "14 PA: dismount" in offered(game) and points(game) == 3
    play(game, "14 PA: 1637")
    assert "14 PA: dismount" not in offered(game)
    assert refused(game, "14 PA: dismount") == shown("KT-13.9-3")


def test_under_defend_it_is_the_whole_move():
    game = riders({"14 PA": "1633"}, "movement", "Schoonmaker", order="defend")
    events = play(game, "move 14 PA", "14 PA: dismount")
    assert kinds(events).count("dismounted") == 1 and "14 PA moves" not in " ".join(game.decision.stack)


def test_on_foot_two_points_do_not_mount_it():
    game = riders({"14 PA": on_foot("1633")}, "movement", "Schoonmaker", order="defend")
    assert refused(game, "14 PA: mount") == shown("KT-13.9-3")


@pytest.mark.rule("KT-13.9-4", "BS-10.9-5")
def test_beside_an_enemy_it_draws_opportunity_fire():
    game = dismounting({"14 PA": "1637", **FOE}, dice=["11"])
    play(game, "14 PA: dismount")
    assert game.decision.seat == "confederate" and "is about to dismount in 1637" in game.decision.prompt
    events = play(game, "27 VA fire at 1637")
    assert kinds(events).index("fire") < kinds(events).index("dismounted")
    assert "KT-12.3-shift-cavalry" in shifts(events), "it is fired at as it stands, mounted"


@pytest.mark.rule("KT-13.9-4", "BS-10.9-5")
def test_away_from_enemies_nobody_fires():
    game = dismounting({"14 PA": "1636", **FOE})
    play(game, "14 PA: dismount")
    assert game.decision.kind != "opportunity-fire" and "dismounted" in states(game, "14 PA")


@pytest.mark.rule("KT-13.9-4", "KT-13.7-8", "BS-10.7-7", "BS-10.9-5")
def test_a_retreat_cancels_it():
    game = dismounting({"14 PA": "1637", "27 VA": man("1638", BIG)}, dice=[HIT, "11"], battle=ruled(("-", "R1")))
    events = play(game, "14 PA: dismount", "27 VA fire at 1637")
    assert "KT-15.1b-R" in {e.cite for e in events} or game.decision.kind == "retreat"
    play(game, offered(game)[0])
    assert "mounted" in states(game, "14 PA") and "14 PA moves" not in " ".join(game.decision.stack)


@pytest.mark.rule("KT-13.9-6")
def test_without_a_dismounted_counter_it_only_rides():
    game = riders({"1 PA": "1633"}, "movement", "Brodhead")
    play(game, "move 1 PA")
    assert "1 PA: dismount" not in offered(game)
    assert refused(game, "1 PA: dismount") == shown("KT-13.9-6")


def test_infantry_mounts_nothing():
    game = riders({"7 OH-a": "1633"}, "movement", "Tyler")
    assert refused(game, "7 OH-a: mount") == shown("KT-13.9-5")


def test_who_rides_already_does_not_mount():
    game = riders({"14 PA": "1633"}, "movement", "Schoonmaker")
    with pytest.raises(IllegalAction, match="mounted already"):
        game.play("14 PA: mount")


@pytest.mark.rule("KT-13.9-7", "KT-6.1b-4", "BS-10.9-7", "BS-3.1b-3")
def test_on_foot_it_marches_like_infantry():
    orchard = flat({"1634": {"terrain": "orchard"}})
    foot = riders({"14 PA": on_foot("1633")}, "movement", "Schoonmaker", hexes=orchard)
    horse = riders({"14 PA": "1633"}, "movement", "Schoonmaker", hexes=orchard)
    assert [(play(g, "move 14 PA"), spent(g, "1634"))[1] for g in (foot, horse)] == [1, 2]


@pytest.mark.rule("KT-13.9-1", "BS-10.9-1")
def test_on_the_way_in_one_gesture():
    game = riders({"14 PA": "1633"}, "movement", "Schoonmaker")
    events = game.play("14 PA: 1634-dismount-1635")
    assert kinds(events)[:3] == ["moved", "dismounted", "moved"] and points(game) == 1
    game.undo()
    game.undo()
    assert "mounted" in states(game, "14 PA") and points(game) == 5


def test_the_range_is_that_of_a_horse_and_says_where_it_could_dismount():
    game = riders({"14 PA": "1633"}, "movement", "Schoonmaker")
    found = game.rulebook.reach(game.state, "14 PA")
    assert found["1639"]["cost"] == 6 and found["1639"]["turn"] is None
    assert found["1636"]["turn"] == "dismount" and found["1636"]["text"].endswith("may dismount there")


def test_the_range_says_nothing_of_it_where_it_may_not():
    units = {"14 PA": "1633", "8 OH": man("1636", 2)}
    game = riders(units, "movement", "Schoonmaker")
    play(game, "move 14 PA")
    found = game.rulebook.reach(game.state, "14 PA")
    assert found["1634"]["turn"] and not found["1636"]["turn"], "on foot it could not stay with riders, nor go on"
    game = riders({"14 PA": "1633", "27 VA": "1635"}, "movement", "Schoonmaker")
    play(game, "move 14 PA", "14 PA: charge")
    assert {row["turn"] for row in game.rulebook.reach(game.state, "14 PA").values()} == {None}


def test_data_every_cavalry_unit_of_the_pack_has_its_counters():
    setting = setting_of(vedette.battle("kernstown/second-kernstown"))
    cavalry = [c for c in setting.counters.values() if c.arm == "cavalry"]
    only = {c.id for c in cavalry if c.foot is None}
    assert only == {"1 MD", "1 PA"} and len(cavalry) > 30
    assert all(c.foot.arm == "infantry" and c.foot.sp[0] < c.sp[0] for c in cavalry if c.foot and not c.fragile)


@pytest.mark.rule("KT-4.1-WT-C", "KT-4.1-WT-CC")
def test_carbines_and_swords_are_carried_by_cavalry_alone():
    setting = setting_of(vedette.battle("kernstown/second-kernstown"))
    armed = {c.weapon: set() for c in setting.counters.values()}
    for c in setting.counters.values():
        armed[c.weapon].add(c.arm)
    assert armed["C"] == armed["CC"] == {"cavalry"}


def test_vaughns_men_are_infantry_that_never_mounts():
    """Ruling 42: dismounted for this battle."""
    game = riders({"1 TN": on_foot("1633")}, "movement", "Vaughn")
    play(game, "move 1 TN")
    assert points(game) == 4 and row(game, "1 TN")["arm"] == "infantry"
    assert not [t for t in offered(game) if t.endswith("mount")]


def test_imboden_rides():
    """Ruling 40."""
    game = vedette.battle("kernstown/second-kernstown").new_game(seed=1)
    found = {u["id"]: u["states"] for u in game.view("")["units"] if u["brigade"] == "Imboden"}
    assert found and all("mounted" in s for s in found.values())


def test_ashby_rides():
    """Ruling 41."""
    game = vedette.battle("kernstown/first-kernstown").new_game(seed=1)
    found = {u["id"]: u["states"] for u in game.view("")["units"] if u["brigade"] == "Ashby"}
    assert set(found) == {"7 VA-a", "7 VA-b"} and all("mounted" in s for s in found.values())


def test_a_broken_unit_comes_back_on_the_counter_on_which_it_left():
    game = riders(
        {"14 PA": {"box": "available", "marks": ["dismounted"]}, "8 OH": "1633"}, "rally", "Schoonmaker", "regroup",
        dice=["1"],
    )  # fmt: skip
    play(game, "rebuild 14 PA")
    play(game, offered(game)[0])
    assert {"dismounted", "worn"} <= states(game, "14 PA")


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ({"id": "1 PA", "hex": "1633", "marks": ["dismounted"]}, "no dismounted counter"),
        ({"id": "14 PA", "hex": "1633", "marks": ["dismounted", "mounted"]}, "keep one of them"),
        ({"id": "27 VA", "hex": "1633", "marks": ["mounted"]}, "is for cavalry"),
        ({"id": "14 PA", "hex": "1633", "marks": ["dismounted", "charging"]}, "mounted cavalry"),
        ({"id": "27 VA", "hex": "1633", "values": {"dismounted": [3, "C", 3]}}, "for cavalry"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(unit, words):
    spec = {"empty": True, "begin": "draw", "unit": [unit]}
    with pytest.raises(PositionError, match=words):
        vedette.battle("kernstown/the-stone-wall").new_game(position=spec)


def test_a_position_may_change_either_counter():
    values = {"fresh": [9, "C", 5], "dismounted": [4, "R", 5], "dismounted-worn": [2, "R", 4]}
    game = riders({"14 PA": on_foot("1633", values=values)}, "movement", "Schoonmaker", battle=changed())
    assert row(game, "14 PA")["numbers"] == ["4", "R", "5"]


def test_a_rider_looks_unlike_a_man_on_foot():
    game = riders({"14 PA": "1633", "8 OH": on_foot("1633"), "7 OH-a": "1634"}, "movement", "Schoonmaker")
    drawn = [counter_svg({**row(game, id), "name": "x", "top": "y"}) for id in ("14 PA", "8 OH", "7 OH-a")]
    assert len({d.partition('class="arm"')[2] for d in drawn}) == 3
    assert "dismounted" in drawn[1] and "dismounted" not in drawn[0]


@pytest.mark.rule("BS-10.9-2")
def test_nobody_mounts_on_ground_that_is_closed_to_a_horse():
    closed = {"battle": charted("terrain", orchard={"cavalry": "no"}), "hexes": flat({"1633": {"terrain": "orchard"}})}
    assert refused(dismounting({"14 PA": on_foot("1633")}, **closed), "14 PA: mount") == "BS-10.9-2"
    assert "14 PA: mount" in offered(dismounting({"14 PA": on_foot("1634")}, **closed))
