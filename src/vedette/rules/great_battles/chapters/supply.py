"""Chapter 12: the supply wagon, small-arms ammunition, and the rounds of batteries.

SeizeWagons(side)       a wagon without guard in the hex of an enemy is captured or destroyed (SW 12.16)
GiveGuards(side)        infantry beside a wagon without guard gives it one (SW 12.14)
Depletion(units)        units that fired a 6 roll for their ammunition
Resupply(side)          units within reach of their wagon are supplied
spend_round(g, id)      a battery fires
Caissons(units)         batteries that have lost guns to artillery roll for their caissons
pairs(g), Transfers()   batteries that stand together share their rounds between two game turns
"""

from __future__ import annotations

import heapq

import msgspec

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import CHANCE, DIE, Ask, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters.deeds import capture_wagon, change, take_off
from vedette.rules.great_battles.chapters.effectiveness import judge
from vedette.rules.great_battles.chapters.stacking import over
from vedette.rules.great_battles.chapters.terrain import WHOLE, cost
from vedette.rules.great_battles.chapters.zones import barred
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.setting import SIDES, Setting
from vedette.rules.great_battles.state import DESTROYED, State, tallied

# -- the wagon (12.1) ------------------------------------------------------------------------------------

GUARD = 1
"""Points of a guard (SW-12.14-4)."""
GUARDED = Reason("the wagon has its guard", "SW-12.14-4")
CAVALRY = Reason("only R infantry guards the wagon", "SW-12.14-3")
APART = Reason("it does not stand with the wagon", "SW-12.14-1")
LAST = Reason("it has but one point", "SW-12.14-2")
CROWDED = Reason("the guard's regiment keeps to the limits of stacks", "SW-12.14-5")
ROUTED = Reason("it is routed or engaged", "SW-12.14-1")


def wagons(g: State, side: int) -> list[str]:
    """The wagons of a side on the map."""
    return [i for i in g.on_map(side) if g.counter(i).wagon]


@cites("SW-12.16-1", "SW-12.17")
def seizable(g: State, side: int) -> list[str]:
    """Enemy wagons without guard in a hex where troops of a side stand, whoever owned them first."""
    return [
        i for i in wagons(g, 1 - side)
        if not g.strength(i) and any(not g.units[u].engaged for u in g.troops(g.at(i), side))
    ]  # fmt: skip


@procedure("gb-seize-wagons", title="a supply wagon taken")
class SeizeWagons(Procedure, frozen=True):
    """At the beginning of a movement phase: what becomes of wagons that were taken (SW-12.16)."""

    side: int

    @cites("SW-12.16-1", "SW-12.16-2")
    def choose(self, g: State) -> Result:
        """The captor destroys it, or keeps it."""
        found = seizable(g, self.side)
        if not found:
            return Done()
        wagon, at = found[0], g.at(found[0])
        options = Choice("capture", wagon, at), Choice("destroy", wagon, at)
        return Ask(
            SIDES[self.side], options, self.carry_out, "wagon", "SW-12.16-2",
            f"{wagon} is in your hands: capture or destroy it?", usual=options[0], about=(wagon,),
        )  # fmt: skip

    @cites("SW-12.16-3", "SW-12.17", "SW-12.18")
    def carry_out(self, g: State, choice: Choice) -> Result:
        """It serves its captor from now on, or is gone for good."""
        if choice.kind == "capture":
            capture_wagon(g, choice.unit, "SW-12.16-3")
        else:
            take_off(g, choice.unit, DESTROYED, "SW-12.18", "wagon-destroyed")
        return Goto(self.choose)


@cites("SW-12.14-1", "SW-12.14-3", "SW-12.14-4", "SW-12.14-5")
def guard_bar(g: State, id: str, wagon: str) -> Reason | None:
    """Why a unit may not give a wagon a guard: it has one, or it is not R infantry that stands with it."""
    c, u = g.counter(id), g.units[id]
    if g.strength(wagon) >= GUARD:
        return GUARDED
    if c.arm != "infantry" or c.weapon != "R":
        return CAVALRY
    if u.at != g.at(wagon) or g.side(id) != g.side(wagon):
        return APART
    if u.routed or u.engaged:
        return ROUTED
    if u.strength <= GUARD:
        return LAST
    return CROWDED if over(g, u.at, g.side(id)) else None


def donors(g: State, wagon: str) -> list[str]:
    """Who may give a wagon a guard."""
    return [i for i in g.troops(g.at(wagon), g.side(wagon)) if i != wagon and guard_bar(g, i, wagon) is None]


@procedure("gb-give-guards", title="a guard for the supply wagon")
class GiveGuards(Procedure, frozen=True):
    """At the end of a movement phase: a guard for a wagon without one (SW 12.14)."""

    side: int

    @cites("SW-12.14-1")
    def choose(self, g: State) -> Result:
        """Who of those who stand with it gives a point, if any."""
        needy = [w for w in wagons(g, self.side) if donors(g, w)]
        if not needy:
            return Done()
        options = (*(Choice("guard", id, g.at(id)) for id in donors(g, needy[0])), DONE)
        return Ask(
            SIDES[self.side], options, self.give, "guard", "SW-12.14-1", f"who guards {needy[0]}?",
            usual=DONE, about=(needy[0],), optional=True,
        )  # fmt: skip

    @cites("SW-12.14-2", "SW-12.14-4", "SW-12.12-1")
    def give(self, g: State, choice: Choice) -> Result:
        """The regiment has given the point away; it is no loss."""
        if choice == DONE:
            return Done()
        id = choice.unit
        wagon = next(w for w in wagons(g, self.side) if id in donors(g, w))
        change(g, id, "SW-12.14-2", "gave-guard", (GUARD,), strength=g.strength(id) - GUARD)
        change(g, wagon, "SW-12.14-1", "guarded", (GUARD,), strength=GUARD)
        g.guards = tallied(g.guards, g.counter(id).brigade, GUARD)
        return Goto(self.choose)


# -- small-arms ammunition (12.2) ------------------------------------------------------------------------

RISK = 6
"""The die of a fire after which ammunition is rolled for (SW-12.21-1)."""
RUNS_OUT = 2
"""The highest second die at which it has run out (SW-12.21-2)."""


@procedure("gb-depletion", title="ammunition")
class Depletion(Procedure, frozen=True):
    """Units that fired a 6 roll for their ammunition, each by itself (SW-12.21)."""

    units: tuple[str, ...]

    @cites("SW-12.19-1", "SW-12.0-1", "SW-12.2-1", "GB-21.61-1")
    def begin(self, g: State) -> Result:
        """The next unit; the wagon's guard never runs out."""
        left = self.units
        while left and (not g.counter(left[0]).small_arms or g.units[left[0]].depleted or g.at(left[0]) < 0):
            left = left[1:]
        return Goto(self.but(units=left).roll) if left else Done()

    @cites("SW-12.21-1", "SW-12.0-3")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "SW-12.21-1", f"the ammunition of {self.units[0]}")

    @cites("SW-12.21-2", "SW-12.21-4", "GB-21.61-2", "GB-21.63-1", "GB-21.63-2")
    def read(self, g: State, die: int) -> Result:
        """On a 1 or 2 it has run out, which lowers its brigade's rating."""
        id = self.units[0]
        if die <= RUNS_OUT:
            change(g, id, "SW-12.21-2", "depleted", (die,), depleted=True)
            g.dried = (*g.dried, id)
            judge(g, g.counter(id).brigade)
        return Goto(self.but(units=self.units[1:]).begin)


@cites("SW-12.23-3")
def _supply_cost(s: Setting, a: int, b: int) -> int | None:
    """A step of the way to the wagon: as line infantry, but along roads as in column."""
    ways = [cost(s, "line", a, b)]
    if (a, b) in s.board.road:
        ways.append(cost(s, "column", a, b))
    found = [c for c in ways if c is not None]
    most = s.numbers["supply-range"] * POINT
    return min(most if c == WHOLE else c for c in found) if found else None


@cites("SW-12.23-1", "SW-12.23-2", "SW-12.23-4", "SW-12.23-5", "SW-11.3", "SW-12.0-4", "GB-21.64")
def in_supply(g: State, id: str) -> str:
    """The wagon that reaches a unit, within five movement points from the unit to it; empty if none does.

    The way avoids enemies, and their zones without friends.
    """
    side, at = g.side(id), g.at(id)
    wagons = {g.at(i): i for i in g.on_map(side) if g.counter(i).wagon}
    if not wagons:
        return ""
    most, closed = g.setting.numbers["supply-range"] * POINT, barred(g, side)
    best, queue = {at: 0}, [(0, at)]
    while queue:
        spent, a = heapq.heappop(queue)
        if a in wagons:
            return wagons[a]
        for b in g.setting.grid.neighbours[a]:
            step = None if closed >> b & 1 else _supply_cost(g.setting, a, b)
            if step is not None and spent + step <= most and spent + step < best.get(b, most + 1):
                best[b] = spent + step
                heapq.heappush(queue, (spent + step, b))
    return ""


def resupplies(g: State, side: int) -> tuple[str, ...]:
    """Units out of ammunition that their wagon reaches."""
    return tuple(id for id in g.on_map(side) if g.units[id].depleted and in_supply(g, id))


@procedure("gb-resupply", title="resupply")
class Resupply(Procedure, frozen=True):
    """Units that the wagon reaches are supplied, however many they are (SW-12.24)."""

    side: int

    @cites("SW-12.24", "SW-12.23-1", "SW-20.13-3", "SW-20.13-4", "SW-4.0-G-2", "GB-21.63-3", "GB-21.64")
    def supply(self, g: State) -> Result:
        """Each of them is, and its brigade is judged anew."""
        for id in resupplies(g, self.side):
            change(g, id, "SW-12.23-1", "resupplied", (in_supply(g, id),), depleted=False)
            judge(g, g.counter(id).brigade)
        return Done()


# -- rounds and caissons (12.3) --------------------------------------------------------------------------

EXPLODES = 1
OTHER_TYPE = Reason("only batteries of one type share rounds", "SW-12.36-1")
FIRED = Reason("one of them has fired in this game turn", "SW-12.36-2")
NOT_TOGETHER = Reason("they have not stood side by side for the whole game turn", "SW-12.36-2")
LARGER = Reason("the battery that takes them is more than one gun larger", "SW-12.36-3")


@cites("SW-12.3-1", "SW-12.31-1", "SW-12.0-2", "SW-10.1-2")
def spend_round(g: State, id: str) -> None:
    """A battery fires a round, whatever its guns and crew, however it splits its fire.

    What it has left is kept with it, without a third counter.
    """
    change(g, id, "SW-12.3-1", "round-fired", (g.units[id].rounds - 1,), rounds=max(g.units[id].rounds - 1, 0))
    if id not in g.shots:
        g.shots = (*g.shots, id)


@procedure("gb-caissons", title="caissons")
class Caissons(Procedure, frozen=True):
    """Batteries that have lost guns to artillery roll for their caissons (SW 12.35)."""

    units: tuple[str, ...]

    def begin(self, g: State) -> Result:
        left = self.units
        while left and (g.at(left[0]) < 0 or not g.units[left[0]].rounds):
            left = left[1:]
        return Goto(self.but(units=left).roll) if left else Done()

    @cites("SW-12.35-1")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "SW-12.35-1", f"the caissons of {self.units[0]}")

    def read(self, g: State, die: int) -> Result:
        """On a 1 a caisson explodes, and a second die says what that costs."""
        return Goto(self.how_many if die == EXPLODES else self.next)

    def how_many(self, g: State) -> Result:
        return Ask(
            CHANCE, DIE, self.explode, "die", "SW-12.35-2", f"a caisson of {self.units[0]} explodes: rounds lost"
        )

    @cites("SW-12.35-2")
    def explode(self, g: State, die: int) -> Result:
        """As many as the die says, or all."""
        id = self.units[0]
        n = min(die, g.units[id].rounds)
        change(g, id, "SW-12.35-2", "caisson", (n, die), rounds=g.units[id].rounds - n)
        return Goto(self.next)

    def next(self, g: State) -> Result:
        return Goto(self.but(units=self.units[1:]).begin)


def beside(g: State, a: str, b: str) -> bool:
    """Whether two batteries stand in one hex or side by side."""
    return g.at(a) >= 0 and g.at(b) >= 0 and g.setting.grid.distance(g.at(a), g.at(b)) <= 1


@cites("SW-12.36-2")
def pairs(g: State) -> tuple[tuple[str, str], ...]:
    """Batteries of one side that stand together now: noted when a game turn begins, kept till one of them goes."""
    guns = [i for i in g.units if g.counter(i).gun and g.at(i) >= 0]
    return tuple((a, b) for a in guns for b in guns if a < b and g.side(a) == g.side(b) and beside(g, a, b))


@cites("SW-12.36-1", "SW-12.36-2", "SW-12.36-3", "SW-12.32-2", "SW-12.36-4")
def transfer_bar(g: State, giver: str, taker: str) -> Reason | None:
    """Why a battery cannot give another rounds: type, fire in this turn, distance, size."""
    a, b = g.counter(giver), g.counter(taker)
    if (a.weapon, a.horse) != (b.weapon, b.horse) or g.side(giver) != g.side(taker):
        return OTHER_TYPE
    if giver in g.shots or taker in g.shots:
        return FIRED
    pair = (giver, taker) if giver < taker else (taker, giver)
    if pair not in g.together or not beside(g, giver, taker):
        return NOT_TOGETHER
    return LARGER if g.strength(taker) > g.strength(giver) + 1 else None


@cites("SW-12.36-1", "SW-12.37", "SW-12.38")
def can_use(g: State, a: str, b: str) -> bool:
    """Whether two batteries have anything to share: one of them has fewer rounds than it began with.

    (Rulings: what batteries give each other makes good what was spent.)
    """
    return any(g.units[id].rounds < g.setting.numbers[f"rounds-{SIDES[g.side(id)]}"] for id in (a, b))


class Rounds(msgspec.Struct, frozen=True):
    """What a battery gives: to which one, and how many."""

    taker: str
    n: int


@procedure("gb-transfers", title="rounds are shared")
class Transfers(Procedure, frozen=True):
    """Between two game turns rounds are shared (SW 12.36)."""

    side: int = 0
    done: tuple[tuple[str, str], ...] = ()

    @cites("SW-12.36-1", "SW-12.32-2")
    def choose(self, g: State) -> Result:
        """Each pair shares once; their owner says who gives how many."""
        options: list[Choice] = []
        for a, b in g.together:
            if g.side(a) != self.side or (a, b) in self.done or not can_use(g, a, b):
                continue
            for giver, taker in ((a, b), (b, a)):
                if g.at(giver) >= 0 and g.at(taker) >= 0 and transfer_bar(g, giver, taker) is None:
                    most, at = g.units[giver].rounds, g.at(taker)
                    options += [Choice("give rounds", giver, at, Rounds(taker, n)) for n in range(1, most + 1)]
        if not options:
            return Goto(self.next)
        return Ask(
            SIDES[self.side], (DONE, *options), self.give, "transfer", "SW-12.36-1", "do batteries share rounds?",
            usual=DONE, optional=True,
        )  # fmt: skip

    @cites("SW-12.36-1")
    def give(self, g: State, choice: Choice) -> Result:
        if choice == DONE:
            return Goto(self.next)
        giver, taker, n = choice.unit, choice.arg.taker, choice.arg.n
        change(g, giver, "SW-12.36-1", "rounds-given", (taker, n), rounds=g.units[giver].rounds - n)
        change(g, taker, "SW-12.36-1", "rounds-taken", (giver, n), rounds=g.units[taker].rounds + n)
        pair = (giver, taker) if giver < taker else (taker, giver)
        return Goto(self.but(done=(*self.done, pair)).choose)

    def next(self, g: State) -> Result:
        return Goto(Transfers(1).choose) if self.side == 0 else Done()
