"""A moment of a battle in a sentence, in the words of the *Great Battles*."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.rules.common.text.turned import Fight, Teller, charging, did, took, was
from vedette.rules.great_battles.setting import SIDE_INDEX
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.figures import FIRES


def _fire(g: State, events: Sequence[Event], i: int) -> Fight:
    e = events[i]
    at = g.hex_name(e.hex)
    return Fight(f"the fire at {e.data[5]} in {at}", f"under fire in {at}")


def _melee(g: State, events: Sequence[Event], i: int) -> Fight:
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
    fights={**dict.fromkeys(FIRES, _fire), "melee": _melee},
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
