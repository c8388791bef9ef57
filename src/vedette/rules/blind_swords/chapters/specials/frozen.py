"""Units that may not move before a time of the day (KT 20.2h). They may fire and attack (rulings: oddity 94)."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.blind_swords.chapters.specials import release
from vedette.rules.blind_swords.state import State

CITE = "KT-13.0-2"


@cites("KT-20.2h-1")
def frozen_bar(g: State) -> Reason:
    """Why a frozen unit may not move, and until when."""
    asleep = release.row_of(g)
    if asleep is not None:
        return release.fixed_bar(g, asleep)
    row = g.setting.rule("frozen_until")
    if row is None:
        return Reason("it is frozen", CITE)
    return Reason(f"it is frozen until {_time(g, row['turn'])}", row["cite"])


def frozen_note(g: State, id: str) -> str:
    """The same for the card of a unit, with all that frees it before."""
    asleep = release.row_of(g)
    if asleep is not None and g.released:
        return "released: acts and moves from the next phase on"
    if asleep is not None:
        may = "may fire" if id in asleep["units"] else "is not activated, and no event is played on it"
        return f"frozen until {release.until_words(asleep)}; {may}"
    row = g.setting.rule("frozen_until")
    if row is None:
        return "frozen and may not move"
    freed = g.setting.rule("freed_by")
    before = "" if freed is None else f", an attack on one of them or {freed['chit']}'s higher rating"
    return f"frozen till {_time(g, row['turn'])}{before}; may fire"


def _time(g: State, turn: int) -> str:
    clock, at = g.setting.clock, turn - g.setting.first_turn
    return f"{clock[at]} (turn {turn})" if 0 <= at < len(clock) else f"turn {turn}"
