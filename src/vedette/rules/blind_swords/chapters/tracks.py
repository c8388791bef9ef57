"""Chits that come along a track at the end of a turn, and the brigades they bring (SS 17.5, SS 20.1 to 20.3).

Rows `chit_track` (`side`, `chit`, `title`, `common`, `boxes`, `dice`): the sum of the dice less the Event chits that
were laid out beside the track (common_events.py) must be below the number of the turn; then the chit goes one box on.
In the last box it goes into the cup.
Rows `brigades_called` (`side`, `chit`, `brigades`, `entries`): one of them each turn, whom their owner picks.
`brigade_summoned` (`side`, `brigade`, `after`, `needs`, `entries`): a brigade of the other side, on a roll.
The entries are hexes where a brigade may come, each so many turns late; its owner decides at its first Full Activation
(rulings: SS 20.2). Units that come so are rows `kind = "called"` of the scenario: not arrived, and not awaited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.charts import DICE, DIE
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import WAITING, State, Track

# -- the brigades that are called ------------------------------------------------------------------------------------


CALLED, SUMMONED = "brigades_called", "brigade_summoned"
Row = Mapping[str, Any]
Entry = Mapping[str, Any]


def uncalled(g: State, side: int, brigade: str) -> tuple[str, ...]:
    """The units of a brigade that are neither in the game nor awaited."""
    awaited = {unit for _, unit, _, _ in g.waiting}
    return tuple(i for i in g.brigade(side, brigade) if g.at(i) == WAITING and i not in awaited)


def come_since(g: State, chit: str) -> int:
    """The turn at whose end a chit came to the end of its track; 0 if it has not."""
    return next((t.since for t in g.tracks if t.chit == chit), 0)


@cites("SS-20.2c-2")
def to_call(g: State, chit: str) -> tuple[str, ...]:
    """The brigades of a chit that has come which can still be called."""
    row = g.setting.rule(CALLED, chit=chit)
    if row is None or not come_since(g, chit):
        return ()
    side = SIDE_INDEX[row["side"]]
    return tuple(b for b in row["brigades"] if uncalled(g, side, b))


@cites("SS-20.3-1", "SS-20.3a-1", "SS-20.3a-3")
def to_summon(g: State) -> Row | None:
    """The brigade that is rolled for as this turn ends; None before its time, and once it comes.

    The rolls begin at the end of the turn in which the first brigade called arrives, not when its chit comes
    (rulings: SS 17.5), and go on each turn until it does.
    """
    row = g.setting.rule(SUMMONED)
    if row is None or not 0 < come_since(g, row["after"]) < g.turn:
        return None
    return row if uncalled(g, SIDE_INDEX[row["side"]], row["brigade"]) else None


def await_brigade(g: State, side: int, brigade: str, entry: Entry) -> None:
    """From now on its units are reinforcements of the next turn."""
    hex = g.setting.grid.index(entry["hex"])
    more = [(g.turn + 1, unit, hex, False) for unit in uncalled(g, side, brigade)]
    g.waiting = tuple(sorted((*g.waiting, *more), key=lambda row: (row[0], g.setting.counters[row[1]].order)))


@procedure("calls")
class Calls(Procedure, frozen=True):
    """A brigade of a chit that has come is called for the next turn (SS 20.2c)."""

    chit: str

    def title(self, g: State) -> str:
        return f"{self.chit} sends a brigade"

    @cites("SS-20.2c-1")
    def choose(self, g: State) -> Result:
        """Any of those left."""
        options = tuple(Choice("call", arg=brigade) for brigade in to_call(g, self.chit))
        return Ask(
            self._row(g)["side"], options, self.called, "call", "SS-20.2c-1",
            f"{self.chit}: which brigade comes next turn?", usual=options[0],
        )  # fmt: skip

    @cites("SS-20.2c-2", "SS-20.2c-3")
    def called(self, g: State, choice: Choice) -> Result:
        """It may arrive from the next turn on, at first by the first entry."""
        row, brigade = self._row(g), choice.arg
        await_brigade(g, SIDE_INDEX[row["side"]], brigade, row["entries"][0])
        cite = "SS-20.2c-2" if come_since(g, self.chit) < g.turn else "SS-20.2c-1"
        g.log(Event("called", cite, row["side"], data=(brigade, row["entries"][0]["hex"])))
        return Done()

    def _row(self, g: State) -> Row:
        row = g.setting.rule(CALLED, chit=self.chit)
        assert row is not None
        return row


@cites("SS-20.3a-2", "SS-20.3a-3", "SS-20.3b-1")
def read_summons(g: State, die: int) -> None:
    """High enough, and it may arrive from the next turn on; otherwise the side rolls again next turn."""
    row = to_summon(g)
    assert row is not None
    comes = die >= row["needs"]
    cite = "SS-20.3a-2" if comes else "SS-20.3a-3"
    g.log(Event("summons", cite, row["side"], data=(row["brigade"], comes, row["needs"]), roll=die))
    if comes:
        await_brigade(g, SIDE_INDEX[row["side"]], row["brigade"], row["entries"][0])


# -- where it comes in ------------------------------------------------------------------------------------------


def entries_for(g: State, side: int, brigade: str) -> tuple[Entry, ...]:
    """All entries of a brigade that comes so; none for others."""
    seat = SIDES[side]
    for row in g.setting.special.get(CALLED, ()):
        if row["side"] == seat and brigade in row["brigades"]:
            return tuple(row["entries"])
    summoned = g.setting.rule(SUMMONED, side=seat, brigade=brigade)
    return tuple(summoned["entries"]) if summoned is not None else ()


def way_in(g: State, side: int, brigade: str) -> Procedure | None:
    """The question where a brigade enters, at the activation at which it could first arrive; else None."""
    entries = entries_for(g, side, brigade)
    return ChooseEntry(side, brigade) if len(entries) > 1 and _undecided(g, side, brigade, entries[0]) else None


def _undecided(g: State, side: int, brigade: str, first: Entry) -> tuple[tuple[int, str, int, bool], ...]:
    """Its reinforcements that are due by the first entry and were not put off there."""
    hex, mine = g.setting.grid.index(first["hex"]), g.brigade(side, brigade)
    return tuple(row for row in g.waiting if row[1] in mine and row[0] <= g.turn and row[2] == hex and not row[3])


@procedure("choose-entry")
class ChooseEntry(Procedure, frozen=True):
    """A brigade that was called enters now, or later elsewhere (SS 20.2c, 20.3b)."""

    side: int
    brigade: str

    def title(self, g: State) -> str:
        return f"{self.brigade}: where it enters"

    @cites("SS-20.2c-4", "SS-20.3b-2", "SS-20.3b-3")
    def choose(self, g: State) -> Result:
        """By the first entry, or by one that takes longer."""
        due = self._due(g)
        left = g.setting.last_turn - min(row[0] for row in due)
        index = g.setting.grid.index
        ways = ((n, e) for n, e in enumerate(self._entries(g)) if e["delay"] <= left)
        options = tuple(Choice("enter", hex=index(e["hex"]), arg=n) for n, e in ways)
        return Ask(
            SIDES[self.side], options, self.chosen, "entry", "SS-20.2c-4" if self._first_kind(g) else "SS-20.3b-2",
            f"{self.brigade}: where does it enter?", usual=options[0], about=tuple(r[1] for r in due),
        )  # fmt: skip

    @cites("SS-20.2c-3", "SS-20.2c-4", "SS-20.3b-1", "SS-20.3b-2", "SS-20.3b-3")
    def chosen(self, g: State, choice: Choice) -> Result:
        """Its units are due there, now or in a later turn; this is final."""
        hex, n, due = choice.hex, choice.arg, self._due(g)
        entry = self._entries(g)[n]
        g.waiting = tuple((row[0] + entry["delay"], row[1], hex, row[3]) if row in due else row for row in g.waiting)
        cite = f"SS-20.2c-{3 + n}" if self._first_kind(g) else f"SS-20.3b-{1 + n}"
        turn = min(row[0] for row in due) + entry["delay"]
        g.log(Event("entry", cite, SIDES[self.side], data=(self.brigade, max(turn, g.turn)), hex=hex))
        return Done()

    def _entries(self, g: State) -> tuple[Entry, ...]:
        return entries_for(g, self.side, self.brigade)

    def _due(self, g: State) -> tuple[tuple[int, str, int, bool], ...]:
        return _undecided(g, self.side, self.brigade, self._entries(g)[0])

    def _first_kind(self, g: State) -> bool:
        """Whether it was called, not summoned."""
        return g.setting.rule(SUMMONED, brigade=self.brigade) is None


# -- the tracks ------------------------------------------------------------------------------------------------------


TRACK = "chit_track"


@cites("SS-20.1-1", "SS-20.2-1", "SS-22.2-2", "SS-22.2-3")
def first_boxes(special: Mapping[str, Sequence[Row]]) -> tuple[Track, ...]:
    """Each chit in the first box of its track."""
    return tuple(Track(row["chit"]) for row in special.get(TRACK, ()))


def track(g: State, chit: str) -> Track:
    """Where a chit is on its track."""
    return next(t for t in g.tracks if t.chit == chit)


@cites("SS-20.1b-1", "SS-20.2b-1")
def moves_on(laid: int, turn: int, roll: int) -> bool:
    """Whether a roll moves a chit: the dice less the chits laid out must be below the turn."""
    return sum(map(int, str(roll))) - laid < turn


def chance(row: Row, laid: int, turn: int) -> float:
    """How likely a chit is to move on as a turn ends."""
    rolls = DICE if row["dice"] == 2 else DIE
    return sum(moves_on(laid, turn, roll) for roll in rolls) / len(rolls)


def open_tracks(g: State) -> tuple[Row, ...]:
    """The tracks that matter as this turn ends, in the order of the scenario: the Confederates' first."""
    return tuple(g.setting.special.get(TRACK, ())) if g.turn < g.setting.last_turn else ()


def needed(g: State) -> bool:
    """Whether there is anything to do as the turn ends."""
    return bool(open_tracks(g))


@procedure("chit-tracks", title="who is coming")
class ChitTracks(Procedure, frozen=True):
    """Track after track: the roll, and whom it brings (SS 17.5)."""

    at: int = 0
    """The track that is dealt with."""

    @cites("SS-17.5-1", "SS-17.5-3", "SS-20.1b-1", "SS-20.2b-1")
    def roll(self, g: State) -> Result:
        """The track's side rolls; in the last turn nobody does, as it would change nothing."""
        rows = open_tracks(g)
        if self.at >= len(rows):
            return Goto(self.summon)
        row = rows[self.at]
        if track(g, row["chit"]).since:
            return Goto(self.call)
        dice, kind = (DICE, "dice") if row["dice"] == 2 else (DIE, "die")
        return Ask(CHANCE, dice, self.read, kind, cite_of(row, "b-1"), row["title"])

    def read(self, g: State, roll: int) -> Result:
        """On by one box, or nothing."""
        row = self._row(g)
        advance_chit(g, row, roll)
        return Goto(self.call)

    @cites("SS-17.5-3", "SS-20.2c-1", "SS-20.2c-2")
    def call(self, g: State) -> Result:
        """Once it has come its owner calls one of its brigades each turn."""
        chit = self._row(g)["chit"]
        on = self.but(at=self.at + 1).roll
        return Call(Calls(chit), then=on) if to_call(g, chit) else Goto(on)

    @cites("SS-17.5-4", "SS-20.3a-1", "SS-20.3a-2")
    def summon(self, g: State) -> Result:
        """Last, the roll for the brigade that is summoned."""
        row = to_summon(g)
        if row is None:
            return Done()
        return Ask(CHANCE, DIE, self.summoned, "die", "SS-20.3a-1", f"does {row['brigade']} come?")

    def summoned(self, g: State, die: int) -> Result:
        read_summons(g, die)
        return Done()

    def _row(self, g: State) -> Row:
        return open_tracks(g)[self.at]


def cite_of(row: Row, part: str) -> str:
    """A case of a track's section: "SS-20.1-1" and "b-2" give "SS-20.1b-2"."""
    return f"{str(row['cite']).removesuffix('-1')}{part}"


@cites("SS-20.1b-2", "SS-20.1b-3", "SS-20.1c-1", "SS-20.2b-2", "SS-20.2b-3", "SS-20.2c-1", "SS-17.5-2")
def advance_chit(g: State, row: Row, roll: int) -> None:
    """Below the number of the turn one box on, otherwise no effect.

    The last box is the cup: in play from the next turn on.
    """
    side, chit, boxes = SIDE_INDEX[row["side"]], row["chit"], row["boxes"]
    old, laid = track(g, chit), len(g.common[side])
    moved = moves_on(laid, g.turn, roll)
    box = old.box + moved
    came = moved and box == len(boxes) - 1
    new = Track(chit, box, g.turn if came else 0)
    g.tracks = tuple(new if t.chit == chit else t for t in g.tracks)
    cite = cite_of(row, "b-2" if moved else "b-3")
    g.log(Event("track", cite, SIDES[side], data=(row["title"], chit, boxes[box], laid, moved), roll=roll))
    if came:
        g.log(Event("track-end", cite_of(row, "c-1"), SIDES[side], data=(chit,)))


def set_track(g: State, chit: str, box: int, since: int = 0) -> None:
    """Put a chit into a box of its track, counted from 1.

    In the last box it has come at the end of the turn before, or of turn `since`.
    """
    row = g.setting.rule(TRACK, chit=chit)
    assert row is not None
    since = since or max(g.turn - 1, 1) if box == len(row["boxes"]) else 0
    new = msgspec.structs.replace(track(g, chit), box=box - 1, since=since)
    g.tracks = tuple(new if t.chit == chit else t for t in g.tracks)
