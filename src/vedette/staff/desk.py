"""The desk of a commander: view, decision, odds, reach and imagined games, and no way to the true state (design 4)."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.counsel import Counsel
from vedette.engine.decision import plain
from vedette.engine.entries import live, state_after
from vedette.engine.game import Game
from vedette.engine.odds import Odds
from vedette.engine.planning import Planning
from vedette.engine.procedure import Ask
from vedette.engine.rulebook import Rulebook
from vedette.engine.shapes import Reached
from vedette.engine.state import State


class Glance:
    """What a decision is at a glance: enough for a commander who looks at nothing else."""

    def __init__(self, seat: str, kind: str, number: int, count: int) -> None:
        self.seat = seat
        self.kind = kind
        self.number = number
        self.count = count
        """How many answers are offered."""


def glance(ask: Ask, number: int) -> Glance:
    """An open question at a glance."""
    return Glance(ask.seat, ask.kind, number, len(ask.options))


class Past:
    """What was answered before a decision, so that a commander without memory finds its plan again.

    It hands out imagined games and nothing else.
    """

    def __init__(self, game: Game) -> None:
        self._first = game.first
        self._past = game.past
        self._entries = tuple(game.entries)

    def __len__(self) -> int:
        return len(self._entries)

    def begun(self, seat: str, planning: Planning) -> int:
        """The number of a seat's answer with which it began what it does, or did last; 0 where none still counts."""
        given = self._given(seat, planning)
        if not given or not planning.several:
            return given[-1] if given else 0
        last = self.doing(given[-1], seat, planning)
        at = bisect_left(given, True, key=lambda n: self.doing(n, seat, planning) == last)
        return given[at]

    def last(self, seat: str, planning: Planning) -> int:
        """The number of its last answer to a question of a plan's kinds; 0 where none still counts."""
        given = self._given(seat, planning)
        return given[-1] if given else 0

    def doing(self, n: int, seat: str, planning: Planning) -> Hashable:
        """What a seat was doing when it gave an answer with a number, which both sides know."""
        return planning.under_way(self._before(n), seat)

    def _given(self, seat: str, planning: Planning) -> list[int]:
        """The numbers of a seat's answers to questions of a plan's kinds that still count."""
        found: list[int] = []
        for entry in live(self._entries):
            if entry.change is not None:
                found.clear()
            elif entry.seat == seat and entry.kind in planning.kinds:
                found.append(entry.n)
        return found

    def answered(self, n: int) -> str:
        """The answer with a number."""
        return self._entries[n - 1].do

    def noted(self, n: int) -> str:
        """What the record says of who gave the answer with a number."""
        return self._entries[n - 1].note

    def planned(self, n: int) -> str:
        """By which planner the plan was found that begins with the answer with a number, by the record."""
        return self._entries[n - 1].planned

    def mark(self, n: int) -> int:
        """What tells the record up to an answer from others."""
        return hash(tuple([(e.seat, e.do, e.undo) for e in self._entries[: n - 1]]))

    def before(self, imagined: Game, seat: str, n: int) -> Desk:
        """The desk of a seat as it was when it gave an answer."""
        new = imagined.clone()
        new.state = imagined.rulebook.imagine(self._before(n), seat, random.Random(0))
        return Desk(new, seat)

    def _before(self, n: int) -> State:
        entry = self._entries[n - 1]
        if entry.before is not None:
            return entry.before
        counted = live(self._entries[: n - 1])
        return state_after(self._first, counted, counted[-1].n if counted else 0, self._past)


class Desk(Glance):
    """All that a commander is handed at one decision of its seat.

    Whatever it works out it works out in an imagined game: what the seat cannot know was dealt anew in it.
    """

    def __init__(self, imagined: Game, seat: str, past: Past | None = None) -> None:
        decision = imagined.decision_of(seat)
        if decision is None:
            raise LookupError(f"{seat} is not asked anything now")
        super().__init__(seat, decision.kind, decision.number, len(decision.ask.options))
        self.counsel: Counsel[Any] = imagined.rulebook.counsel
        self.battle: Battle = imagined.battle
        self._decision = decision
        self._imagined = imagined
        self.past = past
        """None where nothing is recorded: there whoever answers must remember by itself."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the game."""
        found: Mapping[str, Any] = self._imagined.header["options"]
        return found

    @property
    def rulebook(self) -> Rulebook[Any]:
        """The rules of the game."""
        return self._imagined.rulebook

    @property
    def ask(self) -> Ask:
        """The question with its choices, of the imagined game."""
        return self._decision.ask

    @property
    def state(self) -> State:
        """A full state that the seat could be in, made from what it may know; not to be changed."""
        return self._imagined.state

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat may know."""
        return self._imagined.view(self.seat)

    @cached_property
    def decision(self) -> dict[str, Any]:
        """The decision as plain data (`engine.decision.plain`); a commander is proposed nothing."""
        return plain(self._decision, proposing=False)

    @property
    def ending(self) -> str:
        """What `done` or `pass` would end, and what could still be done there; empty where neither is."""
        return self._imagined.ending(self.seat)

    def text(self, index: int) -> str:
        """The text of one answer."""
        return self._decision.actions[index].text

    def odds(self, *texts: str, assume: Mapping[str, str] | None = None) -> Odds:
        """The chances of the combat that these actions open."""
        return self._imagined.odds(*texts, assume=assume, seat=self.seat)

    def reach(self, unit: str) -> dict[str, Reached]:
        """Where a unit that is moving can come to, with costs and ways."""
        return self._imagined.rulebook.reach(self._imagined.state, unit)

    def earlier(self, n: int) -> Desk:
        """The desk as it was when the seat gave its answer with a number, from the record."""
        assert self.past is not None
        return self.past.before(self._imagined, self.seat, n)

    def imagine(self, seed: int) -> Game:
        """A full game that the seat could be in, to be played on at will."""
        return self._imagined.imagine(self.seat, seed)


def desk(game: Game, seat: str) -> Desk:
    """The desk of a seat that is asked. Raises LookupError where it is not."""
    return Desk(game.imagine(seat), seat, None if game.unrecorded else Past(game))


def desk_before(game: Game, seat: str, n: int) -> Desk:
    """The desk of a seat as it was when it gave an answer with a number, also in a battle that is over."""
    return Past(game).before(game, seat, n)
