"""Windows: the moments at which a seat may play a held chit out of turn (KT 10.1, 10.4a, 18.1).

Who is asked depends only on what both sides know: a seat is asked wherever it holds a face-down chit and some
chit of its side could be played, even if for the chits it holds only "pass" is left. The procedure that opened
the window gets the effects and applies what changes its own course.
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters import bonuses
from vedette.rules.blind_swords.chapters.hand import Moment, offered, play_held, procedure_of
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

PASS = ""


@procedure("window")
class Window(Procedure, frozen=True):
    """Asks seat after seat until both have passed in turn (KT 10.1)."""

    name: str
    acting: int
    """The side whose fire, attack, order or draw it is."""
    hex: int = -1
    units: tuple[str, ...] = ()
    brigade: str = ""
    order: str = ""
    side: int = 0
    """Who is asked next."""
    passes: int = 0
    effects: tuple[str, ...] = ()

    def _moment(self) -> Moment:
        return Moment(self.name, self.acting, self.hex, self.units, self.brigade, self.order, self.effects)

    def _asked(self, g: State) -> str:
        """What is asked, in words."""
        where = g.hex_name(self.hex) if self.hex >= 0 else ""
        return {
            "before-draw": "play a held chit before the next draw?",
            "turn-end": "play a held chit before the turn ends?",
            "after-order": f"{self.brigade} is ordered to {self.order}: answer with a chit?",
            "fired-at": f"{where} is fired at: answer with a chit?",
            "assault-declared": f"{where} is assaulted: answer with a chit?",
            "own-test": f"{', '.join(self.units)} takes a break test: answer with a chit?",
        }[self.name]

    @cites("KT-10.1-3")
    def ask(self, g: State) -> Result:
        """The next seat that may be asked, until neither wants to play."""
        if not (g.hands[0] or g.hands[1] or g.bonuses):
            return Done(self.effects)
        side, passes = self.side, self.passes
        moment = self._moment()
        while passes < 2:
            ready = bonuses.usable(g, side, moment) if g.bonuses else ()
            held = offered(g, side, moment) if g.hands[side] else None
            if ready or held is not None:
                options = (*(held or ()), *ready, PASS)
                return Ask(
                    SIDES[side], options, self.but(side=side, passes=passes).take, "window", "KT-10.1-1",
                    self._asked(g), window_text, optional=True, usual=PASS, window=self.name, always=True,
                )  # fmt: skip
            side, passes = 1 - side, passes + 1
        return Done(self.effects)

    @cites("KT-10.1-2")
    def take(self, g: State, chit: str) -> Result:
        """Play it at once, or pass; either way the other side is asked next."""
        if chit == PASS:
            return Goto(self.but(side=1 - self.side, passes=self.passes + 1).ask)
        if chit.startswith(bonuses.MARK):
            effect = bonuses.use(g, self.side, chit)
            return Goto(self.but(side=1 - self.side, passes=0, effects=(*self.effects, effect)).ask)
        play_held(g, self.side, chit)
        procedure = procedure_of(g, self.side, chit, self._moment())
        return Call(procedure, then=self.but(side=1 - self.side, passes=0).played)

    def played(self, g: State, effect: str | None) -> Result:
        """Note what the chit does to the procedure that opened the window; the other seat may answer."""
        effects = (*self.effects, effect) if effect else self.effects
        return Goto(self.but(effects=effects).ask)


def window_text(g: State, chit: str) -> str:
    """An answer in a window in words."""
    if chit == PASS:
        return "pass"
    if chit.startswith(bonuses.MARK):
        return f"use {chit[len(bonuses.MARK) :]}"
    return f"play {chit}"


def steadied(effects: tuple[str, ...]) -> int:
    """What the effects of a window add to the tested rating."""
    return 1 if "confident" in effects else 0


def bonus_of(effects: tuple[str, ...]) -> tuple[int, str]:
    """The columns that the effects of a window shift a combat by, and the last one's case."""
    columns, cite = 0, ""
    for effect in effects:
        if effect.startswith("shift "):
            _, number, cite = effect.split()
            columns += int(number)
    return columns, cite
