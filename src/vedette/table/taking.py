"""Taking back and playing again at the table: what is offered, in which words, and what becomes of it (flow 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.decision import Decision
from vedette.engine.entries import Entry, barrier, live, previous
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE
from vedette.engine.typed import entries_of, type_dice
from vedette.engine.ways import Way, asked, take_back_unit, ways
from vedette.engine.words import counted

from . import consent, hands, stops
from .keeping import Kept
from .messages import Dice, Redo, Refused, Undo
from .readers import tells
from .requests import shown as request_shown
from .requests import told
from .standing import text_of
from .store import Grant, Setup

# -- what is offered ------------------------------------------------------------------------------------------


def shown(room: Kept, grant: Grant, reader: str) -> dict[str, Any]:
    """The part of a state that is about taking back."""
    game, seats = room.game, grant.seats
    offered = room.lately.get(game, ("back", seats, reader), lambda: _offered(room, seats, reader))
    return {**offered, "request": request_shown(room.request, game, grant, reader)}


def _offered(room: Kept, seats: Sequence[str], reader: str) -> dict[str, Any]:
    """What these seats may take back and play again, as a reader is told of it."""
    game = room.game
    return {
        "undo": {s: undo_bar(game, room.setup, s) for s in seats},
        "back": {s: _back(room, s, reader) for s in seats},
        "again": {s: _again(game, s, reader) for s in seats},
    }


def undo_bar(game: Game, setup: Setup, seat: str, to: int | None = None) -> str | None:
    """What keeps a seat from taking back, None where it may."""
    if setup.free_undo and any(e.seat == seat for e in live(game.entries)):
        return None
    bar = game.undo_bar(seat, to=to)
    if bar is None or not setup.slips or not game.decisions:
        return bar
    target = previous(live(game.entries), seat) if to is None else to
    return None if target is not None and target >= told_last(game, seat) else bar


def told_last(game: Game, seat: str) -> int:
    """The newest entry that has told a seat something, or shown something of it: a roll, a draw, whatever was revealed,
    what the other side has chosen. Its pass at a window, or its only answer, is none."""
    for entry in reversed(live(game.entries)):
        if entry.seat == CHANCE or entry.reveals or entry.change is not None:
            return entry.n
        if entry.seat != seat and not _passes(game, entry):
            return entry.n
    return 0


def _passes(game: Game, entry: Entry) -> bool:
    """Whether somebody let a window pass, or had nothing else to answer where that tells nothing of what he holds."""
    before = game.before(entry)
    ask = asked(entry, before)
    if before is None or ask is None:
        return False
    decision = Decision(before, ask)
    occasion = game.rulebook.occasion(before, ask)
    alone = len(decision) == 1 and not tells(decision)
    return alone or (occasion is not None and text_of(decision, occasion, "pass") == entry.do)


def offers(room: Kept, seat: str) -> list[Way]:
    """The ways back of a seat, the shortest first; a hidden hand's own answers are none."""
    found = ways(room.game, seat)
    if room.setup.hands != hands.DRAWN:
        return found
    own = {e.n for e in room.game.entries if e.undo is None and e.seat == seat and not hands.by_itself(e)}
    return [way for way in found if own & set(way.gone)]


def _back(room: Kept, seat: str, reader: str) -> list[dict[str, Any]]:
    """The ways back of a seat, as a reader is told of them."""
    found, standing = offers(room, seat), live(room.game.entries)
    slips = room.setup.slips and room.game.decisions and any(way.bar for way in found)
    told_up_to = told_last(room.game, seat) if slips else len(room.game.entries)
    return [_way(room, way, standing, reader, agreed=way.bar is not None and way.to >= told_up_to) for way in found]


def _way(room: Kept, way: Way, standing: Sequence[Entry], reader: str, *, agreed: bool) -> dict[str, Any]:
    """`standing`: the entries that no undo has taken back."""
    free, entries = room.setup.free_undo or agreed, room.game.entries
    bar = None if free or way.bar is None else _bar(room, way, standing, reader)
    nobody = consent.asking_bar(room.setup, way.seat) if bar else None
    over = bool(bar) and not room.game.decisions
    title = _title(way, [entries[n - 1] for n in way.gone], reader)
    return {
        "to": way.to,
        "kind": way.kind,
        "unit": way.unit or None,
        "title": title + ("; agreed beforehand" if agreed else ""),
        "agreed": agreed,
        "count": len(way.gone),
        "last": way.last,
        "bar": f"{bar}; {nobody}" if bar and nobody and not over else bar,
        "ask": bar is not None and nobody is None and not over,
    }


def _title(way: Way, gone: Sequence[Entry], reader: str) -> str:
    """A way in words."""
    if way.unit:
        steps = [e.do.removeprefix(f"{way.unit}: ") for e in gone if e.do.startswith(f"{way.unit}: ")]
        return f"take back {way.unit}" + (f" ({'-'.join(steps)})" if steps else "")
    if way.kind == "gesture":
        many = counted(len(gone), "answer", "answers")
        return f"take back what was given last, up to {told(gone[-1:], reader)} ({many})"
    if way.kind == "answer":
        return f"take back {told(gone[:1], reader)}" if gone else "take back the last answer"
    if not way.name:
        return f"take back everything since the last roll, draw or answer of the other side ({len(way.gone)})"
    return f"take back all of {way.name} ({counted(len(way.gone), 'answer', 'answers')})"


def _bar(room: Kept, way: Way, standing: Sequence[Entry], reader: str) -> str:
    """What stands in the way, as the log tells it to this reader."""
    entry = barrier(standing, way.seat, way.to)
    if entry is None or not room.game.decisions:
        return way.bar or ""
    if entry.seat == way.seat:
        return "it showed the other side something"
    came = "a roll or draw" if entry.seat == CHANCE else f"an answer of the {entry.seat.capitalize()}"
    lines = [line["text"] for line in room.log.of(entry.n, reader)]
    return f"{came} has come since" + (f": {lines[0]}" if lines else "")


def _again(game: Game, seat: str, reader: str) -> dict[str, Any] | None:
    """What can be played again."""
    entries = game.again(seat)
    if not entries:
        return None
    return {"title": f"play again {told(entries, reader)}", "count": len(entries)}


# -- what is done ---------------------------------------------------------------------------------------------


def take_back(room: Kept, grant: Grant, message: Undo) -> str:
    """Back to an entry, or one unit's move alone; what is barred is asked for where the message says so."""
    room.check_game(message.game)
    game, setup = room.game, room.setup
    if message.n is not None and message.n != len(game.entries):
        raise Refused(f"the game has gone on: it has {len(game.entries)} entries and not {message.n}")
    seat = message.seat or room.last_of(grant)
    if seat not in grant.seats:
        raise Refused(f"this key is not that of {seat}")
    if message.unit is not None:
        unit = message.unit
        return room.commit(lambda: take_back_unit(game, seat, unit), grant, message.id)
    to = message.to
    if to is None and setup.hands == hands.DRAWN:
        to = next((way.to for way in offers(room, seat)), None)
    bar = undo_bar(game, setup, seat, to)
    if bar is not None and message.ask:
        return consent.ask(room, seat, _asked_for(game, seat, to), grant, message.id)
    if bar is not None:
        raise Refused(bar)
    if setup.slips and to is not None and game.undo_bar(seat, to=to) is not None:
        _asked_for(game, seat, to)  # agreed beforehand is what is offered: something of one's own is taken back
    return room.commit(lambda: game.undo(seat, to=to, consent=setup.free_undo or setup.slips), grant, message.id)


def _asked_for(game: Game, seat: str, to: int | None) -> int:
    """The entry that a request is about: one that this seat's ways lead to. Raises Refused."""
    found = [way for way in ways(game, seat) if not way.unit]
    if not game.decisions or not found:
        raise Refused(game.undo_bar(seat) or "the battle is over")
    if to is None:
        return found[0].to
    if all(way.to != to for way in found):
        raise Refused(f"no way back of {seat} leads to entry {to}")
    return to


def play_again(room: Kept, grant: Grant, message: Redo) -> str:
    """What was taken back last."""
    room.check_game(message.game)
    game = room.game
    if message.n is not None and message.n != len(game.entries):
        raise Refused(f"the game has gone on: it has {len(game.entries)} entries and not {message.n}")
    seat = message.seat or next((s for s in grant.seats if game.again(s)), grant.seats[0])
    if seat not in grant.seats:
        raise Refused(f"this key is not that of {seat}")
    if message.stop:
        return room.commit(lambda: stops.held(room, seat, lambda game: game.redo(seat)), grant, message.id)
    return room.commit(lambda: game.redo(seat), grant, message.id)


def dice(room: Kept, grant: Grant, message: Dice) -> str:
    """Dice that people rolled, several at once."""
    room.check_game(message.game)
    game = room.game
    if room.stop is not None:
        raise Refused("no dice are waited for: the other player may still take back what he did last")
    if room.setup.dice != "real":
        raise Refused("the program rolls the dice of this game")
    if game.state.number != message.decision:
        raise Refused(f"decision {message.decision} is not open; it is decision {game.state.number} now")
    return room.commit(lambda: type_dice(game, entries_of(message.text)), grant, message.id)
