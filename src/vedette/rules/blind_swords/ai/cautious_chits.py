"""Which chits the careful commander plays, and on whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.rules.blind_swords.ai.field import FAR, Field, would_gain


def window(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """A held chit is played when it answers something, or before it is lost at the end of the turn.

    But no Firefight that would cost more than it does, and no Reserve Move by which nobody comes to stand better.
    """
    early = decision["window"] == "before-draw"
    scores = []
    for action in decision["actions"]:
        idle = IDLE.get(action["text"])
        bad = early or (idle is not None and idle(field))
        scores.append(1.0 if action["text"] == "pass" else 0.5 if bad else 1.5)
    return scores


def announce(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """As the turn ends, where a chit in the hand can do something; before a draw it is too early."""
    late = decision["window"] == "turn-end"
    hand = [h["chit"] for h in field.view["chits"]["mine"]["hand"] if h["playable"]]
    useful = [chit for chit in hand if (idle := IDLE.get(f"play {chit}")) is None or not idle(field)]
    return [1.0 if action["text"] == "pass" else 1.5 if late and useful else 0.0 for action in decision["actions"]]


def first_chit(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """A chit that needs no roll: the one that would need the luckiest."""
    ratings = {row["chit"]: row["rating"] for row in field.view["brigades"]}
    return [6.0 - ratings.get(a["text"].removeprefix("name "), 6) for a in decision["actions"]]


def bombard(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """The strongest of those that can be worn out."""
    return [field.strength([a["text"].removeprefix("deplete ")]) for a in decision["actions"]]


def call(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """The brigade with most units."""
    brigades = [unit["brigade"] for unit in field.view["units"]]
    return [float(brigades.count(a["text"].removeprefix("call "))) for a in decision["actions"]]


def entry(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """At once where that is possible: the first way in."""
    return [-float(n) for n in range(len(decision["actions"]))]


def brigade_rally(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """The brigade with most units that are hurt."""
    hurt = [field.units[i]["brigade"] for i in field.mine if field.hurt(i)]
    return [float(hurt.count(a["text"].removeprefix("activate "))) for a in decision["actions"]]


def _no_firefight(field: Field) -> bool:
    """Whether there is no Firefight in which the own fire is the better one."""
    hexes = {field.at[i] for i in field.mine if field.units[i]["arm"] == "infantry"}
    return all(_exchange(field, h, e) <= 0 for h in hexes for e in field.enemies)


def _exchange(field: Field, hex: int, target: int) -> float:
    """Strength points in a fire between two hexes near each other: ours less theirs, walls reckoned with."""
    distance = field.board.grid.distance(hex, target)
    if distance > 2:
        return -FAR
    ours = field.strength([i for i in field.in_hex(hex) if field.units[i]["arm"] == "infantry"])
    theirs = field.strength(field.in_hex(target))
    return ours / (3 if field.walled(target) else 1) - theirs / (3 if field.walled(hex) else 1) - 0.5


def _no_reserve(field: Field) -> bool:
    """Whether no brigade that may make a Reserve Move has a unit that would stand better by it."""
    brigades = {field.units[i]["brigade"] for i in field.mine}
    return not any(_movers(field, b) for b in brigades if b)


def _movers(field: Field, brigade: str) -> int:
    """How many units of a brigade would stand better one hex on; none where the enemy is beside one of them."""
    units = [i for i in field.mine if field.units[i]["brigade"] == brigade]
    if any(field.to_enemy(field.at[i]) <= 1 for i in units):
        return 0
    return sum(would_gain(field, i) > 0 for i in units)


IDLE: dict[str, Callable[[Field], bool]] = {
    "play Firefight": _no_firefight,
    "play Brigade Reserve Move": _no_reserve,
}
"""Chits of which a careful commander asks first whether they would do him any good."""


def firefight(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """The pair of hexes between which the own fire is better than the answer by most."""
    scores = []
    for action in decision["actions"]:
        frm, target = field.hex(action["text"].split()[2]), field.hex(action["hex"])
        scores.append(-float(FAR) if frm is None or target is None else _exchange(field, frm, target))
    return scores


def reserve(field: Field, decision: Mapping[str, Any], desk: Any) -> list[float]:
    """The brigade with most units that would stand better."""
    return [float(_movers(field, a["text"].removeprefix("activate "))) for a in decision["actions"]]
