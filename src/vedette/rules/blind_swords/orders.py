"""Chapter 11: the four Orders and what each allows."""

from __future__ import annotations

import msgspec

from vedette.engine.cites import cites
from vedette.rules.blind_swords.costs import POINT, Terms
from vedette.rules.blind_swords.state import State

ATTACK, DEFEND, MANEUVER, REGROUP = "attack", "defend", "maneuver", "regroup"
ORDERS = (ATTACK, DEFEND, MANEUVER, REGROUP)


class Order(msgspec.Struct, frozen=True):
    """What an Order permits."""

    points: dict[str, int]
    """Movement points by arm."""
    fire: bool
    close_combat: bool
    engage: bool
    march: bool
    recover: int
    """Morale Hits that a Recovery removes; 0 where units may not rally."""
    rebuild: bool


ALL_HITS = 9


@cites(
    "KT-11.2-1", "KT-11.2-2", "KT-11.2-3", "KT-11.2-4", "KT-11.2-5", "KT-11.3-1", "KT-11.3-2", "KT-11.3-3", "KT-11.3-4",
    "KT-11.3-5", "KT-11.4-1", "KT-11.4-2", "KT-11.4-3", "KT-11.4-4", "KT-11.4-5", "KT-11.5-1", "KT-11.5-2", "KT-11.5-3",
    "KT-11.1-1", "KT-17.2a-defend", "KT-17.2a-regroup", "KT-17.2a-other", "KT-17.2b-6", "KT-17.1-5",
)  # fmt: skip
def order_of(name: str) -> Order:
    """What an Order permits: KT 11.2 Attack, KT 11.3 Defend, KT 11.4 Maneuver, KT 11.5 Regroup."""
    return TABLE[name]


TABLE = {
    ATTACK: Order({"infantry": 4, "cavalry": 6}, True, True, True, False, 0, False),
    DEFEND: Order({"infantry": 2, "cavalry": 3}, True, False, True, False, 1, False),
    MANEUVER: Order({"infantry": 6, "cavalry": 9}, False, False, False, True, 0, False),
    REGROUP: Order({"infantry": 0, "cavalry": 0}, False, False, False, False, ALL_HITS, True),
}


@cites("KT-13.2-2", "KT-13.2-3", "KT-4.1-8", "KT-11.2-1", "KT-11.3-1", "KT-11.4-1", "KT-11.5-2")
def terms_of(g: State, brigade_arm: str, name: str, effects: tuple[str, ...]) -> Terms:
    """The terms of movement under an Order, with what events make of them (KT-13.2-2, KT-13.2-3, KT-4.1-8).

    Quick March doubles the allowance, Fatigue halves it, fractions dropped.
    """
    order = order_of(name)
    points = order.points[brigade_arm]
    if "quick-march" in effects:
        points *= 2
    if "fatigue" in effects:
        points //= 2
    return Terms(points * POINT, order.engage, order.march, "KT-11.4-2")
