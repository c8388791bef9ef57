"""Hands of Event chits: what is held, what could be played at a moment, what is played (KT 10.3a, 10.4)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.field import paired
from vedette.engine.procedure import Procedure, by_name
from vedette.rules.blind_swords.chapters.orders import cic_brigades
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import Drawn, Held, State


class Moment(msgspec.Struct, frozen=True):
    """A window with all that both sides see of it."""

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


EVENTS: dict[str, EventRule] = {}
"""The rule of each Event chit by its name; events.py puts them in."""


def event_of(g: State, side: int, chit: str) -> str:
    """The event that a chit of a side plays: the one of its name, or another that the pack gives it."""
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
    """Whether a held chit is a CIC chit, which lies openly."""
    rating = g.setting.ratings.get(chit)
    return rating is not None and rating.cic


@cites("KT-10.4a-4")
def play_bar(g: State, side: int, chit: str, moment: Moment) -> Reason | None:
    """Why a chit may not be played at a moment: its windows, the scenario, its own conditions."""
    if is_commander(g, chit):
        return commander_bar(g, side, moment)
    printed = g.setting.events.get((side, chit))
    if printed is None or moment.window not in printed.windows:
        return NOT_NOW
    return scenario_bar(g, side, chit) or rule_of(g, side, chit).bar(g, side, moment)


@cites("KT-10.6-10")
def commander_bar(g: State, side: int, moment: Moment) -> Reason | None:
    """A held CIC chit is played before a later draw or at the end of the turn."""
    if moment.window not in ("before-draw", "turn-end"):
        return NOT_NOW
    return None if cic_brigades(g, side) else NOBODY


@cites("KT-20.1g", "KT-20.5-surprise-e-2")
def scenario_bar(g: State, side: int, chit: str) -> Reason | None:
    """Whether the scenario keeps a chit from being played on the enemy this turn.

    Or while brigades act without a chit.
    """
    if g.automatic is not None and chit in g.automatic.barred:
        return Reason(f"{chit} may not be played during these activations", "KT-20.5-surprise-e-2")
    barred = g.setting.rule("chit_barred", chit=chit)
    if barred and g.turn in barred["turns"] and barred["against"] == SIDES[1 - side]:
        return Reason(f"{chit} may not be played on the {barred['against']} side this turn", barred["cite"])
    return None


def offered(g: State, side: int, moment: Moment) -> tuple[str, ...] | None:
    """The held chits that may be played now, each once; None where the side is not even asked.

    Whether it is asked depends on nothing that the other side does not know: with a face-down chit it is wherever
    some chit of its side could be played, with an open CIC chit where that could be.
    """
    names = {h.chit: None for h in g.hands[side]}
    found = [n for n in names if play_bar(g, side, n, moment) is None]
    if found:
        return tuple(found)
    if all(is_commander(g, n) for n in names):
        return None
    others = (n for n in g.setting.window_chits.get((side, moment.window), ()) if n not in names)
    return () if any(play_bar(g, side, n, moment) is None for n in others) else None


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
    """A chit is played the moment it is drawn."""
    _spend(g, side, chit)
    g.drawn = (*g.drawn[:-1], Drawn(side, chit, "played"))
    g.log(Event("played", "KT-10.3a-2", SIDES[side], data=(chit,), reveals=True))


DISCARD = "discard"
"""How the answer begins that throws a chit away which can be neither played nor kept."""


@cites("KT-10.4a-2")
def discard(g: State, side: int, chit: str) -> None:
    """A chit that had to be played when it was drawn and could not be is shown and out for the turn."""
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
    """Write down that a chit is kept; which one, its owner alone reads."""
    seat = SIDES[side]
    g.log(Event("held", "KT-10.4a-3", seat, data=(chit,), only="" if is_commander(g, chit) else seat))
