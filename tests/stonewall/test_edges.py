"""Where a case begins and ends: beside each that it holds for stands one that it no longer holds for.

What `tools/break_rules.py` found that the tests of the chapters let pass.
"""

from __future__ import annotations

import pytest

from tests.stonewall.fire_support import field as firing
from tests.stonewall.fire_support import fire
from tests.stonewall.melee_support import at, carry_out, field, hex_of, state
from tests.stonewall.test_rout import FOE, check, flee, routed, still
from vedette.rules.great_battles.assaults import melee_bar
from vedette.rules.great_battles.fire import stance_bar
from vedette.rules.great_battles.rout import Rout

# -- chapter 10: fire --------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-10.0-4", "SW-10.7")
@pytest.mark.parametrize(
    ("die", "left", "pinned"), [(3, 3, False), (4, 3, True), (5, 2, False), (6, 2, False)], ids=["-", "PIN", "1*", "1"]
)
def test_a_cell_pins_or_costs_points_or_does_nothing(die: int, left: int, pinned: bool) -> None:
    """Five points of small arms, column 3-5: a star does not count for small arms."""
    game = firing({"5 VA": "2020", "84 PA": ("2018", "S")}, dice=[die, 3, 1] if die == 6 else [die, 1])
    fire(game, "2018", "5 VA")
    game.settle()
    unit = state(game).units["84 PA"]
    assert (unit.strength, unit.pinned) == (left, pinned)


# -- chapter 14: rout --------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-14.0-2", "SW-14.3-3", "SW-14.3-4")
def test_who_routs_falls_back_three_hexes_and_stays_routed() -> None:
    """He neither fires nor attacks; his neighbour, who did not rout, does both."""
    game = field({**FOE, "67 OH": ("2019", "S"), "84 PA": ("2119", "S")}, side="union", phase="interphase", dice=[6])
    check(game, "67 OH")
    flee(game)
    g = state(game)
    assert (
        g.setting.grid.distance(g.at("67 OH"), hex_of("2019")) == 3
        and routed(game, "67 OH")
        and not routed(game, "84 PA")
    )
    assert [bar and bar.cite for bar in (stance_bar(g, "67 OH"), stance_bar(g, "84 PA"))] == ["SW-14.3-3", None]
    g.phase = "melee"
    bar = melee_bar(g, "67 OH", hex_of("2020"))
    assert bar is not None and bar.cite == "SW-14.3-4"


@pytest.mark.rule("SW-14.4-4", "SW-14.4-5")
def test_a_leader_is_not_routed_with_those_he_goes_with() -> None:
    game = still({"67 OH": ("2019", "S"), "Kimball": "2019"}, dice=[6])
    check(game, "67 OH")
    flee(game)
    assert (at(game, "Kimball"), routed(game, "67 OH"), routed(game, "Kimball")) == ("2016", True, False)
    carry_out(game, Rout("Kimball", "SW-14.3-1"))
    assert (at(game, "Kimball"), routed(game, "Kimball")) == ("2016", False)


@pytest.mark.rule("SW-14.4-4", "SW-14.31")
def test_a_leader_never_checks() -> None:
    game = still({"84 PA": ("2019", "S"), "Kimball": "2019"}, dice=[1, 6])
    events = check(game, "Kimball", "84 PA")
    assert [e.units for e in events if e.kind == "rout-check"] == [("84 PA",)]
    assert not routed(game, "Kimball")
