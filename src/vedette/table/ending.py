"""What a battle came to, at its end or so far: losses, luck, and the moments at which it turned.

A moment is a throw that brought more than could be expected of it: the largest of the game, one a turn. Once a battle
is over each throw is weighed by all that could have come of its combat (`engine/swings.py`), worked out once and kept.
That looks at the whole state; so while a battle goes on, throws are weighed by the chances of the chart that was read,
which every reader has before him.
"""

from __future__ import annotations

from typing import Any

from vedette.engine.entries import live
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.engine.reckoning import Loss, Reckoning, balance
from vedette.engine.swings import Swing, swings

from .log import Log

MOMENTS = 3
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
    best: dict[int, tuple[int, float]] = {}
    for at, by in _turned(game, log, told, found):
        turn = turns[at]
        if by and (turn not in best or abs(by) > abs(best[turn][1])):
            best[turn] = at, by
    chosen = sorted(best.items(), key=lambda row: -abs(row[1][1]))[:MOMENTS]
    return [_moment(game, log, reader, told, turn, at, by) for turn, (at, by) in sorted(chosen)]


def _turned(game: Game, log: Log, told: list[tuple[int, Event]], found: Reckoning) -> list[tuple[int, float]]:
    """Each throw by its place among the events, and how far it turned the battle for the side listed first."""
    first = game.rulebook.seats[0]
    if game.outcome is None:
        return [(one.event, one.luck if one.side == first else -one.luck) for one in found.throws]
    thrown: dict[int, int] = {}
    for at, (n, event) in enumerate(told):
        if event.roll and not event.only:
            thrown.setdefault(n, at)
    return [(thrown[one.n], one.by) for one in _swings(game, log) if one.n in thrown]


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


def _moment(
    game: Game, log: Log, reader: str, told: list[tuple[int, Event]], turn: int, at: int, by: float
) -> dict[str, Any]:
    """A throw, with the entries from which and to which it is played again, and the hex that it was about."""
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
