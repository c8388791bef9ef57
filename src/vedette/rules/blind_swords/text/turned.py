"""A moment of a battle in a sentence, in the words of *Blind Swords*."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.rules.blind_swords.state import State
from vedette.rules.common.text.log import side_name
from vedette.rules.common.text.turned import Fight, Teller, charging, did, took, was


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
