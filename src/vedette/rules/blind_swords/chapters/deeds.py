"""Deeds: the few functions that change the field. Each writes one event and keeps the indexes."""

from __future__ import annotations

from typing import Any

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.field import paired
from vedette.rules.blind_swords.chapters.held_back import came
from vedette.rules.blind_swords.chapters.values import printed_sp
from vedette.rules.blind_swords.chapters.victory import decide, takes_hexes
from vedette.rules.blind_swords.state import AVAILABLE, BOXES, ELIMINATED, EXITED, Exit, State

replace = msgspec.structs.replace


def _lift(g: State, id: str, hex: int) -> None:
    left = tuple(i for i in g.stacks[hex] if i != id)
    if left:
        g.stacks[hex] = left
        return
    del g.stacks[hex]
    side = g.setting.counters[id].side
    g.masks = paired(g.masks, side, g.masks[side] & ~(1 << hex))
    if hex in g.good_ground and side == 0:
        g.good_ground = tuple(h for h in g.good_ground if h != hex)


def _put(g: State, id: str, hex: int) -> None:
    counters = g.setting.counters
    here = g.stacks.get(hex)
    if here is None:
        g.stacks[hex] = (id,)
    else:
        g.stacks[hex] = tuple(sorted((*here, id), key=lambda i: counters[i].order))
    side = counters[id].side
    g.masks = paired(g.masks, side, g.masks[side] | 1 << hex)
    if hex in g.setting.victory_hexes and takes_hexes(g.setting, g.counter(id).arm):
        hold(g, hex, side)


@cites("KT-20.1f-2", "KT-20.2l-control", "KT-20.4i-hex-1")
def hold(g: State, hex: int, side: int) -> None:
    """A side takes control of a victory hex by standing in it, until the other does."""
    i = g.setting.victory_hexes.index(hex)
    if g.control[i] != side:
        g.control = (*g.control[:i], side, *g.control[i + 1 :])
        g.log(Event("control", g.setting.victory.get("control", "KT-20.1f-2"), hex=hex, data=(side,)))


def place(g: State, id: str, hex: int, cite: str, kind: str = "moved") -> None:
    """Put a unit into a hex."""
    unit = g.units[id]
    if unit.at >= 0:
        _lift(g, id, unit.at)
    g.units[id] = replace(unit, at=hex)
    _put(g, id, hex)
    if g.events is not None:
        g.log(Event(kind, cite, g.seat(id), (id,), hex, (unit.at,)))
    came(g, g.side(id), hex)
    if g.setting.scoring.sudden is not None:
        decide(g, id, kind)


def change(g: State, id: str, cite: str, kind: str, data: tuple[Any, ...] = (), **values: Any) -> None:
    """Change marks or the face of a unit."""
    unit = g.units[id]
    g.units[id] = replace(unit, **values)
    if g.events is not None:
        g.log(Event(kind, cite, g.seat(id), (id,), unit.at, data))


@cites("KT-13.10e")
def end_charge(g: State, id: str) -> None:
    """A unit that falls back or breaks after its charge is no longer where it ended it, and need not attack."""
    if id in g.charging:
        g.charging = tuple(i for i in g.charging if i != id)


@cites("KT-15.9-4")
def take_off(g: State, id: str, where: int, cite: str, kind: str, data: tuple[Any, ...] = ()) -> None:
    """Take a unit off the map; on the Broken Track it lies on its Battleworn side, without markers."""
    unit = g.units[id]
    if unit.at >= 0:
        _lift(g, id, unit.at)
    if id in g.chaos:
        g.chaos = tuple(i for i in g.chaos if i != id)
    end_charge(g, id)
    boxed = where == AVAILABLE or where in BOXES.values()
    g.units[id] = replace(
        unit,
        at=where,
        worn=True if boxed else unit.worn,
        hits=0,
        skirmish=False,
        low_ammo=False,
        broken_before=unit.broken_before or boxed,
    )
    g.log(Event(kind, cite, g.seat(id), (id,), unit.at, data))


@cites("KT-15.9-1", "KT-15.9-2", "KT-15.4-fail-3", "KT-15.7-elim", "KT-4.1-10", "KT-4.1-12")
def send_to_box(g: State, id: str, box: int, cite: str) -> None:
    """Break a unit: off the map to the Broken Track.

    Artillery and Fragile units leave the game instead, after a failed retreat and a Break Test alike.
    """
    counter = g.setting.counters[id]
    if counter.arm == "artillery" or counter.fragile:
        take_off(g, id, ELIMINATED, "KT-15.9-2", "eliminated")
    else:
        take_off(g, id, BOXES[box], cite, "broken", (box,))


@cites("KT-13.12-2", "KT-20.2n-2", "KT-20.4i-exit-2")
def exit_map(g: State, id: str, cite: str, forced: bool = False) -> None:
    """A unit leaves the map for good; its strength is noted as it is then."""
    gone = leaving(g, id, forced)
    g.exits = (*g.exits, gone)
    take_off(g, id, EXITED, cite, "exited", (gone.strength,))


def leaving(g: State, id: str, forced: bool) -> Exit:
    """What would be noted of a unit if it left the map from where it is."""
    far, hex = g.setting.board.edge_distance, g.at(id)
    edges = tuple(word for word in sorted(far) if far[word][hex] == 0)
    return Exit(id, printed_sp(g, id), edges, g.turn, forced)
