"""Positions of the referee in this family: each key lays what it says, and a wrong one is a line with its mend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import vedette
from tests.support import offered
from vedette.engine import PositionError
from vedette.engine.game import Game
from vedette.rules.valley_campaign.state import ELIMINATED, EXITED, State

CK, PR = "valley-campaign/cross-keys", "valley-campaign/port-republic"
BRIGADE = {"id": "25 OH", "hex": "2108"}


def laid(battle: str = CK, **keys: Any) -> Game:
    """A game at a position."""
    return Game.new(vedette.battle(battle), position={"battle": battle, **keys})


def state(**keys: Any) -> State:
    """The state of a position on the bare map, before the Union's units move in turn 2."""
    found = laid(**{"empty": True, "turn": 2, "begin": "movement", "active": "union", **keys}).state
    assert isinstance(found, State)
    return found


def row(game: Game, id: str) -> dict[str, Any]:
    """A unit as `vedette try` lists it."""
    return next(u for u in game.rulebook.units(game.state) if u["id"] == id)


def test_a_position_that_names_the_battle_alone_is_the_scenario_from_its_beginning() -> None:
    assert laid().state.digest() == vedette.battle(CK).new_game(seed=1).state.digest()


@pytest.mark.parametrize(
    ("begin", "active", "stack"),
    [
        ("set-up", "", ["Turn 2, 11:00", "set-up"]),
        ("turn", "", ["Turn 2, 11:00", "Confederate player turn", "movement"]),
        ("movement", "union", ["Turn 2, 11:00", "Union player turn", "movement"]),
        ("movement", "", ["Turn 2, 11:00", "Confederate player turn", "movement"]),
        ("combat", "union", ["Turn 2, 11:00", "Union player turn", "combat"]),
    ],
)
def test_it_begins_where_it_says(begin: str, active: str, stack: list[str]) -> None:
    game = laid(turn=2, begin=begin, **({"active": active} if active else {}))
    assert game.decision is not None and game.decision.stack == stack


def test_recovery_takes_the_markers_of_its_side_off() -> None:
    units = [{**BRIGADE, "marks": ["demoralized"]}, {"id": "82 OH", "hex": "2110", "marks": ["demoralized-longer"]}]
    for side, left in (("union", [0, 1]), ("confederate", [1, 2])):
        g = state(begin="recovery", active=side, unit=units)
        assert [g.units[u].demoralized for u in ("25 OH", "82 OH")] == left


def test_without_empty_the_scenario_stands_and_the_units_of_the_position_are_changed() -> None:
    game = laid(turn=3, begin="movement", active="union", unit=[{"id": "25 OH", "hex": "2108", "face": "reduced"}])
    assert row(game, "25 OH")["hex"] == "2108" and row(game, "25 OH")["states"] == ["reduced"]
    assert row(game, "Schenck")["hex"] == "1709" and row(game, "7 OH")["arrives"] == {"turn": 8, "hex": "6111"}
    assert row(game, "Jackson")["hex"] == "3124" and row(game, "Ewell")["hex"] == row(game, "2 VA Cavalry")["hex"]
    assert [[game.state.hex_name(h) for h in pair] for pair in game.state.burned] != []


def test_an_empty_map_has_nobody_and_no_burned_bridge() -> None:
    g = state(unit=[BRIGADE])
    assert [*g.stacks.values()] == [("25 OH",)] and g.waiting == () and g.burned == ()
    assert sum(unit.at == -4 for unit in g.units.values()) == 52


def test_places_off_the_map() -> None:
    g = state(
        unit=[
            {"id": "Jackson", "box": "eliminated"},
            {"id": "Union A", "hex": "2108"},
            {"id": "25 OH", "arrives": {"turn": 4, "hex": "6111"}},
            {"id": "4 VA", "box": "exited"},
            {"id": "2 VA", "box": "exited"},
        ]
    )
    assert g.fallen == ("Jackson",) and g.at("Jackson") == ELIMINATED and g.at("Union A") >= 0
    assert [(a.turn, a.unit, g.hex_name(a.hex)) for a in g.waiting] == [(4, "25 OH", "6111")]
    assert g.exits == ("4 VA", "2 VA") and g.at("2 VA") == EXITED


def test_marks_are_what_units_have_done_in_the_phase() -> None:
    marks = ["moved", "fought", "attacked", "retreated", "displaced", "advanced"]
    g = state(begin="combat", unit=[{**BRIGADE, "marks": marks}])
    assert all(getattr(g, mark) == ("25 OH",) for mark in marks)
    assert offered(laid(empty=True, turn=2, begin="movement", active="union", unit=[BRIGADE])) != ["done"]
    assert "move 25 OH" not in offered(
        laid(empty=True, turn=2, begin="movement", active="union", unit=[{**BRIGADE, "marks": ["moved"]}])
    )


def test_values_of_known_and_unknown_units() -> None:
    own = {"side": "confederate", "arm": "artillery", "hex": "2010", "values": {"full": [5, 4]}, "brigade": "None"}
    g = state(
        unit=[
            {**BRIGADE, "values": {"full": [9, 3], "reduced": [7, 3]}},
            {"id": "29 NY", "hex": "2109", "values": {"full": [2, 6], "reduced": [1, 6]}, "face": "reduced"},
            {"id": "Guns", **own},
            {"id": "Fremont", "hex": "2110", "values": {"leader": [3, 8]}},
            {
                "id": "Bee",
                "side": "union",
                "arm": "leader",
                "hex": "2110",
                "values": {"leader": [2, 9]},
                "command": "B",
            },
        ]
    )
    found = {id: (g.counter(id).strength, g.counter(id).movement, g.counter(id).steps) for id in ("25 OH", "29 NY")}
    assert found == {"25 OH": ((9, 7), 3, 2), "29 NY": ((2, 1), 6, 2)} and g.strength("29 NY") == 1
    assert (g.side("Guns"), g.strength("Guns"), g.steps("Guns"), g.counter("Guns").brigade) == (1, 5, 1, "None")
    leaders = [(g.counter(id).shift, g.counter(id).movement, g.counter(id).command) for id in ("Fremont", "Bee")]
    assert leaders == [(3, 8, g.setting.battle.counters["Fremont"]["command"]), (2, 9, "B")]


def test_ground_bridges_columns_and_who_was_last() -> None:
    g = state(
        unit=[{"id": "25 OH", "hex": "2729"}],
        hex=[{"id": "1101", "terrain": "forest", "level": 3}],
        hexside=[{"between": ["1101", "1102"], "feature": "creek"}],
        burned=[["3128", "3127"]],
        repair=[{"between": ["2729", "2730"], "unit": "25 OH", "ready": 5}],
        entered={"6111": 2},
        instead={"6111": "6010"},
        cup=["Union A"],
    )
    index, board = g.setting.grid.index, g.setting.board
    assert board.terrain[index("1101")] == "forest" and board.level[index("1101")] == 3
    assert board.crossing[index("1101"), index("1102")] == ("creek",)
    assert [{*map(g.hex_name, pair)} for pair in g.burned] == [{"2729", "2730"}, {"3127", "3128"}]
    assert [(r.unit, r.ready) for r in g.repairs] == [("25 OH", 5)]
    assert (g.columns, g.substitutes) == (((index("6111"), 2),), ((index("6111"), index("6010")),))
    assert [id for id, unit in g.units.items() if unit.at == -4] == ["Union A"]
    held = laid(PR, empty=True, begin="turn", control={"4426": "confederate", "4326": "union"}).state
    assert held.holders == (1, 0)


WRONG: list[tuple[Mapping[str, Any], str]] = [
    ({"colour": 1}, "key 'colour' is not known; known are actions, active, assume, battle"),
    ({"turn": 12}, "turn 12: this battle has turns 1 to 11"),
    ({"turn": "2"}, "key 'turn': expected a whole number, got a text"),
    ({"begin": "fire"}, "begin 'fire' is none of turn, set-up, movement, combat, recovery"),
    ({"active": "north"}, "key 'active': invalid enum value 'north': write 'union' or 'confederate'"),
    ({"turn": 1, "active": "confederate"}, "active: 'confederate' has no player turn in turn 1: name the other side"),
    ({"begin": "turn"}, "active: at begin = 'turn' nobody is yet: take the key out"),
    ({"control": {"4426": "union"}}, "control: 4426 is no hex that victory asks for in this battle; it has none"),
    ({"burned": [["1101", "1102"]]}, "burned: no bridge joins 1101 and 1102; there are "),
    ({"cup": ["Jackson"]}, "cup: 'Jackson' is no subordinate leader who could lie there; such as Union A"),
    ({"entered": {"9999": 1}}, "entered: there is no hex '9999' on this map"),
    ({"hex": [{"id": "1101", "terrain": "swamp"}]}, "hex '1101': terrain 'swamp' is none of clear"),
    ({"hexside": [{"between": ["1101", "1102"], "feature": "wall"}]}, "feature 'wall' is none of slope"),
    ({"repair": [{"between": ["2729", "2730"], "unit": "25 OH", "ready": 4}]}, "does not stand at the bridge"),
    ({"repair": [{"between": ["2729", "2730"], "unit": "Ewell", "ready": 4}]}, "'Ewell' is not on the map: give it a"),
]
WRONG_UNITS: list[tuple[Mapping[str, Any], str]] = [
    ({"id": "25 OH"}, "unit '25 OH' has no place: give it hex, box or arrives"),
    ({"id": "25 OH", "hex": "2108", "box": "exited"}, "unit '25 OH' has both hex and box: keep one of them"),
    ({"id": "25 OH", "hex": "9999"}, "unit '25 OH': there is no hex '9999' on this map"),
    ({"id": "25 OH", "box": "lost"}, "box 'lost' is none of eliminated, exited, cup, unplaced"),
    ({"id": "25 OH", "box": "cup"}, "is no subordinate leader: he does not lie in the cup"),
    ({"id": "25 OH", "box": "unplaced"}, "is not set up by its owner in this battle: give it a hex"),
    ({**BRIGADE, "face": "worn"}, "face 'worn' is neither full nor reduced"),
    ({**BRIGADE, "marks": ["shaken"]}, "mark 'shaken' is not known; known are demoralized, demoralized-longer, moved"),
    ({**BRIGADE, "marks": ["demoralized", "demoralized-longer"]}, "keep one of them"),
    ({"id": "25 OH", "box": "exited", "marks": ["demoralized"]}, "mark 'demoralized' is for units on the map"),
    ({"id": "29 NY", "hex": "2108", "face": "reduced"}, "has one step and cannot be reduced: give it values.reduced"),
    (
        {"id": "26 OH", "hex": "2108"},
        "unit '26 OH' is not in this battle: give it side, arm, values, or correct its id",
    ),
    ({"id": "3 WV", "hex": "2108"}, "unit '3 WV' could be 3 WV (Milroy) or 3 WV (cavalry): write which"),
    ({**BRIGADE, "values": {}}, "key 'values' is empty: give it full"),
    ({**BRIGADE, "values": {"leader": [2, 9]}}, "its values are full = [strength, movement]"),
    ({"id": "Fremont", "hex": "2108", "values": {"full": [2, 9]}}, "its values are leader = [columns, movement]"),
    ({**BRIGADE, "values": {"full": [200, 9]}}, "values.full: write numbers from 0 to 99"),
    ({**BRIGADE, "side": "confederate"}, "is of the other side: take side out"),
    ({**BRIGADE, "arm": "cavalry"}, "is infantry: take arm out"),
    (
        {"id": "X", "hex": "2108", "side": "south", "arm": "infantry", "values": {"full": [1, 1]}},
        "side 'south' is neit",
    ),
    ({"id": "X", "hex": "2108", "side": "union", "arm": "boat", "values": {"full": [1, 1]}}, "arm 'boat' is none of"),
    ({"id": "X", "hex": "2108", "side": "union", "arm": "infantry", "values": {"reduced": [1, 1]}}, "needs full"),
]


def wrong(**keys: Any) -> str:
    """The line that a wrong position is refused with."""
    with pytest.raises(PositionError) as error:
        state(**keys)
    return str(error.value)


@pytest.mark.parametrize(("keys", "words"), WRONG)
def test_a_wrong_key_is_one_line_with_the_mend(keys: Mapping[str, Any], words: str) -> None:
    found = wrong(**{"unit": [BRIGADE], **keys})
    assert words in found.replace("`", "") and "\n" not in found


@pytest.mark.parametrize(("unit", "words"), WRONG_UNITS)
def test_a_wrong_unit_is_one_line_with_the_mend(unit: Mapping[str, Any], words: str) -> None:
    assert words in wrong(unit=[unit])


def test_two_sides_in_a_hex_and_a_unit_given_twice() -> None:
    assert wrong(unit=[BRIGADE, {"id": "4 VA", "hex": "2108"}]).startswith("hex 2108: units of both sides stand there")
    assert wrong(unit=[BRIGADE, BRIGADE]) == "unit '25 OH' is given twice: write one table for it"


@pytest.mark.rule("JV-9.4-7")
@pytest.mark.parametrize(("begin", "active"), [
    ("turn", ""), ("movement", "confederate"), ("movement", "union"), ("combat", "union"), ("recovery", "confederate"),
])  # fmt: skip
def test_a_bridge_stands_from_its_turn_on_whatever_phase_a_position_begins_with(begin: str, active: str) -> None:
    """`ready` is that turn: not a turn earlier, and not from the next one only."""
    keys: dict[str, Any] = {"empty": True, "turn": 6, "begin": begin, **({"active": active} if active else {})}
    keys["unit"] = [{"id": "5 VA", "hex": "1629"}, {"id": "25 OH", "hex": "0101"}]

    def burned(ready: int) -> tuple[int, int]:
        repair = {"between": ["1628", "1629"], "unit": "5 VA", "ready": ready}
        g = laid(**keys, burned=[["1628", "1629"]], repair=[repair]).state
        assert isinstance(g, State)
        return len(g.burned), len(g.repairs)

    assert [burned(ready) for ready in (5, 6, 7)] == [(0, 0), (0, 0), (1, 1)]


@pytest.mark.rule("JV-9.4-7", "JV-9.1-2")
def test_over_a_bridge_that_is_ready_one_marches() -> None:
    keys: dict[str, Any] = {"empty": True, "turn": 6, "begin": "movement", "active": "confederate"}
    keys["unit"] = [{"id": id, "hex": "1629"} for id in ("5 VA", "4 VA")] + [{"id": "25 OH", "hex": "0101"}]
    for ready, over in ((6, True), (7, False)):
        game = laid(**keys, repair=[{"between": ["1628", "1629"], "unit": "5 VA", "ready": ready}])
        game.play("move 4 VA")
        assert ("4 VA: 1628" in offered(game)) == over
