"""Chapter 10.1 to 10.3: the Chit Draw Phase."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import msgspec

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.field import paired
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters import common_events
from vedette.rules.blind_swords.chapters.activation import ChooseBrigade, CicActivation
from vedette.rules.blind_swords.chapters.common_events import aim_words, give_up, may_give_up
from vedette.rules.blind_swords.chapters.held_back import wake
from vedette.rules.blind_swords.chapters.movement_step import phase_over
from vedette.rules.blind_swords.chapters.orders import eligible
from vedette.rules.blind_swords.chapters.wild import FOG, FORTUNES, FogOfWar
from vedette.rules.blind_swords.chapters.windows import (
    Moment,
    discard,
    held_chits,
    hold,
    play_bar,
    play_drawn,
    procedure_of,
    rule_of,
    tell_held,
)
from vedette.rules.blind_swords.charts import DIE
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import Drawn, State

OTHER, KEY, BLIND = "", "key", "blind"
ALWAYS = 6
"""A rating that every roll meets."""


class Draw(msgspec.Struct, frozen=True, gc=False):
    """A chit that may come out of the cup."""

    chit: str
    side: int = -1
    """Whose Event it is; -1 for chits that are nobody's."""
    how: str = OTHER
    """How it lay in the cup."""
    twin: bool = False
    """A Key Chit with an unseen one of its name."""

    def __str__(self) -> str:
        """Its name, of an Event chit with its side."""
        whose = f" ({SIDES[self.side].capitalize()}{' key' if self.twin else ''})"
        return self.chit if self.side < 0 else f"{self.chit}{whose}"


@cites("KT-10.2-1")
def puller(g: State) -> int:
    """The Confederates draw on odd turns, the Union on even ones."""
    return g.turn % 2


@cites("KT-4.6", "KT-10.3")
def draws(g: State) -> tuple[tuple[Draw, ...], tuple[int, ...]]:
    """Every chit that can come out of the cup next, with its weight.

    A chit that was put in unseen has no name yet: it is equally likely any of those that nobody has seen.
    """
    sizes = [len(g.unseen[s]) or 1 for s in (0, 1)]
    whole = sizes[0] * sizes[1]
    found = [_open_draw(chit) for chit in dict.fromkeys(g.cup)]
    weights = [whole] * len(found)
    for side in (0, 1):
        unseen, blind = g.unseen[side], g.blind[side]
        for chit, copies in _copies(g.keys[side]):
            found.append(Draw(chit, side, KEY, twin=bool(blind and chit in unseen)))
            weights.append(copies * whole)
        if blind:
            share = blind * whole // sizes[side]
            found += _unseen_draws(unseen, side)
            weights += [copies * share for _, copies in _copies(unseen)]
    return tuple(found), tuple(weights)


@lru_cache
def _open_draw(chit: str) -> Draw:
    """The draw of a chit that everybody knows to be in the cup."""
    return Draw(chit)


@lru_cache
def _unseen_draws(chits: tuple[str, ...], side: int) -> tuple[Draw, ...]:
    """The draws of a side's chits that nobody has seen, each once."""
    return tuple(Draw(chit, side, BLIND) for chit, _ in _copies(chits))


@lru_cache
def _copies(chits: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Each of some chits once, with how many there are of it."""
    return tuple(Counter(chits).items())


@cites("KT-10.3a-1")
def draw_sees(draw: Draw) -> str | None:
    """Only its owner sees an Event chit."""
    return "" if draw.side < 0 else SIDES[draw.side]


@procedure("chit-draw-phase", title="chit draw")
class ChitDrawPhase(Procedure, frozen=True):
    """Held chits, a draw, what it brings, and again until the cup is empty (KT 7.0, 10.1 to 10.3)."""

    negate: bool = False
    """Fortunes of War was drawn: the next chit is lost."""

    def held(self, g: State) -> Result:
        """A phase is over: overfull hexes are cleared where the book asks for it (SS 6.3).

        Units released during it are free from now on (SS 22.2).
        """
        wake(g)
        crowd = phase_over(g)
        return self.hands(g) if crowd is None else Call(crowd, then=self.hands)

    @cites("KT-10.1-1", "KT-7.0-P3a", "KT-7.0-P4f", "KT-7.0-P4g", "KT-18.0")
    def hands(self, g: State) -> Result:
        """Before each draw both sides may play held chits.

        The phase goes on while the cup holds a chit and ends when it is empty.
        """
        if not (g.cup or g.keys[0] or g.keys[1] or g.blind[0] or g.blind[1]):
            return lapse() if self.negate else Done()
        window = held_chits(g, "before-draw", puller(g))
        return Call(window, then=self.announce if common_events.surprise_ready(g) else self.draw)

    @cites("KT-20.5-surprise-d-1")
    def announce(self, g: State) -> Result:
        """Before the draw a Surprise Attack that has been earned may be announced."""
        return Call(common_events.SurpriseAttack(), then=self.announced)

    def announced(self, g: State, made: bool) -> Result:
        """After it both sides may again play held chits before the draw."""
        return Goto(self.held if made else self.draw)

    @cites("KT-10.3")
    def draw(self, g: State) -> Result:
        """One chit at random; units released by a held chit are free before it takes effect."""
        wake(g)
        options, weights = draws(g)
        return Ask(
            CHANCE, options, self.drawn, "draw", "KT-10.3", "the next chit", weights=weights, sees=draw_sees,
        )  # fmt: skip

    @cites("KT-10.0", "KT-10.5a-1")
    def drawn(self, g: State, draw: Draw) -> Result:
        """The kind of chit decides what happens. Fortunes of War affects only the next chit."""
        _take_out(g, draw)
        side, chit = draw.side, draw.chit
        again = self.but(negate=False)
        if side >= 0:
            return again._event(g, side, chit, self.negate)
        if g.events is not None:
            g.log(Event("drawn", "KT-10.3", SIDES[puller(g)], data=(chit,)))
        if chit == FORTUNES:
            return self._fortunes(g)
        if chit == FOG:
            return again._fog(g, self.negate)
        if g.setting.activations[chit].cic:
            return again._commander(g, chit, self.negate)
        return again._brigades(g, chit, self.negate)

    @cites("KT-10.5a-1", "KT-10.3b-1")
    def _fortunes(self, g: State) -> Result:
        """Fortunes of War is discarded, and the next chit drawn is lost.

        As the last chit of the turn it does nothing (rulings: oddity 90).
        """
        g.drawn = (*g.drawn, Drawn(-1, FORTUNES, "used"))
        g.log(Event("fortunes", "KT-10.5a-1"))
        return Goto(self.but(negate=True).held)

    @cites("KT-7.0-P3b-wild", "KT-10.3b-1", "KT-10.3b-2", "KT-10.3b-3", "KT-10.5a-2")
    def _fog(self, g: State, negate: bool) -> Result:
        """The Fog of War takes effect at once, rolled by the player who does not draw; negated it does nothing.

        Then another chit is drawn.
        """
        if negate:
            return self._negated(g, FOG)
        return Call(FogOfWar(1 - puller(g)), then=self.lay_fog)

    @cites("KT-10.5b-end")
    def lay_fog(self, g: State) -> Result:
        """The chit is discarded unless it lies on the map; then the next is drawn."""
        g.drawn = (*g.drawn, Drawn(-1, FOG, "placed" if g.chaos else "used"))
        return Goto(self.held)

    @cites("KT-7.0-P3b-event", "KT-10.3a-1", "KT-10.3a-3", "KT-8.1-3", "KT-10.5a-2")
    def _event(self, g: State, side: int, chit: str, negate: bool) -> Result:
        """Its owner plays or keeps it; then another chit is drawn.

        If negated it is lost, even a Key Chit: its owner sees which it was, the other side does not.
        """
        seat = SIDES[side]
        if g.events is not None:
            g.log(Event("drawn-event", "KT-10.3a-1", seat, data=(chit,), only=seat))
        if negate:
            g.lost = paired(g.lost, side, tuple(sorted((*g.lost[side], chit))))
            g.drawn = (*g.drawn, Drawn(side, "", "lost"))
            g.log(Event("lost", "KT-10.5a-2", seat, data=(chit,), only=seat))
            return Goto(self.held)
        g.drawn = (*g.drawn, Drawn(side, "", "held"))
        hold(g, side, chit)
        return Call(DrawnEvent(side), then=self.held)

    @cites("KT-7.0-P3b-CIC", "KT-10.5a-2", "KT-10.6-8")
    def _commander(self, g: State, chit: str, negate: bool) -> Result:
        """A CIC chit; if negated it is lost without effect. Then the next draw."""
        return self._negated(g, chit) if negate else Call(CicChit(chit), then=self.held)

    @cites("KT-7.0-P3b-division", "KT-10.3d-1", "KT-10.3d-3")
    def _brigades(self, g: State, chit: str, negate: bool) -> Result:
        """A Division or Brigade chit leads to an activation, then to the next draw."""
        return Call(DivisionChit(chit, negate), then=self.held)

    def _negated(self, g: State, chit: str) -> Result:
        negated(g, chit)
        return Goto(self.held)


@cites("BS-7.3a-2")
def lapse() -> Result:
    """Fortunes of War was the last chit of the turn: nothing is lost, nor in the next turn."""
    return Done()


def negated(g: State, chit: str) -> None:
    """A chit lost to Fortunes of War is discarded without effect."""
    g.drawn = (*g.drawn, Drawn(-1, chit, "lost"))
    g.log(Event("negated", "KT-10.5a-2", data=(chit,)))


def _take_out(g: State, draw: Draw) -> None:
    side, chit = draw.side, draw.chit
    if draw.how == OTHER:
        cup = list(g.cup)
        cup.remove(chit)
        g.cup = tuple(cup)
    elif draw.how == KEY:
        keys = list(g.keys[side])
        keys.remove(chit)
        g.keys = paired(g.keys, side, tuple(keys))
    else:
        unseen = list(g.unseen[side])
        unseen.remove(chit)
        g.unseen = paired(g.unseen, side, tuple(unseen))
        g.blind = paired(g.blind, side, g.blind[side] - 1)
    g.draws += 1


@procedure("drawn-event")
class DrawnEvent(Procedure, frozen=True):
    """The owner of an Event chit just drawn plays it or keeps it (KT 10.4)."""

    side: int

    @cites("KT-10.3a-2", "KT-10.4-3", "KT-10.4a-2")
    def choose(self, g: State) -> Result:
        """Play or hold, decided at once; some chits must be played.

        Or give it up as a Common Event, in scenarios that have them.
        """
        chit = g.hands[self.side][-1].chit
        moment = Moment("drawn", self.side)
        keep = Choice("hold", arg=chit) if rule_of(g, self.side, chit).kept else Choice("discard", arg=chit)
        options: tuple[Choice, ...] = (keep,)
        if play_bar(g, self.side, chit, moment) is None:
            play = Choice("play", arg=chit)
            printed = g.setting.events[self.side, chit].windows
            options = (play,) if printed == {"drawn"} else (*options, play)
        prompt = "play the chit now or hold it?"
        row = may_give_up(g, self.side)
        if row is not None:
            options = (*options, Choice("give up", arg=chit))
            prompt = f"play the chit, hold it, or {aim_words(row)}?"
        return Ask(
            SIDES[self.side], options, self.take, "drawn", "KT-10.4-3", prompt, usual=options[0], private=True,
            always=True,
        )  # fmt: skip

    def take(self, g: State, choice: Choice) -> Result:
        chit = choice.arg
        if choice.kind == "give up":
            give_up(g, self.side)
            return Done()
        if choice.kind == "hold":
            tell_held(g, self.side, chit)
            return Done()
        if choice.kind == "discard":
            discard(g, self.side, chit)
            return Done()
        g.hands = paired(g.hands, self.side, g.hands[self.side][:-1])
        play_drawn(g, self.side, chit)
        return Call(procedure_of(g, self.side, chit, Moment("drawn", self.side)))


@procedure("division-chit")
class DivisionChit(Procedure, frozen=True):
    """A Brigade or Division Activation chit: the command roll, then a brigade (KT 10.7, KT 10.9)."""

    chit: str
    lost: bool

    def title(self, g: State) -> str:
        return self.chit

    @cites("KT-10.9-2", "KT-10.7-9", "KT-10.5a-3", "BS-7.3a-3")
    def begin(self, g: State) -> Result:
        """Brigade chits work like Division chits: a command roll, unless the chit is negated.

        It is discarded if none of its brigades can act; by the book a negated Brigade chit is discarded too.
        """
        a = g.setting.activations[self.chit]
        if self.lost and a.single and not g.setting.profile.fortunes_marks_brigade:
            return Goto(self.lose)
        if not eligible(g, a.side, a.brigades):
            return Goto(self.discard)
        if self.lost:
            return Call(ChooseBrigade(a.side, self.chit, False, True), then=self.put_back)
        return Goto(self.roll)

    def lose(self, g: State) -> Result:
        negated(g, self.chit)
        return Done()

    def discard(self, g: State) -> Result:
        """None of its brigades can act."""
        g.drawn = (*g.drawn, Drawn(-1, self.chit, "used"))
        g.log(Event("no-brigade", "KT-10.7-9", data=(self.chit,)))
        return Done()

    @cites("KT-10.7-3")
    def roll(self, g: State) -> Result:
        """One die, before the brigade is named."""
        return Ask(CHANCE, DIE, self.read, "die", "KT-10.7-3", f"the command roll of {self.chit}")

    @cites("KT-10.7-3", "KT-10.7-4", "KT-10.7-6", "KT-4.4-2")
    def read(self, g: State, die: int) -> Result:
        """At most the Command Rating printed on the chit gives a Full Activation, anything above it a Limited one."""
        a = g.setting.activations[self.chit]
        rating = rating_of(g, self.chit)
        full = is_full(rating, die)
        cite = "KT-10.7-4" if full else "KT-10.7-6"
        g.log(Event("command", cite, SIDES[a.side], data=(self.chit, rating, full), roll=die))
        return Call(ChooseBrigade(a.side, self.chit, full), then=self.put_back)

    @cites("KT-10.7-8", "KT-10.3d-2", "KT-10.5a-5", "KT-10.8-1")
    def put_back(self, g: State) -> Result:
        """Back into the cup while one of its brigades has not acted; otherwise out for the turn."""
        give_back(g, self.chit, self.lost)
        return Done()


def give_back(g: State, chit: str, lost: bool = False) -> None:
    """An activation chit goes back into the cup while one of its brigades has not acted, else out for the turn."""
    a = g.setting.activations[chit]
    if eligible(g, a.side, a.brigades):
        g.cup = tuple(sorted((*g.cup, chit)))
        fate = "returned"
    else:
        fate = "lost" if lost else "used"
    g.drawn = (*g.drawn, Drawn(-1, chit, fate))


@cites("KT-10.5b-casualty-ii-2", "KT-10.5b-casualty-ii-3", "KT-10.6a-Jackson-1", "KT-10.6a-Jackson-2",
       "KT-10.6a-Early-1", "KT-10.6a-Early-2", "KT-10.6a-Crook-1", "KT-10.6a-Crook-3", "KT-20.2i-2",
       "KT-20.4c-Early", "KT-20.4c-Early-rep", "KT-20.4c-Crook", "KT-20.4c-Crook-rep", "KT-20.5-crook-d",
       "KT-20.5-crook-e-1", "KT-20.5-crook-e-2", "KT-20.6c")  # fmt: skip
def rating_of(g: State, chit: str) -> int:
    """The Command Rating of a chit; for a casualty that of his Casualty chit, once raised the higher one.

    Those of the commanders stand in the chart like the others, or are set by a special rule.
    """
    a = g.setting.activations.get(chit) or g.setting.ratings[chit]
    if chit in g.casualties:
        return a.casualty_rating
    if a.cic and g.setting.rule("always_active", chit=chit):
        return ALWAYS
    return a.raised if chit in g.raised else a.rating


@cites("KT-10.7-3", "KT-10.7-4")
def is_full(rating: int, die: int) -> bool:
    """Whether a command roll gives a Full Activation: at most the Command Rating."""
    return die <= rating


def full_chance(rating: int) -> float:
    """How likely a command roll gives a Full Activation."""
    return sum(is_full(rating, die) for die in DIE) / len(DIE)


@procedure("cic-chit")
class CicChit(Procedure, frozen=True):
    """A Commander's chit (KT 10.6): a roll where one is needed, then used or held."""

    chit: str

    def title(self, g: State) -> str:
        return self.chit

    @cites("KT-10.6-3")
    def begin(self, g: State) -> Result:
        """Always active, or only after a roll."""
        if rating_of(g, self.chit) >= ALWAYS:
            return Goto(self.choose)
        return Ask(CHANCE, DIE, self.read, "die", "KT-10.6-3", f"the activation roll of {self.chit}")

    @cites("KT-10.6a-Crook-2", "KT-10.6-6")
    def read(self, g: State, die: int) -> Result:
        """At most the rating: active; otherwise discarded without effect, not even fire."""
        rating = rating_of(g, self.chit)
        active = die <= rating
        a = g.setting.activations[self.chit]
        g.log(Event("cic", "KT-10.6-3", SIDES[a.side], data=(self.chit, rating, active), roll=die))
        if active:
            return Goto(self.choose)
        g.drawn = (*g.drawn, Drawn(-1, self.chit, "used"))
        return Done()

    @cites("KT-10.3c-1")
    def choose(self, g: State) -> Result:
        """Use it at once or hold it."""
        a, play = g.setting.activations[self.chit], Choice("play", arg=self.chit)
        return Ask(
            SIDES[a.side], (play, Choice("hold", arg=self.chit)), self.take, "drawn", "KT-10.3c-1",
            "activate a brigade now or hold the chit?", usual=play,
        )  # fmt: skip

    @cites("KT-10.3c-2", "KT-10.6-8")
    def take(self, g: State, choice: Choice) -> Result:
        """If held it lies face up before its owner; once used it is discarded."""
        a = g.setting.activations[self.chit]
        if choice.kind == "hold":
            g.drawn = (*g.drawn, Drawn(a.side, self.chit, "held"))
            hold(g, a.side, self.chit)
            tell_held(g, a.side, self.chit)
            return Done()
        g.drawn = (*g.drawn, Drawn(a.side, self.chit, "used"))
        return Call(CicActivation(a.side, self.chit))
