"""What a position is worth where the field is quiet: the chance that each thing fought for ends as whose it is.

The weights are learned from games (`tools/value.py`) and lie beside this file, whole numbers for a family. All sums are
in whole numbers, so that one position has one value on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from math import exp
from pathlib import Path
from typing import Any

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.planning import Planning
from vedette.engine.rulebook import Rulebook

FOLDER = Path(__file__).with_name("values")
SURE = 4096
"""What stands for certainty in whole numbers."""
STEP = 64
"""Parts of one by which the logarithm of the odds is told apart."""
WIDE = 8 * STEP
"""Beyond it a chance counts as the last one of the table."""
SHIFT = 12
"""Binary places of the weights."""

CHANCES = tuple(round(SURE / (1.0 + exp(-z / STEP))) for z in range(-WIDE, WIDE + 1))
"""The chance by the logarithm of the odds, in whole numbers, from -8 to 8."""


FIRST = "1"
"""The features by which weights were learned before these had a name: they are in no mark."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was learned for one scenario."""

    made_for: str
    """The mark of the scenario's values (`mark`)."""
    games: int
    weights: tuple[int, ...]
    """By feature, in parts of 2 to the power of SHIFT for a full unit of it."""
    made: str = FIRST
    """The name of the features."""

    def digest(self) -> str:
        """A short hash of the weights."""
        return blake2b(msgspec.json.encode(self), digest_size=8).hexdigest()


class Value:
    """The worth of positions of a scenario."""

    def __init__(self, planning: Planning, weights: Sequence[int]) -> None:
        self.planning = planning
        self.weights = tuple(weights)

    def of(self, g: Any) -> int:
        """How much of what is fought for will be the first side's at the end, in parts of SURE."""
        return sum(CHANCES[odds_of(self.weights, row) + WIDE] for row in self.planning.features(g))

    def settled(self, g: Any) -> int:
        """The same of a battle that is over."""
        return SURE * sum(1 for side in self.planning.held(g) if side == 0)


def odds_of(weights: Sequence[int], row: Sequence[int]) -> int:
    """The logarithm of the odds in parts of STEP, between both ends of the table."""
    total = sum(w * f for w, f in zip(weights, row, strict=True)) >> SHIFT
    return max(-WIDE, min(WIDE, total))


@cache
def learned(family: str) -> dict[str, Weights]:
    """Scenario -> what was learned, of a family; nothing where nothing was."""
    file = FOLDER / f"{family}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Weights]) if file.is_file() else {}


def mark(g: Any, made: str) -> str:
    """A short hash of what the features of a scenario stand on: its victory hexes, turns and counters, and their name.

    It is the same at a position where few of the counters are in play.
    """
    setting = g.setting
    counters = [(id, c.side, c.brigade, list(c.sp)) for id, c in sorted(setting.counters.items())]
    said = [list(setting.victory_hexes), setting.first_turn, setting.last_turn, setting.grid.size, counters]
    said += [made] * (made != FIRST)
    return blake2b(msgspec.json.encode(said), digest_size=8).hexdigest()


_WIDTHS: dict[tuple[Any, str], int] = {}
KEPT = 64
"""So many widths are remembered."""


def _width(planning: Planning, g: Any, mark: str) -> int:
    """How many features there are: worked out once, since a value is asked for at every answer."""
    found = _WIDTHS.get((planning, mark))
    if found is None:
        found = _WIDTHS[planning, mark] = len(planning.features(g)[0])
        while len(_WIDTHS) > KEPT:
            del _WIDTHS[next(iter(_WIDTHS))]
    return found


def planning_of(rulebook: Rulebook[Any]) -> Planning | None:
    """What a family says about plans; None where it says nothing."""
    found: Planning | None = getattr(rulebook.counsel, "planning", None)
    return found


def value_of(battle: Battle, rulebook: Rulebook[Any], g: Any) -> tuple[Value | None, str]:
    """The value of a battle, or None with one line that says why there is none."""
    planning = planning_of(rulebook)
    if planning is None:
        return None, f"the general does not plan ahead by the rules of {battle.id}: it plays as the adjutant"
    found = learned(rulebook.name).get(battle.id)
    if found is None:
        return None, f"no value was learned for {battle.id}: the general plays there as the adjutant"
    now = mark(g, planning.made)
    if found.made != planning.made or len(found.weights) != _width(planning, g, now):
        return None, f"the value for {battle.id} was learned by another program: the general plays as the adjutant"
    if found.made_for != now:
        return None, f"the value for {battle.id} was learned by other values: the general plays as the adjutant"
    return Value(planning, found.weights), ""
