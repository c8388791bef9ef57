"""A battle and a game in short, as the server tells them over HTTP."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.game import Game
from vedette.engine.outcome import outcome_json
from vedette.engine.rulebook import rulebook_of
from vedette.packs import PackError, lesson_of
from vedette.packs.owned import made_up, owners
from vedette.staff.orders import handed_over
from vedette.staff.parts import formations

from .making import HUMAN
from .room import Room
from .store import Grant

LOGGER = logging.getLogger("vedette.table")


def summary(room: Room, grant: Grant, game: Game) -> dict[str, Any]:
    """A game in short."""
    outcome = game.outcome
    windows = game.rulebook.windows(game.battle)
    return {
        "game": room.id,
        "battle": game.battle.id,
        "title": game.battle.title,
        "owned": owned_json(game.battle),
        "house": list(game.battle.house),
        "printing": game.battle.printing,
        "made_up": made_up(game.battle),
        "seats": list(grant.seats),
        "hotseat": len(grant.seats) > 1,
        "computers": {seat: who for seat, who in room.setup.seats.items() if who != HUMAN},
        "options": game.header["options"],
        "dice": room.setup.dice,
        "practice": game.header["practice"],
        "open_hands": room.setup.open_hands,
        "hands": room.setup.hands,
        "free_undo": room.setup.free_undo,
        "entries": len(game.entries),
        "turn": game.view("").get("turn"),
        "waiting": [room.stop.seat] if room.stop else [decision.seat for decision in game.decisions],
        "over": not game.decisions,
        "boards": game.rulebook.boards(),
        "windows": windows if room.setup.rated else handed_over(windows),
        "formations": {
            seat: sorted(formations(game.view(seat), seat))
            for seat in grant.seats
            if seat in room.setup.people and not room.setup.rated
        },
        "settable": {key: list(words) for key, words in game.rulebook.settable.items()},
        "guide": game.rulebook.guide(game.battle, game.header["options"]),
        "lesson": _lesson(room.game.battle) if room.setup.lesson else None,
        "terms": game.rulebook.terms(game.battle, game.header["options"]),
        "beat": room.setup.beat,
        "time": msgspec.to_builtins(room.setup.time),
        "rated": room.setup.rated,
        "slips": room.setup.slips,
        **({"late": room.late} if room.late else {}),
        "branched": (game.header.get("position") or {}).get("from"),
        "outcome": None if outcome is None or game.decisions else outcome_json(outcome),
    }


def owned_json(battle: Battle) -> dict[str, Any] | None:
    """What of a battle its owner has laid over the pack, in numbers and in words; None where nothing."""
    owned = owners(battle)
    words = owned.words()
    return {**msgspec.to_builtins(owned), "words": words} if words else None


def _lesson(battle: Battle) -> dict[str, Any] | None:
    """The guided first game of a battle; None where its file is gone or spoilt since."""
    try:
        found = lesson_of(battle)
    except PackError as error:
        LOGGER.warning("%s", error)
        return None
    return None if found is None else msgspec.to_builtins(found)


def lesson_fault(battle: Battle) -> str:
    """What is wrong in the file of a guided first game; empty where it can be read, or there is none."""
    try:
        lesson_of(battle)
    except PackError as error:
        return str(error)
    return ""


def lesson_in_short(battle: Battle) -> dict[str, Any] | None:
    """What the start page says of it."""
    found = _lesson(battle)
    return found and {key: found[key] for key in ("title", "about", "minutes", "order", "seat", "turns")}


def options_of(battle: Battle) -> dict[str, dict[str, Any]]:
    """The options of a battle; where one names the book, its values in words too."""
    words = {book["value"]: book["words"] for book in rulebook_of(battle).books(battle)}
    found: dict[str, dict[str, Any]] = {}
    for name, option in battle.scenario.get("options", {}).items():
        named = {value: words[value] for value in option.get("values", ()) if value in words}
        found[name] = {**option, "words": named} if named else dict(option)
    return found


def battle_in_short(battle: Battle) -> dict[str, Any]:
    """A battle by its usual options, as `vedette show` prints it."""
    return dict(rulebook_of(battle).summary(battle, defaults(battle)))


def defaults(battle: Battle) -> dict[str, Any]:
    """Every option of a battle with its usual value."""
    return rulebook_of(battle).options(battle, {})
