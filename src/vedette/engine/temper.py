"""The temper of the adjutant: multipliers and switches on what it weighs, all of them plain by default.

A temper belongs to a scenario and a seat. It rides on a family's scene and is part of the key of whatever is kept.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

MOST = 100.0
"""The largest multiplier; neither infinity nor what is no number is one."""
Times = Annotated[float, msgspec.Meta(ge=0, le=MOST)]


class Temper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a family's terms is weighed otherwise than plainly; a family without a term passes it over."""

    danger: Times = 1.0
    """How much likely losses to the enemy's next attacks count."""
    hope: Times = 1.0
    """How much attacks that could be made from a hex count."""
    entering: bool = False
    """What must be entered is not emptied from afar: no gun fires at a goal hex in the last turns that foot can attack,
    and an attack without foot earns nothing for emptying one."""
    no_empty_attack: bool = False
    """An attack that nobody would make is worth less than none."""
    guarded: bool = False
    """The leader whose loss loses the battle keeps out of reach of guns, horse and foot, and of those who come next."""
    losses: Times = 1.0
    """How much the side's own losses count against the enemy's."""
    prizes: Times = 1.0
    """How much victory hexes count against strength."""
    hold: Times = 1.0
    """How much standing on a victory hex of one's own counts."""
    together: Times = 1.0
    """How much company counts: steady units of the brigade beside a unit, foot beside guns."""
    daring: Times = 1.0
    """How much an assault, or a melee, must be worth before it is made."""
    thrift: Times = 1.0
    """How much what an army pays for its moves counts against what they bring."""


PLAIN = Temper()


def leaned(posture: Temper | None, usual: Temper) -> Temper:
    """How a seat weighs under a posture, None being none: what it never leaves out stays."""
    if posture is None:
        return usual
    return msgspec.structs.replace(posture, guarded=True) if usual.guarded else posture
