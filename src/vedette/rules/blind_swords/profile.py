"""The named differences between the Blind Swords books: a number is a field, an exception is a function."""

from __future__ import annotations

import msgspec


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """What one book says where the books differ."""

    name: str
    title: str
    prefix: str
    """Of its case ids."""
    stacking_limit: int
    """Strength points in a hex (KT-6.1-1)."""
    cavalry_stacks_apart: bool
    """Mounted units stand only with mounted units (KT-6.1b-1)."""
    artillery_engages_at: int
    """Hexes within which artillery is Engaged (KT-13.6-3)."""
    artillery_allowance: int
    """Movement points of artillery (KT-9.0-2)."""
    panic_cr: int
    """Highest modified Cohesion Rating that can panic (KT-15.1b-P1-2)."""
    panic_retreat: int
    """Hexes a panicked unit falls back (KT-15.1b-P1-3)."""
    rally_distance: int
    """Hexes from every enemy that a rally needs (KT-17.1-6)."""
    fire_left_of_c_lost: bool
    """Fire shifted left of column C has no effect (KT-12.3-shift-left-limit)."""


KERNSTOWN = Profile(
    name="kernstown",
    title="Kernstown",
    prefix="KT",
    stacking_limit=10,
    cavalry_stacks_apart=True,
    artillery_engages_at=2,
    artillery_allowance=6,
    panic_cr=2,
    panic_retreat=3,
    rally_distance=3,
    fire_left_of_c_lost=True,
)

PROFILES = {p.name: p for p in (KERNSTOWN,)}
