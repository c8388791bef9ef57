"""Fields of fire: what a unit bears on as things stand, in whatever phase.

field_bar(g, id, hex)       why a unit could not fire at a hex
sp(g, id, hex)              the strength that would come to it
"""

from __future__ import annotations

from fractions import Fraction

from vedette.engine.events import Reason
from vedette.rules.great_battles.chapters.columns import multiplier, text, usable
from vedette.rules.great_battles.chapters.fire import bearing_bar, stance_bar
from vedette.rules.great_battles.state import State

AWAY = Reason("it is not on the map", "SW-10.0-1")
HERE = Reason("it stands there itself", "SW-10.24-2")


def field_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit could not fire at a hex as things stand, whatever the phase."""
    if g.at(id) < 0 or g.counter(id).leader:
        return AWAY
    if g.at(id) == hex:
        return HERE
    return stance_bar(g, id) or bearing_bar(g, id, hex)


def strength_at(g: State, id: str, hex: int) -> Fraction:
    """The strength of a unit at a hex by its range, before it is known at whom."""
    distance = max(1, g.setting.grid.distance(g.at(id), hex))
    return usable(g, id) * multiplier(g.setting, g.counter(id).weapon, distance)


def sp(g: State, id: str, hex: int) -> str:
    """The same as players write it."""
    return text(strength_at(g, id, hex))
