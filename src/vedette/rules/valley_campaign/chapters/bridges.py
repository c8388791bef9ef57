"""Chapter 9: bridges burn, and are repaired.

guns_bear(g, hex, side)             whether enemy artillery keeps anybody in a hex from a bridge
watch_repairs(g, moved, fought)     repairs that something has disturbed are broken off
burn_bar, burn_bridge               why a unit may not burn a bridge, and it does
repair_bar, RepairBridge            why it may not repair one, and the die that says how long that takes
finish_repairs(g)                   bridges stand again
"""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import CHANCE, DIE, Ask, Done, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.chapters.sight import sees
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone
from vedette.rules.valley_campaign.setting import Pair
from vedette.rules.valley_campaign.state import Repair, State

# -- what keeps a unit from a repair, or breaks it off (9.4) ---------------------------------------------

GUN_RANGE = 4
"""Hexes within which guns in sight of a hex keep anybody there from a bridge (JV-9.2-3, JV-9.4-4)."""
ENEMY_NEAR = Reason("an enemy is adjacent", "JV-9.4-3")
GUNS_BEAR = Reason("enemy artillery has it in range and sight", "JV-9.4-4")


@cites("JV-9.2-4", "JV-9.4-5")
def guns_bear(g: State, hex: int, side: int) -> bool:
    """Whether enemy artillery has a hex in range and sight; demoralized artillery counts for nothing."""
    near = g.setting.grid.within(hex, GUN_RANGE) & g.masks[1 - side]
    for at in hexes_of(near):
        if any(g.counter(i).gun and not g.units[i].demoralized for i in g.in_hex(at)) and sees(g, at, hex):
            return True
    return False


@cites("JV-9.4-3", "JV-9.4-4")
def enemy_bar(g: State, hex: int, side: int) -> Reason | None:
    """Why a unit in a hex repairs no bridge: an enemy beside it, or his guns."""
    if g.setting.grid.near[hex] & g.masks[1 - side]:
        return ENEMY_NEAR
    return GUNS_BEAR if guns_bear(g, hex, side) else None


@cites("JV-9.4-9", "JV-9.4-10", "JV-9.4-13")
def watch_repairs(g: State, moved: str = "", fought: bool = False) -> None:
    """Break off the repairs that something has disturbed; called wherever somebody has moved, fought or recovered.

    Args:
        moved: who has moved just now.
        fought: whether a combat phase is over.
    """
    for repair in g.repairs:
        id = repair.unit
        if id == moved or g.at(id) not in repair.bridge:
            cite = "JV-9.4-13" if id != moved else "JV-9.4-9"
        elif fought and (id in g.fought or id in g.attacked):
            cite = "JV-9.4-9"
        elif enemy_bar(g, g.at(id), g.side(id)) is not None:
            cite = "JV-9.4-10"
        else:
            continue
        g.repairs = tuple(r for r in g.repairs if r != repair)
        g.log(Event("repair-broken-off", cite, g.seat(id), (id,), repair.bridge[0], repair.bridge))


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


def bridge_name(g: State, bridge: Sequence[int]) -> str:
    """A bridge by its two hexes."""
    return f"{g.hex_name(bridge[0])}-{g.hex_name(bridge[1])}"


# -- burning ---------------------------------------------------------------------------------------------


@cites("JV-9.2-6")
def burn_cost(g: State, id: str) -> int:
    """Half of the printed allowance, rounded up."""
    return (g.counter(id).movement + 1) // 2


@cites("JV-9.1-1", "JV-9.1-4", "JV-9.1-6", "JV-9.2-1", "JV-9.2-2", "JV-9.2-3", "JV-9.2-7")
def burn_bar(g: State, id: str, bridge: Pair, left: int, watched: bool = False) -> Reason | None:
    """Why a unit that moves may not burn a bridge; fords are not burned.

    Only from one of its two hexes, and never guns or leaders; nobody who is demoralized, in an enemy zone, was in range
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

    This is not noted of a unit that can no longer come to a bridge with enough points.

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
    """A unit burns a bridge during its move: from now on its hexside is river."""
    g.burned = tuple(sorted((*g.burned, bridge)))
    g.zones = {}
    g.log(Event("bridge-burned", "JV-9.1-2", g.seat(id), (id,), g.at(id), bridge))


# -- repair ----------------------------------------------------------------------------------------------


@cites("JV-9.4-1", "JV-9.4-2", "JV-9.4-12", "JV-9.4-13")
def repair_bar(g: State, id: str, bridge: Pair) -> Reason | None:
    """Why a unit may not begin to repair a bridge, whoever burned it.

    Infantry of some strength repairs, one unit for one bridge, in its own recovery phase, out of reach of the enemy.
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
    """The die is the number of full turns that pass after this one, however far another unit had come.

    The bridge stands from the beginning of the turn after those.
    """
    ready = g.turn + die + 1
    g.repairs = (*g.repairs, Repair(bridge, id, ready))
    g.log(Event("repair-begun", "JV-9.4-6", g.seat(id), (id,), g.at(id), (*bridge, ready), die))


@cites("JV-9.4-7")
def finish_repairs(g: State) -> None:
    """At the beginning of a turn the bridges stand again whose time has come."""
    for repair in g.repairs:
        if repair.ready <= g.turn:
            g.burned = tuple(b for b in g.burned if b != repair.bridge)
            g.zones = {}
            g.log(Event("bridge-repaired", "JV-9.4-7", hex=repair.bridge[0], data=repair.bridge))
    g.repairs = tuple(r for r in g.repairs if r.ready > g.turn)


@procedure("repair-bridge")
class RepairBridge(Procedure, frozen=True):
    """A die says how long a repair takes (JV 9.4)."""

    unit: str
    bridge: tuple[int, int]

    def title(self, g: State) -> str:
        return f"{self.unit} repairs the bridge {bridge_name(g, self.bridge)}"

    @cites("JV-9.4-6")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "JV-9.4-6", f"the turns that {self.unit} needs for the bridge")

    def read(self, g: State, die: int) -> Result:
        begin_repair(g, self.unit, self.bridge, die)
        return Done()
