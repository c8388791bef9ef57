"""Chapter 13: the moves of a unit, hex by hex, so that what a step sets off happens there; SS 13.4: a stack as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.charge import charge_bar, charge_ends, charge_steps
from vedette.rules.blind_swords.chapters.costs import POINT, Terms, cost_for
from vedette.rules.blind_swords.chapters.deeds import change, exit_map, place
from vedette.rules.blind_swords.chapters.movement import (
    LEAVE_COST,
    TURN_COST,
    exit_bar,
    exits_of,
    finds_end,
    may_form,
    may_stop,
    points_bar,
    step_bar,
    turn_bar,
    turn_counter,
    verb,
)
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire, StackFire, largest
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay, screens_beside
from vedette.rules.blind_swords.chapters.stacking import company_bar, riders_bar, stack_total, stacking_value
from vedette.rules.blind_swords.chapters.withdrawal import Offers, approached, offers
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import State

NOWHERE, OFF_MAP = -1, -2
"""In a frame in place of the hex that a unit is about to enter."""


class Movers(Procedure, frozen=True):
    """A step in which units move one after the other; some of a stack may go together (SS 13.4)."""

    guns_move: ClassVar[bool] = False
    """Whether it is the guns that move in it."""

    def _movers(self, g: State) -> Sequence[str]:
        """The units that can still move in it."""
        raise NotImplementedError


@procedure("move-unit")
class MoveUnit(Procedure, frozen=True):
    """One unit moves, hex by hex, until it stops (KT 13.1)."""

    unit: str
    left: int
    terms: Terms
    fresh: bool = True
    """It has not moved yet."""
    to: int = NOWHERE
    charging: bool = False
    """It makes a Charge Move."""
    offered: Offers = ()
    """Cavalry that has been asked to withdraw from it, and how far off it was."""
    rare: ClassVar[frozenset[str]] = frozenset({"offered"})

    def title(self, g: State) -> str:
        return f"{self.unit} {'charges' if self.charging else 'moves'}, {self.left / POINT:g} MP left"

    @property
    def going(self) -> tuple[str, ...]:
        return (self.unit,)

    @property
    def set_out(self) -> tuple[str, ...]:
        """The units that have begun to move, including those stopped by fire."""
        return (self.unit,)

    def choose(self, g: State) -> Result:
        """The next hex, off the map, form up, mount or dismount, charge, go with others of the stack, or stop.

        A charge that can no longer reach an enemy is over for good, and the unit moves on.
        """
        if self.charging:
            options = _charge_options(g, self)
            if not options:
                return Goto(self.but(charging=False).choose)
        else:
            options = _options(g, self)
        doing = "charges" if self.charging else "moves"
        return Ask(
            g.seat(self.unit), options, self.go, "move", "KT-13.1-3", f"{self.unit} {doing}: where to?",
            optional=True, usual=DONE if options[-1] == DONE else options[0], about=(self.unit,),
        )  # fmt: skip

    def go(self, g: State, choice: Choice) -> Result:
        match choice.kind:
            case "step":
                return Goto(self.but(to=choice.hex).leave)
            case "done":
                return Goto(self.stop)
            case "exit":
                return Goto(self.but(to=OFF_MAP).leave)
            case "take along":
                return Goto(joined(self, choice).choose)
            case "charge":
                return Goto(self.charge)
            case "leave skirmish order":
                return Goto(self.form)
            case _:
                return Goto(self.turn)

    @cites("KT-13.13-1", "KT-13.10e", "KT-13.10-1")
    def stop(self, g: State) -> Result:
        """A battery in the supply hex is resupplied there.

        A unit that ends its charge beside an enemy will have to attack.
        """
        if not self.fresh:
            resupply(g, self.unit)
        if self.charging and DONE in _charge_options(g, self):
            g.charging = tuple(sorted((*g.charging, self.unit)))
        return Done()

    @cites("KT-13.10-0")
    def charge(self, g: State) -> Result:
        """It is announced before the first hex."""
        g.log(Event("charges", "KT-13.10-0", g.seat(self.unit), (self.unit,), g.at(self.unit)))
        return Goto(self.but(charging=True).choose)

    @cites("KT-13.9-1", "KT-13.9-4")
    def turn(self, g: State) -> Result:
        """Mount or dismount; beside enemies that draws Opportunity Fire."""
        if g.enemies_near(g.at(self.unit), g.side(self.unit)):
            return Call(OpportunityFire(self.unit, deed=verb(g, self.unit)), then=self.after_turn_fire)
        return Goto(self.turned)

    @cites("KT-13.7-8", "KT-13.9-4")
    def after_turn_fire(self, g: State, retreat: int) -> Result:
        """A retreat cancels it."""
        return Done() if g.at(self.unit) < 0 or retreat else Goto(self.turned)

    @cites("KT-13.9-2", "KT-13.9-5")
    def turned(self, g: State) -> Result:
        """Its other counter is on the map now; it goes on with the points it has left."""
        turn_counter(g, self.unit)
        return Goto(self.but(left=self.left - TURN_COST, fresh=False).choose)

    @cites("KT-16.0-3", "KT-16.1-5")
    def form(self, g: State) -> Result:
        """It leaves Skirmish Order and goes on with the points it has left."""
        change(g, self.unit, "KT-16.1-5", "formed", skirmish=False)
        return Goto(self.but(left=self.left - LEAVE_COST).choose)

    @cites("KT-13.7-1", "KT-13.7-4", "KT-13.7-5")
    def leave(self, g: State) -> Result:
        """Leaving a hex beside enemies draws Opportunity Fire first, each unit by itself."""
        if g.enemies_near(g.at(self.unit), g.side(self.unit)):
            return Call(OpportunityFire(self.unit), then=self.after_fire)
        return Goto(self.arrive)

    @cites("KT-13.7-8")
    def after_fire(self, g: State, retreat: int) -> Result:
        """A retreat cancels the move."""
        if g.at(self.unit) < 0 or retreat:
            return Done()
        return Goto(self.arrive)

    @cites("KT-13.1-3")
    def arrive(self, g: State) -> Result:
        """Pay and enter, or leave the map."""
        if self.to == OFF_MAP:
            exit_map(g, self.unit, "KT-13.12-1")
            return Done()
        cost = cost_for(g, self.unit, g.at(self.unit), self.to, self.terms, self.fresh) or 0
        place(g, self.unit, self.to, "KT-13.1-3")
        rest = self.but(left=max(0, self.left - cost), fresh=False, to=NOWHERE)
        if screens_beside(g, g.at(self.unit), g.side(self.unit)):
            return Call(ScreensGiveWay(self.unit), then=rest.approach)
        return Goto(rest.approach)

    @cites("KT-13.8-1", "BS-10.8-2", "BS-10.8-6")
    def approach(self, g: State) -> Result:
        """Cavalry that it has come near may withdraw, as often as the book says (rulings: oddity 86)."""
        riders = approached(g, self.unit, self.offered)
        if riders is None:
            return Goto(self.choose)
        return Call(riders, then=self.but(offered=offers(g, self.unit, self.offered)).choose)


def _options(g: State, m: MoveUnit) -> tuple[Choice, ...]:
    """What a unit may do next in an ordinary move."""
    options = []
    if g.setting.counters[m.unit].arm == "cavalry":
        if turn_bar(g, m.unit, m.left, m.terms) is None:
            options.append(turning(g, m.unit))
        if charge_bar(g, m.unit, m.left, m.terms, m.fresh) is None:
            options.append(Choice("charge", m.unit))
    options += [Choice("step", m.unit, to) for to in exits_of(g, m.unit, m.left, m.terms, m.fresh)]
    if exit_bar(g, m.unit, m.left, m.fresh) is None:
        options.append(Choice("exit", m.unit))
    if may_form(g, m.unit, m.left, m.fresh):
        options.append(Choice("leave skirmish order", m.unit))
    if not g.setting.profile.opportunity_one_by_one:
        options += takes_along(g, m)
    if may_stop(g, m.unit, m.fresh) or not options:
        options.append(DONE)
    return tuple(options)


def _charge_options(g: State, m: MoveUnit) -> tuple[Choice, ...]:
    """What a charging unit may do next; nothing if it can no longer reach an enemy."""
    steps = [Choice("step", m.unit, to) for to in charge_steps(g, m.unit, m.left, m.terms, m.fresh)]
    ends = not m.fresh and charge_ends(g, m.unit, g.at(m.unit))
    return (*steps, DONE) if ends else tuple(steps)


def turning(g: State, id: str) -> Choice:
    """The choice by which a unit mounts or dismounts."""
    return Choice("mount", id) if g.units[id].dismounted else Choice("dismount", id)


def takes_along(g: State, m: MoveUnit) -> list[Choice]:
    """The choices by which others of the stack go along; each names all who then go with the first."""
    return [Choice("take along", m.unit, arg=(*m.going[1:], id)) for id in companions(g, m)]


@cites("KT-13.13-1", "KT-13.13-3", "KT-9.5e-2", "KT-20.2g-2")
def resupply(g: State, id: str) -> None:
    """A battery that ends its move in the supply hex loses its Low Ammo marker, and is immune from then on."""
    rule = g.setting.rule("resupply")
    if rule is None or not g.units[id].low_ammo or g.counter(id).arm != "artillery":
        return
    if rule["side"] == g.seat(id) and g.at(id) == g.setting.grid.index(rule["hex"]):
        change(g, id, "KT-13.13-1", "resupplied", low_ammo=False, resupplied=True)


# -- SS 13.4: a stack that moves as one ------------------------------------------------------------------------------


@cites("SS-13.4-1")
def companions(g: State, m: MoveUnit) -> tuple[str, ...]:
    """Units of the same stack that may go along with a unit that has not moved yet.

    Only if enemies are near enough to make a difference; otherwise it comes to the same if they go one after the
    other. And only those together with which it finds a way.
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
    """Units that may move in the step in which a unit moves: infantry of its brigade, or batteries of its hex."""
    guns = g.counter(m.unit).arm == "artillery"
    return next((f._movers(g) for f, _ in reversed(g.stack) if isinstance(f, Movers) and f.guns_move == guns), ())


def joined(m: MoveUnit, choice: Choice) -> MoveStack:
    """The stack that a unit makes with those who go along."""
    return MoveStack(m.unit, m.left, m.terms, along=choice.arg, began=(m.unit, *choice.arg))


# -- what the stack may do ---------------------------------------------------------------------------------------


@cites("SS-13.4-2")
def room_for(g: State, ids: Sequence[str], hex: int) -> bool:
    """Whether a hex has room for the stack besides the units there: where it ends, and on the way by road as well."""
    there = sum(stacking_value(g, i) for i in g.in_hex(hex) if i not in ids)
    limit = g.setting.profile.stacking_limit * SP
    return there + sum(stacking_value(g, i) for i in ids) <= limit


def stack_cost(g: State, ids: Sequence[str], frm: int, to: int, terms: Terms, fresh: bool) -> int | None:
    """What a step costs the stack: the highest cost of any of its units; None if one of them cannot make it."""
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
        return f"{' + '.join(self.going)} move, {self.left / POINT:g} MP left"

    @property
    def going(self) -> tuple[str, ...]:
        return (self.unit, *self.along)

    @property
    def set_out(self) -> tuple[str, ...]:
        """The units that have begun to move, including those stopped by fire."""
        return self.began

    def choose(self, g: State) -> Result:
        """The next hex, off the map, another of the stack, or stop."""
        ids = self.going
        steps = stack_exits(g, ids, self.left, self.terms, self.fresh)
        options = [Choice("step", self.unit, to, self.along) for to in steps]
        if all(exit_bar(g, i, self.left, self.fresh) is None for i in ids):
            options.append(Choice("exit", self.unit, arg=self.along))
        options += takes_along(g, self)
        if self.fresh or may_end(g, ids, g.at(self.unit)) or not options:
            options.append(DONE)
        return Ask(
            g.seat(self.unit), tuple(options), self.go, "move", "SS-13.4-1", f"{' + '.join(ids)} move: where to?",
            optional=True, usual=DONE if options[-1] == DONE else options[0], about=ids,
        )  # fmt: skip

    def stop(self, g: State) -> Result:
        """All who set out have moved."""
        return Done(self.began)

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
        """Units that retreated or broke take no further part in the move; the others go on."""
        stay = [i for i in self.going if g.at(i) == self.leaving]
        if not stay:
            return Done(self.began)
        return Goto(self.but(unit=stay[0], along=tuple(stay[1:])).arrive)

    def arrive(self, g: State) -> Result:
        """Pay and enter, or leave the map."""
        ids = self.going
        if self.to == OFF_MAP:
            for id in ids:
                exit_map(g, id, "KT-13.12-1")
            return Done(self.began)
        frm = g.at(self.unit)
        cost = stack_cost(g, ids, frm, self.to, self.terms, self.fresh) or 0
        for id in ids:
            place(g, id, self.to, "SS-13.4-1")
        rest = self.but(left=max(0, self.left - cost), fresh=False, to=NOWHERE, leaving=-1)
        if screens_beside(g, g.at(self.unit), g.side(self.unit)):
            return Call(ScreensGiveWay(self.unit), then=rest.choose)
        return Goto(rest.choose)
