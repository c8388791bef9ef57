"""Chapter 14.3a: Defensive Fire and Supporting Defensive Fire before a Close Combat."""

from __future__ import annotations

from typing import Any

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.fire import PlanFire
from vedette.rules.blind_swords.chapters.range import DEFENSIVE, carried, fire_bar
from vedette.rules.blind_swords.chapters.values import is_cavalry
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

DONE = -1


@procedure("defensive-fire")
class DefensiveFire(Procedure, frozen=True):
    """The defenders fire at attackers (KT 14.3a)."""

    side: int
    target: int
    """The hex attacked."""
    attackers: tuple[tuple[str, int], ...]
    """Each with the hex it attacks from."""
    others: tuple[int, ...]
    """Hexes attacked in other combats of the step, whose units give no support."""
    fired: tuple[str, ...] = ()

    def title(self, g: State) -> str:
        return "defensive fire"

    def unfinished(self) -> bool:
        """In odds: the assault follows, by those who are left."""
        return True

    @cites("KT-14.3a-1", "KT-14.3a-3", "KT-14.3a-6")
    def choose(self, g: State) -> Result:
        """An attacking hex to fire at, or no more, in the order he likes.

        Each unit that has not fired picks its own hex.
        """
        hexes = [h for h in self._attacking(g) if self._pool(g, h)]
        if not hexes:
            return Done()
        return Ask(
            SIDES[self.side], (*hexes, DONE), self.take, "defensive-fire", "KT-14.3a-1",
            f"defensive fire of {g.hex_name(self.target)}: at which hex?",
            lambda g, h: "done" if h == DONE else f"fire at {g.hex_name(h)}", lambda g, h: h,
            usual=hexes[0], optional=True,
        )  # fmt: skip

    @cites("KT-14.3a-2", "KT-12.1d-2")
    def take(self, g: State, hex: int) -> Result:
        """Plan the fire; all but the units attacked give Supporting Fire, at half."""
        if hex == DONE:
            left = {id: None for at in self._attacking(g) for id in self._pool(g, at)}
            data = ("defensive fire",)
            g.log(Event("waived", "KT-14.3a-1", SIDES[self.side], tuple(left), self.target, data))
            return Done()
        pool = self._pool(g, hex)
        support = tuple(i for i in pool if g.at(i) != self.target)
        struck = struck_in(g, hex, self.attackers)
        return Call(PlanFire(self.side, DEFENSIVE, hex, pool, support, struck=struck), then=self.after)

    def after(self, g: State, outcome: Any) -> Result:
        """Each unit fires once."""
        return Goto(self.but(fired=(*self.fired, *outcome[0])).choose)

    def _attacking(self, g: State) -> list[int]:
        return list(dict.fromkeys(hex for id, hex in self.attackers if g.at(id) == hex))

    @cites("KT-14.3a-1", "KT-14.3a-2")
    def _pool(self, g: State, hex: int) -> tuple[str, ...]:
        """Who may fire at an attacking hex: the units attacked, and others beside it.

        These only if no other declared attack is against them.
        """
        beside = g.enemies_beside(hex, 1 - self.side)
        found = []
        for id in beside:
            at = g.at(id)
            if id in self.fired or at in self.others:
                continue
            bar = rider_bar(g, id, self.target, self.attackers)
            if bar is None and fire_bar(g, id, hex, DEFENSIVE, at != self.target) is None:
                found.append(id)
        return carried(g, found, hex, DEFENSIVE, [i for i in found if g.at(i) != self.target])


def struck_in(g: State, hex: int, attackers: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """Whom fire at an attacking hex can strike beside Panic; empty where that is all of the hex."""
    return () if g.setting.profile.defensive_fire_strikes == "hex" else announced_in(g, hex, attackers)


@cites("BS-11.3a-2")
def announced_in(g: State, hex: int, attackers: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """The units announced to attack out of the hex; those that stand with them are not affected."""
    return tuple(id for id, frm in attackers if frm == hex and g.at(id) == hex)


RIDERS = Reason("mounted cavalry that cavalry attacks gives no Defensive Fire", "KT-14.3-special-2")


@cites("KT-14.3-special-2", "BS-11.3a-cc-3")
def rider_bar(g: State, id: str, target: int, attackers: tuple[tuple[str, int], ...]) -> Reason | None:
    """Why a unit attacked gives no Defensive Fire: it is mounted, and so is one of those who attack it."""
    if g.at(id) != target or not is_cavalry(g, id) or g.setting.profile.cavalry_defends == "withdraw-or-fire":
        return None
    return RIDERS if any(is_cavalry(g, i) for i, hex in attackers if g.at(i) == hex) else None
