"""Brigades that act one after the other without a chit and without a command roll (KT 20.4e, 20.5d to 20.5f).

A row `automatic_activations` of the scenario (`turn`, `chit`, `cr`) opens the battle so; the Surprise Attack of KT 20.5
(common_events.py) is carried out so.
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.chapters.orders import can_act, fixed_allowance, marker, turn_marker
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import Automatic, State


@procedure("automatic-activations")
class AutomaticActivations(Procedure, frozen=True):
    """Each of these brigades has a Full Activation, in whatever sequence its owner likes."""

    side: int
    brigades: tuple[str, ...]
    cite: str
    """The case that grants them."""
    order: str = ""
    """The Order of all of them; empty where each is given its own."""
    allowance: int = 0
    """Movement points of each unit, in whole points; 0 for those of the Order."""
    cr_bonus: int = 0
    """What is added to the Cohesion Ratings of all these brigades until the last of them is done."""
    barred: tuple[str, ...] = ()
    """Event chits that nobody may play meanwhile."""
    name: str = ""
    """What the whole is called, where it has a name."""
    done: tuple[str, ...] = ()

    def title(self, g: State) -> str:
        return self.name or "automatic activations"

    @cites("KT-20.4e-1", "KT-20.4e-3", "KT-20.4e-4", "KT-20.5-surprise-e-3", "KT-20.5-surprise-f")
    def begin(self, g: State) -> Result:
        """All their markers turn at once, whether or not one had acted (rulings: oddity 97).

        From now on all of them are steadier.
        """
        for brigade in self.brigades:
            if marker(self.side, brigade) not in g.activated:
                turn_marker(g, self.side, brigade, False)
        mine = {marker(self.side, brigade) for brigade in self.brigades}
        g.limited = tuple(name for name in g.limited if name not in mine)
        g.automatic = Automatic(self.side, self.brigades, self.cr_bonus, self.barred)
        g.log(Event("onset", self.cite, SIDES[self.side], data=(self.brigades, self.order, self.allowance, self.name)))
        return Goto(self.choose)

    @cites("KT-20.4e-2", "KT-20.5-surprise-d-2")
    def choose(self, g: State) -> Result:
        """Which of them acts next, without a roll."""
        left = tuple(b for b in self.brigades if b not in self.done and can_act(g, self.side, b))
        if not left:
            return Goto(self.end)
        return Ask(
            SIDES[self.side], left, self.chosen, "activate", self.cite, self._asked(left),
            lambda g, b: f"activate {b}", usual=left[0],
        )  # fmt: skip

    def _asked(self, left: tuple[str, ...]) -> str:
        more = f", then the other {'one' if len(left) == 2 else len(left) - 1}" if len(left) > 1 else ""
        steady = f"; cohesion +{self.cr_bonus} till all have acted" if self.cr_bonus else ""
        return f"{self.name + ': ' if self.name else ''}which brigade acts next{more}{steady}?"

    def chosen(self, g: State, brigade: str) -> Result:
        """A Full Activation of it."""
        g.log(Event("activated", self.cite, SIDES[self.side], data=(brigade, True)))
        effects = (fixed_allowance(self.allowance),) if self.allowance else ()
        act = Activation(self.side, brigade, True, self.order, effects)
        return Call(act, then=self.but(done=(*self.done, brigade)).choose)

    @cites("KT-20.4e-3", "KT-20.5-surprise-e-3")
    def end(self, g: State) -> Result:
        """What they had beyond others ends with the last of them."""
        g.automatic = None
        g.log(Event("onset-over", self.cite, SIDES[self.side], data=(self.brigades,)))
        return Done()


@cites("KT-20.4e-1", "KT-20.4e-5", "KT-20.5a", "KT-20.6a")
def onset(g: State) -> Procedure | None:
    """The activations before the first draw of a turn; None where no row grants any.

    Each brigade is given its own Order. Their markers turn, so that their chit finds nobody left (KT-20.4e-5; rulings:
    oddity 96).
    """
    row = g.setting.rule("automatic_activations", turn=g.turn)
    if row is None:
        return None
    chit = g.setting.activations[row["chit"]]
    return AutomaticActivations(chit.side, chit.brigades, row["cite"], cr_bonus=row["cr"])
