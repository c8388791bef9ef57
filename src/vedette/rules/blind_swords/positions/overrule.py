"""A unit set by agreement of the players in a running game, in the words of a position file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vedette.rules.blind_swords import laws
from vedette.rules.blind_swords.chapters.activation import (
    Activation,
    AutomaticActivations,
    ChooseBrigade,
    CicActivation,
)
from vedette.rules.blind_swords.chapters.artillery import ArtilleryPhase
from vedette.rules.blind_swords.chapters.chits import ChitDrawPhase, CicChit, DivisionChit, DrawnEvent
from vedette.rules.blind_swords.chapters.close_combat import CloseCombatStep
from vedette.rules.blind_swords.chapters.command import CommandPhase
from vedette.rules.blind_swords.chapters.fire import FireStep
from vedette.rules.blind_swords.chapters.movement_step import MovementStep
from vedette.rules.blind_swords.chapters.rally import RallyStep
from vedette.rules.blind_swords.chapters.sequence import BattleOfTurns, EndTurnPhase, FirstChit
from vedette.rules.blind_swords.chapters.windows import HeldChits, Window
from vedette.rules.blind_swords.positions import OFF, _control, _unit
from vedette.rules.blind_swords.positions.keys import ON_THE_MAP, check_keys
from vedette.rules.blind_swords.positions.score import set_exit
from vedette.rules.blind_swords.state import PLACES, State
from vedette.rules.common.overruling import check_begun, check_words, placed, without
from vedette.rules.common.positions import apart

WORDS = ("hex", "box", "face", "marks")
LISTED = ("chaos", "acted")
MARKS = ("shaken", "disrupted", "skirmish", "low-ammo", "frozen", "chaos", "resupplied", "broken-before", "acted",
         "mounted", "dismounted")  # fmt: skip
BOX = {at: name for name, at in OFF.items()}

CALM = (
    BattleOfTurns, CommandPhase, ArtilleryPhase, ChitDrawPhase, EndTurnPhase, DivisionChit, CicChit, ChooseBrigade,
    CicActivation, AutomaticActivations, Activation, MovementStep, FireStep, CloseCombatStep, RallyStep, DrawnEvent,
    HeldChits, Window, FirstChit,
)  # fmt: skip
"""Procedures whose questions stand whoever is where, while they speak of no hex and no units."""
SETTABLE: dict[str, Sequence[str]] = {"box": tuple(OFF), "face": ("fresh", "worn"), "marks": MARKS}
"""What may be said of a unit besides its hex, with the words there are; none where it is a number."""


def unit_row(g: State, id: str) -> dict[str, Any]:
    """A unit as a position file writes it."""
    u = g.units[id]
    place = {"hex": g.hex_name(u.at)} if u.at >= 0 else {"box": BOX.get(u.at, PLACES[u.at])}
    marks = [("shaken", "disrupted")[u.hits - 1]] if u.hits else []
    fields = ("skirmish", "low_ammo", "resupplied", "broken_before", "frozen", "dismounted")
    marks += [name.replace("_", "-") for name in fields if getattr(u, name)]
    marks += [name for name in LISTED if id in getattr(g, name)]
    return {"id": id, **place, "face": "worn" if u.worn else "fresh", **({"marks": marks} if marks else {})}


def overrule(g: State, row: Mapping[str, Any]) -> None:
    """Set a unit so. Raises PositionError."""
    check_words(g, row, WORDS, tuple(OFF), MARKS)
    check_keys({"unit": [dict(row)]})
    id, before = row["id"], laws.begun_flaws(g)
    stays = [mark for mark in MARKS if mark not in ON_THE_MAP]
    full = placed(unit_row(g, id), row, stays)
    check_keys({"unit": [full]})
    without(g, id, (*LISTED, "charging", "deceived"))
    g.units[id] = _unit(g, id, full, g.units[id])
    g.waiting = tuple(w for w in g.waiting if w[1] != id)
    set_exit(g, full)
    g.reindex()
    apart(g)
    check_begun(before, laws.begun_flaws(g))
    _control(g, {})
