"""Deeds: the few functions that change the field. Each writes one event and keeps the indexes."""

from __future__ import annotations

from typing import Any

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.field import paired
from vedette.rules.great_battles.state import EXITED, State, Unit

replace = msgspec.structs.replace


def _lift(g: State, id: str, hex: int) -> None:
    side = g.side(id)
    left = tuple(i for i in g.stacks[hex] if i != id)
    g.sets = {}
    if left:
        g.stacks[hex] = left
    else:
        del g.stacks[hex]
    if all(g.side(i) != side for i in left):
        g.masks = paired(g.masks, side, g.masks[side] & ~(1 << hex))
    _layers(g, hex, side)


def _put(g: State, id: str, hex: int) -> None:
    side = g.side(id)
    g.stacks[hex] = tuple(sorted((*g.stacks.get(hex, ()), id), key=g.rank))
    g.masks = paired(g.masks, side, g.masks[side] | 1 << hex)
    g.sets = {}
    _layers(g, hex, side)


def _layers(g: State, hex: int, side: int) -> None:
    """Number the layers of a side's stack anew, with 0 on top."""
    for n, id in enumerate(g.troops(hex, side)):
        if g.units[id].layer != n:
            g.units[id] = replace(g.units[id], layer=n)


@cites("SW-12.36-2")
def _part(g: State, id: str) -> None:
    """Batteries that are no longer side by side have not been so for the entire game turn."""
    if any(id in pair for pair in g.together):
        far, at = g.setting.grid.distance, g.at
        g.together = tuple(
            (a, b) for a, b in g.together if id not in (a, b) or (at(a) >= 0 <= at(b) and far(at(a), at(b)) <= 1)
        )


@cites("SW-8.6-1")
def place(
    g: State, id: str, hex: int, cite: str, kind: str = "moved", data: tuple[Any, ...] = (), facing: int | None = None
) -> None:
    """Put a unit into a hex, at the bottom of its side's stack there, and take it out of the one where it was.

    The event's data begin with the hex where it was. `facing` is the one that it takes.
    """
    unit = g.units[id]
    if unit.at >= 0:
        _lift(g, id, unit.at)
    bottom = 0 if g.counter(id).leader else len(g.troops(hex, g.side(id)))
    g.units[id] = replace(unit, at=hex, layer=bottom, facing=unit.facing if facing is None else facing)
    _put(g, id, hex)
    _part(g, id)
    g.log(Event(kind, cite, g.seat(id), (id,), hex, (unit.at, *data)))


@cites("SW-8.6-1")
def put_on_top(g: State, id: str, cite: str) -> None:
    """Change the order of a stack: this unit comes to lie on top."""
    hex, side = g.at(id), g.side(id)
    for n, other in enumerate((id, *(i for i in g.troops(hex, side) if i != id))):
        g.units[other] = replace(g.units[other], layer=n)
    g.stacks[hex] = tuple(sorted(g.stacks[hex], key=g.rank))
    g.sets = {}
    g.log(Event("on-top", cite, g.seat(id), (id,), hex))


def change(g: State, id: str, cite: str, kind: str, data: tuple[Any, ...] = (), **values: Any) -> None:
    """Change what a unit is: formation, facing, markers, strength, crew, rounds. Never its place."""
    g.units[id] = replace(g.units[id], **values)
    g.sets = {}
    g.log(Event(kind, cite, g.seat(id), (id,), g.units[id].at, data))


@cites("SW-12.36-5")
def take_off(g: State, id: str, where: int, cite: str, kind: str, data: tuple[Any, ...] = ()) -> None:
    """Take a unit off the map, without its markers; whoever takes off the last troops of a hex sees to its leaders.

    The rounds of a battery that is lost are lost too.
    """
    unit = g.units[id]
    seat = g.seat(id)
    if unit.at >= 0:
        _lift(g, id, unit.at)
    rounds = unit.rounds if where == EXITED else 0
    clean = Unit(where, unit.strength, crew=unit.crew, rounds=rounds, taken=unit.taken, routed=unit.routed,
                 depleted=unit.depleted)  # fmt: skip
    g.units[id] = clean
    _part(g, id)
    g.log(Event(kind, cite, seat, (id,), unit.at, data))


def capture_wagon(g: State, id: str, cite: str) -> None:
    """The wagon changes hands where it stands (SW-12.16)."""
    hex = g.at(id)
    _lift(g, id, hex)
    g.units[id] = replace(g.units[id], taken=not g.units[id].taken, strength=0, routed=False, pinned=False)
    g.units[id] = replace(g.units[id], layer=len(g.troops(hex, g.side(id))))
    _put(g, id, hex)
    g.log(Event("wagon-captured", cite, g.seat(id), (id,), hex))
