"""The adjutant: weighs every answer by the rulebook's counsel and takes the best, among nearly equal ones by lot."""

from __future__ import annotations

from vedette.staff.desk import Desk
from vedette.staff.lots import Lots


class Adjutant(Lots):
    """Plans anew at each decision from what lies on the desk, so that it needs no memory and forgets nothing."""

    name = "adjutant"
    blind = False

    def pick(self, desk: Desk) -> int:
        """The answer worth most; of those nearly as good the better ones more often."""
        values, within = desk.counsel.adjutant(desk)
        best = max(values)
        good = [i for i, value in enumerate(values) if value >= best - within]
        if len(good) == 1:
            return good[0]
        shares = [1 + round(9 * (1 - (best - values[i]) / within)) for i in good]
        at = self.lot(desk, sum(shares))
        for i, share in zip(good, shares, strict=True):
            at -= share
            if at < 0:
                return i
        raise AssertionError("a lot lies below the sum of all shares")

    def choose(self, desk: Desk) -> str:
        """The text of the answer that it gives."""
        return desk.text(self.pick(desk))
