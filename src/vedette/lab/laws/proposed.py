"""What is proposed: worth no less than what the adjutant would choose, and the same wherever the seat cannot tell."""

from __future__ import annotations

from collections.abc import Iterator

from vedette import staff
from vedette.engine import Game
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.run import asks
from vedette.lab.laws.telling import Scene, law

SURE = 1e-9
"""What is lost in sums."""


@law("proposals", share=10, most=2000)
def proposals(scene: Scene) -> Iterator[str]:
    """Every question of a player has a usual answer of its own, and what is proposed keeps its laws."""
    for ask in asks(scene.game.state):
        if ask.seat != CHANCE:
            if ask.usual is None or ask.usual not in ask.options:
                yield f"{ask.seat}, {ask.kind}: no usual answer among its own: {ask.usual!r}"
            yield from _proposed(scene.game, ask, scene.rng.randrange(1000))


def _proposed(game: Game, ask: Ask, seed: int) -> Iterator[str]:
    """To read it changes nothing, its worth, and a state that the seat could be in."""
    before = hash(game.state)
    text = proposal(game, ask.seat)
    where = f"{ask.seat}, {ask.kind}, proposed {text!r}"
    if hash(game.state) != before:
        yield f"{where}: reading it changed the game"
    if (other := proposal(game.imagine(ask.seat, seed), ask.seat)) != text:
        yield f"{where}: {other!r} in a state that the seat cannot tell from this one"
    if text is not None:
        desk = staff.desk(game, ask.seat)
        values, within = desk.counsel.adjutant(desk)
        worth = values[[desk.text(i) for i in range(len(values))].index(text)]
        if worth < max(values) - within - SURE:
            yield f"{where}: worth {worth:g}, {desk.text(values.index(max(values)))!r} is worth {max(values):g}"


def proposal(game: Game, seat: str) -> str | None:
    """What is proposed to a seat that is asked, worked out anew."""
    decision, value = game.decision_of(seat), game.rulebook.proposed(game.state, seat)
    if decision is None or value is None:
        return None
    return next(action.text for action in decision.actions if action.value == value)
