"""A commander's lots."""

from __future__ import annotations

from vedette.engine.chance import below, key_of
from vedette.staff.desk import Slip


class Lots:
    """Each lot follows from the commander's seed, its seat and the number of the decision."""

    def __init__(self, seed: int = 0) -> None:
        self.key = key_of(seed)[:32]

    def lot(self, slip: Slip, n: int) -> int:
        """A number below n."""
        return below(self.key + slip.seat.encode()[:32], slip.number, n)
