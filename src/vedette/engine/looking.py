"""What a game shows of itself: decisions, words, views, plans, ranges, the log of a seat, the ground of its board."""

from __future__ import annotations

from typing import Any

from vedette.engine.decision import Decision, decisions
from vedette.engine.events import Event
from vedette.engine.rulebook import Outcome
from vedette.engine.state import State

ABOUT_PASSING = ("undone", "passing")
"""What is told only of a decision that may be passed."""


class Looking:
    """The part of a game that looks and changes nothing."""

    rulebook: Any
    state: State
    _open: tuple[Any, int, tuple[Decision, ...]] | None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision that is open."""
        g = self.state
        if self._open is None or self._open[0] is not g.ask or self._open[1] != g.number:
            self._open = (g.ask, g.number, decisions(g, self.rulebook.proposed))
        return self._open[2]

    @property
    def decision(self) -> Decision | None:
        """The decision waited for; None when the game is over."""
        found = self.decisions
        return found[0] if found else None

    @property
    def outcome(self) -> Outcome | None:
        """Who won and how, once the game is over."""
        found: Outcome | None = self.rulebook.outcome(self.state)
        return found

    def decision_of(self, seat: str) -> Decision | None:
        """The open decision of a seat."""
        return next((d for d in self.decisions if d.seat == seat), None)

    def undone(self, seat: str) -> str:
        """What the seat would leave undone by passing now, in words."""
        words: str = self._told("undone", seat)
        return words

    def passing(self, seat: str) -> str:
        """The answer that passes where no other of the seat can do anything."""
        text: str = self._told("passing", seat)
        return text

    def notes(self, seat: str) -> dict[str, str]:
        """What answers of the seat come to, by their text."""
        found: dict[str, str] = self._told("notes", seat) or {}
        return found

    def labels(self, seat: str) -> dict[str, str]:
        """Words to show in place of answers of the seat that could be misread, by their text."""
        found: dict[str, str] = self._told("labels", seat) or {}
        return found

    def _told(self, name: str, seat: str) -> Any:
        """What the rulebook tells of a seat's decision, worked out once for each; "" where there is nothing to tell."""
        decision = self.decision_of(seat)
        if decision is None or (name in ABOUT_PASSING and not decision.optional):
            return ""
        if name not in decision.told:
            decision.told[name] = getattr(self.rulebook, name)(self.state, seat)
        return decision.told[name]

    def view(self, seat: str) -> dict[str, Any]:
        """What a seat may know, and nothing else; JSON-ready. The seat "" is that of a spectator."""
        found: dict[str, Any] = self.rulebook.view(self.state, seat)
        return found

    def say(self, event: Event, seat: str = "") -> str:
        """An event in words, for a seat."""
        words: str = self.rulebook.say(self.state, event, seat)
        return words
