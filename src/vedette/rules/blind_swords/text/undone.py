"""What passing leaves undone, in words: told before somebody ends a step, never asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vedette.engine.procedure import Ask
from vedette.engine.run import asks
from vedette.rules.blind_swords.assist.plans.askers import scenes
from vedette.rules.blind_swords.assist.plans.assault_odds import melee, without_screens
from vedette.rules.blind_swords.assist.plans.defence import pools_of
from vedette.rules.blind_swords.assist.plans.fire import Scene, fire_plans, percent
from vedette.rules.blind_swords.assist.plans.outcomes import hands_down
from vedette.rules.blind_swords.chapters import fire
from vedette.rules.blind_swords.chapters.artillery import can_act, guns_in, is_gun, ready_in
from vedette.rules.blind_swords.chapters.close_combat import (
    DONE,
    CloseCombatStep,
    DefensiveFire,
    attackers_of,
    struck_in,
)
from vedette.rules.blind_swords.chapters.rally import REBUILD, RECOVER
from vedette.rules.blind_swords.chapters.range import DEFENSIVE
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State

Words = Callable[[State, Ask], str]

NAMED = 4
"""So many units are named, the others counted."""


def undone(g: State, seat: str) -> str:
    """What the seat would leave undone by passing now; empty where nothing, or where it cannot pass."""
    ask = next((a for a in asks(g) if a.seat == seat and a.optional), None)
    words = TABLE.get(ask.kind) if ask is not None else None
    return words(hands_down(g), ask) if words is not None and ask is not None else ""


def passing(g: State, seat: str) -> str:
    """The answer that ends a fire step in which no fire could do anything; empty where one could, and elsewhere."""
    ask = next((a for a in asks(g) if a.seat == seat and a.kind == "fire"), None)
    if ask is None:
        return ""
    there = hands_down(g)
    plans = (plan for scene in scenes(there, seat) for plan in fire_plans(there, scene, only_best=True))
    return "" if any(plan["measure"]["probability"] for plan in plans) else ask.text(g, fire.DONE)


def counted(number: int, one: str, many: str) -> str:
    """ "1 unit", "2 units"."""
    return f"{number} {one if number == 1 else many}"


def _fires(g: State, ask: Ask) -> str:
    return _best_of(g, scenes(g, ask.seat), "unit", "units")


def _best_of(g: State, found: Iterable[Scene], one: str, many: str) -> str:
    """How many could fire, and the best chance that any target gives."""
    firers: set[str] = set()
    best = 0.0
    for scene in found:
        firers |= set(scene.pool)
        best = max([best, *(p["measure"]["probability"] for p in fire_plans(g, scene, only_best=True))])
    if not firers:
        return ""
    return f"{counted(len(firers), one, many)} could still fire, {f'best {percent(best)}' if best else 'to no effect'}"


def _guns(g: State, ask: Ask) -> str:
    """Batteries that could fire, else those that could move; and cavalry that acts with them."""
    side = SIDE_INDEX[ask.seat]
    hexes = sorted({g.at(i) for i in g.on_map(side)})
    here = ask.options if ask.kind == "artillery" else [hex for _, _, hex in ask.options]
    riders = [i for h in dict.fromkeys(here) for i in ready_in(g, side, h) if not is_gun(g, i) and can_act(g, i)]
    found = [s for s in scenes(g, ask.seat) if s.kind == "artillery"]
    words = _best_of(g, found, "battery", "batteries")
    if not words:
        idle = [i for h in hexes for i in guns_in(g, side, h) if can_act(g, i)]
        words = f"{counted(len(idle), 'battery', 'batteries')} could still move" if idle else ""
    return "; ".join(part for part in (words, f"{', '.join(riders)} could still act" if riders else "") if part)


def _defence(g: State, ask: Ask) -> str:
    frame = g.stack[-1][0]
    assert isinstance(frame, DefensiveFire)
    found = []
    for hex, pool in pools_of(g, frame).items():
        support = tuple(i for i in pool if g.at(i) != frame.target)
        found.append(Scene(DEFENSIVE, hex, pool, support, struck=struck_in(g, hex, frame.attackers)))
    return _best_of(g, found, "unit", "units")


def _moves(g: State, ask: Ask) -> str:
    """Who has not moved and could, the first of them by name."""
    ready = [i for i in ask.options if i]
    if not ready:
        return ""
    more = f" and {len(ready) - NAMED} more" if len(ready) > NAMED else ""
    return f"{counted(len(ready), 'unit', 'units')} could still move: {', '.join(ready[:NAMED])}{more}"


def _attacks(g: State, ask: Ask) -> str:
    """How many hexes could be attacked, and the best chance before any defensive fire."""
    frame = g.stack[-1][0]
    assert isinstance(frame, CloseCombatStep)
    brigade = g.brigade(frame.side, frame.brigade)
    taken = {i for _, group in frame.declared for i in group}
    chances = []
    for hex in ask.options:
        if hex != DONE:
            group = attackers_of(g, brigade, hex, taken)
            there = without_screens(g, hex, g.at(group[0]))
            chances.append(melee(there, frame.side, hex, tuple((i, g.at(i)) for i in group)).taken)
    hexes = counted(len(chances), "hex", "hexes")
    return f"{hexes} could still be attacked, best {percent(max(chances))} before defensive fire" if chances else ""


def _rally(g: State, ask: Ask) -> str:
    verbs = [value[0] for value in ask.options]
    rows = ((verbs.count(RECOVER), "recover"), (verbs.count(REBUILD), "rebuild"))
    parts = [f"{counted(n, 'unit', 'units')} could still {verb}" for n, verb in rows if n]
    return ", ".join(parts)


def _advance(g: State, ask: Ask) -> str:
    units = {value[0] for value in ask.options if value[0]}
    return f"{counted(len(units), 'unit', 'units')} could still advance" if units else ""


TABLE: dict[str, Words] = {
    "fire": _fires,
    "opportunity-fire": _fires,
    "firefight-answer": _fires,
    "artillery": _guns,
    "artillery-act": _guns,
    "defensive-fire": _defence,
    "move-unit": _moves,
    "close-combat": _attacks,
    "rally": _rally,
    "artillery-rally": _rally,
    "advance": _advance,
}
"""The kind of decision -> what is said of it."""
