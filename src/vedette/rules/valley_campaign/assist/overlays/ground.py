"""Views of the ground and of who holds it: levels, sight, zones of control, stacks."""

from __future__ import annotations

from vedette.engine.look import BAD, GOOD, NONE, WARN, Drawing, Look, Place, cell, hexes_are, line
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.assist.gestures.reaching import zone_by
from vedette.rules.valley_campaign.chapters.sight import explain, sees
from vedette.rules.valley_campaign.chapters.stacking import LIMIT, counted
from vedette.rules.valley_campaign.chapters.zones import zone
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

SIGHTS = {GOOD: "seen", BAD: "hidden"}


def _levels(g: State, me: int, place: Place) -> Drawing:
    """The level of every hex."""
    board, grid = g.setting.board, g.setting.grid
    low, high = min(board.level), max(board.level)
    span = max(1, high - low)
    hexes = {}
    for hex in range(grid.size):
        level = board.level[hex]
        word = board.terrain[hex]
        hexes[grid.names[hex]] = cell(str(level), (level - low) / span, NONE, f"level {level}, {word}", "JV-4.13-1")
    return Drawing(hexes, (), (f"levels {low} to {high}; the darker the higher",))


def _sight(g: State, me: int, place: Place) -> Drawing:
    """The line between two hexes, hex by hex with what each does to it and why."""
    found = explain(g, place.at, place.to)
    frm, to = found["from"], found["to"]
    hexes = {}
    for row in found["because"]:
        tone = BAD if row["effect"] == "blocks" else GOOD
        weight = 1.0 if tone == BAD else 0.2
        hexes[row["hex"]] = cell(f"level {row['level']}", weight, tone, row["reason"], row["cite"])
    words = [f"{frm} to {to}: {found['sight']}, range {found['range']}"]
    words += [f"{row['hex']} blocks: {row['reason']}" for row in found["because"] if row["effect"] == "blocks"]
    tone = BAD if found["sight"] == "blocked" else GOOD
    legend = {GOOD: "hides nothing", BAD: "hides what lies behind it"}
    return Drawing(hexes, (line(frm, to, tone, found["sight"]),), tuple(words), legend)


def _seen(g: State, me: int, place: Place) -> Drawing:
    """Every hex as it is seen from one."""
    hexes = {}
    for hex in range(g.setting.grid.size):
        if hex == place.at:
            continue
        found = sees(g, place.at, hex)
        wall = next((t for t in found.touched if t.blocks), None)
        if wall is None:
            hexes[g.hex_name(hex)] = cell("", 0.35, GOOD, "seen", "JV-7.3-1")
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
        hexes[g.hex_name(hex)] = cell("", 0.75 if tone == WARN else 0.5, tone, "; ".join(parts), "JV-4.1-1")
    stuck = [id for id in g.on_map(me) if theirs >> g.at(id) & 1]
    words = [f"{len(stuck)} of your units stand in enemy zones of control"]
    legend = {
        GOOD: f"{SIDES[me].capitalize()} zone",
        BAD: f"{SIDES[1 - me].capitalize()} zone",
        WARN: "zones of both sides",
    }
    return Drawing(hexes, (), tuple(words), legend)


def _stacks(g: State, me: int, place: Place) -> Drawing:
    """Where the limit of combat units is reached: nobody else passes there."""
    hexes = {}
    for hex, ids in sorted(g.stacks.items()):
        n = len(counted(g, hex))
        full = n >= LIMIT
        tone = (WARN if full else NONE) if g.holder(hex) == me else BAD if full else NONE
        hexes[g.hex_name(hex)] = cell(f"{n} of {LIMIT}", n / LIMIT, tone, ", ".join(ids), "JV-4.10-1")
    most = sum(row["tone"] == WARN for row in hexes.values())
    legend = {WARN: "your own, full: no other combat unit passes", BAD: "the enemy's, full", NONE: "room left"}
    return Drawing(hexes, (), (f"{hexes_are(most)} full of your units",), legend)


LEVELS = Look("levels", "Heights", "l", _levels)
SIGHT = Look("sight", "Sight between two hexes", "s", _sight, ("hex", "to"))
SEEN = Look("seen", "What is seen from a hex", "v", _seen, ("hex",))
ZONES = Look("zones", "Zones of control", "h", _zones)
STACKS = Look("stacks", "Full stacks", "w", _stacks)
