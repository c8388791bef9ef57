"""Chapter 19: army morale, which is spent on Union brigades and lowered by losses.

price(g, brigade), pay_bar          what a brigade costs to move, and why it is not paid for
payable(g, side)                    the brigades that can be paid for now
spend_morale, raise_morale          the points fall and rise
lower_morale(g, id, n, cite)        what points lost by a unit cost
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.rules.great_battles.setting import SIDES, UNION
from vedette.rules.great_battles.state import State

POOR = Reason("army morale is too low to pay for the brigade", "SW-19.1-4")
PAID = Reason("it is paid for", "SW-19.31-1")
FREE = Reason("only Union brigades are paid for", "SW-19.31-1")


@cites("SW-19.33-1", "SW-19.1-3", "SW-19.33-3")
def lower_morale(g: State, id: str, n: int, cite: str) -> None:
    """Union points lost, captured or routed cost army morale, never below zero."""
    if g.side(id) == UNION and g.counter(id).small_arms:
        spend_morale(g, n, cite)


@cites("SW-19.1-3")
def spend_morale(g: State, n: int, cite: str) -> None:
    """Army morale falls, but not below zero."""
    n = min(n, g.morale)
    if n:
        g.morale -= n
        g.log(Event("morale", cite, SIDES[UNION], data=(-n, g.morale)))


@cites("SW-19.33-2", "SW-19.1-5")
def raise_morale(g: State, n: int, cite: str) -> None:
    """Army morale rises: by the income of a turn, and by points that rally."""
    if n:
        g.morale += n
        g.log(Event("morale", cite, SIDES[UNION], data=(n, g.morale)))


@cites("SW-19.31-1", "SW-19.32-1", "SW-19.32-2", "SW-19.35-2", "SW-20.21-D", "GB-25.6-1", "GB-25.7", "GB-25.8")
def price(g: State, brigade: str) -> int:
    """What it costs to move a brigade in this player turn: 5, ineffective 10, its dear first move more.

    Demoralization alone costs nothing.
    """
    n = g.setting.numbers
    usual = n["morale-ineffective"] if brigade in g.ineffective else n["morale-move"]
    first = g.setting.brigades[brigade].first_cost
    return usual + (first - n["morale-move"] if first and brigade not in g.opened else 0)


@cites("SW-19.1-4", "SW-19.31-1")
def pay_bar(g: State, brigade: str) -> Reason | None:
    """Why a brigade cannot be paid for."""
    if g.setting.brigades[brigade].side != UNION:
        return FREE
    if brigade in g.paid:
        return PAID
    return POOR if price(g, brigade) > g.morale else None


def payable(g: State, side: int) -> tuple[str, ...]:
    """The brigades that a side can pay for now and that have units on the map to move."""
    return tuple(
        b for b in g.setting.brigades
        if g.setting.brigades[b].side == side and pay_bar(g, b) is None
        and any(g.counter(i).brigade == b and not g.counter(i).leader for i in g.on_map(side))
    )  # fmt: skip
