"""SW 15, 13.7, 18.1: retreats, and retreat before melee."""

from typing import Any

import pytest

from tests.stonewall.melee_support import at, carry_out, field, hex_of, kind, offered, state
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.evasion import evade_bar
from vedette.rules.great_battles.chapters.melee import melee_bar
from vedette.rules.great_battles.chapters.retreats import Retreat
from vedette.rules.great_battles.chapters.rout import Rout

FOE = {"5 VA": ("2020", "N")}
RIVER = "river"


def still(units: dict[str, Any], **more: Any) -> Game:
    """A field on which nothing happens by itself."""
    return field({**FOE, **units}, side="confederate", phase="interphase", **more)


def back(game: Game, id: str, hexes: int = 2, cause: str = "2020") -> list[Event]:
    """A unit falls back from a hex; what happened up to the first question."""
    return carry_out(game, Retreat(id, hexes, (hex_of(cause),), "SW-15.0"))


def ways(game: Game) -> set[str]:
    """The hexes that a retreat offers now."""
    assert kind(game) == "retreat"
    return {text.rsplit(" ", 1)[1] for text in offered(game)}


def walled(*hexes: str, around: str = "2019") -> list[tuple[str, str, str]]:
    """Rivers between a hex and some of its neighbours."""
    return [(around, h, RIVER) for h in hexes]


# -- 15 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-15.0", "SW-15.4-1", "SW-15.4-3", "SW-15.1-1")
def test_a_retreat_ends_as_far_away_as_it_is_long() -> None:
    game = still({"14 IN": ("2019", "S"), "2 VA": ("2018", "N")})
    back(game, "14 IN")
    assert game.decisions[0].seat == "union"
    assert ways(game) == {"1919", "2119"}, "an enemy stands in 2018"
    barred = still({"14 IN": ("2019", "S"), "2 VA": ("2018", "N")}, hexsides=walled("2119"))
    back(barred, "14 IN")
    assert at(barred, "14 IN") == "1919", "and there is a river"
    game.play(offered(game)[0])
    game.play(offered(game)[0])
    grid = state(game).setting.grid
    assert grid.distance(state(game).at("14 IN"), hex_of("2020")) == 3, "one before, two more"


@pytest.mark.rule("SW-15.1-2")
def test_who_is_surrounded_is_captured() -> None:
    shut = walled("2018", "2119", "2120", "1919", "1920")
    game = still({"14 IN": ("2019", "S")}, hexsides=shut)
    back(game, "14 IN")
    g = state(game)
    assert at(game, "14 IN") == "-4"
    assert dict(g.toll)["union infantry captured"] == 5
    foes = {"2 VA": "2002", "4 VA": "2101", "33 VA": "1901", "21 VA": "2102", "42 VA": "1902"}
    edge = still({"14 IN": ("2001", "S"), **foes})
    back(edge, "14 IN", cause="2002")
    assert at(edge, "14 IN") == "-4", "the edge of the map is no way out"


@pytest.mark.rule("SW-15.2", "SW-11.2-1")
def test_it_may_pass_enemy_zones_and_then_be_fired_at() -> None:
    shut = walled("2119", "2120", "1919", "1920")
    game = still({"14 IN": ("2019", "S"), "2 VA": ("2017", "S")}, hexsides=shut)
    back(game, "14 IN", hexes=1)
    assert kind(game) == "retreat-fire"
    assert at(game, "14 IN") == "2018"


@pytest.mark.rule("SW-15.3-1")
def test_it_goes_round_friends_where_it_can() -> None:
    game = still({"14 IN": ("2019", "S"), "8 OH": ("2018", "S")})
    back(game, "14 IN")
    assert "2018" not in ways(game)
    assert "2119" in ways(game)


@pytest.mark.rule("SW-15.3-1", "SW-15.3-2")
def test_a_friend_in_the_only_way_checks_for_rout() -> None:
    shut = walled("2119", "2120", "1919", "1920")
    game = still({"14 IN": ("2019", "S", 2), "8 OH": ("2018", "S")}, hexsides=shut, dice=[1])
    events = back(game, "14 IN", hexes=1)
    assert [e.units for e in events if e.kind == "rout-check"] == [("8 OH",)]
    assert at(game, "14 IN") == "2018"


@pytest.mark.rule("SW-15.3-3")
def test_a_routed_friend_in_the_way_goes_three_more() -> None:
    shut = walled("2119", "2120", "1919", "1920")
    game = still({"14 IN": ("2019", "S", 2), "8 OH": ("2018", "routed")}, hexsides=shut)
    back(game, "14 IN", hexes=1)
    for _ in range(3):
        assert offered(game)[0].startswith("retreat 8 OH")
        game.play(offered(game)[0])
    assert state(game).setting.grid.distance(state(game).at("8 OH"), hex_of("2018")) == 3


@pytest.mark.rule("SW-15.4-2", "SW-13.82-2")
def test_the_easiest_way_comes_first() -> None:
    woods = dict.fromkeys(("2018", "2119", "1919", "2017", "1918", "2118"), "woods")
    game = still({"14 IN": ("2019", "S")}, hexes=woods)
    back(game, "14 IN", hexes=1)
    assert ways(game) == {"2018", "2119", "1919"}
    open_way = still({"14 IN": ("2019", "S")}, hexes=dict.fromkeys(("2018", "1919"), "woods"))
    back(open_way, "14 IN", hexes=1)
    assert offered(open_way)[0] == "retreat 14 IN to 2119"


@pytest.mark.rule("SW-15.4-4")
def test_no_hex_is_entered_twice() -> None:
    shut = [*walled("2119", "2120", "1919", "1920"), *walled("2017", "2118", "1918", "2119", "1919", around="2018")]
    game = still({"14 IN": ("2019", "S")}, hexsides=shut)
    events = back(game, "14 IN", hexes=3)
    assert len([e for e in events if e.kind == "retreated"]) == 1
    assert at(game, "14 IN") == "2018", "it stops where only the hex that it came from is open"


@pytest.mark.rule("SW-8.75-1", "SW-10.83-3")
def test_a_retreat_ends_reserve_and_pin() -> None:
    game = still({"14 IN": ("2019", "reserve"), "8 OH": ("2119", "S", "pinned")})
    back(game, "14 IN")
    assert not state(game).units["14 IN"].reserve
    other = still({"8 OH": ("2019", "S", "pinned")})
    back(other, "8 OH")
    assert not state(other).units["8 OH"].pinned


@pytest.mark.rule("SW-8.75-2")
def test_a_retreat_without_room_ends_farther_on() -> None:
    shut = walled("2119", "2120", "1919", "1920")
    game = still({"14 IN": ("2019", "S"), "13 IN": ("2018", "S")}, hexsides=shut, dice=[1])
    back(game, "14 IN", hexes=1)
    assert kind(game) == "retreat", "ten points do not stand together"
    game.play(offered(game)[0])
    assert at(game, "14 IN") != "2018"


@pytest.mark.rule("SW-20.23")
def test_who_is_carried_away_by_a_rout_is_fired_at() -> None:
    game = still({"14 IN": ("2019", "S")})
    carry_out(game, Rout("14 IN", "SW-20.21-B-1", drawn=True))
    game.play(offered(game)[0])
    assert (kind(game), at(game, "14 IN")) == ("withdrawal-fire", "2019")
    usual = still({"14 IN": ("2019", "S")})
    carry_out(usual, Rout("14 IN", "SW-14.3-1"))
    usual.play(offered(usual)[0])
    assert kind(usual) == "retreat"


# -- 13.7 ------------------------------------------------------------------------------------------------------


def case(game: Game, id: str) -> str:
    """What keeps a unit from retreating before melee; empty if nothing."""
    found = evade_bar(state(game), id)
    return found.cite if found else ""


def evading(units: dict[str, Any], **more: Any) -> Game:
    """The retreat phase of a Confederate player turn, a melee to follow."""
    return field({**FOE, **units}, phase="retreat", then=["melee"], **more)


@pytest.mark.rule("SW-13.7-1", "SW-4.0-E-1", "SW-13.7-4", "SW-14.1-1", "SW-4.0-E-3")
def test_a_threatened_unit_goes_one_or_two_hexes_and_checks() -> None:
    game = evading({"84 PA": ("2019", "NE")}, dice=[1])
    assert offered(game) == ["84 PA retreats", "done"]
    game.play("84 PA retreats")
    assert ways(game) == {"2018", "1919", "2119"}
    game.play("retreat 84 PA to 2018")
    assert kind(game) == "withdrawal-fire"
    game.play("hold fire")
    assert "84 PA stops" in offered(game)
    events = game.play("84 PA stops")
    assert [e.kind for e in events if e.kind == "rout-check"] == ["rout-check"]
    assert at(game, "84 PA") == "2018"


@pytest.mark.rule("SW-13.7-2")
def test_it_enters_no_enemy_zone() -> None:
    game = evading({"84 PA": ("2019", "S"), "2 VA": ("2017", "S")})
    game.play("84 PA retreats")
    assert "2018" not in ways(game)


@pytest.mark.rule("SW-13.7-3", "SW-4.0-E-2")
def test_it_is_fired_at_when_it_goes() -> None:
    game = evading({"84 PA": ("2019", "S")})
    game.play("84 PA retreats")
    game.play("retreat 84 PA to 2018")
    assert (kind(game), at(game, "84 PA")) == ("withdrawal-fire", "2019")


@pytest.mark.rule("SW-13.7-7", "SW-14.32-1", "SW-10.83-2")
def test_who_does_not_go() -> None:
    for words, id in ((("S", "routed"), "SW-14.32-1"), (("S", "pinned"), "SW-10.83-2"), (("reserve",), "SW-8.7-3")):
        game = field({**FOE, "84 PA": ("2019", *words), "8 OH": ("1919", "N"), "2 VA": ("1920", "N")}, phase="retreat")
        assert case(game, "84 PA") == id
    free = field({**FOE, "84 PA": ("2019", "N"), "8 OH": ("1919", "N"), "2 VA": ("1920", "N")}, phase="retreat")
    assert case(free, "84 PA") == ""
    guns = field({**FOE, "H 1 OH": ("2019", "N"), "8 OH": ("1919", "N"), "2 VA": ("1920", "N")}, phase="retreat")
    assert case(guns, "H 1 OH") == "SW-13.7-7"


@pytest.mark.rule("SW-13.7-5", "SW-13.7-6", "SW-15.5", "SW-4.0-E-4", "SW-4.0-F-2", "SW-5.11-5")
def test_the_attacker_may_advance_and_then_attacks_nobody() -> None:
    game = evading({"84 PA": ("2019", "NE"), "8 OH": ("2018", "N")}, dice=[1])
    game.play("84 PA retreats")
    game.play("retreat 84 PA to 2119")
    game.play("hold fire")
    game.play("84 PA stops")
    assert offered(game) == ["5 VA advances to 2019", "done"]
    game.play("5 VA advances to 2019")
    g = state(game)
    assert at(game, "5 VA") == "2019"
    g.phase = "melee"
    found = melee_bar(g, "5 VA", hex_of("2018"))
    assert found is not None
    assert found.cite == "SW-13.7-6"


@pytest.mark.rule("SW-4.0-F-2")
def test_who_has_fallen_back_is_not_attacked() -> None:
    game = field({**FOE, "84 PA": ("2019", "S")}, evaded=("84 PA",))
    found = melee_bar(state(game), "5 VA", hex_of("2019"))
    assert found is not None
    assert found.cite == "SW-4.0-F-2"


@pytest.mark.rule("SW-11.14-1", "SW-11.14-2")
def test_a_stack_goes_together_or_one_by_one() -> None:
    game = evading({"84 PA": ("2019", "S"), "8 OH": ("2019", "S")})
    assert offered(game) == ["84 PA + 8 OH retreat", "84 PA retreats", "8 OH retreats", "done"]


# -- 18.1 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-18.1-1", "SW-18.1-2")
def test_mounted_cavalry_refuses_infantry_at_no_price() -> None:
    game = evading({"1 OH Cav": ("2019", "column")}, dice=[])
    game.play("1 OH Cav retreats")
    assert kind(game) == "retreat", "nobody fires"
    game.play("retreat 1 OH Cav to 2018")
    game.play("1 OH Cav stops")
    assert at(game, "1 OH Cav") == "2018", "and no die is rolled"


@pytest.mark.rule("SW-18.1-3")
def test_it_may_enter_an_enemy_zone() -> None:
    game = evading({"1 OH Cav": ("2019", "column"), "2 VA": ("2017", "S")})
    game.play("1 OH Cav retreats")
    assert "2018" in ways(game)


@pytest.mark.rule("SW-18.1-4")
def test_dismounted_cavalry_pays_as_infantry() -> None:
    game = evading({"1 OH Cav": ("2019", "S"), "2 VA": ("2017", "S")}, dice=[1])
    game.play("1 OH Cav retreats")
    assert "2018" not in ways(game)
    game.play("retreat 1 OH Cav to 2119")
    game.play("hold fire")
    assert [e for e in game.play("1 OH Cav stops") if e.kind == "rout-check"]


@pytest.mark.rule("SW-18.25-1", "SW-18.25-2")
def test_who_is_charged_stays_but_for_mounted_cavalry() -> None:
    charge = (("7 VA Cav", hex_of("2019")),)
    units = {"7 VA Cav": ("2020", "column"), "84 PA": ("2019", "S"), "8 OH": ("1919", "N"), "2 VA": ("1920", "N")}
    foot = field(units, phase="retreat", charges=charge)
    assert case(foot, "84 PA") == "SW-18.25-1"
    assert case(foot, "8 OH") == ""
    horse = field({"7 VA Cav": ("2020", "column"), "1 OH Cav": ("2019", "column")}, phase="retreat", charges=charge)
    assert offered(horse) == ["1 OH Cav retreats", "done"]
