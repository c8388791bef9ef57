"""SW 13, 18.2, 18.3: melee, from who may begin one to what it does."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.stonewall.melee_support import again, at, field, hex_of, kind, offered, state
from vedette.engine.events import Event, IllegalAction, Reason
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.fire import target_bar
from vedette.rules.great_battles.chapters.melee import melee_bar, reckon
from vedette.rules.great_battles.chapters.moves import pass_bar
from vedette.rules.great_battles.chapters.zones import zone_of

TARGET = "2019"


def assault(game: Game, *units: str, hex: str = TARGET) -> list[Event]:
    """Units attack a hex in melee; what happened up to the next question."""
    events = game.play(f"melee {hex}")
    for id in units:
        events += game.play(f"add {id}")
    return events + game.play("melee")


def die_for(game: Game, row: int, *units: str, hex: str = TARGET) -> int:
    """The die that gives a row of the melee chart: 1 C1 R2/- ... 17 -/K C2 R3 (the level of its notes)."""
    g = state(game)
    froms = tuple(g.at(i) for i in units)
    return row - reckon(g, g.player, hex_of(hex), units, froms).column


def bar(game: Game, id: str, hex: str = TARGET) -> str:
    """The case that keeps a unit from a melee; empty without one."""
    found = melee_bar(state(game), id, hex_of(hex))
    assert found is None or isinstance(found, Reason)
    return found.cite if found else ""


def melee(events: list[Event]) -> Event:
    """The melee among events."""
    return next(e for e in events if e.kind == "melee")


def strength(game: Game, id: str) -> int:
    """Points left of a unit."""
    return state(game).strength(id)


# -- who attacks whom ------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-13.0-1", "SW-13.0-2", "SW-13.0-3", "SW-13.0-4", "SW-13.0-5", "SW-4.0-F-3")
def test_an_attacker_enters_the_hex_and_must_fight() -> None:
    game = field({"5 VA": "2020", "84 PA": (TARGET, "S")}, dice=[6])
    assert offered(game) == ["melee 2019", "done"]
    events = assault(game, "5 VA")
    assert [e.kind for e in events if e.kind in ("assaulted", "melee")] == ["assaulted", "melee"]
    assert melee(events).data[1:4] == (5, 3, 2), "two points more are +2"
    assert at(game, "5 VA") == TARGET


@pytest.mark.rule("SW-13.2-5")
def test_nobody_has_to_attack() -> None:
    game = field({"5 VA": "2020", "84 PA": (TARGET, "S")})
    game.play("done")
    assert kind(game) == "stop"
    assert at(game, "5 VA") == "2020"


@pytest.mark.rule("SW-13.0-6")
def test_melee_is_for_the_melee_phase_alone() -> None:
    game = field({"5 VA": "2020", "84 PA": (TARGET, "S")})
    assert bar(game, "5 VA") == ""
    state(game).phase = "movement"
    assert bar(game, "5 VA") == "SW-13.0-6"


@pytest.mark.rule("SW-13.2-1", "SW-13.2-2", "SW-7.31", "SW-13.2-6")
def test_it_is_beside_its_target_and_has_it_before_its_front() -> None:
    game = field({"5 VA": "2020", "2 VA": ("2018", "N"), "4 VA": "2022", "84 PA": (TARGET, "N")})
    assert bar(game, "5 VA") == "", "that the defender turns his back is all the same"
    assert bar(game, "2 VA") == "SW-7.31"
    assert bar(game, "4 VA") == "SW-13.2-1"


@pytest.mark.rule("SW-13.2-3", "SW-13.2-4")
def test_who_has_fired_attacks_whom_it_fired_at() -> None:
    units = {"5 VA": "2020", "2 VA": "1920", "84 PA": (TARGET, "S"), "8 OH": ("1919", "S")}
    game = field(units, offensive=(("5 VA", hex_of(TARGET)), ("2 VA", hex_of("1919"))))
    assert bar(game, "5 VA") == ""
    assert bar(game, "2 VA") == "SW-13.2-3"
    assert bar(game, "2 VA", "1919") == ""
    state(game).offensive = ()
    assert bar(game, "2 VA") == ""


@pytest.mark.rule(
    "SW-6.11-3", "SW-6.13-4", "SW-8.7-3", "SW-10.83-1", "SW-12.13-2", "SW-14.3-4", "SW-4.0-F-1", "SW-13.84-2"
)
@pytest.mark.parametrize(
    ("unit", "words", "case"),
    [
        ("5 VA", ("column",), "SW-6.11-3"), ("5 VA", ("reserve",), "SW-8.7-3"), ("5 VA", ("pinned",), "SW-10.83-1"),
        ("5 VA", ("routed",), "SW-14.3-4"), ("5 VA", ("engaged",), "SW-13.84-2"), ("Rockbridge", (), "SW-6.13-4"),
        ("Garnett", (), "SW-4.0-F-1"), ("Union Supply Wagon", (), "SW-12.13-2"),
    ],
)  # fmt: skip
def test_who_does_not_attack(unit: str, words: tuple[str, ...], case: str) -> None:
    side, enemy = ("union", "2 VA") if unit.startswith("Union") else ("confederate", "84 PA")
    game = field({unit: ("2020", *words), enemy: (TARGET, "S")}, side=side)
    assert bar(game, unit) == case


@pytest.mark.rule("SW-20.21-A", "GB-26.4-1")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_an_ineffective_brigade_begins_no_melee(rules: str) -> None:
    units = {"5 VA": "2020", "37 VA": "2120", "84 PA": (TARGET, "S")}
    game = field(units, rules=rules, ineffective=("Garnett",))
    assert bar(game, "5 VA") == "SW-20.21-A"
    assert bar(game, "37 VA") == ""


def test_out_of_command_or_not_paid_for_nobody_attacks() -> None:
    units = {"5 VA": (TARGET, "S"), "84 PA": "2020", "1 OH Cav": ("2120", "column")}
    assert bar(field(units, side="union", uncommanded=["84 PA"]), "84 PA") == "SW-17.12-1"
    assert bar(field(units, side="union", uncommanded=["1 OH Cav"]), "1 OH Cav") == "SW-17.15-2"
    assert bar(field(units, side="union", paid=("Tyler",)), "84 PA") == "SW-19.36-1"
    assert bar(field(units, side="union", rules="2007", paid=("Tyler",)), "84 PA") == ""


@pytest.mark.rule("SW-13.3-4")
def test_it_attacks_only_where_it_could_move() -> None:
    game = field({"5 VA": "2020", "84 PA": (TARGET, "S")}, hexsides=[("2020", TARGET, "river")])
    assert bar(game, "5 VA") == "SW-13.3-4"


@pytest.mark.rule("SW-13.6-1", "SW-13.6-2", "SW-13.6-3", "SW-13.6-6")
def test_two_units_and_eight_points_attack_from_any_hexes() -> None:
    units = {"5 VA": "2020", "33 VA": ("2120", "NW"), "2 VA": "1920", "84 PA": (TARGET, "S")}
    game = field({**units, "37 VA": ("1920", 2)})
    game.play("melee 2019")
    assert {"add 5 VA", "add 33 VA", "add 2 VA"} <= set(offered(game))
    game.play("add 5 VA")
    game.play("add 33 VA")
    assert offered(game) == ["melee", "cancel"], "two are there, of eight points"
    heavy = field({"14 IN": "2020", "67 OH": "2120", "5 VA": (TARGET, "S")}, side="union")
    heavy.play("melee 2019")
    heavy.play("add 14 IN")
    assert offered(heavy) == ["melee", "cancel"], "five and five are ten"


# -- strengths -------------------------------------------------------------------------------------------------


def sum_of(game: Game, *units: str, hex: str = TARGET) -> tuple[int, int, int]:
    """Attacker, defender, difference."""
    g = state(game)
    found = reckon(g, g.player, hex_of(hex), units, tuple(g.at(i) for i in units))
    return found.attacker, found.defender, found.difference


@pytest.mark.rule("SW-13.1-1", "SW-13.1-2", "SW-13.1-3", "SW-18.2-1", "SW-18.85-2")
def test_the_strengths_of_melee() -> None:
    game = field({"5 VA": ("2020", 4), "84 PA": (TARGET, "S"), "H 1 OH": (TARGET, "S")})
    assert sum_of(game, "5 VA") == (4, 4, 0), "three men and a battery of one"
    game = field({"7 VA Cav": ("2020", "column"), "84 PA": (TARGET, "S", "column")})
    assert sum_of(game, "7 VA Cav") == (3, 3, 0), "cavalry as it is; infantry in column as well"


@pytest.mark.rule("SW-13.3-1", "SW-13.3-2", "SW-13.3-3")
@pytest.mark.parametrize(("feature", "points"), [("stream", 1), ("ridge", 1), ("stone wall", 1), ("slope", 0)])
def test_a_hexside_helps_once_if_all_cross_one(feature: str, points: int) -> None:
    units = {"33 VA": "2020", "2 VA": "1920", "84 PA": (TARGET, "S")}
    game = field(units, hexes={TARGET: "woods"}, hexsides=[(TARGET, "2020", feature)])
    assert sum_of(game, "33 VA")[1] == 3 + points
    assert sum_of(game, "33 VA", "2 VA")[1] == 3, "one of them does not cross it"
    both = field(units, hexsides=[(TARGET, "2020", feature), (TARGET, "1920", "stream")])
    assert sum_of(both, "33 VA", "2 VA")[1] == 3 + points


@pytest.mark.rule("GB-21.52")
def test_a_crest_helps_by_the_rules_of_2007() -> None:
    units, sides = {"33 VA": "2020", "84 PA": (TARGET, "S")}, [(TARGET, "2020", "crest")]
    assert sum_of(field(units, hexsides=sides), "33 VA")[1] == 3
    assert sum_of(field(units, hexsides=sides, rules="2007"), "33 VA")[1] == 4
    down = [("2020", TARGET, "crest")]
    assert sum_of(field(units, hexsides=down, rules="2007"), "33 VA")[1] == 3


@pytest.mark.rule("SW-13.4-1", "SW-13.4-2", "SW-17.2-1")
def test_leaders_and_a_stream() -> None:
    units = {"5 VA": "2020", "Garnett": "2020", "Jackson": "2020", "84 PA": (TARGET, "S", 2), "Kimball": TARGET}
    game = field(units, hexsides=[("2020", TARGET, "stream")])
    assert sum_of(game, "5 VA") == (6, 4, 2), "one for any number of leaders, one for the stream"


@pytest.mark.rule("SW-13.5-1", "SW-13.5-2", "SW-13.5-3")
def test_the_difference_and_its_ends() -> None:
    weak = field({"5 VA": "2020", "14 IN": (TARGET, "S"), "84 PA": (TARGET, "S")}, dice=[6])
    assert sum_of(weak, "5 VA") == (5, 8, -3)
    g = state(weak)
    table = g.setting.melee
    assert table.name(table.column(-9)) == "-4"
    assert table.name(table.column(12)) == "+7"
    assert table.name(table.column(-3)) == "-3"


@pytest.mark.rule("SW-14.3-4", "SW-8.7-2", "SW-6.11-4")
def test_routed_and_reserve_defend_at_half() -> None:
    game = field({"33 VA": "2020", "14 IN": (TARGET, "routed")})
    assert sum_of(game, "33 VA")[1] == 2
    game = field({"33 VA": "2020", "14 IN": (TARGET, "routed", 1)})
    assert sum_of(game, "33 VA")[1] == 1, "one at least"
    units = dict.fromkeys(("14 IN", "84 PA", "67 OH"), (TARGET, "reserve"))
    assert sum_of(field({"33 VA": "2020", **units}), "33 VA")[1] == 6, "half of thirteen, rounded down"


@pytest.mark.rule("SW-18.3-1", "SW-18.3-2", "SW-18.3-3")
def test_mounted_cavalry_defends_twice() -> None:
    units = {"1 OH Cav": ("2020",), "7 VA Cav": (TARGET, "column", 1)}
    assert sum_of(field(units, side="union"), "1 OH Cav") == (2, 2, 0), "the example: 2 - (1 x 2)"
    riding = {**units, "1 OH Cav": ("2020", "column")}
    game = field(riding, side="union")
    assert sum_of(game, "1 OH Cav") == (2, 1, 1), "against a usual mounted melee as it is"
    state(game).charges = (("1 OH Cav", hex_of(TARGET)),)
    assert sum_of(game, "1 OH Cav") == (4, 2, 2), "a charge: both twice"


# -- results ---------------------------------------------------------------------------------------------------


def fight(units: Mapping[str, object], row: int, *attackers: str, dice: tuple[int, ...] = (), **more: Any) -> Game:
    """A melee in the target hex with a row of the chart, played to its next question."""
    aim = field(units, **more)
    game = field(units, dice=[die_for(aim, row, *attackers), *dice], **more)
    assault(game, *attackers)
    return game


@pytest.mark.rule("SW-13.8", "SW-13.81-1", "SW-13.84-1")
def test_killed_on_both_sides_and_engaged() -> None:
    game = fight({"5 VA": "2020", "14 IN": (TARGET, "S"), "Kimball": TARGET}, 7, "5 VA", dice=(33,))
    assert (strength(game, "5 VA"), strength(game, "14 IN")) == (4, 4)
    g = state(game)
    assert all(g.units[i].engaged for i in ("5 VA", "14 IN", "Kimball"))


@pytest.mark.rule("SW-13.81-2", "SW-18.81-1")
def test_a_battery_loses_its_crew() -> None:
    units: dict[str, object] = {"5 VA": "2020", "H 1 OH": (TARGET, "S")}
    game = fight(units, 10, "5 VA")
    assert (state(game).units["H 1 OH"].crew, strength(game, "H 1 OH")) == (1, 6)


@pytest.mark.rule("SW-13.6-4", "SW-13.6-5")
def test_infantry_loses_before_guns_and_owners_choose_else() -> None:
    game = fight({"5 VA": "2020", "H 1 OH": (TARGET, "S"), "84 PA": (TARGET, "S")}, 10, "5 VA")
    assert (strength(game, "84 PA"), state(game).units["H 1 OH"].crew) == (2, 2)
    game = fight({"5 VA": "2020", "8 OH": (TARGET, "S"), "84 PA": (TARGET, "S")}, 7, "5 VA")
    assert (kind(game), offered(game)) == ("lose", ["8 OH loses a point", "84 PA loses a point"])
    game.play("84 PA loses a point")
    assert (strength(game, "8 OH"), strength(game, "84 PA")) == (4, 2)


@pytest.mark.rule("SW-13.82-1", "SW-13.82-2", "SW-15.0", "SW-14.1-1", "SW-5.11-3")
def test_a_retreat_goes_its_hexes_and_ends_with_a_check() -> None:
    game = fight({"5 VA": "2020", "14 IN": (TARGET, "S", 4)}, 11, "5 VA", dice=(1,))
    assert kind(game) == "retreat"
    assert set(offered(game)) <= {f"retreat 14 IN to {h}" for h in ("2018", "1919", "2119", "1920", "2120")}
    game.play("retreat 14 IN to 2018")
    game.play("retreat 14 IN to 2017")
    assert at(game, "14 IN") == "2017"
    assert not state(game).units["14 IN"].routed


@pytest.mark.rule("SW-13.82-3")
def test_unlimbered_guns_that_must_fall_back_are_captured() -> None:
    game = fight({"5 VA": "2020", "H 1 OH": (TARGET, "S"), "84 PA": (TARGET, "S")}, 11, "5 VA", dice=(1,))
    assert at(game, "H 1 OH") == "-4"
    assert dict(state(game).toll)["union guns captured"] == 6
    assert kind(game) == "retreat", "the infantry falls back"


@pytest.mark.rule("SW-13.83-1", "SW-13.83-2", "SW-13.83-3", "SW-19.33-1")
def test_men_are_captured() -> None:
    units: dict[str, object] = {"5 VA": "2020", "2 VA": ("2120", "NW"), "14 IN": (TARGET, "S", 3)}
    game = fight(units, 14, "5 VA", "2 VA")
    assert strength(game, "14 IN") == 2
    g = state(game)
    assert dict(g.toll)["union infantry captured"] == 1
    assert dict(g.losses)["Kimball"] == 1
    assert g.morale == 49


@pytest.mark.rule("SW-13.83-4", "SW-13.83-1")
def test_captured_guns_go_together_if_unlimbered() -> None:
    units: dict[str, object] = {"5 VA": "2020", "2 VA": ("2120", "NW"), "H 1 OH": (TARGET, "S")}
    aim = field(units)
    events = assault(field(units, dice=[die_for(aim, 14, "5 VA", "2 VA")]), "5 VA", "2 VA")
    assert next(e for e in events if e.kind == "lost").data == (6, "captured"), "before any retreat"
    limbered: dict[str, object] = {**units, "H 1 OH": (TARGET, "column")}
    game = fight(limbered, 14, "5 VA", "2 VA")
    assert strength(game, "H 1 OH") == 5


@pytest.mark.rule("SW-13.87")
def test_where_nobody_would_be_left_all_are_engaged() -> None:
    game = fight({"5 VA": ("2020", 1), "14 IN": (TARGET, "S", 1)}, 7, "5 VA")
    assert (strength(game, "5 VA"), strength(game, "14 IN")) == (1, 1)
    assert state(game).units["5 VA"].engaged


def test_nobody_follows_after_a_melee() -> None:
    game = fight({"5 VA": "2020", "2 VA": "1920", "14 IN": (TARGET, "S", 1)}, 10, "5 VA")
    assert at(game, "14 IN") == "-2"
    assert kind(game) == "face", "the victor sets his front"
    game.play("5 VA: face NE")
    assert state(game).units["5 VA"].facing == 1
    assert "advance" not in kind(game)
    assert at(game, "5 VA") == TARGET


@pytest.mark.rule("SW-7.32-2")
def test_the_front_is_set_anew_after_a_melee() -> None:
    game = fight({"5 VA": "2020", "14 IN": (TARGET, "S", 1)}, 10, "5 VA")
    assert offered(game) == [f"5 VA: face {d}" for d in ("N", "NE", "SE", "S", "SW", "NW")]


# -- engaged ---------------------------------------------------------------------------------------------------

LOCKED = {"5 VA": (TARGET, "engaged"), "14 IN": (TARGET, "S", "engaged")}


@pytest.mark.rule("SW-13.84-5", "SW-13.84-A", "SW-19.36-3")
def test_the_former_defender_fights_on() -> None:
    game = field(LOCKED, side="union", paid=(), dice=[2])
    assert (kind(game), offered(game)) == ("engaged", ["fight on in 2019", "14 IN retreats"])
    events = game.play("fight on in 2019")
    assert melee(events).data[1:4] == (5, 5, 0), "the side of the phase is the attacker"


@pytest.mark.rule("SW-13.84-B", "SW-13.84-4")
def test_reinforcements_come_in() -> None:
    game = field({**LOCKED, "84 PA": ("2018", "S"), "67 OH": ("2119", "SW")}, side="union", dice=[4])
    game.play("fight on in 2019")
    assert offered(game) == ["add 84 PA", "melee"], "with eight points on a side the other finds no room"
    game.play("add 84 PA")
    assert melee(game.play("melee")).data[1:4] == (8, 5, 3)
    other = field({**LOCKED, "2 VA": "2020"}, side="confederate")
    assert kind(other) == "engaged"


@pytest.mark.rule("SW-13.84-C-1", "SW-13.84-C-2", "SW-13.84-C-3", "SW-14.1-1")
def test_it_breaks_off_two_hexes_and_checks() -> None:
    game = field({**LOCKED, "84 PA": (TARGET, "S", "engaged")}, side="union", dice=[1])
    game.play("14 IN retreats")
    game.play("retreat 14 IN to 2018")
    events = game.play("retreat 14 IN to 2017")
    assert [e.kind for e in events if e.kind in ("rout-check", "fired")] == ["rout-check"]
    assert (at(game, "14 IN"), at(game, "5 VA")) == ("2017", TARGET)
    assert offered(game) == ["fight on in 2019", "84 PA retreats"]


@pytest.mark.rule("SW-13.84-C-4")
def test_unlimbered_guns_do_not_break_off() -> None:
    game = field({"5 VA": (TARGET, "engaged"), "H 1 OH": (TARGET, "S", "engaged")}, side="union", dice=[3])
    assert kind(game) == "face", "there is nothing to choose"
    assert state(game).fought == (hex_of(TARGET),)


@pytest.mark.rule("SW-13.85")
@pytest.mark.parametrize(
    ("unit", "words", "more"), [("14 IN", ("S", "pinned"), {}), ("14 IN", ("S",), {"ineffective": ("Kimball",)})]
)
def test_who_begins_no_melee_goes_on_with_one(unit: str, words: tuple[str, ...], more: dict[str, Any]) -> None:
    units = {"5 VA": (TARGET, "engaged"), unit: (TARGET, "engaged", *words)}
    game = field(units, side="union", dice=[4], **more)
    assert melee(game.play("fight on in 2019")).seat == "union"


@pytest.mark.rule("SW-13.86-1")
def test_engaged_units_have_no_zone() -> None:
    game = field(LOCKED, side="union")
    assert zone_of(state(game), "14 IN") == 0
    free = field({"14 IN": (TARGET, "S"), "5 VA": "2022"}, side="union")
    assert zone_of(state(free), "14 IN") != 0


@pytest.mark.rule("SW-13.84-4")
def test_nobody_else_joins_a_melee_of_others() -> None:
    game = field({**LOCKED, "2 VA": "2020"})
    assert bar(game, "2 VA") == "", "as a reinforcement"
    alone = field({"2 VA": "2020", "14 IN": (TARGET, "S", "engaged")})
    assert bar(alone, "2 VA") == "SW-13.84-4"


@pytest.mark.rule("SW-13.84-3", "SW-13.6-7")
def test_nobody_fires_or_moves_through_a_melee() -> None:
    game = field({**LOCKED, "2 VA": "2021"}, side="confederate")
    g = state(game)
    fire = target_bar(g, 1, hex_of(TARGET), "small-arms", 2)
    assert fire is not None
    assert fire.cite == "SW-13.84-3"
    assert pass_bar(g, "2 VA", hex_of("2020"), hex_of(TARGET)) is not None


def test_a_wagon_without_guard_is_entered_and_waits_there() -> None:
    game = field({"5 VA": "2020", "Union Supply Wagon": (TARGET, 0), "14 IN": ("2010", "S")})
    events = assault(game, "5 VA")
    assert not [e for e in events if e.kind == "melee"]
    assert at(game, "5 VA") == at(game, "Union Supply Wagon") == TARGET
    game = fight({"5 VA": "2020", "Union Supply Wagon": TARGET, "14 IN": ("2010", "S")}, 12, "5 VA")
    assert at(game, "5 VA") == at(game, "Union Supply Wagon") == TARGET, "its guard is killed; it goes nowhere"
    assert not state(game).units["5 VA"].engaged


@pytest.mark.rule("SW-17.43-2")
def test_a_leader_alone_after_a_melee_is_captured() -> None:
    game = fight(
        {"5 VA": "2020", "14 IN": (TARGET, "S", 1), "Kimball": TARGET, "84 PA": "2010"}, 12, "5 VA", dice=(33,)
    )
    g = state(game)
    assert g.at("Kimball") < 0
    assert dict(g.toll)["union leaders captured"] == 5
    assert g.morale == 50 - 1 - 5


def test_a_wrong_attacker_is_refused() -> None:
    game = field({"5 VA": "2020", "84 PA": (TARGET, "S")})
    with pytest.raises(IllegalAction):
        game.play("melee 2021")
    again(game)
    assert kind(game) == "melee"
