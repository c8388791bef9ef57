"""Overlays, pictures of the whole board by name: the best fires, how far a unit gets, the ground and who holds it."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.overlays import BAD, GOOD, NONE, WARN, Drawing, Overlay, Place, cell, line, listed, shown, wanted
from vedette.engine.run import asks
from vedette.engine.shapes import BoardKind, BoardView, Cell
from vedette.engine.words import hexes_are, percent
from vedette.hexes import hexes_of
from vedette.rules.blind_swords.assist.gestures import hex_of, unit_of
from vedette.rules.blind_swords.assist.gestures.reaching import mover_later, reach
from vedette.rules.blind_swords.assist.plans.askers import scenes
from vedette.rules.blind_swords.assist.plans.fire import MEASURE, Scene, fire_plans
from vedette.rules.blind_swords.assist.plans.outcomes import hands_down
from vedette.rules.blind_swords.chapters.costs import POINT
from vedette.rules.blind_swords.chapters.fire_shifts import behind_wall
from vedette.rules.blind_swords.chapters.range import (
    TOO_FAR,
    able,
    enough,
    fire_bar,
    fire_points,
    range_class,
    weak_bar,
)
from vedette.rules.blind_swords.chapters.sight import BLOCKED, CLEAR, OBSCURED, WORDS, effect_of, explain, ground_sight
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State
from vedette.rules.common.assist import overlays

ANY = "step"
"""The kind of fire by which these views count: that of a Fire Combat Step."""


def _chances(g: State, seat: str, place: Place) -> Drawing:
    """The best chance on each enemy hex: of the fires that can be given now, else of all units as if they could."""
    g = hands_down(g)
    asked = bool(g.stack) and any(a.seat == seat for a in asks(g))
    found = scenes(g, seat) if asked else []
    words = [f"the chance on each hex: {MEASURE}, fired at in the best way"]
    if not found:
        found = list(_all_of(g, SIDE_INDEX.get(seat, 0)))
        words.append("all your units counted, as if each could fire now")
    hexes: dict[str, Cell] = {}
    for scene in found:
        for p in fire_plans(g, scene, only_best=True):
            chance = p["measure"]["probability"]
            row = cell(percent(chance), chance, WARN if p["warning"] else GOOD, p["headline"], p["cite"])
            at = p["at"] or ""
            known = hexes.get(at)
            if known is None or known["weight"] < row["weight"]:
                hexes[at] = row
    return Drawing(hexes, (), tuple(words if hexes else [*words, "nobody can fire at anybody"]))


def _all_of(g: State, side: int) -> Iterator[Scene]:
    ids = list(g.on_map(side))
    for target in sorted({g.at(i) for i in g.on_map(1 - side)}):
        pool = able(g, ids, target, ANY)
        if pool:
            yield Scene(ANY, target, pool)


def _fire_at(g: State, seat: str, place: Place) -> Drawing:
    """Points that can fire at a hex, by the hexes they stand in: our own in one tone, the enemy's in another."""
    holder, mine = g.holder(place.at), SIDE_INDEX.get(seat, 0)
    sides = [side for side in (0, 1) if side != holder]
    hexes: dict[str, Cell] = {}
    lines, words = [], []
    for side in sides:
        points = _points(g, side, place.at)
        tone = GOOD if side == mine else BAD
        most = max((sum(p.values()) for p in points.values()), default=SP)
        for hex, row in sorted(points.items()):
            total = sum(row.values())
            why = ", ".join(f"{i} {n / SP:g} SP at {range_class(g, i, place.at)} range" for i, n in row.items())
            hexes[g.hex_name(hex)] = cell(f"{total / SP:g}", total / most, tone, why, "KT-12.1c-1")
            lines.append(line(g.hex_name(hex), g.hex_name(place.at), tone, f"{total / SP:g} SP"))
        whole = sum(sum(p.values()) for p in points.values())
        where = f"from {len(points)} hex{'' if len(points) == 1 else 'es'}"
        words.append(f"{SIDES[side].capitalize()}: {whole / SP:g} SP can fire at {g.hex_name(place.at)} {where}")
        words += _barred(g, side, place.at)
    legend = {GOOD: f"{SIDES[mine].capitalize()} fire", BAD: f"{SIDES[1 - mine].capitalize()} fire"}
    return Drawing(hexes, tuple(lines), tuple(words), legend)


def _points(g: State, side: int, target: int) -> dict[int, dict[str, int]]:
    """Hex -> unit -> what it would fire with."""
    found: dict[int, dict[str, int]] = {}
    for id in g.on_map(side):
        if g.at(id) != target and fire_bar(g, id, target, ANY) is None and enough(g, (id,), target, ANY):
            found.setdefault(g.at(id), {})[id] = fire_points(g, id, target, ANY, False)
    return found


def _barred(g: State, side: int, target: int) -> list[str]:
    """Who is near enough and still cannot, by reason."""
    why: dict[str, list[str]] = {}
    for id in g.on_map(side):
        bar = fire_bar(g, id, target, ANY) or weak_bar(g, id, target, ANY) if g.at(id) != target else None
        if bar is not None and bar != TOO_FAR:
            why.setdefault(bar.text, []).append(id)
    return [f"{', '.join(ids)}: {reason}" for reason, ids in why.items()]


LEGEND = {GOOD: "it can end there", WARN: "drawing fire on the way", BAD: "fired at, or no place to end"}


def _range(g: State, seat: str, place: Place) -> Drawing:
    """Every hex that a unit can come to on the terms that it has or would have, and who fires at it on the way."""
    id = place.unit
    mover = mover_later(g, id)
    if mover is None:
        return Drawing({}, (), (f"{id} cannot move",))
    most = mover.left / POINT or 1
    hexes, lines = {}, {}
    for name, row in reach(g, id, later=True).items():
        tone = BAD if not row["end"] else WARN if row["draws_fire"] else GOOD
        hexes[name] = cell(f"{row['cost']:g}", 1 - row["left"] / most / 2, tone, row["text"], row["cite"])
        for fire in row["fires"]:
            for by in fire["by"]:
                if by["allowed"]:
                    lines[by["hex"], fire["hex"]] = line(by["hex"], fire["hex"], BAD, f"{by['unit']} {by['sp']} SP")
    words = [f"{id}: {most:g} movement points{f', {mover.assumed}' if mover.assumed else ''}"]
    if lines:
        words.append("a way through the hexes that the lines point at draws fire")
    return Drawing(hexes, tuple(lines.values()), tuple(words), LEGEND)


# -- the ground and who holds it --------------------------------------------------------------------------------------


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


# -- all of them -------------------------------------------------------------------------------------------------------


BOARDS: dict[str, Overlay] = {
    overlay.name: overlay
    for overlay in (
        Overlay("chances", "Best chance on every enemy hex", "c", _chances),
        Overlay("fire-at", "Who can fire at a hex", "f", _fire_at, ("hex",)),
        Overlay("range", "How far a unit comes", "r", _range, ("unit",)),
        Overlay("sight", "Sight between two hexes", "s", _sight, ("hex", "to")),
        Overlay("seen", "What is seen from a hex", "v", _seen, ("hex",)),
        Overlay("wall", "Where a wall gives nothing", "w", _wall, ("hex",)),
        Overlay("levels", "Levels", "l", _levels),
        Overlay("holds", "Who holds what", "h", _holds),
    )
}
"""By their names, in the order in which they are offered."""


def boards() -> list[BoardKind]:
    """The overlays that there are."""
    return listed(BOARDS)


def board(g: State, seat: str, name: str, at: str = "", to: str = "", unit: str = "") -> BoardView:
    """An overlay by its name as a seat sees it.

    Raises:
        EngineError: where there is no such view, hex or unit, or the view must be told more.
    """
    look = wanted(BOARDS, name, at, to, unit)
    place = Place(hex_of(g, at) if at else -1, hex_of(g, to) if to else -1, unit_of(g, unit) if unit else "")
    return shown(look, look.draw(g, seat, place))
