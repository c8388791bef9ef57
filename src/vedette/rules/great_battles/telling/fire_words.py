"""Fires in words: strength, columns, shifts, results, and the third depth of their line."""

from __future__ import annotations

from vedette.engine.events import Event
from vedette.rules.great_battles.state import State

VERBS = {
    "fired": ("fires", "fire"),
    "withdrawal-fired": ("fires as they leave", "fire as they leave"),
    "retreat-fired": ("fires as they fall back", "fire as they fall back"),
}
"""Kind of event -> what one does, and what several do."""


def fired(g: State, e: Event) -> str:
    """A fire from its units to its result."""
    strength, base, final, result, arm, target, shifts = e.data[:7]
    verb = VERBS[e.kind][len(e.units) > 1]
    used = "".join(f", {name} {by:+d}" for name, by, _ in shifts)
    column = f"{strength} in column {base}{used}" + (f" = column {final}" if final != base else "")
    return (
        f"{' + '.join(e.units)} {verb} at {target} in {g.hex_name(e.hex)}: {column}, rolled {e.roll}: "
        f"{result_words(result, arm)}"
    )


def result_words(result: str, arm: str) -> str:
    """A cell of the fire table in words."""
    if result == "-":
        return "no effect"
    if result == "PIN":
        return "pinned"
    n, star = result.rstrip("*"), result.endswith("*")
    points = "1 point" if n == "1" else f"{n} points"
    return f"{points}, men on foot pinned instead" if star and arm == "artillery" else points


def fire_rows(g: State, e: Event) -> list[tuple[str, str, bool]]:
    """What stands behind a fire: each strength, the column, every shift, the cell."""
    strength, base, final, result, _, target, shifts, powers = e.data
    rows = [
        (f"{id}: {points} point{'' if points == 1 else 's'}, {power} at {target}", "SW-10.31-2", True)
        for id, points, power in powers
    ]
    rows.append((f"strength {strength}: column {base}", "SW-10.0-3", True))
    rows += [(f"{name} {by:+d}", cite, bool(by)) for name, by, cite in shifts]
    rows.append((f"column {final}, die {e.roll}: {result}", "SW-10.0-3", True))
    return rows
