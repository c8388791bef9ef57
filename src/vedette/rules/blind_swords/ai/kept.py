"""What is kept from one decision to the next: what was worked out where all that matters of the state is the same."""

from __future__ import annotations

from vedette.rules.blind_swords.state import State, Unit


class Look:
    """A state by the part of it that matters for something; equal where that part is.

    As the argument of a function that keeps its last results it stands for every state that is alike in this. What
    matters is always public, so that nothing of what a seat imagined of the other's chits is found again.
    """

    __slots__ = ("_hash", "_key", "g")

    def __init__(self, g: State, *matters: object) -> None:
        self.g = g
        self._key = (g.setting, *matters)
        self._hash = hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Look) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash


def army(g: State, side: int) -> tuple[int, tuple[str, ...], tuple[Unit, ...], tuple[str, ...]]:
    """The units of a side as they are, and who of either may not act."""
    ids, units = g.armies[side], g.units
    return side, ids, tuple([units[i] for i in ids]), g.chaos


def field_of(g: State) -> tuple[object, ...]:
    """All that is public of a position, but for the procedure that is under way and the chits."""
    won = g.control, g.exits, g.earned, g.given
    marks = g.automatic, g.good_ground, g.tracks, g.released
    return (*army(g, 0), *army(g, 1), g.options, g.turn, g.waiting, *won, *marks)
