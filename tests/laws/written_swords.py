"""The field of a Blind Swords game written down as a position file: all that lies openly, chits in the cup apart."""

from __future__ import annotations

from typing import Any

import msgspec

from vedette.rules.blind_swords.positions.written import written
from vedette.rules.blind_swords.state import State

ROWS = ("turn", "casualties", "raised", "surprise", "activated", "limited", "released", "bonuses", "control", "tracks",
        "unit")  # fmt: skip
SAID = ("turn", "casualties", "raised", "surprise", "activated", "limited", "control", "chaos", "good_ground",
        "deceived", "charging", "exits", "tracks", "released", "bonuses")  # fmt: skip


def rests(g: State) -> bool:
    """Whether nobody is on a move, in a hex where he cannot stay."""
    return not any("Move" in type(frame).__name__ for frame, _ in g.stack)


def spec_of(g: State, battle: str, options: dict[str, Any]) -> dict[str, Any]:
    """The position file of a state, before a draw."""
    found = {key: value for key, value in written(g).items() if key in ROWS}
    return {"battle": battle, **found, "begin": "draw", "set": options}


def meant(g: State) -> dict[str, Any]:
    """What a state says of the field."""
    found = {name: getattr(g, name) for name in SAID}
    found["acted"] = sorted(id for id in g.acted if g.at(id) >= 0)
    units = {id: u if u.at >= 0 else msgspec.structs.replace(u, hits=0) for id, u in g.units.items()}
    return found | {"units": units, "waiting": sorted(g.waiting)}
