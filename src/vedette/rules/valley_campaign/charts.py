"""The charts of the book as the rules read them: the odds table, the hits of a bombardment, the ground."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from vedette.board import Board
from vedette.engine.cites import cites
from vedette.rules.common.setting import ChartError

COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
"""The columns of the odds table (JV 6.2)."""
LOWEST, EVEN, HIGHEST = 0, COLUMNS.index("1:1"), len(COLUMNS) - 1
BUILDING = "building"
"""The feature of a hex that has a row of its own (JV-4.12-4)."""
FARTHEST = 4
"""Hexes that a bombardment reaches (JV-7.2-1)."""
CODE = re.compile(r"(?:([ABD])L([12]))?(?:([AD])R)?(-)?(\*)?")
Row = Mapping[str, str]


class Outcome(msgspec.Struct, frozen=True):
    """One cell of the odds table."""

    code: str
    attacker_steps: int
    """In all, from the attacking units together (JV-6.2-AL1)."""
    defender_steps: int
    attacker_retreats: bool
    defender_retreats: bool
    demoralizes: bool
    """Who falls back is demoralized as well (JV-6.3-1)."""

    @property
    def case(self) -> str:
        """The case of the code."""
        return f"JV-6.2-{'none' if self.code == '-' else self.code}"


class Hit(msgspec.Struct, frozen=True):
    """One row of the table of hits (JV 7.7)."""

    name: str
    retreat: int
    demoralizes: bool
    steps: int
    kills_leader: bool


ARMS = ("infantry", "cavalry", "artillery", "leader")


class Ground(msgspec.Struct, frozen=True):
    """One row of the chart of the ground."""

    word: str
    kind: str
    """hex, hexside or road."""
    level: int
    """Of the hexes that the row is about by their height; 0 of any other row."""
    points: Mapping[str, int | None]
    """Movement points by arm; None where it does not pass."""
    adds: bool
    """Whether they come on top of those of the hex."""
    shift: int
    """Columns of an attack into it or over it, left negative."""
    blocks: bool
    """Whether it blocks sight from hex to hex."""
    roll: int
    """What it adds to the die of a bombardment."""


def outcome(code: str, where: str) -> Outcome:
    """A result of the odds table by its code; the marks of leaders follow from the die and are not read here."""
    word = re.sub(r" *\((?:LC|KIA)\)", "", code).strip()
    found = CODE.fullmatch(word)
    if found is None or not word:
        raise ChartError(f"{where}: {code!r} is no result; write one such as AL1AR*, BL1, DR or -")
    who, steps, back, _, star = found.groups()
    lost = int(steps or 0)
    return Outcome(
        word.rstrip("*"),
        lost if who in ("A", "B") else 0,
        lost if who in ("D", "B") else 0,
        back == "A",
        back == "D",
        star is not None,
    )


@cites("JV-6.2-5")
def odds_table(rows: Iterable[Row]) -> dict[tuple[int, int], Outcome]:
    """(die, column) -> result: one die picks the row."""
    table: dict[tuple[int, int], Outcome] = {}
    for row in rows:
        die = int(row["die"])
        for column, name in enumerate(COLUMNS):
            if name not in row:
                raise ChartError(f"charts/crt.csv: it has no column {name}; it needs {', '.join(COLUMNS)}")
            table[die, column] = outcome(row[name], f"charts/crt.csv, die {die}, column {name}")
    if len(table) != 6 * len(COLUMNS):
        raise ChartError("charts/crt.csv: it needs one row for each die from 1 to 6")
    return table


def hit_table(rows: Iterable[Row]) -> dict[int, Hit]:
    """Die -> what a hit does."""
    table = {
        int(row["die"]): Hit(
            row["name"],
            int(row["retreat"]),
            row["demoralized"] == "1",
            int(row["steps"]),
            row["leader"] == "1",
        )
        for row in rows
    }
    if sorted(table) != [1, 2, 3, 4, 5, 6]:
        raise ChartError("charts/bombardment_hits.csv: it needs one row for each die from 1 to 6")
    return table


def _points(cell: str) -> int | None:
    return None if cell == "no" else int(cell)


CLOSED = {"river": ARMS, "creek": ("artillery",)}
"""The rows of whose hexside the rules themselves say that these arms do not cross it (JV 4.15)."""


def grounds(rows: Iterable[Row]) -> dict[str, Ground]:
    """Word -> what that ground costs, shifts, hides."""
    rows = tuple(rows)
    for row in rows:
        for arm in ARMS:
            closed = arm in CLOSED.get(row["terrain"], ())
            if closed != (row[arm] == "no"):
                where = f"charts/terrain.csv, {row['terrain']}, column {arm}"
                mend = "no: it is not crossed" if closed else "a number: who may pass is for the rules to say"
                raise ChartError(f"{where}: {row[arm]!r} cannot be; write {mend}")
    return {
        row["terrain"]: Ground(
            row["terrain"],
            row["kind"],
            int(row["level"] or 0),
            {arm: _points(row[arm]) for arm in ARMS},
            row["infantry"].startswith("+"),
            int(row["combat_shift"]),
            row["blocks_sight"] == "yes",
            int(row["bombardment"]),
        )
        for row in rows
    }


def check_board(ground: Mapping[str, Ground], board: Board) -> None:
    """Each level, terrain and hexside of a board has its row. Raises ChartError naming the first that has none."""
    heights = {row.level for row in ground.values()}
    found = {level: f"level {level} in hex {board.grid.names[board.level.index(level)]}" for level in board.level}
    missing = [words for level, words in sorted(found.items()) if level not in heights]
    used = {*board.terrain, *(word for words in board.crossing.values() for word in words)}
    used |= {BUILDING} if board.hexes_with(BUILDING) else set()
    if missing := [*missing, *sorted(used - ground.keys())]:
        raise ChartError(f"charts/terrain.csv: the map has {missing[0]}, the chart no row for it; add one")
