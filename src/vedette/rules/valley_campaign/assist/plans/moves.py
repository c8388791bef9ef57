"""Plans of the movement phase: columns, reinforcements, the same step for all (JV 4.8, 4.10, 5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.shapes import Plan
from vedette.rules.common.assist import marching
from vedette.rules.common.assist.gestures import names
from vedette.rules.common.assist.marching import Moves, in_better_order, march_plan, whither, who_goes
from vedette.rules.valley_campaign.assist.gestures.marching import entry_of, free_units, march_order, marched, stepped
from vedette.rules.valley_campaign.assist.gestures.reaching import room_words, waits_bar
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone
from vedette.rules.valley_campaign.state import State

FARTHEST, MANY, NEAR = 12, 20, 3
"""The longest step tried; with more than so many units, the longest then."""


def movement_plans(g: State, seat: str, hex: int, units: tuple[str, ...]) -> list[Plan]:
    """With a hex: the march there in the order given, and in a better one. Without: each direction."""
    ids = units or free_units(g)
    if not ids or waits_bar(g, ids) is not None:
        return []
    return march_plans(g, ids, hex, bool(units)) if hex >= 0 else step_plans(g, ids)


def march_plans(g: State, ids: Sequence[str], goal: int, ordered: bool) -> list[Plan]:
    """A march in the order given, and in the proposed order if that takes the units farther.

    The order is the player's (JV-4.10-3): the proposed one is offered beside it, marked as the best.
    """
    given = _march(g, ids, goal) if ordered else None
    order = march_order(g, ids, goal)
    return in_better_order(given, tuple(order) == tuple(ids), lambda: _march(g, order, goal))


def _march(g: State, ids: Sequence[str], goal: int) -> Plan | None:
    """A single column, or reinforcements that enter as one."""
    at = entry_of(g, ids) if all(g.at(id) < 0 for id in ids) else -1
    moves = marched(g, ids, goal, at)
    if not moves.legs:
        return None
    name, who = g.hex_name(goal), " + ".join(ids)
    title, text = f"march {whither(g, moves, goal)}", f"march {who} to {name}"
    if at >= 0:
        entry = g.hex_name(at)
        title = f"enter at {entry}" + ("" if goal == at else f", march to {name}")
        text = f"enter {who} at {entry}" + ("" if goal == at else f" to {name}")
    path = [g.hex_name(h) for h in moves.legs[0].way]
    return _plan(g, moves, title, text, name, "JV-5.3-2" if at >= 0 else "JV-4.8-7", path=path)


def step_plans(g: State, ids: Sequence[str]) -> list[Plan]:
    """Each direction, as far as anybody gets."""
    here = [id for id in ids if g.at(id) >= 0]

    def made(word: str, hexes: int, title: str, text: str) -> Plan | None:
        moves = stepped(g, here, word, hexes)
        return _plan(g, moves, title, text, None, "JV-4.8-7", direction=word, hexes=hexes) if moves.legs else None

    ways = marching.directions(g.setting.grid) if here else ()
    return marching.step_plans(here, ways, FARTHEST if len(here) <= MANY else NEAR, made)


def _plan(g: State, moves: Moves[State], title: str, text: str, at: str | None, cite: str, **more: Any) -> Plan:
    ends = {leg.unit: leg.way[-1] for leg in moves.legs}
    held = [id for id, hex in ends.items() if in_enemy_zone(g, hex, g.side(id))]
    blocked = {id: bar.text for id, bar in moves.stays if bar.text.startswith("blocked")}
    parts = [
        *who_goes(moves),
        *marching.alone(g, moves),
        *([f"into enemy zones of control: {names(held)}"] if held else []),
    ]
    return march_plan(
        g,
        moves,
        title,
        text,
        at,
        {hex: room_words(moves.after, hex) for hex in dict.fromkeys(ends.values())},
        headline=", ".join(parts),
        warning="; ".join(f"{id}: {why}" for id, why in blocked.items()) or None,
        cite=cite,
        **more,
    )
