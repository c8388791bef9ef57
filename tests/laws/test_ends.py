"""What cannot be taken back is said of plans as of answers; a stop stands where the last move ends more than itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from tests.laws.test_ways import ending
from tests.laws.worlds import CLASH, LATER, LINES, THIN, begin, seeds
from tools.playthroughs import pick
from vedette.engine import Game, IllegalAction
from vedette.engine.ends import final, stop
from vedette.engine.meaning import fits

Count = Callable[[int], int]
KERNSTOWN, SECOND, MOUNTAIN = "stone-wall", "kernstown/second-kernstown", "cedar-mountain/valley-vengeance"
WORLDS = (KERNSTOWN, SECOND, MOUNTAIN, CLASH, LINES, LATER)


def moments(world: str, seed: int, most: int) -> Iterator[Game]:
    """A random game at one decision in a few."""
    game, rng = begin(world, seed), random.Random(seed)
    for n in range(most):
        if game.decision is None:
            return
        if n % THIN == seed % THIN:
            yield game
        game.play(pick(game, rng))


@pytest.mark.parametrize("world", WORLDS)
def test_of_every_plan_it_is_said_whether_it_can_be_taken_back(world: str, count: Count) -> None:
    """Whole gestures, as the page offers them: marches, fires, assaults, retreats; what is promised then is so."""
    seen: Counter[str] = Counter()
    for seed in seeds(world, count(10)):
        for game in moments(world, seed, count(900)):
            for decision in game.decisions:
                for plan in game.rulebook.plans(game.state, decision.seat)[:8]:
                    twin = game.clone()
                    try:
                        words = final(game, decision.seat, plan["text"])
                    except IllegalAction:
                        continue
                    twin.play(plan["text"], decision.seat)
                    found = ending(twin, decision.seat)
                    seen[found] += 1
                    assert (words == "") == (found == "free"), (seed, plan["text"], words, found)
    assert seen.total() > 20 and len(seen) > 1, seen


@pytest.mark.parametrize("world", WORLDS)
def test_where_a_stop_stands_all_is_done_and_nothing_is_lost(world: str, count: Count) -> None:
    """Held there the game is as after the move, and free; without the stop the rules have gone past it."""
    stops = 0
    for seed in seeds(world, count(10)):
        game, rng = begin(world, seed), random.Random(seed)
        for _ in range(count(4000)):
            if game.decision is None:
                break
            action = pick(game, rng)
            seat, text = action.seat, action.text
            found = stop(game, seat, lambda g, t=text, s=seat: g.play(t, s))  # type: ignore[misc]
            held = game.clone() if found is not None else None
            game.play(text, seat)
            if held is None or found is None:
                continue
            stops += 1
            held.chance = None
            held.play(text, seat)
            assert held.undo_bar(seat) is None and held.decision_of(seat) is None
            assert found.why and found.ended and found.number < 0
            assert game.undo_bar(seat) is not None or game.decision_of(seat) is None, (seed, text, found)
    assert stops or world in (CLASH, LINES, LATER), "in these a phase is seldom at an end by itself"


@pytest.mark.parametrize("world", [KERNSTOWN, CLASH, "stonewall-1978/kernstown"])
def test_done_says_what_it_ends_and_what_it_gives_away(world: str, count: Count) -> None:
    """Before it is given, and afterwards what was given; a word for the step ends that step alone."""
    seen: Counter[str] = Counter()
    for seed in range(max(1, count(10) // 5)):
        game, rng = begin(world, seed), random.Random(seed)
        for _ in range(700):
            decision = game.decision
            if decision is None:
                break
            seat, kind = decision.seat, decision.kind
            if "done" in [action.text for action in decision] and (kind != "move" or not rng.randrange(9)):
                told = game.ending(seat)
                assert told and told != "done", (kind, decision)
                twin = game.clone()
                twin.play("done", seat)
                assert twin.gave_up == [told]
                seen[kind] += 1
                for word in game.rulebook.closes:
                    seen[f"done {word}"] += closed(game, seat, word, told, twin)
            elif kind == "move" and decision.about and decision.find("done") is None:
                seen["on the way"] += refused(game, seat, f"done move {decision.about[0]}")
            action = pick(game, rng)
            game.play(action)
            assert action.text in ("done", "pass") or not game.gave_up
    assert len(seen) > 2 and any(seen[f"done {word}"] for word in game.rulebook.closes), seen
    for word, phases in game.rulebook.closes.items():
        own = sum(seen[phase.kinds[-1]] for phase in phases)
        assert bool(seen[f"done {word}"]) >= bool(own), (word, seen)


def refused(game: Game, seat: str, text: str) -> bool:
    """Where a unit has to go on its end is refused, with why, and not passed over as if it were over."""
    trial = game.clone()
    with pytest.raises(IllegalAction) as found:
        trial.play(text, seat)
    assert found.value.reason and len(trial.entries) == len(game.entries)
    return True


def closed(game: Game, seat: str, word: str, told: str, twin: Game) -> bool:
    """Whether `done WORD` ends its step where a bare `done`, already given in the twin, would end something."""
    decision, ended, automatic = game.decision_of(seat), game.clone(), list(game.ahead)
    assert decision is not None
    frames = [frame for frame, _ in game.state.stack]
    open_ = [
        phase
        for phase in game.rulebook.closes[word]
        if decision.kind in phase.kinds and any(isinstance(frame, phase.procedure) for frame in frames)
    ]
    after = twin.decision_of(seat)
    within = [phase for phase in open_ if decision.kind != phase.kinds[-1]]
    waits = any(after is not None and after.kind in phase.kinds and after.find("done") is None for phase in within)
    if not open_ or waits:
        if any(answer.seat == seat and fits(game, f"done {word}", answer) for answer in automatic):
            assert ended.play(f"done {word}", seat) == []
        else:
            with pytest.raises(IllegalAction):
                ended.play(f"done {word}", seat)
        assert len(ended.entries) == len(game.entries)
        return False
    ended.play(f"done {word}", seat)
    assert ended.gave_up[:1] == [told] if len(ended.entries) > len(game.entries) else automatic
    return len(ended.entries) > len(game.entries)
