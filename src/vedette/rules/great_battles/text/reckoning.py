"""What a battle came to: losses side by side, and each throw with the points that it could be expected to cost.

And its moments, each in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import partial

from vedette.engine.events import Event
from vedette.engine.reckoning import Loss, Reckoning, Throw, throw, throws_of
from vedette.rules.common.text.sections import opposite
from vedette.rules.common.text.turned import Fight, Teller, charging, did, took, was
from vedette.rules.great_battles.chapters.losses import ARTILLERY
from vedette.rules.great_battles.chapters.rout import AGAIN, ROUTS
from vedette.rules.great_battles.charts import MeleeResult
from vedette.rules.great_battles.setting import SIDE_INDEX, SIDES
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.figures import FIRES, figures


def reckoning(g: State, events: Sequence[Event]) -> Reckoning:
    """A throw weighs the points that the enemy loses by it less those of the side that threw; a rout counts as one."""
    told = figures(g, events)
    guns = {side: row["destroyed"] + row["captured"] for side, row in told["guns lost"].items()}
    losses = (
        Loss("points lost", {side: sum(told["points lost"][side].values()) for side in SIDES}),
        Loss("guns lost", guns),
        Loss("units eliminated", {side: told["units lost"][side]["eliminated"] for side in SIDES}),
        Loss("leaders lost", {side: told["leaders"][side]["lost"] for side in SIDES}),
    )
    makers: dict[str, Callable[[State, int, Event], Throw | None]]
    makers = {**MAKERS, "rout-check": partial(_rout, _seconds(events))}
    return Reckoning("points", throws_of(g, events, makers), losses)


def _fire(g: State, i: int, e: Event) -> Throw | None:
    table = g.setting.fire
    if e.data[2] not in table.names:
        return None
    spared = _spared(g, e)
    worth = [
        0.0 if cell.starred and spared else float(cell.losses) for cell in table.cells[table.names.index(e.data[2])]
    ]
    return throw(i, e.seat, worth, worth[e.roll - 1])


def _spared(g: State, e: Event) -> bool:
    """Whether a starred loss is only a pin to this target: artillery fires, and it is on foot (SW-10.73).

    Where the die has found a star, the fire itself says so; otherwise cavalry that is mounted has a shift by it.
    """
    result, arm, target, struck = e.data[3], e.data[4], e.data[5], e.data[8]
    if arm != ARTILLERY:
        return False
    if result.endswith("*"):
        return bool(struck == "pin")
    counter = g.counter(target)
    mounted = any(name.startswith("mounted") for name, *_ in e.data[6])
    return counter.arm == "infantry" or counter.wagon or (counter.arm == "cavalry" and not mounted)


def _melee(g: State, i: int, e: Event) -> Throw:
    def worth(cell: MeleeResult) -> float:
        lost, paid = cell.defender, cell.attacker
        return float(lost.killed + lost.captured - paid.killed - paid.captured)

    cells = g.setting.melee.cells[g.setting.melee.column(e.data[3])]
    return throw(i, e.seat, [worth(cell) for cell in cells], worth(cells[e.roll - 1]))


def _seconds(events: Sequence[Event]) -> frozenset[int]:
    """Which of the events are second dice of a check for rout (SW-14.22): only a six routs, whatever the table says."""
    found: set[int] = set()
    again: set[str] = set()
    for i, event in enumerate(events):
        if event.kind != "rout-check":
            continue
        unit = event.units[0]
        if unit in again:
            found.add(i)
            again.remove(unit)
        elif event.data[0] == AGAIN:
            again.add(unit)
    return frozenset(found)


def _rout(seconds: Container[int], g: State, i: int, e: Event) -> Throw | None:
    """By the table of 1978 alone: the same die with the same modifiers, and whether the unit runs."""
    result, total, letter, _ = e.data
    rows = g.setting.rout.get(letter, ())
    if g.setting.profile.morale_numbers or not rows:
        return None
    if i in seconds:
        return throw(i, opposite(e.seat), [0.0] * 5 + [1.0], RUNS.get(result, 0.0))
    first = total - e.roll - g.setting.rout_lowest
    found = [rows[min(max(first + die, 0), len(rows) - 1)] for die in range(1, 7)]
    return throw(i, opposite(e.seat), [RUNS.get(cell, 0.0) for cell in found], RUNS.get(result, 0.0))


RUNS = {ROUTS: 1.0, AGAIN: 1 / 6}
"""How likely a result of the table routs."""
MAKERS: dict[str, Callable[[State, int, Event], Throw | None]] = {
    **dict.fromkeys(FIRES, _fire),
    "melee": _melee,
}


# -- one of its moments, in a sentence --------------------------------------------------------------------------------


def _fire_told(g: State, events: Sequence[Event], i: int) -> Fight:
    e = events[i]
    at = g.hex_name(e.hex)
    return Fight(f"the fire at {e.data[5]} in {at}", f"under fire in {at}")


def _melee_told(g: State, events: Sequence[Event], i: int) -> Fight:
    e = events[i]
    at = g.hex_name(e.hex)
    what = "charge" if charging(events, i, "charge", ("turn",)) else "melee"
    return Fight(f"the {what} at {at}", f"in the {what} at {at}", e.units)


def _others(g: State, e: Event) -> tuple[str, str]:
    """A brigade that is done for, a hill that is taken."""
    if e.kind in ("ineffective", "demoralized") and e.data:
        what = "was demoralized" if e.kind == "demoralized" else "lost its combat effectiveness"
        return f"{e.data[0]}'s brigade {what}", e.seat
    if e.kind == "advanced" and any(g.hex_name(e.hex) in hill["hexes"] for hill in g.setting.victory.get("hills", ())):
        return took(g, e.hex, SIDE_INDEX[g.seat(e.units[0])])
    return "", ""


def _kind(g: State, e: Event) -> str:
    """What is captured is not eliminated, and a battery loses guns."""
    if e.kind == "eliminated" and "captured" in e.data:
        return "captured"
    return "guns-lost" if e.kind == "lost" and g.counter(e.units[0]).gun else e.kind


TELLER = Teller(
    fights={**dict.fromkeys(FIRES, _fire_told), "melee": _melee_told},
    fates={
        "leader-lost": was("lost"),
        "wagon-captured": was("captured"),
        "captured": was("captured"),
        "eliminated": was("eliminated"),
        "routed": did("routed"),
        "lost": did("lost men"),
        "guns-lost": did("lost guns"),
        "crew-lost": did("lost men of its crew"),
        "pinned": was("pinned"),
        "retreated": did("fell back"),
    },
    kind=_kind,
    others=_others,
)
turned = TELLER.tell
