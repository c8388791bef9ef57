"""What a loss of strength points does to the books: chapters 10.7, 19.33, 20.1 and the tolls of 22.1.

lose(g, id, n, how, cite)       points of a unit are killed or captured; it is taken off with the last of them
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.rules.great_battles.chapters.army_morale import lower_morale
from vedette.rules.great_battles.chapters.deeds import change, take_off
from vedette.rules.great_battles.chapters.effectiveness import judge
from vedette.rules.great_battles.chapters.leaders import dismiss
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import CAPTURED, ELIMINATED, State, tallied

KILLED, CAPTURED_WORD, DESTROYED = "killed", "captured", "destroyed"


@cites(
    "SW-10.1-4", "SW-10.71-1", "SW-10.71-2", "SW-10.74-2", "SW-12.34", "SW-13.83-2", "SW-10.74-1", "SW-19.33-3",
    "SW-12.13-3", "SW-22.1-9", "SW-BCE-3", "SW-2.4-combat-strength-3", "SW-2.4-combat-unit-4",
)  # fmt: skip
def lose(g: State, id: str, n: int, how: str, cite: str) -> int:
    """A unit loses points, killed, captured or (guns) destroyed; how many it had to lose of them.

    With its last point it is taken off; the wagon stays without its guard (SW-12.13). A gun captured takes two rounds
    with it. Guns are noted by themselves, crews are not; no guard or crew scores.
    """
    c, unit = g.counter(id), g.units[id]
    n = min(n, unit.strength)
    if n <= 0:
        return 0
    change(g, id, cite, "lost", (n, how), strength=unit.strength - n)
    if c.wagon:
        return n
    if c.gun and how == CAPTURED_WORD and unit.rounds:
        change(g, id, "SW-12.34", "rounds-lost", (min(2 * n, unit.rounds),), rounds=max(unit.rounds - 2 * n, 0))
    side = SIDES[g.side(id)]
    what = "guns" if c.gun else c.arm
    g.toll = tallied(g.toll, f"{side} {what} {how}", n)
    if c.small_arms:
        lower_morale(g, id, n, "SW-19.33-1")
        g.losses = tallied(g.losses, c.brigade, n)
    if unit.strength == n:
        take_off(g, id, CAPTURED if how == CAPTURED_WORD else ELIMINATED, cite, "eliminated", (how,))
        g.fled = tuple(row for row in g.fled if row[0] != id)
        dismiss(g, g.side(id))
    judge(g, c.brigade)
    return n
