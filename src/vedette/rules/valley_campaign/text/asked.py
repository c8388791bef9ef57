"""What is said beside an open question: what each answer comes to, and what passing leaves undone."""

from __future__ import annotations

from collections.abc import Mapping

from vedette.engine.choice import DONE, Choice
from vedette.engine.procedure import Ask
from vedette.engine.words import counted
from vedette.rules.common.text.asked import (
    Note,
    Words,
    asked,
    ended,
    ends_move,
    first_of,
    left_undone,
    noted,
    passed,
    rest_words,
    says,
)
from vedette.rules.valley_campaign.chapters.bombardment import chances
from vedette.rules.valley_campaign.chapters.bridges import burn_cost
from vedette.rules.valley_campaign.chapters.combat import CANCEL, GO, Attack, attackers_of
from vedette.rules.valley_campaign.chapters.losses import spared
from vedette.rules.valley_campaign.chapters.odds import odds_of
from vedette.rules.valley_campaign.chapters.reinforcements import arrival_of, entered, entry_cost
from vedette.rules.valley_campaign.chapters.setup import REST, left
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone, room
from vedette.rules.valley_campaign.charts import COLUMNS
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.combat_words import odds_words
from vedette.rules.valley_campaign.text.score import exit_words


def labels(g: State, seat: str) -> dict[str, str]:
    """What the answer that ends a step is shown as."""
    return ended(g, seat, ENDS)


ENDS: Mapping[str, Words] = {
    "move": ends_move,
    "move-unit": says("end movement"),
    "attack": says("end combat"),
    "repair": says("end repairs"),
}
"""The kind of decision -> what ends it."""


def notes(g: State, seat: str) -> dict[str, str]:
    """Text of an answer -> what it comes to; answers that need no note are left out."""
    return noted(g, seat, NOTES)


def _setting_up(g: State, ask: Ask, value: Choice) -> str:
    """What one press sets up."""
    return rest_words(len(left(g, SIDE_INDEX[ask.seat]))) if value == REST else ""


def _entering(g: State, ask: Ask, value: Choice) -> str:
    """A reinforcement's place in its column, and what that costs."""
    id, hex = value.unit, value.hex
    if value.kind != "enter":
        return ""
    arrival = arrival_of(g, id)
    if arrival is None:
        return ""
    instead = "" if hex == arrival.hex else f", since {g.hex_name(arrival.hex)} is blocked"
    place = entered(g, arrival.hex) + 1
    return f"number {place} of the column: {entry_cost(g, id, hex)} of {g.counter(id).movement} MP{instead}"


def _moving(g: State, ask: Ask, value: Choice) -> str:
    """What leaving the map earns, and what burning a bridge costs."""
    if value.kind == "exit":
        return exit_words(g, value.unit)
    return f"{burn_cost(g, value.unit)} MP; the bridge is river from then on" if value.kind == "burn" else ""


def _fighting(g: State, ask: Ask, value: Choice) -> str:
    """The odds of an attack by all who can, or what a gun needs to hit."""
    if value.kind == "attack":
        units = attackers_of(g, SIDE_INDEX[ask.seat], value.hex)
        return f"all {len(units)}: {odds_words(odds_of(g, units, value.hex))}" if units else ""
    if value.kind != "bombard":
        return ""
    found = chances(g, value.unit, value.arg)
    away = counted(found.range, "hex", "hexes")
    return f"{away}{''.join(f', {m.name} {m.amount:+d}' for m in found.modifiers)}: {found.hits} in 6 hit"


def _mustering(g: State, ask: Ask, value: Choice) -> str:
    """The odds with one more attacker, or as they are."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Attack) or value == CANCEL:
        return ""
    units = frame.units if value == GO else (*frame.units, value.unit)
    return odds_words(odds_of(g, units, frame.hex)) if units else ""


def _lending(g: State, ask: Ask, value: Choice) -> str:
    """The column with a leader, or without."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Attack):
        return ""
    mine = SIDE_INDEX[ask.seat] == frame.side
    lead, shield = (value.unit, None) if mine else (frame.lead, value.unit)
    return f"column {COLUMNS[odds_of(g, frame.units, frame.hex, lead, shield).final]}"


def _losing(g: State, ask: Ask, value: Choice) -> str:
    """What a step costs a unit."""
    id = value.unit
    now = g.strength(id)
    if g.steps(id) == 1:
        return f"it is eliminated: {now} strength gone"
    return f"strength {now}, then {g.counter(id).strength[1]}"


def _falling_back(g: State, ask: Ask, value: Choice) -> str:
    """What a retreat costs: a step in an enemy zone, a friend who makes room."""
    id, hex = value.unit, value.hex
    if hex < 0:
        return ""
    parts = []
    if not room(g, id, hex):
        parts.append("somebody there makes room")
    if in_enemy_zone(g, hex, g.side(id)) and not spared(g, id):
        parts.append("in an enemy zone: " + ("it loses a step" if g.steps(id) > 1 else "it is eliminated"))
    return "; ".join(parts)


NOTES: Mapping[str, Note] = {
    "set-up": _setting_up,
    "move-unit": _entering,
    "move": _moving,
    "attack": _fighting,
    "attackers": _mustering,
    "leader": _lending,
    "lose-step": _losing,
    "retreat": _falling_back,
}
"""Kind of decision -> what is said about an answer."""


# -- what passing leaves undone --------------------------------------------------------------------------------------


def undone(g: State, seat: str) -> str:
    """What the seat would leave undone by passing at its open decision; empty if nothing."""
    return left_undone(g, passed(g, seat), UNDONE)


def passing(g: State, seat: str) -> str:
    """The answer that ends a combat phase in which nobody can be attacked and no gun would hit; else empty."""
    ask = asked(g, seat)
    if ask is None or ask.kind != "attack" or any(c.kind == "attack" for c in ask.options):
        return ""
    shots = [c for c in ask.options if c.kind == "bombard"]
    return "" if any(chances(g, c.unit, c.arg).hits for c in shots) else g.text_of(DONE)


def _who_moves(g: State, ask: Ask) -> str:
    """Who has not moved and could, and who could still enter."""
    ready = [c.unit for c in ask.options if c.kind == "move"]
    outside = list(dict.fromkeys(c.unit for c in ask.options if c.kind == "enter"))
    parts = (
        first_of(ready, "unit", "units", "could still move"),
        first_of(outside, "reinforcement", "reinforcements", "could still enter"),
    )
    return "; ".join(part for part in parts if part)


def _combats(g: State, ask: Ask) -> str:
    """How many hexes could be attacked, and which guns could still hit."""
    hexes = [g.hex_name(c.hex) for c in ask.options if c.kind == "attack"]
    shots = [c for c in ask.options if c.kind == "bombard"]
    guns = list(dict.fromkeys(c.unit for c in shots if chances(g, c.unit, c.arg).hits))
    parts = (
        first_of(hexes, "hex", "hexes", "could still be attacked"),
        first_of(guns, "gun", "guns", "could still hit"),
    )
    return "; ".join(part for part in parts if part)


def _repairs(g: State, ask: Ask) -> str:
    able = list(dict.fromkeys(c.unit for c in ask.options if c.kind == "repair"))
    return first_of(able, "unit", "units", "could begin a repair")


UNDONE: dict[str, Words] = {
    "move-unit": _who_moves,
    "attack": _combats,
    "repair": _repairs,
}
"""Kind of decision -> what passing leaves undone."""
