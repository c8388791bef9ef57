"""What a combat wrote on units, for odds: words by unit."""

from __future__ import annotations

from vedette.rules.valley_campaign.state import CUP, ELIMINATED, EXITED, State, Unit


def results(before: State, after: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(unit, words) of every unit on which something is written, in counter order.

    Words: step lost, eliminated, left the map, demoralized, rallied, retreat N (hexes still to go), retreated,
    advances, displaced (to make room for who falls back, JV 6.13). Which leader is drawn from the cup is no
    result of the combat: who replaces one is not listed.
    """
    found: dict[str, list[str]] = {}
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old is not None and old is not unit and old.at != CUP:
            moved = _moved(before, after, id)
            found.setdefault(id, []).extend(_words(old, unit, moved))
    for id, word in after.notes or ():
        if after.units[id].at >= 0 and word not in found.setdefault(id, []):
            found[id].append(word)
    order = after.setting.counters
    return tuple((id, tuple(found[id])) for id in sorted(found, key=lambda i: order[i].order) if found[id])


def _moved(before: State, after: State, id: str) -> str:
    """What is said of a unit that stands in another hex: by which of the three lists it has come into."""
    if id in after.retreated and id not in before.retreated:
        return "retreated"
    if id in after.advanced and id not in before.advanced:
        return "advances"
    return "displaced" if id in after.displaced and id not in before.displaced else "retreated"


def _words(old: Unit, unit: Unit, moved: str) -> list[str]:
    """How a unit differs from what it was."""
    if unit.at == ELIMINATED:
        return ["eliminated"]
    if unit.at == EXITED:
        return ["left the map"]
    changes = {
        "step lost": unit.reduced and not old.reduced,
        "demoralized": unit.demoralized > old.demoralized,
        "rallied": unit.demoralized < old.demoralized,
        moved: unit.at >= 0 and unit.at != old.at,
    }
    return [word for word, on in changes.items() if on]
