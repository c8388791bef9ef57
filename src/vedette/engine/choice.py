"""A choice: an answer as the rules read it, before anybody has put it into words.

>>> from vedette.engine.choice import DONE, Choice
>>> Choice("step", "7 OH-a", 1234)
Choice(kind='step', unit='7 OH-a', hex=1234, arg=None)
>>> Choice("done") == DONE
True

The procedures of a family offer choices and read them by their fields; the family's text room has one row a kind that
says what a choice is called (`State.words`), so that no rule ever takes a text apart.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Choice(msgspec.Struct, frozen=True):
    """One answer to a question of a player: what is done, by whom, where, and with what."""

    kind: str
    """What is done: "step", "attack", "done" ..."""
    unit: str = ""
    """Who does it, by id; empty where that is plain or nobody."""
    hex: int = -1
    """The hex that it concerns, by its index on the grid; -1 where it concerns none."""
    arg: Any = None
    """What else it takes: another unit, a bridge, a number of points."""


DONE = Choice("done")
"""Ends a phase or a move."""
