"""The small decisions: where a unit falls back, who loses, where leaders go, who rallies, which way to face."""

from __future__ import annotations

from vedette.engine.procedure import Ask, Procedure
from vedette.rules.common.ai import only, usual
from vedette.rules.great_battles.ai.places import front, place
from vedette.rules.great_battles.ai.scene import Scene
from vedette.rules.great_battles.chapters.retreats import GOES, Retreat
from vedette.rules.great_battles.chapters.setup import REST

ZONE = 2.0
"""What it costs to fall back into an enemy zone, where there is retreat fire."""
LAST = 0.5
"""What the last point of a unit is worth besides."""
STOPS = 0.3
"""What a second hex must be worth to who falls back before a melee."""


def set_up(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Everybody as the scenario proposes, one by one or all at once where that is offered."""
    return [float(option in (REST, ask.usual)) for option in ask.options]


def retreat(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Who must, the easiest way, which the rules list first: from the enemy to friends; else where one stands best."""
    if isinstance(top, Retreat):
        return [-float(n) for n in range(len(ask.options))]
    id = ask.about[0] if ask.about else ""
    hexes = [o for o in ask.options if isinstance(o, int) and not isinstance(o, bool)]
    if id not in scene.g.units or len(hexes) != len(ask.options):
        return usual(scene, ask, top)
    alone = Scene(scene.g, scene.side, id)  # not one that is kept: what was hit and where it has come to counts
    return [_back(alone, id, hex) for hex in hexes]


def _back(alone: Scene, id: str, hex: int) -> float:
    g = alone.g
    if hex < 0:
        return place(alone, id, g.at(id), g.units[id].column) + STOPS
    value = place(alone, id, hex, g.units[id].column)
    if alone.held >> hex & 1:
        value -= ZONE
    return value - (0.5 if g.troops(hex, alone.side) else 0.0)


def lose(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The cheapest point, no last one if there is another."""
    g = scene.g
    return [-scene.sp(id) - (LAST if g.strength(id) == 1 else 0.0) for id in ask.options]


def lead(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """With a unit that routs where it can be rallied; else with whoever stands; into a melee where it turns the sum."""
    if not all(isinstance(option, tuple) for option in ask.options):
        return _join(scene, ask)
    into_melee = ask.cite == "SW-13.4-1"
    return [_goes(scene, ask, option, into_melee) for option in ask.options]


def _goes(scene: Scene, ask: Ask, option: tuple[str, str], into_melee: bool) -> float:
    g = scene.g
    leader, what = option
    if into_melee:
        return 0.6 if (what == GOES) == (scene.worth(leader) <= 4) else 0.0
    at = g.at(leader)
    stay = sum(g.strength(i) for i in g.troops(at, scene.side) if i not in ask.about and not g.units[i].routed)
    return 0.5 if (what == GOES) == (not stay) else 0.0


def _join(scene: Scene, ask: Ask) -> list[float]:
    """To the unit with which a leader who is alone stands best."""
    g = scene.g
    leader = ask.about[0] if ask.about else ""
    if leader not in g.units:
        return usual(scene, ask, Procedure())
    alone = Scene.of(g, scene.side, leader)
    return [place(alone, leader, g.at(id), True) if id in g.units else -1e6 for id in ask.options]


def new_leader(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """With whom a new leader stands best."""
    return _join(scene, ask)


def rally(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The dearest first, by the leader who can rally fewest others."""
    g = scene.g
    pairs = [pair for pair in ask.options if pair[0]]
    chances = {leader: sum(1 for who, _ in pairs if who == leader) for leader, _ in pairs}
    return [
        1.0 + scene.worth(id) + 0.1 * g.strength(id) - 0.01 * chances[leader] if leader else 0.0
        for leader, id in ask.options
    ]


def face(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    id = ask.about[0] if ask.about else ""
    if id not in scene.g.units or scene.g.at(id) < 0:
        return usual(scene, ask, top)
    to = front(scene, scene.g.at(id), scene.g.units[id].facing)
    return only(ask, to)
