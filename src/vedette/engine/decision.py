"""Decisions and actions as a seat sees them: the questions of the rules with words, numbers and places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from vedette.engine.choice import Choice
from vedette.engine.events import IllegalAction
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.run import asks, stack_titles
from vedette.engine.state import State


class Action(msgspec.Struct, frozen=True):
    """One answer that is offered: plain and frozen, so that it compares, hashes and pickles.

    It names no game: two actions are the same where seat, answer, text, case and hex are.
    """

    seat: str
    value: Any
    text: str
    """Unique within its decision; what records and positions write."""
    cite: str
    hex: str | None
    """The hex that it concerns, by its printed number."""

    def __str__(self) -> str:
        return self.text

    @property
    def choice(self) -> Choice | None:
        """What is done, by whom, where and with what; None where it is no player's: a die, a name that is drawn."""
        return self.value if isinstance(self.value, Choice) else None


def folded(text: str) -> str:
    """How texts are compared: trimmed, inner spaces single, lower case."""
    return " ".join(text.split()).lower()


Propose = Callable[[State, str], Any]
"""What the rulebook's counsel would put under Enter for a seat: one of the choices, or None."""

T = TypeVar("T")
_BRACKET = re.compile(r" \([^()]*\)")


class Decision:
    """A question that is open. Its words are made when they are read."""

    def __init__(self, g: State, ask: Ask, propose: Propose | None = None) -> None:
        self._g = g
        self._propose = propose
        self.ask = ask
        self.number = g.number
        self.seat = ask.seat
        self.kind = ask.kind
        self.cite = g.cite(ask.cite)
        self.about = ask.about
        self.window = ask.window
        self.optional = ask.optional
        self.alone = ask.alone
        self._told: dict[str, Any] = {}

    def told(self, what: str, tell: Callable[[State, str], T], g: State) -> T:
        """What the rulebook tells of it (`undone`, `passing`, `notes`, `labels`), worked out when first asked."""
        if what not in self._told:
            self._told[what] = tell(g, self.seat)
        found: T = self._told[what]
        return found

    def __repr__(self) -> str:
        return f"<Decision {self.number}: {self.seat}, {self.kind}, {len(self)} actions>"

    def __len__(self) -> int:
        return len(self.ask.options)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __contains__(self, action: object) -> bool:
        """Whether an action is offered, or a text: the whole, or a name without its bracket where one alone fits."""
        if isinstance(action, str):
            try:
                return self.find(action) is not None
            except IllegalAction:
                return False
        return isinstance(action, Action) and self.own(action) is not None

    def stay(self, before: State) -> None:
        """The game moves on: what has not been read yet is worded by the state in which it was asked."""
        self._g = before

    @property
    def prompt(self) -> str:
        """What is asked, in a few words."""
        return self.ask.prompt or self.kind

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every answer, in a fixed order."""
        return tuple(map(self._action, self.ask.options))

    def _action(self, value: Any) -> Action:
        g, at = self._g, value.hex if type(value) is Choice else -1
        return Action(self.seat, value, g.text_of(value), self.cite, g.hex_name(at) if at >= 0 else None)

    @cached_property
    def proposed(self) -> Action | None:
        """The answer that Enter takes, worked out by the counsel of the rules when somebody reads it.

        None where it is a matter of taste, would end or spend too much, or would take too long to find.
        """
        if self._propose is None or self.seat == CHANCE:
            return None
        return self.answering(self._propose(self._g, self.seat))

    @property
    def usual(self) -> Action | None:
        """The answer assumed in odds and by "pass for now"; every question of a player has one."""
        return self.answering(self.ask.usual)

    @property
    def stack(self) -> list[str]:
        """The titles of the procedures under way, outermost first."""
        return stack_titles(self._g)

    def answering(self, value: Any) -> Action | None:
        """The action of a choice, or of what chance answers; None where that is not offered."""
        return self._action(value) if value is not None and value in self.ask.options else None

    def own(self, action: Action) -> Action | None:
        """The action that is offered and equals one that is given; None where none does.

        What is given may have been made by hand: `5.0` and the integers of other libraries equal a hex, but would go
        into saves and digests as what they are.
        """
        try:
            own = self._action(self.ask.options[self.ask.options.index(action.value)])
        except ValueError:
            return None
        return own if own == action else None

    def exactly(self, text: str) -> Action | None:
        """The action with this text to the letter; see `find` for what somebody types."""
        text_of = self._g.text_of
        return next((self._action(value) for value in self.ask.options if text_of(value) == text), None)

    def find(self, text: str) -> Action | None:
        """The action with this text; a name without its bracket will do where only one fits.

        Raises:
            IllegalAction: where the bare name could mean several.
        """
        wanted, text_of = folded(text), self._g.text_of
        for value in self.ask.options:
            if folded(text_of(value)) == wanted:
                return self._action(value)
        loose = [a for a in self.actions if folded(_BRACKET.sub("", a.text)) == wanted]
        if len({a.text for a in loose}) > 1:
            raise IllegalAction(text, "could mean " + ", ".join(a.text for a in loose), self.cite)
        return loose[0] if loose else None


def decisions(g: State, propose: Propose | None = None) -> tuple[Decision, ...]:
    """Every decision that is open: usually one, none when the game is over."""
    return tuple(Decision(g, ask, propose) for ask in asks(g))


def plain(decision: Decision, proposing: bool = True) -> dict[str, Any]:
    """A decision as plain data, JSON-ready: what `vedette try`, the protocol and a commander's desk show.

    Args:
        proposing: whether the answer to propose is worked out; else none is named.
    """
    proposed = decision.proposed if proposing else None
    return {
        "number": decision.number,
        "seat": decision.seat,
        "kind": decision.kind,
        "prompt": decision.prompt,
        "cite": decision.cite,
        "stack": decision.stack,
        "actions": [{"text": a.text, "cite": a.cite, "hex": a.hex} for a in decision.actions],
        "about": list(decision.about),
        "window": decision.window or None,
        "optional": decision.optional,
        "alone": decision.alone,
        "proposed": proposed.text if proposed else None,
        "usual": decision.usual.text if decision.usual else None,
    }
