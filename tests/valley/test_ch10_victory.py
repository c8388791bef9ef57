"""Chapters 10.4 and 10.8: what counts, who has won, and when it is judged."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import vedette
from tests.support import asked, play
from tests.valley.combat_support import NORTH, SOUTH, TARGET, south, walls
from tests.valley.combat_support import result as combat
from tests.valley.support import field, hex_of, state
from vedette.engine.game import Game
from vedette.engine.outcome import Outcome
from vedette.packs import battles
from vedette.rules.valley_campaign.chapters.deeds import lose_step, take_off
from vedette.rules.valley_campaign.chapters.victory import exit_points, holds_all, outcome_now
from vedette.rules.valley_campaign.setting import CONFEDERATE, UNION
from vedette.rules.valley_campaign.state import EXITED, State

CK, PR, BOTH = "cross-keys", "port-republic", "both-battles"
FILE = Path(__file__).parent.parent / "positions/levels_valley.toml"
ENDS = tomllib.loads(FILE.read_text(encoding="utf-8"))["end"]
ROWS = [(end["battle"], end["turn"], level, how) for end in ENDS for level, how in end["levels"].items()]


def of_arm(battle: str, words: str) -> list[str]:
    """The first so many Confederate units of an arm: "27 infantry"."""
    many, arm = words.split()
    rows = vedette.battle(battle).counters.values()
    return [row["id"] for row in rows if (row["side"], row["arm"]) == ("confederate", arm)][: int(many)]


def ending(battle: str, turn: int, how: Mapping[str, Any]) -> Game:
    """A battle before its last recovery phase, nobody on the map but two who stand aside."""
    gone = [id for words in how.get("exited", ()) for id in of_arm(battle, words)]
    units = [{"id": id, "box": "exited"} for id in gone]
    units += [{"id": id, "box": "eliminated"} for id in how.get("lost", ())]
    units += [{"id": "1 NJ Cavalry", "hex": "1001"}]
    keys = {"control": how["control"]} if "control" in how else {}
    spec = {
        "battle": battle,
        "empty": True,
        "turn": turn,
        "begin": "recovery",
        "active": "union",
        "unit": units,
        **keys,
    }
    return Game.new(vedette.battle(battle), position=spec)


@pytest.mark.parametrize(
    ("battle", "turn", "level", "how"), ROWS, ids=[f"{b.split('/')[1]}: {level}" for b, _, level, _ in ROWS]
)
def test_a_stored_position_reaches_the_level(battle: str, turn: int, level: str, how: Mapping[str, Any]) -> None:
    game = ending(battle, turn, how)
    while game.decision:
        game.play("done", asked(game))
    assert game.outcome is not None and game.outcome.level == level


def test_no_level_is_left_out() -> None:
    mine = [b.id for b in battles() if b.overlay is None and vedette.battle(b.id).rulebook == "valley_campaign"]
    assert len(mine) == 3
    for id in mine:
        levels = vedette.packs.rulebook("valley_campaign").levels(vedette.battle(id))
        assert [level for battle, _, level, _ in ROWS if battle == id] == levels


def left(gone: Sequence[str], scenario: str = CK, units: Mapping[str, Any] | None = None, **more: Any) -> State:
    """A game in which these have left the map, in order."""
    placed = {**dict.fromkeys(gone, "exited"), "25 OH": "1001", **(units or {})}
    return state(field(placed, scenario=scenario, exits=tuple(gone), **more))


def result(g: State) -> tuple[str, str | None, str]:
    """The level as things stand, who has it and by which case."""
    found: Outcome = outcome_now(g)
    return found.level, found.winner, found.cite


@pytest.mark.rule("JV-10.4-1", "JV-10.4-5")
def test_thirty_points_are_wanted_and_twenty_nine_are_the_unions() -> None:
    regiments = of_arm(f"valley-campaign/{CK}", "28 infantry")
    assert result(left([*regiments[:27], "Caskie Battery"])) == ("Union Victory", "union", "JV-10.4-5")
    assert result(left([*regiments, "Caskie Battery"])) == ("Confederate Victory", "confederate", "JV-10.4-1")


@pytest.mark.rule("JV-10.4-3", "JV-10.4-4")
def test_guns_count_double_and_cavalry_and_leaders_nothing() -> None:
    assert exit_points(left(["4 VA"])) == 1
    assert exit_points(left(["4 VA", "Caskie Battery"])) == 3
    assert exit_points(left(["4 VA", "7 VA Cavalry", "Jackson", "Ewell"])) == 1


@pytest.mark.rule("JV-10.4-11")
def test_reduced_units_count_in_full() -> None:
    reduced = {id: {"at": "exited", "face": "reduced"} for id in ("4 VA", "Caskie Battery")}
    assert exit_points(left(["4 VA", "Caskie Battery"], units=reduced)) == 3


@pytest.mark.rule("JV-10.4-8", "JV-10.4-10")
def test_without_jackson_a_victory_is_a_draw_but_he_may_leave() -> None:
    regiments = of_arm(f"valley-campaign/{CK}", "28 infantry")
    units = [*regiments, "Caskie Battery"]
    g = left(units, units={"Jackson": "4010"})
    lose_step(g, "Jackson", "JV-8.5-1")
    assert result(g) == ("Draw: Jackson is lost", None, "JV-10.4-8")
    assert result(left([*units, "Jackson"]))[0] == "Confederate Victory"
    few = left(regiments, units={"Jackson": "eliminated"}, fallen=("Jackson",))
    assert result(few) == ("Union Victory", "union", "JV-10.4-5")
    game = field({"Jackson": "6110", "4 VA": "2010", "25 OH": "1001"})
    play(game, "move Jackson", "Jackson: exit")
    assert state(game).at("Jackson") == EXITED and "Jackson" not in state(game).fallen


@pytest.mark.rule("JV-10.4-8")
def test_it_is_judged_at_the_end_of_the_last_turn_and_not_before() -> None:
    """He may fall after the thirtieth point."""
    units = [*of_arm(f"valley-campaign/{CK}", "28 infantry"), "Caskie Battery"]
    for turn, fell in ((10, False), (11, False), (11, True)):
        game = field(
            {**dict.fromkeys(units, "exited"), "25 OH": "1001", "Jackson": "4010", "Chew Horse Battery": "4010"},
            side="union", turn=turn, exits=tuple(units), phase="combat",
        )  # fmt: skip
        if fell:
            take_off(state(game), "Jackson", -2, "JV-8.5-1", "leader-lost")
        assert game.outcome is None
        while game.decision and state(game).turn == turn:
            game.play("done", asked(game))
        level = game.outcome and game.outcome.level
        assert level == (None if turn == 10 else "Draw: Jackson is lost" if fell else "Confederate Victory")


@pytest.mark.rule("JV-10.8-1", "JV-10.8-3", "JV-10.8-5")
@pytest.mark.parametrize(
    ("holders", "level", "winner", "cite"),
    [
        ((1, 1), "Confederate Victory", "confederate", "JV-10.8-1"),
        ((1, 0), "Union Victory", "union", "JV-10.8-3"),
        ((1, -1), "Union Victory", "union", "JV-10.8-3"),
        ((-1, -1), "Union Victory", "union", "JV-10.8-3"),
    ],
)
def test_both_hexes_are_wanted(holders: tuple[int, int], level: str, winner: str, cite: str) -> None:
    g = left([], scenario=PR, holders=holders)
    assert result(g) == (level, winner, cite) and holds_all(g) is (winner == "confederate")


@pytest.mark.rule("JV-10.8-4")
def test_there_too_jacksons_loss_makes_it_a_draw() -> None:
    g = left([], scenario=PR, holders=(1, 1), units={"Jackson": "eliminated"}, fallen=("Jackson",))
    assert result(g) == ("Draw: Jackson is lost", None, "JV-10.8-4")


@pytest.mark.rule("JV-10.8-2", "JV-10.8-6")
@pytest.mark.parametrize("id", ["4 VA", "7 VA Cavalry", "Caskie Battery", "Jackson"])
def test_any_unit_takes_a_hex_also_in_passing_and_the_last_one_keeps_it(id: str) -> None:
    game = field({id: "4525", "25 OH": "5526", "33 VA": "2010"}, scenario=PR, holders=(0, 0), turn=3)
    events = play(game, f"move {id}", f"{id}: 4426", f"{id}: 4326", f"{id}: 4325")
    assert state(game).holders == (1, 1)
    assert [(e.cite, e.hex) for e in events if e.kind == "control"] == [
        ("JV-10.8-1", state(game).setting.grid.index(hex)) for hex in ("4426", "4326")
    ]
    while state(game).turn == 3:
        game.play("done", asked(game))
    assert state(game).holders == (1, 1)


@pytest.mark.rule("JV-10.8-2", "JV-10.8-5")
def test_a_union_unit_that_passes_takes_it_back() -> None:
    game = field({"4 VA": "2010", "25 OH": "4525"}, scenario=PR, holders=(1, 1), side="union", turn=10)
    play(game, "move 25 OH", "25 OH: 4426", "25 OH: 4427", "done")
    assert state(game).holders == (0, 1)
    while game.decision:
        game.play("done", asked(game))
    assert game.outcome is not None and game.outcome.level == "Union Victory"


@pytest.mark.rule("JV-10-combined-1", "JV-2.8-3")
def test_both_days_want_both_goals_and_one_is_a_draw() -> None:
    units = [*of_arm(f"valley-campaign/{CK}", "28 infantry"), "Caskie Battery"]
    levels = [
        result(left(gone, scenario=BOTH, holders=holders))[0] for gone in ([], units) for holders in ((1, 0), (1, 1))
    ]
    assert levels == ["Union Victory", "Draw", "Draw", "Confederate Victory"]
    lost = left(units, scenario=BOTH, holders=(1, 1), units={"Jackson": "eliminated"}, fallen=("Jackson",))
    assert result(lost)[:2] == ("Draw: Jackson is lost", None)


def test_all_levels_best_for_the_union_first() -> None:
    book = vedette.packs.rulebook("valley_campaign")
    found = book.levels(vedette.battle(f"valley-campaign/{BOTH}"))
    assert found == ["Union Victory", "Draw", "Draw: Jackson is lost", "Confederate Victory"]


@pytest.mark.rule("JV-10.8-2", "JV-6.14-3")
@pytest.mark.parametrize(("steps", "holder"), [(1, CONFEDERATE), (2, UNION)])
def test_who_dies_as_he_falls_back_into_a_hex_has_not_held_it(steps: int, holder: int) -> None:
    """The one way back leads into a hex of victory that lies in a zone: it costs a step, and with the last one all."""
    victory = {"side": "confederate", "leader": "Jackson", "hexes": [NORTH, "4426"], "levels": []}
    sides = walls(TARGET, gates=[(TARGET, NORTH), (TARGET, SOUTH)])
    units = {"D": {"steps": steps}, "X": south("2008")}
    game, events = combat("DR", units, hexsides=sides, victory=victory, holders=(CONFEDERATE, UNION))
    assert [e.hex for e in events if e.kind == "retreated"] == [hex_of(NORTH)]
    assert state(game).holders == (holder, UNION)
    assert len([e for e in events if e.kind == "control"]) == steps - 1
