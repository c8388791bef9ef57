"""Chapter 10.4: the Brigade Reserve Move."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.costs import POINT, Terms
from vedette.rules.blind_swords.chapters.movement_step import MovementStep
from vedette.rules.blind_swords.chapters.specials.release import asleep
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

CHIT = "Brigade Reserve Move"
RESERVE_POINTS = 4


@cites("KT-13.0-3", "KT-3.2f-6")
def reserve_terms() -> Terms:
    """Four points, March Column on roads, no engagement."""
    return Terms(RESERVE_POINTS * POINT, False, True, "KT-10.4a-1")


def reserve_brigades(g: State, side: int) -> tuple[str, ...]:
    """Brigades with units on the map, none of them beside an enemy or in Battlefield Chaos."""
    return tuple(b for owner, b in g.brigades if owner == side and may_march(g, side, b))


def may_march(g: State, side: int, brigade: str) -> bool:
    """Whether a brigade may make the move."""
    if not brigade or barred_on(g, side, brigade) or asleep(g, side, brigade):
        return False
    units = [i for i in g.brigade(side, brigade) if g.at(i) >= 0]
    return bool(units) and not any(g.enemies_near(g.at(i), side) or i in g.chaos for i in units)


@cites("KT-20.2i-1", "KT-20.3d-2")
def barred_on(g: State, side: int, brigade: str) -> bool:
    """Whether the scenario bars the chit on a brigade, whatever its rating."""
    return g.setting.rule("chit_barred_on", chit=CHIT, side=SIDES[side], brigade=brigade) is not None


@procedure("reserve-move")
class ReserveMove(Procedure, frozen=True):
    """One brigade moves at once; its marker keeps its side."""

    side: int

    def title(self, g: State) -> str:
        return "Brigade Reserve Move"

    def choose(self, g: State) -> Result:
        options = reserve_brigades(g, self.side)
        return Ask(
            SIDES[self.side], options, self.move, "reserve-move", "KT-10.4a-1", "Brigade Reserve Move: which brigade?",
            lambda g, b: f"activate {b}", usual=options[0],
        )  # fmt: skip

    def move(self, g: State, brigade: str) -> Result:
        g.log(Event("reserve-move", "KT-10.4a-1", SIDES[self.side], data=(brigade,)))
        return Call(MovementStep(self.side, brigade, reserve_terms()), then=self.over)

    def over(self, g: State) -> Result:
        """It changes nothing in the procedure that was interrupted."""
        return Done()
