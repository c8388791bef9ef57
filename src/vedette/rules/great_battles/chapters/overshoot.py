"""Chapter 23 (optional): artillery that overshoots at long range.

may_overshoot(g, shots, hex)        whether a fire is to be rolled for
Overshoot(side, hex, shots)         each battery rolls by itself; then what falls where
"""

from __future__ import annotations

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, DIE, Ask, Call, Done, Goto, Procedure, Result, by_name, procedure
from vedette.rules.great_battles.chapters.columns import Shot
from vedette.rules.great_battles.chapters.losses import ARTILLERY, targets
from vedette.rules.great_battles.chapters.supply import spend_round
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

ON_TARGET, BY_ONE = 3, 5
"""The highest die that hits, and the highest that goes one hex too far (SW-23.12)."""


@cites("SW-23.0", "SW-23.1", "GB-22.2")
def may_overshoot(g: State, shots: tuple[Shot, ...], hex: int) -> bool:
    """Whether any of the batteries stands so far away that it may overshoot."""
    return bool(g.setting.options.get("overshoot")) and any(_far(g, s, hex) for s in shots)


def _far(g: State, shot: Shot, hex: int) -> bool:
    return g.setting.grid.distance(g.at(shot.unit), hex) >= g.setting.numbers["overshoot-range"]


@cites("SW-23.13-1", "SW-23.13-2", "SW-23.14-1", "SW-23.4")
def behind(g: State, frm: int, hex: int, by: int) -> tuple[int, ...]:
    """The hexes that the line of fire enters so many hexes behind a target: two where it runs between them.

    Off the map there is none.
    """
    return g.setting.grid.beyond(frm, hex, by)


@procedure("gb-overshoot")
class Overshoot(Procedure, frozen=True):
    """Batteries at long range (SW 23.1)."""

    side: int
    hex: int
    shots: tuple[Shot, ...]
    left: tuple[Shot, ...] = ()
    begun: bool = False
    hits: tuple[Shot, ...] = ()
    """On target."""
    strays: tuple[tuple[Shot, int, int], ...] = ()
    """(battery, hex where it falls, by how many hexes)."""

    def title(self, g: State) -> str:
        return f"fire at {g.hex_name(self.hex)} from afar"

    @cites("SW-23.12-1", "SW-23.5-1", "SW-23.11")
    def begin(self, g: State) -> Result:
        """Each battery by itself; those nearer need no roll."""
        left = self.left if self.begun else self.shots
        near = tuple(s for s in left if not _far(g, s, self.hex))
        after = self.but(begun=True, left=tuple(s for s in left if s not in near), hits=(*self.hits, *near))
        return Goto(after.roll if after.left else after.strike)

    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "SW-23.12-1", f"where the fire of {self.left[0].unit} falls")

    @cites("SW-23.12-2", "SW-23.12-3", "SW-23.12-4", "SW-23.12-5")
    def read(self, g: State, die: int) -> Result:
        """On target, or one or two hexes too far, out of range too."""
        shot, *rest = self.left
        by = 0 if die <= ON_TARGET else 1 if die <= BY_ONE else 2
        g.log(Event("overshot", "SW-23.12-1", SIDES[self.side], (shot.unit,), self.hex, (by,), die))
        after = self.but(left=tuple(rest))
        if not by:
            return Goto(after.but(hits=(*self.hits, shot)).begin)
        where = behind(g, g.at(shot.unit), self.hex, by)
        if len(where) > 1:
            return Goto(self.but(strays=(*self.strays, (shot, -1, by))).which)
        return Goto(after.but(strays=(*self.strays, (shot, where[0] if where else -1, by))).begin)

    @cites("SW-23.13-2")
    def which(self, g: State) -> Result:
        """Between two hexes the other side chooses."""
        shot, _, by = self.strays[-1]
        where = behind(g, g.at(shot.unit), self.hex, by)
        options = tuple(Choice("overshoot", shot.unit, hex) for hex in where)
        return Ask(
            SIDES[1 - self.side], options, self.there, "overshot", "SW-23.13-2",
            f"the fire of {shot.unit} falls where?", usual=options[0],
        )  # fmt: skip

    def there(self, g: State, choice: Choice) -> Result:
        shot, _, by = self.strays[-1]
        return Goto(self.but(strays=(*self.strays[:-1], (shot, choice.hex, by)), left=self.left[1:]).begin)

    @cites("SW-23.2")
    def strike(self, g: State) -> Result:
        """What is on target falls first, then each stray, seen or not."""
        after = self.but(hits=())
        if self.hits:
            volley = by_name("gb-volley", side=self.side, hex=self.hex, arm=ARTILLERY, shots=self.hits)
            return Call(volley, then=after.stray)
        return Goto(after.stray)

    @cites("SW-23.13-3", "SW-23.13-4", "SW-23.14-2")
    def stray(self, g: State) -> Result:
        """It hits whoever stands there, friends too; else the round is wasted."""
        if not self.strays:
            return Done()
        (shot, hex, by), *rest = self.strays
        after = self.but(strays=tuple(rest))
        for struck in (1 - self.side, self.side):
            if hex >= 0 and targets(g, hex, struck, ARTILLERY, g.setting.numbers["overshoot-range"]):
                volley = by_name(
                    "gb-volley", side=1 - struck, hex=hex, arm=ARTILLERY, shots=(shot,), aimed=self.hex, over=by
                )
                return Call(volley, then=after.stray)
        g.fired = (*g.fired, (shot.unit, self.hex, shot.points))
        if sum(1 for who, _, _ in g.fired if who == shot.unit) == 1:
            spend_round(g, shot.unit)
        g.log(Event("wasted", "SW-23.13-1", SIDES[self.side], (shot.unit,), hex))
        return Goto(after.stray)
