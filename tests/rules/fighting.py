"""Fights on flat ground: units with round numbers, and charts that say what a test wants.

game, events = fire({"7 OH-a": man("1733", 6), "27 VA": man("1734", 5, 4)}, "7 OH-a fire at 1734", "41", "11")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

import vedette
from tests.rules.field import flat
from tests.support import BATTLE, play, referee
from vedette.engine.battle import Battle
from vedette.engine.events import Event
from vedette.engine.game import Game

HIT = "41"
"""A roll that in the last column of the Combat Results Table asks every rating for a test."""
BIG = 23
"""Strength that reaches the last column."""

Units = Mapping[str, str | Mapping[str, Any]]


def man(hex: str, sp: Any = 5, cr: int = 4, *marks: str, weapon: str = "R", **more: Any) -> dict[str, Any]:
    """A unit in a hex with strength and rating, the same on both sides but one rating lower when worn."""
    values = {"fresh": [sp, weapon, cr], "worn": [sp, weapon, max(0, cr - 1)]}
    return {"hex": hex, "values": values, "marks": list(marks), **more}


@lru_cache(maxsize=64)
def ruled(fire: tuple[str, str] | None = None, close: tuple[str, str] | None = None) -> Battle:
    """The Stone Wall, each fire or close combat test giving this Depletion and this Skedaddle whatever is rolled."""
    battle = vedette.battle(BATTLE)
    charts = dict(battle.charts)
    for name, results in (("fire_cohesion", fire), ("close_cohesion", close)):
        if results is not None:
            depletion, skedaddle = results
            charts[name] = tuple({**row, "depletion": depletion, "skedaddle": skedaddle} for row in charts[name])
    return msgspec.structs.replace(battle, charts=charts)


def charted(name: str, **cells: Mapping[str, str]) -> Battle:
    """The Stone Wall with some cells of a chart changed: weapon=... of weapon_ranges, by the row's second column."""
    battle = vedette.battle(BATTLE)
    rows = []
    for row in battle.charts[name]:
        key = list(row.values())[1]
        rows.append({**row, **cells.get(key, {})})
    return msgspec.structs.replace(battle, charts={**battle.charts, name: tuple(rows)})


def table(name: str) -> tuple[Mapping[str, str], ...]:
    """The rows of a chart as printed."""
    return vedette.battle(BATTLE).charts[name]


def ready(units: Units, begin: str = "fire", **keys: Any) -> Game:
    """A game on flat ground, Tyler's brigade active; without dice it stops at the first roll."""
    brigade = {} if begin == "artillery" else {"active": "Tyler"}
    return referee(units, begin=begin, **{"hexes": flat(), **brigade, **keys})


def fire(units: Units, action: str, *dice: str, **keys: Any) -> tuple[Game, list[Event]]:
    """A fire of the Fire Combat Step; without dice it stops at the roll, the column found."""
    game = ready(units, dice=list(dice) or None, **keys)
    return game, play(game, action)


def guns(units: Units, hex: str, *actions: str, **keys: Any) -> tuple[Game, list[Event]]:
    """Guns of a hex that act in the Artillery Phase."""
    game = ready(units, "artillery", **keys)
    return game, play(game, f"artillery {hex}", *actions)


def assault(units: Units, action: str, *dice: str, **keys: Any) -> tuple[Game, list[Event]]:
    """One Close Combat of Tyler's brigade, nobody firing in defence; without dice it stops at the roll."""
    game = ready(units, "close-combat", dice=list(dice) or None, **keys)
    events = play(game, action)
    while game.decision and game.decision.kind in ("close-combat", "combat-order", "defensive-fire"):
        events += play(game, next(a.text for a in reversed(game.decision.actions)))
    return game, events


def settle(game: Game, *kinds: str) -> list[Event]:
    """Give the usual answer for as long as a decision of these kinds is open."""
    events: list[Event] = []
    while game.decision and game.decision.kind in kinds:
        assert game.decision.usual is not None
        events += game.play(game.decision.usual)
    return events


def los(game: Game, a: str, b: str, units: bool = True) -> dict[str, Any]:
    """Sight from a to b with its reasons, as `vedette los` gives it."""
    index = game.state.setting.grid.index  # type: ignore[attr-defined]
    found: dict[str, Any] = game.rulebook.sight(game.state, index(a), index(b), units)
    return found


def kinds_of(events: Sequence[Event], *kinds: str) -> list[tuple[str, str]]:
    """Kind and first unit of the events of some kinds, in order."""
    return [(e.kind, e.units[0] if e.units else "") for e in events if e.kind in kinds]


def one(events: Sequence[Event], kind: str) -> Event:
    """The only event of a kind."""
    found = [e for e in events if e.kind == kind]
    assert len(found) == 1, [e.kind for e in events]
    return found[0]


COLUMNS = [name for name in table("crt")[0] if name not in ("roll", "source")]


def covers(name: str, number: int) -> bool:
    """Whether a printed range such as 6-7 or 23+ holds a number."""
    low, _, high = name.rstrip("+").partition("-")
    return number >= int(low) and (name.endswith("+") or number <= int(high or low))


def printed(column: str, roll: int, rating: int) -> str:
    """The test that the printed table asks for."""
    row = next(r for r in table("crt") if covers(r["roll"], roll))
    for name, box in zip(("severe", "tough", "routine"), row[column].split("|"), strict=True):
        if box != "-" and covers(box, rating):
            return name
    return ""
