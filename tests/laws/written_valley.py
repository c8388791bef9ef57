"""A game of the Valley Campaign written down as a position file: all that a state holds, where a position may begin."""

from __future__ import annotations

from typing import Any

from vedette.rules.valley_campaign.positions import BOXES
from vedette.rules.valley_campaign.positions.begin import BEGINS
from vedette.rules.valley_campaign.positions.keys import DEMORALIZED, LISTED
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import CUP, State

NAMES = {place: box for box, place in BOXES.items()}
MOMENTS = tuple(word for word in BEGINS if word not in ("turn", "set-up"))
"""Where a position may begin in the middle of a turn."""
MARKS = {n: mark for mark, n in DEMORALIZED.items()}


def moments(g: State) -> list[str]:
    """The moments of a position at which a state may be."""
    return [word for word in MOMENTS if word == g.phase]


def spec_of(g: State, battle: str, options: dict[str, Any], begin: str) -> dict[str, Any]:
    """The position file of a state."""
    name, due = g.hex_name, {a.unit: a for a in g.waiting}
    first = [*g.exits, *g.fallen, *due]
    order = sorted(g.units, key=lambda id: first.index(id) if id in first else len(first))
    victory = g.setting.victory.get("hexes", ())
    return {
        "battle": battle, "empty": True, "turn": g.turn, "begin": begin, "active": SIDES[g.player], "set": options,
        "cup": [id for id, u in g.units.items() if u.at == CUP],
        "control": {h: SIDES[side] for h, side in zip(victory, g.holders, strict=True) if side >= 0},
        "burned": [[name(a), name(b)] for a, b in g.burned],
        "entered": {name(hex): n for hex, n in g.columns},
        "instead": {name(hex): name(other) for hex, other in g.substitutes},
        "repair": [{"between": [*map(name, r.bridge)], "unit": r.unit, "ready": r.ready} for r in g.repairs],
        "unit": [_row(g, id, due) for id in order if g.units[id].at != CUP],
    }  # fmt: skip


def _row(g: State, id: str, due: dict[str, Any]) -> dict[str, Any]:
    u = g.units[id]
    row: dict[str, Any] = {"id": id}
    if id in due:
        row["arrives"] = {"turn": due[id].turn, "hex": g.hex_name(due[id].hex)}
    else:
        row |= {"hex": g.hex_name(u.at)} if u.at >= 0 else {"box": NAMES[u.at]}
    marks = [mark for mark in LISTED if id in getattr(g, mark)]
    marks += [MARKS[u.demoralized]] if u.demoralized and u.at >= 0 else []
    return row | ({"face": "reduced"} if u.reduced else {}) | ({"marks": marks} if marks else {})


def meant(g: State) -> dict[str, Any]:
    """What a state says, in an order of its own; without what hangs on nothing."""
    units = {id: (u.at, u.reduced, u.demoralized if u.at >= 0 else 0) for id, u in g.units.items()}
    plain = ("turn", "phase", "player", "burned", "repairs", "exits", "fallen", "holders", "vacant", "stack", "waiting",
             "columns", "substitutes")  # fmt: skip
    lists = {name: sorted(getattr(g, name)) for name in LISTED}
    return {"units": units} | {name: getattr(g, name) for name in plain} | lists
