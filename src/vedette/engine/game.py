"""A game: a state, who answers for chance, and the record of every answer."""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vedette.engine import making
from vedette.engine.battle import Battle
from vedette.engine.chance import Chance, Listed, Seeded, key_of
from vedette.engine.decision import Action, Decision, folded
from vedette.engine.entries import Entry, bar, live, previous, state_after
from vedette.engine.events import EngineError, Event, IllegalAction
from vedette.engine.gesture import in_turn, play_parts, play_sequence
from vedette.engine.looking import Looking
from vedette.engine.meaning import DONE, End, Given, end_of, ends, given, seat_of, take_given, without
from vedette.engine.odds import Odds, explore
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.rulebook import Rulebook
from vedette.engine.run import answer, asks
from vedette.engine.state import State
from vedette.engine.ways import again, replay


class Game(Looking):
    """A game under way. `play` is the only way to change it; an illegal action leaves it as it was."""

    KEPT = 400
    """Entries for which a copy of the state is kept; for older ones an undo folds the record."""

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
        """The seat that was last to give answers."""
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
    ) -> Game:
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

    def clone(self) -> Game:
        """A game that can be played on without touching this one; its dice go their own way."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.state = self.state.clone()
        new.entries = list(self.entries)
        new._left, new._was, new._over, new.ahead = {}, {}, "", list(self.ahead)
        new._open = None
        new.chance = copy.copy(self.chance)
        if isinstance(new.chance, Listed):
            new.chance.used = dict(new.chance.used)
        return new

    # -- trying ------------------------------------------------------------------------------------------

    def imagine(self, seat: str, seed: int = 0) -> Game:
        """A full game that this seat could be in: what it cannot know is dealt anew. It has no record."""
        new = self.clone()
        new.state = self.rulebook.imagine(self.state, seat, random.Random(seed))
        new.header = {"battle": self.battle.id, "options": self.header["options"], "practice": True}
        new.entries = []
        new.start_events = []
        new.first = new.state
        new.keep = False
        new.unrecorded = "an imagined game has no record"
        new.chance = Seeded(key_of(seed))
        new.secret = b""
        return new

    def odds(self, *actions: str | Action, assume: Mapping[str, str] | None = None, seat: str | None = None) -> Odds:
        """The chances of the fire or close combat that these actions open, in exact integers (design 5).

        Args:
            assume: answers taken for granted on the way, by kind of decision, instead of the usual ones.
            seat: for whom they are; what another seat plays in secret is then never assumed. None: for the referee.

        Raises:
            IllegalAction: where an action is not offered.
            EngineError: where the last action opens no combat.
        """
        trial = self.clone()
        trial.keep = False
        trial.chance = None
        before = trial.state.clone()
        events: list[Event] = []
        for action in actions:
            start, entries = trial.state.clone(), len(trial.entries)
            caused = trial.play(action)
            if len(trial.entries) > entries:  # what the rules have answered by themselves opens nothing
                before, events = start, caused
        return explore(self.rulebook.results, before, trial.state, assume or {}, events, seat)

    # -- playing -----------------------------------------------------------------------------------------

    def play(self, action: str | Action, seat: str | None = None) -> list[Event]:
        """Give an answer: an Action, its text, "seat: text", a gesture made of several, or a sequence of these.

        A sequence is parted by "; " ("A + B fire at 1834; C fire at 1733"). What something that comes between (chance,
        the other seat) keeps from being played stands in `left` afterwards, each `done` by what it means (`done move
        7 OH-a`), and may be given again, joined by "; ": what no longer fits is passed over then. A text that the rules
        have answered by themselves since the last answer, as the only one, is given already, and nothing is played.

        Args:
            seat: whose answer it is; an answer that names another seat is refused. Without one it is that of the
                seat that is asked; but a `done` that may be one too many is never that of a seat with a choice: see
                `meaning.is_surplus`.

        Returns:
            The events that it caused.

        Raises:
            IllegalAction: with reason and case; the game is as it was.
        """
        kept = dict(self._left), list(self.ahead), self._over, self.by
        try:
            if isinstance(action, Action):
                return self._listed(action, seat)
            return self._text(*seat_of(self, action, seat))
        except BaseException:
            self._left, self.ahead, self._over, self.by = kept
            raise

    def _listed(self, action: Action, seat: str | None) -> list[Event]:
        decision = self.decision_of(action.seat)
        if decision is None or seat not in (None, action.seat) or action not in decision.actions:
            raise IllegalAction(action.text, "is not offered now", action.cite)
        self.turn_to(action.seat)
        return self._take(decision, action)

    def _text(self, seat: str, text: str) -> list[Event]:
        if (end := end_of(self, text)) is not None:
            return self._end(seat, text, end)
        if self._over == seat and folded(text) == DONE:
            self._over = ""
            return []
        decision = self.decision_of(seat)
        found = decision.find(text) if decision is not None else None
        if found is None and take_given(self, seat, text):
            return []
        if decision is None:
            raise IllegalAction(text, f"{seat} is not asked anything now", "")
        pieces = in_turn(text)
        again = pieces in (self.left_of(seat), self._was.get(seat))
        self.turn_to(seat)
        if found is not None:
            return self._take(decision, found)
        if len(pieces) > 1:
            return self._whole(lambda before: play_sequence(self, seat, pieces, again=again))
        parts = self.rulebook.expand(self.state, seat, text)
        if not parts:
            raise IllegalAction(text, *self.rulebook.refusal(self.state, seat, text))
        return self._whole(lambda before: play_parts(self, seat, text, parts, before))

    def _end(self, seat: str, text: str, end: End) -> list[Event]:
        """A `done move` and its like: it ends what it means, and is passed over where that is over already."""
        decision = self.decision_of(seat)
        if not end.unit and take_given(self, seat, text):
            return []
        found = ends(decision, end) if decision is not None else None
        if decision is not None and found is not None:
            self.turn_to(seat)
            return self._take(decision, found)
        if end.unit and (decision is not None or text not in self.left_of(seat)):
            return []
        if decision is None:
            raise IllegalAction(text, f"{seat} is not asked anything now", "")
        raise IllegalAction(text, f"nothing of the kind is open to be ended ({decision.prompt})", decision.cite)

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

    def roll(self) -> list[Event]:
        """Let the dice fall that wait for it (dice "pressed"). Raises IllegalAction where none do."""
        decision, chance = self.decision_of(CHANCE), self.chance
        if decision is None or not isinstance(chance, Seeded) or self.header["dice"]["kind"] != "pressed":
            raise IllegalAction("roll", "no dice wait to be rolled", "")
        value = chance.roll(decision.ask)
        return self._whole(
            lambda before: self._answer(decision.ask, decision.ask.text(self.state, value), value) + self.settle()
        )

    def answer(self, seat: str, value: Any) -> None:
        """The fast way of simulations: a raw value of the open question, unchecked and unrecorded."""
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
        state = state_after(self.first, entries, target)
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
        """Play again what this seat took back last, while nothing else has been played; see `ways.undone`.

        What comes after a roll, a draw or an answer of the other seat stands in `left`, and is not played.

        Raises:
            IllegalAction: there is nothing of the kind.
        """
        seat = seat or next((e.seat for e in reversed(self.entries) if e.undo is not None), "")
        entries = again(self, seat)
        if not entries:
            raise IllegalAction("redo", "nothing that was taken back can be played again", "")
        return self.replay(seat, [e.do for e in entries])

    def replay(self, seat: str, texts: Sequence[str]) -> list[Event]:
        """Give listed answers one after the other until something comes between; the rest stands in `left`."""
        self.turn_to(seat)
        return self._whole(lambda before: replay(self, seat, texts))

    def undo_bar(self, seat: str | None = None, *, to: int | None = None) -> str | None:
        """What stands in the way of an undo, in words; None where it is free."""
        return self._way_back(seat, to)[2]

    # -- record ------------------------------------------------------------------------------------------

    def record(self, for_seat: str | None = None) -> str:
        """The record as JSON lines; with a seat, what it may not know stands as commitments.

        Raises:
            EngineError: where the game has none.
        """
        from vedette.engine.archive import write

        if self.unrecorded:
            raise EngineError(f"there is nothing to write down: {self.unrecorded}")
        return write(self, for_seat)

    @staticmethod
    def from_record(text: str | bytes, load: Any = None, *, upto_bad: bool = False, key: bytes | None = None) -> Game:
        """The game that a record tells, to be played on.

        Args:
            load: who reads battles, by id; the packs by default.
            upto_bad: take what comes before the first bad line instead of refusing the record.
            key: the secret bytes of the dice, where the record does not open them (the server keeps them).

        Raises:
            RecordError: naming the first bad line.
        """
        from vedette.engine.archive import fold

        return fold(text, load, upto_bad=upto_bad, key=key)

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
        if target >= entries[-1].n or (target and all(e.n != target for e in entries)):
            return seat, None, f"there is no entry {target} to go back to"
        if self.state.ask is None and isinstance(self.chance, Seeded) and not self.header["practice"]:
            return seat, None, "the battle is over and its dice are open"
        return seat, target, bar(entries, seat, target)

    def _take(self, decision: Decision, action: Action) -> list[Event]:
        """Play one answer that is offered."""
        return self._whole(lambda before: self._one(decision, action, before))

    def _one(self, decision: Decision, action: Action, before: State) -> list[Event]:
        events = self.commit(decision, action, before) + self.settle()
        self.ahead = given(self, events)
        return events

    def _whole(self, deed: Callable[[State], list[Event]]) -> list[Event]:
        """Play the whole of an answer, or nothing of it.

        The dice go back with it as well: nobody has seen them, and the record must count as they do.
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

    def commit(self, decision: Decision, action: Action, before: State | None = None) -> list[Event]:
        """Answer and note it. Part of `play`, which checks before, and lets chance answer after."""
        if before is None:
            before = self.state.clone()
        for d in self.decisions:
            d.stay(before)
        return self._answer(decision.ask, action.text, action.value, before)

    def commit_entry(self, ask: Ask, text: str, value: Any) -> None:
        """Take over an entry of a record, which says itself what chance answered."""
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
        """Let chance answer for as long as it is asked and somebody answers for it."""
        events: list[Event] = []
        while self.chance is not None:
            open_asks = asks(self.state)
            if not open_asks or open_asks[0].seat != CHANCE:
                break
            ask = open_asks[0]
            value = self.chance.answer(self.state, ask)
            if value is None:
                break
            events += self._answer(ask, ask.text(self.state, value), value)
        return events
