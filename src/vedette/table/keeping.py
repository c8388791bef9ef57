"""One game at the table as it is kept: folded from what is stored, done and stored together, shown to its sockets."""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection

from vedette import staff
from vedette.engine import record as rec
from vedette.engine.archive import entry_line
from vedette.engine.ends import Stop
from vedette.engine.entries import live
from vedette.engine.following import follow
from vedette.engine.shelf import Shelf
from vedette.staff.general.commander import Think, searched

from . import hands, requests, shared, snapshots
from .beat import Pulse
from .lately import Lately
from .log import ALL, PUBLIC
from .manners import Manners
from .messages import Overasked, Overrun, Refused, Unstored, answer
from .posting import of_entries
from .ratings import settling
from .readers import reader_of
from .resumed import Misfit, folded, resumed
from .schema import named
from .standing import Standing
from .store import Grant, Overtaken, Store, Stored, StoreError
from .talk import Talk
from .timing import Timing, asked_at

LOGGER = logging.getLogger("vedette.table")
DELETED = "the game was deleted"


class Watcher(Protocol):
    """A socket, or whoever else wants to know of each stored entry."""

    grant: Grant
    hidden: bool

    def changed(self) -> None:
        """The game has gone on."""
        ...

    def gone(self) -> None:
        """The game is there no longer."""
        ...

    def aside(self) -> None:
        """Something was kept that is for some seats alone: the game has not gone on."""
        ...

    def unheard(self, on: bool) -> None:
        """What others do may be seen late, or is seen at once again."""
        ...


Seen = tuple[Grant, str | None, int]
"""Who sees the same: the key, but of those who look on any; whose part it looks at; up to where it has heard."""
Sight = tuple[int, str]
"""Up to which entry, and the message."""


class Kept:
    """A game, its storage and its sockets; whoever changes it holds the lock and commits."""

    def __init__(
        self, stored: Stored, store: Store, shelf: Shelf, pulse: Pulse, clock: Callable[[], float] | None = None
    ) -> None:
        self.id = stored.id
        self.planners: dict[str, staff.General] = {}
        """The computers of its seats that plan ahead."""
        self.reconsider: Think = searched
        """Who searches once more for what they weighed, when somebody asks why."""
        self.weighed: dict[int, dict[str, Any]] = {}
        """What they weighed before an entry, where it was asked for once the battle was over."""
        self.setup = stored.setup
        self.watchers: set[Watcher] = set()
        self.unheard = False
        """This server does not hear what the others store, and looks at it now and then alone."""
        self.alike: dict[Seen, Sight] | None = None
        """While all of them are shown the game: what those see who see the same."""
        self.lately = Lately()
        """What was worked out to be shown, and follows from its entries."""
        self.lock = asyncio.Lock()
        self.hasty = -1
        """The entries that there were when a computer was told to move now."""
        self.wake: Callable[[], None] = lambda: None
        """Called after each change, for the commanders of computers."""
        self.store = store
        self.shelf = shelf
        self._doubtful = False
        self._stale = False
        """Clocks were stored and not read since."""
        self._came: set[Grant] = set()
        """Keys that have answered, of which it is not put down yet that they are there."""
        self._chain = ""
        self.asides = False
        """Something was kept at another server that is for some seats alone, and they are not shown it yet."""
        self.stirred = False
        """Something that sockets are shown has changed, and no entry with it."""
        self.stop: Stop | None = None
        """Where a player's last move has ended an activation, and he may still take it back."""
        self.clock: Callable[[], float] = (
            clock if clock is not None and not store.is_shared else partial(_now, weakref.ref(self))
        )
        """The time by which its entries age; of one server alone one that nobody sets."""
        self._opens_at = clock
        """The same while the game is opened, before its own time is known."""
        self.late = 0
        """Seconds by which it is shown later than it happens (`late`)."""
        self.runs = True
        """Whether this server carries out orders, ends beats and lets computers think; see `abreast`."""
        self.elsewhere: shared.Seats = ()
        """The seats of the sockets that other servers have of it."""
        self.looked = 0.0
        """When it was looked at last what other servers have stored (`time.monotonic`)."""
        self.ahead = 0.0
        """Seconds by which the clock of the database is ahead of the pulse; of one server alone that of its machine."""
        self.beat_told: str | None = None
        """The beat that the other servers were told last."""
        self.hear_anew: Callable[[Sequence[str]], None] = lambda games: None
        """Called with games in which some seat hears the other no more, or again."""
        self.met: Callable[[], None] = lambda: None
        """Called where a socket comes or goes."""
        self.end_taken_back: Callable[[str], None] = lambda game: None
        """Called with it where it was over, and goes on again."""
        self._hand = hands.key_of(stored.secret)
        self._take(stored)
        self._went_on = self.goes_on
        """Whether it did when it was shown last."""
        self.keep_snapshots()
        self.standing = Standing(self.id, self.game, self.setup, store, pulse)
        """Its people's orders, and the beat."""
        self.request_stored = store.request(self.id)
        self.request = requests.loaded(self.request_stored, self.game)
        """What one seat asks the other."""
        self.talk = Talk(store, self.id, self.setup)
        """What its seats say to each other."""
        self.timing = Timing(store, self.id, self.setup)
        """Its clocks."""
        self.manners = Manners(store, self.id, self.setup)
        """What its people said at the end of a sitting."""
        self.told_after = 60.0
        """Seconds after which somebody who does not look is told that he is asked."""
        self.offered = ""
        """The seat that anybody may take, until somebody has."""
        self.vacant = ""
        """The seat that nobody has and that is offered to nobody."""
        self.seen = 0
        """The day on which somebody came to it last, as it was put down (`abandoned`)."""
        self.rematch = ""
        """The seat that wishes to play again with the sides changed about, once the game is over."""
        self.given: dict[str, int] = {}
        """The entries that there were when each key had answered last, by itself and not by its standing orders."""

    @property
    def now(self) -> float:
        """The time of the database, or of the machine."""
        return self.standing.pulse.now() + self.ahead

    @property
    def goes_on(self) -> bool:
        """Whether it is not over, or no longer."""
        return bool(self.game.decisions)

    @property
    def asked(self) -> frozenset[str]:
        """The seats of people whose answer is waited for."""
        return asked_at(self)

    def push(self) -> None:
        """Show every socket how the game stands. Called while nobody changes it."""
        self.stirred = self.asides = False
        self.request = requests.moved_on(self.request, self.game)
        self.alike = {}
        try:
            for watcher in tuple(self.watchers):
                watcher.changed()
        finally:
            self.alike = None
        went_on, self._went_on = self._went_on, self.goes_on
        if self._went_on and not went_on:
            self.end_taken_back(self.id)

    def gone(self) -> None:
        """The game is there no longer: whoever looks at it is told, and shown no more."""
        for watcher in tuple(self.watchers):
            watcher.gone()

    def show_aside(self) -> None:
        """Show what was kept for some seats alone to these. Nobody else is sent anything: not even that there was some.
        Called while nobody changes the game."""
        self.asides = False
        for watcher in tuple(self.watchers):
            watcher.aside()

    def own(self, grant: Grant) -> tuple[Any, ...]:
        """What a key is shown that is kept beside the game for its seats: their orders, notes, who is back when."""
        orders = [(seat, self.standing.stored.get(seat)) for seat in grant.seats]
        return orders, self.manners.shown(grant, self.talk.is_hushed(grant))

    # -- what is done ------------------------------------------------------------------------------------

    def chosen(self, seat: str, text: str, note: str = "", planned: str = "") -> None:
        """An answer of a computer, or of a standing order; the record keeps what is said of it."""
        self.mend()

        def deed() -> None:
            before = len(self.game.entries)
            self.game.play(text, seat)
            entry = self.game.entries[before]
            entry.note, entry.planned = note, planned

        self.commit(deed, None, None)

    def commit(self, deed: Callable[[], Any], grant: Grant | None, id: Any) -> str:
        """Carry something out and store it: both or neither.

        Returns:
            What its sender is told.

        Raises:
            IllegalAction, Refused: nothing was done.
        """
        before = len(self.game.entries)
        stopped, self.stop = self.stop, None
        try:
            deed()
        except BaseException:
            self.stop = stopped
            raise
        left = self.game.left_of(self.game.by)
        if self.setup.hands == hands.DRAWN and self.stop is None:
            hands.settle(self.game, self._hand)
        try:
            lines, chain = self._new_lines(before)
            self.log.catch_up()
            reply = ""
            kept = None
            if grant is not None:
                events = self.log.after(before, reader_of(grant, self.setup))
                reply = answer("done", id=id, n=len(self.game.entries), events=events, left=left)
                kept = (grant.token, named(id), reply)
            over = not self.game.decisions
            held = msgspec.json.encode(self.stop).decode() if self.stop is not None else None
            turned = self.timing.turning(self, before, grant)
            self.store.append(
                self.id,
                before + 1,
                lines,
                answer=kept,
                over=over,
                stop=held,
                turned=turned,
                post=self._post(before, grant),
                at=self.clock(),
            )
        except Overtaken:
            self.reload()
            self.stirred = True
            raise Overrun from None
        except StoreError as error:
            LOGGER.error("game %s: not stored: %s", self.id, error)
            self._doubtful = True
            with suppress(StoreError):
                self.reload()
            raise Unstored(error.said) from None
        self._chain = chain
        if grant is not None:
            self.given[grant.token] = len(self.game.entries)
        self._reread(grant)
        self.keep_snapshots()
        return reply

    def _reread(self, grant: Grant | None) -> None:
        """Take in what was stored with an entry. It is stored, whatever becomes of this: where that fails it is read
        before anything else is done (`mend`)."""
        self._stale = True
        if grant is not None:
            self._came.add(grant)
        try:
            self._take_in()
        except StoreError as error:
            LOGGER.warning("game %s: its clocks are not read: %s", self.id, error)

    def _take_in(self) -> None:
        """What was stored beside the entries and is not taken in yet. Raises StoreError."""
        if self._stale:
            self.stirred |= self.timing.reread()
            self._stale = False
        for grant in tuple(self._came):
            self.manners.came_back(grant)
            self._came.discard(grant)

    def keep_snapshots(self) -> None:
        """Store what the log has packed since. That it fails costs only time, when the game is opened."""
        made, self.log.unstored = self.log.unstored, []
        if not made:
            return
        bodies = {one.last: snapshots.body(one, self.id) for one in made}
        try:
            self.store.keep_snapshots(self.id, snapshots.fit(), bodies, anew=made[0].first == 0)
        except StoreError as error:
            LOGGER.warning("game %s: its snapshots are not stored: %s", self.id, error)

    def _post(self, before: int, grant: Grant | None) -> Callable[[Connection], None] | None:
        """What is to be told to whom, now that others may be asked; None where nobody is elsewhere."""
        tell = of_entries(self, self.timing.by(self, before, grant), grant)
        settle = self._settling()
        if settle is None or tell is None:
            return tell or settle

        def both(db: Connection) -> None:
            tell(db)
            settle(db)

        return both

    def _settling(self) -> Callable[[Connection], None] | None:
        """What becomes of a rated game; None where it is none."""
        if not self.setup.rated:
            return None
        outcome = self.game.outcome
        winner = outcome.winner if outcome else None
        return settling(self.id, not self.game.decisions, winner, self._moment)

    def _moment(self, db: Connection) -> float:
        """The time of the database, or of the machine; also while the game is opened, before its own clock is set."""
        if self.store.is_shared:
            return shared.now(db)
        return self.now if self.ahead else time.time()

    def settle(self) -> None:
        """Put down what came of a rated game where that was not stored with its last entry, as by a server of an older
        version. That it fails costs nothing but that it is done the next time."""
        settle = self._settling() if not self.game.decisions else None
        if settle is not None:
            try:
                self.store.post(settle)
            except StoreError as error:
                LOGGER.warning("game %s: its result is not stored: %s", self.id, error)

    def recall(self, grant: Grant) -> None:
        """Find out when a key has answered last, be it at another server or before this one was started."""
        try:
            found = self.store.given(grant.token)
        except StoreError as error:
            LOGGER.warning("game %s: when it was answered is not known: %s", self.id, error)
            return
        if found:
            self.given[grant.token] = max(found, self.given.get(grant.token, 0))

    def _new_lines(self, before: int) -> tuple[list[str], str]:
        lines, chain = [], self._chain
        for entry in self.game.entries[before:]:
            line, chain = rec.chained(entry_line(entry, entry.digest), chain)
            lines.append(line)
        return lines, chain

    def keep_request(
        self, text: str, told: tuple[Grant, Any, str] | None, post: Callable[[Connection], None] | None
    ) -> None:
        """Store what a seat asks the other, and what the sender is told where no entry goes with it. Raises Refused."""
        kept = (told[0].token, named(told[1]), told[2]) if told else None
        try:
            self.store.keep_request(self.id, text, before=self.request_stored, answer=kept, post=post)
            self.request_stored = text
            if told:
                self.given[told[0].token] = len(self.game.entries)
        except Overtaken:
            raise Overasked from None
        except StoreError as error:
            raise Unstored(error.said) from None

    def last_of(self, grant: Grant) -> str:
        """The seat of a key that answered last, of what still counts."""
        by = (e.seat for e in reversed(live(self.game.entries)) if e.seat in grant.seats)
        return next(by, grant.seats[0])

    def check_game(self, id: str) -> None:
        if id != self.id:
            raise Refused(f"this socket is not of game {id[:40]!r}")

    # -- the fold of what is stored ------------------------------------------------------------------------

    def _take(self, stored: Stored) -> None:
        """Open the game by its snapshots, or fold it from its stored record where they do not fit."""
        try:
            self._open(stored)
        except Misfit as error:
            LOGGER.warning("game %s: its snapshots do not fit, it is folded: %s", self.id, error)
            whole = self._read("")
            if whole is None:
                raise Refused(DELETED) from None
            self._open(whole)

    def _open(self, stored: Stored) -> None:
        n = stored.length
        stop = stop_of(self.store.pause(self.id, shared.STOP), n)
        self._unpack(stored, settle=stop is None)
        self.stop = stop
        if self.setup.hands == hands.DRAWN:
            hands.settle(self.game, self._hand)
            self.log.catch_up()
        if len(self.game.entries) > n:
            # The record ended where chance was asked: what it has answered now is drawn for good.
            lines, self._chain = self._new_lines(n)
            try:
                over, at = not self.game.decisions, self._opens_at() if self._opens_at is not None else None
                self.store.append(self.id, n + 1, lines, answer=None, over=over, post=self._settling(), at=at)
            except Overtaken:  # another server has answered it in this moment
                self._take(self._stored())

    def _unpack(self, stored: Stored, *, settle: bool) -> None:
        """The game and its log. `settle`: whether chance answers at once where it is asked at the end."""
        readers = (*self.setup.people, *((ALL,) if self.setup.open_hands else ()), PUBLIC)
        opened = resumed if stored.packed else folded
        consents = not self.setup.free_undo
        self.game, self.log = opened(stored, self.shelf, readers, consents=consents, settle=settle)
        self.game.digests = True
        last = stored.entries[-1] if stored.entries else stored.header
        self._chain = msgspec.json.decode(last)["chain"]
        self._doubtful = False

    def follow(self, lines: Sequence[str]) -> None:
        """Take in entries that another server has stored. Raises RecordError; then only `reload` is left."""
        self._doubtful = True
        follow(self.game, lines, self.shelf)
        self._chain = msgspec.json.decode(lines[-1])["chain"]
        self.log.catch_up()
        self._doubtful = False
        self.settle()

    def mend(self) -> None:
        """Fold the game anew where what is in memory may be wrong. Raises StoreError, Refused."""
        if self._doubtful:
            self.reload()
        self._take_in()

    def _stored(self) -> Stored:
        stored = self._read(snapshots.fit())
        if stored is None:
            raise Refused(DELETED)
        return stored

    def _read(self, fit: str) -> Stored | None:
        """What is stored of it, by snapshots of this version where one is named."""
        return self.store.game(self.id, fit)

    def reload(self) -> None:
        """Forget what is in memory: what is stored is the truth."""
        self._doubtful = self._stale = True
        before = self._chain
        self._take(self._stored())
        self.stirred |= self._chain != before
        self.standing.taken(self.game)
        self._take_in()


def _now(here: weakref.ref[Kept]) -> float:
    """The time of a room, which does not hold itself by its clock."""
    room = here()
    assert room is not None
    return room.now


def stop_of(kept: tuple[int, str] | None, n: int) -> Stop | None:
    """A stop that was put down, where the game still stands there."""
    return msgspec.json.decode(kept[1], type=Stop) if kept is not None and kept[0] == n else None
