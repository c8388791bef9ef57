"""What gestures of fire ask of the rules: who may fire at a hex, and why not (SW 10)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vedette.engine.events import Reason
from vedette.rules.common.assist.gestures import unit_named
from vedette.rules.great_battles.assist.gestures.threats import AWAY
from vedette.rules.great_battles.chapters import fire
from vedette.rules.great_battles.chapters.columns import unfired
from vedette.rules.great_battles.chapters.fire import FirePhase
from vedette.rules.great_battles.state import State

ADDED = Reason("it takes part already", "SW-10.31-1")
PART = re.compile(r"^(?P<who>.+?) with (?P<n>\d+)$", re.IGNORECASE)


def shots_named(g: State, text: str) -> list[tuple[str, int]]:
    """ "A + B with 3" as (unit, points); 0 points for all that it has."""
    found: dict[str, int] = {}
    for part in text.split(" + "):
        split = PART.match(part)
        found.setdefault(unit_named(g, split["who"] if split else part), int(split["n"]) if split else 0)
    return list(found.items())


def fire_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit does not fire at a hex now."""
    return AWAY if g.at(id) < 0 or g.counter(id).leader else fire.fire_bar(g, id, hex)


def shot_bar(g: State, id: str, points: int, hex: int, others: Sequence[str] = ()) -> Reason | None:
    """Why a unit does not fire at a hex now, with so many points (0: all) and next to these."""
    if bar := fire_bar(g, id, hex):
        return bar
    if others and fire.arm_of(g, others[0]) != fire.arm_of(g, id):
        return fire.MIXED
    return _part_bar(g, id, points, hex)


def _part_bar(g: State, id: str, points: int, hex: int) -> Reason | None:
    """Why not so many points of a unit (0: all) fire at a hex: more than it has left, or less than one in effect."""
    left = unfired(g, id)
    if points > left:
        return Reason(f"it has {left} point{'' if left == 1 else 's'} left to fire with", "SW-10.34-1")
    able = fire.parts(g, id, hex)
    return None if (points in able if points else able) else fire.TOO_LITTLE


def aim_bar(g: State, side: int, hex: int) -> Reason | None:
    """Why nobody of a side fires at a hex now."""
    if not g.masks[1 - side] >> hex & 1:
        return fire.NOBODY
    able = [id for id in g.on_map(side) if not g.counter(id).leader and fire.shooter_bar(g, id) is None]
    near = able or [id for id in g.on_map(side) if not g.counter(id).leader]
    bars = [bar for id in near if (bar := shot_bar(g, id, 0, hex))]
    return max(bars, key=bars.count) if len(bars) == len(near) and bars else None


def phase_of(g: State) -> FirePhase | None:
    """The fire phase whose firers are being named."""
    top = g.stack[-1][0] if g.stack else None
    return top if isinstance(top, FirePhase) else None


def add_bar(g: State, id: str, points: int = 0) -> Reason | None:
    """Why a unit cannot be added to the fire that is being put together, with so many points (0: all)."""
    phase = phase_of(g)
    if phase is None or phase.hex < 0:
        return None
    if any(shot.unit == id for shot in phase.shots):
        return ADDED
    if bar := fire_bar(g, id, phase.hex):
        return bar
    others = {fire.arm_of(g, shot.unit) for shot in phase.shots}
    if others and fire.arm_of(g, id) not in others:
        return fire.MIXED
    bar = _part_bar(g, id, points, phase.hex)
    return Reason(f"that is all it has: say add {id}", "SW-10.34-2") if bar is None and points else bar


def fire_texts(g: State, shots: Sequence[tuple[str, int]], hex: int) -> list[str] | None:
    """The single answers of a fire: the hex, the firers one by one, and go."""
    phase = phase_of(g)
    if phase is None or phase.hex not in (-1, hex):
        return None
    begun = {shot.unit for shot in phase.shots}
    if begun - {id for id, _ in shots}:
        return None
    steps = [f"fire at {g.hex_name(hex)}"] if phase.hex < 0 else []
    adds = [f"add {id} with {n}" if n and n != unfired(g, id) else f"add {id}" for id, n in shots if id not in begun]
    return [*steps, *adds, "fire"]
