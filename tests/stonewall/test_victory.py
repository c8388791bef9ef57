"""Chapter 22, and 29 of 2007: what scores, who wins and by how much, what becomes of the campaign."""

from __future__ import annotations

from typing import Any

import pytest

from tests.stonewall.support import battle, carry_out, judged, laid_out, setting
from vedette.engine.chance import Listed
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.great_battles import rulebook
from vedette.rules.great_battles.chapters.effectiveness import judge
from vedette.rules.great_battles.chapters.leaders import lose_leader
from vedette.rules.great_battles.chapters.losses import lose
from vedette.rules.great_battles.chapters.victory import Ending, graded, items, outcome, outcome_now, points
from vedette.rules.great_battles.setting import CONFEDERATE, UNION
from vedette.rules.great_battles.state import State

HERE = {"14 IN": "2221", "1 MI Cav": "3726", "H 1 OH": "2219", "Kimball": "2221", "27 VA": "2635", "Garnett": "2635"}


def scored(g: State, side: int = CONFEDERATE) -> dict[str, tuple[int, int, str]]:
    """What a side scores: what -> (how many, points, case)."""
    return {i.what: (i.n, i.points, i.cite) for i in items(g) if i.side == side}


def after(*losses: tuple[str, int, str], units: dict[str, Any] | None = None, **given: Any) -> State:
    """The end of a game in which these units had lost so many points, killed, captured or destroyed."""
    g = judged({**HERE, **(units or {})}, **given)
    for id, n, how in losses:
        lose(g, id, n, how, "SW-13.81-1")
    g.morale = 0
    return g


# -- losses ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-22.1-1", "SW-22.1-2", "GB-29.1-2", "GB-29.1-3", "SW-22.0-2")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_infantry_killed_scores_one_and_captured_two(rules: str) -> None:
    g = after(("14 IN", 2, "killed"), ("14 IN", 1, "captured"), ("27 VA", 1, "killed"), rules=rules)
    assert scored(g) == {"infantry killed": (2, 2, "SW-22.1-1"), "infantry captured": (1, 2, "SW-22.1-2")}
    assert scored(g, UNION) == {"infantry killed": (1, 1, "SW-22.1-1")} and points(g) == (1, 4)


@pytest.mark.rule("SW-22.1-3", "GB-29.1-4")
@pytest.mark.parametrize("how", ["killed", "captured"])
def test_cavalry_scores_three_however_it_is_lost(how: str) -> None:
    assert scored(after(("1 MI Cav", 2, how))) == {f"cavalry {how}": (2, 6, "SW-22.1-3")}


@pytest.mark.rule("SW-22.1-4", "SW-22.1-5", "GB-29.1-5", "GB-29.1-6")
def test_a_gun_destroyed_scores_one_and_captured_two() -> None:
    g = after(("H 1 OH", 2, "destroyed"), ("H 1 OH", 3, "captured"))
    assert scored(g) == {"guns destroyed": (2, 2, "SW-22.1-4"), "guns captured": (3, 6, "SW-22.1-5")}


@pytest.mark.rule("SW-22.1-6", "SW-22.1-7", "GB-29.1-7", "GB-29.1-8")
def test_a_leader_scores_his_radius_and_captured_twice_that() -> None:
    g = judged(HERE, morale=30)
    lose_leader(g, "Kimball", "wounded", "SW-17.41-2")
    assert scored(g) == {"leaders killed": (5, 5, "SW-22.1-6")} and g.morale == 25
    lose_leader(g, "Garnett", "captured", "SW-17.42")
    assert scored(g, UNION)["leaders captured"] == (5, 10, "SW-22.1-7")


@pytest.mark.rule("SW-22.1-6")
def test_who_follows_a_lost_leader_scores_by_his_own_radius() -> None:
    g = judged({**HERE, "Kimball": ("2221", "taken")})
    lose_leader(g, "Kimball", "killed", "SW-17.41-2")
    assert scored(g) == {"leaders killed": (3, 3, "SW-22.1-6")}


@pytest.mark.rule("SW-22.1-9", "SW-BCE-3")
def test_crews_and_guards_score_nothing() -> None:
    g = after(("Union Supply Wagon", 1, "killed"), units={"Union Supply Wagon": "2907", "L 1 OH": ("2220", "crew=0")})
    assert scored(g) == {} and g.toll == () and g.losses == ()


@pytest.mark.rule("SW-22.1-8", "GB-29.2", "SW-BCE-2", "SW-22.0-3")
def test_a_brigade_that_has_lost_more_than_its_rating_scores_its_value() -> None:
    units = dict.fromkeys(("14 IN", "8 OH", "67 OH"), "2221")
    nine = after(("14 IN", 5, "killed"), ("8 OH", 4, "captured"), units=units)
    assert "Kimball ineffective" not in scored(nine)
    lose(nine, "67 OH", 1, "killed", "SW-13.81-1")
    assert scored(nine)["Kimball ineffective"] == (1, 30, "SW-22.1-8")
    assert dict(nine.losses) == {"Kimball": 10}


@pytest.mark.rule("SW-22.1-8")
def test_the_value_goes_to_the_other_side_only() -> None:
    g = after(("27 VA", 2, "killed"), units={"23 VA": "2635", "37 VA": "2635"})
    for id in ("23 VA", "37 VA"):
        lose(g, id, 3, "killed", "SW-13.81-1")
    assert scored(g, UNION)["Fulkerson ineffective"] == (1, 10, "SW-22.1-8") and scored(g) == {}


@pytest.mark.rule("GB-25.95-1", "GB-25.95-2", "SW-19.45-2")
@pytest.mark.parametrize(("rules", "lost", "scores"), [("1978", 5, True), ("2007", 5, False), ("2007", 10, True)])
def test_a_demoralized_brigade_scores_in_2007_only_if_its_losses_would_do(rules: str, lost: int, scores: bool) -> None:
    g = judged(
        {"14 IN": "2221"}, rules=rules, demoralized=(("Kimball", 5),), losses=(("Kimball", lost),)
    )  # fmt: skip
    judge(g, "Kimball")
    assert g.ineffective == ("Kimball",) and ("Kimball ineffective" in scored(g)) is scores


@pytest.mark.rule("SW-22.3", "GB-29.4-1")
def test_the_union_scores_the_morale_it_has_left() -> None:
    g = judged(HERE, morale=17)
    assert scored(g, UNION) == {"army morale": (17, 17, "SW-22.3")} and points(g) == (17, 0)


# -- hills -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-22.2-3", "SW-22.2-3a", "SW-22.2-3b", "SW-22.2-3c", "SW-22.2-3d", "GB-29.3")
@pytest.mark.parametrize(
    ("hill", "hexes", "case"),
    [
        ("Pritchard's Hill", {"2119", "2120", "2218", "2219", "2220", "2319", "2320"}, "SW-22.2-3a"),
        ("Hill 2411", {"2311", "2410", "2411", "2511"}, "SW-22.2-3b"),
        ("Hill 2910", {"2910"}, "SW-22.2-3c"),
        ("Hill 2912", {"2912"}, "SW-22.2-3d"),
    ],
)
def test_confederates_on_a_hill_score_five_times_their_strength(hill: str, hexes: set[str], case: str) -> None:
    grid = setting().grid
    near = {grid.names[n] for name in hexes for n in grid.neighbours[grid.index(name)]}
    assert {h for h in hexes | near if scored(judged({"5 VA": (h, 4)}))} == hexes | (
        near & {h for row in setting().victory["hills"] for h in row["hexes"]}
    )
    assert scored(judged({"5 VA": (min(hexes), 4)})) == {hill: (4, 20, case)}


@pytest.mark.rule("SW-22.2-0")
def test_only_confederates_score_ground() -> None:
    assert items(judged({"7 OH": "2219", "Tyler": "2910"})) == ()


@pytest.mark.rule("SW-22.2-3", "SW-22.2-10")
def test_routed_units_hold_no_hill_dry_and_ineffective_ones_do() -> None:
    assert items(judged({"5 VA": ("2910", "routed")})) == ()
    g = judged({"5 VA": ("2910", "depleted"), "2 VA": ("2910", "routed")}, ineffective=("Garnett",))
    assert scored(g) == {"Hill 2910": (5, 25, "SW-22.2-3c")}


@pytest.mark.rule("SW-22.2-11", "SW-22.2-12")
@pytest.mark.parametrize(("crew", "n"), [("crew=2", 7), ("crew=1", 4), ("crew=0", 0)])
def test_guns_score_as_far_as_their_crew_serves_them_whatever_their_rounds(crew: str, n: int) -> None:
    g = judged({"Rockbridge": ("2910", crew)})
    g.units["Rockbridge"] = type(g.units["Rockbridge"])(g.at("Rockbridge"), 7, crew=int(crew[-1]), rounds=0)
    assert scored(g) == ({"Hill 2910": (n, 5 * n, "SW-22.2-3c")} if n else {})


@pytest.mark.rule("SW-22.2-3")
def test_a_captured_wagon_holds_no_hill() -> None:
    assert items(judged({"Union Supply Wagon": ("2910", "taken")})) == ()


# -- exits -----------------------------------------------------------------------------------------------

GONE = "exited"


@pytest.mark.rule("SW-22.2-1", "SW-22.2-2", "SW-22.2-4", "GB-29.3")
def test_who_has_left_scores_five_times_his_strength_and_cavalry_ten_times() -> None:
    units = {"5 VA": (GONE, 3), "Rockbridge": (GONE, "crew=1"), "Garnett": GONE, "7 VA Cav": GONE, "Chew": GONE}
    g = judged({**units, "Ashby": GONE})
    assert scored(g) == {
        "troops off the map": (3 + 4 + 4, 55, "SW-22.2-1"),
        "cavalry off the map": (3, 30, "SW-22.2-2"),
    }


@pytest.mark.rule("SW-22.2-4", "SW-22.2-5")
@pytest.mark.parametrize(
    ("leader", "points"),
    [
        ({}, 0),
        ({"Garnett": GONE}, 10),
        ({"Garnett": (GONE, "taken")}, 10),
        ({"Jackson": GONE}, 10),
        ({"Burks": GONE}, 0),
    ],
)
def test_an_officer_must_leave_too_his_own_or_the_armys(leader: dict[str, Any], points: int) -> None:
    g = judged({"27 VA": GONE, "Garnett": "2601", "Jackson": "2601", **leader})
    assert sum(i.points for i in items(g)) == points


@pytest.mark.rule("SW-22.2-6", "SW-22.2-5")
@pytest.mark.parametrize(("leader", "points"), [("Ashby", 50), ("Jackson", 0)])
def test_the_cavalry_and_its_guns_need_their_own_officer(leader: str, points: int) -> None:
    g = judged({"7 VA Cav": GONE, "Chew": GONE, leader: GONE})
    assert sum(i.points for i in items(g)) == points


@pytest.mark.rule("SW-22.2-7", "SW-22.2-6")
def test_whoever_follows_the_cavalrys_officer_does_not_serve() -> None:
    g = judged({"7 VA Cav": GONE, "Chew": GONE, "Ashby": (GONE, "taken"), "Jackson": GONE})
    assert items(g) == ()


@pytest.mark.rule("SW-22.2-8", "SW-22.2-9")
def test_exits_of_an_ineffective_brigade_score_nothing_dry_and_routed_ones_do() -> None:
    units = {"27 VA": (GONE, "depleted"), "2 VA": (GONE, "routed"), "Garnett": GONE}
    assert scored(judged(units)) == {"troops off the map": (5, 25, "SW-22.2-1")}
    assert items(judged(units, ineffective=("Garnett",))) == ()


# -- levels ----------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "SW-22.4-1", "SW-22.4-2", "SW-22.4-3", "SW-22.0-1", "SW-22.0-4", "SW-24.0-13", "GB-29.1-1", "GB-29.4-2"
)
@pytest.mark.parametrize(
    ("lead", "level", "case"),
    [(1, "Marginal", 1), (30, "Marginal", 1), (31, "Substantial", 2), (60, "Substantial", 2), (61, "Decisive", 3)],
)
def test_the_level_follows_from_the_difference(lead: int, level: str, case: int) -> None:
    mine, theirs = (outcome_now(judged({}, morale=lead)), graded(judged({}), -lead))
    assert (mine.winner, mine.level, mine.cite) == ("union", f"Union {level} Victory", f"SW-22.4-{case}")
    assert (theirs.winner, theirs.level) == ("confederate", f"Confederate {level} Victory")
    assert (mine.points, theirs.points) == (lead, -lead)


@pytest.mark.rule("SW-22.0-4")
def test_as_many_points_are_a_draw() -> None:
    assert outcome_now(judged({})).level == "Draw" and outcome_now(judged({"5 VA": "2910"}, morale=25)).winner is None


@pytest.mark.rule("SW-4.0-2", "SW-22.2-0", "SW-22.0-1")
def test_the_winner_is_found_when_the_last_turn_is_over() -> None:
    assert outcome(laid_out({"5 VA": "2910"}, morale=0)) is None
    found = outcome(judged({"5 VA": "2910"}))
    assert found is not None and (found.winner, found.points) == ("confederate", -25)


# -- the campaign ----------------------------------------------------------------------------------------


def ended(lead: int, dice: list[str], **options: Any) -> tuple[State, list[Event]]:
    """The end of a game that the Union leads by so many points."""
    units: dict[str, Any] = {"5 VA": ("2910", -lead // 5)} if lead < 0 else {}
    g = judged(units, morale=max(lead, 0))
    g.setting = setting(**options)
    game = Game(battle(), rulebook, g, {"options": dict(g.setting.options), "practice": True}, Listed(dice))
    return g, carry_out(game, Ending())


@pytest.mark.rule("SW-22.5", "SW-22.51-1", "SW-22.51-2", "SW-22.51-3", "SW-22.52-1", "SW-22.52-2", "SW-22.52-3")
@pytest.mark.parametrize(
    ("lead", "by_die"),
    [
        (61, ["Union", "Union", "Union", "Union", "Draw", "Confederate"]),
        (31, ["Union", "Union", "Union", "Draw", "Confederate", "Confederate"]),
        (1, ["Union", "Union", "Draw", "Confederate", "Confederate", "Confederate"]),
        (0, ["Union", "Draw", "Confederate", "Confederate", "Confederate", "Confederate"]),
        (-5, ["Draw", "Confederate", "Confederate", "Confederate", "Confederate", "Confederate"]),
    ],
)
def test_the_die_of_the_campaign_by_the_level(lead: int, by_die: list[str]) -> None:
    for die, who in enumerate(by_die, 1):
        g, events = ended(lead, [str(die)], ramifications=True)
        assert [e.kind for e in events] == ["outcome", "campaign"] and g.campaign == who
        assert (events[1].cite, events[1].roll) == ("SW-22.51-1", die)


@pytest.mark.rule("SW-22.51-3", "SW-22.52-3")
@pytest.mark.parametrize("strength", [7, 13])
def test_a_high_confederate_victory_decides_the_campaign_without_a_die(strength: int) -> None:
    g, events = ended(-5 * strength, [], ramifications=True)
    assert g.campaign == "Confederate" and (events[-1].cite, events[-1].roll) == ("SW-22.51-3", 0)


@pytest.mark.rule("SW-22.5")
def test_the_campaign_is_an_option() -> None:
    g, events = ended(31, [])
    assert [e.kind for e in events] == ["outcome"] and g.campaign == ""
