"""Chapter 12.1: the supply wagon.

SeizeWagons(side)       a wagon without guard in the hex of an enemy is captured or destroyed (SW-12.16)
GiveGuards(side)        infantry beside a wagon without guard gives it one (SW 12.14)
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import Ask, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters.deeds import capture_wagon, change, take_off
from vedette.rules.great_battles.chapters.stacking import over
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import DESTROYED, State, tallied

GUARD = 1
"""Points of a guard (SW-12.14-4)."""
GUARDED = Reason("the wagon has its guard", "SW-12.14-4")
CAVALRY = Reason("only R infantry guards the wagon", "SW-12.14-3")
APART = Reason("it does not stand with the wagon", "SW-12.14-1")
LAST = Reason("it has but one point", "SW-12.14-2")
CROWDED = Reason("the guard's regiment keeps to the limits of stacks", "SW-12.14-5")
ROUTED = Reason("it is routed or engaged", "SW-12.14-1")


def wagons(g: State, side: int) -> list[str]:
    """The wagons of a side on the map."""
    return [i for i in g.on_map(side) if g.counter(i).wagon]


@cites("SW-12.16-1", "SW-12.17")
def seizable(g: State, side: int) -> list[str]:
    """Enemy wagons without guard in a hex where troops of a side stand, whoever owned them first."""
    return [
        i for i in wagons(g, 1 - side)
        if not g.strength(i) and any(not g.units[u].engaged for u in g.troops(g.at(i), side))
    ]  # fmt: skip


@procedure("gb-seize-wagons")
class SeizeWagons(Procedure, frozen=True):
    """At the beginning of a movement phase: what becomes of wagons that were taken (SW-12.16)."""

    side: int

    def title(self, g: State) -> str:
        return "a supply wagon taken"

    @cites("SW-12.16-1", "SW-12.16-2")
    def choose(self, g: State) -> Result:
        """Destroy it, or capture it."""
        found = seizable(g, self.side)
        if not found:
            return Done()
        wagon = found[0]
        return Ask(
            SIDES[self.side], (True, False), self.carry_out, "wagon", "SW-12.16-2",
            f"{wagon} is in your hands: capture or destroy it?",
            lambda g, value: f"{'capture' if value else 'destroy'} {wagon}", lambda g, value: g.at(wagon), usual=True,
            about=(wagon,),
        )  # fmt: skip

    @cites("SW-12.16-3", "SW-12.17", "SW-12.18")
    def carry_out(self, g: State, value: bool) -> Result:
        """It serves its captor from now on, or is gone for good."""
        wagon = seizable(g, self.side)[0]
        if value:
            capture_wagon(g, wagon, "SW-12.16-3")
        else:
            take_off(g, wagon, DESTROYED, "SW-12.18", "wagon-destroyed")
        return Goto(self.choose)


@cites("SW-12.14-1", "SW-12.14-3", "SW-12.14-4", "SW-12.14-5")
def guard_bar(g: State, id: str, wagon: str) -> Reason | None:
    """Why a unit may not give a wagon a guard: it has one, or is no R infantry that stands with it."""
    c, u = g.counter(id), g.units[id]
    if g.strength(wagon) >= GUARD:
        return GUARDED
    if c.arm != "infantry" or c.weapon != "R":
        return CAVALRY
    if u.at != g.at(wagon) or g.side(id) != g.side(wagon):
        return APART
    if u.routed or u.engaged:
        return ROUTED
    if u.strength <= GUARD:
        return LAST
    return CROWDED if over(g, u.at, g.side(id)) else None


def donors(g: State, wagon: str) -> list[str]:
    """Who may give a wagon a guard."""
    return [i for i in g.troops(g.at(wagon), g.side(wagon)) if i != wagon and guard_bar(g, i, wagon) is None]


@procedure("gb-give-guards")
class GiveGuards(Procedure, frozen=True):
    """At the end of a movement phase: a guard for a wagon without one (SW 12.14)."""

    side: int

    def title(self, g: State) -> str:
        return "a guard for the supply wagon"

    @cites("SW-12.14-1")
    def choose(self, g: State) -> Result:
        """Who of those who stand with it gives a point, if any."""
        needy = [w for w in wagons(g, self.side) if donors(g, w)]
        if not needy:
            return Done()
        options = (*donors(g, needy[0]), "")
        return Ask(
            SIDES[self.side], options, self.give, "guard", "SW-12.14-1", f"who guards {needy[0]}?",
            lambda g, id: f"{id} gives a guard" if id else "done", lambda g, id: g.at(id) if id else -1, usual="",
            about=(needy[0],), optional=True,
        )  # fmt: skip

    @cites("SW-12.14-2", "SW-12.14-4", "SW-12.12-1")
    def give(self, g: State, id: str) -> Result:
        """The point is the regiment's no more; it is no loss."""
        if not id:
            return Done()
        wagon = next(w for w in wagons(g, self.side) if id in donors(g, w))
        change(g, id, "SW-12.14-2", "gave-guard", (GUARD,), strength=g.strength(id) - GUARD)
        change(g, wagon, "SW-12.14-1", "guarded", (GUARD,), strength=GUARD)
        g.guards = tallied(g.guards, g.counter(id).brigade, GUARD)
        return Goto(self.choose)
