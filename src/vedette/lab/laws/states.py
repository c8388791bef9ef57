"""Laws watched while a game is played: what must hold of every state, whatever the rulebook (design 11)."""

from __future__ import annotations

import json
from typing import Any

from vedette.engine import Game
from vedette.engine.chance import below, key_of
from vedette.engine.decision import decisions, plain
from vedette.engine.procedure import Ask
from vedette.engine.run import asks, renew

EVERY = 16
"""A state out of so many, drawn by lot, is saved, loaded and cloned."""


class LawError(AssertionError):
    """A law does not hold; says which, and where the game stands."""


class Watch:
    """Looks at a game before each answer."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.key = key_of(seed) + b"laws"
        self.copy: tuple[Any, int, Any] | None = None
        """A clone taken earlier, its hash and what was asked there."""

    def look(self, ask: Ask) -> None:
        """Conservation and stacking of this state; now and then the dear laws as well."""
        state = self.game.state
        self.hold(not (broken := self.game.rulebook.broken_laws(state)), "; ".join(broken))
        self.hold(bool(ask.options), "a decision has no answer")
        if below(self.key, state.number, EVERY):
            return
        self.earlier_states()
        self.reading_changes_nothing()
        self.asking_twice()
        self.save_and_load()
        self.copy = (state.clone(), hash(state), asks(state))

    def end(self) -> None:
        """The last state."""
        broken = self.game.rulebook.broken_laws(self.game.state)
        self.hold(not broken, "; ".join(broken))
        self.earlier_states()

    def hold(self, good: bool, law: str) -> None:
        """Raises LawError where a law does not hold."""
        if not good:
            stack = " › ".join(t for d in decisions(self.game.state)[:1] for t in d.stack)
            raise LawError(f"decision {self.game.state.number}, {stack}: {law}")

    def earlier_states(self) -> None:
        """Law 2: playing on left a clone as it was."""
        if self.copy is not None:
            state, before, _ = self.copy
            self.hold(hash(state) == before, "an earlier clone changed while the game was played on")

    def reading_changes_nothing(self) -> None:
        """Law 5: view, actions and text change nothing; texts are unique within a decision."""
        game = self.game
        before = hash(game.state)
        for seat in ("", *game.rulebook.seats):
            game.view(seat)
        for decision in decisions(game.state):
            texts = [row["text"] for row in plain(decision, proposing=False)["actions"]]
            self.hold(len(set(texts)) == len(texts), "two answers of a decision have the same text")
        self.hold(hash(game.state) == before, "looking at the game changed it")

    def asking_twice(self) -> None:
        """Law 14: a question asked once more is the same and changes nothing."""
        twin = self.game.state.clone()
        renew(twin)
        same = [_told(a) for a in asks(twin)] == [_told(a) for a in asks(self.game.state)]
        self.hold(same and twin == self.game.state, "a question asked twice is another one")

    def save_and_load(self) -> None:
        """Law 1: a state saved and loaded has the same digest, questions and views."""
        game = self.game
        state = game.state
        data = json.loads(json.dumps(state.saved()))
        loaded = game.rulebook.load(game.battle, game.header["options"], data)
        self.hold(loaded == state, "a loaded state differs from the one saved")
        self.hold(loaded.digest() == state.digest(), "a loaded state has another digest")
        same = [_told(a) for a in asks(loaded)] == [_told(a) for a in asks(state)]
        self.hold(same, "a loaded state asks something else")
        for seat in ("", *game.rulebook.seats):
            self.hold(game.rulebook.view(loaded, seat) == game.rulebook.view(state, seat), "a loaded view differs")


def _told(ask: Ask) -> tuple[Any, ...]:
    """What tells one question from another; functions are compared by the step they lead to."""
    return (ask.seat, ask.kind, ask.options, ask.weights, ask.then.__name__, ask.prompt, ask.cite)
