"""Gestures: no answer is given for a unit that they do not name, but the end of a move that had gone already."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from tests.laws import nonsense
from tests.laws.worlds import CLASH, FULL, LINES, begin
from tools.playthroughs import pick
from vedette.engine import Game, IllegalAction
from vedette.engine.chance import ListError
from vedette.engine.entries import live
from vedette.engine.ways import asked

Count = Callable[[int], int]


def tried(game: Game, rng: random.Random) -> Iterator[str]:
    """Gestures at a decision: those of plans, and some that make little sense."""
    decision = game.decision
    if decision is None or decision.seat == "chance":
        return
    hex = rng.choice(game.hexes.names)
    for at in ("", hex):
        yield from (plan["text"] for plan in game.rulebook.plans(game.state, decision.seat, at, ())[:2])
    yield from nonsense.texts(game, rng, 6)


def strangers(game: Game, text: str, seat: str) -> Iterator[str]:
    """What a gesture answers for units that it does not name, played on a copy."""
    twin = game.clone()
    first = len(twin.entries)
    try:
        twin.play(text, seat)
    except (IllegalAction, ListError):
        return
    for entry in twin.entries[first:]:
        ask = asked(entry, entry.before)
        if entry.seat != seat or ask is None or ask.kind != "move" or ask.about[0].lower() in text.lower():
            continue
        unit = ask.about[0]
        went = gone(twin, entry.n, unit) or unit in dict(getattr(entry.before, "spent", ()))  # or with another
        if unit not in entry.do and not (entry.do == "done" and went):
            yield f"{text!r} answers {entry.do!r} for {unit}"


def gone(game: Game, n: int, unit: str) -> bool:
    """Whether a unit whose move is open before an entry has done something in it: an answer to its own question."""
    for entry in reversed([e for e in live(game.entries) if e.n < n]):
        ask = asked(entry, entry.before)
        if ask is not None and ask.kind == "move" and ask.about == (unit,):
            return True
        if ask is not None and ask.kind == "move-unit":
            return False
    return False


@pytest.mark.parametrize("world", ["stone-wall", CLASH, LINES])
def test_no_gesture_answers_for_a_unit_that_it_does_not_name(world: str, count: Count) -> None:
    played = 0
    for seed in range(count(10)):
        game, rng = begin(world, seed), random.Random(seed)
        for _ in range(120 if FULL else 60):
            decision = game.decision
            if decision is None:
                break
            if decision.kind in ("move", "move-unit") or rng.random() < 0.05:
                for text in tried(game, rng):
                    found = list(strangers(game, text, decision.seat))
                    assert not found, (world, seed, found)
                    played += 1
            game.play(pick(game, rng))
    assert played > 50
