"""Chapters 10.0, 10.3 and 10.7: one fire of one arm at one hex, from its dice to the last of its results.

Volley(side, hex, arm, shots, ...)      the dice, the losses, ammunition, caissons, leaders; who is to check for rout
"""

from __future__ import annotations

from typing import ClassVar

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, by_name, procedure
from vedette.rules.great_battles.chapters.ammunition import RISK, Depletion
from vedette.rules.great_battles.chapters.casualties import ARTILLERY, SMALL_ARMS, struck, suffer, targets
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.leader_casualties import CheckLeaders
from vedette.rules.great_battles.chapters.rounds import Caissons, spend_round
from vedette.rules.great_battles.chapters.shifts import Column, Shot, aim, column
from vedette.rules.great_battles.chapters.strengths import text
from vedette.rules.great_battles.setting import DIRECTIONS
from vedette.rules.great_battles.state import State

DIE = (1, 2, 3, 4, 5, 6)
OVERSHOT = ("overshot", -1, "SW-23.13-3", True)
FREE = ("withdrawal-fired", "retreat-fired")
"""Fires that belong to no fire phase (SW-11.17, SW 11.2)."""


@procedure("gb-volley")
class Volley(Procedure, frozen=True):
    """One fire of one arm at one hex (SW-10.0-3)."""

    scope: ClassVar[bool] = True

    side: int
    """Who fires."""
    hex: int
    arm: str
    """small-arms or artillery; never both in one fire (SW-10.31-3)."""
    shots: tuple[Shot, ...]
    kind: str = "fired"
    """fired, withdrawal-fired or retreat-fired."""
    cite: str = "SW-10.0-3"
    only: str = ""
    """One unit alone is the target, wherever it lies (SW-6.23-5)."""
    waits: bool = False
    """A free fire with which the other arm may fire as well: the check for rout comes after both (SW-10.31-4)."""
    covered: bool = True
    """Whether a P weapon helps (SW-10.23)."""
    aimed: int = -1
    """The hex aimed at where the fire falls into another (SW 23)."""
    over: int = 0
    """Hexes by which it overshoots."""
    left: tuple[str, ...] = ()
    """Targets whose die is still to come."""
    met: tuple[str, ...] = ()
    """All who were fired upon."""
    hurt: tuple[str, ...] = ()
    """Who has lost anything."""
    risk: bool = False
    """A 6 was rolled."""

    def title(self, g: State) -> str:
        return f"fire at {g.hex_name(self.hex)}"

    @cites("SW-10.34-1", "SW-12.31-1", "SW-11.12-1", "SW-11.17-3", "SW-10.33-1", "SW-10.33-2", "SW-10.33-3")
    def begin(self, g: State) -> Result:
        """What is fired is spent; a battery that splits its fire uses one round in a phase (SW-12.31).

        A free fire counts for nothing else.
        """
        free = self.kind in FREE
        for shot in self.shots:
            if self.arm == ARTILLERY and (free or all(who != shot.unit for who, _, _ in g.fired)):
                spend_round(g, shot.unit)
        if not free:
            goal = self.aimed if self.aimed >= 0 else self.hex
            g.fired = (*g.fired, *((s.unit, goal, s.points) for s in self.shots))
            if g.phase == "offensive-fire":
                new = {(s.unit, goal) for s in self.shots} - set(g.offensive)
                g.offensive = tuple(sorted({*g.offensive, *new}))
        met = (self.only,) if self.only else self._targets(g)
        if not free:
            g.hit = (*g.hit, *((id, self.arm) for id in met))
        return Goto(self.but(left=met, met=met).next)

    def _targets(self, g: State) -> tuple[str, ...]:
        near = min((g.setting.grid.distance(g.at(s.unit), self.hex) for s in self.shots), default=1)
        return targets(g, self.hex, 1 - self.side, self.arm, near)

    def next(self, g: State) -> Result:
        """The next target that is still there."""
        left = tuple(id for id in self.left if g.at(id) == self.hex)
        return Goto(self.but(left=left).roll) if left else Goto(self.form)

    @cites("SW-8.53-1")
    def roll(self, g: State) -> Result:
        """One die for each target."""
        return Ask(CHANCE, DIE, self.read, "die", self.cite, f"the fire at {self.left[0]}")

    def column(self, g: State, target: str) -> Column:
        """Where on the table this fire strikes a target."""
        more = (OVERSHOT,) if self.over == 1 else ()
        halved = tuple(s.unit for s in self.shots) if self.over > 1 else ()
        return column(g, self.shots, self.hex, target, covered=self.covered, more=more, halved=halved, aimed=self.aimed)

    @cites("SW-10.0-3", "SW-10.0-4", "SW-8.53-2", "SW-8.53-4", "SW-10.31-4", "SW-11.15-1")
    def read(self, g: State, die: int) -> Result:
        """The result for this target; losses come before any check for rout."""
        target, names = self.left[0], g.setting.fire.names
        found = self.column(g, target)
        result = g.setting.fire.cells[found.final][die - 1]
        data = (
            text(found.strength), names[found.base], names[found.final], result.words, self.arm, target,
            tuple((name, by, cite) for name, by, cite, _ in found.shifts), found.powers,
            struck(g, target, result, self.arm),
        )  # fmt: skip
        firers = tuple(s.unit for s in self.shots)
        if g.notes is not None:
            g.log(Event("aim", self.cite, g.seat(firers[0]), firers, self.hex, (aim(g, found),)))
        g.log(Event(self.kind, self.cite, g.seat(firers[0]), firers, self.hex, data, die))
        alone = len(self.met) > 1 or bool(self.only and self.covered)  # who is covered is not fired at (SW-11.14-2)
        hurt = suffer(g, target, result, self.arm, alone=alone)
        after = self.but(left=self.left[1:], hurt=(*self.hurt, *hurt), risk=self.risk or die == RISK)
        return Goto(after.next)

    @cites("SW-6.11-7", "SW-6.11-8")
    def form(self, g: State) -> Result:
        """Infantry in column that was fired upon stands in line, after its losses."""
        id = next((i for i in self.met if g.at(i) >= 0 and g.counter(i).arm == "infantry" and g.units[i].column), "")
        if not id:
            return Goto(self.ammunition)
        options = tuple((id, d) for d in range(6))
        toward = g.setting.grid.entry(g.at(self.shots[0].unit), self.hex) // 2 if self.shots else 0
        prompt = f"{id} is forced into line by {self.source(g)}: facing where?"
        if self.shots:
            prompt += f" {DIRECTIONS[toward]} turns its front to where the fire came from"
        return Ask(
            g.seat(id), options, self.formed, "face", "SW-6.11-7", prompt,
            lambda g, v: f"{v[0]}: face {DIRECTIONS[v[1]]}", usual=(id, toward), about=(id,),
        )  # fmt: skip

    def source(self, g: State) -> str:
        """From whom and where the fire came: "the fire of L 1 OH in 2220"."""
        at: dict[str, list[str]] = {}
        for shot in self.shots:
            hex = g.at(shot.unit)
            at.setdefault(g.hex_name(hex) if hex >= 0 else "", []).append(shot.unit)
        told = (f"{' + '.join(ids)}{f' in {hex}' if hex else ''}" for hex, ids in at.items())
        return f"the fire of {' and '.join(told)}" if at else "fire"

    def formed(self, g: State, choice: tuple[str, int]) -> Result:
        id, facing = choice
        change(g, id, "SW-6.11-7", "formed", (False, facing), column=False, facing=facing)
        return Goto(self.form)

    @cites("SW-12.21-1", "SW-4.0-C-2", "SW-11.17-4", "SW-11.2-6")
    def ammunition(self, g: State) -> Result:
        """A 6, and every small-arms unit that fired rolls for its ammunition (SW-12.21), in any kind of fire."""
        units = tuple(s.unit for s in self.shots) if self.risk and self.arm == SMALL_ARMS else ()
        return Call(Depletion(units), then=self.caissons)

    @cites("SW-12.35-1")
    def caissons(self, g: State) -> Result:
        """Batteries hit by artillery roll for their caissons (SW-12.35)."""
        guns = tuple(dict.fromkeys(i for i in self.hurt if g.counter(i).gun)) if self.arm == ARTILLERY else ()
        return Call(Caissons(guns), then=self.leaders)

    @cites("SW-17.41-1")
    def leaders(self, g: State) -> Result:
        """Leaders with whoever lost something are looked after (SW-17.41)."""
        side = 1 - self.side
        if not self.hurt or not g.leaders(self.hex, side):
            return Goto(self.rout)
        return Call(CheckLeaders(self.hex, side, self.arm), then=self.rout)

    @cites("SW-14.1-1", "SW-14.1-2", "SW-10.31-4", "SW-14.5-6", "SW-14.5-7", "SW-8.53-3", "SW-11.15-1")
    def rout(self, g: State) -> Result:
        """Who has lost checks for rout: at once after a free fire, else when both fires are over.

        Under artillery the whole stack checks, but not because the top unit is no more. A routed unit does not check
        again (SW-11.2-4).
        """
        side = 1 - self.side
        if not self.hurt:
            return Done()
        whole = self.arm == ARTILLERY and g.at(self.met[0]) == self.hex
        units = tuple(i for i in g.troops(self.hex, side) if whole or i in self.hurt)
        causes = tuple(sorted({g.at(s.unit) for s in self.shots if g.at(s.unit) >= 0}))
        if not units:
            return Done()
        if self.kind in FREE and not self.waits:
            return Call(by_name("gb-check-rout", units=units, cite="SW-14.1-1", causes=causes, alone=whole))
        g.shaken = (*g.shaken, (units, causes, whole))
        return Done()


@cites("SW-10.31-4", "SW-14.1-1")
def owed(g: State, before: int) -> Procedure | None:
    """The check for rout after both fires of a free fire, of the rows noted since; none without any."""
    rows, g.shaken = g.shaken[before:], g.shaken[:before]
    units = tuple(sorted({i for row in rows for i in row[0] if g.at(i) >= 0}, key=g.rank))
    causes = tuple(sorted({hex for row in rows for hex in row[1]}))
    if not units:
        return None
    return by_name("gb-check-rout", units=units, cite="SW-14.1-1", causes=causes, alone=any(row[2] for row in rows))
