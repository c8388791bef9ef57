"""How the ends of a march lie to the enemy: who bears on them, who stands there without a front, which guns come first.

exposed(after, ends)        for each unit the enemies who bear on its end, and the formation that leaves it no front
exposure_words(...)         the same in words: a warning
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from vedette.rules.common.assist.gestures import names
from vedette.rules.great_battles.assist.gestures.threats import firers_on
from vedette.rules.great_battles.state import State

NAMED = 4
"""So many enemies are named, the others counted."""
NEAR = 8
"""Hexes within which an enemy may be upon guns in a turn."""
BARE = {
    "infantry": ("in column", "no front, no zone, no melee"),
    "artillery": ("limbered", "no front, no zone, no fire"),
}
"""Arm -> its formation without a front, and what it lacks in it (SW 6.11, 6.13)."""


class Exposed(msgspec.Struct, frozen=True):
    """A unit at the end of its march, on which enemies bear."""

    unit: str
    hex: int
    by: tuple[str, ...]
    """Enemies who could fire at it there as things stand."""
    form: str
    """ "in column", "limbered": without a front; empty for everybody else."""


def exposed(after: State, ends: Mapping[str, int]) -> list[Exposed]:
    """The units of a march on whose last hex enemies bear (SW-10.0-1), on the field as it leaves it."""
    known: dict[int, tuple[str, ...]] = {}
    found = []
    for id, hex in ends.items():
        c = after.counter(id)
        if c.leader:
            continue
        if hex not in known:
            known[hex] = tuple(firers_on(after, hex, c.side))
        bare = after.units[id].column and not after.units[id].reserve and c.arm in BARE
        if known[hex]:
            found.append(Exposed(id, hex, known[hex], BARE[c.arm][0] if bare else ""))
    return found


def exposure_words(after: State, ends: Mapping[str, int], rows: list[Exposed]) -> list[str]:
    """Warnings: who would stand without a front under whose fire, and batteries with nobody before them."""
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in rows:
        if row.form:
            groups.setdefault((after.counter(row.unit).arm, row.by), []).append(row.unit)
    told = []
    for (arm, by), ids in groups.items():
        form, lacks = BARE[arm]
        more = f" and {len(by) - NAMED} more" if len(by) > NAMED else ""
        who = f"{', '.join(by[:NAMED])}{more}" if more else names(by)
        told.append(f"{names(ids)} {form} ({lacks}) in the field of fire of {who}")
    return [*told, *(words for id in ends if (words := foremost_words(after, id, ends)))]


def foremost_words(after: State, id: str, ends: Mapping[str, int]) -> str:
    """What is said of a battery that would be nearer to the enemy than all foot and horse near it; else nothing."""
    c, hex = after.counter(id), ends[id]
    if not c.gun:
        return ""
    far, side = after.setting.grid.distance, c.side
    foes = [(far(hex, after.at(i)), i) for i in after.on_map(1 - side) if after.counter(i).small_arms]
    if not foes:
        return ""
    away, foe = min(foes)
    at = after.at(foe)
    before = [i for i in after.on_map(side) if after.counter(i).small_arms and far(after.at(i), at) <= away]
    if away > NEAR or before:
        return ""
    return f"{id} would be the foremost toward {foe} in {after.hex_name(at)}, {away} hexes away, with no foot before it"
