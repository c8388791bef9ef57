"""Chapter 10: the fire phases, who may fire at whom, and one fire from its dice to the last of its results.

shooter_bar(g, id)          why a unit may not fire at all
fire_bar(g, id, hex)        why it may not fire at a hex
firers(g, side, hex)        who may fire at a hex now
FirePhase(side)             phases C and D: fire after fire, then the checks for rout
Volley(side, hex, arm, shots, ...)      one fire: losses, ammunition, caissons, leaders; who is to check for rout
"""

from __future__ import annotations

from typing import ClassVar

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import CHANCE, DIE, Ask, Call, Done, Goto, Procedure, Result, by_name, procedure
from vedette.rules.great_battles.chapters.columns import (
    Column,
    Shot,
    aim,
    column,
    longest_range,
    multiplier,
    power,
    sides_of,
    text,
    unfired,
    usable,
)
from vedette.rules.great_battles.chapters.command import may_act
from vedette.rules.great_battles.chapters.deeds import change, put_on_top
from vedette.rules.great_battles.chapters.formations import faces
from vedette.rules.great_battles.chapters.leaders import CheckLeaders
from vedette.rules.great_battles.chapters.losses import ARTILLERY, SMALL_ARMS, struck, suffer, targets
from vedette.rules.great_battles.chapters.overshoot import Overshoot, may_overshoot
from vedette.rules.great_battles.chapters.sight import sees
from vedette.rules.great_battles.chapters.supply import RISK, Caissons, Depletion, spend_round
from vedette.rules.great_battles.setting import DIRECTIONS, SIDES
from vedette.rules.great_battles.state import State

# -- the fire phases (10.0 to 10.3) ----------------------------------------------------------------------

FIRE, CANCEL = Choice("fire"), Choice("cancel")

BELOW = Reason("only the top unit of a stack fires", "SW-8.51")
FORMATION = Reason("column, mounted, limbered and reserve never fire", "SW-10.52")
ROUTED = Reason("a routed unit does not fire", "SW-14.3-3")
ENGAGED = Reason("units in melee do not fire", "SW-13.84-2")
PINNED = Reason("a pinned unit fires defensively alone", "SW-10.82-1")
UNARMED = Reason("it has no weapon", "SW-10.21-2")
EMPTY = Reason("it is out of ammunition", "SW-12.22-2")
NO_ROUNDS = Reason("it has no rounds left", "SW-12.32-1")
NO_CREW = Reason("it has no crew", "SW-18.84")
LEFT = Reason("its crew has left the guns", "GB-20.22-2")
MOVED = Reason("artillery that has moved in this player turn does not fire", "SW-18.6-1")
GUARD = Reason("the wagon's guard fires defensively alone", "SW-12.13-1")
SPENT = Reason("it has fired all its strength in this phase", "SW-10.34-1")
FAR = Reason("the target is out of range", "SW-10.24-1")
BEHIND = Reason("it fires through its frontal hexsides alone", "SW-7.21")
NOBODY = Reason("no enemy stands there who can be fired at", "SW-2.4-combat-unit-3")
IN_MELEE = Reason("nobody fires into a melee", "SW-13.84-3")
TWICE_SMALL = Reason("it has been fired at by small arms in this phase", "SW-10.33-1")
TWICE_GUNS = Reason("it has been fired at by artillery in this phase", "SW-10.33-2")
TOGETHER = Reason("all of an arm that fire at a hex fire together", "SW-10.31-1")
TOO_LITTLE = Reason("a part of a split fire is at least one point strong", "SW-10.35-1")
MIXED = Reason("small arms and artillery never fire together", "SW-10.31-3")


def arm_of(g: State, id: str) -> str:
    """The arm as which a unit fires: small-arms or artillery."""
    return ARTILLERY if g.counter(id).gun else SMALL_ARMS


@cites(
    "SW-8.51", "SW-10.32-1", "SW-10.52", "SW-6.11-2", "SW-6.13-1", "SW-8.7-4", "SW-10.16-1", "GB-21.71", "SW-6.14-2",
    "SW-14.3-3", "SW-10.21-2", "SW-12.22-2", "SW-12.32-1", "GB-20.22-2", "SW-18.84", "SW-13.84-2",
)  # fmt: skip
def stance_bar(g: State, id: str) -> Reason | None:
    """Why a unit cannot fire at all: below another, formation, rout, melee, no weapon, no ammunition, no crew."""
    c, u = g.counter(id), g.units[id]
    if not c.weapon or not u.strength:
        return UNARMED
    if u.engaged:
        return ENGAGED
    if u.routed:
        return ROUTED
    if u.layer:
        return BELOW
    if not c.wagon and not faces(g, id):
        return FORMATION
    if u.depleted:
        return EMPTY
    if u.abandoned:
        return LEFT
    if c.gun and not u.crew:
        return NO_CREW
    return NO_ROUNDS if c.gun and not u.rounds else None


@cites(
    "SW-10.82-1", "SW-10.88-2", "SW-10.85", "SW-12.13-1", "SW-10.17-2", "SW-18.6-1", "SW-18.6-2", "SW-17.12-1",
    "SW-17.12-2", "SW-17.12-3", "SW-6.15-2", "SW-24.0-7", "SW-12.31-1",
)  # fmt: skip
def shooter_bar(g: State, id: str) -> Reason | None:
    """Why a unit may not fire in this fire phase: its stance, then what applies to the phasing side alone.

    That is a pin, the wagon's guard, guns that have moved, foot out of command. The round of a split fire is spent with
    its first part.
    """
    bar = stance_bar(g, id)
    if bar and not (bar is NO_ROUNDS and any(who == id for who, _, _ in g.fired)):
        return bar
    if g.side(id) == g.player:
        if g.units[id].pinned:
            return PINNED
        if g.counter(id).wagon:
            return GUARD
        if g.counter(id).gun and id in g.moved:
            return MOVED
        if bar := may_act(g, id, "fire"):
            return bar
    return None if unfired(g, id) > 0 else SPENT


@cites("SW-7.21", "SW-10.51-1", "SW-10.24-1", "SW-10.25")
def bearing_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a hex is no target for a unit from where it stands: range, sight, and nothing past the end of its front."""
    s, at = g.setting, g.at(id)
    weapon = g.counter(id).weapon
    if not multiplier(s, weapon, s.grid.distance(at, hex)):
        return FAR
    if faces(g, id):
        ahead = {(g.units[id].facing + d) % 6 for d in (-1, 0, 1)}
        if not set(sides_of(g, hex, at)) <= ahead:
            return BEHIND
    found = sees(g, at, hex)
    if not found:
        why = found.why
        assert why is not None
        return Reason(f"no line of sight: {why.reason}", why.cite)
    return None


@cites("SW-10.33-1", "SW-10.33-2", "SW-13.84-3", "SW-7.22-1", "SW-10.31-1")
def target_bar(g: State, side: int, hex: int, arm: str, distance: int) -> Reason | None:
    """Why no unit of an arm may fire at a hex: nobody there, a melee, fired at by that arm already."""
    enemy = 1 - side
    if not g.masks[enemy] >> hex & 1:
        return NOBODY
    if any(g.units[i].engaged for i in g.in_hex(hex)):
        return IN_MELEE
    met = targets(g, hex, enemy, arm, distance)
    if not met:
        return NOBODY
    if any((id, arm) in g.hit for id in met):
        return TWICE_GUNS if arm == ARTILLERY else TWICE_SMALL
    if any(goal == hex and arm_of(g, who) == arm for who, goal, _ in g.fired):
        return TOGETHER  # whoever lay under those that the first fire has killed, or whom it overshot
    return None


def fire_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit may not fire at a hex in this fire phase."""
    return shooter_bar(g, id) or aim_bar(g, id, hex)


def aim_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit that may fire may not do so at a hex."""
    distance = g.setting.grid.distance(g.at(id), hex)
    return target_bar(g, g.side(id), hex, arm_of(g, id), distance) or bearing_bar(g, id, hex)


def firers(g: State, side: int, hex: int, chosen: tuple[Shot, ...] = ()) -> tuple[str, ...]:
    """Who may fire at a hex now, together with those already chosen (SW-10.31-3)."""
    arm = arm_of(g, chosen[0].unit) if chosen else ""
    taken = {shot.unit for shot in chosen}
    return tuple(
        id for id in g.on_map(side)
        if id not in taken and (not arm or arm_of(g, id) == arm) and fire_bar(g, id, hex) is None
    )  # fmt: skip


def goals(g: State, side: int) -> tuple[int, ...]:
    """The hexes at which any unit of a side may fire now."""
    ready = [i for i in g.on_map(side) if shooter_bar(g, i) is None]
    able = [(i, g.at(i), longest_range(g.setting, g.counter(i).weapon)) for i in ready]
    far = g.setting.grid.distance
    return tuple(
        h for h in g.hexes_of_side(1 - side)
        if any(far(at, h) <= most and aim_bar(g, i, h) is None and parts(g, i, h) for i, at, most in able)
    )  # fmt: skip


@cites("SW-10.34-2", "SW-10.34-3", "SW-10.35-1", "SW-10.35-2", "SW-23.5-2")
def parts(g: State, id: str, hex: int) -> tuple[int, ...]:
    """With how many points a unit may fire at a hex, the most first: all it has, or a part.

    A whole fire may be weaker than one point of fire strength, a part of a split one may not.
    """
    left, distance = unfired(g, id), g.setting.grid.distance(g.at(id), hex)
    met = targets(g, hex, 1 - g.side(id), arm_of(g, id), distance)
    if not met or left <= 0:
        return ()
    whole = left == usable(g, id)
    strong = (n for n in range(left, 0, -1) if power(g, id, n, met[0], distance) >= 1)
    return tuple(n for n in dict.fromkeys((left, *strong) if whole else tuple(strong)))


@procedure("gb-fire")
class FirePhase(Procedure, frozen=True):
    """C. Defensive fire, D. Offensive fire (SW 4.0)."""

    side: int
    """Who fires."""
    hex: int = -1
    shots: tuple[Shot, ...] = ()

    def title(self, g: State) -> str:
        return "defensive fire" if self.side != g.player else "offensive fire"

    @cites("SW-4.0-C-1", "SW-4.0-D", "SW-10.0-1", "SW-10.0-2", "SW-4.0-C-3")
    def begin(self, g: State) -> Result:
        g.dried = g.shaken = ()
        return Goto(self.choose)

    def choose(self, g: State) -> Result:
        """A hex to fire at, or no more."""
        options = (*(Choice("fire at", hex=hex) for hex in goals(g, self.side)), DONE)
        return Ask(
            SIDES[self.side], options, self.aim, "fire", "SW-10.0-3", "fire at which hex?", usual=DONE, optional=True
        )

    def aim(self, g: State, choice: Choice) -> Result:
        return Goto(self.checks if choice == DONE else self.but(hex=choice.hex, shots=()).together)

    @cites("SW-10.31-1", "SW-10.34-2")
    def together(self, g: State) -> Result:
        """Who fires together, each with all or a part of its strength."""
        able = firers(g, self.side, self.hex, self.shots)
        more = (Choice("add", id, g.at(id), n) for id in able for n in parts(g, id, self.hex))
        ready = (FIRE,) if self.shots else ()
        return Ask(
            SIDES[self.side], (*ready, *more, CANCEL), self.add, "firers", "SW-10.31-1",
            f"who fires at {g.hex_name(self.hex)}?", usual=FIRE if self.shots else CANCEL,
        )  # fmt: skip

    def add(self, g: State, choice: Choice) -> Result:
        """One more fires with them, or they fire, or nobody does."""
        if choice == CANCEL:
            return Goto(self.but(hex=-1, shots=()).choose)
        if choice == FIRE:
            return Goto(self.fire)
        return Goto(self.but(shots=(*self.shots, Shot(choice.unit, choice.arg))).together)

    @cites("SW-10.31-3", "SW-23.1")
    def fire(self, g: State) -> Result:
        """They fire; batteries far away may overshoot (optional, SW 23)."""
        arm = arm_of(g, self.shots[0].unit)
        after = self.but(hex=-1, shots=()).choose
        if arm == ARTILLERY and may_overshoot(g, self.shots, self.hex):
            return Call(Overshoot(self.side, self.hex, self.shots), then=after)
        return Call(Volley(self.side, self.hex, arm, self.shots), then=after)

    @cites("SW-10.31-4", "SW-14.1-1")
    def checks(self, g: State) -> Result:
        """Both fires are over: whoever has lost checks for rout once, hit by one arm or by both."""
        if not g.shaken:
            return Goto(self.order)
        units = g.shaken[0][0]
        same = [row for row in g.shaken if set(row[0]) & set(units)]
        g.shaken = tuple(row for row in g.shaken if row not in same)
        there = tuple(sorted({i for row in same for i in row[0] if g.at(i) >= 0}, key=g.rank))
        causes = tuple(sorted({hex for row in same for hex in row[1]}))
        alone = any(row[2] for row in same)
        if not there:
            return Goto(self.checks)
        check = by_name("gb-check-rout", units=there, cite="SW-14.1-1", causes=causes, alone=alone)
        return Call(check, then=self.checks)

    @cites("SW-8.6-2")
    def order(self, g: State) -> Result:
        """Where the top unit has run out of ammunition its owner may change the order."""
        while g.dried:
            id, below = g.dried[0], _below(g, g.dried[0])
            if below:
                rise = Choice("on top", below)
                return Ask(
                    g.seat(id), (rise, DONE), self.reorder, "reorder", "SW-8.6-2",
                    f"{id} has no ammunition: who is on top?", usual=rise, about=(id,),
                )  # fmt: skip
            g.dried = g.dried[1:]
        return Done()

    def reorder(self, g: State, choice: Choice) -> Result:
        g.dried = g.dried[1:]
        if choice != DONE:
            put_on_top(g, choice.unit, "SW-8.6-2")
        return Goto(self.order)


def _below(g: State, id: str) -> str:
    """Units below a top unit that has run out of ammunition that could fire in its place."""
    u = g.units[id]
    if u.at < 0 or u.layer or not u.depleted:
        return ""
    return next((i for i in g.troops(u.at, g.side(id)) if i != id and not g.units[i].depleted), "")


# -- one fire (10.0, 10.3, 10.7) -------------------------------------------------------------------------

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
    """All units fired upon."""
    hurt: tuple[str, ...] = ()
    """Units that have lost anything."""
    risk: bool = False
    """Whether a 6 was rolled."""

    def title(self, g: State) -> str:
        return f"fire at {g.hex_name(self.hex)}"

    @cites("SW-10.34-1", "SW-12.31-1", "SW-11.12-1", "SW-11.17-3", "SW-10.33-1", "SW-10.33-2", "SW-10.33-3")
    def begin(self, g: State) -> Result:
        """What is fired is spent; a battery that splits its fire uses one round in a phase.

        A free fire does not count as fire of the phase.
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
        """Infantry in column that was fired upon forms line, after its losses."""
        id = next((i for i in self.met if g.at(i) >= 0 and g.counter(i).arm == "infantry" and g.units[i].column), "")
        if not id:
            return Goto(self.ammunition)
        options = tuple(Choice("face", id, arg=d) for d in range(6))
        toward = g.setting.grid.entry(g.at(self.shots[0].unit), self.hex) // 2 if self.shots else 0
        prompt = f"{id} is forced into line by {self.source(g)}: facing where?"
        if self.shots:
            prompt += f" {DIRECTIONS[toward]} turns its front to where the fire came from"
        return Ask(g.seat(id), options, self.formed, "face", "SW-6.11-7", prompt, usual=options[toward], about=(id,))

    def source(self, g: State) -> str:
        """Whose fire it was and from where: "the fire of L 1 OH in 2220"."""
        at: dict[str, list[str]] = {}
        for shot in self.shots:
            hex = g.at(shot.unit)
            at.setdefault(g.hex_name(hex) if hex >= 0 else "", []).append(shot.unit)
        told = (f"{' + '.join(ids)}{f' in {hex}' if hex else ''}" for hex, ids in at.items())
        return f"the fire of {' and '.join(told)}" if at else "fire"

    def formed(self, g: State, choice: Choice) -> Result:
        id, facing = choice.unit, choice.arg
        change(g, id, "SW-6.11-7", "formed", (False, facing), column=False, facing=facing)
        return Goto(self.form)

    @cites("SW-12.21-1", "SW-4.0-C-2", "SW-11.17-4", "SW-11.2-6")
    def ammunition(self, g: State) -> Result:
        """After a 6 every small-arms unit that fired rolls for its ammunition, in any kind of fire."""
        units = tuple(s.unit for s in self.shots) if self.risk and self.arm == SMALL_ARMS else ()
        return Call(Depletion(units), then=self.caissons)

    @cites("SW-12.35-1")
    def caissons(self, g: State) -> Result:
        """Batteries hit by artillery roll for their caissons."""
        guns = tuple(dict.fromkeys(i for i in self.hurt if g.counter(i).gun)) if self.arm == ARTILLERY else ()
        return Call(Caissons(guns), then=self.leaders)

    @cites("SW-17.41-1")
    def leaders(self, g: State) -> Result:
        """Leaders with a unit that has lost something roll for themselves."""
        side = 1 - self.side
        if not self.hurt or not g.leaders(self.hex, side):
            return Goto(self.rout)
        return Call(CheckLeaders(self.hex, side, self.arm), then=self.rout)

    @cites("SW-14.1-1", "SW-14.1-2", "SW-10.31-4", "SW-14.5-6", "SW-14.5-7", "SW-8.53-3", "SW-11.15-1")
    def rout(self, g: State) -> Result:
        """Whoever has lost checks for rout: at once after a free fire, else when both fires are over.

        Under artillery the whole stack checks, but not if the top unit is gone. A routed unit does not check again
        (SW-11.2-4).
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
