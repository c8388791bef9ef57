"""A player who always takes what is proposed, against the adjutant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette import staff
from vedette.engine import Battle, Game
from vedette.engine.run import asks


def takers(battle: Battle, options: Mapping[str, Any], seed: int, taker: str) -> Game:
    """A whole game: one seat takes whatever is proposed and asks the adjutant elsewhere, the other is an adjutant.

    Args:
        taker: the seat that takes what is proposed.
    """
    game = Game.new(battle, seed=seed, options=options, keep=False)
    adjutants = {seat: staff.seat("adjutant", battle, seed) for seat in game.rulebook.seats}
    while open_asks := asks(game.state):
        ask = open_asks[0]
        value = game.rulebook.proposed(game.state, ask.seat) if ask.seat == taker else None
        if value is None:
            value = ask.options[adjutants[ask.seat].pick(staff.desk(game, ask.seat))]
        game.answer(ask.seat, value)
    return game
