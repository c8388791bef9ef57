"""Chapter 12: Fire Combat, from the choice of firers to the Cohesion Test; 12.0, the Fire Combat Step of a brigade."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.cohesion import CohesionTest
from vedette.rules.blind_swords.chapters.fire_shifts import (
    NONE,
    FirePlan,
    aim,
    beyond,
    firers_of,
    hexsides,
    marked,
    separated,
    shares_words,
    usual_hexside,
)
from vedette.rules.blind_swords.chapters.held_back import attacked
from vedette.rules.blind_swords.chapters.range import (
    CANISTER,
    able,
    combine_bar,
    completes,
    enough,
    range_class,
    targets_for,
)
from vedette.rules.blind_swords.chapters.values import lead_candidates, modified_cr, touched
from vedette.rules.blind_swords.chapters.windows import Window, bonus_of, steadied
from vedette.rules.blind_swords.charts import DICE
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

NEXT = Choice("another fire")
GO = Choice("go")
"""Fires, with those who have been named."""


@procedure("plan-fire")
class PlanFire(Procedure, frozen=True):
    """The firing side names who fires at a hex, in one fire or several announced together (KT 12.1e, 12.4)."""

    rare: ClassVar[frozenset[str]] = frozenset({"struck"})

    side: int
    kind: str
    target: int
    pool: tuple[str, ...]
    """Units that may fire at it."""
    support: tuple[str, ...] = ()
    """Those of them that give Supporting Defensive Fire."""
    groups: tuple[tuple[str, ...], ...] = ()
    group: tuple[str, ...] = ()
    mover: str = ""
    """The unit fired at alone, in Opportunity Fire."""
    held: bool = False
    """A retreat that it causes is handed back, not carried out."""
    shot: tuple[str, ...] = ()
    """Batteries that do without canister."""
    struck: tuple[str, ...] = ()
    """Who of the hex alone can be struck, but for Panic; empty where all of it can."""

    def title(self, g: State) -> str:
        return f"fire at {g.hex_name(self.target)}"

    @cites("KT-12.1e-1", "KT-12.4-2", "KT-12.4-6")
    def choose(self, g: State) -> Result:
        """Add a unit, or fire with those there are.

        Whatever the cause of the fire, other fires at the hex may be announced first.
        """
        taken = {i for group in self.groups for i in group} | set(self.group)
        free = [i for i in self.pool if i not in taken]
        joins = [i for i in free if combine_bar(g, self.group, i, self.kind) is None]
        options = [Choice("add", i, g.at(i)) for i in joins if self._completes(g, (*self.group, i), free)]
        joined = len(options)
        if self.group and self._enough(g, self.shot):
            shots = (i for i in self._canister(g) if self._enough(g, (*self.shot, i)))
            options += [Choice("without canister", i, g.at(i)) for i in shots]
            if self._flankers(g, taken, free):
                options.append(NEXT)
            options.append(GO)
        return Ask(
            SIDES[self.side], tuple(options), self.take, "fire-plan", "KT-12.1e-1",
            f"who fires at {g.hex_name(self.target)}?", usual=options[0] if joined else GO,
        )  # fmt: skip

    def take(self, g: State, choice: Choice) -> Result:
        if choice.kind == "add":
            return Goto(self.but(group=(*self.group, choice.unit)).choose)
        if choice.kind == "without canister":
            return Goto(self.but(shot=(*self.shot, choice.unit)).choose)
        groups = (*self.groups, self.group)
        if choice == NEXT:
            return Goto(self.but(groups=groups, group=()).choose)
        plans = tuple(
            FirePlan(
                self.kind, self.target, group, tuple(i for i in group if i in self.support),
                shot=tuple(i for i in group if i in self.shot),
            )
            for group in groups
        )  # fmt: skip
        if hexsides(g, self.target, groups):
            return Call(Convergence(self.side, plans, self.mover, self.held, self.struck))
        return Call(Volley(self.side, marked(g, plans, NONE), self.mover, self.held, struck=self.struck))

    def _enough(self, g: State, shot: tuple[str, ...]) -> bool:
        return enough(g, self.group, self.target, self.kind, self.support, shot)

    def _completes(self, g: State, group: tuple[str, ...], free: list[str]) -> bool:
        """Whether a group can still reach the strength that a fire needs."""
        return completes(g, group, free, self.target, self.kind, self.support)

    @cites("KT-12.1c-iv-2")
    def _canister(self, g: State) -> list[str]:
        """Batteries of the fire that would use canister and may do without it."""
        guns = [i for i in self.group if i not in self.shot and g.counter(i).arm == "artillery"]
        return [i for i in guns if range_class(g, i, self.target) == CANISTER]

    def _flankers(self, g: State, taken: set[str], free: list[str]) -> bool:
        hexes = {g.at(i) for i in taken}
        return any(
            any(separated(g, self.target, g.at(id), h) for h in hexes) and self._completes(g, (id,), free)
            for id in free
        )


@procedure("convergence")
class Convergence(Procedure, frozen=True):
    """Fires announced together converge on a hex, and its owner says which of its hexsides is primary (SS 12.4)."""

    scope: ClassVar[bool] = True
    rare: ClassVar[frozenset[str]] = frozenset({"struck"})

    side: int
    plans: tuple[FirePlan, ...]
    mover: str = ""
    held: bool = False
    struck: tuple[str, ...] = ()
    """Who of the hex alone can be struck, but for Panic; empty where all of it can."""

    def title(self, g: State) -> str:
        return f"converging fire at {g.hex_name(self.plans[0].target)}"

    @cites("SS-12.4-3")
    def choose(self, g: State) -> Result:
        """The owner of the target names one of the hexsides through which fire comes."""
        target = self.plans[0].target
        sides = hexsides(g, target, tuple(p.firers for p in self.plans))
        options = {side: Choice("primary hexside", hex=beyond(g, target, side), arg=side) for side in sides}
        return Ask(
            SIDES[1 - self.side], tuple(options.values()), self.chosen, "primary-hexside", "SS-12.4-3",
            f"converging fire at {g.hex_name(target)}: which hexside is primary?",
            usual=options[usual_hexside(g, self.plans, self.mover, self.struck)],
            about=(*g.in_hex(target)[:1], *firers_of(self.plans)),
        )  # fmt: skip

    @cites("SS-12.4-4", "SS-12.4-5")
    def chosen(self, g: State, primary: Choice) -> Result:
        """Fire through it or next to it is plain; all other fire is shifted two columns right."""
        target = self.plans[0].target
        plans = marked(g, self.plans, primary.arg)
        data = (g.hex_name(primary.hex), tuple(" + ".join(p.firers) for p in plans if p.flank))
        g.log(Event("primary-hexside", "SS-12.4-3", SIDES[1 - self.side], hex=target, data=data))
        return Call(Volley(self.side, plans, self.mover, self.held, struck=self.struck))


def which_leads(g: State, units: Sequence[str], then: Callable[..., Any]) -> Ask:
    """Which of the units that may leads the hex, asked of its owner."""
    options = tuple(Choice("lead", i, g.at(i)) for i in units)
    return Ask(
        g.seat(units[0]), options, then, "lead", "KT-12.2-4", "which unit leads the hex?", usual=options[0]
    )  # fmt: skip


@procedure("volley")
class Volley(Procedure, frozen=True):
    """Fires announced together at one hex, resolved one after the other (KT 12.4)."""

    scope: ClassVar[bool] = True
    rare: ClassVar[frozenset[str]] = frozenset({"struck"})

    side: int
    plans: tuple[FirePlan, ...]
    mover: str
    held: bool
    fired: tuple[str, ...] = ()
    retreat: int = 0
    struck: tuple[str, ...] = ()

    def unfinished(self) -> bool:
        """In odds: whether fires are left whose target depends on the outcome of this one."""
        return bool(self.plans)

    @cites("KT-12.1-1", "KT-12.4-4", "KT-12.4-5")
    def each(self, g: State) -> Result:
        """The next fire, once the one before is over, while anybody is left in the hex.

        Units left over when it is empty may fire elsewhere. Hands back who fired, and a held retreat.
        """
        if not self.plans or not self._still_there(g):
            return Done((self.fired, self.retreat))
        plan = self.plans[0]
        rest = self.but(plans=self.plans[1:], fired=(*self.fired, *plan.firers))
        return Call(Fire(self.side, plan, self.mover, self.held, struck=self.struck), then=rest.after)

    def after(self, g: State, retreat: Any) -> Result:
        """Add the hexes by which the fire makes a retreating unit fall back further."""
        more = retreat or 0
        rest = self.but(retreat=self.retreat + more)
        if more and self.mover and not self.held:
            return Done((rest.fired, rest.retreat))
        return Goto(rest.each)

    def _still_there(self, g: State) -> bool:
        target = self.plans[0].target
        if self.mover:
            return g.at(self.mover) == target
        return g.holder(target) == 1 - self.side and bool(touched(g, target, self.struck))


@procedure("fire")
class Fire(Procedure, frozen=True):
    """One fire: windows, Lead Unit, column, dice, test (KT 12.3)."""

    rare: ClassVar[frozenset[str]] = frozenset({"struck"})

    side: int
    plan: FirePlan
    mover: str
    held: bool
    lead: str = ""
    column: int = -1
    """Of the Combat Results Table, once it is found."""
    steady: int = 0
    struck: tuple[str, ...] = ()
    """Who of the hex alone can be struck, but for Panic; empty where all of it can."""

    def title(self, g: State) -> str:
        return f"{' + '.join(self.plan.firers)} at {g.hex_name(self.plan.target)}"

    def announce(self, g: State) -> Result:
        """Both sides may answer the fire with a chit before the dice are rolled."""
        units = g.in_hex(self.plan.target)
        attacked(g, (self.mover,) if self.mover else units)
        return Call(Window("fired-at", self.side, self.plan.target, units), then=self.choose_lead)

    def choose_lead(self, g: State, effects: tuple[str, ...]) -> Result:
        """Note the effects of the window, then find the Lead Unit."""
        bonus, cite = bonus_of(effects)
        plan = self.plan
        if bonus:
            plan = msgspec.structs.replace(plan, bonus=bonus, bonus_cite=cite)
        return Goto(self.but(plan=plan, steady=steadied(effects)).name_lead)

    @cites("KT-12.2-1", "KT-12.2-2", "KT-12.2-3", "KT-12.2-4", "KT-13.7-7")
    def name_lead(self, g: State) -> Result:
        """The Lead Unit of the hex: the largest; among equals its owner chooses.

        In Opportunity Fire the moving unit leads.
        """
        units = (self.mover,) if self.mover else lead_candidates(g, self.plan.target, self.struck)
        return which_leads(g, units, self.level)

    @cites("KT-12.3-shift-left-limit")
    def level(self, g: State, choice: Choice) -> Result:
        """Find the column; a fire shifted left of C is lost."""
        lead = choice.unit
        found, column = aim(g, self.plan, lead)
        seat = SIDES[self.side]
        shares = shares_words(g, self.plan) if g.events is not None else ()
        g.log(
            Event("aim", "KT-12.3-1", seat, self.plan.firers, self.plan.target, (found, lead, self.plan.kind, shares))
        )
        self._mark_busy(g)
        if column < 0:
            g.log(Event("fire-lost", "KT-12.3-shift-left-limit", seat, self.plan.firers, self.plan.target))
            return Done(0)
        return Goto(self.but(lead=lead, column=column).roll)

    @cites("KT-12.3a-1", "KT-4.7")
    def roll(self, g: State) -> Result:
        """Two dice, coloured then white: 11 to 66."""
        return Ask(CHANCE, DICE, self.read, "dice", "KT-12.3a-1", "the dice of the fire")

    @cites(
        "KT-12.3a-2", "KT-12.3a-3", "KT-12.3a-4", "KT-12.3b-1", "KT-12.3b-2", "KT-12.3b-3", "KT-14.3a-7"
    )  # fmt: skip
    def read(self, g: State, roll: int) -> Result:
        """Read the table: if the box holds the Lead Unit's rating it must take the test.

        Defensive Fire is fire like any other.
        """
        rating = modified_cr(g, self.lead, self.steady)
        test = g.setting.crt.cells[self.column][roll][rating]
        seat = SIDES[self.side]
        g.log(
            Event("fire", "KT-12.3b-1" if test else "KT-12.3b-3", seat, self.plan.firers, self.plan.target,
                  (test, self.lead, rating, g.setting.crt.columns[self.column]), roll)
        )  # fmt: skip
        if not test:
            return Done(0)
        return Call(
            CohesionTest(
                table="fire", test=test, firer=self.side, hex=self.plan.target, lead=self.lead,
                causes=tuple({g.at(i): None for i in self.plan.firers}), alone=bool(self.mover), held=self.held,
                barrage=self.plan.kind == "artillery", struck=self.struck,
            )
        )  # fmt: skip

    def _mark_busy(self, g: State) -> None:
        guns = [i for i in self.plan.firers if g.counter(i).arm == "artillery" and i not in g.busy]
        if guns and g.phase == "artillery":
            g.busy = tuple(sorted((*g.busy, *guns)))


# -- 12.0: the Fire Combat Step of a brigade -------------------------------------------------------------------------


@procedure("fire-step", title="fire")
class FireStep(Procedure, frozen=True):
    """Each unit of the brigade may fire once, in any order and grouping (KT 12.0, 12.1)."""

    side: int
    brigade: str
    fired: tuple[str, ...] = ()

    @cites("KT-12.0-1", "KT-12.1-3", "KT-7.0-P4b", "KT-7.0-2")
    def choose(self, g: State) -> Result:
        """A hex to fire at, in any order, or no more; a hex may be fired at several times."""
        hexes = targets_for(g, self._ready(g), "step")
        if not hexes:
            if not self.fired:
                g.log(Event("passed-over", "KT-12.0-1", SIDES[self.side], data=(self._who(), "nobody can fire")))
            return Done()
        options = (*[Choice("fire", hex=h) for h in hexes], DONE)
        return Ask(
            SIDES[self.side], options, self.take, "fire", "KT-12.0-1", f"{self._who()}: fire at which hex?",
            optional=True, usual=options[0],
        )  # fmt: skip

    def _who(self) -> str:
        return self.brigade

    def take(self, g: State, choice: Choice) -> Result:
        if choice == DONE:
            return Done()
        pool = able(g, self._ready(g), choice.hex, "step")
        return Call(PlanFire(self.side, "step", choice.hex, pool), then=self.after)

    def after(self, g: State, outcome: Any) -> Result:
        return Goto(self.but(fired=(*self.fired, *outcome[0])).choose)

    @cites("KT-12.0-2", "KT-12.1-2")
    def _ready(self, g: State) -> list[str]:
        """Units of the brigade other than artillery that have not fired yet."""
        silent = ("artillery", "cavalry") if g.setting.profile.cavalry_acts_as_artillery else ("artillery",)
        units = [i for i in g.brigade(self.side, self.brigade) if g.counter(i).arm not in silent]
        return [i for i in units if g.at(i) >= 0 and i not in self.fired]


@procedure("limited-fire-step")
class LimitedFireStep(FireStep, frozen=True):
    """The fire step of a Limited Activation, where only units beside an enemy fire (SS 10.7)."""

    @cites("SS-10.7-5", "SS-10.7-6")
    def _ready(self, g: State) -> list[str]:
        """Only those beside an enemy at the moment of fire (rulings: oddity 17)."""
        return [i for i in super()._ready(g) if g.enemies_near(g.at(i), self.side)]


def limited_step(g: State, side: int, brigade: str) -> FireStep:
    """The fire step of a Limited Activation: of the whole brigade, or of those beside an enemy."""
    return (LimitedFireStep if g.setting.profile.limited_needs_adjacent else FireStep)(side, brigade)
