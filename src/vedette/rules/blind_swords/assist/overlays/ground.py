"""Views of the ground: sight between two hexes, what a wall is good for, levels, who holds what."""

from __future__ import annotations

from vedette.engine.overlays import BAD, GOOD, NONE, WARN, Drawing, Overlay, Place, cell, line
from vedette.engine.words import hexes_are
from vedette.hexes import hexes_of
from vedette.rules.blind_swords.chapters.fire_shifts import behind_wall
from vedette.rules.blind_swords.chapters.sight import BLOCKED, CLEAR, OBSCURED, WORDS, effect_of, explain, ground_sight
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State
from vedette.rules.common.assist import overlays

TONES = {CLEAR: GOOD, OBSCURED: WARN, BLOCKED: BAD}
SIGHTS = {TONES[effect]: word for effect, word in enumerate(WORDS)}
BY_EFFECT = {"none": GOOD, "obscures": WARN, "blocks": BAD}


def _sight(g: State, seat: str, place: Place) -> Drawing:
    """The line between two hexes, hex by hex with what each does to it and why."""
    found = explain(g, place.at, place.to, units=True)
    frm, to, rows = found["from"], found["to"], found["because"]
    hexes = {}
    for row in rows:
        tone = BY_EFFECT[row["effect"]]
        weight = {GOOD: 0.2, WARN: 0.6, BAD: 1.0}[tone]
        hexes[row["hex"]] = cell(
            f"level {row['level']}", weight, tone, f"{row['effect']}: {row['reason']}", row["cite"]
        )
    words = [f"{frm} to {to}: {found['sight']}, range {found['range']}"]
    words += [f"{row['hex']} {row['effect']}: {row['reason']}" for row in rows if row["effect"] != "none"]
    target = found.get("target")
    if target is not None:
        hexes[to] = cell("cover", 0.6, WARN, target["reason"], target["cite"])
        words.append(f"{to} obscures: {target['reason']}")
    tone = {word: TONES[effect] for effect, word in enumerate(WORDS)}[found["sight"]]
    return Drawing(hexes, (line(frm, to, tone, found["sight"]),), tuple(words), SIGHTS)


def _seen(g: State, seat: str, place: Place) -> Drawing:
    """Every hex of the field as it is seen from one."""
    hexes = {}
    for hex in hexes_of(g.setting.area):
        if hex != place.at:
            effect = (
                CLEAR
                if g.setting.grid.distance(place.at, hex) == 1
                else effect_of(g, ground_sight(g.setting, place.at, hex))
            )
            hexes[g.hex_name(hex)] = cell("", (0.35, 0.6, 0.85)[effect], TONES[effect], WORDS[effect], "KT-12.1a-4")
    clear = sum(row["tone"] == GOOD for row in hexes.values())
    return Drawing(hexes, (), (f"{hexes_are(clear)} seen clear from {g.hex_name(place.at)}",), SIGHTS)


def _wall(g: State, seat: str, place: Place) -> Drawing:
    """The hexes beside a wall hex and beyond from which its wall gives nothing, and those against which it does."""
    name = g.hex_name(place.at)
    if place.at not in g.setting.walls:
        return Drawing({}, (), (f"{name} has no wall",))
    words = g.setting.board.features[place.at]["wall"]
    hexes = {name: cell("wall", 1.0, GOOD, f"protected by {', '.join(words) or 'a wall'}", "KT-12.3-shift-wall")}
    bare = []
    for hex in hexes_of(g.setting.area):
        if hex == place.at:
            continue
        if not behind_wall(g, place.at, {hex}):
            same = hex in g.setting.walls
            why = "the same wall goes on there" if same else "the wall ends towards it"
            cite = "KT-12.3-wall-exception-1" if same else "KT-12.3-wall-exception-2"
            hexes[g.hex_name(hex)] = cell("no", 1.0, BAD, f"gives nothing against it: {why}", cite)
            bare.append(g.hex_name(hex))
        elif g.setting.grid.distance(place.at, hex) == 1:
            hexes[g.hex_name(hex)] = cell("-2", 0.3, GOOD, "the wall counts against it", "KT-12.3-shift-wall")
    against = f"nothing against {' and '.join(bare)}" if bare else "something all round"
    legend = {GOOD: "the wall counts", BAD: "the wall gives nothing"}
    return Drawing(hexes, (), (f"the wall in {name} gives {against}",), legend)


def _levels(g: State, seat: str, place: Place) -> Drawing:
    """The level of every hex of the field."""
    level = {hex: g.setting.board.level[hex] for hex in hexes_of(g.setting.area)}
    words = "levels {} to {}; the darker the higher"
    return overlays.levels(g, level, lambda hex: (str(level[hex]), NONE, f"level {level[hex]}"), "", words)


def _holds(g: State, seat: str, place: Place) -> Drawing:
    """Who stands where, which hexes each side reaches next, and who holds what counts."""
    me = SIDE_INDEX.get(seat, 0)
    tone = {me: GOOD, 1 - me: BAD}
    hexes = {}
    for side in (me, 1 - me):
        for hex in hexes_of(g.masks[side]):
            units = " and ".join(g.in_hex(hex))
            hexes[g.hex_name(hex)] = cell("", 0.7, tone[side], f"{SIDES[side].capitalize()}: {units}")
    beside = [h for h in hexes_of(g.setting.area) if g.holder(h) < 0]
    for hex in beside:
        near = [side for side in (0, 1) if g.setting.grid.near[hex] & g.masks[side]]
        if len(near) == 2:
            hexes[g.hex_name(hex)] = cell("", 0.35, WARN, "beside both sides")
        elif near:
            hexes[g.hex_name(hex)] = cell("", 0.2, tone[near[0]], f"beside {SIDES[near[0]].capitalize()} units")
    for hex, side in zip(g.setting.victory_hexes, g.control, strict=True):
        owner = ("the Union", "the Confederates", "nobody")[side]
        hexes[g.hex_name(hex)] = cell(
            SIDES[side][:1].upper() if side >= 0 else "N",
            1.0,
            tone.get(side, NONE),
            f"victory hex held by {owner}",
            "KT-20.1f-2",
        )
    held = [sum(s == side for s in g.control) for side in (0, 1)]
    words = [f"{SIDES[side].capitalize()} holds {held[side]} of {len(g.control)} victory hexes" for side in (0, 1)]
    legend = {GOOD: SIDES[me].capitalize(), BAD: SIDES[1 - me].capitalize(), WARN: "beside both", NONE: "nobody"}
    return Drawing(hexes, (), tuple(words), legend)


SIGHT = Overlay("sight", "Sight between two hexes", "s", _sight, ("hex", "to"))
SEEN = Overlay("seen", "What is seen from a hex", "v", _seen, ("hex",))
WALL = Overlay("wall", "Where a wall gives nothing", "w", _wall, ("hex",))
LEVELS = Overlay("levels", "Levels", "l", _levels)
HOLDS = Overlay("holds", "Who holds what", "h", _holds)
