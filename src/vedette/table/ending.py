"""What a battle came to, at its end or so far: losses, luck, and the moments at which it turned.

A moment is a throw that brought more than could be expected of it: the largest of the game, one a turn. Once a battle
is over each throw is weighed by all that could have come of its combat (`engine/swings.py`), worked out once and kept.
That looks at the whole state; so while a battle goes on, throws are weighed by the chances of the chart that was read,
which every reader has before him.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, NamedTuple

from vedette.engine.entries import live
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.engine.reckoning import Loss, Reckoning, balance
from vedette.engine.swings import Swing, swings

from .log import Log

MOMENTS = 3
POINTS = "strength points"
"""What `Rulebook.ahead` counts."""
FULL = 2.0
"""So many standard deviations turn the needle all the way."""


def ending(game: Game, log: Log, reader: str) -> dict[str, Any]:
    """What a battle came to, for a reader; nothing in it is secret."""
    told = [(n, event) for n in (0, *(e.n for e in live(game.entries))) for _, event in log.events_of(n)]
    found = game.rulebook.reckoning(game.state, [event for _, event in told])
    return {
        "losses": [loss._asdict() for loss in found.losses if any(loss.sides.values())] + _left(game),
        "luck": _luck(game, found),
        "moments": _moments(game, log, reader, told, found),
    }


def _left(game: Game) -> list[dict[str, Any]]:
    """Who is still in the field, where anybody is."""
    units = game.rulebook.view(game.state, "").get("units", ())
    sides = {side: sum(u["side"] == side and u["hex"] is not None for u in units) for side in game.rulebook.seats}
    return [Loss("in the field", sides)._asdict()] if any(sides.values()) else []


def _luck(game: Game, found: Reckoning) -> dict[str, Any] | None:
    """What luck brought the side listed first, and where the needle stands, 1 all with it; None without throws."""
    if not found.throws:
        return None
    first = game.rulebook.seats[0]
    total, deviations = balance(found.throws, first)
    return {
        "side": first, "needle": round(max(-1.0, min(1.0, deviations / FULL)), 3), "deviations": round(deviations, 2),
        "more": round(total, 1), "unit": found.unit, "throws": len(found.throws),
    }  # fmt: skip


def _moments(
    game: Game, log: Log, reader: str, told: list[tuple[int, Event]], found: Reckoning
) -> list[dict[str, Any]]:
    """The throws that turned most, one a turn, in the order in which they came."""
    turns = _turns(game, log, told)
    best: dict[int, _Turn] = {}
    for one in _turned(game, log, told, found):
        turn = turns[one.at]
        if one.by and (turn not in best or abs(one.by) > abs(best[turn].by)):
            best[turn] = one
    chosen = sorted(best.items(), key=lambda row: -abs(row[1].by))[:MOMENTS]
    return [_moment(game, log, reader, told, turn, one) | _told(game, told, one) for turn, one in sorted(chosen)]


class _Turn(NamedTuple):
    """A throw that turned the battle."""

    at: int
    """Its place among the events."""
    by: float
    """How far, for the side listed first."""
    since: int = 0
    until: int = 0
    """The first and the last entry of its combat; known once a battle is over."""


def _turned(game: Game, log: Log, told: list[tuple[int, Event]], found: Reckoning) -> list[_Turn]:
    """Each throw that turned the battle."""
    first = game.rulebook.seats[0]
    if game.outcome is None:
        return [_Turn(one.event, one.luck if one.side == first else -one.luck) for one in found.throws]
    thrown: dict[int, int] = {}
    for at, (n, event) in enumerate(told):
        if event.roll and not event.only:
            thrown.setdefault(n, at)
    return [_Turn(thrown[one.n], one.by, one.since, one.until) for one in _swings(game, log) if one.n in thrown]


def _told(game: Game, told: list[tuple[int, Event]], one: _Turn) -> dict[str, str]:
    """The moment as a sentence: what changed hands, and how far that turned the battle; "" while it goes on."""
    if game.outcome is None:
        return {"told": ""}
    entries = [n for n, _ in told]
    fight = slice(bisect_left(entries, one.since), bisect_right(entries, one.until))
    found = game.rulebook.turned(game.state, [event for _, event in told], fight, one.at)
    if not found.text:
        return {"told": ""}
    favoured = game.rulebook.seats[one.by < 0]
    less = ", less than was to be expected" if found.hurt == favoured else ""
    side = "the Union" if favoured == "union" else "the Confederates"
    swing = f"a swing of {max(abs(one.by), 0.1):.1f} {POINTS} to {side}"
    return {"told": f"{found.text[0].upper()}{found.text[1:]}{less}: {swing}."}


def _swings(game: Game, log: Log) -> list[Swing]:
    """How far each throw turned the battle; worked out once for a record of this length."""
    if log.swings is None or log.swings[0] != len(game.entries):
        log.swings = len(game.entries), swings(game)
    return log.swings[1]


def _turns(game: Game, log: Log, told: list[tuple[int, Event]]) -> list[int]:
    """The turn of each event."""
    turn = int(game.rulebook.view(log.at(0), "").get("turn", 0))
    found = []
    for _, event in told:
        turn = int(event.data[0]) if event.kind == "turn" else turn
        found.append(turn)
    return found


def _moment(game: Game, log: Log, reader: str, told: list[tuple[int, Event]], turn: int, one: _Turn) -> dict[str, Any]:
    """A throw, with the entries from which and to which it is played again, and the hex that it was about."""
    at, by = one.at, one.by
    n, event = told[at]
    chapter = next(c for c, e in log.events_of(n) if e == event)
    line = next(row for (_, e), row in zip(log.events_of(n), log.of(n, reader), strict=True) if e == event)
    before = [(m, e) for m, e in told[: at + 1] if m > n - NEAR and e.hex >= 0]
    hex = event.hex if event.hex >= 0 else before[-1][1].hex if before else -1
    first = min((m for m, _ in before if any(c == chapter for c, _ in log.events_of(m))), default=n)
    favoured = game.rulebook.seats[by < 0]
    return {
        "n": n, "from": max(first, 1), "turn": turn, "side": favoured, "text": line["text"],
        "hex": game.state.hex_name(hex) if hex >= 0 else None, "swing": round(abs(by), 2),
    }  # fmt: skip


NEAR = 12
"""So many entries before a throw at the most belong to it."""
