"""Chapters 2.8, 10.3 and 10.7: who sets up where, and who decides it."""

from __future__ import annotations

import pytest

import vedette
from tests.support import offered, play
from tests.valley.support import at, field, state
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.setup import place_bar, places
from vedette.rules.valley_campaign.chapters.zones import stack_bar
from vedette.rules.valley_campaign.state import UNPLACED

CK, PR = "valley-campaign/cross-keys", "valley-campaign/port-republic"
REST = "rest as proposed"


def new(battle: str = CK) -> Game:
    """A battle whose Union is set up as proposed, before the Confederate set-up."""
    game = vedette.battle(battle).new_game(seed=1)
    if battle == CK:
        game.play(REST)
    return game


def hexes(game: Game, id: str) -> set[str]:
    """Where a unit may be set up now."""
    return {state(game).hex_name(hex) for hex in places(state(game), id)}


def refused(game: Game, text: str) -> str:
    """The case by which an action is refused."""
    with pytest.raises(IllegalAction) as error:
        game.play(text)
    return error.value.cite


@pytest.mark.rule("JV-10.3-1", "JV-10.7-1")
@pytest.mark.parametrize(("battle", "listed"), [(CK, 83), (PR, 12)])
def test_listed_units_stand_in_their_hexes_and_arrivals_wait(battle: str, listed: int) -> None:
    g = state(vedette.battle(battle).new_game(seed=1))
    rows = g.setting.scenario["setup"]
    assert {row["unit"]: g.hex_name(g.at(row["unit"])) for row in rows if "hex" in row} == {
        row["unit"]: row["hex"] for row in rows if "hex" in row
    }
    assert sum(unit.at >= 0 for unit in g.units.values()) == listed
    assert all(g.at(a.unit) == -1 for a in g.waiting)


@pytest.mark.rule("JV-10.3-tyler", "JV-10.3-milroy", "JV-10.3-carroll")
def test_union_leaders_stand_with_one_of_those_named() -> None:
    game = vedette.battle(CK).new_game(seed=1)
    assert hexes(game, "Tyler") == {"3332", "3333"}
    assert hexes(game, "Milroy") == {"1708", "1807", "1808"}
    assert hexes(game, "Carroll") == {"3332", "3333", "3434", "3232"}
    assert offered(game)[:3] == [REST, "Tyler: 3332", "Tyler: 3333"]
    assert refused(game, "Tyler: 3334") == "JV-10.3-tyler" and refused(game, "Milroy: 3333") == "JV-10.3-milroy"


@pytest.mark.rule("JV-10.7-tyler", "JV-10.7-carroll")
def test_at_port_republic_too() -> None:
    game = new(PR)
    assert hexes(game, "Tyler") == {"4421", "4422", "4523", "4624", "4322"}
    assert hexes(game, "Carroll") == {"4825", "4724", "4624", "4521", "4525", "4522"}
    play(game, "Carroll: 4724", "Tyler: 4421")
    assert (at(game, "Carroll"), at(game, "Tyler"), state(game).phase) == ("4724", "4421", "movement")


@pytest.mark.rule("JV-10.3-patton", "JV-10.3-elzey", "JV-10.3-trimble", "JV-10.3-ewell", "JV-10.3-steuart")
def test_confederate_leaders_stand_with_one_of_those_named() -> None:
    game = new()
    g = state(game)
    assert hexes(game, "Patton") == {"1911", "2012", "1812"}
    assert hexes(game, "Elzey") == {"2313", "2414", "2514", "2614", "2112", "2213", "2113"}
    assert hexes(game, "Trimble") == {"2315", "2613", "1908", "2712"}
    assert not places(g, "Ewell") and not places(g, "Steuart") and "place Ewell" not in offered(game)
    play(game, "10 VA: 3320", "2 VA Cavalry: 3119", "6 VA Cavalry: 2923")
    assert (hexes(game, "Ewell"), hexes(game, "Steuart")) == ({"3119"}, {"2923"})
    assert "3320" in hexes(game, "Patton") and refused(game, "Ewell: 2923") == "JV-10.3-ewell"


@pytest.mark.rule("JV-10.3-area", "JV-10.3-area-2", "JV-10.3-jackson", "JV-10.3-munford")
@pytest.mark.rule("JV-10.3-patton-area", "JV-10.3-csa-batteries-area")
def test_the_free_area_is_the_owners_choice_within_the_limit() -> None:
    game = new()
    assert game.decision is not None and game.decision.seat == "confederate"
    area = set(state(game).setting.scenario["areas"]["rear"])
    free = [id for id in state(game).armies[1] if state(game).at(id) == UNPLACED and hexes(game, id) == area]
    assert len(free) == 19 and {"Jackson", "2 VA", "10 VA", "7 VA Cavalry", "Munford", "Chew Horse Battery"} <= {*free}
    play(game, "Jackson: 3320", "2 VA: 3320", "4 VA: 3320")
    assert hexes(game, "5 VA") == area - {"3320"} and hexes(game, "Carpenter Battery") == area
    assert refused(game, "5 VA: 3320") == "JV-4.10-1" and refused(game, "5 VA: 1812") == "JV-10.3-jackson"
    bar = place_bar(state(game), "Poague Battery", state(game).setting.grid.index("1812"))
    assert bar is not None and bar.cite == "JV-10.3-csa-batteries-area"


@pytest.mark.rule("JV-10.3-area-2")
def test_units_are_placed_in_any_order_and_the_rest_as_proposed() -> None:
    game = new()
    play(game, "Munford: 3122", "place 33 VA", "33 VA: 3121", "Jackson: 3120", REST)
    g = state(game)
    assert [at(game, id) for id in ("Munford", "33 VA", "Jackson")] == ["3122", "3121", "3120"]
    assert not any(unit.at == UNPLACED for unit in g.units.values()) and g.turn == 1 and g.player == 0
    usual = {row["unit"]: row["usual"] for row in g.setting.scenario["setup"] if "usual" in row}
    assert {id: at(game, id) for id in usual if id not in ("Munford", "33 VA", "Jackson")} == {
        id: hex for id, hex in usual.items() if id not in ("Munford", "33 VA", "Jackson")
    }
    assert game.rulebook.broken_laws(g) == []


def test_a_set_up_is_taken_back_unit_by_unit() -> None:
    game = new()
    first = game.state.digest()
    play(game, "Jackson: 3320", "2 VA: 3320")
    game.undo()
    assert at(game, "2 VA") == "unplaced" and at(game, "Jackson") == "3320"
    game.undo()
    assert game.state.digest() == first
    game.play(REST)
    game.undo("confederate")
    assert game.state.digest() == first


def test_who_stands_with_one_unit_is_asked_nothing() -> None:
    game = new()
    for id in ("2 VA Cavalry", "6 VA Cavalry"):
        play(game, f"{id}: 3122")
    asked = set()
    while game.decision and game.decision.kind == "set-up":
        asked |= {*game.decision.about}
        game.play(next(text for text in offered(game) if text != REST))
    assert at(game, "Ewell") == at(game, "Steuart") == "3122"
    assert not asked & {"Ewell", "Steuart"} and {"Elzey", "Trimble", "Jackson"} <= asked


@pytest.mark.rule("JV-10.3-stack")
def test_1807_is_set_up_over_the_limit_and_nobody_else_comes_in() -> None:
    game = new()
    g = state(game)
    hex = g.setting.grid.index("1807")
    assert {"3 WV (Milroy)", "8 WV", "60 OH"} <= {*g.in_hex(hex)} and game.rulebook.broken_laws(g) == []
    bar = stack_bar(g, "25 OH", hex)
    assert bar is not None and bar.cite == "JV-4.10-1"
    other = state(field({"3 WV (Milroy)": "2010", "8 WV": "2010", "60 OH": "2010", "15 AL": "4010"}))
    assert len(game.rulebook.broken_laws(other)) == 1


@pytest.mark.rule("JV-10.3-bridges", "JV-10.7-bridges")
def test_two_bridges_are_burned_at_cross_keys_and_none_at_port_republic() -> None:
    g = state(new())
    assert [{*map(g.hex_name, pair)} for pair in g.burned] == [{"2729", "2730"}, {"3127", "3128"}]
    assert set(g.burned) <= set(g.setting.bridges) and state(new(PR)).burned == ()


@pytest.mark.rule("JV-10.2-5", "JV-10.6-5", "JV-10.2-3", "JV-10.6-2", "JV-10.6-6")
def test_dusk_and_dawn_go_by_the_hour() -> None:
    for battle, dark in (
        (CK, {11: "dusk"}),
        (PR, {1: "dawn"}),
        ("valley-campaign/both-battles", {11: "dusk", 12: "dawn"}),
    ):
        s = state(vedette.battle(battle).new_game(seed=1)).setting
        assert {turn: word for turn in range(1, s.last_turn + 1) if (word := s.darkness(turn))} == dark
    short = state(vedette.battle(CK).new_game(seed=1, options={"turns": "10"})).setting
    assert short.last_turn == 10 and not any(short.darkness(turn) for turn in range(1, 11))


@pytest.mark.rule("JV-10.4-6")
def test_the_east_edge_is_the_last_column() -> None:
    board = vedette.battle(CK).board
    names = [name for name, far in zip(board.grid.names, board.edge_distance["east"], strict=True) if not far]
    assert {name[:2] for name in names} == {"61"} and "6111" in names
