"""Taking back and playing again: free exactly where flow 10 says, exact in state, and said in advance."""

import random
from collections.abc import Callable

import pytest

from tests.engine import toy
from tests.laws.worlds import CLASH, FULL, LARGE, LATER, LINES, SEATS, STONE_WALL, WORLDS, begin, picture, seeds, sparse
from tools.playthroughs import pick
from vedette.engine import Game, IllegalAction
from vedette.engine.ends import final
from vedette.engine.entries import live, undone
from vedette.engine.ways import take_back_unit, ways
from vedette.lab.laws import watched
from vedette.lab.laws.back import taking_back
from vedette.lab.laws.telling import Scene

Count = Callable[[int], int]


@pytest.mark.parametrize("world", WORLDS)
def test_do_undo_redo_any_number_of_times_gives_the_same_state(world: str, count: Count) -> None:
    """Some ways back in a row, then again until nothing is left: state, questions and views as before, and the dice.

    One in eight is any way, the others are short: to play a whole turn again takes as long as to play it.
    """
    crossed = 0
    for seed in seeds(world, count(20)):
        game, rng = begin(world, seed), random.Random(seed)
        for _ in range(count(1500)):
            if game.decision is None:
                break
            game.play(pick(game, rng))
            if not (backs := rng.randrange(4)):
                continue
            before, rolled = picture(game), game.chance.counter  # type: ignore[union-attr]
            for _ in range(backs):
                free = [w for seat in SEATS for w in ways(game, seat) if w.bar is None and not w.unit]
                if not free:
                    break
                short = [w for w in free if len(w.gone) <= 12]
                way = rng.choice(short if short and rng.randrange(8) else free)
                texts = game.undo(way.seat, to=way.to)
                assert [e.do for e in game.again(way.seat)] == texts
                crossed += 1
            while seat := next((s for s in SEATS if game.again(s)), None):
                game.redo(seat)
            assert (picture(game), game.chance.counter) == (before, rolled)  # type: ignore[union-attr]
    assert crossed > 5


@pytest.mark.parametrize("world", WORLDS)
def test_a_way_back_is_free_exactly_where_no_roll_reveal_or_answer_of_the_other_lies_on_it(
    world: str, count: Count
) -> None:
    for seed in seeds(world, count(20)):
        for game in sparse(world, seed, each=10):
            entries = live(game.entries)
            if game.decision is None:
                continue
            for seat in SEATS:
                found = ways(game, seat)
                assert bool(found) == any(e.seat == seat for e in entries)
                assert len({(w.to, w.gone) for w in found}) == len(found)
                for way in found:
                    crossed = [e for e in entries if e.n > way.to]
                    assert (way.bar is None) == all(e.seat == seat and not e.reveals for e in crossed), way
                    assert {e.n for e in crossed} >= set(way.gone) and way.gone


@pytest.mark.parametrize("world", WORLDS)
def test_what_was_taken_back_past_a_roll_is_played_again_up_to_it_and_rolled_anew(world: str, count: Count) -> None:
    done = 0
    for seed in seeds(world, count(20)):
        for game in sparse(world, seed, each=30):
            way = next((w for s in SEATS for w in ways(game, s) if w.bar and w.kind == "answer"), None)
            if way is None or game.decision is None:
                continue
            counter = game.chance.counter  # type: ignore[union-attr]
            twin = game.clone()
            twin.undo(way.seat, to=way.to, consent=True)
            assert twin.chance.counter == counter  # type: ignore[union-attr]
            first = undone(twin.entries, way.seat)
            assert [e.n for e in first] == list(way.gone[: len(first)]) and first
            n = len(twin.entries)
            twin.redo(way.seat)
            assert [e.do for e in twin.entries[n:]][: len(first)] == [e.do for e in first]
            assert not twin.again(way.seat)
            done += 1
    assert done


def test_any_other_answer_ends_what_can_be_played_again() -> None:
    game = begin("toy", 1)
    game.play("Blue: 0101")
    game.undo()
    assert [e.do for e in game.again("union")] == ["Blue: 0101"] and not game.again("confederate")
    game.play("Blue: 0001")
    assert not game.again("union")
    with pytest.raises(IllegalAction, match="nothing that was taken back can be played again"):
        game.redo()


def test_one_unit_is_taken_back_and_the_moves_of_the_others_stand(count: Count) -> None:
    """Every unit that is offered: its answers are gone, those after it stand again or are named, nothing is rolled."""
    done = 0
    for seed in range(count(20)):
        for game in sparse("stone-wall", seed, each=3):
            for seat in SEATS:
                for way in ways(game, seat):
                    if not way.unit:
                        continue
                    twin = game.clone()
                    later = [e.do for e in live(game.entries) if e.n > way.gone[-1]]
                    texts = [e.do for e in live(game.entries) if e.n in way.gone]
                    assert take_back_unit(twin, seat, way.unit) == texts
                    undo = next(e for e in reversed(twin.entries) if e.undo is not None)
                    stands = [e.do for e in twin.entries if e.n > undo.n]
                    assert sorted(stands + twin.left) == sorted(later)
                    assert twin.chance.counter == game.chance.counter  # type: ignore[union-attr]
                    done += bool(later)
    assert done > 3


def ending(game: Game, seat: str) -> str:
    """What a seat can do about its last answer, seen from the entries."""
    if game.decision is None:
        return "over"
    if game.undo_bar(seat) is not None:
        return "barred"
    return "free" if game.decision_of(seat) else "other"


@pytest.mark.parametrize("world", WORLDS)
def test_what_ends_the_freedom_is_said_in_advance(world: str, count: Count) -> None:
    """Each answer of each kind of decision, tried: the words promise what then is so."""
    seen = set()
    for seed in seeds(world, count(20)):
        for game in sparse(world, seed, each=40):
            for decision in game.decisions:
                for action in decision.actions[:12]:
                    words = final(game, decision.seat, action.text)
                    twin = game.clone()
                    twin.play(action)
                    found = ending(twin, decision.seat)
                    seen.add(found)
                    if found == "free":
                        assert words == "", action
                    elif found == "other":
                        assert words.startswith("the other side answers"), action
                    elif found == "barred":
                        assert words.startswith(("it rolls dice", "it draws a chit", "it shows")), (action, words)
                    else:
                        assert words, action
    assert {"free", "barred"} <= seen


# -- what a way names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", [CLASH, LINES, LATER])
def test_between_two_lines_a_way_takes_back_what_it_names_and_nothing_else(world: str, count: Count) -> None:
    for seed in range(count(10)):
        for game in sparse(world, seed, each=10):
            found = list(taking_back(Scene(game, random.Random(seed), [], game.state, {})))
            assert not found, found


def test_in_small_games_a_way_takes_back_what_it_names_and_nothing_else(count: Count) -> None:
    for seed in range(1, count(20) + 1):
        found = watched(toy.load(STONE_WALL), seed, pick, ("taking back",))
        assert not found.broken, found.broken[:3]


@pytest.mark.parametrize("world", LARGE)
def test_in_large_games_a_way_takes_back_what_it_names_and_nothing_else(world: str) -> None:
    found = watched(toy.load(WORLDS[world][0]), 1, pick, ("taking back",), WORLDS[world][1], most=600 if FULL else 300)
    assert found.looks["taking back"] > 20 and not found.broken, found.broken[:3]


@pytest.mark.parametrize("battle", ["valley-campaign/port-republic", "stonewall-1978/kernstown"])
def test_what_was_set_up_in_one_is_not_taken_back_with_a_units_move(battle: str) -> None:
    """All that is placed in one answer, then moves: each way back after some of the first answers."""
    game, rng = Game.new(toy.load(battle), seed=1), random.Random(1)
    for n in range(90):
        assert game.decision is not None
        texts = [a.text for a in game.decision.actions]
        rest = next((t for t in texts if t.startswith("rest as proposed")), None)
        game.play(rest if rest is not None else pick(game, rng))
        if n % 20 != 12:
            continue
        found = list(taking_back(Scene(game, rng, [], game.state, {})))
        assert not found, found
