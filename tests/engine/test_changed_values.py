"""A game goes on by other values of its pack: the same state, a line in the record, nothing before it taken back."""

from __future__ import annotations

import random

import msgspec
import pytest

import vedette
from vedette.board import Board
from vedette.engine import Game, IllegalAction
from vedette.engine.archive import verify
from vedette.engine.battle import Battle
from vedette.engine.shelf import Shelf
from vedette.engine.ways import ways
from vedette.hexes import Grid

FAMILIES = ("kernstown/the-stone-wall", "valley-campaign/cross-keys", "stonewall-1978/kernstown")


def other(battle: Battle) -> Battle:
    """The battle with a lower number on the counter of one regiment that fights, as if its owner had typed it."""
    rows = {id: dict(row) for id, row in battle.counters.items()}
    unit = next(row["unit"] for row in battle.scenario["setup"] if rows[row["unit"]]["arm"] == "infantry")
    column = next(c for c, cell in rows[unit].items() if cell.isdigit() and int(cell) > 2 and c != "id")
    rows[unit][column] = str(int(rows[unit][column]) - 1)
    return msgspec.structs.replace(battle, counters=rows, hash="0" * 32)


def played_on(game: Game, seed: int, entries: int) -> Game:
    """So many more entries, by lot."""
    rng = random.Random(seed)
    upto = len(game.entries) + entries
    while len(game.entries) < upto and game.decisions:
        decision = rng.choice(game.decisions)
        game.play(rng.choice(decision.actions).text, decision.seat)
    return game


def shelf_of(*battles: Battle) -> Shelf:
    """Battles as they are, and these editions."""
    return Shelf(vedette.battle, lambda id, hash: next((b for b in battles if (b.id, b.hash) == (id, hash)), None))


@pytest.mark.parametrize("id", FAMILIES)
def test_a_game_goes_on_by_other_values_and_its_record_holds(id: str) -> None:
    battle = vedette.battle(id)
    new = other(battle)
    game = played_on(battle.new_game(seed=5, digests=True), 1, 40)
    digest, n = game.state.digest(), len(game.entries)
    asked = [(d.seat, d.kind) for d in game.decisions]
    told = game.change_values(new, "union")
    assert [e.kind for e in told] == ["agreed"] and "edition 00000000" in game.say(told[0])
    assert (game.battle, game.state.digest()) == (new, digest)
    assert [(d.seat, d.kind) for d in game.decisions] == asked
    assert game.state.setting.battle is new  # type: ignore[attr-defined]
    assert (game.battle_at(n), game.battle_at(n + 1), game.battles) == (battle, new, [battle, new])
    played_on(game, 2, 30)
    record = game.record()
    shelf = shelf_of(new)
    assert f'"seat":"union","edition":"{new.hash}"' in record
    verdict = verify(record, shelf)
    assert verdict.ok, verdict.bad
    again = Game.from_record(record, shelf)
    assert again.record() == record and again.battle.hash == new.hash
    assert again.state == game.state
    assert any("edition 00000000" in words for line in again.log() for words in line.words)


def test_what_was_played_before_other_values_is_not_taken_back() -> None:
    battle = vedette.battle(FAMILIES[0])
    game = played_on(battle.new_game(seed=5), 1, 30)
    game.change_values(other(battle), "union", consent=True)
    floor = len(game.entries)
    for consent in (False, True):
        with pytest.raises(IllegalAction, match=f"goes on by other values since entry {floor}"):
            game.undo("union", to=floor - 1, consent=consent)
    played_on(game, 3, 6)
    game.undo(to=floor, consent=True)
    assert game.state.digest() == game.entries[-1].digest or not game.entries[-1].digest
    assert all(way.to >= floor for seat in ("union", "confederate") for way in ways(game, seat))
    assert verify(game.record(), shelf_of(other(battle))).ok


def test_values_that_do_not_fit_are_refused_with_the_reason() -> None:
    """A unit, a hex or a row of a chart that the state needs is gone; the game is as it was."""
    battle = vedette.battle(FAMILIES[0])
    game = played_on(battle.new_game(seed=5), 1, 30)
    before = game.record()
    standing = next(iter(game.state.units))  # type: ignore[attr-defined]
    grid = battle.board.grid.spec
    ground = (getattr(battle.board, name) for name in ("terrain", "level", "features", "hexsides", "roads"))
    turned = Board(Grid(msgspec.structs.replace(grid, origin=(1.0, 1.0))), *ground)
    wrong = {
        "of another battle": vedette.battle("kernstown/first-kernstown"),
        "played by these values already": battle,
        "does not fit them": msgspec.structs.replace(
            battle, hash="1", counters={id: row for id, row in battle.counters.items() if id != standing}
        ),
        "numbered otherwise": msgspec.structs.replace(battle, hash="2", board=turned),
        "as it stands does not fit": msgspec.structs.replace(battle, hash="3", charts={}),
    }
    for words, changed in wrong.items():
        with pytest.raises(IllegalAction, match=words):
            game.change_values(changed, "union")
    assert game.record() == before and game.battle is battle


def test_a_record_whose_other_edition_is_nowhere_says_so() -> None:
    battle = vedette.battle(FAMILIES[0])
    game = played_on(battle.new_game(seed=5), 1, 10)
    game.change_values(other(battle), "union")
    line = len(game.record().splitlines())
    bad = verify(game.record()).bad
    assert bad is not None and bad["line"] == line and "vedette record export --with-edition" in bad["reason"]


def test_that_the_other_side_agreed_is_what_the_record_says() -> None:
    battle = vedette.battle(FAMILIES[0])
    game = played_on(Game.new(battle, key=bytes(32)), 1, 10)
    game.change_values(other(battle), "union", consent=True)
    verdict = verify(game.record(), shelf_of(other(battle)), key=bytes(32))
    assert verdict.unproved["consent"].startswith("once the game went on by other values")
