"""One game at the table: its queue, its storage, its sockets. Whatever changes the game passes through here."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from vedette.engine import record as rec
from vedette.engine.archive import entry_line
from vedette.engine.decision import Decision
from vedette.engine.entries import live
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE

from . import consent, hands, stops
from .carrying import Carrier
from .log import ALL, PUBLIC, Log
from .messages import Act, Changing, Refused, Unstored, answer, refusal
from .showing import ROLL, answered_by_people, reader_of, refused, tells
from .standing import Standing
from .store import Grant, Overtaken, Store, Stored, StoreError

if TYPE_CHECKING:
    from vedette.engine.battle import Battle
    from vedette.engine.ends import Stop

    from .beat import Pulse

LOGGER = logging.getLogger("vedette.table")
REMEMBERED = 500
"""Refusals that are remembered, so that a repeated id gets the same answer."""
BROKEN = "the program failed at this; the game is as it was, and the fault is in the server's log"

T = TypeVar("T")
Load = Callable[[str], "Battle"]
Tell = Callable[[str], None]


class Watcher(Protocol):
    """A socket, or whoever else wants to know of each stored entry."""

    grant: Grant

    def changed(self) -> None:
        """The game has gone on."""
        ...


class Room:
    """A game under way. `act` and `undo` are carried out one after the other and answered once they are stored."""

    def __init__(self, stored: Stored, store: Store, load: Load, pulse: Pulse) -> None:
        self.id = stored.id
        self.setup = stored.setup
        self.watchers: set[Watcher] = set()
        self.lock = asyncio.Lock()
        self.wake: Callable[[], None] = lambda: None
        """Called after each change, for the commanders of computers."""
        self._store = store
        self._load = load
        self._refusals: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._doubtful = False
        self._chain = ""
        self.stirred = False
        """Something that sockets are shown has changed, and no entry with it."""
        self.stop: Stop | None = None
        """Where a player's last move has ended an activation, and he may still take it back."""
        self._hand = hands.key_of(stored.secret)
        self._take(stored)
        self.standing = Standing(self.id, self.game, self.setup, store, pulse)
        """Its people's orders, and the beat."""
        self.carrier = Carrier(self)
        self.request = consent.loaded(store.request(self.id), len(self.game.entries))
        """What one seat asks the other."""
        self.answered: dict[str, int] = {}
        """The last entry that each key gave itself, while the room is open; those of standing orders do not count."""

    # -- the queue ---------------------------------------------------------------------------------------

    async def act(self, grant: Grant, message: Act, tell: Tell) -> None:
        """Answer a decision for a key; `tell` gets the message of the server before anybody sees a new state."""
        await self._do(grant, message, lambda: self._play(grant, message), tell)

    async def deed(self, grant: Grant, message: Changing, do: Callable[[Room, Grant, Any], str], tell: Tell) -> None:
        """Carry out another message that changes the game: take back, play again, consent, typed dice."""
        await self._do(grant, message, lambda: do(self, grant, message), tell)

    async def choose(self, seat: str, n: int, text: str) -> bool:
        """An answer of a computer, made when the game had n entries.

        Returns:
            Whether it was carried out; not when the game has gone on in the meantime.

        Raises:
            Refused: it is not offered.
        """
        async with self.lock:
            if len(self.game.entries) != n or self.stop is not None:
                return False
            await asyncio.to_thread(self.chosen, seat, text)
            await self.carrier.go_on()
        return True

    async def ask(self, question: Callable[[Game], T]) -> T:
        """Ask something of the game while nobody changes it; in a thread, since it may take a while."""
        async with self.lock:
            return await asyncio.to_thread(question, self.game)

    async def _do(self, grant: Grant, message: Changing, deed: Callable[[], str], tell: Tell) -> None:
        async with self.lock:
            before = len(self.game.entries)
            tell(await asyncio.to_thread(self._answered, grant, message, deed))
            if len(self.game.entries) != before or self.stirred:
                await self.carrier.go_on()

    def push(self) -> None:
        """Show every socket how the game stands. Called while nobody changes it."""
        self.stirred = False
        self.request = consent.moved_on(self.request, len(self.game.entries))
        for watcher in tuple(self.watchers):
            watcher.changed()

    def _answered(self, grant: Grant, message: Changing, deed: Callable[[], str]) -> str:
        """The answer to a message: the one that it got before, or what carrying it out gives."""
        at = (grant.token, json.dumps(message.id))
        try:
            known = self._refusals.get(at) or self._store.answer(*at)
            if known is not None:
                return known
            if self._doubtful:
                self._reload()
            return deed()
        except Unstored as error:
            return refusal(message.id, error)
        except StoreError as error:
            LOGGER.error("game %s: %s", self.id, error)
            return refusal(message.id, Unstored(error.said))
        except Refused as error:
            reply = refusal(message.id, error)
        except IllegalAction as illegal:
            reply = refusal(message.id, Refused(illegal.reason, illegal.cite))
        except Exception:
            LOGGER.exception("game %s: %r failed", self.id, message)
            self._doubtful = True
            return refusal(message.id, Refused(BROKEN))
        self._refusals[at] = reply
        while len(self._refusals) > REMEMBERED:
            self._refusals.popitem(last=False)
        return reply

    # -- what is done ------------------------------------------------------------------------------------

    def _play(self, grant: Grant, message: Act) -> str:
        self.check_game(message.game)
        if self.stop is not None:
            return self.commit(stops.go_on(self, grant, message), grant, message.id)
        decision = self._asked(grant, message)
        if decision.seat == CHANCE and self.setup.dice == "pressed":
            if message.text.strip().lower() != ROLL:
                raise Refused("the program rolls the dice of this game: answer roll")
            return self.commit(self.game.roll, grant, message.id)
        if self.setup.hands == hands.DRAWN and message.text.strip().lower() == hands.TURN_UP and tells(decision):
            text = hands.turned_up(self._hand, decision)
            return self.commit(lambda: self.game.play(text, decision.seat), grant, message.id)
        if self.setup.hands == hands.DRAWN and hands.named(decision, message.text):
            raise Refused(hands.UNSEEN)
        self.game.as_listed()
        seat, text = decision.seat, message.text
        try:
            if message.stop and seat != CHANCE:
                return self.commit(
                    lambda: stops.held(self, seat, lambda game: game.play(text, seat)), grant, message.id
                )
            return self.commit(lambda: self.game.play(text, seat), grant, message.id)
        except IllegalAction as error:
            raise refused(error, decision, grant, self.setup) from None

    def chosen(self, seat: str, text: str) -> None:
        """An answer of a computer, or of a standing order."""
        if self._doubtful:
            self._reload()
        self.commit(lambda: self.game.play(text, seat), None, None)

    def commit(self, deed: Callable[[], Any], grant: Grant | None, id: Any) -> str:
        """Carry something out and store it: both or neither.

        Returns:
            What its sender is told.

        Raises:
            IllegalAction, Refused: nothing was done.
        """
        before = len(self.game.entries)
        stopped, self.stop = self.stop, None
        try:
            deed()
        except BaseException:
            self.stop = stopped
            raise
        left = self.game.left_of(self.game.by)
        if self.setup.hands == hands.DRAWN and self.stop is None:
            hands.settle(self.game, self._hand)
        try:
            lines, chain = self._new_lines(before)
            self.log.catch_up()
            reply = ""
            kept = None
            if grant is not None:
                events = self.log.after(before, reader_of(grant, self.setup))
                reply = answer("done", id=id, n=len(self.game.entries), events=events, left=left)
                kept = (grant.token, json.dumps(id), reply)
                self._note_answer(grant, before)
            over = not self.game.decisions
            self._store.append(self.id, before + 1, lines, answer=kept, over=over)
        except Overtaken:
            self._reload()
            raise Refused("the game has gone on at another server; look again") from None
        except StoreError as error:
            LOGGER.error("game %s: not stored: %s", self.id, error)
            self._reload()
            raise Unstored(error.said) from None
        self._chain = chain
        return reply

    def _note_answer(self, grant: Grant, before: int) -> None:
        own = [e.n for e in self.game.entries[before:] if e.seat in grant.seats]
        if own:
            self.answered[grant.token] = own[-1]

    def _new_lines(self, before: int) -> tuple[list[str], str]:
        lines, chain = [], self._chain
        for entry in self.game.entries[before:]:
            line, chain = rec.chained(entry_line(entry, entry.digest), chain)
            lines.append(line)
        return lines, chain

    def _asked(self, grant: Grant, message: Act) -> Decision:
        """The decision that an act answers."""
        mine = [d for d in self.game.decisions if d.seat in grant.seats or answered_by_people(d)]
        if message.seat is not None:
            if message.seat not in grant.seats and message.seat != CHANCE:
                raise Refused(f"this key is not that of {message.seat}")
            mine = [d for d in mine if d.seat == message.seat]
        if not mine:
            raise Refused("you are not asked anything now" if self.game.decisions else "the game is over")
        # Seats that are asked at once do not stand in each other's way: the other's answer has raised the number.
        state = self.game.state
        if not state.number - len(state.sealed) <= message.decision <= state.number:
            raise Refused(f"decision {message.decision} is not open; it is decision {state.number} now")
        if len(mine) > 1:
            found = [d for d in mine if d.find(message.text) is not None]
            if len(found) != 1:
                raise Refused(f"several seats are asked: say for which, {' or '.join(d.seat for d in mine)}")
            mine = found
        return mine[0]

    def keep_request(self, text: str, told: tuple[Grant, Any, str] | None) -> None:
        """Store what a seat asks the other, and what the sender is told where no entry goes with it. Raises Refused."""
        kept = (told[0].token, json.dumps(told[1]), told[2]) if told else None
        try:
            self._store.keep_request(self.id, text, answer=kept)
        except StoreError as error:
            raise Unstored(error.said) from None

    def last_of(self, grant: Grant) -> str:
        """The seat of a key that answered last, of what still counts."""
        by = (e.seat for e in reversed(live(self.game.entries)) if e.seat in grant.seats)
        return next(by, grant.seats[0])

    def check_game(self, id: str) -> None:
        if id != self.id:
            raise Refused(f"this socket is not of game {id[:40]!r}")

    # -- the fold of what is stored ------------------------------------------------------------------------

    def _take(self, stored: Stored) -> None:
        """Fold the game from its stored record."""
        self.game: Game = Game.from_record(stored.record, self._load, key=stored.secret)
        self.game.digests = True
        readers = (*self.setup.people, ALL if self.setup.open_hands else PUBLIC)
        self.log = Log(self.game, readers, consents=not self.setup.free_undo)
        last = stored.entries[-1] if stored.entries else stored.header
        self._chain = msgspec.json.decode(last)["chain"]
        self._doubtful = False
        self.stop = None
        n = len(stored.entries)
        if self.setup.hands == hands.DRAWN:
            hands.settle(self.game, self._hand)
            self.log.catch_up()
        if len(self.game.entries) > n:
            # The record ended where chance was asked: what it has answered now is drawn for good.
            lines, self._chain = self._new_lines(n)
            self._store.append(self.id, n + 1, lines, answer=None, over=not self.game.decisions)

    def _reload(self) -> None:
        """Forget what is in memory: what is stored is the truth."""
        self._doubtful = True
        stored = self._store.game(self.id)
        assert stored is not None, self.id
        self._take(stored)
        self.standing.taken(self.game)
