"""Chapters 11.1, 11.2 and 6.23: fire drawn by units that leave a zone of control, or fall back into one.

watchers(g, hex, side)              who of a side may fire at whoever leaves or enters a hex
WithdrawalFire(movers, frm, to)     enemies whose zone covers a hex may fire before units leave it
RetreatFire(unit, hex, but)         those into whose zone a unit falls back may fire at it
firers_at(g, id, hex, but)          who they are
FireAtChange(gun)                   small arms in range and sight may fire before a battery is limbered or unlimbered
"""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, by_name, procedure
from vedette.rules.great_battles.chapters.columns import Shot, usable
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.fire import MOVED, PINNED, Volley, arm_of, bearing_bar, stance_bar
from vedette.rules.great_battles.chapters.formations import faces
from vedette.rules.great_battles.chapters.losses import ARTILLERY, SMALL_ARMS
from vedette.rules.great_battles.chapters.zones import zone_of
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

# -- leaving a zone (11.1), and guns that change formation in sight (6.23) -------------------------------

HOLD = Choice("hold fire")
OUTSIDE = Reason("the hex is not in its zone of control", "SW-11.1")
BIG_GUNS = Reason("small arms alone fire at a battery that changes formation", "SW-6.23-1")


@cites("SW-11.1", "SW-18.6-1")
def watch_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit does not fire at whoever leaves or enters a hex."""
    if bar := stance_bar(g, id):
        return bar
    if not zone_of(g, id) >> hex & 1:
        return OUTSIDE
    return MOVED if g.counter(id).gun and id in g.moved else None


@cites("SW-11.1", "SW-11.11", "SW-11.12-2", "SW-11.13", "SW-11.0-4", "SW-11.5-3", "SW-17.12-2", "SW-18.6-1")
def watchers(g: State, hex: int, side: int) -> tuple[str, ...]:
    """The units of a side that may fire at whoever leaves or enters a hex: those in whose zone it lies.

    They may as often as they like, and out of command; guns that have moved in this player turn may not.
    """
    near = (id for n in g.setting.grid.neighbours[hex] for id in g.in_hex(n, side))
    return tuple(id for id in near if watch_bar(g, id, hex) is None)


@cites("SW-11.14-1", "SW-11.14-2", "SW-10.23-3")
def exposed(g: State, movers: tuple[str, ...], frm: int) -> str:
    """Who is fired at when units leave a hex: one that stays covers them, else the top one."""
    there = [i for i in g.troops(frm, g.side(movers[0])) if g.strength(i)]
    return next((i for i in there if i not in movers), next(iter(there), ""))


@cites("SW-11.16-3")
def turn_away(g: State, movers: tuple[str, ...], to: int) -> None:
    """Whoever leaves turns to where it goes before the fire: nobody backs out of a hex."""
    for id in movers:
        ahead = g.setting.grid.direction(g.at(id), to) if faces(g, id) else g.units[id].facing
        if g.units[id].facing != ahead:
            change(g, id, "SW-11.16-3", "turned", (ahead,), facing=ahead)


@cites("SW-11.0-5")
def hold(g: State, ids: Sequence[str], at: Sequence[str], cite: str = "SW-11.0-5") -> None:
    """Units that could fire at somebody hold their fire, as anybody may."""
    if ids:
        g.log(Event("waived", cite, SIDES[g.side(ids[0])], tuple(ids), g.at(at[0]), tuple(at)))


def _shots(g: State, ids: Sequence[str]) -> tuple[Choice, ...]:
    """One of these fires, or nobody more."""
    return (*(Choice("shoot", id, g.at(id)) for id in ids), HOLD)


@cites("SW-10.31-4", "SW-14.1-1")
def owed(g: State, before: int) -> Procedure | None:
    """The check for rout after both fires of a free fire, of what has been noted since; None without any."""
    rows, g.shaken = g.shaken[before:], g.shaken[:before]
    units = tuple(sorted({i for row in rows for i in row[0] if g.at(i) >= 0}, key=g.rank))
    causes = tuple(sorted({hex for row in rows for hex in row[1]}))
    if not units:
        return None
    return by_name("gb-check-rout", units=units, cite="SW-14.1-1", causes=causes, alone=any(row[2] for row in rows))


def _next_volley(
    g: State, chosen: Sequence[str], fired: Sequence[str], hex: int, target: str, kind: str, cite: str, covered: bool
) -> Volley | None:
    """The next fire of those who have been named: small arms together, then artillery; none where both have fired."""
    for arm in (SMALL_ARMS, ARTILLERY):
        shots = tuple(
            Shot(id, usable(g, id)) for id in chosen if arm_of(g, id) == arm and stance_bar(g, id) is None
        )  # fmt: skip
        if shots and g.at(target) == hex and arm not in fired:
            side = g.side(shots[0].unit)
            return Volley(side, hex, arm, shots, kind, cite, only=target, covered=covered, waits=True)
    return None


@procedure("gb-withdrawal-fire")
class WithdrawalFire(Procedure, frozen=True):
    """Units leave an enemy zone (SW 11.1)."""

    movers: tuple[str, ...]
    frm: int
    to: int
    target: str = ""
    """The unit fired at; the same in both fires."""
    chosen: tuple[str, ...] = ()
    volleys: tuple[str, ...] = ()
    """Arms that have fired."""
    before: int = 0
    """How many others wait for their check for rout when the first arm fires."""

    def title(self, g: State) -> str:
        return f"{' and '.join(self.movers)} leaves an enemy zone"

    @cites("SW-11.0-5", "SW-11.17-1", "SW-11.2-7")
    def choose(self, g: State) -> Result:
        """Their owner says which of those who watch the hex fire; nobody must.

        They fire as often as units leave, each time with their whole strength.
        """
        side = 1 - g.side(self.movers[0])
        left = tuple(id for id in watchers(g, self.frm, side) if id not in self.chosen)
        target = self.target or exposed(g, self.movers, self.frm)
        if not target or not (left or self.chosen):
            return Done()
        if not left:
            return Goto(self.fire)
        options = _shots(g, left)
        return Ask(
            SIDES[side], options, self.add, "withdrawal-fire", "SW-11.1",
            f"{' and '.join(self.movers)} leaves {g.hex_name(self.frm)}: who fires at {target}?",
            usual=options[0],
            about=(*self.movers,),
        )  # fmt: skip

    def add(self, g: State, choice: Choice) -> Result:
        """One more, or all have been named."""
        if choice == HOLD:
            hold(g, [i for i in watchers(g, self.frm, 1 - g.side(self.movers[0])) if i not in self.chosen], self.movers)
        after = self.but(target=self.target or exposed(g, self.movers, self.frm))
        return Goto(after.fire if choice == HOLD else after.but(chosen=(*self.chosen, choice.unit)).choose)

    @cites("SW-10.31-3", "SW-10.31-4", "SW-11.15-1", "SW-11.17-3", "SW-10.23-2", "SW-10.23-3")
    def fire(self, g: State) -> Result:
        """Small arms together, then artillery, then the check for rout.

        A P weapon helps who covers, not who leaves.
        """
        target = self.target
        covered = target not in self.movers
        volley = _next_volley(g, self.chosen, self.volleys, self.frm, target, "withdrawal-fired", "SW-11.1", covered)
        if volley:
            before = self.before if self.volleys else len(g.shaken)
            return Call(volley, then=self.but(volleys=(*self.volleys, volley.arm), before=before).fire)
        check = owed(g, self.before) if self.volleys else None
        return Call(check, then=self.over) if check else Done()

    def over(self, g: State) -> Result:
        return Done()


@procedure("gb-fire-at-change")
class FireAtChange(Procedure, frozen=True):
    """A battery limbers or unlimbers (SW 6.23)."""

    gun: str
    chosen: tuple[str, ...] = ()

    def title(self, g: State) -> str:
        return f"{self.gun} changes formation"

    @cites("SW-6.23-1", "SW-6.23-2")
    def choose(self, g: State) -> Result:
        """Small arms in range and sight may fire, but no wagon's guard; top units only."""
        left = tuple(id for id in onlookers(g, self.gun) if id not in self.chosen)
        side = 1 - g.side(self.gun)
        if not left:
            return Goto(self.fire) if self.chosen else Done()
        options = _shots(g, left)
        return Ask(
            SIDES[side], options, self.add, "withdrawal-fire", "SW-6.23-1",
            f"{self.gun} changes formation in {g.hex_name(g.at(self.gun))}: who fires?",
            usual=options[0],
            about=(self.gun,),
        )  # fmt: skip

    def add(self, g: State, choice: Choice) -> Result:
        """One more, or all have been named."""
        if choice == HOLD:
            hold(g, [i for i in onlookers(g, self.gun) if i not in self.chosen], (self.gun,))
        return Goto(self.fire if choice == HOLD else self.but(chosen=(*self.chosen, choice.unit)).choose)

    @cites("SW-6.23-3", "SW-6.23-5")
    def fire(self, g: State) -> Result:
        """All together, at the battery wherever it lies in its stack."""
        shots = tuple(Shot(id, usable(g, id)) for id in self.chosen)
        if not shots:
            return Done()
        side, hex = g.side(shots[0].unit), g.at(self.gun)
        return Call(Volley(side, hex, SMALL_ARMS, shots, "withdrawal-fired", "SW-6.23-1", only=self.gun, covered=False))


@cites("SW-6.23-1", "SW-6.23-2")
def onlook_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit does not fire at a battery that changes formation in a hex."""
    if not g.counter(id).small_arms:
        return BIG_GUNS
    return PINNED if g.units[id].pinned else stance_bar(g, id) or bearing_bar(g, id, hex)


@cites("SW-6.23-1", "SW-6.23-2")
def onlookers(g: State, gun: str) -> tuple[str, ...]:
    """The small arms that may fire at a battery that changes formation: able, in range and sight, facing it."""
    hex, side = g.at(gun), 1 - g.side(gun)
    return tuple(id for id in g.on_map(side) if onlook_bar(g, id, hex) is None)


# -- falling back into a zone (11.2) ---------------------------------------------------------------------


@cites("SW-11.2-1", "SW-11.2-3", "SW-11.2-5", "SW-11.17-2")
def firers_at(g: State, id: str, hex: int, but: tuple[int, ...]) -> tuple[str, ...]:
    """Enemies into whose zone a unit has come, but for those who drove it there or have fired at it.

    Those whose zone it leaves do not fire.
    """
    return tuple(i for i in watchers(g, hex, 1 - g.side(id)) if g.at(i) not in but)


@procedure("gb-retreat-fire")
class RetreatFire(Procedure, frozen=True):
    """A unit falls back into an enemy zone (SW 11.2)."""

    unit: str
    hex: int
    spared: tuple[int, ...] = ()
    """Hexes of enemies who may not fire: who caused the retreat, who has fired at it before (SW-11.2-5)."""
    chosen: tuple[str, ...] = ()
    volleys: tuple[str, ...] = ()
    """Arms that have fired."""
    before: int = 0
    """How many others wait for their check for rout when the first arm fires."""
    trail: tuple[int, ...] = ()
    """Hexes of the retreat in which it is fired at, which a rout does not enter again (SW-15.4-4)."""
    more: int = 0
    """Hexes of that retreat still to go, to which a rout adds its own (SW-14.3-1)."""

    def title(self, g: State) -> str:
        return f"{self.unit} falls back into an enemy zone"

    @cites("SW-11.2-1", "SW-11.2-2", "SW-11.0-5")
    def choose(self, g: State) -> Result:
        """Their owner says which of those whose zone it enters fire."""
        left = tuple(id for id in firers_at(g, self.unit, self.hex, self.spared) if id not in self.chosen)
        if g.at(self.unit) != self.hex or not g.strength(self.unit):
            return Done()
        if not left:
            return Goto(self.fire) if self.chosen else Done()
        options = _shots(g, left)
        return Ask(
            SIDES[1 - g.side(self.unit)], options, self.add, "retreat-fire", "SW-11.2-1",
            f"{self.unit} falls back into {g.hex_name(self.hex)}: who fires at it?",
            usual=options[0],
            about=(self.unit,),
        )  # fmt: skip

    def add(self, g: State, choice: Choice) -> Result:
        """One more, or all have been named."""
        if choice == HOLD:
            may = firers_at(g, self.unit, self.hex, self.spared)
            hold(g, [i for i in may if i not in self.chosen], (self.unit,))
        return Goto(self.fire if choice == HOLD else self.but(chosen=(*self.chosen, choice.unit)).choose)

    @cites("SW-11.2-2", "SW-11.2-6", "SW-10.23-2", "SW-10.31-3", "SW-10.31-4")
    def fire(self, g: State) -> Result:
        """With their whole strength, small arms together, then artillery; a P weapon does not help.

        The check for rout comes after both.
        """
        volley = _next_volley(
            g, self.chosen, self.volleys, self.hex, self.unit, "retreat-fired", "SW-11.2-1", covered=False
        )
        if volley:
            before = self.before if self.volleys else len(g.shaken)
            return Call(volley, then=self.but(volleys=(*self.volleys, volley.arm), before=before).fire)
        check = owed(g, self.before) if self.volleys else None
        return Call(check.but(trail=self.trail, more=self.more), then=self.over) if check else Done()

    def over(self, g: State) -> Result:
        return Done()
