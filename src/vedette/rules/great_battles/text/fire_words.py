"""Fires in words: strength, columns, shifts and results, and the details behind their lines."""

from __future__ import annotations

from vedette.engine.events import Event
from vedette.rules.great_battles.state import State

VERBS = {
    "fired": ("fires", "fire"),
    "withdrawal-fired": ("fires as they leave", "fire as they leave"),
    "retreat-fired": ("fires as they fall back", "fire as they fall back"),
}
"""Kind of event -> the verb for one unit, and for several."""


def fired(g: State, e: Event) -> str:
    """A whole fire, from its units to its result."""
    strength, base, final, result, _, target, shifts = e.data[:7]
    verb = VERBS[e.kind][len(e.units) > 1]
    used = "".join(f", {name} {by:+d}" for name, by, _ in shifts)
    column = f"{strength} in column {base}{used}" + (f" = column {final}" if final != base else "")
    return (
        f"{' + '.join(e.units)} {verb} at {target} in {g.hex_name(e.hex)}: {column}, rolled {e.roll}: "
        f"{result_words(result, target, e.data[8])}"
    )


def result_words(result: str, target: str, what: str) -> str:
    """A cell of the fire table in words: who loses what, and who is pinned (SW 10.7).

    Args:
        what: which part of the target it hits, as the target stood under the fire.
    """
    starred = result.endswith("*")
    if what == "pin":
        return f"{target} is on foot: no loss, all in its hex pinned instead" if starred else "all in its hex pinned"
    n = result.rstrip("*")
    if not what or not n.isdigit():
        return "no effect"
    many = "" if n == "1" else "s"
    thing = f"step{many} of its crew" if what == "crew" else f"{what}{many}"
    return f"{target} loses {'a' if n == '1' else n} {thing}"


def star_words(result: str, arm: str, what: str) -> str:
    """What the asterisk of a result does to this target; empty if there is none."""
    if not result.endswith("*"):
        return ""
    if what == "pin":
        return "the asterisk: men on foot under artillery are pinned, with all in their hex, and lose nothing"
    by = "small arms fire" if arm != "artillery" else "the target is not on foot"
    return f"the asterisk changes nothing: {by}"


def fire_rows(g: State, e: Event) -> list[tuple[str, str, bool]]:
    """The details of a fire: each strength, the column, every shift, the cell."""
    strength, base, final, result, arm, target, shifts, powers, what = e.data
    rows = [
        (f"{id}: {points} point{'' if points == 1 else 's'}, {power} at {target}", "SW-10.31-2", True)
        for id, points, power in powers
    ]
    rows.append((f"strength {strength}: column {base}", "SW-10.0-3", True))
    rows += [(f"{name} {by:+d}", cite, bool(by)) for name, by, cite in shifts]
    rows.append((f"column {final}, die {e.roll}: {result}", "SW-10.0-3", True))
    star = star_words(result, arm, what)
    return [*rows, (star, "SW-10.73", what == "pin")] if star else rows
