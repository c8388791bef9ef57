"""What a commander that plans ahead must know of a family: where a plan begins, how far it holds, how things stand.

A family that has none of it leaves `Counsel.planning` out, and `staff.general` plays there as the adjutant does.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol

from vedette.engine.procedure import Ask
from vedette.engine.temper import Temper


class Planning(Protocol):
    """What a family says about plans: pure functions of a state that a seat could be in."""

    postures: Mapping[str, Temper]
    """The tempers under which a plan may be carried out, by name; the plain one is not among them."""

    made: str
    """Which features these are: another word with each change of them, so that older weights are known as such."""

    kinds: frozenset[str]
    """The kinds of question at which a plan may begin."""

    def begins(self, g: Any, ask: Ask) -> bool:
        """Whether a question begins a plan that is worth a search. It stands on what both sides know."""
        ...

    def under_way(self, g: Any, seat: str) -> Hashable | None:
        """What a seat is doing that a plan of its own can hold for; None where it does nothing of the kind."""
        ...

    def period(self, g: Any) -> int:
        """A number that changes where the field is quiet enough to be valued."""
        ...

    def features(self, g: Any) -> Sequence[Sequence[int]]:
        """For each thing that is fought for what the value of a position depends on, in whole numbers."""
        ...

    def held(self, g: Any) -> Sequence[int]:
        """Of each of these, the side that has it."""
        ...
