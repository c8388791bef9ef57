"""A game: a state, who answers for chance, and the record of every answer."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from typing import Any

from vedette.engine import record as rec
from vedette.engine.battle import Battle
from vedette.engine.chance import Chance, Listed, Seeded, commitment, key_of
from vedette.engine.decision import Action, Decision, decisions, folded
from vedette.engine.events import Event, IllegalAction
from vedette.engine.odds import Odds, explore
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.rulebook import Known, Outcome
from vedette.engine.run import answer, asks
from vedette.engine.state import State


class Entry:
    """One answer that was given: what the record holds, and the state before it."""

    __slots__ = ("before", "counter", "decision", "digest", "do", "private", "reveals", "seat", "undo")

    def __init__(self, seat: str, decision: int, do: str, before: State | None, private: str | None) -> None:
        self.seat = seat
        self.decision = decision
        self.do = do
        self.before = before
        self.private = private
        """Seat that alone may read it, "" for all, None for nobody yet."""
        self.reveals = False
        self.undo: int | None = None
        self.digest = ""


def rulebook_of(battle: Battle) -> Any:
    """The rulebook of a battle, by its entry point."""
    found = Known.get(battle.rulebook)
    if found is None:
        raise LookupError(f"{battle.id}: no rulebook {battle.rulebook!r} is installed")
    return found


class Game:
    """A game under way. `play` is the only way to change it; an illegal action leaves it as it was."""

    KEPT = 400
    """Clones kept for undo; older states are folded from the record."""

    def __init__(
        self,
        battle: Battle,
        rulebook: Any,
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
        self.left: list[str] = []
        """What a gesture could not play because something came between."""
        self.start_events: list[Event] = state.events or []
        state.events = None
        self._settle()

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
            dice: "seeded", or "real" where the players type what they rolled.
            position: a position of the referee instead of the set-up (docs/positions.md).

        Raises:
            OptionError, PositionError: with what is wrong and the mend.
        """
        book = rulebook_of(battle)
        given = dict(options or {})
        if position is not None:
            given.update(position.get("set", {}))
        chosen = book.options(battle, given)
        if position is not None:
            state = book.position(battle, {**position, "set": chosen})
        else:
            state = book.begin(battle, chosen)
        practice = seed is not None
        if chance is None and dice == "seeded":
            key = key_of(seed) if seed is not None else key or os.urandom(32)
            chance = Seeded(key)
        header: dict[str, Any] = {
            "vedette": rec.FORMAT,
            "rules": {"rulebook": book.name, "profile": battle.profile, "version": book.version},
            "battle": battle.id,
            "pack": battle.pack,
            "pack_hash": battle.hash,
            "options": chosen,
            "seats": dict(seats or {}),
            "dice": {"kind": "seeded" if isinstance(chance, Seeded) else dice if chance is None else "listed"},
            "practice": practice,
        }
        if isinstance(chance, Seeded):
            header["dice"]["commitment"] = commitment(chance.key)
        if practice:
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
        new.left = []
        if isinstance(self.chance, Seeded):
            new.chance = Seeded(self.chance.key, self.chance.counter)
        elif isinstance(self.chance, Listed):
            new.chance = Listed(self.chance.dice, self.chance.chits)
            new.chance.used = dict(self.chance.used)
        return new

    # -- looking -----------------------------------------------------------------------------------------

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision that is open."""
        return decisions(self.state)

    @property
    def decision(self) -> Decision | None:
        """The decision waited for; None when the game is over."""
        found = self.decisions
        return found[0] if found else None

    @property
    def outcome(self) -> Outcome | None:
        """Who won and how, once the game is over."""
        found: Outcome | None = self.rulebook.outcome(self.state)
        return found

    def decision_of(self, seat: str) -> Decision | None:
        """The open decision of a seat."""
        return next((d for d in self.decisions if d.seat == seat), None)

    def view(self, seat: str) -> dict[str, Any]:
        """What a seat may know, and nothing else; JSON-ready."""
        found: dict[str, Any] = self.rulebook.view(self.state, seat)
        return found

    def say(self, event: Event, seat: str = "") -> str:
        """An event in words, for a seat."""
        words: str = self.rulebook.say(self.state, event, seat)
        return words

    def imagine(self, seat: str, seed: int = 0) -> Game:
        """A full game that this seat could be in: what it cannot know is dealt anew."""
        rng = random.Random(seed)
        new = self.clone()
        new.state = self.rulebook.imagine(self.state, seat, rng)
        new.entries = []
        new.first = new.state.clone()
        new.keep = False
        new.chance = Seeded(key_of(seed))
        return new

    def odds(self, *actions: str | Action, assume: Mapping[str, str] | None = None) -> Odds:
        """The chances of the fire or close combat that these actions open, in exact integers (design 5).

        Raises:
            IllegalAction: where an action is not offered.
            EngineError: where the last action opens no combat.
        """
        trial = self.clone()
        trial.keep = False
        trial.chance = None
        before = trial.state.clone()
        events: list[Event] = []
        for i, action in enumerate(actions):
            if i == len(actions) - 1:
                before = trial.state.clone()
            events = trial.play(action)
        return explore(self.rulebook, before, trial.state, assume or {}, events)

    # -- playing -----------------------------------------------------------------------------------------

    def play(self, action: str | Action, seat: str | None = None) -> list[Event]:
        """Give an answer: an Action, its text, "seat: text", or a gesture made of several.

        Returns:
            The events that it caused.

        Raises:
            IllegalAction: with reason and case; the game is as it was.
        """
        self.left = []
        if isinstance(action, Action):
            decision = self.decision_of(action.seat)
            if decision is None or action.value not in decision.ask.options:
                raise IllegalAction(action.text, "is not offered now", action.cite)
            return self._commit(decision, action)
        seat, text = self._seat_of(action, seat)
        decision = self.decision_of(seat)
        if decision is None:
            raise IllegalAction(text, f"{seat} is not asked anything now", "")
        found = decision.find(text)
        if found is not None:
            return self._commit(decision, found)
        steps = self.rulebook.expand(self.state, seat, text)
        if steps is None:
            raise IllegalAction(text, *self.rulebook.refusal(self.state, seat, text))
        return self._gesture(seat, text, steps)

    def answer(self, seat: str, value: Any) -> None:
        """The fast way of simulations: a raw value of the open question, unchecked and unrecorded."""
        answer(self.state, seat, value)
        self._settle_fast()

    def undo(self, seat: str | None = None) -> list[str]:
        """Back to this seat's previous decision.

        Returns:
            The actions taken back.

        Raises:
            IllegalAction: where chance, a reveal or the other seat's answer stands in the way; names it.
        """
        bar = self.undo_bar(seat)
        if bar is not None:
            raise IllegalAction("undo", bar, "")
        entry = self._live()[-1]
        if entry.before is None:
            raise IllegalAction("undo", "the game keeps no earlier states", "")
        n = self.entries.index(entry)
        self.state = entry.before.clone()
        mark = Entry(entry.seat, self.state.number, "", None, "")
        mark.undo = n
        self.entries.append(mark)
        if self.digests:
            mark.digest = self.state.digest()
        return [entry.do]

    def undo_bar(self, seat: str | None = None) -> str | None:
        """What stands in the way of an undo, in words; None where it is free."""
        live = self._live()
        if not live:
            return "nothing has been done yet"
        last = live[-1]
        seat = seat or last.seat
        if last.seat == CHANCE:
            return f"it would cross the roll or draw of entry {self.entries.index(last) + 1}"
        if last.seat != seat:
            return f"it would cross the answer of {last.seat} in entry {self.entries.index(last) + 1}"
        if last.reveals:
            return f"entry {self.entries.index(last) + 1} showed something to the other seat"
        return None

    # -- record ------------------------------------------------------------------------------------------

    def record(self, for_seat: str | None = None) -> str:
        """The record as JSON lines; with a seat, what it may not know stands as commitments."""
        from vedette.engine.archive import write

        return write(self, for_seat)

    @staticmethod
    def from_record(text: str, load: Any = None, *, upto_bad: bool = False) -> Game:
        """The game that a record tells. Raises RecordError naming the first bad line."""
        from vedette.engine.archive import fold

        return fold(text, load, upto_bad=upto_bad)

    # -- inside ------------------------------------------------------------------------------------------

    def _live(self) -> list[Entry]:
        """The entries that no undo has taken back."""
        live: list[Entry] = []
        for entry in self.entries:
            if entry.undo is not None:
                target = self.entries[entry.undo]
                while live and live[-1] is not target:
                    live.pop()
                live.pop()
            else:
                live.append(entry)
        return live

    def _seat_of(self, text: str, seat: str | None) -> tuple[str, str]:
        text = text.strip()
        for name in (*self.rulebook.seats, CHANCE):
            if text.lower().startswith(name + ":"):
                return name, text[len(name) + 1 :].strip()
        if seat is not None:
            return seat, text
        open_to = [d.seat for d in self.decisions]
        if not open_to:
            raise IllegalAction(text, "the game is over", "")
        if len(open_to) > 1:
            for name in open_to:
                decision = self.decision_of(name)
                others = [d for d in self.decisions if d.seat != name]
                if decision and decision.find(text) and not any(o.find(text) for o in others):
                    return name, text
            raise IllegalAction(text, f"several seats are asked: begin with one of {', '.join(open_to)}", "")
        return open_to[0], text

    def _commit(self, decision: Decision, action: Action) -> list[Event]:
        """Answer, let chance answer what it can, and note both."""
        events = self._answer(decision.ask, decision.number, action.text, action.value)
        events += self._settle()
        return events

    def _answer(self, ask: Ask, number: int, text: str, value: Any) -> list[Event]:
        g = self.state
        before = g.clone() if self.keep else None
        private: str | None = ""
        if ask.private:
            private = ask.seat
        elif ask.sees is not None:
            private = ask.sees(value)
        entry = Entry(ask.seat, number, text, before, private)
        g.events = []
        safe = before if before is not None else g.clone()
        try:
            answer(g, ask.seat, value)
        except Exception:
            self.state = safe.clone()
            raise
        events, g.events = g.events, None
        entry.reveals = any(e.reveals for e in events)
        if self.digests:
            entry.digest = g.digest()
        self.entries.append(entry)
        if self.keep and len(self.entries) > self.KEPT:
            self.entries[-self.KEPT - 1].before = None
        return events

    def _settle(self) -> list[Event]:
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
            events += self._answer(ask, self.state.number, ask.text(self.state, value), value)
        return events

    def _settle_fast(self) -> None:
        g = self.state
        chance = self.chance
        while chance is not None and isinstance(g.ask, Ask) and g.ask.seat == CHANCE:
            answer(g, CHANCE, chance.answer(g, g.ask))

    def _gesture(self, seat: str, text: str, steps: list[str]) -> list[Event]:
        """Play the parts of a gesture until something comes between; refuse it whole if it is wrong in itself."""
        safe = self.clone()
        events: list[Event] = []
        forced: list[str] = []
        for i, step in enumerate(steps):
            if folded(step) in forced:
                forced = forced[forced.index(folded(step)) + 1 :]
                continue
            decision = self.decision_of(seat)
            found = decision.find(step) if decision is not None else None
            if decision is None or found is None:
                if i and (decision is None or any(e.seat != seat for e in self.entries[len(safe.entries) :])):
                    self.left = steps[i:]
                    return events
                words = self.rulebook.refusal(self.state, seat, step)
                self.__dict__.update(safe.__dict__)
                raise IllegalAction(text, *words)
            new = self._commit(decision, found)
            forced = [folded(e.data[1](self.state, e.data[2])) for e in new if e.kind == "automatic" and e.seat == seat]
            events += new
        return events
