"""Plans of the movement phase: columns, reinforcements, the same step for all (JV 4.8, 4.10, 5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.plan import MARCH, plan
from vedette.rules.valley_campaign.assist.gestures.marching import (
    Moves,
    directions,
    entry_of,
    free_units,
    march_order,
    marched,
    stepped,
)
from vedette.rules.valley_campaign.assist.gestures.naming import names
from vedette.rules.valley_campaign.assist.gestures.reaching import room_words, waits_bar
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone
from vedette.rules.valley_campaign.state import State

FARTHEST, MANY, NEAR = 12, 20, 3
"""Hexes of a step that are tried at most, and with more units than so many."""


def movement_plans(g: State, seat: str, hex: int, units: tuple[str, ...]) -> list[dict[str, Any]]:
    """With a hex: the march to it in the order given, and in a better one. Without one: each direction."""
    ids = units or free_units(g)
    if not ids or waits_bar(g, ids) is not None:
        return []
    return march_plans(g, ids, hex, bool(units)) if hex >= 0 else step_plans(g, ids)


def march_plans(g: State, ids: Sequence[str], goal: int, ordered: bool) -> list[dict[str, Any]]:
    """A march in the order given, and in the order that the program proposes where that brings them farther.

    The order is the player's (JV-4.10-3): the proposed one is offered beside his and marked as the best.
    """
    given = _march(g, ids, goal) if ordered else None
    order = march_order(g, ids, goal)
    if given is not None and tuple(order) == tuple(ids):
        return [{**given, "best": True}]
    other = _march(g, order, goal)
    if given is None or other is None:
        return [{**p, "best": True} for p in (given, other) if p is not None][:1]
    if _gain(other) <= _gain(given):
        return [{**given, "best": True}]
    warning = "; ".join(filter(None, (given["warning"], "in the proposed order they come farther")))
    return [{**given, "warning": warning}, {**other, "best": True, "title": f"{other['title']}, in the proposed order"}]


def _gain(found: dict[str, Any]) -> int:
    """How many hexes all together come forward."""
    return sum(len(way) for way in found["ways"].values())


def _march(g: State, ids: Sequence[str], goal: int) -> dict[str, Any] | None:
    """One column, or reinforcements that enter as one."""
    at = entry_of(g, ids) if all(g.at(id) < 0 for id in ids) else -1
    moves = marched(g, ids, goal, at)
    if not moves.legs:
        return None
    name, who = g.hex_name(goal), " + ".join(ids)
    title, text = f"march to {name}", f"march {who} to {name}"
    if at >= 0:
        entry = g.hex_name(at)
        title = f"enter at {entry}" + ("" if goal == at else f", march to {name}")
        text = f"enter {who} at {entry}" + ("" if goal == at else f" to {name}")
    path = [g.hex_name(h) for h in moves.legs[0].way]
    return _plan(g, moves, title, text, name, "JV-5.3-2" if at >= 0 else "JV-4.8-7", path=path)


def step_plans(g: State, ids: Sequence[str]) -> list[dict[str, Any]]:
    """Each direction, as far as somebody gets on."""
    here = [id for id in ids if g.at(id) >= 0]
    plans = []
    for word in directions(g.setting) if here else ():
        known: dict[str, str] = {}
        for hexes in range(1, 1 + (FARTHEST if len(here) <= MANY else NEAR)):
            moves = stepped(g, here, word, hexes)
            ghosts = {leg.unit: g.hex_name(leg.way[-1]) for leg in moves.legs}
            if not ghosts or ghosts == known:
                break
            known = ghosts
            text = f"step {' + '.join(here)} {word} {hexes}"
            title = f"one hex {word}" if hexes == 1 else f"{hexes} hexes {word}"
            plans.append(_plan(g, moves, title, text, None, "JV-4.8-7", direction=word, hexes=hexes))
    return plans


def _plan(g: State, moves: Moves, title: str, text: str, at: str | None, cite: str, **more: Any) -> dict[str, Any]:
    units = [leg.unit for leg in moves.legs]
    ends = {leg.unit: leg.way[-1] for leg in moves.legs}
    held = [id for id in units if in_enemy_zone(g, ends[id], g.side(id))]
    room = {g.hex_name(h): room_words(moves.after, h) for h in dict.fromkeys(ends.values())}
    blocked = {id: bar.text for id, bar in moves.stays if bar.text.startswith("blocked")}
    short = sum(id in ends for id, _ in moves.stays)
    stay = len(moves.stays) - short
    parts = [
        f"{len(units)} {'moves' if len(units) == 1 else 'move'}",
        *([f"{short} not all the way"] if short else []),
        *([f"{stay} {'stays' if stay == 1 else 'stay'}"] if stay else []),
        *([f"into enemy zones of control: {names(held)}"] if held else []),
    ]
    return plan(
        MARCH,
        title,
        text,
        at=at,
        units=units,
        others=[{"unit": id, "why": bar.text, "cite": bar.cite} for id, bar in moves.stays],
        headline=", ".join(parts),
        warning="; ".join(f"{id}: {why}" for id, why in blocked.items()) or None,
        ghosts={id: g.hex_name(hex) for id, hex in ends.items()},
        cite=cite,
        ways={leg.unit: [g.hex_name(h) for h in leg.way] for leg in moves.legs},
        draws=[],
        irreversible=None,
        support=[],
        room={hex: words for hex, words in room.items() if words},
        **more,
    )
