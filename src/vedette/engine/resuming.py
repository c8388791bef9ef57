"""A game resumed from a packed moment: only the lines after it are folded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from vedette.engine import record as rec
from vedette.engine.answering import Answering
from vedette.engine.archive import Folder
from vedette.engine.carried import Carried
from vedette.engine.procedure import CHANCE
from vedette.engine.run import renew
from vedette.engine.shelf import Load, Shelf, shelf_of
from vedette.engine.state import State

G = TypeVar("G", bound=Answering)


def resume(
    make: type[G],
    rows: list[dict[str, Any]],
    unpack: Callable[[G], None],
    load: Load | Shelf,
    *,
    key: bytes,
    settle: bool = True,
) -> G:
    """The game of a record whose first part is packed.

    Args:
        rows: the header, and the lines after those that are packed.
        unpack: puts the packed entries and the state after them into the game as it began.
        key: the secret bytes of the dice.
        settle: whether chance answers at once where it is asked at the end.

    Raises:
        RecordError: a line does not fit.
    """
    folder = Folder(make, rows, Carried(shelf_of(load), ()), key)
    if folder.misfit and not folder.alike:
        raise rec.RecordError(1, folder.misfit)
    game = folder.game
    unpack(game)
    game.by = next((e.seat for e in reversed(game.entries) if e.undo is not None), "")
    folder.drawn = sum(folder.by_key(entry.kind) for entry in game.entries if entry.seat == CHANCE)
    for line, row in enumerate(rows[1:], len(game.entries) + 2):
        folder.step(line, row)
    return folder.playable(settle)


def loaded(first: State, data: dict[str, Any], *, over: bool) -> State:
    """A state from what was saved of it.

    Args:
        first: of the same game, at its beginning.
        over: whether nothing is asked any more.
    """
    g = first.clone()
    g.restore(data)
    if over:
        g.ask = None
    else:
        renew(g)
    return g
