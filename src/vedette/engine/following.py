"""A game that was played on elsewhere: the lines written there are taken in one by one, checked like any record."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from vedette.engine import record as rec
from vedette.engine.answering import Answering
from vedette.engine.archive import Folder
from vedette.engine.carried import Carried
from vedette.engine.chance import Listed, Seeded
from vedette.engine.shelf import Shelf


class Follower(Folder[Answering]):
    """Folds the lines that come after those which a game has already."""

    def __init__(self, game: Answering, shelf: Shelf) -> None:
        self.game = game
        self.strict = self.sealed = self.over = self.alike = False
        self.carried, self.shelf = Carried(shelf, ()), shelf
        self.seat, self.misfit = None, ""
        self.key = game.chance.key if isinstance(game.chance, Seeded) else None
        self.drawn = game.chance.counter if isinstance(game.chance, Seeded) else 0
        self.kinds, self.open, self.hidden = [], {}, set()


def follow(game: Answering, lines: Sequence[str], shelf: Shelf) -> None:
    """Take in what was written after a game's own entries. Chance answers nothing here: what it has answered stands in
    the lines.

    Raises:
        RecordError: a line does not fit; the game is then of no use any more.
    """
    chance = game.chance
    follower = Follower(game, shelf)
    game.chance = Listed()
    try:
        for line in lines:
            follower.step(len(game.entries) + 2, msgspec.json.decode(line))
    except msgspec.DecodeError as error:
        raise rec.RecordError(len(game.entries) + 2, f"is no JSON: {error}") from None
    finally:
        game.chance = chance
    if isinstance(chance, Seeded):
        chance.counter = follower.drawn
    game._open = None
