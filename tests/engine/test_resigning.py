"""Giving a game up: it ends, the other side wins by the best level of the scenario, and the record proves it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import vedette
from vedette.engine import Game, IllegalAction
from vedette.engine.archive import verify
from vedette.engine.record import RecordError, chained, read

BATTLES = Path(vedette.__file__).parent / "battles"
SCENARIOS = sorted(f"{file.parent.parent.name}/{file.stem}" for file in BATTLES.glob("*/scenarios/*.toml"))
BEST = {
    "kernstown/the-stone-wall": ("Decisive USA Victory", "Major CSA Victory"),
    "cedar-mountain/slaughter-mountain": ("Union Major Victory", "Confederate Major Victory"),
    "valley-campaign/cross-keys": ("Union Victory", "Confederate Victory"),
    "stonewall-1978/kernstown": ("Union Decisive Victory", "Confederate Decisive Victory"),
}
"""What each side wins at most, written down from the scenarios; not the level of a sudden victory."""


def begun(id: str, steps: int = 30, seed: int = 5) -> Game:
    """A game after some random answers, with dice of its own."""
    game, rng = vedette.battle(id).new_game(), random.Random(seed)
    while game.decision is not None and len(game.entries) < steps:
        game.play(rng.choice(game.decision.actions))
    return game


@pytest.mark.parametrize("id", SCENARIOS)
@pytest.mark.parametrize(("seat", "winner"), [("union", "confederate"), ("confederate", "union")])
def test_the_other_side_wins_whoever_is_asked(id: str, seat: str, winner: str) -> None:
    game = begun(id)
    entries = len(game.entries)
    (event,) = game.resign(seat)
    out = game.outcome
    assert out is not None and (out.winner, out.resigned, out.points) == (winner, seat, 0)
    assert out.level in game.rulebook.levels(game.battle)
    if id in BEST:
        assert out.level == BEST[id][winner == "confederate"]
    assert game.decisions == () and len(game.entries) == entries + 1
    assert out.level in game.say(event) and "resign" in game.say(event)
    for reader in ("union", "confederate", ""):
        assert game.view(reader)
        assert any(out.level in row["text"] for row in game.rulebook.news(game.state, [event], reader))
    row = game.rulebook.event(game.state, event, 1, "")
    assert row["depth"] == 0 and row["heading"].startswith("The end: ")
    assert out.level in json.dumps(game.rulebook.chronicle(game.state, [event]))


@pytest.mark.parametrize("id", BEST)
def test_the_record_tells_it_and_is_read_again(id: str) -> None:
    game = begun(id)
    game.resign("union")
    text = game.record()
    found = verify(text)
    assert found.ok and found.over and set(found.proved) == {"chain", "legality", "dice", "ended"}
    again = Game.from_record(text)
    assert again.outcome == game.outcome and again.state == game.state and again.state.digest() == game.state.digest()
    assert again.record() == text
    assert all(verify(game.record(seat)).ok for seat in ("union", "confederate"))


def test_a_state_that_was_given_up_is_another_one_and_is_saved_as_such() -> None:
    game = begun("kernstown/the-stone-wall")
    before, digest = game.state.clone(), game.state.digest()
    assert "resigned" not in before.saved()
    game.resign("confederate")
    assert game.state != before and game.state.digest() != digest
    loaded = game.rulebook.load(game.battle, game.header["options"], game.state.saved())
    assert loaded == game.state and loaded.resigned == "confederate"


def test_what_cannot_be_given_up_stays_as_it_was() -> None:
    game = begun("kernstown/the-stone-wall")
    entries, digest = list(game.entries), game.state.digest()
    with pytest.raises(IllegalAction, match="no seat 'chance'"):
        game.resign("chance")
    assert game.entries == entries and game.state.digest() == digest
    game.resign("union")
    for seat in ("union", "confederate"):
        with pytest.raises(IllegalAction, match="the battle is over"):
            game.resign(seat)
    with pytest.raises(IllegalAction, match="dice are open"):
        game.undo("union")


def test_in_a_practice_game_it_is_taken_back() -> None:
    game = vedette.battle("kernstown/the-stone-wall").new_game(seed=3)
    asked = game.decision
    assert asked is not None
    game.resign("union")
    assert game.undo("union", consent=True) == ["resign"]
    assert game.outcome is None and game.decision is not None and game.decision.number == asked.number
    assert not game.again("union")
    assert Game.from_record(game.record()).state == game.state


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seat": "chance"}, "no seat of this battle"),
        ({"resign": False}, "no entry of a record"),
        ({"digest": "0" * 16}, "another state"),
        ({"seat": "confederate"}, "another state"),
    ],
)
def test_a_line_that_was_changed_is_named(change: dict[str, object], words: str) -> None:
    """Chained anew, so that only what it says can be at fault."""
    game = begun("kernstown/the-stone-wall")
    game.resign("union")
    rows, _ = read(game.record())
    at = next(i for i, row in enumerate(rows) if "resign" in row)
    rows[at] |= change
    lines, chain = [], ""
    for row in rows:
        line, chain = chained(row, chain)
        lines.append(line)
    found = verify("\n".join(lines) + "\n")
    assert found.bad is not None and found.bad["line"] == at + 1 and words in found.bad["reason"]
    with pytest.raises(RecordError, match=words):
        Game.from_record("\n".join(lines) + "\n")


def test_after_the_end_nobody_resigns() -> None:
    """A line put in behind the last answer of a battle that is over."""
    game = begun("kernstown/the-stone-wall", steps=100_000)
    rows, _ = read(game.record())
    closing = rows.pop()
    rows.append({"n": closing["n"], "seat": "union", "resign": True, "digest": "0" * 16})
    rows.append(closing | {"n": closing["n"] + 1})
    lines, chain = [], ""
    for row in rows:
        line, chain = chained(row, chain)
        lines.append(line)
    found = verify("\n".join(lines) + "\n")
    assert found.bad is not None and "gives up a battle that is over" in found.bad["reason"]
