"""Guns that open the battle, brigades that are called, and where they come in."""

from __future__ import annotations

from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.firing import Values
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.reinforcements import blocked
from vedette.rules.blind_swords.chapters.specials.calls import entries_for, uncalled
from vedette.rules.blind_swords.charts import SP

STEADY = 0.5
"""What a point of Cohesion counts, in strength points."""
MARCH = 6
"""Hexes that a brigade goes in a turn, roughly."""
BLOCKED = 1.5
"""Turns that it costs to come where the enemy is."""


def bombard(scene: Scene, ask: Ask) -> Values:
    """The enemy who is worth most less on his other side, the nearer to what is fought for the more."""
    return [_wear(scene, id) * 0.9 ** _off(scene, scene.g.at(id)) for id in ask.options]


def _wear(scene: Scene, id: str) -> float:
    counter = scene.g.counter(id)
    return (counter.sp[0] - counter.sp[1]) / SP + STEADY * (counter.cr[0] - counter.cr[1])


def _off(scene: Scene, hex: int) -> int:
    goals = scene.goals or dict.fromkeys(scene.g.setting.victory_hexes)
    return min((scene.grid.distance(hex, goal) for goal in goals), default=0)


def call(scene: Scene, ask: Ask) -> Values:
    """The brigade that is strongest and steadiest."""
    counters = scene.g.setting.counters
    return [
        sum(counters[i].sp[0] / SP * (1.0 + 0.1 * counters[i].cr[0]) for i in uncalled(scene.g, scene.side, brigade))
        for brigade in ask.options
    ]


def entry(scene: Scene, ask: Ask) -> Values:
    """The one by which it is soonest where it is needed."""
    g, unit = scene.g, ask.about[0]
    entries = entries_for(g, scene.side, g.counter(unit).brigade)
    due = min(turn for turn, id, _, _ in g.waiting if id in ask.about)
    values = []
    for n in ask.options:
        hex = scene.grid.index(entries[n]["hex"])
        wait = max(0, due + entries[n]["delay"] - g.turn)
        values.append(-wait - _off(scene, hex) / MARCH - BLOCKED * blocked(g, hex, scene.side))
    return values
