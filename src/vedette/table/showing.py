"""What a socket is shown: built up for its key from what its seats may know, never cut down from the state."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec

from vedette.engine.decision import Decision, plain
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE

from . import hands, stops, taking
from .faces import Faces
from .keeping import Kept
from .readers import ROLL, answered_by_people, knower, looks_on, reader_of, tells
from .store import Grant, Setup


def shown(room: Kept, grant: Grant, look: str | None, after: int, faces: Faces) -> dict[str, Any]:
    """The state message of a key.

    Args:
        look: the seat of a hotseat key whose own part is shown, if any.
        after: the log is shown after this entry.
    """
    game, setup = room.game, room.setup
    hotseat = len(grant.seats) > 1
    seat = grant.seats[0] if len(grant.seats) == 1 else look or ""
    open_hands = hotseat and setup.open_hands
    outcome = game.outcome
    state: dict[str, Any] = {
        "game": room.id,
        "n": len(game.entries),
        "seat": seat,
        "seats": list(grant.seats),
        "hotseat": hotseat,
        "edition": game.battle.hash,
        "view": _view(room, seat, faces),
        "decisions": _decisions(room, grant, look, seat, open_hands),
        **room.standing.shown(grant.seats),
        "log": room.log.after(after, reader_of(grant, setup)),
        **taking.shown(room, grant, reader_of(grant, setup)),
        **room.timing.shown(room.now, not game.decisions),
        **room.manners.shown(grant, room.talk.is_hushed(grant)),
        "outcome": None,
    }
    if after < 0 and (given := _given(room, grant)) is not None:
        state["given"] = given
    if room.offered:
        state["offered"] = room.offered
    if room.vacant:
        state["vacant"] = room.vacant
    if room.rematch:
        state["rematch"] = room.rematch
    if room.late:
        state["late"] = room.late
    elif setup.people:
        here = sum(looks_on(watcher.grant, setup) for watcher in room.watchers)
        state["watching"] = here + room.elsewhere.count(())
    if open_hands:
        state["views"] = {s: _view(room, s, faces) for s in grant.seats}
    if outcome is not None and not game.decisions:
        state["outcome"] = {
            "winner": outcome.winner,
            "level": outcome.level,
            "points": outcome.points,
            "cite": outcome.cite,
            "practice": game.header["practice"],
            **({"resigned": outcome.resigned} if outcome.resigned else {}),
            **({"agreed": True} if outcome.agreed else {}),
            **({"by_time": True} if room.timing.flagged else {}),
            **({room.timing.absent: True} if room.timing.absent else {}),
            "by_consent": 0 if setup.free_undo else sum(e.consent for e in game.entries if e.undo is not None),
        }
    return state


def _view(room: Kept, seat: str, faces: Faces) -> msgspec.Raw:
    """What a seat may know of the board."""
    game = room.game
    what = "view", seat, faces.forgotten
    return room.lately.get(game, what, lambda: msgspec.Raw(msgspec.json.encode(faces.added(game, game.view(seat)))))


def _given(room: Kept, grant: Grant) -> int | None:
    """The entries that there were when a key had answered last, 0 before it has; None where that is not known.

    Of a game that goes on from another's record, or whose seat has changed hands, nobody knows what its key has seen.
    """
    if not grant.seats or grant.token in room.given:
        return room.given.get(grant.token)
    return None if any(e.seat in grant.seats for e in room.game.entries) else 0


def _decisions(room: Kept, grant: Grant, look: str | None, seat: str, open_hands: bool) -> list[dict[str, Any]]:
    """What is asked, as a key sees it; while a move may still be taken back nothing else."""
    if room.stop is not None:
        return [stops.plain(room.stop, grant.seats)]

    def told() -> list[tuple[Decision, dict[str, Any]]]:
        rows = ((d, decision_for(d, grant, seat, open_hands, room.setup)) for d in room.game.decisions)
        return [(decision, _told(room, grant, look, decision, row)) for decision, row in rows]

    rows = room.lately.get(room.game, ("decisions", grant.seats, look), told)
    return room.standing.listed(grant, rows)


def decision_for(
    decision: Decision, grant: Grant, seat: str, open_hands: bool, setup: Setup | None = None
) -> dict[str, Any]:
    """A decision for a key: in full, as one that tells nothing (hotseat), or only that it is waited for.

    What is proposed is not worked out for it: `shown` adds that.
    """
    if answered_by_people(decision) and grant.seats:
        if setup is not None and setup.dice == "pressed":
            pressed = {"actions": [{"text": ROLL, "cite": decision.cite, "hex": None}], "proposed": ROLL, "usual": ROLL}
            return {**plain(decision, proposing=False), **pressed, "secret": False, "count": 1}
        return {**plain(decision, proposing=False), "secret": False, "count": len(decision.actions)}
    if decision.seat not in grant.seats:
        return {"seat": decision.seat, "kind": "waiting"}
    secret = tells(decision)
    if secret and setup is not None and setup.hands == hands.DRAWN:
        return hands.told(decision, plain(decision, proposing=False))
    if not secret or seat == decision.seat or open_hands:
        return {**plain(decision, proposing=False), "secret": secret, "count": len(decision.actions)}
    return {**_covered(decision), "secret": True, "count": None}


def _told(room: Kept, grant: Grant, look: str | None, decision: Decision, row: dict[str, Any]) -> dict[str, Any]:
    """A decision with what is proposed; one that hides nothing says what passing leaves undone, and what answers do."""
    if "actions" not in row:
        return row
    game = room.game
    passing = ""
    if not row["secret"]:
        row["undone"] = game.undone(decision.seat) or None
        passing = game.passing(decision.seat)
    if row["count"] is not None:
        more = {"note": game.notes(decision.seat), "label": game.labels(decision.seat)}
        row["actions"] = [
            {**a, **{key: words[a["text"]] for key, words in more.items() if a["text"] in words}}
            for a in row["actions"]
        ]
    if row["proposed"] is None and row["count"] is not None:
        row["proposed"] = passing or _proposed(game, decision, knower(room.setup, grant, look, decision.seat))
    return row


def work_out(game: Game, decisions: Iterable[Decision]) -> None:
    """Work out what is told of questions and proposed at them, as they are shown; it is kept with each of them.

    For a thread, while nobody changes the game: it may take a while, and the loop that shows games to sockets has more
    to do. What fails here fails again where it is shown, and is told there.
    """
    for decision in decisions:
        seat = decision.seat
        with suppress(Exception):
            decision.actions  # noqa: B018 - it is kept with it
            game.notes(seat), game.labels(seat)
            if not tells(decision):
                game.undone(seat)
                if game.passing(seat):
                    continue  # it is proposed
            decision.proposed  # noqa: B018


def _proposed(game: Game, decision: Decision, reader: str) -> str | None:
    """What is proposed at a decision, from what its reader knows: at one screen that may be less than its seat does."""
    if decision.seat == CHANCE:
        return None
    asked: Decision | None = decision
    if reader != decision.seat:
        asked = game.imagine(reader).decision_of(decision.seat)
    found = asked.proposed if asked is not None else None
    if found is None and (value := game.rulebook.ending(game.state, decision.seat)) is not None:
        found = decision.answering(value)
    return found.text if found is not None else None


def _covered(decision: Decision) -> dict[str, Any]:
    """A secret decision face down: of its answers only the one that passes."""
    found = plain(decision, proposing=False)
    usual = decision.usual
    passing = usual.text if usual is not None and decision.optional and not decision.ask.private else None
    found["actions"] = [a for a in found["actions"] if a["text"] == passing]
    found["proposed"] = found["usual"] = passing
    return found
