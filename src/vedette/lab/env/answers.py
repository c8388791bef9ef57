"""The answers of a decision: which there are, in either mode, and their features (named in told.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vedette.engine import Game
from vedette.engine.choice import Choice
from vedette.engine.procedure import Ask
from vedette.lab.env.observing import Field, Floats, Observer
from vedette.lab.env.told import ANSWERS


class Answer(NamedTuple):
    """One of the answers that are offered."""

    deed: str
    unit: str
    hex: int
    number: float
    usual: bool
    value: Any
    """As the rules offer it; None of a plan."""
    text: str
    """Of a plan, which is played by its text; empty else."""
    best: bool = False
    warned: bool = False


def single(ask: Ask) -> list[Answer]:
    """The answers that the rules offer, one by one, in their order."""
    return [_answer(value, value == ask.usual) for value in ask.options]


def _answer(value: Any, usual: bool) -> Answer:
    if not isinstance(value, Choice):
        return Answer("", "", -1, 0.0, usual, value, "")
    number = float(value.arg) if isinstance(value.arg, int | float) else 0.0
    return Answer(value.kind, value.unit, value.hex, number, usual, value, "")


def planned(game: Game, ask: Ask) -> list[Answer]:
    """The rulebook's plans and the answers that name neither a unit nor a hex; where it has no plans, single ones."""
    has = game.hexes.__contains__
    index = game.battle.board.grid.index
    found: dict[str, Answer] = {}
    for plan in game.plans(seat=ask.seat):
        at = plan["at"]
        hex = index(at) if at is not None and has(at) else -1
        unit = plan["units"][0] if plan["units"] else ""
        answer = Answer("", unit, hex, 0.0, False, None, plan["text"], plan["best"], plan["warning"] is not None)
        found.setdefault(plan["text"], answer)
    singles = single(ask)
    if not found:
        return singles
    return [*found.values(), *(answer for answer in singles if not answer.unit and answer.hex < 0)]


Offering = Callable[[Game, Ask], list[Answer]]
MODES: Mapping[str, Offering] = {"answers": lambda game, ask: single(ask), "plans": planned}


class Features:
    """Makes the features of the answers of a battle."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        told = observer.told
        self.grid = told.grid
        self.wide = len(told.answers)
        self._deed = {deed: len(ANSWERS) + n for n, deed in enumerate(told.deeds)}
        self._far: dict[int, NDArray[np.int64]] = {}

    def table(self, answers: Sequence[Answer], field: Field, most: int) -> Floats:
        """A row for each answer; rows beyond them are 0."""
        table = np.zeros((most, self.wide), dtype=np.float32)
        observer, many = self.observer, len(answers)
        if not many:
            return table
        rows = np.array([observer.row(a.unit) for a in answers], dtype=np.int64)
        hexes = np.array([a.hex for a in answers], dtype=np.int64)
        there = hexes >= 0
        begun = np.where((rows >= 0) & field.on[rows], field.at[rows], -1)
        part = table[:many]
        part[:, 0] = [bool(a.text) for a in answers]
        part[:, 1] = [a.best for a in answers]
        part[:, 2] = [a.warned for a in answers]
        part[:, 3] = [a.usual for a in answers]
        part[:, 4] = rows
        part[:, 5] = np.where(rows >= 0, field.strength[rows], 0)
        part[:, 6] = np.where(there, observer.lines[hexes], -1)
        part[:, 7] = np.where(there, observer.spots[hexes], -1)
        part[:, 8] = [a.number for a in answers]
        both = there & (begun >= 0)
        part[:, 9] = np.where(there, observer.level[hexes], 0)
        part[:, 10] = np.where(both, observer.level[hexes] - observer.level[begun], 0)
        part[:, 11] = np.where(there, field.enemies[hexes], 0)
        part[:, 12] = np.where(there, field.friends[hexes], 0)
        self._around(part, hexes, field)
        self._distances(part, hexes, begun, field)
        part[:, 19] = np.where(there, field.counts[hexes], 0)
        for n, answer in enumerate(answers):
            if (at := self._deed.get(answer.deed, -1)) >= 0:
                part[n, at] = 1
        return table

    def _around(self, part: Floats, hexes: NDArray[np.int64], field: Field) -> None:
        for n, hex in enumerate(hexes):
            if hex >= 0:
                near = list(self.grid.neighbours[hex])
                part[n, 13] = field.enemies[near].sum()
                part[n, 14] = field.friends[near].sum()

    def _distances(self, part: Floats, hexes: NDArray[np.int64], begun: NDArray[np.int64], field: Field) -> None:
        """How far hexes are from the enemy and from what counts, and how much nearer than where the unit stands."""
        aims = np.flatnonzero(field.enemies), np.flatnonzero((field.counts > 0) & (field.held <= 0))
        for column, aim in zip((15, 17), aims, strict=True):
            near = {hex: self._nearest(hex, aim) for hex in {*hexes.tolist(), *begun.tolist()}}
            for n, (hex, start) in enumerate(zip(hexes.tolist(), begun.tolist(), strict=True)):
                if hex >= 0:
                    part[n, column] = near[hex] / 10
                    part[n, column + 1] = (near[start] - near[hex]) / 10 if start >= 0 else 0

    def _nearest(self, hex: int, aims: NDArray[np.int64]) -> int:
        """Hexes to the nearest of some; 0 where there is none."""
        if hex < 0 or not len(aims):
            return 0
        far = self._far.get(hex)
        if far is None:
            distance = self.grid.distance
            far = self._far[hex] = np.array([distance(hex, other) for other in range(self.grid.size)])
        return int(far[aims].min())
