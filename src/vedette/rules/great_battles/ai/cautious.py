"""How much a careful commander likes each answer: one decision at a time, nothing looked ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.choice import DONE, Choice
from vedette.engine.counsel import Desk
from vedette.engine.procedure import Ask, Procedure
from vedette.rules.common.ai import FAR, Field, only, usual
from vedette.rules.great_battles.ai.aims import aims_of, off, to_hills
from vedette.rules.great_battles.ai.distances import gait
from vedette.rules.great_battles.chapters.columns import Shot, column, unfired
from vedette.rules.great_battles.chapters.command import may_act
from vedette.rules.great_battles.chapters.fire import firers
from vedette.rules.great_battles.chapters.melee import attackers_of, reckon
from vedette.rules.great_battles.chapters.movement import COLUMN, acts
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import SIDE_INDEX, UNION
from vedette.rules.great_battles.state import State

SURE = 3
"""The least difference at which he begins a melee."""
Judge = Callable[[State, Ask, int, Procedure], list[float]]


def cautious(view: Mapping[str, Any], decision: Mapping[str, Any], desk: Desk[State]) -> list[float]:
    """How much a careful commander likes each answer."""
    ask, g = desk.ask, desk.state
    return JUDGES.get(ask.kind, usual)(g, ask, SIDE_INDEX[ask.seat], g.stack[-1][0])


# -- movement --------------------------------------------------------------------------------------------


def _goal(g: State, id: str) -> Field | None:
    """How far a unit is from what it wants: off the map; whoever bars the way stays where he is."""
    c = g.counter(id)
    if g.side(id) == UNION or not aims_of(g.setting).exits:
        return None
    return to_hills(g.setting, gait(c)) if c.brigade in g.ineffective else off(g.setting, gait(c))


def _march(g: State, id: str, over: bool) -> Choice:
    """The next hex that is nearer, off the map, or a change to march formation; never next to an enemy."""
    far = _goal(g, id)
    c, u = g.counter(id), g.units[id]
    if far is None or over or u.routed or (c.leader and _alone_there(g, id)):
        return DONE
    able = acts(g, id, over)
    out, change = Choice("exit", id), Choice("change formation", id)
    if out in able and not c.leader:
        return out
    if c.gun and not u.column and change in able:
        return change
    held = zone(g, 1 - g.side(id))
    nearer = [a for a in able if a.kind == "step" and far[a.hex] < far[u.at] and not held >> a.hex & 1]
    return min(nearer, key=lambda a: (far[a.hex], a.hex), default=DONE)


def _alone_there(g: State, leader: str) -> bool:
    """Whether a leader is already ahead of the troops he leads."""
    far = off(g.setting, "mounted")
    mine = [far[g.at(i)] for i in g.on_map(g.side(leader)) if g.counter(i).brigade == g.counter(leader).brigade]
    return not g.counter(leader).brigade or far[g.at(leader)] <= min(mine, default=FAR)


def _move_unit(g: State, ask: Ask, side: int, top: Procedure) -> list[float]:
    """Whoever can come nearer; then whoever enters; then nobody."""
    values = []
    for option in ask.options:
        if option.kind == "enter":
            values.append(100.0)
        elif option == DONE:
            values.append(0.5)
        else:
            free = option.unit not in g.moved and may_act(g, option.unit) is None
            values.append(200.0 if free and _march(g, option.unit, False) != DONE else 0.0)
    return values


def _move(g: State, ask: Ask, side: int, top: Procedure) -> list[float]:
    """Along the way; else the end of the move."""
    want = _march(g, ask.about[0], getattr(top, "over", False))
    if want in ask.options:
        return only(ask, want)
    return [1.0 if option == DONE else 0.5 if option.kind == "step" else 0.0 for option in ask.options]


def _enter(g: State, ask: Ask, side: int, top: Procedure) -> list[float]:
    return [float(option.arg == COLUMN) for option in ask.options]


# -- fire ------------------------------------------------------------------------------------------------


def _fire(g: State, ask: Ask, side: int, top: Procedure) -> list[float]:
    """Where the column is best, if it does anything."""
    return [0.5 if option == DONE else _column(g, side, option.hex) for option in ask.options]


def _column(g: State, side: int, hex: int) -> float:
    able = firers(g, side, hex)
    target = next(iter(g.troops(hex, 1 - side)), "")
    if not able or not target:
        return 0.0
    return float(max(column(g, (Shot(id, unfired(g, id)),), hex, target).final for id in able))


def _firers(g: State, ask: Ask, side: int, top: Procedure) -> list[float]:
    """Everybody who can fire, with all he has; then fire."""
    most: dict[str, int] = {}
    for option in ask.options:
        if option.kind == "add":
            most[option.unit] = max(option.arg, most.get(option.unit, 0))
    rest = {"fire": 0.5, "cancel": -1.0}
    return [float(c.arg == most[c.unit]) if c.kind == "add" else rest[c.kind] for c in ask.options]


# -- melee -----------------------------------------------------------------------------------------------


def _melee(g: State, ask: Ask, side: int, top: Procedure) -> list[float]:
    """Where one unit alone is clearly stronger."""
    return [0.5 if option == DONE else float(_strongest(g, side, option.hex)[0] >= SURE) for option in ask.options]


def _strongest(g: State, side: int, hex: int) -> tuple[int, str]:
    able = attackers_of(g, side, hex)
    return max(((reckon(g, side, hex, (id,), (g.at(id),)).difference, id) for id in able), default=(-9, ""))


def _attackers(g: State, ask: Ask, side: int, top: Procedure) -> list[float]:
    """The strongest, then go."""
    best = max((g.strength(c.unit) for c in ask.options if c.kind == "add"), default=0)
    rest = {"fight": 0.5, "cancel": -1.0}
    return [
        float(not ask.about and g.strength(c.unit) == best) if c.kind == "add" else rest[c.kind] for c in ask.options
    ]


def _engaged(g: State, ask: Ask, side: int, top: Procedure) -> list[float]:
    return [float(option.kind == "fight on") for option in ask.options]


def _lose(g: State, ask: Ask, side: int, top: Procedure) -> list[float]:
    return [float(g.strength(option.unit)) for option in ask.options]


BY_CUSTOM = (
    "set-up", "pay", "leave-too", "wagon", "guard", "withdrawal-fire", "retreat-fire", "reorder", "overshot",
    "transfer", "charge", "evade", "advance", "retreat", "lead", "rally", "new-leader", "face",
)  # fmt: skip
"""Kinds in which he takes the usual answer."""
JUDGES: dict[str, Judge] = {
    **dict.fromkeys(BY_CUSTOM, usual),
    "move-unit": _move_unit,
    "move": _move,
    "enter": _enter,
    "fire": _fire,
    "firers": _firers,
    "melee": _melee,
    "attackers": _attackers,
    "engaged": _engaged,
    "lose": _lose,
}
"""Every kind of decision that these rules know."""
