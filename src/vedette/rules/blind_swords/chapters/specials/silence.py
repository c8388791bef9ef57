"""Guns that do not see the enemy in one Artillery Phase (KT 20.4f): rows `artillery_silent` (side, turn, division)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.rules.blind_swords.state import State

Row = Mapping[str, Any]


def is_silent(g: State) -> bool:
    """Whether guns of a side are bound now."""
    return g.phase == "artillery" and g.setting.rule("artillery_silent", turn=g.turn) is not None


def silent_row(g: State, id: str) -> Row | None:
    """The row that binds a battery now; None outside that one Artillery Phase."""
    if g.phase != "artillery":
        return None
    row = g.setting.rule("artillery_silent", turn=g.turn)
    bound = row is not None and g.counter(id).arm == "artillery" and g.seat(id) == row["side"]
    return row if bound else None


def silent_note(row: Row) -> str:
    """What binds it, for the card of a battery."""
    return f"neither moves nor fires at {row['division']}'s men in this Artillery Phase"


@cites("KT-20.4f-2")
def stand_bar(row: Row) -> Reason:
    """None of them moves in it."""
    return Reason(f"{row['side'].capitalize()} artillery does not move in this Artillery Phase", "KT-20.4f-2")


@cites("KT-20.4f-1")
def unseen_bar(g: State, row: Row, hex: int) -> Reason | None:
    """None of them fires at a hex where a unit of that division stands."""
    if any(g.counter(i).division == row["division"] for i in g.in_hex(hex)):
        return Reason(f"it does not see {row['division']}'s men in this Artillery Phase", "KT-20.4f-1")
    return None


def announce(g: State) -> None:
    """Said once, as the phase begins."""
    row = g.setting.rule("artillery_silent", turn=g.turn)
    if row is not None:
        g.log(Event("silent", row["cite"], row["side"], data=(row["division"],)))
