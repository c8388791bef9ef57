"""A commander who learns (KT 20.5): from a lucky roll on his higher Command Rating counts.

A row `commander_learns` of the scenario: `side`, `chit`, `needs` (the highest roll that does it), `title`, `cite`. The
higher rating stands in the chart of Command Ratings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.cites import cites
from vedette.rules.blind_swords.state import State

NAME = "commander_learns"
Row = Mapping[str, Any]


@cites("KT-20.5-crook-0", "KT-20.5-crook-c-1", "KT-20.5-crook-c-2", "KT-20.5-crook-e-2")
def is_open(g: State, row: Row) -> bool:
    """Whether a roll could still teach him: not aware yet, and himself in command.

    Who has failed may try again, after a wound too.
    """
    return row["chit"] not in (*g.raised, *g.casualties) and g.turn < g.setting.last_turn


@cites("KT-20.5-crook-0", "KT-20.5-crook-b", "KT-20.5-crook-d")
def grant(g: State, row: Row) -> None:
    """His higher rating counts from now on."""
    g.raised = tuple(sorted((*g.raised, row["chit"])))
