"""Chapter 12.3: artillery ammunition: rounds fired, caissons, rounds shared.

spend_round(g, id)      a battery fires
Caissons(units)         batteries that have lost guns to artillery roll for their caissons
pairs(g), Transfers()   batteries that stand together share their rounds between two game turns
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import CHANCE, Ask, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

DIE = (1, 2, 3, 4, 5, 6)
EXPLODES = 1
NOTHING = ("", "", 0)
OTHER_TYPE = Reason("only batteries of one type share rounds", "SW-12.36-1")
FIRED = Reason("one of them has fired in this game turn", "SW-12.36-2")
APART = Reason("they have not stood side by side for the whole game turn", "SW-12.36-2")
LARGER = Reason("the battery that takes them is more than one gun larger", "SW-12.36-3")


@cites("SW-12.3-1", "SW-12.31-1", "SW-12.0-2", "SW-10.1-2")
def spend_round(g: State, id: str) -> None:
    """A battery fires a round, whatever its guns and crew, however it splits its fire (SW-12.31).

    What it has left is counted with it, without a third counter.
    """
    change(g, id, "SW-12.3-1", "round-fired", (g.units[id].rounds - 1,), rounds=max(g.units[id].rounds - 1, 0))
    if id not in g.shots:
        g.shots = (*g.shots, id)


@procedure("gb-caissons")
class Caissons(Procedure, frozen=True):
    """Batteries that have lost guns to artillery roll for their caissons (SW 12.35)."""

    units: tuple[str, ...]

    def title(self, g: State) -> str:
        return "caissons"

    def begin(self, g: State) -> Result:
        """The next battery that is left."""
        left = self.units
        while left and (g.at(left[0]) < 0 or not g.units[left[0]].rounds):
            left = left[1:]
        return Goto(self.but(units=left).roll) if left else Done()

    @cites("SW-12.35-1")
    def roll(self, g: State) -> Result:
        """A 1 and a caisson goes up."""
        return Ask(CHANCE, DIE, self.read, "die", "SW-12.35-1", f"the caissons of {self.units[0]}")

    def read(self, g: State, die: int) -> Result:
        """Nothing, or a second die."""
        return Goto(self.how_many if die == EXPLODES else self.next)

    def how_many(self, g: State) -> Result:
        """So many rounds are lost."""
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
        """On to the next."""
        return Goto(self.but(units=self.units[1:]).begin)


def beside(g: State, a: str, b: str) -> bool:
    """Whether two batteries stand in one hex or side by side."""
    return g.at(a) >= 0 and g.at(b) >= 0 and g.setting.grid.distance(g.at(a), g.at(b)) <= 1


@cites("SW-12.36-2")
def pairs(g: State) -> tuple[tuple[str, str], ...]:
    """Batteries of one side that stand together now: noted when a game turn begins, kept till one goes (deeds.py)."""
    guns = [i for i in g.units if g.counter(i).gun and g.at(i) >= 0]
    return tuple((a, b) for a in guns for b in guns if a < b and g.side(a) == g.side(b) and beside(g, a, b))


@cites("SW-12.36-1", "SW-12.36-2", "SW-12.36-3", "SW-12.32-2", "SW-12.36-4")
def transfer_bar(g: State, giver: str, taker: str) -> Reason | None:
    """Why a battery cannot give another rounds: type, fire in this turn, distance, size (SW 12.36)."""
    a, b = g.counter(giver), g.counter(taker)
    if (a.weapon, a.horse) != (b.weapon, b.horse) or g.side(giver) != g.side(taker):
        return OTHER_TYPE
    if giver in g.shots or taker in g.shots:
        return FIRED
    pair = (giver, taker) if giver < taker else (taker, giver)
    if pair not in g.together or not beside(g, giver, taker):
        return APART
    return LARGER if g.strength(taker) > g.strength(giver) + 1 else None


@cites("SW-12.36-1", "SW-12.37", "SW-12.38")
def can_use(g: State, a: str, b: str) -> bool:
    """Whether two batteries have anything to share: one of them has fewer rounds than it began with.

    (Rulings: what batteries give each other makes good what was spent.)
    """
    return any(g.units[id].rounds < g.setting.numbers[f"rounds-{SIDES[g.side(id)]}"] for id in (a, b))


@procedure("gb-transfers")
class Transfers(Procedure, frozen=True):
    """Between two game turns rounds are shared (SW 12.36)."""

    side: int = 0
    done: tuple[tuple[str, str], ...] = ()

    def title(self, g: State) -> str:
        return "rounds are shared"

    @cites("SW-12.36-1", "SW-12.32-2")
    def choose(self, g: State) -> Result:
        """Each pair shares once; their owner says who gives how many."""
        options: list[tuple[str, str, int]] = []
        for a, b in g.together:
            if g.side(a) != self.side or (a, b) in self.done or not can_use(g, a, b):
                continue
            for giver, taker in ((a, b), (b, a)):
                if g.at(giver) >= 0 and g.at(taker) >= 0 and transfer_bar(g, giver, taker) is None:
                    options += [(giver, taker, n) for n in range(1, g.units[giver].rounds + 1)]
        if not options:
            return Goto(self.next)
        return Ask(
            SIDES[self.side], (NOTHING, *options), self.give, "transfer", "SW-12.36-1", "do batteries share rounds?",
            lambda g, v: f"{v[0]} gives {v[2]} rounds to {v[1]}" if v[2] else "done",
            lambda g, v: g.at(v[1]) if v[2] else -1, usual=NOTHING, optional=True,
        )  # fmt: skip

    @cites("SW-12.36-1")
    def give(self, g: State, row: tuple[str, str, int]) -> Result:
        giver, taker, n = row
        if not n:
            return Goto(self.next)
        change(g, giver, "SW-12.36-1", "rounds-given", (taker, n), rounds=g.units[giver].rounds - n)
        change(g, taker, "SW-12.36-1", "rounds-taken", (giver, n), rounds=g.units[taker].rounds + n)
        pair = (giver, taker) if giver < taker else (taker, giver)
        return Goto(self.but(done=(*self.done, pair)).choose)

    def next(self, g: State) -> Result:
        """The other side, then all is done."""
        return Goto(Transfers(1).choose) if self.side == 0 else Done()
