"""Overlays of what units can do: the best chance on every enemy hex, who can fire at a hex, how far a unit comes."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.overlays import BAD, GOOD, WARN, Drawing, Overlay, Place, cell, line
from vedette.engine.run import asks
from vedette.engine.shapes import Cell
from vedette.engine.words import percent
from vedette.rules.blind_swords.assist.gestures.reaching import mover_later, reach
from vedette.rules.blind_swords.assist.plans.askers import scenes
from vedette.rules.blind_swords.assist.plans.fire import MEASURE, Scene, fire_plans
from vedette.rules.blind_swords.assist.plans.outcomes import hands_down
from vedette.rules.blind_swords.chapters.costs import POINT
from vedette.rules.blind_swords.chapters.range import (
    TOO_FAR,
    able,
    enough,
    fire_bar,
    fire_points,
    range_class,
    weak_bar,
)
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State

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


CHANCES = Overlay("chances", "Best chance on every enemy hex", "c", _chances)
FIRE_AT = Overlay("fire-at", "Who can fire at a hex", "f", _fire_at, ("hex",))


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


RANGE = Overlay("range", "How far a unit comes", "r", _range, ("unit",))
