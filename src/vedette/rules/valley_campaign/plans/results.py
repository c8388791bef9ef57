"""What a combat wrote on units, for odds: words by unit."""

from __future__ import annotations

from vedette.rules.valley_campaign.state import CUP, ELIMINATED, State, Unit


def results(before: State, after: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(unit, words) of every unit on which something is written, in counter order.

    Words: step lost, eliminated, demoralized, retreat N (hexes still to go), retreated, advances. Which leader is
    drawn from the cup is no result of the combat: who replaces one is not listed.
    """
    found: dict[str, list[str]] = {}
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old is not None and old is not unit and old.at != CUP:
            moved = "advances" if id in after.advanced else "retreated"
            found.setdefault(id, []).extend(_words(old, unit, moved))
    for id, word in after.notes or ():
        if after.units[id].at >= 0 and word not in found.setdefault(id, []):
            found[id].append(word)
    order = after.setting.counters
    return tuple((id, tuple(found[id])) for id in sorted(found, key=lambda i: order[i].order) if found[id])


def _words(old: Unit, unit: Unit, moved: str) -> list[str]:
    """How a unit differs from what it was."""
    if unit.at == ELIMINATED:
        return ["eliminated"]
    changes = {
        "step lost": unit.reduced and not old.reduced,
        "demoralized": unit.demoralized > old.demoralized,
        moved: unit.at >= 0 and unit.at != old.at,
    }
    return [word for word, on in changes.items() if on]
