"""Deeds: the few functions that change the field. Each writes one event and keeps the indexes."""

from __future__ import annotations

from typing import Any

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.field import paired
from vedette.rules.valley_campaign.chapters.bridges import watch_repairs
from vedette.rules.valley_campaign.state import ELIMINATED, State

replace = msgspec.structs.replace


def _lift(g: State, id: str, hex: int) -> None:
    left = tuple(i for i in g.stacks[hex] if i != id)
    side = g.side(id)
    g.zones.pop(side, None)
    if left:
        g.stacks[hex] = left
        return
    del g.stacks[hex]
    g.masks = paired(g.masks, side, g.masks[side] & ~(1 << hex))


def _put(g: State, id: str, hex: int) -> None:
    here = g.stacks.get(hex)
    counters = g.setting.counters
    g.stacks[hex] = (id,) if here is None else tuple(sorted((*here, id), key=lambda i: counters[i].order))
    side = counters[id].side
    g.masks = paired(g.masks, side, g.masks[side] | 1 << hex)
    g.zones.pop(side, None)


@cites("JV-2.2-1")
def place(
    g: State, id: str, hex: int, cite: str, kind: str = "moved", data: tuple[Any, ...] = (), holds: bool = True
) -> None:
    """Put a unit into a hex and take it out of the one where it was; the event's data begin with that.

    Args:
        holds: whether it is there for certain; a unit that may be lost as it enters holds the hex only afterwards.
    """
    unit = g.units[id]
    if unit.at >= 0:
        _lift(g, id, unit.at)
    g.units[id] = replace(unit, at=hex)
    _put(g, id, hex)
    g.log(Event(kind, cite, g.seat(id), (id,), hex, (unit.at, *data)))
    if holds:
        hold(g, id, hex)
    if g.repairs:
        watch_repairs(g, id)


@cites("JV-10.8-1", "JV-10.8-2", "JV-10.8-6")
def hold(g: State, id: str, hex: int) -> None:
    """The last unit to be in a hex that victory asks for has it.

    Any unit has, also one that passes through, but not one that is lost as it enters: it occupies nothing.
    """
    wanted = g.setting.victory.get("hexes", ())
    name = g.hex_name(hex)
    if name not in wanted:
        return
    i, side = wanted.index(name), g.side(id)
    if g.holders[i] != side:
        g.holders = (*g.holders[:i], side, *g.holders[i + 1 :])
        g.log(Event("control", "JV-10.8-1", hex=hex, data=(side,)))


def change(g: State, id: str, cite: str, kind: str, data: tuple[Any, ...] = (), **values: Any) -> None:
    """Change the face or the marker of a unit."""
    unit = g.units[id]
    g.units[id] = replace(unit, **values)
    g.log(Event(kind, cite, g.seat(id), (id,), unit.at, data))


def take_off(g: State, id: str, where: int, cite: str, kind: str, data: tuple[Any, ...] = ()) -> None:
    """Take a unit off the map, without its marker; whoever eliminates a leader calls `leaders.Succession` next."""
    unit = g.units[id]
    if unit.at >= 0:
        _lift(g, id, unit.at)
    g.units[id] = replace(unit, at=where, demoralized=0)
    if where == ELIMINATED and g.counter(id).leader:
        g.fallen = (*g.fallen, id)
        g.vacant = (*g.vacant, (id, unit.at))
    g.log(Event(kind, cite, g.seat(id), (id,), unit.at, data))
    if g.repairs:
        watch_repairs(g)


@cites("JV-2.6-6", "JV-2.6-7")
def lose_step(g: State, id: str, cite: str) -> None:
    """A unit loses a step: it is turned to its reduced side, or, with none left, eliminated."""
    if g.steps(id) > 1:
        change(g, id, cite, "step-lost", reduced=True)
    else:
        take_off(g, id, ELIMINATED, cite, "eliminated")
