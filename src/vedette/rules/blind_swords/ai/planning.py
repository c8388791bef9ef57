"""Plans of a whole activation: where they begin, how far they hold, and what tells how the victory hexes will end."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from vedette.engine.planning import Look
from vedette.engine.procedure import Ask
from vedette.engine.temper import Temper
from vedette.rules.blind_swords.ai.fires import frame_of
from vedette.rules.blind_swords.ai.lead import lead
from vedette.rules.blind_swords.ai.stakes import counts_points
from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.chapters.values import modified_sp
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State

__all__ = [
    "begins", "features", "held", "kinds", "lead", "look", "made", "opens", "period", "postures", "several",
    "under_way",
]  # fmt: skip

NEAR = 6
"""Hexes to an enemy beyond which a brigade's Order is not worth a search."""
DRAWS = 1000
"""More than chits are drawn in a turn."""
RINGS = (0, 1, 3, 6, 10)
"""Units are counted by rings around a victory hex: so many hexes off at most."""
UNITY = 64
"""What stands for one in whole numbers."""

made = "1"
"""Of the features below: raised with whatever changes what they say of a position."""

kinds = frozenset({"order"})
several = False

postures: Mapping[str, Temper] = {
    "bold": Temper(danger=0.5, losses=0.6, hope=1.4, daring=0.0),
    "careful": Temper(danger=1.6, losses=1.4, daring=2.5),
    "hold": Temper(hold=2.0, daring=2.0, hope=0.7),
    "concentrate": Temper(together=3.0, hold=1.3),
    "storm": Temper(prizes=1.7, losses=0.5, daring=0.0),
}


def opens(g: State, ask: Ask) -> bool:
    """At every Order."""
    return ask.kind in kinds


def begins(g: State, ask: Ask) -> bool:
    """At an Order, where an enemy is near enough to a unit of the brigade that it matters which."""
    if ask.kind not in kinds or len(ask.options) < 2:
        return False
    frame: Activation = frame_of(g, Activation)
    units = g.brigade(frame.side, frame.brigade)
    return any(g.at(i) >= 0 and g.enemy_within(g.at(i), frame.side, NEAR) for i in units)


def under_way(g: State, seat: str) -> Hashable | None:
    """The activation of a brigade of the seat."""
    frame: Activation | None = frame_of(g, Activation)
    if frame is None or frame.side != SIDE_INDEX[seat]:
        return None
    return g.turn, frame.brigade


SMALL, DEARER = 40, 12
"""Units up to which a turn is short enough to be played on; an answer costs as much again for each so many units."""


def look(g: State) -> Look:
    """To the end of the turn where hexes alone count and armies are small; else to the end of the activation."""
    if not _by_activation(g):
        return Look()
    return Look(least=1, dear=max(1, len(g.units) // DEARER), whole=200, doubt=2.5)


def _by_activation(g: State) -> bool:
    """Whether a plan is looked at to the end of its activation only, because turns are long."""
    return counts_points(g.setting) or len(g.units) > SMALL


def period(g: State) -> int:
    """The turn, between two of which nobody is in the middle of anything; or each chit that is drawn."""
    return g.turn * DRAWS + g.draws if _by_activation(g) else g.turn


def held(g: State) -> Sequence[int]:
    """Who controls each victory hex."""
    return g.control


def features(g: State) -> Sequence[Sequence[int]]:
    """For each victory hex who has it, who stands how near it, and how much of the battle is left."""
    setting = g.setting
    left = UNITY * (setting.last_turn - g.turn + 1) // (setting.last_turn - setting.first_turn + 1)
    all_of = [_units(g, side) for side in (0, 1)]
    whole = [sum(points for _, points, _ in rows) for rows in all_of]
    mine = sum(1 if side == 0 else -1 for side in g.control)
    found = []
    for n, hex in enumerate(setting.victory_hexes):
        row = [UNITY if g.control[n] == 0 else -UNITY, UNITY * mine // len(g.control)]
        row += [*_around(g, hex, all_of), _share(*whole)]
        here = [UNITY * (n == k) for k in range(len(setting.victory_hexes))]
        found.append([*row, *(v * left // UNITY for v in row), *here, *(v * left // UNITY for v in here)])
    return found


def _units(g: State, side: int) -> list[tuple[int, int, int]]:
    """Where each unit of a side stands, its strength in sixty-fourths, and its Morale Hits."""
    return [(g.at(i), modified_sp(g, i), g.units[i].hits) for i in g.on_map(side)]


def _around(g: State, hex: int, all_of: Sequence[Sequence[tuple[int, int, int]]]) -> Iterator[int]:
    """For each ring the strength of both sides in it and their share of all within it; then who is hurt close by."""
    distance = g.setting.grid.distance
    inside, last = [0, 0], -1
    for ring in RINGS:
        for side, rows in enumerate(all_of):
            here = sum(points for at, points, _ in rows if last < distance(at, hex) <= ring)
            inside[side] += here
            yield min(here, 24 * UNITY) // 4 * (1 if side == 0 else -1)
        yield _share(*inside)
        last = ring
    for side, rows in enumerate(all_of):
        sign = 1 if side == 0 else -1
        yield sign * UNITY * sum(1 for at, _, _ in rows if at == hex)
        yield sign * UNITY * sum(hits for at, _, hits in rows if distance(at, hex) <= 2)


def _share(union: int, confederate: int) -> int:
    """How much more of the strength is the Union's, from -64 to 64."""
    return UNITY * (union - confederate) // max(UNITY, union + confederate)
