"""Laws of what is proposed, and a player who always takes it.

watch(game, seed)           the laws at the open questions, LawError where one does not hold
takers(battle, ...)         a game of somebody who takes what is proposed against the adjutant
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette import staff
from vedette.engine import Battle, Game
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.run import asks
from vedette.lab.broken import LawError

SURE = 1e-9
"""What is lost in sums."""


def watch(game: Game, seed: int) -> None:
    """What must hold of the open questions. Raises LawError, with the question and the law.

    Every question of a player has a usual answer, one of its own. What is proposed is one of them, is worth no less to
    the adjutant than what he would choose, beyond his margin, and is the same in every state that the seat could be in;
    to read it changes nothing.
    """
    for ask in asks(game.state):
        if ask.seat != CHANCE:
            if ask.usual is None or ask.usual not in ask.options:
                raise LawError(f"{ask.seat}, {ask.kind}: no usual answer among its own: {ask.usual!r}")
            _proposed(game, ask, seed)


def _proposed(game: Game, ask: Ask, seed: int) -> None:
    before = hash(game.state)
    text = _text(game, ask.seat)
    where = f"{ask.seat}, {ask.kind}, proposed {text!r}"
    if hash(game.state) != before:
        raise LawError(f"{where}: reading it changed the game")
    if _text(game.imagine(ask.seat, seed), ask.seat) != text:
        raise LawError(f"{where}: another in a state that the seat cannot tell from this one")
    if text is None:
        return
    desk = staff.desk(game, ask.seat)
    values, within = desk.counsel.adjutant(desk)
    texts = [desk.text(i) for i in range(len(values))]
    if values[texts.index(text)] < max(values) - within - SURE:
        best = texts[values.index(max(values))]
        raise LawError(f"{where}: worth {values[texts.index(text)]:g}, {best!r} is worth {max(values):g}")


def _text(game: Game, seat: str) -> str | None:
    """What is proposed to a seat, worked out anew."""
    value = game.rulebook.proposed(game.state, seat)
    if value is None:
        return None
    decision = game.decision_of(seat)
    assert decision is not None
    return next(a.text for a in decision.actions if a.value == value)


def takers(battle: Battle, options: Mapping[str, Any], seed: int, taker: str) -> Game:
    """A whole game: one seat takes whatever is proposed and asks the adjutant elsewhere, the other is an adjutant.

    Args:
        taker: the seat that takes what is proposed.
    """
    game: Game = battle.new_game(seed=seed, options=options, keep=False)
    adjutants = {seat: staff.seat("adjutant", battle, seed) for seat in game.rulebook.seats}
    while open_asks := asks(game.state):
        ask = open_asks[0]
        value = game.rulebook.proposed(game.state, ask.seat) if ask.seat == taker else None
        if value is None:
            value = ask.options[adjutants[ask.seat].pick(staff.desk(game, ask.seat))]
        game.answer(ask.seat, value)
    return game
