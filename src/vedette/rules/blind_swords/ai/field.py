"""The field as the careful commander reads it off a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vedette.board import Board
from vedette.engine.battle import Battle

View = Mapping[str, Any]

HURT = frozenset({"shaken", "disrupted"})
NEAR = 4
"""Hexes at which an enemy is near."""
FAR = 99


class Field:
    """The field as a commander reads it off a view: who stands where, and what is to be won."""

    def __init__(self, view: View, battle: Battle) -> None:
        self.view = view
        self.seat = view["seat"]
        self.board: Board = battle.board
        self.units = {u["id"]: u for u in view["units"]}
        grid = self.board.grid
        self.at = {id: grid.index(u["hex"]) for id, u in self.units.items() if u["hex"]}
        self.mine = [id for id in self.at if self.units[id]["side"] == self.seat]
        self.theirs = [id for id in self.at if self.units[id]["side"] != self.seat]
        self.enemies = {self.at[id] for id in self.theirs}
        self.goals = {grid.index(name): side == self.seat for name, side in view["control"].items()}
        """Victory hexes, and whether they are ours."""
        self.defends = sum(self.goals.values()) * 2 > len(self.goals)

    def hex(self, name: str | None) -> int | None:
        """A hex by its number."""
        return self.board.grid.index(name) if name else None

    def strength(self, ids: Sequence[str]) -> float:
        """Strength points as they are now; a cadre counts one half."""
        return sum(0.5 if (sp := self.units[i]["now"][0]) == "C" else float(sp) for i in ids)

    def hurt(self, id: str) -> bool:
        """Whether a unit is shaken or disrupted."""
        return bool(HURT & set(self.units[id]["states"]))

    def in_hex(self, hex: int, but: str = "") -> list[str]:
        """Units in a hex."""
        return [i for i, at in self.at.items() if at == hex and i != but]

    def to_enemy(self, hex: int) -> int:
        """Distance to the nearest enemy."""
        return min((self.board.grid.distance(hex, e) for e in self.enemies), default=FAR)

    def to_goal(self, hex: int) -> int:
        """Distance to the nearest victory hex that is wanted: all to a defender, those of the enemy to an attacker."""
        wanted = [h for h, ours in self.goals.items() if self.defends or not ours] or list(self.goals)
        return min((self.board.grid.distance(hex, h) for h in wanted), default=0)

    def rides_alone(self, id: str) -> bool:
        """Whether a unit is cavalry of no brigade."""
        return self.units[id]["arm"] == "cavalry" and not self.units[id]["brigade"]

    def walled(self, hex: int) -> bool:
        """Whether a wall protects who stands there."""
        return "wall" in self.board.features[hex]


def worth(field: Field, hex: int, unit: str) -> float:
    """What a hex is worth to a unit of ours that would stand there."""
    if field.rides_alone(unit):
        return _rider_worth(field, hex, unit)
    others = sum(1 for i in field.in_hex(hex, unit) if i in field.mine)
    beside = sum(1 for n in field.board.grid.neighbours[hex] if n in field.enemies)
    value = -2.0 * field.to_goal(hex)
    if hex in field.goals:
        value += (12.0 if field.defends else 3.0) - 5.0 * others if field.goals[hex] else 30.0
    if field.board.terrain[hex] != "clear":
        value += 0.5
    if field.hurt(unit):
        return value - 6.0 * beside + min(field.to_enemy(hex), NEAR)
    return value - (1.0 if beside else 0.0) - 2.0 * max(0, beside - 1)


def _rider_worth(field: Field, hex: int, unit: str) -> float:
    """Cavalry of no brigade keeps by the infantry and three hexes off the enemy; it holds nothing by itself."""
    distance = field.board.grid.distance
    foot = min((distance(hex, field.at[i]) for i in field.mine if field.units[i]["arm"] == "infantry"), default=0)
    return -2.0 * max(0, foot - 1) - 3.0 * max(0, 3 - field.to_enemy(hex)) - 0.1 * field.to_goal(hex)


def would_gain(field: Field, unit: str) -> float:
    """What a unit would gain by its best neighbouring hex."""
    here = field.at[unit]
    free = [n for n in field.board.grid.neighbours[here] if n not in field.enemies]
    return max((worth(field, n, unit) for n in free), default=0.0) - worth(field, here, unit)
