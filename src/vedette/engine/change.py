"""What changes a game from outside its questions, by agreement of its seats: other values of the pack, a unit set so.

Such an entry answers nothing. What it comes to is kept with it, so that whoever folds the entries takes it as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.engine import making
from vedette.engine.battle import Battle
from vedette.engine.decision import decisions
from vedette.engine.events import Event, IllegalAction
from vedette.engine.procedure import CHANCE
from vedette.engine.rulebook import PositionError, Rulebook
from vedette.engine.run import asks
from vedette.engine.state import State

AGREED = "agreed"
"""The kind of the event; its data is what was agreed, in words."""
VALUES = "other values"
OVERRULE = "overrule"
WHEN = "a unit can be set between moves, fires and fights, when a phase asks what comes next"


class Change(msgspec.Struct, frozen=True):
    """A change: how the record writes it, in words, and the state after it."""

    row: dict[str, Any]
    text: str
    state: State
    battle: Battle
    was: Battle

    @property
    def name(self) -> str:
        """What kind of change it is."""
        return VALUES if "edition" in self.row else OVERRULE

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
    battle = battle.by_rules(was.rules)
    new = _fitted(book, state, header, was, battle)
    owner = ", with an owner's values" if battle.overlay or battle.owned else ""
    text = f"The game goes on by edition {battle.hash[:8]} of {battle.pack}{owner}; until now by {was.hash[:8]}"
    return Change({"edition": battle.hash}, text, new, battle, was)


def overruled(
    book: Rulebook[Any], state: State, header: dict[str, Any], battle: Battle, unit: Mapping[str, Any], agreed: bool
) -> Change:
    """A unit is set by the people who play: where it is, its face, its marks, as a position file says it.

    Args:
        agreed: whether another seat has agreed to it.

    Raises:
        IllegalAction: it could not be so, or the open question would not stand afterwards; with the reason.
    """
    _calm(book, state)
    row, g = dict(unit), state.clone()
    if not isinstance(row.get("id"), str):
        raise IllegalAction(OVERRULE, "the unit is named by its id, a word", "")
    was = book.unit_row(g, row["id"]) if row["id"] in getattr(g, "units", {}) else {}
    try:
        book.overrule(g, row)
    except PositionError as error:
        raise IllegalAction(OVERRULE, str(error), "") from None
    now = book.unit_row(g, row["id"])
    if now == was:
        raise IllegalAction(OVERRULE, f"{row['id']} is so already: {in_words(now)}", "")
    new = _asked_anew(book, g, state, header, battle)
    broken = [law for law in book.broken_laws(new) if law not in book.broken_laws(state)]
    if broken:
        raise IllegalAction(OVERRULE, f"it could not be so: {broken[0]}", "")
    how = "Overruled by agreement" if agreed else "Overruled"
    text = f"{how}: {row['id']} is now in {in_words(now)}; it was in {in_words(was)}"
    return Change({"overrule": row}, text, new, battle, battle)


def in_words(row: Mapping[str, Any]) -> str:
    """A unit in words: "hex 2010, worn, shaken"."""
    place = [f"hex {row['hex']}"] if "hex" in row else [f"the box {row['box']}"] if "box" in row else []
    words = [*place, *(str(row[key]) for key in ("face", "formation") if key in row)]
    words += [f"{key} {row[key]}" for key in ("facing", "strength", "crew", "rounds") if key in row]
    return ", ".join([*words, *row.get("marks", ())])


ABOUT = ("hex", "target", "unit", "units", "group", "declared", "targets", "shots")
"""Fields in which a procedure that has begun with somebody says with whom, and where."""
NOBODY = (-1, "", (), None)


def _calm(book: Rulebook[Any], state: State) -> None:
    """Raises IllegalAction where something is under way that hangs on who stands where."""
    for frame, _ in state.stack:
        begun = any(getattr(frame, name, None) not in NOBODY for name in ABOUT)
        if type(frame) not in book.calm or begun:
            doing = frame.title(state) or "something"
            raise IllegalAction(OVERRULE, f"{doing}: that is under way, end it or take it back first; {WHEN}", "")
    if state.sealed:
        raise IllegalAction(OVERRULE, f"an answer lies sealed, the other seat answers first; {WHEN}", "")
    if any(ask.seat == CHANCE for ask in asks(state)):
        raise IllegalAction(OVERRULE, f"a roll or draw is waited for; {WHEN}", "")


def _asked_anew(book: Rulebook[Any], g: State, state: State, header: dict[str, Any], battle: Battle) -> State:
    """A state made whole from what is saved of it, at the question that is open. Raises IllegalAction."""
    words = f"the open question could not be asked afterwards as it is now; {WHEN}"
    position = making.branch(g, header["options"], header.get("position"))
    try:
        new = making.state_of(battle, {}, position)[1]
        for seat in ("", *book.seats):
            book.view(new, seat)
        stands = all(d.actions for d in decisions(new, book.proposed))
    except Exception:  # whatever a rule meets that it does not expect
        raise IllegalAction(OVERRULE, words, "") from None
    if not stands or [(a.seat, a.kind) for a in asks(new)] != [(a.seat, a.kind) for a in asks(state)]:
        raise IllegalAction(OVERRULE, words, "")
    return new


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
