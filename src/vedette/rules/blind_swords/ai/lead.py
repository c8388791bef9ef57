"""By how much a side is ahead, by a plain count: points scored, what is left of both armies, who will hold what pays.

Made by hand, for scenarios of which no value was learned. In victory points where a scenario counts them, else in
strength points. Everything here is public.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from vedette.rules.blind_swords.ai.stakes import PRIZE, counts_points, swings
from vedette.rules.blind_swords.chapters.values import printed_sp
from vedette.rules.blind_swords.chapters.victory import net, strength_lost, strength_out
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDE_INDEX, UNION, Setting
from vedette.rules.blind_swords.state import State

USE, REST = 0.5, 0.1
"""What a strength point on the map is worth besides the points for its loss: while the battle lasts, and in the end."""
SHAKEN = 0.15
"""The share of a unit's strength that a Morale Hit costs."""
TAKEN = 0.12
"""By how much the strength around a hex tells who will hold it, a turn; most of all it tells so much:"""
MOST = 0.5
FADES = 0.8
"""By how much strength tells less with each hex that it is away."""
REACH = 12
TINY = 0.5
"""Strength that is taken to be about every hex on either side."""
AT_ONCE = 60.0
"""What a victory at once is worth."""

NEARNESS = tuple(FADES**n for n in range(REACH + 1))


def lead(g: State) -> float:
    """By how much the Union is ahead."""
    left = (g.setting.last_turn - g.turn + 1) / (g.setting.last_turn - g.setting.first_turn + 1)
    use = REST + USE * max(0.0, left)
    strength = [_strength(g, side) for side in (UNION, CONFEDERATE)]
    total = use * (sum(n for _, n in strength[UNION]) - sum(n for _, n in strength[CONFEDERATE]))
    for hex, swing in _pays(g.setting, g.turn, g.control).items():
        total += swing * (0.5 - _taken(g, hex, strength))
    if g.decisive and g.setting.scoring.sudden is not None:
        total += AT_ONCE if SIDE_INDEX[g.setting.scoring.sudden.side] == UNION else -AT_ONCE
    return total - _scored(g)


def _strength(g: State, side: int) -> list[tuple[int, float]]:
    """Where the units of a side stand, and their strength, less for each Morale Hit."""
    return [
        (g.at(i), printed_sp(g, i) / SP * max(0.0, 1.0 - SHAKEN * g.units[i].hits)) for i in g.on_map(side)
    ]  # fmt: skip


@lru_cache(maxsize=256)
def _pays(setting: Setting, turn: int, control: tuple[int, ...]) -> Mapping[int, float]:
    """What hangs on each victory hex from now to the end."""
    if not counts_points(setting):
        return dict.fromkeys(setting.victory_hexes, PRIZE)
    return swings(setting, turn, control)


def _taken(g: State, hex: int, strength: list[list[tuple[int, float]]]) -> float:
    """How likely a hex is the Confederates' from now on: by who has it, and by who is how near to it."""
    now = g.control[g.setting.victory_hexes.index(hex)]
    holds = 1.0 if now == CONFEDERATE else 0.0 if now == UNION else 0.5
    doubt = min(MOST, TAKEN * (g.setting.last_turn - g.turn + 1))
    distance = g.setting.grid.distance
    about = [TINY, TINY]
    for side, rows in enumerate(strength):
        for at, n in rows:
            far = distance(at, hex)
            if far <= REACH:
                about[side] += n * NEARNESS[far]
    return (1.0 - doubt) * holds + doubt * about[CONFEDERATE] / (about[UNION] + about[CONFEDERATE])


def _scored(g: State) -> float:
    """By how many points the Confederates lead, hexes at the end aside; fractions of losses and exits count."""
    found = float(net(g))
    for row in g.setting.scoring.casualties:
        found += _signed(row.side, strength_lost(g, row) / (SP * row.per * row.divide))
    for gone in g.setting.scoring.exits:
        found += _signed(gone.side, strength_out(g, gone) / (SP * gone.per))
    return found


def _signed(side: str, points: float) -> float:
    return points if SIDE_INDEX[side] == CONFEDERATE else -points
