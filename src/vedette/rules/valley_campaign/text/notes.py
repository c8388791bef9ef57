"""What answers come to as things stand, in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.procedure import Ask
from vedette.engine.run import asks
from vedette.rules.valley_campaign.chapters.bombardment import chances
from vedette.rules.valley_campaign.chapters.bridges import burn_cost
from vedette.rules.valley_campaign.chapters.combat import CANCEL, GO, Attack, attackers_of
from vedette.rules.valley_campaign.chapters.losses import spared
from vedette.rules.valley_campaign.chapters.movement import BURN, EXIT
from vedette.rules.valley_campaign.chapters.odds import odds_of
from vedette.rules.valley_campaign.chapters.reinforcements import arrival_of, entered, entry_cost
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone, room
from vedette.rules.valley_campaign.charts import COLUMNS
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.combat_words import odds_words
from vedette.rules.valley_campaign.text.score import exit_words

Note = Callable[[State, Ask, Any], str]


def notes(g: State, seat: str) -> dict[str, str]:
    """Text of an answer -> what it comes to; those of which nothing is to be said are left out."""
    ask = next((a for a in asks(g) if a.seat == seat), None)
    note = TABLE.get(ask.kind) if ask is not None else None
    if ask is None or note is None:
        return {}
    found = {ask.text(g, value): note(g, ask, value) for value in ask.options}
    return {text: words for text, words in found.items() if words}


def _entering(g: State, ask: Ask, value: Any) -> str:
    """A reinforcement's place in its column, and what that costs."""
    if isinstance(value, str):
        return ""
    id, hex = value
    arrival = arrival_of(g, id)
    if arrival is None:
        return ""
    instead = "" if hex == arrival.hex else f", since {g.hex_name(arrival.hex)} is blocked"
    place = entered(g, arrival.hex) + 1
    return f"number {place} of the column: {entry_cost(g, id, hex)} of {g.counter(id).movement} MP{instead}"


def _moving(g: State, ask: Ask, value: int) -> str:
    """What leaving the map earns, and what a fire costs."""
    id = ask.about[0]
    if value == EXIT:
        return exit_words(g, id)
    return f"{burn_cost(g, id)} MP; the bridge is river from then on" if value <= BURN else ""


def _fighting(g: State, ask: Ask, value: Any) -> str:
    """An attack by all who can, or what a gun needs."""
    if isinstance(value, int):
        units = attackers_of(g, SIDE_INDEX[ask.seat], value)
        return f"all {len(units)}: {odds_words(odds_of(g, units, value))}" if units else ""
    if not isinstance(value, tuple):
        return ""
    found = chances(g, *value)
    away = f"{found.range} hex{'' if found.range == 1 else 'es'}"
    return f"{away}{''.join(f', {m.name} {m.amount:+d}' for m in found.modifiers)}: {found.hits} in 6 hit"


def _mustering(g: State, ask: Ask, value: Any) -> str:
    """The odds with one more, or as they are."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Attack) or value == CANCEL:
        return ""
    units = frame.units if value == GO else (*frame.units, value)
    return odds_words(odds_of(g, units, frame.hex)) if units else ""


def _lending(g: State, ask: Ask, value: Any) -> str:
    """The column with a leader, or with none."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Attack):
        return ""
    mine = SIDE_INDEX[ask.seat] == frame.side
    lead, shield = (value, None) if mine else (frame.lead, value)
    return f"column {COLUMNS[odds_of(g, frame.units, frame.hex, lead, shield).final]}"


def _losing(g: State, ask: Ask, id: str) -> str:
    """What a step costs a unit."""
    now = g.strength(id)
    if g.steps(id) == 1:
        return f"it is eliminated: {now} strength gone"
    return f"strength {now}, then {g.counter(id).strength[1]}"


def _falling_back(g: State, ask: Ask, value: Any) -> str:
    """What a way back costs: a step in an enemy zone, a friend who makes room."""
    id, hex = value if isinstance(value, tuple) else (ask.about[0], value)
    if hex < 0:
        return ""
    parts = []
    if not room(g, id, hex):
        parts.append("somebody there makes room")
    if in_enemy_zone(g, hex, g.side(id)) and not spared(g, id):
        parts.append("in an enemy zone: " + ("it loses a step" if g.steps(id) > 1 else "it is eliminated"))
    return "; ".join(parts)


TABLE: Mapping[str, Note] = {
    "move-unit": _entering,
    "move": _moving,
    "attack": _fighting,
    "attackers": _mustering,
    "leader": _lending,
    "lose-step": _losing,
    "retreat": _falling_back,
}
"""The kind of decision -> what is said of an answer."""
