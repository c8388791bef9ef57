"""Held chits: hands, what may be played when, and the windows in which a seat may play out of turn.

Chapters 10.1, 10.3a, 10.4a and 18.1; SS 10.1, 17.1. Who is asked depends only on what both sides know: a seat is asked
wherever it holds a face-down chit and some chit of its side could be played, even if for the chits it holds only "pass"
is left. The procedure that opened the window gets the effects and applies what changes its own course.

In *Stonewall's Sword* held chits are played side by side, in an order that the Confederates set. Each side says first
whether it will play, the Union before the Confederates. If both will, the Confederates decide who begins. Whoever plays
goes on until he has played what he wants. To announce binds nobody to play and so says nothing of the hand: whoever is
asked at all may announce.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from vedette.engine.choice import PASS, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.field import paired
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, by_name, procedure
from vedette.rules.blind_swords.chapters.orders import cic_brigades
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDE_INDEX, SIDES, UNION, Setting
from vedette.rules.blind_swords.state import Drawn, Held, State


class Moment(msgspec.Struct, frozen=True, gc=False):
    """A window, with everything that both sides see of it."""

    window: str
    """drawn, before-draw, after-order, fired-at, assault-declared, own-test or turn-end."""
    acting: int = 0
    hex: int = -1
    units: tuple[str, ...] = ()
    brigade: str = ""
    order: str = ""
    effects: tuple[str, ...] = ()
    """What chits have done in this window already."""


NOT_NOW = Reason("its description does not allow it at this moment", "KT-10.4a-4")
NOBODY = Reason("it has no brigade that could act", "KT-10.6-4")


Bar = Callable[[State, int, Moment], Reason | None]
Play = Callable[[State, int, Moment], Procedure]


class EventRule(msgspec.Struct, frozen=True):
    """When a chit may be played, apart from its window, and what it does."""

    bar: Bar
    play: Play
    kept: bool = True
    """Whether one that cannot be played as it is drawn goes to the hand; else it is out for the turn."""
    rank: int = 2
    """Its place where it is asked whether any chit could be played: 0 and 1 where that is soon seen and mostly so, 3
    where its bar looks over the whole field."""


EVENTS: dict[str, EventRule] = {}
"""The rule of each Event chit by its name; events.py puts them in."""


def event_of(g: State, side: int, chit: str) -> str:
    """The event that a chit plays: the one of its name, or another that the pack assigns to it."""
    printed = g.setting.events.get((side, chit))
    return printed.rule if printed is not None else chit


def rule_of(g: State, side: int, chit: str) -> EventRule:
    """The rule of an Event chit of a side."""
    return EVENTS[event_of(g, side, chit)]


def procedure_of(g: State, side: int, chit: str, moment: Moment) -> Procedure:
    """What a chit does when it is played."""
    if is_commander(g, chit):
        return by_name("cic-activation", side=side, chit=chit)
    return rule_of(g, side, chit).play(g, side, moment)


def is_commander(g: State, chit: str) -> bool:
    """Whether a held chit is a CIC chit, which lies face up."""
    return chit in g.setting.commanders


@cites("KT-10.4a-4")
def play_bar(g: State, side: int, chit: str, moment: Moment) -> Reason | None:
    """Why a chit may not be played at a moment: its windows, the scenario, its own conditions."""
    if is_commander(g, chit):
        return commander_bar(g, side, moment)
    printed = g.setting.events.get((side, chit))
    if printed is None or moment.window not in printed.windows:
        return NOT_NOW
    return scenario_bar(g, side, chit) or EVENTS[printed.rule].bar(g, side, moment)


@cites("KT-10.6-10")
def commander_bar(g: State, side: int, moment: Moment) -> Reason | None:
    """A held CIC chit is played before a later draw or at the end of the turn."""
    if moment.window not in ("before-draw", "turn-end"):
        return NOT_NOW
    return None if cic_brigades(g, side) else NOBODY


@cites("KT-20.1g", "KT-20.5-surprise-e-2")
def scenario_bar(g: State, side: int, chit: str) -> Reason | None:
    """Why the scenario keeps a chit from being played on the enemy this turn, or while brigades act without a chit."""
    if g.automatic is not None and chit in g.automatic.barred:
        return Reason(f"{chit} may not be played during these activations", "KT-20.5-surprise-e-2")
    barred = g.setting.barred_chits.get(chit)
    if barred and g.turn in barred["turns"] and barred["against"] == SIDES[1 - side]:
        return Reason(f"{chit} may not be played on the {barred['against']} side this turn", barred["cite"])
    return None


def is_idle(g: State, side: int, chit: str) -> bool:
    """Whether a chit can do nothing this turn: the scenario bars it, or it is played as it is drawn and finds none."""
    printed = g.setting.events.get((side, chit))
    if printed is None:
        return False
    drawn = printed.windows == {"drawn"} and EVENTS[printed.rule].bar(g, side, Moment("drawn", side)) is not None
    return drawn or scenario_bar(g, side, chit) is not None


def offered(g: State, side: int, moment: Moment) -> tuple[str, ...] | None:
    """The held chits that may be played now, each once; None if the side is not even asked.

    Whether it is asked depends on nothing that the other side does not know: with a face-down chit, whether any
    chit of its side could be played; with an open CIC chit, whether that one could be.
    """
    names = _held(g, side)
    found = tuple([n for n in names if play_bar(g, side, n, moment) is None])
    return found if found or _another_could(g, side, moment, names) else None


def is_asked(g: State, side: int, moment: Moment) -> bool:
    """Whether a side is asked: `offered` without the list of what it may play."""
    names = _held(g, side)
    return any(play_bar(g, side, n, moment) is None for n in names) or _another_could(g, side, moment, names)


def _held(g: State, side: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys([h.chit for h in g.hands[side]]))


def _another_could(g: State, side: int, moment: Moment, names: Sequence[str]) -> bool:
    """Whether a side holds a face-down chit, and one of its side that it does not hold could be played."""
    setting = g.setting
    if setting.commanders.issuperset(names):
        return False
    limited = g.automatic is not None or setting.barred_chits
    for name, bar in _bars(setting, side, moment.window):
        if name not in names and not (limited and scenario_bar(g, side, name)) and not bar(g, side, moment):
            return True
    return False


def _bars(setting: Setting, side: int, window: str) -> tuple[tuple[str, Bar], ...]:
    """The chits of a side's pool that have a window, each with what bars it, in the order in which it is cheap to ask.

    They are looked up once a setting.
    """
    found: tuple[tuple[str, Bar], ...] | None = setting.window_bars.get((side, window))
    if found is None:
        names = setting.window_chits.get((side, window), ())
        rules = {name: EVENTS[setting.events[side, name].rule] for name in names}
        found = tuple((name, rules[name].bar) for name in sorted(names, key=lambda name: rules[name].rank))
        setting.window_bars[side, window] = found
    return found


@cites("KT-10.4a-4")
def play_held(g: State, side: int, chit: str) -> None:
    """A held chit is shown and spent for the turn."""
    held = list(g.hands[side])
    at = next(i for i, h in enumerate(held) if h.chit == chit)
    gone = held.pop(at)
    g.hands = paired(g.hands, side, tuple(held))
    _spend(g, side, chit)
    g.drawn = tuple(
        Drawn(d.side, chit, "played") if i == gone.draw and d.fate == "held" else d for i, d in enumerate(g.drawn)
    )
    g.log(Event("played", "KT-10.4a-4", SIDES[side], data=(chit,), reveals=True))


def play_drawn(g: State, side: int, chit: str) -> None:
    """A chit is played as soon as it is drawn."""
    _spend(g, side, chit)
    g.drawn = (*g.drawn[:-1], Drawn(side, chit, "played"))
    g.log(Event("played", "KT-10.3a-2", SIDES[side], data=(chit,), reveals=True))


@cites("KT-10.4a-2")
def discard(g: State, side: int, chit: str) -> None:
    """A chit that had to be played when drawn and could not be is shown and out for the turn."""
    g.hands = paired(g.hands, side, g.hands[side][:-1])
    _spend(g, side, chit)
    g.drawn = (*g.drawn[:-1], Drawn(side, chit, "used"))
    g.log(Event("discarded", "KT-10.4a-2", SIDES[side], data=(chit,), reveals=True))


def _spend(g: State, side: int, chit: str) -> None:
    if not is_commander(g, chit):
        g.spent = paired(g.spent, side, tuple(sorted((*g.spent[side], chit))))


@cites("KT-10.4a-3")
def hold(g: State, side: int, chit: str) -> None:
    """A drawn chit is kept, an Event chit face down."""
    g.hands = paired(g.hands, side, (*g.hands[side], Held(chit, len(g.drawn) - 1)))


def tell_held(g: State, side: int, chit: str) -> None:
    """Log that a chit is kept; only its owner reads which."""
    if g.events is not None:
        seat = SIDES[side]
        g.log(Event("held", "KT-10.4a-3", seat, data=(chit,), only="" if is_commander(g, chit) else seat))


# -- windows ---------------------------------------------------------------------------------------------------------


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
        match self.name:
            case "before-draw":
                return "play a held chit before the next draw?"
            case "turn-end":
                return "play a held chit before the turn ends?"
            case "after-order":
                return f"{self.brigade} is ordered to {self.order}: answer with a chit?"
            case "fired-at":
                return f"{g.hex_name(self.hex)} is fired at: answer with a chit?"
            case "assault-declared":
                return f"{g.hex_name(self.hex)} is assaulted: answer with a chit?"
        return f"{', '.join(self.units)} takes a break test: answer with a chit?"

    @cites("KT-10.1-3")
    def ask(self, g: State) -> Result:
        """The next seat that may be asked, until neither wants to play."""
        if not (g.hands[0] or g.hands[1] or g.bonuses):
            return Done(self.effects)
        side, passes = self.side, self.passes
        moment = self._moment()
        while passes < 2:
            ready = usable_bonuses(g, side, moment) if g.bonuses else ()
            held = offered(g, side, moment) if g.hands[side] else None
            if ready or held is not None:
                options = (*plays(held or ()), *ready, PASS)
                return Ask(
                    SIDES[side], options, self.but(side=side, passes=passes).take, "window", "KT-10.1-1",
                    self._asked(g), optional=True, usual=PASS, window=self.name, always=True,
                )  # fmt: skip
            side, passes = 1 - side, passes + 1
        return Done(self.effects)

    @cites("KT-10.1-2")
    def take(self, g: State, choice: Choice) -> Result:
        """Play it at once, or pass; either way the other side is asked next."""
        if choice == PASS:
            return Goto(self.but(side=1 - self.side, passes=self.passes + 1).ask)
        if choice.kind in USES:
            effect = use_bonus(g, self.side, choice)
            return Goto(self.but(side=1 - self.side, passes=0, effects=(*self.effects, effect)).ask)
        play_held(g, self.side, choice.arg)
        procedure = procedure_of(g, self.side, choice.arg, self._moment())
        return Call(procedure, then=self.but(side=1 - self.side, passes=0).played)

    def played(self, g: State, effect: str | None) -> Result:
        """Note what the chit does to the procedure that opened the window; the other seat may answer."""
        effects = (*self.effects, effect) if effect else self.effects
        return Goto(self.but(effects=effects).ask)


def plays(chits: Sequence[str]) -> tuple[Choice, ...]:
    """Each of these chits, to be played."""
    return tuple([Choice("play", arg=chit) for chit in chits])


def steadied(effects: tuple[str, ...]) -> int:
    """What the effects of a window add to the rating tested."""
    return 1 if "confident" in effects else 0


def bonus_of(effects: tuple[str, ...]) -> tuple[int, str]:
    """The columns by which the effects of a window shift a combat, and the case of the last one."""
    columns, cite = 0, ""
    for effect in effects:
        if effect.startswith("shift "):
            _, number, cite = effect.split()
            columns += int(number)
    return columns, cite


# -- SS 10.1, 17.1: held chits side by side --------------------------------------------------------------------------


ANNOUNCE = Choice("announce")
ASKED = {
    "before-draw": "will you play held chits before the next draw?",
    "turn-end": "will you play held chits before the turn ends?",
}
"""What is asked of each side, by the window."""


def held_chits(g: State, name: str, acting: int) -> Procedure:
    """The window in which both sides may play held chits, in the order of the book; `acting` draws next."""
    if g.setting.profile.held_order == "confederate":
        return HeldChits(name, acting)
    return Window(name, acting)


@procedure("held-chits")
class HeldChits(Procedure, frozen=True):
    """Both sides announce, the Confederates set the order, each plays what it wants (SS 10.1, 17.1)."""

    name: str
    """before-draw or turn-end."""
    acting: int
    willing: tuple[int, ...] = ()
    """The sides that will play, in the order in which they do."""

    @cites("SS-10.1-1", "SS-10.1-2", "SS-17.1-1")
    def union(self, g: State) -> Result:
        """The Union announces first, before each draw and as the turn ends."""
        return self._ask(g, UNION) or Goto(self.confederate)

    def union_says(self, g: State, answer: Choice) -> Result:
        return Goto(self._noted(g, UNION, answer).confederate)

    @cites("SS-10.1-2", "SS-17.1-1")
    def confederate(self, g: State) -> Result:
        """Then the Confederates, who have heard it."""
        return self._ask(g, CONFEDERATE) or Goto(self.order)

    def confederate_says(self, g: State, answer: Choice) -> Result:
        return Goto(self._noted(g, CONFEDERATE, answer).order)

    @cites("SS-10.1-3", "SS-17.1-2")
    def order(self, g: State) -> Result:
        """If both will play, the Confederates decide who goes first."""
        if len(self.willing) < 2:
            return Goto(self.play)
        options = tuple(Choice("first", arg=seat) for seat in SIDES)
        return Ask(
            SIDES[CONFEDERATE], options, self.ordered, "first-to-play", "SS-10.1-3", "both sides play: who goes first?",
            usual=options[UNION], window=self.name,
        )  # fmt: skip

    def ordered(self, g: State, choice: Choice) -> Result:
        seat = choice.arg
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
        """Whether a side will play; None if both know that it could play nothing."""
        if not g.hands[side] or not is_asked(g, side, Moment(self.name, self.acting)):
            return None
        step = self.union_says if side == UNION else self.confederate_says
        return Ask(
            SIDES[side], (ANNOUNCE, PASS), step, "announce", "SS-10.1-2", ASKED[self.name],
            optional=True, usual=PASS, window=self.name,
        )  # fmt: skip

    def _noted(self, g: State, side: int, answer: Choice) -> HeldChits:
        if answer == PASS:
            return self
        g.log(Event("announced", "SS-10.1-2", SIDES[side]))
        return self.but(willing=(*self.willing, side))


@procedure("one-hand")
class OneHand(Window, frozen=True):
    """One side plays held chits until it has had enough (SS 10.1)."""

    @cites("SS-10.1-4")
    def ask(self, g: State) -> Result:
        """The next chit, while there may be one."""
        held = offered(g, self.side, self._moment()) if g.hands[self.side] else None
        if held is None:
            return Done(())
        return Ask(
            SIDES[self.side], (*plays(held), PASS), self.take, "window", "SS-10.1-4", self._asked(g), optional=True,
            usual=PASS, window=self.name, always=True,
        )  # fmt: skip

    def take(self, g: State, choice: Choice) -> Result:
        """Play it at once, or pass."""
        if choice == PASS:
            return Done(())
        play_held(g, self.side, choice.arg)
        return Call(procedure_of(g, self.side, choice.arg, self._moment()), then=self.played)

    def played(self, g: State, effect: str | None) -> Result:
        """Another chit may follow."""
        return Goto(self.ask)


# -- KT 10.5b: advantages of the second Fog of War table, kept for one combat of the turn ----------------------------


FOOLISH = "Foolish Union Attack"
UNION_BONUS = "Union Tactical Bonus"
CONFEDERATE_BONUS = "Confederate Tactical Bonus"
BONUSES = {FOOLISH: CONFEDERATE, UNION_BONUS: UNION, CONFEDERATE_BONUS: CONFEDERATE}
USES = {"use": ("", -2), "use left": (" left", -2), "use right": (" right", 2)}
"""How an advantage is used: the direction that is told, where its owner chooses it, and the columns."""
BONUS_CITE = {FOOLISH: "KT-10.5b-opt-1", UNION_BONUS: "KT-10.5b-opt-5", CONFEDERATE_BONUS: "KT-10.5b-opt-6"}


@cites("KT-10.5b-opt-1", "KT-10.5b-opt-5", "KT-10.5b-opt-6")
def usable_bonuses(g: State, side: int, moment: Moment) -> tuple[Choice, ...]:
    """The advantages that a side may use now, as answers of the window.

    The Confederates have one against a Union attack; each side has one for any combat, to shift it either way.
    """
    if not g.bonuses or moment.window not in ("fired-at", "assault-declared"):
        return ()
    found: list[Choice] = []
    for name in dict.fromkeys(g.bonuses):
        if BONUSES[name] != side:
            continue
        if name == FOOLISH:
            if moment.acting == UNION:
                found.append(Choice("use", arg=name))
        else:
            found += [Choice("use left", arg=name), Choice("use right", arg=name)]
    return tuple(found)


@cites("KT-10.5b-opt-1", "KT-10.5b-opt-5", "KT-10.5b-opt-6")
def use_bonus(g: State, side: int, choice: Choice) -> str:
    """Spend an advantage on one combat, which it shifts by two columns."""
    name = choice.arg
    direction, columns = USES[choice.kind]
    left = list(g.bonuses)
    left.remove(name)
    g.bonuses = tuple(left)
    g.log(Event("bonus-used", BONUS_CITE[name], SIDES[side], data=(f"{name}{direction}", columns)))
    return f"shift {columns} {BONUS_CITE[name]}"
