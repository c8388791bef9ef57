"""What a battle came to: losses side by side, and each throw with the steps that it could be expected to cost.

And its moments, each in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vedette.engine.events import Event
from vedette.engine.reckoning import Loss, Reckoning, Throw, throw, throws_of
from vedette.rules.common.text.sections import opposite
from vedette.rules.common.text.turned import Fight, Teller, did, took, was
from vedette.rules.valley_campaign.charts import Hit
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.figures import figures

SIX = range(1, 7)


def reckoning(g: State, events: Sequence[Event]) -> Reckoning:
    """A throw weighs the steps that the enemy loses by it less those of the side that threw."""
    told = figures(g, events)
    losses = (
        Loss("steps lost", {side: sum(told["steps lost"][side].values()) for side in SIDES}),
        Loss("units eliminated", {side: told["units lost"][side]["eliminated"] for side in SIDES}),
        Loss("leaders lost", {side: told["leaders"][side]["lost"] for side in SIDES}),
    )
    return Reckoning("steps", throws_of(g, events, MAKERS), losses)


def _attack(g: State, i: int, e: Event) -> Throw:
    cells = [g.setting.odds[die, e.data[2]] for die in SIX]
    worth = [float(cell.defender_steps - cell.attacker_steps) for cell in cells]
    return throw(i, e.seat, worth, worth[e.roll - 1])


def _bombardment(g: State, i: int, e: Event) -> Throw:
    """A hit is worth what the table of hits costs on the average."""
    _, modified, distance, _ = e.data
    mean = sum(row.steps for row in _hits(g)) / len(_hits(g))
    worth = [mean * (die + modified - e.roll > distance) for die in SIX]
    return throw(i, e.seat, worth, worth[e.roll - 1])


def _hit(g: State, i: int, e: Event) -> Throw:
    """The owner of the unit rolls for what a hit does."""
    worth = [float(row.steps) for row in _hits(g)]
    return throw(i, opposite(e.seat), worth, worth[e.roll - 1])


def _hits(g: State) -> list[Hit]:
    return [g.setting.hits[die] for die in SIX]


MAKERS: dict[str, Callable[[State, int, Event], Throw | None]] = {
    "attacked": _attack,
    "bombarded": _bombardment,
    "hit": _hit,
}


# -- one of its moments, in a sentence --------------------------------------------------------------------------------


def _attack_told(g: State, events: Sequence[Event], i: int) -> Fight:
    e = events[i]
    at = g.hex_name(e.hex)
    return Fight(f"the attack on {at}", f"in the attack on {at}", e.units)


def _bombardment_told(g: State, events: Sequence[Event], i: int) -> Fight:
    e = events[i]
    at = g.hex_name(e.hex)
    return Fight(f"the bombardment of {e.units[1]} in {at}", f"under bombardment in {at}")


TELLER = Teller(
    fights={"attacked": _attack_told, "bombarded": _bombardment_told},
    fates={
        "leader-lost": did("fell"),
        "eliminated": was("eliminated"),
        "step-lost": did("lost a step"),
        "demoralized": was("demoralized"),
        "retreated": did("fell back"),
    },
    others=lambda g, e: took(g, e.hex, e.data[0]) if e.kind == "control" else ("", ""),
)
turned = TELLER.tell
