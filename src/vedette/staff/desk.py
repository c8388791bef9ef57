"""The desk of a commander: view, decision, odds, reach and imagined games, and no way to the true state (design 4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.counsel import Counsel
from vedette.engine.decision import plain
from vedette.engine.game import Game
from vedette.engine.odds import Odds
from vedette.engine.procedure import Ask
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


class Desk(Glance):
    """All that a commander is handed at one decision of its seat.

    Whatever it works out it works out in an imagined game: what the seat cannot know was dealt anew in it.
    """

    def __init__(self, imagined: Game, seat: str) -> None:
        decision = imagined.decision_of(seat)
        if decision is None:
            raise LookupError(f"{seat} is not asked anything now")
        super().__init__(seat, decision.kind, decision.number, len(decision.ask.options))
        self.counsel: Counsel[Any] = imagined.rulebook.counsel
        self.battle: Battle = imagined.battle
        self._decision = decision
        self._imagined = imagined

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

    def text(self, index: int) -> str:
        """The text of one answer."""
        return self._decision.actions[index].text

    def odds(self, *texts: str, assume: Mapping[str, str] | None = None) -> Odds:
        """The chances of the combat that these actions open."""
        return self._imagined.odds(*texts, assume=assume, seat=self.seat)

    def reach(self, unit: str) -> dict[str, Reached]:
        """Where a unit that is moving can come to, with costs and ways."""
        return self._imagined.rulebook.reach(self._imagined.state, unit)

    def imagine(self, seed: int) -> Game:
        """A full game that the seat could be in, to be played on at will."""
        return self._imagined.imagine(self.seat, seed)


def desk(game: Game, seat: str) -> Desk:
    """The desk of a seat that is asked. Raises LookupError where it is not."""
    return Desk(game.imagine(seat), seat)
