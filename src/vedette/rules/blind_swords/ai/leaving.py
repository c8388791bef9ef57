"""Leaving the map over an own edge: when it pays, and which way."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from vedette.hexes import hexes_of
from vedette.rules.blind_swords.ai.travel import points, travel
from vedette.rules.blind_swords.chapters.values import modified_sp, printed_sp
from vedette.rules.blind_swords.chapters.victory.worth import exit_edges, exit_of, exit_worth
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.blind_swords.state import WAITING, State

if TYPE_CHECKING:
    from vedette.rules.blind_swords.ai.scene import Scene

MARCH = {"infantry": 6, "cavalry": 9}
"""Movement points of a march."""
ACTS = 0.6
"""How many marches a brigade makes in a turn."""
SPARE = 1.0
"""Turns to spare."""
WRECKED = 0.45
"""The share of its strength below which a brigade is wrecked."""
TIME_TO_RALLY = 2
"""Turns that a wrecked brigade needs to be of use again."""
WELL_ON = 0.4
"""The share of the battle still to come below which the wrecked may go."""
OUT_OF_IT = 5
"""Hexes from the nearest enemy beyond which a unit has no part in the fight."""
HOME = "home"
"""The aim of who leaves."""
IN_TOUCH = 2
AT_HAND = 1
"""Hexes from a victory hex of its own within which a unit holds it."""


def way_out(g: State, side: int) -> tuple[int, ...]:
    """The hexes from which a side leaves the map for points."""
    return _edge(g.setting, exit_edges(g, side))


@lru_cache(maxsize=64)
def _edge(setting: Setting, words: tuple[str, ...]) -> tuple[int, ...]:
    mask = 0
    for word in words:
        mask |= setting.grid.border(word)
    return tuple(hexes_of(mask & setting.area))


def marches_home(g: State, id: str) -> float:
    """How many marches a unit is from the edge over which it would leave."""
    arm = g.counter(id).arm
    out = way_out(g, g.side(id))
    far = points(travel(g.setting, arm, out)[g.at(id)]) + 1 if out else 9999
    return far / MARCH.get(arm, 6)


def is_time(scene: Scene, id: str, wrecked: bool) -> bool:
    """Whether a unit must go now to be off the map in time; the wrecked go before, when the battle is well on."""
    g = scene.g
    turns = g.setting.last_turn - g.turn
    needs = marches_home(g, id) / ACTS
    if exit_worth(g, g.side(id), g.setting.last_turn) <= 0 or needs > turns + SPARE + 1:
        return False
    return needs >= turns or (wrecked and exit_of(g, id) > 0 and scene.left < WELL_ON)


def is_wrecked(g: State, ids: tuple[str, ...]) -> bool:
    """Whether a brigade has lost most of its strength on the map."""
    whole = sum(g.counter(i).sp[0] for i in ids)
    return sum(modified_sp(g, i) for i in ids if g.at(i) >= 0) < WRECKED * whole


def is_spent(scene: Scene, brigade: str) -> bool:
    """Whether a wrecked brigade should first rally: it guards no victory hex, and there is time for it."""
    g = scene.g
    ids = tuple(i for i in g.brigade(scene.side, brigade) if g.at(i) != WAITING)
    if g.setting.last_turn - g.turn < TIME_TO_RALLY or not is_wrecked(g, ids):
        return False
    return not any(g.at(i) >= 0 and holds(scene, g.at(i)) for i in ids)


def gain_by_leaving(scene: Scene, brigade: str) -> float:
    """What a brigade earns if it makes for the edge now, in strength points; 0 where it has time, or cannot."""
    g = scene.g
    if not exit_edges(g, scene.side):
        return 0.0
    ids = g.brigade(scene.side, brigade)
    here = [i for i in ids if g.at(i) >= 0]
    if not here:
        return 0.0
    wrecked = is_wrecked(g, ids)
    if not wrecked and any(scene.to_enemy(g.at(i)) <= OUT_OF_IT for i in here):
        return 0.0
    if not is_time(scene, max(here, key=lambda i: marches_home(g, i)), wrecked):
        return 0.0
    size = sum(printed_sp(g, i) for i in here) / SP
    return size * exit_worth(g, scene.side, g.setting.last_turn) * scene.point


def holds(scene: Scene, hex: int) -> bool:
    """Whether who stands in a hex guards a victory hex of the side's own."""
    around = scene.grid.within(hex, AT_HAND)
    return any(around >> h & 1 and holder == scene.side for h, holder in scene.goals.items())


def at_the_edge(scene: Scene, id: str) -> bool:
    """Whether a unit stands where it leaves the map, and should now."""
    g = scene.g
    if exit_of(g, id) <= 0 or g.at(id) not in way_out(g, g.side(id)):
        return False
    aim = scene.aims.get(g.counter(id).brigade)
    return (aim is not None and aim.kind == HOME) or _last_chance(scene, id)


def _last_chance(scene: Scene, id: str) -> bool:
    """In the last turn whoever neither holds nor fights anything may as well leave."""
    g = scene.g
    return g.turn == g.setting.last_turn and not holds(scene, g.at(id)) and scene.to_enemy(g.at(id)) > IN_TOUCH
