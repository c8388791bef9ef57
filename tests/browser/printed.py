"""A made-up sheet of printed values, and somebody who types it in by keyboard alone and counts the keys."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page

from vedette.packs.find import folder
from vedette.packs.reader import Pack, read_pack

COUNTERS, CHITS = 60, 14
CHARTS = ("artillery_stacking", "close_cohesion", "command_ratings", "fire_cohesion", "fog_of_war", "general_casualty",
          "terrain", "weapon_ranges")  # fmt: skip
SAME = 0.4
"""How much of the sheet is as the program has it."""
SECONDS = 0.25
"""What a key takes whoever reads a sheet beside the page."""
PLACES = ("fresh_sp", "weapon", "fresh_cr", "worn_sp", "worn_cr", "dismounted_sp", "dismounted_weapon", "dismounted_cr",
          "dismounted_worn_sp", "dismounted_worn_cr")  # fmt: skip
NOT_TYPED = ("id", "name", "side", "division", "brigade", "arm", "men_or_guns", "source", "note")
NUMBERS = {"sp": ["C", *map(str, range(1, 13))], "cr": [*"0123456"]}
FIXED = {"terrain": ("on_board", "kind", "los"), "command_ratings": ("kind",)}
"""Columns that no other value suits but their own."""
CELLS = {
    "stacking_points": None, "infantry": ["1", "2", "+1", "+2", "1.5"], "cavalry": ["1", "2", "+1", "+2"],
    "artillery": ["2", "3", "+2", "all 6"], "fire_shift": ["-2", "-1", "0"], "close_shift": ["-3", "-1", "0"],
    "rating": [*"123456"], "raised": [*"23456"], "casualty_rating": [*"23456"],
}  # fmt: skip
BANDS = ("C", "1", "2", "3", "4", "5-6", "7-9", "10-13", "14-17", "18-21", "22+")
ROLLS = ("11-12", "13-14", "15-16", "21-22", "23-24", "25-26", "31-32", "33-34", "35-36", "41-42", "43-44", "45-46",
         "51-52", "53-54", "55-56", "61-62", "63-64", "65-66")  # fmt: skip
BOXES = ("- - -", "- - 0", "- - 0-1", "- 0 1-2", "- 0-1 2-3", "0 1-3 4-5", "0-1 2-4 5-6", "0-4 5-6 -")
WORDS = ("the owner names one of his brigades", "before the dice", "its units move two hexes more", "no unit may fire",
         "the shift is one column left", "at the end of the turn", "in one hex", "once in a turn")  # fmt: skip
Row = dict[str, str | None]
"""Column -> what is printed; None where it is as the program has it."""


@dataclass
class PrintedSheet:
    """What stands on the owner's counters, cards and chits, in the order in which he reads them."""

    counters: dict[str, Row] = field(default_factory=dict)
    charts: dict[str, dict[str, Row]] = field(default_factory=dict)
    chits: dict[str, Row] = field(default_factory=dict)
    crt: list[list[str]] = field(default_factory=list)
    """A chart of another shape: its heads, then its rows, the boxes parted by spaces."""

    def cells(self) -> dict[tuple[str, str, str], str | None]:
        """All of it but the chart of another shape: table, row, column -> what is printed."""
        tables = {"counters": self.counters, **self.charts, "chits": self.chits}
        return {(t, row, c): v for t, rows in tables.items() for row, cells in rows.items() for c, v in cells.items()}


def made_up(seed: int) -> PrintedSheet:
    """A sheet for Kernstown by lot."""
    pack, lots, sheet = read_pack(folder("kernstown")), random.Random(seed), PrintedSheet()
    for row in pack.tables["counters.csv"].rows[:COUNTERS]:
        given = {c: v for c, v in row.values.items() if v and c not in NOT_TYPED}
        same = lots.random() < SAME
        sheet.counters[row["id"]] = {
            c: None if same or c not in PLACES else _number(c, v, lots) for c, v in given.items()
        }
    for name in CHARTS:
        sheet.charts[name] = _chart(pack, name, lots)
    for row in pack.tables["chits.csv"].rows[:CHITS]:
        text = ", ".join(lots.sample(WORDS, 3)).capitalize() + "."
        new: Row = {"copies": lots.choice("123"), "window": row["window"] if lots.random() < SAME else "turn-end",
                    "effect": text, "duration": lots.choice(("at once", "that turn")), "rule": None}  # fmt: skip
        sheet.chits[f"{row['chit']} {row['side']}"] = {
            c: None if v == row.get(c) or lots.random() < SAME / 2 else v for c, v in new.items()
        }
    levels = range(len(BOXES))
    sheet.crt = [["roll", *BANDS]]
    for n, roll in enumerate(ROLLS):
        steps = [min(levels[-1], (n // 3 + k // 2 + lots.randrange(2)) // 2) for k in range(len(BANDS))]
        sheet.crt.append([roll, *(BOXES[step] for step in steps)])
    return sheet


def _number(column: str, value: str, lots: random.Random) -> str:
    return lots.choice(NUMBERS.get(column.rpartition("_")[2], [value]))


def _chart(pack: Pack, name: str, lots: random.Random) -> dict[str, Row]:
    """The cells of a chart: the same, others that may stand there, nothing where the card has nothing."""
    path = f"charts/{name}.csv"
    table, found = pack.tables[path], {}
    key = pack.meta.overlay.key(path, table)
    for row in table.rows:
        cells: Row = {}
        for column in (c for c in table.columns if c not in (*key, "source")):
            values = CELLS.get(column) or sorted({r[column] for r in table.rows if _near(name, r.values, row.values)})
            if column == "stacking_points":
                values = [row["gun_sp"], f"{int(row['gun_sp']) / 2:g}"]
            keep = column in FIXED.get(name, ()) or not row[column] or row[column] == "always" or lots.random() < SAME
            value = row[column] if keep else lots.choice([*values])
            cells[column] = None if value == row[column] else value
        found[" ".join(row.key(key))] = cells
    return found


def _near(name: str, one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether a row may have the value of another: a general falls on his own side, a weapon keeps its arm."""
    columns: Sequence[str] = {"general_casualty": ("game", "side"), "weapon_ranges": ("arm",)}.get(name, ())
    return all(one[c] == other[c] for c in columns)


class Typist:
    """Somebody at the keyboard alone, who counts what he presses."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = 0
        self.parts: dict[str, int] = {}
        """Keys by what was done."""
        self.waited = 0.0
        """Seconds in which nothing could be typed: the page was drawn, or the machine read."""

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """What is waited for here holds up the typist."""
        since = time.monotonic()
        yield
        self.waited += time.monotonic() - since

    def press(self, key: str, times: int = 1) -> None:
        """A key, or several at once such as Control+Enter, so many times."""
        for _ in range(times):
            self.page.keyboard.press(key)
            self.keys += key.count("+") + 1 if len(key) > 1 else 1

    def type(self, text: str) -> None:
        """A text, letter by letter."""
        self.page.keyboard.type(text)
        self.keys += len(text)

    def to(self, there: Locator, key: str = "Tab", most: int = 200) -> None:
        """The same key until something has the focus."""
        with self.waiting():
            there.wait_for()
        for _ in range(most + 1):
            if there.evaluate("one => one === document.activeElement"):
                return
            self.press(key)
        raise AssertionError(f"{there} is not reached by {most} times {key}")

    def part(self, name: str) -> None:
        """What was pressed since the last part is put down to one."""
        self.parts[name] = self.keys - sum(self.parts.values())
