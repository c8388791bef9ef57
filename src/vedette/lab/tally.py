"""What a game would ask of two people: decisions, changes of the seat that acts, questions that may be passed.

Counted with default orders: a question that a seat's standing orders would answer is put to nobody. Where a commander
answers otherwise than they would it counts, since a person who meant that had set an order to be asked. Questions that
several seats answer at once (`alone`) keep nobody waiting, and so are no change of the seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.occasion import PROPOSED
from vedette.engine.procedure import Ask
from vedette.engine.state import State
from vedette.staff.orders import Ordered, Orders


class Tally:
    """Counts as a game goes on."""

    def __init__(self, battle: Battle, rulebook: Any) -> None:
        self.decisions = 0
        self.questions: Counter[str] = Counter()
        """Those put to somebody, by turn."""
        self.optional: Counter[str] = Counter()
        self.handoffs: Counter[str] = Counter()
        self._book = rulebook
        self._orders = Orders(rulebook.windows(battle))
        self._seats: dict[str, Ordered] = {seat: Ordered() for seat in rulebook.seats}
        self._last = ""

    def note(self, g: State, ask: Ask, value: Any) -> None:
        """A seat is asked, and answers."""
        self.decisions += 1
        turn, settled = self._settled(g, ask, value)
        self.handoffs[turn] += 0
        if settled:
            return
        self.questions[turn] += 1
        self.optional[turn] += ask.optional
        if not ask.alone:
            self.handoffs[turn] += self._last not in ("", ask.seat)
            self._last = ask.seat

    def _settled(self, g: State, ask: Ask, value: Any) -> tuple[str, bool]:
        """The turn, and whether the orders of the seat give this answer.

        What they would have proposed is not worked out: who goes by it wants no question, whatever it is.
        """
        turn = self._book.clock(g).turn
        occasion = self._book.occasion(g, ask)
        if occasion is None:
            return turn, False
        ordered = self._seats[ask.seat]
        deed = self._orders.deed(ordered, occasion, turn)
        settled = deed is not None and (deed == PROPOSED or occasion.answers[deed] == value)
        if occasion.window in self._orders.windows:
            passed = "pass" in occasion.answers and occasion.answers["pass"] == value
            self._orders.answered(ordered, occasion.window, passed, turn)
        return turn, settled


def median(counts: Sequence[int]) -> float:
    """The middle one; 0 of none."""
    found = sorted(counts)
    if not found:
        return 0.0
    half = len(found) // 2
    return float(found[half]) if len(found) % 2 else (found[half - 1] + found[half]) / 2
