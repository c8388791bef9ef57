"""What holds of a unit now and is not seen on its counter, in words for its card: rules of scenarios, a charge."""

from __future__ import annotations

from vedette.rules.blind_swords.chapters.specials.frozen import frozen_note
from vedette.rules.blind_swords.chapters.specials.silence import silent_note, silent_row
from vedette.rules.blind_swords.state import State


def notes_of(g: State, id: str) -> tuple[str, ...]:
    """Why it may not do what others may, and until when."""
    found = [frozen_note(g, id)] if g.units[id].frozen else []
    if id in g.charging:
        found.append("has charged and must attack in this Close Combat Step")
    row = silent_row(g, id)
    return (*found, silent_note(row)) if row is not None else tuple(found)
