"""The worked examples of chapters 12, 14 and 15 and of the series rules (tests/examples), and what comes of them."""

import pytest

from tests.rules.field import refused
from tests.rules.fighting import kinds_of, los, one
from tests.support import aim, at, example, kinds, offered, play, shifts, states

MINE = [
    "KT-EX-3.2d", "KT-EX-12.1a", "KT-EX-12.3a", "KT-EX-12.3-wall", "KT-EX-14.3d-wall", "KT-EX-15.1", "KT-EX-15.9",
    "BS-EX-break-multi", "BS-EX-cc", "BS-EX-lead", "BS-EX-panic", "BS-EX-roll",
]  # fmt: skip


@pytest.mark.parametrize("id", MINE)
def test_every_die_of_an_example_is_rolled(id):
    game, _ = example(id)
    assert game.chance.left() == {"dice": 0, "chits": 0}


@pytest.mark.rule("KT-12.1a-same-ex")
def test_example_12_1a_two_woods_block():
    game, _ = example("KT-EX-12.1a")
    assert los(game, "1733", "1736")["sight"] == "blocked"
    assert [row["effect"] for row in los(game, "1733", "1736")["because"]] == ["obscures", "blocks"]
    assert offered(game) == ["fire at 1732", "done"] and refused(game, "7 OH-a fire at 1736") == "KT-12.1a-9"


@pytest.mark.rule("KT-12.3a-1", "BS-9.3a-1")
@pytest.mark.parametrize("id", ["KT-EX-12.3a", "BS-EX-roll"])
def test_example_12_3a_two_and_four_are_24(id):
    game, events = example(id)
    assert one(events, "fire").roll == 24 and game.decision.kind != "dice"


@pytest.mark.rule("KT-12.3-shift-wall", "KT-12.3-wall-exception-2")
def test_example_12_3_wall_from_the_glass_house():
    _, events = example("KT-EX-12.3-wall")
    first, second = [{c for _, _, c, on in e.data[0].shifts if on} for e in events if e.kind == "aim"]
    assert first == set() and second == {"KT-12.3-shift-wall"}


@pytest.mark.rule("KT-12.3-shift-wall")
def test_example_3_2d_a_wall_on_a_boundary_belongs_to_one_hex():
    _, events = example("KT-EX-3.2d")
    found = [{c for _, _, c, on in e.data[0].shifts if on} for e in events if e.kind == "aim"]
    assert found == [{"KT-12.3-shift-wall"}, set(), {"KT-12.3-shift-wall"}, set(), {"KT-12.3-shift-wall"}]


@pytest.mark.rule("KT-14.3d-wall", "KT-14.3d-wall-exception-2")
def test_example_14_3d_wall_round_its_end():
    game, _ = example("KT-EX-14.3d-wall")
    front = game.clone()
    assert "KT-14.3d-wall" not in shifts(play(game, "assault from 1932"))
    assert shifts(play(front, "assault from 1833"))["KT-14.3d-wall"] == -2


@pytest.mark.rule("KT-15.1-ex", "BS-12.1b-P-2", "BS-12.1b-P-5")
@pytest.mark.parametrize("id", ["KT-EX-15.1", "BS-EX-panic"])
def test_example_15_1_panic(id):
    game, events = example(id)
    assert one(events, "test").data == ("tough", "D2", "M R2 P1") and one(events, "test").seat == "confederate"
    assert kinds_of(events, "depleted", "panics") == [("depleted", "5 VA"), ("depleted", "4 VA"), ("panics", "4 VA")]
    assert states(game, "5 VA") == {"worn", "shaken", "1736"}  # two hexes
    assert states(game, "4 VA") == {"worn", "shaken", "2035"}  # three, as the rule says
    assert states(game, "27 VA") == {"fresh", "1734"} and states(game, "2 VA") == {"fresh", "shaken", "1735"}


@pytest.mark.rule("KT-15.9-ex", "BS-12.2a-BD-1")
@pytest.mark.parametrize("id, die", [("KT-EX-15.9", 3), ("BS-EX-cc", 4)])
def test_example_15_9_close_combat(id, die):
    game, events = example(id)
    found = next(e for e in events if e.kind == "assault-aim").data[0]
    assert (found.base, found.strength, found.final) == ("6-7", "7", "3")
    assert shifts(events) == {"KT-14.3d-slope": -2, "KT-14.3d-CR-left": -1} and aim(events) == found
    assert one(events, "assault").data[:3] == ("close fight", "36 VA (Smith)", 4)
    assert one(events, "test").data == ("close fight", "BD*", "AM")
    tests = [(e.units[0], e.roll, e.data) for e in events if e.kind == "break-test"]
    assert tests == [("36 VA (Smith)", die, (4, 0)), ("4 WV", 1, (1, 0))]
    assert states(game, "36 VA (Smith)") == {"worn", "shaken", "1834"}
    assert states(game, "4 WV") == {"worn", "disrupted", "1733"} and states(game, "1 WV (Ely)") == {"fresh", "1733"}


@pytest.mark.rule("BS-9.3b-3", "BS-9.3-3", "BS-9.3a-2")
def test_series_example_of_a_fire():
    game, events = example("BS-EX-fire")
    assert shifts(events) == {"SS-12.3a-shift-target-woods": -2} and game.chance.left()["dice"] == 0
    assert (aim(events).base, aim(events).final) == ("3", "1") and one(events, "fire").roll == 62
    assert one(events, "fire").data[:3] == ("", "5th VA", 4) and "test" not in kinds(events)
    assert game.state.setting.crt.cells[1][62][3] == "routine"


@pytest.mark.rule("KT-12.2-4", "BS-9.2-3")
def test_series_example_of_a_tie_for_the_lead():
    game, _ = example("BS-EX-lead")
    assert game.decision.seat == "confederate" and offered(game) == ["lead 27 VA", "lead 4 VA"]


@pytest.mark.rule("KT-15.6-disrupted-2", "BS-12.5-dis-2")
def test_series_example_of_two_break_tests():
    game, events = example("BS-EX-break-multi")
    assert kinds(events).count("break-test") == 2
    assert states(game, "27 VA") == {"fresh", "disrupted", "1736"} and at(game, "4 VA") == "1735"
