"""Views of the ground and of who holds it: levels and ridges, sight, zones of control, stacks, hills that score."""

from __future__ import annotations

from typing import Any

from vedette.engine.look import BAD, GOOD, NONE, WARN, Drawing, Look, Place, cell, counted, hexes_are, line
from vedette.hexes import hexes_of
from vedette.rules.great_battles.assist.gestures.threats import zone_by
from vedette.rules.great_battles.chapters.sight import LEVELS as NAMES
from vedette.rules.great_battles.chapters.sight import explain, sees
from vedette.rules.great_battles.chapters.stacking import over, size
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

SIGHTS = {GOOD: "seen", BAD: "hidden"}
LINES = ("ridge", "crest", "stone wall", "river", "stream")
"""Hexsides that matter to fire, melee or movement, and are named with their hex."""


def _levels(g: State, me: int, place: Place) -> Drawing:
    """The level of every hex, with the ridges and crests on its hexsides."""
    board, grid = g.setting.board, g.setting.grid
    low, high = min(board.level), max(board.level)
    span = max(1, high - low)
    hexes = {}
    for hex in range(grid.size):
        level = board.level[hex]
        words = {w.split()[0] for to in grid.neighbours[hex] for w in board.crossing.get((hex, to), ())}
        edge = [name for name in ("ridge", "crest") if name in words]
        text = str(level) + ("*" if edge else "")
        why = f"{NAMES.get(level, f'level {level}')}, {board.terrain[hex]}" + "".join(f", beside a {e}" for e in edge)
        tone = WARN if edge else NONE
        hexes[grid.names[hex]] = cell(text, (level - low) / span, tone, why, "SW-10.62-1")
    legend = {WARN: "beside a ridge or a crest", NONE: "the darker the higher"}
    return Drawing(hexes, (), (f"levels {low} to {high}: ground, ridge, hilltop",), legend)


def _sight(g: State, me: int, place: Place) -> Drawing:
    """The line between two hexes, hex by hex with what each does to it and why."""
    found = explain(g, place.at, place.to, True)
    frm, to = found["from"], found["to"]
    hexes: dict[str, dict[str, Any]] = {}
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


def _seen(g: State, me: int, place: Place) -> Drawing:
    """Every hex as it is seen from one, with the units as they stand."""
    hexes = {}
    for hex in range(g.setting.grid.size):
        if hex == place.at:
            continue
        wall = sees(g, place.at, hex).why
        if wall is None:
            hexes[g.hex_name(hex)] = cell("", 0.35, GOOD, "seen", "SW-10.6-1")
        else:
            hexes[g.hex_name(hex)] = cell("", 0.7, BAD, f"{g.hex_name(wall.hex)} hides it: {wall.reason}", wall.cite)
    clear = sum(row["tone"] == GOOD for row in hexes.values())
    return Drawing(hexes, (), (f"{hexes_are(clear)} seen from {g.hex_name(place.at)}",), SIGHTS)


def _zones(g: State, me: int, place: Place) -> Drawing:
    """The zones of control of both sides, and where they lie over each other."""
    mine, theirs = zone(g, me), zone(g, 1 - me)
    hexes = {}
    for hex in hexes_of(mine | theirs):
        both = mine >> hex & 1 and theirs >> hex & 1
        tone = WARN if both else GOOD if mine >> hex & 1 else BAD
        parts = [
            f"{SIDES[side].capitalize()}: {', '.join(zone_by(g, hex, 1 - side))}"
            for side, held in ((me, mine), (1 - me, theirs))
            if held >> hex & 1
        ]
        hexes[g.hex_name(hex)] = cell("", 0.75 if tone == WARN else 0.5, tone, "; ".join(parts), "SW-11.0-2")
    stuck = [id for id in g.on_map(me) if theirs >> g.at(id) & 1]
    words = [f"{len(stuck)} of your units stand in enemy zones, and draw fire when they leave (SW 11.1)"]
    legend = {
        GOOD: f"{SIDES[me].capitalize()} zone",
        BAD: f"{SIDES[1 - me].capitalize()} zone",
        WARN: "zones of both sides",
    }
    return Drawing(hexes, (), tuple(words), legend)


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


LEVELS = Look("levels", "Levels, ridges and crests", "l", _levels)
SIGHT = Look("sight", "Sight between two hexes", "s", _sight, ("hex", "to"))
SEEN = Look("seen", "What is seen from a hex", "v", _seen, ("hex",))
ZONES = Look("zones", "Zones of control", "h", _zones)
STACKS = Look("stacks", "Stacks against the limit", "w", _stacks)
HILLS = Look("hills", "Hills that score", "j", _hills)
