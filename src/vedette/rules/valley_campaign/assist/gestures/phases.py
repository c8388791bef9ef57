"""Texts that belong to another phase of the turn, and units set up out of order.

phase_bar(g, seat, text)            why a text is not for this phase
set_up_parts, set_up_refusal        `ID: HEX` for a unit to be set up: taken apart, and why it is refused
"""

from __future__ import annotations

import re

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.run import asks
from vedette.rules.valley_campaign.chapters.sequence import SET_UP
from vedette.rules.valley_campaign.chapters.setup import left, next_unit, place_bar
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

EARLIER = Reason("what is over is not made up for", "JV-3.1-6")
LATER = Reason("that is for another phase", "JV-3.1-5")
THEIRS = Reason("in the enemy's player turn one acts only where a result asks for it", "JV-3.1-8")
PHASES = (SET_UP, "movement", "combat", "recovery")
"""In the order in which they are played."""
TEXTS = (
    (r"place .+|rest as proposed", "set-up"),
    (
        r"move .+|march .+ to \d+|step .+|enter .+ at \d+(?: to \d+)?|.+: [\d-]+|.+: [\d-]*(?:exit|burn \d+-\d+)",
        "movement",
    ),
    (r"attack \d+|.+ attack \d+|.+ bombard .+", "combat"),
    (r".+: repair \d+-\d+", "recovery"),
)
"""The texts that begin something in each phase."""
SETS_DOWN = ("set-up", "leader-place")
"""Questions that are answered by a unit and a hex without anybody moving."""


@cites("JV-3.1-5", "JV-3.1-6", "JV-3.1-8")
def phase_bar(g: State, seat: str, text: str) -> Reason | None:
    """Why a text is not for now: its phase is over or still to come, or it is the enemy's player turn."""
    phase = next((word for pattern, word in TEXTS if re.fullmatch(pattern, text, re.IGNORECASE)), None)
    if phase is None or phase == g.phase:
        return None
    if re.fullmatch(r".+: \d+", text) and any(ask.kind in SETS_DOWN for ask in asks(g)):
        return None
    if g.phase != SET_UP and seat != SIDES[g.player]:
        return THEIRS
    return EARLIER if PHASES.index(phase) < PHASES.index(g.phase) else LATER


def set_up_parts(g: State, seat: str, text: str) -> list[str] | None:
    """`ID: HEX` for a unit that is not the next in turn: pick it, then put it there."""
    id = _wanted(g, seat, text)
    return None if id is None or id == next_unit(g) or set_up_refusal(g, seat, text) else [f"place {id}", text]


def set_up_refusal(g: State, seat: str, text: str) -> tuple[str, str] | None:
    """Why a unit cannot be set up there; None for any other text."""
    id, name = _wanted(g, seat, text), text.rpartition(": ")[2]
    if id is None or not g.setting.grid.has(name):
        return None
    bar = place_bar(g, id, g.setting.grid.index(name))
    return (bar.text, bar.cite) if bar else None


def _wanted(g: State, seat: str, text: str) -> str | None:
    """The unit to be set up that a text `ID: HEX` names."""
    id = text.rpartition(": ")[0].lower()
    side = SIDES.index(seat) if seat in SIDES else -1
    return next((i for i in left(g, side) if i.lower() == id), None) if side >= 0 else None
