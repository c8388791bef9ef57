"""What is kept from one decision to the next: what was worked out where all that matters of the state is the same."""

from __future__ import annotations

from vedette.rules.valley_campaign.state import State


class Look:
    """A state by the part of it that matters for something; equal where that part is.

    As the argument of a function that keeps its last results it stands for every state that is alike in this.
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


def army(g: State, side: int, without: str = "") -> tuple[object, ...]:
    """The units of a side as they are, but for one."""
    units = g.units
    return side, tuple([units[i] for i in g.armies[side] if i != without])


def field_of(g: State, without: str = "") -> tuple[object, ...]:
    """All that matters of a position, but for one unit that is under way."""
    combat = g.fought, g.attacked, g.retreated, g.displaced, g.advanced
    sides = (*army(g, 0, without), *army(g, 1, without))
    return (*sides, g.turn, g.phase, g.player, g.moved, g.burned, g.holders, *combat)
