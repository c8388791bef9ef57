"""What a battle came to: losses side by side, and each throw with the steps that it could be expected to cost.

And its moments, each in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vedette.engine.events import Event
from vedette.engine.reckoning import Loss, Reckoning, Throw, throw, throws_of
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.text.cards import BACK, STEPS
from vedette.rules.blind_swords.text.figures import figures
from vedette.rules.common.text.log import side_name
from vedette.rules.common.text.sections import opposite
from vedette.rules.common.text.turned import Fight, Teller, charging, did, took, was

SIX = range(1, 7)


def reckoning(g: State, events: Sequence[Event]) -> Reckoning:
    """A throw weighs the steps that the enemy loses by it less those of the side that threw."""
    told = figures(g, events)
    toll = told["toll at the end"]
    (units,) = {name for row in toll.values() for name in row if name.startswith("units")}
    losses = (
        Loss("steps lost", {side: sum(told["steps lost"][side].values()) for side in SIDES}),
        Loss(units, {side: toll[side][units] for side in SIDES}),
    )
    return Reckoning("steps", throws_of(g, events, MAKERS), losses)


def _worth(g: State, kind: str, die: int, close: bool) -> float:
    """The steps that a Cohesion Test costs the side that takes it, less those of the attacker."""
    table = g.setting.close_tests if close else g.setting.fire_tests
    if (kind, die) not in table:
        return 0.0
    code = table[kind, die].depletion
    return STEPS.get(code, 0) - BACK.get(code, 0)


def _mean(g: State, kind: str, close: bool) -> float:
    return sum(_worth(g, kind, die, close) for die in SIX) / 6


def _combat(g: State, i: int, e: Event) -> Throw:
    """A roll on the Combat Results Table is worth what the test is that it asks for."""
    test, _, rating, column = e.data
    close = e.kind == "assault"
    cells = g.setting.crt.cells[g.setting.crt.columns.index(column)].values()
    return throw(i, e.seat, [_mean(g, cell[rating], close) for cell in cells], _mean(g, test, close))


def _test(g: State, i: int, e: Event) -> Throw:
    """A test is thrown by the side that fears it."""
    close = e.cite.startswith("KT-15.2")
    worth = [_worth(g, e.data[0], die, close) for die in SIX]
    return throw(i, opposite(e.seat), worth, worth[e.roll // 10 - 1])


def _break(g: State, i: int, e: Event) -> Throw:
    """Who fails a break test is lost to the fight: a step at the least."""
    rating, box = e.data
    return throw(i, opposite(e.seat), [float(die > rating) for die in SIX], float(bool(box)))


MAKERS: dict[str, Callable[[State, int, Event], Throw | None]] = {
    "fire": _combat,
    "assault": _combat,
    "test": _test,
    "break-test": _break,
}


# -- one of its moments, in a sentence --------------------------------------------------------------------------------


def _fire(g: State, events: Sequence[Event], i: int) -> Fight:
    e = events[i]
    at = g.hex_name(e.hex)
    return Fight(f"the fire at {e.data[1]} in {at}", f"under fire in {at}")


def _assault(g: State, events: Sequence[Event], i: int) -> Fight:
    e = events[i]
    at = g.hex_name(e.hex)
    what = "charge" if charging(events, i, "charges", ("turn", "activated")) else "assault"
    return Fight(f"the {what} on {at}", f"in the {what} on {at}", e.units)


def _others(g: State, e: Event) -> tuple[str, str]:
    if e.kind == "control":
        return took(g, e.hex, e.data[0])
    return (f"{e.data[0]} of the {side_name(e.seat)} was hit", e.seat) if e.kind == "casualty" else ("", "")


TELLER = Teller(
    fights={"fire": _fire, "assault": _assault},
    fates={
        "eliminated": was("eliminated"),
        "broken": did("broke"),
        "off-map": was("driven off the map"),
        "depleted": was("depleted"),
        "disrupted": was("disrupted"),
        "retreated": did("fell back"),
        "shaken": was("shaken"),
    },
    kind=lambda g, e: ("steady", "shaken", "disrupted")[e.data[0]] if e.kind == "morale" else e.kind,
    others=_others,
)
turned = TELLER.tell
