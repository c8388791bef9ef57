"""Views of the whole board: what each shows, in the form that the page draws."""

from __future__ import annotations

from typing import Any

import pytest

from tests.valley.support import field, state
from vedette.engine.events import EngineError
from vedette.engine.game import Game

UNITS: dict[str, Any] = {
    "Taylor": "1010", "6 LA": "1011", "7 LA": "1012", "8 LA": "1412", "1 VA": "1112", "2 VA": "1112", "15 AL": "1112",
    "a gun": {"at": "1010", "arm": "artillery", "side": "confederate"}, "8 NY": "1115", "39 NY": "2020",
}  # fmt: skip


def game_of(**how: Any) -> Game:
    """Both sides near each other."""
    return field(UNITS, **how)


def drawn(game: Game, name: str, **of: str) -> dict[str, Any]:
    """A view as a Confederate has it."""
    before = state(game).digest()
    found = game.rulebook.board(state(game), "confederate", name, **of)
    assert state(game).digest() == before
    return found


def test_every_view_can_be_asked_for_and_says_what_it_needs() -> None:
    game = game_of()
    listed = game.rulebook.boards()
    assert len({b["key"] for b in listed}) == len(listed)
    of = {"hex": {"at": "1010"}, "to": {"to": "1014"}, "unit": {"unit": "1 VA"}}
    for look in listed:
        found = drawn(game, look["name"], **{k: v for need in look["needs"] for k, v in of[need].items()})
        assert found["words"] and found["title"] == look["title"]
        for need in look["needs"][:1]:
            with pytest.raises(EngineError, match=f"say of which {need}"):
                drawn(game, look["name"])
    with pytest.raises(EngineError, match="there is no view"):
        drawn(game, "colours")


def test_zones_of_both_sides_and_where_they_meet() -> None:
    hexes = drawn(game_of(), "zones")["hexes"]
    assert [hexes[name]["tone"] for name in ("1013", "1116", "1114")] == ["good", "bad", "bad"]
    assert hexes["1013"]["why"] == "Confederate: 7 LA, 2 VA, 1 VA, 15 AL"
    near = field({**UNITS, "8 NY": "1114"})
    assert drawn(near, "zones")["hexes"]["1113"]["tone"] == "warn"


def test_where_a_unit_must_stop() -> None:
    hexes = drawn(game_of(), "range", unit="8 LA")["hexes"]
    assert hexes["1413"]["tone"] == "good" and hexes["1413"]["text"] == "1"
    assert hexes["1215"]["tone"] == "warn" and "zone of control of 8 NY" in hexes["1215"]["why"]
    off = drawn(game_of(), "range", unit="8 NY")
    assert off["hexes"] and "own movement phase" in off["words"][0]


def test_what_a_gun_reaches_and_which_guns_bear() -> None:
    hexes = drawn(game_of(hexes={"1008": "forest 2", "1013": "forest"}), "bombard", at="1010")["hexes"]
    assert [hexes[name]["text"] for name in ("1011", "1012", "1013", "1009")] == ["5/6", "4/6", "2/6", "5/6"]
    assert hexes["1007"]["tone"] == "bad" and "1008 hides it" in hexes["1007"]["why"] and "1005" not in hexes
    bears = drawn(game_of(), "guns", at="1013")
    assert bears["lines"] == [{"from": "1010", "to": "1013", "tone": "good", "text": "3/6"}]


def test_the_chain_of_a_leader_and_who_hangs_loose() -> None:
    found = drawn(game_of(), "chains")
    assert [(one["from"], one["to"]) for one in found["lines"]] == [("1010", "1011"), ("1011", "1012")]
    assert found["words"] == ["Taylor, 2 columns; linked: 6 LA, 7 LA; not linked: 8 LA"]
    assert found["hexes"]["1412"]["why"] == "8 LA: not linked to Taylor"


def test_full_stacks_are_told_from_those_with_room() -> None:
    hexes = drawn(game_of(), "stacks")["hexes"]
    assert hexes["1112"]["text"] == "3 of 2" and hexes["1112"]["tone"] == "warn" and hexes["1011"]["tone"] == "none"
