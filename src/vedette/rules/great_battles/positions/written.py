"""A state written down as a position file says it."""

from __future__ import annotations

from typing import Any

from vedette.rules.great_battles.chapters.charge import DeclareCharges
from vedette.rules.great_battles.chapters.command import in_radius
from vedette.rules.great_battles.chapters.formations import faces
from vedette.rules.great_battles.chapters.sequence import SET_UP
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.positions import BOXES
from vedette.rules.great_battles.positions.begin import BEGINS, END, TURN
from vedette.rules.great_battles.positions.keys import FLAGS, LISTED
from vedette.rules.great_battles.setting import DIRECTIONS, SIDES
from vedette.rules.great_battles.state import State

FORMATIONS = {
    "infantry": ("line", "column"), "artillery": ("unlimbered", "limbered"), "cavalry": ("dismounted", "mounted"),
}  # fmt: skip
NAMES = {place: box for box, place in BOXES.items()}
NOBODY_ACTIVE = (TURN, SET_UP, "interphase", END)


def written(g: State) -> dict[str, Any]:
    """The position file of a state, from the phase that is under way."""
    begin = "charge" if any(isinstance(frame, DeclareCharges) for frame, _ in g.stack) else g.phase
    begin = END if g.over else begin if begin in BEGINS else TURN
    order = sorted(g.units, key=lambda id: g.exits.index(id) if id in g.exits else len(g.exits))
    active = {"active": SIDES[g.player]} if g.player >= 0 and begin not in NOBODY_ACTIVE else {}
    more = {
        "opened": list(g.opened), "losses": dict(g.losses), "demoralized": dict(g.demoralized), "toll": dict(g.toll),
        "guards": dict(g.guards), "together": [list(pair) for pair in g.together],
    }  # fmt: skip
    return {
        "empty": True, "turn": g.turn, "begin": begin, **active, "morale": g.morale, "paid": list(g.paid),
        **{key: value for key, value in more.items() if value}, "unit": [_row(g, id) for id in order],
    }  # fmt: skip


def _row(g: State, id: str) -> dict[str, Any]:
    u, c = g.units[id], g.counter(id)
    row: dict[str, Any] = {"id": id} | ({"hex": g.hex_name(u.at)} if u.at >= 0 else {"box": NAMES[u.at]})
    if u.at >= 0 or NAMES[u.at] in ("waiting", "exited"):
        row |= {"strength": u.strength} if not c.leader else {}
    if c.gun:
        row |= {"crew": u.crew, "rounds": u.rounds}
    if c.arm in FORMATIONS:
        row["formation"] = FORMATIONS[c.arm][u.column]
    if u.at >= 0 and u.facing >= 0 and (faces(g, id) or u.engaged):
        row["facing"] = DIRECTIONS[u.facing]
    if u.at >= 0 and not c.leader:
        row["layer"] = u.layer
    if aims := [g.hex_name(hex) for who, hex in g.offensive if who == id]:
        row["fired"] = aims
    for key, rows in (("charges", g.charges), ("start", g.starts), ("crew_at", g.fled)):
        if id in dict(rows):
            row[key] = g.hex_name(dict(rows)[id])
    if id in dict(g.spent):
        row["spent"] = dict(g.spent)[id] / POINT
    marks = _marks(g, id)
    return row | ({"marks": marks} if marks else {})


def _marks(g: State, id: str) -> list[str]:
    """What lies on the unit, what it has done, and whether its officer commands it otherwise than it would seem."""
    u, c = g.units[id], g.counter(id)
    marks = [mark for mark in FLAGS if getattr(u, mark) and not (mark == "engaged" and c.leader)]
    marks += [mark for mark in LISTED if id in getattr(g, mark)]
    if c.small_arms and g.side(id) == g.player and u.at >= 0 and id not in g.commanded:
        marks.append("out-of-command")
    if id in g.commanded and u.at >= 0 and not in_radius(g, id):
        marks.append("in-command")
    return marks + (["charged"] if id in g.chargers else [])
