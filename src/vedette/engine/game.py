"""A game as programmers meet it: played by whole gestures, tried, told as a record."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Unpack

from vedette.engine.answering import Answering
from vedette.engine.archive import fold, write
from vedette.engine.battle import Battle
from vedette.engine.chance import Seeded, key_of
from vedette.engine.decision import Action, Decision, folded
from vedette.engine.events import EngineError, Event, IllegalAction
from vedette.engine.gesture import in_turn, play_parts, play_sequence
from vedette.engine.looking import Refusal, ending
from vedette.engine.making import Choices
from vedette.engine.meaning import DONE, PASS, End, end_of, ends, given, seat_of, take_given, under_way
from vedette.engine.odds import Odds, explore
from vedette.engine.procedure import Phase
from vedette.engine.shelf import Load, Shelf
from vedette.engine.state import State


class Game(Answering):
    """A game under way. `play` is the only way to change it; an illegal action leaves it as it was."""

    _gestures: tuple[tuple[State, str, str], ...] = ()
    """The gestures of what was played last, each with the state before it and its seat."""
    _gestured = 0
    """How many entries there were after them."""
    _passed: tuple[tuple[State, str], ...] = ()
    """The states in which an answer of what was played last ended something, each with its seat."""

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
            TypeError: it is neither Action nor text.
        """
        kept = self._gestures, self._passed
        self._gestures, self._passed = (), ()
        try:
            events = self._played(action, seat)
        except BaseException:
            self._gestures, self._passed = kept
            raise
        self._gestured = len(self.entries)
        return events

    def _played(self, action: str | Action, seat: str | None = None) -> list[Event]:
        """An answer, or one gesture of a sequence."""
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
        own = decision.own(action) if decision is not None and seat in (None, action.seat) else None
        if decision is None or own is None:
            raise IllegalAction(action.text, "is not offered now", action.cite)
        self.turn_to(action.seat)
        return self._take(decision, own)

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
            return self._whole(lambda before: play_sequence(self, seat, pieces, self._played, again=again))
        parts = self.rulebook.expand(self.state, seat, text)
        if not parts:
            raise IllegalAction(text, *self.rulebook.refusal(self.state, seat, text))
        return self._whole(lambda before: self._gesture(seat, text, parts, before))

    def _gesture(self, seat: str, text: str, parts: list[str], before: State) -> list[Event]:
        events = play_parts(self, seat, text, parts, before)
        self._gestures = (*self._gestures, (before, seat, text))
        return events

    @property
    def halts(self) -> list[str]:
        """Who, of the marches and steps played last, was not to come all the way: where he stops, why, by which case.

        What came between (fire, a chit) is not in it: what that left undone stands in `left`. Nothing once anything
        else was played, or taken back.
        """
        if len(self.entries) != self._gestured:
            return []
        return [words for before, seat, text in self._gestures for words in self.rulebook.halts(before, seat, text)]

    def _end(self, seat: str, text: str, end: End) -> list[Event]:
        """A `done move` and its like: it ends what it means, and is passed over where that is over already."""
        decision = self.decision_of(seat)
        if not end.unit and take_given(self, seat, text):
            return []
        step = under_way(self, decision, end) if decision is not None else None
        if decision is not None and (step is not None or (not end.phases and ends(decision, end))):
            found = decision.find(DONE)
            if found is not None:
                self.turn_to(seat)
                if step is None:
                    return self._take(decision, found)
                phase, depth = step
                return self._whole(lambda before: self._closed(seat, text, phase, depth))
            if not (end.unit and text in self.left_of(seat)):
                raise IllegalAction(text, *self.rulebook.refusal(self.state, seat, DONE))
        if end.unit and (decision is not None or text not in self.left_of(seat)):
            return []
        if end.phases and text in self.left_of(seat):
            self.left = []
            return []
        if decision is None:
            raise IllegalAction(text, f"{seat} is not asked anything now", "")
        raise IllegalAction(text, f"nothing of the kind is open to be ended ({decision.prompt})", decision.cite)

    def _closed(self, seat: str, text: str, phase: Phase, depth: int) -> list[Event]:
        """What is open of a step, from the innermost on; more of it may have been over by itself.

        What comes between (chance, the other seat, another question) leaves the rest of it in `left`.
        """
        events: list[Event] = []
        below = self.state.stack[:depth]
        while (decision := self.decision_of(seat)) is not None and decision.kind in phase.kinds:
            found = decision.find(DONE)
            if found is None:
                raise IllegalAction(text, *self.rulebook.refusal(self.state, seat, DONE))
            new = self._take(decision, found)
            events += new
            own, stack = phase.kinds[-1], self.state.stack
            over = decision.kind == own or any((a.seat, a.kind) == (seat, own) for a in given(self, new))
            lies = [frame for frame, _ in stack[depth : depth + 1] if isinstance(frame, phase.procedure)]
            if over or not lies or stack[:depth] != below:
                return events
        self.left = [text]
        return events

    def _take(self, decision: Decision, action: Action) -> list[Event]:
        before = self.state.clone() if action.text in (DONE, PASS) else None
        events = super()._take(decision, action)
        if before is not None:
            self._passed = (*self._passed, (before, decision.seat))
        return events

    @property
    def gave_up(self) -> list[str]:
        """What each `done` or `pass` played last has ended, and what was still to be done there, in words.

        A bare `done` ends whatever is open: of one that was meant for something else this tells. Nothing once anything
        else was played, or taken back.
        """
        if len(self.entries) != self._gestured:
            return []
        return [words for before, seat in self._passed if (words := ending(self.rulebook, before, seat))]

    # -- trying ------------------------------------------------------------------------------------------

    def imagine(self, seat: str, seed: int = 0) -> Game:
        """A full game that this seat could be in: what it cannot know is dealt anew. It has no record."""
        new = self.clone()
        new.state = self.rulebook.imagine(self.state, seat, random.Random(seed))
        new.header = {"battle": self.battle.id, "options": self.header["options"], "practice": True}
        new.entries = []
        new.start_events = []
        new.first, new.past = new.state, None
        new.keep = False
        new.unrecorded = "an imagined game has no record"
        new._gestures, new._passed = (), ()
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

    def why(self, text: str, seat: str | None = None) -> Refusal | None:
        """Why a text would be refused, without giving it; None where it can be given.

        Worked out in a game that the seat could be in, so that the answer tells nothing that it may not know.
        """
        try:
            seat, text = seat_of(self, text, seat)
            self.imagine(seat).play(text, seat)
        except IllegalAction as refused:
            return Refusal(refused.reason, refused.cite)
        return None

    def halting(self, text: str, seat: str | None = None) -> list[str]:
        """What `halts` would say of a march or a step (the first of a sequence), without giving it; else nothing."""
        seat, text = seat_of(self, text, seat)
        g = self.rulebook.imagine(self.state, seat, random.Random(0))
        return [words for piece in in_turn(text)[:1] for words in self.rulebook.halts(g, seat, piece)]

    # -- record ------------------------------------------------------------------------------------------

    def record(self, for_seat: str | None = None) -> str:
        """The record as JSON lines; with a seat, what it may not know stands as commitments.

        Raises:
            EngineError: where the game has none.
        """
        if self.unrecorded:
            raise EngineError(f"there is nothing to write down: {self.unrecorded}")
        return write(self, for_seat)

    @staticmethod
    def from_record(
        text: str | bytes,
        load: Load | Shelf | None = None,
        *,
        upto_bad: bool = False,
        key: bytes | None = None,
        settle: bool = True,
    ) -> Game:
        """The game that a record tells, to be played on.

        Args:
            load: who reads battles, by id; the packs by default, and the editions that are kept.
            upto_bad: take what comes before the first bad line instead of refusing the record.
            key: the secret bytes of the dice, where the record does not open them (the server keeps them).
            settle: whether chance answers at once where it is asked at the end.

        Raises:
            RecordError: naming the first bad line.
        """
        return fold(Game, text, load, upto_bad=upto_bad, key=key, settle=settle)


class Playable(Battle, frozen=True, kw_only=True, eq=False):
    """A battle as `vedette.battle` loads it: games of it can be begun."""

    def new_game(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None, **choices: Unpack[Choices]
    ) -> Game:
        """Begin a game of this battle; see `Game.new`."""
        return Game.new(self, seed, options, **choices)
