"""What fire, rout checks and melee do on average, by the charts of the battle."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vedette.rules.common.ai import SIXTH
from vedette.rules.great_battles.chapters.rout import by_number, by_table, modified, modifiers
from vedette.rules.great_battles.charts import Hurt
from vedette.rules.great_battles.setting import Setting
from vedette.rules.great_battles.state import State

DICE = (1, 2, 3, 4, 5, 6)


class Shot(NamedTuple):
    """One column of the fire table: the mean loss, and the chances of a loss and of a pin."""

    loss: float
    hit: float
    pin: float


@lru_cache(maxsize=16)
def shots(s: Setting, at_foot: bool) -> tuple[Shot, ...]:
    """Every column of the fire table; at_foot: for artillery at infantry, whose starred losses are pins (SW-10.73)."""
    found = []
    for column in s.fire.cells:
        spared = [r.starred and at_foot for r in column]
        losses = [0 if spare else r.losses for r, spare in zip(column, spared, strict=True)]
        pins = [r.pin or spare for r, spare in zip(column, spared, strict=True)]
        found.append(Shot(sum(losses) * SIXTH, sum(map(bool, losses)) * SIXTH, sum(pins) * SIXTH))
    return tuple(found)


def rout_chance(g: State, id: str, led: bool, lost: int = 1) -> float:
    """The chance that a unit routs if it checks."""
    c, u = g.counter(id), g.units[id]
    if u.routed or c.wagon or c.leader or u.at < 0 or (c.gun and not u.column):
        return 0.0
    found = modifiers(g, id, led)
    chance = 0.0
    for die in DICE:
        total = modified(die, found)
        result = by_number(g, id, total) if g.setting.profile.morale_numbers else by_table(g, id, total)
        chance += SIXTH * {"R": 1.0, "R?": SIXTH}.get(result, 0.0)
    return chance


class Fight(NamedTuple):
    """One column of the melee table, for one side: mean points killed and captured, chance of a retreat."""

    killed: float
    captured: float
    back: float
    fallen: float
    """The chance of any loss or retreat."""


@lru_cache(maxsize=8)
def fights(s: Setting) -> tuple[tuple[Fight, Fight], ...]:
    """Every column of the melee table: attacker and defender."""
    return tuple(
        (_fight([r.attacker for r in column]), _fight([r.defender for r in column])) for column in s.melee.cells
    )


def _fight(rows: list[Hurt]) -> Fight:
    return Fight(
        sum(r.killed for r in rows) * SIXTH,
        sum(r.captured for r in rows) * SIXTH,
        sum(r.retreat > 0 for r in rows) * SIXTH,
        sum(r.retreat > 0 or r.captured > 0 for r in rows) * SIXTH,
    )
