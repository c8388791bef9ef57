"""The worked examples of both books (tests/examples/SW-EX-*.toml, GB-EX-*.toml), each with what the book says of it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from tests.support import EXAMPLES, example, offered, play
from vedette.engine.chance import Listed
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.great_battles import rulebook
from vedette.rules.great_battles.chapters.columns import unfired
from vedette.rules.great_battles.chapters.command import commanded, in_radius, may_act
from vedette.rules.great_battles.chapters.effectiveness import judge, rating
from vedette.rules.great_battles.chapters.leaders import commands, ratings
from vedette.rules.great_battles.chapters.melee import reckon
from vedette.rules.great_battles.chapters.moves import change_bar, left
from vedette.rules.great_battles.chapters.rout import by_number
from vedette.rules.great_battles.chapters.sight import sees
from vedette.rules.great_battles.chapters.stacking import size, stack_bar
from vedette.rules.great_battles.chapters.victory import campaign_row, campaign_shift, graded, items, outcome_now
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.state import State

HERE = sorted(p.stem for book in ("SW", "GB") for p in EXAMPLES.glob(f"{book}-EX-*.toml"))


def state(game: Game) -> State:
    """The state of a game."""
    assert isinstance(game.state, State)
    return game.state


def laid(id: str) -> State:
    """An example's position before its actions."""
    return state(changed(id))


def changed(id: str, **keys: Any) -> Game:
    """An example's position with some keys changed, before its actions."""
    import vedette

    spec = {**tomllib.loads((EXAMPLES / f"{id}.toml").read_text(encoding="utf-8")), **keys}
    return Game.new(vedette.battle(spec["battle"]), position=spec, chance=Listed(spec.get("dice"), spec.get("chits")))


def at(g: State, name: str) -> int:
    """A hex by its number."""
    return g.setting.grid.index(name)


def told(id: str) -> str:
    """All that happened in an example, in words."""
    game, events = example(id)
    return "\n".join(game.say(e, "") for e in events)


def kinds(events: list[Event], *wanted: str) -> list[str]:
    """The kinds of events among those that are wanted."""
    return [e.kind for e in events if e.kind in wanted]


@pytest.mark.parametrize("id", HERE)
def test_every_die_of_an_example_is_rolled_and_the_laws_hold(id: str) -> None:
    game, _ = example(id)
    assert isinstance(game.chance, Listed) and game.chance.left() == {"dice": 0, "chits": 0}
    assert not [line for line in rulebook.broken_laws(state(game)) if "noted" not in line and "gone" not in line]


# -- examples whose point is one line of what happens ----------------------------------------------------

LINES = {
    "SW-EX-8.52": "37 VA bears what is left: a point",
    "SW-EX-10.42-a": "6 in column 6-8, ridge -1 = column 3-5",
    "SW-EX-10.42-b": "4 in column 3-5, rolled",
    "SW-EX-10.47-a": "4 in column 3-5, woods -1 = column 2",
    "SW-EX-10.47-b": "ridge -1, stone wall -1, woods -1, enfilade +1 = column 2",
    "SW-EX-10.47-c": "ridge -1, stone wall -1, woods -1, never more than 2 +1 = column 2",
    "SW-EX-10.47-d": "ridge -1, woods -1, weapon P -1, never more than 2 +1 = column 2",
    "SW-EX-12.35": "a caisson of H 1 OH explodes: 3 rounds lost",
    "SW-EX-13.4": "6 to 4, column +2",
    "SW-EX-13.5": "5 to 8, column -3",
    "SW-EX-13.0": "5 to 3, column +2",
    "SW-EX-14.71": "rolled 4, town -1: it stands",
    "SW-EX-18.3": "2 to 2, column 0",
    "SW-EX-18.4": "2 in column 2, mounted, in column +2 = column 6-8",
    "SW-EX-19.35": "20 points of army morale",
    "SW-EX-20.12": "Kimball's brigade loses its combat effectiveness",
    "SW-EX-23.3": "woods -1, overshot -1, ridge -1, never more than 2 +1 = column <1",
}


@pytest.mark.rule("SW-8.52-2", "SW-10.42-1", "SW-10.43", "SW-10.47-1", "SW-10.47-2", "SW-10.23-1", "SW-18.4")
@pytest.mark.rule("SW-12.35-2", "SW-13.4-1", "SW-13.5-1", "SW-13.3-1", "SW-14.71", "SW-19.35-2", "SW-20.12-1")
@pytest.mark.rule("SW-23.3-1", "SW-23.3-4")
def test_what_the_book_reckons_is_what_is_reckoned() -> None:
    assert {id: line for id, line in LINES.items() if line not in told(id)} == {}


# -- chapters 2 and 4 ------------------------------------------------------------------------------------


def test_examples_2_4_and_10_12_points_are_hundreds_of_men_or_guns() -> None:
    found = {"SW-EX-2.4-a": ("8 OH", 4), "SW-EX-2.4-b": ("E 4 US", 4), "SW-EX-10.12-a": ("2 VA", 3)}
    for id, (unit, n) in {**found, "SW-EX-10.12-b": ("H 1 OH", 6)}.items():
        assert laid(id).strength(unit) == n


@pytest.mark.rule("SW-2.4-leaders", "SW-17.11")
def test_examples_2_4_c_and_2_36_an_officers_command_and_ratings() -> None:
    g = laid("SW-EX-2.4-c")
    assert [i for i in g.units if commands(g, "Kimball", i)] == ["14 IN", "8 OH", "L 1 OH"]
    g = laid("SW-EX-2.36")
    assert (ratings(g, "Sullivan"), g.counter("Sullivan").replacement) == ((4, 1), (3, 1))


def test_example_4_0_the_clock_of_twenty_four_hours() -> None:
    g = laid("SW-EX-4.0-time")
    assert g.setting.hour(g.turn) == "14:20"


# -- chapters 6 to 8 -------------------------------------------------------------------------------------


@pytest.mark.rule("SW-6.21", "SW-5.17-1")
def test_example_6_21_out_of_command_neither_moves_nor_changes() -> None:
    game = changed("SW-EX-6.21")
    game.play("move 5 VA")
    assert all("face" in t or t == "done" or "reserve" in t for t in offered(game))
    bar = change_bar(state(game), "5 VA", 5 * POINT)
    assert bar is not None and bar.cite == "SW-5.17-1"


@pytest.mark.rule("SW-6.22-3", "SW-6.22-cavalry")
def test_example_6_22_mounting_costs_more_than_is_left() -> None:
    game, _ = example("SW-EX-6.22")
    g = state(game)
    bar = change_bar(g, "7 VA Cav", left(g, "7 VA Cav"))
    assert left(g, "7 VA Cav") == 2 * POINT and bar is not None and bar.cite == "SW-6.22-cavalry"
    assert "7 VA Cav: mount" not in offered(game) and change_bar(g, "7 VA Cav", 3 * POINT) is None


@pytest.mark.rule("SW-8.0-2", "SW-8.22-1")
def test_examples_8_2_and_8_22_two_units_a_hex_and_the_wagon_is_four() -> None:
    g = laid("SW-EX-8.2")
    bar = stack_bar(g, "1 VA Bn", at(g, "4815"))
    assert bar is not None and bar.cite == "SW-8.0-2"
    assert sum(size(g, i) for i in g.troops(at(g, "4815"), 1)) == 3
    g = laid("SW-EX-8.22")
    assert size(g, "Union Supply Wagon") == 4 and g.strength("Union Supply Wagon") == 0


@pytest.mark.rule("SW-8.52-1", "SW-8.52-2")
def test_example_8_52_what_is_left_passes_down() -> None:
    g = state(example("SW-EX-8.52")[0])
    assert g.at("23 VA") < 0 and g.strength("37 VA") == 2


@pytest.mark.rule("SW-8.53-1", "SW-8.53-2", "SW-14.5-1")
def test_example_8_53_all_casualties_before_any_rout() -> None:
    game, events = example("SW-EX-8.53")
    assert kinds(events, "fired", "rout-check") == ["fired", "fired", "rout-check", "rout-check"]
    assert [state(game).strength(i) for i in ("8 OH", "84 PA")] == [3, 3]


# -- chapters 10 to 12 -----------------------------------------------------------------------------------


@pytest.mark.rule("SW-10.34-1", "SW-10.34-3", "SW-10.35-1")
def test_examples_10_34_and_10_35_strength_may_be_split() -> None:
    for id, unit, fires in (("SW-EX-10.34-a", "2 VA", 3), ("SW-EX-10.34-b", "H 1 OH", 2), ("SW-EX-10.35", "H 1 OH", 3)):
        _, events = example(id)
        assert [e.units for e in events if e.kind == "fired"] == [(unit,)] * fires
    two = changed("SW-EX-10.34-a")
    play(two, "fire at 4814", "add 2 VA with 2", "fire")
    assert unfired(state(two), "2 VA") == 1
    six = changed("SW-EX-10.35")
    six.play("fire at 4815")
    assert "add H 1 OH with 2" in offered(six) and "add H 1 OH with 1" not in offered(six)


@pytest.mark.rule("SW-10.66-4", "SW-10.66-5", "GB-21.87-1", "GB-21.87-2")
@pytest.mark.parametrize(
    ("id", "woods", "clear"),
    [("SW-EX-10.66-1", "4817", False), ("SW-EX-10.66-1", "4818", False), ("SW-EX-10.66-1", "4816", True),
     ("GB-EX-21.87", "4818", False), ("GB-EX-21.87", "4816", True)],
)  # fmt: skip
def test_examples_10_66_and_21_87_what_is_as_high_as_the_lower_end(id: str, woods: str, clear: bool) -> None:
    ground = [{"id": "4814", "level": 3}, {"id": woods, "terrain": "woods"}]
    g = state(changed(id, hex=ground))
    assert bool(sees(g, at(g, "4820"), at(g, "4814"))) is clear
    g = state(changed("SW-EX-10.66-2", hex=ground))
    assert bool(sees(g, at(g, "4814"), at(g, "4820"))) is clear


@pytest.mark.rule("SW-10.67-1", "SW-10.67-2", "SW-10.67-3")
def test_examples_10_67_on_the_map_itself() -> None:
    g = laid("SW-EX-10.67-a")
    assert g.setting.board.terrain[at(g, "2818")] == "woods" and not sees(g, at(g, "2918"), at(g, "2618"))
    g = laid("SW-EX-10.67-b")
    line = g.setting.grid.line(at(g, "0622"), at(g, "0824"))
    assert at(g, "0723") in {h for step in line for h in step}
    assert not [t for t in sees(g, at(g, "0622"), at(g, "0824")).touched if t.cite == "SW-10.67-3" and t.blocks]
    g = laid("SW-EX-10.67-c")
    assert not sees(g, at(g, "1708"), at(g, "1710")) and not sees(g, at(g, "1709"), at(g, "1707"))


@pytest.mark.rule("SW-10.73", "SW-10.88-1")
def test_examples_10_73_and_10_88_pins() -> None:
    g = state(example("SW-EX-10.73")[0])
    assert (g.strength("84 PA"), g.strength("8 OH"), g.units["8 OH"].pinned) == (2, 4, True)
    game, events = example("SW-EX-10.88")
    assert "move 14 IN" not in [e.kind for e in events] and not kinds(events, "moved", "fired")
    assert not state(game).units["14 IN"].pinned and kinds(events, "unpinned", "pins-off", "pin-off")


@pytest.mark.rule("SW-11.14-1", "SW-11.15-1", "SW-11.15-2")
def test_examples_11_14_and_11_15_out_of_a_zone() -> None:
    text = told("SW-EX-11.14")
    assert "84 PA fires as they leave at 2 VA" in text and "27 VA moves to 4816" in text
    game, _ = example("SW-EX-11.15")
    g = state(game)
    assert g.hex_name(g.at("27 VA")) == "4816" and g.units["27 VA"].pinned
    assert not [t for t in offered(game) if t.removeprefix("27 VA: ").isdigit()]


@pytest.mark.rule("SW-12.14-1", "SW-12.14-2")
def test_example_12_14_a_guard_from_the_regiment() -> None:
    g = state(example("SW-EX-12.14")[0])
    wagon = "Union Supply Wagon"
    assert (g.strength("8 OH"), g.strength(wagon), size(g, wagon)) == (3, 1, 4)
    five = state(changed("SW-EX-12.14", unit=[{"id": wagon, "hex": "4815"}, {"id": "14 IN", "hex": "4816"}]))
    bar = stack_bar(five, "14 IN", at(five, "4815"))
    assert bar is not None and bar.cite == "SW-8.0-1"


@pytest.mark.rule("SW-12.21-2", "SW-4.0-C-2")
def test_example_12_21_each_unit_rolls_for_itself() -> None:
    g = state(example("SW-EX-12.21")[0])
    assert (g.units["5 VA"].depleted, g.units["2 VA"].depleted) == (True, False)


@pytest.mark.rule("SW-12.35-2")
def test_example_12_35_rounds_that_blow_up() -> None:
    g = state(example("SW-EX-12.35")[0])
    assert (g.units["H 1 OH"].rounds, g.strength("H 1 OH")) == (5, 5)


# -- chapters 13 to 18 -----------------------------------------------------------------------------------


@pytest.mark.rule("SW-13.5-3", "SW-13.82-1", "SW-4.0-F-4")
def test_examples_13_5_and_13_82_the_ends_of_the_table_and_two_hexes_back() -> None:
    g = laid("SW-EX-13.5b")
    low = reckon(g, 1, at(g, "4814"), ("27 VA",), (at(g, "4815"),))
    high = reckon(g, 1, at(g, "4617"), ("23 VA",), (at(g, "4618"),))
    table = g.setting.melee
    assert [table.name(table.column(n)) for n in (low.difference, high.difference)] == ["-4", "+7"]
    game, events = example("SW-EX-13.82")
    assert kinds(events, "retreated", "rout-check") == ["retreated", "retreated", "rout-check"]
    assert state(game).hex_name(state(game).at("84 PA")) == "4812"


@pytest.mark.rule("SW-17.12-1", "SW-17.12-4")
def test_example_17_12_five_hexes_are_too_many() -> None:
    g = laid("SW-EX-17.12")
    bars = [may_act(g, "5 OH", act) for act in ("move", "fire", "melee")]
    assert not in_radius(g, "5 OH") and "5 OH" not in commanded(g, 0)
    assert [b.cite for b in bars if b] == ["SW-5.17-1", "SW-17.12-1", "SW-17.12-1"]
    assert zone(g, 0) >> at(g, "4816") & 1


@pytest.mark.rule("SW-18.23-4", "SW-13.1-3")
def test_example_18_23_a_charge_doubles() -> None:
    assert "5 to 2, column +3" in told("SW-EX-18.23")  # twice 2, and the officer with them


# -- chapters 19 to 23 -----------------------------------------------------------------------------------


@pytest.mark.rule("SW-19.2-2", "SW-19.4", "SW-19.31-1", "SW-19.35-2")
def test_examples_19_1_and_19_35_points_of_army_morale() -> None:
    assert state(example("SW-EX-19.1")[0]).morale == 40
    assert state(example("SW-EX-19.35")[0]).morale == 20
    game, _ = example("SW-EX-19.1-b")
    assert state(game).morale == 25
    game.chance = Listed(["6"] * 4 + ["1"] * 8)
    checked: list[str] = []
    while game.decision is not None and state(game).turn == 1:
        checked += [e.data[0] for e in game.play("done") if e.kind == "demoralization-check"]
    assert checked == ["Kimball", "Sullivan", "Tyler", "Brodhead"]


@pytest.mark.rule("SW-20.12-1", "SW-20.12-2")
def test_example_20_12_the_tenth_point() -> None:
    before, after = laid("SW-EX-20.12"), state(example("SW-EX-20.12")[0])
    assert (dict(before.losses)["Kimball"], before.ineffective) == (9, ())
    assert (dict(after.losses)["Kimball"], after.ineffective) == (10, ("Kimball",))


@pytest.mark.rule("SW-22.4-1", "SW-22.4-2", "SW-22.4-3")
def test_example_22_4_the_levels() -> None:
    g = state(example("SW-EX-22.4")[0])
    assert outcome_now(g).level == "Union Marginal Victory"
    words = [graded(g, n).level.split()[1] for n in (30, 31, 60, 61)]
    assert words == ["Marginal", "Substantial", "Substantial", "Decisive"]


@pytest.mark.rule("SW-22.51-1", "SW-22.51-2", "SW-22.52-2")
def test_example_22_51_the_historical_result() -> None:
    g = state(example("SW-EX-22.51")[0])
    shift = campaign_shift(g, outcome_now(g).level)
    assert g.campaign == "Draw" and shift == -2
    found = [campaign_row(g, die + shift)["result"] for die in range(1, 7)]
    assert found == ["Union", "Union", "Union", "Draw", "Confederate", "Confederate"]


@pytest.mark.rule("SW-23.2", "SW-23.12-1")
def test_example_23_2_the_only_fire_without_sight() -> None:
    game, events = example("SW-EX-23.2")
    g = state(game)
    assert sees(g, at(g, "4820"), at(g, "4811"), False) and not sees(g, at(g, "4820"), at(g, "4810"), False)
    assert [g.hex_name(e.hex) for e in events if e.kind == "fired"] == ["4810"]


# -- 2007 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GB-21.63-1", "GB-21.61-2", "GB-26.1")
def test_example_21_63_dry_units_lower_the_rating_until_they_are_supplied() -> None:
    before, after = laid("GB-EX-21.63"), state(example("GB-EX-21.63")[0])
    assert rating(after, "Garnett") == rating(before, "Garnett") - 2
    new: Callable[..., Any] = type(after.units["5 VA"])
    after.units["5 VA"] = new(after.at("5 VA"), 5)
    assert rating(after, "Garnett") == rating(before, "Garnett")


@pytest.mark.rule("GB-24.1-1", "GB-24.1-2")
def test_example_24_1_only_another_six_routs() -> None:
    g = laid("GB-EX-24.1")
    assert [by_number(g, "5 VA", die) for die in (5, 6, 7)] == ["-", "R?", "R"]
    assert state(example("GB-EX-24.1")[0]).units["5 VA"].routed
    game = changed("GB-EX-24.1", dice=["5", "6", "5"])
    play(game, "7 OH fire at 4815")
    assert not state(game).units["5 VA"].routed


@pytest.mark.rule("GB-25.95-1", "GB-25.95-2")
def test_example_25_95_losses_alone_must_have_done_it() -> None:
    g = state(example("GB-EX-25.95")[0])
    assert g.ineffective == ("Kimball",) and items(g) == ()
    g.losses = (("Kimball", 10),)
    judge(g, "Kimball")
    assert [(i.what, i.points) for i in items(g)] == [("Kimball ineffective", 30)]
    assert items(laid("GB-EX-25.95")) == ()
    earlier = changed("GB-EX-25.95", set={"rules": "1978"})
    assert [i.points for i in items(state(earlier))] == [30]
