"""Laws of what people are told of a game: chances, words, news, what is proposed, what can be taken back.

A law is a function of a `Scene` that yields what is wrong there, in words. It is entered under a name, with the share
of decisions that it looks at and how many of a game at most:

    @law("chances", share=10, most=40)
    def chances(scene: Scene) -> Iterator[str]:
        ...

It stands in a module of its own beside this one, named in `MODULES`. Games are played by whoever the caller says.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from vedette.engine import Battle, Event, Game
from vedette.engine.decision import Action
from vedette.engine.state import State

MODULES: tuple[str, ...] = ("back", "chances", "news", "proposed", "words")
"""The modules of this package in which laws stand."""


class Scene(msgspec.Struct):
    """A game at a decision that is about to be answered, and what has led there. A law leaves the game as it was."""

    game: Game
    """It keeps its states, so that answers can be taken back."""
    rng: random.Random
    """Lots of this law at this decision."""
    events: list[Event]
    """What the last answer has caused."""
    before: State
    """How things stood before that answer."""
    memory: dict[str, Any]
    """What a law wants to keep of this game."""


class Law(NamedTuple):
    """A law as it is entered."""

    name: str
    look: Callable[[Scene], Iterator[str]]
    share: int
    """It looks at one decision in so many, drawn by lot."""
    most: int
    """And at no more of a game than so many."""


LAWS: dict[str, Law] = {}
Picker = Callable[[Game, random.Random], Action]
"""Who plays: an answer to an open decision."""


class Looked(msgspec.Struct):
    """What came of one game."""

    seed: int
    looks: dict[str, int]
    """Law -> the decisions at which it looked."""
    broken: list[str]
    decisions: int = 0


def law(
    name: str, share: int = 10, most: int = 100
) -> Callable[[Callable[[Scene], Iterator[str]]], Callable[[Scene], Iterator[str]]]:
    """Enter a law."""

    def entered(look: Callable[[Scene], Iterator[str]]) -> Callable[[Scene], Iterator[str]]:
        LAWS[name] = Law(name, look, share, most)
        return look

    return entered


def laws(names: Iterable[str] = ()) -> list[Law]:
    """Those laws, or all."""
    for module in MODULES:
        import_module(f"{__package__}.{module}")
    return [LAWS[name] for name in names or LAWS]


def watched(
    battle: Battle, seed: int, pick: Picker, names: Iterable[str] = (), options: Mapping[str, Any] | None = None,
    most: int = 100_000, rarer: Mapping[str, int] = MappingProxyType({}),
) -> Looked:  # fmt: skip
    """Play one game by `pick` and watch laws at the decisions that the lot falls on, and at the end.

    Args:
        most: decisions after which the game is broken off.
        rarer: law -> how many times as rarely it looks as by its own share; for laws that take long, in long games.
    """
    return looked_at(Game.new(battle, seed=seed, options=options or {}), seed, pick, names, most, rarer)


def looked_at(
    game: Game, seed: int, pick: Picker, names: Iterable[str] = (), most: int = 100_000,
    rarer: Mapping[str, int] = MappingProxyType({}),
) -> Looked:  # fmt: skip
    """The same with a game that has just begun, as from a position."""
    rng = random.Random(seed)
    chosen = laws(names)
    found = Looked(seed, {one.name: 0 for one in chosen}, [])
    memory: dict[str, dict[str, Any]] = {one.name: {} for one in chosen}
    events, before = list(game.start_events), game.state.clone()
    while found.decisions < most:
        last = game.decision is None
        for one in chosen:
            lots = random.Random(f"{seed} {found.decisions} {one.name}")
            if found.looks[one.name] < one.most and (last or not lots.randrange(one.share * rarer.get(one.name, 1))):
                found.looks[one.name] += 1
                scene = Scene(game, lots, events, before, memory[one.name])
                found.broken += _broken(one, scene, found.decisions)
        if last:
            break
        before = game.state.clone()
        events = game.play(pick(game, rng))
        found.decisions += 1
    return found


def _broken(one: Law, scene: Scene, at: int) -> list[str]:
    """What a law has to say; that it changed the game, too."""
    before = scene.game.state.digest()
    try:
        said = list(one.look(scene))
    except Exception as error:  # a fault met while looking is a finding like any other
        said = [f"{type(error).__name__}: {error}"]
    if scene.game.state.digest() != before:
        said.append("looking has changed the game")
    return [f"{one.name}, decision {at}: {words}" for words in said]
