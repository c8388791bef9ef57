"""What has been: the board at a moment, the news since a moment, the card of a turn. Each built up for its reader."""

from __future__ import annotations

from typing import Any

from vedette.engine.entries import live
from vedette.engine.events import Event
from vedette.engine.game import Game

from .faces import Faces
from .limits import Purse
from .log import ALL, PUBLIC, Log
from .messages import Moment, News, Refused, TurnOf
from .readers import reader_of
from .room import Room
from .store import Grant


async def moment(
    room: Room, grant: Grant, look: str | None, asked: Moment, faces: Faces, purse: Purse
) -> dict[str, Any]:
    """The seat's own view as it was after an entry, with the lines of that entry. Nothing can be done in it."""
    reader, seat = reader_of(grant, room.setup), seat_of(grant, look)

    def found(game: Game) -> dict[str, Any]:
        if not 0 <= asked.n <= len(game.entries):
            raise Refused(f"the game has the entries 0 to {len(game.entries)}; there is no entry {asked.n}")
        view = game.rulebook.view(room.log.at(asked.n), seat)
        return {"n": asked.n, "view": faces.added(game, view, asked.n), "lines": room.log.of(asked.n, reader)}

    return await purse.ask(room.ask, found)


def seat_of(grant: Grant, look: str | None) -> str:
    """Whose view a key is shown: its seat's, or on one screen the public one but for a look."""
    return grant.seats[0] if len(grant.seats) == 1 else look or ""


async def news(room: Room, grant: Grant, asked: News, purse: Purse) -> dict[str, Any]:
    """What happened after an entry, without it since the key's last answer, by chapters; the worst first.

    What standing orders answered for the key is part of what happened.
    """
    return await purse.ask(
        room.ask,
        lambda game: _news(
            game, room.log, reader_of(grant, room.setup), _last(room, grant) if asked.after is None else asked.after
        ),
    )


def _last(room: Room, grant: Grant) -> int:
    """The key's last answer: the one it gave itself, where that is known."""
    given = room.given.get(grant.token)
    counted = live(room.game.entries) if given is None else room.game.entries[:given]
    return next((e.n for e in reversed(counted) if e.seat in grant.seats), 0)


def _news(game: Game, log: Log, reader: str, after: int) -> dict[str, Any]:
    counted = live(game.entries)
    chapters: dict[int, list[tuple[int, Event]]] = {}
    for entry in counted:
        if entry.n > after:
            for chapter, event in log.events_of(entry.n):
                chapters.setdefault(chapter, []).append((entry.n, event))
    groups = [group(game, log, reader, chapter, told) for chapter, told in chapters.items()]
    groups = [group for group in groups if group["lines"]]
    groups.sort(key=lambda group: -max(line["weight"] for line in group["lines"]))
    return {"after": after, "upto": len(game.entries), "groups": groups}


def group(game: Game, log: Log, reader: str, chapter: int, told: list[tuple[int, Event]]) -> dict[str, Any]:
    """The news of one chapter; each line knows the entry where it began."""
    seat = "" if reader in (ALL, PUBLIC) else reader
    lines = game.rulebook.news(game.state, [event for _, event in told], seat)
    for line in lines:
        touched = (n for n, e in told if set(e.units) & set(line["units"]) or _hex(game, e) in line["hexes"])
        line["n"] = next(touched, told[0][0])
    span = {"from": told[0][0], "to": told[-1][0]}
    return {"chapter": chapter, "title": log.title(chapter, reader), **span, "lines": lines}


def _hex(game: Game, event: Event) -> str:
    return game.state.hex_name(event.hex) if event.hex >= 0 else ""


async def turn_end(room: Room, grant: Grant, asked: TurnOf, purse: Purse) -> dict[str, Any]:
    """The card of a turn that is over; without a number of the last such turn."""
    reader = reader_of(grant, room.setup)
    return await purse.ask(room.ask, lambda game: _turn(game, room.log, reader, asked.turn))


Happened = tuple[int, int, Event]
"""An entry, the place of an event among those of it, and the event."""


def turns_of(log: Log) -> list[tuple[int, int, list[Happened]]]:
    """Every turn that counts: its number, the entry at which it was over (-1 while it runs), what happened.

    The first is that in which the game stands at its beginning, which may be in mid-turn.
    """
    counted = [0, *(e.n for e in live(log.game.entries))]
    first = int(log.game.rulebook.view(log.at(0), "").get("turn", 0))
    found: list[tuple[int, int, list[Happened]]] = [(first, -1, [])]
    for n in counted:
        for at, (_, event) in enumerate(log.events_of(n)):
            number, _, told = found[-1]
            if event.kind == "turn" and event.data[0] != number:
                found[-1] = number, n, told
                found.append((int(event.data[0]), -1, []))
            found[-1][2].append((n, at, event))
    if not log.game.decisions:
        number, _, told = found[-1]
        found[-1] = number, counted[-1], told
    return found


def _turn(game: Game, log: Log, reader: str, turn: int | None) -> dict[str, Any]:
    over = [row for row in turns_of(log) if row[1] >= 0]
    row = next((r for r in reversed(over) if turn in (None, r[0])), None)
    if row is None:
        raise Refused("no turn is over yet" if turn is None else f"turn {turn} is not over")
    number, n, told = row
    seat = "" if reader in (ALL, PUBLIC) else reader
    sections = game.rulebook.turn_end(log.at(n), [event for _, _, event in told], seat)
    return {"turn": number, "n": n, "title": f"Turn {number} is over", "sections": sections}
