"""Chapters 13.2, 13.6 and 13.7: who may attack whom in melee.

melee_bar(g, id, hex, chosen)   why a unit does not melee a hex now
strike_bar(g, id, hex, chosen)  the same without the question of the phase: what threatens a hex beforehand
attackers_of(g, side, hex)      who can attack it
kept_out(g, side, hex)          who beside a melee cannot come into it, and why
targets_of(g, side)             the hexes that a side can attack
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.hexes import hexes_of
from vedette.rules.great_battles.chapters.command import UNPAID_MELEE, may_act
from vedette.rules.great_battles.chapters.effectiveness import effective
from vedette.rules.great_battles.chapters.facing import faces, front
from vedette.rules.great_battles.chapters.stacking import fault
from vedette.rules.great_battles.chapters.terrain import crossing_bar
from vedette.rules.great_battles.state import State

NOT_NOW = Reason("melee is for its own side's melee phase", "SW-13.0-6")
NOT_FIT = Reason("infantry and cavalry alone attack in melee", "SW-4.0-F-1")
GUNS = Reason("artillery never attacks in melee", "SW-6.13-4")
GUARD = Reason("the wagon's guard fights only if attacked", "SW-12.13-2")
COLUMN = Reason("infantry in column does not attack in melee", "SW-6.11-3")
RESERVE = Reason("it is in reserve", "SW-8.7-3")
PINNED = Reason("it is pinned", "SW-10.83-1")
ROUTED = Reason("it is routed", "SW-14.3-4")
ENGAGED = Reason("it is engaged", "SW-13.84-2")
ADVANCED = Reason("it has advanced into a hex that was left to it", "SW-13.7-6")
STRUCK = Reason("it has been in a melee in this phase", "SW-13.0-3")
SPENT = Reason("its brigade has lost its combat effectiveness", "SW-20.21-A")
NO_ENEMY = Reason("no enemy is there", "SW-13.0-1")
FELL_BACK = Reason("who is there retreated before melee", "SW-4.0-F-2")
FOUGHT = Reason("a melee has been fought there in this phase", "SW-13.0-3")
FIGHTING = Reason("units are engaged there", "SW-13.84-4")
NOT_BESIDE = Reason("it does not stand beside it", "SW-13.2-1")
NOT_THEN = Reason("nobody there stood beside it when the phase began", "SW-13.2-1")
NOT_BEFORE = Reason("the hex is not before its front", "SW-7.31")
FIRED_ELSEWHERE = Reason("it has fired at another hex", "SW-13.2-3")
NOWHERE = -1
GROUND = "it could not move there: {}"
CROWDED = Reason("no more than two units fight on a side", "SW-13.6-1")
TOO_STRONG = Reason("no more than eight points fight on a side", "SW-13.6-1")


def melee_bar(g: State, id: str, hex: int, chosen: tuple[str, ...] = ()) -> Reason | None:
    """Why a unit does not attack a hex in melee now, beside those chosen already."""
    if g.phase != "melee" or g.player != g.side(id):
        return NOT_NOW
    return strike_bar(g, id, hex, chosen)


def strike_bar(g: State, id: str, hex: int, chosen: tuple[str, ...] = ()) -> Reason | None:
    """Why a unit would not attack a hex in the melee phase of its side, as things stand."""
    return (
        unit_bar(g, id) or command_bar(g, id, hex) or target_bar(g, g.side(id), hex) or pair_bar(g, id, hex)
        or room_bar(g, id, hex, chosen)
    )  # fmt: skip


@cites(
    "SW-4.0-F-1", "SW-10.14-3", "SW-6.11-3", "SW-6.13-4", "SW-8.7-3", "SW-10.83-1", "SW-12.13-2", "SW-13.7-6",
    "SW-13.84-2", "SW-14.3-4",
)  # fmt: skip
def unit_bar(g: State, id: str) -> Reason | None:
    """Why a unit attacks nobody: its arm, formation or state, or it has advanced or fought already."""
    c, u = g.counter(id), g.units[id]
    if c.gun:
        return GUNS
    if c.wagon:
        return GUARD
    if c.leader or u.at < 0:
        return NOT_FIT
    if u.column and c.arm == "infantry":
        return COLUMN
    for bad, reason in ((u.reserve, RESERVE), (u.pinned, PINNED), (u.routed, ROUTED), (u.engaged, ENGAGED)):
        if bad:
            return reason
    return ADVANCED if id in g.advanced else STRUCK if id in g.struck else None


@cites("SW-17.12-1", "SW-17.15-2", "SW-18.5-2", "SW-18.5-3", "SW-19.36-1", "SW-19.36-3", "SW-20.21-A", "GB-26.4-1")
def command_bar(g: State, id: str, hex: int = NOWHERE) -> Reason | None:
    """Why a unit begins no melee: out of command, of an ineffective brigade, not paid for (SW-19.36).

    A melee that goes on costs no points, nor does it to come into it.
    """
    bar = may_act(g, id, "melee")
    if bar is UNPAID_MELEE and any(g.units[i].engaged for i in g.troops(hex, g.side(id))):
        bar = None
    return bar or (None if effective(g, id) else SPENT)


@cites("SW-13.0-1", "SW-4.0-F-2", "SW-13.84-4")
def target_bar(g: State, side: int, hex: int) -> Reason | None:
    """Why a side attacks nobody in a hex: no enemy, who is there fell back, a melee there."""
    there = g.in_hex(hex, 1 - side)
    if not there:
        return NO_ENEMY
    if hex in g.fought:
        return FOUGHT
    if any(g.units[i].engaged for i in there) and not g.troops(hex, side):
        return FIGHTING
    troops = g.troops(hex, 1 - side) or there
    return FELL_BACK if all(i in g.evaded for i in troops) else None


@cites("SW-13.2-1", "SW-13.2-2", "SW-13.2-3", "SW-13.2-4", "SW-13.2-6", "SW-13.3-4", "SW-7.31", "SW-7.32-1")
def pair_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit does not reach a hex: beside it, before its front, at whom it fired.

    Who has fallen back in this melee phase counts where he stood when it began. Nor over ground where it could not
    move. How the defender faces is all the same.
    """
    at = g.at(id)
    if hex not in g.setting.grid.neighbours[at]:
        return NOT_BESIDE
    if g.phase == "melee" and g.retired:
        began, there = dict(g.retired), g.troops(hex, 1 - g.side(id)) or g.in_hex(hex, 1 - g.side(id))
        if all(began.get(i, hex) not in g.setting.grid.neighbours[at] for i in there):
            return NOT_THEN
    if faces(g, id) and not front(g, id) >> hex & 1:
        return NOT_BEFORE
    aims = {h for i, h in g.offensive if i == id}
    if aims and hex not in aims:
        return FIRED_ELSEWHERE
    bar = crossing_bar(g, id, at, hex)
    return Reason(GROUND.format(bar.text), "SW-13.3-4") if bar else None


@cites("SW-13.6-1", "SW-13.6-2", "SW-13.6-3")
def room_bar(g: State, id: str, hex: int, chosen: tuple[str, ...]) -> Reason | None:
    """Why a unit finds no room: two units and eight points a side, of base strength."""
    numbers = g.setting.numbers
    beside = [i for i in (*chosen, *g.troops(hex, g.side(id))) if i != id]
    if len(beside) + 1 > numbers["stack-units"]:
        return CROWDED
    if sum(map(g.strength, (id, *beside))) > numbers["stack-points"]:
        return TOO_STRONG
    return fault(g, (*beside, id))  # mounted cavalry with its like alone (SW-8.24-1)


@cites("SW-13.6-6")
def attackers_of(g: State, side: int, hex: int, chosen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Who can attack a hex beside those chosen, from any hexes around it."""
    if target_bar(g, side, hex):
        return ()
    near = hexes_of(g.setting.grid.near[hex] & g.masks[side])
    return tuple(
        id for at in near for id in g.troops(at, side) if id not in chosen and not strike_bar(g, id, hex, chosen)
    )


@cites("SW-13.84-B", "SW-8.24-1")
def kept_out(g: State, side: int, hex: int) -> tuple[tuple[str, Reason], ...]:
    """Infantry and cavalry of a side beside a melee that goes on who cannot come into it, and why."""
    near = (id for at in hexes_of(g.setting.grid.near[hex] & g.masks[side]) for id in g.troops(at, side))
    bars = ((id, strike_bar(g, id, hex)) for id in near if g.counter(id).small_arms)
    return tuple((id, bar) for id, bar in bars if bar is not None)


def targets_of(g: State, side: int) -> tuple[int, ...]:
    """The hexes that a side can attack now."""
    return tuple(h for h in hexes_of(g.masks[1 - side]) if attackers_of(g, side, h))
