"""Chapters 13.1, 13.3 to 13.5, 18.2 and 18.3: the strengths of both sides in a melee, and their difference.

reckon(g, side, hex, attackers, froms)      every line of the sum, with its case
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from vedette.engine.cites import cites
from vedette.rules.great_battles.state import State

Line = tuple[str, int, str]
"""Words, points, case."""


class Reckoning(msgspec.Struct, frozen=True):
    """The sum of a melee."""

    attack: tuple[Line, ...]
    defence: tuple[Line, ...]
    column: int

    @property
    def attacker(self) -> int:
        """Points of the attacker."""
        return sum(points for _, points, _ in self.attack)

    @property
    def defender(self) -> int:
        """Points of the defender."""
        return sum(points for _, points, _ in self.defence)

    @property
    @cites("SW-13.5-1", "SW-13.5-2", "SW-13.0-4")
    def difference(self) -> int:
        """Attacker less defender, always in that order."""
        return self.attacker - self.defender


@cites("SW-13.1-3", "SW-18.23-4", "SW-18.26-1", "SW-18.2-1", "SW-6.14-6")
def charges(g: State, id: str, hex: int) -> bool:
    """Whether mounted cavalry charges a hex now: declared in this player turn (SW-18.26), not engaged there before."""
    return (id, hex) in g.charges and g.units[id].column and not g.units[id].engaged


@cites(
    "SW-13.1-1", "SW-13.1-2", "SW-13.1-3", "SW-18.2-1", "SW-18.23-4", "SW-18.85-2", "SW-10.14-2", "SW-10.16-2",
    "SW-10.16-3", "SW-6.14-2", "SW-2.4-melee-strength", "SW-14.3-4",
)  # fmt: skip
def attack_line(g: State, id: str, hex: int) -> Line:
    """What a unit brings into its attack: its strength, a battery 1, a charge twice.

    A routed one, engaged since it was attacked, half as in defence.
    """
    n = g.strength(id)
    if g.units[id].routed:
        return f"{id}, routed", 1 if g.counter(id).gun else max(n // 2, 1), "SW-14.3-4"
    if g.counter(id).gun:
        return id, 1, "SW-13.1-2"
    if charges(g, id, hex):
        return f"{id}, charging", 2 * n, "SW-18.23-4"
    return id, n, "SW-13.1-3" if g.units[id].column and g.counter(id).arm == "cavalry" else "SW-13.1-1"


@cites(
    "SW-13.1-1", "SW-13.1-2", "SW-18.3-1", "SW-18.3-2", "SW-18.3-3", "SW-14.3-4", "SW-6.11-4", "SW-18.85-2",
    "SW-18.26-1", "SW-10.14-2", "SW-10.16-4", "SW-10.17-1", "SW-6.13-3", "SW-6.13-5", "SW-8.22-2",
)  # fmt: skip
def defence_line(g: State, id: str, horse_doubled: bool) -> Line:
    """What a unit defends with: its strength, a battery 1, mounted cavalry twice against foot or a charge.

    Not twice while it is engaged since a charge of its own. A routed one half, but 1 at least.
    """
    c, u = g.counter(id), g.units[id]
    words, n, cite = id, u.strength, "SW-13.1-1"
    if c.gun:
        n, cite = 1, "SW-13.1-2"
    elif c.arm == "cavalry" and u.column and id in g.chargers:
        cite = "SW-18.26-1"
    elif c.arm == "cavalry" and u.column:
        n, cite = (2 * n, "SW-18.3-1") if horse_doubled else (n, "SW-18.3-2")
    if u.routed:
        words, n, cite = f"{id}, routed", max(n // 2, 1), "SW-14.3-4"
    return words, n, cite


@cites("SW-13.3-1", "SW-13.3-2", "SW-13.3-3", "GB-21.52")
def hexside_helps(g: State, a: int, b: int) -> bool:
    """Whether a hexside that an attacker crosses helps the defender: stream, ridge, stone wall.

    2007: a crest too, from below. The hex itself does nothing.
    """
    words = g.setting.board.crossing.get((a, b), ())
    crest = g.setting.profile.crests_help and "crest up" in words
    return crest or any(g.setting.grounds[word].melee > 0 for word in words if word in g.setting.grounds)


@cites("SW-8.7-2")
def reserve_lines(g: State, ids: Sequence[str], lines: Sequence[Line]) -> list[Line]:
    """What units in reserve lose of their sum: half of it, what is left rounded down."""
    sum_ = sum(n for id, (_, n, _) in zip(ids, lines, strict=True) if g.units[id].reserve)
    return [("in reserve", sum_ // 2 - sum_, "SW-8.7-2")] if sum_ else []


@cites("SW-13.4-1", "SW-17.2-1", "SW-13.4-2", "SW-8.7-2", "SW-13.3-2", "SW-13.3-3", "SW-13.5-3", "SW-24.0-9")
def reckon(g: State, side: int, hex: int, attackers: tuple[str, ...], froms: tuple[int, ...]) -> Reckoning:
    """The sum of a melee: units, one point for leaders, one for the hexsides, reserve at half.

    Reserve is at half as long as it stands there, also in a melee of its own phase that goes on.

    Args:
        froms: where the attackers come from; a hex twice counts twice, the melee hex itself for those engaged there.
    """
    attack = [attack_line(g, id, hex) for id in attackers]
    attack += reserve_lines(g, attackers, attack)
    led = {h for h in (*froms, *map(g.at, attackers)) if g.leaders(h, side)}
    if g.leaders(hex, side) or (led and not all(g.at(i) == hex for i in attackers)):
        attack.append(("a leader", 1, "SW-13.4-1"))
    doubled = any(not _rides(g, id) or charges(g, id, hex) for id in attackers)
    troops = g.troops(hex, 1 - side)
    defence = [defence_line(g, id, doubled) for id in troops]
    defence += reserve_lines(g, troops, defence)
    if g.leaders(hex, 1 - side):
        defence.append(("a leader", 1, "SW-13.4-1"))
    if froms and all(a != hex and hexside_helps(g, a, hex) for a in froms):
        defence.append(("the hexside", 1, "SW-13.3-2"))
    column = g.setting.melee.column(sum(n for _, n, _ in attack) - sum(n for _, n, _ in defence))
    return Reckoning(tuple(attack), tuple(defence), column)


def _rides(g: State, id: str) -> bool:
    return g.counter(id).arm == "cavalry" and g.units[id].column
