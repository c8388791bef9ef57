"""The printed charts, compiled from pack rows into tables that are quick to read (KT 4.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from vedette.engine.cites import cites
from vedette.rules.common.setting import ChartError

Row = Mapping[str, str]

DIE = (1, 2, 3, 4, 5, 6)
DICE = tuple(10 * a + b for a in DIE for b in DIE)
"""Two dice, coloured then white: 11 to 66."""

SP = 64
"""Strength is counted in sixty-fourths, so that every halving and quartering stays whole (KT-4.8-1)."""

SEVERITIES = ("severe", "tough", "routine")

HIGHEST = 9
"""The highest Cohesion Rating that can come up; one above those of the boxes of the Combat Results Table is in none."""


@cites("KT-4.1-SP-3")
def strength(text: str, where: str) -> int:
    """Printed strength in sixty-fourths; C is a cadre of one half."""
    if text == "C":
        return SP // 2
    if not (text.isascii() and text.isdecimal()):
        raise ChartError(f"{where}: strength {text!r} is neither a number nor C")
    return int(text) * SP


def sp_words(points: int) -> str:
    """Strength as printed: C for a cadre, else a number."""
    return "C" if points == SP // 2 else f"{points / SP:g}"


def span(text: str, where: str) -> range:
    """ "3" or "1-3" as a range of whole numbers; empty for a dash."""
    if text == "-":
        return range(0)
    low, _, high = text.partition("-")
    try:
        return range(int(low), int(high or low) + 1)
    except ValueError:
        raise ChartError(f"{where}: {text!r} is no number, range or dash") from None


class Crt(msgspec.Struct, frozen=True):
    """The Combat Results Table: columns by strength, rows by roll, boxes by Cohesion Rating (KT 12.3)."""

    columns: tuple[str, ...]
    column_of: tuple[int, ...]
    """Column of 1, 2, 3 ... whole strength points; the last entry serves all above, column C all below."""
    cells: tuple[Mapping[int, tuple[str, ...]], ...]
    """Column -> roll -> test for each rating from 0 on ("" for none)."""

    @cites("KT-12.3-1", "KT-4.8-2", "KT-4.8-3")
    def column(self, total: int) -> int:
        """The column of a total in sixty-fourths. Its fraction is dropped, but a half is C."""
        if total < SP:
            return 0
        return self.column_of[min(total // SP, len(self.column_of)) - 1]

    @classmethod
    def read(cls, rows: Iterable[Row]) -> Crt:
        """Compile the rows of crt.csv."""
        table = list(rows)
        columns = tuple(c for c in table[0] if c not in ("roll", "source"))
        if columns[0] != "C" or not columns[-1].endswith("+"):
            raise ChartError("charts/crt.csv: columns must run from C to an open one such as 23+")
        column_of: list[int] = []
        for i, name in enumerate(columns[1:], 1):
            last = int(name[:-1]) if name.endswith("+") else span(name, "charts/crt.csv").stop - 1
            first = int(name.rstrip("+").partition("-")[0])
            if first != len(column_of) + 1:
                raise ChartError(f"charts/crt.csv: column {name} should begin with {len(column_of) + 1}")
            column_of += [i] * (last - first + 1)
        cells: list[dict[int, tuple[str, ...]]] = [{} for _ in columns]
        for row in table:
            for roll in span(row["roll"], "charts/crt.csv"):
                for i, name in enumerate(columns):
                    cells[i][roll] = _boxes(row[name], f"charts/crt.csv, row {row['roll']}, column {name}")
        return cls(columns, tuple(column_of), tuple(cells))


def _boxes(cell: str, where: str) -> tuple[str, ...]:
    parts = cell.split("|")
    if len(parts) != 3:
        raise ChartError(f"{where}: {cell!r} must have three boxes: severe|tough|routine")
    out = [""] * (HIGHEST + 1)
    for severity, box in zip(SEVERITIES, parts, strict=True):
        for rating in span(box, where):
            if out[rating]:
                raise ChartError(f"{where}: rating {rating} stands in two boxes")
            out[rating] = severity
    return tuple(out)


class CohesionRow(msgspec.Struct, frozen=True):
    """One row of a cohesion test table (KT 15.1, 15.2)."""

    depletion: str
    skedaddle: tuple[str, ...]


DEPLETION_CODES = frozenset({"-", "D", "D2", "D all", "AD", "BD*"})
SKEDADDLE_KINDS = frozenset({"-", "M", "2M", "B", "R", "P", "AM", "AR", "RA"})


def read_cohesion(rows: Iterable[Row], name: str) -> dict[tuple[str, int], CohesionRow]:
    """Compile fire_cohesion.csv or close_cohesion.csv: (test, die) -> its row."""
    out = {}
    for row in rows:
        where = f"charts/{name}.csv, {row['test']} {row['die']}"
        codes = tuple(row["skedaddle"].split())
        if row["depletion"] not in DEPLETION_CODES:
            raise ChartError(f"{where}: {row['depletion']!r} is no depletion result")
        for code in codes:
            if code != "2M" and code.rstrip("0123456789") not in SKEDADDLE_KINDS:
                raise ChartError(f"{where}: {code!r} is no skedaddle result")
        out[row["test"], int(row["die"])] = CohesionRow(row["depletion"], () if codes == ("-",) else codes)
    return out


class WeaponRange(msgspec.Struct, frozen=True):
    """The last hex of each range class; 0 where there is none (KT-12.1c-1)."""

    canister: int
    effective: int
    long: int
    extreme: int
    farthest: int
    """The last hex that can be fired at."""


def read_ranges(rows: Iterable[Row]) -> dict[tuple[str, str], WeaponRange]:
    """Compile weapon_ranges.csv: (infantry or artillery, weapon) -> ranges."""
    classes = ("canister", "effective", "long", "extreme")
    found = {}
    for row in rows:
        canister, effective, long, extreme = (int(row[name] or 0) for name in classes)
        farthest = max(effective, long, extreme)
        found[row["arm"], row["weapon"]] = WeaponRange(canister, effective, long, extreme, farthest)
    return found


class Cost(msgspec.Struct, frozen=True):
    """A movement cost in half points, or the whole allowance, or none at all."""

    half: int = 0
    whole_allowance: bool = False
    barred: bool = False

    @classmethod
    def read(cls, text: str, where: str) -> Cost:
        """ "1", "+2", "0.5", "all 6", "no"."""
        if text == "no":
            return cls(barred=True)
        if text.startswith("all"):
            return cls(whole_allowance=True)
        try:
            return cls(int(float(text) * 2))
        except ValueError:
            raise ChartError(f"{where}: {text!r} is no movement cost; write one such as 1, +2, all 6 or no") from None


class TerrainChart(msgspec.Struct, frozen=True):
    """The Terrain Effects Chart (KT 13.3): costs by arm, shifts by terrain."""

    cost: Mapping[str, Mapping[str, Cost]]
    """Terrain, hexside word or road kind -> arm -> cost. Roads give the rate outside March Column."""
    march: Mapping[str, Mapping[str, Cost]]
    """Road kind -> arm -> cost in March Column; kinds without that rate are missing."""
    fire_shift: Mapping[str, int]
    close_shift: Mapping[str, int]

    @classmethod
    def read(cls, rows: Iterable[Row]) -> TerrainChart:
        cost: dict[str, dict[str, Cost]] = {}
        march: dict[str, dict[str, Cost]] = {}
        fire, close = {}, {}
        for row in rows:
            where = f"charts/terrain.csv, {row['terrain']}"
            for name in _names(row):
                fire[name], close[name] = int(row["fire_shift"]), int(row["close_shift"])
                for arm in ("infantry", "cavalry", "artillery"):
                    plain, _, column = row[arm].partition(";")
                    if row["kind"] == "road" and not plain.strip().lstrip("+")[:1].isdigit():
                        raise ChartError(f"{where}, {arm}: {plain!r} on a road: write a cost such as 1 or 0.5")
                    cost.setdefault(name, {})[arm] = Cost.read(plain.strip(), where)
                    fast = column.strip().removesuffix("maneuver").strip()
                    if row["kind"] == "road" and (fast or float(plain) < 1):
                        march.setdefault(name, {})[arm] = Cost.read(fast or plain.strip(), where)
        return cls(cost, march, fire, close)


def _names(row: Row) -> list[str]:
    """The words by which the board knows a row: hexsides by direction, the rest as on the board."""
    if row["kind"] == "hexside":
        return [row["terrain"]]
    return row["on_board"].split(";")


def read_stacking(rows: Iterable[Row]) -> dict[int, int]:
    """Compile artillery_stacking.csv: gun SP -> stacking points in sixty-fourths (KT-6.1a-1)."""
    return {int(r["gun_sp"]) * SP: int(float(r["stacking_points"]) * SP) for r in rows}


def read_break_test(rows: Iterable[Row]) -> tuple[int, ...]:
    """Compile break_test.csv: how far the die is above the rating (0 to 3 or more) -> box, 0 for Shaken (KT 15.7)."""
    found: dict[str, int] = {}
    for row in rows:
        box = row["result"].partition("Broken Box ")[2][:1]
        if box not in ("1", "2", "3") and not row["result"].startswith("Shaken"):
            place = f"charts/break_test.csv, {row['die_minus_cr']}"
            raise ChartError(f"{place}: {row['result']!r} is no result: begin with Shaken or Broken Box 1 to 3")
        found[row["die_minus_cr"]] = int(box) if box else 0
    try:
        return found["<=0"], found["1"], found["2"], found["3+"]
    except KeyError as missing:
        raise ChartError(f"charts/break_test.csv: row {missing} is missing") from None
