"""Chapter 6.15: one unit advances into a hex that a combat has emptied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import Ask, Done, Goto, Procedure, Result, procedure
from vedette.rules.valley_campaign.chapters.deeds import place
from vedette.rules.valley_campaign.chapters.ground import crossing_bar
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

NOBODY = Choice("no advance")
HELD = Reason("enemies are still there", "JV-6.15-11")
GUN = Reason("artillery does not advance", "JV-6.15-5")
AWAY = Reason("it does not stand beside that hex any more", "JV-6.15-1")
BEATEN = Reason("it has fallen back itself", "JV-6.15-10")


@cites("JV-6.15-1", "JV-6.15-3", "JV-6.15-5", "JV-6.15-10", "JV-6.15-11", "JV-6.12-13")
def advance_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why an attacker does not advance: an enemy is in the hex, it is a gun, or no longer beside it.

    How the hex was emptied does not matter, nor do enemy zones. All retreats are over; a unit that had to fall back
    stays back.
    """
    if g.holder(hex) == 1 - g.side(id):
        return HELD
    if g.counter(id).gun:
        return GUN
    if g.at(id) < 0 or hex not in g.setting.grid.neighbours[g.at(id)] or crossing_bar(g, id, g.at(id), hex):
        return AWAY
    return BEATEN if id in g.retreated else None


@procedure("follow-up")
class Advance(Procedure, frozen=True):
    """One of the attackers may take the emptied hex, with leaders of his own hex (JV 6.15)."""

    units: tuple[str, ...]
    hex: int
    origin: int = -1
    """The hex from which somebody has advanced; -1 before."""

    def title(self, g: State) -> str:
        return f"advance to {g.hex_name(self.hex)}"

    def pending(self, g: State) -> tuple[tuple[str, str], ...] | None:
        """In odds the combat ends with its result."""
        return ()

    def begin(self, g: State) -> Result:
        return Goto(self.choose) if self._able(g) else Done()

    @cites("JV-1.1-4", "JV-6.15-4", "JV-6.15-9")
    def choose(self, g: State) -> Result:
        """One of them now or never, as their owner likes, or nobody."""
        return self._ask(g, self._able(g), self.go, "JV-6.15-1", f"who advances to {g.hex_name(self.hex)}?")

    def _able(self, g: State) -> tuple[str, ...]:
        return tuple(id for id in self.units if not advance_bar(g, id, self.hex))

    def _ask(self, g: State, ids: tuple[str, ...], then: Callable[..., Any], cite: str, prompt: str) -> Ask:
        return Ask(
            SIDES[g.player], (*(Choice("advance", id, self.hex) for id in ids), NOBODY), then, "advance", cite, prompt,
            usual=NOBODY, about=ids,
        )  # fmt: skip

    @cites("JV-4.5-2", "JV-6.15-3", "JV-6.15-6", "JV-6.15-7", "JV-6.15-8")
    def go(self, g: State, choice: Choice) -> Result:
        """It goes, out of a zone too, at no cost, and attacks no more in this phase.

        There it stands in the way of units that fall back later.
        """
        if choice == NOBODY:
            return Done()
        id = choice.unit
        origin = g.at(id)
        place(g, id, self.hex, "JV-6.15-1", "advanced")
        g.advanced = tuple(sorted((*g.advanced, id)))
        return Goto(self.but(origin=origin).company)

    def company(self, g: State) -> Result:
        return Goto(self.lead) if self._leaders(g) else Done()

    @cites("JV-6.15-12")
    def lead(self, g: State) -> Result:
        """A leader of the hex that it left may go along."""
        return self._ask(g, self._leaders(g), self.join, "JV-6.15-12", "does a leader go along?")

    def _leaders(self, g: State) -> tuple[str, ...]:
        here = g.in_hex(self.origin)
        return tuple(id for id in here if g.counter(id).leader and not g.units[id].demoralized)

    @cites("JV-6.15-12")
    def join(self, g: State, choice: Choice) -> Result:
        """He goes along, and another may too."""
        if choice == NOBODY:
            return Done()
        id = choice.unit
        place(g, id, self.hex, "JV-6.15-12", "advanced")
        g.advanced = tuple(sorted((*g.advanced, id)))
        return Goto(self.company)
