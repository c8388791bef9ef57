"""A commander answers for a seat: the loop of every bot.

commanders = {"union": vedette.commander("adjutant"), "confederate": vedette.commander("cautious", seed=7)}
while game.decision:
    staff.answer(game, commanders[game.decision.seat])
"""

from __future__ import annotations

from vedette.engine.events import EngineError, Event
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.run import asks
from vedette.staff.desk import desk, slip
from vedette.staff.seats import Seat


def pick(game: Game, commander: Seat, ask: Ask) -> int:
    """The place in the list of the answer that a commander gives to an open question of its seat."""
    return commander.pick(slip(ask, game.state.number) if commander.blind else desk(game, ask.seat))


def answer(game: Game, commander: Seat, seat: str | None = None) -> list[Event]:
    """Let a commander answer for a seat, by default the one that is asked first; what that caused.

    It sees what the seat may know, and nothing else.

    Raises:
        EngineError: the seat is not asked anything now.
    """
    ask = next((a for a in asks(game.state) if seat in (None, a.seat) and a.seat != CHANCE), None)
    decision = game.decision_of(ask.seat) if ask is not None else None
    if ask is None or decision is None:
        raise EngineError(f"{seat or 'nobody'} is not asked anything now" if seat else "nobody is asked anything now")
    return game.play(decision.actions[pick(game, commander, ask)])
