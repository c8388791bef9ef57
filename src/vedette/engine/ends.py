"""What cannot be taken back freely once it is given: told in advance, by trying it on a copy in which nobody rolls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from vedette.engine.chance import DICE_KINDS
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE
from vedette.engine.run import asks, stack_titles

Passed = Callable[[Game], bool]
ORDERED = "your orders answer what comes next"


def final(game: Game, seat: str, text: str, passed: Passed | None = None) -> str:
    """Why an answer or a gesture cannot be taken back freely once it is given; empty where it can.

    Args:
        game: for a seat one that it imagines, so that the words tell nothing that it may not know.
        passed: whether somebody answers for the seat at once where the answer leads (`ORDERED` then).

    Raises:
        IllegalAction: it is not offered.
    """
    trial = game.clone()
    trial.keep = False
    trial.chance = None
    known = stack_titles(trial.state)
    return _why(trial, seat, known, trial.play(text, seat)) or _ordered(trial, passed)


MOVES = ("move", "move-unit")
"""Kinds of questions after whose last answer a stop may stand."""


class Stop(msgspec.Struct, frozen=True):
    """Where a player's last move has ended more than itself: all is done, and can still be taken back."""

    seat: str
    number: int
    """Its own, below nought, so that no question of the game has it."""
    ended: str
    """What would be over: "Tyler"."""
    why: str
    """What comes next and ends the freedom to take back."""
    stack: list[str]
    """Where that was asked which ended it."""


def stop(game: Game, seat: str, deed: Callable[[Game], Any], passed: Passed | None = None) -> Stop | None:
    """Where something that a seat does would end an activation without saying so; None where it would not.

    Whoever says "done" has said so, and whoever gives an answer that rolls dice knows it: what is meant is only the
    last move of all, after which the rules go on by themselves to a draw or to the other side.

    Args:
        deed: plays on the game that it is given.
        passed: whether somebody answers for the seat at once where the deed leads.

    Raises:
        IllegalAction: of the deed.
    """
    decision = game.decision_of(seat)
    if decision is None or decision.kind not in MOVES:
        return None
    trial = game.clone()
    trial.chance = None
    before = stack_titles(trial.state)
    deed(trial)
    given = [entry.do for entry in trial.entries[len(game.entries) :]]
    if decision.kind == "move-unit" and decision.usual is not None and given == [decision.usual.text]:
        return None
    after = stack_titles(trial.state)
    ended = before[len(after) :]
    own = ended[:-1] if decision.kind == "move" else ended
    if trial.left or not own or before[: len(after)] != after or trial.undo_bar(seat) is not None:
        return None
    why = _why(trial, seat, before, ()) or _ordered(trial, passed)
    if not why or not asks(trial.state):
        return None
    return Stop(seat, -trial.state.number, ended[0], why, decision.stack)


def _ordered(trial: Game, passed: Passed | None) -> str:
    return ORDERED if passed is not None and passed(trial) else ""


def _why(trial: Game, seat: str, known: Sequence[str], events: Sequence[Event]) -> str:
    """Why nothing leads back freely from where a trial stands; empty where something does."""
    if any(event.reveals for event in events):
        return "it shows the other side something"
    open_asks = asks(trial.state)
    if not open_asks:
        return "it ends the battle"
    new = [title for title in stack_titles(trial.state) if title not in known]
    of = f": {new[-1]}" if new else ""
    chance = next((ask for ask in open_asks if ask.seat == CHANCE), None)
    if chance is not None:
        return f"it rolls dice{of}" if chance.kind in DICE_KINDS else "it draws a chit"
    if all(ask.seat != seat for ask in open_asks):
        return f"the other side answers{of}"
    return ""
