"""Gestures: no answer is given for a unit that they do not name, but the end of a move that had gone already."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

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


@pytest.mark.parametrize("world", ["stone-wall", "stonewall-1978/kernstown", CLASH])
def test_who_does_not_come_where_a_march_leads_is_told_with_a_case(world: str, count: Count) -> None:
    """Beforehand as afterwards: where he stops and why; and of nobody who comes there."""
    seen: Counter[str] = Counter()
    for seed in range(max(1, count(10) // 5)):
        game, rng = begin(world, seed), random.Random(seed)
        for _ in range(300):
            decision = game.decision
            if decision is None:
                break
            if decision.kind == "move-unit":
                seen.update(halted(game, decision.seat, rng))
            game.play(pick(game, rng))
    assert seen["short"] and seen["there"], seen


def halted(game: Game, seat: str, rng: random.Random) -> Iterator[str]:
    """A march of some units to a hex near the first of them, and of each how it was told."""
    units = [a.choice.unit for a in game.decisions[0] if a.choice is not None and a.choice.kind == "move"]
    ids = rng.sample(units, min(len(units), rng.choice((1, 1, 2, 4))))
    if not ids:
        return
    g: Any = game.state
    near = [name for name in game.hexes.names if game.hexes.distance(name, g.hex_name(g.at(ids[0]))) < 7]
    text, twin = f"march {' + '.join(ids)} to {rng.choice(near)}", game.clone()
    before = game.halting(text, seat)
    try:
        twin.play(text, seat)
    except (IllegalAction, ListError):
        return
    assert twin.halts == before and all(words.endswith(")") for words in before)
    for plan in game.rulebook.plans(game.state, seat, text.split(" to ")[1], ids) if before and len(ids) > 1 else ():
        rows = {row["unit"] for row in (*plan["others"], *plan.get("stops", ()))} if plan["text"] == text else set()
        assert not rows or all(any(words.startswith(f"{id} st") for id in rows) for words in before), (rows, before)
    after: Any = twin.state
    for id in () if twin.left_of(seat) else ids:
        told = [words for words in before if words.startswith((f"{id} stops at ", f"{id} stays: "))]
        name = after.hex_name(after.at(id)) if after.at(id) >= 0 else ""
        assert len(told) == (not text.endswith(name)), (text, id, name, before)
        assert not told or "stays: " in told[0] or f"{id} stops at {name}: " in told[0]
        yield "short" if told else "there"
