"""What the server answers over HTTP: battles, games, records, pictures, cases."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from vedette import staff
from vedette.engine.battle import Battle
from vedette.engine.record import shortened
from vedette.engine.rulebook import ContentError, OptionError, rulebook_of
from vedette.packs import PackError, cards, tasks_of
from vedette.packs.errata import has_errata
from vedette.packs.library import Shown

from . import asking, editions, ending, places, report, scenes, spectators, values, why
from .branching import Branching, branch
from .cases import Cases
from .faces import Boards, Faces
from .gallery import Gallery
from .guard import LOOPBACK, foreign, from_here
from .in_short import battle_in_short, lesson_fault, lesson_in_short, options_of, owned_json, summary
from .limits import Limits, Meter
from .making import HUMAN, Making
from .messages import Refused
from .names import Names
from .pages import AGAIN, FOREVER, has, takes_gzip
from .painting import Painter
from .paying import Paying, address_of
from .people import Person
from .readers import looks_on, reader_of
from .room import Room
from .rooms import Rooms
from .store import Grant, StoreError
from .tallies import Tally

LOGGER = logging.getLogger("vedette.table")
NOT_KEPT = {"cache-control": "no-store"}
MOST_BYTES = 65_536
MOST_VALUES = 1 << 20
"""Of a file with values."""
THEIRS = "these are the values of somebody's own box: ask who plays for the record, or for the file of his layer"
MOST_LETTERS = 2_000
"""Of an error: what was sent is not sent back whole."""
NAMES_OF_FACES = re.compile(r"[0-9a-f]{20}")
W = TypeVar("W", bound=msgspec.Struct)
FAULT = "the program failed at this; nothing was changed, and the fault is in the server's log"


class Failed(Exception):
    """An answer that is an error."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


async def failed(request: Request, error: Exception) -> Response:
    """An error as the protocol has it."""
    told = str if request.app.state.own else places.without
    if isinstance(error, Failed):
        return JSONResponse({"error": shortened(told(error.text), MOST_LETTERS)}, error.status)
    if isinstance(error, StoreError):
        LOGGER.error("%s", error)
        return JSONResponse(
            {"error": f"the database cannot be used, and nothing was changed: {error.said}"}, _lack(error)
        )
    if isinstance(error, PackError | ContentError):
        LOGGER.error("%s", error)
        return JSONResponse({"error": told(str(error))}, 500)
    if not isinstance(error, HTTPException):
        return JSONResponse({"error": FAULT}, 500)  # the server writes it into its log
    return JSONResponse({"error": error.detail.lower()}, error.status_code, error.headers)


def _lack(error: StoreError) -> int:
    """The status for a database that cannot be used: no room, or not now."""
    return 507 if error.full else 503


class Handlers(Paying):
    """The HTTP side of a server."""

    def __init__(self, rooms: Rooms, faces: Faces, limits: Limits, own: bool = False) -> None:
        super().__init__(rooms, limits)
        self.own = own
        """Whether who asks may type his own values in."""
        self.tells: list[str] = []
        """In what ways people can be told that they are asked."""
        self.accounts = False
        """Whether people may have an account here."""
        self.maker: Callable[[Request], Awaitable[object]] | None = None
        """Says who makes a game, or raises; None where anybody may."""
        self.person: Callable[[Request], Awaitable[Person | None]] | None = None
        """Says who has entered his account in the browser that asks; None where there are no accounts."""
        self.names = Names()
        self.elsewhere: Callable[[], str] = str
        """The start page as people at other machines reach it; empty where that is not known."""
        self.faces = faces
        self.gallery = Gallery(rooms.store, faces, rooms.load) if rooms.store.is_shared else None
        self.boards = Boards()
        self.cases = Cases()
        self.painter = Painter()
        self.making = Meter(limits.games)
        self.misses = Tally(rooms.store, "keys", limits.misses)
        self.keyless = Tally(rooms.store, "keyless", limits.misses)

    # -- battles -----------------------------------------------------------------------------------------

    async def battles(self, request: Request) -> Response:
        """What can be played."""
        found = await self.pay(request, self._all_listed)
        found = {**found, "commanders": list(staff.names()), **({"own": True} if self.own else {})}
        found |= {"lobby": True} if self.rooms.lobby else {}
        found |= {"accounts": True} if self.accounts else {}
        found |= {"makers": "accounts"} if self.maker else {}
        found |= {"ratings": True} if self.person and self.rooms.lobby else {}
        here = from_here(address_of(request)) and request.url.hostname in LOOPBACK
        if here and (page := self.elsewhere()):
            found |= {"elsewhere": page}
        return JSONResponse(found, headers={"cache-control": AGAIN})

    async def battle(self, request: Request) -> Response:
        """One battle, as `vedette show` prints it."""
        battle = self._battle(request)
        found = await self.spent(request, lambda: battle_in_short(battle))
        more = {"provenance": dict(battle.provenance), "overlay": battle.overlay, "owned": owned_json(battle)}
        return JSONResponse({**found, **more}, headers={"cache-control": AGAIN})

    async def opening(self, request: Request) -> Response:
        """What a picture of a battle as it begins needs."""
        battle = self._battle(request)
        try:
            found = await self.spent(request, lambda: scenes.of_battle(battle, self.faces))
        except (OptionError, ContentError) as error:
            raise Failed(404, str(error)) from None
        return JSONResponse(found, headers={"cache-control": AGAIN})

    async def picture(self, request: Request) -> Response:
        """Board, geometry or charts."""
        battle = self._battle(request)
        name = request.path_params["file"].removesuffix(".svg")
        if name not in Boards.NAMES or request.path_params["file"] != Boards.FILES[name]:
            raise Failed(404, f"there is no {request.path_params['file'][:60]!r}")
        try:
            version = await asyncio.to_thread(self.boards.version, battle, name)
            found = await self.pay(request, lambda: self.boards.drawn(battle, name, request.query_params))
        except PackError as error:
            raise Failed(404, str(error)) from None
        kept = FOREVER if request.query_params.get("v") == version else AGAIN
        unpacked = not takes_gzip(request.headers)
        tag = f'"{found.hash}"' if unpacked else f'"{found.hash}-gzip"'
        headers = {"etag": tag, "cache-control": kept, "vary": "Accept-Encoding"}
        if has(request, headers["etag"]):
            return Response(status_code=304, headers=headers)
        if unpacked:
            return Response(found.data, media_type=found.kind, headers=headers)
        packed = await self.pay(request, lambda: found.packed)
        return Response(packed, media_type=found.kind, headers={**headers, "content-encoding": "gzip"})

    async def face(self, request: Request) -> Response:
        """A counter, for the size at which it is shown."""
        name, detail = request.path_params["hash"], request.query_params.get("detail", "")
        svg = self.faces.svg(name, detail)
        if svg is None and await self._shown_elsewhere(request, name):
            svg = self.faces.svg(name, detail)
        if svg is None:
            raise Failed(404, "no view has shown this counter")
        return Response(svg, media_type="image/svg+xml", headers={"cache-control": FOREVER})

    async def _shown_elsewhere(self, request: Request, name: str) -> bool:
        """Whether another server has shown a counter; who asks for many that nobody has is not waited for."""
        address = address_of(request)
        if self.gallery is None or not NAMES_OF_FACES.fullmatch(name) or self.misses.full(address):
            return False
        found = await self.gallery.find(name)
        if not found:
            await self.misses.counted(address)
        return found

    async def case(self, request: Request) -> Response:
        """A numbered case of a rulebook."""
        found = await self.pay(request, lambda: self.cases.get(request.path_params["id"]))
        if found is None:
            raise Failed(404, f"there is no case {request.path_params['id'][:60]!r}")
        return JSONResponse(found, headers={"cache-control": AGAIN})

    async def case_list(self, request: Request) -> Response:
        """The chapters of a book and the cases with some words in them: `?book=Kernstown&q=...`."""
        asked = request.query_params
        words, book = asked.get("q", "")[:200], asked.get("book", "KT")
        found = await self.spent(request, lambda: self.cases.search(words, book))
        if found is None:
            raise Failed(404, f"there is no book {asked.get('book', '')[:60]!r}")
        return JSONResponse(found, headers={"cache-control": AGAIN})

    def _battle(self, request: Request) -> Battle:
        id = f"{request.path_params['pack'][:60]}/{request.path_params['scenario'][:60]}"
        edition = request.query_params.get("edition", "")[:60]
        try:
            found = self.rooms.shelf.battle(id, edition) if edition else self.rooms.load(id)
        except (PackError, LookupError) as error:
            raise Failed(404, str(error)) from None
        if edition and found.hash != edition:
            raise Failed(404, f"no game here is played by the edition {edition} of {id}")
        return found

    def _edition(self, battle: Battle) -> str:
        """By what an edition is asked for that is no longer the present one; empty for the present one."""
        try:
            return "" if self.rooms.load(battle.id).hash == battle.hash else battle.hash
        except (PackError, LookupError):
            return battle.hash

    def _travels(self, asked: str, battle: Battle) -> bool:
        """Whether a record takes its values with it: `1`, or `own` where others may well have others."""
        return asked == "1" or (asked == "own" and bool(battle.overlay or self._edition(battle)))

    def _all_listed(self) -> dict[str, Any]:
        """The battles that can be played, by cards as well, and those whose pack or overlay is spoilt, each with what
        is wrong."""
        spoilt: dict[str, str] = {}
        rows: list[Any] = []
        found: list[dict[str, Any]] = []
        for row in self.rooms.battles(spoilt):
            try:
                found.append(self._listed(row))
                rows.append(row)
            except PackError as error:
                spoilt[row.id] = str(error)
        told = str if self.own else places.without
        broken = [{"id": id, "error": told(error)} for id, error in spoilt.items()]
        faults = {row.id: lesson_fault(self.rooms.load(row.id)) for row in rows}
        untaught = [{"id": id, "error": told(error)} for id, error in faults.items() if error]
        shown = [self._card(card) for card in cards(rows)]
        wrong = {"broken": broken, "untaught": untaught}
        return {"battles": found, "cards": shown, **{name: those for name, those in wrong.items() if those}}

    def _card(self, card: Shown) -> dict[str, Any]:
        """A card with its picture and the badge of its family of rules."""
        battle = self.rooms.load(card.battles[0])
        picture = self.boards.addresses(battle).get("card", "")
        badge = msgspec.to_builtins(rulebook_of(battle).badge)
        return {**msgspec.to_builtins(card), "picture": picture, "badge": badge}

    def _listed(self, row: Any) -> dict[str, Any]:
        battle = self.rooms.load(row.id)
        return {
            "id": row.id,
            "title": row.title,
            "about": row.about,
            "battle": row.battle,
            "date": row.date,
            "clock": list(row.clock),
            "turns": row.turns,
            "units": row.units,
            "minutes": row.minutes,
            "advice": row.advice,
            "pack": row.pack,
            "overlay": row.overlay,
            "owned": owned_json(battle),
            "printing": battle.printing,
            "errata": has_errata(battle),
            "seats": list(rulebook_of(battle).seats),
            "tasks": {**dict.fromkeys(rulebook_of(battle).seats, ""), **tasks_of(battle)},
            "options": options_of(battle),
            "assets": self.boards.addresses(battle),
            "lesson": lesson_in_short(battle),
        }

    # -- games -------------------------------------------------------------------------------------------

    async def create(self, request: Request) -> Response:
        """A new game."""
        making = await self._wish(request, Making)
        try:
            making, maker = await self.names.maker(request, making)
            made = await self.pay(request, lambda: self.rooms.make(making, maker=maker))
        except Refused as error:
            raise Failed(400, error.reason) from None
        if not making.rated:  # a pair is somebody's once both have come
            self.rooms.hear_anew(await self.names.offered(self.rooms.offers, maker, made.game, made.keys))
        return JSONResponse({"game": made.game, "keys": made.keys, "url": made.url}, 201)

    async def branch(self, request: Request) -> Response:
        """A practice game that begins at a moment of this one."""
        room, grant = await self.entered(request)
        wish = await self._wish(request, Branching)
        try:
            made = await branch(self.rooms, room, grant, wish, self.purse(request, room, grant))
        except Refused as error:
            raise Failed(400, error.reason) from None
        return JSONResponse({"game": made.game, "keys": made.keys, "url": made.url}, 201)

    async def _wish(self, request: Request, kind: type[W]) -> W:
        """What a new game is to be, as it was sent."""
        address = address_of(request)
        if self.making.full(address):
            raise Failed(429, "too many new games from this address; wait a minute")
        if self.maker is not None:
            await self.maker(request)
        if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
            raise Failed(415, "send it as application/json")
        body = await body_of(request)
        try:
            wish = msgspec.json.decode(body, type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Failed(400, f"the game cannot be made: {error}") from None
        self.making.note(address)
        return wish

    async def game(self, request: Request) -> Response:
        """What a game is and how it stands."""
        room, grant = await self.entered(request)
        answer = await self.opened(request, room, grant, lambda game: summary(room, grant, game))
        battle = room.game.battle
        answer["tells"] = self.tells
        if answer["over"] and (
            withheld := await asyncio.to_thread(spectators.withheld_for, self.rooms.store, room.id, self.rooms.clock)
        ):
            answer["withheld"] = withheld
        answer["edition"] = await asyncio.to_thread(self._edition, battle)
        answer["assets"] = await asyncio.to_thread(self.boards.addresses, battle, answer["edition"])
        return JSONResponse(answer, headers=NOT_KEPT)

    async def scene(self, request: Request) -> Response:
        """What a picture of a game as it stands needs, and what is asked."""
        room, grant = await self.entered(request)
        found = await self.opened(request, room, grant, lambda game: scenes.of_game(room, grant, game, self.faces))
        return JSONResponse(found, headers=NOT_KEPT)

    async def values(self, request: Request) -> Response:
        """By what values the game is played, and by what others it could go on."""
        room, grant = await self.entered(request)
        found = await self.asked(request, room, grant, lambda _: values.told(room))
        return Response(msgspec.json.encode(found), media_type="application/json", headers=NOT_KEPT)

    async def bring_values(self, request: Request) -> Response:
        """Values of one's own, the file of a layer: by what the game could go on once the other side agrees."""
        room, grant = await self.entered(request)
        address = address_of(request)
        if self.making.full(address):
            raise Failed(429, "too many files from this address; wait a minute")
        if not grant.seats:
            raise Failed(403, "who only watches brings no values")
        data = await body_of(request, MOST_VALUES)
        self.making.note(address)
        try:
            found = await self.asked(request, room, grant, lambda _: values.from_file(room, data))
        except Refused as error:
            raise Failed(400, error.reason) from None
        return Response(msgspec.json.encode(found), media_type="application/json", headers=NOT_KEPT)

    async def delete(self, request: Request) -> Response:
        """Removes a game for good: one that is over, for who has the keys of all its people, or one without another."""
        room, grant = await self.entered(request)
        people = {seat for seat, who in room.setup.seats.items() if who == HUMAN}
        if not (people <= set(grant.seats) or (grant.seats and room.vacant)) or not grant.token:
            raise Failed(403, "another player has a key of this game; it can only be taken off your list")
        if not await self.rooms.remove(room, grant):
            raise Failed(409, "the game is not over, or somebody has it open; close its page first")
        return Response(status_code=204)

    async def record(self, request: Request) -> Response:
        """The record, as far as the key may read it, with `edition` followed by the values that it is played by."""
        room, grant = await self.entered(request)
        whole = set(grant.seats) == set(room.setup.seats)
        seat = next(iter(grant.seats), "")
        text = await self.asked(
            request, room, grant, lambda game: game.record(None if whole or not game.decisions else seat)
        )
        asked = request.query_params.get("edition", "")
        theirs = looks_on(grant, room.setup) and any(battle.owned for battle in room.game.battles)
        if theirs and asked == "1":
            raise Failed(403, THEIRS)
        if not theirs and await asyncio.to_thread(self._travels, asked, room.game.battle):
            text += await asyncio.to_thread(editions.lines, room.game)
        return Response(text, media_type="application/jsonl", headers=report.as_file(room, ".vedette.jsonl"))

    async def report(self, request: Request) -> Response:
        """The game as a page that needs nothing else, as far as the key may know it."""
        room, grant = await self.entered(request)
        reader = reader_of(grant, room.setup)
        told = await self.asked(request, room, grant, lambda game: report.told(game, room.log, reader))
        page = await self.purse(request, room, grant).spend(told.page)
        return Response(page, media_type="text/html; charset=utf-8", headers=NOT_KEPT)

    async def position(self, request: Request) -> Response:
        """A moment as a referee's file, without what is hidden from anybody."""
        room, grant, n = await self._moment(request)
        try:
            text = await self.asked(request, room, grant, lambda game: asking.position_text(game, room.log, n))
        except Refused as error:
            raise Failed(400, error.reason) from None
        return Response(text, media_type="application/toml", headers=report.as_file(room, ".toml"))

    async def moment_picture(self, request: Request) -> Response:
        """The same moment as a picture."""
        room, grant, n = await self._moment(request)
        try:
            purse = self.purse(request, room, grant)
            seen = await purse.ask(room.ask, lambda game: asking.seen(game, room.log, n))
            svg = await purse.spend(lambda: asking.picture(seen))
            data = await self.painter.paint(svg, purse)
        except Refused as error:
            raise Failed(400, error.reason) from None
        except PackError as error:
            raise Failed(404, str(error)) from None
        return Response(data, media_type="image/png", headers=NOT_KEPT)

    async def _moment(self, request: Request) -> tuple[Room, Grant, int | None]:
        """The room, the key, and the entry that is asked about; the present without one."""
        room, grant = await self.entered(request)
        n = request.query_params.get("n", "")
        if n and not (n.isascii() and n.isdigit() and len(n) < 10):
            raise Failed(400, f"n is the number of an entry, not {n[:20]!r}")
        return room, grant, int(n) if n else None

    async def chronicle(self, request: Request) -> Response:
        """The summary of the game, as far as it has come."""
        room, grant = await self.entered(request)
        sections, turns = await self.asked(
            request, room, grant, lambda game: (report.chronicle(game, room.log), report.listed(room.log))
        )
        return JSONResponse({"sections": sections, "turns": turns}, headers=NOT_KEPT)

    async def ending(self, request: Request) -> Response:
        """What the battle came to, or so far: losses, luck, the moments at which it turned."""
        room, grant = await self.entered(request)
        reader = reader_of(grant, room.setup)
        found = await self.asked(request, room, grant, lambda game: ending.ending(game, room.log, reader))
        return JSONResponse(found, headers=NOT_KEPT)

    async def why(self, request: Request) -> Response:
        """Where computers have weighed plans, and with `n` those of one moment; once the battle is over."""
        room, grant, n = await self._moment(request)
        try:
            if room.late and not room.game.decisions:  # the computers sit where the game was played
                played = await self.rooms.room(room.id)
                room = room if played.game.decisions else played
            found = await why.told(room, n, self.purse(request, room, grant))
        except Refused as error:
            raise Failed(409 if room.game.decisions else 404, error.reason) from None
        return JSONResponse(found, headers=NOT_KEPT)

    async def log(self, request: Request) -> Response:
        """The log as text, as far as the key may know it."""
        room, grant = await self.entered(request)
        reader = reader_of(grant, room.setup)
        told = await self.asked(request, room, grant, lambda game: report.told(game, room.log, reader))
        text = await self.purse(request, room, grant).spend(told.text)
        return Response(text, media_type="text/plain; charset=utf-8", headers=report.as_file(room, ".txt"))

    async def counted(self, address: str, key: str) -> bool:
        """A key, or none, has led to no game; whether the address has had its share. A link to an end that is withheld
        is no wrong key, and who has none is told the same whatever keeps him out: so those are counted by themselves.
        """
        return await self.tally(key).counted(address)

    def tally(self, key: str) -> Tally:
        """Where a key that leads to no game is counted, or that there was none."""
        return self.misses if key else self.keyless

    async def entered(self, request: Request) -> tuple[Room, Grant]:
        """The room and the key of a request. The right key opens, however many wrong ones its address has given."""
        id = request.path_params["game"]
        address = address_of(request)
        key = request.query_params.get("key", "")
        grant = await asyncio.to_thread(self.rooms.grant, id, key)
        if grant is None:
            if not foreign(request.headers) and await self.counted(address, key):
                what = "wrong keys" if key else "tries without a key"
                raise Failed(429, f"too many {what} from this address; wait a minute")
            raise Failed(404, "there is no such game or key")
        try:
            return await self.rooms.entered(grant), grant
        except Refused as error:
            raise Failed(409, error.reason) from None


async def body_of(request: Request, most: int = MOST_BYTES) -> bytes:
    """What was sent. Raises Failed where it is too much, or ends before its end."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise Failed(413, f"at most {most} bytes are read")
    except ClientDisconnect:
        raise Failed(400, "it was cut off") from None
    return body
