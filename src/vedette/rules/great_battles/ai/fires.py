"""Whom to fire at and with whom: by the fire table, what the shot costs in ammunition, and what it spoils."""

from __future__ import annotations

from vedette.engine.choice import Choice
from vedette.engine.procedure import Ask, Procedure
from vedette.rules.common.ai import NOBODY, Party, each, only, party
from vedette.rules.great_battles.ai import aims
from vedette.rules.great_battles.ai.scene import Scene
from vedette.rules.great_battles.chapters.columns import Shot, column, unfired
from vedette.rules.great_battles.chapters.fire import CANCEL, FIRE, FirePhase, firers, parts
from vedette.rules.great_battles.chapters.zone_fire import HOLD
from vedette.rules.great_battles.state import State

DRY = 1 / 18
"""The chance that small arms run out of ammunition in a fire."""
ROUND, LAST_ROUNDS = 0.12, 0.5
"""What a round is worth: any round, and the extra for the last one, while many fires are still to come."""
PHASES = 2
"""How often a battery could fire in a turn."""


def targets(g: State, hex: int, side: int, gun: bool, far: bool) -> tuple[str, ...]:
    """Whom a fire at a hex hits: the top unit; from distant guns both (SW 8.52, 8.53)."""
    here = g.troops(hex, side)
    return here if gun and far else here[:1]


def worth(scene: Scene, units: tuple[str, ...], hex: int) -> float:
    """What a fire by units of one arm at a hex is worth, apart from ammunition."""
    g = scene.g
    shots = [Shot(id, unfired(g, id)) for id in units]
    gun = g.counter(units[0]).gun
    far = gun and min(scene.grid.distance(g.at(id), hex) for id in units) > g.setting.numbers["close-artillery"]
    found = 0.0
    for target in targets(g, hex, scene.foe, gun, far):
        found += scene.hurt(target, column(g, shots, hex, target).final, gun)
    leaders = g.leaders(hex, scene.foe)
    if leaders and found:
        found += 0.05 * sum(scene.worth(i) for i in leaders)
    return found


def ammunition(scene: Scene, id: str) -> float:
    """What a fire costs a unit: a round, or the chance to have none left."""
    g, c, u = scene.g, scene.g.counter(id), scene.g.units[id]
    left = max(0, g.setting.last_turn - g.turn)
    if c.gun:
        scarce = max(0.0, 1 - u.rounds / max(1, PHASES * left)) if left else 0.0
        return ROUND * min(1, left) + LAST_ROUNDS * scarce / max(1, u.rounds)
    lost = aims.share(g, c.brigade) * g.setting.numbers[
        "depletion-union" if c.side == 0 else "depletion-confederate"
    ] * (0.4 if c.side == 0 else 1.0)  # fmt: skip
    return DRY * (lost + 0.3 * u.strength * min(1, left))


def best(scene: Scene, hex: int, able: tuple[str, ...]) -> Party:
    """The best fire at a hex by units of one arm: one after another, as long as the next is worth its shot."""
    return party(able, lambda ids: worth(scene, ids, hex) - sum(ammunition(scene, id) for id in ids), len(able))


# -- the phases ------------------------------------------------------------------------------------------


def _plan(scene: Scene, hex: int, shots: tuple[Shot, ...] = ()) -> Party:
    """The best fire at a hex by those who can, of either arm; if some are chosen already, who else joins."""
    g = scene.g
    able = tuple(i for i in firers(g, scene.side, hex, shots) if parts(g, i, hex))
    if shots:
        return _with(scene, hex, tuple(shot.unit for shot in shots), able)
    arms = [tuple(i for i in able if g.counter(i).gun == gun) for gun in (False, True)]
    return max((best(scene, hex, arm) for arm in arms if arm), default=NOBODY)


def _with(scene: Scene, hex: int, chosen: tuple[str, ...], able: tuple[str, ...]) -> Party:
    """Who else fires with those chosen, as long as each is worth his shot."""
    value = worth(scene, chosen, hex)
    found = Party(value, chosen)
    for n in (1, 2):
        for id in able:
            more = (id, *(i for i in able if i != id))[:n]
            gain = worth(scene, (*chosen, *more), hex) - sum(ammunition(scene, i) for i in more)
            if gain > found.worth + 1e-9:
                found = Party(gain, (*chosen, *more))
    return found


@each()
def fire(scene: Scene, option: Choice) -> float:
    """The fire that is worth most, if any is worth its ammunition."""
    return _plan(scene, option.hex).worth


def who_fires(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Those who make the best fire, one after another, with all they have; then they fire."""
    assert isinstance(top, FirePhase)
    plan = _plan(scene, top.hex, top.shots)
    taken = {shot.unit for shot in top.shots}
    offered: dict[str, Choice] = {}
    for option in ask.options:
        if option.kind == "add" and (option.unit not in offered or option.arg > offered[option.unit].arg):
            offered[option.unit] = option
    rest = [offered[id] for id in plan.units if id not in taken and id in offered]
    return only(ask, rest[0] if rest else FIRE if FIRE in ask.options else CANCEL)


def free_shot(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Whoever can gives withdrawal and retreat fire, but keeps the last rounds."""
    return [0.0 if option == HOLD else 0.6 - ammunition(scene, option.unit) for option in ask.options]


@each()
def transfer(scene: Scene, option: Choice) -> float:
    """Batteries that stand together share their rounds, the strongest first."""
    g, giver, taker, n = scene.g, option.unit, option.arg.taker, option.arg.n
    has, lacks = g.units[giver].rounds, g.units[taker].rounds
    evener = abs(has - lacks) - abs((has - n) - (lacks + n))
    return evener - 1.0 if g.strength(taker) >= g.strength(giver) else -1.0
