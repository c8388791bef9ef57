"""The charts of the book as the rules read them: fire, range, melee, rout, demoralization, the ground."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from vedette.board import Board
from vedette.engine.cites import cites
from vedette.rules.common.setting import ChartError

POINT = 4
"""Parts of a movement point in which all costs are counted, so that halves and three quarters are whole numbers."""
Row = Mapping[str, str]


class FireResult(msgspec.Struct, frozen=True):
    """One cell of the fire table (SW 10.9)."""

    losses: int = 0
    pin: bool = False
    starred: bool = False
    """From artillery at foot the loss is a pin instead (SW-10.73-1)."""

    @property
    def words(self) -> str:
        """As the chart has it."""
        return "PIN" if self.pin else f"{self.losses}{'*' if self.starred else ''}" if self.losses else "-"


class FireTable(msgspec.Struct, frozen=True):
    """Columns by strength, the weakest first, and a result for each die."""

    names: tuple[str, ...]
    lows: tuple[int, ...]
    """The least strength of each column; that of "<1" is 0."""
    cells: tuple[tuple[FireResult, ...], ...]
    """[column][die - 1]."""

    @cites("SW-10.47-4")
    def column(self, strength: Fraction) -> int:
        """The column of a total strength: fractions count for the column below; the last has no end."""
        return max(i for i, low in enumerate(self.lows) if strength >= low)

    def shifted(self, column: int, by: int) -> int:
        """Another column, never off the table (SW-10.47-3)."""
        return min(max(column + by, 0), len(self.names) - 1)


def fire_table(rows: Iterable[Row]) -> FireTable:
    """The fire table from its rows, one a die."""
    found = sorted(rows, key=lambda r: int(r["die"]))
    names = tuple(sorted((name for name in found[0] if name not in ("die", "source")), key=_low))
    lows = tuple(_low(name) for name in names)
    return FireTable(names, lows, tuple(tuple(_fire(row[name]) for row in found) for name in names))


def _low(name: str) -> int:
    """The least strength of a column such as <1, 3-5 or 15+."""
    return 0 if name.startswith("<") else int(name.rstrip("+").partition("-")[0])


def _fire(cell: str) -> FireResult:
    if cell == "-":
        return FireResult()
    if cell == "PIN":
        return FireResult(pin=True)
    return FireResult(int(cell.rstrip("*")), starred=cell.endswith("*"))


def range_table(rows: Iterable[Row]) -> dict[str, tuple[tuple[int, int, Fraction], ...]]:
    """Weapon -> (first hex, last hex, what the strength is multiplied by), nearest first (SW 10.26)."""
    found: dict[str, list[tuple[int, int, Fraction]]] = {}
    for row in rows:
        found.setdefault(row["weapon"], []).append((int(row["from"]), int(row["to"]), Fraction(row["multiplier"])))
    return {weapon: tuple(sorted(bands)) for weapon, bands in found.items()}


class Hurt(msgspec.Struct, frozen=True):
    """What a melee does to one side (SW 13.8)."""

    killed: int = 0
    captured: int = 0
    retreat: int = 0


class MeleeResult(msgspec.Struct, frozen=True):
    """One cell of the melee table (SW 13.88)."""

    attacker: Hurt
    defender: Hurt
    engaged: bool
    words: str


class MeleeTable(msgspec.Struct, frozen=True):
    """Columns by difference, and a result for each die."""

    lowest: int
    cells: tuple[tuple[MeleeResult, ...], ...]
    """[column][die - 1]."""

    @cites("SW-13.5-3")
    def column(self, difference: int) -> int:
        """The column of a difference; beyond either end that end's (SW-13.5)."""
        return min(max(difference - self.lowest, 0), len(self.cells) - 1)

    @property
    def names(self) -> list[str]:
        """The headings of all columns."""
        return [self.name(column) for column in range(len(self.cells))]

    def name(self, column: int) -> str:
        """The heading of a column, such as +2."""
        n = column + self.lowest
        return f"{n:+d}" if n else "0"


def melee_table(rows: Iterable[Row]) -> MeleeTable:
    """The melee table from its rows, one a die."""
    found = sorted(rows, key=lambda r: int(r["die"]))
    names = sorted((name for name in found[0] if name not in ("die", "source")), key=int)
    return MeleeTable(int(names[0]), tuple(tuple(_melee(row[name]) for row in found) for name in names))


def _melee(cell: str) -> MeleeResult:
    left, _, right = cell.partition(" / ")
    return MeleeResult(_hurt(left), _hurt(right), "Eng" in cell, cell)


def _hurt(words: str) -> Hurt:
    def number(letter: str) -> int:
        return sum(int(w[1:] or 1) for w in words.split() if re.fullmatch(rf"{letter}\d?", w))

    return Hurt(number("K"), number("C"), number("R"))


def rout_table(rows: Iterable[Row]) -> dict[str, tuple[str, ...]]:
    """Morale letter -> what happens at each modified die from the lowest row on (SW 14.26)."""
    found = sorted(rows, key=lambda r: int(r["die"]))
    return {letter: tuple(row[letter] for row in found) for letter in "ABCDE"}


class Ground(msgspec.Struct, frozen=True):
    """One row of the terrain chart: costs in quarters of a point, or a word."""

    name: str
    kind: str
    costs: Mapping[str, int | str]
    """By kind of mover: line, column, mounted, wheels. "all", "no", "road" and "" as in the chart."""
    fire: int
    """Columns at fire; left negative."""
    melee: int
    """Points for the defender when all attackers come across."""
    blocks: bool


MOVERS = ("line", "column", "mounted", "wheels")


def grounds(rows: Iterable[Row]) -> dict[str, Ground]:
    """The terrain chart by the words of the board."""
    found = {}
    for row in rows:
        costs = {mover: _cost(row[mover]) for mover in MOVERS}
        blocks = row["blocks_sight"] == "yes"
        own = Ground(row["terrain"], row["kind"], costs, int(row["fire"] or 0), int(row["melee"] or 0), blocks)
        found.update(dict.fromkeys(row["on_board"].split(";"), own))
    return found


def _cost(cell: str) -> int | str:
    if re.fullmatch(r"\+?\d+(\.\d+)?", cell):
        return int(Fraction(cell.lstrip("+")) * POINT)
    return cell


def check_board(rows: Mapping[str, Ground], board: Board) -> None:
    """Everything on the board has its row."""
    met = {*board.terrain, *board.road.values(), *(word for words in board.crossing.values() for word in words)}
    for word in sorted(met):
        if word not in rows:
            raise ChartError(f"charts/terrain.csv: {word} is on the board and has no row; write one")
