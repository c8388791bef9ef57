"""Words in place of answers whose text could be misread; the text stays the name of the answer.

"fire 13 IN" says who fires, and would read as if 13 IN were fired at: shown is "13 IN fires at 8 OH in 2319".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vedette.engine.procedure import Ask
from vedette.engine.run import asks
from vedette.rules.great_battles.chapters.columns import unfired
from vedette.rules.great_battles.chapters.fire import CANCEL, FIRE, FirePhase
from vedette.rules.great_battles.chapters.melee import Melee
from vedette.rules.great_battles.chapters.zone_fire import FireAtChange, RetreatFire, WithdrawalFire, exposed
from vedette.rules.great_battles.state import State

Label = Callable[[State, Ask, Any], str]


def labels(g: State, seat: str) -> dict[str, str]:
    """Text of an answer -> the words that are shown for it."""
    ask = next((a for a in asks(g) if a.seat == seat), None)
    label = TABLE.get(ask.kind) if ask is not None else None
    if ask is None or label is None:
        return {}
    found = {ask.text(g, value): label(g, ask, value) for value in ask.options}
    return {text: words for text, words in found.items() if words}


def target_of(g: State) -> tuple[str, int]:
    """At whom the fire goes that is being asked about, and where he stands."""
    frame = g.stack[-1][0]
    if isinstance(frame, FireAtChange):
        return frame.gun, g.at(frame.gun)
    if isinstance(frame, WithdrawalFire):
        return frame.target or exposed(g, frame.movers, frame.frm), frame.frm
    if isinstance(frame, RetreatFire):
        return frame.unit, g.at(frame.unit)
    return "", -1


def _passing(g: State, ask: Ask, id: Any) -> str:
    """ "13 IN fires at Chew in 2319"."""
    target, hex = target_of(g)
    return f"{id} fires at {target} in {g.hex_name(hex)}" if id and target else ""


def _firers(g: State, ask: Ask, pick: Any) -> str:
    """ "13 IN fires at 2319, with 3 of its 5 points", "13 IN + 5 OH: fire at 2319"."""
    frame = g.stack[-1][0]
    if not isinstance(frame, FirePhase) or pick == CANCEL:
        return ""
    at = g.hex_name(frame.hex)
    if pick == FIRE:
        return f"{' + '.join(shot.unit for shot in frame.shots)}: fire at {at}"
    id, points = pick
    whole = unfired(g, id)
    part = "" if points == whole else f", with {points} of its {whole} points"
    return f"{id} {'fires too' if frame.shots else 'fires'} at {at}{part}"


def _attackers(g: State, ask: Ask, value: Any) -> str:
    """ "13 IN goes into melee at 2319"."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Melee) or not isinstance(value, tuple) or not value[1]:
        return ""
    return f"{value[1]} goes into the melee at {g.hex_name(frame.hex)}"


def _standing(g: State, ask: Ask, ids: Any) -> str:
    """Who is done stands, and so do all who have not gone."""
    return "" if ids else "Done: all others stand" if g.evaded else "Done: all stand"


def _rounds(g: State, ask: Ask, value: Any) -> str:
    """ "Danville gives a round to West Augusta"."""
    giver, taker, n = value
    return f"{giver} gives {'a round' if n == 1 else f'{n} rounds'} to {taker}" if n else ""


TABLE: dict[str, Label] = {
    "evade": _standing,
    "withdrawal-fire": _passing,
    "retreat-fire": _passing,
    "firers": _firers,
    "attackers": _attackers,
    "transfer": _rounds,
}
"""The kind of decision -> how its answers are put."""
