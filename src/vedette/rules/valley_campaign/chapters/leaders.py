"""Chapters 8.1 to 8.4 and 8.8: whom a leader helps.

    attack_shift(g, attackers, hex)     every leader who could lend an attack his columns, and how; his owner picks one
    defence_shift(g, hex)               the same for the defender: leaders of the hex itself
    chain(g, leader)                    the units that his command links to him
    lone_leaders(g, hex)                whether an attack goes to the last column whatever its odds
    safe(g, id)                         whether nobody attacks a unit any more in this phase
    attacker_bar(g, id)                 why a leader is no attacker

How leaders are lost, replaced and made is told in casualties.py.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.valley_campaign.state import State

STACKED, ADJACENT, CHAIN = "stacked", "adjacent", "chain"
WAYS = {STACKED: "JV-8.1-3", ADJACENT: "JV-8.1-7", CHAIN: "JV-8.3-1"}
"""How a shift reaches an attacker, the nearest first, and by which case."""
ALONE = Reason("a leader never attacks on his own", "JV-8.1-2")


class LeaderShift(msgspec.Struct, frozen=True, array_like=True):
    """A leader who could lend a combat his shift."""

    leader: str
    columns: int
    """His rating; to the right for the attacker, to the left for the defender."""
    way: str
    cite: str


@cites("JV-8.1-2")
def attacker_bar(g: State, id: str) -> Reason | None:
    """Why a unit is no attacker by itself: leaders have no strength to attack with."""
    return ALONE if g.counter(id).leader else None


@cites(
    "JV-8.1-1", "JV-8.1-3", "JV-8.1-4", "JV-8.1-5", "JV-8.1-8", "JV-8.1-10", "JV-8.1-11", "JV-8.3-5", "JV-8.6-10",
)  # fmt: skip
def attack_shift(g: State, attackers: Iterable[str], hex: int) -> tuple[LeaderShift, ...]:
    """Every leader who could lend an attack on a hex his shift, the largest first.

    His owner takes one or none; it comes on top of every other shift, and is all of his rating. One attacker whom he
    reaches is enough. A demoralized leader lends nothing, a subordinate as much as any other. Asked at each attack
    anew: what a combat has broken is broken. An attack on lone leaders takes no shifts (JV 8.8).
    """
    units = tuple(attackers)
    if not units or lone_leaders(g, hex):
        return ()
    found = [
        LeaderShift(leader, g.counter(leader).shift, way, WAYS[way])
        for leader in _able(g, g.on_map(g.side(units[0])))
        if (way := reaches(g, leader, units))
    ]
    return _best_first(found)


@cites("JV-6.4-2", "JV-6.12-10")
def safe(g: State, id: str) -> bool:
    """Whether nobody attacks a unit any more in this phase: attacked once, or fallen back."""
    return id in g.attacked or id in g.retreated


@cites("JV-8.4-1", "JV-8.4-2", "JV-8.4-3", "JV-8.4-4", "JV-8.1-8", "JV-6.12-10")
def defence_shift(g: State, hex: int) -> tuple[LeaderShift, ...]:
    """Every leader who could lend the defenders of a hex his shift, the largest first.

    Only one who is in the hex and not demoralized, whatever the command of the others; together with all other shifts.
    A leader without troops does not help himself (JV 8.8), nor does one help who is not attacked with them.
    """
    if lone_leaders(g, hex):
        return ()
    able = [id for id in _able(g, g.in_hex(hex)) if not safe(g, id)]
    found = [LeaderShift(id, g.counter(id).shift, STACKED, "JV-8.4-1") for id in able]
    return _best_first(found)


def _able(g: State, ids: Iterable[str]) -> list[str]:
    """The leaders among them who are not demoralized."""
    return [id for id in ids if g.counter(id).leader and not g.units[id].demoralized]


def _best_first(found: list[LeaderShift]) -> tuple[LeaderShift, ...]:
    return tuple(sorted(found, key=lambda shift: -shift.columns))


@cites("JV-8.1-3", "JV-8.1-7", "JV-8.2-1", "JV-8.2-2", "JV-8.6-9", "JV-8.7-10")
def reaches(g: State, leader: str, attackers: Iterable[str]) -> str:
    """By which way a leader's shift reaches an attack, empty where by none.

    Any unit of his side in his hex or beside it, whatever its command; further off only his own, and so nobody where he
    has none, as no subordinate has.
    """
    units = tuple(attackers)
    distance, here = g.setting.grid.distance, g.at(leader)
    nearest = min(distance(here, g.at(id)) for id in units)
    if nearest <= 1:
        return ADJACENT if nearest else STACKED
    linked = chain(g, leader)
    return CHAIN if any(id in linked for id in units) else ""


@cites("JV-8.3-1", "JV-8.3-2", "JV-8.3-3", "JV-8.3-4")
def chain(g: State, leader: str) -> tuple[str, ...]:
    """The units of a leader's own command that a chain links to him, in counter order.

    It begins with whoever is beside him or with him and goes on from hex to hex, as far as it will. Guns and
    demoralized units are links like all others; a unit without an abbreviation is none.
    """
    command, near = g.counter(leader).command, g.setting.grid.near
    if not command:
        return ()
    own = [id for id in g.on_map(g.side(leader)) if g.counter(id).command == command and not g.counter(id).leader]
    reached = near[g.at(leader)] | 1 << g.at(leader)
    linked: set[str] = set()
    while new := {id for id in own if id not in linked and reached >> g.at(id) & 1}:
        linked |= new
        for id in new:
            reached |= near[g.at(id)]
    return tuple(id for id in own if id in linked)


@cites("JV-8.8-2")
def lone_leaders(g: State, hex: int) -> bool:
    """Whether nobody but leaders stands in a hex: an attack on it takes the last column."""
    here = g.in_hex(hex)
    return bool(here) and all(g.counter(id).leader for id in here)
