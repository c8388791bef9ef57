"""The socket of a game: reads messages one by one, answers each once, pushes a state after each stored entry."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from vedette.engine.events import EngineError, IllegalAction

from . import consent, manners, taking, talk, timing
from .ends import ends
from .faces import Faces
from .figures import Figures
from .frames import Frames
from .hands import DRAWN
from .keeping import DELETED, Sight
from .limits import Limits, Pace, timed
from .messages import (
    Act,
    BoardOf,
    Claim,
    Consent,
    Dice,
    Draw,
    Ends,
    Hidden,
    HintOf,
    HoldOn,
    Holiday,
    Hurry,
    Hush,
    Look,
    Message,
    Moment,
    News,
    Nudge,
    OddsOf,
    OrderOf,
    OrdersOf,
    Overrule,
    Plans,
    Reach,
    Redo,
    Refused,
    Report,
    Resign,
    Say,
    See,
    Sitting,
    TurnOf,
    Undo,
    Values,
    Why,
    answer,
    read,
    refusal,
)
from .past import moment, news, turn_end
from .paying import address_of
from .questions import board, hint, odds, plans, reach, why
from .readers import looks_on, tells
from .room import BROKEN, Room
from .showing import shown
from .store import Grant

LOGGER = logging.getLogger("vedette.table")
UNKNOWN = 4404
"""Close code: no such game or key."""
LATER = 1013
"""Close code: it does not read what it is sent, or the database cannot be used now; it may come back."""


OF_ANYBODY = See | Hidden | Reach | Moment | News | TurnOf
"""What a key may send that has no seat; all else is said or asked for one."""
QUESTION = BoardOf | Ends | HintOf | Moment | News | OddsOf | Plans | Reach | See | TurnOf | Why
"""What changes nothing. One after the other they wait for their turn, and nothing else of a socket waits for them."""
QUESTIONS = 50
"""Of one socket that may wait; with more of them it is not read on."""
WATCHES = "this key watches: it is that of no seat, and neither answers nor asks for one"


def crowded(room: Room, grant: Grant, limits: Limits) -> str:
    """That a game has as many sockets as it may, of a key of a seat or of those who look on; empty where it has not."""
    if grant.seats:
        there, most = sum(one.grant.token == grant.token for one in room.watchers), limits.sockets
        words = f"this address is open in {most} windows already: close one, it is tried again"
    else:
        there, most = sum(not one.grant.seats for one in room.watchers), limits.onlookers
        words = f"{most} look on at this game already, and no more can; it is tried again"
    return words if there >= most else ""


async def refuse(socket: WebSocket, reason: str, code: int = UNKNOWN) -> None:
    """One refusal, and the connection is closed."""
    try:
        if socket.application_state is WebSocketState.CONNECTING:
            await socket.accept()
        await socket.send_text(refusal(None, Refused(reason)))
        await socket.close(code)
    except (WebSocketDisconnect, RuntimeError):
        pass  # it has already left


class Socket:
    """One connection of one key."""

    def __init__(
        self,
        socket: WebSocket,
        frames: Frames,
        room: Room,
        grant: Grant,
        faces: Faces,
        limits: Limits,
        after: int,
        figures: Figures | None = None,
        *,
        hidden: bool = False,
    ) -> None:
        self.socket = socket
        self.frames = frames
        self.room = room
        self.grant = grant
        self.faces = faces
        self.limits = limits
        self.figures = figures
        self.purse = room.purse(grant, limits, address_of(socket))
        self.heard = after
        """The log has been sent up to this entry."""
        self.spoken = -1
        """What was said has been sent up to this line."""
        self.hushed = False
        """Whether the key has been told that it hears the other seat no more."""
        self.own: tuple[Any, ...] = ()
        """What it was shown last of what is kept for its seats alone."""
        self.told_unheard = False
        """Whether it has been told that what others do may be shown late."""
        self.look: str | None = None
        self.hidden = hidden
        """Nobody can see its page, as behind another tab: who is asked is told elsewhere."""
        self._recalled = not grant.seats
        """Whether it is known when the key has answered last."""
        self._shows = False
        """Whether it may be shown the game: not before that is known, where it is told."""
        self._out: asyncio.Queue[str | None] = asyncio.Queue()
        self._code = LATER
        """With which it is closed from here."""
        self._questions: asyncio.Queue[tuple[Message, Any]] = asyncio.Queue(QUESTIONS)

    async def run(self, shown: Callable[[], None]) -> None:
        """Serve a connection that has been accepted to its end. `shown` is called when it has been shown the game."""
        self.room.watchers.add(self)
        self.room.met()
        beside = [asyncio.create_task(self._write()), asyncio.create_task(self._ask())]
        try:
            if self.heard < 0:
                await self._recall()
            self._shows = True
            if self.room.lock.locked():
                shown()  # others need not wait for what is done here
            async with self.room.lock:
                await self.room.carrier.joined(self)
            shown()
            self.unheard(self.room.unheard)
            self._counted()
            await self._read()
        except WebSocketDisconnect:
            pass
        finally:
            self.room.watchers.discard(self)
            self.room.met()
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            self._counted()
            await self._left()

    async def _left(self) -> None:
        """It is put down how long somebody has waited for the other side, where he may claim the game for that."""
        if self.grant.seats and self.room.timing.waiting and self.room.game.decisions:
            async with self.room.lock:
                if await self.room.timing.met(self.room, ()):
                    self.room.push()

    async def _recall(self) -> None:
        """Find out when the key has answered last, where that is told."""
        if not self._recalled:
            await asyncio.to_thread(self.room.recall, self.grant)
            self._recalled = True

    def _counted(self) -> None:
        """Those who play see how many look on."""
        if looks_on(self.grant, self.room.setup):
            self.room.carrier.counted()

    def changed(self) -> None:
        """Push the state. Called while nobody changes the game."""
        if not self._shows:
            return
        if self.grant.of_the_end and self.room.goes_on:
            self._out.put_nowait(None)  # it comes again, and is let in as to a game that goes on
            return
        try:
            self.own = self.room.own(self.grant)
            self.heard, text = self._sight()
            self._send(text)
            self.hear()
        except Exception:
            LOGGER.exception("game %s: the state could not be shown to %s", self.room.id, self.grant.seats)
            self._send(refusal(None, Refused(BROKEN)))

    def aside(self) -> None:
        """Push the state where something of it is new that is for its seats alone, and what was said to them."""
        if self.own != self.room.own(self.grant):
            self.changed()
        else:
            self.hear()

    def _sight(self) -> Sight:
        """The state for this socket, and up to which entry it tells; those who see the same share it.

        Who sits is shown what is his alone; the keys of those who look on differ in nothing that is shown.
        """
        grant = self.grant if self.grant.seats else replace(self.grant, token="", of_the_end=False)
        seen = (grant, self.look, self.heard)
        alike = self.room.alike
        if alike is not None and seen in alike:
            return alike[seen]
        state = shown(self.room, self.grant, self.look, self.heard, self.faces)
        sight = state["n"], msgspec.json.encode({"state": state}).decode()
        if alike is not None:
            alike[seen] = sight
        return sight

    def gone(self) -> None:
        """The game is there no longer: the connection is closed."""
        self._code = UNKNOWN
        self._send(refusal(None, Refused(DELETED)))
        self._out.put_nowait(None)

    def unheard(self, on: bool) -> None:
        """Say that what is done at other servers may be shown late, or no longer."""
        if on != self.told_unheard:
            self.told_unheard = on
            self._send(answer("behind", on=on))

    def hear(self) -> None:
        """Send what the seats have said to each other since, to a seat alone."""
        told = self.room.talk
        hushed = told.is_hushed(self.grant)
        if hushed != self.hushed:
            self.spoken = -1  # what was said meanwhile is heard too
        lines = told.told(self.grant, self.spoken)
        if lines or hushed != self.hushed:
            self._send(answer("chat", lines=lines, hushed=hushed))
        self.spoken = max((line.number for line in lines), default=self.spoken)
        self.hushed = hushed

    # -- out ---------------------------------------------------------------------------------------------

    def _send(self, text: str) -> None:
        if self._out.qsize() < self.limits.behind:
            self._out.put_nowait(text)
        elif self._out.qsize() == self.limits.behind:
            self._out.put_nowait(None)

    async def _write(self) -> None:
        try:
            while (text := await self._out.get()) is not None:
                await self.socket.send_text(text)
            await self.socket.close(self._code)
        except (WebSocketDisconnect, RuntimeError):
            pass  # it has left; the reader hears of it

    # -- in ----------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        pace = Pace(self.limits.messages, self.limits.burst)
        while True:
            frame = await self.frames.receive()
            if frame["type"] == "websocket.disconnect":
                return
            await pace.take()
            text = frame.get("text")
            await self._answer(text if text is not None else frame.get("bytes") or b"")

    async def _answer(self, raw: str | bytes) -> None:
        """Answer a message, or let a question wait for its turn: what changes the game is carried out at once."""
        message, id, wrong = read(raw)
        if message is None:
            self._send(refusal(id, Refused(wrong)))
        elif isinstance(message, QUESTION):
            await self._questions.put((message, id))
        else:
            await self._answered(message, id)

    async def _ask(self) -> None:
        """Answer the questions, one after the other."""
        while True:
            await self._answered(*await self._questions.get())

    async def _answered(self, message: Message, id: Any) -> None:
        name = type(message).__name__.lower()
        try:
            with self.figures.answering(name) if self.figures else nullcontext():
                await self._carry_out(message)
        except Refused as error:
            self._send(refusal(id, error))
        except IllegalAction as illegal:
            self._send(refusal(id, Refused(illegal.reason, illegal.cite)))
        except EngineError as error:
            self._send(refusal(id, Refused(str(error))))
        except Exception:
            LOGGER.exception("game %s: %r failed", self.room.id, message)
            self._send(refusal(id, Refused(BROKEN)))

    async def _carry_out(self, message: Message) -> None:
        room, grant = self.room, self.grant
        if not grant.seats and not isinstance(message, OF_ANYBODY):
            raise Refused(WATCHES)
        match message:
            case Act():
                await room.act(grant, message, self._told)
            case Undo():
                await room.deed(grant, message, taking.take_back, self._told)
            case Redo():
                await room.deed(grant, message, taking.play_again, self._told)
            case Resign():
                await room.resign(grant, message, self._told)
            case Draw():
                await room.deed(grant, message, consent.offer_draw, self._told)
            case Consent():
                await room.deed(grant, message, consent.respond, self._told)
            case Claim():
                await room.deed(grant, message, timing.claim, self._told)
            case Holiday(id=id):
                self._send(answer("holiday", id=id, **await timing.holiday(room, grant, message)))
            case Hurry(id=id):
                self._send(answer("hurry", id=id, cut=await room.hurry(message)))
            case Values():
                await room.deed(grant, message, consent.ask_for_values, self._told)
            case Overrule():
                await room.deed(grant, message, consent.ask_for_overrule, self._told)
            case Dice():
                await room.deed(grant, message, taking.dice, self._told)
            case Ends(id=id):
                self._send(answer("ends", id=id, **await ends(room, grant, self.look, message, self.purse)))
            case OrderOf(id=id) | OrdersOf(id=id) | HoldOn(id=id):
                async with room.lock:
                    found = await room.carrier.ordered(grant, message)
                self._send(answer("ordered", id=id, **found))
            case Say(id=id) | Hush(id=id) | Report(id=id):
                self._send(answer("said", id=id, **await talk.carry_out(room, grant, message)))
            case Sitting(id=id) | Nudge(id=id):
                name = type(message).__name__.lower()
                self._send(answer(name, id=id, **await manners.carry_out(room, grant, message)))
            case See(after=after):
                if after < 0:
                    await self._recall()
                async with self.purse.paid() as took, room.lock:
                    self.heard = after
                    timed(self.changed, took)
            case Look():
                await self._look(message)
            case Hidden(on=on):
                self.hidden = on
                room.met()
                async with room.lock:
                    if await room.timing.met(room, () if on else grant.seats):
                        room.push()
            case OddsOf(id=id, texts=texts, seat=seat):
                self._send(answer("odds", id=id, **await odds(room, grant, self.look, texts, seat, self.purse)))
            case Reach(id=id, unit=unit, by=by):
                self._send(answer("reach", id=id, unit=unit, hexes=await reach(room, self.purse, unit, by)))
            case Why(id=id, text=text, seat=seat):
                self._send(answer("why", id=id, text=text, **await why(room, grant, self.look, text, seat, self.purse)))
            case Plans(id=id):
                self._send(answer("plans", id=id, **await plans(room, grant, self.look, message, self.purse)))
            case BoardOf(id=id):
                self._send(answer("board", id=id, **await board(room, grant, self.look, message, self.purse)))
            case HintOf(id=id):
                self._send(answer("hint", id=id, **await hint(room, grant, self.look, message, self.purse)))
            case Moment(id=id):
                seen = await moment(room, grant, self.look, message, self.faces, self.purse)
                self._send(answer("moment", id=id, **seen))
            case News(id=id, after=after):
                if after is None:
                    await self._recall()
                self._send(answer("news", id=id, **await news(room, grant, message, self.purse)))
            case TurnOf(id=id):
                self._send(answer("turn", id=id, **await turn_end(room, grant, message, self.purse)))

    def _told(self, text: str) -> None:
        """The answer to an act of this socket. A look ends when there is nothing more to choose behind it."""
        self._send(text)
        if self.look is not None and text.startswith('{"done"'):
            decision = self.room.game.decision_of(self.look)
            if decision is None or not tells(decision):
                self.look = None

    async def _look(self, message: Look) -> None:
        if len(self.grant.seats) < 2:
            raise Refused("a look is for one screen of two people; this key shows its own seat already")
        if message.seat not in self.grant.seats:
            raise Refused(f"this key is not that of {message.seat}")
        if self.room.setup.hands == DRAWN:
            raise Refused("the hands of this game are turned up when they are played, and nobody sees them before")
        async with self.room.lock:
            self.look = message.seat if message.on else None
            self.changed()


def number(text: Any, default: int) -> int:
    """A whole number of an address."""
    try:
        return int(text)
    except (TypeError, ValueError):
        return default
