"""Chapter 9: bridges burn, and repairs begin and end."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.rules.valley_campaign.chapters.deeds import burn, rebuild
from vedette.rules.valley_campaign.chapters.repairs import enemy_bar, guns_bear
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone
from vedette.rules.valley_campaign.setting import Pair
from vedette.rules.valley_campaign.state import Repair, State

BUILDERS = 2
"""Combat strength that a repair needs (JV-9.4-2)."""

BURNS_NOT = Reason("artillery and leaders burn no bridge", "JV-9.1-1")
NOT_BESIDE = Reason("it does not stand at that bridge", "JV-9.1-1")
BURNED = Reason("the bridge is burned already", "JV-9.1-2")
SHAKEN = Reason("it is demoralized", "JV-9.2-1")
HELD = Reason("it stands in an enemy zone of control", "JV-9.2-2")
UNDER_GUNS = Reason("enemy artillery has it in range and sight", "JV-9.2-3")
WAS_UNDER_GUNS = Reason("enemy artillery had it in range and sight earlier in this phase", "JV-9.2-3")
SHORT = Reason("half of its movement allowance is not left", "JV-9.2-7")
TURN = Reason("bridges are repaired in the recovery phase of one's own player turn", "JV-9.4-1")
WHOLE = Reason("the bridge is not burned", "JV-9.4-2")
BUILDS_NOT = Reason(f"only infantry of strength {BUILDERS} or more repairs a bridge", "JV-9.4-2")
AWAY = Reason("it does not stand at that bridge", "JV-9.4-2")
BUSY = Reason("it is being repaired, or the unit repairs another", "JV-9.4-13")


def bridge_name(g: State, bridge: Pair) -> str:
    """A bridge by its two hexes."""
    return f"{g.hex_name(bridge[0])}-{g.hex_name(bridge[1])}"


# -- burning ---------------------------------------------------------------------------------------------


@cites("JV-9.2-6")
def burn_cost(g: State, id: str) -> int:
    """Half of the printed allowance, rounded up."""
    return (g.counter(id).movement + 1) // 2


@cites("JV-9.1-1", "JV-9.1-4", "JV-9.1-6", "JV-9.2-1", "JV-9.2-2", "JV-9.2-3", "JV-9.2-7")
def burn_bar(g: State, id: str, bridge: Pair, left: int, watched: bool = False) -> Reason | None:
    """Why a unit that moves may not burn a bridge, which no ford is.

    Neither guns nor leaders do, only from one of its two hexes; nobody who is demoralized, in an enemy zone, in range
    and sight of enemy guns at any time in this phase, or has less than half of his allowance left.

    Args:
        watched: whether such guns had it in range and sight in a hex where it was earlier in this phase.
    """
    me, hex = g.counter(id), g.at(id)
    if hex not in bridge or bridge not in g.setting.bridges:
        return NOT_BESIDE
    if not me.combat_unit:
        return BURNS_NOT
    if bridge in g.burned:
        return BURNED
    if g.units[id].demoralized:
        return SHAKEN
    if left < burn_cost(g, id):
        return SHORT
    if in_enemy_zone(g, hex, me.side):
        return HELD
    if guns_bear(g, hex, me.side):
        return UNDER_GUNS
    return WAS_UNDER_GUNS if watched else None


@cites("JV-9.2-3", "JV-9.2-7")
def watched_in(g: State, id: str, hex: int, to: int, left: int) -> bool:
    """Whether a unit that goes from a hex to the next may burn no bridge in this phase: guns bear on it in the first.

    Of whoever cannot come to a bridge any more with enough points nothing is noted.

    Args:
        left: the points that it has in the second.
    """
    me, distance = g.counter(id), g.setting.grid.distance
    free = left - burn_cost(g, id)
    if free < 0 or not me.combat_unit:
        return False
    near = any(distance(to, end) <= free for bridge in g.setting.bridges if bridge not in g.burned for end in bridge)
    return near and guns_bear(g, hex, me.side)


@cites("JV-9.1-2", "JV-9.2-5")
def burn_bridge(g: State, id: str, bridge: Pair) -> None:
    """A unit burns a bridge during its move: its hexside is river from now on."""
    burn(g, id, bridge, "JV-9.1-2")


# -- repair ----------------------------------------------------------------------------------------------


@cites("JV-9.4-1", "JV-9.4-2", "JV-9.4-12", "JV-9.4-13")
def repair_bar(g: State, id: str, bridge: Pair) -> Reason | None:
    """Why a unit may not begin to repair a bridge, whoever burned it.

    In its own recovery phase, infantry of strength, one unit for one bridge, out of reach of the enemy.
    """
    me, hex = g.counter(id), g.at(id)
    if g.phase != "recovery" or g.player != me.side:
        return TURN
    if bridge not in g.burned:
        return WHOLE
    if hex not in bridge:
        return AWAY
    if me.arm != "infantry" or g.strength(id) < BUILDERS:
        return BUILDS_NOT
    if any(bridge == r.bridge or id == r.unit for r in g.repairs):
        return BUSY
    return enemy_bar(g, hex, me.side)


def repairs_of(g: State, side: int) -> tuple[tuple[str, Pair], ...]:
    """Every repair that a side may begin: who, and which bridge."""
    return tuple(
        (id, bridge)
        for bridge in g.burned
        for hex in bridge
        for id in g.in_hex(hex)
        if g.side(id) == side and repair_bar(g, id, bridge) is None
    )


@cites("JV-9.4-6", "JV-9.4-7", "JV-9.4-11")
def begin_repair(g: State, id: str, bridge: Pair, die: int) -> None:
    """The die is the number of full turns that pass after this one (JV-9.4-6), however far another had come (-11).

    The bridge stands from the beginning of the turn after those (JV-9.4-7).
    """
    ready = g.turn + die + 1
    g.repairs = (*g.repairs, Repair(bridge, id, ready))
    g.log(Event("repair-begun", "JV-9.4-6", g.seat(id), (id,), g.at(id), (*bridge, ready), die))


@cites("JV-9.4-7")
def finish_repairs(g: State) -> None:
    """At the beginning of a turn the bridges stand whose time has come."""
    for repair in g.repairs:
        if repair.ready <= g.turn:
            rebuild(g, repair.bridge, "JV-9.4-7")
    g.repairs = tuple(r for r in g.repairs if r.ready > g.turn)
