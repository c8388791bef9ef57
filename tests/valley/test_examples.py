"""The worked examples of the book (tests/examples/JV-EX-*.toml): movement, arrivals, bridges, who sets up and plays."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import vedette
from tests.support import EXAMPLES, asked, example, offered, play
from tests.valley.support import at, state
from vedette.engine.chance import Listed
from vedette.engine.events import Event, IllegalAction
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.movement import move_bar

HERE = sorted(p.stem for p in EXAMPLES.glob("JV-EX-*.toml"))


def changed(id: str, **keys: Any) -> Game:
    """An example's position with some keys changed, before its actions."""
    spec = {**tomllib.loads((EXAMPLES / f"{id}.toml").read_text(encoding="utf-8")), **keys}
    chance = Listed(spec.get("dice"), spec.get("chits"))
    return Game.new(vedette.battle(spec["battle"]), position=spec, chance=chance)


def refused(game: Game, text: str) -> str:
    """The case by which an action is refused."""
    with pytest.raises(IllegalAction) as error:
        game.play(text)
    return error.value.cite


def entries(events: list[Event]) -> dict[str, tuple[str, int]]:
    """Who has entered: unit -> hex and points spent."""
    return {e.units[0]: (str(e.hex), e.data[1]) for e in events if e.kind == "entered"}


@pytest.mark.parametrize("id", HERE)
def test_every_die_of_an_example_is_rolled(id: str) -> None:
    game, _ = example(id)
    assert isinstance(game.chance, Listed) and game.chance.left() == {"dice": 0, "chits": 0}


@pytest.mark.rule("JV-2.2-3")
def test_example_2_2_mill_creek_church() -> None:
    game, _ = example("JV-EX-2.2")
    names = {name for words in state(game).setting.board.features[state(game).at("25 OH")].values() for name in words}
    assert names == {"Mill Creek Church"}


@pytest.mark.rule("JV-2.7-4")
def test_example_2_7_slope_woods_and_level_are_paid_together() -> None:
    game, events = example("JV-EX-2.7")
    s = state(game).setting
    each = [s.grounds["slope up"].points["infantry"], s.grounds["forest"].points["infantry"]]
    assert events[0].data[1] == sum(n or 0 for n in (*each, s.heights[3].points["infantry"])) == 4


@pytest.mark.rule("JV-4.4-1", "JV-4.5-4")
def test_example_4_5a_out_of_one_zone_and_into_the_next() -> None:
    game, events = example("JV-EX-4.5a")
    assert [e.data[1] for e in events if e.kind == "moved"] == [4, 1] and at(game, "4 VA") == "0731"
    begun = changed("JV-EX-4.5a")
    begun.play("move 4 VA")
    assert set(offered(begun)) == {"4 VA: 0730", "4 VA: 0630", "4 VA: 0830", "done"}
    begun.play("4 VA: 0730")
    assert begun.decision is not None and "1 MP left" in begun.decision.stack[-1]


@pytest.mark.rule("JV-4.9-1", "JV-4.9-2")
def test_example_4_9_one_hex_whatever_it_costs_but_not_out_of_a_zone() -> None:
    game, _ = example("JV-EX-4.9")
    assert at(game, "4 VA") == "0730" and state(game).phase == "combat"
    begun = changed("JV-EX-4.9")
    assert offered(begun) == ["move 4 VA", "done"]
    g = state(begun)
    bar = move_bar(g, "5 VA", g.at("5 VA"), g.setting.grid.index("0530"), 3, True)
    assert bar is not None and bar.cite == "JV-4.9-2"


@pytest.mark.rule("JV-5.2-2", "JV-5.2-3")
@pytest.mark.parametrize(("turn", "comes"), [(4, False), (5, True), (6, True)])
def test_example_5_2_in_its_turn_or_later(turn: int, comes: bool) -> None:
    assert at(example("JV-EX-5.2")[0], "29 OH") == "6111"
    game = changed("JV-EX-5.2", turn=turn, unit=[{"id": "25 OH", "hex": "0501"}, *changed_units("JV-EX-5.2")])
    assert ("enter 29 OH at 6111" in offered(game)) is comes


def changed_units(id: str) -> list[dict[str, Any]]:
    """The units of an example as its file has them."""
    found: list[dict[str, Any]] = tomllib.loads((EXAMPLES / f"{id}.toml").read_text(encoding="utf-8"))["unit"]
    return found


@pytest.mark.rule("JV-5.3-2")
def test_example_5_3a_the_column_costs_one_more_for_each() -> None:
    assert [n for _, n in entries(example("JV-EX-5.3a")[1]).values()] == [1, 2, 3]


@pytest.mark.rule("JV-5.3-13")
def test_example_5_3b_those_left_over_head_the_next_column() -> None:
    assert [n for _, n in entries(example("JV-EX-5.3b")[1]).values()] == [1, 2]


@pytest.mark.rule("JV-5.3-7", "JV-5.3-8", "JV-5.3-9")
def test_example_5_3c_one_of_two_hexes_for_the_whole_group_or_wait() -> None:
    begun = changed("JV-EX-5.3c")
    both = {f"enter {id} at {hex}" for id in ("29 OH", "5 OH") for hex in ("6109", "6113")}
    assert set(offered(begun)) == {*both, "done"}
    game, _ = example("JV-EX-5.3c")
    play(game, "29 OH: 6010")
    assert offered(game) == ["enter 5 OH at 6109", "done"]


@pytest.mark.rule("JV-5.3-15", "JV-5.3-17")
def test_example_5_3e_each_hex_has_its_own_column() -> None:
    game, events = example("JV-EX-5.3e")
    found = list(entries(events).values())
    assert [n for _, n in found] == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4]
    assert game.rulebook.broken_laws(game.state) == []


@pytest.mark.rule("JV-9.1-2", "JV-9.1-6")
def test_example_9_1_the_bridge_at_1629_burns() -> None:
    game, _ = example("JV-EX-9.1")
    assert [[state(game).hex_name(h) for h in pair] for pair in state(game).burned] == [["1628", "1629"]]
    before = changed("JV-EX-9.1")
    before.play("move 4 VA")
    assert "4 VA: 1628" in offered(before)
    game.play("done", asked(game))
    over = changed("JV-EX-9.1", burned=[["1628", "1629"]])
    over.play("move 4 VA")
    assert "4 VA: 1628" not in offered(over)


@pytest.mark.rule("JV-9.4-6", "JV-9.4-7")
def test_example_9_4_four_turns_and_it_stands() -> None:
    game, _ = example("JV-EX-9.4")
    while state(game).turn < 8:
        assert state(game).burned
        game.play("done", asked(game))
    assert state(game).burned == () and state(game).repairs == ()
    moving, _ = example("JV-EX-9.4")
    while state(moving).turn == 3:
        moving.play("done", asked(moving))
    play(moving, "move 4 VA", "4 VA: 1630")
    assert state(moving).repairs == () and state(moving).burned


@pytest.mark.rule("JV-10.3-tyler")
def test_example_10_3_tyler_stands_with_one_of_his_batteries() -> None:
    begun = changed("JV-EX-10.3")
    assert [text for text in offered(begun) if text.startswith("Tyler")] == ["Tyler: 3332", "Tyler: 3333"]
    assert refused(begun, "Tyler: 3434") == "JV-10.3-tyler" and at(example("JV-EX-10.3")[0], "Tyler") == "3332"


@pytest.mark.rule("JV-10.3-turn8", "JV-10.3-tyler-arrive")
@pytest.mark.parametrize(("turn", "clock", "comes"), [(7, "16:00", False), (8, "17:00", True), (9, "18:00", True)])
def test_example_10_3b_turn_8_is_five_in_the_afternoon(turn: int, clock: str, comes: bool) -> None:
    game = changed("JV-EX-10.3b", turn=turn)
    assert state(game).setting.hour(turn) == clock and ("enter 29 OH at 6111" in offered(game)) is comes


@pytest.mark.rule("JV-10.6-7", "JV-3.1-2", "JV-10.7-t1")
def test_example_10_6_who_plays_when() -> None:
    game, events = example("JV-EX-10.6")
    first = changed("JV-EX-10.6")
    first.play("rest as proposed")
    while state(first).player == 0:
        first.play("done")
    due = {text for text in offered(first) if text.startswith("enter ")}
    assert len(due) == 6 and "enter Poague Battery at 3128" in due
    while game.decision:
        events += game.play("done", asked(game))
    order = [(e.seat, e.data[0]) for e in events if e.kind in ("turn", "phase") and e.data != ("combat",)]
    sides = [seat for seat, word in order if word == "movement"]
    assert sides[:5] == ["union", "confederate", "confederate", "union", "confederate"] and len(sides) == 20
    assert sides[-1] == "union"
