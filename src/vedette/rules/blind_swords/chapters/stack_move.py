"""Chapter 13.4 of *Stonewall's Sword*: a stack moves as one, and whoever it leaves fires at it once (SS 13.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.cites import cites
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, by_name, procedure
from vedette.rules.blind_swords.chapters.costs import POINT, Terms, cost_for
from vedette.rules.blind_swords.chapters.deeds import exit_map, place
from vedette.rules.blind_swords.chapters.movement import (
    EXIT,
    JOIN,
    STOP,
    MoveUnit,
    exit_bar,
    finds_end,
    joiner,
    joining,
    move_spot,
    points_bar,
    step_bar,
)
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire
from vedette.rules.blind_swords.chapters.range import OPPORTUNITY
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay, screens_beside
from vedette.rules.blind_swords.chapters.stacking import company_bar, riders_bar, stack_total, stacking_value
from vedette.rules.blind_swords.chapters.values import printed_sp
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import State


@cites("SS-13.4-1")
def companions(g: State, m: MoveUnit) -> tuple[str, ...]:
    """Who of the same stack may go with a unit that has not moved yet, as one.

    Only where enemies are so near that it makes a difference: elsewhere one after the other comes to the same. And only
    with whom it finds a way.
    """
    at, gone = g.at(m.unit), m.going
    if g.setting.profile.opportunity_one_by_one or not m.fresh or m.charging or len(g.in_hex(at)) <= len(gone):
        return ()
    if not g.enemy_within(at, g.side(m.unit), m.left // POINT):
        return ()
    found = (i for i in _ready(g, m) if g.at(i) == at and i not in gone and not g.units[i].skirmish)
    return tuple(i for i in found if _gets_on(g, m, (*gone, i)))


def _gets_on(g: State, m: MoveUnit, ids: Sequence[str]) -> bool:
    """Whether a stack finds a hex to go to, or may leave the map."""
    leaves = all(exit_bar(g, i, m.left, m.fresh) is None for i in ids)
    return leaves or bool(stack_exits(g, ids, m.left, m.terms, m.fresh))


def _ready(g: State, m: MoveUnit) -> Sequence[str]:
    """Who may move in the step in which a unit moves: infantry of its brigade, or batteries of its hex."""
    from vedette.rules.blind_swords.chapters.artillery import ArtilleryHex, ready_guns
    from vedette.rules.blind_swords.chapters.movement_step import MovementStep, ready_units

    if g.counter(m.unit).arm == "artillery":
        return next((ready_guns(g, f) for f, _ in reversed(g.stack) if isinstance(f, ArtilleryHex)), [])
    return next((ready_units(g, f) for f, _ in reversed(g.stack) if isinstance(f, MovementStep)), [])


def joined(m: MoveUnit, unit: str) -> MoveStack:
    """The stack that a unit makes with another that goes along."""
    along = (*m.going[1:], unit)
    return MoveStack(m.unit, m.left, m.terms, along=along, began=(m.unit, *along))


# -- what the stack may do ---------------------------------------------------------------------------------------


@cites("SS-13.4-2")
def room_for(g: State, ids: Sequence[str], hex: int) -> bool:
    """Whether a hex holds the stack besides who stands there: where it ends, and by road on its way as well."""
    there = sum(stacking_value(g, i) for i in g.in_hex(hex) if i not in ids)
    limit = g.setting.profile.stacking_limit * SP
    return there + sum(stacking_value(g, i) for i in ids) <= limit


def stack_cost(g: State, ids: Sequence[str], frm: int, to: int, terms: Terms, fresh: bool) -> int | None:
    """What a step costs the stack: what it costs whom it costs most; None where one of them may not make it."""
    fits = room_for(g, ids, to)
    costs = [cost_for(g, i, frm, to, terms, fresh, fits) for i in ids]
    found = [c for c in costs if c is not None]
    return max(found) if len(found) == len(costs) else None


def may_end(g: State, ids: Sequence[str], hex: int) -> bool:
    """Whether the stack may end its move in a hex."""
    alone = g.at(ids[0]) == hex and stack_total(g, hex) == sum(stacking_value(g, i) for i in ids)
    bars = (riders_bar(g, i, hex) or company_bar(g, i, hex) for i in ids)
    return (alone or room_for(g, ids, hex)) and not any(bars)


def _step(g: State, ids: Sequence[str], frm: int, to: int, left: int, terms: Terms, fresh: bool) -> int | None:
    """The cost of a step that the stack may make with the points that are left."""
    if any(step_bar(g, i, frm, to, left, terms, fresh) is not None for i in ids):
        return None
    cost = stack_cost(g, ids, frm, to, terms, fresh)
    return None if cost is None or points_bar(cost, left, fresh) is not None else cost


def stack_exits(g: State, ids: Sequence[str], left: int, terms: Terms, fresh: bool) -> tuple[int, ...]:
    """The hexes that the stack may enter next: where it may end, or from where it can go on to one."""
    frm = g.at(ids[0])
    found = []
    for to in g.setting.grid.neighbours[frm]:
        cost = _step(g, ids, frm, to, left, terms, fresh)
        if cost is not None and (may_end(g, ids, to) or _goes_on(g, ids, to, left - cost, terms)):
            found.append(to)
    return tuple(found)


def _goes_on(g: State, ids: Sequence[str], hex: int, left: int, terms: Terms) -> bool:
    return finds_end(
        g, hex, left, lambda a, b, rest: _step(g, ids, a, b, rest, terms, False), lambda to: may_end(g, ids, to)
    )


@procedure("move-stack")
class MoveStack(MoveUnit, frozen=True):
    """Several units of one stack move together, hex by hex, until they stop (SS 13.4)."""

    along: tuple[str, ...] = ()
    """Who goes with the unit that is named first."""
    began: tuple[str, ...] = ()
    """Who set out: they have all moved, also those whom fire has stopped."""
    leaving: int = -1
    """The hex that it is about to leave, while fire is resolved."""

    def title(self, g: State) -> str:
        return f"{self._names()} move, {self.left / POINT:g} MP left"

    @property
    def going(self) -> tuple[str, ...]:
        return (self.unit, *self.along)

    @property
    def set_out(self) -> tuple[str, ...]:
        """Who has begun to move, also those whom fire has stopped."""
        return self.began

    def _names(self) -> str:
        return " + ".join(self.going)

    def choose(self, g: State) -> Result:
        """The next hex, off the map, another of the stack, or stop."""
        ids = self.going
        options = [*stack_exits(g, ids, self.left, self.terms, self.fresh)]
        if all(exit_bar(g, i, self.left, self.fresh) is None for i in ids):
            options.append(EXIT)
        options += [joining(g, i) for i in companions(g, self)]
        if self.fresh or may_end(g, ids, g.at(self.unit)) or not options:
            options.append(STOP)
        return Ask(
            g.seat(self.unit), tuple(options), self.go, "move", "SS-13.4-1", f"{self._names()} move: where to?",
            self._text, move_spot, optional=True, usual=STOP if options[-1] == STOP else options[0],
            about=ids,
        )  # fmt: skip

    def _text(self, g: State, value: int) -> str:
        if value == STOP:
            return "done"
        if value <= JOIN:
            return f"{self._names()}: with {joiner(g, value)}"
        return f"{self._names()}: {'exit' if value == EXIT else g.hex_name(value)}"

    def go(self, g: State, to: int) -> Result:
        if to == STOP:
            return Done(self.began)
        if to <= JOIN:
            return Goto(joined(self, joiner(g, to)).choose)
        return Goto(self.but(to=to).leave)

    @cites("SS-13.7-1")
    def leave(self, g: State) -> Result:
        """Leaving a hex beside enemies draws their fire first, at the stack as a whole."""
        at = g.at(self.unit)
        if g.enemies_near(at, g.side(self.unit)):
            fire = StackFire(largest(g, self.going), along=self.going, hex=at)
            return Call(fire, then=self.but(leaving=at).after_fire)
        return Goto(self.arrive)

    @cites("SS-13.7-6")
    def after_fire(self, g: State, retreat: int) -> Result:
        """Who retreated or broke has no part in the move any more; the others go."""
        stay = [i for i in self.going if g.at(i) == self.leaving]
        if not stay:
            return Done(self.began)
        return Goto(self.but(unit=stay[0], along=tuple(stay[1:])).arrive)

    def arrive(self, g: State) -> Result:
        """Pay and enter, or leave the map."""
        ids = self.going
        if self.to == EXIT:
            for id in ids:
                exit_map(g, id, "KT-13.12-1")
            return Done(self.began)
        frm = g.at(self.unit)
        cost = stack_cost(g, ids, frm, self.to, self.terms, self.fresh) or 0
        for id in ids:
            place(g, id, self.to, "SS-13.4-1")
        rest = self.but(left=max(0, self.left - cost), fresh=False, to=STOP, leaving=-1)
        if screens_beside(g, g.at(self.unit), g.side(self.unit)):
            return Call(ScreensGiveWay(self.unit), then=rest.choose)
        return Goto(rest.choose)


def largest(g: State, ids: Sequence[str]) -> str:
    """Who of those that move leads them: the largest, of equals the first."""
    return max(ids, key=lambda i: (printed_sp(g, i), -g.counter(i).order))


@procedure("stack-fire")
class StackFire(OpportunityFire, frozen=True):
    """Fire at a stack that leaves a hex together: one of those that move leads, whoever of them is left there."""

    along: tuple[str, ...] = ()
    """All that leave, the leader among them."""
    hex: int = -1

    @property
    def going(self) -> tuple[str, ...]:
        """At whom they may fire."""
        return self.along

    def choose(self, g: State) -> Result:
        """Fire before they go, or hold fire."""
        return self._asked(g, f"{' + '.join(self.along)} {'are' if len(self.along) > 1 else 'is'}")

    @cites("SS-13.7-5")
    def _plan(self, g: State) -> Procedure:
        """The fire, at all that move: the largest leads, and who stays behind is not touched."""
        side, pool = 1 - g.side(self.unit), self._pool(g)
        return by_name("plan-fire", side=side, kind=OPPORTUNITY, target=self.hex, pool=pool, struck=self.along)

    @cites("SS-13.7-5")
    def after(self, g: State, outcome: Any) -> Result:
        """Who is still there may be fired at by those who have not; the largest of them leads then."""
        fired, _ = outcome
        left = tuple(i for i in self.along if g.at(i) == self.hex)
        if not left:
            return Done(0)
        return Goto(self.but(unit=largest(g, left), along=left, fired=(*self.fired, *fired)).choose)
