"""Who could fire at what as things stand, and from whom a move draws fire by leaving enemy zones (SW 10, 11.1).

field_bar(g, id, hex)       why a unit could not fire at a hex, whatever the phase
sp(g, id, hex)              the strength that would come to it
fires_of(g, ids, way)       fire for each hex that is left in an enemy zone
end_words(g, id, hex)       who could fire at it there in the defensive fire phase, and whose zone it is in
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from vedette.engine.events import Reason
from vedette.hexes import hexes_of
from vedette.rules.great_battles.chapters.columns import multiplier, text, usable
from vedette.rules.great_battles.chapters.fire import bearing_bar, stance_bar
from vedette.rules.great_battles.chapters.zone_fire import watchers
from vedette.rules.great_battles.chapters.zones import zone, zone_of
from vedette.rules.great_battles.state import State

NAMED = 4


def zone_by(g: State, hex: int, side: int) -> list[str]:
    """The enemies of a side whose zone covers a hex."""
    near = g.setting.grid.near[hex] & g.masks[1 - side]
    return [id for at in hexes_of(near) for id in g.troops(at, 1 - side) if zone_of(g, id) >> hex & 1]


def troops_of(g: State, ids: Sequence[str]) -> list[str]:
    """Those who draw withdrawal fire: all but leaders."""
    return [id for id in ids if not g.counter(id).leader]


def leaves_zone(g: State, ids: Sequence[str], way: Sequence[int]) -> bool:
    """Whether anybody leaves a hex in an enemy zone on this way."""
    enemy = zone(g, 1 - g.side(ids[0]))
    return bool(troops_of(g, ids)) and any(enemy >> hex & 1 for hex in way[:-1])


def fires_of(g: State, ids: Sequence[str], way: Sequence[int]) -> list[dict[str, Any]]:
    """For each hex in an enemy zone that a way leaves, who may fire (SW 11.1), with each one's strength."""
    if not leaves_zone(g, ids, way):
        return []
    side = g.side(ids[0])
    enemy = zone(g, 1 - side)
    return [_fire(g, side, hex) for hex in way[:-1] if enemy >> hex & 1]


def _fire(g: State, side: int, hex: int) -> dict[str, Any]:
    able = watchers(g, hex, 1 - side)
    total = sum((strength_at(g, id, hex) for id in able), Fraction(0))
    rows = [_firer(g, id, hex, id in able) for id in zone_by(g, hex, side)]
    return {"hex": g.hex_name(hex), "sp": text(total), "by": rows}


def _firer(g: State, id: str, hex: int, allowed: bool) -> dict[str, Any]:
    bar = None if allowed else stance_bar(g, id)
    return {
        "unit": id,
        "hex": g.hex_name(g.at(id)),
        "sp": sp(g, id, hex),
        "allowed": allowed,
        "why": bar.text if bar else "it may fire before they go",
        "cite": bar.cite if bar else "SW-11.1",
    }


def fires_words(fires: Sequence[dict[str, Any]]) -> str:
    """ "withdrawal fire of 5 VA, 42 VA at 2021"; empty for none."""
    found = [
        f"withdrawal fire of {', '.join(by)} at {row['hex']}"
        for row in fires if (by := [one["unit"] for one in row["by"] if one["allowed"]])
    ]  # fmt: skip
    return "; ".join(found) or ("it leaves an enemy zone of control" if fires else "")


def firers_on(g: State, hex: int, side: int) -> list[str]:
    """The enemies of a side who could fire at a hex."""
    return [id for id in g.on_map(1 - side) if not g.counter(id).leader and field_bar(g, id, hex) is None]


def end_words(g: State, id: str, hex: int) -> str:
    """Under whose zone and fire a unit would stand in a hex."""
    side = g.side(id)
    held = zone_by(g, hex, side)
    fire = [i for i in firers_on(g, hex, side) if i not in held]
    parts = [f"in the zone of {_some(held)}"] if held else []
    parts += [f"in the field of fire of {_some(fire)}"] if fire else []
    return ", ".join(parts)


def _some(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - NAMED} more" if len(ids) > NAMED else ""
    return ", ".join(ids[:NAMED]) + more


AWAY = Reason("it is not on the map", "SW-10.0-1")
HERE = Reason("it stands there itself", "SW-10.24-2")


def field_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit could not fire at a hex as things stand, whatever the phase."""
    if g.at(id) < 0 or g.counter(id).leader:
        return AWAY
    if g.at(id) == hex:
        return HERE
    return stance_bar(g, id) or bearing_bar(g, id, hex)


def strength_at(g: State, id: str, hex: int) -> Fraction:
    """The strength that a unit brings to a hex by its range, whoever is fired at there."""
    distance = max(1, g.setting.grid.distance(g.at(id), hex))
    return usable(g, id) * multiplier(g.setting, g.counter(id).weapon, distance)


def sp(g: State, id: str, hex: int) -> str:
    """The same, as players write it."""
    return text(strength_at(g, id, hex))
