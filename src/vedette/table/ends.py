"""What ends the freedom to take back, asked before it is done: of a game that the seat could be in."""

from __future__ import annotations

from typing import Any

from vedette.engine.ends import final
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE

from .limits import Purse
from .log import PUBLIC
from .messages import Ends
from .readers import knower, tells
from .room import Room
from .showing import decision_for
from .stops import END
from .store import Grant

MOST = 64
"""Answers of a decision that are tried."""


async def ends(room: Room, grant: Grant, look: str | None, message: Ends, purse: Purse) -> dict[str, Any]:
    """Which answers of a seat's open decision, or which gesture, cannot be taken back freely afterwards, and why."""

    def found(game: Game) -> dict[str, Any]:
        if room.stop is not None:
            mine = room.stop.seat in grant.seats
            return {"decision": room.stop.number if mine else None, "ends": {END: room.stop.why} if mine else {}}
        decision = next((d for d in game.decisions if d.seat in grant.seats and message.seat in (None, d.seat)), None)
        if decision is None or decision.seat == CHANCE or room.setup.free_undo:
            return {"decision": None, "ends": {}}
        hotseat = len(grant.seats) > 1
        seat = grant.seats[0] if len(grant.seats) == 1 else look or PUBLIC
        told = decision_for(decision, grant, seat, hotseat and room.setup.open_hands, room.setup)
        listed = [a["text"] for a in told["actions"]]
        texts = listed[:MOST] if message.text is None else [message.text]
        known_as = knower(room.setup, grant, look, decision.seat)
        if tells(decision) and known_as == PUBLIC:  # face down: what it offers is not told
            texts = [text for text in texts if text in listed]
        imagined = game.imagine(known_as, len(game.entries))
        asked = decision.seat
        ordered = (lambda there: room.standing.answers(there, asked)) if known_as == asked else None
        out = {}
        for text in texts:
            try:
                words = final(imagined, decision.seat, text, ordered)
            except IllegalAction:
                continue
            if words:
                out[text] = words
        return {"decision": decision.number, "ends": out}

    return await purse.ask(room.ask, found)
