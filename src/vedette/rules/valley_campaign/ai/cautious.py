"""How much a careful commander likes each answer: one decision at a time, nothing looked ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.choice import DONE
from vedette.engine.counsel import Desk
from vedette.engine.procedure import Ask
from vedette.rules.common.ai import Field, usual
from vedette.rules.valley_campaign.ai.aims import Aims, aims_of
from vedette.rules.valley_campaign.ai.distances import field
from vedette.rules.valley_campaign.chapters.bombardment import chances
from vedette.rules.valley_campaign.chapters.combat import CANCEL, GO, attackers_of
from vedette.rules.valley_campaign.chapters.losses import price
from vedette.rules.valley_campaign.chapters.odds import odds_of
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone
from vedette.rules.valley_campaign.charts import COLUMNS
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import State

SURE = COLUMNS.index("4:1")
"""The column from which he attacks."""
Judge = Callable[[State, Ask, int], list[float]]


def cautious(view: Mapping[str, Any], decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """How much a careful commander likes each answer."""
    ask, g = desk.ask, desk.state
    return JUDGES.get(ask.kind, usual)(g, ask, SIDE_INDEX[ask.seat])


def _wanted(g: State, side: int, arm: str) -> Field | None:
    """How far it is to what the scenario asks for: hexes, for both sides; else the edge, for the side that exits."""
    aims: Aims = aims_of(g.setting)
    if aims.hexes:
        return field(g.setting, arm, g.burned, aims.hexes)
    return field(g.setting, arm, g.burned, aims.exits) if side == aims.side else None


def _move_unit(g: State, ask: Ask, side: int) -> list[float]:
    """First those that enter, then the foremost that can get nearer; a side with nowhere to go stays put."""
    values = []
    for option in ask.options:
        if option.kind == "enter":
            values.append(2000.0)
            continue
        id, at = option.unit, option.hex
        far = _wanted(g, side, g.counter(id).arm) if id else None
        if far is None or in_enemy_zone(g, at, side):
            values.append(0.0 if id else 0.5)
        else:
            values.append(1000.0 - far[at] if far[at] else 0.0)
    return values


def _move(g: State, ask: Ask, side: int) -> list[float]:
    """Off the map if possible; else the next hex that is nearer, but not beside an enemy unless the hex is wanted."""
    id = ask.about[0]
    far = _wanted(g, side, g.counter(id).arm)
    values = []
    for option in ask.options:
        if option == DONE:
            values.append(0.0)
        elif option.kind == "exit":
            values.append(100.0)
        elif option.kind == "burn" or far is None:
            values.append(-1.0)
        else:
            shy = 3.0 if far[option.hex] and in_enemy_zone(g, option.hex, side) else 0.0
            values.append(far[g.at(id)] - far[option.hex] - shy)
    return values


def _attack(g: State, ask: Ask, side: int) -> list[float]:
    """Bombard whatever is likeliest to be hit, then attack where the column is good."""
    values = []
    for option in ask.options:
        if option == DONE:
            values.append(0.5)
        elif option.kind == "attack":
            values.append(float(odds_of(g, attackers_of(g, side, option.hex), option.hex).final >= SURE))
        else:
            values.append(10.0 + chances(g, option.unit, option.arg).hits)
    return values


def _attackers(g: State, ask: Ask, side: int) -> list[float]:
    """Everybody that can, then go."""
    last = GO if GO in ask.options else CANCEL
    return [-1.0 if option == CANCEL != last else 0.0 if option in (GO, CANCEL) else 1.0 for option in ask.options]


def _lose_step(g: State, ask: Ask, side: int) -> list[float]:
    """Preferably not a last step, and the least strength."""
    return [-10.0 * last - strength for last, strength in (price(g, option.unit) for option in ask.options)]


BY_CUSTOM = ("set-up", "leader", "leader-place", "retreat", "advance", "repair")
"""Kinds in which he takes the usual answer."""
JUDGES: dict[str, Judge] = {
    **dict.fromkeys(BY_CUSTOM, usual),
    "move-unit": _move_unit,
    "move": _move,
    "attack": _attack,
    "attackers": _attackers,
    "lose-step": _lose_step,
}
"""Every kind of decision that these rules know."""
