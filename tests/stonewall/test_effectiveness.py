"""SW 19.33, 19.4, 20.1, 20.2, GB 25.9, 26: losses, demoralization, and brigades that break."""

from typing import Any

import pytest

from tests.stonewall.melee_support import field, state
from vedette.rules.great_battles.chapters.army_morale import price, spend_morale
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.effectiveness import carried_away, effective, judge, lost, rating, scores
from vedette.rules.great_battles.chapters.losses import lose
from vedette.rules.great_battles.chapters.sequence import demoralizes, shaken
from vedette.rules.great_battles.state import State

BRIGADE = {"14 IN": ("2019", "S"), "8 OH": ("2018", "S"), "67 OH": ("2017", "S"), "H 1 OH": ("2016", "S")}
SULLIVAN = {"13 IN": ("2119", "S")}


def still(units: dict[str, Any] | None = None, **more: Any) -> State:
    """A field on which nothing happens by itself."""
    return state(field({**BRIGADE, **(units or {})}, side="union", phase="interphase", **more))


# -- the threshold ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-20.12-1", "SW-20.12-2", "SW-20.22-1", "GB-26.4")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_kimball_breaks_with_his_tenth_point(rules: str) -> None:
    g = still(rules=rules)
    lose(g, "14 IN", 4, "killed", "SW-13.81-1")
    lose(g, "8 OH", 4, "captured", "SW-13.83-1")
    lose(g, "67 OH", 1, "killed", "SW-13.81-1")
    assert (lost(g, "Kimball"), effective(g, "67 OH")) == (9, True)
    lose(g, "67 OH", 1, "killed", "SW-13.81-1")
    assert not effective(g, "67 OH")
    assert g.scored == ("Kimball",)


@pytest.mark.rule("SW-20.11-2", "GB-26.3-1")
def test_guns_and_guards_do_not_count() -> None:
    g = still({"Union Supply Wagon": "2011"})
    lose(g, "H 1 OH", 6, "captured", "SW-13.83-4")
    lose(g, "Union Supply Wagon", 1, "killed", "SW-13.81-1")
    assert (lost(g, "Kimball"), g.losses) == (0, ())


@pytest.mark.rule("SW-20.13-1", "SW-20.13-2", "GB-21.63-1", "GB-21.63-2", "GB-26.1")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_dry_units_lower_the_rating(rules: str) -> None:
    g = still({"5 VA": ("2001", "N", "depleted"), "2 VA": ("2002", "depleted")}, rules=rules)
    assert (rating(g, "Garnett"), rating(g, "Kimball")) == (13 - 4, 9)
    dry = still({"14 IN": ("2019", "S", "depleted")}, rules=rules)
    assert rating(dry, "Kimball") == 8


@pytest.mark.rule("SW-20.14")
def test_batteries_without_rounds_do_not() -> None:
    g = still({"H 1 OH": ("2016", "depleted")})
    assert rating(g, "Kimball") == 9


@pytest.mark.rule("SW-20.13-3", "SW-20.22-2", "GB-21.63-3")
def test_only_a_resupply_mends_a_brigade() -> None:
    g = still({"14 IN": ("2019", "S", "depleted")}, losses=(("Kimball", 9),))
    for _ in range(2):
        judge(g, "Kimball")
        assert "Kimball" in g.ineffective
    change(g, "14 IN", "SW-12.22-1", "resupplied", depleted=False)
    judge(g, "Kimball")
    assert not g.ineffective
    assert not g.scored


@pytest.mark.rule("SW-20.13-4")
def test_confederates_are_resupplied_by_a_captured_wagon_alone() -> None:
    dry: dict[str, Any] = {"5 VA": ("2001", "N", "depleted")}
    game = field({**BRIGADE, **dry}, phase="final", losses=(("Garnett", 12),))
    judge(state(game), "Garnett")
    assert state(game).ineffective == ("Garnett",)
    game = field(
        {**BRIGADE, **dry, "Union Supply Wagon": ("2002", "taken", 0)}, phase="final", losses=(("Garnett", 12),)
    )
    assert not state(game).units["5 VA"].depleted
    judge(state(game), "Garnett")
    assert not state(game).ineffective


@pytest.mark.rule("SW-20.21-D")
def test_an_ineffective_union_brigade_costs_ten() -> None:
    g = still()
    assert price(g, "Kimball") == 5
    g.ineffective = ("Kimball",)
    assert price(g, "Kimball") == 10


def test_a_dry_unit_that_is_lost_mends_nothing() -> None:
    g = still({"14 IN": ("2019", "S", "depleted", 1)})
    assert rating(g, "Kimball") == 8
    lose(g, "14 IN", 1, "killed", "SW-13.81-1")
    assert rating(g, "Kimball") == 8


# -- army morale -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-19.33-1", "SW-19.1-3")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_each_union_point_costs_one_and_never_below_zero(rules: str) -> None:
    g = still({"5 VA": ("2001", "N")}, rules=rules, morale=4)
    lose(g, "5 VA", 2, "killed", "SW-13.81-1")
    assert g.morale == 4
    lose(g, "14 IN", 3, "captured", "SW-13.83-1")
    assert g.morale == 1
    spend_morale(g, 5, "SW-19.34")
    assert g.morale == 0


# -- demoralization --------------------------------------------------------------------------------------------


def night(dice: list[int], **more: Any) -> State:
    """The end of a turn, as it is after all dice."""
    return state(field({**BRIGADE, **SULLIVAN}, side="union", phase="interphase", dice=dice, **more))


@pytest.mark.rule("SW-19.4", "GB-25.91")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_below_thirty_every_union_brigade_checks(rules: str) -> None:
    assert shaken(still({**SULLIVAN, "5 VA": ("2001", "N")}, rules=rules, morale=30)) == ()
    g = night([6, 6], rules=rules, morale=29)
    assert shaken(g) == ("Kimball", "Sullivan")
    assert g.demoralized == ()


@pytest.mark.rule("SW-19.41", "SW-19.43", "SW-19.44-1", "SW-20.15", "GB-25.92", "GB-26.2")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_a_demoralized_brigade_sinks_by_a_die(rules: str) -> None:
    g = night([1, 4, 6], rules=rules, morale=29)
    assert g.demoralized == (("Kimball", 4),)
    assert rating(g, "Kimball") == 5
    judge(g, "Kimball")
    assert rating(g, "Kimball") == 5


@pytest.mark.rule("SW-19.44-2", "GB-25.94-1", "GB-25.94-2")
def test_it_checks_again_with_one_less() -> None:
    g = still(morale=25)
    assert not demoralizes(g, "Kimball", 2)
    g.demoralized = (("Kimball", 1),)
    assert demoralizes(g, "Kimball", 2)
    sunk = night([2, 3, 6], morale=25, demoralized=(("Kimball", 1),))
    assert sunk.demoralized == (("Kimball", 4),)


@pytest.mark.rule("SW-19.44-3", "GB-25.93")
def test_an_ineffective_brigade_does_not_check() -> None:
    g = night([6], morale=10, ineffective=("Kimball",))
    assert shaken(g) == ("Sullivan",)


@pytest.mark.rule("SW-19.41")
@pytest.mark.parametrize(
    ("morale", "die", "falls"), [(29, 1, True), (29, 2, False), (15, 2, True), (5, 3, True), (5, 4, False)]
)
def test_the_bands_of_the_table(morale: int, die: int, falls: bool) -> None:
    assert demoralizes(still(morale=morale, dice=[6]), "Kimball", die) is falls


@pytest.mark.rule("SW-19.45-1", "SW-19.45-2")
def test_in_1978_whatever_broke_it_scores() -> None:
    g = still(losses=(("Kimball", 4),), demoralized=(("Kimball", 5),))
    judge(g, "Kimball")
    assert (g.ineffective, g.scored) == ((), ()), "4 of 4: the reduction alone scores nothing"
    lose(g, "14 IN", 1, "killed", "SW-13.81-1")
    assert g.scored == ("Kimball",)


@pytest.mark.rule("GB-25.95-1", "GB-25.95-2")
def test_in_2007_only_if_losses_would_have_broken_it() -> None:
    g = still(rules="2007", losses=(("Kimball", 5),), demoralized=(("Kimball", 5),))
    judge(g, "Kimball")
    assert (g.ineffective, g.scored) == (("Kimball",), ())
    lose(g, "14 IN", 4, "killed", "SW-13.81-1")
    assert not scores(g, "Kimball")
    lose(g, "8 OH", 1, "killed", "SW-13.81-1")
    assert g.scored == ("Kimball",)


@pytest.mark.rule("GB-26.3-2")
def test_guns_of_an_ineffective_brigade_are_not_carried_away() -> None:
    g = still({"Kimball": "2018", "H 1 OH": ("2016", "column")}, ineffective=("Kimball",))
    assert set(carried_away(g, "14 IN")) == {"8 OH", "67 OH"}
