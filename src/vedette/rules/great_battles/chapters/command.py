"""Chapters 4.0 A and 17.1: who is in command, and the phase in which brigades are paid for.

radius_hexes(g, leader, radius)     the hexes that an officer reaches, as bits
in_radius(g, id)                    whether an officer of its command reaches a unit now
in_officers_radius(g, id)           whether the officer of its own brigade does
may_act(g, id, act)                 why a unit may not move, fire offensively or begin a melee in this player turn
CommandPhase                        phase A
"""

from __future__ import annotations

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Ask, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.great_battles.chapters.army_morale import payable, price, spend_morale
from vedette.rules.great_battles.chapters.leaders import officers, ratings
from vedette.rules.great_battles.chapters.terrain import crossed_from
from vedette.rules.great_battles.chapters.zones import barred
from vedette.rules.great_battles.setting import SIDES, UNION
from vedette.rules.great_battles.state import State

OUT = Reason("it was out of its officer's radius in the initial command phase", "SW-17.12-1")
FOOT_OUT = Reason("foot out of its officer's radius in the initial command phase does not move", "SW-5.17-1")
MELEE_OUT = Reason("mounted cavalry begins no melee out of its officer's radius", "SW-17.15-2")
UNPAID = Reason("its brigade was not paid for from the army's morale", "SW-19.1-4")
UNPAID_MELEE = Reason("its brigade was not paid for, and begins no melee", "SW-19.36-1")


# -- radius ----------------------------------------------------------------------------------------------


@cites("SW-17.14", "SW-11.4", "SW-17.12-1", "SW-2.4-radius")
def radius_hexes(g: State, leader: str, radius: int) -> int:
    """The hexes that a leader reaches, as bits: his own, and those so many hexes away by a way that is free.

    It avoids enemies, and their zones without friends; it does not go through engaged units, nor over ground that
    nobody crosses.
    """
    s, side = g.setting, g.side(leader)
    engaged = sum(1 << h for h in {g.at(i) for i in g.units if g.units[i].engaged and g.at(i) >= 0})
    closed = barred(g, side) & ~(engaged & g.masks[side])
    found = edge = 1 << g.at(leader)
    for _ in range(radius):
        new = 0
        for a in hexes_of(edge):
            new |= crossed_from(s, a)
        new &= ~(found | closed)
        found |= new
        edge = new & ~engaged
    return found


@cites("SW-17.12-1", "SW-17.13-1", "SW-17.13-2")
def in_radius(g: State, id: str) -> bool:
    """Whether an officer of its command reaches a unit now: of its brigade, or one of the whole side."""
    return any(radius_hexes(g, i, ratings(g, i)[0]) >> g.at(id) & 1 for i in officers(g, id))


def in_officers_radius(g: State, id: str) -> bool:
    """Whether the officer of a unit's own brigade reaches it now (SW 17.14)."""
    own = [i for i in officers(g, id) if g.counter(i).brigade]
    return any(radius_hexes(g, i, ratings(g, i)[0]) >> g.at(id) & 1 for i in own)


@cites("SW-17.0-2")
def commanded(g: State, side: int) -> tuple[str, ...]:
    """The small-arms units of a side that an officer reaches now."""
    reached = {i: radius_hexes(g, i, ratings(g, i)[0]) for i in g.on_map(side) if g.counter(i).leader}
    return tuple(
        id for id in g.on_map(side)
        if g.counter(id).small_arms and any(reached[i] >> g.at(id) & 1 for i in officers(g, id))
    )  # fmt: skip


# -- questions -------------------------------------------------------------------------------------------


@cites("SW-17.6-1", "SW-4.0-A-2", "SW-17.16", "SW-17.15-1", "SW-12.15-1", "SW-14.32-3", "GB-22.1", "GB-23.1")
def needs_officer(g: State, id: str, act: str) -> bool:
    """Whether a unit needs its officer for an act: guns, wagon and leaders do not, nor mounted horse to move."""
    if not g.counter(id).small_arms:
        return False
    return not (act == "move" and g.counter(id).arm == "cavalry" and g.units[id].column and not g.units[id].routed)


@cites("SW-17.6-2", "SW-19.31-2", "SW-19.31-3", "SW-19.31-4", "SW-12.15-2", "GB-25.6-2", "SW-19.36-1")
def needs_points(g: State, id: str, act: str) -> bool:
    """Whether a unit needs points of army morale: in the Union army to move, and to begin a melee.

    Batteries belong to their brigade; leaders and the wagon are free.
    """
    c = g.counter(id)
    if g.side(id) != UNION or c.leader or c.wagon or c.brigade not in g.setting.brigades:
        return False
    return act == "move" or (act == "melee" and g.setting.profile.melee_is_paid)


@cites(
    "SW-4.0-A-1", "SW-17.12-1", "SW-17.12-2", "SW-5.17-1", "SW-17.15-2", "SW-19.1-4", "SW-19.36-1", "GB-23.2",
    "SW-24.0-11", "SW-24.0-12", "SW-3.1-19.0",
)  # fmt: skip
def may_act(g: State, id: str, act: str = "move") -> Reason | None:
    """Why command or army morale keeps a unit from an act of this player turn: "move", "fire" or "melee"."""
    if needs_officer(g, id, act) and id not in g.commanded:
        if act == "move":
            return FOOT_OUT
        return MELEE_OUT if act == "melee" and g.units[id].column else OUT
    if needs_points(g, id, act) and g.counter(id).brigade not in g.paid:
        return UNPAID_MELEE if act == "melee" else UNPAID
    return None


# -- the phase -------------------------------------------------------------------------------------------


@procedure("gb-command", title="initial command")
class CommandPhase(Procedure, frozen=True):
    """A. Army morale is paid, and it is settled whom officers reach (SW 4.0 A, 19.31)."""

    side: int

    @cites("SW-19.0", "SW-19.31-1", "SW-19.1-2", "GB-25.6-1")
    def choose(self, g: State) -> Result:
        """For which brigade to pay; unspent points are kept. Confederates pay for none."""
        if self.side != UNION:
            return Goto(self.check)
        options = (*(Choice("pay", arg=brigade) for brigade in payable(g, self.side)), DONE)
        return Ask(
            SIDES[self.side], options, self.pay, "pay", "SW-19.31-1", "which brigade shall be able to move?",
            usual=DONE, optional=True,
        )  # fmt: skip

    @cites("SW-19.31-1", "SW-19.35-2")
    def pay(self, g: State, choice: Choice) -> Result:
        """Its points are gone at once; an expensive first move is paid for once."""
        if choice == DONE:
            return Goto(self.check)
        brigade = choice.arg
        spent = price(g, brigade)
        dear = spent > g.setting.numbers["morale-ineffective"]
        cite = "SW-19.35-2" if dear else "SW-19.32-1" if brigade in g.ineffective else "SW-19.31-1"
        g.paid = (*g.paid, brigade)
        if g.setting.brigades[brigade].first_cost:
            g.opened = tuple(sorted({*g.opened, brigade}))
        g.log(Event("paid", cite, SIDES[self.side], data=(brigade, spent)))
        spend_morale(g, spent, cite)
        return Goto(self.choose)

    @cites("SW-4.0-A-1", "SW-4.0-A-2", "SW-17.12-1")
    def check(self, g: State) -> Result:
        """Who is in command for this player turn, wherever his officer goes."""
        g.commanded = commanded(g, self.side)
        out = tuple(i for i in g.on_map(self.side) if g.counter(i).small_arms and i not in g.commanded)
        if out:
            g.log(Event("out-of-command", "SW-17.12-1", SIDES[self.side], out))
        return Done()
