"""Chapters 5 and 6: who belongs to whom, and who may stand together."""

import pytest

import vedette
from tests.books import shown
from tests.rules.field import flat, limber, limit, mover, refused
from tests.support import BATTLE, at, example, offered, play, referee
from vedette.rules.blind_swords.chapters.stacking import stack_total, stacking_value
from vedette.rules.blind_swords.charts import SP

UNION, CONFEDERATE = "7 OH-a", "27 VA"
COUNTERS = vedette.battle(BATTLE).counters


def strong(hex, sp, **keys):
    """A unit in a hex with so many fresh points."""
    return {"hex": hex, "values": {"fresh": [sp, "R", 4]}, **keys}


def may_stop(game, hex):
    """Whether the moving unit may end its move in a hex."""
    play(game, f"{game.decision.about[0]}: {hex}")
    return "done" in offered(game)


@pytest.mark.rule("KT-5.0-1", "KT-5.0-3")
def test_artillery_alone_belongs_to_no_brigade():
    assert all((row["brigade"] == "") == (row["arm"] == "artillery") for row in COUNTERS.values())


@pytest.mark.rule("KT-6.1-1", "SS-6.1-3")
def test_the_limit_fits_and_no_more():
    """7 OH-a has six points."""
    assert may_stop(mover({UNION: "1533", "7 OH-b": strong("1634", limit() - 6)}, UNION), "1634")
    woods = flat({"1634": {"terrain": "light-woods"}})
    game = mover({UNION: "1533", "7 OH-b": strong("1634", limit() - 5)}, UNION, "defend", hexes=woods)
    assert refused(game, "7 OH-a: 1634") == shown("KT-6.1-1")


@pytest.mark.rule("KT-6.1-2", "SS-6.1-2", "BS-3.1-2")
def test_printed_points_count_whatever_the_markers():
    hit = {"marks": ["disrupted"]}
    rest = limit() - 5
    assert not may_stop(mover({UNION: "1533", "7 OH-b": strong("1634", rest, **hit)}, UNION), "1634")
    assert not may_stop(mover({UNION: strong("1533", 6, **hit), "7 OH-b": strong("1634", rest)}, UNION), "1634")


@pytest.mark.rule(
    "KT-6.1-3",
    "KT-13.1-2",
    "SS-6.1-4",
    "SS-6.1c-4",
    "SS-6.3-4",
    "SS-13.4-2",
    "BS-3.1-3",
    "BS-10.1-2",
    "SS-13.1-2",
    "SS-6.1-1",
)
def test_a_full_hex_may_be_passed_but_not_kept():
    game = mover({UNION: "1533", "7 OH-b": strong("1634", 5)}, UNION)
    assert not may_stop(game, "1634")
    assert may_stop(game, "1734")


@pytest.mark.rule(
    "KT-6.1-3",
    "KT-13.1-2",
    "BS-10.1-2",
    "SS-13.1-2",
    "SS-6.3-4",
    "BS-3.1-3",
    "SS-13.4-2",
    "SS-6.1-1",
    "SS-6.1-4",
    "SS-6.1c-4",
)
def test_a_full_hex_is_closed_to_whoever_cannot_go_on():
    game = mover({UNION: "1532", "7 OH-b": strong("1634", 5)}, UNION, "defend")
    play(game, "7 OH-a: 1533")
    assert refused(game, "7 OH-a: 1634") == shown("KT-6.1-1")


def beaten():
    """7 OH-a in 1533 must fall back one hex: 1433 is full, 1434 and 1532 are not."""
    units = {UNION: "1533", "7 OH-b": "1433", "29 OH-a": {"hex": "1434", "face": "worn"}, "33 VA": "1634"}
    game = referee(units, begin="fire", active="Garnett", hexes=flat(), dice=["66", "13"])
    play(game, "33 VA fire at 1533")
    return game


@pytest.mark.rule("KT-6.1-3", "BS-3.1-3", "SS-13.4-2", "SS-6.1-1", "SS-6.1-4", "SS-6.1c-4", "SS-6.3-4")
def test_a_retreat_does_not_end_in_a_full_hex():
    assert "retreat 7 OH-a to 1433" not in offered(beaten())


@pytest.mark.rule("KT-6.1d-2")
def test_a_retreat_may_force_a_half_on_another_regiment():
    game = beaten()
    play(game, "retreat 7 OH-a to 1434")
    assert at(game, UNION) == "1434"


@pytest.mark.rule("KT-6.1-4", "KT-13.11-6", "BS-3.1-1", "BS-10.11-5")
def test_nobody_is_left_overstacked_when_the_step_ends():
    units = {"4 VA": "1634", "33 VA": "1634", "2 VA": "1634"}
    game = referee(units, begin="movement", active="Garnett", order="regroup", hexes=flat())
    assert {text.split(":")[0] for text in offered(game)} == {"33 VA", "2 VA"}
    play(game, "2 VA: 1734")
    assert (at(game, "33 VA"), at(game, "2 VA")) == ("1634", "1734")
    assert game.decision.kind != "unstack"


@pytest.mark.rule("KT-6.1a-1", "KT-6.1a-2", "BS-3.1a-1")
def test_guns_count_less_than_their_points():
    guns = {"Clark": "1634", "7 OH-b": strong("1634", 5)}
    assert may_stop(mover({UNION: strong("1533", "C"), **guns}, UNION), "1634")
    assert not may_stop(mover({UNION: strong("1533", 1), **guns}, UNION), "1634")


@pytest.mark.rule("KT-6.1a-1")
def test_a_section_of_cadre_strength_counts_three_quarters_of_its_half():
    game = referee({"Davey": {"hex": "1533", "face": "worn"}}, begin="artillery")
    assert stacking_value(game.state, "Davey") / SP == 0.375


@pytest.mark.rule("KT-6.1a-1", "KT-6.1a-2")
def test_example_of_six_guns_a_regiment_of_five_and_a_cadre():
    game, _ = example("KT-EX-6.1a")
    assert at(game, UNION) == at(game, "7 OH-b") == at(game, "Clark") == "1634"
    g = game.state
    hex = g.at(UNION)
    assert [stacking_value(g, id) / SP for id in ("Clark", "7 OH-b", UNION)] == [4.5, 5, 0.5]
    assert stack_total(g, hex) == g.setting.profile.stacking_limit * SP


@pytest.mark.rule("KT-6.1c", "KT-13.5b-1", "SS-6.1c-1", "SS-13.5b-1", "BS-3.1c-1")
@pytest.mark.parametrize("over, cost", [(0, 1), (1, 2)])
def test_a_full_hex_is_no_road(over, cost):
    woods = flat({"1136": {"terrain": "light-woods"}})
    game = mover({UNION: "1135", "7 OH-b": strong("1136", limit() - 6 + over)}, UNION, hexes=woods)
    play(game, "7 OH-a: 1136")
    assert game.decision.stack[-1].endswith(f"{4 - cost} MP left")


@pytest.mark.rule("KT-6.1d-1")
def test_a_half_stands_with_its_other_half_or_with_guns_alone():
    units = {UNION: "1533", "7 OH-b": strong("1532", 3), "Davey": "1634", "29 OH-a": strong("1434", 3)}
    assert may_stop(mover(units, UNION), "1532")
    assert may_stop(mover(units, UNION), "1634")
    assert not may_stop(mover(units, UNION), "1434")


@pytest.mark.rule("KT-6.1d-1")
def test_a_whole_regiment_does_not_stand_with_a_half():
    woods = flat({"1634": {"terrain": "light-woods"}})
    game = mover({"84 PA": "1533", "8 OH-a": strong("1634", 3)}, "84 PA", "defend", hexes=woods)
    assert refused(game, "84 PA: 1634") == shown("KT-6.1d-1")


@pytest.mark.rule("KT-6.1d-1")
def test_nor_does_a_half_stand_with_a_whole_regiment():
    game = mover({"8 OH-a": strong("1533", 3), "84 PA": strong("1634", 3)}, "8 OH-a")
    assert not may_stop(game, "1634")


@pytest.mark.rule("KT-6.1d-3")
def test_a_half_that_was_forced_on_others_parts_from_them_when_it_moves():
    units = {UNION: strong("1533", 3), "29 OH-a": strong("1533", 3), "29 OH-b": strong("1634", 3)}
    game = mover(units, UNION)
    assert "done" in offered(game)
    assert not may_stop(game, "1634")
    assert may_stop(game, "1734")


@pytest.mark.rule("KT-6.1d-1")
def test_whole_regiments_stand_together():
    assert may_stop(mover({"27 VA": "1533", "33 VA": "1634"}, "27 VA"), "1634")


@pytest.mark.rule("KT-6.1d-4")
@pytest.mark.parametrize("arm, fits", [("cavalry", True), ("artillery", True), ("infantry", False)])
def test_split_cavalry_and_guns_stand_with_whom_they_like(arm, fits):
    mine = {"side": "union", "arm": arm, "brigade": "Kimball", "values": {"fresh": [2, "R", 3]}}
    units = {"9 X-a": {"hex": "1533", **mine}, "8 X-a": {"hex": "1634", **mine}}
    step = limber if arm == "artillery" else mover
    keys = {} if arm == "artillery" else {"active": "Kimball"}
    assert may_stop(step(units, "9 X-a", **keys), "1634") == fits
