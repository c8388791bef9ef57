"""Chapter 5: the movement phase. A unit is picked and goes hex by hex; it turns, changes formation, names reserves.

acts(g, id, over)       all that a unit may do next
can_act(g, id)          whether it has anything to do at all
task(g, id)             what it could still do that matters: GO, REFORM or RISE; empty where it may turn at most
strays(g, side)         leaders who must still come to a unit
owed(g, side)           units that must still change formation, or go, as others of their hex have done
MovementPhase(side)     unit after unit
MoveUnit, EnterUnit     one of them
"""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters import stacking
from vedette.rules.great_battles.chapters.deeds import change, place, put_on_top
from vedette.rules.great_battles.chapters.edges import enter, entries, entry_bar, formations
from vedette.rules.great_battles.chapters.formations import ChangeFormation, align, can_turn, faces, turn, turn_bar
from vedette.rules.great_battles.chapters.leaders import Settle
from vedette.rules.great_battles.chapters.leaving import exit_bar, exit_cost, leave
from vedette.rules.great_battles.chapters.moves import (
    can_go_on,
    change_bar,
    cost_of,
    end_bar,
    homes,
    left,
    mates,
    may_stay,
    move_bar,
    onward,
    reserve_bar,
    start_bar,
    unreserved,
)
from vedette.rules.great_battles.chapters.stacking import over
from vedette.rules.great_battles.chapters.supply import GiveGuards, SeizeWagons
from vedette.rules.great_battles.chapters.terrain import cost, mover
from vedette.rules.great_battles.chapters.zone_fire import WithdrawalFire
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State, tallied

COLUMN, LINE = "column", "line"
"""In which formation a reinforcement enters."""
FREE = {"face": "face ", "reserve": "reserve", "leave reserve": "reserve", "on top": "on top"}
"""What costs nothing -> the word by which a move notes that it has been done; into reserve and out of it is one."""


# -- questions ---------------------------------------------------------------------------------------------


@cites("SW-8.6-1", "SW-8.0-3")
def can_go_on_top(g: State, id: str) -> bool:
    """Whether a unit lies under another of its side: the order of a stack changes freely."""
    return not g.counter(id).leader and g.units[id].layer > 0 and not g.units[id].engaged


@cites("SW-7.11-2")
def looks(g: State, id: str, to: int) -> int:
    """The facing of a unit that goes into a hex beside, which is toward it; -1 without a front."""
    return g.setting.grid.direction(g.at(id), to) if faces(g, id) else -1


@cites("SW-7.12-1")
def free_acts(g: State, id: str) -> tuple[Choice, ...]:
    """What costs no points and is open to units that may not move: turning, reserve status, the order of the stack."""
    found = [Choice("face", id, arg=d) for d in range(6) if turn_bar(g, id, d) is None]
    if reserve_bar(g, id) is None:
        found.append(Choice("reserve", id))
    if stacking.leave_bar(g, id) is None and unreserved(g, id):
        found.append(Choice("leave reserve", id))
    if can_go_on_top(g, id):
        found.append(Choice("on top", id))
    return tuple(found)


def acts(g: State, id: str, over: bool) -> tuple[Choice, ...]:
    """All that a unit may do next, but for ending its move.

    Args:
        over: its move is over, so that only what costs nothing is left.
    """
    has = left(g, id)
    if over or start_bar(g, id) is not None:
        reforms = not over and change_bar(g, id, has) is None
        return (*((Choice("change formation", id),) if reforms else ()), *free_acts(g, id))
    found = [Choice("step", id, to) for to in onward(g, id, has)]
    if change_bar(g, id, has) is None:
        found.append(Choice("change formation", id))
    if exit_bar(g, id, has) is None:
        found.append(Choice("exit", id))
    return (*found, *free_acts(g, id))


def can_act(g: State, id: str) -> bool:
    """Whether a unit has anything to do in this movement phase."""
    if can_go_on_top(g, id) or can_turn(g, id):
        return True
    if reserve_bar(g, id) is None or (stacking.leave_bar(g, id) is None and unreserved(g, id)):
        return True
    has = left(g, id)
    if id in g.moved or has <= 0:
        return False
    if change_bar(g, id, has) is None:
        return True
    if start_bar(g, id) is not None:
        return False
    return any(True for _ in onward(g, id, has)) or exit_bar(g, id, has) is None


@cites("SW-17.3-2")
def strays(g: State, side: int) -> Iterator[str]:
    """Leaders who are not with a unit as they must be when the phase ends, and can still come to one."""
    for id in g.on_map(side):
        if not g.counter(id).leader or homes(g, id) >> g.at(id) & 1 or start_bar(g, id) is not None:
            continue
        if can_go_on(g, id, g.at(id), left(g, id)):
            yield id


@cites("SW-8.3-1", "SW-8.24-1")
def owed(g: State, side: int) -> Iterator[str]:
    """Units that stand beside others as they may not when the phase ends, and can still change as these have done."""
    for hex in g.hexes_of_side(side):
        if len(g.troops(hex, side)) > 1 and over(g, hex, side):
            yield from dict.fromkeys(mate for id in g.troops(hex, side) for mate in mates(g, id))


def first_due(g: State, side: int, hex: int = -1) -> str:
    """Who of those in a hex, or anywhere, changes formation first: who has spent least; empty where nobody must."""
    spent = dict(g.spent)
    due = [id for id in owed(g, side) if hex in (-1, g.at(id))]
    return min(due, key=lambda id: spent.get(id, 0), default="")


# -- what is left to do ------------------------------------------------------------------------------------

GO, REFORM, RISE = "move", "change formation", "leave reserve"


def can_go(g: State, id: str) -> bool:
    """Whether a unit that has not ended its move has a hex to go to, or can leave the map."""
    has = left(g, id)
    if id in g.moved or has <= 0 or start_bar(g, id) is not None:
        return False
    return any(True for _ in onward(g, id, has)) or exit_bar(g, id, has) is None


def can_reform(g: State, id: str) -> bool:
    """Whether a unit that has not ended its move can change its formation."""
    return id not in g.moved and change_bar(g, id, left(g, id)) is None


def task(g: State, id: str) -> str:
    """What a unit could still do that matters; empty where it may turn, lie on top, or go into reserve at most."""
    if can_go(g, id):
        return GO
    if can_reform(g, id):
        return REFORM
    return RISE if stacking.leave_bar(g, id) is None and unreserved(g, id) else ""


# -- the phase ---------------------------------------------------------------------------------------------


@procedure("gb-movement", title="movement")
class MovementPhase(Procedure, frozen=True):
    """B. Unit after unit moves or enters, in any order, until its owner ends the phase (SW 5.0)."""

    side: int

    @cites("SW-5.15-2", "SW-12.16-2")
    def begin(self, g: State) -> Result:
        """All have all their points and no more; wagons that were taken change hands."""
        g.moved, g.spent = (), ()
        g.starts = tuple((id, g.at(id)) for id in g.on_map(self.side) if g.counter(id).arm == "cavalry")
        return Call(SeizeWagons(self.side), then=self.choose)

    @cites("SW-5.0-1", "SW-4.0-B-1", "SW-4.0-B-2")
    def choose(self, g: State) -> Result:
        moves = [Choice("move", id, g.at(id)) for id in g.on_map(self.side) if can_act(g, id)]
        first = next(strays(g, self.side), "") or first_due(g, self.side)
        end = () if first else (DONE,)
        options = (*moves, *(Choice("enter", id, hex) for id, hex in entries(g, self.side)), *end)
        return Ask(
            SIDES[self.side], options, self.move, "move-unit", "SW-5.0-1", "which unit moves?",
            usual=DONE if end else next((c for c in moves if c.unit == first), options[0]), optional=True,
        )  # fmt: skip

    def move(self, g: State, choice: Choice) -> Result:
        if choice == DONE:
            return Goto(self.settle)
        if choice.kind == "move":
            return Call(MoveUnit(choice.unit, choice.unit in g.moved), then=self.choose)
        return Call(EnterUnit(choice.unit, choice.hex), then=self.choose)

    @cites("SW-8.3-1", "SW-8.0-4")
    def settle(self, g: State) -> Result:
        """The limits of stacks hold now: units that fire left in a full hex go into the easiest one beside."""
        for hex in g.hexes_of_side(self.side):
            while over(g, hex, self.side):
                id = g.troops(hex, self.side)[-1]
                if not make_room(g, id):
                    break
        return Goto(self.leaders)

    @cites("SW-17.3-6")
    def leaders(self, g: State) -> Result:
        """A leader whose troops are gone goes to the nearest ones; then wagons are guarded."""
        for id in g.on_map(self.side):
            if g.counter(id).leader and not g.troops(g.at(id), self.side) and id not in g.moved:
                g.moved = (*g.moved, id)
                return Call(Settle(g.at(id), self.side), then=self.leaders)
        return Call(GiveGuards(self.side), then=self.end)

    def end(self, g: State) -> Result:
        return Done()


def make_room(g: State, id: str) -> bool:
    """A unit that cannot stay goes to the easiest hex beside it where it may; whether there is one."""
    frm, kind, enemy = g.at(id), mover(g, id), g.masks[1 - g.side(id)]
    open_ = [
        (price, to) for to in g.setting.grid.neighbours[frm]
        if (price := cost(g.setting, kind, frm, to)) is not None and not enemy >> to & 1 and may_stay(g, id, to) is None
    ]  # fmt: skip
    if open_:
        place(g, id, min(open_)[1], "SW-8.3-1", "made-room")
        align(g, id)
    return bool(open_)


@procedure("gb-enter")
class EnterUnit(Procedure, frozen=True):
    """A reinforcement enters, and goes on (SW 21.22)."""

    unit: str
    hex: int

    def title(self, g: State) -> str:
        return f"{self.unit} enters"

    @cites("SW-21.22-4")
    def form(self, g: State) -> Result:
        """Infantry may be in column."""
        able = [c for c in formations(g, self.unit) if entry_bar(g, self.unit, self.hex, c) is None]
        options = tuple(Choice("form", self.unit, self.hex, COLUMN if column else LINE) for column in able)
        return Ask(
            g.seat(self.unit), options, self.enter, "enter", "SW-21.22-4", f"{self.unit} enters: in which formation?",
            usual=options[0], about=(self.unit,),
        )  # fmt: skip

    def enter(self, g: State, choice: Choice) -> Result:
        enter(g, self.unit, self.hex, choice.arg == COLUMN)
        if g.counter(self.unit).gun:
            g.moved = (*g.moved, self.unit)
        return Goto(self.go_on)

    def go_on(self, g: State) -> Result:
        shut = stacking.closed(g, self.unit, self.hex)
        return Call(MoveUnit(self.unit, shut))


# -- one unit ----------------------------------------------------------------------------------------------


@procedure("gb-move-unit")
class MoveUnit(Procedure, frozen=True):
    """One unit moves, hex by hex, and does what else may be done in its phase (SW 5.0)."""

    unit: str
    over: bool = False
    """Whether only what costs nothing is left to it."""
    to: int = -1
    """The hex for which it leaves an enemy zone."""
    movers: tuple[str, ...] = ()
    """Who leaves it."""
    broken: tuple[str, ...] = ()
    """Those of them who were routed before."""
    did: tuple[str, ...] = ()
    """What it has done in this hex that costs nothing: each thing once, so that a move comes to an end."""

    def title(self, g: State) -> str:
        has = left(g, self.unit) / 4
        return f"{self.unit} moves, {has:g} MP left"

    @cites("SW-5.0-3", "SW-5.16")
    def choose(self, g: State) -> Result:
        """The next hex, another thing to do, or the end of its move."""
        if g.at(self.unit) < 0:
            return Done()
        options = tuple(c for c in acts(g, self.unit, self.over) if FREE.get(c.kind) not in self.did)
        if end_bar(g, self.unit) is None or not options:
            options = (*options, DONE)
        return Ask(
            g.seat(self.unit), options, self.go, "move", "SW-5.16", f"{self.unit} moves: where to?",
            usual=self._usual(g, options), about=(self.unit,), optional=True,
        )  # fmt: skip

    def _usual(self, g: State, options: tuple[Choice, ...]) -> Choice:
        """The end of its move; but it changes formation where that is what the end of the phase waits for."""
        reform, side, ends = Choice("change formation", self.unit), g.side(self.unit), options[-1] == DONE
        waits = reform in options and self.unit in owed(g, side)
        if waits and (not ends or self.unit == first_due(g, side, g.at(self.unit))):
            return reform
        return DONE if ends else options[0]

    def go(self, g: State, choice: Choice) -> Result:
        """Step, or do what else was chosen."""
        id = self.unit
        match choice.kind:
            case "done":
                return Goto(self.stop)
            case "step":
                return Goto(self.but(to=choice.hex, movers=(id,), broken=_routed(g, (id,))).leave)
            case "exit":
                return Goto(self.but(to=-1, movers=(id,), broken=_routed(g, (id,))).leave)
            case "change formation":
                return Call(ChangeFormation(id), then=self.formed)
            case "reserve":
                stacking.join(g, id)
            case "leave reserve":
                stacking.leave(g, id)
            case "on top":
                put_on_top(g, id, "SW-8.6-1")
            case "face":
                turn(g, id, choice.arg)
        return Goto(self.but(did=(*self.did, FREE[choice.kind])).choose)

    @cites("SW-6.22-2", "SW-6.13-2", "SW-18.6-1")
    def formed(self, g: State) -> Result:
        """Cavalry has ended its move with it; a battery that has limbered does not fire."""
        id, c = self.unit, g.counter(self.unit)
        if g.at(id) < 0:
            return Done()
        if c.arm == "cavalry":
            _end_move(g, id)
            return Goto(self.but(over=True).choose)
        if c.gun and g.units[id].column:
            _end_move(g, id)
        return Goto(self.choose)

    # leaving a hex

    @cites("SW-11.14-1", "SW-5.14", "SW-5.13")
    def leave(self, g: State) -> Result:
        """Out of an enemy zone: units that stand with it may leave with it; the enemy may fire."""
        id, frm = self.unit, g.at(self.unit)
        if g.counter(id).leader or not zone(g, 1 - g.side(id)) >> frm & 1:
            return Goto(self.step)
        others = [i for i in g.troops(frm, g.side(id)) if i != id and self._can_follow(g, i, frm)]
        return Goto(self.company) if others else Goto(self.withdraw)

    def _can_follow(self, g: State, id: str, frm: int) -> bool:
        if self.to < 0 or id in g.moved or start_bar(g, id) is not None:
            return False
        return move_bar(g, id, frm, self.to, left(g, id)) is None

    @cites("SW-11.14-1", "SW-5.0-3")
    def company(self, g: State) -> Result:
        """Whether the other leaves too: both then go as one stack."""
        frm = g.at(self.unit)
        other = next(
            i for i in g.troops(frm, g.side(self.unit)) if i != self.unit and self._can_follow(g, i, frm)
        )  # fmt: skip
        options = Choice("stay", other, frm), Choice("leave too", other, frm)
        return Ask(
            g.seat(self.unit), options, self.joined, "leave-too", "SW-11.14-1",
            f"{self.unit} leaves an enemy zone: does {other} leave with it?", usual=options[0],
            about=(self.unit, other),
        )  # fmt: skip

    def joined(self, g: State, choice: Choice) -> Result:
        if choice.kind == "stay":
            return Goto(self.withdraw)
        pair = (self.unit, choice.unit)
        return Goto(self.but(movers=pair, broken=_routed(g, pair)).withdraw)

    @cites("SW-5.14", "SW-11.16-1", "SW-11.16-3")
    def withdraw(self, g: State) -> Result:
        """They turn toward the hex for which they leave; the enemy may fire before they go."""
        frm = g.at(self.unit)
        for id in self.movers:
            ahead = looks(g, id, self.to) if self.to >= 0 else g.units[id].facing
            if g.units[id].facing != ahead:
                change(g, id, "SW-7.11-2", "turned", (ahead,), facing=ahead)
        return Call(WithdrawalFire(self.movers, frm, self.to if self.to >= 0 else frm), then=self.step)

    @cites("SW-5.0-3", "SW-5.0-4", "SW-5.15-1", "SW-11.15-2", "SW-16.0-4")
    def step(self, g: State) -> Result:
        """All that are still fit go and pay; a unit that was pinned goes this one hex and stops."""
        if self.to < 0:
            return Goto(self.exit)
        for id in self.movers:
            if g.at(id) < 0:
                continue
            u = g.units[id]
            hurt = u.routed and id not in self.broken
            if hurt or g.at(id) not in g.setting.grid.neighbours[self.to]:
                _end_move(g, id)
                continue
            if u.pinned and may_stay(g, id, self.to) is not None:
                _end_move(g, id)
                continue
            self._enter(g, id)
            if u.pinned:
                _end_move(g, id)
        return Goto(self.after)

    def _enter(self, g: State, id: str) -> None:
        frm, has = g.at(id), left(g, id)
        price = cost_of(g, id, frm, self.to)
        spent = has if price is None else min(price, has)
        ahead = looks(g, id, self.to)
        g.spent = tallied(g.spent, id, spent)
        place(g, id, self.to, "SW-5.16", "moved", (spent,), ahead)
        if g.counter(id).gun:
            _end_move(g, id)

    def after(self, g: State) -> Result:
        """On with the rest of its points, unless it was stopped or is among units in reserve."""
        id = self.unit
        if g.at(id) < 0:
            return Done()
        u, gun = g.units[id], g.counter(id).gun
        shut = g.at(id) != self.to or u.pinned or stacking.closed(g, id, self.to)
        stopped = self.over or shut or (id in g.moved and not gun)
        return Goto(MoveUnit(id, stopped).choose)

    @cites("SW-16.0-3", "SW-16.0-4")
    def exit(self, g: State) -> Result:
        """Off the map, unless the fire has pinned or routed it."""
        id = self.unit
        stopped = g.at(id) < 0 or g.units[id].pinned or (g.units[id].routed and id not in self.broken)
        if not stopped:
            g.spent = tallied(g.spent, id, exit_cost(g, id) or 0)
            leave(g, id)
        return Goto(self.after)

    @cites("SW-5.15-2", "SW-8.4", "SW-18.6-2")
    def stop(self, g: State) -> Result:
        """Its move is complete; a leader may go on later, and a battery that only unlimbered may fire."""
        id, c = self.unit, g.counter(self.unit)
        if dict(g.spent).get(id) and not (c.leader or c.gun):
            _end_move(g, id)
        align(g, id)
        return Done()


def _routed(g: State, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Which of these units are routed."""
    return tuple(id for id in ids if g.units[id].routed)


def _end_move(g: State, id: str) -> None:
    """It moves no more in this player turn."""
    if id not in g.moved:
        g.moved = (*g.moved, id)
