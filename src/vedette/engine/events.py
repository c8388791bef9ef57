"""What happened: one event for each thing done. It is put in words when somebody reads it, from kind and data."""

from __future__ import annotations

from typing import Any

import msgspec

from vedette.engine.cites import TRACING, note


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened, with the case that caused it."""

    kind: str
    cite: str = ""
    seat: str = ""
    """Whose deed it was; empty where nobody's."""
    units: tuple[str, ...] = ()
    hex: int = -1
    data: tuple[Any, ...] = ()
    roll: int = 0
    """Dice that caused it: 1 to 6, or 11 to 66 with the coloured die first; 0 without."""
    only: str = ""
    """Seat that alone may know the data; empty where all may."""
    reveals: bool = False
    """True where the other seat learns something by it, so that no undo may cross it."""

    if TRACING:  # an event is made for every deed: even asking whether somebody listens would cost time

        def __post_init__(self) -> None:
            if self.cite:
                note(self.cite)


class Reason(msgspec.Struct, frozen=True):
    """Why something may not be done: words and case. A question answers with it, a refusal shows it."""

    text: str
    cite: str

    def of(self, who: str) -> Reason:
        """The same, said of somebody: "7 OH-a: it has moved already"."""
        return Reason(f"{who}: {self.text}", self.cite)


class IllegalAction(ValueError):
    """An answer that is not offered. The game is as it was."""

    def __init__(self, action: str, reason: str, cite: str) -> None:
        super().__init__(f"{action}: {reason} ({cite})" if cite else f"{action}: {reason}")
        self.action = action
        self.reason = reason
        self.cite = cite
        if cite:
            note(cite)


class EngineError(RuntimeError):
    """The rules contradict themselves: a fault of the program, never of a player."""
