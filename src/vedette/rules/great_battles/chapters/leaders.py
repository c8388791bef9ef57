"""Chapter 17: which officer leads whom, what becomes of a leader left alone, who falls and who follows.

ratings(g, leader)              radius and rally rating as things stand
commands(g, leader, id)         whether a unit is of his command
officers(g, id)                 who leads a unit
fighters(g, hex, side)          the units of a side that fight in a hex, without whom its leaders are alone
join(g, leader, id, cite)       a leader comes to a unit
goings(g, leader, others)       whether he may go along with units of his hex, and whether stay with others
go_or_stay(g, leader, ...)      the same as the answers to a question
Settle(hex, side)               leaders left alone after losses go, or are captured
CheckLeaders(hex, side, cause)  two dice for each leader of a side in a hex, after a loss there
hosts(g, leader)                with whom a new leader can be placed
NewLeaders(side)                successors of a side come
"""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters.army_morale import spend_morale
from vedette.rules.great_battles.chapters.deeds import change, place, take_off
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import SIDES, UNION
from vedette.rules.great_battles.state import CAPTURED, ELIMINATED, EXITED, VACANT, WAITING, State, tallied

# -- who leads whom (17.1 to 17.3) -----------------------------------------------------------------------


@cites("SW-17.11", "SW-17.51-1", "SW-2.4-rally")
def ratings(g: State, leader: str) -> tuple[int, int]:
    """Radius and rally rating of a leader, or of the officer who has followed him."""
    c = g.counter(leader)
    return c.replacement if g.units[leader].taken and c.replacement else c.ratings


@cites("SW-17.13-1", "SW-17.13-2", "SW-17.3-4", "SW-2.4-leaders", "SW-3.1-17.0-1", "SW-3.1-17.0-2")
def commands(g: State, leader: str, id: str) -> bool:
    """Whether a unit is of a leader's command: his brigade, or his whole side if he has none."""
    c, own = g.counter(id), g.counter(leader)
    return not c.leader and g.side(id) == own.side and own.brigade in ("", c.brigade)


def officers(g: State, id: str) -> tuple[str, ...]:
    """The leaders on the map who lead a unit."""
    return tuple(i for i in g.on_map(g.side(id)) if g.counter(i).leader and commands(g, i, id))


@cites("SW-2.4-combat-unit-2")
def fighters(g: State, hex: int, side: int) -> tuple[str, ...]:
    """The units of a side in a hex that fight there: the wagon with its guard alone."""
    return tuple(id for id in g.troops(hex, side) if g.strength(id))


@cites("SW-13.84-1")
def join(g: State, leader: str, id: str, cite: str) -> None:
    """A leader comes to a unit, engaged as it is."""
    place(g, leader, g.at(id), cite, "leader-placed")
    if g.units[leader].engaged != g.units[id].engaged:
        change(g, leader, cite, "engaged" if g.units[id].engaged else "free", engaged=g.units[id].engaged)


@cites("SW-10.86", "SW-17.3-2")
def goings(g: State, leader: str, others: Sequence[str]) -> tuple[bool, ...]:
    """Whether a leader can go along with units of his hex that move, and whether stay with others who do not.

    A pinned one does not move, unless he would be alone.
    """
    return (False,) if others and g.units[leader].pinned else (True, False) if others else (True,)


def go_or_stay(g: State, leader: str, unit: str, others: Sequence[str]) -> tuple[Choice, ...]:
    """What a leader may do when a unit of his hex moves: go with it, or stay with others (see `goings`)."""
    along, stay = Choice("go with", leader, arg=unit), Choice("stay", leader)
    return tuple(along if goes else stay for goes in goings(g, leader, others))


@cites("SW-17.3-5", "SW-17.5")
def has_command(g: State, leader: str) -> bool:
    """Whether any fighting unit of his command is left, on the map or still to come."""
    alive = (i for i, u in g.units.items() if u.at >= 0 or u.at in (WAITING, EXITED))
    return any(commands(g, leader, i) and not g.counter(i).wagon for i in alive)


@cites("SW-19.34", "SW-17.43-1", "SW-17.51-1", "SW-17.54-1", "SW-17.54-2", "SW-17.55", "GB-25.5")
def lose_leader(g: State, leader: str, how: str, cite: str) -> None:
    """A leader is killed, wounded or captured: army morale falls by his radius, which also counts for the score.

    His counter is turned for his successor, as often as need be; without a replacement he is gone.
    """
    side, radius = g.side(leader), ratings(g, leader)[0]
    captured = how == "captured"
    g.toll = tallied(g.toll, f"{SIDES[side]} leaders {'captured' if captured else 'killed'}", radius)
    replaced = g.counter(leader).replacement is not None
    where = VACANT if replaced else CAPTURED if captured else ELIMINATED
    take_off(g, leader, where, cite, "leader-lost", (how, radius))
    if side == UNION:
        spend_morale(g, radius, "SW-19.34")
    if replaced:
        change(g, leader, "SW-17.51-1", "leader-turned", taken=True)
        g.vacant = tuple(sorted({*g.vacant, leader}))


@cites("SW-17.3-5")
def dismiss(g: State, side: int) -> None:
    """Leaders without any command left are removed, and score nothing."""
    for leader in [i for i in g.on_map(side) if g.counter(i).leader]:
        if not has_command(g, leader):
            take_off(g, leader, ELIMINATED, "SW-17.3-5", "leader-removed")
    g.vacant = tuple(i for i in g.vacant if g.side(i) != side or has_command(g, i))


@cites("SW-17.42")
def cut_off(g: State, leader: str) -> bool:
    """Whether a leader alone is surrounded: an enemy or an enemy zone in each hex beside him."""
    at, enemy = g.at(leader), 1 - g.side(leader)
    held = g.masks[enemy] | zone(g, enemy)
    return all(held >> n & 1 for n in g.setting.grid.neighbours[at])


@cites("SW-17.3-6")
def nearest_units(g: State, leader: str) -> tuple[str, ...]:
    """The units of his command that are nearest to a leader."""
    at, far = g.at(leader), g.setting.grid.distance
    found = [i for i in g.on_map(g.side(leader)) if commands(g, leader, i) and not g.counter(i).wagon]
    near = min((far(at, g.at(i)) for i in found), default=0)
    return tuple(i for i in found if far(at, g.at(i)) == near)


@procedure("gb-settle", title="a leader left alone")
class Settle(Procedure, frozen=True):
    """Leaders of a hex whose troops are gone (SW 17.3)."""

    hex: int
    side: int

    @cites("SW-17.3-5", "SW-17.42", "SW-17.43-2")
    def begin(self, g: State) -> Result:
        """With enemies in the hex he is captured, also if cut off."""
        dismiss(g, self.side)
        left = g.leaders(self.hex, self.side)
        if not left or fighters(g, self.hex, self.side):
            return Done()
        leader = left[0]
        if g.masks[1 - self.side] >> self.hex & 1:
            lose_leader(g, leader, "captured", "SW-17.43-2")
            return Goto(self.begin)
        if cut_off(g, leader):
            lose_leader(g, leader, "captured", "SW-17.42")
            return Goto(self.begin)
        return Goto(self.ask)

    @cites("SW-17.3-6")
    def ask(self, g: State) -> Result:
        """To which of the nearest units of his command he goes."""
        leader = g.leaders(self.hex, self.side)[0]
        near = nearest_units(g, leader)
        firsts = {g.at(i): i for i in reversed(near)}
        options = tuple(Choice("go with", leader, g.at(id), id) for id in sorted(firsts.values()))
        options = options or (Choice("stay", leader),)
        return Ask(
            SIDES[self.side], options, self.go, "lead", "SW-17.3-6", f"{leader} is alone: to whom does he go?",
            usual=options[0], about=(leader,),
        )  # fmt: skip

    def go(self, g: State, choice: Choice) -> Result:
        leader = choice.unit
        if choice.kind == "stay":
            g.log(Event("leader-stays", "SW-17.3-6", SIDES[self.side], (leader,), self.hex))
            return Done()
        join(g, leader, choice.arg, "SW-17.3-6")
        return Goto(self.begin)


# -- leaders fall (17.4) ---------------------------------------------------------------------------------

DICE = tuple(10 * a + b for a in range(1, 7) for b in range(1, 7))
CASES = {
    "small-arms": "SW-17.41-2",
    "artillery": "SW-17.41-3",
    "melee-killed": "SW-17.41-4",
    "melee-captured": "SW-17.41-5",
}


@procedure("gb-check-leaders", title="the leaders under fire")
class CheckLeaders(Procedure, frozen=True):
    """Leaders of a hex where a unit has lost (SW-17.41-1)."""

    hex: int
    side: int
    cause: str
    """small-arms, artillery, melee-killed, melee-captured."""
    also: str = ""
    """Another cause that struck with it: the same two dice are read for both (SW-17.41-1)."""
    left: tuple[str, ...] = ()
    begun: bool = False
    settle: bool = True
    """Leaders left alone are seen to at once, but not in the middle of a melee."""

    @cites("SW-17.4", "SW-17.41-1", "SW-17.3-1")
    def begin(self, g: State) -> Result:
        left = tuple(id for id in (self.left if self.begun else g.leaders(self.hex, self.side)) if g.at(id) == self.hex)
        if not left:
            return Call(Settle(self.hex, self.side)) if self.settle else Done()
        return Goto(self.but(left=left, begun=True).roll)

    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DICE, self.read, "dice", CASES[self.cause], f"the fate of {self.left[0]}")

    @cites("SW-17.41-2", "SW-17.41-3", "SW-17.41-4", "SW-17.41-5")
    def read(self, g: State, roll: int) -> Result:
        """What the sum says for this cause, and for the other if there is one."""
        leader, both = self.left[0], [c for c in (self.cause, self.also) if c]
        told = {c: g.setting.casualties.get((c, sum(divmod(roll, 10))), "") for c in both}
        cause = next((c for c in both if told[c]), self.cause)
        found, cite = told[cause], CASES[cause]
        g.log(Event("leader-check", cite, g.seat(leader), (leader,), self.hex, (found, cause), roll))
        if found:
            lose_leader(g, leader, found, cite)
        return Goto(self.but(left=self.left[1:], begun=True).begin)


# -- officers who follow them (17.5) ---------------------------------------------------------------------


@cites("SW-17.52", "SW-17.3-4", "SW-17.3-2")
def hosts(g: State, leader: str) -> tuple[str, ...]:
    """The units with which a new leader can be placed: any of his command, wherever they are."""
    mine = (i for i in g.on_map(g.side(leader)) if commands(g, leader, i))
    return tuple(i for i in mine if not g.counter(i).wagon)


def widest(g: State, leader: str, options: tuple[str, ...]) -> str:
    """Of the units with which a new leader can be placed the one from where he reaches most of his command.

    Rather out of a melee than in one, where he could rally nobody (SW-13.86-2).
    """
    far, radius = g.setting.grid.distance, ratings(g, leader)[0]

    def reached(id: str) -> tuple[bool, int]:
        return not g.units[id].engaged, sum(far(g.at(id), g.at(i)) <= radius for i in options)

    return max(options, key=reached)


@procedure("gb-new-leaders", title="new leaders")
class NewLeaders(Procedure, frozen=True):
    """Successors of lost leaders come to a side (SW-17.53)."""

    side: int

    @cites("SW-17.5", "SW-17.51-1", "SW-17.52", "SW-17.53", "SW-17.54-1", "SW-17.54-2")
    def choose(self, g: State) -> Result:
        """The unit with which each is placed."""
        left = [i for i in g.vacant if g.side(i) == self.side and hosts(g, i)]
        if not left:
            return Done()
        leader = left[0]
        units = hosts(g, leader)
        options = tuple(Choice("join", leader, g.at(id), id) for id in units)
        return Ask(
            SIDES[self.side], options, self.put, "new-leader", "SW-17.52", f"with whom is the new {leader} placed?",
            usual=options[units.index(widest(g, leader, units))], about=(leader,),
        )  # fmt: skip

    @cites("SW-17.52", "SW-17.53")
    def put(self, g: State, choice: Choice) -> Result:
        join(g, choice.unit, choice.arg, "SW-17.53")
        g.vacant = tuple(i for i in g.vacant if i != choice.unit)
        return Goto(self.choose)
