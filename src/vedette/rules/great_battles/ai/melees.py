"""Whom to attack in melee and with whom, who charges, who falls back beforehand, who fights on."""

from __future__ import annotations

from itertools import combinations

from vedette.engine.choice import DONE, Choice
from vedette.engine.procedure import Ask, Procedure
from vedette.rules.common.ai import NOBODY, Party, each, only
from vedette.rules.great_battles.ai.places import defence, place, struck
from vedette.rules.great_battles.ai.scene import ROUTED, Scene
from vedette.rules.great_battles.chapters.effectiveness import effective
from vedette.rules.great_battles.chapters.evasion import goers, refuses
from vedette.rules.great_battles.chapters.melee import Melee, attackers_of, reckon, room_bar, unit_bar
from vedette.rules.great_battles.chapters.zones import zone_of
from vedette.rules.great_battles.state import State

SURE = 0.4
"""What a melee must be worth to be begun."""
LEFT_ALONE = -1.0
"""For a melee that nobody would make, however daring he is."""
GROUND = 1.5
"""What it is worth to drive the enemy off a hill."""
TAKEN = 2.0
"""The least that it is worth to advance onto a hill that scores."""


def worth(scene: Scene, units: tuple[str, ...], hex: int) -> float:
    """What a melee with these attackers is worth on average."""
    g = scene.g
    froms = tuple(g.at(id) for id in units)
    found = reckon(g, scene.side, hex, units, froms)
    theirs = g.troops(hex, scene.foe)
    value = struck(scene, found.difference, units, theirs)
    if hex in scene.aims.hills:
        value += GROUND * scene.fights[scene.s.melee.column(found.difference)][1].back
    charging = [id for id in units if (id, hex) in g.charges]
    value -= sum(ROUTED * scene.worth(id) * 0.7 for id in charging)
    leaders = [i for at in set(froms) for i in g.leaders(at, scene.side)]
    return value - 0.05 * sum(scene.worth(i) for i in leaders)


def best(scene: Scene, hex: int, brigade: str = "") -> Party:
    """The best melee against a hex; before the army has paid, the best of one brigade."""
    g = scene.g
    able = _before(g, scene.side, hex, brigade) if brigade else attackers_of(g, scene.side, hex)
    found = NOBODY
    for n in (1, 2):
        for units in combinations(able[:8], n):
            if n == 2 and room_bar(g, units[1], hex, units[:1]):
                continue
            value = worth(scene, units, hex)
            if value > found.worth + 1e-9:
                found = Party(value, units)
    return found


def _before(g: State, side: int, hex: int, brigade: str) -> tuple[str, ...]:
    """Who of a brigade could attack a hex if it were paid for; facing can still be chosen."""
    found = []
    for at in g.setting.grid.neighbours[hex]:
        for id in g.troops(at, side):
            if g.counter(id).brigade == brigade and effective(g, id) and unit_bar(g, id) is None:
                found.append(id)
    return tuple(found)


def melee(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The melee that is worth most, if any is worth enough; one that nobody would make is worth less than none."""
    enough = SURE * scene.temper.daring
    return [enough if option == DONE else _made(best(scene, option.hex)) for option in ask.options]


def _made(found: Party) -> float:
    """What a melee is worth, if anybody makes it."""
    return found.worth if found.units else LEFT_ALONE


def attackers(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Those who make it best, one after another; then go, or leave it."""
    assert isinstance(top, Melee)
    if top.goes_on:
        chosen = _reinforced(scene, top)
    else:
        chosen = best(scene, top.hex).units if not top.units else _more(scene, top)
    rest = next((id for id in chosen if id not in top.units), "")
    able = [c for c in ask.options if (c.unit == rest if rest else c.kind != "add")]
    return only(ask, able[0] if able else ask.usual)


def _more(scene: Scene, top: Melee) -> tuple[str, ...]:
    """Whether another unit improves the melee that is being put together."""
    g = scene.g
    now = worth(scene, top.units, top.hex)
    found, most = top.units, now + 1e-9
    for id in attackers_of(g, scene.side, top.hex, top.units):
        value = worth(scene, (*top.units, id), top.hex)
        if value > most:
            found, most = (*top.units, id), value
    return found


def _reinforced(scene: Scene, top: Melee) -> tuple[str, ...]:
    """Who joins a melee that goes on."""
    g = scene.g
    inside = g.troops(top.hex, scene.side)
    able = [i for i in attackers_of(g, scene.side, top.hex, top.units) if i not in inside]
    base = (*inside, *top.units)
    now = _inside(scene, base, top.hex)
    found, most = top.units, now + SURE
    for id in able:
        value = _inside(scene, (*base, id), top.hex)
        if value > most:
            found, most = (*top.units, id), value
    return found


def _inside(scene: Scene, units: tuple[str, ...], hex: int) -> float:
    """What a melee is worth with these units, wherever they come from."""
    g = scene.g
    own = sum(1 if g.counter(i).gun else g.strength(i) for i in units)
    theirs = g.troops(hex, scene.foe)
    return struck(scene, own - defence(scene, theirs), units, theirs)


def engaged(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Fights on, unless the way back costs less."""
    g = scene.g
    hex = getattr(top, "hex", -1)
    units = g.troops(hex, scene.side)
    on = _inside(scene, units, hex)
    values = []
    for option in ask.options:
        if option.kind == "fight on":
            values.append(on)
        else:
            left = tuple(i for i in units if i != option.unit)
            values.append((_inside(scene, left, hex) if left else 0.0) - scene.routs(option.unit) - 0.3)
    return values


@each(done=0.5)
def charge(scene: Scene, option: Choice) -> float:
    """A charge that is worth more than the rout that follows it, and than a plain melee."""
    g, id, hex = scene.g, option.unit, option.hex
    theirs = g.troops(hex, scene.foe)
    own = 2 * g.strength(id) + bool(g.leaders(g.at(id), scene.side))
    value = struck(scene, own - defence(scene, theirs), (id,), theirs) - 0.7 * ROUTED * scene.worth(id)
    return value if value > worth(scene, (id,), hex) else -1.0


# -- before a melee --------------------------------------------------------------------------------------


@each()
def evade(scene: Scene, option: Choice) -> float:
    """Whoever stands to lose more by the enemy's best melee than by falling back."""
    g, ids, hex = scene.g, goers(option), option.hex
    foe = Scene.of(g, scene.foe)
    danger = best(foe, hex).worth
    if danger <= SURE:
        return -1.0
    if all(refuses(g, id) for id in ids):
        return danger - 0.2
    cost = sum(scene.routs(id) for id in ids) + 0.5
    power = sum(
        g.strength(i) for at in g.setting.grid.neighbours[hex] for i in g.troops(at, scene.foe)[:1]
        if zone_of(g, i) >> hex & 1
    )  # fmt: skip
    if power:
        cost += scene.hurt(ids[0], scene.column(power) + 1, False)
    if hex in scene.aims.hills:
        cost += GROUND
    left = [i for i in g.troops(hex, scene.side) if i not in ids]
    cost += sum(0.3 * scene.worth(i) + 2.0 * g.strength(i) * g.counter(i).gun for i in left)
    return 0.8 * danger - cost


def advance(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Into an empty hex, where a unit stands better there; troops in any case onto hills that score, but off others."""
    g, hex = scene.g, getattr(top, "hex", -1)
    values = []
    for option in ask.options:
        if option.kind == "done":
            values.append(0.1)
            continue
        id = option.unit
        alone = Scene.of(g, scene.side, id, scene.temper)
        column = g.units[id].column
        gain = place(alone, id, hex, column) - place(alone, id, g.at(id), column)
        if hex in scene.aims.hills and not g.troops(hex, scene.side) and not g.counter(id).leader:
            gain = gain if g.at(id) in scene.aims.hills else TAKEN + max(0.0, gain)
        values.append(gain)
    return values
