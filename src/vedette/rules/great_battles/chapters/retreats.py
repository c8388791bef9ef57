"""Chapter 15: retreats: where they can go, and who goes along.

next_hexes(g, id, left, causes, trail, company)     where a unit can take its next step back, the easiest way first
hemmed_in(g, id)                                    whether nothing is left to it but to be captured
Retreat(unit, hexes, causes, cite)                  one unit falls back; hands back the hexes that it has been in
"""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, by_name, procedure
from vedette.rules.great_battles.chapters.deeds import change, place
from vedette.rules.great_battles.chapters.formations import align
from vedette.rules.great_battles.chapters.leaders import Settle, go_or_stay
from vedette.rules.great_battles.chapters.losses import CAPTURED_WORD, lose
from vedette.rules.great_battles.chapters.stacking import over, stack_bar
from vedette.rules.great_battles.chapters.terrain import cost, crossing_bar, step_cost
from vedette.rules.great_battles.chapters.zone_fire import RetreatFire, WithdrawalFire, firers_at, turn_away
from vedette.rules.great_battles.chapters.zones import zone, zone_of
from vedette.rules.great_battles.state import State

# -- where a retreat can go (15.1 to 15.4) ---------------------------------------------------------------

Hexes = tuple[int, ...]
Others = tuple[int, Hexes]
"""Enemies from whom a unit runs: the hexes of their zones, as bits, and their own hexes."""
Ease = tuple[int, int, int, int, int]
HARDEST: Ease = (10**6,) * 5
CLEAR = 8
"""Beyond so many hexes neither enemies nor friends matter."""
BAD = 20
"""What a step counts for when the ground gives it no cost."""


@cites("SW-15.1-1")
def passable(g: State, id: str, a: int, b: int) -> bool:
    """Whether a unit can fall back over a hexside: no enemy there, nor ground that bars it."""
    if g.masks[1 - g.side(id)] >> b & 1:
        return False
    if g.units[id].abandoned:  # its crew goes on foot
        return cost(g.setting, "line", a, b) is not None
    return crossing_bar(g, id, a, b) is None


@cites("SW-15.1-2", "SW-16.0-2", "GB-27.1-2")
def hemmed_in(g: State, id: str) -> bool:
    """Whether a unit is surrounded by enemies, impassable ground and the edge of the map."""
    at = g.at(id)
    return not any(passable(g, id, at, b) for b in g.setting.grid.neighbours[at])


@cites("SW-15.4-3")
def distance(g: State, hex: int, causes: Hexes) -> int:
    """How far a hex is from the nearest of those who cause a retreat; 0 without any."""
    far = g.setting.grid.distance
    return min((far(hex, cause) for cause in causes), default=0)


def nearest_enemies(g: State, id: str) -> Hexes:
    """The enemies nearest to a unit: it falls back from them if nobody else has caused it."""
    at, far = g.at(id), g.setting.grid.distance
    theirs = g.hexes_of_side(1 - g.side(id))
    near = min((far(at, h) for h in theirs), default=0)
    return tuple(h for h in theirs if far(at, h) == near)


@cites("SW-15.4-4")
def _paths(g: State, id: str, left: int, trail: Hexes, known: dict[int, Hexes]) -> Iterator[Hexes]:
    """Every way of so many steps that enters no hex twice; shorter ones where they end.

    Args:
        known: where one can go from each hex, as far as that has been looked up.
    """
    here = trail[-1]
    if here not in known:
        near = g.setting.grid.neighbours[here]
        known[here] = tuple(b for b in near if passable(g, id, here, b) and not _closed(g, id, b))
    steps = [b for b in known[here] if b not in trail] if left else []
    if not steps:
        yield ()
    for b in steps:
        for rest in _paths(g, id, left - 1, (*trail, b), known):
            yield (b, *rest)


def _closed(g: State, id: str, hex: int) -> bool:
    """Whether units in reserve bar a hex (SW-8.73)."""
    return any(g.units[i].reserve for i in g.troops(hex, g.side(id)))


@cites("SW-15.3-1", "SW-15.4-1", "SW-15.4-2", "SW-15.4-3", "SW-13.82-2")
def next_hexes(g: State, id: str, left: int, causes: Hexes, trail: Hexes, company: tuple[str, ...] = ()) -> Hexes:
    """Where a unit can take the next of its steps back, the easiest way first.

    The ways that go the whole distance, of these those that end farthest from the cause, then with room, then through
    the fewest friends; units that fall back with it do not count. Among those left its owner chooses.
    """
    side = g.side(id)
    friends = {
        h for h in g.hexes_of_side(side) if any(i not in company and i != id for i in g.troops(h, side))
    }  # fmt: skip
    found = [p for p in _paths(g, id, left, trail, {}) if p]
    if not found:
        return ()

    ends = {end: (-distance(g, end, causes), not has_room(g, id, end, company)) for end in {p[-1] for p in found}}

    def duty(path: Hexes) -> tuple[int, int, bool, int]:
        return -len(path), *ends[path[-1]], sum(h in friends for h in path)

    duties = [duty(path) for path in found]
    best = min(duties)
    ease: dict[int, Ease] = {}
    others = _others(g, id, trail[0])
    for path, its in zip(found, duties, strict=True):
        if its == best:
            ease[path[0]] = min(ease.get(path[0], HARDEST), _ease(g, id, trail[-1], path, causes, others))
    return tuple(sorted(ease, key=lambda h: (ease[h], h)))


def _others(g: State, id: str, start: int) -> Others:
    """The zones and the hexes of enemies from whom a unit can still run: not of those whom it fights in its own hex.

    Enemies in the same melee exert no zone on it (SW 13.86): it need not go past them to be rid of one.
    """
    enemy = 1 - g.side(id)
    zones = 0
    for other in g.on_map(enemy):
        if g.at(other) != start:
            zones |= zone_of(g, other)
    return zones, tuple(h for h in g.hexes_of_side(enemy) if h != start)


def safest(g: State, id: str, hexes: Hexes) -> int:
    """Of the hexes a unit may fall back to the one farthest from enemies, and among those the nearest to friends."""
    theirs = tuple(g.hexes_of_side(1 - g.side(id)))
    friends = tuple({g.at(i) for i in g.on_map(g.side(id)) if g.at(i) != g.at(id)})
    return min(hexes, key=lambda h: (-min(distance(g, h, theirs), CLEAR), distance(g, h, friends), hexes.index(h)))


def _ease(g: State, id: str, here: int, path: Hexes, causes: Hexes, others: Others) -> Ease:
    """How hard a way is: enemy zones, how near to enemies and far from friends it ends, the ground, how straight."""
    zones, theirs = others
    cost = sum(step_cost(g, id, a, b) or BAD for a, b in zip((here, *path), path, strict=False))
    friends = tuple({g.at(i) for i in g.on_map(g.side(id)) if i != id and g.at(i) != here})
    x, y = g.setting.grid.centre(path[-1])
    centres = map(g.setting.grid.centre, causes)
    metres = min(((x - u) ** 2 + (y - v) ** 2 for u, v in centres), default=0.0) ** 0.5
    away, back = distance(g, path[-1], theirs), distance(g, path[-1], friends)
    return sum(zones >> h & 1 for h in path), -min(away, CLEAR), min(back, CLEAR), cost, -int(metres)


def has_room(g: State, id: str, hex: int, company: tuple[str, ...] = ()) -> bool:
    """Whether a unit finds room in a hex beside its friends there (SW 8.2)."""
    return stack_bar(g, id, hex) is None


# -- one unit falls back (15.1 to 15.3) ------------------------------------------------------------------


@cites("SW-15.1-2")
def capture(g: State, id: str, cite: str) -> None:
    """A unit that cannot fall back is captured; of the wagon its guard, so that it is left open."""
    lose(g, id, g.strength(id), CAPTURED_WORD, cite)


@procedure("gb-retreat")
class Retreat(Procedure, frozen=True):
    """One unit falls back, hex by hex, with the leaders that go along (SW 15.0)."""

    unit: str
    hexes: int
    """Steps left."""
    causes: Hexes
    """Hexes of the enemies from whom it goes; the nearest enemies where none."""
    cite: str
    trail: Hexes = ()
    """Hexes of this series of retreats, where it began first."""
    company: tuple[str, ...] = ()
    """Units that fall back with it, no friends in its way."""
    leaders: tuple[str, ...] = ()
    """Who goes along."""
    asked: tuple[str, ...] = ()
    """Leaders who have been asked."""
    drawn: bool = False
    """Enemies whose zone it leaves first may fire (SW-20.23)."""
    pushed: tuple[str, ...] = ()
    """Friends who have been run over in this series (SW 15.3)."""
    beyond: Hexes = ()
    """Hexes on the enemy's side of it, toward which it does not go (SW-13.82-2)."""
    spent: Hexes = ()
    """Hexes of enemies that have had their retreat fire at it (SW 11.2)."""
    to: int = -1
    """Where it is going."""

    @property
    def away(self) -> Hexes:
        """The hexes from which it goes: of those who drive it back, and what lies on their side of it."""
        return (*self.causes, *self.beyond)

    def title(self, g: State) -> str:
        return f"{self.unit} falls back, {self.hexes} to go" if self.hexes else f"{self.unit} falls back"

    @cites("SW-15.0", "SW-15.4-1", "SW-10.83-3", "SW-8.75-1", "SW-5.11-3")
    def begin(self, g: State) -> Result:
        """It leaves reserve, and loses its pin."""
        unit = g.units[self.unit]
        if unit.at < 0:
            return Done(self.trail)
        if unit.reserve or unit.pinned or unit.engaged:
            change(g, self.unit, self.cite, "loosened", reserve=False, pinned=False, engaged=False)
        if g.phase == "melee" and self.unit not in dict(g.retired):
            g.retired = (*g.retired, (self.unit, unit.at))
        causes = self.causes or nearest_enemies(g, self.unit)
        return Goto(self.but(causes=causes, trail=self.trail or (unit.at,)).company_of_leaders)

    @cites("SW-14.4-4", "SW-14.4-5", "SW-14.5-5", "SW-17.43-3", "SW-10.86")
    def company_of_leaders(self, g: State) -> Result:
        """Leaders go with it, or stay with a unit there that is not routed; a pinned one stays where he can."""
        at, side = g.at(self.unit), g.side(self.unit)
        left = [id for id in g.leaders(at, side) if id not in self.asked]
        if not left:
            return Goto(self.step)
        others = [i for i in g.troops(at, side) if i != self.unit and not g.units[i].routed]
        options = go_or_stay(g, left[0], self.unit, others)
        return Ask(
            g.seat(self.unit), options, self.led, "lead", "SW-14.5-5", f"{left[0]}: with {self.unit}, or not?",
            usual=options[-1], about=(left[0], self.unit),
        )  # fmt: skip

    def led(self, g: State, choice: Choice) -> Result:
        going = (*self.leaders, choice.unit) if choice.kind == "go with" else self.leaders
        return Goto(self.but(leaders=going, asked=(*self.asked, choice.unit)).company_of_leaders)

    @cites("SW-15.1-2")
    def step(self, g: State) -> Result:
        """The next hex. A surrounded unit is captured; one whose way leads only through hexes of its trail stops.

        One that cannot leave a hex with enemies in it is captured too.
        """
        if not self.hexes:
            return Goto(self.arrive)
        if next_hexes(g, self.unit, self.hexes, self.away, self.trail, self.company):
            return Goto(self.choose)
        if hemmed_in(g, self.unit) or g.masks[1 - g.side(self.unit)] >> g.at(self.unit) & 1:
            return self._taken(g, "SW-15.1-2")
        return Goto(self.arrive)

    @cites("SW-17.42", "SW-17.43-2")
    def _taken(self, g: State, cite: str) -> Result:
        """It is captured; the leaders with it are alone, or have others with them."""
        hex, side = g.at(self.unit), g.side(self.unit)
        capture(g, self.unit, cite)
        return Call(Settle(hex, side), then=self.lost)

    def lost(self, g: State) -> Result:
        return Done(self.trail)

    @cites("SW-15.4-1", "SW-15.4-2")
    def choose(self, g: State) -> Result:
        ways = next_hexes(g, self.unit, self.hexes, self.away, self.trail, self.company)
        options = tuple(Choice("retreat", self.unit, hex) for hex in ways)
        return Ask(
            g.seat(self.unit), options, self.go, "retreat", self.cite, f"{self.unit} falls back: where to?",
            usual=options[0], about=(self.unit,),
        )  # fmt: skip

    @cites("SW-20.23")
    def go(self, g: State, choice: Choice) -> Result:
        """A unit that another's rout carries away is fired at before it leaves an enemy zone."""
        hex = choice.hex
        after = self.but(to=hex)
        if self.drawn and zone(g, 1 - g.side(self.unit)) >> g.at(self.unit) & 1:
            turn_away(g, (self.unit,), hex)
            return Call(WithdrawalFire((self.unit,), g.at(self.unit), hex), then=after.but(drawn=False).enter)
        return Goto(after.enter)

    @cites("SW-15.2", "SW-11.2-1", "SW-5.11-3", "SW-19.36-2")
    def enter(self, g: State) -> Result:
        """It goes in, its leaders with it; enemies whose zone it enters may fire."""
        if g.at(self.unit) < 0:
            return Done(self.trail)
        place(g, self.unit, self.to, self.cite, "retreated")
        for leader in self.leaders:
            if g.at(leader) >= 0:
                if g.units[leader].engaged:
                    change(g, leader, self.cite, "loosened", engaged=False)
                place(g, leader, self.to, "SW-14.4-5", "retreated")
        after = self.but(hexes=self.hexes - 1, trail=(*self.trail, self.to))
        enemy = 1 - g.side(self.unit)
        if zone(g, enemy) >> self.to & 1:
            but = (*self.causes, *self.spent)
            spent = (*self.spent, *(g.at(id) for id in firers_at(g, self.unit, self.to, but)))
            after = after.but(spent=tuple(sorted(set(spent))))
            fire = RetreatFire(self.unit, self.to, but, trail=after.trail, more=after.hexes)
            return Call(fire, then=after.run_over)
        return Goto(after.run_over)

    @cites("SW-15.3-2", "SW-15.3-3")
    def run_over(self, g: State) -> Result:
        """Friends whom it comes upon check for rout; routed ones go three more hexes."""
        if g.at(self.unit) != self.to:  # lost, or carried away by a rout of its own
            return Done(self.trail)
        side = g.side(self.unit)
        known = (self.unit, *self.company, *self.pushed)
        friends = [i for i in g.troops(self.to, side) if i not in known]
        if not friends:
            return Goto(self.step)
        first, after = friends[0], self.but(pushed=(*self.pushed, friends[0]))
        if g.units[first].routed:
            far = g.setting.numbers["rout-hexes"]
            again = Retreat(first, far, self.causes, "SW-15.3-3", pushed=(*after.pushed, self.unit))
            return Call(again, then=after.run_over)
        check = by_name("gb-check-rout", units=(first,), cite="SW-15.3-2", causes=self.causes, alone=True)
        return Call(check, then=after.run_over)

    @cites("SW-8.75-2")
    def arrive(self, g: State) -> Result:
        """At its end the limits of stacks hold: without room it goes on, or is captured."""
        unit, at = self.unit, g.at(self.unit)
        if over(g, at, g.side(unit)):
            if next_hexes(g, unit, 1, self.away, self.trail, self.company):
                return Goto(self.but(hexes=1).choose)
            return self._taken(g, "SW-8.75-2")
        align(g, unit)
        return Done(self.trail)
