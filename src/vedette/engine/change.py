"""What changes a game from outside its questions, by agreement of its seats: other values of the pack.

Such an entry answers nothing. What it comes to is kept with it, so that whoever folds the entries takes it as it is.
"""

from __future__ import annotations

from typing import Any

import msgspec

from vedette.engine import making
from vedette.engine.battle import Battle
from vedette.engine.decision import decisions
from vedette.engine.events import Event, IllegalAction
from vedette.engine.rulebook import Rulebook
from vedette.engine.run import asks
from vedette.engine.state import State

AGREED = "agreed"
"""The kind of the event; its data is what was agreed, in words."""
VALUES = "other values"


class Change(msgspec.Struct, frozen=True):
    """A change: how the record writes it, in words, and the state after it."""

    row: dict[str, Any]
    text: str
    state: State
    battle: Battle
    was: Battle

    def carry_out(self, g: State, seat: str) -> None:
        """Make a state, wherever it comes from, the one after the change; whoever listens is told."""
        events, new = g.events, self.state.clone()
        for name in g.__struct_fields__:
            setattr(g, name, getattr(new, name))
        g.events = events
        g.log(Event(AGREED, "", seat, data=(self.text,), reveals=True))


def values_changed(book: Rulebook[Any], state: State, header: dict[str, Any], was: Battle, battle: Battle) -> Change:
    """A game goes on by another edition of its battle, from the same state and the same questions.

    Raises:
        IllegalAction: the state does not fit, with the reason.
    """
    new = _fitted(book, state, header, was, battle)
    owner = ", with an owner's values" if battle.overlay else ""
    text = f"The game goes on by edition {battle.hash[:8]} of {battle.pack}{owner}; until now by {was.hash[:8]}"
    return Change({"edition": battle.hash}, text, new, battle, was)


def _fitted(book: Rulebook[Any], state: State, header: dict[str, Any], was: Battle, battle: Battle) -> State:
    if (battle.id, battle.rulebook, battle.profile) != (was.id, was.rulebook, was.profile):
        raise IllegalAction(VALUES, "they are of another battle, or of another book", "")
    if battle.board.grid.spec != was.board.grid.spec:
        raise IllegalAction(VALUES, "the hexes of the map are numbered otherwise there", "")
    if battle.hash == was.hash:
        raise IllegalAction(VALUES, "the game is played by these values already", "")
    position = making.branch(state, header["options"], header.get("position"))
    try:
        new = making.state_of(battle, {}, position)[1]
        same = [(a.seat, a.kind) for a in asks(new)] == [(a.seat, a.kind) for a in asks(state)]
        for seat in ("", *book.seats):
            book.view(new, seat)
        offered = all(d.actions for d in decisions(new, book.proposed))
    except Exception as error:  # whatever a pack lacks that the state needs: a unit, a hex, a row of a chart
        raise IllegalAction(VALUES, f"the game as it stands does not fit them ({_said(error)})", "") from None
    if not same or not offered or new.digest() != state.digest():
        raise IllegalAction(VALUES, "by them the game would not stand at the same question", "")
    return new


def _said(error: Exception) -> str:
    """What is wrong, in a line: errors that only name a thing say that it is missing."""
    words = " ".join(str(error).split())
    return f"{words} is missing" if isinstance(error, LookupError) else words or type(error).__name__
