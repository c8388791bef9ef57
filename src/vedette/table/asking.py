"""*Ask about this moment*: a position file and a picture, of what all may know, to be shown to anybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.decision import Decision, decisions
from vedette.engine.game import Game
from vedette.engine.moment_file import moment_file
from vedette.engine.rulebook import PositionError
from vedette.packs.drawing import map_svg
from vedette.packs.owned import owned_words

from .log import Log
from .messages import Refused
from .readers import tells

LINES = 8
"""So many lines of the log stand at the head of the file."""
ANYBODY = "stranger"
"""Nobody's seat: who reads as this one knows what all know."""
ROUND = 3
"""So many hexes are seen about those that the question is about."""


def position_text(game: Game, log: Log, n: int | None) -> str:
    """The file of a moment, with what was asked and what had happened at its head.

    Args:
        n: the entry after which it is; the present without one.

    Raises:
        Refused: there is no such entry, or nothing of it can be written down.
    """
    at = _entry(game, n)
    words = [*_head(game, log, at), ""]
    try:
        return moment_file(game, at, log.at, [*words, *_lines(game, log, at), ""])
    except PositionError as error:
        raise Refused(str(error)) from None


class Seen(msgspec.Struct, frozen=True):
    """What a picture of a moment shows: read while nobody changes the game, drawn when others may go on."""

    battle: Battle
    units: tuple[dict[str, Any], ...]
    control: dict[str, str] | None
    about: tuple[str, ...]


def seen(game: Game, log: Log, n: int | None) -> Seen:
    """What the board of a moment shows, and the hexes that the open question is about."""
    at = _entry(game, n)
    view = game.rulebook.view(log.at(at), "")
    return Seen(game.battle_at(at), tuple(view["units"]), view.get("control"), tuple(_about(game, log, at)))


def picture(seen: Seen) -> str:
    """The board with its counters, as SVG: the piece that the question is about. It takes a while."""
    return map_svg(seen.battle, seen.units, control=seen.control, about=seen.about, margin=ROUND)


def _entry(game: Game, n: int | None) -> int:
    last = len(game.entries)
    if n is not None and not 0 <= n <= last:
        raise Refused(f"the game has the entries 0 to {last}; there is no entry {n}")
    return last if n is None else n


def _open(game: Game, log: Log, n: int) -> tuple[Decision, ...]:
    """The questions of a moment that tell nothing of what anybody holds."""
    return tuple(d for d in decisions(log.at(n), game.rulebook.proposed) if not tells(d))


def _head(game: Game, log: Log, n: int) -> Iterator[str]:
    battle = game.battle_at(n)
    view = game.rulebook.view(log.at(n), "")
    clock = f", {view['clock']}" if view.get("clock") else ""
    yield f"{battle.title} ({battle.id}), turn {view.get('turn')}{clock}, after entry {n}."
    yield "`vedette try FILE` sets it up and says what is asked; docs/positions.md tells how it is written."
    if words := owned_words(dict(battle.owned)):
        yield f"Played with {words}; they are not in this file."
    if battle.house:
        yield f"House rules, which are not in this file either: {'; '.join(battle.house)}."
    for decision in _open(game, log, n):
        yield f"Asked of {decision.seat}: {decision.prompt} ({decision.cite})"
    if game.rulebook.hides:
        yield "Chits that are hidden are left out: those in hand, and the names of Event chits in the cup."


def _lines(game: Game, log: Log, n: int) -> Iterator[str]:
    """What happened last, as anybody may read it."""
    yield "What happened last:"
    found: list[str] = []
    for entry in range(n, -1, -1):
        state = log.at(entry)
        told = [game.rulebook.event(state, e, entry, ANYBODY) for _, e in log.events_of(entry) if e.kind != "automatic"]
        found = [f"  {row['text']}{' (' + row['cite'] + ')' if row['cite'] else ''}" for row in told] + found
        if len(found) >= LINES:
            break
    yield from found[-LINES:] or ["  The battle begins."]


def _about(game: Game, log: Log, n: int) -> list[str]:
    """The hexes that the question is about, else those of the last event that had one."""
    state = log.at(n)
    units = {row["id"]: row["hex"] for row in game.rulebook.view(state, "")["units"] if row["hex"]}
    found = [units[id] for d in _open(game, log, n) for id in d.about if id in units]
    found = found or [a.hex for d in _open(game, log, n) for a in d.actions if a.hex]
    for entry in range(n, -1, -1):
        if found:
            break
        found = [state.hex_name(e.hex) for _, e in log.events_of(entry) if e.hex >= 0]
    return found
