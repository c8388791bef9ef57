"""Standing orders at the table: kept in the store, carried out by ordinary answers through the room's queue."""

from __future__ import annotations

import copy
import logging
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from vedette.engine.decision import Decision
from vedette.engine.events import EngineError
from vedette.engine.game import Game
from vedette.engine.occasion import Clock, Occasion
from vedette.engine.procedure import CHANCE
from vedette.staff import parts
from vedette.staff.orders import ALONE, COMPUTER, LIVE, Order, Ordered, OrderError, Orders

from . import hands, ratings
from .beat import Beat, Pulse
from .log import PUBLIC
from .messages import HoldOn, Ordering, OrderOf, Refused, Unstored
from .store import Grant, Setup, Store, StoreError

LOGGER = logging.getLogger("vedette.table")


class Open(msgspec.Struct, frozen=True):
    """A question of a person's seat, as it stood when it was looked at."""

    number: int
    window: str
    passing: str
    """The text that passes, "" where none does."""
    turn: str


class Standing:
    """The orders of a game's people, and the beat that is running."""

    def __init__(self, id: str, game: Game, setup: Setup, store: Store, pulse: Pulse) -> None:
        self.id = id
        self.setup = setup
        self.game = game
        self.orders = Orders(game.rulebook.windows(game.battle))
        self.stored = store.orders(id)
        self.ordered = _ordered(self.stored, setup)
        self.pulse = pulse
        self.beat: Beat | None = None
        self.answering: frozenset[str] = frozenset()
        """Seats whose open question their orders are about to answer: nobody is shown it."""
        self.raised: frozenset[str] = frozenset()
        """Seats that have raised their hand in the beat, as another server tells that runs the game."""
        self.given_up = -1
        """Entries of the game at which that server was waited for long enough."""
        self.thought: set[str] = set()
        """Seats for which the computer has thought when orders were looked at last."""
        self.live = 0.0
        """Seconds of a whole beat, as things are."""
        self.begun = False
        """Whether anything was looked at since the room was opened."""
        self._store = store
        self._seen = len(game.entries)
        self._open: dict[str, Open] = {}
        self._paced = -1
        """Entries of the game when it was last settled whether a beat begins."""
        self._refused: set[int] = set()
        """Decisions at which an order was not carried out: these are asked."""

    # -- what is to be done ------------------------------------------------------------------------------

    def consider(self, live: float) -> tuple[str, str] | None:
        """Look at what is asked now; the seat and the text of an answer that orders give.

        Args:
            live: seconds of a whole beat, 0 where the orders answer at once.
        """
        game = self.game
        self.begun = True
        self.thought = set()
        self.pace(live)
        clock = game.rulebook.clock(game.state)
        self._remember()
        self._tick(clock)
        occasions = {d.seat: game.rulebook.occasion(game.state, d.ask) for d in game.decisions}
        self._pace(occasions, live)
        self._open = {}
        found: tuple[str, str] | None = None
        for decision in game.decisions:
            occasion = occasions[decision.seat]
            alone = self._only(decision) or self._of_part(decision)
            if alone and found is None:
                found = decision.seat, alone
            if occasion is None or decision.seat not in self.ordered:
                continue
            passing = text_of(decision, occasion, "pass")
            self._open[decision.seat] = Open(decision.number, occasion.window, passing, clock.turn)
            deed = self._deed(decision, occasion, clock.turn)
            if deed is not None and found is None:
                found = decision.seat, self._words(decision, occasion, deed)
        self.answering = frozenset({found[0]} if found else ())
        return found

    def foresee(self, here: Collection[str]) -> None:
        """Where another server runs the game: whose question it is about to answer by orders. Nobody is shown it,
        unless it is waited for too long (`given_up`).

        Args:
            here: the seats of those who would see it: what the computer answers for their formations it answers alike
                at every server, and is thought out for them alone.
        """
        waits = len(self.game.entries) == self.given_up or (self.beat is not None and not self.beat.done)
        asked = [] if waits else [d.seat for d in self.game.decisions if d.seat not in self.raised]
        due = (s for s in asked if not self._took_back(s) and self.answers(self.game, s))
        self.answering = frozenset(due)
        self.answering |= {s for s in asked if s in here and s not in self.answering and self._led(s)}

    def _only(self, decision: Decision) -> str:
        """The one answer that somebody alone with the computer has, "" where there is something to decide.

        Between two people it is asked: that a question was passed over would tell what its seat does not hold.
        """
        if self.orders.mode != ALONE or decision.seat not in self.ordered or self._took_back(decision.seat):
            return ""
        lone = len(decision) == 1 and not decision.ask.waits
        return decision.actions[0].text if lone else ""

    def _of_part(self, decision: Decision) -> str:
        """What the computer answers for the formations that it leads, "" where the question is the person's."""
        units = self._units(decision)
        if not units:
            return ""
        self.thought.add(decision.seat)
        return parts.taken(self.game, decision, units, self._knower()) or ""

    def _units(self, decision: Decision) -> frozenset[str]:
        """The units that the computer leads for a seat, where it may answer what that is asked."""
        ordered = self.ordered.get(decision.seat)
        if ordered is None or not ordered.parts or ordered.suspended or not self._may(decision):
            return frozenset()
        return parts.led(self.game.rulebook.view(self.game.state, decision.seat), decision.seat, ordered.parts)

    def _led(self, seat: str) -> bool:
        """Whether the computer answers what a seat is asked, for the formations that it leads."""
        decision = self.game.decision_of(seat)
        units = self._units(decision) if decision is not None else frozenset()
        if decision is None or not units or decision.ask.private:
            return False
        knower = self._knower()
        return parts.whole(self.game, decision, units) or parts.taken(self.game, decision, units, knower) is not None

    def _may(self, decision: Decision) -> bool:
        """Whether a question is answered for its seat now: none that has failed, was come back to, or is in a beat."""
        if decision.number in self._refused or self._took_back(decision.seat) or self._unseen(decision):
            return False
        return self.beat is None or (self.beat.done and decision.seat not in self.beat.held)

    def answers(self, game: Game, seat: str) -> bool:
        """Whether the orders of a seat answer the question that it would be asked where a game stands."""
        decision = game.decision_of(seat)
        if decision is not None and self._only(decision):
            return True
        occasion = game.rulebook.occasion(game.state, decision.ask) if decision is not None else None
        if occasion is None or seat not in self.ordered:
            return False
        return self.orders.deed(self.ordered[seat], occasion, game.rulebook.clock(game.state).turn) is not None

    def pace(self, live: float) -> None:
        """How long a whole beat is as things are, and with it which defaults hold."""
        self.live = live
        self.orders.mode = LIVE if live else ALONE if len(self.setup.people) == 1 else ""

    def waits(self, seat: str) -> bool:
        """Whether a computer's seat has to wait until the beat is over, whatever it would answer."""
        return self.beat is not None and seat not in self.ordered and not self.beat.done

    def failed(self, number: int) -> None:
        """An order was not carried out at this decision: it is asked."""
        self._refused.add(number)

    def reread(self, stored: dict[str, str]) -> bool:
        """Orders as another server may have stored them; whether they are others."""
        if stored == self.stored:
            return False
        self.stored = stored
        self.ordered = _ordered(stored, self.setup)
        return True

    def taken(self, game: Game) -> None:
        """The game was folded anew."""
        self.game = game
        self._seen = len(game.entries)
        self._open = {}

    def _deed(self, decision: Decision, occasion: Occasion, turn: str) -> str | None:
        """What the seat's orders answer with now; None where it is asked, or where a beat is running."""
        if decision.number in self._refused or self._took_back(decision.seat):
            return None
        deed = self.orders.deed(self.ordered[decision.seat], occasion, turn)
        if deed == COMPUTER and self._unseen(decision):
            return None
        if self.beat is None or deed is None:
            return deed
        return deed if self.beat.done and decision.seat not in self.beat.held else None

    def _unseen(self, decision: Decision) -> bool:
        """Whether it is about a hand that nobody sees: the computer does not see it either."""
        return self.setup.hands == hands.DRAWN and hands.hidden(decision.ask)

    def _knower(self) -> str | None:
        """As whom the computer thinks for a seat: where nobody sees a hand, as one who knows what all know."""
        return PUBLIC if self.setup.hands == hands.DRAWN else None

    def _took_back(self, seat: str) -> bool:
        """Whether the seat has just taken back: then it wants to decide itself."""
        last = next((e for e in reversed(self.game.entries) if e.seat != CHANCE), None)
        return last is not None and last.undo is not None and last.seat == seat

    def _words(self, decision: Decision, occasion: Occasion, deed: str) -> str:
        """The text of a deed: the computer's, the best plan where it is given as a whole, else the answer itself."""
        if deed == COMPUTER:
            self.thought.add(decision.seat)
            return parts.chosen(self.game, decision.seat, self._knower())
        plain = text_of(decision, occasion, deed)
        if deed not in occasion.gestures:
            return plain
        game, seat = self.game, decision.seat
        try:
            imagined = game.imagine(seat, len(game.entries))
            plans = game.rulebook.plans(imagined.state, seat)
        except EngineError as error:
            LOGGER.error("game %s: no plan for %s: %s", self.id, seat, error)
            return plain
        return next((plan["text"] for plan in plans if plan.get("best")), plain)

    # -- time --------------------------------------------------------------------------------------------

    def _pace(self, occasions: dict[str, Occasion | None], live: float) -> None:
        """Begin a beat, let it go on, or end it."""
        found = next((o for o in occasions.values() if o and self._share(o)), None)
        n = len(self.game.entries)
        if found is None or any(self._took_back(seat) for seat in occasions):
            self.beat = None
            return
        if self.beat is not None and self._goes_on(self.beat, found):
            self.beat.n = n
            self.beat.done = self.beat.over(self.pulse.now())
            return
        if n == self._paced:  # who is asked already is not hurried: a beat begins with its question or not at all
            self.beat = None
            return
        self._paced = n
        seconds = live * self._share(found)
        row = self.orders.windows[found.window]
        passing = frozenset(text_of(d, found, "pass") for d in self.game.decisions)
        until = self.pulse.now() + seconds
        self.beat = Beat(found.window, row["title"], seconds, until, found.holders, n, passing) if seconds else None

    def _share(self, occasion: Occasion) -> float:
        return float(self.orders.windows.get(occasion.window, {}).get("beat", 0.0))

    def _goes_on(self, beat: Beat, occasion: Occasion) -> bool:
        """Whether nothing was done since but passing at this window."""
        since = self.game.entries[beat.n :]
        passed = all(e.undo is None and e.seat != CHANCE and e.do in beat.passing for e in since)
        return passed and beat.window == occasion.window

    def _remember(self) -> None:
        """Take note of what the seats have answered at their windows since."""
        for entry in self.game.entries[self._seen :]:
            asked = self._open.get(entry.seat)
            if entry.undo is not None:
                if entry.seat in self.ordered:
                    self.ordered[entry.seat].passed = {}
                    self._note(entry.seat)
            elif asked is not None and asked.number == entry.decision and asked.window in self.orders.windows:
                passed = entry.do == asked.passing
                if self.orders.answered(self.ordered[entry.seat], asked.window, passed, asked.turn):
                    self._note(entry.seat)
        self._seen = len(self.game.entries)

    def _tick(self, clock: Clock) -> None:
        for seat, ordered in self.ordered.items():
            if self.orders.tick(ordered, clock, lambda fact, seat=seat: self._named(seat, fact), self._seen):  # type: ignore[misc]
                self._note(seat)

    def _named(self, seat: str, fact: str) -> tuple[str, str]:
        return self.game.rulebook.named(self.game.state, seat, fact)

    # -- what the owner says -----------------------------------------------------------------------------

    def heard(self, seat: str, message: Ordering) -> None:
        """Take over what the owner of a seat says of its orders. Raises Refused, and nothing has changed."""
        if seat not in self.ordered:
            raise Refused(f"{seat} has no orders: it is played by a computer")
        if isinstance(message, HoldOn):
            self._hold(seat)
            return
        ordered = copy.copy(self.ordered[seat])
        if isinstance(message, OrderOf):
            self._order(seat, ordered, message)
        else:
            ordered.suspended = ordered.suspended if message.suspended is None else message.suspended
            ordered.notes = [] if message.read else ordered.notes
            if message.parts is not None:
                ordered.parts = self._parts(seat, message.parts)
        try:
            self._keep(seat, ordered)
        except StoreError as error:
            raise Unstored(error.said) from None
        self.ordered[seat] = ordered

    def _order(self, seat: str, ordered: Ordered, message: OrderOf) -> None:
        """Give an order, or take it back."""
        if message.setting == COMPUTER:
            ratings.check_unaided(self.setup)
        try:
            if not message.setting:
                self.orders.drop(ordered, message.window)
            else:
                order = Order(message.window, message.setting, tuple(message.names), message.until)
                clock = self.game.rulebook.clock(self.game.state)
                self.orders.give(ordered, order, clock, lambda fact: self._named(seat, fact))
        except (OrderError, EngineError) as error:
            raise Refused(str(error)) from None

    def _parts(self, seat: str, names: Sequence[str]) -> tuple[str, ...]:
        """Formations that the computer is to lead."""
        if names:
            ratings.check_unaided(self.setup)
        known = self._formations(seat)
        for name in names:
            if name not in known:
                raise Refused(f"there is no formation {name[:40]!r}; there are {', '.join(known)}")
        return tuple(dict.fromkeys(names))

    def _formations(self, seat: str) -> list[str]:
        return sorted(parts.formations(self.game.rulebook.view(self.game.state, seat), seat))

    def _hold(self, seat: str) -> None:
        """Raise a hand."""
        if self.beat is None or self.beat.over(self.pulse.now()):
            raise Refused("the beat is over")
        if seat not in self.beat.holders:
            raise Refused(f"{seat} holds nothing that could be played")
        self.beat.held |= {seat}

    def _keep(self, seat: str, ordered: Ordered) -> None:
        """Store the orders of a seat. Raises StoreError."""
        body = msgspec.json.encode(ordered).decode()
        self._store.keep_orders(self.id, seat, body)
        self.stored[seat] = body

    def _note(self, seat: str) -> None:
        """Store what has changed by itself; where that fails it is stored with the next change."""
        try:
            self._keep(seat, self.ordered[seat])
        except StoreError as error:
            LOGGER.error("game %s: orders of %s not stored: %s", self.id, seat, error)

    # -- what is shown -----------------------------------------------------------------------------------

    def shown(self, seats: Iterable[str]) -> dict[str, Any]:
        """Orders of a key's own seats, the beat that is running, and how long a whole one is."""
        mine = [s for s in seats if s in self.ordered]
        now = self.pulse.now()
        running = self.beat if self.beat is not None and not self.beat.over(now) else None
        return {
            "orders": {s: self.orders.plain(self.ordered[s], lambda fact, s=s: self._named(s, fact)) for s in mine},  # type: ignore[misc]
            "beat": running.plain(mine, now) if running else None,
            "pace": self.live,
        }

    def listed(self, grant: Grant, decisions: Iterable[tuple[Decision, dict[str, Any]]]) -> list[dict[str, Any]]:
        """The decisions of a key: without its own that orders are about to answer, and with what may be ordered."""
        found = []
        for decision, row in decisions:
            if "actions" not in row or decision.seat not in self.ordered:
                found.append(row)
            elif decision.seat not in self.answering:
                found.append({**row, "standing": self._offers(decision, {a["text"] for a in row["actions"]})})
        return found

    def _offers(self, decision: Decision, listed: set[str]) -> dict[str, Any] | None:
        """What may be ordered from an open question itself: settings that give one of the answers listed."""
        game = self.game
        occasion = game.rulebook.occasion(game.state, decision.ask)
        if occasion is None or occasion.window not in self.orders.windows:
            return None
        offers = [{**o, "answer": text_of(decision, occasion, o["deed"])} for o in self.orders.offers(occasion)]
        return {"window": occasion.window, "offers": [o for o in offers if o["answer"] in listed]}


def text_of(decision: Decision, occasion: Occasion, deed: str) -> str:
    """The text of the answer that a deed gives, "" where it gives none."""
    if deed not in occasion.answers:
        return ""
    action = decision.answering(occasion.answers[deed])
    return action.text if action is not None else ""


def _ordered(kept: dict[str, str], setup: Setup) -> dict[str, Ordered]:
    """What the seats of people have ordered, as it is stored; in a rated game without what a computer would answer,
    as a game may have it that began before that was refused."""
    found = {
        seat: msgspec.json.decode(kept[seat], type=Ordered) if seat in kept else Ordered(suspended=not setup.orders)
        for seat in setup.people
    }
    for ordered in found.values() if setup.rated else ():
        ordered.parts = ()
        ordered.orders = {name: order for name, order in ordered.orders.items() if order.setting != COMPUTER}
    return found
