"""Hands of Event chits: what is held, what could be played at a moment, what is played (KT 10.3a, 10.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.rules.blind_swords.moment import Moment
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import Drawn, Held, State, paired

if TYPE_CHECKING:
    from vedette.rules.blind_swords.events import EventRule

NOT_NOW = Reason("its description does not allow it at this moment", "KT-10.4a-4")


def rule_of(chit: str) -> EventRule:
    """The rule of a chit by its name."""
    from vedette.rules.blind_swords.events import EVENTS

    return EVENTS[chit]


@cites("KT-10.4a-2", "KT-10.4a-4", "KT-10.4a-1", "KT-20.1g", "KT-20.1d")
def play_bar(g: State, side: int, chit: str, moment: Moment) -> Reason | None:
    """Why a chit may not be played at a moment: its windows, the scenario, its own conditions.

    KT-10.4a-2, KT-10.4a-4; KT-20.1g.
    """
    if g.setting.ratings.get(chit) is not None:
        return None if moment.window in ("before-draw", "turn-end") else NOT_NOW
    printed = g.setting.events.get((side, chit))
    if printed is None or moment.window not in printed.windows:
        return NOT_NOW
    barred = g.setting.rule("chit_barred", chit=chit)
    if barred and g.turn in barred["turns"] and barred["against"] == SIDES[1 - side]:
        return Reason(f"{chit} may not be played on the {barred['against']} side this turn", barred["cite"])
    return rule_of(chit).bar(g, side, moment)


def playable(g: State, side: int, moment: Moment) -> tuple[str, ...]:
    """The held chits that may be played now, by name, each once."""
    names = dict.fromkeys(h.chit for h in g.hands[side])
    return tuple(n for n in names if play_bar(g, side, n, moment) is None)


def possible(g: State, side: int, moment: Moment) -> bool:
    """Whether some chit of the side could be played now, so that a holder of any chit is asked."""
    pool = dict.fromkeys(g.setting.pool(side))
    cics = [a.chit for a in g.setting.activations.values() if a.cic and a.side == side]
    return any(play_bar(g, side, n, moment) is None for n in (*pool, *cics))


@cites("KT-10.4a-4", "KT-10.8-1")
def play_held(g: State, side: int, chit: str) -> None:
    """A held chit is shown and spent for the turn (KT-10.4a-4, KT-10.8-1)."""
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
    """A chit is played the moment it is drawn (KT-10.3a-2)."""
    _spend(g, side, chit)
    g.drawn = (*g.drawn[:-1], Drawn(side, chit, "played"))
    g.log(Event("played", "KT-10.3a-2", SIDES[side], data=(chit,), reveals=True))


def _spend(g: State, side: int, chit: str) -> None:
    if chit not in g.setting.ratings:
        g.spent = paired(g.spent, side, tuple(sorted((*g.spent[side], chit))))


def hold(g: State, side: int, chit: str) -> None:
    """A drawn chit is kept face down (KT-10.3a-2, KT-10.4a-3)."""
    g.hands = paired(g.hands, side, (*g.hands[side], Held(chit, len(g.drawn) - 1)))
    g.log(Event("held", "KT-10.4a-3", SIDES[side], data=(chit,), only=SIDES[side]))
