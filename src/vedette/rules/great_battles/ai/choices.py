"""The small decisions: where a unit falls back, who loses, where leaders go, who rallies, which way to face."""

from __future__ import annotations

from collections import Counter

from vedette.engine.choice import Choice
from vedette.engine.procedure import Ask, Procedure
from vedette.rules.common.ai import usual
from vedette.rules.great_battles.ai.places import front, place
from vedette.rules.great_battles.ai.scene import Scene
from vedette.rules.great_battles.chapters.leaders import Settle
from vedette.rules.great_battles.chapters.retreats import Retreat
from vedette.rules.great_battles.chapters.setup import REST

ZONE = 2.0
"""What it costs to fall back into an enemy zone, where retreat fire awaits."""
LAST = 0.5
"""What the last point of a unit is worth on top."""
STOPS = 0.3
"""What a second hex must be worth to a unit that falls back before a melee."""


def set_up(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Everybody where the scenario proposes, all at once where that is offered."""
    return [float(option in (REST, ask.usual)) for option in ask.options]


def retreat(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """If it must, the easiest way, listed first by the rules: from enemy to friends; else the best place to stand."""
    if isinstance(top, Retreat):
        return [-float(n) for n in range(len(ask.options))]
    id = ask.about[0] if ask.about else ""
    if id not in scene.g.units:
        return usual(scene, ask, top)
    alone = Scene(
        scene.g, scene.side, id, scene.temper
    )  # not one that is kept: what was hit and where it has come to counts
    return [_back(alone, id, option) for option in ask.options]


def _back(alone: Scene, id: str, option: Choice) -> float:
    g, hex = alone.g, option.hex
    if option.kind == "stop":
        return place(alone, id, g.at(id), g.units[id].column) + STOPS
    value = place(alone, id, hex, g.units[id].column)
    if alone.held >> hex & 1:
        value -= ZONE
    return value - (0.5 if g.troops(hex, alone.side) else 0.0)


def lose(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The cheapest point, but not a unit's last one if there is another."""
    g = scene.g
    return [-scene.sp(c.unit) - (LAST if g.strength(c.unit) == 1 else 0.0) for c in ask.options]


def lead(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """With a routing unit that can be rallied; else with those who stand; into a melee where he tips the balance."""
    if isinstance(top, Settle):
        return _join(scene, ask)
    into_melee = ask.cite == "SW-13.4-1"
    return [_goes(scene, ask, option, into_melee) for option in ask.options]


def _goes(scene: Scene, ask: Ask, option: Choice, into_melee: bool) -> float:
    g = scene.g
    goes = option.kind == "go with"
    if into_melee:
        return 0.6 if goes == (scene.worth(option.unit) <= 4) else 0.0
    at = g.at(option.unit)
    stay = sum(g.strength(i) for i in g.troops(at, scene.side) if i not in ask.about and not g.units[i].routed)
    return 0.5 if goes == (not stay) else 0.0


def _join(scene: Scene, ask: Ask) -> list[float]:
    """A leader left alone goes to the unit with which he stands best."""
    g = scene.g
    leader = ask.about[0] if ask.about else ""
    if leader not in g.units:
        return usual(scene, ask, Procedure())
    alone = Scene.of(g, scene.side, leader, scene.temper)
    return [place(alone, leader, c.hex, True) if c.kind != "stay" else -1e6 for c in ask.options]


def new_leader(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The unit with which a new leader stands best."""
    return _join(scene, ask)


def rally(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The most valuable first, by the leader who can rally the fewest others."""
    g = scene.g
    chances = Counter(c.unit for c in ask.options)
    return [
        1.0 + scene.worth(c.arg) + 0.1 * g.strength(c.arg) - 0.01 * chances[c.unit] if c.kind == "rally" else 0.0
        for c in ask.options
    ]


def face(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    id = ask.about[0] if ask.about else ""
    if id not in scene.g.units or scene.g.at(id) < 0:
        return usual(scene, ask, top)
    to = front(scene, scene.g.at(id), scene.g.units[id].facing)
    return [float(option.arg == to) for option in ask.options]
