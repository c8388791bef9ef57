"""SW 17.2 to 17.5, 14.4, 14.73, GB 25.4, 25.5: leaders fall, are replaced, and rally."""

from typing import Any

import pytest

from tests.stonewall.melee_support import at, carry_out, field, hex_of, kind, offered, state
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.leaders import (
    CheckLeaders,
    NewLeaders,
    Settle,
    commands,
    hosts,
    lose_leader,
    ratings,
)
from vedette.rules.great_battles.chapters.losses import lose
from vedette.rules.great_battles.chapters.sequence import FinalPhase, rally_bar

UNION = 0
PAIR = {"14 IN": ("2019", "S"), "8 OH": ("2015", "S"), "Kimball": "2019"}


def still(units: dict[str, Any], **more: Any) -> Game:
    """A field on which nothing happens by itself."""
    return field(units, side="union", phase="interphase", **more)


def fall(cause: str, roll: int, **more: Any) -> tuple[Game, list[Event]]:
    """A leader checks for one cause with one roll of two dice; and what happened."""
    game = still(PAIR, dice=[roll], **more)
    return game, carry_out(game, CheckLeaders(hex_of("2019"), UNION, cause))


# -- casualties ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-17.4", "SW-17.41-1", "SW-17.41-2", "SW-17.41-3", "SW-17.41-4", "SW-17.41-5")
@pytest.mark.parametrize(
    ("cause", "rolls"),
    [
        ("small-arms", {11: "killed", 56: "killed", 14: "wounded", 23: "wounded", 16: "", 25: ""}),
        ("artillery", {11: "killed", 65: "wounded", 23: "", 66: ""}),
        ("melee-killed", {11: "killed", 56: "killed", 34: "wounded", 66: ""}),
        ("melee-captured", {12: "captured", 33: "captured", 11: "", 34: ""}),
    ],
)
def test_what_the_sum_of_two_dice_does(cause: str, rolls: dict[int, str]) -> None:
    for roll, how in rolls.items():
        game, events = fall(cause, roll)
        lost = [e.data[0] for e in events if e.kind == "leader-lost"]
        assert lost == ([how] if how else []), (cause, roll)
        assert (state(game).at("Kimball") < 0) is bool(how)


@pytest.mark.rule("SW-17.41-1", "SW-17.3-1")
def test_each_leader_of_the_hex_rolls() -> None:
    units = {"5 VA": ("2019", "N"), "Garnett": "2019", "Jackson": "2019"}
    game = field(units, phase="interphase", dice=[33, 11])
    carry_out(game, CheckLeaders(hex_of("2019"), 1, "small-arms"))
    lost = [i for i in ("Garnett", "Jackson") if state(game).at(i) < 0]
    assert len(lost) == 1


@pytest.mark.rule("SW-19.34", "GB-25.5", "SW-17.43-1", "SW-17.51-1")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_a_lost_leader_costs_his_radius(rules: str) -> None:
    game, _ = fall("small-arms", 11, rules=rules)
    g = state(game)
    assert g.morale == 50 - 5
    assert dict(g.toll)["union leaders killed"] == 5
    assert (g.units["Kimball"].taken, ratings(g, "Kimball")) == (True, (3, 1))
    assert g.vacant == ("Kimball",)


@pytest.mark.rule("SW-17.54-1", "SW-17.54-2")
def test_a_replacement_can_be_lost_again_and_again() -> None:
    game = still({**PAIR, "84 PA": ("2115", "S")})
    g = state(game)
    for n in range(3):
        lose_leader(g, "Kimball", "killed", "SW-17.41-2")
        assert g.vacant == ("Kimball",)
        carry_out(game, NewLeaders(UNION))
        game.play("Kimball with 84 PA")
        assert at(game, "Kimball") == "2115"
        assert g.morale == 50 - 5 - 3 * n
    assert dict(g.toll)["union leaders killed"] == 5 + 3 + 3


@pytest.mark.rule("SW-17.55")
def test_who_has_no_replacement_is_gone() -> None:
    game = field({"5 VA": "2019", "Jackson": "2019"}, phase="interphase")
    g = state(game)
    lose_leader(g, "Jackson", "wounded", "SW-17.41-2")
    assert (at(game, "Jackson"), g.vacant) == ("-2", ())


# -- alone -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-17.3-6")
def test_a_leader_left_alone_goes_to_the_nearest_of_his_command() -> None:
    game = still({"8 OH": ("2015", "S"), "13 IN": ("2018", "S"), "84 PA": ("2010", "S"), "Kimball": "2019"})
    carry_out(game, Settle(hex_of("2019"), UNION))
    assert at(game, "Kimball") == "2015", "13 IN is nearer, but of another brigade"


@pytest.mark.rule("SW-17.3-5")
def test_a_leader_without_command_is_removed_and_scores_nothing() -> None:
    game = still({"14 IN": ("2019", "S", 1), "13 IN": ("2018", "S"), "Kimball": "2019"})
    g = state(game)
    lose(g, "14 IN", 1, "killed", "SW-13.81-1")
    carry_out(game, Settle(hex_of("2019"), UNION))
    assert at(game, "Kimball") == "-2"
    assert "union leaders killed" not in dict(g.toll)
    assert g.morale == 49


@pytest.mark.rule("SW-17.43-2")
def test_a_leader_with_an_open_wagon_is_alone() -> None:
    game = still({"Union Supply Wagon": ("2019", 0), "Tyler": "2019", "5 VA": "2019", "7 OH": ("2010", "S")})
    carry_out(game, Settle(hex_of("2019"), UNION))
    assert dict(state(game).toll)["union leaders captured"] == 4


def test_a_leader_who_joins_a_melee_is_engaged() -> None:
    game = still({"8 OH": ("2015", "S", "engaged"), "5 VA": ("2015", "engaged"), "Kimball": "2019"})
    carry_out(game, Settle(hex_of("2019"), UNION))
    assert (at(game, "Kimball"), state(game).units["Kimball"].engaged) == ("2015", True)


@pytest.mark.rule("SW-17.42")
def test_a_leader_alone_among_enemies_is_captured() -> None:
    ring = {"5 VA": ("2021", "N"), "2 VA": ("1918", "SE"), "4 VA": ("2118", "SW"), "8 OH": ("2010", "S")}
    game = still({**ring, "Kimball": "2019"})
    carry_out(game, Settle(hex_of("2019"), UNION))
    assert at(game, "Kimball") == "2010", "zones do not close the ring"
    near = {"5 VA": ("2020", "N"), "2 VA": ("1919", "SE"), "4 VA": ("2119", "SW"), "33 VA": ("1920", "N")}
    more = {"21 VA": ("2120", "N"), "42 VA": ("2018", "S"), "8 OH": ("2010", "S")}
    game = still({**near, **more, "Kimball": "2019"})
    carry_out(game, Settle(hex_of("2019"), UNION))
    g = state(game)
    assert dict(g.toll)["union leaders captured"] == 5


@pytest.mark.rule("SW-17.13-1", "SW-17.13-2", "SW-17.3-4")
def test_who_commands_whom() -> None:
    g = state(field({"5 VA": "2019", "37 VA": "2018", "Garnett": "2019", "Jackson": "2019"}, phase="interphase"))
    assert [commands(g, "Garnett", i) for i in ("5 VA", "37 VA")] == [True, False]
    assert [commands(g, "Jackson", i) for i in ("5 VA", "37 VA")] == [True, True]


# -- successors ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-17.5", "SW-17.52", "SW-17.53")
def test_the_successor_comes_in_the_next_final_phase() -> None:
    game = still({**PAIR, "84 PA": ("2115", "S"), "13 IN": ("2116", "S")})
    g = state(game)
    lose_leader(g, "Kimball", "killed", "SW-17.41-2")
    assert set(hosts(g, "Kimball")) == {"14 IN", "8 OH", "84 PA"}
    carry_out(game, FinalPhase(UNION))
    assert kind(game) == "new-leader"
    game.play("Kimball with 8 OH")
    assert at(game, "Kimball") == "2015"
    assert g.vacant == ()


# -- rally -----------------------------------------------------------------------------------------------------

ROUTED = {"14 IN": ("2019", "routed"), "8 OH": ("2020", "routed"), "67 OH": ("2021", "routed"), "Kimball": "2018"}


def final(units: dict[str, Any], **more: Any) -> Game:
    """The Union's final command phase."""
    return field(units, side="union", phase="final", **more)


def case(game: Game, leader: str, id: str, used: int = 0) -> str:
    """What keeps a leader from rallying a unit; empty if nothing."""
    found = rally_bar(state(game), leader, id, used)
    return found.cite if found else ""


@pytest.mark.rule(
    "SW-14.4-1",
    "SW-14.4-3",
    "SW-17.17-1",
    "SW-17.17-2",
    "SW-17.17-3",
    "SW-4.0-G-1",
    "SW-19.33-2",
    "GB-25.4",
    "SW-17.0-3",
)
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_a_leader_rallies_as_many_as_his_rating(rules: str) -> None:
    game = final({**ROUTED, "13 IN": ("2019", "routed"), "84 PA": ("2022", "routed")}, rules=rules)
    assert offered(game) == [
        "Kimball rallies 14 IN", "Kimball rallies 8 OH", "Kimball rallies 67 OH", "done",
    ]  # fmt: skip
    assert case(game, "Kimball", "84 PA") == "SW-14.4-3", "four hexes are too far, whatever his radius"
    assert case(game, "Kimball", "13 IN") == "SW-17.17-3"
    game.play("Kimball rallies 14 IN")
    game.play("Kimball rallies 67 OH")
    assert kind(game) == "stop", "two, and no more"
    g = state(game)
    assert {i for i, u in g.units.items() if u.routed} == {"8 OH", "13 IN", "84 PA"}
    assert g.morale == 50 + 5 + 5


@pytest.mark.rule("SW-14.4-2", "SW-14.3-7")
def test_limbered_guns_rally_by_themselves() -> None:
    game = final({"H 1 OH": ("2019", "column", "routed"), "14 IN": ("2010", "routed")})
    assert [i for i, u in state(game).units.items() if u.routed] == ["14 IN"]
    assert state(game).morale == 50


@pytest.mark.rule("SW-13.86-2")
def test_an_engaged_leader_rallies_nobody() -> None:
    game = final({**ROUTED, "Kimball": ("2018", "engaged")})
    assert case(game, "Kimball", "14 IN") == "SW-13.86-2"


@pytest.mark.rule("SW-14.73-1", "SW-14.73-2")
def test_in_a_town_he_needs_a_pike_or_road_to_them() -> None:
    town = {"2020": "town"}
    units = {"14 IN": ("2020", "routed"), "Kimball": "2018"}
    assert case(final(units, hexes=town), "Kimball", "14 IN") == "SW-14.73-1"
    by_trail = final(units, hexes=town, roads=[("trail", "2018-2019-2020")])
    assert case(by_trail, "Kimball", "14 IN") == "SW-14.73-1"
    by_road = final(units, hexes=town, roads=[("road", "2018-2019-2020")])
    assert case(by_road, "Kimball", "14 IN") == ""


@pytest.mark.rule("SW-20.22-2")
def test_units_of_an_ineffective_brigade_are_rallied_too() -> None:
    game = final(ROUTED, ineffective=("Kimball",))
    game.play("Kimball rallies 14 IN")
    assert not state(game).units["14 IN"].routed


@pytest.mark.rule("SW-10.88-1", "SW-4.0-G-3")
def test_pins_come_off_the_own_side_at_the_end() -> None:
    game = final({"14 IN": ("2019", "pinned"), "5 VA": ("2010", "pinned")})
    assert [i for i, u in state(game).units.items() if u.pinned] == ["5 VA"]
