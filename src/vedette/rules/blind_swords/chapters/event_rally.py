"""Chapter 10.4: the chit by which a whole brigade rallies out of turn, while its commander in chief is at hand."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.command import entered
from vedette.rules.blind_swords.chapters.orders import REGROUP
from vedette.rules.blind_swords.chapters.rally import RallyStep, rallies
from vedette.rules.blind_swords.chapters.specials.release import asleep
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State


def commander_up(g: State, side: int) -> bool:
    """Whether the commander in chief of a side is in the game and not replaced."""
    chiefs = (a for a in g.setting.activations.values() if a.cic and a.side == side)
    return any(entered(g, a) and a.chit not in g.casualties for a in chiefs)


@cites("KT-17.1-7")
def rally_brigades(g: State, side: int) -> tuple[str, ...]:
    """Brigades of which somebody could rally as under Regroup, by the text of the chit alone.

    None that sleeps: no event is played on it.
    """
    return tuple(
        brigade
        for owner, brigade in g.brigades
        if owner == side and brigade and not asleep(g, side, brigade) and rallies(g, side, brigade, REGROUP)
    )


@procedure("brigade-rally")
class BrigadeRally(Procedure, frozen=True):
    """One brigade rallies at once; its marker keeps its side."""

    side: int

    def title(self, g: State) -> str:
        return "brigade rally"

    def choose(self, g: State) -> Result:
        options = rally_brigades(g, self.side)
        return Ask(
            SIDES[self.side], options, self.rally, "brigade-rally", "KT-10.4a-1", "which brigade rallies at once?",
            lambda g, b: f"activate {b}", usual=options[0],
        )  # fmt: skip

    def rally(self, g: State, brigade: str) -> Result:
        """As under Regroup: all hits off, or a try to rebuild, for each of its units."""
        g.log(Event("brigade-rally", "KT-17.1-7", SIDES[self.side], data=(brigade,)))
        return Call(RallyStep(self.side, brigade, REGROUP), then=self.over)

    def over(self, g: State) -> Result:
        """It changes nothing in the procedure that was interrupted."""
        return Done()
