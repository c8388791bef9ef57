"""Which unit moves next, and where to, hex by hex; which bridges are burned or repaired."""

from __future__ import annotations

from vedette.board.paths import path
from vedette.engine.choice import DONE, Choice
from vedette.engine.procedure import Ask, Procedure
from vedette.engine.temper import PLAIN, Temper
from vedette.rules.common.ai import each, only
from vedette.rules.valley_campaign.ai.aims import points_missing, turns_left, worth_of
from vedette.rules.valley_campaign.ai.distances import field
from vedette.rules.valley_campaign.ai.places import place
from vedette.rules.valley_campaign.ai.scene import NAMED, Scene
from vedette.rules.valley_campaign.chapters.movement import EXIT_COST, MoveUnit, exit_bar, move_reach
from vedette.rules.valley_campaign.chapters.reinforcements import entry_cost
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone
from vedette.rules.valley_campaign.setting import Pair
from vedette.rules.valley_campaign.state import State

LONGER = 6
"""Points by which the enemy's way must grow before a bridge is worth burning: a turn's march."""
REPAIR = 4
"""Turns that a repair takes on average, and one to use the bridge."""


def burning(scene: Scene, id: str, bridge: Pair) -> float:
    """What burning a bridge is worth: something only if it costs the enemy a turn and your own units nothing."""
    theirs = _cost(scene, scene.foe, bridge)
    mine = _cost(scene, scene.side, bridge)
    return theirs - LONGER if mine <= 0 and theirs >= LONGER else 0.0


def _cost(scene: Scene, side: int, bridge: Pair) -> float:
    """By how much the ways of a side's units grow on average without a bridge."""
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


@each(done=0.5)
def repair(scene: Scene, option: Choice) -> float:
    """The bridge that shortens the way for the side's own marchers, while there is time to use it."""
    g, id, bridge = scene.g, option.unit, option.arg
    if not scene.mine or not scene.aims.exits or turns_left(g) <= REPAIR + 1 or id in scene.runners:
        return 0.0
    without = tuple(b for b in g.burned if b != bridge)
    now = field(scene.s, "infantry", g.burned, scene.aims.exits)
    then = field(scene.s, "infantry", without, scene.aims.exits)
    units = [i for i in g.on_map(scene.side) if i in scene.runners]
    return sum(max(0, now[g.at(i)] - then[g.at(i)]) for i in units) / 12 if units else 0.0


# -- who moves next, and where to ------------------------------------------------------------------------------------


OUT = 1000.0
"""What leaving the map is worth to a unit that should."""
FIRST = 10_000.0
EFFORT = 0.001
"""What a point of movement costs: of two equally good places, the nearer one."""


# -- who -------------------------------------------------------------------------------------------------


@each()
def move_unit(scene: Scene, option: Choice) -> float:
    """Those in front first, so that they clear the road; then those that enter, guns after troops, leaders last.

    Every unit that may move is picked once, even if it stays where it is.
    """
    id, hex = option.unit, option.hex
    if option.kind == "enter":
        return 3000.0 + 100 * _rank(scene, id) - entry_cost(scene.g, id, hex)
    far = _ahead(scene, id, hex)
    return 4000.0 - far if not scene.g.counter(id).leader else 1000.0 - far


def _rank(scene: Scene, id: str) -> int:
    counter = scene.g.counter(id)
    return 3 if counter.combat_unit else 2 if counter.gun else 1


def _ahead(scene: Scene, id: str, hex: int) -> int:
    """How far a unit is from where it wants to go."""
    arm = scene.g.counter(id).arm
    if scene.mine and scene.aims.exits and (id in scene.runners or not scene.aims.hexes):
        return scene.off(arm)[hex]
    if scene.aims.hexes:
        return scene.goals(arm)[hex]
    return scene.prey(arm)[hex]


# -- where to --------------------------------------------------------------------------------------------


def move(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The next hex on the way to the best end of the move, off the map, or a bridge to burn."""
    g, id = scene.g, ask.about[0]
    assert isinstance(top, MoveUnit)
    burns = [(burning(scene, id, c.arg), -n, c) for n, c in enumerate(ask.options) if c.kind == "burn"]
    value, _, best = max(burns, default=(0.0, 0, DONE))
    return only(ask, best if value > 0 else goal(g, id, top.left, top.start, scene.temper))


def goal(g: State, id: str, left: int, start: bool, temper: Temper = PLAIN) -> Choice:
    """The next answer for a unit that is moving: a hex, off the map, or stop."""
    scene = Scene.of(g, g.side(id), id, temper)
    reach = move_reach(g, id, left, start)
    best, most = g.at(id), -FIRST
    for hex, (cost, _) in reach.items():
        value = place(scene, id, hex) - EFFORT * cost
        if _leaves(scene, id, hex, left - cost, start and hex == g.at(id)):
            value = OUT - cost
        if value > most:
            best, most = hex, value
    if best == g.at(id):
        return Choice("exit", id) if most > OUT - FIRST and most > OUT / 2 else DONE
    return Choice("step", id, path(reach, best)[1])


def _leaves(scene: Scene, id: str, hex: int, left: int, start: bool) -> bool:
    """Whether a unit should leave the map, and can do so from a hex with the points it has left there."""
    g = scene.g
    if hex not in scene.aims.exits or not scene.mine or not wants_out(scene, id):
        return False
    if hex == g.at(id):
        return exit_bar(g, id, left, start) is None
    return left >= EXIT_COST and not in_enemy_zone(g, hex, scene.side)


def wants_out(scene: Scene, id: str) -> bool:
    """Whether a unit leaves the map if it can: all that count do, others once nothing is left to do."""
    if id in scene.runners:
        return True
    if scene.aims.hexes:
        return False
    if worth_of(scene.g, id):
        return True
    return not points_missing(scene.g) or (turns_left(scene.g) <= 3 and scene.value(id) >= NAMED)


# -- set-up ----------------------------------------------------------------------------------------------


def set_up(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Where units march for the edge, as near to it as possible; elsewhere as the scenario proposes."""
    id = ask.about[0]
    if not (scene.mine and scene.aims.exits) or scene.aims.hexes:
        return only(ask, ask.usual)
    far = scene.off(scene.g.counter(id).arm)
    nearest = min(far[o.hex] for o in ask.options if o.kind == "place")
    return [
        2.0 - 0.1 * (far[o.hex] - nearest) + (0.05 if o == ask.usual else 0.0) if o.kind == "place" else -FIRST
        for o in ask.options
    ]
