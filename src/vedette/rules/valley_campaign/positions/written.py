"""A state written down as a position file says it."""

from __future__ import annotations

from typing import Any

from vedette.rules.valley_campaign.chapters.sequence import SET_UP
from vedette.rules.valley_campaign.positions import BOXES
from vedette.rules.valley_campaign.positions.begin import BEGINS
from vedette.rules.valley_campaign.positions.keys import DEMORALIZED, LISTED
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import CUP, State

NAMES = {place: box for box, place in BOXES.items()}
MARKS = {n: mark for mark, n in DEMORALIZED.items()}


def written(g: State) -> dict[str, Any]:
    """The position file of a state, from the phase that is under way."""
    name, due = g.hex_name, {a.unit: a for a in g.waiting}
    first = [*g.exits, *g.fallen, *due]
    order = sorted(g.units, key=lambda id: first.index(id) if id in first else len(first))
    victory = g.setting.victory.get("hexes", ())
    begin = g.phase if g.phase in BEGINS else "turn"
    found: dict[str, Any] = {"empty": True, "turn": g.turn, "begin": begin}
    if begin not in ("turn", SET_UP) and g.player >= 0:
        found["active"] = SIDES[g.player]
    more = {
        "control": {h: SIDES[side] for h, side in zip(victory, g.holders, strict=True) if side >= 0},
        "burned": [[name(a), name(b)] for a, b in g.burned],
        "entered": {name(hex): n for hex, n in g.columns},
        "instead": {name(hex): name(other) for hex, other in g.substitutes},
        "repair": [{"between": [*map(name, r.bridge)], "unit": r.unit, "ready": r.ready} for r in g.repairs],
    }  # fmt: skip
    found |= {key: value for key, value in more.items() if value}
    found["cup"] = [id for id, u in g.units.items() if u.at == CUP]
    return found | {"unit": [_row(g, id, due) for id in order if g.units[id].at != CUP]}


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
