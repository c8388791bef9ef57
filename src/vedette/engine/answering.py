"""A game that takes answers one at a time: what is offered, what chance answers, the way back."""

from __future__ import annotations

import copy
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from vedette.engine import making
from vedette.engine.battle import Battle
from vedette.engine.chance import Chance, Listed, Seeded
from vedette.engine.change import OVERRULE, VALUES, Change, overruled, values_changed
from vedette.engine.decision import Action, Decision
from vedette.engine.entries import Entry, Past, bar, live, previous, state_after, undone
from vedette.engine.events import Event, IllegalAction
from vedette.engine.looking import Given, Looking
from vedette.engine.meaning import end_of, given, without
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.rulebook import Rulebook
from vedette.engine.run import answer, asks
from vedette.engine.state import State

RESIGNS = "resign"
"""What an entry does by which a seat gives the game up."""


class Answering(Looking):
    """The state of a game, who answers for chance, and every answer given so far."""

    KEPT = 400
    """Entries for which a copy of the state is kept; for older ones an undo folds the record."""
    past: Past | None = None
    """Tells states of which no copy is kept, where somebody can; the table does."""
    told = sys.maxsize
    """The last entry whose state it tells: a copy that is played on goes its own way."""

    def __init__(
        self,
        battle: Battle,
        rulebook: Rulebook[Any],
        state: State,
        header: dict[str, Any],
        chance: Chance | None,
        *,
        keep: bool = True,
        digests: bool = False,
    ) -> None:
        self.battle = battle
        self.rulebook = rulebook
        self.state = state
        self.header = header
        self.chance = chance
        self.keep = keep
        self.digests = digests
        self.entries: list[Entry] = []
        self.first = state.clone()
        self.by = ""
        """The seat that answered last."""
        self.ahead: list[Given] = []
        """Answers that the rules gave by themselves, as the only ones, past the end of what was played last."""
        self._left: dict[str, list[str]] = {}
        self._was: dict[str, list[str]] = {}
        self._over = ""
        self.unrecorded = ""
        """Why the game has no record; empty where it has one."""
        self.secret = chance.key if isinstance(chance, Seeded) else os.urandom(32)
        """From which the commitments of a seat's record are made."""
        self._open: tuple[Any, int, tuple[Decision, ...]] | None = None
        events, state.events = state.events or [], None
        self.start_events: list[Event] = events + self.settle()
        """What happened before anybody was asked."""

    # -- making ------------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        battle: Battle,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        key: bytes | None = None,
        chance: Chance | None = None,
        dice: str = "seeded",
        position: Mapping[str, Any] | None = None,
        seats: Mapping[str, str] | None = None,
        practice: bool = False,
        keep: bool = True,
        digests: bool = False,
    ) -> Self:
        """Begin a game.

        Args:
            seed: makes the dice repeatable and the game a practice game; without it they come from the
                operating system and stay secret until the end.
            options: of the battle, by name; see `vedette battles`.
            key: the 32 secret bytes of the dice, where the caller keeps them (the server does).
            chance: who answers instead of seeded dice (a list, a test).
            dice: "seeded"; "real" where the players type what they rolled and only chits are drawn; "pressed" where
                seeded dice wait for `roll`.
            position: a position of the referee instead of the set-up (docs/positions.md).
            seats: who plays each seat, for the header of the record.
            practice: a lone player may take back past dice; the header says so.
            keep: whether states are kept for undo.
            digests: whether each entry notes the digest of its state when it is made (the record makes those that
                are missing).

        Raises:
            OptionError, PositionError: with what is wrong and the mend.
        """
        chance, kind = making.dice_of(dice, chance, making.seed_key(seed, key), practice)
        book, state, chosen = making.state_of(battle, options or {}, position)
        header = making.header_of(battle, book, chosen, seats or {}, practice or seed is not None)
        header["dice"] = kind
        if seed is not None:
            header["seed"] = seed
        if position is not None:
            header["position"] = dict(position)
        return cls(battle, book, state, header, chance, keep=keep, digests=digests)

    def clone(self) -> Self:
        """A game that can be played on without touching this one; its dice go their own way."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.state = self.state.clone()
        new.entries = list(self.entries)
        new.told = min(self.told, len(self.entries))
        new._left, new._was, new._over, new.ahead = {}, {}, "", list(self.ahead)
        new._open = None
        new.chance = copy.copy(self.chance)
        if isinstance(new.chance, Listed):
            new.chance.used = dict(new.chance.used)
        return new

    # -- answering ---------------------------------------------------------------------------------------

    def roll(self) -> list[Event]:
        """Roll the dice that wait to be rolled (dice "pressed"). Raises IllegalAction where none do."""
        decision, chance = self.decision_of(CHANCE), self.chance
        if decision is None or not isinstance(chance, Seeded) or self.header["dice"]["kind"] != "pressed":
            raise IllegalAction("roll", "no dice wait to be rolled", "")
        value = chance.roll(decision.ask)
        return self._whole(lambda before: self._answer(decision.ask, self.state.text_of(value), value) + self.settle())

    def answer(self, seat: str, value: Any) -> None:
        """Give an answer of the open question, unchecked and unrecorded: the fast way, for simulations."""
        self.unrecorded = "answers were given past the record"
        g, chance = self.state, self.chance
        answer(g, seat, value)
        while chance is not None and isinstance(g.ask, Ask) and g.ask.seat == CHANCE:
            rolled = chance.answer(g, g.ask)
            if rolled is None:
                break
            answer(g, CHANCE, rolled)

    def undo(self, seat: str | None = None, *, to: int | None = None, consent: bool = False) -> list[str]:
        """Back to this seat's previous decision, or to the state after an entry.

        Args:
            seat: who takes back; by default the one that answered last.
            to: the number of an entry that counts, 0 for the start.
            consent: cross what stands in the way, with the other seat's consent or in a practice game. The
                counter of the dice stays where it is: a roll that comes next is rolled anew.

        Returns:
            The actions taken back, in the order in which they were played.

        Raises:
            IllegalAction: where chance, a reveal or the other seat's answer stands in the way; names it.
        """
        seat, target, words = self._way_back(seat, to)
        if words is not None and (target is None or not consent):
            raise IllegalAction("undo", words, "")
        assert target is not None
        if not self.keep:
            raise IllegalAction("undo", "the game keeps no earlier states", "")
        entries = live(self.entries)
        state = state_after(self.first, entries, target, self.past if target <= self.told else None)
        mark = Entry(len(self.entries) + 1, seat, state.number, "")
        mark.undo = target
        mark.consent = words is not None
        self.state = state
        self.turn_to(seat)
        self._left = {}
        self._open = None
        self.entries.append(mark)
        if self.digests:
            mark.digest = state.digest()
        self.settle()
        return [e.do for e in entries if e.n > target]

    def redo(self, seat: str | None = None) -> list[Event]:
        """Play again what this seat took back last, while nothing else has been played; see `again`.

        What comes after a roll, a draw or an answer of the other seat stands in `left`, and is not played.

        Raises:
            IllegalAction: there is nothing of the kind.
        """
        seat = seat or next((e.seat for e in reversed(self.entries) if e.undo is not None), "")
        entries = self.again(seat)
        if not entries:
            raise IllegalAction("redo", "nothing that was taken back can be played again", "")
        return self.replay(seat, [e.do for e in entries])

    def replay(self, seat: str, texts: Sequence[str]) -> list[Event]:
        """Give listed answers one by one until something comes between; the rest stands in `left`."""
        self.turn_to(seat)
        return self._whole(lambda before: self._replay(seat, texts))

    def again(self, seat: str) -> list[Entry]:
        """What a seat took back last, where it is offered now: what `redo` plays again."""
        found = undone(self.entries, seat)
        decision = self.decision_of(seat) if found else None
        if decision is None or decision.exactly(found[0].do) is None:
            return []
        return found

    def before(self, entry: Entry) -> State | None:
        """The state before one of the last answers; None where it can no longer be told."""
        if entry.before is not None or self.past is None or not self.is_near(entry) or entry.n > self.told:
            return entry.before
        return self.past(entry.n - 1)

    def is_near(self, entry: Entry) -> bool:
        """Whether an entry is one of the last, among which ways back are looked for."""
        return entry.n > len(self.entries) - self.KEPT

    def undo_bar(self, seat: str | None = None, *, to: int | None = None) -> str | None:
        """What stands in the way of an undo, in words; None where it is free."""
        return self._way_back(seat, to)[2]

    def resign(self, seat: str) -> list[Event]:
        """Give the game up for a seat, whoever is asked: the other side wins by the highest level of the scenario.

        Raises:
            IllegalAction: the battle is over, or there is no such seat.
        """
        if seat not in self.rulebook.seats:
            raise IllegalAction(RESIGNS, f"there is no seat {seat!r}; there are {', '.join(self.rulebook.seats)}", "")
        if self.state.ask is None:
            raise IllegalAction(RESIGNS, "the battle is over", "")
        self.turn_to(seat)
        return self._whole(lambda before: self.commit_resignation(seat, before))

    def agree(self, seat: str) -> list[Event]:
        """End the game by a draw that a seat has offered and the other has agreed to. Raises IllegalAction."""
        if seat not in self.rulebook.seats or self.state.ask is None:
            raise IllegalAction(RESIGNS, "the battle is over", "")
        self.turn_to(seat)
        return self._whole(lambda before: self.commit_resignation(seat, before, agreed=True))

    def commit_resignation(self, seat: str, before: State | None = None, *, agreed: bool = False) -> list[Event]:
        """Enter that a seat gives up, or that its draw was agreed to. `resign` and `agree` check before."""
        g = self.state
        entry = Entry(len(self.entries) + 1, seat, g.number, RESIGNS)
        entry.kind, entry.resigns, entry.reveals = RESIGNS, True, True
        entry.consent = agreed
        entry.before = before if self.keep else None
        g.events = []
        g.give_up(seat, agreed=agreed)
        events, g.events = g.events, None
        if self.digests:
            entry.digest = g.digest()
        self.entries.append(entry)
        self._open = None
        return events

    def change_values(self, battle: Battle, seat: str, *, consent: bool = False) -> list[Event]:
        """Go on by another edition of the battle: the same state and the same question, other charts and counters.

        What was played before cannot be taken back any more.

        Args:
            battle: the same battle by other values.
            seat: who wants it.
            consent: whether another seat has agreed to it.

        Raises:
            IllegalAction: the game as it stands does not fit it, with the reason; it is as it was.
        """
        if self.state.ask is None:
            raise IllegalAction(VALUES, "the battle is over", "")
        return self._change(values_changed(self.rulebook, self.state, self.header, self.battle, battle), seat, consent)

    def overrule(self, unit: Mapping[str, Any], seat: str, *, consent: bool = False) -> list[Event]:
        """Set a unit so, or take it off, as the people who play agree; the question that is open is asked anew.

        What was played before cannot be taken back any more, and the dice go on where they are.

        Args:
            unit: said as a table [[unit]] of a position file says it; what is not said stays.
            seat: who wants it.
            consent: whether another seat has agreed to it.

        Raises:
            IllegalAction: it could not be so, or not now, with the reason; the game is as it was.
        """
        if self.state.ask is None:
            raise IllegalAction(OVERRULE, "the battle is over", "")
        if seat not in self.rulebook.seats:
            raise IllegalAction(OVERRULE, f"there is no seat {seat!r}", "")
        change = overruled(self.rulebook, self.state, self.header, self.battle, unit, consent)
        return self._change(change, seat, consent)

    def _change(self, change: Change, seat: str, consent: bool) -> list[Event]:
        g = self.state
        entry = Entry(len(self.entries) + 1, seat, g.number, change.name)
        entry.kind, entry.change, entry.consent, entry.reveals = change.name, change, consent, True
        entry.before = g.clone() if self.keep else None
        g.events = []
        change.carry_out(g, seat)
        events, g.events = g.events, None
        if self.digests:
            entry.digest = g.digest()
        self.battle = change.battle
        self.entries.append(entry)
        self.turn_to(seat)
        self._left, self._open = {}, None
        return events or []

    @property
    def floor(self) -> int:
        """The entry before which nothing can be taken back: it was changed by agreement; 0 where none."""
        return next((e.n for e in reversed(self.entries) if e.change is not None), 0)

    def battle_at(self, n: int) -> Battle:
        """The battle by the values that held after an entry."""
        later = next((e.change for e in self.entries[n:] if e.change is not None), None)
        return later.was if later is not None else self.battle

    @property
    def battles(self) -> list[Battle]:
        """The battle by every edition that held, in order."""
        changes = (e.change for e in self.entries if e.change is not None)
        return [self.battle_at(0), *(change.battle for change in changes if change.name == VALUES)]

    # -- what is left ------------------------------------------------------------------------------------

    @property
    def left(self) -> list[str]:
        """What a gesture could not play because something came between; it stays while another seat answers."""
        return next((pieces for pieces in reversed(self._left.values()) if pieces), [])

    @left.setter
    def left(self, pieces: list[str]) -> None:
        self._left.pop(self.by, None)
        if pieces:
            self._left[self.by] = self._was[self.by] = pieces

    def left_of(self, seat: str) -> list[str]:
        """What is left of the last gesture of a seat."""
        return self._left.get(seat, [])

    def turn_to(self, seat: str) -> None:
        """A seat answers: what was left of its last gesture, and what the rules had answered then, is forgotten."""
        self.by, self.ahead, self._over = seat, [], ""
        self._left.pop(seat, None)

    def as_listed(self) -> None:
        """The next answer is picked from the list, whatever was left before: a `done` is the one that is offered."""
        self._over = ""

    def _pass_over(self, events: list[Event]) -> None:
        """What the rules have answered by themselves is no longer left of anybody's gesture."""
        answers = given(self, events)
        for seat, pieces in list(self._left.items()):
            if seat != self.by and (rest := without(self, pieces, seat, answers)) != pieces:
                self._left[seat] = rest
                self._over = seat if any(end_of(self, piece) for piece in pieces[: len(pieces) - len(rest)]) else ""

    # -- inside ------------------------------------------------------------------------------------------

    def _way_back(self, seat: str | None, to: int | None) -> tuple[str, int | None, str | None]:
        """Who takes back, to which entry, and what stands in the way."""
        entries = live(self.entries)
        by = next((e.seat for e in reversed(entries) if e.seat != CHANCE), None)
        seat = seat or by
        if seat is None or not entries:
            return seat or "", None, "nothing has been done yet"
        target = previous(entries, seat) if to is None else to
        if target is None:
            return seat, None, f"{seat} has done nothing yet"
        if target < self.floor:
            return seat, None, self._changed_at(self.floor)
        if target >= entries[-1].n or (target and all(e.n != target for e in entries)):
            return seat, None, f"there is no entry {target} to go back to"
        if self.state.ask is None and isinstance(self.chance, Seeded) and not self.header["practice"]:
            return seat, None, "the battle is over and its dice are open"
        return seat, target, bar(entries, seat, target)

    def _changed_at(self, n: int) -> str:
        """What was agreed in an entry, as what keeps a seat from going back past it."""
        change = self.entries[n - 1].change
        if change is not None and change.name == OVERRULE:
            return f"a unit was set by entry {n}, which nothing goes back past"
        return f"the game goes on by other values since entry {n}"

    def _take(self, decision: Decision, action: Action) -> list[Event]:
        """Play one answer that is offered."""
        return self._whole(lambda before: self._one(decision, action, before))

    def _one(self, decision: Decision, action: Action, before: State) -> list[Event]:
        events = self.commit(decision, action, before) + self.settle()
        self.ahead = given(self, events)
        return events

    def _whole(self, deed: Callable[[State], list[Event]]) -> list[Event]:
        """Carry an answer out as a whole, or not at all.

        Then the dice are put back as well: nobody has seen them, and their counter must agree with the record.
        """
        safe, entries, chance = self.state.clone(), list(self.entries), self.chance
        before = dict(vars(chance)) if chance is not None else {}
        if isinstance(chance, Listed):
            before["used"] = dict(chance.used)
        try:
            events = deed(safe)
        except BaseException:
            self.state = safe.clone()
            self._open = None
            self.entries[:] = entries
            if chance is not None:
                vars(chance).update(before)
            raise
        for entry in self.entries[len(entries) :]:
            entry.first = len(entries) + 1
        self._pass_over(events)
        return events

    def _replay(self, seat: str, texts: Sequence[str]) -> list[Event]:
        """Give answers one after the other until something comes between; the rest stands in `left`.

        Raises:
            IllegalAction: the first is not offered.
        """
        events: list[Event] = []
        for i, text in enumerate(texts):
            decision = self.decision_of(seat)
            action = decision.exactly(text) if decision is not None else None
            if decision is None or action is None:
                if not i:
                    raise IllegalAction(text, "is not offered any more", "")
                self.left = list(texts[i:])
                break
            before = len(self.entries)
            events += self.commit(decision, action)
            events += self.settle()
            if any(e.seat != seat for e in self.entries[before:]):
                self.left = list(texts[i + 1 :])
                break
        return events

    def commit(self, decision: Decision, action: Action, before: State | None = None) -> list[Event]:
        """Give an answer and enter it. `play` checks before, and lets chance answer after."""
        if before is None:
            before = self.state.clone()
        for d in self.decisions:
            d.stay(before)
        return self._answer(decision.ask, action.text, action.value, before)

    def commit_entry(self, ask: Ask, text: str, value: Any) -> None:
        """Enter an answer of a record, which says itself what chance answered."""
        self._answer(ask, text, value, self.state.clone() if ask.seat != CHANCE else None)

    def _answer(self, ask: Ask, text: str, value: Any, before: State | None = None) -> list[Event]:
        g = self.state
        entry = Entry(len(self.entries) + 1, ask.seat, g.number, text)
        entry.kind = ask.kind
        entry.before = before if self.keep else None
        if ask.private:
            entry.private = ask.seat
        elif ask.sees is not None:
            entry.private = ask.sees(value)
        g.events = []
        answer(g, ask.seat, value)
        events, g.events = g.events, None
        entry.reveals = any(e.reveals for e in events)
        if self.digests:
            entry.digest = g.digest()
        self.entries.append(entry)
        if self.keep and len(self.entries) > self.KEPT:
            self.entries[-self.KEPT - 1] = self.entries[-self.KEPT - 1].bare()
        return events

    def settle(self) -> list[Event]:
        """Let chance answer while it is asked and somebody answers for it."""
        events: list[Event] = []
        while self.chance is not None:
            open_asks = asks(self.state)
            if not open_asks or open_asks[0].seat != CHANCE:
                break
            ask = open_asks[0]
            value = self.chance.answer(self.state, ask)
            if value is None:
                break
            events += self._answer(ask, self.state.text_of(value), value)
        return events
