"""What ends the freedom to take back: said in advance, by trying an answer on a copy in which nobody rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vedette.engine.chance import DICE_KINDS
from vedette.engine.procedure import CHANCE
from vedette.engine.run import asks, stack_titles

if TYPE_CHECKING:
    from vedette.engine.game import Game


def final(game: Game, seat: str, text: str) -> str:
    """Why an answer or a gesture cannot be taken back freely once it is given; empty where it can.

    Args:
        game: for a seat one that it imagines, so that the words tell nothing that it may not know.

    Raises:
        IllegalAction: it is not offered.
    """
    trial = game.clone()
    trial.keep = False
    trial.chance = None
    known = stack_titles(trial.state)
    events = trial.play(text, seat)
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
