"""The field of a Blind Swords game written down as a position file: all that lies openly, chits in the cup apart."""

from __future__ import annotations

from typing import Any

import msgspec

from vedette.rules.blind_swords.positions.written import written
from vedette.rules.blind_swords.state import State

ROWS = ("turn", "casualties", "raised", "surprise", "activated", "limited", "released", "bonuses", "control", "tracks",
        "unit")  # fmt: skip
UNSAID = {
    "phase", "cup", "blind", "drawn", "draws", "spent", "chosen", "keys", "hands", "lost", "common", "unseen",
    "automatic", "acted", "busy", "waiting", "given", "earned", "decisive", "over",
}  # fmt: skip
"""What is not compared as it stands: chits, which are dealt anew; what belongs to an activation; who waits."""


def rests(g: State) -> bool:
    """Whether nobody is on a move, in a hex where he cannot stay."""
    return not any("Move" in type(frame).__name__ for frame, _ in g.stack)


def spec_of(g: State, battle: str, options: dict[str, Any]) -> dict[str, Any]:
    """The position file of a state, before a draw."""
    found = {key: value for key, value in written(g).items() if key in ROWS}
    return {"battle": battle, **found, "begin": "draw", "set": options}


def meant(g: State) -> dict[str, Any]:
    """What a state says of the field."""
    found = {name: getattr(g, name) for name in (*g.kept.always, *g.kept.rare) if name not in UNSAID}
    found["acted"] = sorted(id for id in g.acted if g.at(id) >= 0)
    units = {id: u if u.at >= 0 else msgspec.structs.replace(u, hits=0) for id, u in g.units.items()}
    return found | {"units": units, "waiting": sorted(g.waiting)}
