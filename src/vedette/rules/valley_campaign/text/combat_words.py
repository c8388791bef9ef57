"""Attacks in words: odds, shifts and results, and the details behind their lines."""

from __future__ import annotations

from typing import Any

from vedette.engine.events import Event
from vedette.rules.valley_campaign.chapters.odds import Column
from vedette.rules.valley_campaign.charts import COLUMNS, Outcome
from vedette.rules.valley_campaign.state import State

Shown = tuple[str, int, str, bool]
"""A shift as an event holds it: name, columns, case, whether it counted."""


def steps_words(n: int) -> str:
    return "a step" if n == 1 else f"{n} steps"


def result_words(found: Outcome) -> str:
    """A result in words: "the attackers lose a step and fall back, demoralized"."""
    if found.attacker_steps and found.defender_steps:
        parts = [f"both sides lose {steps_words(found.attacker_steps)}"]
        lost = 0, 0
    else:
        parts = []
        lost = found.attacker_steps, found.defender_steps
    sides = (("the attackers", lost[0], found.attacker_retreats), ("the defenders", lost[1], found.defender_retreats))
    for name, n, back in sides:
        deeds = [f"lose {steps_words(n)}"] if n else []
        deeds += [f"fall back{', demoralized' if found.demoralizes else ''}"] if back else []
        if deeds:
            parts.append(f"{name} {' and '.join(deeds)}")
    return "; ".join(parts) or "nothing happens"


def odds_words(odds: Column) -> str:
    """ "4 to 2 = 2:1, slope up -1, Milroy +2, column 3:1"."""
    shown = tuple((s.name, s.columns, s.cite, s.used) for s in odds.shifts)
    return _odds(odds.attack, odds.defence, odds.ratio, shown, odds.final)


def _odds(attack: int, defence: int, ratio: str, shifts: tuple[Shown, ...], final: int) -> str:
    if not defence:
        return f"{attack} against leaders alone, column {COLUMNS[final]}"
    used = "".join(f", {name} {columns:+d}" for name, columns, _, counts in shifts if counts)
    column = COLUMNS[final]
    return f"{attack} to {defence} = {ratio}{used}" + (f", column {column}" if used or column != ratio else "")


def attacked(g: State, e: Event) -> str:
    """A whole attack, from its units to its result."""
    code, _, final, count, attack, defence, ratio, shifts, _ = e.data
    verb = "attacks" if count == 1 else "attack"
    odds = _odds(attack, defence, ratio, shifts, final)
    star = "*" if outcome_of(g, e).demoralizes else ""
    where = f"{' + '.join(e.units)} {verb} {g.hex_name(e.hex)}"
    return f"{where}: {odds}, rolled {e.roll}: {result_words(outcome_of(g, e))} ({code}{star})"


def outcome_of(g: State, e: Event) -> Outcome:
    """The cell of the odds table that decided an attack."""
    return g.setting.odds[e.roll, e.data[2]]


def attack_rows(g: State, e: Event) -> list[tuple[str, str, bool]]:
    """The details of an attack: ratio, column, every shift used or not, the final column, the cell."""
    _, base, final, _, attack, defence, ratio, shifts, _ = e.data
    if not defence:
        rows: list[tuple[str, str, bool]] = [(f"leaders alone: column {COLUMNS[final]}", "JV-8.8-2", True)]
    else:
        off = "" if ratio == COLUMNS[base] else f", shifted from {ratio} on"
        rows = [(f"{attack} to {defence}, in favour of the defender: column {COLUMNS[base]}{off}", "JV-6.2-2", True)]
    rows += [(f"{name} {columns:+d}", cite, used) for name, columns, cite, used in shifts]
    found = outcome_of(g, e)
    rows.append((f"column {COLUMNS[final]}, die {e.roll}: {found.code}, {result_words(found)}", e.cite, True))
    return rows


def aim(g: State, e: Event) -> str:
    """The odds of an attack before its die is rolled."""
    found: Any = e.data[0]
    return f"{' + '.join(e.units)} at {g.hex_name(e.hex)}: {found.strength}, {found.base}, column {found.final}"
