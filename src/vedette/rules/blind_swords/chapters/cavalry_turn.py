"""Chapter 9.5 of *Stonewall's Sword*: cavalry of no brigade acts in the Artillery Steps of its side."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.procedure import Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.close_combat import CloseCombatStep, attack_bar, reach_bar
from vedette.rules.blind_swords.chapters.costs import POINT, Terms
from vedette.rules.blind_swords.chapters.fire_step import FireStep
from vedette.rules.blind_swords.chapters.movement import MoveUnit, can_move
from vedette.rules.blind_swords.chapters.range import has_target
from vedette.rules.blind_swords.chapters.values import is_cavalry
from vedette.rules.blind_swords.state import State


def rides_alone(g: State, id: str) -> bool:
    """Whether a unit is cavalry that acts in the Artillery Phase and at no other time."""
    return g.setting.profile.cavalry_acts_as_artillery and is_cavalry(g, id)


@cites("SS-9.5-2", "SS-9.5-4", "SS-9.5-5")
def cavalry_terms(g: State) -> Terms:
    """Its own points and March Column; no Order bars it from coming beside enemies.

    Close Combat can follow, so by a book that knows the charge it may charge.
    """
    profile = g.setting.profile
    return Terms(profile.cavalry_allowance * POINT, True, profile.cavalry_always_marches, "SS-9.5-4", charge=True)


def can_ride(g: State, id: str) -> bool:
    """Whether such cavalry can do anything now: fire, move, or attack who stands beside it."""
    return has_target(g, id, "step") or can_move(g, id, cavalry_terms(g)) or _can_attack(g, id)


def _can_attack(g: State, id: str) -> bool:
    if attack_bar(g, id) is not None:
        return False
    at, enemy = g.at(id), 1 - g.side(id)
    return any(g.holder(n) == enemy and reach_bar(g, at, n) is None for n in g.setting.grid.neighbours[at])


@procedure("cavalry-fire")
class CavalryFire(FireStep, frozen=True):
    """The fire of cavalry that acts by itself."""

    unit: str = ""

    def _who(self) -> str:
        return self.unit

    def _ready(self, g: State) -> list[str]:
        return [self.unit] if g.at(self.unit) >= 0 and self.unit not in self.fired else []


@procedure("cavalry-turn")
class CavalryTurn(Procedure, frozen=True):
    """A cavalry unit fires, then moves, then attacks, each if it likes, as infantry does (SS 9.5)."""

    unit: str

    def title(self, g: State) -> str:
        return f"{self.unit} acts"

    @cites("SS-9.5-1", "SS-9.5-3")
    def fire(self, g: State) -> Result:
        """In an Artillery Step of its side, and not again in the phase: fire comes first."""
        g.acted = tuple(sorted({*g.acted, self.unit}))
        if not has_target(g, self.unit, "step"):
            return Goto(self.move)
        return Call(CavalryFire(g.side(self.unit), "", unit=self.unit), then=self.move)

    @cites("SS-9.5-3")
    def move(self, g: State) -> Result:
        terms = cavalry_terms(g)
        if not can_move(g, self.unit, terms):
            return Goto(self.attack)
        return Call(MoveUnit(self.unit, terms.allowance, terms), then=self.attack)

    @cites("SS-9.5-3", "SS-9.5-4")
    def attack(self, g: State) -> Result:
        """Last it attacks whom it stands beside, as it may under no Order at all."""
        if g.at(self.unit) < 0:
            return Done()
        return Call(CloseCombatStep(g.side(self.unit), ""))
