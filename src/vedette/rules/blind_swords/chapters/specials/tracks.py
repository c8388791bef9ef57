"""Chits that come along a track, at the end of a turn, and whom they bring (SS 17.5, SS 20.1 to 20.3).

Rows `chit_track` (`side`, `chit`, `title`, `common`, `boxes`, `dice`): the sum of the dice less the Event chits that
were laid out beside the track (common_events.py) must be below the number of the turn; then the chit goes one box on.
In the last box it goes into the cup. Whom it brings then is in calls.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.cohesion import DICE
from vedette.rules.blind_swords.chapters.morale import DIE
from vedette.rules.blind_swords.chapters.specials.calls import Calls, read_summons, to_call, to_summon
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import State, Track

NAME = "chit_track"
Row = Mapping[str, Any]


@cites("SS-20.1-1", "SS-20.2-1", "SS-22.2-2", "SS-22.2-3")
def first_boxes(special: Mapping[str, Sequence[Row]]) -> tuple[Track, ...]:
    """Each chit in the first box of its track."""
    return tuple(Track(row["chit"]) for row in special.get(NAME, ()))


def track(g: State, chit: str) -> Track:
    """Where a chit is on its track."""
    return next(t for t in g.tracks if t.chit == chit)


@cites("SS-20.1b-1", "SS-20.2b-1")
def moves_on(laid: int, turn: int, roll: int) -> bool:
    """Whether a roll moves a chit: two dice less the chits laid out, below the turn."""
    return sum(map(int, str(roll))) - laid < turn


def chance(row: Row, laid: int, turn: int) -> float:
    """How likely a chit moves on as a turn ends."""
    rolls = DICE if row["dice"] == 2 else DIE
    return sum(moves_on(laid, turn, roll) for roll in rolls) / len(rolls)


def open_tracks(g: State) -> tuple[Row, ...]:
    """The tracks that matter as this turn ends, in the order of the scenario: the Confederates' first (SS 17.5)."""
    return tuple(g.setting.special.get(NAME, ())) if g.turn < g.setting.last_turn else ()


def needed(g: State) -> bool:
    """Whether there is anything to do as the turn ends."""
    return bool(open_tracks(g))


@procedure("chit-tracks")
class ChitTracks(Procedure, frozen=True):
    """Track after track: the roll, and whom it brings (SS 17.5)."""

    at: int = 0
    """The track that is dealt with."""

    def title(self, g: State) -> str:
        return "who is coming"

    @cites("SS-17.5-1", "SS-17.5-3", "SS-20.1b-1", "SS-20.2b-1")
    def roll(self, g: State) -> Result:
        """Its side rolls; in the last turn it would change nothing."""
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
        advance(g, row, roll)
        return Goto(self.call)

    @cites("SS-17.5-3", "SS-20.2c-1", "SS-20.2c-2")
    def call(self, g: State) -> Result:
        """Once it has come its owner calls a brigade of it, one each turn."""
        chit = self._row(g)["chit"]
        on = self.but(at=self.at + 1).roll
        return Call(Calls(chit), then=on) if to_call(g, chit) else Goto(on)

    @cites("SS-17.5-4", "SS-20.3a-1", "SS-20.3a-2")
    def summon(self, g: State) -> Result:
        """Last the roll for who is summoned by it."""
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
    """A case of the section of a track: "SS-20.1-1" and "b-2" give "SS-20.1b-2"."""
    return f"{str(row['cite']).removesuffix('-1')}{part}"


@cites("SS-20.1b-2", "SS-20.1b-3", "SS-20.1c-1", "SS-20.2b-2", "SS-20.2b-3", "SS-20.2c-1", "SS-17.5-2")
def advance(g: State, row: Row, roll: int) -> None:
    """Below the number of the turn one box on, else no effect.

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
    """A chit put into a box of its track by hand, the first one being 1; in the last one since the turn before.

    Args:
        since: or since this turn.
    """
    row = g.setting.rule(NAME, chit=chit)
    assert row is not None
    since = since or max(g.turn - 1, 1) if box == len(row["boxes"]) else 0
    new = msgspec.structs.replace(track(g, chit), box=box - 1, since=since)
    g.tracks = tuple(new if t.chit == chit else t for t in g.tracks)
