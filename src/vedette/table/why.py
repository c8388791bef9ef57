"""Why a computer that plans ahead did what it did: the plans that it weighed, told once the battle is over.

A search follows from the position at its beginning, the commander's seed and its level. So nothing has to be kept: what
it weighed is found again from the record, where somebody asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from vedette import staff
from vedette.engine.entries import Entry, live
from vedette.engine.planning import Planning
from vedette.engine.run import asks
from vedette.staff.general import Found
from vedette.staff.general.search import PLANNER
from vedette.staff.general.value import Plain, planning_of, value_of

from .limits import WEIGHING, Purse, in_pool, timed
from .log import PUBLIC
from .messages import Refused
from .room import Room

GOES_ON = "the battle is not over: what a computer plans is told afterwards"


class Begun(NamedTuple):
    """A plan where it was begun."""

    entry: Entry
    turn: int
    words: str
    """What it answered, as the log has it."""

    @property
    def planned(self) -> bool:
        """Whether the record says that it searched then, as it does now."""
        return self.entry.planned == PLANNER

    def told(self) -> dict[str, Any]:
        """What a page is told of it."""
        entry = self.entry
        return {"n": entry.n, "seat": entry.seat, "turn": self.turn, "text": self.words, "planned": self.planned}


async def told(room: Room, n: int | None, purse: Purse) -> dict[str, Any]:
    """Where plans were weighed; those of one entry, if it is named: one search at a time, for which who asks pays by
    the clock, since it goes on in another process.

    Raises:
        Refused: the battle goes on, or no plan was begun there.
    """
    if n is None:
        return {"plans": await purse.ask(room.ask, lambda _: plans(room))}
    async with purse.paid() as took, room.hinting:
        if n not in room.weighed or room.game.decisions:
            one, desk = await room.ask(lambda _: timed(lambda: _asked(room, n), took))
            began, spent = time.monotonic(), took[0]
            try:
                room.weighed[n] = await in_pool(WEIGHING, lambda: _plan(room, one, desk))
            finally:
                took[0] = spent + time.monotonic() - began
        return room.weighed[n]


def plans(room: Room) -> list[dict[str, Any]]:
    """Where computers have weighed plans, in the order of the battle."""
    return [one.told() for one in _begun(room)]


def _asked(room: Room, n: int) -> tuple[Begun, staff.Desk]:
    """The plan that was begun before an entry, and what its general had before him. Raises Refused."""
    one = next((one for one in _begun(room) if one.entry.n == n), None)
    if one is None:
        raise Refused(f"no computer weighed plans before entry {n}")
    return one, staff.desk_before(room.game, one.entry.seat, n)


def _plan(room: Room, one: Begun, desk: staff.Desk) -> dict[str, Any]:
    """The plans weighed there, the usual one first, and which was taken: found again by a search, for which nobody
    need hold the game.

    Raises:
        Refused: the search ended without a plan.
    """
    general = room.planners[one.entry.seat]
    found = general.again(desk, room.reconsider)
    if not found.weighed:
        raise Refused(f"it cannot be told now: {found.note or 'nothing was weighed'}")
    labels = room.game.rulebook.labels(desk.state, one.entry.seat)
    value = value_of(desk.battle, desk.rulebook, desk.state)[0]
    whole = value.things(desk.state) if value is not None else 1
    return {
        **one.told(),
        "by": general.name,
        "note": one.entry.note,
        "counted": isinstance(value, Plain),
        "taken": _taken(found, desk, one),
        "weighed": [
            {
                "text": row.answer,
                "label": labels.get(row.answer, row.answer),
                "posture": row.posture,
                "worth": round(row.value / whole, 4),
                "gain": round(row.gain / whole, 4),
                "error": round(row.error / whole, 4),
                "worlds": row.worlds,
                "goes": row.goes,
            }
            for row in found.weighed
        ],
    }


def _taken(found: Found, desk: staff.Desk, one: Begun) -> int | None:
    """The place of the plan that was taken among those weighed; None where the record does not have it so.

    The adjutant answered then, or an earlier program, which searched in another way or not at all: the same answer may
    have been the first of another plan.
    """
    text = desk.text(found.at)
    if not one.planned or text != one.entry.do:
        return None
    return next(i for i, row in enumerate(found.weighed) if (row.answer, row.posture) == (text, found.posture))


def _begun(room: Room) -> Iterator[Begun]:
    """Where a general that is seated in a game has begun a plan that was worth a search."""
    game = room.game
    if game.decisions:
        raise Refused(GOES_ON)
    planning = planning_of(game.rulebook)
    if planning is None or not room.planners or value_of(game.battle, game.rulebook, game.state)[0] is None:
        return
    for entry in _opening(room, planning):
        if entry.seat not in room.planners or game.battle_at(entry.n - 1).hash != game.battle.hash:
            continue
        state = room.log.at(entry.n - 1)
        if any(a.seat == entry.seat and planning.opens(state, a) and planning.begins(state, a) for a in asks(state)):
            words = next((line["text"] for line in room.log.of(entry.n, PUBLIC)), entry.do)
            yield Begun(entry, int(getattr(state, "turn", 0)), words)


def _opening(room: Room, planning: Planning) -> list[Entry]:
    """The answers with which something was begun that a plan may hold for."""
    given = [entry for entry in live(room.game.entries) if entry.kind in planning.kinds]
    if not planning.several:
        return given
    found: list[Entry] = []
    for seat in room.planners:
        mine = [entry for entry in given if entry.seat == seat]
        found += changes(mine, lambda entry: planning.under_way(room.log.at(entry.n - 1), entry.seat))
    return sorted(found, key=lambda entry: entry.n)


def changes(entries: Sequence[Entry], doing: Callable[[Entry], Hashable]) -> list[Entry]:
    """The first answer of each thing that was done, where nothing comes again: looked for by halves."""
    if not entries:
        return []
    known = cache(lambda at: doing(entries[at]))
    found = [entries[0]]

    def between(low: int, high: int) -> None:
        if known(low) == known(high):
            return
        if high - low == 1:
            found.append(entries[high])
            return
        middle = (low + high) // 2
        between(low, middle)
        between(middle, high)

    between(0, len(entries) - 1)
    return found
