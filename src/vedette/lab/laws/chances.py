"""Rows of odds against play: what is written on units is named, and what differs is told apart."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from vedette.engine import Game
from vedette.engine.decision import Action, Decision
from vedette.engine.odds import scope_of
from vedette.engine.procedure import CHANCE
from vedette.engine.run import answer, asks
from vedette.engine.state import State
from vedette.lab.laws.telling import Scene, law

TRIED = 8
"""Answers of a decision that are tried for one that opens a combat."""
COMBATS = 20
"""Combats of a game that are looked at."""
PLAYS = 24
"""Ways of the dice on which a row is compared."""
UNTOLD = frozenset({"layer", "facing", "broken_before", "resupplied"})
"""Fields of a unit that no row tells: order and front in a hex, and what other words imply."""
SPENT = frozenset({"rounds"})
"""What firing uses up, whatever comes of it."""
Words = tuple[tuple[str, tuple[str, ...]], ...]


@law("chances", share=10, most=2000)
def chances(scene: Scene) -> Iterator[str]:
    """One answer that opens a combat: its rows add up, and agree with playing it."""
    decision = scene.game.decision
    met = scene.memory.get("combats", 0)
    if decision is None or decision.seat == CHANCE or met >= COMBATS:
        return
    actions = list(decision.actions)
    scene.rng.shuffle(actions)
    for action in actions[:TRIED]:
        opened = _opened(scene.game, action)
        if opened is not None:
            scene.memory["combats"] = met + 1
            for words in disagreements(scene.game, f"{action.seat}: {action.text}", scene.rng):
                yield f"{action.text}: {words}"
            return


def _opened(game: Game, action: Action) -> Game | None:
    """The game with an answer given, where that opens a combat."""
    trial = game.clone()
    trial.chance, trial.keep = None, False
    trial.play(action)
    new = len(game.state.stack)
    depth = scope_of(game.state, trial.state)
    old = [frame for frame, _ in game.state.stack]
    fresh = depth is not None and (depth >= new or old[depth] != trial.state.stack[depth][0])
    return trial if fresh else None


def disagreements(game: Game, action: str, rng: random.Random, plays: int = PLAYS) -> Iterator[str]:
    """What is wrong with the odds of an answer, found by playing it with dice by lot."""
    odds = game.odds(action)
    weights = [row.weight for row in odds.results]
    if odds.exact and sum(weights) != odds.total_weight:
        yield f"weights add up to {sum(weights)} of {odds.total_weight}"
    rows = {tuple((u, tuple(w)) for u, w in row.units.items()) for row in odds.results}
    ends = [end for end in (played(game, action, rng) for _ in range(plays)) if end is not None]
    told: dict[Words, Any] = {}
    wordless = _varying(game.state, ends)
    given = _given(game, action)
    for end in ends:
        words = game.rulebook.results(game.state, end)
        named = dict(words)
        if odds.exact and words not in rows:
            yield f"came in play and is no row: {words}"
        written = _written(game.state, end, named)
        if told.setdefault(words, written) != written:
            yield f"one row for two outcomes: {words}: {_differing(told[words], written)}"
        yield from (
            f"{id}: {', '.join(sorted(fields))} without a word"
            for id, changes in written.items()
            if (fields := {f for f in changes if f not in SPENT or (id, f) in wordless}) and not named.get(id)
            if fields != {"at"} or end.units[id].at != given.get(id)
        )
        if any(not word.strip() for said in named.values() for word in said):
            yield f"an empty word: {words}"


def _given(game: Game, action: str) -> dict[str, int]:
    """Unit -> where the answer itself has put it before a die is rolled: that is no result of the dice."""
    trial = game.clone()
    trial.chance, trial.keep = None, False
    trial.play(action)
    was: Any = game.state
    now: Any = trial.state
    return {id: unit.at for id, unit in now.units.items() if id in was.units and unit.at != was.units[id].at}


def played(game: Game, action: str, rng: random.Random) -> Any:
    """The state at the end of the combat that an answer opens, played with dice by lot.

    Choices are answered as odds assume them.
    """
    before = game.state
    trial = game.clone()
    trial.chance, trial.keep = None, False
    trial.play(action)
    g = trial.state
    depth = scope_of(before, g)
    if depth is None:  # over before a die was rolled
        return g
    g.notes = ()
    g.stack = g.stack[depth:]  # what comes after the combat is none of its results
    while g.ask is not None:
        ask = asks(g)[0]
        if ask.seat == CHANCE:
            value = rng.choices(ask.options, ask.weights)[0]
        else:
            decision = Decision(g, ask)
            value = (decision.usual or decision.proposed or decision.actions[0]).value
        answer(g, ask.seat, value)
    return g


def _written(before: State, end: Any, named: dict[str, tuple[str, ...]]) -> dict[str, dict[str, Any]]:
    """Unit -> the fields that have changed, and to what; of a place on the map only that it is another.

    Whether a retreat that is noted in hexes has been carried out already is no result.
    """
    found: dict[str, dict[str, Any]] = {}
    old_units: dict[str, Any] = before.units  # type: ignore[attr-defined]
    drawn = {id for id, unit in old_units.items() if unit.at < 0}
    for id, unit in end.units.items():
        old = old_units.get(id)
        if old is None or old is unit or id in drawn:
            continue
        was = asdict(old)
        changes = {k: v for k, v in asdict(unit).items() if v != was[k] and k not in UNTOLD}
        if "at" in changes:
            changes = {**changes, "at": "elsewhere"} if unit.at >= 0 else {"at": unit.at}
            if unit.at >= 0 and any(word.startswith("retreat ") for word in named.get(id, ())):
                del changes["at"]
        if changes:
            found[id] = changes
    return found


def _varying(before: State, ends: list[Any]) -> set[tuple[str, str]]:
    """(unit, field) of what comes out otherwise from one end to another."""
    seen: dict[tuple[str, str], set[Any]] = {}
    for end in ends:
        for id, unit in end.units.items():
            for name in SPENT & set(unit.__struct_fields__):
                seen.setdefault((id, name), set()).add(getattr(unit, name))
    return {key for key, values in seen.items() if len(values) > 1}


def _differing(a: dict[str, Any], b: dict[str, Any]) -> str:
    return "; ".join(f"{id} {a.get(id)} / {b.get(id)}" for id in sorted({*a, *b}) if a.get(id) != b.get(id))
