"""A first chit that one side names (SS 22.1): of its Division chits in the cup, and without a command roll.

A row `first_chit`: `side`, `turn`, `cite`.
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.activation import ChooseBrigade, eligible
from vedette.rules.blind_swords.chapters.chits import give_back
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State

PASS = ""


def first_chit(g: State) -> Procedure | None:
    """The naming before the first draw of a turn; None where no row grants one."""
    row = g.setting.rule("first_chit", turn=g.turn)
    return None if row is None else FirstChit(SIDE_INDEX[row["side"]])


def nameable(g: State, side: int) -> tuple[str, ...]:
    """The Division chits of a side in the cup that would activate somebody."""
    mine = [a for a in g.setting.activations.values() if a.side == side and not a.cic and a.chit in g.cup]
    return tuple(a.chit for a in mine if eligible(g, side, a.brigades))


@procedure("first-chit")
class FirstChit(Procedure, frozen=True):
    """One side may name the chit that is drawn first (SS 22.1)."""

    side: int
    chit: str = ""

    def title(self, g: State) -> str:
        return self.chit or "the first chit"

    @cites("SS-22.1-s4-1")
    def choose(self, g: State) -> Result:
        """Any one of its Division chits in the cup, or leave it to chance."""
        options = nameable(g, self.side)
        if not options:
            return Done()
        return Ask(
            SIDES[self.side], (*options, PASS), self.named, "first-chit", "SS-22.1-s4-1",
            "which of your Division chits is drawn first? It needs no command roll",
            lambda g, c: f"name {c}" if c else "pass", optional=True, usual=options[0],
        )  # fmt: skip

    @cites("SS-22.1-s4-2")
    def named(self, g: State, chit: str) -> Result:
        """It comes out of the cup, and its brigade has a Full Activation without a roll."""
        if chit == PASS:
            return Done()
        cup = list(g.cup)
        cup.remove(chit)
        g.cup = tuple(cup)
        g.draws += 1
        g.log(Event("named-chit", "SS-22.1-s4-2", SIDES[self.side], data=(chit,)))
        return Call(ChooseBrigade(self.side, chit, True), then=self.but(chit=chit).put_back)

    def put_back(self, g: State) -> Result:
        """From here on it is a chit like any other."""
        give_back(g, self.chit)
        return Done()
