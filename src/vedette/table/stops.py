"""The stop after the last move of an activation: nothing comes next until its player says so, or takes back.

It is no part of the game nor of its record: the table holds chance and the other side back for as long as it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vedette.engine.decision import folded
from vedette.engine.ends import Stop, stop
from vedette.engine.game import Game

from .keeping import Kept
from .messages import Act, Refused
from .store import Grant

END = "end"
"""The answer that goes on."""


def held(room: Kept, seat: str, deed: Callable[[Game], Any]) -> Any:
    """Carry out a deed of a seat; where it ends an activation without a word of it, stop there."""
    game = room.game
    found = None if room.setup.free_undo else stop(game, seat, deed, lambda there: room.standing.answers(there, seat))
    if found is None:
        return deed(game)
    chance, game.chance = game.chance, None
    try:
        done = deed(game)
    finally:
        game.chance = chance
    room.stop = found
    return done


def go_on(room: Kept, grant: Grant, message: Act) -> Callable[[], Any]:
    """What an answer does while a game is stopped.

    Raises:
        Refused: it is not the answer of the one who has stopped it.
    """
    found = room.stop
    assert found is not None
    if found.seat not in grant.seats or message.seat not in (None, found.seat):
        raise Refused(f"the {found.seat} player may still take back what he did last")
    if message.decision != found.number or folded(message.text) != END:
        raise Refused(f"what was done last is not ended yet: answer {END}, or take it back")
    room.stirred = True
    return room.game.settle


def plain(found: Stop, seats: tuple[str, ...]) -> dict[str, Any]:
    """A stop as a decision: in full for its own seat."""
    if found.seat not in seats:
        return {"seat": found.seat, "kind": "waiting"}
    prompt = f"{found.ended}: end it? After that it cannot be taken back freely: {found.why}"
    return {
        "number": found.number,
        "seat": found.seat,
        "kind": "stop",
        "prompt": prompt,
        "cite": "",
        "stack": found.stack,
        "actions": [{"text": END, "cite": "", "hex": None, "label": f"end {found.ended}"}],
        "about": [],
        "window": None,
        "optional": False,
        "alone": False,
        "proposed": END,
        "usual": END,
        "secret": False,
        "count": 1,
        "undone": None,
    }
