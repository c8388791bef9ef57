"""What a battle came to, at its end or so far: losses, luck, and the moments at which it turned.

A moment is a throw that brought more than could be expected of it, by the exact chances of the chart that was read: the
largest of the game, one a turn. Nothing is thought through again for it, so that it costs a look at every throw.
"""

from __future__ import annotations

from typing import Any

from vedette.engine.entries import live
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.engine.reckoning import Loss, Reckoning, Throw, balance

from .log import Log

MOMENTS = 3
FULL = 2.0
"""So many standard deviations turn the needle all the way."""


def ending(game: Game, log: Log, reader: str) -> dict[str, Any]:
    """What a battle came to, for a reader; nothing in it is secret."""
    told = [(n, event) for n in (0, *(e.n for e in live(game.entries))) for _, event in log.events[n]]
    found = game.rulebook.reckoning(game.state, [event for _, event in told])
    return {
        "losses": [loss._asdict() for loss in found.losses if any(loss.sides.values())] + _left(game),
        "luck": _luck(game, found),
        "moments": _moments(game, log, reader, told, found.throws),
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
    game: Game, log: Log, reader: str, told: list[tuple[int, Event]], throws: tuple[Throw, ...]
) -> list[dict[str, Any]]:
    """The throws that turned most, one a turn, in the order in which they came."""
    turns = _turns(game, log, told)
    best: dict[int, Throw] = {}
    for one in throws:
        turn = turns[one.event]
        if one.luck and (turn not in best or abs(one.luck) > abs(best[turn].luck)):
            best[turn] = one
    chosen = sorted(best.items(), key=lambda row: -abs(row[1].luck))[:MOMENTS]
    return [_moment(game, log, reader, told, turn, one) for turn, one in sorted(chosen)]


def _turns(game: Game, log: Log, told: list[tuple[int, Event]]) -> list[int]:
    """The turn of each event."""
    turn = int(game.rulebook.view(log.at(0), "").get("turn", 0))
    found = []
    for _, event in told:
        turn = int(event.data[0]) if event.kind == "turn" else turn
        found.append(turn)
    return found


def _moment(game: Game, log: Log, reader: str, told: list[tuple[int, Event]], turn: int, one: Throw) -> dict[str, Any]:
    """A throw, with the entries from which and to which it is played again, and the hex that it was about."""
    n, event = told[one.event]
    chapter = next(c for c, e in log.events[n] if e is event)
    line = next(row for (_, e), row in zip(log.events[n], log.of(n, reader), strict=True) if e is event)
    before = [(m, e) for m, e in told[: one.event + 1] if m > n - NEAR and e.hex >= 0]
    hex = event.hex if event.hex >= 0 else before[-1][1].hex if before else -1
    first = min((m for m, _ in before if any(c == chapter for c, _ in log.events[m])), default=n)
    favoured = one.side if one.luck > 0 else next(side for side in game.rulebook.seats if side != one.side)
    return {
        "n": n, "from": max(first, 1), "turn": turn, "side": favoured, "text": line["text"],
        "hex": game.state.hex_name(hex) if hex >= 0 else None, "swing": round(abs(one.luck), 2),
    }  # fmt: skip


NEAR = 12
"""So many entries before a throw at the most belong to it."""
