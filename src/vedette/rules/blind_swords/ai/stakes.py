"""What is to be won: hexes that pay from now to the end, what lost strength counts for, how near the enemy is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from vedette.engine.temper import PLAIN, Temper
from vedette.rules.blind_swords.ai.threat import Threat, threat_of
from vedette.rules.blind_swords.ai.worth import loss_worth
from vedette.rules.blind_swords.chapters.costs import around
from vedette.rules.blind_swords.scoring import Bonus, EachTurn
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDE_INDEX, UNION, Setting
from vedette.rules.blind_swords.state import State
from vedette.rules.common.ai import remembered

PRIZE = 10.0
"""What a victory hex is worth, in strength points, where all of them count alike and at the end."""
FAITH = 0.9
"""How surely a hex stays with its holder for another turn."""
LEAST = 0.3
"""What a hex must be worth before anybody is sent for it."""
MOST = 30.0
"""No hex is worth more than this, lest somebody throw his whole force away for it."""
FAR = 99
SEEN = 8
"""Beyond this many hexes an enemy is far."""
THREAT = 9
"""Within this many hexes a unit threatens to win the battle at once."""
USE = 0.5
"""What a strength point is worth to its owner, apart from the points for its loss."""


class Stakes(NamedTuple):
    """The field's worth to one side, in strength points of the enemy's."""

    hexes: Mapping[int, float]
    """For each victory hex, the difference between holding it and leaving it to the enemy."""
    care: float
    """How much our own losses count against the enemy's."""
    point: float = 0.0
    """The worth of a victory point."""


def counts_points(setting: Setting) -> bool:
    """Whether a scenario counts points throughout, and not only hexes at its end."""
    return setting.victory.get("do") == "points"


def stakes_of(g: State, side: int) -> Stakes:
    """What a side has to win from this turn to the end, with the hexes held as they are."""
    setting = g.setting
    left = (setting.last_turn - g.turn + 1) / (setting.last_turn - setting.first_turn + 1)
    if not counts_points(setting):
        return Stakes(dict.fromkeys(setting.victory_hexes, PRIZE), 0.4 + 0.6 * left)
    mine, theirs = (_weight(g, s, left) for s in (side, 1 - side))
    worth = {hex: min(MOST, won / theirs) for hex, won in swings(setting, g.turn, g.control).items()}
    found = {hex: won for hex, won in worth.items() if won >= LEAST}
    return Stakes(found | _at_once(g), mine / theirs, 1.0 / theirs)


def _at_once(g: State) -> dict[int, float]:
    """The hex by which the battle would be won at once, while one who could do that is near it."""
    row = g.setting.scoring.sudden
    if row is None:
        return {}
    hex, side = g.setting.grid.index(row.hex), SIDE_INDEX[row.side]
    distance = g.setting.grid.distance
    able = (i for i in g.on_map(side) if g.counter(i).arm == row.arm and g.units[i].worn == (row.face == "worn"))
    return {hex: MOST} if any(distance(g.at(i), hex) <= THREAT for i in able) else {}


def _weight(g: State, side: int, left: float) -> float:
    """What a strength point of a side is worth: what its loss scores, and its use for the rest of the battle."""
    score = loss_worth(g, side)
    return score + (1.0 - score) * USE * left if score < 1.0 else score


@lru_cache(maxsize=256)
def swings(setting: Setting, turn: int, control: tuple[int, ...]) -> Mapping[int, float]:
    """How many points depend until the end on who holds each victory hex, the others staying as they are."""
    found = {}
    for n, hex in enumerate(setting.victory_hexes):
        ours, theirs = ((*control[:n], side, *control[n + 1 :]) for side in (CONFEDERATE, UNION))
        found[hex] = prospect(setting, turn, ours) - prospect(setting, turn, theirs)
    return found


def prospect(setting: Setting, turn: int, control: tuple[int, ...]) -> float:
    """The points by which hexes held like this put the Confederates ahead till the end, later turns counting less."""
    total = 0.0
    for row in setting.scoring.by_turn:
        sign = 1 if SIDE_INDEX[row.side] == CONFEDERATE else -1
        total += sign * _earned(setting, row, turn, control)
    for end in setting.scoring.at_end:
        sign = 1 if SIDE_INDEX[end.side] == CONFEDERATE else -1
        held = _held(setting, SIDE_INDEX[end.side], control).intersection(end.hexes)
        total += sign * end.points * len(held) * FAITH ** (setting.last_turn - turn)
    return total


def _held(setting: Setting, side: int, control: tuple[int, ...]) -> set[str]:
    return {setting.grid.names[h] for h, s in zip(setting.victory_hexes, control, strict=True) if s == side}


def _earned(setting: Setting, row: EachTurn | Bonus, turn: int, control: tuple[int, ...]) -> float:
    held = _held(setting, SIDE_INDEX[row.side], control)
    count = len(held.intersection(row.hexes))
    if not count or held.intersection(row.unless_held) or (isinstance(row, EachTurn) and row.occupied):
        return 0.0
    if isinstance(row, Bonus):
        won = row.by_number[min(count, len(row.by_number)) - 1]
        return won * FAITH ** (row.turn - turn) if row.turn >= turn else 0.0
    turns = range(max(turn, row.from_), min(setting.last_turn, row.to) + 1)
    return row.points * count * sum(FAITH ** (t - turn) for t in turns)


class Situation:
    """A position from one side: what is to be won, how much of the battle is left, how near the enemy is."""

    def __init__(self, g: State, side: int, temper: Temper = PLAIN) -> None:
        self.g = g
        self.side = side
        self.temper = temper
        self.grid = g.setting.grid
        stakes = stakes_of(g, side)
        self.stakes = {hex: worth * temper.prizes for hex, worth in stakes.hexes.items()}
        """What is won or lost with each victory hex, in strength points."""
        held = zip(g.setting.victory_hexes, g.control, strict=True)
        self.goals = {hex: holder for hex, holder in held if hex in stakes.hexes}
        """Victory hexes that are worth anything, and who controls them."""
        sudden = g.setting.scoring.sudden
        if sudden is not None and (place := self.grid.index(sudden.hex)) in stakes.hexes:
            self.goals[place] = 1 - SIDE_INDEX[sudden.side]
        turns = g.setting.last_turn - g.setting.first_turn + 1
        self.left = (g.setting.last_turn - g.turn + 1) / turns
        """The share of the game that is still to come."""
        self.care = stakes.care * temper.losses
        """How much losses count against what is won: at the end less, where they do not score themselves."""
        self.point = stakes.point
        """What a victory point is worth, in strength points; nothing where hexes alone count."""
        self.memo: dict[object, Any] = {}
        """What has been worked out about it (`remembered`)."""

    @remembered
    def threat(self, side: int) -> Threat:
        """What a side can bring on each hex by fire."""
        return threat_of(self.g, side)

    def enemy_zone(self, side: int, distance: int) -> int:
        """The hexes with an enemy of a side at that distance or nearer."""
        return around(self.grid, self.g.masks[1 - side], distance)

    def to_enemy(self, hex: int) -> int:
        """Hexes to the nearest enemy of the side."""
        off = self.threat(1 - self.side).off
        found = off.get(hex)
        if found is None:
            near = (d for d in range(1, SEEN + 1) if self.enemy_zone(self.side, d) >> hex & 1)
            found = off[hex] = next(near, FAR)
        return found
