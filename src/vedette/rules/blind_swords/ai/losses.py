"""Retreats, losses and placing: the least bad for our own side, the worst for the other."""

from __future__ import annotations

from vedette.engine.choice import DONE, PASS, Choice
from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.falling_back import ways_back
from vedette.rules.blind_swords.ai.fires import Values, frame_of
from vedette.rules.blind_swords.ai.places import goal, worth
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.retreat import Advance, Retreat
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import WAITING

TAKEN = 2.0
"""What advancing into a victory hex is worth on top."""
BEHIND = -999.0
"""What a hex of a retreat is worth that lies only on ways worse than others to the same end."""


def place_of(scene: Scene, id: str, hex: int) -> float:
    """What a place is worth to a unit of either side, on the map already or arriving."""
    if scene.g.units[id].at == WAITING:
        return goal(scene.seen_by(scene.g.side(id)), id, hex)
    return worth(scene.seen_by(scene.g.side(id)), id, hex)


def retreat(scene: Scene, ask: Ask) -> Values:
    """By whole ways: on the map rather than off it, through the least fire, to where the unit is steadiest."""
    frame: Retreat = frame_of(scene.g, Retreat)
    first: dict[int, int] = {}
    for n, way in enumerate(ways_back(scene.g, frame)):
        first.setdefault(way.hexes[1], -n)
    return [float(first.get(choice.hex, BEHIND)) for choice in ask.options]


def put(scene: Scene, ask: Ask) -> Values:
    """Where a unit that must be put somewhere stands best."""
    return [place_of(scene, choice.unit, choice.hex) for choice in ask.options]


def unstack(scene: Scene, ask: Ask) -> Values:
    """What is gained when a unit makes room, and goes there."""
    here = {id: place_of(scene, id, scene.g.at(id)) for id in {choice.unit for choice in ask.options}}
    return [place_of(scene, choice.unit, choice.hex) - here[choice.unit] for choice in ask.options]


def wayward(scene: Scene, ask: Ask) -> Values:
    """The enemy's unit that loses most by a step, and the step by which it does."""
    g = scene.g
    foe = scene.seen_by(1 - scene.side)
    return [worth(foe, c.unit, g.at(c.unit)) - worth(foe, c.unit, c.hex) if c.unit else 0.05 for c in ask.options]


def advance(scene: Scene, ask: Ask) -> Values:
    """Into a victory hex that is not its side's always, else where a unit then stands better."""
    first = not frame_of(scene.g, Advance).second
    return [0.0 if choice == DONE else _advancing(scene, choice, first) for choice in ask.options]


def _advancing(scene: Scene, choice: Choice, first: bool) -> float:
    id, hex = choice.unit, choice.hex
    gain = place_of(scene, id, hex) - place_of(scene, id, scene.g.at(id))
    if first and hex in scene.goals and scene.g.holder(hex) < 0:
        gain = TAKEN + (max(0.0, gain) if scene.goals[hex] != scene.side else gain)
    return gain


def lead(scene: Scene, ask: Ask) -> Values:
    """Among equals the steadiest leads, and of these the one that can bear most."""
    return [scene.rating(choice.unit) - 0.1 * scene.frail(choice.unit)[0] for choice in ask.options]


def spare(scene: Scene, ask: Ask) -> Values:
    """A loss goes to whoever is hurt least by it."""
    return [-scene.frail(choice.unit)[0] for choice in ask.options]


def dear(scene: Scene, ask: Ask) -> Values:
    """Whoever would be missed most goes first, to the best place."""
    return [sum(scene.frail(choice.unit)[:2]) for choice in ask.options]


def panic(scene: Scene, ask: Ask) -> Values:
    """The enemy unit that is missed most, from the victory hexes first."""
    return [sum(scene.frail(c.unit)[:2]) + (3.0 if c.hex in scene.goals else 0.0) for c in ask.options]


def strength(scene: Scene, id: str) -> float:
    """What a unit brings into a fight where it stands."""
    g = scene.g
    near = min((scene.grid.distance(g.at(id), h) for h in scene.goals), default=0)
    points = g.counter(id).sp[g.units[id].worn] / SP
    return points * 0.9**near if g.at(id) >= 0 else 0.0


def strongest(scene: Scene, ask: Ask) -> Values:
    """The unit that matters most; none where that is an answer and no unit is worth it."""
    return [strength(scene, choice.unit) if choice.unit else 0.0 for choice in ask.options]


def pair(scene: Scene, ask: Ask) -> Values:
    """The two enemy units that matter most."""
    return [0.0 if c == PASS else strength(scene, c.unit) + strength(scene, c.arg) for c in ask.options]


def hurt(scene: Scene, ask: Ask) -> Values:
    """The unit that is hurt most and matters most."""
    g = scene.g
    return [g.units[c.unit].hits + 0.3 * strength(scene, c.unit) for c in ask.options]


def chaos(scene: Scene, ask: Ask) -> Values:
    """The enemy hex with the most strength near what is fought for, all the more where he holds a victory hex."""
    hexes = [choice.hex for choice in ask.options]
    there = [(hex, sum(strength(scene, i) for i in scene.g.in_hex(hex))) for hex in hexes]
    return [value * (1.5 if hex in scene.goals else 1.0) for hex, value in there]
