"""Chapters 10.1 and 17.1 of *Stonewall's Sword*: held chits are played side by side, in an order the Confederates set.

Each side says first whether it will play, the Union before the Confederates. If both will, the Confederates decide who
begins. Whoever plays goes on until he has played what he wants. To announce binds nobody to play, so that it says
nothing of the hand: whoever is asked at all may announce.
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.hand import Moment, offered, play_held, procedure_of
from vedette.rules.blind_swords.chapters.windows import PASS, Window, window_text
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDE_INDEX, SIDES, UNION
from vedette.rules.blind_swords.state import State

ANNOUNCE = "announce"
ASKED = {
    "before-draw": "will you play held chits before the next draw?",
    "turn-end": "will you play held chits before the turn ends?",
}
"""What is asked of each side, by the window."""


def held_chits(g: State, name: str, acting: int) -> Procedure:
    """The window in which both sides may play held chits, in the order of the book; `acting` draws the next one."""
    if g.setting.profile.held_order == "confederate":
        return HeldChits(name, acting)
    return Window(name, acting)


@procedure("held-chits")
class HeldChits(Procedure, frozen=True):
    """Both sides announce, the Confederates set the order, each plays what it wants (SS 10.1, SS 17.1)."""

    name: str
    """before-draw or turn-end."""
    acting: int
    willing: tuple[int, ...] = ()
    """The sides that will play, in the order in which they do."""

    @cites("SS-10.1-1", "SS-10.1-2", "SS-17.1-1")
    def union(self, g: State) -> Result:
        """The Union announces first, before each draw and as the turn ends."""
        return self._ask(g, UNION) or Goto(self.confederate)

    def union_says(self, g: State, answer: str) -> Result:
        return Goto(self._noted(g, UNION, answer).confederate)

    @cites("SS-10.1-2", "SS-17.1-1")
    def confederate(self, g: State) -> Result:
        """Then the Confederates, who have heard it."""
        return self._ask(g, CONFEDERATE) or Goto(self.order)

    def confederate_says(self, g: State, answer: str) -> Result:
        return Goto(self._noted(g, CONFEDERATE, answer).order)

    @cites("SS-10.1-3", "SS-17.1-2")
    def order(self, g: State) -> Result:
        """Where both will play, the Confederates decide who goes first."""
        if len(self.willing) < 2:
            return Goto(self.play)
        return Ask(
            SIDES[CONFEDERATE], SIDES, self.ordered, "first-to-play", "SS-10.1-3", "both sides play: who goes first?",
            lambda g, seat: f"first the {seat}", usual=SIDES[UNION], window=self.name,
        )  # fmt: skip

    def ordered(self, g: State, seat: str) -> Result:
        first = SIDE_INDEX[seat]
        g.log(Event("first-to-play", "SS-10.1-3", seat))
        return Goto(self.but(willing=(first, 1 - first)).play)

    @cites("SS-10.1-4", "SS-17.1-3")
    def play(self, g: State) -> Result:
        """The first plays all that he wishes, then the other if he has announced."""
        if not self.willing:
            return Done(())
        return Call(OneHand(self.name, self.acting, side=self.willing[0]), then=self.but(willing=self.willing[1:]).next)

    def next(self, g: State) -> Result:
        return Goto(self.play)

    def _ask(self, g: State, side: int) -> Ask | None:
        """Whether a side will play; None where nothing of it could be played, as both know."""
        if not g.hands[side] or offered(g, side, Moment(self.name, self.acting)) is None:
            return None
        step = self.union_says if side == UNION else self.confederate_says
        return Ask(
            SIDES[side], (ANNOUNCE, PASS), step, "announce", "SS-10.1-2", ASKED[self.name],
            lambda g, v: v or "pass", optional=True, usual=PASS, window=self.name,
        )  # fmt: skip

    def _noted(self, g: State, side: int, answer: str) -> HeldChits:
        if answer == PASS:
            return self
        g.log(Event("announced", "SS-10.1-2", SIDES[side]))
        return self.but(willing=(*self.willing, side))


@procedure("one-hand")
class OneHand(Window, frozen=True):
    """One side plays held chits until it has had enough (SS 10.1)."""

    @cites("SS-10.1-4")
    def ask(self, g: State) -> Result:
        """The next chit, as long as there may be one."""
        held = offered(g, self.side, self._moment()) if g.hands[self.side] else None
        if held is None:
            return Done(())
        return Ask(
            SIDES[self.side], (*held, PASS), self.take, "window", "SS-10.1-4", self._asked(g), window_text,
            optional=True, usual=PASS, window=self.name, always=True,
        )  # fmt: skip

    def take(self, g: State, chit: str) -> Result:
        """Play it at once, or pass."""
        if chit == PASS:
            return Done(())
        play_held(g, self.side, chit)
        return Call(procedure_of(g, self.side, chit, self._moment()), then=self.played)

    def played(self, g: State, effect: str | None) -> Result:
        """What a chit does at such a moment, it has done; another one may follow."""
        return Goto(self.ask)
