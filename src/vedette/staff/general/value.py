"""What a position is worth where the field is quiet: the chance that each thing fought for ends as whose it is.

The weights are learned from games (`tools/value.py`) and lie beside this file, whole numbers for a family. All sums are
in whole numbers, so that one position has one value on every machine. Where nothing was learned a plain count of the
family stands in (`Planning.lead`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from math import exp
from pathlib import Path
from typing import Any, Protocol

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.planning import PARTS, Learning, Look, Planning
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


class Worth(Protocol):
    """What positions of a scenario are worth to the first side; the rest of the whole is worth as much to the second.

    All in parts of SURE.
    """

    doubt: float
    """The spread of a few more worlds, added to what was seen in few."""
    surely: float
    """Standard errors by which a plan must be better than the usual one."""
    digits: int
    """Decimal places in which it is told."""

    def of(self, g: Any) -> int:
        """What a position is worth."""
        ...

    def settled(self, g: Any) -> int:
        """The same of a battle that is over."""
        ...

    def things(self, g: Any) -> int:
        """How many things there are to be shared out: the whole, in units of SURE."""
        ...


class Plain:
    """The worth of positions by a family's plain count, as a share of all that there is to win."""

    surely = 1.0
    """Nobody has measured such a count: it must be surer of what it says."""
    digits = 4

    def __init__(self, planning: Planning, look: Look) -> None:
        self.planning = planning
        self.whole = PARTS * look.whole
        self.doubt = SURE * look.doubt / (2 * look.whole)

    def of(self, g: Any) -> int:
        """How far the first side is ahead, from 0, hopelessly behind, to SURE."""
        share = SURE * (self.whole + self.planning.lead(g)) // (2 * self.whole)
        return min(SURE, max(0, share))

    def settled(self, g: Any) -> int:
        """The same: the count knows who has won."""
        return self.of(g)

    def things(self, g: Any) -> int:
        """One: the battle."""
        return 1


class Value:
    """The worth of positions of a scenario, as it was learned."""

    doubt = 0.4 * SURE
    surely = 0.5
    """Measured: caution costs more than it saves (docs/opponents.md)."""
    digits = 3

    def __init__(self, planning: Learning, weights: Sequence[int]) -> None:
        self.planning = planning
        self.weights = tuple(weights)

    def of(self, g: Any) -> int:
        """How much of what is fought for will be the first side's at the end, in parts of SURE."""
        return sum(CHANCES[odds_of(self.weights, row) + WIDE] for row in self.planning.features(g))

    def settled(self, g: Any) -> int:
        """The same of a battle that is over."""
        return SURE * sum(1 for side in self.planning.held(g) if side == 0)

    def things(self, g: Any) -> int:
        """As many as are fought for."""
        return max(1, len(self.planning.held(g)))


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


def _width(planning: Learning, g: Any, mark: str) -> int:
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


def learning_of(rulebook: Rulebook[Any]) -> Learning | None:
    """The same of a family of which values can be learned."""
    found: Any = planning_of(rulebook)
    return found if found is not None and hasattr(found, "features") else None


def value_of(battle: Battle, rulebook: Rulebook[Any], g: Any) -> tuple[Worth | None, str]:
    """The value of a battle, or None where nothing is planned; and one line where it is none that was learned."""
    planning = planning_of(rulebook)
    if planning is None:
        return None, f"the general does not plan ahead by the rules of {battle.id}: it plays as the adjutant"
    value, why = _learned(battle, rulebook, g)
    if value is not None:
        return value, ""
    told = f"{why}: the general judges plans there by a plain count, which no match has shown to be of use"
    return Plain(planning, planning.look(g)), told


def _learned(battle: Battle, rulebook: Rulebook[Any], g: Any) -> tuple[Value | None, str]:
    """The value that was learned for a battle, or None and why there is none."""
    found, learning = learned(rulebook.name).get(battle.id), learning_of(rulebook)
    if found is None or learning is None:
        return None, f"no value was learned for {battle.id}"
    now = mark(g, learning.made)
    if found.made != learning.made or len(found.weights) != _width(learning, g, now):
        return None, f"the value for {battle.id} was learned by another program"
    if found.made_for != now:
        return None, f"the value for {battle.id} was learned by other values"
    return Value(learning, found.weights), ""
