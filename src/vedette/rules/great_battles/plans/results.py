"""What a combat wrote on units, for odds."""

from __future__ import annotations

from vedette.rules.great_battles.state import ELIMINATED, State


def results(before: State, after: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(unit, words) for each unit that is not as it was."""
    found = []
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old is None or old == unit:
            continue
        words = ["eliminated"] if unit.at == ELIMINATED else []
        words += [f"loses {old.strength - unit.strength}"] if unit.strength < old.strength else []
        words += ["routed"] if unit.routed and not old.routed else []
        words += ["pinned"] if unit.pinned and not old.pinned else []
        words += ["retreated"] if 0 <= unit.at != old.at >= 0 else []
        if words:
            found.append((id, tuple(words)))
    return tuple(found)
