"""Chapters 4.4 to 4.11 and 4.17: the movement phase. A unit is picked and goes one hex at a time."""

from __future__ import annotations

from typing import ClassVar

from vedette.board.paths import reach_over
from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.chapters.bridges import burn_bar, burn_bridge, burn_cost, watched_in
from vedette.rules.valley_campaign.chapters.deeds import place, take_off
from vedette.rules.valley_campaign.chapters.ground import crossing_bar, step_cost, steps_from
from vedette.rules.valley_campaign.chapters.reinforcements import enter, entries
from vedette.rules.valley_campaign.chapters.zones import full_hexes, in_enemy_zone, stack_bar, zone
from vedette.rules.valley_campaign.setting import SIDES, Pair
from vedette.rules.valley_campaign.state import EXITED, State

EXIT_COST = 1

TURN = Reason("units move in their own movement phase alone", "JV-4.8-9")
MOVED = Reason("its move is over: each unit moves once, in one go", "JV-4.8-5")
AWAY = Reason("it is not on the map", "JV-5.1-1")
DEMORALIZED = Reason("it is demoralized", "JV-6.3-3")
SKIPS = Reason("a unit goes from hex to adjacent hex", "JV-4.8-7")
ENEMY = Reason("an enemy unit stands there", "JV-4.11-1")
STOPS = Reason("it has entered an enemy zone of control and stops there", "JV-4.4-1")
ZONE_TO_ZONE = Reason("out of an enemy zone of control it must first enter a hex that is free of any", "JV-4.1-2")
POINTS = Reason("not enough movement points", "JV-4.7-1")
HALF = Reason("half of its points go for leaving the enemy zone of control, and the rest is not enough", "JV-4.9-2")
EDGE = Reason("nobody leaves the map here", "JV-4.17-1")
ROUGH = Reason("units leave by a clear or a road hex alone", "JV-10.4-2")
Found = dict[int, tuple[int, int]]
"""Hex -> the points that are spent in reaching it, and the hex from which it is entered, as in `board.paths`."""


# -- questions -------------------------------------------------------------------------------------------


@cites("JV-4.5-3", "JV-4.5-4", "JV-4.16-3")
def leave_cost(g: State, id: str, frm: int, left: int, start: bool) -> int:
    """Points for leaving an enemy zone in which a move begins: half of them, rounded up, by road as well.

    Where the enemies are gone it is no zone any more; a road takes nothing off.
    """
    return (left + 1) // 2 if start and in_enemy_zone(g, frm, g.side(id)) else 0


@cites("JV-4.1-2", "JV-4.4-1", "JV-4.5-5", "JV-4.5-6", "JV-4.16-3")
def zone_bar(g: State, id: str, frm: int, to: int, start: bool) -> Reason | None:
    """Why enemy zones bar a step: whoever has entered one stops, by road as well.

    Who begins in one goes to a free hex first, and on from there.
    """
    side = g.side(id)
    if not in_enemy_zone(g, frm, side):
        return None
    if not start:
        return STOPS
    return ZONE_TO_ZONE if in_enemy_zone(g, to, side) else None


@cites("JV-4.7-1", "JV-4.9-1", "JV-4.9-2")
def points_bar(g: State, id: str, frm: int, cost: int, left: int, start: bool) -> Reason | None:
    """Whether a unit has too few points; its whole move may be one hex, whatever it costs.

    That does not help it out of an enemy zone.
    """
    leave = leave_cost(g, id, frm, left, start)
    if leave + cost <= left:
        return None
    if leave:
        return HALF
    return None if start else POINTS


@cites("JV-4.8-7", "JV-4.11-1")
def move_bar(g: State, id: str, frm: int, to: int, left: int, start: bool) -> Reason | None:
    """Why a unit may not step from a hex to another, such as one where an enemy stands.

    Args:
        left: the points that it has left.
        start: whether it has spent none of them yet.
    """
    s, enemy = g.setting, 1 - g.side(id)
    if not s.grid.near[frm] >> to & 1:
        return SKIPS
    if g.masks[enemy] >> to & 1:
        return ENEMY
    bar = crossing_bar(g, id, frm, to) or zone_bar(g, id, frm, to, start) or stack_bar(g, id, to)
    return bar or points_bar(g, id, frm, step_cost(g, id, frm, to), left, start)


@cites("JV-4.17-1", "JV-5.2-5", "JV-10.4-2", "JV-10.4-7", "JV-10.4-9")
def exit_bar(g: State, id: str, left: int, start: bool) -> Reason | None:
    """Why a unit may not leave the map: none may, but for a scenario's victory.

    Its side may by the edge that it names, from a clear or road hex for a point more.
    """
    hex, victory = g.at(id), g.setting.victory
    edge = victory.get("edge")
    if not edge or victory["side"] != g.seat(id) or g.setting.board.edge_distance[edge][hex]:
        return EDGE
    if not open_ground(g, hex, victory["ground"]):
        return ROUGH
    if not start and in_enemy_zone(g, hex, g.side(id)):
        return STOPS
    return points_bar(g, id, hex, EXIT_COST, left, start)


@cites("JV-10.4-2", "JV-4.14-2")
def open_ground(g: State, hex: int, ground: tuple[str, ...]) -> bool:
    """Whether a hex is of one of these kinds: its terrain, or a road in it. Clear is what has no other terrain."""
    board = g.setting.board
    if board.terrain[hex] in ground:
        return True
    return "road" in ground and any((hex, near) in board.road for near in g.setting.grid.neighbours[hex])


def exits_of(g: State, id: str, left: int, start: bool, watched: bool = False) -> tuple[Choice, ...]:
    """What a unit may do next in its move, but for stopping: the next hexes, off the map, burn a bridge."""
    frm = g.at(id)
    near = [to for to in g.setting.grid.neighbours[frm] if move_bar(g, id, frm, to, left, start) is None]
    out = [Choice("exit", id)] if exit_bar(g, id, left, start) is None else []
    burns = [Choice("burn", id, arg=bridge) for bridge in burns_of(g, id, left, watched)]
    return (*(Choice("step", id, to) for to in near), *out, *burns)


def burns_of(g: State, id: str, left: int, watched: bool = False) -> list[Pair]:
    """The bridges that a unit may burn now."""
    return [bridge for bridge in g.setting.bridges if burn_bar(g, id, bridge, left, watched) is None]


@cites("JV-4.8-1", "JV-4.8-2", "JV-4.8-5", "JV-4.8-6", "JV-4.8-9", "JV-6.3-3", "JV-8.8-1")
def start_bar(g: State, id: str) -> Reason | None:
    """Why a unit may not begin a move: it is not its side's movement phase, or it has moved.

    Then its place changes no more unless its opponent lets its owner take it back, and its points are gone: none are
    kept or lent. Nor do demoralized units move. Leaders may without troops.
    """
    if g.phase != "movement" or g.side(id) != g.player:
        return TURN
    if g.at(id) < 0:
        return AWAY
    if id in g.moved:
        return MOVED
    return DEMORALIZED if g.units[id].demoralized else None


@cites("JV-4.7-1")
def allowance(g: State, id: str) -> int:
    """The points of a unit at the beginning of its move: its printed factor, on either side."""
    return g.counter(id).movement


def can_move(g: State, id: str) -> bool:
    """Whether a unit may begin a move and has anything to do in it."""
    if start_bar(g, id) is not None:
        return False
    frm, left = g.at(id), allowance(g, id)
    for to in g.setting.grid.neighbours[frm]:
        if move_bar(g, id, frm, to, left, True) is None:
            return True
    return exit_bar(g, id, left, True) is None or bool(burns_of(g, id, left))


def move_reach(g: State, id: str, left: int | None = None, start: bool = True) -> Found:
    """Every hex where a unit can end its move, its own among them: the points that it spends, and from where it comes.

    `board.path` makes the way of it. Exactly what hex by hex is allowed (`move_bar`) comes out: who stands where does
    not change while it moves, so that a hex is as good from whichever side it is entered.

    Args:
        left: the points left in the middle of a move.
        start: whether none are spent yet.
    """
    frm, side, arm = g.at(id), g.side(id), g.counter(id).arm
    points = allowance(g, id) if left is None else left
    held = zone(g, 1 - side)
    leave = leave_cost(g, id, frm, points, start)
    begun = steps_from(g, arm, frm)
    if leave:
        first = [(to, leave + cost) for to, cost in begun if not held >> to & 1]
    elif start:
        first = [(to, min(cost, points)) for to, cost in begun]
    else:
        first = [] if held >> frm & 1 else list(begun)
    closed = set(hexes_of(g.masks[1 - side])) | full_hexes(g, id)
    return reach_over(
        frm, points, first, lambda at: () if held >> at & 1 else steps_from(g, arm, at), closed, (), lambda a, b, c: c
    )


# -- procedures ------------------------------------------------------------------------------------------


@procedure("movement-phase", title="movement")
class MovementPhase(Procedure, frozen=True):
    """Unit after unit moves or enters, in any order, until its owner ends the phase (JV 4.8, 5.2)."""

    side: int

    @cites("JV-4.8-1")
    def begin(self, g: State) -> Result:
        """Everybody has all his points again, and no more."""
        g.moved, g.columns, g.substitutes = (), (), ()
        return Goto(self.choose)

    @cites("JV-4.8-3", "JV-5.2-1", "JV-5.2-4")
    def choose(self, g: State) -> Result:
        """Which unit moves or enters: any, or none."""
        moves = [Choice("move", id, g.at(id)) for id in g.on_map(self.side) if can_move(g, id)]
        options = (*moves, *(Choice("enter", id, hex) for id, hex in entries(g, self.side)), DONE)
        return Ask(
            SIDES[self.side], options, self.move, "move-unit", "JV-4.8-3", "which unit moves?", usual=DONE,
            optional=True,
        )  # fmt: skip

    def move(self, g: State, choice: Choice) -> Result:
        """Move it, bring it on, or end the phase."""
        id = choice.unit
        if choice == DONE:
            return Done()
        if choice.kind == "move":
            return Call(MoveUnit(id, allowance(g, id)), then=self.choose)
        return Call(MoveUnit(id, enter(g, id, choice.hex), False), then=self.choose)


@procedure("march-unit")
class MoveUnit(Procedure, frozen=True):
    """One unit moves, hex by hex, until it stops (JV 4.8)."""

    unit: str
    left: int
    """The points that it has left."""
    start: bool = True
    """None are spent yet."""
    watched: bool = False
    """Enemy artillery had it in range and sight where it was before: it burns no bridge in this phase (JV-9.2-3)."""
    rare: ClassVar[frozenset[str]] = frozenset({"watched"})

    def title(self, g: State) -> str:
        return f"{self.unit} moves, {self.left} MP left"

    @cites("JV-4.8-4", "JV-4.8-7")
    def choose(self, g: State) -> Result:
        """The next hex, off the map, burn a bridge, or stop, also with points left."""
        options = (*exits_of(g, self.unit, self.left, self.start, self.watched), DONE)
        return Ask(
            g.seat(self.unit), options, self.go, "move", "JV-4.8-7", f"{self.unit} moves: where to?", usual=DONE,
            about=(self.unit,), optional=True,
        )  # fmt: skip

    @cites("JV-4.8-8", "JV-4.5-4")
    def go(self, g: State, choice: Choice) -> Result:
        """Pay, for an enemy zone, hex and hexside, and enter; or do what else was chosen."""
        if choice == DONE:
            return Goto(self.stop)
        if choice.kind == "exit":
            return Goto(self.exit)
        if choice.kind == "burn":
            burn_bridge(g, self.unit, choice.arg)
            return Goto(self.but(left=self.left - burn_cost(g, self.unit), start=False).choose)
        frm, to = g.at(self.unit), choice.hex
        cost = leave_cost(g, self.unit, frm, self.left, self.start) + step_cost(g, self.unit, frm, to)
        spent = min(cost, self.left)
        watched = self.watched or watched_in(g, self.unit, frm, to, self.left - spent)
        place(g, self.unit, to, "JV-4.8-7", data=(spent,))
        return Goto(self.but(left=self.left - spent, start=False, watched=watched).choose)

    @cites("JV-4.8-5")
    def stop(self, g: State) -> Result:
        """Its move is complete; nobody returns to it in this phase."""
        g.moved = (*g.moved, self.unit)
        return Done()

    @cites("JV-10.4-9", "JV-10.4-10")
    def exit(self, g: State) -> Result:
        """It has left the map for good, which is no loss."""
        take_off(g, self.unit, EXITED, "JV-10.4-9", "exited")
        g.exits = (*g.exits, self.unit)
        return Goto(self.stop)
