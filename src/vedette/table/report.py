"""What a game is exported as: one page with a picture a turn, or the log as text. Built up for its reader."""

from __future__ import annotations

from typing import Any, NamedTuple

from vedette.engine.battle import Battle
from vedette.engine.entries import live
from vedette.engine.game import Game
from vedette.engine.shapes import Section
from vedette.lab.battle_page import TurnTold, battle_page, battle_text
from vedette.packs.owned import owned_words

from .log import ALL, PUBLIC, Log
from .past import Happened, turns_of
from .room import Room


class Told(NamedTuple):
    """What there is to tell of a game: what is made of it needs the game no more."""

    battle: Battle
    about: str
    sections: list[Section]
    turns: list[TurnTold]

    def page(self) -> str:
        """As a page."""
        return battle_page(*self)

    def text(self) -> str:
        """As text, without the summary."""
        return battle_text(self.battle, self.about, self.turns)


def told(game: Game, log: Log, reader: str) -> Told:
    """A game as far as its reader may know it."""
    return Told(game.battle, about(game), chronicle(game, log), turns(game, log, reader))


def page(game: Game, log: Log, reader: str) -> str:
    """The page of a game as far as its reader may know it."""
    return told(game, log, reader).page()


def chronicle(game: Game, log: Log) -> list[Section]:
    """The summary; an item about an event says at which entry it happened. Nothing in it is secret."""
    counted = [0, *(e.n for e in live(game.entries))]
    told = [(n, event) for n in counted for _, event in log.events_of(n)]
    sections = game.rulebook.chronicle(game.state, [event for _, event in told])
    for section in sections:
        for item in section.get("items", ()):
            if "event" in item:
                item["n"] = told[item.pop("event")][0]
    return sections


def text(game: Game, log: Log, reader: str) -> str:
    """The log of a game as text."""
    return told(game, log, reader).text()


def about(game: Game) -> str:
    """How it ended, or that it goes on; who played."""
    outcome = game.outcome
    end = f"{outcome.level}." if outcome is not None and not game.decisions else "The battle is not over."
    if outcome is not None and outcome.resigned:
        end = f"The {outcome.resigned.capitalize()} side resigned: {end}"
    seats = ", ".join(f"{seat.capitalize()}: {who}" for seat, who in game.header.get("seats", {}).items())
    words = owned_words(game.header.get("owned", {}))
    mine = f"{words[:1].upper()}{words[1:]}." if words else ""
    house = " ".join(f"{words}." for words in game.header.get("house", ()))
    printing = game.header.get("printing", "")
    house += f" Played by {printing}." if printing else ""
    practice = "A practice game." if game.header.get("practice") else ""
    return " ".join(part for part in (end, f"{seats}." if seats else "", mine, house, practice) if part)


def turns(game: Game, log: Log, reader: str) -> list[TurnTold]:
    """Turn by turn: the view of the reader at its end, and the lines that count, by chapters."""
    seat = "" if reader in (ALL, PUBLIC) else reader
    found = []
    for number, over, told in turns_of(log):
        last = over if over >= 0 else len(game.entries)
        view = game.rulebook.view(log.at(last), seat)
        sections = game.rulebook.turn_end(log.at(last), [e for _, _, e in told], seat) if over >= 0 else ()
        found.append(TurnTold(f"Turn {number}", view, _chapters(log, reader, told), sections))
    return found


def _chapters(log: Log, reader: str, told: list[Happened]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The lines of a turn by chapters; those of the first entry only from the line where the turn begins."""
    chapters: dict[int, list[dict[str, Any]]] = {}
    wanted = {(n, at) for n, at, _ in told}
    for n in dict.fromkeys(n for n, _, _ in told):
        lines = log.of(n, reader)
        for at, ((chapter, _), line) in enumerate(zip(log.events_of(n), lines, strict=True)):
            if (n, at) in wanted and line["kind"] != "automatic":
                chapters.setdefault(chapter, []).append(line)
    return [(log.title(chapter, reader), lines) for chapter, lines in chapters.items()]


def listed(log: Log) -> list[dict[str, int]]:
    """The turns that captions can be written for; `n` is the entry with which one was over."""
    return [{"turn": number, **({"n": over} if over >= 0 else {})} for number, over, _ in turns_of(log)]


def as_file(room: Room, ending: str) -> dict[str, str]:
    """The headers of what is kept of a game as a file."""
    name = f"{room.game.battle.id.replace('/', '-')}-{room.id}{ending}"
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
