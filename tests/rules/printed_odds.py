"""Odds worked out from the printed charts alone: csv files, fractions, and the words of chapters 12, 14 and 15.

Imports nothing of vedette: it is the other side of the scales.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

CHARTS = Path(__file__).parents[2] / "src/vedette/battles/kernstown/charts"
SIX = Fraction(1, 6)
Words = tuple[str, ...]
Cells = Mapping[tuple[str, str], str]


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a chart."""
    with (CHARTS / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def covers(name: str, number: int) -> bool:
    """Whether 6-7, 23+, C or 4 holds a number; C holds what is less than one."""
    if name in ("-", "C"):
        return name == "C" and number < 1
    low, _, high = name.rstrip("+").partition("-")
    return number >= int(low) and (name.endswith("+") or number <= int(high or low))


def columns() -> list[str]:
    """The columns of the Combat Results Table."""
    return [name for name in rows("crt")[0] if name not in ("roll", "source")]


def column(points: float, shift: int) -> str:
    """The column of so many points, shifted."""
    names = columns()
    at = next(i for i, name in enumerate(names) if covers(name, int(points)))
    return names[max(0, min(at + shift, len(names) - 1))]


def severities(name: str, rating: int, changed: Cells | None = None) -> dict[str, Fraction]:
    """How often a rating is asked for each test in a column; "" for none. `changed`: cells by (row, column)."""
    found: Counter[str] = Counter()
    for row in rows("crt"):
        low, _, high = row["roll"].partition("-")
        cell = (changed or {}).get((row["roll"], name), row[name])
        boxes = zip(("severe", "tough", "routine"), cell.split("|"), strict=True)
        test = next((word for word, box in boxes if covers(box, rating)), "")
        found[test] += int(high) - int(low) + 1
    return {test: Fraction(n, 36) for test, n in found.items()}


@dataclass(frozen=True)
class Man:
    """A unit under fire: sides as (strength, rating), what it has suffered, and what the results will say of it."""

    sides: tuple[tuple[int, int], tuple[int, int]]
    supported: bool
    worn: bool = False
    hits: int = 0
    box: int = 0
    away: bool = False
    """It has left its hex."""
    notes: Words = ()

    @property
    def strength(self) -> int:
        """Modified strength."""
        return max(0, self.sides[self.worn][0] - self.hits)

    @property
    def rating(self) -> int:
        """Modified rating."""
        return max(0, self.sides[self.worn][1] - self.hits - (not self.supported))

    def words(self, before: Man) -> Words:
        """What the odds say of it."""
        if self.box:
            return (f"box {self.box}", *(n for n in self.notes if n.startswith("panic") or n == "close fight"))
        found = ["depleted"] if self.worn and not before.worn else []
        if self.hits != before.hits:
            found.append(("", "shaken", "disrupted")[self.hits])
        return (*found, *self.notes)


Chances = dict[Man, Fraction]


def then(chances: Chances, step: Callable[[Man], Chances]) -> Chances:
    """Each possibility taken one step further."""
    found: Chances = {}
    for man, p in chances.items():
        for after, q in step(man).items():
            found[after] = found.get(after, Fraction(0)) + p * q
    return found


def break_test(man: Man) -> Chances:
    """One die against the rating."""
    found: Chances = {}
    for die in range(1, 7):
        over = die - man.rating
        after = replace(man, box=min(3, over)) if over > 0 else replace(man, hits=min(2, man.hits + 1))
        found[after] = found.get(after, Fraction(0)) + SIX
    return found


def hit(man: Man) -> Chances:
    """One Morale Hit."""
    return break_test(man) if man.hits == 2 else {replace(man, hits=man.hits + 1): Fraction(1)}


def deplete(man: Man) -> Chances:
    """One Depletion."""
    return break_test(man) if man.worn else {replace(man, worn=True): Fraction(1)}


def suffer(man: Man, code: str) -> Chances:
    """One result on a unit: D, M, 2M, B, a retreat, or the note of a Panic."""
    if code[0] == "P":
        return {replace(man, notes=(*man.notes, f"panic {code[1:]}")): Fraction(1)}
    if man.box or man.away:
        return {man: Fraction(1)}
    if code in ("D", "D2", "D all", "AD"):
        return deplete(man)
    if code == "B":
        return break_test(man)
    if code in ("M", "AM"):
        return hit(man)
    if code == "2M":
        if man.hits == 0:
            return {replace(man, hits=2): Fraction(1)}
        return then(hit(man), lambda m: {m: Fraction(1)} if m.box else hit(m))
    hexes = code.lstrip("RA")
    return {replace(man, away=True, notes=(*man.notes, f"retreat {hexes}")): Fraction(1)}


def test_dice(name: str, test: str) -> Iterator[tuple[list[str], Fraction]]:
    """Every pair of rows of a cohesion test, as one list of codes from left to right, and its chance."""
    table = {int(row["die"]): row for row in rows(name) if row["test"] == test}
    for coloured in range(1, 7):
        for white in range(1, 7):
            codes = [table[coloured]["depletion"], *table[white]["skedaddle"].split()]
            yield [code for code in codes if code != "-"], SIX * SIX


def fire(man: Man, name: str, changed: Cells | None = None) -> Chances:
    """A fire at one unit alone in its hex, in a column."""
    if man.box or man.away:
        return {man: Fraction(1)}
    found: Chances = {}
    for test, p in severities(name, man.rating, changed).items():
        dice = test_dice("fire_cohesion", test) if test else [([], Fraction(1))]
        for codes, q in dice:
            chances: Chances = {man: Fraction(1)}
            for code in codes:
                chances = then(chances, lambda m, code=code: suffer(m, code))  # type: ignore[misc]
            for after, r in chances.items():
                found[after] = found.get(after, Fraction(0)) + p * q * r
    return found


def assault(mine: Man, theirs: Man, total: int, name: str) -> dict[tuple[Man, Man], Fraction]:
    """A close combat of the attacker who takes all that falls on attackers against one defender."""
    found: dict[tuple[Man, Man], Fraction] = {}
    for test, p in severities(name, theirs.rating).items():
        fought = theirs if test else replace(theirs, notes=("close fight",))
        for codes, q in test_dice("close_cohesion", test or "close fight"):
            pairs = {(mine, fought): Fraction(1)}
            for code in _spelt(codes, total, theirs.strength):
                pairs = _both(pairs, code)
            for pair, r in pairs.items():
                found[pair] = found.get(pair, Fraction(0)) + p * q * r
    return found


def _spelt(codes: list[str], attackers: int, defenders: int) -> list[str]:
    """BD* taken apart: a side three times as strong as the other is spared."""
    both = ["D"] if attackers >= 3 * defenders else ["AD"] if defenders >= 3 * attackers else ["D", "AD"]
    return [part for code in codes for part in (both if code == "BD*" else [code])]


def _both(pairs: dict[tuple[Man, Man], Fraction], code: str) -> dict[tuple[Man, Man], Fraction]:
    found: dict[tuple[Man, Man], Fraction] = {}
    for (mine, theirs), p in pairs.items():
        if code in ("AD", "AM") or code.startswith("AR"):
            after = {(m, theirs): q for m, q in suffer(mine, code).items()}
        else:
            after = {(mine, t): q for t, q in suffer(theirs, code).items()}
        for pair, q in after.items():
            found[pair] = found.get(pair, Fraction(0)) + p * q
    return found
