"""Accounts over HTTP, first part: made, entered, left, and what helps who has forgotten his password."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from .couriers import Courier, Letter, Undelivered
from .exchange import Threads
from .http import Failed, Handlers, body_of
from .limits import Meter
from .messages import Refused
from .passwords import Passwords, check_password
from .paying import address_of
from .people import People, Person, check_name
from .tallies import Tally

LOGGER = logging.getLogger("vedette.table")
COOKIE = "vedette"
SENT_TO = "/api"
"""Whither a browser sends it: also to where games are made."""
AT = "/api/account"
KEPT = {"cache-control": "no-store"}
RECOVER, MAIL = "recover", "mail"
"""What a link of a mail is for."""
HOUR = 3_600.0
WRONG = "there is no account of this name and password"
GONE = "this link is no longer good; ask for a new one"
OUT = "nobody has entered here"
NOBODY = "who makes a game here has an account: enter your account, or make one, at the top of the page"
Word = Annotated[str, msgspec.Meta(max_length=500)]
W = TypeVar("W", bound=msgspec.Struct)
T = TypeVar("T")


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who enters, or makes an account."""

    name: Word
    password: Word


class Forgotten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a link is to be sent."""

    mail: Word


class Recovered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, by a link."""

    token: Word
    password: Word


class Linked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stood behind a link."""

    token: Word


class Entering:
    """What every address of accounts needs, and those by which one comes to his."""

    def __init__(
        self,
        handlers: Handlers,
        passwords: Passwords,
        mail: Courier | None,
        address: str,
        threads: Threads | None = None,
    ) -> None:
        self.handlers = handlers
        self.people = People(handlers.rooms.store)
        self.passwords = passwords
        self.mail = mail
        """Who brings mails; None where the server sends none."""
        self.threads = threads
        """In which he does; None only where there is nobody to bring anything."""
        self.address = address
        self.wrong = Tally(handlers.rooms.store, "passwords", handlers.limits.passwords)
        """Wrong passwords and links, by the address of who tries, at all servers together."""
        self.made = Meter(handlers.limits.accounts)
        self.letters = Meter(handlers.limits.accounts)
        self._sending: set[asyncio.Task[None]] = set()

    async def make(self, request: Request) -> Response:
        """A new account, entered at once."""
        wish = await wished(request, Named)
        address = address_of(request)
        if self.made.full(address):
            raise Failed(429, "too many new accounts from this address; wait a minute")
        name = told(lambda: check_name(wish.name))
        told(lambda: check_password(wish.password, name))
        self.made.note(address)
        kept = await looked(self.passwords.kept(wish.password))
        try:
            person = await asyncio.to_thread(self.people.make, name, kept)
        except Refused as error:
            raise Failed(409, error.reason) from None
        return await self.entered(request, person, 201)

    async def enter(self, request: Request) -> Response:
        """By name and password."""
        wish = await wished(request, Named)
        found = await asyncio.to_thread(self.people.named, wish.name)
        person, kept = found or (None, None)
        await self.check(request, kept, wish.password)
        if person is None:
            raise Failed(403, WRONG)
        return await self.entered(request, person)

    async def check(self, request: Request, kept: str | None, password: str) -> None:
        """Raises Failed where it is not the password, or its address has tried too often."""
        address = address_of(request)
        if await self.wrong.known(address):
            raise Failed(429, "too many wrong passwords from this address; wait a minute")
        if len(password) > 500 or not await looked(self.passwords.fits(kept, password)):
            await self.wrong.counted(address)
            raise Failed(403, WRONG)

    async def leave(self, request: Request) -> Response:
        """Nobody has entered in this browser any more; with `all=1` in no browser."""
        token = request.cookies.get(COOKIE, "")
        person = await self.who(request)
        if person is not None and request.query_params.get("all") == "1":
            await asyncio.to_thread(self.people.leave_everywhere, person.id)
        await asyncio.to_thread(self.people.leave, token)
        answer = Response(status_code=204, headers=KEPT)
        answer.delete_cookie(COOKIE, SENT_TO, httponly=True, samesite="strict")
        return answer

    async def forget(self, request: Request) -> Response:
        """A link to the owner of an address of mail; whether there is one is told to nobody else."""
        wish = await wished(request, Forgotten)
        if self.mail is None:
            raise Failed(404, "this server sends no mail: ask who runs it for a link")
        if self.letters.another(address_of(request)):
            raise Failed(429, "too many from this address; wait a minute")
        for person in await asyncio.to_thread(self.people.by_mail, wish.mail.strip()):
            token = await asyncio.to_thread(self.people.link, RECOVER, person.id, "", HOUR)
            self.send(person.mail, recovery(person.name, f"{self.address}#recover={token}"))
        return JSONResponse({"sent": True}, 202, headers=KEPT)

    async def recover(self, request: Request) -> Response:
        """A new password by a link; whoever had entered elsewhere has to enter again."""
        wish = await wished(request, Recovered)
        await self.may_try(request)
        told(lambda: check_password(wish.password, ""))
        kept = await looked(self.passwords.kept(wish.password))
        found = await asyncio.to_thread(self.people.redeem, RECOVER, wish.token)
        person = await asyncio.to_thread(self.people.person, found[0]) if found and found[0] else None
        if person is None:
            await self.wrong.counted(address_of(request))
            raise Failed(403, GONE)
        await asyncio.to_thread(lambda: self.people.change(person.id, password=kept))
        await asyncio.to_thread(self.people.leave_everywhere, person.id)
        return await self.entered(request, person)

    async def agree(self, request: Request) -> Response:
        """The owner of an address of mail says that it is his."""
        wish = await wished(request, Linked)
        await self.may_try(request)
        found = await asyncio.to_thread(self.people.redeem, MAIL, wish.token)
        if found is None or found[0] is None:
            await self.wrong.counted(address_of(request))
            raise Failed(403, GONE)
        id, mail = found
        await asyncio.to_thread(lambda: self.people.change(str(id), mail=mail))
        return JSONResponse({"mail": mail}, headers=KEPT)

    # -- what they share -----------------------------------------------------------------------------------

    async def who(self, request: Request) -> Person | None:
        """Who has entered in the browser that asks."""
        return await asyncio.to_thread(self.people.of, request.cookies.get(COOKIE, ""))

    async def somebody(self, request: Request) -> Person:
        """The same. Raises Failed where nobody has."""
        person = await self.who(request)
        if person is None:
            raise Failed(401, OUT)
        return person

    async def maker(self, request: Request) -> None:
        """Raises Failed where nobody has entered who could make a game."""
        if await self.who(request) is None:
            raise Failed(
                403, "who makes a game here has an account: enter your account, or make one, at the top of the page"
            )

    async def entered(self, request: Request, person: Person, status: int = 200) -> Response:
        """Somebody has entered in the browser that asks."""
        token = await asyncio.to_thread(self.people.enter, person.id)
        answer = JSONResponse({"name": person.name}, status, headers=KEPT)
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, token, 90 * 86_400, path=SENT_TO, secure=secure, httponly=True, samesite="strict")
        return answer

    async def may_try(self, request: Request) -> None:
        """Raises Failed where an address has guessed too often."""
        if await self.wrong.known(address_of(request)):
            raise Failed(429, "too many wrong links from this address; wait a minute")

    def send(self, target: str, letter: Letter) -> None:
        """Bring a mail, while who asked for it goes on: how long it takes would tell whether one is sent."""
        task = asyncio.get_running_loop().create_task(self._bring(target, letter))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _bring(self, target: str, letter: Letter) -> None:
        try:
            if self.mail is not None and self.threads is not None:
                await self.threads.run(self.mail.bring, target, letter, asked=True)
        except Undelivered as error:
            LOGGER.warning("a mail about an account was not brought: %s", error)


def recovery(name: str, link: str) -> Letter:
    """What stands in the mail for who has forgotten his password."""
    text = (
        f"Somebody has asked for a new password for the account {name}. If it was you, set one here within an hour:\n\n"
        f"{link}\n\nIf it was not, do nothing: all stays as it is."
    )
    return Letter("Vedette: a new password", text, {})


def agreement(name: str, link: str) -> Letter:
    """What stands in the mail that asks whether an address is its owner's."""
    text = (
        f"The account {name} is to be reached at this address. If that is yours, say so here within a day:\n\n"
        f"{link}\n\nIf it is not, do nothing, and you get no more of these."
    )
    return Letter("Vedette: is this your address?", text, {})


async def wished(request: Request, kind: type[W]) -> W:
    """What was sent. Raises Failed where it cannot be read."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise Failed(415, "send it as application/json")
    try:
        return msgspec.json.decode(await body_of(request), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Failed(400, f"it cannot be read: {error}") from None


def told(deed: Callable[[], T]) -> T:
    """Do something; what is refused is an answer of status 400."""
    try:
        return deed()
    except Refused as error:
        raise Failed(400, error.reason) from None


async def looked(deed: Awaitable[T]) -> T:
    """Wait for what looks at a password. Raises Failed where too many wait."""
    try:
        return await deed
    except Refused as error:
        raise Failed(429, error.reason) from None
