"""Chapter 13.7: Opportunity Fire at a unit that leaves a hex beside enemies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.choice import PASS, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, by_name, procedure
from vedette.rules.blind_swords.chapters.range import OPPORTUNITY, carried, fire_bar
from vedette.rules.blind_swords.chapters.values import printed_sp
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State


def firers_at(g: State, hex: int, side: int) -> tuple[str, ...]:
    """Enemies of that side beside a hex that may fire at a unit leaving it."""
    found = [i for i in g.enemies_beside(hex, side) if fire_bar(g, i, hex, OPPORTUNITY) is None]
    return carried(g, found, hex, OPPORTUNITY)


@procedure("opportunity-fire")
class OpportunityFire(Procedure, frozen=True):
    """All enemies beside a moving unit may fire at it, at half strength, before it goes (KT 13.7).

    Hands back the hexes of a retreat that the fire caused; carried out already, unless the unit was retreating.
    """

    unit: str
    retreating: int = 0
    """Hexes of the retreat under way; 0 for a move."""
    fired: tuple[str, ...] = ()
    owed: int = 0
    deed: str = ""
    """What the unit is about to do in its hex instead of leaving it (KT-13.9-4)."""

    def title(self, g: State) -> str:
        return f"opportunity fire at {self.unit}"

    @cites("KT-13.7-4", "KT-13.7-9")
    def choose(self, g: State) -> Result:
        """Fire before it goes, or hold fire. Each enemy fires once at each unit that moves."""
        return self._asked(g, f"{self.unit} is")

    def _asked(self, g: State, who: str) -> Result:
        at = g.at(self.unit)
        if at < 0:
            return Done(self.owed)
        pool = self._pool(g)
        if not pool:
            self._tell(g)
            return Done(self.owed)
        fire = Choice("fire", hex=at)
        return Ask(
            SIDES[1 - g.side(self.unit)], (fire, PASS), self.take, "opportunity-fire", "KT-13.7-4",
            f"{who} about to {f'{self.deed} in' if self.deed else 'leave'} {g.hex_name(at)}: fire at it?",
            usual=fire, optional=True, about=(self.unit,),
        )  # fmt: skip

    def take(self, g: State, choice: Choice) -> Result:
        if choice == PASS and g.events is None:
            return Done(self.owed)
        if choice == PASS:
            data = ("opportunity fire", *self.going)
            g.log(Event("waived", "KT-13.7-4", SIDES[1 - g.side(self.unit)], self._pool(g), g.at(self.unit), data))
            return Done(self.owed)
        return Call(self._plan(g), then=self.after)

    @property
    def going(self) -> tuple[str, ...]:
        """The units that may be fired at."""
        return (self.unit,)

    def _plan(self, g: State) -> Procedure:
        """Fire at the moving unit alone."""
        side, at, held = 1 - g.side(self.unit), g.at(self.unit), self.retreating > 0
        return by_name(
            "plan-fire", side=side, kind=OPPORTUNITY, target=at, pool=self._pool(g), mover=self.unit, held=held
        )

    @cites("KT-13.7-8", "KT-15.4-opp-2")
    def after(self, g: State, outcome: Any) -> Result:
        """A retreat cancels what the unit was about to do."""
        fired, retreat = outcome
        rest = self.but(fired=(*self.fired, *fired), owed=self.owed + retreat)
        if retreat and not self.retreating:
            return Done(rest.owed)
        return Goto(rest.choose)

    def _pool(self, g: State) -> tuple[str, ...]:
        found = firers_at(g, g.at(self.unit), g.side(self.unit))
        return carried(g, [i for i in found if i not in self.fired], g.at(self.unit), OPPORTUNITY)

    def _tell(self, g: State) -> None:
        """Log why nobody fires, if nobody has."""
        if g.events is None or self.fired:
            return
        at = g.at(self.unit)
        beside = g.enemies_beside(at, g.side(self.unit))
        bars = [(i, bar.text, bar.cite) for i in beside if (bar := fire_bar(g, i, at, OPPORTUNITY)) is not None]
        seat = SIDES[1 - g.side(self.unit)]
        g.log(Event("no-opportunity", "KT-13.7-4", seat, tuple(i for i, _, _ in bars), at, tuple(bars)))


def largest(g: State, ids: Sequence[str]) -> str:
    """The unit that leads those that move: the largest, among equals the first."""
    return max(ids, key=lambda i: (printed_sp(g, i), -g.counter(i).order))


@procedure("stack-fire")
class StackFire(OpportunityFire, frozen=True):
    """Fire at a stack that leaves a hex together, led by the largest of those still there."""

    along: tuple[str, ...] = ()
    """All that leave, the leader among them."""
    hex: int = -1

    @property
    def going(self) -> tuple[str, ...]:
        """The units that may be fired at."""
        return self.along

    def choose(self, g: State) -> Result:
        """Fire before they go, or hold fire."""
        return self._asked(g, f"{' + '.join(self.along)} {'are' if len(self.along) > 1 else 'is'}")

    @cites("SS-13.7-5")
    def _plan(self, g: State) -> Procedure:
        """Fire at all that move; units that stay behind are not affected."""
        side, pool = 1 - g.side(self.unit), self._pool(g)
        return by_name("plan-fire", side=side, kind=OPPORTUNITY, target=self.hex, pool=pool, struck=self.along)

    @cites("SS-13.7-5")
    def after(self, g: State, outcome: Any) -> Result:
        """Enemies that have not fired may fire at those still there; the largest of these leads them."""
        fired, _ = outcome
        left = tuple(i for i in self.along if g.at(i) == self.hex)
        if not left:
            return Done(0)
        return Goto(self.but(unit=largest(g, left), along=left, fired=(*self.fired, *fired)).choose)
