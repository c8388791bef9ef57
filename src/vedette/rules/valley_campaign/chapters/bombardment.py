"""Chapter 7: artillery bombards.

bombard_bar(g, gun, target)     why it does not
targets(g, gun)                 whom it can bombard now
chances(g, gun, target)         range, what is taken off the die, and how many of the six hit
Bombard(gun, target)            the bombardment and all that comes of it
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import CHANCE, DIE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.engine.rulebook import Aim
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.chapters.deeds import lose_step
from vedette.rules.valley_campaign.chapters.leaders import Succession, fall, leaders_in
from vedette.rules.valley_campaign.chapters.losses import demoralize
from vedette.rules.valley_campaign.chapters.retreat import Retreat
from vedette.rules.valley_campaign.chapters.sight import screen, sees
from vedette.rules.valley_campaign.charts import BUILDING, FARTHEST
from vedette.rules.valley_campaign.state import State

DARKNESS = -1
"""What dawn or dusk takes off the die (JV-7.5-1, JV-7.5-2)."""
DARK_CASES = {"dawn": "JV-7.5-1", "dusk": "JV-7.5-2"}

NO_GUN = Reason("artillery alone bombards", "JV-7.1-1")
AWAY = Reason("it is not on the map", "JV-5.1-1")
NOT_NOW = Reason("artillery bombards in its own combat phase alone", "JV-7.9-1")
FOUGHT = Reason("it has bombarded or attacked in this phase", "JV-7.1-8")
SHAKEN = Reason("it is demoralized", "JV-6.3-5")
MOVED_ASIDE = Reason("it was displaced in this phase before it fired", "JV-6.13-12")
NO_ENEMY = Reason("there is no such enemy on the map", "JV-7.1-1")
FELL_BACK = Reason("it has retreated after combat in this phase", "JV-6.12-10")
TOO_LATE = Reason("it has been attacked in this phase: bombardments come before", "JV-7.1-5")
TOO_FAR = Reason(f"it is more than {FARTHEST} hexes away", "JV-7.2-1")


# -- who may bombard whom --------------------------------------------------------------------------------------


def bombard_bar(g: State, gun: str, target: str) -> Reason | None:
    """Why a gun does not bombard a unit now."""
    return gun_bar(g, gun) or target_bar(g, gun, target)


@cites(
    "JV-7.1-1", "JV-7.1-4", "JV-7.1-8", "JV-7.1-9", "JV-7.1-10", "JV-7.1-11", "JV-7.4-7", "JV-7.9-1", "JV-6.3-5",
    "JV-6.13-12",
)  # fmt: skip
def gun_bar(g: State, gun: str) -> Reason | None:
    """Why a gun bombards nobody now.

    Only artillery does, in its own combat phase, once and instead of an attack, and not when it is attacked; it may
    have moved, but is not demoralized or displaced.
    """
    if not g.counter(gun).gun:
        return NO_GUN
    if g.phase != "combat" or g.player != g.side(gun):
        return NOT_NOW
    if g.at(gun) < 0:
        return AWAY
    if gun in g.fought:
        return FOUGHT
    if g.units[gun].demoralized:
        return SHAKEN
    return MOVED_ASIDE if gun in g.displaced else None


@cites(
    "JV-7.1-5", "JV-7.1-7", "JV-7.1-13", "JV-7.2-1", "JV-7.2-2", "JV-7.2-4", "JV-4.12-3", "JV-6.12-10", "JV-7.3-1",
)  # fmt: skip
def target_bar(g: State, gun: str, target: str) -> Reason | None:
    """Why a unit is no target of a gun: too far, out of sight, fallen back after combat, or already attacked.

    The range is one to four hexes, without the gun's own; water between does not matter. Bombardment comes before an
    attack on the unit, and any number of guns may bombard it.
    """
    if target not in g.units or g.at(target) < 0 or g.side(target) == g.side(gun):
        return NO_ENEMY
    if target in g.retreated:
        return FELL_BACK
    if target in g.attacked:
        return TOO_LATE
    if g.setting.grid.distance(g.at(gun), g.at(target)) > FARTHEST:
        return TOO_FAR
    return sight_bar(g, g.at(gun), g.at(target))


@cites("JV-7.3-1")
def sight_bar(g: State, a: int, b: int) -> Reason | None:
    """Why a hex is not seen from another: the first thing that hides it."""
    found = sees(g, a, b)
    if found:
        return None
    wall = next(t for t in found.touched if t.blocks)
    return Reason(f"{g.hex_name(wall.hex)} hides it: {wall.reason}", "JV-7.3-1")


@cites("JV-7.1-12")
def targets(g: State, gun: str) -> tuple[str, ...]:
    """Whom a gun can bombard now, the nearest first; it never has to."""
    if gun_bar(g, gun):
        return ()
    here, grid = g.at(gun), g.setting.grid
    near = grid.within(here, FARTHEST) & g.masks[1 - g.side(gun)]
    hexes = sorted(hexes_of(near), key=lambda h: grid.distance(here, h))
    return tuple(id for h in hexes for id in g.in_hex(h) if not target_bar(g, gun, id))


# -- the die ---------------------------------------------------------------------------------------------------


class Modifier(msgspec.Struct, frozen=True, array_like=True):
    """What is added to the die of a bombardment."""

    name: str
    amount: int
    cite: str


class Chances(msgspec.Struct, frozen=True):
    """What a bombardment would do."""

    range: int
    modifiers: tuple[Modifier, ...]
    hits: int
    """How many of the six dice hit; 0 where none does, and it may be tried all the same."""

    @property
    def total(self) -> int:
        return sum(m.amount for m in self.modifiers)

    @property
    def aim(self) -> Aim:
        """The same as the engine's odds word it: the lowest die that hits, without and with the modifiers."""
        least = self.range + 1
        rows = tuple((m.name, m.amount, m.cite, True) for m in self.modifiers)
        final = f"{least - self.total}+" if self.hits else "none"
        return Aim(f"{least}+", final, rows, f"range {self.range}")


@cites("JV-7.4-2", "JV-7.4-3", "JV-7.4-4", "JV-7.5-3", "JV-7.6-1", "JV-7.6-2", "JV-7.6-5")
def modifiers(g: State, hex: int) -> tuple[Modifier, ...]:
    """What is taken off the die against a hex, all that holds together: blocking terrain, a building, dawn or dusk.

    Blocking terrain counts once, however much there is, though its own ground does not hide a target; a building is no
    such terrain and counts besides.
    """
    s = g.setting
    found = []
    height, word = screen(s, hex)
    if height:
        found.append(Modifier(word, s.grounds[word].roll, "JV-7.4-2"))
    if BUILDING in s.board.features[hex]:
        found.append(Modifier(BUILDING, s.grounds[BUILDING].roll, "JV-7.6-1"))
    return (*found, *darkness(g))


@cites("JV-7.5-1", "JV-7.5-2")
def darkness(g: State) -> tuple[Modifier, ...]:
    """What the hour takes off the die: at dawn and at dusk."""
    word = g.setting.darkness(g.turn)
    return () if word is None else (Modifier(word, DARKNESS, DARK_CASES[word]),)


@cites("JV-7.1-3", "JV-7.1-6", "JV-7.4-1", "JV-7.8-1", "JV-8.1-6")
def chances(g: State, gun: str, target: str) -> Chances:
    """A gun's chances against a unit: range and ground alone.

    Its strength does not count, nor which side of it shows, nor other guns or leaders.
    """
    found = modifiers(g, g.at(target))
    range = g.setting.grid.distance(g.at(gun), g.at(target))
    total = sum(m.amount for m in found)
    return Chances(range, found, sum(hits(die + total, range) for die in DIE))


@cites("JV-7.4-1", "JV-7.4-5", "JV-7.4-6")
def hits(die: int, range: int) -> bool:
    """Whether a modified die hits: above the range, not at it nor below."""
    return die > range


# -- the bombardment -------------------------------------------------------------------------------------------


@procedure("bombard")
class Bombard(Procedure, frozen=True):
    """One gun bombards one unit (JV 7.4), and what that does (JV 7.7)."""

    scope: ClassVar[bool] = True

    gun: str
    target: str
    result: int = 0
    """The die of the hit; 0 before."""

    def title(self, g: State) -> str:
        return f"{self.gun} bombards {self.target}"

    @cites("JV-7.1-8", "JV-7.4-7")
    def declare(self, g: State) -> Result:
        g.fought = tuple(sorted((*g.fought, self.gun)))
        return Goto(self.roll)

    @cites("JV-7.1-2")
    def roll(self, g: State) -> Result:
        """One die of its own."""
        return Ask(CHANCE, DIE, self.read, "die", "JV-7.1-2", f"{self.gun} bombards {self.target}")

    @cites("JV-7.4-1", "JV-7.4-5", "JV-7.4-6")
    def read(self, g: State, die: int) -> Result:
        found = chances(g, self.gun, self.target)
        modified = die + found.total
        hit = hits(modified, found.range)
        cite = "JV-7.4-1" if hit else "JV-7.4-6" if modified == found.range else "JV-7.4-5"
        if g.notes is not None:
            g.log(Event("aim", "JV-7.4-1", g.seat(self.gun), (self.gun,), g.at(self.target), (found.aim,)))
        shown = tuple((m.name, m.amount, m.cite) for m in found.modifiers)
        data = (hit, modified, found.range, shown)
        g.log(Event("bombarded", cite, g.seat(self.gun), (self.gun, self.target), g.at(self.target), data, die))
        return Goto(self.hit) if hit else Done()

    @cites("JV-7.7-1")
    def hit(self, g: State) -> Result:
        """Its owner rolls for what the hit does."""
        return Ask(CHANCE, DIE, self.suffer, "die", "JV-7.7-1", f"{self.target} is hit: what it suffers")

    @cites("JV-7.7-1", "JV-7.9-3", "JV-8.1-9")
    def suffer(self, g: State, die: int) -> Result:
        """All but the retreat, at once; guns and leaders suffer as any unit does."""
        found = g.setting.hits[die]
        data = (found.name, found.retreat, found.demoralizes, found.steps, found.kills_leader)
        g.log(Event("hit", "JV-7.7-1", g.seat(self.target), (self.target,), g.at(self.target), data, die))
        if found.kills_leader:
            cut_down(g, self.target)
        if found.demoralizes and g.at(self.target) >= 0:
            shake(g, self.target)
        for _ in range(found.steps):
            wound(g, self.target)
        after = self.but(result=die).fall_back
        return Call(Succession(), then=after) if g.vacant else Goto(after)

    @cites("JV-7.7-4", "JV-7.7-5", "JV-7.7-6")
    def fall_back(self, g: State) -> Result:
        """Three hexes, each farther from the gun, by the rules of all retreats."""
        hexes = g.setting.hits[self.result].retreat
        if not hexes or g.at(self.target) < 0:
            return Goto(self.end)
        return Call(Retreat(self.target, hexes, away_from=g.at(self.gun)), then=self.end)

    @cites("JV-6.15-2", "JV-7.7-10", "JV-7.7-11", "JV-7.7-12")
    def end(self, g: State) -> Result:
        """The phase goes on as the attacker likes: an attack on this unit, on another, or none.

        Nobody advances after a bombardment alone.
        """
        return Call(Succession()) if g.vacant else Done()


@cites("JV-8.5-4", "JV-6.12-10")
def cut_down(g: State, target: str) -> None:
    """Every leader in the hex of the target, alone or with others, is lost.

    One who has fallen back after a combat in this phase is not: nothing attacks him any more.
    """
    for id in leaders_in(g, g.at(target), g.side(target)):
        if id not in g.retreated:
            fall(g, id, "JV-8.5-4")


@cites("JV-7.7-3", "JV-7.7-8")
def shake(g: State, target: str) -> None:
    """The target is demoralized; if it is already, it loses a step besides."""
    demoralize(g, target, "JV-7.7-3" if g.units[target].demoralized else "JV-7.7-8")


@cites("JV-7.7-9")
def wound(g: State, target: str) -> None:
    """The target loses a step, before anybody attacks."""
    if g.at(target) >= 0:
        lose_step(g, target, "JV-7.7-9")
