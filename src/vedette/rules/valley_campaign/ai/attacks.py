"""Whom to bombard and attack, and with whom: by the odds table, adding the best attacker step by step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from vedette.engine.choice import Choice
from vedette.engine.procedure import Ask, Procedure
from vedette.engine.temper import Temper
from vedette.hexes import hexes_of
from vedette.rules.common.ai import SIXTH, Party, StateKey, each, only, party
from vedette.rules.valley_campaign.ai.aims import turns_left
from vedette.rules.valley_campaign.ai.chances import Expected
from vedette.rules.valley_campaign.ai.places import place
from vedette.rules.valley_campaign.ai.scene import BACK, NAMED, SHAKEN, Scene, field_of
from vedette.rules.valley_campaign.chapters.bombardment import chances
from vedette.rules.valley_campaign.chapters.combat import CANCEL, GO, Attack, attackers_of
from vedette.rules.valley_campaign.chapters.ground import crossing_bar
from vedette.rules.valley_campaign.chapters.leaders import lone_leaders
from vedette.rules.valley_campaign.chapters.odds import odds_of
from vedette.rules.valley_campaign.chapters.zones import zone
from vedette.rules.valley_campaign.state import State

EFFORT = 0.03
"""What it costs to use a point of strength here: it could attack somebody else."""
GUN_RISK = 0.15
"""What it costs in addition to let a gun attack instead of bombard."""
BEST = 1.0
"""Bombardments come before attacks: each is better than any attack by this much."""
NOT = -1.0
"""What is not to be done, against doing nothing."""
LAST_TURNS = 3
"""So many turns before the end a goal that was emptied from afar may never be entered."""


# -- one attack ------------------------------------------------------------------------------------------


def worth(scene: Scene, units: Sequence[str], hex: int) -> float:
    """What an attack by these units is worth on average, exactly by column."""
    g = scene.g
    row = scene.table[odds_of(g, units, hex).final]
    here = [id for id in g.in_hex(hex) if id not in g.attacked and id not in g.retreated]
    theirs = [id for id in here if not g.counter(id).leader]
    leaders = [id for id in here if g.counter(id).leader]
    if not theirs and lone_leaders(g, hex):
        return sum(scene.value(id) for id in leaders) - EFFORT * sum(g.strength(id) for id in units)
    steps = sum(g.steps(id) for id in theirs)
    cheap = min((scene.step(id) for id in theirs), default=0.0)
    value = sum(scene.value(id) for id in theirs)
    gain = row.their_steps * cheap + row.their_shaken * value * SHAKEN
    gain += row.their_back * (value * BACK + (0.0 if _free(g, hex, scene.side) else _cut(scene, theirs)))
    gain += scene.temper.prizes * row.clears[steps > 1] * (scene.stake(hex) if _entered(scene, units, hex) else 0.0)
    gain += SIXTH * sum(scene.value(id) for id in leaders)
    return gain - scene.temper.losses * _cost(scene, units, row)


def _cost(scene: Scene, units: Sequence[str], row: Expected) -> float:
    """What an attack costs on average: steps, retreats, and the leaders who stand with the attackers."""
    g = scene.g
    own = sum(scene.value(id) for id in units)
    cheap = min(scene.step(id) for id in units)
    hexes = {g.at(id) for id in units}
    cost = row.own_steps * cheap + row.own_back * own * BACK + row.own_shaken * own * SHAKEN
    for at in hexes:
        with_us = [id for id in g.in_hex(at) if g.counter(id).leader]
        cost += SIXTH * sum(scene.value(id) for id in with_us)
        if row.own_back and not _free(g, at, scene.foe):
            cost += row.own_back * _cut(scene, [id for id in units if g.at(id) == at])
            cost += row.own_back * sum(scene.value(id) for id in with_us)
        if at in scene.aims.hexes:
            cost += row.own_back * 3.0
    guns = sum(g.counter(id).gun for id in units)
    return cost + EFFORT * sum(g.strength(id) for id in units) + GUN_RISK * guns


def _free(g: State, hex: int, enemy: int) -> bool:
    """Whether the units in a hex have somewhere to fall back to without loss."""
    held, full = zone(g, enemy), g.masks[enemy]
    here = g.in_hex(hex)
    return any(
        not held >> n & 1 and not full >> n & 1 and not crossing_bar(g, here[0], hex, n)
        for n in g.setting.grid.neighbours[hex]
    )


def _cut(scene: Scene, ids: Sequence[str]) -> float:
    """What falling back through zones costs units: a step each."""
    return sum(scene.step(id) for id in ids)


@lru_cache(maxsize=512)
def _best(key: StateKey[State], side: int, hex: int, temper: Temper) -> Party:
    scene = Scene.of(key.g, side, temper=temper)
    g = key.g
    able = sorted(attackers_of(g, side, hex), key=lambda id: (-g.strength(id), g.counter(id).gun))
    found = party(able, lambda ids: worth(scene, _in_order(g, ids), hex), 8)
    return Party(found.worth, _in_order(g, found.units))


def _in_order(g: State, ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(ids, key=lambda id: g.counter(id).order))


def best(scene: Scene, hex: int) -> Party:
    """The best attack on a hex, kept while nothing around it changes."""
    g = scene.g
    around = hexes_of(g.setting.grid.within(hex, 2))
    units = tuple(g.units[id] for h in around for id in g.in_hex(h))
    leaders = tuple(g.units[id] for side in (0, 1) for id in g.armies[side] if g.counter(id).leader)
    key = StateKey(g, scene.side, scene.temper, hex, units, leaders, g.turn, g.burned, *field_of(g))
    return _best(key, scene.side, hex, scene.temper)


def _entered(scene: Scene, units: Sequence[str], hex: int) -> bool:
    """Whether an attack leaves somebody to go in, where a temper asks for that."""
    goal = scene.temper.entering and hex in scene.aims.hexes
    return not goal or any(scene.g.counter(id).combat_unit for id in units)


def _must_enter(scene: Scene, hex: int) -> bool:
    """Whether a hex is a goal that foot could take by attack, and little time is left to walk into it later."""
    if hex not in scene.aims.hexes or turns_left(scene.g) > LAST_TURNS:
        return False
    return any(scene.g.counter(id).combat_unit for id in attackers_of(scene.g, scene.side, hex))


# -- the phase -------------------------------------------------------------------------------------------


@each()
def attack(scene: Scene, option: Choice) -> float:
    """Bombard first, where it does most; then the attack worth most; none that is worth nothing."""
    if option.kind == "attack":
        found = best(scene, option.hex)
        return NOT if scene.temper.no_empty_attack and not found.units else found.worth
    if scene.temper.entering and _must_enter(scene, scene.g.at(option.arg)):
        return NOT
    return NAMED + BEST + bombard(scene, option.unit, option.arg)


def bombard(scene: Scene, gun: str, target: str) -> float:
    """What a bombardment is worth: the chance of a hit times what hits do on average."""
    g = scene.g
    hit = chances(g, gun, target).hits / 6
    value, unit = scene.value(target), g.units[target]
    step = scene.step(target)
    gain = 0.0
    for row in g.setting.hits.values():
        lost = row.steps + (row.demoralizes and unit.demoralized > 0)
        gain += SIXTH * min(value, lost * step)
        if row.demoralizes and not unit.demoralized:
            gain += SIXTH * value * SHAKEN
        if row.retreat:
            gain += SIXTH * (value * BACK + 0.5 * scene.stake(g.at(target)))
        if row.kills_leader:
            gain += SIXTH * sum(scene.value(i) for i in g.in_hex(g.at(target)) if g.counter(i).leader and i != target)
    return hit * gain


def attackers(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """One by one the units that make the attack best; then go, or give it up."""
    assert isinstance(top, Attack)
    hex = top.hex
    mine = best(scene, hex).units
    rest = next((id for id in mine if id not in ask.about), "")
    if not rest:
        return only(ask, GO if ask.about else CANCEL)
    return [float(option.unit == rest) for option in ask.options]


# -- leaders in a combat ---------------------------------------------------------------------------------


def leader(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The best of those who could lend their columns; a new leader is always welcome."""
    return only(ask, ask.usual)


def leader_place(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Where a new leader stands best."""
    id = ask.about[0]
    return [place(scene, id, option.hex) for option in ask.options]
