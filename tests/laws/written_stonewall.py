"""A game of Stonewall written down as a position file: all that a state holds, where a position may begin."""

from __future__ import annotations

from typing import Any

from vedette.rules.great_battles.chapters.command import in_radius
from vedette.rules.great_battles.chapters.formations import faces
from vedette.rules.great_battles.positions import BOXES
from vedette.rules.great_battles.positions.begin import BEGINS
from vedette.rules.great_battles.positions.keys import FLAGS, LISTED
from vedette.rules.great_battles.setting import DIRECTIONS, SIDES
from vedette.rules.great_battles.state import State, Unit

FORMATIONS = {
    "infantry": ("line", "column"), "artillery": ("unlimbered", "limbered"), "cavalry": ("dismounted", "mounted"),
}  # fmt: skip
NAMES = {place: box for box, place in BOXES.items()}
MOMENTS = tuple(word for word in BEGINS if word not in ("turn", "set-up", "end"))
"""Where a position may begin in the middle of a turn."""


def moments(g: State) -> list[str]:
    """The moments of a position at which a state may be: those of its phase, before anybody has acted in it."""
    begun = {"command": g.paid, "movement": (*g.moved, *g.spent), "retreat": g.evaded}
    if g.hit or g.fired or g.fought or begun.get(g.phase):
        return []
    return [word for word in MOMENTS if word == g.phase or (word == "charge" and g.phase == "offensive-fire")]


def spec_of(g: State, battle: str, options: dict[str, Any], begin: str) -> dict[str, Any]:
    """The position file of a state."""
    order = sorted(g.units, key=lambda id: g.exits.index(id) if id in g.exits else len(g.exits))
    spec: dict[str, Any] = {
        "battle": battle, "empty": True, "turn": g.turn, "begin": begin, "set": options, "morale": g.morale,
        "paid": g.paid, "opened": g.opened, "losses": dict(g.losses), "demoralized": dict(g.demoralized),
        "toll": dict(g.toll), "guards": dict(g.guards), "together": g.together, "unit": [_row(g, id) for id in order],
    }  # fmt: skip
    return spec | ({"active": SIDES[g.player]} if g.player >= 0 else {})


def _row(g: State, id: str) -> dict[str, Any]:
    u, c = g.units[id], g.counter(id)
    row: dict[str, Any] = {"id": id} | ({"hex": g.hex_name(u.at)} if u.at >= 0 else {"box": NAMES[u.at]})
    marks = [mark for mark in FLAGS if getattr(u, mark) and not (mark == "engaged" and c.leader)]
    marks += [mark for mark in LISTED if id in getattr(g, mark)]
    if c.small_arms and g.side(id) == g.player and u.at >= 0 and id not in g.commanded:
        marks.append("out-of-command")
    if id in g.commanded and u.at >= 0 and not in_radius(g, id):
        marks.append("in-command")
    if id in g.chargers:
        marks.append("charged")
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
        row["spent"] = dict(g.spent)[id] / 4
    return row | ({"marks": marks} if marks else {})


def meant(g: State) -> dict[str, Any]:
    """What a state says, in an order of its own; without what hangs on nothing."""
    units = {
        id: _bare(g, id, u) for id, u in g.units.items()
    }  # fmt: skip
    plain = ("turn", "phase", "player", "morale", "paid", "opened", "losses", "demoralized", "ineffective", "scored",
             "toll", "guards", "exits", "together", "stack")  # fmt: skip
    lists = ("commanded", "evaded", "advanced", "struck", "chargers", "fled", "shots", "vacant", "starts", "charges",
             "moved")  # fmt: skip
    found = {"units": units} | {name: getattr(g, name) for name in plain}
    found |= {name: sorted(getattr(g, name)) for name in lists}
    found["commanded"] = [id for id in found["commanded"] if g.at(id) >= 0]
    found["offensive"] = sorted(g.offensive)
    return found


def _bare(g: State, id: str, u: Unit) -> tuple[Any, ...]:
    """A unit without what hangs on nothing: the layer of a leader and of who is gone."""
    layer = u.layer if u.at >= 0 and not g.counter(id).leader else 0
    return (u.at, u.strength, layer, u.facing, u.column, *(getattr(u, flag) for flag in FLAGS), u.crew, u.rounds)
