"""The commander: it searches where a plan begins, and carries the plan out under the temper that was found best."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from hashlib import blake2b
from typing import NamedTuple, Protocol

from vedette.engine.planning import Planning
from vedette.engine.temper import Temper, leaned
from vedette.staff.desk import Desk, Past
from vedette.staff.general.search import PLANNER, USUAL, Found, Root, Search
from vedette.staff.general.value import Worth, planning_of, value_of

LEVELS = {1: 800, 2: 2000, 3: 4000, 4: 8000}
"""Level -> the answers thought about in imagined games after which a search looks at no further world."""
TICKS = {1: 1.5, 2: 3.0, 3: 6.0, 4: 10.0}
"""Level -> seconds within which a search is over on any machine that is not overworked."""
USUAL_LEVEL = 2
KEPT = 64
"""So many plans are remembered; whatever is forgotten is found again from the record."""


class Adjutant(Protocol):
    """Who answers everything that begins no plan."""

    key: bytes

    def temper(self, desk: Desk, seat: str) -> Temper:
        """How it weighs in a seat when nothing is planned."""
        ...

    def weigh(self, desk: Desk, temper: Temper) -> int:
        """The answer worth most under a temper."""
        ...


Think = Callable[[Root, Worth, bytes, int], Found]
"""Finds the plan at a root by a value, a key and a budget; always the same."""


def searched(root: Root, value: Worth, key: bytes, budget: int) -> Found:
    """The plan at a root, searched for here and now."""
    return Search(root, value, key, budget).found()


class Kept(NamedTuple):
    """A plan that is being carried out."""

    doing: Hashable
    """What it holds for."""
    answer: str
    """The text of its first answer."""
    found: Found
    searched: bool
    """Whether it was searched for, and found."""


class Said(NamedTuple):
    """An answer, and what the record is to say of it."""

    text: str
    note: str = ""
    """What befell its commander."""
    planned: str = ""
    """By which planner the plan was found that begins with it."""


class General:
    """Plays as the adjutant does, but for whole plans: how an activation or a player turn begins, and in which temper
    it is carried out.

    What it remembers only spares it work: with a record it finds the same plan again, since a search follows from the
    position at its beginning, the seed and the level.
    """

    name = "general"
    blind = False

    def __init__(self, adjutant: Adjutant, name: str, level: int) -> None:
        self.name = name
        self.adjutant = adjutant
        self.budget = LEVELS[level]
        self.tick = TICKS[level]
        """Seconds; at a root its answer is given at a whole number of them after the question."""
        self.think: Think = searched
        """Who searches: this process, unless a table has others for it."""
        self.note = ""
        """What the record is to say of its last answer."""
        self.planned = ""
        """By which planner it has found the plan that begins with that; "" where none does."""
        self.roots: dict[int, Found] = {}
        """What it weighed, by the number of the decision: the latest searches, for whoever asks why."""
        self._plans: dict[Hashable, Kept] = {}
        self._last: dict[str, Kept] = {}
        """Of games without a record, by seat."""
        self._begun: dict[Hashable, tuple[int, int]] = {}
        """By what a seat does the answer with which that was begun, and the record's mark there."""

    def choose(self, desk: Desk) -> str:
        """The text of the answer that it gives."""
        return desk.text(self.pick(desk))

    def noted(self, desk: Desk) -> Said:
        """The same, and what the record is to say of it, whatever becomes meanwhile of a search that is late."""
        one = copy(self)
        return Said(one.choose(desk), one.note, one.planned)

    def plainly(self, desk: Desk) -> str:
        """The text of the answer that the adjutant gives in its place."""
        return desk.text(self.adjutant.weigh(desk, self.adjutant.temper(desk, desk.seat)))

    def pick(self, desk: Desk) -> int:
        """The place in the list of the answer that it gives."""
        self.note = self.planned = ""
        planning, value = planning_of(desk.rulebook), value_of(desk.battle, desk.rulebook, desk.state)[0]
        if planning is None or value is None:
            return self.adjutant.weigh(desk, self.adjutant.temper(desk, desk.seat))
        if not self._opens(desk, planning):
            return self.adjutant.weigh(desk, self._temper(desk, planning, value))
        kept = self._last[desk.seat] = self._plan(desk, planning, value)
        self.planned = PLANNER if kept.searched else ""
        if desk.past is not None:
            self._remember(desk.past, len(desk.past) + 1, kept)
        return kept.found.at

    def plans_at(self, desk: Desk) -> bool:
        """Whether it searches at a question. Both sides know."""
        planning = planning_of(desk.rulebook)
        if planning is None or not self._opens(desk, planning) or not planning.begins(desk.state, desk.ask):
            return False
        return value_of(desk.battle, desk.rulebook, desk.state)[0] is not None

    def looks_back(self, desk: Desk) -> bool:
        """Whether it must search again for the plan that it carries out, as after a restart. Both sides know."""
        planning, past = planning_of(desk.rulebook), desk.past
        if planning is None or past is None or self._opens(desk, planning):
            return False
        if planning.under_way(desk.state, desk.seat) is None:
            return False
        n = self._begins_at(desk, past, planning)
        if not n or past.noted(n) or past.planned(n) != PLANNER or (n, past.mark(n)) in self._plans:
            return False
        return value_of(desk.battle, desk.rulebook, desk.state)[0] is not None

    def again(self, desk: Desk, think: Think) -> Found:
        """What it weighs where a plan begins, searched for once more by somebody else; it remembers nothing of it."""
        other = copy(self)
        other.think, other.roots, other._last, other._begun = think, {}, {}, {}
        other.pick(desk)
        return other.roots[desk.number]

    def _opens(self, desk: Desk, planning: Planning) -> bool:
        """Whether a question is the first of what a plan holds for: by the position, and by earlier answers."""
        if not planning.opens(desk.state, desk.ask):
            return False
        if not planning.several:
            return True
        doing = planning.under_way(desk.state, desk.seat)
        if desk.past is None:
            return desk.seat not in self._last or self._last[desk.seat].doing != doing
        last = desk.past.last(desk.seat, planning)
        return not last or desk.past.doing(last, desk.seat, planning) != doing

    def _begins_at(self, desk: Desk, past: Past, planning: Planning) -> int:
        """The number of the answer with which the seat began what it does; 0 where none counts."""
        if not planning.several:
            return past.begun(desk.seat, planning)
        key = desk.seat, planning.under_way(desk.state, desk.seat)
        n, mark = self._begun.get(key, (0, 0))
        if not 0 < n <= len(past) or past.mark(n) != mark:
            n = past.begun(desk.seat, planning)
            if not n or past.doing(n, desk.seat, planning) != key[1]:
                return 0
            self._begun.clear()
            self._begun[key] = n, past.mark(n)
        return n

    def _temper(self, desk: Desk, planning: Planning, value: Worth) -> Temper:
        """How the seat weighs now: by the plan that it carries out, if it does."""
        usual = self.adjutant.temper(desk, desk.seat)
        doing = planning.under_way(desk.state, desk.seat)
        if doing is None:
            return usual
        kept = self._last.get(desk.seat) if desk.past is None else self._recorded(desk, desk.past, planning, value)
        if kept is None or kept.doing != doing:
            return usual
        return leaned(planning.postures.get(kept.found.posture), usual)

    def _recorded(self, desk: Desk, past: Past, planning: Planning, value: Worth) -> Kept | None:
        """The plan that was begun last, remembered or found again; None where another answer was given than it says.

        Where the record does not say that this planner has found it, or that somebody answered for it, there is none
        either, unless it was found here.
        """
        n = self._begins_at(desk, past, planning)
        if not n or past.noted(n):
            return None
        kept = self._plans.get((n, past.mark(n)))
        if kept is None:
            if past.planned(n) != PLANNER:
                return None
            kept = self._plan(desk.earlier(n), planning, value)
            self._remember(past, n, kept)
        return kept if kept.answer == past.answered(n) else None

    def _remember(self, past: Past, n: int, kept: Kept) -> None:
        if kept.found.note:
            return  # nobody searched: the next question asks for it again
        self._plans[n, past.mark(n)] = kept
        while len(self._plans) > KEPT:
            del self._plans[next(iter(self._plans))]

    def _plan(self, desk: Desk, planning: Planning, value: Worth) -> Kept:
        """The plan that begins at a question, searched for where that is worth it."""
        seats = desk.rulebook.seats
        tempers = {seat: self.adjutant.temper(desk, seat) for seat in seats}
        usual = self.adjutant.weigh(desk, tempers[desk.seat])
        found, searched = Found(usual, USUAL), False
        if planning.opens(desk.state, desk.ask) and planning.begins(desk.state, desk.ask):
            root = Root(desk.battle, desk.rulebook, planning, desk.options, desk.state, desk.ask, tempers, usual)
            key = blake2b(b"%d %s" % (desk.number, desk.seat.encode()), key=self.adjutant.key, digest_size=32).digest()
            found = self.think(root, value, key, self.budget)
            self.roots[desk.number], self.note = found, found.note
            searched = not found.note
            while len(self.roots) > KEPT:
                del self.roots[next(iter(self.roots))]
        return Kept(planning.under_way(desk.state, desk.seat), desk.text(found.at), found, searched)
