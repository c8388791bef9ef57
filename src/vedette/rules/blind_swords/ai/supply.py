"""Batteries with Low Ammo: when one goes back to the place where it is supplied, and how far that is."""

from __future__ import annotations

from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.ai.travel import points, travel
from vedette.rules.blind_swords.chapters.artillery import artillery_terms

WORTH_IT = 4
"""How often the way must go into the time left: twice it is lost for firing, then half a fire must be won as long."""


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
