"""Exact chances of fires, one or several in order: at least one test, a step lost, driven back, the hex emptied.

The dice of each fire say which test is called for; what a test does is looked up (`outcomes`). Fires that follow are
worked out from every state that the ones before can leave behind. What is counted is what the fires themselves do: as
in odds neither what a retreat meets on its way nor who panics. Where either could change a fire that follows, since
others are left in the hex, `exact` is false.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from vedette.engine.rulebook import Aim
from vedette.rules.blind_swords.assist.plans.outcomes import Fate, Fates, tested
from vedette.rules.blind_swords.chapters.cohesion import CohesionTest
from vedette.rules.blind_swords.chapters.deeds import place, take_off
from vedette.rules.blind_swords.chapters.fire_shifts import FirePlan, aim
from vedette.rules.blind_swords.chapters.retreat import OFF, ways
from vedette.rules.blind_swords.chapters.values import lead_candidates, modified_cr, touched
from vedette.rules.blind_swords.charts import DICE
from vedette.rules.blind_swords.state import ELIMINATED, State

replace = msgspec.structs.replace

TEST, STEP, BACK, EMPTY = 1, 2, 4, 8
"""What has happened by now, as bits."""


class Shot(msgspec.Struct, frozen=True):
    """A fire at a hex, or at one moving unit of it alone."""

    plan: FirePlan
    mover: str = ""
    held: bool = False
    """A retreat that it causes is added to the one under way."""
    struck: tuple[str, ...] = ()
    """The only units of the hex that can be struck; empty where all can."""


class Chances(msgspec.Struct, frozen=True):
    """What fires do to those fired at."""

    test: float
    step: float
    """A unit is depleted or breaks."""
    back: float
    """A unit must fall back."""
    emptied: float
    """Nobody is left in a hex that was fired at; who panics is not counted."""
    worth: float
    """A step is lost or a hex is emptied: ways of firing are compared by this."""
    exact: bool = True


Status = tuple[tuple[bool, bool, int], ...]
"""Of each unit that may be fired at: whether it stands where it stood, its face, its hits."""
Spot = tuple[int, Status]
"""What has happened, and how those fired at stand."""
Crowd = dict[Spot, float]
"""Every way in which they can stand, with its chance."""


class Volleys:
    """Fires at some hexes from one state on. The state must be one without hands (`outcomes.hands_down`).

    What a fire on one column does to those who stand in one way is worked out once.
    """

    def __init__(self, g: State, hexes: Iterable[int]) -> None:
        self.g = g
        self._watched = tuple((i, h) for h in dict.fromkeys(hexes) for i in g.in_hex(h))
        self.first = self._status(g)
        self.states: dict[Status, State] = {self.first: g}
        self._results: dict[tuple[object, ...], tuple[Crowd, bool]] = {}
        self._columns: dict[tuple[Status, Shot], tuple[Aim, int, str]] = {}

    def chances(self, shots: Sequence[Shot]) -> Chances:
        """What fires come to, one after the other."""
        crowd, exact = self.crowd(shots)

        def of(bits: int) -> float:
            return min(1.0, math.fsum(p for (seen, _), p in crowd.items() if seen & bits))

        return Chances(of(TEST), of(STEP), of(BACK), of(EMPTY), of(STEP | EMPTY), exact)

    def worth(self, shots: Sequence[Shot]) -> float:
        """The chance that a step is lost or a hex is emptied, and no more; quicker."""
        crowd: Crowd = {(0, self.first): 1.0}
        for shot in shots:
            crowd = {at: p for at, p in self._next(crowd, shot)[0].items() if not at[0] & (STEP | EMPTY)}
        return 1.0 - math.fsum(crowd.values())

    def crowd(self, shots: Sequence[Shot]) -> tuple[Crowd, bool]:
        """Every way in which they can stand after fires, and whether nothing had to be guessed along the way."""
        crowd: Crowd = {(0, self.first): 1.0}
        exact = True
        for shot in shots:
            crowd, sure = self._next(crowd, shot)
            exact = exact and (sure or shot is shots[-1])
        return crowd, exact

    def column(self, shot: Shot, status: Status | None = None) -> tuple[Aim, int, str]:
        """The column of a fire as the target stands, its index, and the lead unit (the usual one of several)."""
        key = (status or self.first, shot)
        found = self._columns.get(key)
        if found is None:
            g = self.states[key[0]]
            lead = shot.mover or lead_candidates(g, shot.plan.target, shot.struck)[0]
            found = self._columns[key] = (*aim(g, shot.plan, lead), lead)
        return found

    def _status(self, g: State) -> Status:
        return tuple(((u := g.units[i]).at == h, u.worn, u.hits) for i, h in self._watched)

    def _next(self, crowd: Crowd, shot: Shot) -> tuple[Crowd, bool]:
        out: Crowd = {}
        exact = True
        for (seen, status), chance in crowd.items():
            found, sure = self._fired(status, shot, bool(seen & BACK))
            exact = exact and sure
            for (more, new), part in found.items():
                at = (seen | more, new)
                out[at] = out.get(at, 0.0) + chance * part
        return out, exact

    def _fired(self, status: Status, shot: Shot, driven: bool) -> tuple[Crowd, bool]:
        """What one fire makes of those who stand in one way."""
        g, target = self.states[status], shot.plan.target
        there = g.in_hex(target)
        same: tuple[Crowd, bool] = ({(0, status): 1.0}, True)
        if not touched(g, target, shot.struck):
            return same
        if shot.mover and (shot.mover not in there or (driven and not shot.held)):
            return same
        _, column, lead = self.column(shot, status)
        if column < 0:
            return same
        causes = tuple({g.at(i): None for i in shot.plan.firers})
        key = (status, target, column, shot.mover, shot.held, causes if len(there) > 1 else (), shot.struck)
        found = self._results.get(key)
        if found is None:
            found = self._results[key] = self._worked_out(status, shot, column, lead, causes)
        return found

    def _worked_out(
        self, status: Status, shot: Shot, column: int, lead: str, causes: tuple[int, ...]
    ) -> tuple[Crowd, bool]:
        g, target = self.states[status], shot.plan.target
        fates: dict[Fates, float] = {}
        quiet, exact = 36, True
        for test, rolls in tests_of(g, column, modified_cr(g, lead)).items():
            quiet -= rolls
            frame = CohesionTest(
                "fire", test, 0, target, lead, (), bool(shot.mover), shot.held, struck=shot.struck
            )  # fmt: skip
            spread, sure = tested(g, frame, target)
            exact = exact and sure
            for found, part in spread:
                fates[found] = fates.get(found, 0.0) + part * rolls / 36
        there = g.in_hex(target)
        crowd: Crowd = {(0, status): quiet / 36} if quiet else {}
        for found, chance in fates.items():
            new, sure = after(g, target, found, causes)
            exact = exact and sure
            at = (TEST | seen_in(g, there, found), self._status(new))
            self.states.setdefault(at[1], new)
            crowd[at] = crowd.get(at, 0.0) + chance
        return crowd, exact


def tests_of(g: State, column: int, rating: int) -> Mapping[str, int]:
    """Which tests a column calls for, and in how many of 36 rolls each."""
    key = ("tests", column, rating)
    found: dict[str, int] | None = g.setting.outcomes.get(key)
    if found is None:
        found = g.setting.outcomes[key] = {}
        for roll in DICE:
            test = g.setting.crt.cells[column][roll][rating]
            if test:
                found[test] = found.get(test, 0) + 1
    return found


def seen_in(g: State, ids: Sequence[str], fates: Fates) -> int:
    """What fates mean, as bits."""
    seen = EMPTY if all(f.left for f in fates) else 0
    for id, fate in zip(ids, fates, strict=True):
        if fate.gone or fate.worn != g.units[id].worn:
            seen |= STEP
        if fate.back:
            seen |= BACK
    return seen


def after(g: State, hex: int, fates: Fates, causes: tuple[int, ...]) -> tuple[State, bool]:
    """The state with these fates carried out, and whether nothing of it had to be guessed.

    Where nobody is left in the hex it does not matter where they went; else a unit that falls back is led along the
    first of its best ways, and what it meets there is left out.
    """
    there = g.in_hex(hex)
    new, sure = g, True
    empty = all(f.left for f in fates)
    for id, fate in zip(there, fates, strict=True):
        unit = g.units[id]
        if not fate.left and (fate.worn, fate.hits) == (unit.worn, unit.hits):
            continue
        if new is g:
            new = g.clone()
        if fate.gone or empty:
            take_off(new, id, ELIMINATED, "", "broken")
            continue
        new.units[id] = replace(new.units[id], worn=fate.worn, hits=fate.hits)
        if fate.back:
            _walk_back(new, id, fate, causes)
            sure = False
    return new, sure


def _walk_back(g: State, id: str, fate: Fate, causes: tuple[int, ...]) -> None:
    origin = g.at(id)
    for _ in range(fate.back + 6):
        if g.at(id) != origin and g.setting.grid.distance(g.at(id), origin) >= fate.back:
            return
        steps = ways(g, id, fate.back, origin, causes).steps
        if not steps or steps[0] == OFF:
            take_off(g, id, ELIMINATED, "", "broken")
            return
        place(g, id, steps[0], "", "retreated")
