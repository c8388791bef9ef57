"""An imagined game played on: both sides by the adjutant, chance by a hash, so that what was not changed goes alike.

Dice by a counter would part at the first different answer. Here a roll follows from the world, the turn, what is rolled
for whom, and how often that was rolled before: two plans meet the same luck as long as they ask the same of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.chance import pick
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.rulebook import Rulebook
from vedette.engine.run import answer, asks
from vedette.engine.shapes import Reached
from vedette.engine.state import State
from vedette.engine.temper import PLAIN, Temper

NAMING = ("hex", "target", "unit", "side")
"""Fields of a procedure that say whom a roll is for, beside its words."""


class Hashed:
    """Answers for chance, and draws the lots of commanders, in an imagined world."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._met: dict[str, int] = {}

    def answer(self, g: State, ask: Ask) -> Any:
        """What chance answers to a question."""
        n = sum(ask.weights) if ask.weights is not None else len(ask.options)
        frame = g.stack[-1][0]
        names = [type(frame).__name__]
        for field in frame.__struct_fields__:
            value = getattr(frame, field)
            if isinstance(value, str) or field in NAMING:
                names.append(str(value))
        return pick(ask, self.below(n, f"{getattr(g, 'turn', 0)} {ask.kind} {' '.join(names)}"))

    def below(self, n: int, said: str) -> int:
        """A number below n for something that may come again."""
        often = self._met[said] = self._met.get(said, 0) + 1
        digest = blake2b(f"{often} {said}".encode(), key=self.key, digest_size=8).digest()
        return int.from_bytes(digest, "big") % n


class Bench:
    """What the counsel reads of a desk, of a state that is imagined already."""

    def __init__(self, battle: Battle, rulebook: Rulebook[Any], state: State, ask: Ask) -> None:
        self.battle = battle
        self.ask = ask
        self.state = state
        self._rulebook = rulebook

    def reach(self, unit: str) -> dict[str, Reached]:
        """Where a unit that is moving can come to, with costs and ways."""
        return self._rulebook.reach(self.state, unit)


def chosen(values: Sequence[float], within: float, lot: Callable[[int], int]) -> int:
    """The place of the answer worth most; of those nearly as good the better ones more often."""
    best = max(values)
    good = [i for i, value in enumerate(values) if value >= best - within]
    if len(good) == 1:
        return good[0]
    shares = [1 + round(9 * (1 - (best - values[i]) / within)) for i in good]
    at = lot(sum(shares))
    for i, share in zip(good, shares, strict=True):
        at -= share
        if at < 0:
            return i
    raise AssertionError("a lot lies below the sum of all shares")


Judged = dict[Hashable, tuple[Sequence[float], float]]
"""What the adjutant thought of answers, by position, seat and temper."""


class Course:
    """An imagined game on its way. It owns its state, which nobody else may read any more."""

    def __init__(
        self, battle: Battle, rulebook: Rulebook[Any], state: State, dice: Hashed, judged: Judged | None = None
    ) -> None:
        self.battle = battle
        self.rulebook = rulebook
        self.state = state
        self.dice = dice
        self.judged: Judged = {} if judged is None else judged
        self.given = 0
        """Answers that commanders have thought about: what it has cost."""
        self.steps = 0
        """Answers that they have given, thought about or not."""

    def give(self, seat: str, value: Any) -> None:
        """Give an answer, and let chance answer whatever it is asked then."""
        g = self.state
        answer(g, seat, value)
        while isinstance(g.ask, Ask) and g.ask.seat == CHANCE:
            answer(g, CHANCE, self.dice.answer(g, g.ask))

    def step(self, tempers: Mapping[str, Temper]) -> None:
        """Let the adjutant answer for who is asked first, under the temper of his seat."""
        g = self.state
        ask = asks(g)[0]
        if ask.seat == CHANCE:
            answer(g, CHANCE, self.dice.answer(g, ask))
            return
        self.steps += 1
        if len(ask.options) == 1:
            self.give(ask.seat, ask.options[0])
            return
        values, within = self._judged(ask, tempers.get(ask.seat, PLAIN))
        said = f"{getattr(g, 'turn', 0)} {ask.seat} {ask.kind} {' '.join(ask.about)}"
        at = chosen(values, within, lambda n: self.dice.below(n, said))
        self.give(ask.seat, ask.options[at])

    def _judged(self, ask: Ask, temper: Temper) -> tuple[Sequence[float], float]:
        """What the adjutant thinks of each answer; thought of once where several plans come to the same position."""
        now = self.state.clone()
        key = now.key(), ask.seat, temper
        found = self.judged.get(key)
        if found is None:
            self.given += 1
            bench = Bench(self.battle, self.rulebook, now, ask)
            found = self.judged[key] = self.rulebook.counsel.adjutant(bench, temper)
        return found
