"""Tells people who are not at their page that they are asked, that their time runs out, that they were nudged.

A minute passes first: who has answered by then, or looks at the game, is told nothing. What cannot be brought is tried
again after 10 seconds, a minute, ten minutes, an hour; then the channel counts as broken, and its owner's page says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.rulebook import ContentError
from vedette.packs import PackError

from .channels import NUDGE, REMINDER, TURN, Channel, Channels, Due
from .clocks import Clocks, words
from .couriers import Courier, Ended, Letter, Undelivered
from .exchange import Threads
from .hours import moment
from .manners import nudged_at
from .posting import ASKED, DECLINED, FLAG, OVER, TAKEN
from .requests import WISHES, Request
from .room import Room
from .store import Setup, Store, StoreError

LOGGER = logging.getLogger("vedette.table")
FAILED = "the program failed at it"
OF_TIME = (REMINDER, FLAG)
"""What hangs on a clock, and is looked at anew when it is due."""
NEWS = {
    DECLINED: "the other side does not agree",
    OVER: "the battle is over",
    TAKEN: "somebody has taken the other side",
    FLAG: "the other side's time is over; you may claim the battle",
}
TO_GO_ON = (TURN, NUDGE, REMINDER)
"""Who is told it is to answer something."""


class About(msgspec.Struct, frozen=True):
    """What is told with it."""

    wish: str = ""
    """What one side asks the other for."""
    mark: str = ""
    """By what it has another name than what was told before it of the same entry."""

    @property
    def asks(self) -> str:
        """That the other side asks for it."""
        return f"the other side asks {f'for {self.wish}' if self.wish else 'something of you'}"


PLAIN = About()


class Times(msgspec.Struct, frozen=True):
    """How long the postman waits, in seconds."""

    first: float = 60.0
    """Before somebody is told."""
    looks: float = 5.0
    """Between two looks at what is due."""
    again: tuple[float, ...] = (10.0, 60.0, 600.0, 3600.0)
    """After each attempt that failed; after the last one the channel is broken."""
    before: float = 86_400.0
    """So long before the time of a side is over it is reminded."""


class Never(str):
    """Why it could not be brought, and will not be another time either."""


class Rooms(Protocol):
    """The games of this server."""

    store: Store

    def opened(self, id: str) -> Room | None: ...
    async def time(self) -> float: ...
    def load(self, battle: str) -> Battle: ...


class Postman:
    """Of one server; several at one database share the work. Lives in the event loop."""

    def __init__(self, rooms: Rooms, couriers: Mapping[str, Courier], address: str, times: Times) -> None:
        self.rooms = rooms
        self.couriers = couriers
        self.address = address
        """Of the start page, as people reach it."""
        self.times = times
        self.channels = Channels(rooms.store, couriers)
        self.threads = Threads()
        self._going: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Go round from now on."""
        self._going = asyncio.get_running_loop().create_task(self._go())

    async def close(self) -> None:
        """The server ends; what was not brought is found by the next one."""
        if self._going is not None:
            self._going.cancel()
            await asyncio.gather(self._going, return_exceptions=True)
        self.threads.close()

    async def _go(self) -> None:
        while True:
            await asyncio.sleep(self.times.looks)
            try:
                for one in await asyncio.to_thread(self.channels.due, await self.rooms.time()):
                    await self._alone([one], self._bring(one))
                for letters in await asyncio.to_thread(self.channels.due_together, await self.rooms.time()):
                    await self._alone(letters, self._bring_together(letters))
            except StoreError as error:
                LOGGER.warning("nobody can be told anything now: %s", error)
            except Exception:
                LOGGER.exception("the postman failed, and goes on")

    async def _alone(self, rows: list[Due], deed: Awaitable[None]) -> None:
        """What fails at these is no fault of the others: these are tried again as if they could not be brought."""
        try:
            await deed
        except StoreError:
            raise
        except Exception:
            LOGGER.exception("game %s: its %s could not be told", rows[0].game, rows[0].channel.seat)
            for one in rows:
                await self._given(one, await self.rooms.time(), FAILED)

    async def _bring(self, one: Due) -> None:
        """Tell it, or find another time for it."""
        now = await self.rooms.time()
        if await self._looks(one):
            await asyncio.to_thread(self.channels.later, one, now + self.times.first)
            return
        left = None
        if one.what in OF_TIME:
            left, due = await asyncio.to_thread(self._left, one, now)
            if left is None:
                await asyncio.to_thread(self.channels.later, one, due)
                return
        until = None if left is None else (left, now + left)
        about = await asyncio.to_thread(self._about, one)
        letter = self.letter(one.battle, one.channel, one.what, one.game, until, one.n, about)
        for held in await asyncio.to_thread(self.channels.held, [one], now):
            await self._given(held, now, await self.give(one.channel, letter))

    async def _bring_together(self, all_due: list[Due]) -> None:
        """Tell once a day what goes to one address; what hangs on a clock does not wait for that."""
        now = await self.rooms.time()
        told = []
        for one in all_due:
            if one.what in OF_TIME:
                await self._bring(one)
            elif await self._looks(one):
                await asyncio.to_thread(self.channels.later, one, one.channel.due(now + self.times.first))
            else:
                told.append(one)
        held = await asyncio.to_thread(self.channels.held, told, now)
        if held:
            about = await asyncio.to_thread(lambda: [self._about(one) for one in held])
            failed = await self.give(held[0].channel, self.digest(held, about))
            for one in held:
                await self._given(one, now, failed)

    async def _given(self, one: Due, now: float, failed: str) -> None:
        """It was brought, or `failed` says why not: then it is tried again, or the channel is broken."""
        if not failed:
            await asyncio.to_thread(self.channels.sent, one)
        elif not isinstance(failed, Never) and one.tries < len(self.times.again):
            await asyncio.to_thread(self.channels.later, one, now + self.times.again[one.tries], failed=True)
        else:
            await asyncio.to_thread(self.channels.mark, one.game, one.channel, failed)
            LOGGER.warning("game %s: the %s of %s is broken: %s", one.game, one.channel.kind, one.channel.seat, failed)

    async def give(self, channel: Channel, letter: Letter, *, asked: bool = False) -> str:
        """Bring a letter now, because somebody at a page has `asked` for it or because it is due; why it could not be
        brought, empty where it was."""
        courier = self.couriers.get(channel.kind)
        if courier is None:
            return f"this server sends no {channel.kind}"
        try:
            await self.threads.run(courier.bring, channel.target, letter, asked=asked)
        except Ended as error:
            return Never(error)
        except Undelivered as error:
            return str(error) or "it could not be brought"
        except Exception:
            LOGGER.exception("a %s could not be sent", channel.kind)
            return FAILED
        return ""

    async def _looks(self, one: Due) -> bool:
        """Whether somebody of the seat has the game before him, here or at another server."""
        room, seat = self.rooms.opened(one.game), one.channel.seat
        if room is not None and any(seat in w.grant.seats and not w.hidden for w in tuple(room.watchers)):
            return True
        return await asyncio.to_thread(self.rooms.store.sits, one.game, one.channel.seat)

    def _left(self, one: Due, now: float) -> tuple[float | None, float]:
        """What a side has left where it is to be reminded now, or where the other's flag has fallen; else None, and
        when it is looked at again."""
        never = now + 365 * 86_400.0
        setup, stored = msgspec.json.decode(one.setup, type=Setup), self.rooms.store.clocks(one.game)
        time, mine, flag = setup.time, one.channel.seat, one.what == FLAG
        if time is None or (time.kind != "days" and not flag) or stored is None:
            return None, never
        seat = next((other for other in setup.people if other != mine), "") if flag else mine
        side = msgspec.json.decode(stored, type=Clocks).settle(now).sides.get(seat)
        if side is not None and flag and side.remaining <= 0:
            return 0.0, now
        if side is None or side.remaining <= 0:
            return None, never
        if side.since is None or side.away is not None:
            return None, now + self.times.before / 24
        over = side.remaining + max(0.0, side.free - side.used)
        if flag:
            return None, now + over
        return (over, now) if over <= self.times.before else (None, now + over - self.times.before)

    # -- what is said --------------------------------------------------------------------------------------

    def letter(
        self,
        battle: str,
        channel: Channel,
        what: str,
        game: str,
        left: tuple[float, float] | None = None,
        n: int | None = None,
        about: About = PLAIN,
    ) -> Letter:
        """What a seat is told: nothing but what both sides know.

        Args:
            left: of a reminder, the seconds that are left, and the moment at which they are over.
            n: the entry that asks. What is told has a name with it, so that who gets it twice, because a server was
                killed once it had brought it, can see that.
        """
        side, title = channel.seat.capitalize(), self._title(battle)
        news = {**NEWS, ASKED: about.asks}
        told = {
            TURN: f"{title}: you are asked, as the {side}",
            NUDGE: f"{title}: the other side asks you to go on, as the {side}",
            REMINDER: f"{title}: your time runs out, as the {side}",
            **{what: f"{title} (you are the {side}): {words}" for what, words in news.items()},
        }
        subject = told.get(what, f"{title}: a test of Vedette, as the {side}")
        lines = [f"{subject}."]
        if left is not None and what == REMINDER:
            seconds, over = left
            lines.append(f"You have {words(seconds)} left, until {moment(over, channel.zone)}.")
        go_on = "Open the game to go on." if what in TO_GO_ON else "Open the game to see it."
        lines.append(f"Your games: {self.address}" if self.address else go_on)
        if self.address and self.couriers[channel.kind].confirms:
            lines += ["", f"No more of this: {self.address}told/{channel.token}"]
        more = {"what": what, "game": game, "battle": battle, "title": title, "seat": channel.seat}
        if n is not None:
            more["id"] = f"{game}-{n}-{channel.seat}-{what}{about.mark}"
        return Letter(subject, "\n".join(lines), more)

    def digest(self, told: list[Due], about: Sequence[About]) -> Letter:
        """What somebody is told once a day: in which games he is asked, and what else there is, each in a line."""
        count = len({(one.game, one.channel.seat) for one in told})
        what = "there is news of" if any(one.what in (ASKED, *NEWS) for one in told) else "you are asked in"
        subject = f"Vedette: {what} {f'{count} games' if count > 1 else 'a game'}"
        rows = dict.fromkeys(
            (self._title(one.battle), one.channel.seat.capitalize(), one.channel.token) for one in told
        )
        said: dict[tuple[str, ...], list[str]] = {}
        for one, wish in zip(told, about, strict=True):
            row = (self._title(one.battle), one.channel.seat.capitalize(), one.game)
            words = {**NEWS, ASKED: wish.asks, NUDGE: "the other side asks you to go on"}
            said.setdefault(row, []).extend([words[one.what]] if one.what in words else [])
        lines = [f"{subject}."]
        for (title, side, _), more in said.items():
            lines.append(f"- {title} (you are the {side}): {'; '.join(more)}" if more else f"- {title}, as the {side}")
        lines.append(f"Your games: {self.address}" if self.address else "Open a game to go on.")
        if self.address and self.couriers[told[0].channel.kind].confirms:
            lines.append("")
            lines += [f"No more of {title}, as the {side}: {self.address}told/{token}" for title, side, token in rows]
        first = told[0]
        mark = "" if first.what == TURN else f"-{first.what}{about[0].mark}"
        id = f"{first.game}-{first.n}-{first.channel.seat}-digest{mark}"
        return Letter(subject, "\n".join(lines), {"what": "digest", "count": str(count), "id": id})

    def confirmation(self, battle: str, channel: Channel) -> Letter:
        """The first mail to an address: nothing else is sent there before its owner has agreed."""
        title = self._title(battle)
        text = [
            f"Somebody plays {title} at {self.address} and would like to be told here when he is asked.",
            f"If that is you: {self.address}told/{channel.token}",
            "If it is not you, do nothing: no other mail will come.",
        ]
        return Letter(f"{title}: is this your address?", "\n".join(text), {})

    def _about(self, one: Due) -> About:
        """What is told with it."""
        if one.what == NUDGE:
            return About(mark=f"-{nudged_at(self.rooms.store, one.game, one.channel.seat):.0f}")
        stored = self.rooms.store.request(one.game) if one.what in (ASKED, DECLINED) else None
        if not stored:
            return About()
        request = msgspec.json.decode(stored, type=Request)
        return About(WISHES[request.kind], "" if request.first else f"-{request.kind}")

    def _title(self, battle: str) -> str:
        with suppress(PackError, ContentError, LookupError):
            return self.rooms.load(battle).title
        return battle
