"""Chapter 13: the melee phase, who may attack whom, and one melee from its first attacker to its die.

melee_bar(g, id, hex, chosen)   why a unit does not attack a hex in melee now
strike_bar(g, id, hex, chosen)  the same whatever the phase: what threatens a hex beforehand
attackers_of(g, side, hex)      who can attack it
kept_out(g, side, hex)          who beside a melee cannot come into it, and why
targets_of(g, side)             the hexes that a side can attack
reckon(g, side, hex, attackers, froms)      every line of the strengths of both sides, with its case (18.2, 18.3)
MeleePhase(side)                first the melees that go on, then new ones, in any order
Melee(side, hex)                attackers one at a time, their leaders, the die; what it does is in melee_results.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import CHANCE, DIE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.engine.rulebook import Aim
from vedette.hexes import hexes_of
from vedette.rules.great_battles.chapters.command import UNPAID_MELEE, may_act
from vedette.rules.great_battles.chapters.deeds import place
from vedette.rules.great_battles.chapters.effectiveness import effective
from vedette.rules.great_battles.chapters.formations import faces, front
from vedette.rules.great_battles.chapters.leaders import fighters, go_or_stay
from vedette.rules.great_battles.chapters.melee_results import Continue, Finish, MeleeResults, engaged_hexes
from vedette.rules.great_battles.chapters.stacking import ENGAGED, fault
from vedette.rules.great_battles.chapters.terrain import crossing_bar
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

# -- who may attack whom (13.2, 13.3, 13.6) --------------------------------------------------------------

NOT_NOW = Reason("melee is for its own side's melee phase", "SW-13.0-6")
NOT_FIT = Reason("infantry and cavalry alone attack in melee", "SW-4.0-F-1")
GUNS = Reason("artillery never attacks in melee", "SW-6.13-4")
GUARD = Reason("the wagon's guard fights only if attacked", "SW-12.13-2")
COLUMN = Reason("infantry in column does not attack in melee", "SW-6.11-3")
RESERVE = Reason("it is in reserve", "SW-8.7-3")
PINNED = Reason("it is pinned", "SW-10.83-1")
ROUTED = Reason("it is routed", "SW-14.3-4")
ADVANCED = Reason("it has advanced into a hex that was left to it", "SW-13.7-6")
STRUCK = Reason("it has been in a melee in this phase", "SW-13.0-3")
SPENT = Reason("its brigade has lost its combat effectiveness", "SW-20.21-A")
NO_ENEMY = Reason("no enemy is there", "SW-13.0-1")
FELL_BACK = Reason("who is there retreated before melee", "SW-4.0-F-2")
FOUGHT = Reason("a melee has been fought there in this phase", "SW-13.0-3")
FIGHTING = Reason("units are engaged there", "SW-13.84-4")
NOT_BESIDE = Reason("it does not stand beside it", "SW-13.2-1")
NOT_THEN = Reason("nobody there stood beside it when the phase began", "SW-13.2-1")
NOT_BEFORE = Reason("the hex is not before its front", "SW-7.31")
FIRED_ELSEWHERE = Reason("it has fired at another hex", "SW-13.2-3")
NOWHERE = -1
GROUND = "it could not move there: {}"
CROWDED = Reason("no more than two units fight on a side", "SW-13.6-1")
TOO_STRONG = Reason("no more than eight points fight on a side", "SW-13.6-1")


def melee_bar(g: State, id: str, hex: int, chosen: tuple[str, ...] = ()) -> Reason | None:
    """Why a unit cannot attack a hex in melee now, together with those already chosen."""
    if g.phase != "melee" or g.player != g.side(id):
        return NOT_NOW
    return strike_bar(g, id, hex, chosen)


def strike_bar(g: State, id: str, hex: int, chosen: tuple[str, ...] = ()) -> Reason | None:
    """Why a unit could not attack a hex in its side's melee phase, as things stand."""
    return (
        unit_bar(g, id) or command_bar(g, id, hex) or target_bar(g, g.side(id), hex) or pair_bar(g, id, hex)
        or room_bar(g, id, hex, chosen)
    )  # fmt: skip


@cites(
    "SW-4.0-F-1", "SW-10.14-3", "SW-6.11-3", "SW-6.13-4", "SW-8.7-3", "SW-10.83-1", "SW-12.13-2", "SW-13.7-6",
    "SW-13.84-2", "SW-14.3-4",
)  # fmt: skip
def unit_bar(g: State, id: str) -> Reason | None:
    """Why a unit attacks nobody: its arm, formation or state, or it has advanced or fought already."""
    c, u = g.counter(id), g.units[id]
    if c.gun:
        return GUNS
    if c.wagon:
        return GUARD
    if c.leader or u.at < 0:
        return NOT_FIT
    if u.column and c.arm == "infantry":
        return COLUMN
    for bad, reason in ((u.reserve, RESERVE), (u.pinned, PINNED), (u.routed, ROUTED), (u.engaged, ENGAGED)):
        if bad:
            return reason
    return ADVANCED if id in g.advanced else STRUCK if id in g.struck else None


@cites("SW-17.12-1", "SW-17.15-2", "SW-18.5-2", "SW-18.5-3", "SW-19.36-1", "SW-19.36-3", "SW-20.21-A", "GB-26.4-1")
def command_bar(g: State, id: str, hex: int = NOWHERE) -> Reason | None:
    """Why a unit begins no melee: out of command, of an ineffective brigade, not paid for.

    A melee that goes on costs no points, nor does joining it.
    """
    bar = may_act(g, id, "melee")
    if bar is UNPAID_MELEE and any(g.units[i].engaged for i in g.troops(hex, g.side(id))):
        bar = None
    return bar or (None if effective(g, id) else SPENT)


@cites("SW-13.0-1", "SW-4.0-F-2", "SW-13.84-4")
def target_bar(g: State, side: int, hex: int) -> Reason | None:
    """Why a side can attack nobody in a hex: no enemy there, all have fallen back, a melee there."""
    there = g.in_hex(hex, 1 - side)
    if not there:
        return NO_ENEMY
    if hex in g.fought:
        return FOUGHT
    if any(g.units[i].engaged for i in there) and not g.troops(hex, side):
        return FIGHTING
    troops = g.troops(hex, 1 - side) or there
    return FELL_BACK if all(i in g.evaded for i in troops) else None


@cites("SW-13.2-1", "SW-13.2-2", "SW-13.2-3", "SW-13.2-4", "SW-13.2-6", "SW-13.3-4", "SW-7.31", "SW-7.32-1")
def pair_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit cannot reach a hex: not beside it, not before its front, another at which it fired, the ground.

    Who has fallen back in this melee phase counts where he stood when it began. How the defender faces does not matter.
    """
    at = g.at(id)
    if hex not in g.setting.grid.neighbours[at]:
        return NOT_BESIDE
    if g.phase == "melee" and g.retired:
        began, there = dict(g.retired), g.troops(hex, 1 - g.side(id)) or g.in_hex(hex, 1 - g.side(id))
        if all(began.get(i, hex) not in g.setting.grid.neighbours[at] for i in there):
            return NOT_THEN
    if faces(g, id) and not front(g, id) >> hex & 1:
        return NOT_BEFORE
    aims = {h for i, h in g.offensive if i == id}
    if aims and hex not in aims:
        return FIRED_ELSEWHERE
    bar = crossing_bar(g, id, at, hex)
    return Reason(GROUND.format(bar.text), "SW-13.3-4") if bar else None


@cites("SW-13.6-1", "SW-13.6-2", "SW-13.6-3")
def room_bar(g: State, id: str, hex: int, chosen: tuple[str, ...]) -> Reason | None:
    """Why a unit finds no room: two units and eight points a side, of base strength."""
    numbers = g.setting.numbers
    beside = [i for i in (*chosen, *g.troops(hex, g.side(id))) if i != id]
    if len(beside) + 1 > numbers["stack-units"]:
        return CROWDED
    if sum(map(g.strength, (id, *beside))) > numbers["stack-points"]:
        return TOO_STRONG
    return fault(g, (*beside, id))  # mounted cavalry with its like alone (SW-8.24-1)


@cites("SW-13.6-6")
def attackers_of(g: State, side: int, hex: int, chosen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Who can attack a hex together with those chosen, from any hexes around it."""
    if target_bar(g, side, hex):
        return ()
    near = hexes_of(g.setting.grid.near[hex] & g.masks[side])
    return tuple(
        id for at in near for id in g.troops(at, side) if id not in chosen and not strike_bar(g, id, hex, chosen)
    )


@cites("SW-13.84-B", "SW-8.24-1")
def kept_out(g: State, side: int, hex: int) -> tuple[tuple[str, Reason], ...]:
    """The infantry and cavalry of a side beside a melee that goes on that cannot come into it, and why."""
    near = (id for at in hexes_of(g.setting.grid.near[hex] & g.masks[side]) for id in g.troops(at, side))
    bars = ((id, strike_bar(g, id, hex)) for id in near if g.counter(id).small_arms)
    return tuple((id, bar) for id, bar in bars if bar is not None)


def targets_of(g: State, side: int) -> tuple[int, ...]:
    """The hexes that a side can attack now."""
    return tuple(h for h in hexes_of(g.masks[1 - side]) if attackers_of(g, side, h))


# -- strengths (13.5) ------------------------------------------------------------------------------------

Line = tuple[str, int, str]
"""One line of a sum: words, points, case."""


class Reckoning(msgspec.Struct, frozen=True):
    """The sum of a melee: the strengths of both sides, line by line, and their column."""

    attack: tuple[Line, ...]
    defence: tuple[Line, ...]
    column: int

    @property
    def attacker(self) -> int:
        """Points of the attacker."""
        return sum(points for _, points, _ in self.attack)

    @property
    def defender(self) -> int:
        """Points of the defender."""
        return sum(points for _, points, _ in self.defence)

    @property
    @cites("SW-13.5-1", "SW-13.5-2", "SW-13.0-4")
    def difference(self) -> int:
        """Attacker less defender, always in that order."""
        return self.attacker - self.defender


@cites("SW-13.1-3", "SW-18.23-4", "SW-18.26-1", "SW-18.2-1", "SW-6.14-6")
def charges(g: State, id: str, hex: int) -> bool:
    """Whether mounted cavalry charges a hex now: declared in this player turn, not engaged there before."""
    return (id, hex) in g.charges and g.units[id].column and not g.units[id].engaged


@cites(
    "SW-13.1-1", "SW-13.1-2", "SW-13.1-3", "SW-18.2-1", "SW-18.23-4", "SW-18.85-2", "SW-10.14-2", "SW-10.16-2",
    "SW-10.16-3", "SW-6.14-2", "SW-2.4-melee-strength", "SW-14.3-4",
)  # fmt: skip
def attack_line(g: State, id: str, hex: int) -> Line:
    """What a unit brings into its attack: its strength, a battery 1, in a charge twice.

    A routed one, engaged since it was attacked, has half as in defence.
    """
    n = g.strength(id)
    if g.units[id].routed:
        return f"{id}, routed", 1 if g.counter(id).gun else max(n // 2, 1), "SW-14.3-4"
    if g.counter(id).gun:
        return id, 1, "SW-13.1-2"
    if charges(g, id, hex):
        return f"{id}, charging", 2 * n, "SW-18.23-4"
    return id, n, "SW-13.1-3" if g.units[id].column and g.counter(id).arm == "cavalry" else "SW-13.1-1"


@cites(
    "SW-13.1-1", "SW-13.1-2", "SW-18.3-1", "SW-18.3-2", "SW-18.3-3", "SW-14.3-4", "SW-6.11-4", "SW-18.85-2",
    "SW-18.26-1", "SW-10.14-2", "SW-10.16-4", "SW-10.17-1", "SW-6.13-3", "SW-6.13-5", "SW-8.22-2",
)  # fmt: skip
def defence_line(g: State, id: str, horse_doubled: bool) -> Line:
    """What a unit defends with: its strength, a battery 1, mounted cavalry twice against foot or a charge.

    Not twice while it is engaged since a charge of its own. A routed one has half, but 1 at least.
    """
    c, u = g.counter(id), g.units[id]
    words, n, cite = id, u.strength, "SW-13.1-1"
    if c.gun:
        n, cite = 1, "SW-13.1-2"
    elif c.arm == "cavalry" and u.column and id in g.chargers:
        cite = "SW-18.26-1"
    elif c.arm == "cavalry" and u.column:
        n, cite = (2 * n, "SW-18.3-1") if horse_doubled else (n, "SW-18.3-2")
    if u.routed:
        words, n, cite = f"{id}, routed", max(n // 2, 1), "SW-14.3-4"
    return words, n, cite


@cites("SW-13.3-1", "SW-13.3-2", "SW-13.3-3", "GB-21.52")
def hexside_helps(g: State, a: int, b: int) -> bool:
    """Whether a hexside that an attacker crosses helps the defender: stream, ridge, stone wall.

    2007: a crest too, from below. The hex itself does nothing.
    """
    words = g.setting.board.crossing.get((a, b), ())
    crest = g.setting.profile.crests_help and "crest up" in words
    return crest or any(g.setting.grounds[word].melee > 0 for word in words if word in g.setting.grounds)


@cites("SW-8.7-2")
def reserve_lines(g: State, ids: Sequence[str], lines: Sequence[Line]) -> list[Line]:
    """What units in reserve lose: half of their sum, the rest rounded down."""
    sum_ = sum(n for id, (_, n, _) in zip(ids, lines, strict=True) if g.units[id].reserve)
    return [("in reserve", sum_ // 2 - sum_, "SW-8.7-2")] if sum_ else []


@cites("SW-13.4-1", "SW-17.2-1", "SW-13.4-2", "SW-8.7-2", "SW-13.3-2", "SW-13.3-3", "SW-13.5-3", "SW-24.0-9")
def reckon(g: State, side: int, hex: int, attackers: tuple[str, ...], froms: tuple[int, ...]) -> Reckoning:
    """The sum of a melee: units, one point for leaders, one for the hexsides, reserve at half.

    Units in reserve count half as long as they are, also in a melee of their own phase that goes on.

    Args:
        froms: where the attackers come from; a hex twice counts twice, the melee hex itself for those engaged there.
    """
    attack = [attack_line(g, id, hex) for id in attackers]
    attack += reserve_lines(g, attackers, attack)
    led = {h for h in (*froms, *map(g.at, attackers)) if g.leaders(h, side)}
    if g.leaders(hex, side) or (led and not all(g.at(i) == hex for i in attackers)):
        attack.append(("a leader", 1, "SW-13.4-1"))
    doubled = any(not _rides(g, id) or charges(g, id, hex) for id in attackers)
    troops = g.troops(hex, 1 - side)
    defence = [defence_line(g, id, doubled) for id in troops]
    defence += reserve_lines(g, troops, defence)
    if g.leaders(hex, 1 - side):
        defence.append(("a leader", 1, "SW-13.4-1"))
    if froms and all(a != hex and hexside_helps(g, a, hex) for a in froms):
        defence.append(("the hexside", 1, "SW-13.3-2"))
    column = g.setting.melee.column(sum(n for _, n, _ in attack) - sum(n for _, n, _ in defence))
    return Reckoning(tuple(attack), tuple(defence), column)


def _rides(g: State, id: str) -> bool:
    return g.counter(id).arm == "cavalry" and g.units[id].column


# -- the phase, and one melee ----------------------------------------------------------------------------

__all__ = ["Melee", "MeleePhase", "melee_bar"]


@procedure("gb-melee", title="melee")
class MeleePhase(Procedure, frozen=True):
    """Melee after melee, until their owner ends the phase (SW-4.0-F-1)."""

    side: int

    def begin(self, g: State) -> Result:
        g.struck, g.retired = (), ()
        return Goto(self.engaged)

    @cites("SW-13.84-5", "SW-13.84-A", "SW-13.84-B")
    def engaged(self, g: State) -> Result:
        """Engaged units go on first, or fall back."""
        left = [h for h in engaged_hexes(g) if h not in g.fought]
        if not left:
            return Goto(self.choose)
        return Call(Continue(self.side, left[0]), then=self.fight_on)

    def fight_on(self, g: State, hex: int) -> Result:
        return Call(Melee(self.side, hex, goes_on=True), then=self.engaged) if hex >= 0 else Goto(self.engaged)

    @cites("SW-13.2-5", "SW-13.0-6", "SW-4.0-F-1")
    def choose(self, g: State) -> Result:
        """Whom to attack, or nobody."""
        options = (*(Choice("melee", hex=hex) for hex in targets_of(g, self.side)), DONE)
        return Ask(
            SIDES[self.side], options, self.attack, "melee", "SW-13.2-5", "which enemies are attacked in melee?",
            usual=DONE, optional=True,
        )  # fmt: skip

    def attack(self, g: State, choice: Choice) -> Result:
        return Done() if choice == DONE else Call(Melee(self.side, choice.hex), then=self.choose)


@procedure("gb-one-melee")
class Melee(Procedure, frozen=True):
    """One melee (SW 13.0)."""

    scope: ClassVar[bool] = True
    close: ClassVar[bool] = True

    side: int
    hex: int
    units: tuple[str, ...] = ()
    """The attackers who come in."""
    goes_on: bool = False
    """Units of the side are engaged there already (SW-13.84)."""
    froms: tuple[int, ...] = ()
    """Where the attackers came from; the hex itself for those who were engaged there."""
    asked: tuple[str, ...] = ()
    """The leaders who have been asked whether they come."""
    coming: tuple[str, ...] = ()

    def title(self, g: State) -> str:
        return f"melee in {g.hex_name(self.hex)}"

    @cites("SW-13.0-3", "SW-13.6-6", "SW-13.84-B", "SW-13.6-5")
    def choose(self, g: State) -> Result:
        """Attackers one at a time, from any hexes around it; reinforcements too.

        Where nobody beside a melee that goes on can come in, the log says of each why.
        """
        able = attackers_of(g, self.side, self.hex, self.units)
        if self.goes_on and not self.units and not able:
            for id, bar in kept_out(g, self.side, self.hex):
                g.log(Event("kept-out", bar.cite, SIDES[self.side], (id,), self.hex, (bar.text,)))
        ready = (Choice("fight", hex=self.hex),) if self.units or self.goes_on else ()
        back = () if self.goes_on and not self.units else (Choice("cancel", hex=self.hex),)
        options = (*(Choice("add", id, g.at(id)) for id in able), *ready, *back)
        return Ask(
            SIDES[self.side], options, self.chosen, "attackers", "SW-13.6-6",
            f"who attacks {g.hex_name(self.hex)} in melee?", usual=ready[0] if ready else options[0], about=self.units,
        )  # fmt: skip

    def chosen(self, g: State, choice: Choice) -> Result:
        if choice.kind == "add":
            return Goto(self.but(units=(*self.units, choice.unit)).choose)
        if choice.kind == "cancel":
            return Goto(self.but(units=()).choose) if self.goes_on else Done()
        return Goto(self.leaders)

    @cites("SW-13.4-1", "SW-10.86")
    def leaders(self, g: State) -> Result:
        """Leaders who stand with the attackers come with them, or stay with others of their hex."""
        hexes = tuple(dict.fromkeys(g.at(id) for id in self.units))
        left = [i for h in hexes for i in g.leaders(h, self.side) if i not in self.asked]
        if not left:
            return Goto(self.enter)
        leader = left[0]
        others = [i for i in g.troops(g.at(leader), self.side) if i not in self.units]
        mate = next(i for i in self.units if g.at(i) == g.at(leader))
        options = go_or_stay(g, leader, mate, others)
        return Ask(
            SIDES[self.side], options, self.led, "lead", "SW-13.4-1", f"does {leader} go into the melee?",
            usual=options[-1], about=(leader,),
        )  # fmt: skip

    def led(self, g: State, choice: Choice) -> Result:
        coming = (*self.coming, choice.unit) if choice.kind == "go with" else self.coming
        return Goto(self.but(asked=(*self.asked, choice.unit), coming=coming).leaders)

    @cites("SW-13.0-1", "SW-13.0-2", "SW-13.0-3", "SW-4.0-F-3", "SW-5.12-1", "SW-19.36-3", "SW-13.85", "SW-5.11-2")
    def enter(self, g: State) -> Result:
        """They enter the hex, one hex each, and now must fight."""
        inside = fighters(g, self.hex, self.side)
        froms = (*(self.hex for _ in inside), *map(g.at, self.units))
        charging = tuple(id for id in self.units if (id, self.hex) in g.charges)
        for id in self.units:
            place(g, id, self.hex, "SW-18.23-3" if id in charging else "SW-13.0-1", "assaulted")
        for id in self.coming:
            place(g, id, self.hex, "SW-13.4-1", "assaulted")
        g.fought = (*g.fought, self.hex)
        g.struck = tuple(sorted({*g.struck, *self.units, *inside}))
        g.chargers = tuple(sorted({*g.chargers, *charging}))
        after = self.but(units=(*inside, *self.units), froms=froms)
        if not fighters(g, self.hex, 1 - self.side):
            return Call(Finish(self.hex, self.side))
        return Goto(after.roll)

    @cites("SW-13.0-2", "SW-13.0-4")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "SW-13.0-4", f"the melee in {g.hex_name(self.hex)}")

    @cites("SW-13.0-4", "SW-13.0-5", "SW-13.5-1", "SW-13.8")
    def read(self, g: State, die: int) -> Result:
        """Column by the difference, row by the die."""
        sum_ = reckon(g, self.side, self.hex, self.units, self.froms)
        found = g.setting.melee.cells[sum_.column][die - 1]
        name = g.setting.melee.name(sum_.column)
        data = (found.words, sum_.attacker, sum_.defender, sum_.difference, name, sum_.attack, sum_.defence)
        if g.notes is not None:
            strengths = Aim(name, name, (), f"{sum_.attacker} to {sum_.defender}")
            g.log(Event("aim", "SW-13.5-1", SIDES[self.side], self.units, self.hex, (strengths,)))
        g.log(Event("melee", "SW-13.5-1", SIDES[self.side], self.units, self.hex, data, die))
        return Call(MeleeResults(self.side, self.hex, sum_.column, die, self.froms), then=self.end)

    def end(self, g: State) -> Result:
        return Call(Finish(self.hex, self.side))
