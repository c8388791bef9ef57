"""Artillery: it fires where that does something, else goes where it would, and never close up to the enemy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vedette.engine.choice import DONE, PASS
from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.aims import PREY, forces, points, travel
from vedette.rules.blind_swords.ai.cavalry import ride_worth, rides_worth
from vedette.rules.blind_swords.ai.fires import Values, gun_fires, ready_guns
from vedette.rules.blind_swords.ai.marches import Ways, ways_of
from vedette.rules.blind_swords.ai.places import held, onset, shot
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.artillery import artillery_terms, guns_in
from vedette.rules.blind_swords.chapters.costs import POINT, Terms
from vedette.rules.common.ai import remembered

WORTH_IT = 4
"""How often the way must fit into the time left: twice it is lost for firing, then it must pay for as long."""


def depot(scene: Scene, id: str) -> int:
    """The hex where a battery would be rid of Low Ammo; -1 where it has none, or there is no time for it."""
    g = scene.g
    rule = g.setting.rule("resupply")
    if rule is None or not g.units[id].low_ammo or rule["side"] != g.seat(id):
        return -1
    hex = g.setting.grid.index(rule["hex"])
    marches = to_depot(scene, hex, g.at(id)) / points(artillery_terms(g, id).allowance)
    return hex if WORTH_IT * marches <= g.setting.last_turn - g.turn else -1


def to_depot(scene: Scene, hex: int, frm: int) -> float:
    """Movement points from a hex to where guns are supplied."""
    return points(travel(scene.g.setting, "artillery", (hex,))[frm])


# -- artillery -------------------------------------------------------------------------------------------------------


PROMISE = 0.25
"""How much more than its own place another must promise before a battery limbers up."""
EFFECT = 0.12
"""What a fire must be worth for a battery not to look for a better place."""
WEAK = 0.5
"""A fire worth less is given up where a place is much better, if the map is large."""
MISSED = 2.0
"""How much a forgone fire counts beyond its own worth."""
COMPANY = 0.6
"""What infantry next to a battery is worth."""
KEEPS_OFF = 4
"""Hexes that a battery keeps from the enemy."""

KEEPS = 0.5
"""What a battery counts for as the guard of a victory hex."""
NEARER = 0.9
"""The share of a post's pull that is left a hex farther off."""
TREK = 0.12
"""What a movement point of the way to its post is worth to a battery."""
FETCH = 0.5
"""What a movement point of the way to where a battery is supplied is worth."""
PERIL = 3
"""Within this many hexes of an enemy a battery weighs going against firing."""
HEIGHT = 0.05
"""What a level of the ground is worth."""
PLACES = 12
"""How many places are weighed in full, where the map is large."""
FARTHEST = 100
"""Beyond so many movement points a post is out of reach."""


@remembered
def place_worth(scene: Scene, id: str, hex: int) -> float:
    """What a place is worth to a battery: what it can hit, who stands by it, what it must fear."""
    g = scene.g
    side = g.counter(id).side
    value = (
        1.6 * shot(scene, id, hex) - scene.care * (scene.risk(id, hex) + onset(scene, id, hex)) * scene.temper.danger
    )
    friends = [i for h in (hex, *scene.near[hex]) for i in g.in_hex(h) if i != id and g.side(i) == side]
    guarded = any(g.counter(i).arm == "infantry" for i in friends)
    value += COMPANY * guarded * scene.temper.together - (0.3 if guarded else 0.8) * max(
        0, KEEPS_OFF - scene.to_enemy(hex)
    )
    if "angled" in g.setting.board.features[hex] or (hex in scene.goals and not scene.aims):
        value -= 1.0
    if not scene.aims:
        return value + 0.25 * _outlook(scene, hex)
    if scene.goals.get(hex) == side:
        value += KEEPS * held(scene, id, hex, scene.points([id]))
    return value + post_worth(scene, id, hex)


def _outlook(scene: Scene, hex: int) -> float:
    """Nearness to what is fought for, at a gun's distance."""
    far = min((abs(scene.grid.distance(hex, h) - KEEPS_OFF) for h in scene.goals), default=0)
    return 2.0 * 0.85**far


def post_worth(scene: Scene, id: str, hex: int) -> float:
    """What a hex is worth to a battery by how far it is from what it should command, at a gun's distance."""
    supply = depot(scene, id)
    if supply >= 0:
        return -FETCH * to_depot(scene, supply, hex)
    post = post_of(scene, id)
    if post < 0:
        return 0.0
    off = max(0, travel(scene.g.setting, "artillery", (post,))[hex] // POINT - KEEPS_OFF)
    far = abs(scene.grid.distance(hex, post) - KEEPS_OFF)
    return 0.5 * 0.85**far - TREK * min(off, FARTHEST)


@remembered
def post_of(scene: Scene, id: str) -> int:
    """The victory hex or enemy force nearest to a battery, the dearer ones from further off; -1 where there is none."""
    g = scene.g
    weights = dict(scene.stakes)
    for force in forces(g, 1 - g.side(id)):
        weights[force.centre] = max(weights.get(force.centre, 0.0), PREY * force.points)
    distance = scene.grid.distance
    return max(weights, key=lambda h: (weights[h] * NEARER ** distance(g.at(id), h), -h), default=-1)


@remembered
def gun_goal(scene: Scene, id: str, left: int, terms: Terms, fresh: bool) -> tuple[int, ...]:
    """The way to the best place for a battery, that where it stands included."""
    ways = ways_of(scene.g, id, left, fresh, terms)
    hexes = worth_a_look(scene, id, ways) if scene.aims else list(ways)
    best = max(hexes, key=lambda h: (place_worth(scene, id, h) - 0.01 * ways.cost(h), -h))
    return ways[best].path


def worth_a_look(scene: Scene, id: str, ways: Ways) -> list[int]:
    """On a large map the places that lie best, higher ground before lower, and where the battery stands."""
    level, here = scene.g.setting.board.level, scene.g.at(id)

    def lies(hex: int) -> tuple[float, int]:
        near = max(0, KEEPS_OFF - scene.to_enemy(hex))
        return post_worth(scene, id, hex) + HEIGHT * level[hex] - near, -hex

    best = sorted(ways, key=lies, reverse=True)[:PLACES]
    return best if here in best or here not in ways else [*best, here]


def gun_gain(scene: Scene, id: str) -> float:
    """What a battery would gain by moving."""
    terms = artillery_terms(scene.g, id)
    way = gun_goal(scene, id, terms.allowance, terms, True)
    return place_worth(scene, id, way[-1]) - place_worth(scene, id, way[0])


def artillery(scene: Scene, ask: Ask) -> Values:
    """The guns with the best fire first, then those that stand badly; the rest may as well stay."""
    guns = {choice.hex: guns_in(scene.g, scene.side, choice.hex) for choice in ask.options if choice != PASS}
    fires = {hex: max(gun_fires(scene, ids).values(), default=0.0) for hex, ids in guns.items()}
    if scene.aims:
        idle = {} if max(fires.values(), default=0.0) >= EFFECT else _first_to_move(scene, guns)
        moves = idle | {hex: _move_worth(scene, ids) for hex, ids in guns.items() if called_off(scene, hex)}
    else:
        moves = {hex: _move_worth(scene, ids) for hex, ids in guns.items() if fires[hex] < EFFECT}
    rides = {hex: rides_worth(scene, hex) for hex in guns}
    best = {hex: max(fires[hex], moves.get(hex, 0.0), rides[hex]) or -0.1 for hex in guns}
    return [best.get(choice.hex, 0.0) for choice in ask.options]


def called_off(scene: Scene, hex: int) -> bool:
    """Whether guns may have to be taken away from a fire that tells: the enemy is near, or they go for ammunition."""
    if not scene.aims:
        return False
    return scene.to_enemy(hex) <= PERIL or any(depot(scene, i) >= 0 for i in scene.g.in_hex(hex))


def _move_worth(scene: Scene, guns: Sequence[str]) -> float:
    return max((gun_gain(scene, i) for i in guns), default=0.0) - PROMISE


def _first_to_move(scene: Scene, guns: Mapping[int, Sequence[str]]) -> dict[int, float]:
    """The first hex whose guns gain by a move; the others have their turn after it."""
    for hex, ids in guns.items():
        worth = _move_worth(scene, ids)
        if worth > 0:
            return {hex: worth}
    return {}


def artillery_act(scene: Scene, ask: Ask) -> Values:
    """Fire if it does something, else move where it can; on a large map a weak fire yields to a much better place."""
    fires = gun_fires(scene, ready_guns(scene))
    fire = max(fires.values(), default=0.0)
    values = []
    for choice in ask.options:
        if choice == DONE:
            values.append(0.0)
        elif choice.kind == "fire":
            values.append(fires.get(choice.hex, 0.0) or -1.0)
        elif choice.kind == "ride":
            values.append(ride_worth(scene, choice.unit))
        elif fire >= (WEAK if scene.aims else EFFECT) and not called_off(scene, choice.hex):
            values.append(-1.0)
        else:
            values.append(gun_gain(scene, choice.unit) - PROMISE - (MISSED * fire if scene.aims else 0.0))
    return values


def artillery_rally(scene: Scene, ask: Ask) -> Values:
    """The largest battery; recovery before rebuilding."""
    worth = {"recover": 2.0, "rebuild": 1.0}
    return [
        worth[choice.kind] + scene.g.counter(choice.unit).sp[0] / 64 if choice.kind in worth else 0.0
        for choice in ask.options
    ]
