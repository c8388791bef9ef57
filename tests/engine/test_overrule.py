"""A unit is set by agreement in a running game: a line of the record, the same question, the same dice."""

from __future__ import annotations

import random
from typing import Any

import pytest

import vedette
from vedette.engine import Game, IllegalAction
from vedette.engine.archive import verify
from vedette.engine.ways import ways

FAMILIES = {"kernstown/the-stone-wall": "worn", "valley-campaign/cross-keys": "reduced", "stonewall-1978/kernstown": ""}
UNDER_WAY = "that is under way, end it or take it back first"


def calm(id: str, seed: int = 1, least: int = 0, **more: Any) -> Game:
    """A game played by lot to a moment at which a unit can be set."""
    game, rng = Game.new(vedette.battle(id), seed=5, digests=True, **more), random.Random(seed)
    while len(game.entries) < least or not can_set(game):
        decision = rng.choice(game.decisions)
        game.play(rng.choice(decision.actions).text, decision.seat)
    return game


def can_set(game: Game) -> bool:
    try:
        game.clone().overrule({"id": "nobody"}, "union")
    except IllegalAction as error:
        return "there is no unit 'nobody'" in error.reason
    raise AssertionError("nobody was set")


def foot(game: Game) -> tuple[dict[str, Any], str]:
    """A regiment on the map as it stands, and an empty hex some way off where it may stand."""
    g: Any = game.state
    grid = g.setting.grid
    for id in g.units:
        if g.at(id) >= 0 and g.setting.counters[id].arm == "infantry":
            for hex in range(grid.size):
                if hex not in g.stacks and grid.distance(hex, g.at(id)) == 2 and not g.stacks.keys() & {
                    *grid.neighbours[hex]
                }:  # fmt: skip
                    return game.rulebook.unit_row(g, id), g.hex_name(hex)
    raise AssertionError("nobody is on the map")


@pytest.mark.parametrize("id", FAMILIES)
def test_a_unit_is_set_and_the_record_holds(id: str) -> None:
    game = calm(id, least=60)
    row, hex = foot(game)
    asked, counter = [(d.seat, d.kind) for d in game.decisions], getattr(game.chance, "used", None)
    wish: dict[str, Any] = {"id": row["id"], "hex": hex}
    if FAMILIES[id]:
        wish["face"] = FAMILIES[id]
    told = game.overrule(wish, "union", consent=True)
    now = game.rulebook.unit_row(game.state, row["id"])
    assert now["hex"] == hex and now.get("face", "") == FAMILIES[id]
    assert now.get("marks") == row.get("marks"), "what is not said stays"
    words = game.say(told[0])
    assert words.startswith(f"Overruled by agreement: {row['id']} is now in hex {hex}") and row["hex"] in words
    assert [(d.seat, d.kind) for d in game.decisions] == asked and getattr(game.chance, "used", None) == counter
    assert not game.rulebook.broken_laws(game.state)
    n = len(game.entries)
    for consent in (False, True):
        with pytest.raises(IllegalAction, match=f"a unit was set by entry {n}"):
            game.undo("union", to=n - 1, consent=consent)
    assert all(way.to >= n for seat in ("union", "confederate") for way in ways(game, seat))
    rng = random.Random(3)
    for _ in range(25):
        decision = rng.choice(game.decisions)
        game.play(rng.choice(decision.actions).text, decision.seat)
    record = game.record()
    assert '"overrule":{"id":"' in record and '"consent":true' in record
    verdict = verify(record)
    assert verdict.ok, verdict.bad
    again = Game.from_record(record)
    assert again.state == game.state and again.record() == record
    assert game.battles == [game.battle]


@pytest.mark.slow
def test_that_the_other_side_agreed_is_what_the_record_says_and_not_what_it_proves() -> None:
    """Told in the verdict of a game that is not practice: where it is, nobody need agree."""
    game = Game.new(vedette.battle("valley-campaign/cross-keys"), digests=True)
    while not can_set(game):
        game.play(game.decisions[0].actions[0].text, game.decisions[0].seat)
    row = next(row for unit in game.state.units if (row := game.rulebook.unit_row(game.state, unit)).get("hex"))
    game.overrule({"id": row["id"], "box": "exited"}, "union", consent=True)
    verdict = verify(game.record())
    assert verdict.ok and verdict.unproved["consent"].startswith("once a unit was set by agreement")


@pytest.mark.parametrize("id", FAMILIES)
def test_a_unit_is_taken_off_and_set_again(id: str) -> None:
    game = calm(id, least=60)
    row, hex = foot(game)
    lost = {"id": row["id"], "box": "exited"}
    game.overrule(lost, "union")
    assert "box" in game.rulebook.unit_row(game.state, row["id"])
    with pytest.raises(IllegalAction, match="is not on the map: give it a hex or a box"):
        game.overrule({"id": row["id"], "marks": []}, "union")
    back = {"id": row["id"], "hex": hex} | ({"strength": row["strength"]} if "strength" in row else {})
    game.overrule(back, "union")
    assert game.rulebook.unit_row(game.state, row["id"])["hex"] == hex
    assert not game.rulebook.broken_laws(game.state)
    assert verify(game.record()).ok


@pytest.mark.parametrize("id", FAMILIES)
def test_what_could_not_be_is_refused_with_the_mend(id: str) -> None:
    game = calm(id, least=60)
    row, _ = foot(game)
    g: Any = game.state
    enemy = next(u for u in g.units if g.at(u) >= 0 and g.seat(u) != g.seat(row["id"])) if hasattr(g, "seat") else next(
        u for u in g.units if g.at(u) >= 0 and g.side(u) != g.side(row["id"])
    )  # fmt: skip
    before = game.record()
    wrong: dict[str, dict[str, Any]] = {
        "there is no unit 'nobody' in this game": {"id": "nobody", "hex": row["hex"]},
        "there is no hex '9999' on this map": {"id": row["id"], "hex": "9999"},
        "both sides": {"id": row["id"], "hex": g.hex_name(g.at(enemy))},
        "mark 'tired' is none of": {"id": row["id"], "marks": ["tired"]},
        "'values' is not set in a game": {"id": row["id"], "values": {}},
        "nothing is said of it": {"id": row["id"]},
        "box 'attic' is none of": {"id": row["id"], "box": "attic"},
        "both hex and box": {"id": row["id"], "hex": row["hex"], "box": "exited"},
        "is so already": {"id": row["id"], "hex": row["hex"]},
        "named by its id": {"id": 4},
        "expected": {"id": row["id"], "hex": ["1"]},
    }
    for words, wish in wrong.items():
        with pytest.raises(IllegalAction) as refused:
            game.overrule(wish, "union")
        assert words in refused.value.reason.lower() or words in refused.value.reason, (words, refused.value.reason)
    assert game.record() == before


@pytest.mark.parametrize("id", FAMILIES)
def test_what_is_under_way_is_ended_first(id: str) -> None:
    """In the midst of a unit's move nothing is set: its procedure knows where it was."""
    game = calm(id, least=60)
    rng = random.Random(7)
    while not any(type(frame).__name__ == "MoveUnit" for frame, _ in game.state.stack):
        decision = rng.choice(game.decisions)
        game.play(rng.choice(decision.actions).text, decision.seat)
    row, hex = foot(game)
    with pytest.raises(IllegalAction, match=UNDER_WAY):
        game.overrule({"id": row["id"], "hex": hex}, "union")
