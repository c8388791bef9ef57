"""A game of Stonewall written down as a position file: all that a state holds, where a position may begin."""

from __future__ import annotations

from typing import Any

from vedette.rules.great_battles.positions.begin import BEGINS
from vedette.rules.great_battles.positions.keys import FLAGS
from vedette.rules.great_battles.positions.written import written
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State, Unit

MOMENTS = tuple(word for word in BEGINS if word not in ("turn", "set-up", "end"))
"""Where a position may begin in the middle of a turn."""

BEGINS_ANEW = {"spent", "fired", "hit", "fought", "dried", "retired", "shaken", "campaign", "over"}
"""What a position does not say: it is empty at its moments, or read from the options."""


def moments(g: State) -> list[str]:
    """The moments of a position at which a state may be: those of its phase, before anybody has acted in it."""
    begun = {"command": g.paid, "movement": (*g.moved, *g.spent), "retreat": g.evaded}
    if g.hit or g.fired or g.fought or begun.get(g.phase):
        return []
    return [word for word in MOMENTS if word == g.phase or (word == "charge" and g.phase == "offensive-fire")]


def spec_of(g: State, battle: str, options: dict[str, Any], begin: str) -> dict[str, Any]:
    """The position file of a state."""
    found = {"battle": battle, **written(g), "begin": begin, "set": options}
    return found | ({"active": SIDES[g.player]} if g.player >= 0 else {})


def meant(g: State) -> dict[str, Any]:
    """What a state says, in an order of its own; without what hangs on nothing."""
    units = {
        id: _bare(g, id, u) for id, u in g.units.items()
    }  # fmt: skip
    lists = ("commanded", "evaded", "advanced", "struck", "chargers", "fled", "shots", "vacant", "starts", "charges",
             "moved", "offensive")  # fmt: skip
    found = {name: getattr(g, name) for name in (*g.kept.always, *g.kept.rare) if name not in BEGINS_ANEW}
    found |= {"units": units, "stack": g.stack}
    found |= {name: sorted(getattr(g, name)) for name in lists}
    found["commanded"] = [id for id in found["commanded"] if g.at(id) >= 0]
    return found


def _bare(g: State, id: str, u: Unit) -> tuple[Any, ...]:
    """A unit without what hangs on nothing: the layer of a leader and of who is gone."""
    layer = u.layer if u.at >= 0 and not g.counter(id).leader else 0
    return (u.at, u.strength, layer, u.facing, u.column, *(getattr(u, flag) for flag in FLAGS), u.crew, u.rounds)
