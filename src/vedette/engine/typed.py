"""Dice that people rolled themselves: several typed at once, all of them or none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vedette.engine.chance import DICE_KINDS
from vedette.engine.decision import Decision
from vedette.engine.events import Event, IllegalAction
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE

MOST = 200


def entries_of(text: str) -> list[str]:
    """What was typed, entry by entry: `52 53 1`, with commas or without."""
    return [part for part in re.split(r"[\s,;]+", text) if part]


def type_dice(game: Game, texts: Sequence[str]) -> list[Event]:
    """Answer the dice that are asked for, in order. What nobody asks for stands in `game.left`.

    Raises:
        IllegalAction: naming the entry that cannot be rolled; the game is as it was.
    """
    game.turn_to(CHANCE)
    if not texts:
        raise IllegalAction("dice", "type what was rolled: 52 for two dice, 5 for one", "")
    if len(texts) > MOST:
        raise IllegalAction("dice", f"{len(texts)} entries are too many at once; at most {MOST}", "")
    return game._whole(lambda before: _typed(game, texts))


def _typed(game: Game, texts: Sequence[str]) -> list[Event]:
    events: list[Event] = []
    for i, text in enumerate(texts):
        decision = game.decision_of(CHANCE)
        if decision is None or decision.kind not in DICE_KINDS:
            if not i:
                raise IllegalAction("dice", "no dice are asked for now", "")
            game.left = list(texts[i:])
            break
        found = decision.exactly(text)
        if found is None:
            wrong = f"entry {i + 1}, {text!r}, cannot be rolled here"
            raise IllegalAction("dice", f"{wrong} ({decision.prompt}): {_possible(decision)}", decision.cite)
        events += game.commit(decision, found)
        events += game.settle()
    return events


def _possible(decision: Decision) -> str:
    """What can be typed, in a few words."""
    words = [action.text for action in decision.actions]
    if decision.kind == "dice":
        return f"two dice are one entry, the coloured one first, {words[0]} to {words[-1]}"
    return f"one die is {words[0]} to {words[-1]}" if len(words) > 8 else f"one die is {', '.join(words)}"
