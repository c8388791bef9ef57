"""Bridges: when to burn one, and when to repair it."""

from __future__ import annotations

from vedette.engine.procedure import Ask, Procedure
from vedette.rules.valley_campaign.ai.aims import turns_left
from vedette.rules.valley_campaign.ai.distances import field
from vedette.rules.valley_campaign.ai.scene import Scene
from vedette.rules.valley_campaign.chapters.recovery import DONE
from vedette.rules.valley_campaign.setting import Pair

LONGER = 6
"""Points by which the enemy's way must become longer before a bridge is burned: a turn."""
REPAIR = 4
"""Turns that a repair lasts on the average, and one to use it."""


def burning(scene: Scene, id: str, bridge: Pair) -> float:
    """What it is worth to burn a bridge: only if it costs the enemy a turn and none of one's own anything."""
    theirs = _cost(scene, scene.foe, bridge)
    mine = _cost(scene, scene.side, bridge)
    return theirs - LONGER if mine <= 0 and theirs >= LONGER else 0.0


def _cost(scene: Scene, side: int, bridge: Pair) -> float:
    """By how much the ways of a side's units become longer on the average without a bridge."""
    g = scene.g
    targets = scene.aims.exits + scene.aims.hexes
    if side != scene.aims.side and scene.aims.exits:
        targets = tuple(sorted({g.at(id) for id in g.on_map(1 - side)}))
    units = [id for id in g.on_map(side) if g.counter(id).arm == "infantry"]
    if not units or not targets:
        return 0.0
    now = field(scene.s, "infantry", g.burned, targets)
    then = field(scene.s, "infantry", tuple(sorted((*g.burned, bridge))), targets)
    return sum(then[g.at(id)] - now[g.at(id)] for id in units) / len(units)


def repair(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Whatever bridge makes the way shorter for several of one's own, while there is time to use it."""
    return [0.5 if option == DONE else _repairing(scene, option) for option in ask.options]


def _repairing(scene: Scene, option: tuple[str, Pair]) -> float:
    g, (id, bridge) = scene.g, option
    if not scene.mine or not scene.aims.exits or turns_left(g) <= REPAIR + 1 or id in scene.runners:
        return 0.0
    without = tuple(b for b in g.burned if b != bridge)
    now = field(scene.s, "infantry", g.burned, scene.aims.exits)
    then = field(scene.s, "infantry", without, scene.aims.exits)
    units = [i for i in g.on_map(scene.side) if i in scene.runners]
    return sum(max(0, now[g.at(i)] - then[g.at(i)]) for i in units) / 12 if units else 0.0
