"""What a combat wrote on units, for odds: words by unit."""

from __future__ import annotations

from vedette.rules.blind_swords.state import AVAILABLE, BOX_OF, ELIMINATED, EXITED, State

MARKS = ("rallied", "shaken", "disrupted")
SIGNS = {"skirmish": ("skirmish order", "leaves skirmish order"), "low_ammo": ("low ammo", "low ammo removed"),
         "dismounted": ("dismounted", "mounted"), "frozen": ("frozen", "released")}  # fmt: skip
"""A mark, and what is said where it comes and where it goes."""


def results(before: State, after: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(unit, words) of every unit on which something is written, in counter order.

    Words: depleted, shaken, disrupted, rallied, box 1 to 3, eliminated, exited, retreat N, panic N, close fight, and
    what else lies on a unit: skirmish order, low ammo, dismounted, released, and that they are gone.
    """
    found: dict[str, list[str]] = {}
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old is None or old is unit:
            continue
        words = found.setdefault(id, [])
        if unit.at == ELIMINATED:
            words.append("eliminated")
        elif unit.at in BOX_OF and unit.at != AVAILABLE:
            words.append(f"box {BOX_OF[unit.at]}")
        elif unit.at == EXITED:
            words.append("exited")
        else:
            if unit.worn and not old.worn:
                words.append("depleted")
            if unit.hits != old.hits:
                words.append(MARKS[unit.hits])
            words += [(come if getattr(unit, name) else gone) for name, (come, gone) in SIGNS.items()
                      if getattr(unit, name) != getattr(old, name)]  # fmt: skip
    for id, word in after.notes or ():
        if after.units[id].at >= 0 or word == "close fight" or word.startswith("panic"):
            found.setdefault(id, []).append(word)
    order = after.setting.counters
    return tuple((id, tuple(found[id])) for id in sorted(found, key=lambda i: order[i].order) if found[id])
