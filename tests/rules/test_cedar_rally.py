"""Chapter 16 of *Stonewall's Sword* on its own ground: guns and cavalry rally beside whatever brigade is active."""

import pytest

from tests.rules.field import refused
from tests.rules.mountain import hurt
from tests.rules.wheatfield import AROUND, ready
from tests.support import at, offered, play, states

RIDERS, CRAWFORD, GREENE = "1st PA", "10th ME", "78th NY"


def rallying(units, order="regroup", **keys):
    """Crawford's brigade in its Rally Step, another of the Union to come."""
    return ready(units, "rally", order=order, **{"cup": ["Augur"], **keys})


def worn(hex, *marks):
    """A Battleworn unit."""
    return {"hex": hex, "face": "worn", "marks": list(marks)}


def who(game):
    """What the Rally Step offers."""
    return set(offered(game)) - {"done"}


@pytest.mark.rule("SS-5.0-3")
def test_guns_and_cavalry_belong_to_no_brigade():
    game = rallying({CRAWFORD: hurt("2105"), RIDERS: hurt("2103"), "Best": "2103"})
    brigades = {u["id"]: u["brigade"] for u in game.view("")["units"]}
    assert (brigades[RIDERS], brigades["Best"], brigades[CRAWFORD]) == (None, None, "Crawford")
    assert refused(game, f"recover {RIDERS}") == "SS-16.1-art"


@pytest.mark.rule("SS-16.1-art")
@pytest.mark.parametrize("unit", [RIDERS, "Best"])
@pytest.mark.parametrize("hex, offers", [("2105", True), ("2104", True), ("2103", False)])
def test_guns_and_cavalry_rally_with_or_beside_the_active_brigade(unit, hex, offers):
    game = rallying({CRAWFORD: hurt("2105"), unit: hurt(hex), GREENE: "2102"}, "defend")
    assert (f"recover {unit}" in who(game)) is offers
    if not offers:
        assert refused(game, f"recover {unit}") == "SS-16.1-art"


@pytest.mark.rule("SS-16.1-multi")
def test_with_the_next_brigade_they_rally_again():
    both = {RIDERS: hurt("2104", "disrupted"), "Best": {**worn("2104"), "marks": ["disrupted"]}}
    game = rallying({CRAWFORD: "2105", GREENE: "2103", **both}, "defend")
    play(game, f"recover {RIDERS}", "recover Best")
    assert "shaken" in states(game, RIDERS) and "shaken" in states(game, "Best")
    play(game, "Augur", "1", "order regroup")
    assert who(game) == {f"recover {RIDERS}", "recover Best", "rebuild Best"}
    play(game, f"recover {RIDERS}", "rebuild Best", "1")
    assert states(game, RIDERS) == {"fresh", "mounted", "2104"} and states(game, "Best") == {"fresh", "shaken", "2104"}


@pytest.mark.rule("SS-16.2-reb-art", "SS-16.2-reb-oth")
def test_worn_guns_beside_a_brigade_under_regroup_may_rebuild():
    units = {CRAWFORD: "2105", "Best": worn("2104"), "Knap": worn("2103"), "46th PA": hurt("2106")}
    game = rallying(units)
    assert who(game) == {"rebuild Best", "recover 46th PA"}
    assert refused(game, "rebuild Knap") == "SS-16.1-art"
    play(game, "rebuild Best", "6")
    assert "worn" in states(game, "Best") and who(game) == {"recover 46th PA"}
    game = rallying(units, "defend")
    assert who(game) == {"recover 46th PA"} and refused(game, "rebuild Best") == "SS-16.2-reb-reg"
    assert who(rallying({**units, "5th VA": "2102"})) == {"recover 46th PA"}  # two hexes from an enemy


@pytest.mark.rule("SS-16.2-reb-3")
def test_only_the_worn_and_the_available_rebuild():
    boxes = {"46th PA": {"box": "available"}, "28th NY": {"box": "2"}, RIDERS: {"box": "2"}}
    game = rallying({CRAWFORD: "2105", "5th CT": worn("2104"), **boxes})
    assert who(game) == {"rebuild 5th CT", "rebuild 46th PA"}
    assert {refused(game, f"rebuild {unit}") for unit in ("28th NY", RIDERS)} == {"SS-15.9c-1"}
    assert refused(game, f"rebuild {CRAWFORD}") == "SS-16.1-need"


@pytest.mark.rule("SS-16.2-ret-2", "SS-16.2-ret-3")
def test_broken_cavalry_comes_back_with_any_brigade_near_that_brigade():
    riders = {RIDERS: {"box": "available"}}
    game = rallying({CRAWFORD: "2105", GREENE: "2209", **riders})
    play(game, f"rebuild {RIDERS}", "1")
    grid = game.state.setting.grid
    places = [a.hex for a in game.decision.actions]
    assert "2102" in places and "2210" not in places  # near Crawford, not Greene
    assert all(grid.distance(grid.index(h), grid.index("2105")) <= 3 for h in places)
    play(game, f"{RIDERS}: 2102")
    assert states(game, RIDERS) == {"worn", "mounted", "2102"}
    game = rallying({CRAWFORD: {"box": "1"}, "3rd MD": "2003", "2nd MA": "2209", **riders})
    play(game, f"rebuild {RIDERS}", "1")
    places = {a.hex for a in game.decision.actions}
    assert "2210" in places and "2002" not in places  # of the active brigade's division, Williams's
    foes = dict(zip(["5th VA", "27th VA", "1st VA", "37th VA", "10th VA", "23rd VA"], AROUND, strict=True))
    game = rallying({CRAWFORD: "2111", "Best": "2105", **riders, **foes})  # guns are no brigade to come back to
    assert who(game) == {f"rebuild {RIDERS}"}


@pytest.mark.rule("SS-16.0-1", "SS-16.1-ord")
@pytest.mark.parametrize("order", ["attack", "maneuver"])
def test_nobody_rallies_under_other_orders(order):
    game = rallying({CRAWFORD: hurt("2105"), RIDERS: hurt("2105"), "Best": worn("2104", "shaken")}, order)
    assert game.decision.kind != "rally" and at(game, RIDERS) == "2105"


@pytest.mark.rule("BS-13.1-art-2", "BS-13.2b-4")
def test_by_the_series_rules_guns_are_rebuilt_in_their_phase_and_this_cavalry_rallies_as_before():
    units = {CRAWFORD: "2105", "Best": worn("2104", "shaken"), RIDERS: hurt("2106")}
    game = rallying(units)
    assert who(game) == {"recover Best", f"recover {RIDERS}"} and refused(game, "rebuild Best") == "BS-13.1-art-2"
    game = ready(units, "artillery")
    play(game, "pass", "rebuild Best", "1")
    assert "fresh" in states(game, "Best")
