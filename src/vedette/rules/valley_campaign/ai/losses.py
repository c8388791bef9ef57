"""Who loses a step, who falls back where, who advances."""

from __future__ import annotations

from vedette.engine.choice import Choice
from vedette.engine.procedure import Ask, Procedure
from vedette.rules.common.ai import each
from vedette.rules.valley_campaign.ai.places import place
from vedette.rules.valley_campaign.ai.scene import Scene
from vedette.rules.valley_campaign.chapters.advance import NOBODY, Advance
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone

ZONE = 0.9
"""The share of a step's worth that entering an enemy zone costs, since it takes a step."""
LOST = 2.0
"""The weight of a unit that would perish."""
TAKEN = 6.0
"""What advancing into a hex that is to be held is worth at least."""


def lose_step(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The cheapest step: preferably one of two rather than another unit's last."""
    g = scene.g
    return [-scene.step(c.unit) - (0.6 if g.steps(c.unit) == 1 else 0.0) for c in ask.options]


@each()
def retreat(scene: Scene, option: Choice) -> float:
    """Where a unit stands best, at the least loss; no unit that can go is given up."""
    id, hex = option.unit, option.hex
    if option.kind in ("perish", "lose"):
        return -LOST * (scene.step(id) if option.kind == "lose" else scene.value(id)) - 10.0
    alone = Scene.of(scene.g, scene.side, id, scene.temper)
    value = place(alone, id, hex)
    if in_enemy_zone(scene.g, hex, scene.side):
        value -= ZONE * scene.step(id) + 1.0
    return value


def advance(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The unit that stands better there than where it is; a hex that is to be held is entered in any case."""
    assert isinstance(top, Advance)
    return [0.0 if option == NOBODY else _advancing(scene, option.unit, top.hex) for option in ask.options]


def _advancing(scene: Scene, id: str, hex: int) -> float:
    g = scene.g
    alone = Scene.of(g, scene.side, id, scene.temper)
    gain = place(alone, id, hex) - place(alone, id, g.at(id))
    if g.counter(id).leader:
        return gain
    gain += 0.1 * g.strength(id)
    if g.at(id) in scene.aims.hexes and len(scene.troops(g.at(id))) == 1:
        return gain - 5.0
    return TAKEN + max(0.0, gain) if hex in scene.aims.hexes and not scene.troops(hex) else gain
