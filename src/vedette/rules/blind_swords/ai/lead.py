"""By how much a side is ahead, by a plain count: points scored, what is left of both armies, who will hold what pays.

Made by hand, for scenarios of which no value was learned. In victory points where a scenario counts them, else in
strength points; all of it in whole numbers (`planning.PARTS`). Everything here is public.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from vedette.engine.planning import PARTS, parted, parts
from vedette.rules.blind_swords.ai.stakes import PRIZE, counts_points, swings
from vedette.rules.blind_swords.chapters.values import printed_sp
from vedette.rules.blind_swords.chapters.victory import net, strength_lost, strength_out
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDE_INDEX, UNION, Setting
from vedette.rules.blind_swords.state import State

USE, REST, TENTHS = 5, 1, 10
"""What a strength point on the map is worth besides the points for its loss, in tenths: while the battle lasts, and in
the end."""
SHAKEN, WHOLE = 3, 20
"""The share of a unit's strength that a Morale Hit costs, in twentieths."""
UNIT = SP * WHOLE
"""In these strength is counted: so many to a strength point."""
TAKEN, MOST, CENT = 12, 50, 100
"""By how much, in hundredths, the strength around a hex tells who will hold it, a turn; and at most."""
REACH = 12
NEARNESS = tuple(10**6 * 4**far // 5**far for far in range(REACH + 1))
"""How much strength tells by the hexes that it is away, in millionths: by each a fifth less."""
TINY = 10**6 * UNIT // 2
"""Strength that is taken to be about every hex on either side: half a point in it."""
AT_ONCE = parts(60)
"""What a victory at once is worth."""

Strength = Sequence[tuple[int, int]]
"""Where the units of a side stand, and their strength."""


def lead(g: State) -> int:
    """By how much the Union is ahead."""
    turns = g.setting.last_turn - g.setting.first_turn + 1
    left = max(0, g.setting.last_turn - g.turn + 1)
    strength = [_strength(g, side) for side in (UNION, CONFEDERATE)]
    more = sum(n for _, n in strength[UNION]) - sum(n for _, n in strength[CONFEDERATE])
    total = parted(PARTS * more * (REST * turns + USE * left), TENTHS * turns * UNIT)
    for hex, swing in _pays(g.setting, g.turn, g.control).items():
        ours, of = _kept(g, hex, strength)
        total += parted(swing * ours, 2 * of)
    if g.decisive and g.setting.scoring.sudden is not None:
        total += AT_ONCE if SIDE_INDEX[g.setting.scoring.sudden.side] == UNION else -AT_ONCE
    return total - _scored(g)


def _strength(g: State, side: int) -> Strength:
    """Where the units of a side stand, and their strength, less for each Morale Hit."""
    return [(g.at(i), printed_sp(g, i) * max(0, WHOLE - SHAKEN * g.units[i].hits)) for i in g.on_map(side)]


@lru_cache(maxsize=256)
def _pays(setting: Setting, turn: int, control: tuple[int, ...]) -> Mapping[int, int]:
    """What hangs on each victory hex from now to the end."""
    if not counts_points(setting):
        return dict.fromkeys(setting.victory_hexes, parts(PRIZE))
    return {hex: parts(points) for hex, points in swings(setting, turn, control).items()}


def _kept(g: State, hex: int, strength: Sequence[Strength]) -> tuple[int, int]:
    """How likely a hex is the Union's from now on: by who has it, and by who is how near to it.

    From as much below nought as the second number to as much above it.
    """
    now = g.control[g.setting.victory_hexes.index(hex)]
    holds = 1 if now == UNION else -1 if now == CONFEDERATE else 0
    doubt = min(MOST, max(0, TAKEN * (g.setting.last_turn - g.turn + 1)))
    distance = g.setting.grid.distance
    about = [TINY, TINY]
    for side, rows in enumerate(strength):
        for at, n in rows:
            far = distance(at, hex)
            if far <= REACH:
                about[side] += n * NEARNESS[far]
    whole = about[UNION] + about[CONFEDERATE]
    return (CENT - doubt) * holds * whole + doubt * (about[UNION] - about[CONFEDERATE]), CENT * whole


def _scored(g: State) -> int:
    """By how many points the Confederates lead, hexes at the end aside; fractions of losses and exits count."""
    found = PARTS * net(g)
    for row in g.setting.scoring.casualties:
        found += _signed(row.side, parted(PARTS * strength_lost(g, row), SP * row.per * row.divide))
    for gone in g.setting.scoring.exits:
        found += _signed(gone.side, parted(PARTS * strength_out(g, gone), SP * gone.per))
    return found


def _signed(side: str, points: int) -> int:
    return points if SIDE_INDEX[side] == CONFEDERATE else -points
