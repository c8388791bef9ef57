"""A unit set by agreement of the players in a running game, in the words of a position file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vedette.rules.common.overruling import check_begun, check_words, placed, without
from vedette.rules.common.positions import apart
from vedette.rules.valley_campaign import laws
from vedette.rules.valley_campaign.chapters.combat import CombatPhase
from vedette.rules.valley_campaign.chapters.losses import RecoveryPhase
from vedette.rules.valley_campaign.chapters.movement import MovementPhase
from vedette.rules.valley_campaign.chapters.sequence import BattleOfTurns, PlayerTurn
from vedette.rules.valley_campaign.positions import _lay, counter_of
from vedette.rules.valley_campaign.positions.keys import DEMORALIZED, LISTED, MARKS, check_keys
from vedette.rules.valley_campaign.state import ELIMINATED, EXITED, PLACES, State

CALM = (BattleOfTurns, PlayerTurn, MovementPhase, CombatPhase, RecoveryPhase)
WORDS = ("hex", "box", "face", "marks")
BOXES = {"eliminated": ELIMINATED, "exited": EXITED}
SETTABLE: dict[str, Sequence[str]] = {"box": tuple(BOXES), "face": ("full", "reduced"), "marks": MARKS}
"""What may be said of a unit besides its hex, with the words there are; none where it is a number."""


def unit_row(g: State, id: str) -> dict[str, Any]:
    """A unit as a position file writes it."""
    u = g.units[id]
    place = {"hex": g.hex_name(u.at)} if u.at >= 0 else {"box": PLACES[u.at]}
    marks = [mark for mark, n in DEMORALIZED.items() if n == u.demoralized]
    marks += [name for name in LISTED if id in getattr(g, name)]
    face = {} if g.counter(id).steps == 1 else {"face": "reduced" if u.reduced else "full"}
    return {"id": id, **place, **face, **({"marks": marks} if marks else {})}


def overrule(g: State, row: Mapping[str, Any]) -> None:
    """Set a unit so. Raises PositionError."""
    check_words(g, row, WORDS, tuple(BOXES), MARKS)
    check_keys({"unit": [dict(row)]})
    id, before = row["id"], laws.crowded(g)
    full = placed(unit_row(g, id), row)
    check_keys({"unit": [full]})
    counter_of(g.counter(id), full, 0, g.setting)
    without(g, id, (*LISTED, "exits", "fallen"))
    g.vacant = tuple(pair for pair in g.vacant if pair[0] != id)
    _lay(g, full)
    g.repairs = tuple(r for r in g.repairs if r.unit != id or g.at(id) in r.bridge)
    g.reindex()
    apart(g)
    check_begun(before, laws.crowded(g))
    here = [g.holder(g.setting.grid.index(h)) for h in g.setting.victory.get("hexes", ())]
    g.holders = tuple(now if now >= 0 else then for now, then in zip(here, g.holders, strict=True))
