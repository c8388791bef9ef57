"""Chapter 5: reinforcements. 6111 is a road hex of the east edge, 3128 and 3821 lie inside the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.support import asked, kinds, offered, play
from tests.valley.support import GRID, at, field, hex_of, state
from vedette.engine.events import Event, IllegalAction
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.movement import move_reach
from vedette.rules.valley_campaign.chapters.reinforcements import entries as entries_of
from vedette.rules.valley_campaign.chapters.reinforcements import entry_bar, entry_cost

HOME = {"33 VA": "3001", "8 NY": "1001"}
COLUMN = ("1 VA", "2 VA", "4 VA", "5 VA", "27 VA", "42 VA", "48 VA")


def coming(*ids: str, hex: str = "6111", turn: int = 2, units: dict[str, Any] | None = None, **keys: Any) -> Game:
    """A Confederate movement phase with these units to come at a hex."""
    return field({**HOME, **(units or {})}, waiting=[(turn, id, hex) for id in ids], **keys)


def entries(game: Game, id: str = "") -> list[str]:
    """What is offered of entering."""
    return [text for text in offered(game) if text.startswith(f"enter {id}")]


def cite_of(game: Game, id: str, hex: str) -> str:
    bar = entry_bar(state(game), id, hex_of(hex))
    return "" if bar is None else bar.cite


def enter(game: Game, id: str, hex: str, *way: str) -> list[Event]:
    """Bring a unit on, and move it on."""
    events = game.play(f"enter {id} at {hex}")
    play(game, *(f"{id}: {to}" for to in way))
    decision = game.decision
    if decision is not None and decision.kind == "move":
        game.play("done", asked(game))
    return events


def spent(events: Sequence[Event]) -> int:
    """The points of an entry."""
    return int(next(e for e in events if e.kind == "entered").data[1])


@pytest.mark.rule("JV-5.1-1", "JV-5.1-3")
def test_reinforcements_wait_off_the_map_and_enter_where_the_list_says() -> None:
    game = coming("1 VA")
    assert at(game, "1 VA") == "waiting" and entries(game) == ["enter 1 VA at 6111"]
    assert entry_bar(state(game), "33 VA", hex_of("6111")) is not None
    events = enter(game, "1 VA", "6111")
    assert kinds(events)[0] == "entered" and at(game, "1 VA") == "6111" and state(game).waiting == ()


@pytest.mark.rule("JV-5.2-1")
def test_they_enter_at_any_time_of_their_movement_phase_alone() -> None:
    game = coming("1 VA", "2 VA")
    play(game, "move 33 VA", "33 VA: 3002", "done")
    assert entries(game) == ["enter 1 VA at 6111", "enter 2 VA at 6111"]
    enter(game, "1 VA", "6111", "6112", "6113")
    assert entries(game) == ["enter 2 VA at 6111"]
    game.play("done", asked(game))
    assert cite_of(game, "2 VA", "6111") == "JV-5.2-1"


@pytest.mark.rule("JV-5.2-2", "JV-5.2-3")
@pytest.mark.parametrize(("turn", "comes"), [(4, False), (5, True), (6, True)])
def test_never_before_its_turn_but_in_it_or_later(turn: int, comes: bool) -> None:
    game = coming("1 VA", turn=5)
    state(game).turn = turn
    assert (cite_of(game, "1 VA", "6111") == "") is comes
    if not comes:
        assert cite_of(game, "1 VA", "6111") == "JV-5.2-2" and entries(game) == []


@pytest.mark.rule("JV-5.2-4", "JV-5.3-1")
def test_the_owner_says_of_each_unit_whether_and_in_which_order() -> None:
    game = coming("1 VA", "2 VA", "4 VA")
    assert spent(enter(game, "4 VA", "6111", "6112", "6113")) == 1
    assert spent(enter(game, "1 VA", "6111")) == 2
    game.play("done", asked(game))
    assert at(game, "2 VA") == "waiting"


@pytest.mark.rule("JV-5.2-5")
def test_who_has_entered_does_not_leave_again() -> None:
    game = field({"29 OH": "1001", "1 VA": "3001"}, side="union", waiting=[(2, "8 NY", "6111")])
    game.play("enter 8 NY at 6111")
    assert "8 NY: 6112" in offered(game) and "8 NY: exit" not in offered(game)


@pytest.mark.rule("JV-5.2-6")
def test_who_has_entered_moves_on_and_fights_at_once() -> None:
    game = coming("1 VA", units={"29 OH": "6114"}, dice=["3"])
    enter(game, "1 VA", "6111", "6112", "6113")
    assert at(game, "1 VA") == "6113"
    play(game, "done")
    assert [e.units for e in game.play("1 VA attack 6114") if e.kind == "attacked"] == [("1 VA",)]


# -- the column ------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-5.3-2", "JV-5.3-3")
def test_the_column_costs_one_more_for_each() -> None:
    """Also where the entry hex itself is rough: they come by its road."""
    game = coming(*COLUMN[:3], hexes={"6111": "forest 3"})
    costs = [
        spent(enter(game, id, "6111", "6112", to)) for id, to in zip(COLUMN, ("6113", "6113", "6012"), strict=False)
    ]
    assert costs == [1, 2, 3]
    assert state(game).columns == ((hex_of("6111"), 3),)


@pytest.mark.rule("JV-5.3-2")
def test_it_moves_on_with_what_the_column_leaves() -> None:
    game = coming("1 VA", "2 VA")
    enter(game, "1 VA", "6111", "6112")
    game.play("enter 2 VA at 6111")
    assert game.decision is not None and "4 MP left" in game.decision.stack[-1]
    assert max(cost for cost, _ in move_reach(state(game), "2 VA", 4, False).values()) == 4


@pytest.mark.rule("JV-5.3-12", "JV-4.9-3", "JV-5.3-13")
def test_who_is_too_far_back_waits_and_heads_the_next_column() -> None:
    ids = [*COLUMN[:2], "Poague Battery", "Carpenter Battery", "Caskie Battery", "Cutshaw Battery"]
    game = coming(*ids, "Lusk Battery", "Jackson")
    for id in ids[:2]:
        enter(game, id, "6111", "6112")
    for id in ids[2:]:
        enter(game, id, "6111")
    assert cite_of(game, "Lusk Battery", "6111") == "JV-4.9-3"
    assert entries(game) == ["enter Jackson at 6111"]
    while state(game).turn == 2:
        game.play("done", asked(game))
    assert entry_cost(state(game), "Lusk Battery", hex_of("6111")) == 1
    assert spent(enter(game, "Lusk Battery", "6111")) == 1


@pytest.mark.rule("JV-5.3-15", "JV-10.7-interior")
def test_each_entry_hex_has_its_column() -> None:
    waiting = [(2, "1 VA", "3821"), (2, "2 VA", "3821"), (2, "4 VA", "3721")]
    game = field(HOME, waiting=waiting, scenario="port-republic")
    assert [spent(enter(game, id, hex)) for _, id, hex in waiting] == [1, 2, 1]


@pytest.mark.rule("JV-10.7-interior")
def test_by_an_option_hexes_inside_the_map_cost_one_but_not_those_of_its_edge() -> None:
    waiting = [(2, "1 VA", "3821"), (2, "2 VA", "3821"), (2, "4 VA", "6111"), (2, "5 VA", "6111")]
    game = field(HOME, waiting=waiting, scenario="port-republic", options={"entry": "normal"})
    assert [spent(enter(game, id, hex)) for _, id, hex in waiting] == [1, 1, 1, 2]


@pytest.mark.rule("JV-5.3-17", "JV-10.7-stack")
def test_the_third_unit_enters_when_another_has_moved_on() -> None:
    game = coming(*COLUMN[:3], "Jackson", "Poague Battery")
    enter(game, "1 VA", "6111")
    enter(game, "2 VA", "6111")
    assert cite_of(game, "4 VA", "6111") == "JV-5.3-17"
    assert entries(game) == ["enter Jackson at 6111", "enter Poague Battery at 6111"]
    game = coming(*COLUMN[:3])
    enter(game, "1 VA", "6111")
    enter(game, "2 VA", "6111", "6112")
    assert entries(game) == ["enter 4 VA at 6111"]


# -- a blocked hex -----------------------------------------------------------------------------------------

BLOCKED = {"29 OH": "6112"}
"""An enemy beside 6111: of the edge hexes 6110 is the nearest that is free of his zone."""


@pytest.mark.rule("JV-5.3-4")
def test_an_open_entry_hex_is_the_only_one() -> None:
    game = coming("1 VA")
    assert entries(game) == ["enter 1 VA at 6111"] and cite_of(game, "1 VA", "6110") == "JV-5.3-4"
    with pytest.raises(IllegalAction):
        game.play("enter 1 VA at 6110")


@pytest.mark.rule("JV-5.3-5")
def test_an_enemy_in_it_blocks_it() -> None:
    game = coming("1 VA", units={"29 OH": "6111"})
    assert cite_of(game, "1 VA", "6111") == "JV-5.3-5"


@pytest.mark.rule("JV-5.3-16", "JV-5.3-5")
def test_his_zone_alone_blocks_it() -> None:
    game = coming("1 VA", units={"29 OH": "6011"})
    assert cite_of(game, "1 VA", "6111") == "JV-5.3-16" and "enter 1 VA at 6111" not in entries(game)


@pytest.mark.rule("JV-5.3-6")
def test_before_a_blocked_hex_they_may_wait() -> None:
    game = coming("1 VA", units=BLOCKED)
    game.play("done", asked(game))
    assert at(game, "1 VA") == "waiting" and state(game).phase == "combat"


@pytest.mark.rule("JV-5.3-7")
def test_or_enter_by_the_nearest_open_hex_road_or_not() -> None:
    game = coming("1 VA", units=BLOCKED)
    assert entries(game) == ["enter 1 VA at 6110"]
    assert cite_of(game, "1 VA", "6109") == "JV-5.3-7"


@pytest.mark.rule("JV-5.3-8", "JV-5.3-9")
def test_of_two_equally_near_the_owner_picks_one_for_all() -> None:
    game = coming("1 VA", "2 VA", units={"29 OH": "6111"})
    both = ["6109", "6113"]
    assert entries(game, "1 VA") == [f"enter 1 VA at {hex}" for hex in both]
    enter(game, "1 VA", "6113")
    assert entries(game) == ["enter 2 VA at 6113"] and cite_of(game, "2 VA", "6109") == "JV-5.3-9"


@pytest.mark.rule("JV-5.3-9")
def test_the_choice_holds_for_the_phase() -> None:
    game = coming("1 VA", "2 VA", units={"29 OH": "6111"})
    enter(game, "1 VA", "6113")
    while state(game).turn == 2:
        game.play("done", asked(game))
    assert entries(game) == ["enter 2 VA at 6109", "enter 2 VA at 6113"]


@pytest.mark.rule("JV-5.3-9", "JV-5.3-5")
@pytest.mark.parametrize(("enemy", "cite"), [("6113", "JV-5.3-5"), ("6114", "JV-5.3-16")])
def test_nobody_enters_by_that_hex_either_while_an_enemy_blocks_it(enemy: str, cite: str) -> None:
    """As a position may have it."""
    instead = ((hex_of("6111"), hex_of("6113")),)
    game = coming("1 VA", units={"29 OH": "6111", "25 OH": enemy}, substitutes=instead)
    assert entries(game) == [] and cite_of(game, "1 VA", "6113") == cite


@pytest.mark.rule("JV-5.3-10", "JV-5.3-14")
def test_off_the_map_those_before_it_count_as_clear_ground() -> None:
    game = coming(*COLUMN[:3], units=BLOCKED)
    ways = (("6109", "6108"), ("6109", "6108"), ())
    costs = [spent(enter(game, id, "6110", *way)) for id, way in zip(COLUMN, ways, strict=False)]
    assert costs == [1, 2, 3]


@pytest.mark.rule("JV-5.3-11", "JV-5.3-14")
def test_and_the_hex_itself_costs_what_its_ground_does() -> None:
    """A road through it is no use to who does not come by it."""
    game = coming(*COLUMN[:2], units=BLOCKED, hexes={"6110": "forest 3"}, roads=["6110-6111"])
    assert [spent(enter(game, id, "6110", "6109")) for id in COLUMN[:2]] == [3, 4]


@pytest.mark.rule("JV-5.3-18", "JV-5.3-8")
def test_inside_the_map_the_nearest_open_hexes_lie_all_around() -> None:
    game = coming("1 VA", hex="3020", units={"29 OH": "3020"}, scenario="port-republic")
    assert len(entries(game)) == 12 and all(
        hex.split(" at ")[1][:2] in ("28", "29", "30", "31", "32") for hex in entries(game)
    )


@pytest.mark.rule("JV-5.3-18")
def test_but_none_that_a_river_cuts_off() -> None:
    """An enemy in 3020; his zone does not cross the river to 3019, which is so the nearest, if one can walk there."""

    def found(sides: list[tuple[str, str, str]], **keys: Any) -> list[str]:
        units = {"29 OH": "3020"}
        return entries(coming("1 VA", hex="3020", units=units, scenario="port-republic", hexsides=sides, **keys))

    north = [("3019", "3020", "river")]
    around = [*north, *(("3019", hex, "river") for hex in ("2918", "2919", "3018", "3118", "3119"))]
    bridge = [*around, ("3018", "3019", "bridge")]
    assert found(north) == found(bridge) == ["enter 1 VA at 3019"]
    cut_off = found(around)
    assert len(cut_off) > 1 and "enter 1 VA at 3019" not in cut_off
    assert found(bridge, burned=[("3018", "3019")]) == cut_off


@pytest.mark.parametrize("enemy", ["6111", "6112", "3020", "3021", "1002"])
def test_what_is_offered_is_what_nothing_bars(enemy: str) -> None:
    waiting = [(2, "1 VA", "6111"), (2, "Poague Battery", "3020"), (3, "2 VA", "6111"), (1, "Jackson", "3020")]
    game = field({**HOME, "29 OH": enemy, "4 VA": "6110", "5 VA": "6110"}, waiting=waiting)
    g = state(game)
    free = {(id, hex) for _, id, _ in waiting for hex in range(GRID.size) if entry_bar(g, id, hex) is None}
    assert set(entries_of(g, 1)) == free and free
