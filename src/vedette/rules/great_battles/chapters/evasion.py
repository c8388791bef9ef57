"""Chapters 13.7 and 18.1: retreat before melee, and the advance into the hex that it leaves.

evade_bar(g, id)        why a unit does not retreat before melee
goers(choice)           who goes back by an answer: a unit, or a stack of two
EvasionPhase(side)      unit after unit of the other side, until its owner is done
"""

from __future__ import annotations

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.great_battles.chapters.deeds import place
from vedette.rules.great_battles.chapters.formations import align
from vedette.rules.great_battles.chapters.leaders import Settle, go_or_stay
from vedette.rules.great_battles.chapters.melee import RESERVE, attackers_of, unit_bar
from vedette.rules.great_battles.chapters.retreats import distance, has_room, passable, safest
from vedette.rules.great_battles.chapters.rout import CheckRout
from vedette.rules.great_battles.chapters.stacking import ENGAGED, closed
from vedette.rules.great_battles.chapters.zone_fire import RetreatFire, WithdrawalFire, firers_at, turn_away
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

Hexes = tuple[int, ...]
Units = tuple[str, ...]
FARTHEST = 2
"""The most hexes that a unit goes (SW-13.7-1)."""

NOT_NOW = Reason("units retreat before melee in the enemy's retreat phase alone", "SW-13.7-1")
SAFE = Reason("nobody can attack it in melee", "SW-13.7-1")
UNLIMBERED = Reason("unlimbered artillery does not retreat before melee", "SW-13.7-7")
ROUTED = Reason("it is routed", "SW-14.32-1")
PINNED = Reason("it is pinned", "SW-10.83-2")
CHARGED = Reason("it is being charged", "SW-18.25-1")
GONE = Reason("it has retreated before melee already", "SW-13.7-1")
NO_WAY = Reason("no hex farther away is free of enemy zones and has room", "SW-13.7-2")


@cites("SW-18.1-1", "SW-18.1-4", "SW-18.25-2")
def refuses(g: State, id: str) -> bool:
    """Whether a unit is mounted cavalry that may refuse a melee: attacked by foot alone, or charged."""
    if g.counter(id).arm != "cavalry" or not g.units[id].column:
        return False
    at, enemy = g.at(id), 1 - g.side(id)
    if any(hex == at for _, hex in g.charges):
        return True
    return all(not g.units[i].column for i in attackers_of(g, enemy, at))


@cites("SW-13.7-1", "SW-13.7-7", "SW-14.32-1", "SW-10.83-2", "SW-18.25-1", "SW-18.25-2")
def evade_bar(g: State, id: str) -> Reason | None:
    """Why a unit does not retreat before melee: it is not threatened, or may not."""
    c, u, enemy = g.counter(id), g.units[id], 1 - g.side(id)
    if g.phase != "retreat" or g.player != enemy or u.at < 0 or c.leader:
        return NOT_NOW
    if id in g.evaded:
        return GONE
    if c.gun and not u.column:
        return UNLIMBERED
    for bad, reason in ((u.routed, ROUTED), (u.pinned, PINNED), (u.reserve, RESERVE), (u.engaged, ENGAGED)):
        if bad:
            return reason
    if not attackers_of(g, enemy, u.at):
        return SAFE
    rides = c.arm == "cavalry" and u.column
    if not rides and any(hex == u.at for _, hex in g.charges):
        return CHARGED
    return None if steps(g, (id,), threats(g, u.at, enemy), refuses(g, id)) else NO_WAY


def threats(g: State, hex: int, enemy: int) -> Hexes:
    """The hexes from which a hex can be attacked."""
    return tuple(sorted({g.at(i) for i in attackers_of(g, enemy, hex)}))


@cites("SW-13.7-1", "SW-13.7-2", "SW-18.1-3", "SW-8.0-3", "SW-8.73-3")
def steps(g: State, ids: Units, causes: Hexes, free: bool, left: int = FARTHEST, frm: int = -1) -> Hexes:
    """Where units can go next: away from who threatens them, into no enemy zone.

    Cavalry that refuses may enter one. Through friends without room they go only on to where there is room, never
    through reserves.

    Args:
        left: how many hexes they can still go.
        frm: the hex from which they go, if they do not stand there.
    """
    at = frm if frm >= 0 else g.at(ids[0])
    enemy = zone(g, 1 - g.side(ids[0]))
    return tuple(
        b for b in g.setting.grid.neighbours[at]
        if distance(g, b, causes) > distance(g, at, causes) and (free or not enemy >> b & 1)
        and all(passable(g, id, at, b) for id in ids)
        and (fits(g, ids, b) or (left > 1 and not closed(g, ids[0], b) and steps(g, ids, causes, free, left - 1, b)))
    )  # fmt: skip


def fits(g: State, ids: Units, hex: int) -> bool:
    """Whether units find room in a hex, together too; a stack goes only into an empty one."""
    others = [i for i in g.troops(hex, g.side(ids[0])) if i not in ids]
    return not others or (len(ids) == 1 and has_room(g, ids[0], hex))


@procedure("gb-evasion", title="retreat before melee")
class EvasionPhase(Procedure, frozen=True):
    """The other side falls back before melee, if it likes (SW-4.0-E-1)."""

    side: int
    """The phasing side, whose melee phase is to come."""
    hex: int = -1
    """The hex that was left last."""
    hunters: Units = ()
    """Who could have attacked it."""

    @cites("SW-13.7-1", "SW-4.0-E-1", "SW-11.14-1", "SW-11.14-2")
    def choose(self, g: State) -> Result:
        """Who goes, two of a stack together or one alone."""
        able = [Choice("evade", ids[0], g.at(ids[0]), ids[1:] or None) for ids in self._able(g)]
        hexes = ", ".join(g.hex_name(h) for h in dict.fromkeys(c.hex for c in able))
        prompt = "who retreats before melee?" + (f" The enemy may attack {hexes}" if hexes else "")
        return Ask(
            SIDES[1 - self.side], (*able, DONE), self.go, "evade", "SW-13.7-1", prompt, usual=DONE, optional=True
        )

    def _able(self, g: State) -> tuple[Units, ...]:
        mine = 1 - self.side
        near = g.setting.grid.near
        found: list[Units] = []
        for hex in hexes_of(g.masks[mine]):
            if not near[hex] & g.masks[self.side]:
                continue
            able = [i for i in g.troops(hex, mine) if not evade_bar(g, i)]
            if len(able) == 2 and steps(g, tuple(able), threats(g, hex, self.side), all(refuses(g, i) for i in able)):
                found.append(tuple(able))
            found.extend((i,) for i in able)
        return tuple(found)

    def go(self, g: State, choice: Choice) -> Result:
        """One unit or stack goes, then it is asked who follows into the hex."""
        if choice == DONE:
            return Done()
        ids, hex = goers(choice), choice.hex
        hunters = attackers_of(g, self.side, hex)
        free = all(refuses(g, i) for i in ids)
        g.evaded = tuple(sorted({*g.evaded, *ids}))
        causes = tuple(sorted({g.at(i) for i in hunters}))
        return Call(Evade(ids, causes, free), then=self.but(hex=hex, hunters=hunters).settle)

    @cites("SW-17.3-6")
    def settle(self, g: State) -> Result:
        """A leader who stayed with others and has lost them goes to the nearest of his command."""
        return Call(Settle(self.hex, 1 - self.side), then=self.follow)

    @cites("SW-13.7-5", "SW-13.7-6", "SW-15.5", "SW-4.0-E-4", "SW-5.11-5")
    def follow(self, g: State) -> Result:
        """Any unit that could have attacked may advance into the hex if it is empty now, and then fights no melee."""
        able = tuple(i for i in self.hunters if self._can_advance(g, i))
        if not able or g.in_hex(self.hex, 1 - self.side):
            return Goto(self.but(hex=-1, hunters=()).choose)
        done = Choice("done", hex=self.hex)
        options = (*(Choice("advance", id, self.hex) for id in able), done)
        return Ask(
            SIDES[self.side], options, self.advance, "advance", "SW-13.7-5", "who advances into the empty hex?",
            usual=done, about=able,
        )  # fmt: skip

    def _can_advance(self, g: State, id: str) -> bool:
        beside = g.at(id) >= 0 and self.hex in g.setting.grid.neighbours[g.at(id)]
        return beside and not unit_bar(g, id) and has_room(g, id, self.hex)

    @cites("SW-13.7-5", "SW-13.7-6")
    def advance(self, g: State, choice: Choice) -> Result:
        """One hex; leaders who would be left alone come along."""
        if choice.kind == "done":
            return Goto(self.but(hex=-1, hunters=()).choose)
        id = choice.unit
        left = g.at(id)
        place(g, id, self.hex, "SW-13.7-5", "advanced")
        g.advanced = tuple(sorted({*g.advanced, id}))
        if not g.troops(left, self.side):
            for leader in g.leaders(left, self.side):
                place(g, leader, self.hex, "SW-13.7-5", "advanced")
        align(g, id)
        return Goto(self.follow)


def goers(choice: Choice) -> Units:
    """Who goes back by an answer: one unit, or two of a stack."""
    return (choice.unit, *(choice.arg or ()))


@procedure("gb-evade")
class Evade(Procedure, frozen=True):
    """A unit or a stack goes one or two hexes (SW-13.7-1)."""

    units: Units
    causes: Hexes
    free: bool
    """Mounted cavalry that refuses, at no price (SW-18.1-2)."""
    steps: int = FARTHEST
    leaders: Units = ()
    asked: Units = ()
    spent: Hexes = ()
    """Hexes of enemies that have had their retreat fire at it (SW-11.2-5)."""
    to: int = -1
    trail: Hexes = ()
    """The hexes they have left, the one where they stood first."""

    def title(self, g: State) -> str:
        return f"{' + '.join(self.units)} {'retreat' if len(self.units) > 1 else 'retreats'} before melee"

    @cites("SW-17.43-3", "SW-10.86")
    def lead(self, g: State) -> Result:
        """Leaders go along, or stay with whoever stays."""
        at, side = g.at(self.units[0]), g.side(self.units[0])
        left = [i for i in g.leaders(at, side) if i not in self.asked]
        if not left:
            return Goto(self.choose)
        others = [i for i in g.troops(at, side) if i not in self.units]
        options = go_or_stay(g, left[0], self.units[0], others)
        return Ask(
            SIDES[side], options, self.led, "lead", "SW-13.7-1", f"{left[0]}: with {self.units[0]}, or not?",
            usual=options[-1], about=(left[0],),
        )  # fmt: skip

    def led(self, g: State, choice: Choice) -> Result:
        going = (*self.leaders, choice.unit) if choice.kind == "go with" else self.leaders
        return Goto(self.but(leaders=going, asked=(*self.asked, choice.unit)).lead)

    @cites("SW-13.7-1", "SW-18.1-1")
    def choose(self, g: State) -> Result:
        """The next hex; the second is its owner's choice, where it has room in the first."""
        ways = steps(g, self.units, self.causes, self.free, self.steps) if self.steps else ()
        name = " + ".join(self.units)
        goes_on = ways and (self.steps == FARTHEST or not fits(g, self.units, g.at(self.units[0])))
        first, others = self.units[0], self.units[1:] or None
        back = tuple(Choice("retreat", first, hex, others) for hex in ways)
        options = back if goes_on else (*back, Choice("stop", first, arg=others))
        usual = back[ways.index(safest(g, first, ways))] if ways else options[0]
        return Ask(
            g.seat(first), options, self.go, "retreat", "SW-13.7-1", f"{name} retreats before melee: where to?",
            usual=usual, about=self.units,
        )  # fmt: skip

    @cites("SW-13.7-3", "SW-18.1-2", "SW-4.0-E-2")
    def go(self, g: State, choice: Choice) -> Result:
        """Enemies whose zone it leaves may fire, not at cavalry that refuses."""
        if choice.kind == "stop":
            return Goto(self.check)
        hex = choice.hex
        after = self.but(to=hex)
        at = g.at(self.units[0])
        if not self.free and zone(g, 1 - g.side(self.units[0])) >> at & 1:
            turn_away(g, self.units, hex)
            return Call(WithdrawalFire(self.units, at, hex), then=after.but(causes=self.causes).move)
        return Goto(after.move)

    @cites("SW-11.15-2", "SW-18.1-3", "SW-11.2-5")
    def move(self, g: State) -> Result:
        """Who is left and not routed goes; whom the fire pins goes this hex and no farther, if it has room.

        Each enemy has one retreat fire at cavalry that refuses.
        """
        at = [g.at(i) for i in self.units]
        left = tuple(i for i, hex in zip(self.units, at, strict=True) if hex >= 0 and not g.units[i].routed)
        left = tuple(i for i in left if self.to in g.setting.grid.neighbours[g.at(i)])
        if not left:
            return Done()
        here = g.at(left[0])
        for id in (*left, *self.leaders):
            if g.at(id) == here:
                place(g, id, self.to, "SW-13.7-1", "retreated")
        pinned = any(g.units[i].pinned for i in left)
        rests = pinned and fits(g, left, self.to)
        after = self.but(units=left, steps=0 if rests else self.steps - 1, trail=(*self.trail, here))
        if self.free and zone(g, 1 - g.side(left[0])) >> self.to & 1:
            new = {g.at(id) for id in firers_at(g, left[0], self.to, self.spent)}
            fire = RetreatFire(left[0], self.to, self.spent, trail=(*after.trail, self.to))
            return Call(fire, then=after.but(spent=tuple(sorted({*self.spent, *new}))).on)
        return Goto(after.on)

    def on(self, g: State) -> Result:
        """On to the next hex, if the unit is still there."""
        left = tuple(i for i in self.units if g.at(i) == self.to)
        if not left:
            return Done()
        after = self.but(units=left)
        return Goto(after.choose if self.steps else after.check)

    @cites("SW-13.7-4", "SW-18.1-2", "SW-14.1-1", "SW-4.0-E-3", "SW-15.4-4", "SW-14.71")
    def check(self, g: State) -> Result:
        """It checks for rout, hit or not, but for cavalry that refuses.

        If it routs it enters no hex again that it has left; a unit that left a town has the town's help.
        """
        for id in self.units:
            align(g, id)
        if self.free:
            return Done()
        first, trail = self.trail[0], (*self.trail, g.at(self.units[0]))
        return Call(CheckRout(self.units, "SW-13.7-4", self.causes, alone=True, trail=trail, where=first))
