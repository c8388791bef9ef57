"""Laws 2 to 5: copies are apart, the record is the game, undo goes back exactly, looking changes nothing."""

import random
from collections.abc import Callable

import pytest

from tests.engine import toy
from tests.laws.worlds import FULL, SEATS, WORLDS, begin, picture, seeds, shown, sparse, walk
from tools.playthroughs import pick
from vedette.engine import Game, IllegalAction
from vedette.engine.decision import plain
from vedette.engine.entries import live, repeat

Count = Callable[[int], int]


@pytest.mark.parametrize("world", WORLDS)
def test_a_clone_played_on_leaves_every_earlier_state_as_it_was(world: str, count: Count) -> None:
    for seed in seeds(world, count(10)):
        kept = []
        for game in sparse(world, seed, each=20):
            twin = game.clone()
            kept.append((game.clone(), picture(game)))
            if twin.decision:
                twin.play(twin.decision.actions[0])
        for earlier, seen in kept:
            assert picture(earlier) == seen


@pytest.mark.parametrize("world", WORLDS)
def test_the_fold_of_the_answers_is_the_state_digest_by_digest(world: str, count: Count) -> None:
    for seed in seeds(world, count(10)):
        *_, game = walk(world, seed, digests=True)
        g = game.first.clone()
        for entry in game.entries:
            repeat(g, entry)
            assert g.digest() == entry.digest, f"seed {seed}, entry {entry.n}"
        assert g == game.state and hash(g) == hash(game.state)


def free(game: Game, seat: str) -> bool:
    """Law 4 in its own words: the seat's last answer has no chance, reveal or answer of the other after or in it."""
    entries = live(game.entries)
    return bool(entries) and entries[-1].seat == seat and not entries[-1].reveals


@pytest.mark.parametrize("world", WORLDS)
def test_undo_is_offered_exactly_when_it_is_free_and_goes_back_exactly(world: str, count: Count) -> None:
    for seed in seeds(world, count(10)):
        game, rng = begin(world, seed), random.Random(seed)
        after = {len(game.entries): picture(game)}
        for _ in range(400 if FULL else 120):
            if game.decision is None:
                break
            game.play(pick(game, rng))
            after[len(game.entries)] = picture(game)
            for seat in SEATS:
                assert (game.undo_bar(seat) is None) == free(game, seat), f"seed {seed}, entry {len(game.entries)}"
                if game.undo_bar(seat) is not None:
                    with pytest.raises(IllegalAction, match="undo: "):
                        game.undo(seat)
                elif rng.random() < 0.3:
                    game.undo(seat)
                    assert picture(game) == after[game.entries[-1].undo or 0]
                    after[len(game.entries)] = picture(game)
                    break


@pytest.mark.parametrize("world", WORLDS)
def test_undo_by_consent_goes_back_to_any_entry_and_never_rolls_the_same_dice_again(world: str) -> None:
    """Copies before it or folded from the start; the counter of the dice stays where it is."""
    game, rng = begin(world, 3), random.Random(3)
    after = {len(game.entries): picture(game)}
    for _ in range(15):
        game.play(pick(game, rng))
        after[len(game.entries)] = picture(game)
    rolled = game.chance.counter  # type: ignore[union-attr]
    own = [e for e in game.entries if e.seat != "chance"]
    for entry in own[::-3]:
        if entry.n < 12:
            entry.before = None
        game.undo(to=entry.n - 1, consent=True)
        assert game.state.number == entry.decision
        assert picture(game) == after.get(entry.n - 1, picture(game))
    assert game.chance.counter == rolled  # type: ignore[union-attr]


@pytest.mark.parametrize("world", WORLDS)
def test_looking_changes_nothing(world: str, count: Count) -> None:
    for seed in seeds(world, count(10)):
        for n, game in enumerate(sparse(world, seed)):
            before = picture(game)
            for seat in (*SEATS, ""):
                game.view(seat)
                game.imagine(seat, 1)
                game.undo_bar(seat)
            for decision in game.decisions:
                plain(decision)
                if "fire" in (a.text for a in decision.actions):
                    game.odds("fire", seat=decision.seat)
            if n % 20 == 0:
                game.record("union")
            assert picture(game) == before


def test_what_a_player_still_reads_of_an_old_decision_is_what_it_said(count: Count) -> None:
    for seed in range(count(10)):
        for game in walk("stone-wall", seed, 40):
            old = game.decision
            assert old is not None
            said = plain(game.clone().decision or old)
            game.clone().play(pick(game, random.Random(seed)))
            twin = game.clone()
            kept = twin.decision
            twin.play(pick(twin, random.Random(seed)))
            assert kept is not None and plain(kept) == said
            assert shown(game, old.seat)


def test_a_game_read_from_its_record_asks_and_rolls_as_the_game_itself(count: Count) -> None:
    """Stopped at every entry of a stretch: the same questions in the same order, and then the same dice."""
    *_, whole = walk("stone-wall", 6, digests=True)
    lines = whole.record().splitlines(keepends=True)
    header, states = whole.header, []
    live_game = Game(whole.battle, whole.rulebook, whole.first.clone(), header, None)
    for entry in whole.entries:
        states.append([plain(d) for d in live_game.decisions])
        live_game.play(entry.do, entry.seat)
    for stop in range(2, len(whole.entries), max(17, 6100 // count(1000))):
        again = Game.from_record("".join(lines[: stop + 1]), toy.load)
        more = len(again.entries)
        assert [e.do for e in again.entries] == [e.do for e in whole.entries[:more]]
        if more < len(states):
            assert [plain(d) for d in again.decisions] == states[more]
