"""Lists beside the map: brigade sheets, rounds of the guns, army morale, who is routed, pinned, dry, lost, to come."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.shapes import Item, Section
from vedette.engine.words import counted
from vedette.rules.common.text.sections import by_hex, item, owned
from vedette.rules.great_battles.chapters.command import may_act
from vedette.rules.great_battles.chapters.effectiveness import depletion, lost, rating
from vedette.rules.great_battles.chapters.leaders import ratings
from vedette.rules.great_battles.setting import SIDES, UNION, Brigade
from vedette.rules.great_battles.state import CAPTURED, DESTROYED, ELIMINATED, PLACES, UNPLACED, VACANT, WAITING, State

TRACK = 10
"""Points of a box of the morale track (SW 19.1)."""


def lists(g: State) -> list[Section]:
    """Every list that has something to say: title and items, with the side whose it is."""
    sections = []
    for side, seat in enumerate(SIDES):
        marks = ("routed", "pinned", "engaged", "depleted", "reserve")
        sections += [
            owned("To be set up", seat, _off(g, side, (UNPLACED,))),
            owned("To arrive", seat, _off(g, side, (WAITING,))),
            owned("Brigades", seat, _brigades(g, side), sum(b.side == side for b in g.setting.brigades.values())),
            owned("Rounds of the guns", seat, _rounds(g, side)),
            owned("Leaders", seat, _leaders(g, side)),
            owned("Out of command", seat, by_hex(g, _idle(g, side))),
            *(owned(m.capitalize(), seat, by_hex(g, _having(g, side, m))) for m in marks),
            owned("Left the map", seat, [item(id, units=(id,)) for id in g.exits if g.side(id) == side]),
            owned("Lost", seat, _lost(g, side)),
        ]
    sections.append(owned("Army morale", SIDES[UNION], _morale(g), g.morale))
    return [row for row in sections if row["items"]]


def _having(g: State, side: int, mark: str) -> list[str]:
    return [id for id in g.on_map(side) if getattr(g.units[id], mark)]


def _idle(g: State, side: int) -> list[str]:
    """Units of the side that plays that may not act for want of an officer."""
    if g.player != side or g.over or not g.commanded:
        return []
    fit = (id for id in g.on_map(side) if not g.counter(id).leader and not g.counter(id).wagon)
    return [id for id in fit if id not in g.commanded and may_act(g, id)]


def _off(g: State, side: int, places: Sequence[int]) -> list[Item]:
    """Units off the map, a line a brigade."""
    rows = []
    found = [id for id in g.armies[side] if g.at(id) in places]
    for brigade in dict.fromkeys(g.counter(id).brigade for id in found):
        units = tuple(id for id in found if g.counter(id).brigade == brigade)
        rows.append(item(", ".join(units), units=units))
    return rows


def _lost(g: State, side: int) -> list[Item]:
    places = (ELIMINATED, CAPTURED, DESTROYED, VACANT)
    return [item(f"{id}: {PLACES[g.at(id)]}", units=(id,)) for id in g.armies[side] if g.at(id) in places]


def boxes(n: int, of: int, rating: int) -> str:
    """A row of boxes, checked as far as n; a bar behind those that a brigade may lose and still be effective."""
    rating = max(0, min(rating, of))
    marks = ["☒" if i < n else "☐" for i in range(of)]
    return "".join(marks[:rating]) + "|" + "".join(marks[rating:])


def brigade_words(g: State, row: Brigade) -> str:
    """A line of the effectiveness sheet: boxes, losses against the rating and why that is low, points (SW 20.3)."""
    now, gone = rating(g, row.name), lost(g, row.name)
    lowered = []
    if demoralized := dict(g.demoralized).get(row.name, 0):
        lowered.append(f"{demoralized} demoralization")
    if dry := depletion(g, row.name):
        lowered.append(f"{dry} no ammunition")
    printed = f" (printed {row.rating}, less {' and '.join(lowered)})" if lowered else ""
    state = "has lost its effectiveness" if row.name in g.ineffective else f"effective up to {now} lost"
    return f"{row.name} {boxes(gone, row.total, now)} {gone} of {row.total} lost, {state}{printed}, {row.points} VP"


def _brigades(g: State, side: int) -> list[Item]:
    rows = []
    for row in g.setting.brigades.values():
        if row.side == side:
            units = [id for id in g.armies[side] if g.counter(id).brigade == row.name and g.at(id) >= 0]
            rows.append(item(brigade_words(g, row), "bad" if row.name in g.ineffective else "none", None, units))
    return rows


def _rounds(g: State, side: int) -> list[Item]:
    """The ammunition track of the batteries (SW 12.3), with their crews (SW 18.8)."""
    rows = []
    for id in g.armies[side]:
        c, unit = g.counter(id), g.units[id]
        if not c.gun or unit.at in (ELIMINATED, CAPTURED):
            continue
        crew = "" if unit.crew == c.crew else ", half crew" if unit.crew else ", no crew"
        words = f"{id} {'●' * unit.rounds or '–'} {unit.rounds}{crew}"
        rows.append(item(words, "none" if unit.rounds else "warn", None, (id,)))
    return rows


def _leaders(g: State, side: int) -> list[Item]:
    rows = []
    for id in g.on_map(side):
        if g.counter(id).leader:
            radius, rally = ratings(g, id)
            name = g.hex_name(g.at(id))
            more = ", replacement" if g.units[id].taken else ""
            rows.append(item(f"{id} at {name}: radius {radius}, rally {rally}{more}", "none", name, (id,)))
    fallen = [id for id in g.vacant if g.side(id) == side]
    return rows + [item(f"{id}: a successor comes in the final command phase", units=(id,)) for id in fallen]


def _morale(g: State) -> list[Item]:
    """The morale track: boxes of ten, and what remains (SW 19.1)."""
    least = g.setting.numbers["demoralization-below"]
    tens, ones = divmod(g.morale, TRACK)
    rows = [
        item(
            f"{counted(g.morale, 'point', 'points')}: tens {tens}, ones {ones}", "warn" if g.morale < least else "none"
        )
    ]
    if g.morale < least:
        rows.append(item(f"below {least}: brigades check for demoralization at the end of the turn", "warn"))
    if g.paid:
        rows.append(item(f"paid for in this player turn: {', '.join(g.paid)}"))
    return rows
