"""A game of the Valley Campaign written down as a position file: all that a state holds, where a position may begin."""

from __future__ import annotations

from typing import Any

from vedette.rules.valley_campaign.positions.begin import BEGINS
from vedette.rules.valley_campaign.positions.keys import LISTED
from vedette.rules.valley_campaign.positions.written import written
from vedette.rules.valley_campaign.state import State

MOMENTS = tuple(word for word in BEGINS if word not in ("turn", "set-up"))
"""Where a position may begin in the middle of a turn."""


def moments(g: State) -> list[str]:
    """The moments of a position at which a state may be."""
    return [word for word in MOMENTS if word == g.phase]


def spec_of(g: State, battle: str, options: dict[str, Any], begin: str) -> dict[str, Any]:
    """The position file of a state."""
    return {"battle": battle, **written(g), "begin": begin, "set": options}


def meant(g: State) -> dict[str, Any]:
    """All that a state keeps, in an order of its own; without what hangs on nothing."""
    units = {id: (u.at, u.reduced, u.demoralized if u.at >= 0 else 0) for id, u in g.units.items()}
    lists = {name: sorted(getattr(g, name)) for name in LISTED}
    return {name: getattr(g, name) for name in (*g.kept.always, *g.kept.rare)} | lists | {
        "units": units, "stack": g.stack
    }  # fmt: skip
