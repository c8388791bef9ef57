"""Chapters 15.5 to 15.7 and 15.9: Unit Support, Morale Hits, Break Tests and the Broken Track."""

import pytest

from tests.books import shown as cited
from tests.rules.field import flat, refused
from tests.rules.fighting import BIG, HIT, fire, kinds_of, man, one, ready, ruled, settle
from tests.support import at, kinds, offered, play, referee, states

GUNNERS = {"7 OH-a": man("1733", BIG)}


def struck(units, depletion, skedaddle, *dice):
    """A fire at 1734 whose test gives just this."""
    game, events = fire(
        {**GUNNERS, **units}, "7 OH-a fire at 1734", HIT, "11", *dice, battle=ruled((depletion, skedaddle))
    )
    return game, events + settle(game, "retreat")


def rating(units, **keys):
    """The rating with which the Lead Unit of 1734 stands a fire."""
    game, _ = fire({**GUNNERS, **units}, "7 OH-a fire at 1734", **keys)
    return one(play(game, "11"), "fire").data[2]


def shown(units, unit):
    """Strength, weapon and rating of a unit as it stands."""
    view = ready({**GUNNERS, **units}).view("")["units"]
    return next(u["now"] for u in view if u["id"] == unit)


@pytest.mark.rule("KT-15.5-1", "BS-12.4-1", "SS-15.5-1")
def test_support_counts_whenever_the_rating_does():
    alone, backed = {"27 VA": man("1734", 5, 4)}, {"27 VA": man("1734", 5, 4), "4 VA": man("1834", 1)}
    assert (rating(alone), rating(backed)) == (3, 4)
    for units, wanted in ((alone, 3), (backed, 4)):
        assert one(struck(units, "-", "B", "1")[1], "break-test").data[0] == wanted
        assert shown(units, "27 VA")[2] == str(wanted)
    most = ready(backed).state.setting.profile.panic_cr
    weak = {"27 VA": man("1734", 5, 5), "21 VA": man("1834", 3, most + 1)}
    assert kinds_of(struck(weak, "-", "P1")[1], "panics") == [("panics", "21 VA")]
    assert kinds_of(struck({**weak, "1 VA": man("1934", 3, 5)}, "-", "P1")[1], "panics") == []


@pytest.mark.rule("KT-15.5a-i-1", "KT-15.5b", "BS-12.4a-i", "BS-12.4b-1")
@pytest.mark.parametrize("friend, place, supported", [
    ("4 VA", man("1734", 1), True), ("4 VA", man("1834", 1), True), ("4 VA", man("1635", 1), True),
    ("4 VA", man("1836", 1), False), ("4 VA", man("1834", 1, 4, "shaken"), False),
    ("4 VA", man("1834", 1, 4, "disrupted"), False), ("21 VA", man("1834", 1), False), ("Chew", man("1834", 1), False),
])  # fmt: skip
def test_a_steady_unit_of_the_brigade_beside_it_supports(friend, place, supported):
    assert rating({"27 VA": man("1734", 5, 4), friend: place}) == (4 if supported else 3)


@pytest.mark.rule("KT-15.5a-i-2", "BS-12.4a-i-2")
def test_a_battleworn_unit_supports():
    assert rating({"27 VA": man("1734", 5, 4), "4 VA": man("1834", 1, 4, face="worn")}) == 4


@pytest.mark.rule("KT-15.5a-ii", "BS-12.4a-ii")
@pytest.mark.parametrize("friend, place, supported", [
    ("27 VA", man("1734", 1), True), ("21 VA", man("1834", 1), True), ("27 VA", man("1834", 1, 4, "shaken"), False),
    ("27 VA", man("1836", 1), False), ("Carpenter-a", man("1834", 1), False),
    ("20 VA", {**man("1834", 1), "side": "confederate", "arm": "cavalry", "brigade": "Funsten"}, True),
])  # fmt: skip
def test_artillery_is_supported_by_any_steady_infantry_or_cavalry(friend, place, supported):
    assert rating({"Chew": man("1734", 5, 4), friend: place}) == (4 if supported else 3)


@pytest.mark.rule("KT-15.5a-iii", "BS-12.4a-iii", "SS-15.5a-v")
def test_a_unit_in_the_available_box_is_always_supported():
    units = {"7 OH-a": "1431", "110 PA-a": {"box": "available", "values": {"worn": [2, "R", 3]}}}
    game = referee(units, begin="rally", order="regroup", active="Tyler", cup=["Fog of War"], hexes=flat())
    assert one(play(game, "rebuild 110 PA-a", "3"), "rebuild").data == (3, True)


@pytest.mark.rule("KT-15.5b", "BS-12.4b-1", "SS-15.5b-1")
def test_without_support_the_rating_is_one_less_but_never_below_nothing():
    assert rating({"27 VA": man("1734", 5, 1)}) == 0 and rating({"27 VA": man("1734", 5, 0)}) == 0
    assert shown({"27 VA": man("1734", 5, 4)}, "27 VA") == ["5", "R", "3"]


@pytest.mark.rule(
    "KT-15.6-none-1", "KT-15.6-none-2", "KT-15.6-shaken-1", "BS-12.5-none-1", "BS-12.5-none-2", "BS-12.5-shaken-1",
    "SS-15.6-none-1", "SS-15.6-none-2", "SS-15.6-shaken-1",
)  # fmt: skip
@pytest.mark.parametrize("before, result, mark, numbers, cite", [
    ((), "M", "shaken", ["4", "R", "4"], "KT-15.6-none-1"), ((), "2M", "disrupted", ["3", "R", "3"], "KT-15.6-none-2"),
    (("shaken",), "M", "disrupted", ["3", "R", "3"], "KT-15.6-shaken-1"),
])  # fmt: skip
def test_morale_hits_take_off_strength_and_rating(before, result, mark, numbers, cite):
    units = {"27 VA": man("1734", 5, 5, *before), "4 VA": man("1734", 1)}
    game, events = struck(units, "-", result)
    assert states(game, "27 VA") == {"fresh", mark, "1734"} and "break-test" not in kinds(events)
    assert one(events, "morale").cite == cite and shown({**units, "27 VA": man("1734", 5, 5, mark)}, "27 VA") == numbers
    assert next(u["now"] for u in game.view("")["units"] if u["id"] == "27 VA") == numbers


@pytest.mark.rule(
    "KT-15.6-shaken-2", "KT-15.6-disrupted-1", "KT-15.6-disrupted-2", "BS-12.5-dis-1", "BS-12.5-shaken-2",
    "SS-15.6-dis-1", "SS-15.6-shaken-2",
)  # fmt: skip
@pytest.mark.parametrize("before, result, tests", [
    ("shaken", "2M", 1), ("shaken", "M", 0), ("disrupted", "M", 1), ("disrupted", "2M", 2),
])  # fmt: skip
def test_hits_beyond_disrupted_are_break_tests(before, result, tests):
    units = {"27 VA": man("1734", 5, 6, before), "4 VA": man("1734", 1)}
    game, events = struck(units, "-", result, *["1"] * tests)
    assert [e.cite for e in events if e.kind == "break-test"] == ["KT-15.7-cause-3"] * tests
    assert states(game, "27 VA") == {"fresh", "disrupted", "1734"}


@pytest.mark.rule("KT-15.6-disrupted-2", "BS-12.5-dis-2", "SS-15.6-dis-2")
def test_who_fails_the_first_of_two_break_tests_takes_no_second():
    game, events = struck({"27 VA": man("1734", 5, 4, "disrupted")}, "-", "2M", "6")
    assert kinds(events).count("break-test") == 1 and at(game, "27 VA") is None


@pytest.mark.rule("KT-15.7-cause-1", "KT-15.7-cause-2", "KT-15.7-cause-3", "BS-12.6-1", "SS-15.7-1")
def test_what_causes_a_break_test():
    fresh, worn, gone = man("1734", 5, 4), man("1734", 5, 4, face="worn"), man("1734", 5, 4, "disrupted")
    assert one(struck({"27 VA": fresh}, "-", "B", "1")[1], "break-test").cite == "KT-15.7-cause-1"
    assert one(struck({"27 VA": worn}, "D", "-", "1")[1], "break-test").cite == "KT-15.7-cause-2"
    assert one(struck({"27 VA": gone}, "-", "M", "1")[1], "break-test").cite == "KT-15.7-cause-3"
    assert "break-test" not in kinds(struck({"27 VA": fresh}, "D", "M")[1])
    assert "break-test" not in kinds(struck({"27 VA": man("1734", 5, 4, "shaken")}, "D", "M")[1])


@pytest.mark.rule("KT-15.7-1", "BS-12.6-2", "SS-15.7-2")
def test_break_tests_are_taken_at_once_several_of_one_result():
    _, events = struck({"27 VA": man("1734", 5, 6, "disrupted", face="worn")}, "D", "2M B R1", "1", "1", "1", "1")
    steps = [kind for kind, _ in kinds_of(events, "break-test", "retreated")]
    assert steps == ["break-test"] * 4 + ["retreated"]
    assert [e.cite[-1] for e in events if e.kind == "break-test"] == ["2", "3", "3", "1"]
    _, events = struck({"27 VA": man("1734", 5, 4)}, "-", "B R1", "6")
    assert "retreated" not in kinds(events)  # it broke before it could fall back


@pytest.mark.rule("KT-15.7-2", "BS-12.6-3", "SS-15.7-3")
def test_a_break_test_is_one_die_of_the_owner_against_the_modified_rating():
    game, _ = fire({**GUNNERS, "27 VA": man("1734", 5, 5, "shaken")}, "7 OH-a fire at 1734", battle=ruled(("-", "B")))
    play(game, HIT, "11")
    assert offered(game) == ["1", "2", "3", "4", "5", "6"]
    found = one(play(game, "3"), "break-test")
    assert (found.seat, found.units, found.roll, found.data) == ("confederate", ("27 VA",), 3, (3, 0))


@pytest.mark.rule("KT-15.7-pass", "BS-12.6-le", "SS-15.7-le")
@pytest.mark.parametrize("before, after", [((), "shaken"), (("shaken",), "disrupted"), (("disrupted",), "disrupted")])
def test_who_holds_is_marked_once_more_up_to_disrupted(before, after):
    game, _ = struck({"27 VA": man("1734", 5, 5, *before)}, "-", "B", "2")
    assert states(game, "27 VA") == {"fresh", after, "1734"}


@pytest.mark.rule(
    "KT-15.7-pass",
    "KT-15.7-over1",
    "KT-15.7-over2",
    "KT-15.7-over3",
    "BS-12.6-p1",
    "SS-15.7-p1",
    "BS-12.6-p2",
    "SS-15.7-p2",
    "BS-12.6-p3",
    "SS-15.7-p3",
    "BS-12.6-le",
)
@pytest.mark.parametrize("cr", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_over_the_rating_is_the_box(cr, die):
    game, events = struck({"27 VA": man("1734", 5, cr)}, "-", "B", str(die))
    over = max(0, min(3, die - (cr - 1)))  # nobody supports it
    assert states(game, "27 VA") == ({"worn", f"Broken Box {over}"} if over else {"fresh", "shaken", "1734"})
    assert not over or one(events, "broken").cite == f"KT-15.7-over{over}"


@pytest.mark.rule("KT-15.7-elim", "KT-15.9-2", "BS-12.6-elim", "BS-12.8-2", "SS-15.7-art", "SS-15.9-2")
@pytest.mark.parametrize("unit, more", [("Chew", {}), ("27 VA", {"fragile": True})])
@pytest.mark.parametrize("die", ["4", "5", "6"])
def test_artillery_and_fragile_units_are_eliminated_instead(unit, more, die):
    game, events = struck({unit: man("1734", 5, 4, **more)}, "-", "B", die)
    assert "eliminated" in states(game, unit) and "broken" not in kinds(events)
    assert "shaken" in states(struck({unit: man("1734", 5, 4, **more)}, "-", "B", "3")[0], unit)


@pytest.mark.rule(
    "KT-15.9-1", "KT-15.9-4", "BS-12.8-1", "BS-12.8-4", "SS-15.9-1", "SS-15.9a-2", "SS-15.7-p1", "SS-15.7-p2",
    "SS-15.7-p3", "BS-12.6-p1", "BS-12.6-p2", "BS-12.6-p3",
)  # fmt: skip
@pytest.mark.parametrize("box", [1, 2, 3])
def test_broken_infantry_lies_battleworn_without_markers_in_its_box(box):
    unit = man("1734", 5, 5, "shaken", "skirmish", "low-ammo")
    game, _ = struck({"27 VA": unit}, "-", "B", str(3 + box))
    assert game.state.in_hex(game.state.setting.grid.index("1734")) == ()
    assert states(game, "27 VA") == {"worn", f"Broken Box {box}"}


@pytest.mark.rule(
    "KT-15.9a-1", "KT-15.9a-2", "BS-12.8a-1", "BS-12.8a-2", "BS-12.8a-3", "SS-15.9b-1", "SS-15.9b-2", "SS-15.9b-3",
    "SS-15.9c-2", "KT-15.9-3", "SS-15.9a-1", "BS-12.8-3",
)  # fmt: skip
def test_at_the_end_of_a_turn_every_box_moves_down_one_and_available_stays():
    boxes = {"7 OH-a": "1", "7 OH-b": "2", "7 IN-a": "3", "7 IN-b": "available"}
    game = referee({unit: {"box": box} for unit, box in boxes.items()}, begin="end-turn", hexes=flat())
    wanted = {"7 OH-a": "Available", "7 OH-b": "Broken Box 1", "7 IN-a": "Broken Box 2", "7 IN-b": "Available"}
    assert {unit: states(game, unit) - {"worn"} for unit in boxes} == {unit: {box} for unit, box in wanted.items()}


@pytest.mark.rule("KT-15.9b-1", "BS-12.8b-1", "SS-15.9c-1", "SS-16.2-reb-3")
@pytest.mark.parametrize("box, able", [("available", True), ("1", False), ("2", False), ("3", False)])
def test_only_who_is_available_may_rebuild(box, able):
    units = {"7 OH-a": {"hex": "1431", "marks": ["shaken"]}, "110 PA-a": {"box": box}}
    game = referee(units, begin="rally", order="regroup", active="Tyler", cup=["Fog of War"], hexes=flat())
    assert ("rebuild 110 PA-a" in offered(game)) is able
    assert able or refused(game, "rebuild 110 PA-a") == cited("KT-15.9b-1")


@pytest.mark.rule("KT-15.9b-2", "BS-12.8b-1", "SS-15.9c-1")
def test_who_rebuilds_enters_at_once_on_his_battleworn_side():
    units = {"7 OH-a": "1431", "110 PA-a": {"box": "available"}, "27 VA": "1735"}
    game = referee(units, begin="rally", order="regroup", active="Tyler", cup=["Fog of War"], hexes=flat())
    play(game, "rebuild 110 PA-a", "1")
    grid = game.state.setting.grid
    hexes = [a.hex for a in game.decision.actions]
    assert all(grid.distance(grid.index(h), grid.index("1735")) >= 3 for h in hexes) and "1430" in hexes
    assert game.decision.usual is not None and game.decision.proposed is not None
    assert grid.distance(grid.index(game.decision.usual.hex), grid.index("1431")) <= 1, "not the first in the list"
    play(game, "110 PA-a: 1430")
    assert states(game, "110 PA-a") == {"worn", "1430"}
