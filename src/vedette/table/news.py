"""What has become of a game at other servers: all that lies beside its record too, asked for by one statement.

It is asked each time that somebody answers and each time that the bell rings, so that a dozen small questions would
cost more than what they are about.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, bindparam, func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from .schema import clocks, entries, games, grants, hushed, manners, offers, rematches, requests, said, standing
from .shared import pauses
from .unheard import SINCE


class Offered(msgspec.Struct, frozen=True, array_like=True):
    """A seat that is or was offered to anybody."""

    seat: str
    made: float
    taken: bool


class News(msgspec.Struct, frozen=True):
    """What has become of a game since some entry, and how it stands beside its record."""

    lines: list[str]
    request: str | None
    orders: dict[str, str]
    pauses: dict[str, tuple[int, str]]
    """By kind: of how many entries, and what it holds."""
    clocks: str | None
    manners: list[tuple[str, str, str, float | None, bool]]
    """By whom, and the fields of `manners.Row`."""
    said: list[tuple[int, str, str, int | None, str]]
    """The fields of `talk.Line`."""
    hushed: dict[str, int]
    unheard: dict[str, str]
    """As `unheard.SINCE` says it."""
    offered: Offered | None
    rematch: str
    had: list[str]
    """The seats of each key."""


def _one(table: Table, *columns: ColumnElement[Any]) -> ColumnElement[Any]:
    """What stands in the row of a game, several columns as a list; null where there is none."""
    found = func.json_build_array(*columns) if len(columns) > 1 else columns[0]
    return select(found).where(table.c.game == bindparam("game")).scalar_subquery()


def _all(table: Table, *columns: ColumnElement[Any], order: ColumnElement[Any] | None = None) -> ColumnElement[Any]:
    """A list of the rows of a game, each a list of columns; null where there are none."""
    row: Any = func.json_build_array(*columns)
    found = func.json_agg(row if order is None else aggregate_order_by(row, order))
    return select(found).where(table.c.game == bindparam("game")).scalar_subquery()


_unheard = SINCE.subquery()
_lines = func.array_agg(aggregate_order_by(entries.c.line, entries.c.n))
NEWS = select(
    select(_lines).where(entries.c.game == bindparam("game"), entries.c.n > bindparam("n")).scalar_subquery(),
    _one(requests, requests.c.body),
    _all(standing, standing.c.seat, standing.c.body),
    _all(pauses, pauses.c.kind, pauses.c.n, pauses.c.body),
    _one(clocks, clocks.c.body),
    _all(manners, manners.c.who, manners.c.note, manners.c.back, manners.c.nudged, manners.c.asked),
    _all(said, said.c.number, said.c.seat, said.c.text, said.c.entry, said.c.when, order=said.c.number),
    _all(hushed, hushed.c.seat, hushed.c.since),
    select(func.json_agg(func.json_build_array(_unheard.c.seat, _unheard.c.when))).scalar_subquery(),
    _one(offers, offers.c.seat, offers.c.made, offers.c.taken),
    _one(rematches, rematches.c.seat),
    _all(grants, grants.c.seats),
).where(games.c.id == bindparam("game"))


def news_of(db: Connection, game: str, n: int) -> News | None:
    """What was stored of a game beyond its first n entries, and how it stands beside them; None where it is deleted."""
    row = db.execute(NEWS, {"game": game, "n": n}).first()
    if row is None:
        return None
    lines, request, orders, kept, clock, by, talk, shut, nowhere, offer, rematch, keys = row
    return News(
        lines=list(lines or ()),
        request=request,
        orders=dict(orders or ()),
        pauses={kind: (of, body) for kind, of, body in kept or ()},
        clocks=clock,
        manners=[tuple(one) for one in by or ()],
        said=[tuple(one) for one in talk or ()],
        hushed=dict(shut or ()),
        unheard=dict(nowhere or ()),
        offered=Offered(*offer) if offer else None,
        rematch=rematch or "",
        had=[seats for (seats,) in keys or ()],
    )
