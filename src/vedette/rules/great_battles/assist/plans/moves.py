"""Plans of the movement phase: columns, reinforcements, the same step for all (SW 5.0, 21.22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.shapes import Plan
from vedette.rules.common.assist import marching
from vedette.rules.common.assist.gestures import names
from vedette.rules.common.assist.marching import in_better_order, march_plan, who_goes
from vedette.rules.great_battles.assist.gestures.marching import (
    Guide,
    Moves,
    free_units,
    led,
    march_order,
    marched,
    stepped,
)
from vedette.rules.great_battles.assist.gestures.reaching import room_words, waits_bar
from vedette.rules.great_battles.assist.gestures.threats import fires_of, fires_words, leaves_zone, zone_by
from vedette.rules.great_battles.assist.plans.changes import change_plans
from vedette.rules.great_battles.assist.plans.exposure import exposed, exposure_words
from vedette.rules.great_battles.chapters.edges import due, entry_hexes
from vedette.rules.great_battles.setting import DIRECTIONS, SIDE_INDEX
from vedette.rules.great_battles.state import State

FARTHEST, MANY, NEAR = 8, 12, 2
"""Hexes of a step that are tried at most, and with more units than so many."""


def movement_plans(g: State, seat: str, hex: int, units: tuple[str, ...], by: int = -1) -> list[Plan]:
    """With a hex: the march to it in the order given, and in a better one. Without: each direction; deeds under fire.

    Args:
        by: where those come on that are off the map; by itself where it is nearest to the hex.
    """
    ids = units or (free_units(g, SIDE_INDEX[seat]) if seat in SIDE_INDEX else ())
    if not ids or waits_bar(g, ids) is not None:
        return []
    if hex >= 0:
        return march_plans(g, ids, hex, bool(units), by)
    return [*step_plans(g, ids), *change_plans(g, units)]


def march_plans(g: State, ids: Sequence[str], goal: int, ordered: bool, by: int = -1) -> list[Plan]:
    """A march in the order given, and in the order that the program proposes where that brings them farther."""
    ids = with_leaders(g, ids)
    guide = Guide(g, g.side(ids[0]), goal)
    given = _march(g, ids, goal, guide, by) if ordered else None
    order = march_order(g, ids, guide)
    return [
        *in_better_order(given, tuple(order) == tuple(ids), lambda: _march(g, order, goal, guide, by)),
        *_out_of_fire(g, ids if given else order, goal, guide, by),
    ]


def _out_of_fire(g: State, ids: Sequence[str], goal: int, guide: Guide, by: int) -> list[Plan]:
    """The same march by ways on which nobody fires, where the other draws fire and this gets somebody on."""
    if any(g.at(id) < 0 for id in ids):
        return []
    usual = _march(g, ids, goal, guide, by)
    if usual is None or usual["irreversible"] is None:
        return []
    found = _march(g, ids, goal, guide, by, calm=True)
    return [found] if found is not None else []


def with_leaders(g: State, ids: Sequence[str]) -> Sequence[str]:
    """Reinforcements, with the leaders of brigades that come on whole: they cannot before somebody of theirs has."""
    if any(g.at(id) >= 0 for id in ids):
        return ids
    coming = [id for id in due(g, g.side(ids[0])) if id not in ids]
    left = {g.counter(id).brigade for id in coming if not g.counter(id).leader}
    taken = {g.counter(id).brigade for id in ids if g.counter(id).brigade} - left
    return led(g, ids, [id for id in coming if g.counter(id).leader and g.counter(id).brigade in taken])


def _entries(g: State, ids: Sequence[str], goal: int) -> list[int]:
    """The hexes at which the first of these may enter, the nearest to where they go first."""
    far = g.setting.grid.distance
    return sorted(entry_hexes(g, ids[0]), key=lambda h: (far(h, goal), h))


def _march(g: State, ids: Sequence[str], goal: int, guide: Guide, by: int, calm: bool = False) -> Plan | None:
    """One column, or reinforcements that enter as one."""
    hexes = _entries(g, ids, goal) if all(g.at(id) < 0 for id in ids) else []
    at = by if by in hexes else next(iter(hexes), -1)
    moves = marched(g, ids, goal, at, guide, calm)
    if not moves.legs:
        return None
    name, who = g.hex_name(goal), " + ".join(ids)
    title, text = f"march to {name}", f"march {who} to {name}"
    if calm:
        title, text = f"{title}, out of fire", f"{text} out of fire"
    if at >= 0:
        entry = g.hex_name(at)
        title = f"enter at {entry}" + ("" if goal == at else f", march to {name}")
        text = f"enter {who} at {entry}" + ("" if goal == at and len(ids) == 1 else f" to {name}")
    path = [g.hex_name(h) for h in moves.legs[0].way]
    more: dict[str, Any] = {"by": g.hex_name(at)} if at >= 0 else {}
    ends = {leg.unit: leg.way[-1] for leg in moves.legs}
    rows = exposed(moves.after, ends)
    more["exposed"] = [
        {"unit": row.unit, "hex": g.hex_name(row.hex), "by": list(row.by), "form": row.form or None} for row in rows
    ]
    found = _plan(g, moves, title, text, name, "SW-21.22-1" if at >= 0 else "SW-5.0-3", path=path, **more)
    warnings = [found["warning"], *exposure_words(moves.after, ends, rows)]
    return {**found, "warning": "; ".join(filter(None, warnings)) or None}


def step_plans(g: State, ids: Sequence[str]) -> list[Plan]:
    """Each direction, as far as somebody gets on."""
    here = [id for id in ids if g.at(id) >= 0]

    def made(word: str, hexes: int, title: str, text: str) -> Plan | None:
        moves = stepped(g, here, word, hexes)
        return _plan(g, moves, title, text, None, "SW-5.0-3", direction=word, hexes=hexes) if moves.legs else None

    return marching.step_plans(here, DIRECTIONS if here else (), FARTHEST if len(here) <= MANY else NEAR, made)


def _plan(g: State, moves: Moves, title: str, text: str, at: str | None, cite: str, **more: Any) -> Plan:
    ends = {leg.unit: leg.way[-1] for leg in moves.legs}
    held = [id for id, hex in ends.items() if zone_by(g, hex, g.side(id))]
    draws = [row for leg in moves.legs for row in fires_of(g, [leg.unit], leg.way)]
    fire = any(leaves_zone(g, [leg.unit], leg.way) for leg in moves.legs)
    parts = [
        *who_goes(moves),
        *([f"into enemy zones of control: {names(held)}"] if held else []),
        *([fires_words(draws)] if fire else []),
    ]
    return march_plan(
        g,
        moves,
        title,
        text,
        at,
        {hex: room_words(moves.after, hex, [id]) for id, hex in ends.items()},
        headline=", ".join(parts),
        warning=fires_words(draws) or None if fire else None,
        cite=cite,
        draws=draws,
        irreversible={"why": fires_words(draws), "cite": "SW-5.14"} if fire else None,
        **more,
    )
