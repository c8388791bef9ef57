"""A game in numbers, for programs that learn: what a seat may know, as the view tells it, and who is ahead."""

from __future__ import annotations

from collections.abc import Iterable

from vedette.engine.rulebook import Facts
from vedette.rules.blind_swords.chapters.values import modified_sp
from vedette.rules.blind_swords.chapters.victory import outcome_now
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import WAITING, State
from vedette.rules.common.ai import Lead

LEAD = Lead[State](lambda g, id: modified_sp(g, id) / SP, (WAITING,))
"""Who is ahead, in strength points."""


def facts(g: State, seat: str) -> Facts:
    """The cup by backs, the own hand by name, the other's by backs; who has acted, and the hexes that count."""
    side = SIDE_INDEX[seat]
    here = outcome_now(g)
    numbers = {"points": float(here.points if here else 0), "surprise attack allowed": float(g.surprise > 0)}
    for whose, i in (("own", side), ("enemy", 1 - side)):
        numbers[f"{whose} backs in the cup"] = float(g.blind[i] + len(g.keys[i]))
        numbers[f"{whose} chits in the hand"] = float(len(g.hands[i]))
        numbers[f"{whose} chits played this turn"] = float(len(g.spent[i]))
    for name in sorted({*g.setting.pool(0), *g.setting.pool(1)}):
        numbers[f"in the own hand: {name}"] = float(sum(held.chit == name for held in g.hands[side]))
        numbers[f"own, in the cup: {name}"] = float(g.keys[side].count(name))
    return Facts(numbers, _units(g), dict(zip(g.setting.victory_hexes, g.control, strict=True)))


def _units(g: State) -> dict[str, dict[str, float]]:
    counters, units = g.setting.counters, g.units
    brigades = {id: f"{SIDES[counters[id].side]}/{counters[id].brigade}" for id in units}
    activated, drawable = set(g.activated), set(g.cup)
    return {
        "strength": {id: counters[id].sp[unit.worn] / SP for id, unit in units.items()},
        "cohesion rating": {id: float(counters[id].cr[unit.worn]) for id, unit in units.items()},
        "activated this turn": _those(id for id in units if brigades[id] in activated),
        "its chit is in the cup": _those(
            id for id in units if counters[id].brigade in drawable or counters[id].division in drawable
        ),
        "under Battlefield Chaos": _those(g.chaos),
        "charging": _those(g.charging),
        "acted in the Artillery Phase": _those(g.acted),
    }


def _those(ids: Iterable[str]) -> dict[str, float]:
    return dict.fromkeys(ids, 1.0)
