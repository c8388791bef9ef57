"""Fields for the tests of sight and fire.

    game = field({"5 VA": "2020", "84 PA": ("2018", "S")}, dice=[6])
    events = fire(game, "2018", "5 VA")

Clear ground and units as in melee_support; the phase is the Confederates' offensive fire unless a test says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tests.stonewall import melee_support
from tests.stonewall.melee_support import PHASES, again, at, hex_of, kind, offered, state
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.columns import Column, Shot, column
from vedette.rules.great_battles.chapters.fire import FirePhase, fire_bar
from vedette.rules.great_battles.setting import Setting

__all__ = [
    "again", "at", "bar", "events_of", "field", "fire", "hex_of", "kind", "named", "offered", "result", "shifts",
    "state", "units_of",
]  # fmt: skip
PHASES.update({"offensive-fire": FirePhase, "defensive-fire": lambda side: FirePhase(1 - side)})


def field(units: dict[str, Any], *, phase: str = "offensive-fire", **given: Any) -> Game:
    """A game in a fire phase."""
    return melee_support.field(units, phase=phase, **given)


def fire(game: Game, hex: str, *firers: str) -> list[Event]:
    """Units fire at a hex; what happened up to the next question. "5 VA with 2" splits a strength."""
    events = game.play(f"fire at {hex}")
    for id in firers:
        events += game.play(f"add {id}")
    return events + game.play("fire")


def bar(game: Game, id: str, hex: str) -> str:
    """The case that keeps a unit from firing at a hex; empty without one."""
    found = fire_bar(state(game), id, hex_of(hex))
    return found.cite if found else ""


def named(setting: Setting, column: int) -> str:
    """The heading of a column of the fire table."""
    return setting.fire.names[column]


def aimed(game: Game, target: str, *firers: str, **more: Any) -> Column:
    """Where on the table a fire of whole units at a unit ends."""
    g = state(game)
    shots = tuple(Shot(id, g.units[id].strength) for id in firers)
    return column(g, shots, g.at(target), target, **more)


def shifts(game: Game, target: str, *firers: str, **more: Any) -> dict[str, int]:
    """The shifts of a fire, by name."""
    return {name: by for name, by, _, _ in aimed(game, target, *firers, **more).shifts}


def strength(game: Game, target: str, *firers: str) -> Fraction:
    """The strength of a fire."""
    return aimed(game, target, *firers).strength


def events_of(events: Sequence[Event], *kinds: str) -> list[tuple[str, str]]:
    """(kind, case) of the events of these kinds."""
    return [(e.kind, e.cite) for e in events if e.kind in kinds]


def units_of(events: Sequence[Event], kind: str) -> list[str]:
    """The first units of the events of a kind."""
    return [e.units[0] for e in events if e.kind == kind]


def result(events: Sequence[Event], kind: str = "fired") -> tuple[str, str, str, str]:
    """Strength, base column, final column and result of the first fire among events."""
    return next(tuple(e.data[:4]) for e in events if e.kind == kind)
