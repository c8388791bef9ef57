"""What lies between game turns: demoralization (SW 19.4), and ammunition that batteries share (SW 12.36)."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters.effectiveness import judge
from vedette.rules.great_battles.chapters.rounds import Transfers
from vedette.rules.great_battles.setting import SIDES, UNION
from vedette.rules.great_battles.state import ELIMINATED, State, tallied

DIE = (1, 2, 3, 4, 5, 6)


@cites("SW-19.4", "SW-19.44-3", "GB-25.91", "GB-25.93")
def shaken(g: State) -> tuple[str, ...]:
    """The brigades that check: with little army morale all of the Union that are effective."""
    if g.morale >= g.setting.numbers["demoralization-below"]:
        return ()
    left = {g.counter(i).brigade for i, u in g.units.items() if u.at > ELIMINATED and g.counter(i).small_arms}
    rows = g.setting.brigades
    return tuple(b for b, row in rows.items() if row.side == UNION and b not in g.ineffective and b in left)


@cites("SW-19.41", "SW-19.44-2", "GB-25.94-1", "GB-25.94-2")
def demoralizes(g: State, brigade: str, die: int) -> bool:
    """What the demoralization table says, less one for a brigade demoralized before."""
    n = die - (1 if dict(g.demoralized).get(brigade) else 0)
    rows = g.setting.demoralization
    row = rows[min(max(n, min(rows)), max(rows))]
    band = next(name for name in row if "-" in name and _within(name, g.morale))
    return row[band] == "D"


def _within(band: str, n: int) -> bool:
    low, _, high = band.partition("-")
    return int(low) <= n <= int(high)


@procedure("gb-interphase")
class Interphase(Procedure, frozen=True):
    """The end of a game turn."""

    left: tuple[str, ...] = ()
    """Brigades that have still to check."""

    def title(self, g: State) -> str:
        return "end of the turn"

    @cites("SW-19.4", "GB-25.91")
    def begin(self, g: State) -> Result:
        """Every Union brigade checks for demoralization, if army morale is low."""
        return Goto(self.but(left=shaken(g)).next)

    def next(self, g: State) -> Result:
        """The next brigade, or the ammunition."""
        return Goto(self.roll if self.left else self.share)

    @cites("SW-19.41")
    def roll(self, g: State) -> Result:
        """One die for each."""
        return Ask(CHANCE, DIE, self.read, "die", "SW-19.41", f"the demoralization check of {self.left[0]}")

    @cites("SW-19.41", "SW-19.43", "GB-25.92")
    def read(self, g: State, die: int) -> Result:
        """Demoralized brigades roll once more."""
        brigade = self.left[0]
        found = demoralizes(g, brigade, die)
        g.log(Event("demoralization-check", "SW-19.41", SIDES[UNION], data=(brigade, found, g.morale), roll=die))
        return Goto(self.depth if found else self.but(left=self.left[1:]).next)

    def depth(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.sink, "die", "SW-19.43", f"how far {self.left[0]} is demoralized")

    @cites("SW-19.43", "SW-19.44-1", "SW-20.15", "GB-25.92", "GB-26.2")
    def sink(self, g: State, die: int) -> Result:
        """Its rating falls by that number for good."""
        brigade = self.left[0]
        g.demoralized = tallied(g.demoralized, brigade, die)
        g.log(Event("demoralized", "SW-19.43", SIDES[UNION], data=(brigade, die), roll=die))
        judge(g, brigade)
        return Goto(self.but(left=self.left[1:]).next)

    def share(self, g: State) -> Result:
        """Batteries that stood together share their rounds (SW 12.36)."""
        return Call(Transfers())
