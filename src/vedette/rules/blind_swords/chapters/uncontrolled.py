"""Chapter 10.5b: units that the Fog of War sends one hex astray, moved by their enemy; SS 10.5b, forward or back."""

from __future__ import annotations

from vedette.engine.choice import PASS, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.blind_swords.chapters.costs import ground_bar
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.held_back import frozen_bar
from vedette.rules.blind_swords.chapters.morale import DISRUPTED, MoraleHits
from vedette.rules.blind_swords.chapters.movement import SKIRMISHERS, artillery_bar
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay, screens_beside
from vedette.rules.blind_swords.chapters.stacking import end_bar, riders_bar, room_bar
from vedette.rules.blind_swords.chapters.withdrawal import approached
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State


def ground_or_enemy_bar(g: State, id: str, to: int, cite: str) -> Reason | None:
    """Where no unit may be sent: off the map, among enemies, onto closed ground; a frozen unit does not stray."""
    if g.units[id].frozen:
        return frozen_bar(g)
    if not g.setting.area >> to & 1:
        return Reason("it is off the map", cite)
    if g.holder(to) == 1 - g.side(id):
        return Reason("an enemy stands there", cite)
    if ground_bar(g.setting, g.counter(id).arm, g.at(id), to) is not None:
        return Reason("the ground is closed to it", cite)
    return None


@cites("KT-10.5b-wayward-2")
def wayward_bar(g: State, id: str, to: int) -> Reason | None:
    """Where a unit may not be sent: ground closed to it, a full hex, off the map."""
    bar = ground_or_enemy_bar(g, id, to, "KT-10.5b-wayward-2")
    return bar or room_bar(g, id, to) or riders_bar(g, id, to)


class Stray(Procedure, frozen=True):
    """What every straying unit meets: fire as it leaves, skirmishers that give way, cavalry that withdraws.

    The move itself says which unit may be sent where (`choose`, `go`) and what that costs (`arrive`).
    """

    side: int
    unit: str = ""
    to: int = -1

    def after_fire(self, g: State, retreat: int) -> Result:
        """A retreat cancels it."""
        if g.at(self.unit) < 0 or retreat:
            return Done()
        return Goto(self.arrive)

    def arrive(self, g: State) -> Result:
        raise NotImplementedError

    def meet(self, g: State) -> Result:
        """Skirmishers give way to it, as to any unit that comes beside them."""
        if screens_beside(g, self.to, self.side):
            return Call(ScreensGiveWay(self.unit), then=self.approach)
        return Goto(self.approach)

    @cites("KT-13.8-1")
    def approach(self, g: State) -> Result:
        """Cavalry may withdraw from it, as from any enemy that comes near."""
        riders = approached(g, self.unit)
        return Call(riders, then=self.over) if riders is not None else Done()

    def over(self, g: State) -> Result:
        """A withdrawal changes nothing here."""
        return Done()

    def _asked(self, options: tuple[Choice, ...], cite: str, prompt: str) -> Ask:
        """Which unit goes one hex where, or none."""
        return Ask(SIDES[1 - self.side], (*options, PASS), self.go, "wayward", cite, prompt, optional=True, usual=PASS)

    def go(self, g: State, choice: Choice) -> Result:
        raise NotImplementedError

    def _sent(self, g: State, start: Stray, cite: str) -> Result:
        """No unit is sent; or one is, and draws the fire of the enemies it leaves."""
        if not start.unit:
            g.log(Event("nobody-strays", cite, SIDES[1 - self.side]))
            return Done()
        if g.enemies_near(g.at(start.unit), self.side):
            return Call(OpportunityFire(start.unit), then=start.after_fire)
        return Goto(start.arrive)


@procedure("wayward-move")
class WaywardMove(Stray, frozen=True):
    """The opponent may move one unit of the affected side by one hex (KT 10.5b)."""

    def title(self, g: State) -> str:
        return f"wayward move of {self.unit}" if self.unit else "wayward move"

    @cites("KT-10.5b-wayward-1")
    def choose(self, g: State) -> Result:
        """Which unit goes one hex where, or none."""
        closed = g.masks[1 - self.side] | ~g.setting.area
        options = tuple(
            Choice("stray", id, to)
            for id in g.on_map(self.side)
            for to in g.setting.grid.neighbours[g.at(id)]
            if not (closed >> to & 1 or wayward_bar(g, id, to))
        )
        return self._asked(options, "KT-10.5b-wayward-1", "a wayward move: which unit goes where?")

    @cites("KT-10.5b-wayward-3")
    def go(self, g: State, choice: Choice) -> Result:
        """Like any move out of a hex beside enemies it draws fire."""
        return self._sent(g, self.but(unit=choice.unit, to=choice.hex), "KT-10.5b-wayward-1")

    def arrive(self, g: State) -> Result:
        place(g, self.unit, self.to, "KT-10.5b-wayward-1", "wayward")
        return self.meet(g)


# -- SS 10.5b: Uncontrolled Advances and Withdrawals -----------------------------------------------------------------


ROUGH = ("woods", "cornfield")
"""Ground in which such a move costs a Morale Hit (SS-10.5b-adv-3, SS-10.5b-wd-3)."""
ADVANCE, WITHDRAWAL = "SS-10.5b-adv-2", "SS-10.5b-wd-2"


@cites("SS-10.5b-adv-4", "SS-10.5b-wd-4")
def entry_bar(g: State, id: str, to: int) -> Reason | None:
    """Where a unit may not be sent: the rules of movement and stacking apply.

    A frozen unit stays where it is; guns keep away from the enemy, and skirmishers do not go beside him, as in
    their own moves.
    """
    if (bar := ground_or_enemy_bar(g, id, to, ADVANCE)) is not None:
        return bar
    if g.counter(id).arm == "artillery":
        return artillery_bar(g, id, g.at(id), to) or end_bar(g, id, to)
    if g.units[id].skirmish and g.enemies_near(to, g.side(id)):
        return SKIRMISHERS
    return end_bar(g, id, to)


@cites("SS-10.5b-adv-1")
def may_advance(g: State, id: str) -> bool:
    """Whether it is infantry or cavalry that stands beside no enemy."""
    return g.counter(id).arm in ("infantry", "cavalry") and not g.enemies_near(g.at(id), g.side(id))


def nearest(g: State, id: str) -> tuple[int, ...]:
    """The hexes of the enemies nearest to a unit, several if equally far; none without an enemy."""
    distance, at = g.setting.grid.distance, g.at(id)
    far = {hex: distance(at, hex) for hex in hexes_of(g.masks[1 - g.side(id)])}
    least = min(far.values(), default=0)
    return tuple(hex for hex, d in far.items() if d == least)


@cites("SS-10.5b-adv-2")
def advances(g: State, side: int) -> tuple[Choice, ...]:
    """Each unit that may be sent forward, with the hexes that are one nearer to a nearest enemy."""
    return tuple(
        Choice("stray", id, to)
        for id in g.on_map(side)
        if may_advance(g, id)
        for to in _steps(g, id, -1)
        if not entry_bar(g, id, to)
    )


@cites("SS-10.5b-wd-1", "SS-10.5b-wd-2")
def withdrawals(g: State, side: int) -> tuple[Choice, ...]:
    """Any unit, with the hexes that are one further from a nearest enemy and beside none.

    Of several nearest enemies the opponent has one in mind, as in an advance.
    """
    return tuple(
        Choice("stray", id, to)
        for id in g.on_map(side)
        for to in _steps(g, id, 1)
        if not g.enemies_near(to, side) and not entry_bar(g, id, to)
    )


def _steps(g: State, id: str, by: int) -> list[int]:
    """Adjacent hexes whose distance from a nearest enemy differs by this much."""
    grid, at = g.setting.grid, g.at(id)
    foes = nearest(g, id)
    return [to for to in grid.neighbours[at] if any(grid.distance(to, f) == grid.distance(at, f) + by for f in foes)]


@procedure("uncontrolled-move")
class UncontrolledMove(Stray, frozen=True):
    """The opponent may send one unit of the affected side one hex forward, or back (SS 10.5b)."""

    forward: bool = True
    rough: bool = False

    def title(self, g: State) -> str:
        return f"uncontrolled {'advance' if self.forward else 'withdrawal'}{' of ' + self.unit if self.unit else ''}"

    @cites("SS-10.5b-adv-1", "SS-10.5b-wd-1")
    def choose(self, g: State) -> Result:
        """Which unit goes where, or none; the opponent chooses."""
        options = advances(g, self.side) if self.forward else withdrawals(g, self.side)
        what = "an uncontrolled advance" if self.forward else "an uncontrolled withdrawal"
        prompt = f"{what}: which unit goes where? In or out of woods or corn it takes a Morale Hit."
        return self._asked(options, self._cite(), prompt)

    @cites("SS-10.5b-wd-4")
    def go(self, g: State, choice: Choice) -> Result:
        """Like any move out of a hex beside enemies it draws their fire."""
        unit, to = choice.unit, choice.hex
        terrain = g.setting.board.terrain
        rough = bool(unit) and (terrain[g.at(unit)] in ROUGH or terrain[to] in ROUGH)
        return self._sent(g, self.but(unit=unit, to=to, rough=rough), self._cite())

    @cites("SS-10.5b-adv-3", "SS-10.5b-wd-3")
    def arrive(self, g: State) -> Result:
        """Rough ground costs a Morale Hit, except for Disrupted units."""
        place(g, self.unit, self.to, self._cite(), "wayward")
        if self.rough and g.units[self.unit].hits < DISRUPTED:
            return Call(MoraleHits(self.unit, 1), then=self.meet)
        return Goto(self.meet)

    def _cite(self) -> str:
        return ADVANCE if self.forward else WITHDRAWAL
