"""Chapter 10.5b of *Stonewall's Sword*: Uncontrolled Advances and Withdrawals, carried out by the enemy of a unit."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.blind_swords.costs import ground_bar
from vedette.rules.blind_swords.deeds import place
from vedette.rules.blind_swords.morale import DISRUPTED, MoraleHits
from vedette.rules.blind_swords.movement import SKIRMISHERS, artillery_bar
from vedette.rules.blind_swords.opportunity import OpportunityFire
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.skirmish import ScreensGiveWay, screens_beside
from vedette.rules.blind_swords.specials.frozen import frozen_bar
from vedette.rules.blind_swords.stacking import end_bar
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.withdrawal import approached

ROUGH = ("woods", "cornfield")
"""Ground in which such a move costs a Morale Hit (SS-10.5b-adv-3, SS-10.5b-wd-3)."""
NOBODY = ("", -1)
ADVANCE, WITHDRAWAL = "SS-10.5b-adv-2", "SS-10.5b-wd-2"
Step = tuple[str, int]


@cites("SS-10.5b-adv-4", "SS-10.5b-wd-4")
def entry_bar(g: State, id: str, to: int) -> Reason | None:
    """Where a unit may not be sent: the rules of movement and stacking hold (SS-10.5b-adv-4, SS-10.5b-wd-4).

    One that is frozen stays where it is; guns keep off the enemy, and skirmishers from his side, as in their own moves.
    """
    if g.units[id].frozen:
        return frozen_bar(g)
    if not g.setting.area >> to & 1:
        return Reason("it is off the map", ADVANCE)
    if g.holder(to) == 1 - g.side(id):
        return Reason("an enemy stands there", ADVANCE)
    if ground_bar(g.setting, g.counter(id).arm, g.at(id), to) is not None:
        return Reason("the ground is closed to it", ADVANCE)
    if g.counter(id).arm == "artillery":
        return artillery_bar(g, id, g.at(id), to) or end_bar(g, id, to)
    if g.units[id].skirmish and g.enemies_near(to, g.side(id)):
        return SKIRMISHERS
    return end_bar(g, id, to)


@cites("SS-10.5b-adv-1")
def may_advance(g: State, id: str) -> bool:
    """Infantry or cavalry that stands beside no enemy (SS-10.5b-adv-1)."""
    return g.counter(id).arm in ("infantry", "cavalry") and not g.enemies_near(g.at(id), g.side(id))


def nearest(g: State, id: str) -> tuple[int, ...]:
    """The hexes of the enemies nearest to a unit, several where they are equally far; none without an enemy."""
    distance, at = g.setting.grid.distance, g.at(id)
    far = {hex: distance(at, hex) for hex in hexes_of(g.masks[1 - g.side(id)])}
    least = min(far.values(), default=0)
    return tuple(hex for hex, d in far.items() if d == least)


@cites("SS-10.5b-adv-2")
def advances(g: State, side: int) -> tuple[Step, ...]:
    """Each unit that may be sent forward, with the hexes nearer by one to a nearest enemy (SS-10.5b-adv-2)."""
    return tuple(
        (id, to) for id in g.on_map(side) if may_advance(g, id) for to in _steps(g, id, -1) if not entry_bar(g, id, to)
    )


@cites("SS-10.5b-wd-1", "SS-10.5b-wd-2")
def withdrawals(g: State, side: int) -> tuple[Step, ...]:
    """Any unit (SS-10.5b-wd-1) with the hexes further by one from a nearest enemy and beside none (SS-10.5b-wd-2).

    Of several nearest ones the opponent has one in mind, as in an advance.
    """
    return tuple(
        (id, to)
        for id in g.on_map(side)
        for to in _steps(g, id, 1)
        if not g.enemies_near(to, side) and not entry_bar(g, id, to)
    )


def _steps(g: State, id: str, by: int) -> list[int]:
    """Neighbouring hexes whose distance from a nearest enemy differs by so much."""
    grid, at = g.setting.grid, g.at(id)
    foes = nearest(g, id)
    return [to for to in grid.neighbours[at] if any(grid.distance(to, f) == grid.distance(at, f) + by for f in foes)]


@procedure("uncontrolled-move")
class UncontrolledMove(Procedure, frozen=True):
    """The opponent may send one unit of the affected side one hex forward, or back (SS 10.5b)."""

    side: int
    forward: bool
    unit: str = ""
    to: int = -1
    rough: bool = False

    def title(self, g: State) -> str:
        return f"uncontrolled {'advance' if self.forward else 'withdrawal'}{' of ' + self.unit if self.unit else ''}"

    @cites("SS-10.5b-adv-1", "SS-10.5b-wd-1")
    def choose(self, g: State) -> Result:
        """Which unit goes where, or none; the opponent chooses (SS-10.5b-adv-1, SS-10.5b-wd-1)."""
        options = advances(g, self.side) if self.forward else withdrawals(g, self.side)
        what = "an uncontrolled advance" if self.forward else "an uncontrolled withdrawal"
        return Ask(
            SIDES[1 - self.side], (*options, NOBODY), self.go, "wayward", self._cite(),
            f"{what}: which unit goes where? In or out of woods or corn it takes a Morale Hit.",
            lambda g, v: f"{v[0]}: {g.hex_name(v[1])}" if v[0] else "pass", lambda g, v: v[1],
            optional=True, usual=NOBODY,
        )  # fmt: skip

    @cites("SS-10.5b-wd-4")
    def go(self, g: State, value: Step) -> Result:
        """Like any move out of a hex beside enemies it draws their fire (SS-10.5b-wd-4)."""
        unit, to = value
        if not unit:
            g.log(Event("nobody-strays", self._cite(), SIDES[1 - self.side]))
            return Done()
        terrain = g.setting.board.terrain
        start = self.but(unit=unit, to=to, rough=terrain[g.at(unit)] in ROUGH or terrain[to] in ROUGH)
        if g.enemies_near(g.at(unit), self.side):
            return Call(OpportunityFire(unit), then=start.after_fire)
        return Goto(start.arrive)

    def after_fire(self, g: State, retreat: int) -> Result:
        """A retreat cancels it."""
        if g.at(self.unit) < 0 or retreat:
            return Done()
        return Goto(self.arrive)

    @cites("SS-10.5b-adv-3", "SS-10.5b-wd-3")
    def arrive(self, g: State) -> Result:
        """Put it there; rough ground costs a Morale Hit, but for the Disrupted (SS-10.5b-adv-3, SS-10.5b-wd-3)."""
        place(g, self.unit, self.to, self._cite(), "wayward")
        if self.rough and g.units[self.unit].hits < DISRUPTED:
            return Call(MoraleHits(self.unit, 1), then=self.meet)
        return Goto(self.meet)

    def meet(self, g: State) -> Result:
        """Skirmishers give way to it, as to anybody who comes beside them."""
        if screens_beside(g, self.to, self.side):
            return Call(ScreensGiveWay(self.unit), then=self.approach)
        return Goto(self.approach)

    def approach(self, g: State) -> Result:
        """Cavalry may withdraw from it where it may from those who come near."""
        riders = approached(g, self.unit)
        return Call(riders, then=self.over) if riders is not None else Done()

    def over(self, g: State) -> Result:
        """Whoever withdrew changes nothing here."""
        return Done()

    def _cite(self) -> str:
        return ADVANCE if self.forward else WITHDRAWAL
