"""Chapter 14.3a: Defensive Fire and Supporting Defensive Fire before a Close Combat."""

from __future__ import annotations

from typing import Any

from vedette.engine.cites import cites
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.fire import PlanFire
from vedette.rules.blind_swords.range import DEFENSIVE, fire_bar
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

DONE = -1


@procedure("defensive-fire")
class DefensiveFire(Procedure, frozen=True):
    """The defenders fire at attackers, in any order (KT-14.3a-1, KT-14.3a-3)."""

    side: int
    target: int
    """The hex attacked."""
    attackers: tuple[str, ...]
    others: tuple[int, ...]
    """Hexes attacked in other combats of the step, whose units give no support (KT-14.3a-2)."""
    fired: tuple[str, ...] = ()

    def title(self, g: State) -> str:
        return "defensive fire"

    @cites(
        "KT-14.3a-1", "KT-14.3a-2", "KT-14.3a-3", "KT-14.3a-6", "KT-10.5b-chaos-3", "KT-10.5b-chaos-6",
    )  # fmt: skip
    def choose(self, g: State) -> Result:
        """An attacking hex to fire at, or no more; each firer picks its own (KT-14.3a-6)."""
        hexes = [h for h in self._attacking(g) if self._pool(g, h)]
        if not hexes:
            return Done()
        return Ask(
            SIDES[self.side], (*hexes, DONE), self.take, "defensive-fire", "KT-14.3a-1",
            f"defensive fire of {g.hex_name(self.target)}: at which hex?",
            lambda g, h: "done" if h == DONE else f"fire at {g.hex_name(h)}", lambda g, h: h,
            usual=hexes[0], optional=True,
        )  # fmt: skip

    def take(self, g: State, hex: int) -> Result:
        """Plan the fire."""
        if hex == DONE:
            return Done()
        pool = self._pool(g, hex)
        support = tuple(i for i in pool if g.at(i) != self.target)
        return Call(PlanFire(self.side, DEFENSIVE, hex, pool, support), then=self.after)

    def after(self, g: State, outcome: Any) -> Result:
        """Each unit fires once."""
        return Goto(self.but(fired=(*self.fired, *outcome[0])).choose)

    def _attacking(self, g: State) -> list[int]:
        near = g.setting.grid.near[self.target]
        hexes = dict.fromkeys(g.at(i) for i in self.attackers if g.at(i) >= 0)
        return [h for h in hexes if near >> h & 1]

    @cites("KT-14.3a-2", "KT-14.3a-1")
    def _pool(self, g: State, hex: int) -> tuple[str, ...]:
        """Who may fire at an attacking hex: the units attacked, and others beside it that nobody attacks."""
        beside = g.enemies_beside(hex, 1 - self.side)
        found = []
        for id in beside:
            at = g.at(id)
            if id in self.fired or at in self.others:
                continue
            if fire_bar(g, id, hex, DEFENSIVE, at != self.target) is None:
                found.append(id)
        return tuple(found)
