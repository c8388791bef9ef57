"""Luck: what the dice were expected to give, from the tables, against what they gave. Two values a throw, added up."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.engine.shapes import Section
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

STEPS = {"D": 1, "D2": 2, "D all": 2, "BD*": 1}
"""Steps that a result takes from the side that is tested."""
BACK = {"AD": 1, "BD*": 1}
"""Steps that it takes from the attacker."""
MEASURES = {
    "tests": "Tests that its fire and assaults forced",
    "steps": "Steps that tests took from it",
    "commands": "Full activations",
    "nerve": "Break tests that it held",
}
NOTE = (
    "Expected: for each throw its chance in the table that was used, added up. A test counts one; of a cohesion test "
    "the coloured die counts D one step, D2 and D all two, AD one of the attacker, BD* one of each; a command roll "
    "counts one where it was full, a break test one where the unit held."
)
Sums = dict[str, dict[str, list[float]]]


def luck(g: State, events: Sequence[Event]) -> Sums:
    """Measure -> side -> [expected, happened]."""
    sums: Sums = {name: {seat: [0.0, 0.0] for seat in SIDES} for name in MEASURES}
    for e in events:
        if e.kind in ("fire", "assault"):
            _forced(g, e, sums["tests"][e.seat])
        elif e.kind == "test":
            _stepped(g, e, sums["steps"])
        elif e.kind == "command":
            _, rating, full = e.data
            _add(sums["commands"][e.seat], min(rating, 6) / 6, full)
        elif e.kind == "break-test":
            rating, box = e.data
            _add(sums["nerve"][e.seat], max(0, min(rating, 6)) / 6, not box)
    return sums


def _add(pair: list[float], expected: float, happened: float) -> None:
    pair[0] += expected
    pair[1] += happened


def _forced(g: State, e: Event, pair: list[float]) -> None:
    """A fire or assault: the share of its column's rolls that ask this rating for a test, against whether it did."""
    test, _, rating, column = e.data
    crt = g.setting.crt
    cells = crt.cells[crt.columns.index(column)].values()
    _add(pair, sum(1 for cell in cells if cell[rating]) / len(cells), test not in ("", "close fight"))


def _stepped(g: State, e: Event, pairs: dict[str, list[float]]) -> None:
    """A cohesion test: the mean of its six depletion results, against the one that was rolled."""
    kind, depletion, _ = e.data
    table = g.setting.close_tests if e.cite.startswith("KT-15.2") else g.setting.fire_tests
    codes = [table[kind, die].depletion for die in range(1, 7)]
    foe = SIDES[1 - SIDES.index(e.seat)]
    _add(pairs[e.seat], sum(STEPS.get(c, 0) for c in codes) / 6, STEPS.get(depletion, 0))
    _add(pairs[foe], sum(BACK.get(c, 0) for c in codes) / 6, BACK.get(depletion, 0))


def luck_table(g: State, events: Sequence[Event]) -> Section:
    """The same as a section with a table."""
    head = ["", *(f"{seat.capitalize()} {word}" for seat in SIDES for word in ("expected", "happened"))]
    rows = [
        [words, *(text for seat in SIDES for text in (f"{sums[seat][0]:.1f}", f"{sums[seat][1]:g}"))]
        for sums, words in ((found, MEASURES[name]) for name, found in luck(g, events).items())
    ]
    return {"title": "Luck", "note": NOTE, "head": head, "rows": rows}
