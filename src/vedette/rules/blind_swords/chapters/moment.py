"""The moment at which a chit could be played."""

from __future__ import annotations

import msgspec


class Moment(msgspec.Struct, frozen=True):
    """A window with all that both sides see of it."""

    window: str
    """drawn, before-draw, after-order, fired-at, assault-declared, own-test or turn-end."""
    acting: int = 0
    hex: int = -1
    units: tuple[str, ...] = ()
    brigade: str = ""
    order: str = ""
    effects: tuple[str, ...] = ()
    """What chits have done in this window already."""
