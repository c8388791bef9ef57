"""One game at the table: its queue, its storage, its sockets. Whatever changes the game passes through here."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from vedette.engine.decision import Decision
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE
from vedette.engine.shelf import Shelf

from . import abreast, hands, stops
from .beat import Pulse
from .carrying import Carrier
from .keeping import Kept
from .limits import ASKING, Limits, Purse, Purses, in_pool, taken
from .messages import Act, Changing, Hurry, Overasked, Overrun, Refused, Resign, Unstored, refusal
from .readers import ROLL, answered_by_people, refused, tells
from .schema import named
from .store import Grant, Store, Stored, StoreError

LOGGER = logging.getLogger("vedette.table")
REMEMBERED = 500
"""Refusals that are remembered, so that a repeated id gets the same answer."""
GIVEN = "the game has gone on: your answer is in, the other side still gives its own"
BROKEN = "the program failed at this; the game is as it was, and the fault is in the server's log"

AT_ONCE = 0.05
"""Seconds for which a place waits for a game; each time that it is given back for nothing for twice as long."""

T = TypeVar("T")
Tell = Callable[[str], None]
Hinted = tuple[int, int, str, str]
"""Which hint: the game's entries, the decision, its seat, and as whom it is answered."""


class Room(Kept):
    """A game under way. `act` and `undo` are carried out one after the other and answered once they are stored."""

    def __init__(
        self, stored: Stored, store: Store, shelf: Shelf, pulse: Pulse, clock: Callable[[], float] | None = None
    ) -> None:
        super().__init__(stored, store, shelf, pulse, clock)
        self.carrier = Carrier(self)
        self.hinting = asyncio.Lock()
        self.hints: dict[Hinted, dict[str, Any]] = {}
        """Hints that were given where the game stands."""
        self.lookers = Purses()
        """Of those who look on, by their addresses; the server has the same for all of its games."""
        self._purses = Purses()
        self._refusals: OrderedDict[tuple[str, str], str] = OrderedDict()

    def let_go(self) -> None:
        """It is put away. What it holds goes at once, and not when the server looks through all that it holds; who came
        in this moment can go on with it."""
        self.carrier.let_go()
        self.log.let_go()

    def purse(self, grant: Grant, limits: Limits, address: str) -> Purse:
        """What a key may still let the server think; many may look on by one, at many games, and each address has one
        share of all."""
        return self._purses.of((grant.token,), limits) if grant.seats else self.lookers.of((address,), limits)

    def page(self, grant: Grant, limits: Limits, address: str) -> Purse:
        """The same for what is told to a page that is opened: it does not wait for what was asked before."""
        return self._purses.of(("page", grant.token, address), limits)

    # -- the queue ---------------------------------------------------------------------------------------

    async def act(self, grant: Grant, message: Act, tell: Tell) -> None:
        """Answer a decision for a key; `tell` gets the message of the server before anybody sees a new state."""
        await self._do(grant, message, lambda: self._play(grant, message), tell)

    async def deed(self, grant: Grant, message: Changing, do: Callable[[Room, Grant, Any], str], tell: Tell) -> None:
        """Carry out another message that changes the game: take back, play again, consent, typed dice."""
        await self._do(grant, message, lambda: do(self, grant, message), tell)

    async def resign(self, grant: Grant, message: Resign, tell: Tell) -> None:
        """Give the game up for a seat of a key."""
        await self._do(grant, message, lambda: self._resign(grant, message), tell)

    async def hurry(self, message: Hurry) -> bool:
        """Tell a computer that plans ahead to move now, whoever runs the game; whether one is asked anything. That both
        sides know: whether it is still searching is told to nobody. Raises Refused."""
        self.check_game(message.game)
        async with self.lock:
            asked = self.stop is None and any(one.seat in self.planners for one in self.game.decisions)
            if asked and self.hasty != len(self.game.entries):
                try:
                    await asyncio.to_thread(abreast.tell_hurry, self)
                except StoreError as error:
                    raise Unstored(error.said) from None
                self.hasty = len(self.game.entries)
                self.wake()
        return asked

    async def choose(self, seat: str, n: int, text: str, note: str = "", planned: str = "") -> bool:
        """An answer of a computer, made when the game had n entries; with it stands in the record what is noted of it,
        and which planner found the plan that begins with it.

        Returns:
            Whether it was carried out; not when the game has gone on in the meantime.

        Raises:
            Refused: it is not offered.
        """
        async with self.lock:
            if len(self.game.entries) != n or self.stop is not None:
                return False
            try:
                await asyncio.to_thread(self.chosen, seat, text, note, planned)
            except Overrun:
                await self.carrier.go_on()
                return False
            await self.carrier.go_on()
        return True

    async def ask(self, question: Callable[[Game], T]) -> T:
        """Ask something of the game while nobody changes it; in a thread, since it may take a while."""
        async with self.lock:
            return await in_pool(ASKING, lambda: question(self.game))

    async def tell(self, question: Callable[[Game], T], places: asyncio.Semaphore | None = None) -> T:
        """Ask something short, in a thread as those in which games are answered: it waits for no question.

        Args:
            places: one of these is waited for. Who waits for one holds no game, and who has one is kept by no game.
        """
        if places is None:
            async with self.lock:
                return await asyncio.to_thread(question, self.game)
        patience = AT_ONCE
        while True:
            async with self.lock:
                pass  # its turn has come, but it may have to wait for a place
            async with places:
                if await taken(self.lock, patience):
                    try:
                        return await asyncio.to_thread(question, self.game)
                    finally:
                        self.lock.release()
            patience *= 2

    async def _do(self, grant: Grant, message: Changing, deed: Callable[[], str], tell: Tell) -> None:
        async with self.lock:
            before = len(self.game.entries)
            tell(await asyncio.to_thread(self._answered, grant, message, deed))
            self.stirred |= len(self.game.entries) != before
            await self.carrier.show_news()

    def _answered(self, grant: Grant, message: Changing, deed: Callable[[], str]) -> str:
        """The answer to a message: the one that it got before, or what carrying it out gives."""
        at = (grant.token, named(message.id))
        try:
            with self.store.at_once():
                known = self._refusals.get(at) or self.store.answer(*at)
                if known is not None:
                    return known
                if abreast.catch_up(self):
                    known = self.store.answer(*at)  # what has come may be the same message, by another server
                    if known is not None:
                        return known
                return self._tried(deed)
        except Overrun as error:
            return self._at_another(at) or refusal(message.id, error)
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

    def _tried(self, deed: Callable[[], str]) -> str:
        """A deed; once more, by what is asked now, where another server has put down something in this moment."""
        try:
            return deed()
        except Overasked:
            abreast.catch_up(self)
            self.stirred = True  # whatever else it was
            return deed()

    def _at_another(self, at: tuple[str, str]) -> str:
        """What another server has answered to the same message meanwhile; "" where it was another message."""
        try:
            return self.store.answer(*at) or ""
        except StoreError:
            return ""

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

    def _resign(self, grant: Grant, message: Resign) -> str:
        self.check_game(message.game)
        if message.n is not None and message.n != len(self.game.entries):
            raise Refused(f"the game has gone on: it has {len(self.game.entries)} entries and not {message.n}")
        seat = message.seat or (grant.seats[0] if len(grant.seats) == 1 else "")
        if not seat:
            raise Refused(f"say which seat resigns, {' or '.join(grant.seats)}")
        if seat not in grant.seats:
            raise Refused(f"this key is not that of {seat}")
        return self.commit(lambda: self.game.resign(seat), grant, message.id)

    def _asked(self, grant: Grant, message: Act) -> Decision:
        """The decision that an act answers."""
        mine = [d for d in self.game.decisions if d.seat in grant.seats or answered_by_people(d)]
        if message.seat is not None:
            if message.seat not in grant.seats and message.seat != CHANCE:
                raise Refused(f"this key is not that of {message.seat}")
            mine = [d for d in mine if d.seat == message.seat]
        if not self.game.decisions:
            raise Refused("the game is over")
        # Seats that are asked at once do not stand in each other's way: the other's answer has raised the number.
        state = self.game.state
        if not mine and message.decision >= state.number - len(state.sealed):
            answered = {seat for seat, _ in state.sealed}.intersection([message.seat] if message.seat else grant.seats)
            raise Refused(GIVEN if answered else "you are not asked anything now")
        if not state.number - len(state.sealed) <= message.decision <= state.number:
            raise Refused(f"decision {message.decision} is not open; it is decision {state.number} now")
        if len(mine) > 1:
            found = [d for d in mine if d.find(message.text) is not None]
            if len(found) != 1:
                raise Refused(f"several seats are asked: say for which, {' or '.join(d.seat for d in mine)}")
            mine = found
        return mine[0]
