"""Why an answer belongs to another phase of the turn (SW 4.0)."""

from __future__ import annotations

import re

from vedette.engine.events import Reason
from vedette.rules.great_battles.setting import SIDE_INDEX, SIDES
from vedette.rules.great_battles.state import State

MOVES = re.compile(
    r"^(?:move|march|step|enter) "
    r"|^[^:]+: (?:\d{4}|face |column|line|limber|unlimber|mount|dismount|reserve|leave reserve|exit|on top)",
    re.IGNORECASE,
)
PAYS = re.compile(r"^pay for ", re.IGNORECASE)
FIRES = re.compile(r"(?:^|\s)fire at \d{4}$", re.IGNORECASE)
MELEES = re.compile(r"(?:^|\s)(?:melee|assault) \d{4}$", re.IGNORECASE)

OVER = Reason("the game is over", "SW-4.0-2")
TABLE = (
    (PAYS, ("command",), Reason("army morale is paid in the initial command phase", "SW-4.0-A-1")),
    (MOVES, ("movement", "set-up"), Reason("units move in their own movement phase", "SW-4.0-B-1")),
    (FIRES, ("defensive-fire", "offensive-fire"), Reason("fire is for the fire phases", "SW-4.0-C-1")),
    (MELEES, ("melee",), Reason("melee is for the melee phase", "SW-4.0-F-1")),
)  # fmt: skip
"""What a text is, the phases in which it is given, and what is said in any other."""
FIRST = {"defensive-fire": False, "command": True, "movement": True, "offensive-fire": True, "melee": True}
"""Whether the phase is the phasing player's own."""


def phase_bar(g: State, seat: str, text: str) -> Reason | None:
    """Why a text is not offered in this phase at all."""
    if g.over:
        return OVER
    for pattern, phases, bar in TABLE:
        if not pattern.search(text):
            continue
        mine = g.phase == "set-up" or (SIDE_INDEX.get(seat) == g.player) == FIRST.get(g.phase, True)
        if g.phase not in phases or not mine:
            who = "" if g.player < 0 else f"; it is the {SIDES[g.player].capitalize()} player turn, {g.phase}"
            return Reason(f"{bar.text}{who}", bar.cite)
        return None
    return None
