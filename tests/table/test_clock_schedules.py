"""The clocks against a plain model that counts second by second, on schedules that a seed makes up."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from tests.table.receivers import web
from tests.table.tables import DUEL, Metronome
from tests.table.test_told import Seat, hook, telling
from vedette.table import Store
from vedette.table.channels import REMINDER, Channel, Due
from vedette.table.clocks import DAY, FREE, Clocks, Time
from vedette.table.posting import FLAG
from vedette.table.postman import Postman, Times
from vedette.table.store import Setup

SEATS = ("union", "confederate")
BEGUN = 1_800_000_000
BANK, MORE, AWAY, BEFORE = 100, 20, 90, 60
TIME = Time("days", BANK, MORE, AWAY, claim=True)
"""Days are as short as minutes here: nothing in the clocks knows how long one is."""


class Plain:
    """A side, as one would count it with a watch and a pencil."""

    def __init__(self) -> None:
        self.left, self.free, self.holiday = BANK, 0, AWAY
        self.asked = self.away = self.answered = False

    def second(self) -> None:
        """One goes by."""
        if self.away:
            self.holiday -= 1
            self.away = self.holiday > 0
        elif self.asked and self.free:
            self.free -= 1
        elif self.asked:
            self.left -= 1


class Schedule:
    """A game by its clocks alone: the true ones, which are looked at when something happens, and the plain ones."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.wall = BEGUN
        self.plain = {seat: Plain() for seat in SEATS}
        self.n = 0
        self.done: set[str] = set()
        clocks = Clocks.new(TIME, SEATS)
        clocks.meet(SEATS, self.wall, frozenset({"union"}), 0)
        self.stored = msgspec.json.encode(clocks)
        self._asks({"union"}, "")

    def second(self) -> None:
        """One goes by, and something may happen."""
        self.wall += 1
        for side in self.plain.values():
            side.second()
        if self.rng.random() < 0.04:
            deed = self.rng.choice([self._answer, self._answer, self._holiday, self._set_back])
            clocks = msgspec.json.decode(self.stored, type=Clocks)  # by a server that has just been started
            deed(clocks)
            self.done.add(deed.__name__)
            self.stored = msgspec.json.encode(clocks)

    def _answer(self, clocks: Clocks) -> None:
        by = self.rng.choice([seat for seat, side in self.plain.items() if side.asked])
        asked = set(self.rng.choice([SEATS, SEATS[:1], SEATS[1:]])) if self.rng.random() < 0.8 else {by}
        own = self.rng.random() < 0.8
        self.n += 1
        clocks.turn(TIME, self.wall, frozenset(asked), by, self.n, own=own)
        self.plain[by].answered |= own
        self._asks(asked, by)

    def _asks(self, asked: set[str], by: str) -> None:
        for seat, side in self.plain.items():
            if seat in asked and (seat == by or not side.asked):
                side.free = int(FREE)
            side.asked = seat in asked
            if seat not in asked and side.answered:
                side.left, side.answered = min(side.left + MORE, BANK), False

    def _holiday(self, clocks: Clocks) -> None:
        seat, side = self.rng.choice(list(self.plain.items()))
        if side.away or side.holiday:
            side.away = not side.away
            clocks.on_holiday(seat, self.wall, side.away)

    def _set_back(self, clocks: Clocks) -> None:
        """The machine looks, and is set back: by a moment, or as if it stood 13 hours west."""
        clocks.settle(self.wall)
        self.wall -= self.rng.choice([1, 45, 13 * 3600])
        clocks.settle(self.wall)

    def now(self) -> dict[str, tuple[float, float, bool]]:
        """What the true clocks show: left, holiday, away."""
        sides = msgspec.json.decode(self.stored, type=Clocks).settle(self.wall).sides
        return {seat: (side.remaining, side.holiday, side.away is not None) for seat, side in sides.items()}


def test_on_any_schedule_the_clocks_show_what_a_second_hand_would() -> None:
    """Among others a flag is seen to fall at its second, and is put off by holidays."""
    seen: set[str] = set()
    flags = 0
    for seed in range(100):
        one = Schedule(seed)
        for _ in range(300):
            one.second()
            plain = {seat: (side.left, side.holiday, side.away) for seat, side in one.plain.items()}
            assert one.now() == plain, (seed, one.wall)
            if min(side.left for side in one.plain.values()) <= 0:
                flags += 1
                break
        seen |= one.done
    assert flags > 20 and seen == {"_answer", "_holiday", "_set_back"}


def test_on_any_schedule_of_taking_back_a_hand_over_brings_its_time_once() -> None:
    """However the same is played again, shorter or longer, with the other side's word or without: nobody has more than
    the most of his hand-overs that counted at one moment have brought."""
    time = Time("live", 1_000_000.0, 10.0)
    longer = 0
    for seed in range(300):
        rng = random.Random(seed)
        clocks = Clocks.new(time, SEATS)
        clocks.meet(SEATS, 0.0, frozenset({"union"}), 0)
        line: list[tuple[int, str]] = []  # the hand-overs that count
        most, asked, length = dict.fromkeys(SEATS, 0), "union", 0
        for _ in range(rng.randrange(4, 60)):
            if line and rng.random() < 0.35:
                place = rng.randrange(len(line))
                at, asked = line[place]
                length, line = at - 1, line[:place]
                clocks.turn(time, 0.0, frozenset({asked}), asked, length, own=False, consent=rng.random() < 0.5)
                longer += 1
                continue
            length += rng.randrange(1, 4)
            other = SEATS[asked == "union"]
            clocks.turn(time, 0.0, frozenset({other}), asked, length)
            line.append((length, asked))
            most[asked] = max(most[asked], sum(seat == asked for _, seat in line))
            asked = other
        assert {s: side.left - time.bank for s, side in clocks.sides.items()} == {s: 10.0 * n for s, n in most.items()}
    assert longer > 500


def test_on_any_schedule_who_lives_13_hours_away_is_reminded_in_time_by_his_own_clock() -> None:
    """At the first second at which so much is left, unless he is on holiday; a holiday may cross both that and his
    flag, and with the second at which that falls the other side may be told of it."""
    channel = Channel("union", "mail", "blue@example.org", "Pacific/Tongatapu", "", True, "")
    setup = msgspec.json.encode(Setup(dict.fromkeys(SEATS, "human"), time=TIME)).decode()
    due = Due("g", 1, "x/y", setup, REMINDER, 0, channel, 0.0)
    fallen = msgspec.structs.replace(due, what=FLAG, channel=msgspec.structs.replace(channel, seat="confederate"))
    reminded = crossed = flags = both = 0
    for seed in range(40):
        one = Schedule(seed)
        store = SimpleNamespace(clocks=lambda _, one=one: one.stored.decode())
        rooms = cast(Any, SimpleNamespace(store=store, load=lambda id: SimpleNamespace(title=id)))
        courier = cast(Any, SimpleNamespace(confirms=False))
        postman = Postman(rooms, {"mail": courier}, "", Times(before=BEFORE))
        gone = 0  # seconds of a holiday in which he is asked, and his clock stands
        for _ in range(300):
            one.second()
            side = one.plain["union"]
            over = side.left + side.free
            gone = gone + 1 if side.away and side.asked else 0
            both += over > BEFORE and gone == over + 1  # without it he had been reminded, and his flag had fallen
            told, again = postman._left(due, one.wall)
            flag, again_flag = postman._left(fallen, one.wall)
            assert flag == (0.0 if side.left <= 0 else None) and (flag == 0.0 or again_flag > one.wall), (
                seed,
                one.wall,
            )
            flags += flag == 0.0
            short = side.asked and side.left > 0 and over <= BEFORE
            assert told == (over if short and not side.away else None), (seed, one.wall)
            if told is None:
                assert again > one.wall  # it is looked at again, and never late
                if side.asked and side.left > 0 and not side.away:
                    assert again == one.wall + over - BEFORE
                crossed += short
                continue
            reminded += 1
            text = postman.letter("x/y", channel, REMINDER, "g", (told, one.wall + told)).text
            there = datetime.fromtimestamp(one.wall + told, UTC) + timedelta(hours=13)
            assert f"until {there:%A} {there.day} {there:%B}, {there:%H:%M} (Pacific/Tongatapu)" in text
    assert reminded > 100 and crossed > 50 and flags > 50 and both > 0, both


def test_a_second_reminder_comes_after_a_holiday_also_where_that_ran_out_by_itself(store: Store) -> None:
    time_ = {"kind": "days", "bank": 3 * DAY, "increment": 0, "holiday": 10 * DAY}
    with web() as sink, telling(store, times=Times(first=1.0, looks=0.05)) as table:
        pulse = table.app.rooms.pulse = Metronome()
        table.app.rooms.wall = lambda: 1_800_000_000.0
        made = table.make(battle=DUEL, time=time_)

        def away(id: str, on: bool) -> None:
            with table.sit(made, "union") as union:
                union.send(holiday={"game": union.game, "id": id, "on": on})
                assert union.until("holiday", "refused")["is"] == "holiday"

        with table.sit(made, "union"), table.sit(made, "confederate"):
            Seat(table, made, "union").put(hook(sink))
        for n, passes in enumerate([2 * DAY + 30, 10 * DAY + 3600], 1):
            pulse.time += passes
            assert [one["what"] for one in sink.wait(n)] == ["reminder"] * n
            away(f"h{n}", on=n == 1)
        assert "You have 23 hours left" in sink.got[1]["text"]
