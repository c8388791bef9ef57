"""Chapter 4.7 to 4.11 and 4.17: how units move, stack, and stay on the map."""

from __future__ import annotations

import pytest

from tests.support import asked, kinds, offered, play
from tests.valley.support import GRID, at, field, hex_of, state
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.movement import allowance, exit_bar, move_bar, move_reach, start_bar
from vedette.rules.valley_campaign.chapters.zones import stack_bar

BYSTANDER = {"33 VA": "6001"}
"""Somebody who could still move, so that the phase goes on."""
OPEN = {**BYSTANDER, "8 NY": "1001"}


def march(game: Game, id: str, *hexes: str) -> None:
    """Move a unit from hex to hex."""
    play(game, f"move {id}", *(f"{id}: {hex}" for hex in hexes))


def cite_of(game: Game, id: str, to: str, left: int = 6, start: bool = True) -> str:
    """The case by which a step is barred."""
    g = state(game)
    bar = move_bar(g, id, g.at(id), hex_of(to), left, start)
    return "" if bar is None else bar.cite


@pytest.mark.rule("JV-4.7-1")
def test_the_printed_factor_is_what_a_unit_has() -> None:
    game = field({"1 VA": {"at": "2010", "movement": 3, "face": "reduced"}, "2 VA Cavalry": "3010", **OPEN})
    g = state(game)
    assert (allowance(g, "1 VA"), allowance(g, "2 VA Cavalry")) == (3, 9)
    march(game, "1 VA", "2011", "2012", "2013")
    assert at(game, "1 VA") == "2013" and "move 1 VA" not in offered(game)
    assert cite_of(game, "1 VA", "2014", 0, False) == "JV-4.7-1"


@pytest.mark.rule("JV-4.8-1", "JV-4.8-2", "JV-4.8-5")
def test_points_are_neither_kept_nor_lent() -> None:
    """Whoever stops with points left does not move again, and next turn he has his factor and no more."""
    game = field({"1 VA": "2010", "2 VA": {"at": "3010", "movement": 2}, **OPEN}, turn=3)
    play(game, "move 1 VA", "1 VA: 2011", "done")
    bar = start_bar(state(game), "1 VA")
    assert bar is not None and bar.cite == "JV-4.8-5" and "move 1 VA" not in offered(game)
    march(game, "2 VA", "3011", "3012")
    assert "2 VA: 3013" not in offered(game)
    while state(game).turn == 3:
        game.play("done", asked(game))
    assert allowance(state(game), "1 VA") == 6 and "move 1 VA" in offered(game)
    assert max(cost for cost, _ in move_reach(state(game), "1 VA").values()) == 6


@pytest.mark.rule("JV-4.8-3")
def test_any_number_of_units_may_move() -> None:
    game = field({"1 VA": "2010", "2 VA": "3010", **OPEN})
    assert offered(game) == ["move 2 VA", "move 33 VA", "move 1 VA", "done"]
    events = game.play("done", asked(game))
    assert kinds(events)[0] == "phase" and state(game).phase == "combat"


@pytest.mark.rule("JV-4.8-4")
def test_a_unit_may_stop_with_points_left() -> None:
    game = field({"1 VA": "2010", **OPEN})
    march(game, "1 VA", "2011")
    assert "done" in offered(game)
    game.play("done", asked(game))
    assert state(game).moved == ("1 VA",)


@pytest.mark.rule("JV-4.8-5")
def test_a_move_is_over_before_the_next_begins() -> None:
    game = field({"1 VA": "2010", "2 VA": "3010", **OPEN})
    march(game, "1 VA", "2011")
    assert all(text == "done" or text.startswith("1 VA: ") for text in offered(game))
    game.play("done", asked(game))
    assert "move 1 VA" not in offered(game) and "move 2 VA" in offered(game)


@pytest.mark.rule("JV-4.8-6")
def test_what_has_moved_goes_elsewhere_by_consent_alone_once_the_opponent_has_answered() -> None:
    game = field({"1 VA": "2010", "33 VA": "6001", "8 NY": "1001"})
    march(game, "1 VA", "2011")
    while state(game).player == 1:
        game.play("done", asked(game))
    play(game, "move 8 NY", "8 NY: 1002")
    bar = start_bar(state(game), "1 VA")
    assert bar is not None
    with pytest.raises(IllegalAction):
        game.undo("confederate")
    game.undo("confederate", consent=True)
    assert state(game).player == 1


@pytest.mark.rule("JV-4.8-7")
def test_a_unit_goes_from_hex_to_adjacent_hex() -> None:
    game = field({"1 VA": "2010", **OPEN})
    game.play("move 1 VA")
    near = {f"1 VA: {GRID.names[hex]}" for hex in GRID.neighbours[hex_of("2010")]}
    assert set(offered(game)) == near | {"done"}
    assert cite_of(game, "1 VA", "2012") == "JV-4.8-7"


@pytest.mark.rule("JV-4.8-8", "JV-2.7-4")
def test_a_step_costs_what_hex_and_hexside_ask() -> None:
    """Up a slope over a creek into forest on a hill: 1 and 1 and 1 on top of 2."""
    sides = [("2011", "2010", "slope"), ("2010", "2011", "creek")]
    game = field({"1 VA": "2010", **OPEN}, hexes={"2011": "forest 3"}, hexsides=sides)
    game.play("move 1 VA")
    assert game.play("1 VA: 2011")[0].data[1] == 5


@pytest.mark.rule("JV-4.8-9")
def test_units_move_in_their_own_player_turn_alone() -> None:
    game = field({"1 VA": "2010", "8 NY": "1001"})
    bar = start_bar(state(game), "8 NY")
    assert bar is not None and bar.cite == "JV-4.8-9" and "move 8 NY" not in offered(game)
    combat = field({"1 VA": "2010", "8 NY": "1001"}, phase="combat")
    late = start_bar(state(combat), "1 VA")
    assert late is not None and late.cite == "JV-4.8-9"


@pytest.mark.rule("JV-6.3-3")
def test_demoralized_units_do_not_move() -> None:
    game = field({"1 VA": {"at": "2010", "demoralized": 1}, **OPEN})
    bar = start_bar(state(game), "1 VA")
    assert bar is not None and bar.cite == "JV-6.3-3" and "move 1 VA" not in offered(game)


# -- 4.9 the least move ----------------------------------------------------------------------------------


@pytest.mark.rule("JV-4.9-1")
def test_one_hex_is_always_in_reach() -> None:
    game = field({"1 VA": {"at": "2010", "movement": 3}, **OPEN}, hexes={"2011": "peak 5"})
    march(game, "1 VA", "2011")
    assert at(game, "1 VA") == "2011" and offered(game) == ["move 33 VA", "done"]


@pytest.mark.rule("JV-4.9-1")
def test_but_as_the_whole_of_a_move() -> None:
    game = field({"1 VA": {"at": "2010", "movement": 4}, **OPEN}, hexes={"2012": "peak 5"})
    march(game, "1 VA", "2011")
    assert "1 VA: 2012" not in offered(game) and cite_of(game, "1 VA", "2012", 3, False) == "JV-4.7-1"


@pytest.mark.rule("JV-4.9-2")
def test_the_least_move_does_not_lead_out_of_a_zone() -> None:
    """With 3 points 2 go for leaving, and the hex costs 4; with 1 point nothing is left at all."""
    units = {"8 NY": "2009", **BYSTANDER}
    game = field({"1 VA": {"at": "2010", "movement": 3}, **units}, hexes={"2011": "peak 5"})
    assert cite_of(game, "1 VA", "2011", 3) == "JV-4.9-2"
    game.play("move 1 VA")
    assert "1 VA: 2011" not in offered(game) and "1 VA: 2110" in offered(game)
    stuck = field({"1 VA": {"at": "2010", "movement": 1}, **units})
    assert "move 1 VA" not in offered(stuck)


# -- 4.10, 4.11 stacking and enemies -----------------------------------------------------------------------


@pytest.mark.rule("JV-4.10-1", "JV-4.10-2")
def test_two_combat_units_fill_a_hex_also_in_passing() -> None:
    game = field({"1 VA": "2010", "2 VA": "2011", "2 VA Cavalry": "2011", **OPEN})
    assert cite_of(game, "1 VA", "2011") == "JV-4.10-1"
    game.play("move 1 VA")
    assert "1 VA: 2011" not in offered(game)
    game.play("done", asked(game))
    march(game, "2 VA", "2012")
    game.play("done", asked(game))
    assert stack_bar(state(game), "1 VA", hex_of("2011")) is None


@pytest.mark.rule("JV-4.10-4", "JV-4.10-5", "JV-4.10-6")
def test_leaders_and_guns_stack_without_limit() -> None:
    full = {"1 VA": "2011", "2 VA": "2011", "Poague Battery": "2011", "Ewell": "2011"}
    game = field({**full, "Jackson": "2010", "Carpenter Battery": "2010", "27 VA": "2010", **OPEN})
    march(game, "Jackson", "2011")
    game.play("done", asked(game))
    march(game, "Carpenter Battery", "2011")
    assert len(state(game).in_hex(hex_of("2011"))) == 6
    guns = field({**{f"gun {n}": {"at": "2011", "arm": "artillery", "side": "confederate"} for n in range(4)}, **OPEN,
                  "1 VA": "2010"})  # fmt: skip
    march(guns, "1 VA", "2011")
    assert at(guns, "1 VA") == "2011"


@pytest.mark.rule("JV-10.3-stack")
def test_three_units_of_a_set_up_stay_until_somebody_comes() -> None:
    game = field({"1 VA": "2010", "2 VA": "2010", "27 VA": "2010", "4 VA": "2011", **OPEN})
    assert cite_of(game, "4 VA", "2010") == "JV-4.10-1"
    march(game, "1 VA", "2009")
    game.play("done", asked(game))
    assert cite_of(game, "4 VA", "2010") == "JV-4.10-1"
    march(game, "2 VA", "2109")
    game.play("done", asked(game))
    assert cite_of(game, "4 VA", "2010") == ""


@pytest.mark.rule("JV-4.11-1")
@pytest.mark.parametrize("enemy", ["8 NY", "Milroy", "IN Battery"])
def test_nobody_enters_the_hex_of_an_enemy(enemy: str) -> None:
    game = field({"1 VA": "2010", enemy: "2011", **BYSTANDER})
    assert cite_of(game, "1 VA", "2011") == "JV-4.11-1"
    game.play("move 1 VA")
    assert "1 VA: 2011" not in offered(game)


# -- 4.17, 10.4 the edge -----------------------------------------------------------------------------------


@pytest.mark.rule("JV-4.17-1")
def test_nobody_leaves_the_map() -> None:
    """Neither side by any edge where the scenario names none, nor the other side by the one that it names."""
    for scenario, side, hex in (("port-republic", "confederate", "6110"), ("cross-keys", "confederate", "2001")):
        game = field({"1 VA": hex, **OPEN}, side=side, scenario=scenario)
        bar = exit_bar(state(game), "1 VA", 6, True)
        assert bar is not None and bar.cite == "JV-4.17-1"
    game = field({"8 NY": "6110", "29 OH": "1001", "1 VA": "2010"}, side="union")
    game.play("move 8 NY")
    assert "8 NY: exit" not in offered(game)


@pytest.mark.rule("JV-10.4-7", "JV-10.4-9", "JV-10.4-10")
def test_the_side_that_must_leaves_by_the_east_edge_for_a_point_more() -> None:
    game = field({"1 VA": {"at": "6010", "movement": 2}, "Jackson": "6110", **OPEN})
    march(game, "1 VA", "6110")
    assert "1 VA: exit" in offered(game)
    events = game.play("1 VA: exit")
    assert (events[0].kind, events[0].cite) == ("exited", "JV-10.4-9")
    play(game, "move Jackson", "Jackson: exit")
    assert state(game).exits == ("1 VA", "Jackson") and state(game).fallen == ()
    assert at(game, "Jackson") == "exited" and offered(game) == ["move 33 VA", "done"]
    tired = field({"1 VA": {"at": "6010", "movement": 1}, **OPEN})
    march(tired, "1 VA", "6110")
    assert at(tired, "1 VA") == "6110" and tired.decision is not None and tired.decision.kind == "move-unit"


@pytest.mark.rule("JV-10.4-2")
@pytest.mark.parametrize(("ground", "roads", "leaves"), [
    ("clear", [], True), ("forest", [], False), ("hill 3", [], False), ("forest 4", ["6010-6110"], True),
])  # fmt: skip
def test_units_leave_by_clear_or_road_hexes_alone(ground: str, roads: list[str], leaves: bool) -> None:
    game = field({"1 VA": "6110", **OPEN}, hexes={"6110": ground}, roads=roads)
    bar = exit_bar(state(game), "1 VA", 6, True)
    assert (bar is None) is leaves and (bar is None or bar.cite == "JV-10.4-2")


@pytest.mark.rule("JV-4.5-4")
def test_out_of_a_zone_it_leaves_the_map_for_half_and_a_point() -> None:
    """The half of 2 leaves 1, which is enough; whoever has entered a zone has stopped."""
    for movement, leaves in ((2, True), (1, False)):
        game = field({"1 VA": {"at": "6110", "movement": movement}, "8 NY": "6109", **BYSTANDER})
        assert (exit_bar(state(game), "1 VA", movement, True) is None) is leaves
    arriving = exit_bar(state(game), "1 VA", 4, False)
    assert arriving is not None and arriving.cite == "JV-4.4-1"
