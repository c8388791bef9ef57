"""SW 14, 20.21, GB 24, GB 20.22: the check for rout, rout, and how it spreads."""

from typing import Any

import pytest

from tests.stonewall.melee_support import at, carry_out, field, hex_of, kind, offered, state
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.columns import Shot
from vedette.rules.great_battles.chapters.command import may_act
from vedette.rules.great_battles.chapters.effectiveness import carried_away, judge
from vedette.rules.great_battles.chapters.evasion import evade_bar
from vedette.rules.great_battles.chapters.fire import Volley, stance_bar
from vedette.rules.great_battles.chapters.losses import SMALL_ARMS, lose
from vedette.rules.great_battles.chapters.melee import melee_bar
from vedette.rules.great_battles.chapters.rout import CheckRout, Rout, come_back, letter, modified, modifiers
from vedette.rules.great_battles.chapters.zones import zone_of

FOE = {"5 VA": ("2020", "N")}


def still(units: dict[str, Any], **more: Any) -> Game:
    """A field on which nothing happens by itself."""
    return field({**FOE, **units}, side="confederate", phase="interphase", **more)


def check(game: Game, *units: str, **more: Any) -> list[Event]:
    """Units check for rout; what happened up to the next question."""
    return carry_out(game, CheckRout(units, "SW-14.1-1", (hex_of("2020"),), **more))


def flee(game: Game) -> list[Event]:
    """Retreat along the first way that is offered, leaders staying where they can."""
    events: list[Event] = []
    while kind(game) in ("retreat", "lead"):
        events += game.play(offered(game)[-1 if kind(game) == "lead" else 0])
    return events


def routed(game: Game, id: str) -> bool:
    """Whether a unit is routed."""
    return state(game).units[id].routed


@pytest.mark.rule("SW-14.0-1", "SW-14.22", "SW-14.1-1")
@pytest.mark.parametrize(
    ("unit", "die", "falls"),
    [("14 IN", 4, False), ("14 IN", 6, True), ("67 OH", 4, False), ("67 OH", 5, True), ("110 PA", 2, False),
     ("110 PA", 3, True)],
)  # fmt: skip
def test_the_letter_and_the_die(unit: str, die: int, falls: bool) -> None:
    game = still({unit: ("2019", "S")}, dice=[die])
    check(game, unit)
    assert routed(game, unit) is falls
    flee(game)
    assert at(game, unit) == ("2016" if falls else "2019")


@pytest.mark.rule("SW-14.0-2", "SW-14.3-1", "SW-14.3-2", "SW-14.31", "SW-19.33-1", "GB-25.3")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_a_routed_unit_costs_morale_once(rules: str) -> None:
    game = still({"67 OH": ("2019", "S")}, dice=[6], rules=rules)
    check(game, "67 OH")
    flee(game)
    assert state(game).morale == 50 - 5
    check(game, "67 OH")  # no die is left: it does not roll
    carry_out(game, Rout("67 OH", "SW-14.3-1"))
    assert (at(game, "67 OH"), state(game).morale) == ("2016", 45)


@pytest.mark.rule("SW-10.84-1")
def test_a_rout_lifts_a_pin() -> None:
    game = still({"67 OH": ("2019", "S", "pinned")}, dice=[6])
    check(game, "67 OH")
    assert not state(game).units["67 OH"].pinned


@pytest.mark.rule("SW-14.23", "SW-14.24", "SW-14.25", "SW-14.71", "SW-17.2-2", "GB-21.62")
def test_what_is_added_to_the_die() -> None:
    units = {"14 IN": ("2019", 2, "depleted"), "84 PA": ("2119", 2), "Kimball": "2119", "H 1 OH": ("2219", "column", 2)}
    g = state(still(units, hexes={"2119": "town"}))
    assert [by for _, by, _ in modifiers(g, "14 IN", False)] == [1, 1]
    assert [(words, by) for words, by, _ in modifiers(g, "84 PA", True)] == [("a leader", -1), ("town", -1)]
    assert [by for _, by, _ in modifiers(g, "H 1 OH", False)] == [1]
    half = state(still({"8 OH": ("2019", 2)}))
    assert modifiers(half, "8 OH", False) == (), "just half is not more than half"


@pytest.mark.rule("SW-14.71")
def test_a_town_takes_one_off_but_leaves_a_one() -> None:
    found = modifiers(state(still({"14 IN": "2019"}, hexes={"2019": "town"})), "14 IN", False)
    assert (modified(4, found), modified(1, found)) == (3, 1)


@pytest.mark.rule("SW-14.24", "SW-17.2-2")
def test_a_leader_holds_them() -> None:
    game = still({"67 OH": ("2019", "S"), "Kimball": "2019"}, dice=[5])
    check(game, "67 OH")
    assert not routed(game, "67 OH")


@pytest.mark.rule("SW-14.6", "SW-18.7", "SW-14.3-7")
def test_unlimbered_guns_never_rout_limbered_do() -> None:
    game = still({"H 1 OH": ("2019", "S"), "L 1 OH": ("2119", "column")}, dice=[6])
    check(game, "H 1 OH", "L 1 OH")
    flee(game)
    assert (routed(game, "H 1 OH"), routed(game, "L 1 OH")) == (False, True)
    carry_out(game, Rout("H 1 OH", "SW-14.3-1"))
    assert not routed(game, "H 1 OH")
    assert state(game).morale == 50, "guns cost no army morale"


@pytest.mark.rule("SW-19.33-3")
def test_guns_crews_and_the_wagon_cost_no_army_morale() -> None:
    game = still({"H 1 OH": ("2019", "S"), "Union Supply Wagon": "2119", "14 IN": "2010"})
    g = state(game)
    lose(g, "H 1 OH", 2, "captured", "SW-13.83-1")
    lose(g, "Union Supply Wagon", 1, "killed", "SW-13.81-1")
    assert g.morale == 50
    lose(g, "14 IN", 2, "killed", "SW-13.81-1")
    assert g.morale == 48


# -- stacks ----------------------------------------------------------------------------------------------------

STACK = {"67 OH": ("2019", "S"), "84 PA": ("2019", "S")}


@pytest.mark.rule("SW-14.5-1", "SW-14.5-2")
def test_if_the_top_unit_holds_nobody_else_checks() -> None:
    game = still(STACK, dice=[1])
    events = check(game, "67 OH")
    assert [e.units for e in events if e.kind == "rout-check"] == [("67 OH",)]


@pytest.mark.rule("SW-14.5-3", "SW-14.5-4", "SW-14.5-5", "SW-17.43-3", "SW-14.4-4")
def test_if_it_routs_the_one_below_checks_with_the_leader_who_was_there() -> None:
    game = still({**STACK, "Kimball": "2019"}, dice=[6, 5])
    check(game, "67 OH")
    assert offered(game) == ["Kimball goes with 67 OH", "Kimball stays"]
    game.play("Kimball goes with 67 OH")
    events = flee(game)
    second = next(e for e in events if e.kind == "rout-check")
    assert second.units == ("84 PA",)
    assert not routed(game, "84 PA"), "a 5 is a 4 with the leader who began there"
    assert at(game, "Kimball") == at(game, "67 OH") == "2016"


@pytest.mark.rule("SW-14.4-5", "SW-14.4-4")
def test_a_leader_alone_with_a_routed_unit_goes_along() -> None:
    game = still({"67 OH": ("2019", "S"), "Kimball": "2019"}, dice=[6])
    check(game, "67 OH")
    flee(game)
    assert at(game, "Kimball") == "2016"


@pytest.mark.rule("SW-14.5-6", "SW-14.5-1")
def test_artillery_has_both_check() -> None:
    game = still(STACK, dice=[1, 1])
    events = check(game, "67 OH", "84 PA")
    assert [e.units for e in events if e.kind == "rout-check"] == [("67 OH",), ("84 PA",)]


# -- what a routed unit cannot do --------------------------------------------------------------------------------


@pytest.mark.rule("SW-14.32-1", "SW-14.32-2", "SW-14.3-4")
def test_a_routed_unit_has_no_zone_attacks_nobody_and_does_not_evade() -> None:
    game = field({**FOE, "67 OH": ("2019", "S", "routed")}, phase="retreat")
    g = state(game)
    assert zone_of(g, "67 OH") == 0
    g.phase = "retreat"
    found = evade_bar(g, "67 OH")
    assert found is not None
    assert found.cite == "SW-14.32-1"
    attack = field({**FOE, "67 OH": ("2019", "S", "routed")}, side="union")
    barred = melee_bar(state(attack), "67 OH", hex_of("2020"))
    assert barred is not None
    assert barred.cite == "SW-14.3-4"


@pytest.mark.rule("SW-14.3-3", "SW-14.32-3", "SW-14.3-2")
def test_a_routed_unit_does_not_fire_and_moves_only_near_its_leader() -> None:
    game = field({**FOE, "67 OH": ("2019", "S", "routed"), "1 OH Cav": ("2010", "column", "routed")}, side="union")
    g = state(game)
    found = stance_bar(g, "67 OH")
    assert found is not None
    assert found.cite == "SW-14.3-3"
    assert may_act(g, "1 OH Cav", "move") is None
    g.commanded = ()
    assert may_act(g, "1 OH Cav", "move") is not None, "mounted, but routed"
    carry_out(game, Rout("67 OH", "SW-14.3-1"))
    assert at(game, "67 OH") == "2019", "it does not rout again"


def volley(game: Game) -> list[Event]:
    """5 VA fires at 2019 with its five points."""
    shots = (Shot("5 VA", 5),)
    return carry_out(game, Volley(1, hex_of("2019"), SMALL_ARMS, shots, "fired", "SW-10.0-3"))


@pytest.mark.rule("SW-14.1-2")
def test_a_pin_brings_no_check() -> None:
    game = still({"67 OH": ("2019", "S")}, dice=[4])
    assert "rout-check" not in [e.kind for e in volley(game)]
    assert state(game).units["67 OH"].pinned


@pytest.mark.rule("SW-14.5-7", "SW-14.1-1")
def test_nobody_checks_because_the_top_unit_is_no_more() -> None:
    game = still({"67 OH": ("2019", "S", 1), "84 PA": ("2019", "S")}, dice=[6, 6])
    assert "rout-check" not in [e.kind for e in volley(game)]
    assert at(game, "67 OH") == "-2"


@pytest.mark.rule("SW-14.72")
def test_who_is_driven_into_a_town_routs() -> None:
    town = dict.fromkeys(("2017", "1917", "2118", "2117", "1918", "2116", "1916"), "town")
    game = field({"5 VA": ("2020", "N"), "14 IN": ("2019", "S", 4)}, hexes=town, dice=[6, 1, 1], phase="melee")
    game.play("melee 2019")
    game.play("add 5 VA")
    game.play("melee")
    game.play("retreat 14 IN to 2018")
    events = game.play("retreat 14 IN to 2017")
    assert next(e for e in events if e.kind == "routed").cite == "SW-14.72"
    assert not [e for e in events if e.kind == "rout-check"]


# -- ineffective brigades ----------------------------------------------------------------------------------------

BRIGADE = {"67 OH": ("2019", "S"), "84 PA": ("2117", "S"), "14 IN": ("1917", "S"), "8 OH": ("2005", "S")}


@pytest.mark.rule("SW-20.21-B-1", "SW-20.21-B-2", "GB-26.4-2")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_a_rout_spreads_within_the_officers_radius(rules: str) -> None:
    units = {**BRIGADE, "Kimball": "2016", "13 IN": ("2217", "S"), "H 1 OH": ("2217", "S")}
    game = still(units, dice=[6], rules=rules, ineffective=("Kimball",))
    check(game, "67 OH")
    flee(game)
    g = state(game)
    assert {i for i, u in g.units.items() if u.routed} == {"67 OH", "84 PA", "14 IN"}
    assert g.morale == 50 - 5 - 3 - 5


@pytest.mark.rule("SW-20.21-C", "SW-20.21-B-1")
def test_out_of_command_nobody_follows() -> None:
    game = still({**BRIGADE, "Kimball": "2005"}, dice=[6], ineffective=("Kimball",))
    check(game, "67 OH")
    flee(game)
    assert {i for i, u in state(game).units.items() if u.routed} == {"67 OH"}


@pytest.mark.rule("SW-20.22-1")
def test_an_effective_brigade_stands() -> None:
    game = still({**BRIGADE, "Kimball": "2016"}, dice=[6])
    g = state(game)
    judge(g, "Kimball")
    check(game, "67 OH")
    flee(game)
    assert {i for i, u in g.units.items() if u.routed} <= {"67 OH"}
    assert routed(game, "67 OH")


@pytest.mark.rule("SW-20.21-B-2", "GB-26.4-3")
def test_who_is_in_a_melee_is_spared() -> None:
    units = {
        **FOE, "67 OH": ("2019", "S"), "84 PA": ("2019", "S", "engaged"), "14 IN": ("1917", "S", "engaged"),
        "Kimball": "2017",
    }  # fmt: skip
    here = hex_of("2019")
    old = state(field(units, phase="interphase", ineffective=("Kimball",)))
    assert carried_away(old, "67 OH", here) == ("84 PA",), "in the melee that caused it nobody is spared"
    assert carried_away(old, "67 OH", -1) == ()
    new = state(field(units, phase="interphase", rules="2007", ineffective=("Kimball",)))
    assert carried_away(new, "67 OH", here) == ()


# -- 2007 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GB-24.1-2")
@pytest.mark.parametrize(("dice", "falls"), [((5, 6), True), ((5, 5), False), ((4,), False), ((6,), True)])
def test_a_starred_letter_rolls_again(dice: tuple[int, ...], falls: bool) -> None:
    game = still({"14 IN": ("2019", "S")}, rules="2007", dice=list(dice))
    check(game, "14 IN")
    assert routed(game, "14 IN") is falls


@pytest.mark.rule("GB-20.22-1", "GB-20.22-2", "GB-20.22-3", "SW-14.4-2")
def test_a_crew_runs_and_comes_back() -> None:
    units = {**FOE, "H 1 OH": ("2019", "S")}
    game = field(units, side="union", phase="interphase", then=["final"], rules="2007", dice=[6])
    g = state(game)
    check(game, "H 1 OH")
    flee(game)
    assert [i for i, u in g.units.items() if u.abandoned] == ["H 1 OH"]
    assert at(game, "H 1 OH") == "2019"
    assert g.fled == (("H 1 OH", hex_of("2016")),)
    assert zone_of(g, "H 1 OH") == 0
    come_back(g, 0)
    assert [i for i, u in g.units.items() if u.abandoned] == []
    assert not g.fled


@pytest.mark.rule("GB-20.22-4", "GB-20.22-1")
def test_a_crew_that_can_run_nowhere_is_lost() -> None:
    shut = [("2019", h, "river") for h in ("2018", "2119", "2120", "1919", "1920")]
    game = still({"H 1 OH": ("2019", "S")}, rules="2007", hexsides=shut, dice=[6])
    check(game, "H 1 OH")
    assert at(game, "H 1 OH") == "-4"


@pytest.mark.rule("GB-20.22-4")
def test_guns_whose_crew_is_lost_are_captured() -> None:
    game = still({"H 1 OH": ("2019", "S"), "2 VA": "2016"}, rules="2007", fled=(("H 1 OH", hex_of("2016")),))
    g = state(game)
    come_back(g, 0)
    assert (at(game, "H 1 OH"), dict(g.toll)["union guns captured"]) == ("-4", 6)


def test_a_battery_without_a_letter_has_that_of_most_units_of_its_brigade() -> None:
    game = still({"Rockbridge": ("2025", "N"), "A 1 WV": ("2027", "N"), "Hampden": ("2030", "N")})
    assert [letter(state(game), id) for id in ("Rockbridge", "A 1 WV", "Hampden", "110 PA")] == ["A", "B", "B", "E"]
