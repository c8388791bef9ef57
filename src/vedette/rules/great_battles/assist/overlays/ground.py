"""Views of the ground and of who holds it: levels and ridges, sight, zones of control, stacks, hills that score."""

from __future__ import annotations

from vedette.engine.overlays import BAD, GOOD, NONE, WARN, Drawing, Overlay, Place, cell
from vedette.engine.words import counted
from vedette.rules.common.assist import overlays
from vedette.rules.common.sight import explained
from vedette.rules.great_battles.assist.gestures.threats import zone_by
from vedette.rules.great_battles.chapters.sight import LEVELS as NAMES
from vedette.rules.great_battles.chapters.sight import sees
from vedette.rules.great_battles.chapters.stacking import over, size
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State


def _levels(g: State, me: int, place: Place) -> Drawing:
    """The level of every hex, with the ridges and crests on its hexsides."""
    board, grid = g.setting.board, g.setting.grid

    def told(hex: int) -> tuple[str, str, str]:
        level = board.level[hex]
        words = {w.split()[0] for to in grid.neighbours[hex] for w in board.crossing.get((hex, to), ())}
        edge = [name for name in ("ridge", "crest") if name in words]
        why = f"{NAMES.get(level, f'level {level}')}, {board.terrain[hex]}" + "".join(f", beside a {e}" for e in edge)
        return str(level) + ("*" if edge else ""), WARN if edge else NONE, why

    legend = {WARN: "beside a ridge or a crest", NONE: "the darker the higher"}
    words = "levels {} to {}: ground, ridge, hilltop"
    return overlays.levels(g, dict(enumerate(board.level)), told, "SW-10.62-1", words, legend)


def _sight(g: State, me: int, place: Place) -> Drawing:
    """The line between two hexes, hex by hex with what each does to it and why."""
    return overlays.sight(explained(g, place.at, place.to, sees(g, place.at, place.to)))


def _seen(g: State, me: int, place: Place) -> Drawing:
    """Every hex as it is seen from one, with the units as they stand."""
    return overlays.seen(g, place.at, lambda hex: sees(g, place.at, hex).why, "SW-10.6-1")


def _zones(g: State, me: int, place: Place) -> Drawing:
    """The zones of control of both sides, and where they lie over each other."""
    words = "{} of your units stand in enemy zones, and draw fire when they leave (SW 11.1)"
    held = zone(g, 0), zone(g, 1)
    return overlays.zones(g, me, held, lambda hex, side: zone_by(g, hex, side), "SW-11.0-2", words.format)


def _stacks(g: State, me: int, place: Place) -> Drawing:
    """Points of every hex against the limit; where more stand than may stay."""
    limit = g.setting.numbers["stack-points"]
    hexes = {}
    wrong = 0
    for hex in sorted(g.stacks):
        for side in (me, 1 - me):
            troops = g.troops(hex, side)
            if not troops:
                continue
            n = sum(size(g, id) for id in troops)
            bar = over(g, hex, side)
            wrong += bar is not None
            tone = WARN if bar and side == me else BAD if bar else NONE
            why = ", ".join(troops) + (f": {bar.text}" if bar else "")
            hexes[g.hex_name(hex)] = cell(f"{n}", min(1.0, n / limit), tone, why, bar.cite if bar else "SW-8.0-1")
    over_limit = counted(wrong, "stack is", "stacks are") + " over the limit"
    words = over_limit if wrong else f"{limit} points and two units at most stay in a hex"
    legend = {WARN: "your own, too many", BAD: "the enemy's, too many", NONE: "as it may be"}
    return Drawing(hexes, (), (words,), legend)


def _hills(g: State, me: int, place: Place) -> Drawing:
    """The hills that score, and who holds each as things stand."""
    hexes, words = {}, []
    for name, names in _rows(g):
        here = [g.setting.grid.index(h) for h in names]
        for hex in here:
            side = g.holder(hex)
            tone = NONE if side < 0 else GOOD if side == me else BAD
            who = "nobody" if side < 0 else SIDES[side].capitalize()
            ids = ", ".join(g.in_hex(hex)) or "empty"
            hexes[g.hex_name(hex)] = cell("hill", 0.8, tone, f"{name}: {who}, {ids}", "SW-22.1-1")
        held = [sum(g.holder(h) == side for h in here) for side in (me, 1 - me)]
        words.append(f"{name}: yours {held[0]}, the enemy's {held[1]} of {counted(len(here), 'hex', 'hexes')}")
    edge = g.setting.victory.get("exit_edge")
    if edge:
        words.append(f"units leave by the {edge} edge")
    legend = {GOOD: "you stand there", BAD: "the enemy stands there", NONE: "nobody stands there"}
    return Drawing(hexes, (), tuple(words or ["no hill scores"]), legend)


def _rows(g: State) -> list[tuple[str, tuple[str, ...]]]:
    """The hills of the scenario: name and hexes."""
    return [(str(row["name"]), tuple(row["hexes"])) for row in g.setting.victory.get("hills", ())]


LEVELS = Overlay("levels", "Levels, ridges and crests", "l", _levels)
SIGHT = Overlay("sight", "Sight between two hexes", "s", _sight, ("hex", "to"))
SEEN = Overlay("seen", "What is seen from a hex", "v", _seen, ("hex",))
ZONES = Overlay("zones", "Zones of control", "h", _zones)
STACKS = Overlay("stacks", "Stacks against the limit", "w", _stacks)
HILLS = Overlay("hills", "Hills that score", "j", _hills)
