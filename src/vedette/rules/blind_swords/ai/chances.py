"""The charts as chances: how likely each cohesion test is on a column, and what it does on average."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vedette.rules.blind_swords.charts import HIGHEST, CohesionRow
from vedette.rules.blind_swords.setting import Setting

RATINGS = range(HIGHEST + 1)
CLOSE_FIGHT = "close fight"


class Tests(NamedTuple):
    """The chance of each cohesion test."""

    routine: float = 0.0
    tough: float = 0.0
    severe: float = 0.0

    @property
    def any(self) -> float:
        """The chance that there is one at all."""
        return self.routine + self.tough + self.severe


NO_TESTS = Tests()


class Effect(NamedTuple):
    """What a test does on average, or by the share of the 36 rolls that do it."""

    lead: float
    """Depletions of the Lead Unit."""
    second: float
    """Depletions of one other unit in the hex."""
    others: float
    """Depletions of every other unit in the hex."""
    hits: float
    breaks: float
    retreats: float
    """The chance that the Lead Unit falls back; in close combat all defenders."""
    hexes: float
    panics: float
    attacker: float = 0.0
    """Depletions of an attacker."""
    attacker_hits: float = 0.0
    attacker_retreats: float = 0.0


class Chances:
    """The tables of one setting."""

    def __init__(self, setting: Setting) -> None:
        crt = setting.crt
        self.columns = len(crt.columns)
        self._tests = [[_tests([row[r] for row in cell.values()]) for r in RATINGS] for cell in crt.cells]
        names = ("routine", "tough", "severe")
        self.fire = tuple(_effect(setting.fire_tests, name) for name in names)
        self.close = tuple(_effect(setting.close_tests, name) for name in names)
        self.close_fight = _effect(setting.close_tests, CLOSE_FIGHT)

    def tests(self, column: int, rating: int) -> Tests:
        """The chances on a column; to the left of the first there are none."""
        if column < 0:
            return NO_TESTS
        return self._tests[min(column, self.columns - 1)][max(0, min(HIGHEST, rating))]


def _tests(results: list[str]) -> Tests:
    n = len(results)
    return Tests(*(results.count(word) / n for word in ("routine", "tough", "severe")))


@lru_cache(maxsize=64)
def chances_of(setting: Setting) -> Chances:
    """The tables of a setting, worked out once."""
    return Chances(setting)


def _effect(table: dict[tuple[str, int], CohesionRow], test: str) -> Effect:
    """The average over both dice, which are read independently."""
    total = [0.0] * len(Effect._fields)
    for die in range(1, 7):
        row = table[test, die]
        for code in (row.depletion, *row.skedaddle):
            for i, amount in _reading(code):
                total[i] += amount / 6
    return Effect(*total)


AT = {name: i for i, name in enumerate(Effect._fields)}


def _reading(code: str) -> list[tuple[int, float]]:
    """What one code of a table does: (field of an Effect, how much)."""
    number = float(code[-1]) if code[-1].isdigit() else 1.0
    plain = code.rstrip("0123456789")
    rows: dict[str, tuple[tuple[str, float], ...]] = {
        "D all": (("lead", 1.0), ("others", 1.0)),
        "AD": (("attacker", 1.0),),
        "BD*": (("lead", 1.0), ("attacker", 1.0)),
        "M": (("hits", 1.0),),
        "2M": (("hits", 2.0),),
        "B": (("breaks", 1.0),),
        "R": (("retreats", 1.0), ("hexes", number)),
        "RA": (("retreats", 1.0), ("hexes", number)),
        "P": (("panics", number),),
        "AM": (("attacker_hits", 1.0),),
        "AR": (("attacker_retreats", 1.0),),
    }
    if plain == "D":
        found: tuple[tuple[str, float], ...] = (("lead", 1.0), ("second", 1.0)) if code == "D2" else (("lead", 1.0),)
    else:
        found = rows.get(plain, ())
    return [(AT[name], amount) for name, amount in found]
