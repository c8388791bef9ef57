"""What a seat sees, as arrays: planes over the grid, a table of units, a vector (named in told.py).

All of it is made of what both seats know of the units, and of what the rulebook says that a seat may know in numbers
(`Rulebook.facts`); nothing else of the state is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vedette.engine import Game
from vedette.engine.procedure import Ask
from vedette.engine.rulebook import Facts
from vedette.engine.run import asks
from vedette.lab.env.told import NUMBERS, PLANES, UNITS, Told
from vedette.lab.games import turns_of

Floats = NDArray[np.float32]


class Field:
    """Who stands where and who holds what at one decision, as arrays."""

    def __init__(self, told: Told, game: Game, side: int, facts: Facts) -> None:
        g: Any = game.state
        units = [g.units[id] for id in told.ids]
        self.units = units
        self.at = np.array([unit.at for unit in units], dtype=np.int64)
        self.on = self.at >= 0
        sides = np.array([g.side(id) for id in told.ids], dtype=np.int64)
        self.own = sides == side
        strength = facts.units.get("strength", {})
        plain: Iterable[float] = (
            (strength.get(id, 0.0) for id in told.ids)
            if strength
            else (float(getattr(unit, "strength", 1)) for unit in units)
        )
        self.strength = np.fromiter(plain, dtype=np.float32, count=len(units))
        size = told.grid.size
        mine, theirs = self.on & self.own, self.on & ~self.own
        self.friends, self.enemies = self._counted(mine, size), self._counted(theirs, size)
        self.friendly = np.bincount(self.at[mine], self.strength[mine], size)
        self.hostile = np.bincount(self.at[theirs], self.strength[theirs], size)
        self.counts = np.zeros(size, dtype=np.float32)
        self.held = np.zeros(size, dtype=np.float32)
        for hex, holder in facts.held.items():
            self.counts[hex] = 1
            self.held[hex] = 0 if holder < 0 else 1 if holder == side else -1

    def _counted(self, which: NDArray[np.bool_], size: int) -> NDArray[np.int64]:
        return np.bincount(self.at[which], minlength=size)


class Observer:
    """Makes the observations of a battle."""

    def __init__(self, told: Told, seats: Sequence[str]) -> None:
        self.told = told
        self.seats = seats
        self.turns = turns_of(told.battle)
        self.first_turn = int(told.battle.scenario.get("turns", {}).get("first", 1))
        corner = told.corner
        self.lines = np.array([line - corner[0] for line, _ in told.places], dtype=np.int64)
        self.spots = np.array([place - corner[1] for _, place in told.places], dtype=np.int64)
        self.level = np.array(told.board.level, dtype=np.float32) / told.levels
        self._row = {id: row for row, id in enumerate(told.ids)}
        self._kind = {kind: len(NUMBERS) + n for n, kind in enumerate(told.kinds)}
        self._ground = np.array([told.terrains.index(t) for t in told.board.terrain], dtype=np.int64)
        self._still = self._planes_that_stay()
        self._arms = np.array([[arm == a for a in told.arms] for arm in told.arms_of], dtype=np.float32)

    def row(self, unit: str) -> int:
        """The row of a unit; -1 where it is none."""
        return self._row.get(unit, -1)

    def field(self, game: Game, seat: str) -> tuple[Field, Facts]:
        """Who stands where, and what the seat may know in numbers."""
        facts = game.rulebook.facts(game.state, seat)
        return Field(self.told, game, self.seats.index(seat), facts), facts

    def observation(self, game: Game, seat: str, field: Field, facts: Facts, count: int) -> dict[str, Floats]:
        """The three arrays.

        Args:
            count: how many answers the seat is offered.
        """
        ask = next((a for a in asks(game.state) if a.seat == seat), None)
        about = {row for name in (ask.about if ask else ()) if (row := self.row(name)) >= 0}
        offered = _hexes(ask) if ask else []
        return {
            "planes": self._planes(field, about, offered),
            "units": self._units(field, facts, about),
            "vector": self._vector(game, seat, ask, facts, count),
        }

    def _planes_that_stay(self) -> Floats:
        told = self.told
        planes = np.zeros((len(told.planes), *told.shape), dtype=np.float32)
        planes[0, self.lines, self.spots] = 1
        planes[1, self.lines, self.spots] = self.level
        planes[len(PLANES) + self._ground, self.lines, self.spots] = 1
        return planes

    def _planes(self, field: Field, about: set[int], offered: Sequence[int]) -> Floats:
        planes = self._still.copy()
        here = (self.lines, self.spots)
        rows = (field.friends, field.enemies, field.friendly, field.hostile, field.counts, field.held)
        for n, row in enumerate(rows, start=2):
            planes[n][here] = row
        for unit in sorted(about):
            if field.on[unit]:
                planes[8, self.lines[field.at[unit]], self.spots[field.at[unit]]] += 1
        planes[9, self.lines[offered], self.spots[offered]] = 1
        return planes

    def _units(self, field: Field, facts: Facts, about: set[int]) -> Floats:
        told = self.told
        table = np.zeros((len(told.ids), len(told.units)), dtype=np.float32)
        on, at = field.on, field.at
        table[:, 0] = field.own
        table[:, 1] = on
        table[:, 2] = np.where(on, self.lines[at], -1)
        table[:, 3] = np.where(on, self.spots[at], -1)
        table[:, 4] = np.where(on, 0, at)
        table[list(about), 5] = 1
        first = len(UNITS)
        table[:, first : first + len(told.arms)] = self._arms.reshape(len(told.ids), -1)
        first += len(told.arms)
        fields = told.fields
        table[:, first : first + len(fields)] = [[getattr(unit, name) for name in fields] for unit in field.units]
        first += len(fields)
        for n, name in enumerate(told.marks, start=first):
            for id, number in facts.units[name].items():
                if (row := self.row(id)) >= 0:
                    table[row, n] = number
        return table

    def _vector(self, game: Game, seat: str, ask: Ask | None, facts: Facts, count: int) -> Floats:
        told, turn = self.told, getattr(game.state, "turn", 0)
        vector = np.zeros(len(told.numbers), dtype=np.float32)
        last = self.first_turn + self.turns - 1
        vector[:5] = seat == self.seats[0], ask is not None, turn, max(0, last - turn), count
        if ask is not None:
            vector[5] = ask.optional
            vector[self._kind.get(ask.kind, 6)] = 1
        vector[len(NUMBERS) + len(told.kinds) :] = [facts.numbers[name] for name in told.facts]
        return vector


def _hexes(ask: Ask) -> list[int]:
    """The hexes that answers concern."""
    return sorted({hex for value in ask.options if (hex := getattr(value, "hex", -1)) >= 0})
