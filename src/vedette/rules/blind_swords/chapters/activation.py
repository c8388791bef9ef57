"""Chapter 10.6, 10.7 and 11: a brigade is activated, gets its Order and goes through its steps.

KT 20.4e, 20.5: brigades act one after the other without a chit and without a command roll, where a row
`automatic_activations` of the scenario (`turn`, `chit`, `cr`) opens the battle so, or in the Surprise Attack
(common_events.py).
"""

from __future__ import annotations

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.close_combat import CloseCombatStep
from vedette.rules.blind_swords.chapters.fire import FireStep, limited_step
from vedette.rules.blind_swords.chapters.movement_step import MovementStep, Unstack
from vedette.rules.blind_swords.chapters.orders import (
    ATTACK,
    BRIEF,
    ORDERS,
    REGROUP,
    activations,
    arms_of,
    can_act,
    cic_brigades,
    eligible,
    fixed_allowance,
    hits_recovered,
    marker,
    may_assault,
    may_fire,
    terms_of,
    turn_marker,
)
from vedette.rules.blind_swords.chapters.rally import RallyStep
from vedette.rules.blind_swords.chapters.reinforcements import EnterBrigade
from vedette.rules.blind_swords.chapters.tracks import way_in
from vedette.rules.blind_swords.chapters.windows import Window
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import Automatic, State

GIVEN = {order: Choice("order", arg=order) for order in ORDERS}
"""The four Orders as answers."""


@procedure("activation")
class Activation(Procedure, frozen=True):
    """One brigade acts: orders, fire, movement, close combat, rally (KT 7.0, KT 11.0)."""

    side: int
    brigade: str
    full: bool
    order: str = ""
    effects: tuple[str, ...] = ()

    def title(self, g: State) -> str:
        return f"{self.brigade}, {self.order}" if self.order else self.brigade

    @cites("KT-10.7-6", "KT-10.7-7", "KT-13.11-2", "KT-13.11-3", "KT-11.0")
    def begin(self, g: State) -> Result:
        """A full one brings arrivals in and then gets an Order; a Limited one only fires."""
        if not self.full:
            g.log(Event("limited", "KT-10.7-6", SIDES[self.side], data=(self.brigade,)))
            return Call(limited_step(g, self.side, self.brigade))
        way = way_in(g, self.side, self.brigade)
        if way is not None:
            return Call(way, then=self.enter)
        return Call(EnterBrigade(self.side, self.brigade), then=self.announce)

    def enter(self, g: State) -> Result:
        """The brigade comes in by the entry that was chosen; where that means later, it does nothing now."""
        if not can_act(g, self.side, self.brigade):
            return Done()
        return Call(EnterBrigade(self.side, self.brigade), then=self.announce)

    @cites("KT-11.1-1", "KT-7.0-P4a")
    def announce(self, g: State) -> Result:
        """The player names one of the four Orders, unless a special rule has set it."""
        if self.order:
            return Goto(self.ordered_before)
        return Ask(
            SIDES[self.side], tuple(GIVEN.values()), self.ordered, "order", "KT-11.1-1",
            f"{self.brigade}: which Order? {BRIEF[arms_of(g, self.side, self.brigade)]}",
            usual=GIVEN[ATTACK], about=(self.brigade,),
        )  # fmt: skip

    def ordered_before(self, g: State) -> Result:
        """An Order set by a special rule is announced like any other."""
        return self._announced(g, self.order)

    def ordered(self, g: State, choice: Choice) -> Result:
        return self._announced(g, choice.arg)

    @cites("KT-11.1-2")
    def _announced(self, g: State, order: str) -> Result:
        """The Order is public; both sides may answer it with a chit."""
        g.log(Event("ordered", "KT-11.1-2", SIDES[self.side], data=(self.brigade, order)))
        window = Window("after-order", self.side, brigade=self.brigade, order=order)
        return Call(window, then=self.but(order=order).confirmed)

    def confirmed(self, g: State, effects: tuple[str, ...]) -> Result:
        """Apply what the chits changed."""
        changed = next((e.split()[1] for e in effects if e.startswith("order ")), self.order)
        return Goto(self.but(order=changed, effects=(*self.effects, *effects)).fire)

    @cites("KT-7.0-P4b", "KT-7.0-2", "KT-11.0-2", "KT-11.3-note")
    def fire(self, g: State) -> Result:
        """Fire comes before movement and does not stop it."""
        if not may_fire(self.order):
            return Goto(self.move)
        return Call(FireStep(self.side, self.brigade), then=self.move)

    @cites("KT-7.0-P4c", "KT-11.0-2", "KT-11.5-2", "KT-13.11-6")
    def move(self, g: State) -> Result:
        """Movement; none under Regroup, but crowded arrivals still make room."""
        if self.order == REGROUP:
            return Call(Unstack(self.side, self.brigade), then=self.fight)
        terms = terms_of("infantry", self.order, self.effects, g.setting.profile)
        return Call(MovementStep(self.side, self.brigade, terms), then=self.fight)

    @cites("KT-7.0-P4d", "KT-11.0-2")
    def fight(self, g: State) -> Result:
        """Close Combat, where the Order allows it."""
        if not may_assault(self.order):
            return Goto(self.rally)
        return Call(CloseCombatStep(self.side, self.brigade), then=self.rally)

    @cites("KT-7.0-P4e", "KT-11.0-2", "KT-17.0")
    def rally(self, g: State) -> Result:
        """Rally comes last, where the Order allows it."""
        if not hits_recovered(self.order):
            return Done()
        return Call(RallyStep(self.side, self.brigade, self.order))


@procedure("choose-brigade")
class ChooseBrigade(Procedure, frozen=True):
    """A Division or Brigade Activation chit names its brigade (KT 10.7)."""

    side: int
    chit: str
    full: bool
    lost: bool = False
    """Negated by Fortunes of War: the marker turns and nothing is done."""

    def choose(self, g: State) -> Result:
        """One of the chit's brigades that has not acted yet and can."""
        options = activations(eligible(g, self.side, g.setting.activations[self.chit].brigades))
        if not options:
            return Done()
        return Ask(
            SIDES[self.side], options, self.chosen, "activate", "KT-10.7-5", self._prompt(), usual=options[0]
        )  # fmt: skip

    def _prompt(self) -> str:
        """The question says what the chosen brigade may do, which can be little or nothing."""
        if self.lost:
            return f"{self.chit}, negated: which brigade does nothing?"
        return f"{self.chit}: which brigade?" if self.full else f"{self.chit}, fire only: which brigade?"

    @cites("KT-10.5a-3", "KT-10.5a-4", "KT-10.3d-1")
    def chosen(self, g: State, choice: Choice) -> Result:
        """Turn its marker and activate it; if the chit was negated it may not even fire."""
        brigade = choice.arg
        turn_marker(g, self.side, brigade, self.lost or not self.full)
        seat = SIDES[self.side]
        if self.lost:
            g.log(Event("negated-brigade", "KT-10.5a-3", seat, data=(brigade,)))
            return Done()
        g.log(Event("activated", "KT-10.7-5", seat, data=(brigade, self.full)))
        return Call(Activation(self.side, brigade, self.full))


@procedure("cic-activation")
class CicActivation(Procedure, frozen=True):
    """A Commander's chit activates any brigade of the side, fully (KT 10.6)."""

    side: int
    chit: str

    def choose(self, g: State) -> Result:
        options = activations(cic_brigades(g, self.side))
        if not options:
            return Done()
        return Ask(
            SIDES[self.side], options, self.chosen, "activate", "KT-10.6-4", f"{self.chit}: which brigade?",
            usual=options[0],
        )  # fmt: skip

    @cites("KT-10.6-6", "KT-10.6-7")
    def chosen(self, g: State, choice: Choice) -> Result:
        """A Full Activation; the marker keeps its side."""
        g.log(Event("activated", "KT-10.6-6", SIDES[self.side], data=(choice.arg, True)))
        return Call(Activation(self.side, choice.arg, True))


# -- KT 20.4e, 20.5d to 20.5f: brigades that act without a chit and without a command roll ---------------------------


@procedure("automatic-activations")
class AutomaticActivations(Procedure, frozen=True):
    """Each of these brigades has a Full Activation, in any order its owner likes."""

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

        Until the last of them is done all of them have the bonus to their cohesion.
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
        """Which of them acts next; no roll is made."""
        left = tuple(b for b in self.brigades if b not in self.done and can_act(g, self.side, b))
        if not left:
            return Goto(self.end)
        options = activations(left)
        return Ask(
            SIDES[self.side], options, self.chosen, "activate", self.cite, self._asked(left), usual=options[0]
        )  # fmt: skip

    def _asked(self, left: tuple[str, ...]) -> str:
        more = f", then the other {'one' if len(left) == 2 else len(left) - 1}" if len(left) > 1 else ""
        steady = f"; cohesion +{self.cr_bonus} till all have acted" if self.cr_bonus else ""
        return f"{self.name + ': ' if self.name else ''}which brigade acts next{more}{steady}?"

    def chosen(self, g: State, choice: Choice) -> Result:
        brigade = choice.arg
        g.log(Event("activated", self.cite, SIDES[self.side], data=(brigade, True)))
        effects = (fixed_allowance(self.allowance),) if self.allowance else ()
        act = Activation(self.side, brigade, True, self.order, effects)
        return Call(act, then=self.but(done=(*self.done, brigade)).choose)

    @cites("KT-20.4e-3", "KT-20.5-surprise-e-3")
    def end(self, g: State) -> Result:
        """The bonus and the bars end with the last of them."""
        g.automatic = None
        g.log(Event("onset-over", self.cite, SIDES[self.side], data=(self.brigades,)))
        return Done()


@cites("KT-20.4e-1", "KT-20.4e-5", "KT-20.5a", "KT-20.6a")
def onset(g: State) -> Procedure | None:
    """The activations before the first draw of a turn; None where no row grants any.

    Each brigade is given its own Order. Their markers are turned, so that their chit later finds nobody left to act
    (rulings: oddity 96).
    """
    row = g.setting.rule("automatic_activations", turn=g.turn)
    if row is None:
        return None
    chit = g.setting.activations[row["chit"]]
    return AutomaticActivations(chit.side, chit.brigades, row["cite"], cr_bonus=row["cr"])
