"""The report of a game as a text that a forum takes, with captions of one's own. Built up for its reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from vedette.engine.battle import Battle
from vedette.engine.game import Game
from vedette.engine.shapes import Section
from vedette.lab.battle_markup import Kind, Post, battle_markup

from . import past, report
from .log import ALL, PUBLIC, Log
from .messages import Refused

BEGIN, END = "begin", "end"
"""What is said before the first turn, and after the last."""


class Retold(NamedTuple):
    """What there is to tell of a game: the text of it needs the game no more."""

    battle: Battle
    about: str
    sections: list[Section]
    posts: list[Post]
    words: tuple[str, str]

    def markup(self, kind: Kind) -> str:
        """The text."""
        return battle_markup(*self, kind)


def markup(game: Game, log: Log, reader: str, kind: Kind, captions: Mapping[str, str], at: str = "") -> str:
    """The text, as of `collected`. Raises Refused."""
    return collected(game, log, reader, captions, at).markup(kind)


def collected(game: Game, log: Log, reader: str, captions: Mapping[str, str], at: str = "") -> Retold:
    """What is told. Raises Refused.

    Args:
        captions: words by turn, `begin` and `end`.
        at: the address of the game; where it is over each turn leads to the board at its end.
    """
    found = past.turns_of(log)
    unknown = sorted({*captions} - {BEGIN, END, *(str(number) for number, _, _ in found)})
    if unknown:
        first, last = found[0][0], found[-1][0]
        turns = f"the turns {first} to {last}" if last != first else f"turn {first}"
        raise Refused(f"captions are for {turns}, {BEGIN} and {END}; there is no {unknown[0][:20]!r}")
    posts = [_post(game, log, reader, turn, captions, at if not game.decisions else "") for turn in found]
    words = captions.get(BEGIN, ""), captions.get(END, "")
    return Retold(game.battle, report.about(game), report.chronicle(game, log), posts, words)


def _post(
    game: Game, log: Log, reader: str, turn: tuple[int, int, list[past.Happened]], captions: Mapping[str, str], at: str
) -> Post:
    """A turn: what befell whom, by activations and phases, and its card."""
    number, over, told = turn
    groups: dict[int, list[tuple[int, Any]]] = {}
    for n, place, event in told:
        groups.setdefault(log.events_of(n)[place][0], []).append((n, event))
    news = [past.group(game, log, reader, chapter, events) for chapter, events in groups.items()]
    seat = "" if reader in (ALL, PUBLIC) else reader
    sections = game.rulebook.turn_end(log.at(over), [e for _, _, e in told], seat) if over >= 0 else ()
    return Post(
        f"Turn {number}" + (", so far" if over < 0 else ""),
        captions.get(str(number), ""),
        f"{at}&entry={over}" if at and over >= 0 else "",
        [(row["title"], [line["text"] for line in sorted(row["lines"], key=lambda one: one["n"])]) for row in news],
        sections,
    )
