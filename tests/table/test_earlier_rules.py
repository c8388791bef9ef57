"""A game that was begun by version 2 of its rules is read, proved and played on by that, and tells it."""

from __future__ import annotations

import json
from functools import cache

import pytest

import vedette
from tests.engine import toy
from tests.engine.test_records import rechained
from tests.table.postgres import BOTH
from tests.table.tables import seated
from tools import whole_games
from vedette.engine import Game, RecordError
from vedette.engine.archive import verify
from vedette.engine.chance import Listed
from vedette.engine.run import asks
from vedette.staff.general.search import Root
from vedette.table import Store, snapshots, thinking
from vedette.table.beat import WallClock
from vedette.table.editions import shelf_of
from vedette.table.making import Making
from vedette.table.room import Room
from vedette.table.rooms import Rooms

KERNSTOWN = "stonewall-1978/kernstown"
NAME, ASKED = "stonewall-1978-2", "27 VA: 5222"
"""The game, and the answer behind which a question is asked today that answered itself then."""
NEXT = "Garnett: 5624"


@cache
def old(name: str = NAME) -> Game:
    """A whole game of version 2, played again by it."""
    head, *lines = whole_games.file_of(name).read_text(encoding="utf-8").splitlines()
    keys = json.loads(head)
    battle = toy.load(keys["battle"]).by_rules(2)
    game = Game.new(battle, seed=keys["seed"], options=keys["options"], digests=True)
    for line in lines:
        if not line.startswith(("= ", "over ", "chance: ")):
            seat, _, answer = line.partition(": ")
            game.play(answer, seat)
    return game


def before(game: Game) -> int:
    """How many entries it has when that question comes."""
    return max(n for n, entry in enumerate(game.entries, 1) if entry.do == ASKED)


def test_a_whole_game_of_version_2_is_read_and_proved() -> None:
    game = old()
    text = game.record()
    assert json.loads(text.splitlines()[0])["rules"]["version"] == 2
    verdict = verify(text.encode())
    assert verdict.bad is None and verdict.over and verdict.checked == ("chain", "entries", "digests", "rolls")
    again = Game.from_record(text.encode())
    assert again.record() == text and again.battle.rules == 2 and again.state.digest() == game.state.digest()


def test_the_same_answers_do_not_fit_todays_rules() -> None:
    rows = [json.loads(line) for line in old().record().splitlines()]
    rows[0]["rules"]["version"] = 3
    with pytest.raises(RecordError) as caught:
        Game.from_record(rechained(rows), toy.load)
    assert caught.value.line == before(old()) + 1, "behind its header the line of the answer"


@pytest.mark.parametrize("version", [1, 2])
def test_only_what_is_not_kept_is_said_to_be_read_elsewhere(version: int) -> None:
    """Of version 1 nothing is kept but what version 2 plays alike; another edition is wanted before another program."""
    game = Game.new(toy.load(KERNSTOWN).by_rules(2), seed=1, digests=True)
    for _ in range(3):
        decision = game.decisions[0]
        usual = decision.usual
        assert usual is not None
        game.play(usual)
    rows = [json.loads(line) for line in game.record().splitlines()]
    rows[0]["rules"]["version"] = version
    assert len(Game.from_record(rechained(rows), toy.load).entries) == len(game.entries)
    lost = [{**rows[0], "pack_hash": "0" * 32}, *rows[1:]]
    with pytest.raises(RecordError, match="that edition is not kept here: have the record sent with it"):
        Game.from_record(rechained(lost), toy.load)
    rows[2]["digest"] = "0" * 16
    with pytest.raises(RecordError) as caught:
        Game.from_record(rechained(rows), toy.load)
    elsewhere = "played by rules version 1, these are version 3: the Vedette that has version 1 reads it"
    assert caught.value.line == 3 and (elsewhere in caught.value.reason) == (version == 1)
    assert ("the Vedette that has" in caught.value.reason) == (version == 1)


def test_one_under_way_goes_on_by_its_version() -> None:
    rows = [json.loads(line) for line in old().record().splitlines()][: before(old()) + 1]
    game = Game.from_record(rechained(rows), toy.load)
    assert game.battle.rules == 2 and game.header["rules"]["version"] == 2
    game.chance = None
    game.play(NEXT)
    assert verify(game.record().encode()).bad is None


@BOTH
def test_at_a_table_it_opens_by_its_lines_and_by_its_snapshots_and_goes_on(store: Store) -> None:
    made = seated(store, old(), before(old()), setup={"free_undo": True})
    for folded in (True, False):
        stored = store.game(made["game"], "" if folded else snapshots.fit())
        assert stored is not None and bool(stored.packed) is not folded
        room = Room(stored, store, shelf_of(toy.load, store), WallClock())
        assert room.game.battle.rules == 2 and room.game.decisions[0].actions[0].text.startswith("Garnett: ")
        assert room.game.state.digest() == old().entries[before(old()) - 1].digest
    room.commit(lambda: room.game.play(NEXT), None, None)
    assert verify(room.game.record().encode()).bad is None


def test_a_game_begun_today_has_todays_rules(store: Store) -> None:
    assert vedette.battle(KERNSTOWN).new_game(seed=1).header["rules"]["version"] == 3
    rooms = Rooms(store, toy.load, lambda spoilt: [])
    made = rooms.make(Making(KERNSTOWN), battle=toy.load(KERNSTOWN).by_rules(2))  # as one that follows another
    stored = store.game(made.game)
    assert stored is not None and json.loads(stored.header)["rules"]["version"] == 3


def test_the_second_of_a_pair_has_the_rules_of_the_first(store: Store) -> None:
    rooms = Rooms(store, toy.load, lambda spoilt: [])
    made = rooms.make(Making(KERNSTOWN, rated=True), battle=toy.load(KERNSTOWN).by_rules(2), paired=True)
    stored = store.game(made.game)
    assert stored is not None and json.loads(stored.header)["rules"]["version"] == 2


def test_whoever_searches_elsewhere_has_the_same_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = toy.load(KERNSTOWN).by_rules(2)
    first = Game.new(battle, chance=Listed())
    seen: list[Root] = []
    monkeypatch.setattr(thinking, "searched", lambda root, *rest: seen.append(root))
    monkeypatch.setattr(thinking, "value_of", lambda *given: (object(), ""))
    monkeypatch.setattr(thinking, "planning_of", lambda book: object())
    options, state = first.header["options"], first.state
    task = thinking.Task(KERNSTOWN, battle.hash, options, state.saved(), asks(state)[0].seat, {}, 0, b"", 1, rules=2)
    thinking.carry_out(task)
    assert seen[0].battle.rules == 2 and not seen[0].state.setting.later
