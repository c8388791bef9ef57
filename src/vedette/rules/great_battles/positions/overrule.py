"""A unit set by agreement of the players in a running game, in the words of a position file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.rules.common.overruling import check_words, placed, without
from vedette.rules.great_battles.chapters.charge import DeclareCharges
from vedette.rules.great_battles.chapters.command import CommandPhase
from vedette.rules.great_battles.chapters.effectiveness import judge
from vedette.rules.great_battles.chapters.evasion import EvasionPhase
from vedette.rules.great_battles.chapters.fire import FirePhase
from vedette.rules.great_battles.chapters.formations import align, faces
from vedette.rules.great_battles.chapters.melee import MeleePhase
from vedette.rules.great_battles.chapters.movement import MovementPhase
from vedette.rules.great_battles.chapters.sequence import BattleOfTurns, FinalPhase, Interphase, PlayerTurn
from vedette.rules.great_battles.positions import _engaged, _lay
from vedette.rules.great_battles.positions.keys import LISTED, check_keys
from vedette.rules.great_battles.positions.sense import check_row, check_stacks
from vedette.rules.great_battles.setting import DIRECTIONS, SIDES
from vedette.rules.great_battles.state import CAPTURED, DESTROYED, ELIMINATED, EXITED, PLACES, State

CALM = (
    BattleOfTurns, PlayerTurn, CommandPhase, MovementPhase, FirePhase, DeclareCharges, EvasionPhase, MeleePhase,
    FinalPhase, Interphase,
)  # fmt: skip
"""Procedures whose questions stand whoever is where, while they speak of no hex and no units."""
WORDS = ("hex", "box", "strength", "crew", "rounds", "formation", "facing", "layer", "marks")
FLAGS = ("reserve", "routed", "pinned", "engaged", "depleted")
MARKS = (*FLAGS, *LISTED)
BOXES = {"eliminated": ELIMINATED, "exited": EXITED, "captured": CAPTURED, "destroyed": DESTROYED}
OFF = ("depleted", *LISTED)
COLUMN = {"infantry": ("line", "column"), "cavalry": ("dismounted", "mounted"), "artillery": ("unlimbered", "limbered")}
SETTABLE: dict[str, Sequence[str]] = {
    "box": tuple(BOXES), "formation": tuple(word for pair in COLUMN.values() for word in pair), "facing": DIRECTIONS,
    "strength": (), "crew": (), "rounds": (), "marks": MARKS,
}  # fmt: skip
"""What may be said of a unit besides its hex, with the words there are; none where it is a number."""


def unit_row(g: State, id: str) -> dict[str, Any]:
    """A unit as a position file writes it."""
    u, c = g.units[id], g.counter(id)
    row: dict[str, Any] = {"id": id, **({"hex": g.hex_name(u.at)} if u.at >= 0 else {"box": PLACES[u.at]})}
    if not c.leader:
        row["strength"] = u.strength
    if c.gun:
        row |= {"crew": u.crew, "rounds": u.rounds}
    if c.arm in COLUMN:
        row["formation"] = COLUMN[c.arm][u.column]
    if u.facing >= 0:
        row["facing"] = DIRECTIONS[u.facing]
    marks = [flag for flag in FLAGS if getattr(u, flag)] + [name for name in LISTED if id in getattr(g, name)]
    return row | ({"marks": marks} if marks else {})


def overrule(g: State, row: Mapping[str, Any]) -> None:
    """Set a unit so. Raises PositionError."""
    check_words(g, row, WORDS, tuple(BOXES), MARKS)
    check_keys({"unit": [dict(row)]})
    id = row["id"]
    u = g.units[id]
    full = placed(unit_row(g, id), row, OFF)
    if "box" in full:
        full = {key: value for key, value in full.items() if key not in ("facing", "strength") or key in row}
    facing = full.pop("facing", "") if "facing" not in row else full["facing"]
    check_keys({"unit": [full]})
    without(g, id, (*LISTED, "exits", "vacant"))
    old = g.in_hex(u.at) if u.at >= 0 else ()
    g.units[id] = msgspec.structs.replace(u, **dict.fromkeys(FLAGS, False))
    for name in LISTED:
        if name in full.get("marks", ()):
            setattr(g, name, (*getattr(g, name), id))
    top = -1 if "hex" in row else u.layer
    _lay(g, full, top)
    g.units[id] = msgspec.structs.replace(g.units[id], layer=row.get("layer", top))
    _restack(g)
    if old and g.at(id) != u.at:
        _nobody_left(g, old)
    _engaged(g)
    _front(g, id, str(facing))
    for name in g.setting.brigades:
        judge(g, name)
    g.reindex()
    check_row(g, full)
    check_stacks(g)


def _restack(g: State) -> None:
    """The layers of every stack count from the top."""
    g.reindex()
    for hex in list(g.stacks):
        for side in range(len(SIDES)):
            for layer, id in enumerate(g.troops(hex, side)):
                if g.units[id].layer != layer:
                    g.units[id] = msgspec.structs.replace(g.units[id], layer=layer)
    g.reindex()


def _nobody_left(g: State, here: tuple[str, ...]) -> None:
    """Who was engaged with a unit that is gone, and with nobody else, is engaged no longer."""
    for id in here:
        hex = g.at(id)
        if hex >= 0 and g.units[id].engaged and not (g.masks[0] & g.masks[1]) >> hex & 1:
            g.units[id] = msgspec.structs.replace(g.units[id], engaged=False)
            _front(g, id, "")


def _front(g: State, id: str, facing: str) -> None:
    """A unit that has a front faces so, else as it did, else towards the enemy; who has none, nowhere."""
    unit = g.units[id]
    if unit.at < 0 or not faces(g, id):
        g.units[id] = msgspec.structs.replace(unit, facing=-1)
    elif facing:
        g.units[id] = msgspec.structs.replace(unit, facing=DIRECTIONS.index(facing))
    elif unit.facing < 0:
        g.sets = {}
        align(g, id)
