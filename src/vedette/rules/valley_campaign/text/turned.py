"""A moment of a battle in a sentence, in the words of the *Shenandoah Valley Campaign*."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.rules.common.text.turned import Fight, Teller, did, took, was
from vedette.rules.valley_campaign.state import State


def _attack(g: State, events: Sequence[Event], i: int) -> Fight:
    e = events[i]
    at = g.hex_name(e.hex)
    return Fight(f"the attack on {at}", f"in the attack on {at}", e.units)


def _bombardment(g: State, events: Sequence[Event], i: int) -> Fight:
    e = events[i]
    at = g.hex_name(e.hex)
    return Fight(f"the bombardment of {e.units[1]} in {at}", f"under bombardment in {at}")


TELLER = Teller(
    fights={"attacked": _attack, "bombarded": _bombardment},
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
