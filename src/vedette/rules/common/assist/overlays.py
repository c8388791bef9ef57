"""Overlays that several families have: levels, sight, zones of control. Each book supplies its own words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from vedette.engine.content import SIDES
from vedette.engine.field import FieldState
from vedette.engine.overlays import BAD, GOOD, WARN, Drawing, Overlay, Place, cell, line, shown, wanted
from vedette.engine.shapes import BoardView, Cell, Sighted
from vedette.engine.words import hexes_are
from vedette.hexes import hexes_of
from vedette.rules.common.assist.gestures import asked_of
from vedette.rules.common.sight import Sight, Touched, explained

Sees = Callable[[Any, int, int], Sight]
"""Whether one hex is seen from another, with reasons."""
Draw = Callable[[Any, int, Place], Drawing]
"""How an overlay is drawn: state, the side that looks, what was pointed at."""
SIGHTS = {GOOD: "seen", BAD: "hidden"}


def drawn(
    overlays: Mapping[str, Overlay], g: Any, seat: str, name: str, at: str = "", to: str = "", unit: str = ""
) -> BoardView:
    """An overlay by its name as a seat sees it; somebody without a seat sees it as the phasing side.

    Raises:
        EngineError: where there is no such overlay, hex or unit, or it must be told more.
    """
    overlay = wanted(overlays, name, at, to, unit)
    place, _ = asked_of(g, at, to, unit)
    return shown(overlay, overlay.draw(g, SIDES.index(seat) if seat in SIDES else max(0, g.player), place))


def levels(
    g: FieldState,
    level: Mapping[int, int],
    told: Callable[[int], tuple[str, str, str]],
    cite: str,
    words: str,
    legend: Mapping[str, str] | None = None,
) -> Drawing:
    """The levels of hexes: the darker, the higher.

    Args:
        told: the text, tone and reason for a hex.
        words: a sentence with places for the lowest and the highest level.
    """
    low, high = min(level.values()), max(level.values())
    span = max(1, high - low)
    hexes = {}
    for hex, n in level.items():
        text, tone, why = told(hex)
        hexes[g.hex_name(hex)] = cell(text, (n - low) / span, tone, why, cite)
    return Drawing(hexes, (), (words.format(low, high),), dict(legend or {}))


def sight_by(sees: Sees) -> Draw:
    """The overlay of the line between two hexes."""
    return lambda g, me, place: sight(explained(g, place.at, place.to, sees(g, place.at, place.to)))


def seen_by(sees: Sees, cite: str) -> Draw:
    """The overlay of every hex as it is seen from one, with the units as they stand."""
    return lambda g, me, place: seen(g, place.at, lambda hex: sees(g, place.at, hex).why, cite)


def sight(found: Sighted) -> Drawing:
    """The line between two hexes: what each hex does to it, and why."""
    frm, to = found["from"], found["to"]
    hexes: dict[str, Cell] = {}
    for row in found["because"]:
        tone = BAD if row["effect"] == "blocks" else GOOD
        known = hexes.get(row["hex"])
        if known is None or (tone == BAD and known["tone"] != BAD):
            weight = 1.0 if tone == BAD else 0.2
            hexes[row["hex"]] = cell(f"level {row['level']}", weight, tone, row["reason"], row["cite"])
    words = [f"{frm} to {to}: {found['sight']}, range {found['range']}"]
    words += [f"{row['hex']} blocks: {row['reason']}" for row in found["because"] if row["effect"] == "blocks"]
    tone = BAD if found["sight"] == "blocked" else GOOD
    legend = {GOOD: "hides nothing", BAD: "hides what lies behind it"}
    return Drawing(hexes, (line(frm, to, tone, found["sight"]),), tuple(words), legend)


def seen(g: FieldState, at: int, wall: Callable[[int], Touched | None], cite: str) -> Drawing:
    """Every hex as seen from one.

    Args:
        wall: what hides a hex from there; None if nothing does.
    """
    hexes = {}
    for hex in range(g.setting.grid.size):
        if hex == at:
            continue
        hidden = wall(hex)
        if hidden is None:
            hexes[g.hex_name(hex)] = cell("", 0.35, GOOD, "seen", cite)
        else:
            why = f"{g.hex_name(hidden.hex)} hides it: {hidden.reason}"
            hexes[g.hex_name(hex)] = cell("", 0.7, BAD, why, hidden.cite)
    clear = sum(row["tone"] == GOOD for row in hexes.values())
    return Drawing(hexes, (), (f"{hexes_are(clear)} seen from {g.hex_name(at)}",), SIGHTS)


def zones(
    g: FieldState,
    me: int,
    held: tuple[int, int],
    holders: Callable[[int, int], Iterable[str]],
    cite: str,
    stuck: Callable[[int], str],
) -> Drawing:
    """The zones of control of both sides, and where they overlap.

    Args:
        held: the hexes of each side's zones, as bits.
        holders: the units whose zone covers a hex, for a side that would enter it.
        stuck: the sentence about so many of your own units in enemy zones.
    """
    hexes = {}
    for hex in hexes_of(held[0] | held[1]):
        both = held[0] >> hex & 1 and held[1] >> hex & 1
        tone = WARN if both else GOOD if held[me] >> hex & 1 else BAD
        parts = [
            f"{SIDES[side].capitalize()}: {', '.join(holders(hex, 1 - side))}"
            for side in (me, 1 - me)
            if held[side] >> hex & 1
        ]
        hexes[g.hex_name(hex)] = cell("", 0.75 if both else 0.5, tone, "; ".join(parts), cite)
    words = stuck(sum(held[1 - me] >> g.at(id) & 1 for id in g.on_map(me)))
    return Drawing(hexes, (), (words,), {**sides(me, "zone"), WARN: "zones of both sides"})


def sides(me: int, what: str) -> dict[str, str]:
    """A legend in which your own side is good and the other bad: "Union guns"."""
    return {GOOD: f"{SIDES[me].capitalize()} {what}", BAD: f"{SIDES[1 - me].capitalize()} {what}"}
