"""Chapter 13: movement. A unit is picked and goes one hex at a time, so that what a step sets off happens there."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.costs import POINT, Terms, cost_for, ground_bar, terms_for
from vedette.rules.blind_swords.chapters.deeds import change, exit_map, place
from vedette.rules.blind_swords.chapters.held_back import frozen_bar, silent_row, stand_bar
from vedette.rules.blind_swords.chapters.mounting import COST as TURN_COST
from vedette.rules.blind_swords.chapters.mounting import after_mounting, mounting_bar, turn_counter, verb
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay, screens_beside
from vedette.rules.blind_swords.chapters.stacking import end_bar
from vedette.rules.blind_swords.chapters.withdrawal import Offers, approached, offers
from vedette.rules.blind_swords.state import State

STOP, EXIT, FORM, TURN, CHARGE = -1, -2, -3, -4, -5
"""Answers of a moving unit beside the next hex; TURN is to mount or to dismount."""
JOIN = -100
"""An answer of a unit that has not moved, less the place of another in the counter list: that one goes with it."""
LEAVE_COST = 2 * POINT

OUT_OF_PLAY = Reason("outside the area of play", "KT-20.1a-3")
ENEMY = Reason("an enemy stands there", "KT-14.0-1")
NO_POINTS = Reason("not enough movement points", "KT-13.3-3")
STEEP = Reason("guns go up a steep slope only as their whole move", "KT-9.5a-1")
GUNS = Reason("artillery may not move within two hexes of an enemy", "KT-13.6-4")
GUNS_AWAY = Reason("engaged artillery may only move away from the enemy", "KT-13.6-5")
GUNS_BESIDE = Reason("artillery may not move beside an enemy", "SS-9.4b-1")
SKIRMISHERS = Reason("units in Skirmish Order may not engage", "KT-16.1-3")
CHAOS = Reason("Battlefield Chaos: it may not move", "KT-10.5b-chaos-2")


@cites("KT-13.6-3", "KT-13.6-4", "KT-13.6-5", "KT-9.5b-1", "KT-9.5b-2", "KT-9.5b-3", "KT-9.5b-4")
def artillery_bar(g: State, id: str, frm: int, to: int) -> Reason | None:
    """Guns keep more than two hexes off.

    Already that near they may stay or go further off only, from beside an enemy also to two hexes, be it from him or
    from another (rulings: 9.5b). Where the book lets them leave as they like (SS 13.6), they only come beside nobody.
    """
    side = g.side(id)
    limit = g.setting.profile.artillery_engages_at
    before = _nearest(g, frm, side, limit)
    after = _nearest(g, to, side, limit)
    if before <= limit and not g.setting.profile.engaged_artillery_stays_away:
        return GUNS_BESIDE if after == 1 else None
    if before <= limit:
        return None if after > before else GUNS_AWAY
    return GUNS if after <= limit else None


def _nearest(g: State, hex: int, side: int, limit: int) -> int:
    """Distance to the nearest enemy, or limit + 1 beyond it."""
    for d in range(1, limit + 1):
        if g.enemy_within(hex, side, d):
            return d
    return limit + 1


@cites("KT-13.6-1", "KT-13.6-2", "KT-13.6-6", "KT-11.4-2", "KT-16.1-3", "SS-13.6-6")
def engage_bar(g: State, id: str, to: int, terms: Terms) -> Reason | None:
    """Whether moving beside an enemy, skirmishers too, is barred to the unit (KT-13.6-1, -2, -6, KT-16.1-3).

    Whoever may come beside one may not therefore attack him (SS-13.6-6).
    """
    if not g.enemies_near(to, g.side(id)):
        return None
    if g.units[id].skirmish:
        return SKIRMISHERS
    if not terms.engage:
        return Reason("it may not move beside an enemy", terms.cite)
    return None


@cites("KT-13.1-4", "KT-13.3-3", "KT-13.3-4")
def points_bar(cost: int, left: int, fresh: bool) -> Reason | None:
    """Whether a unit has too few points for a step; its first one it may always make."""
    return NO_POINTS if cost > left and not fresh else None


@cites("KT-20.1a-2", "KT-20.1a-3")
def step_bar(g: State, id: str, frm: int, to: int, left: int, terms: Terms, fresh: bool) -> Reason | None:
    """Why a unit may not go on to a neighbouring hex, apart from stacking.

    The area of play, an enemy there, points, engagement.
    """
    if to not in g.setting.in_play:
        return OUT_OF_PLAY
    me = g.counter(id)
    if g.holder(to) == 1 - me.side:
        return ENEMY
    cost = cost_for(g, id, frm, to, terms, fresh)
    if cost is None:
        return ground_bar(g.setting, me.arm, frm, to) or STEEP
    short = points_bar(cost, left, fresh)
    if short is not None:
        return short
    if me.arm == "artillery":
        return artillery_bar(g, id, frm, to)
    return engage_bar(g, id, to, terms)


@cites("KT-6.1-3", "KT-13.1-2")
def move_bar(g: State, id: str, frm: int, to: int, left: int, terms: Terms, fresh: bool) -> Reason | None:
    """Why a unit may not enter a hex: as `step_bar`, and a full hex only where it can go on."""
    bar = step_bar(g, id, frm, to, left, terms, fresh)
    if bar is not None:
        return bar
    full = end_bar(g, id, to)
    if full is None:
        return None
    cost = cost_for(g, id, frm, to, terms, fresh) or 0
    return None if _goes_on(g, id, to, left - cost, terms) else full


def _goes_on(g: State, id: str, hex: int, left: int, terms: Terms) -> bool:
    """Whether a unit in a hex where it may not end can still reach one where it may."""

    def step(frm: int, to: int, left: int) -> int | None:
        barred = step_bar(g, id, frm, to, left, terms, False) is not None
        return None if barred else cost_for(g, id, frm, to, terms, False)

    return finds_end(g, hex, left, step, lambda to: end_bar(g, id, to) is None)


def finds_end(
    g: State, hex: int, left: int, step: Callable[[int, int, int], int | None], ends: Callable[[int], bool]
) -> bool:
    """Whether who is in a hex comes with the points that are left to one where he may end.

    `step(a, b, left)` says what it costs to go from a to b, or None where that is barred.
    """
    best, todo = {hex: left}, [hex]
    while todo:
        frm = todo.pop()
        for to in g.setting.grid.neighbours[frm] if best[frm] > 0 else ():
            cost = step(frm, to, best[frm])
            if cost is None or best[frm] - cost <= best.get(to, -1):
                continue
            if ends(to):
                return True
            best[to] = best[frm] - cost
            todo.append(to)
    return False


def exits_of(g: State, id: str, left: int, terms: Terms, fresh: bool) -> tuple[int, ...]:
    """The hexes that a unit may enter next."""
    frm = g.at(id)
    near = g.setting.grid.neighbours[frm]
    return tuple([to for to in near if move_bar(g, id, frm, to, left, terms, fresh) is None])


@cites("KT-13.12-1", "KT-20.1a-3")
def exit_bar(g: State, id: str, left: int, fresh: bool) -> Reason | None:
    """Why a unit may not leave the map: only from its edge, for a point, and never out of a scenario's area."""
    if g.setting.bounded or not g.setting.edge >> g.at(id) & 1:
        return OUT_OF_PLAY
    return None if fresh or left >= POINT else NO_POINTS


@cites("KT-16.0-2", "KT-16.0-3", "KT-16.1-5")
def may_form(g: State, id: str, left: int, fresh: bool) -> bool:
    """Whether a unit may leave Skirmish Order: at the start of its move, for two points. Nobody enters it in play."""
    return g.units[id].skirmish and fresh and left >= LEAVE_COST


@cites("KT-13.9-1", "KT-6.1b-1")
def turn_bar(g: State, id: str, left: int, terms: Terms) -> Reason | None:
    """Why a unit may not mount or dismount at this point of its move.

    Whoever it stands with then must bear with it, or it must be able to go on.
    """
    bar = mounting_bar(g, id, left)
    if bar is not None:
        return bar
    after = after_mounting(g, id)
    full = end_bar(after, id, g.at(id))
    return full if full is not None and not _goes_on(after, id, g.at(id), left - TURN_COST, terms) else None


@cites("KT-6.1-3", "KT-13.1-2", "KT-6.1d-3")
def may_stop(g: State, id: str, fresh: bool) -> bool:
    """Whether a unit may stop where it is: within the limit and in its company.

    Before its first step it may stay in company that was forced on it, after it no more.
    """
    return fresh or end_bar(g, id, g.at(id)) is None


@cites("KT-10.5b-chaos-2")
def start_bar(g: State, id: str) -> Reason | None:
    """Why a unit may not move at all; some rules of scenarios say so too."""
    if id in g.chaos:
        return CHAOS
    if g.units[id].frozen:
        return frozen_bar(g)
    row = silent_row(g, id)
    return None if row is None else stand_bar(row)


def can_move(g: State, id: str, terms: Terms) -> bool:
    """Whether a unit has anywhere to go."""
    terms = terms_for(g, id, terms)
    if g.at(id) < 0 or start_bar(g, id) is not None or not terms.allowance:
        return False
    if may_form(g, id, terms.allowance, True):
        return True
    frm = g.at(id)
    for to in g.setting.grid.neighbours[frm]:
        if move_bar(g, id, frm, to, terms.allowance, terms, True) is None:
            return True
    return exit_bar(g, id, terms.allowance, True) is None or turn_bar(g, id, terms.allowance, terms) is None


@procedure("move-unit")
class MoveUnit(Procedure, frozen=True):
    """One unit moves, hex by hex, until it stops (KT 13.1)."""

    unit: str
    left: int
    terms: Terms
    fresh: bool = True
    """It has not moved yet."""
    to: int = STOP
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
        """Who has begun to move, also those whom fire has stopped."""
        return (self.unit,)

    def choose(self, g: State) -> Result:
        """The next hex, off the map, form up, mount or dismount, charge, go with others of the stack, or stop.

        A charge that reaches nobody any more is over for good, and the unit moves on.
        """
        charge = _charge_options(g, self) if self.charging else ()
        if self.charging and not charge:
            return Goto(self.but(charging=False).choose)
        options = charge or _options(g, self)
        doing = "charges" if charge else "moves"
        return Ask(
            g.seat(self.unit), options, self.go, "move", "KT-13.1-3", f"{self.unit} {doing}: where to?",
            self._text, move_spot, optional=True, usual=STOP if options[-1] == STOP else options[0],
            about=(self.unit,),
        )  # fmt: skip

    def _text(self, g: State, value: int) -> str:
        if value == STOP:
            return "done"
        if value <= JOIN:
            return f"{self.unit}: with {joiner(g, value)}"
        if value == EXIT:
            return f"{self.unit}: exit"
        if value == TURN:
            return f"{self.unit}: {verb(g, self.unit)}"
        if value == CHARGE:
            return f"{self.unit}: charge"
        return f"{self.unit}: leave skirmish order" if value == FORM else f"{self.unit}: {g.hex_name(value)}"

    def go(self, g: State, to: int) -> Result:
        if to == STOP:
            return Goto(self.stop)
        if to <= JOIN:
            from vedette.rules.blind_swords.chapters.stack_move import joined

            return Goto(joined(self, joiner(g, to)).choose)
        other = {FORM: self.form, TURN: self.turn, CHARGE: self.charge}.get(to)
        return Goto(other or self.but(to=to).leave)

    @cites("KT-13.13-1", "KT-13.10e", "KT-13.10-1")
    def stop(self, g: State) -> Result:
        """A battery that has come to the supply hex is supplied there.

        Who ends a charge beside an enemy will have to attack.
        """
        if not self.fresh:
            resupply(g, self.unit)
        if self.charging and STOP in _charge_options(g, self):
            g.charging = tuple(sorted((*g.charging, self.unit)))
        return Done()

    @cites("KT-13.10-0")
    def charge(self, g: State) -> Result:
        """It is announced before the first hex."""
        g.log(Event("charges", "KT-13.10-0", g.seat(self.unit), (self.unit,), g.at(self.unit)))
        return Goto(self.but(charging=True).choose)

    @cites("KT-13.9-1", "KT-13.9-4")
    def turn(self, g: State) -> Result:
        """Mount or dismount, beside enemies under their Opportunity Fire."""
        if g.enemies_near(g.at(self.unit), g.side(self.unit)):
            return Call(OpportunityFire(self.unit, deed=verb(g, self.unit)), then=self.after_turn_fire)
        return Goto(self.turned)

    @cites("KT-13.7-8", "KT-13.9-4")
    def after_turn_fire(self, g: State, retreat: int) -> Result:
        """A retreat cancels it as it does a move."""
        return Done() if g.at(self.unit) < 0 or retreat else Goto(self.turned)

    @cites("KT-13.9-2", "KT-13.9-5")
    def turned(self, g: State) -> Result:
        """The other counter lies there now; on with what points are left."""
        turn_counter(g, self.unit)
        return Goto(self.but(left=self.left - TURN_COST, fresh=False).choose)

    @cites("KT-16.0-3", "KT-16.1-5")
    def form(self, g: State) -> Result:
        """Out of Skirmish Order, then on with what points are left."""
        change(g, self.unit, "KT-16.1-5", "formed", skirmish=False)
        return Goto(self.but(left=self.left - LEAVE_COST).choose)

    @cites("KT-13.7-1", "KT-13.7-4", "KT-13.7-5")
    def leave(self, g: State) -> Result:
        """Leaving a hex beside enemies draws Opportunity Fire first, each unit singly."""
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
        if self.to == EXIT:
            exit_map(g, self.unit, "KT-13.12-1")
            return Done()
        cost = cost_for(g, self.unit, g.at(self.unit), self.to, self.terms, self.fresh) or 0
        place(g, self.unit, self.to, "KT-13.1-3")
        rest = self.but(left=max(0, self.left - cost), fresh=False, to=STOP)
        if screens_beside(g, g.at(self.unit), g.side(self.unit)):
            return Call(ScreensGiveWay(self.unit), then=rest.approach)
        return Goto(rest.approach)

    @cites("KT-13.8-1", "BS-10.8-2", "BS-10.8-6")
    def approach(self, g: State) -> Result:
        """Cavalry that it has come near may withdraw, as often as the book says (KT-13.8-1; rulings: oddity 86)."""
        riders = approached(g, self.unit, self.offered)
        if riders is None:
            return Goto(self.choose)
        return Call(riders, then=self.but(offered=offers(g, self.unit, self.offered)).choose)


def joining(g: State, id: str) -> int:
    """The answer by which a unit goes along."""
    return JOIN - g.counter(id).order


def joiner(g: State, value: int) -> str:
    """The unit that goes along by an answer."""
    return next(i for i in g.units if joining(g, i) == value)


def _options(g: State, m: MoveUnit) -> tuple[int, ...]:
    """What a unit may do next in an ordinary move."""
    from vedette.rules.blind_swords.chapters.charge import charge_bar

    options = [TURN] if turn_bar(g, m.unit, m.left, m.terms) is None else []
    if charge_bar(g, m.unit, m.left, m.terms, m.fresh) is None:
        options.append(CHARGE)
    options += exits_of(g, m.unit, m.left, m.terms, m.fresh)
    if exit_bar(g, m.unit, m.left, m.fresh) is None:
        options.append(EXIT)
    if may_form(g, m.unit, m.left, m.fresh):
        options.append(FORM)
    if not g.setting.profile.opportunity_one_by_one:
        from vedette.rules.blind_swords.chapters.stack_move import companions

        options += [joining(g, i) for i in companions(g, m)]
    if may_stop(g, m.unit, m.fresh) or not options:
        options.append(STOP)
    return tuple(options)


def _charge_options(g: State, m: MoveUnit) -> tuple[int, ...]:
    """What a unit that charges may do next; nothing where nobody is left whom it could reach."""
    from vedette.rules.blind_swords.chapters.charge import charge_ends, charge_steps

    steps = charge_steps(g, m.unit, m.left, m.terms, m.fresh)
    return (*steps, STOP) if not m.fresh and charge_ends(g, m.unit, g.at(m.unit)) else steps


def move_spot(g: State, value: int) -> int:
    """The hex of a step."""
    return value if value >= 0 else -1


@cites("KT-13.13-1", "KT-13.13-3", "KT-9.5e-2", "KT-20.2g-2")
def resupply(g: State, id: str) -> None:
    """A battery that ends its move in the supply hex is rid of Low Ammo, and immune after."""
    rule = g.setting.rule("resupply")
    if rule is None or not g.units[id].low_ammo or g.counter(id).arm != "artillery":
        return
    if rule["side"] == g.seat(id) and g.at(id) == g.setting.grid.index(rule["hex"]):
        change(g, id, "KT-13.13-1", "resupplied", low_ammo=False, resupplied=True)
