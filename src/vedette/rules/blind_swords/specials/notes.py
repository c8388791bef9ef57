"""What rules of single scenarios say of a unit now, in words for its card."""

from __future__ import annotations

from vedette.rules.blind_swords.specials.frozen import frozen_note
from vedette.rules.blind_swords.specials.silence import silent_note, silent_row
from vedette.rules.blind_swords.state import State


def notes_of(g: State, id: str) -> tuple[str, ...]:
    """Why it may not do what others may, and until when."""
    found = [frozen_note(g)] if g.units[id].frozen else []
    row = silent_row(g, id)
    return (*found, silent_note(row)) if row is not None else tuple(found)
