"""The field of a Blind Swords game written down as a position file: all that lies openly, chits in the cup apart."""

from __future__ import annotations

from typing import Any

import msgspec

from vedette.rules.blind_swords.positions import LISTED
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import AVAILABLE, BOXES, ELIMINATED, EXITED, WAITING, State

NAMES = {ELIMINATED: "eliminated", EXITED: "exited", AVAILABLE: "available"} | {at: str(n) for n, at in BOXES.items()}
FLAGS = {"skirmish": "skirmish", "low_ammo": "low-ammo", "resupplied": "resupplied", "broken_before": "broken-before",
         "frozen": "frozen"}  # fmt: skip
HITS = ((), ("shaken",), ("disrupted",))
SAID = ("turn", "casualties", "raised", "surprise", "activated", "limited", "control", "chaos", "good_ground",
        "deceived", "charging", "exits", "tracks", "released", "bonuses")  # fmt: skip


def rests(g: State) -> bool:
    """Whether nobody is on a move, in a hex where he cannot stay."""
    return not any("Move" in type(frame).__name__ for frame, _ in g.stack)


def spec_of(g: State, battle: str, options: dict[str, Any]) -> dict[str, Any]:
    """The position file of a state, before a draw."""
    gone, due = [e.unit for e in g.exits], {row[1]: row for row in g.waiting}
    order = sorted(g.units, key=lambda id: gone.index(id) if id in gone else len(gone))
    hexes = g.setting.victory_hexes
    return {
        "battle": battle, "turn": g.turn, "begin": "draw", "set": options, "casualties": list(g.casualties),
        "raised": list(g.raised), "surprise": g.surprise, "activated": list(g.activated), "limited": list(g.limited),
        "released": g.released, "bonuses": list(g.bonuses),
        "control": {g.hex_name(h): SIDES[side] for h, side in zip(hexes, g.control, strict=True) if side >= 0},
        "tracks": {t.chit: [t.box + 1, t.since] if t.since else t.box + 1 for t in g.tracks},
        "unit": [_row(g, id, due) for id in order if g.units[id].at != WAITING or id in due],
    }  # fmt: skip


def _row(g: State, id: str, due: dict[str, Any]) -> dict[str, Any]:
    u, c = g.units[id], g.setting.counters[id]
    row: dict[str, Any] = {"id": id, "face": "worn" if u.worn else "fresh"}
    if u.at >= 0:
        row["hex"] = g.hex_name(u.at)
    elif id in due:
        turn, _, hex, late = due[id]
        row["arrives"] = {"turn": turn, "hex": g.hex_name(hex), "late": late}
    else:
        row["box"] = NAMES[u.at]
    marks = [*HITS[u.hits if u.at >= 0 else 0], *(mark for flag, mark in FLAGS.items() if getattr(u, flag))]
    if c.foot is not None:
        marks.append("dismounted" if u.dismounted else "mounted")
    if u.at >= 0:
        marks += [mark for mark in LISTED if id in getattr(g, mark)]
        marks += ["good-ground"] if u.at in g.good_ground else []
    for e in g.exits:
        if e.unit == id:
            row["exit"] = {"edge": list(e.edges), "turn": e.turn, "forced": e.forced}
    return row | ({"marks": marks} if marks else {})


def meant(g: State) -> dict[str, Any]:
    """What a state says of the field."""
    found = {name: getattr(g, name) for name in SAID}
    found["acted"] = sorted(id for id in g.acted if g.at(id) >= 0)
    units = {id: u if u.at >= 0 else msgspec.structs.replace(u, hits=0) for id, u in g.units.items()}
    return found | {"units": units, "waiting": sorted(g.waiting)}
