"""Fields for the tests of command, movement, formations, stacks, entry and the wagon.

    game = field({"5 VA": "2020", "14 IN": ("2030", "S")}, roads=[("pike", "2020-2021-2022")])
    play(game, "move 5 VA", "5 VA: 2021", "done")

Clear ground and units as in melee_support; the phase is movement, or the command phase before it. Units are in command
and paid for unless a test says otherwise. A bystander of either side stands far away, so that a phase is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.stonewall import melee_support
from tests.stonewall.melee_support import PHASES, at, hex_of, kind, offered, state
from tests.support import asked
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.command import CommandPhase
from vedette.rules.great_battles.chapters.movement import MovementPhase
from vedette.rules.great_battles.chapters.moves import left, move_bar
from vedette.rules.great_battles.chapters.setup import fresh
from vedette.rules.great_battles.setting import DIRECTIONS
from vedette.rules.great_battles.state import WAITING, State

__all__ = [
    "DIRECTIONS", "at", "barred", "events_of", "field", "hex_of", "kind", "left_of", "offered", "play", "setting_up",
    "spent", "state", "steps",
]  # fmt: skip
PHASES.update(command=CommandPhase, movement=MovementPhase)
Place = Any
FAR = {"37 VA": "5701", "110 PA": "5735"}


def field(
    units: Mapping[str, Place], *, side: str = "confederate", phase: str = "movement", bystanders: bool = True,
    waiting: Sequence[str] = (), **given: Any,
) -> Game:  # fmt: skip
    """A game at the beginning of a phase, as melee_support has it; with reinforcements that wait."""
    units = {**units, **({k: v for k, v in FAR.items() if k not in units} if bystanders else {})}
    game = melee_support.field({**units, **dict.fromkeys(waiting, "5901")}, side=side, phase=phase, **given)
    if waiting:
        g = state(game)
        for id in waiting:
            g.units[id] = fresh(g.setting, id, WAITING)
        g.reindex()
        melee_support.again(game)
    return game


def play(game: Game, *texts: str) -> list[Event]:
    """Give answers, one after the other; all that happened."""
    return [event for text in texts for event in game.play(text, asked(game) if text == "done" else None)]


def events_of(events: Sequence[Event], *kinds: str) -> list[tuple[str, str]]:
    """(kind, case) of the events of these kinds."""
    return [(e.kind, e.cite) for e in events if e.kind in kinds]


def barred(game: Game, id: str, to: str, left: int | None = None) -> str:
    """The case by which a step is barred; empty where it is not."""
    g = state(game)
    bar = move_bar(g, id, g.at(id), hex_of(to), left_of(game, id) if left is None else left)
    return bar.cite if bar else ""


def left_of(game: Game, id: str) -> int:
    """Quarters of a point that a unit has left."""
    return left(state(game), id)


def spent(game: Game, id: str) -> float:
    """Points that a unit has spent."""
    return dict(state(game).spent).get(id, 0) / 4


def steps(game: Game, id: str) -> list[str]:
    """The hexes that a unit is offered."""
    return sorted(t.removeprefix(f"{id}: ") for t in offered(game) if t.removeprefix(f"{id}: ").isdigit())


def setting_up(game: Game) -> State:
    """The state, to be changed by hand."""
    return state(game)
