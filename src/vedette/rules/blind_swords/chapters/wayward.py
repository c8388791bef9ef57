"""Chapter 10.5b: a unit that the Fog of War sends one hex astray, moved by its enemy."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.costs import ground_bar
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay, screens_beside
from vedette.rules.blind_swords.chapters.specials.frozen import frozen_bar
from vedette.rules.blind_swords.chapters.stacking import riders_bar, room_bar
from vedette.rules.blind_swords.chapters.withdrawal import approached
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

NOBODY = ("", -1)
"""The answer that sends nobody."""
Step = tuple[str, int]
"""A unit and the hex to which it goes."""


def ground_or_enemy_bar(g: State, id: str, to: int, cite: str) -> Reason | None:
    """Where nobody may be sent: off the map, among enemies, onto ground closed to him; who is frozen does not stray."""
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
    """What every unit that strays meets: fire as it leaves, skirmishers who give way, cavalry that withdraws.

    A book's own move says who may be sent where (`choose`, `go`) and what it costs (`arrive`).
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
        """Skirmishers give way to it, as to anybody who comes beside them."""
        if screens_beside(g, self.to, self.side):
            return Call(ScreensGiveWay(self.unit), then=self.approach)
        return Goto(self.approach)

    @cites("KT-13.8-1")
    def approach(self, g: State) -> Result:
        """Cavalry may withdraw from it, where it may from any enemy who comes near."""
        riders = approached(g, self.unit)
        return Call(riders, then=self.over) if riders is not None else Done()

    def over(self, g: State) -> Result:
        """Whoever withdrew changes nothing here."""
        return Done()

    def _asked(self, options: tuple[Step, ...], cite: str, prompt: str) -> Ask:
        """Which unit goes one hex where, or none."""
        return Ask(
            SIDES[1 - self.side], (*options, NOBODY), self.go, "wayward", cite, prompt,
            lambda g, v: f"{v[0]}: {g.hex_name(v[1])}" if v[0] else "pass", lambda g, v: v[1],
            optional=True, usual=NOBODY,
        )  # fmt: skip

    def go(self, g: State, value: Step) -> Result:
        raise NotImplementedError

    def _sent(self, g: State, start: Stray, cite: str) -> Result:
        """Nobody is sent; or one is, and draws the fire of those whom it leaves."""
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
        options = tuple(
            (id, to)
            for id in g.on_map(self.side)
            for to in g.setting.grid.neighbours[g.at(id)]
            if wayward_bar(g, id, to) is None
        )
        return self._asked(options, "KT-10.5b-wayward-1", "a wayward move: which unit goes where?")

    @cites("KT-10.5b-wayward-3")
    def go(self, g: State, value: Step) -> Result:
        """Like any move out of a hex beside enemies it draws fire."""
        return self._sent(g, self.but(unit=value[0], to=value[1]), "KT-10.5b-wayward-1")

    def arrive(self, g: State) -> Result:
        place(g, self.unit, self.to, "KT-10.5b-wayward-1", "wayward")
        return self.meet(g)
