"""Chapter 12.1: the Union supply wagon and its guard."""

from __future__ import annotations

import pytest

from tests.stonewall.move_support import at, events_of, field, hex_of, kind, offered, play, spent, state, steps
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.deeds import place
from vedette.rules.great_battles.chapters.supply import guard_bar, seizable
from vedette.rules.great_battles.state import DESTROYED

WAGON = "Union Supply Wagon"
BARE = {WAGON: ("3030", 0)}


@pytest.mark.rule("SW-12.11-2")
@pytest.mark.rule("SW-12.15-1")
@pytest.mark.rule("SW-12.15-2")
@pytest.mark.rule("SW-6.15-1")
def test_the_wagon_moves_as_wheels_without_leader_or_morale() -> None:
    game = field({WAGON: "3030"}, side="union", paid=(), morale=0, hexes={"3031": "woods"})
    play(game, f"move {WAGON}", f"{WAGON}: 3031")
    assert spent(game, WAGON) == 4 and "3032" in steps(game, WAGON)


@pytest.mark.rule("SW-12.16-1")
@pytest.mark.rule("SW-12.16-2")
@pytest.mark.rule("SW-12.16-3")
def test_a_taken_wagon_is_captured_and_serves_its_captor() -> None:
    game = field({**BARE, "5 VA": ("3030", 3)})
    assert kind(game) == "wagon" and offered(game) == [f"capture {WAGON}", f"destroy {WAGON}"]
    events = play(game, f"capture {WAGON}")
    g = state(game)
    assert g.side(WAGON) == 1 and events_of(events, "wagon-captured") == [("wagon-captured", "SW-12.16-3")]
    play(game, f"move {WAGON}", f"{WAGON}: 3031", "done")
    assert at(game, WAGON) == "3031"
    guarded = state(field({WAGON: "3030", "5 VA": "3030"}))
    assert seizable(guarded, 1) == [] and kind(field({**BARE, "5 VA": "3031"})) == "move-unit"


@pytest.mark.rule("SW-12.18")
def test_a_destroyed_wagon_is_gone() -> None:
    game = field({**BARE, "5 VA": "3030"})
    play(game, f"destroy {WAGON}")
    assert state(game).at(WAGON) == DESTROYED and f"move {WAGON}" not in offered(game)


@pytest.mark.rule("SW-12.17")
def test_the_union_takes_it_back() -> None:
    game = field({**BARE, "5 VA": ("3030", 3)})
    play(game, f"capture {WAGON}")
    g = state(game)
    place(g, "5 VA", hex_of("3040"[:2] + "20"), "test")
    place(g, "110 PA", hex_of("3030"), "test")
    assert seizable(g, 0) == [WAGON] and seizable(g, 1) == []


def cite(game: Game, id: str) -> str:
    """The case by which a guard is refused."""
    bar = guard_bar(state(game), id, WAGON)
    return bar.cite if bar else ""


@pytest.mark.rule("SW-12.14-1")
@pytest.mark.rule("SW-12.14-2")
@pytest.mark.rule("SW-12.14-4")
def test_a_regiment_beside_it_gives_a_new_guard() -> None:
    game = field({**BARE, "14 IN": ("3030", "S", 4)}, side="union")
    play(game, "done")
    assert kind(game) == "guard" and offered(game) == ["14 IN gives a guard", "done"]
    play(game, "14 IN gives a guard")
    g = state(game)
    assert (g.strength("14 IN"), g.strength(WAGON), g.losses, g.morale) == (3, 1, (), 50)
    assert cite(game, "14 IN") == "SW-12.14-4"


@pytest.mark.rule("SW-12.14-3")
@pytest.mark.rule("SW-12.14-5")
def test_who_gives_no_guard() -> None:
    units = {**BARE, "1 OH Cav": "3030", "8 OH": ("3031", "S"), "67 OH": ("3030", 1)}
    game = field(units, side="union")
    assert [cite(game, i) for i in ("1 OH Cav", "8 OH", "67 OH")] == ["SW-12.14-3", "SW-12.14-1", "SW-12.14-2"]
    assert cite(field({**BARE, "14 IN": "3030"}, side="union"), "14 IN") == "SW-12.14-5", "five and four"
