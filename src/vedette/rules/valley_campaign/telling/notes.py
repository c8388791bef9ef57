"""What answers come to as things stand, in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.procedure import Ask
from vedette.engine.run import asks
from vedette.rules.valley_campaign.bridges import burn_cost
from vedette.rules.valley_campaign.movement import BURN, EXIT
from vedette.rules.valley_campaign.reinforcements import arrival_of, entered, entry_cost
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.telling.score import exit_words

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


TABLE: Mapping[str, Note] = {
    "move-unit": _entering,
    "move": _moving,
}
"""The kind of decision -> what is said of an answer."""
